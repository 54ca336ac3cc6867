// several_houses.hpp: locked candidates and naked sets that eliminate wherever their cells are seen, on boards with further
// houses or chess rules. On all others Sukaku Explainer has the usual rules.
#ifndef NONET_LOGIC_SUKAKU_SEVERAL_HOUSES_HPP
#define NONET_LOGIC_SUKAKU_SEVERAL_HOUSES_HPP

#include "logic/se/intersections.hpp"
#include "logic/se/subsets.hpp"
#include "logic/sukaku/board.hpp"

namespace nonet::NONET_LOGIC {

// Two to six places of a digit in a house: cells outside that see all of them lose it. Kinds, digits, houses. It has no
// place on boards without further houses, where it would find what locked candidates are.
template <class Sink> bool find_common_peers(const State &state, Sink &&sink) {
  if (geometry().is_latin) return false;
  for (int i = 0; i < geometry().kinds; i++)
    for (int digit = 0; digit < geometry().size; digit++)
      for (int house = first_house_of(kind_at(i)); house < end_house_of(kind_at(i)); house++) {
        const Mask places = state.places[house][digit];
        if (size_of(places) < 2 || size_of(places) > 6) continue;
        const Cells cells = places_of(house, places), gone = seen_by_all(cells) & state.where(digit);
        if (gone.empty()) continue;
        Step step(k_common_peers);
        step.house(house);
        step.mark(kCause, cells, digit);
        step.eliminate(gone, digit);
        if (sink(step)) return true;
      }
  return false;
}

template <int kDegree, class Sink> bool find_generalised_naked_sets(const State &state, Sink &&sink) {
  constexpr Technique kName = kDegree == 2 ? k_naked_pair : kDegree == 3 ? k_naked_triple : k_naked_quadruple;
  for (int i = 0; i < geometry().kinds; i++)
    for (int house = first_house_of(house_order(i)); house < end_house_of(house_order(i)); house++) {
      if (state.empty[house] < 2 * kDegree) continue;
      Choices choices;
      for (int position = 0; position < geometry().size; position++) {
        const Mask candidates = state.candidates[geometry().cells_of(house)[position]];
        if (size_of(candidates) >= 2 && size_of(candidates) <= kDegree) choices.add(position, candidates);
      }
      if (choices.size < kDegree) continue;
      bool stop = for_tuples<kDegree>(choices, choices.size, kDegree, 0, 0, [&](Mask positions, Mask digits) {
        if (size_of(digits) != kDegree) return false;
        const Cells cells = places_of(house, positions);
        Step step(kName);
        step.house(house);
        step.mark(kCause, cells, state);
        for (Mask rest = digits; rest; rest &= rest - 1) {
          const Cells places = state.where(first(rest));
          step.eliminate(seen_by_all(cells & places) & places, first(rest));
        }
        return step.useful() && sink(step);
      });
      if (stop) return true;
    }
  return false;
}

template <class Sink> bool find_sukaku_intersections(const State &state, Sink &&sink) {
  return geometry().is_latin && find_intersections(state, Explainer::kSukaku, sink);
}

template <class Sink> bool find_sukaku_naked_sets(const State &state, int degree, Sink &&sink) {
  if (geometry().is_latin) return find_naked_sets(state, degree, sink);
  return degree == 2   ? find_generalised_naked_sets<2>(state, sink)
         : degree == 3 ? find_generalised_naked_sets<3>(state, sink)
                       : find_generalised_naked_sets<4>(state, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
