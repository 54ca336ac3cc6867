// short_chains.cpp: whether there is any chain of a digit, or through cells, before the search of aic.cpp looks for the best.
// Most boards have none, and that is soon known.
#include "logic/aic.hpp"

namespace nonet::logic {

// Whether some chain of a digit, however long, eliminates something.
static bool may_have_x_chain(const State &state, int digit) {
  const Cells where = state.where(digit);
  Cells strong[kCells], starts;
  for (int house = 0; house < kHouses; house++) {
    Cells two = where & kGeometry.house_cells[house];
    if (count(state.places[house][digit]) != 2) continue;
    starts = starts | two;
    int one = two.pop(), other = two.lowest();
    strong[one].add(other);
    strong[other].add(one);
  }
  for (Cells rest = starts; !rest.empty();) {
    int start = rest.pop();
    Cells off, on, edge;
    edge.add(start);
    while (!edge.empty()) {
      off = off | edge;
      Cells reached, next;
      while (!edge.empty()) reached = reached | strong[edge.pop()];
      for (Cells fresh = reached - on; !fresh.empty();) {
        int end = fresh.pop();
        Cells seen = kGeometry.peer_cells[end] & where;
        if (end == start || !(seen & kGeometry.peer_cells[start]).empty()) {
          bool is_first = strong[start].has(end);  // two places of a house
          if (!is_first) return true;
        }
        next = next | seen;
      }
      on = on | reached;
      edge = (next & starts) - off;
    }
  }
  return false;
}

// The same for chains through cells with two candidates.
static bool may_have_xy_chain(const State &state) {
  Cells where[9], pairs = BySize(state).two;
  for (int digit = 0; digit < 9; digit++) where[digit] = state.where(digit);
  for (Cells rest = pairs; !rest.empty();) {
    int start = rest.pop();
    for (Mask digits = state.candidates[start]; digits; digits &= digits - 1) {
      int digit = first(digits), cell = start;
      Cells left[9], open[9];  // by digit: cells in which it is on
      int other = first(state.candidates[start] & (Mask)~bit(digit));
      open[other].add(cell);
      for (int which = other; which < 9;) {
        if (open[which].empty()) {
          for (which = 0; which < 9 && open[which].empty();) which++;
          continue;
        }
        cell = open[which].pop();
        left[which].add(cell);
        for (Cells next = pairs & where[which] & kGeometry.peer_cells[cell]; !next.empty();) {
          int to = next.pop(), then = first(state.candidates[to] & (Mask)~bit(which));
          if (left[then].has(to)) continue;
          if (then == digit && to != start &&
              !(where[digit] & kGeometry.peer_cells[start] & kGeometry.peer_cells[to]).empty())
            return true;
          open[then].add(to);
        }
      }
    }
  }
  return false;
}

bool AlternatingSearch::find_short(const State &state, Alternating kind, AlsTable &sets, StepSink sink) {
  bool may_find = kind == Alternating::kThroughCells && may_have_xy_chain(state);
  for (int digit = 0; digit < 9 && kind == Alternating::kAlongDigit; digit++)
    may_find = may_find || may_have_x_chain(state, digit);
  return may_find && find(state, kind, sets, sink, kFewLevels);
}

}  // namespace nonet::logic
