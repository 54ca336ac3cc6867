// wings.cpp: wings besides those of Sudoku Explainer. W-wing: two cells with the same two candidates x and y, and a house in
// which x has two places, one seen by each cell. Both cells cannot be x, so one of them is y.
#include "logic/finders.hpp"

namespace nonet::NONET_LOGIC {
namespace {

// Pass the W-wings of two cells with the candidates x (in the link) and y until the sink returns true.
bool pass_w_wings(const State &state, int one, int two, int x, int y, Cells removed, StepSink sink) {
  for (int house = 0; house < geometry().houses; house++) {
    Mask places = state.places[house][x];
    if (count(places) != 2) continue;
    int ends[2] = {geometry().cells_of(house)[first(places)], geometry().cells_of(house)[first(places & (places - 1))]};
    if (ends[0] == one || ends[0] == two || ends[1] == one || ends[1] == two) continue;
    const Cells &see_one = geometry().peers(one), &see_two = geometry().peers(two);
    bool joins = (see_one.has(ends[0]) && see_two.has(ends[1])) || (see_one.has(ends[1]) && see_two.has(ends[0]));
    if (!joins) continue;
    Step step(k_w_wing);
    step.house(house);
    for (int cell : {one, two}) step.mark(kPincer, cell, bit(x) | bit(y));
    for (int cell : ends) step.mark(kBase, cell, bit(x));
    step.eliminate(removed, y);
    if (sink(step)) return true;
  }
  return false;
}

}  // namespace

bool find_w_wings(const State &state, StepSink sink) {
  BySize sizes(state);
  for (Cells ones = sizes.two; !ones.empty();) {
    int one = ones.pop();
    Mask pair = state.candidates[one];
    for (Cells twos = ones - geometry().peers(one); !twos.empty();) {
      int two = twos.pop();
      if (state.candidates[two] != pair) continue;
      Cells both = geometry().peers(one) & geometry().peers(two);
      for (Mask rest = pair; rest; rest &= rest - 1) {
        int x = first(rest), y = first(pair & (Mask)~bit(x));
        Cells removed = both & state.where(y);
        if (!removed.empty() && pass_w_wings(state, one, two, x, y, removed, sink)) return true;
      }
    }
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC
