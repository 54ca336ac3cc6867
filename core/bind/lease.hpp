// lease.hpp: the workspaces of the calls of the core, for the binding: each call has one to itself.

#ifndef NONET_LEASE_HPP
#define NONET_LEASE_HPP

#include <stddef.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <memory>
#include <new>
#include <utility>

#include "core.h"

namespace nonet::binding {

// Scratch memory of the core. kHugePage asks for huge pages: the solver jumps between megabytes, and with small pages its
// speed varies by a tenth. Worth it only for memory that is kept, since a page is cleared when it is first touched.
constexpr size_t kHugePage = size_t(2) << 20;

struct Workspace {
  void *memory;
  size_t bytes;
  size_t alignment;
  explicit Workspace(size_t needed, size_t alignment = 64)
      : memory(nullptr), bytes((needed + alignment - 1) / alignment * alignment), alignment(alignment) {
    memory = ::operator new(bytes, std::align_val_t(alignment));
#if defined(MADV_HUGEPAGE)
    if (alignment == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);  // its result does not matter
#endif
  }
  ~Workspace() { ::operator delete(memory, std::align_val_t(alignment)); }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
};

using Home = std::unique_ptr<Workspace>;  // where a workspace is while no call uses it

// A workspace on loan for one call. While the core polls, Python may run a signal handler or a finalizer that calls the
// core again: this call finds the home empty. Homes are looked at with the GIL only, or belong to one thread.
class Lease {
 public:
  // That of the thread, which keeps one: allocating a megabyte takes longer than solving one puzzle.
  explicit Lease(size_t needed = nonet_workspace_bytes()) : Lease(of_thread()) { grow(needed); }

  // That of an object, which its calls continue.
  explicit Lease(Home &home) : home_(home), workspace_(std::move(home)) {}
  ~Lease() {
    if (workspace_ && (!home_ || home_->bytes < workspace_->bytes)) home_ = std::move(workspace_);
  }
  Lease(const Lease &) = delete;
  Lease &operator=(const Lease &) = delete;

  // Have at least so many bytes; what was in them is lost.
  void grow(size_t needed) {
    if (workspace_ && workspace_->bytes >= needed) return;
    workspace_.reset();
    workspace_ = std::make_unique<Workspace>(needed, kHugePage);
  }
  explicit operator bool() const { return workspace_ != nullptr; }
  const Workspace *operator->() const { return workspace_.get(); }

 private:
  static Home &of_thread() {
    static thread_local Home home;
    return home;
  }
  Home &home_;
  Home workspace_;
};

}  // namespace nonet::binding

#endif
