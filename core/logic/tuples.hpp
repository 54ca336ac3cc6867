// tuples.hpp: N masks whose union has N bits: what all subsets and fish ask for. for_tuples finds them, in the order that
// decides which one is found first.
#ifndef NONET_LOGIC_TUPLES_HPP
#define NONET_LOGIC_TUPLES_HPP

#include "logic/singles.hpp"

namespace nonet::NONET_LOGIC {

#ifndef NONET_LARGE_BOARDS
struct MaskSizes {
  uint8_t of[512];
  constexpr MaskSizes() : of{} {
    for (int mask = 1; mask < 512; mask++) of[mask] = (uint8_t)(of[mask >> 1] + (mask & 1));
  }
};
inline constexpr MaskSizes kMaskSizes;
inline int size_of(Bits mask) { return kMaskSizes.of[mask & kAllDigits]; }
#else
inline int size_of(Bits mask) { return count(mask); }
#endif

// Masks with their names, ascending: digits, or positions of a house.
struct Choices {
  int size = 0;
  uint8_t name[kMostSize];
  Mask mask[kMostSize];
  void add(int which, Mask bits) { name[size] = (uint8_t)which, mask[size++] = bits; }
};

// Calls visit(names, their union) for each choice of `picks` masks from the first `end` whose union has at most `most`
// bits, until it returns true. The order is that of the sets of names as binary numbers: the highest name is outermost.
template <int picks, class Visit>
bool for_tuples(const Choices &choices, int end, int most, Mask names, Mask all, Visit &&visit) {
  for (int i = picks - 1; i < end; i++) {
    Mask united = all | choices.mask[i], with = names | bit(choices.name[i]);
    if (size_of(united) > most) continue;
    if constexpr (picks == 1) {
      if (visit(with, united)) return true;
    } else {
      if (for_tuples<picks - 1>(choices, i, most, with, united, visit)) return true;
    }
  }
  return false;
}

// Whether other cells of the house have digits of the set.
inline bool appear_elsewhere(const State &state, int house, Mask positions, Mask digits) {
  Bits places = 0;
  for (Mask rest = digits; rest; rest &= rest - 1) places |= state.places[house][first(rest)];
  return places & ~positions;
}

// The digits of a house with two to `most` places.
inline Choices digits_with_few_places(const State &state, int house, int most) {
  Choices choices;
  for (int digit = 0; digit < geometry().size; digit++) {
    int size = size_of(state.places[house][digit]);
    if (size >= 2 && size <= most) choices.add(digit, state.places[house][digit]);
  }
  return choices;
}

// Calls visit(house, digits, positions) for each hidden set of houses with more than `guard` empty cells.
template <int kDegree, class Visit> bool for_hidden_sets(const State &state, int guard, Visit &&visit) {
  for (int k = 0; k < geometry().kinds; k++)
    for (int house = geometry().first_house(house_order(k)); house < geometry().end_house(house_order(k)); house++) {
      if (state.empty[house] <= guard) continue;
      Choices choices = digits_with_few_places(state, house, kDegree);
      if (choices.size < kDegree) continue;
      bool stop = for_tuples<kDegree>(choices, choices.size, kDegree, 0, 0, [&](Mask digits, Mask positions) {
        return size_of(positions) == kDegree && visit(house, digits, positions);
      });
      if (stop) return true;
    }
  return false;
}

inline void mark_hidden_set(Step &step, const State &state, int house, Mask digits, Mask positions) {
  step.house(house);
  for (Mask rest = positions; rest; rest &= rest - 1) {
    int cell = geometry().cells_of(house)[first(rest)];
    step.mark(kCause, cell, state.candidates[cell] & digits);
    step.mark(kTarget, cell, state.candidates[cell] & (Mask)~digits);
  }
}

}  // namespace nonet::NONET_LOGIC

#endif
