// templates.cpp: what all the ways to place a digit in the whole board have in common.
//
// A template of a digit has one cell in each row, column and box: 46,656 of them are possible on an empty board, a few
// dozen on most others. They are walked row by row, and the rows that cannot be completed are cut off. A cell that all
// templates of a digit have is in no template of another digit, so the digits are walked again until nothing changes.
#include "logic/finders.hpp"
#include "logic/subsets.hpp"

namespace nonet::logic {
namespace {

// By digit and row, as masks of columns: the cells that are possible, and those of some template.
struct Templates {
  Mask open[9][9], used[9][9];

  explicit Templates(const State &state) {
    for (int digit = 0; digit < 9; digit++)
      for (int row = 0; row < 9; row++) open[digit][row] = state.places[row][digit];
    for (int cell = 0; cell < kCells; cell++)
      if (state.digits[cell]) open[state.digits[cell] - 1][cell / 9] = bit(cell % 9);
    Mask changed = kAllDigits;
    while (changed) {
      int digit = first(changed);
      changed &= changed - 1;
      for (Mask &columns : used[digit]) columns = 0;
      if (walk(digit, 0, 0, 0)) changed |= exclude(digit);
    }
  }
  // Whether all templates have the cell.
  bool has_always(int digit, int cell) const { return used[digit][cell / 9] == bit(cell % 9); }
  bool has_ever(int digit, int cell) const { return used[digit][cell / 9] >> cell % 9 & 1; }
  bool has_any(int digit) const { return used[digit][0]; }

 private:
  // Continue the rows above: the columns that they took, and those of the boxes of this band that they took. Return
  // whether that leads to a template.
  bool walk(int digit, int row, Mask columns, Mask boxes) {
    if (row == 9) return true;
    bool any = false;
    for (Mask rest = open[digit][row] & (Mask) ~(columns | boxes); rest; rest &= rest - 1) {
      int column = first(rest);
      Mask box = (Mask)(7 << column / 3 * 3);
      if (!walk(digit, row + 1, columns | bit(column), row % 3 == 2 ? 0 : boxes | box)) continue;
      used[digit][row] |= bit(column);
      any = true;
    }
    return any;
  }
  // Close the cells that all templates of a digit have for the others. Return the digits that lose one.
  Mask exclude(int digit) {
    Mask lose = 0;
    for (int row = 0; row < 9; row++)
      for (int other = 0; is_single(used[digit][row]) && other < 9; other++) {
        if (other == digit || !(open[other][row] & used[digit][row])) continue;
        open[other][row] &= (Mask)~used[digit][row];
        lose |= bit(other);
      }
    return lose;
  }
};

// The candidates of a digit: base in some template, and as the cause those that another digit needs.
void mark_templates(Step &step, const State &state, const Templates &templates, int digit) {
  for (Cells rest = state.where(digit); !rest.empty();) {
    int cell = rest.pop();
    if (templates.has_ever(digit, cell)) step.mark(kBase, cell, bit(digit));
    for (int other = 0; other < 9; other++)
      if (other != digit && templates.has_always(other, cell)) step.mark(kCause, cell, bit(other));
  }
}

// Template set: all templates have the cell.
bool find_set(const State &state, const Templates &templates, int digit, StepSink sink) {
  for (Cells rest = state.where(digit); !rest.empty();) {
    int cell = rest.pop();
    if (!templates.has_always(digit, cell)) continue;
    Step step(k_template_set);
    mark_templates(step, state, templates, digit);
    step.place(cell, digit);
    if (sink(step)) return true;
  }
  return false;
}

// Template delete: no template has the cells.
bool find_delete(const State &state, const Templates &templates, int digit, StepSink sink) {
  Step step(k_template_delete);
  mark_templates(step, state, templates, digit);
  for (Cells rest = state.where(digit); !rest.empty();) {
    int cell = rest.pop();
    if (!templates.has_ever(digit, cell)) step.eliminate(cell, bit(digit));
  }
  return step.useful() && sink(step);
}

}  // namespace

bool find_templates(const State &state, bool placing, StepSink sink) {
  Templates templates(state);
  for (int digit = 0; digit < 9; digit++) {
    if (state.placed[digit] == 9 || !templates.has_any(digit)) continue;
    bool done = placing ? find_set(state, templates, digit, sink) : find_delete(state, templates, digit, sink);
    if (done) return true;
  }
  return false;
}

}  // namespace nonet::logic
