// intersections.hpp: locked candidates. If all places of a digit in one house lie in a second house too, the digit is
// eliminated from the rest of the second. From a box to a line this is pointing, from a line to a box claiming.
//
// A step is *direct* if the elimination leaves a hidden single, which is placed in the same step: a person can see it
// without pencil marks.
#ifndef NONET_LOGIC_INTERSECTIONS_HPP
#define NONET_LOGIC_INTERSECTIONS_HPP

#include "logic/step.hpp"

namespace nonet::logic {

struct Crossings {
  Mask shared[kHouses][kHouses];  // positions of a house that lie in another house too
  uint8_t thirds[512];            // of a line's mask: which of its three boxes it touches
  bool locked[512];               // of three lines' thirds, 3 bits each: whether there may be locked candidates

  constexpr Crossings() : shared{}, thirds{}, locked{} {
    for (int house = 0; house < kHouses; house++)
      for (int other = 0; other < kHouses; other++)
        for (int i = 0; i < 9; i++)
          if (kGeometry.house_cells[other].has(kGeometry.cell[house][i])) shared[house][other] |= (Mask)(1u << i);
    for (int mask = 0; mask < 512; mask++)
      for (int third = 0; third < 3; third++)
        if (mask >> 3 * third & 7) thirds[mask] |= (uint8_t)(1u << third);
    for (int lines = 0; lines < 512; lines++)
      for (int i = 0; i < 3; i++) {
        int line = lines >> 3 * i & 7, others = (lines >> 3 * ((i + 1) % 3) | lines >> 3 * ((i + 2) % 3)) & 7;
        bool alone = !(line & (line - 1));
        if (alone ? line & others : line & ~others) locked[lines] = true;
      }
  }
};
inline constexpr Crossings kCrossings;

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

// The positions of `into` that lose a digit whose places in `from`, two or more, lie in both houses.
inline Mask removed_by_locked(const State &state, int from, int into, int digit) {
  Mask places = state.places[from][digit];
  if (places & ~kCrossings.shared[from][into] || !(places & (places - 1))) return 0;
  return state.places[into][digit] & (Mask)~kCrossings.shared[into][from];
}

inline void mark_locked(Step &step, const State &state, int from, int into, int digit) {
  step.house(from);
  step.house(into);
  step.mark(kCause, cells_of(from, state.places[from][digit]), digit);
  step.mark(kTarget, cells_of(into, state.places[into][digit] & (Mask)~kCrossings.shared[into][from]), digit);
}

inline Step locked_step(const State &state, int from, int into, int digit, Mask removed) {
  Step step(from >= 9 * kBox ? k_pointing : k_claiming);
  mark_locked(step, state, from, into, digit);
  for (Mask rest = removed; rest; rest &= rest - 1) step.remove(kGeometry.cell[into][first(rest)], bit(digit));
  return step;
}

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

// Order: boxes into columns, boxes into rows, columns into boxes, rows into boxes; digits innermost.
template <bool kDirect, class Sink> bool find_locked(const State &state, Sink &&sink) {
  MaybeLocked maybe(state);
  constexpr int kKinds[4][2] = {{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}};
  for (const auto &[kind, other_kind] : kKinds)
    for (int from = 9 * kind; from < 9 * kind + 9; from++) {
      int first_cell = kGeometry.cell[from][0], line_kind = kind == kBox ? other_kind : kind;
      Mask digits = maybe.digits[line_kind][kGeometry.house[line_kind][first_cell] % 9 / 3];
      if (!digits) continue;
      for (int into = 9 * other_kind; into < 9 * other_kind + 9; into++) {
        if (!kCrossings.shared[from][into]) continue;
        for (Mask rest = digits; rest; rest &= rest - 1) {
          int digit = first(rest);
          Mask removed = removed_by_locked(state, from, into, digit);
          if (!removed) continue;
          if (kDirect) {
            if (find_direct_single(state, from, into, digit, sink)) return true;
            continue;
          }
          if (sink(locked_step(state, from, into, digit, removed))) return true;
        }
      }
    }
  return false;
}

template <class Sink> bool find_direct_intersections(const State &state, Sink &&sink) {
  return find_locked<true>(state, sink);
}

template <class Sink> bool find_intersections(const State &state, Sink &&sink) {
  return find_locked<false>(state, sink);
}

}  // namespace nonet::logic

#endif
