// explainer.hpp: which of two programs a search follows: Sudoku Explainer 1.2.1, or Sukaku Explainer 1.18.1 in its default
// mode, which has put some of the rules right and takes some steps in another order.
#ifndef NONET_LOGIC_SE_EXPLAINER_HPP
#define NONET_LOGIC_SE_EXPLAINER_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

enum class Explainer : uint8_t { kSudoku, kSukaku };

}  // namespace nonet::NONET_LOGIC

#endif
