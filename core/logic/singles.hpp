// singles.hpp: full houses, hidden singles and naked singles.
#ifndef NONET_LOGIC_SINGLES_HPP
#define NONET_LOGIC_SINGLES_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

// Arrays of three counts are indexed by these techniques.
static_assert(k_full_house == 0 && k_hidden_single_box == 1 && k_hidden_single_line == 2,
              "the first rows of techniques.def are the full house and the hidden singles");

inline bool is_single(Bits mask) { return mask && !(mask & (mask - 1)); }
inline bool is_single(const Cells &cells) { return cells.is_single(); }

// Mark the placed digits that exclude a digit from the other empty cells of a house: a few, those that see most first.
inline void mark_excluders(Step &step, const State &state, int house, int cell, int digit) {
  Cells open, holders;
  for (int i = 0; i < geometry().size; i++)
    if (const int other = geometry().cells_of(house)[i]; other != cell && !state.digits[other]) open.add(other);
  for (int other = 0; other < geometry().cells; other++)
    if (state.digits[other] == digit + 1) holders.add(other);
  while (!open.empty() && !holders.empty()) {
    int best = holders.lowest(), most = 0;
    for (Cells rest = holders; !rest.empty();) {
      int holder = rest.pop(), seen = (geometry().peers(holder) & open).size();
      if (seen > most) best = holder, most = seen;
    }
    if (!most) return;
    step.mark(kCause, best, bit(digit));
    open = open - geometry().peers(best);
    holders.remove(best);
  }
}

// Find the last empty cell of a house; then digits with one place left in boxes, columns, rows.
template <class Sink> bool find_hidden_singles(const State &state, Sink &&sink) {
  for (bool full : {true, false})
    for (int i = 0; i < geometry().kinds; i++) {
      const int kind = house_order(i);
      for (int house = geometry().first_house(kind); house < geometry().end_house(kind); house++) {
        if ((state.empty[house] == 1) != full) continue;
        for (int digit = 0; digit < geometry().size; digit++) {
          if (!is_single(state.places[house][digit])) continue;
          int cell = geometry().cells_of(house)[first(state.places[house][digit])];
          Step step(full ? k_full_house : kind == kBox ? k_hidden_single_box : k_hidden_single_line);
          step.place(cell, digit);
          step.house(house);
          step.mark(kTarget, cell, bit(digit));
          if (!full) mark_excluders(step, state, house, cell, digit);
          if (sink(step)) return true;
        }
      }
    }
  return false;
}

// Find cells with one candidate left, in reading order.
template <class Sink> bool find_naked_singles(const State &state, Sink &&sink) {
  for (int cell = 0; cell < geometry().cells; cell++) {
    if (!is_single(state.candidates[cell])) continue;
    int digit = first(state.candidates[cell]);
    Step step(k_naked_single);
    step.place(cell, digit);
    step.mark(kTarget, cell, bit(digit));
    Mask excluded = bit(digit);
    for_peers(cell, [&](int peer) {
      if (!state.digits[peer] || excluded >> (state.digits[peer] - 1) & 1) return;
      excluded |= bit(state.digits[peer] - 1);
      step.mark(kCause, peer, bit(state.digits[peer] - 1));
    });
    if (sink(step)) return true;
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
