// rectangles.cpp: unique, hidden and avoidable rectangles, as people look for them.
//
// Four cells in two rows, two columns and two boxes that held only two digits could be filled in two ways. In a puzzle with
// one solution that never happens, unless one of the cells is a given. Earlier eliminations do not matter: a corner may have
// lost one of the two digits, as long as no filled cell sees that digit. Sudoku Explainer wants both in every corner, and
// stops at sets of four; its own search is in uniqueness.hpp.

#include "logic/finders.hpp"
#include "logic/se/uniqueness.hpp"

namespace nonet::logic {
namespace {

// The corners one after the other around the rectangle. The first two are in one box.
struct Rectangle {
  uint8_t corners[4];
};

// All rectangles with a corner, until the visitor returns true.
template <class Visit> bool for_rectangles(int start, Visit &&visit) {
  int box = kGeometry.house[kBox][start];
  for (int beside : kGeometry.cell[box]) {
    bool in_row = share_house(kRow, start, beside), in_column = share_house(kColumn, start, beside);
    if (in_row == in_column) continue;  // both: the same cell
    int kind = in_row ? kColumn : kRow;
    for (int i = 0; i < 9; i++) {
      int across = kGeometry.cell[kGeometry.house[kind][start]][i];
      if (kGeometry.house[kBox][across] == box) continue;
      int corner = kGeometry.cell[kGeometry.house[kind][beside]][i];
      if (visit(Rectangle{{(uint8_t)start, (uint8_t)beside, (uint8_t)corner, (uint8_t)across}})) return true;
    }
  }
  return false;
}

// -- unique rectangles ------------------------------------------------------------------------------

// By cell: the digits that no filled cell sees; none for a filled cell.
struct Unseen {
  Mask digits[kCells];
  explicit Unseen(const State &state) {
    Mask placed[kHouses] = {};
    for (int cell = 0; cell < kCells; cell++)
      for (int kind = 0; state.digits[cell] && kind < 3; kind++)
        placed[kGeometry.house[kind][cell]] |= bit(state.digits[cell] - 1);
    for (int cell = 0; cell < kCells; cell++) {
      Mask seen = 0;
      for (int kind = 0; kind < 3; kind++) seen |= placed[kGeometry.house[kind][cell]];
      digits[cell] = state.digits[cell] ? 0 : kAllDigits & (Mask)~seen;
    }
  }
};

// A rectangle of which at least one corner has the pair alone.
struct Unique {
  Rectangle rectangle;
  Mask pair;
  Mask extra;    // the other digits
  Cells others;  // the corners that have some
  int size;      // of others

  bool is_diagonal() const { return size == 2 && others.has(rectangle.corners[0]) == others.has(rectangle.corners[2]); }
  bool is_side() const { return size == 2 && !is_diagonal(); }

  Step step(const State &state, Technique technique) const {
    Step made(technique);
    for (int cell : rectangle.corners) made.mark(kBase, cell, state.candidates[cell] & pair);
    made.mark(kExtra, others, state, extra);
    return made;
  }
};

// All rectangles of a board, each once for a pair: from the lowest corner that has the pair alone. HoDoKu takes each only
// once, for the first pair.
template <class Visit> bool for_unique(const State &state, bool as_hodoku, Visit &&visit) {
  uint64_t visited[kCells * kCells / 64 + 1] = {};  // by the lowest and the highest corner
  Cells starts = BySize(state).two;
  if (starts.empty()) return false;
  Unseen unseen(state);
  while (!starts.empty()) {
    int start = starts.pop();
    Mask pair = state.candidates[start];
    bool done = for_rectangles(start, [&](const Rectangle &rectangle) {
      Unique here{rectangle, pair, 0, {}, 0};
      int low = start, high = start;
      for (int cell : rectangle.corners) {
        if ((unseen.digits[cell] & pair) != pair) return false;
        low = cell < low ? cell : low, high = cell > high ? cell : high;
      }
      if (int key = low * kCells + high; as_hodoku) {
        if (visited[key >> 6] >> (key & 63) & 1) return false;
        visited[key >> 6] |= 1ull << (key & 63);
      }
      for (int cell : rectangle.corners) {
        Mask digits = state.candidates[cell];
        if (!(digits & pair) || (cell < start && digits == pair)) return false;
        if (!(digits & ~pair)) continue;
        here.extra |= digits & (Mask)~pair;
        here.others.add(cell);
        here.size++;
      }
      return visit(here);
    });
    if (done) return true;
  }
  return false;
}

// Type 1: only one corner has other digits, so it is one of them.
bool find_type_1(const State &state, const Unique &here, StepSink sink) {
  if (here.size != 1) return false;
  Step step = here.step(state, k_unique_rectangle_1);
  step.eliminate(here.others, state, here.pair);
  return step.useful() && sink(step);
}

// Types 2 and 5: two or three corners have the same other digit, on one side (2) or not (5), and one of them is that digit.
bool find_type_2(const State &state, const Unique &here, Technique technique, StepSink sink) {
  if (here.size < 2 || !is_single(here.extra) || here.is_side() != (technique == k_unique_rectangle_2)) return false;
  Step step = here.step(state, technique);
  step.eliminate(common_peers(here.others), state, here.extra);
  return step.useful() && sink(step);
}

// The set after another one if a set comes before those that begin with its members, and then by the first other member.
unsigned next_in_order(unsigned set, int size) {
  unsigned last = 31 - (unsigned)__builtin_clz(set);
  if ((int)last + 1 < size) return set | 2u << last;
  set &= ~(1u << last);
  if (!set) return 0;
  last = 31 - (unsigned)__builtin_clz(set);
  return (set & ~(1u << last)) | 2u << last;
}

// Type 3: two corners on a side act as one cell that has their other digits, in a naked set of a house. The smallest set
// comes first; HoDoKu has them in the order of their cells.
bool find_type_3(const State &state, const Unique &here, bool as_hodoku, StepSink sink) {
  if (!here.is_side() || is_single(here.extra)) return false;
  Cells rest = here.others;
  int one = rest.pop(), two = rest.pop();
  Cells seen_before;  // a set in a line and a box is found once
  for (int kind : {kRow, kColumn, kBox}) {
    if (!share_house(kind, one, two)) continue;
    int house = kGeometry.house[kind][one];
    uint8_t cells[9];
    int size = 0;
    for (int cell : kGeometry.cell[house])
      if (state.candidates[cell] && !(state.candidates[cell] & here.pair)) cells[size++] = (uint8_t)cell;
    auto pass = [&](unsigned some) {
      Cells set;
      Mask digits = here.extra;
      for (unsigned left = some; left; left &= left - 1) {
        set.add(cells[first(left)]);
        digits |= state.candidates[cells[first(left)]];
      }
      int degree = size_of(some);
      if (size_of(digits) != degree + 1 || (set - seen_before).empty()) return false;
      Step step = here.step(state, k_unique_rectangle_3);
      step.rating = (uint16_t)(step.rating + 10 * degree);
      step.house(house);
      step.eliminate(common_peers(set | here.others), state, digits);
      step.mark(kCause, set, state);
      return step.useful() && sink(step);
    };
    for (unsigned some = size > 0; some && as_hodoku; some = next_in_order(some, size))
      if (pass(some)) return true;
    for (int degree = 1; degree <= size && !as_hodoku; degree++)
      for (unsigned some = 1; some < 1u << size; some++)
        if (size_of(some) == degree && pass(some)) return true;
    seen_before = kGeometry.house_cells[house];
  }
  return false;
}

// Type 4: on a side, one digit of the pair has no other place in the house, so the other one would complete the pattern.
bool find_type_4(const State &state, const Unique &here, StepSink sink) {
  if (!here.is_side()) return false;
  Cells rest = here.others;
  int one = rest.pop(), two = rest.pop();
  for (int kind : {kBox, kRow, kColumn}) {
    if (!share_house(kind, one, two)) continue;
    int house = kGeometry.house[kind][one];
    Mask side = bit(kGeometry.position[kind][one]) | bit(kGeometry.position[kind][two]);
    for (Mask left = here.pair; left; left &= left - 1) {
      Mask places = state.places[house][first(left)];
      if (!places || places & ~side) continue;
      Step step = here.step(state, k_unique_rectangle_4);
      step.house(house);
      step.eliminate(here.others, state, here.pair & (Mask)~bit(first(left)));
      return step.useful() && sink(step);
    }
  }
  return false;
}

// Whether all places of a digit in a line are corners.
bool is_confined(const State &state, const Rectangle &rectangle, int house, int digit) {
  int kind = house / 9;
  Mask corners = 0, places = state.places[house][digit];
  for (int cell : rectangle.corners)
    if (kGeometry.house[kind][cell] == house) corners |= bit(kGeometry.position[kind][cell]);
  return places && !(places & ~corners);
}

// Type 6: two opposite corners have other digits, and the four corners are an X-wing of a digit of the pair. In one of
// these corners it would be in both, and the pattern complete.
bool find_type_6(const State &state, const Unique &here, StepSink sink) {
  if (!here.is_diagonal()) return false;
  for (Mask left = here.pair; left; left &= left - 1) {
    int digit = first(left);
    for (int kind : {kRow, kColumn}) {
      int one = here.rectangle.corners[0], two = here.rectangle.corners[2];
      int low = kGeometry.house[kind][one < two ? one : two], high = kGeometry.house[kind][one < two ? two : one];
      if (!is_confined(state, here.rectangle, low, digit) || !is_confined(state, here.rectangle, high, digit)) continue;
      Step step = here.step(state, k_unique_rectangle_6);
      int crossing[2] = {kGeometry.house[kRow + kColumn - kind][one], kGeometry.house[kRow + kColumn - kind][two]};
      for (int house : {low, high}) step.house(house);
      for (int house : {crossing[0]<crossing[1], crossing[0]> crossing[1]}) step.house(crossing[!house]);
      step.eliminate(here.others, state, bit(digit));
      if (step.useful() && sink(step)) return true;
      break;
    }
  }
  return false;
}

// Hidden rectangle: a corner has the pair alone, and a digit of the pair has no places but corners in both lines of the
// opposite corner. If that one were the other digit, the rest of the pattern would follow.
bool find_hidden(const State &state, const Unique &here, StepSink sink) {
  if (here.size != 3 && !here.is_diagonal()) return false;
  for (int i = 0; i < 4; i++) {
    int plain = here.rectangle.corners[i], opposite = here.rectangle.corners[i ^ 2];
    if (here.others.has(plain)) continue;
    for (Mask left = here.pair; left; left &= left - 1) {
      int row = kGeometry.house[kRow][opposite], column = kGeometry.house[kColumn][opposite];
      if (!is_confined(state, here.rectangle, row, first(left)) ||
          !is_confined(state, here.rectangle, column, first(left)))
        continue;
      Step step = here.step(state, k_hidden_rectangle);
      step.house(row);
      step.house(column);
      step.mark(kPivot, plain, state.candidates[plain] & here.pair);
      step.eliminate(opposite, state, here.pair & (Mask)~bit(first(left)));
      if (step.useful() && sink(step)) return true;
    }
  }
  return false;
}

// -- avoidable rectangles ---------------------------------------------------------------------------

// Two or three corners are filled, none of them is a given, and the digits of two neighbours differ while those of
// opposite corners are equal. The empty corners must not all be what would complete the pattern. As in HoDoKu, an empty
// corner has two candidates.
bool find_avoidable(const State &state, const Rectangle &rectangle, Technique technique, StepSink sink) {
  Mask pattern[2] = {0, 0};  // the digit of the first and third corner, and that of the others
  Cells empty;
  for (int i = 0; i < 4; i++) {
    int cell = rectangle.corners[i];
    if (state.given.has(cell)) return false;
    if (state.digits[cell])
      pattern[i % 2] |= bit(state.digits[cell] - 1);
    else
      empty.add(cell);
  }
  if (!is_single(pattern[0]) || !is_single(pattern[1]) || pattern[0] == pattern[1]) return false;
  if (empty.size() != (technique == k_avoidable_rectangle_1 ? 1 : 2)) return false;
  Mask extra = 0;
  Step step(technique);
  for (int i = 0; i < 4; i++) {
    int cell = rectangle.corners[i];
    step.mark(kBase, cell, pattern[i % 2] & (empty.has(cell) ? state.candidates[cell] : kAllDigits));
    if (!empty.has(cell)) continue;
    if (!(state.candidates[cell] & pattern[i % 2]) || size_of(state.candidates[cell]) != 2) return false;
    extra |= state.candidates[cell] & (Mask)~pattern[i % 2];
  }
  for (int cell : rectangle.corners)
    if (!empty.has(cell)) step.mark(kCause, cell, bit(state.digits[cell] - 1));
  if (technique == k_avoidable_rectangle_1) {
    step.eliminate(empty, state, pattern[0] | pattern[1]);
  } else {
    if (!is_single(extra)) return false;
    step.mark(kExtra, empty, first(extra));
    step.eliminate(common_peers(empty), state, extra);
  }
  return step.useful() && sink(step);
}

}  // namespace

static bool find_rectangles(const State &state, int type, bool as_hodoku, StepSink sink) {
  return for_unique(state, as_hodoku, [&](const Unique &here) {
    switch (type) {
      case 0: return find_hidden(state, here, sink);
      case 1: return find_type_1(state, here, sink);
      case 2: return find_type_2(state, here, k_unique_rectangle_2, sink);
      case 3: return find_type_3(state, here, as_hodoku, sink);
      case 4: return find_type_4(state, here, sink);
      case 5: return find_type_2(state, here, k_unique_rectangle_5, sink);
      default: return find_type_6(state, here, sink);
    }
  });
}

bool find_unique_rectangles(const State &state, int type, StepSink sink) {
  return find_rectangles(state, type, false, sink);
}

bool find_hidden_rectangles(const State &state, StepSink sink) { return find_rectangles(state, 0, false, sink); }

bool find_hodoku_rectangles(const State &state, int type, StepSink sink) {
  return find_rectangles(state, type, true, sink);
}

bool find_avoidable_rectangles(const State &state, int type, StepSink sink) {
  Technique technique = type == 1 ? k_avoidable_rectangle_1 : k_avoidable_rectangle_2;
  for (int start = 0; start < kCells; start++) {
    if (!state.digits[start] || state.given.has(start)) continue;
    bool done = for_rectangles(start, [&](const Rectangle &rectangle) {
      for (int cell : rectangle.corners)
        if (cell < start && state.digits[cell]) return false;  // found from there
      return find_avoidable(state, rectangle, technique, sink);
    });
    if (done) return true;
  }
  return false;
}

}  // namespace nonet::logic
