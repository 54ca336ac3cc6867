// subsets.cpp: locked pairs and triples, and the naked and hidden subsets of all profiles but `se`.
//
// Sudoku Explainer passes over subsets of houses with few empty cells, because the complement is a smaller subset. A
// profile may have the larger one first, so these finders pass over nothing. They look at boxes, then rows, then columns;
// in a house the cells (or the digits) are combined in ascending order, the lowest outermost.
#include "logic/tuples.hpp"

#include "logic/finders.hpp"

namespace nonet::logic {
namespace {

constexpr int kBoxRowColumn[3] = {kBox, kRow, kColumn};

// Call visit(names, their union) for each choice of `picks` masks from `begin` on whose union has at most `most` bits,
// until it returns true: the lowest name is outermost.
template <class Visit>
bool for_ascending(const Choices &choices, int begin, int picks, int most, Mask names, Mask all, Visit &visit) {
  for (int i = begin; i + picks <= choices.size; i++) {
    Mask united = all | choices.mask[i], with = names | bit(choices.name[i]);
    if (size_of(united) > most) continue;
    if (picks == 1 ? visit(with, united) : for_ascending(choices, i + 1, picks - 1, most, with, united, visit))
      return true;
  }
  return false;
}

// The houses of a kind that have all of the cells, or -1.
int shared_house(Cells cells, int kind) {
  int house = kGeometry.house[kind][cells.lowest()];
  return (cells - kGeometry.house_cells[house]).empty() ? house : -1;
}

Cells with_any_of(const State &state, Mask digits) {
  Cells cells;
  for (Mask rest = digits; rest; rest &= rest - 1) cells = cells | state.where(first(rest));
  return cells;
}

// A naked subset that lies in a box and a line is locked if each of the two houses loses candidates, and a cell in both
// counts for the box.
bool naked_step(const State &state, int house, Mask positions, Mask digits, bool locked, StepSink sink) {
  Cells pattern = cells_of(house, positions), having = with_any_of(state, digits) - pattern;
  int box = shared_house(pattern, kBox), line = shared_house(pattern, kRow);
  if (line < 0) line = shared_house(pattern, kColumn);
  Cells in_box = box < 0 ? Cells{} : having & kGeometry.house_cells[box];
  Cells in_line = line < 0 ? Cells{} : having & kGeometry.house_cells[line];
  if (box >= 0) in_line = in_line - kGeometry.house_cells[box];
  bool is_locked = size_of(digits) < 4 && !in_box.empty() && !in_line.empty();
  if ((in_box | in_line).empty() || is_locked != locked) return false;
  Step step(size_of(digits) == 4   ? k_naked_quadruple
            : size_of(digits) == 3 ? (locked ? k_locked_triple : k_naked_triple)
            : locked               ? k_locked_pair
                                   : k_naked_pair);
  if (!in_box.empty()) step.house(box);
  if (!in_line.empty()) step.house(line);
  step.mark(kCause, pattern, state);
  step.eliminate(in_box | in_line, state, digits);
  return sink(step);
}

bool find_naked(const State &state, int size, bool locked, StepSink sink) {
  for (int kind : kBoxRowColumn) {
    for (int house = 9 * kind; house < 9 * kind + 9; house++) {
      Choices choices;
      for (int at = 0; at < 9; at++) {
        Mask mask = state.candidates[kGeometry.cell[house][at]];
        if (size_of(mask) >= 2 && size_of(mask) <= size) choices.add(at, mask);
      }
      auto visit = [&](Mask positions, Mask digits) {
        return size_of(digits) == size && naked_step(state, house, positions, digits, locked, sink);
      };
      if (for_ascending(choices, 0, size, size, 0, 0, visit)) return true;
    }
    if (locked) return false;
  }
  return false;
}

}  // namespace

bool find_locked_subsets(const State &state, int size, StepSink sink) { return find_naked(state, size, true, sink); }

bool find_naked_subsets(const State &state, int size, StepSink sink) { return find_naked(state, size, false, sink); }

bool find_hidden_subsets(const State &state, int size, StepSink sink) {
  for (int kind : kBoxRowColumn)
    for (int house = 9 * kind; house < 9 * kind + 9; house++) {
      if (state.empty[house] <= size) continue;
      Choices choices = digits_with_few_places(state, house, size);
      auto visit = [&](Mask digits, Mask positions) {
        if (size_of(positions) != size) return false;
        Step step(size == 2 ? k_hidden_pair : size == 3 ? k_hidden_triple : k_hidden_quadruple);
        for (Cells rest = cells_of(house, positions); !rest.empty();) {
          int cell = rest.pop();
          step.remove(cell, state.candidates[cell] & (Mask)~digits);
        }
        if (!step.useful()) return false;
        mark_hidden_set(step, state, house, digits, positions);
        return sink(step);
      };
      if (for_ascending(choices, 0, size, size, 0, 0, visit)) return true;
    }
  return false;
}

}  // namespace nonet::logic
