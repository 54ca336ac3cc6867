// subsets.hpp: naked and hidden pairs, triples and quadruples, and *direct* hidden ones, which leave a hidden single, with the
// guards of Sudoku Explainer.
#ifndef NONET_LOGIC_SE_SUBSETS_HPP
#define NONET_LOGIC_SE_SUBSETS_HPP

#include "logic/tuples.hpp"

namespace nonet::NONET_LOGIC {

template <int kDegree, class Sink> bool find_naked_sets(const State &state, Sink &&sink) {
  constexpr Technique kName = kDegree == 2 ? k_naked_pair : kDegree == 3 ? k_naked_triple : k_naked_quadruple;
  BySize sizes(state);
  Cells small = sizes.two;
  if (kDegree > 2) small = small | sizes.three;
  if (kDegree > 3)
    for (Cells rest = sizes.more; !rest.empty();) {
      int cell = rest.pop();
      if (size_of(state.candidates[cell]) == 4) small.add(cell);
    }
  for (int k = 0; k < geometry().kinds; k++)
    for (int house = geometry().first_house(house_order(k)); house < geometry().end_house(house_order(k)); house++) {
      if (state.empty[house] < 2 * kDegree || !geometry().tiles(geometry().kind_of(house))) continue;
      Choices choices;
      for (int i = 0; i < geometry().size; i++)
        if (int cell = geometry().cells_of(house)[i]; small.has(cell)) choices.add(i, state.candidates[cell]);
      if (choices.size < kDegree) continue;
      bool stop = for_tuples<kDegree>(choices, choices.size, kDegree, 0, 0, [&](Mask positions, Mask digits) {
        if (size_of(digits) != kDegree || !appear_elsewhere(state, house, positions, digits)) return false;
        Step step(kName);
        step.house(house);
        for (int i = 0; i < geometry().size; i++) {
          int cell = geometry().cells_of(house)[i];
          Mask common = state.candidates[cell] & digits;
          step.mark(positions >> i & 1 ? kCause : kTarget, cell, common);
          if (!(positions >> i & 1)) step.remove(cell, common);
        }
        return (bool)sink(step);
      });
      if (stop) return true;
    }
  return false;
}

template <int kDegree, class Sink> bool find_hidden_sets(const State &state, Sink &&sink) {
  constexpr Technique kName = kDegree == 2 ? k_hidden_pair : kDegree == 3 ? k_hidden_triple : k_hidden_quadruple;
  return for_hidden_sets<kDegree>(state, 2 * kDegree, [&](int house, Mask digits, Mask positions) {
    Step step(kName);
    for (Mask rest = positions; rest; rest &= rest - 1) {
      int cell = geometry().cells_of(house)[first(rest)];
      step.remove(cell, state.candidates[cell] & (Mask)~digits);
    }
    if (!step.useful()) return false;
    mark_hidden_set(step, state, house, digits, positions);
    return (bool)sink(step);
  });
}

// The lowest digit of the house that has one place left outside the cells of a hidden set.
template <int kDegree, class Sink> bool find_direct_hidden_sets(const State &state, Sink &&sink) {
  constexpr Technique kName = kDegree == 2 ? k_direct_hidden_pair : k_direct_hidden_triple;
  return for_hidden_sets<kDegree>(state, kDegree, [&](int house, Mask digits, Mask positions) {
    for (int digit = 0; digit < geometry().size; digit++) {
      Mask places = state.places[house][digit], left = places & (Mask)~positions;
      if (digits >> digit & 1 || !is_single(left) || left == places) continue;
      Step step(kName);
      step.place(geometry().cells_of(house)[first(left)], digit);
      mark_hidden_set(step, state, house, digits, positions);
      return (bool)sink(step);
    }
    return false;
  });
}

template <class Sink> bool find_naked_sets(const State &state, int degree, Sink &&sink) {
  return degree == 2   ? find_naked_sets<2>(state, sink)
         : degree == 3 ? find_naked_sets<3>(state, sink)
                       : find_naked_sets<4>(state, sink);
}

template <class Sink> bool find_hidden_sets(const State &state, int degree, Sink &&sink) {
  return degree == 2   ? find_hidden_sets<2>(state, sink)
         : degree == 3 ? find_hidden_sets<3>(state, sink)
                       : find_hidden_sets<4>(state, sink);
}

template <class Sink> bool find_direct_hidden_sets(const State &state, int degree, Sink &&sink) {
  return degree == 2 ? find_direct_hidden_sets<2>(state, sink) : find_direct_hidden_sets<3>(state, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
