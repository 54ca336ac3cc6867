// patterns.hpp: what the finders of patterns share.
#ifndef NONET_LOGIC_PATTERNS_HPP
#define NONET_LOGIC_PATTERNS_HPP

#include "logic/subsets.hpp"

namespace nonet::logic {

// Eliminate digits from a cell and mark them.
inline void cross_off(Step &step, const State &state, int cell, Mask digits) {
  step.mark(kTarget, cell, state.candidates[cell] & digits);
  step.remove(cell, state.candidates[cell] & digits);
}

inline void cross_off_all(Step &step, const State &state, Cells cells, Mask digits) {
  while (!cells.empty()) cross_off(step, state, cells.pop(), digits);
}

}  // namespace nonet::logic

#endif
