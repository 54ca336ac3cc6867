// any_houses.cpp: the human solver on boards whose houses are those of the call; compiled with NONET_ANY_HOUSES, and
// twice more with NONET_LARGE_BOARDS (geometry.hpp).
#include "logic/any_houses.hpp"

#include "logic/calls.hpp"

namespace nonet::NONET_LOGIC {
namespace {

struct AnyDesk : Desk {
  AnyGeometry geometry;
};

constexpr size_t kWorkspaceBytes = (sizeof(AnyDesk) + 63) / 64 * 64;

// Set up the desk and the geometry of this thread; null if the call is bad. The geometry is in force until the desk is left.
struct Session {
  AnyDesk *desk = nullptr;
  const AnyGeometry *before = geometry_here;  // poll may have called from within another search

  Session(const nonet_options &options, void *workspace, size_t bytes) {
    if (!workspace || (uintptr_t)workspace % 64 || bytes < kWorkspaceBytes) return;
    AnyDesk *opened = new (workspace) AnyDesk;
    if (!opened->geometry.build(*options.board)) return;
    geometry_here = &opened->geometry;
    if (opened->prepare(options)) desk = opened;
  }
  ~Session() { geometry_here = before; }
};

int rate_board(const uint8_t *digits, const uint64_t *marks, const nonet_options &options, const nonet_ratings &results,
               void *workspace, size_t bytes) {
  Session session(options, workspace, bytes);
  return session.desk ? rate_position(digits, marks, options, results, *session.desk) : NONET_BAD_CALL;
}

int steps(const StepsCall &call) {
  Session session(*call.options, call.workspace, call.workspace_bytes);
  return session.desk ? steps_of_position(call, *session.desk) : NONET_BAD_CALL;
}

}  // namespace

const HouseSolver kSolver = {kWorkspaceBytes, rate_board, steps};

}  // namespace nonet::NONET_LOGIC
