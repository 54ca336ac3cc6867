// arena.hpp: arrays from the caller's memory, one after the other.
#ifndef NONET_ARENA_HPP
#define NONET_ARENA_HPP

#include <stddef.h>
#include <stdint.h>

namespace nonet {

// Memory in pieces of 64 bytes. Without a base, and beyond `size`, the arrays are null, and only their sizes are added up.
struct Arena {
  char *base;
  size_t used, size = SIZE_MAX;
  template <class T> T *take(size_t count) {
    size_t at = used;
    used += (count * sizeof(T) + 63) / 64 * 64;
    return base && used <= size ? (T *)(base + at) : nullptr;
  }
};

}  // namespace nonet

#endif
