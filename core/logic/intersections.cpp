// intersections.cpp: pointing and claiming in all profiles but `se`: each on its own, house by house in reading order.
#include "logic/intersections.hpp"

#include "logic/finders.hpp"

namespace nonet::logic {
namespace {

bool find_locked_in(const State &state, int from, int into_kind, int digit, StepSink sink) {
  Mask places = state.places[from][digit];
  if (!places) return false;
  int into = kGeometry.house[into_kind][kGeometry.cell[from][first(places)]];
  Mask removed = removed_by_locked(state, from, into, digit);
  return removed && sink(locked_step(state, from, into, digit, removed));
}

}  // namespace

bool find_pointing(const State &state, StepSink sink) {
  for (int box = 18; box < 27; box++)
    for (int digit = 0; digit < 9; digit++)
      for (int kind : {kRow, kColumn})
        if (find_locked_in(state, box, kind, digit, sink)) return true;
  return false;
}

bool find_claiming(const State &state, StepSink sink) {
  for (int line = 0; line < 18; line++)
    for (int digit = 0; digit < 9; digit++)
      if (find_locked_in(state, line, kBox, digit, sink)) return true;
  return false;
}

}  // namespace nonet::logic
