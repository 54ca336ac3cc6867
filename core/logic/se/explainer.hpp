// explainer.hpp: which of two programs a search follows: Sudoku Explainer 1.2.1, or Sukaku Explainer 1.18.1 in its default
// mode, which has put some of the rules right and takes some steps in another order; and which branching chains it looks
// for.
#ifndef NONET_LOGIC_SE_EXPLAINER_HPP
#define NONET_LOGIC_SE_EXPLAINER_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

enum class Explainer : uint8_t { kSudoku, kSukaku };

struct Mode {
  bool multiple, dynamic, nishio;
  int level;  // 1: also locked candidates, pairs, X-wings; 2: forcing chains; 3: multiple ones; 4, 5: dynamic ones
  Explainer explainer = Explainer::kSudoku;
  // Sukaku Explainer: the level of the dynamic chains inside those of level 4; if there are none, the next one is tried.
  int inside = 0, deepest_inside = 0;
};

}  // namespace nonet::NONET_LOGIC

#endif
