// any_houses.hpp: the human solver on boards with any houses, as logic.cpp calls it; see geometry.hpp.
#ifndef NONET_LOGIC_ANY_HOUSES_HPP
#define NONET_LOGIC_ANY_HOUSES_HPP

#include "core.h"

namespace nonet {

// A call of nonet_all_steps (`number`: chains) or nonet_path (`number`: the most steps).
struct StepsCall {
  const uint8_t *digits;
  const uint64_t *marks;
  bool all;
  size_t number;
  const nonet_options *options;
  uint32_t *words;
  size_t capacity, *written;
  uint8_t *status;
  void *workspace;
  size_t workspace_bytes;
};

struct HouseSolver {
  size_t workspace_bytes;
  // nonet_rate_board, nonet_path and nonet_all_steps with options.board; the pointers are not null.
  int (*rate)(const uint8_t *digits, const uint64_t *marks, const nonet_options &options, const nonet_ratings &results,
              void *workspace, size_t bytes);
  int (*steps)(const StepsCall &call);
};

namespace any_logic {
extern const HouseSolver kSolver;
}
namespace medium_logic {
extern const HouseSolver kSolver;
}
namespace large_logic {
extern const HouseSolver kSolver;
}

inline const HouseSolver &solver_of(const nonet_board &board) {
  return board.size > 16 ? large_logic::kSolver : board.size > 9 ? medium_logic::kSolver : any_logic::kSolver;
}

}  // namespace nonet

#endif
