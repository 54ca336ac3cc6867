// als_crossings.cpp: sets in a line and a box that cross: Sue de Coq and WXYZ-wing. Cells of the line and of the box see
// each other only through the crossing.

#include "logic/als.hpp"

namespace nonet::logic {

namespace {

constexpr int kLineStart = 0, kBoxStart = 18;

// The empty cells of a line and a box: in both, in the line only, and in the box only.
struct Crossing {
  int box, line;
  Cells both, in_line, in_box;

  Crossing(Cells open, int which_box, int which_line) : box(which_box), line(which_line) {
    both = kGeometry.house_cells[box] & kGeometry.house_cells[line] & open;
    in_line = (kGeometry.house_cells[line] - kGeometry.house_cells[box]) & open;
    in_box = (kGeometry.house_cells[box] - kGeometry.house_cells[line]) & open;
  }
};

// Call a function with each crossing of a line and a box.
template <class Function> void each_crossing(const State &state, Function function) {
  const Cells open = state.open();
  for (int box = kBoxStart; box < kHouses; box++)
    for (int line = kLineStart; line < kBoxStart; line++)
      if (!(kGeometry.house_cells[box] & kGeometry.house_cells[line]).empty()) function(Crossing(open, box, line));
}

// The subsets of some cells, at most nine, with their candidates.
struct Subsets {
  int size = 0;
  struct {
    Cells cells;
    Mask digits;
    uint8_t count;
  } list[64];

  Subsets(const State &state, Cells cells, int fewest) {
    int cell[9], n = 0;
    while (!cells.empty()) cell[n++] = cells.pop();
    for (unsigned pattern = 1; pattern < 1u << n; pattern++) {
      if (count((Mask)pattern) < fewest) continue;
      auto &here = list[size++];
      here = {{}, 0, (uint8_t)count((Mask)pattern)};
      for (unsigned rest = pattern; rest; rest &= rest - 1) {
        here.cells.add(cell[first(rest)]);
        here.digits |= state.candidates[cell[first(rest)]];
      }
    }
  }
};

// The cells that see all places of a digit in some cells.
Cells seen_by_all(const State &state, Cells cells, int digit) {
  Cells places = state.where(digit);
  return places & common_peers(cells & places);
}

Mask digits_of(const State &state, Cells cells) {
  Mask digits = 0;
  while (!cells.empty()) digits |= state.candidates[cells.pop()];
  return digits;
}

// The houses and the cells of a pattern are kept as a line, a box and the positions in each.
AlsPattern pattern_of(const Crossing &at, Cells cells) {
  AlsPattern pattern;
  Mask positions[2] = {0, 0};
  for (Cells rest = cells; !rest.empty();) {
    int cell = rest.pop();
    if (kGeometry.house_cells[at.line].has(cell))
      positions[0] |= bit(kGeometry.position[at.line < 9 ? kRow : kColumn][cell]);
    if (kGeometry.house_cells[at.box].has(cell)) positions[1] |= bit(kGeometry.position[kBox][cell]);
  }
  pattern.set[0] = (uint16_t)at.line, pattern.set[1] = (uint16_t)at.box;
  pattern.set[2] = positions[0], pattern.set[3] = positions[1];
  pattern.order =
      (uint64_t)cells.size() << 32 | (uint64_t)at.box << 24 | (uint64_t)at.line << 16 | (uint64_t)cells.lowest();
  return pattern;
}

struct Parts {
  Cells both, in_line, in_box;

  explicit Parts(const AlsPattern &pattern) {
    Cells line = cells_of(pattern.set[0], pattern.set[2]), box = cells_of(pattern.set[1], pattern.set[3]);
    both = line & box, in_line = line - box, in_box = box - line;
  }
};

void keep(AlsPatterns &patterns, AlsPattern pattern, const Removes &removes) {
  if (removes.empty()) return;
  pattern.removes = removes.hash();
  patterns.add(pattern);
}

// -- Sue de Coq ------------------------------------------------------------------------------------------------------------

// Each digit of the cells is placed in them once, because there is one cell for each. It is eliminated from the line and
// the box only: a player who knows the pattern looks there.
Removes removed_by_sue_de_coq(const State &state, int line, int box, Cells cells, Mask digits) {
  Cells around = kGeometry.house_cells[line] | kGeometry.house_cells[box];
  Removes removes;
  for (Mask rest = digits; rest; rest &= (Mask)(rest - 1))
    removes.add(first(rest), seen_by_all(state, cells, first(rest)) & around);
  return removes;
}

void find_sue_de_coqs_at(const State &state, const Crossing &at, AlsPatterns &patterns) {
  if (at.both.size() < 2) return;
  Subsets middles(state, at.both, 2), lines(state, at.in_line, 1), boxes(state, at.in_box, 1);
  for (int i = 0; i < middles.size; i++) {
    const auto &middle = middles.list[i];
    if (count(middle.digits) < middle.count + 2) continue;
    for (int j = 0; j < lines.size; j++) {
      const auto &line = lines.list[j];
      if (!(line.digits & middle.digits) || count(line.digits) <= line.count) continue;
      for (int k = 0; k < boxes.size; k++) {
        const auto &box = boxes.list[k];
        if (box.digits & line.digits || !(box.digits & middle.digits) || count(box.digits) <= box.count) continue;
        Mask digits = middle.digits | line.digits | box.digits;
        if (count(digits) != middle.count + line.count + box.count) continue;
        Cells cells = middle.cells | line.cells | box.cells;
        keep(patterns, pattern_of(at, cells), removed_by_sue_de_coq(state, at.line, at.box, cells, digits));
      }
    }
  }
}

// -- WXYZ-wing -------------------------------------------------------------------------------------------------------------

// Of four cells with four digits, the one digit whose places do not all see each other; -1 if there is none or another.
int loose_digit(const State &state, Cells cells, Mask digits) {
  int loose = -1;
  for (Mask rest = digits; rest; rest &= (Mask)(rest - 1)) {
    int digit = first(rest);
    Cells places = cells & state.where(digit);
    bool see_each_other = true;
    for (Cells left = places; !left.empty() && see_each_other;) {
      int cell = left.pop();
      see_each_other = (left - kGeometry.peer_cells[cell]).empty();
    }
    if (see_each_other) continue;
    if (loose >= 0) return -1;
    loose = digit;
  }
  return loose;
}

void find_wxyz_wings_at(const State &state, const Crossing &at, AlsPatterns &patterns) {
  Subsets pivots(state, at.both, 1), lines(state, at.in_line, 1), boxes(state, at.in_box, 1);
  for (int i = 0; i < pivots.size; i++) {
    const auto &pivot = pivots.list[i];
    for (int j = 0; j < lines.size; j++) {
      const auto &line = lines.list[j];
      if (pivot.count + line.count > 3 || count(pivot.digits | line.digits) > 4) continue;
      for (int k = 0; k < boxes.size; k++) {
        const auto &box = boxes.list[k];
        Mask digits = pivot.digits | line.digits | box.digits;
        if (pivot.count + line.count + box.count != 4 || count(digits) != 4) continue;
        Cells cells = pivot.cells | line.cells | box.cells;
        int digit = loose_digit(state, cells, digits);
        if (digit < 0) continue;
        Removes removes;
        removes.add(digit, seen_by_all(state, cells, digit));
        keep(patterns, pattern_of(at, cells), removes);
      }
    }
  }
}

}  // namespace

bool find_sue_de_coqs(const State &state, AlsPatterns &patterns, StepSink sink) {
  patterns.clear();
  each_crossing(state, [&](const Crossing &at) { find_sue_de_coqs_at(state, at, patterns); });
  patterns.sort();
  for (int i = 0; i < patterns.size; i++) {
    const AlsPattern &pattern = patterns.list[i];
    Parts parts(pattern);
    Step step(k_sue_de_coq);
    step.house(pattern.set[0]);
    step.house(pattern.set[1]);
    step.mark(kBase, parts.both, state);
    step.mark(kCover, parts.in_line, state);
    step.mark(kExtra, parts.in_box, state);
    Mask digits = digits_of(state, parts.both | parts.in_line | parts.in_box);
    removed_by_sue_de_coq(state, pattern.set[0], pattern.set[1], parts.both | parts.in_line | parts.in_box, digits)
        .apply(step);
    if (sink(step)) return true;
  }
  return false;
}

bool find_wxyz_wings(const State &state, AlsPatterns &patterns, StepSink sink) {
  patterns.clear();
  each_crossing(state, [&](const Crossing &at) { find_wxyz_wings_at(state, at, patterns); });
  patterns.sort();
  for (int i = 0; i < patterns.size; i++) {
    const AlsPattern &pattern = patterns.list[i];
    Parts parts(pattern);
    Cells cells = parts.both | parts.in_line | parts.in_box;
    int digit = loose_digit(state, cells, digits_of(state, cells));
    Step step(k_wxyz_wing);
    step.mark(kPivot, parts.both, state);
    step.mark(kPincer, parts.in_line | parts.in_box, state);
    Removes removes;
    removes.add(digit, seen_by_all(state, cells, digit));
    removes.apply(step);
    if (sink(step)) return true;
  }
  return false;
}

}  // namespace nonet::logic
