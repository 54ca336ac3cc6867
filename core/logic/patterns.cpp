// patterns.cpp: fireworks and tridagons. Each has its proof above it; neither needs a unique solution.
#include "logic/finders.hpp"
#include "logic/tuples.hpp"

namespace nonet::logic {
namespace {

// -- fireworks -----------------------------------------------------------------------------------------------------------
//
// A firework of a digit: a row and a column cross in a box, and outside of the box the digit has at most one place in the
// row and at most one in the column: the wings. Then the digit is in the crossing or in a wing: if it is in no wing, its
// places in the row and in the column are both in the box, which has the digit once, so they are the same cell. A digit
// without any wing is not listed.
//
// Triple: three digits have the same crossing and the same wings, so they fill these three cells, each in one of them.
// Quadruple: two digits have a firework at one crossing, two at the opposite corner of the rectangle, and the wings are the
// same. The four digits fill the four cells, each in one of them, and no digit is in the crossing of the other two.
// In both, a digit that is in a wing is not in the other one, so its place in the other line is in the box. In each case
// it is in none of the four cells of the box that are in neither line.

struct Firework {
  uint8_t crossing, row_wing, column_wing;
  Mask digits;
};

struct Fireworks {
  static constexpr int kMost = 256;
  int size = 0;
  Firework of[kMost];
};

constexpr int kNoWing = 255, kTwoWings = 254;

// The one cell of a line outside of a box that can be a digit.
int wing_of(const State &state, int line, int box, int digit) {
  int found = kNoWing;
  for (Mask rest = state.places[line][digit]; rest; rest &= rest - 1) {
    int cell = kGeometry.cell[line][first(rest)];
    if (kGeometry.house[kBox][cell] == box) continue;
    if (found != kNoWing) return kTwoWings;
    found = cell;
  }
  return found;
}

// All fireworks of `picks` digits or more at a crossing. Each wing must be the wing of some digit.
void list_fireworks(const State &state, int picks, Fireworks &found) {
  for (int cell = 0; cell < kCells; cell++) {
    if (size_of(state.candidates[cell]) < 2) continue;
    int row = kGeometry.house[kRow][cell], column = kGeometry.house[kColumn][cell], box = kGeometry.house[kBox][cell];
    int row_wing[9], column_wing[9];
    Mask digits = 0;
    for (int digit = 0; digit < 9; digit++) {
      if (!state.places[row][digit] || !state.places[column][digit]) continue;
      row_wing[digit] = wing_of(state, row, box, digit);
      column_wing[digit] = wing_of(state, column, box, digit);
      bool has_wing = row_wing[digit] != kNoWing || column_wing[digit] != kNoWing;
      if (has_wing && row_wing[digit] != kTwoWings && column_wing[digit] != kTwoWings) digits |= bit(digit);
    }
    if (size_of(digits) < picks) continue;
    for (int one = 0; one < 9; one++)
      for (int two = 0; two < 9; two++) {
        int at_row = kGeometry.cell[row][one], at_column = kGeometry.cell[column][two];
        bool in_row = false, in_column = false;
        Mask group = 0;
        for (Mask rest = digits; rest; rest &= rest - 1) {
          int digit = first(rest);
          if (row_wing[digit] != kNoWing && row_wing[digit] != at_row) continue;
          if (column_wing[digit] != kNoWing && column_wing[digit] != at_column) continue;
          group |= bit(digit);
          in_row = in_row || row_wing[digit] == at_row;
          in_column = in_column || column_wing[digit] == at_column;
        }
        if (size_of(group) < picks || !in_row || !in_column || found.size == Fireworks::kMost) continue;
        found.of[found.size++] = {(uint8_t)cell, (uint8_t)at_row, (uint8_t)at_column, group};
      }
  }
}

// The cells of the box of a crossing that are in neither of its lines.
Cells rest_of_box(int cell) {
  return kGeometry.house_cells[kGeometry.house[kBox][cell]] - kGeometry.house_cells[kGeometry.house[kRow][cell]] -
         kGeometry.house_cells[kGeometry.house[kColumn][cell]];
}

bool firework_triple_step(const State &state, const Firework &from, Mask digits, StepSink sink) {
  Step step(k_firework_triple);
  for (int kind : {kRow, kColumn, kBox}) step.house(kGeometry.house[kind][from.crossing]);
  step.mark(kPivot, from.crossing, state.candidates[from.crossing] & digits);
  for (int wing : {from.row_wing, from.column_wing}) step.mark(kPincer, wing, state.candidates[wing] & digits);
  for (int cell : {from.crossing, from.row_wing, from.column_wing}) step.eliminate(cell, state, (Mask)~digits);
  step.eliminate(rest_of_box(from.crossing), state, digits);
  return step.useful() && sink(step);
}

bool firework_quadruple_step(const State &state, const Firework &one, Mask ab, const Firework &two, Mask cd,
                             StepSink sink) {
  Step step(k_firework_quadruple);
  for (const Firework *from : {&one, &two})
    for (int kind : {kRow, kColumn, kBox}) step.house(kGeometry.house[kind][from->crossing]);
  step.mark(kPivot, one.crossing, state.candidates[one.crossing] & ab);
  step.mark(kPivot, two.crossing, state.candidates[two.crossing] & cd);
  for (int wing : {one.row_wing, one.column_wing}) step.mark(kPincer, wing, state.candidates[wing] & (ab | cd));
  step.eliminate(one.crossing, state, (Mask)~ab);
  step.eliminate(two.crossing, state, (Mask)~cd);
  for (int wing : {one.row_wing, one.column_wing}) step.eliminate(wing, state, (Mask) ~(ab | cd));
  step.eliminate(rest_of_box(one.crossing), state, ab);
  step.eliminate(rest_of_box(two.crossing), state, cd);
  return step.useful() && sink(step);
}

// Call visit(subset) for each subset of a size, until it returns true.
template <class Visit> bool for_subsets(Mask digits, int size, Visit &&visit) {
  for (Mask subset = digits; subset; subset = (subset - 1) & digits)
    if (size_of(subset) == size && visit(subset)) return true;
  return false;
}

// -- tridagons -----------------------------------------------------------------------------------------------------------
//
// Four boxes form a rectangle. In each of them three cells share no row and no column: a transversal, which as a map of
// rows to columns is an even or an odd permutation. If an odd number of the four are odd, the twelve cells cannot all be
// one of three digits. Suppose that they are. Then each box has each of the digits once. Two boxes in a band differ in each
// row, so one map of rows to digits is the other one after a permutation without a fixed point; of three digits this is a
// cycle, which is even. So the maps of rows to digits have the same parity in the two boxes of a band, and those of columns
// to digits in the two boxes of a stack. In each box the parity of the transversal is the sum of the two, so over the
// four boxes the parities add up to an even number.
//
// So one of the other candidates of the twelve cells, the guardians, is true. What contradicts each guardian is false: in
// the one cell that has guardians, the three digits; or the digit of all guardians in the cells that see all of them.

// The six transversals of a box as positions; the first three are even.
constexpr uint8_t kTransversals[6][3] = {{0, 4, 8}, {1, 5, 6}, {2, 3, 7}, {0, 5, 7}, {1, 3, 8}, {2, 4, 6}};

struct Tridagon {
  static constexpr int kMostGuarded = 4;  // cells with guardians
  const State &state;
  StepSink sink;
  Mask digits;
  Cells usable;  // the cells that can be at least two of the digits
  int boxes[4];
  uint8_t cells[12];

  // Choose a transversal in each box from the `nth` on. Returns true if the sink has had enough.
  bool choose(int nth, bool is_odd, Cells guarded, Mask guardians) {
    if (nth == 4) return is_odd && !guarded.empty() && step(guarded, guardians);
    for (int which = 0; which < 6; which++) {
      Cells now_guarded = guarded;
      Mask now_guardians = guardians;
      bool usable_all = true;
      for (int i = 0; i < 3; i++) {
        int cell = kGeometry.cell[boxes[nth]][kTransversals[which][i]];
        Mask others = state.candidates[cell] & (Mask)~digits;
        usable_all = usable_all && usable.has(cell);
        cells[3 * nth + i] = (uint8_t)cell;
        if (others) now_guarded.add(cell), now_guardians |= others;
      }
      int count = now_guarded.size();
      if (!usable_all || count > kMostGuarded || (count > 1 && size_of(now_guardians) > 1)) continue;
      if (choose(nth + 1, is_odd != (which >= 3), now_guarded, now_guardians)) return true;
    }
    return false;
  }

  bool step(Cells guarded, Mask guardians) {
    Step found(k_tridagon);
    for (int box : boxes) found.house(box);
    for (int cell : cells) found.mark(kBase, cell, state.candidates[cell] & digits);
    found.mark(kExtra, guarded, state, guardians);
    if (guarded.size() == 1) {
      found.eliminate(guarded.lowest(), state, digits);
    } else {
      found.eliminate(common_peers(guarded), state, guardians);
    }
    return found.useful() && sink(found);
  }
};

}  // namespace

bool find_fireworks(const State &state, int size, StepSink sink) {
  Fireworks found;
  list_fireworks(state, size == 3 ? 3 : 2, found);
  for (int i = 0; i < found.size; i++) {
    const Firework &one = found.of[i];
    if (size == 3) {
      if (for_subsets(one.digits, 3, [&](Mask digits) { return firework_triple_step(state, one, digits, sink); }))
        return true;
      continue;
    }
    for (int j = i + 1; j < found.size; j++) {
      const Firework &two = found.of[j];
      bool wings_agree = one.row_wing == two.column_wing && one.column_wing == two.row_wing;
      if (!wings_agree || one.crossing == two.crossing) continue;
      bool enough = for_subsets(one.digits & state.candidates[one.crossing], 2, [&](Mask ab) {
        return for_subsets(two.digits & state.candidates[two.crossing] & (Mask)~ab, 2,
                           [&](Mask cd) { return firework_quadruple_step(state, one, ab, two, cd, sink); });
      });
      if (enough) return true;
    }
  }
  return false;
}

bool find_tridagons(const State &state, StepSink sink) {
  Cells where[9];
  for (int digit = 0; digit < 9; digit++) where[digit] = state.where(digit);
  return for_subsets(kAllDigits, 3, [&](Mask digits) {
    Cells one, two, others;
    for (int digit = 0; digit < 9; digit++) {
      if (digits >> digit & 1) {
        two = two | (one & where[digit]);
        one = one | where[digit];
      } else {
        others = others | where[digit];
      }
    }
    if ((two - others).size() < 12 - Tridagon::kMostGuarded) return false;
    for (int left_out_band = 0; left_out_band < 3; left_out_band++)
      for (int left_out_stack = 0; left_out_stack < 3; left_out_stack++) {
        Tridagon tridagon{state, sink, digits, two, {}, {}};
        int size = 0;
        for (int box = 0; box < 9; box++)
          if (box / 3 != left_out_band && box % 3 != left_out_stack) tridagon.boxes[size++] = 9 * kBox + box;
        if (tridagon.choose(0, false, {}, 0)) return true;
      }
    return false;
  });
}

}  // namespace nonet::logic
