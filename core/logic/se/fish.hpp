// fish.hpp: X-wing, swordfish, jellyfish. If N parallel lines (the base) have a digit only on the same N crossing lines
// (the covers), the digit is eliminated from the rest of the covers.
#ifndef NONET_LOGIC_SE_FISH_HPP
#define NONET_LOGIC_SE_FISH_HPP

#include "logic/tuples.hpp"

namespace nonet::NONET_LOGIC {

inline Step fish_step(const State &state, Technique name, int base_kind, Mask base, Mask covers, int digit) {
  Step step(name);
  int cover_kind = kRow + kColumn - base_kind;
  for (Mask rest = base; rest; rest &= rest - 1) step.house(geometry().first_house(base_kind) + first(rest));
  for (Mask rest = covers; rest; rest &= rest - 1) step.house(geometry().first_house(cover_kind) + first(rest));
  for (int i = 0; i < size_of(base); i++)
    step.mark(kBase, places_of(step.houses[i], state.places[step.houses[i]][digit]), digit);
  for (int i = size_of(base); i < step.houses_size; i++)
    step.eliminate(places_of(step.houses[i], state.places[step.houses[i]][digit] & (Mask)~base), digit);
  return step;
}

// Order: columns as base, then rows; then the set of base lines as a binary number; digits innermost. Each digit is
// searched on its own, because it has few lines; the results are sorted afterwards. On large boards they are not.
template <int kDegree, class Sink> bool find_fish(const State &state, Sink &&sink) {
  constexpr Technique kName = kDegree == 2 ? k_x_wing : kDegree == 3 ? k_swordfish : k_jellyfish;
  for (int kind : {kColumn, kRow}) {
    constexpr int kSets = kLarge ? 1 : kAllDigits + 1;
    Mask found[kSets];  // by base lines: the digits; only valid if there are any
    bool any = false;
    for (int digit = 0; digit < geometry().size; digit++) {
      if (state.placed[digit] + 2 * kDegree > geometry().size) continue;
      Choices lines;
      for (int line = 0; line < geometry().size; line++) {
        Mask places = state.places[geometry().first_house(kind) + line][digit];
        int size = size_of(places);
        if (size >= 2 && size <= kDegree) lines.add(line, places);
      }
      if (lines.size < kDegree) continue;
      const bool stop = for_tuples<kDegree>(lines, lines.size, kDegree, 0, 0, [&](Mask base, Mask covers) {
        if (size_of(covers) != kDegree) return false;
        Bits places = 0;
        for (Mask rest = covers; rest; rest &= rest - 1)
          places |= state.places[geometry().first_house(kRow + kColumn - kind) + first(rest)][digit];
        if (!(places & ~base)) return false;
        if (kLarge) return (bool)sink(fish_step(state, kName, kind, base, covers, digit));
        if (!any) memset(found, 0, sizeof found);
        any = true;
        found[base] |= bit(digit);
        return false;
      });
      if (stop) return true;
    }
    for (int base = 0; any && base < kSets; base++)
      for (Mask rest = found[base]; rest; rest &= rest - 1) {
        int digit = first(rest);
        Bits covers = 0;
        for (int line = 0; line < geometry().size; line++)
          if (base >> line & 1) covers |= state.places[geometry().first_house(kind) + line][digit];
        if (sink(fish_step(state, kName, kind, (Mask)base, (Mask)covers, digit))) return true;
      }
  }
  return false;
}

template <class Sink> bool find_fish(const State &state, int degree, Sink &&sink) {
  return degree == 2 ? find_fish<2>(state, sink) : degree == 3 ? find_fish<3>(state, sink) : find_fish<4>(state, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
