// intersections.hpp: locked candidates in the order of Sudoku Explainer.
//
// A step is *direct* if the elimination leaves a hidden single, which is placed in the same step: a person can see it
// without pencil marks.
#ifndef NONET_LOGIC_SE_INTERSECTIONS_HPP
#define NONET_LOGIC_SE_INTERSECTIONS_HPP

#include "logic/intersections.hpp"
#include "logic/se/explainer.hpp"

namespace nonet::NONET_LOGIC {

#ifndef NONET_ANY_HOUSES
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

#endif

// Find hidden singles that locked candidates leave in the other houses that cross `into`.
template <class Sink> bool find_direct_single(const State &state, int from, int into, int digit, Sink &&sink) {
  const int kind = geometry().kind_of(from);
  for (int house = geometry().first_house(kind); house < geometry().end_house(kind); house++) {
    Mask shared = shared_places(house, into), places = state.places[house][digit], left = places & (Mask)~shared;
    if (house == from || !shared || !left || left & (left - 1) || left == places) continue;
    Step step(kind == kBox ? k_direct_pointing : k_direct_claiming);
    step.place(geometry().cells_of(house)[first(left)], digit);
    mark_locked(step, state, from, into, digit);
    step.house(house);
    if (sink(step)) return true;
  }
  return false;
}

#ifndef NONET_ANY_HOUSES
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
#else
// Order: boxes and columns, boxes and rows, then the pairs of each further kind that tiles the board; of two kinds the
// digits outermost. A kind that does not tile it, such as the diagonals, has no part in this.
template <bool kDirect, class Sink> bool find_locked(const State &state, Explainer, Sink &&sink) {
  auto look = [&](int kind, int other_kind) {
    for (int digit = 0; digit < geometry().size; digit++)
      for (int from = geometry().first_house(kind); from < geometry().end_house(kind); from++)
        for (int into = geometry().first_house(other_kind); into < geometry().end_house(other_kind); into++) {
          if (!shared_places(from, into)) continue;
          Mask removed = removed_by_locked(state, from, into, digit);
          if (!removed) continue;
          if (kDirect ? find_direct_single(state, from, into, digit, sink)
                      : sink(locked_step(state, from, into, digit, removed)))
            return true;
        }
    return false;
  };
  if (!geometry().has_boxes) return false;
  constexpr int kPairs[4][2] = {{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}};
  for (const auto &[kind, other] : kPairs)
    if (look(kind, other)) return true;
  for (int kind = kBox + 1; kind < geometry().kinds; kind++) {
    if (!geometry().tiles(kind)) continue;
    if (look(kind, kColumn) || look(kind, kRow) || look(kColumn, kind) || look(kRow, kind) || look(kBox, kind) ||
        look(kind, kBox))
      return true;
  }
  for (int kind = kBox + 1; kind < geometry().kinds; kind++)
    for (int other = kBox + 1; other < kind; other++)
      if (geometry().tiles(kind) && geometry().tiles(other) && (look(kind, other) || look(other, kind))) return true;
  return false;
}
#endif

template <class Sink> bool find_direct_intersections(const State &state, Explainer explainer, Sink &&sink) {
  return find_locked<true>(state, explainer, sink);
}

template <class Sink> bool find_intersections(const State &state, Explainer explainer, Sink &&sink) {
  return find_locked<false>(state, explainer, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
