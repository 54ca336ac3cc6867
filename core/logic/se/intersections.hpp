// intersections.hpp: locked candidates in the order of Sudoku Explainer.
//
// A step is *direct* if the elimination leaves a hidden single, which is placed in the same step: a person can see it
// without pencil marks.
#ifndef NONET_LOGIC_SE_INTERSECTIONS_HPP
#define NONET_LOGIC_SE_INTERSECTIONS_HPP

#include "logic/intersections.hpp"
#include "logic/se/explainer.hpp"

namespace nonet::logic {

// The digits that may have locked candidates, for the three lines of each band and stack; a superset.
struct MaybeLocked {
  Mask digits[2][3];  // kRow, kColumn

  explicit MaybeLocked(const State &state) {
    const uint8_t *thirds = kCrossings.thirds;
    for (int band = 0; band < 6; band++) {
      const Mask(*lines)[9] = state.places + 3 * band;
      unsigned found = 0;
      for (int digit = 0; digit < 9; digit++) {
        int touched = thirds[lines[0][digit]] | thirds[lines[1][digit]] << 3 | thirds[lines[2][digit]] << 6;
        found |= (unsigned)kCrossings.locked[touched] << digit;
      }
      digits[band / 3][band % 3] = (Mask)found;
    }
  }
};

// Find hidden singles that locked candidates leave in the other houses that cross `into`.
template <class Sink> bool find_direct_single(const State &state, int from, int into, int digit, Sink &&sink) {
  int kind = from / 9;
  for (int house = 9 * kind; house < 9 * kind + 9; house++) {
    Mask shared = kCrossings.shared[house][into], places = state.places[house][digit], left = places & (Mask)~shared;
    if (house == from || !shared || !left || left & (left - 1) || left == places) continue;
    Step step(kind == kBox ? k_direct_pointing : k_direct_claiming);
    step.place(kGeometry.cell[house][first(left)], digit);
    mark_locked(step, state, from, into, digit);
    step.house(house);
    if (sink(step)) return true;
  }
  return false;
}

// Order: boxes into columns, boxes into rows, columns into boxes, rows into boxes; digits innermost, or outermost in Sukaku
// Explainer.
template <bool kDirect, class Sink> bool find_locked(const State &state, Explainer explainer, Sink &&sink) {
  MaybeLocked maybe(state);
  constexpr int kKinds[4][2] = {{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}};
  for (const auto &[kind, other_kind] : kKinds)
    for (int digit = 0; digit < (explainer == Explainer::kSukaku ? 9 : 1); digit++)
      for (int from = 9 * kind; from < 9 * kind + 9; from++) {
        int first_cell = kGeometry.cell[from][0], line_kind = kind == kBox ? other_kind : kind;
        Mask digits = maybe.digits[line_kind][kGeometry.house[line_kind][first_cell] % 9 / 3];
        if (explainer == Explainer::kSukaku) digits &= bit(digit);
        if (!digits) continue;
        for (int into = 9 * other_kind; into < 9 * other_kind + 9; into++) {
          if (!kCrossings.shared[from][into]) continue;
          for (Mask rest = digits; rest; rest &= rest - 1) {
            int locked = first(rest);
            Mask removed = removed_by_locked(state, from, into, locked);
            if (!removed) continue;
            if (kDirect) {
              if (find_direct_single(state, from, into, locked, sink)) return true;
              continue;
            }
            if (sink(locked_step(state, from, into, locked, removed))) return true;
          }
        }
      }
  return false;
}

template <class Sink> bool find_direct_intersections(const State &state, Explainer explainer, Sink &&sink) {
  return find_locked<true>(state, explainer, sink);
}

template <class Sink> bool find_intersections(const State &state, Explainer explainer, Sink &&sink) {
  return find_locked<false>(state, explainer, sink);
}

}  // namespace nonet::logic

#endif
