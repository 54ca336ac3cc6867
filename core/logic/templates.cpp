// templates.cpp: what all the ways to place a digit in the whole board have in common.
//
// A template of a digit has one cell in each row, column and box: 46,656 of them are possible on an empty board, a few
// dozen on most others. A cell that all templates of a digit have is in no template of another digit, so the templates of
// the digits are looked at again until nothing changes.
#include "logic/finders.hpp"
#include "logic/templates.hpp"

namespace nonet::logic {
namespace {

// By digit: the cells that are possible, and those of some template.
struct Templates {
  Cells open[9], used[9];

  explicit Templates(const State &state) {
    for (int digit = 0; digit < 9; digit++) open[digit] = state.where(digit);
    for (int cell = 0; cell < kCells; cell++) {
      if (!state.digits[cell]) continue;
      Cells &cells = open[state.digits[cell] - 1];
      cells = cells - row_of(cell);
      cells.add(cell);
    }
    Mask changed = kAllDigits;
    while (changed) {
      int digit = first(changed);
      changed &= changed - 1;
      used[digit] = cells_of_templates(open[digit]);
      if (has_any(digit)) changed |= exclude(digit);
    }
  }
  // Whether all templates have the cell.
  bool has_always(int digit, int cell) const {
    return used[digit].has(cell) && (used[digit] & row_of(cell)).size() == 1;
  }
  bool has_ever(int digit, int cell) const { return used[digit].has(cell); }
  bool has_any(int digit) const { return !used[digit].empty(); }

 private:
  static Cells row_of(int cell) { return kGeometry.house_cells[kGeometry.house[kRow][cell]]; }

  // Close the cells that all templates of a digit have for the others. Return the digits that lose one.
  Mask exclude(int digit) {
    Cells always;
    for (int row = 0; row < 9; row++) {
      Cells here = used[digit] & kGeometry.house_cells[row];
      if (here.size() == 1) always = always | here;
    }
    Mask lose = 0;
    for (int other = 0; other < 9; other++) {
      if (other == digit || (open[other] & always).empty()) continue;
      open[other] = open[other] - always;
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
