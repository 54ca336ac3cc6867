// intersections.hpp: locked candidates. If all places of a digit in one house lie in a second house too, the digit is
// eliminated from the rest of the second. From a box to a line this is pointing, from a line to a box claiming.
#ifndef NONET_LOGIC_INTERSECTIONS_HPP
#define NONET_LOGIC_INTERSECTIONS_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

#ifndef NONET_ANY_HOUSES
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
inline Mask shared_places(int house, int other) { return kCrossings.shared[house][other]; }
#else
inline Mask shared_places(int house, int other) { return geometry().shared[house][other]; }
#endif

// The positions of `into` that lose a digit whose places in `from`, two or more, lie in both houses.
inline Mask removed_by_locked(const State &state, int from, int into, int digit) {
  Mask places = state.places[from][digit];
  if (places & ~shared_places(from, into) || !(places & (places - 1))) return 0;
  return state.places[into][digit] & (Mask)~shared_places(into, from);
}

inline void mark_locked(Step &step, const State &state, int from, int into, int digit) {
  step.house(from);
  step.house(into);
  step.mark(kCause, places_of(from, state.places[from][digit]), digit);
  step.mark(kTarget, places_of(into, state.places[into][digit] & (Mask)~shared_places(into, from)), digit);
}

inline Step locked_step(const State &state, int from, int into, int digit, Mask removed) {
  Step step(geometry().kind_of(into) <= kColumn ? k_pointing : k_claiming);
  mark_locked(step, state, from, into, digit);
  for (Mask rest = removed; rest; rest &= rest - 1) step.remove(geometry().cells_of(into)[first(rest)], bit(digit));
  return step;
}

}  // namespace nonet::NONET_LOGIC

#endif
