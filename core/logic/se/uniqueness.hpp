// uniqueness.hpp: unique rectangles and loops. They need a puzzle with one solution: a pattern whose digits could be
// swapped would give a second one.
//
// A unique loop visits each of its houses exactly twice, and all its cells have the same two candidates; a rectangle is a
// loop of four cells. Some cell of the loop must have an extra candidate: one cell (type 1), several cells with the same
// one (type 2), two cells that act as one cell of a naked or hidden set (type 3), or two cells whose house needs one of the
// two digits in them (type 4).
//
// It finds what Sudoku Explainer 1.2.1 finds, including its oversights (see LoopSearch::Walk), or what Sukaku Explainer
// finds, which has none, and looks for smaller sets of type 3.
#ifndef NONET_LOGIC_SE_UNIQUENESS_HPP
#define NONET_LOGIC_SE_UNIQUENESS_HPP

#include "logic/tuples.hpp"
#include "logic/se/wings.hpp"

namespace nonet::NONET_LOGIC {

inline bool share_house(int kind, int a, int b) {
  const int house = geometry().house_of(kind, a);
  return house >= 0 && house == geometry().house_of(kind, b);
}

// The houses of a cell as a set.
#ifndef NONET_ANY_HOUSES
using HouseSet = uint32_t;
struct HouseSets {
  HouseSet of[kCells];
  constexpr HouseSets() : of{} {
    for (int cell = 0; cell < kCells; cell++)
      for (int kind = 0; kind < 3; kind++) of[cell] |= 1u << kGeometry.house[kind][cell];
  }
};
inline constexpr HouseSets kHousesOf;
inline HouseSet houses_of(int cell) { return kHousesOf.of[cell]; }
#else
#ifndef NONET_LARGE_BOARDS
using HouseSet = uint64_t;
static_assert(kHouses <= 64);
inline void add_house(HouseSet &houses, int house) { houses |= 1ull << house; }
#else
inline void add_house(HouseSet &houses, int house) { houses.add(house); }
#endif
inline HouseSet houses_of(int cell) {
  HouseSet houses{};
  for (int i = 0; i < geometry().seats(cell); i++) add_house(houses, geometry().seat(cell, i).house);
  return houses;
}
#endif

struct Loop {
  static constexpr int kMostCells = 18;  // 27 houses, two cells each, three houses a cell
  Cells set;
  uint8_t size;
  Cell cells[kMostCells];
  Mask pair;
};

// A step before it is sorted: its sort key, and what loop_step needs.
struct LoopHint {
  uint16_t loop;
  uint16_t order;  // sort key: the rating in thousandths
  uint16_t rating;
  uint8_t type;    // 1-4
  bool hidden;     // type 3: which of the two
  uint8_t house;   // types 3, 4
  Mask digits;     // type 3: the set; type 4: the digit to eliminate
  Mask positions;  // type 3: the other cells of the set
};

// Finds all loops of a board. Boards with one solution never reach the limits; loops beyond them are ignored.
struct LoopSearch {
  static constexpr int kMostLoops = 128, kMostHints = 512;
  const State &state;
  const Explainer explainer;
  Cells where[kMostSize], bivalue;
  Loop loops[kMostLoops];
  LoopHint hints[kMostHints];
  int loops_size = 0, hints_size = 0;

  // the walk in progress
  Cells both;                               // cells with both digits of the pair
  Cells viable;                             // those that may lie on a loop
  HouseSet plain_houses, two_plain_houses;  // houses with one, and two, cells that have the pair alone
  int most_cells;
  Loop path;
  bool overlooked;                       // whether a path was skipped that may lead to a loop
  int budget = kLarge ? 20000 : 200000;  // steps of all walks

  LoopSearch(const State &board, Explainer which) : state(board), explainer(which), bivalue(BySize(board).two) {
    for (int digit = 0; digit < geometry().size; digit++) where[digit] = state.where(digit);
  }

  // A path. It may be continued while at most two cells have extra digits, or all extra digits are the same.
  struct Walk {
    int last;            // the kind of house by which the last cell was reached
    int allowed;         // how many more cells may have any extra digits
    Mask extra;          // the extra digits
    Mask looked_at;      // and those of cells tried before on any level: the original counts them too, by an oversight,
                         // and misses loops
    HouseSet even, odd;  // the houses of every other cell
    HouseSet other_houses;  // the houses of cells with other digits
  };

  void walk(int cell, Walk way) {
    int room = most_cells - path.size - 1;  // each cell to come can give its houses their second cell
    HouseSet open = way.even ^ way.odd;
    if ((room <= 1 && !at_most(open, geometry().kinds * room)) || budget-- <= 0) return;
    if (!bivalue.has(cell)) way.other_houses |= houses_of(cell);
    if (way.allowed <= 1 && !at_most(way.looked_at, 1)) {  // where cells with the pair alone cannot help, others must
      HouseSet stuck = without(without(open, way.other_houses & plain_houses), two_plain_houses);
      if (!at_most(stuck, way.allowed == 1 ? geometry().kinds : 0)) {
        overlooked |= at_most(way.extra, 1);
        return;
      }
    }
    path.cells[path.size++] = (Cell)cell;
    path.set.add(cell);
    if (open)
      go_on(cell, way);
    else if (path.size >= 4 && may_close(cell, way.last))
      add_loop();
    path.set.remove(cell);
    path.size--;
  }

  void go_on(int cell, Walk way) {
    HouseSet seen = path.size % 2 ? way.odd : way.even;
    for (int i = 0; i < geometry().seats(cell); i++) {
      const Seat seat = geometry().seat(cell, i);
      if (seat.kind == way.last) continue;
      const Cells among = (both & geometry().set_of(seat.house)) - path.set;
      if (kClassic)
        for (Cells rest = among; !rest.empty();) try_next(rest.pop(), seat.kind, seen, way);
      else
        for (int at = 0; at < geometry().size; at++)
          if (const int next = geometry().cells_of(seat.house)[at]; among.has(next))
            try_next(next, seat.kind, seen, way);
    }
  }

  void try_next(int next, int kind, HouseSet seen, Walk &way) {
    Mask digits = state.candidates[next] & (Mask)~path.pair;
    way.looked_at = (Mask)((explainer == Explainer::kSudoku ? way.looked_at : way.extra) | digits);
    HouseSet houses = houses_of(next);
    if ((bool)(seen & houses) || !viable.has(next)) return;
    if (digits && way.allowed <= 0 && !is_single(way.looked_at)) {
      overlooked |= is_single(way.extra | digits);
      return;
    }
    Walk longer = way;
    longer.last = kind;
    longer.allowed -= digits != 0;
    longer.extra |= digits;
    (path.size % 2 ? longer.odd : longer.even) |= houses;
    walk(next, longer);
  }

  bool may_close(int cell, int last) const {
    for (int kind = 0; kind < geometry().kinds; kind++)
      if (kind != last && share_house(kind, cell, path.cells[0])) return true;
    return false;
  }

  template <class Set> static bool at_most(Set set, int most) {
    if constexpr (requires { set.size(); }) {
      return set.size() <= most;
    } else {
      for (; set && most; most--) set &= (Set)(set - 1);
      return !set;
    }
  }
  static HouseSet without(const HouseSet &set, const HouseSet &gone) { return set ^ (set & gone); }

  // The same cells in another order give the same steps.
  void add_loop() {
    if (!kClassic && sees_from_afar()) return;
    for (int i = 0; i < loops_size; i++)
      if (loops[i].set == path.set) return;
    if (loops_size == kMostLoops) return;
    loops[loops_size] = path;
    add_hints(loops_size++);
  }

  // Whether a cell of the path sees one of the two digits without a house: then they could not be swapped.
  bool sees_from_afar() const {
    for (int i = 0; i < path.size; i++)
      if (!(geometry().far_peers(path.cells[i]) & (where[first(path.pair)] | where[first(path.pair & (path.pair - 1))]))
               .empty())
        return true;
    return false;
  }

  void add_hint(int loop, int type, int added, LoopHint hint = {}) {
    int size = loops[loop].size;
    hint.loop = (uint16_t)loop;
    hint.type = (uint8_t)type;
    hint.rating = (uint16_t)((size >= 10 ? 500 : size >= 8 ? 470 : size >= 6 ? 460 : 450) + 10 * added);
    // The original adds in binary fractions: 4.6 + 0.1 and 4.6 + 0.3 come out a little below 4.7 and 4.9.
    hint.order = (uint16_t)(10 * hint.rating - (size == 6 && added % 2));
    if (hints_size < kMostHints) hints[hints_size++] = hint;
  }

  void add_hints(int number) {
    const Loop &loop = loops[number];
    int extra_cells[Loop::kMostCells], extra_size = 0;
    Cells extra_set;
    Mask extra = 0;
    for (int i = 0; i < loop.size; i++) {
      if (bivalue.has(loop.cells[i])) continue;
      extra_cells[extra_size++] = loop.cells[i];
      extra_set.add(loop.cells[i]);
      extra |= state.candidates[loop.cells[i]] & (Mask)~loop.pair;
    }
    if (extra_size == 1) add_hint(number, 1, 0);
    if (extra_size < 2) return;
    if (extra_size > 2 || is_single(extra)) {
      if (!(seen_by_all(extra_set) & where[first(extra)]).empty()) add_hint(number, 2, 0);
    } else {
      add_type_3(number, extra_cells[0], extra_cells[1], extra);
    }
    if (extra_size == 2) add_type_4(number, extra_cells[0], extra_cells[1]);
  }

  void add_type_3(int number, int one, int two, Mask extra) {
    for (int degree = explainer == Explainer::kSudoku ? size_of(extra) : 2; degree <= 4; degree++)
      for (int i = 0; i < geometry().kinds; i++) {
        if (!share_house(kind_at(i), one, two)) continue;
        int house = geometry().house_of(kind_at(i), one), empty = state.empty[house];
        if (2 * degree <= empty && degree >= size_of(extra)) add_naked_type_3(number, one, two, extra, house, degree);
        if (2 * degree < empty) add_hidden_type_3(number, one, two, extra, house, degree);
      }
  }

  // The two cells, as one cell with the extra digits, and degree - 1 others. Either cell must complete the set.
  void add_naked_type_3(int number, int one, int two, Mask extra, int house, int degree) {
    Mask common = extra & state.candidates[one] & state.candidates[two], ours = 0;
    Choices choices;
    for (int i = 0; i < geometry().size; i++) {
      int cell = geometry().cells_of(house)[i];
      if (cell == one || cell == two)
        ours |= bit(i);
      else if (size_of(state.candidates[cell]) >= 2)
        choices.add(i, state.candidates[cell]);
    }
    for_some(degree - 1, choices, degree, extra, [&](Mask positions, Mask digits) {
      Mask joint = common;
      for (Mask rest = positions; rest; rest &= rest - 1)
        joint |= state.candidates[geometry().cells_of(house)[first(rest)]];
      if (size_of(digits) == degree && joint == digits &&
          (geometry().is_latin ? appear_elsewhere(state, house, positions | ours, digits)
                               : any_gone(one, two, places_of(house, positions), digits)))
        add_hint(number, 3, degree - 1, {0, 0, 0, 0, false, (uint8_t)house, digits, positions});
    });
  }

  // On a board with further houses a naked set eliminates wherever its cells are seen: from where a digit is eliminated.
  Cells gone(int one, int two, Cells others, int digit) const {
    Cells cells = others;
    cells.add(one), cells.add(two);
    return seen_by_all(cells & where[digit]) & where[digit];
  }
  bool any_gone(int one, int two, Cells others, Mask digits) const {
    for (Mask rest = digits; rest; rest &= rest - 1)
      if (!gone(one, two, others, first(rest)).empty()) return true;
    return false;
  }

  // The two cells, as one cell, and degree - 1 others contain the pair and degree - 2 more digits.
  void add_hidden_type_3(int number, int one, int two, Mask extra, int house, int degree) {
    Mask pair = loops[number].pair, pair_places = 0;
    Mask first_place = bit(position_in(house, one)), second_place = bit(position_in(house, two));
    Choices choices;
    for (int digit = 0; digit < geometry().size; digit++) {
      Mask places = state.places[house][digit] & (Mask)~second_place;
      if (pair >> digit & 1)
        pair_places |= places;
      else if (!(extra >> digit & 1) && places)
        choices.add(digit, places);
    }
    for_some(degree - 2, choices, degree, pair_places, [&](Mask more, Mask positions) {
      if (size_of(positions) != degree) return;
      Mask digits = pair | more, removable = 0;
      positions &= (Mask)~first_place;
      for (Mask rest = positions; rest; rest &= rest - 1)
        removable |= state.candidates[geometry().cells_of(house)[first(rest)]] & (Mask)~digits;
      if (removable) add_hint(number, 3, degree - 2, {0, 0, 0, 0, true, (uint8_t)house, digits, positions});
    });
  }

  // for_tuples with a number of picks from 0 to 3, all of them.
  template <class Visit> static void for_some(int picks, const Choices &choices, int most, Mask all, Visit &&visit) {
    auto go_on = [&](Mask names, Mask united) {
      visit(names, united);
      return false;
    };
    if (picks == 0 && size_of(all) <= most) visit(0, all);
    if (picks == 1) for_tuples<1>(choices, choices.size, most, 0, all, go_on);
    if (picks == 2) for_tuples<2>(choices, choices.size, most, 0, all, go_on);
    if (picks == 3) for_tuples<3>(choices, choices.size, most, 0, all, go_on);
  }

  void add_type_4(int number, int one, int two) {
    int low = first(loops[number].pair), high = first(loops[number].pair & (loops[number].pair - 1));
    int house_of_low = -1, house_of_high = -1;
    for (int i = 0; i < geometry().kinds; i++) {
      if (!share_house(kind_at(i), one, two)) continue;
      int house = geometry().house_of(kind_at(i), one);
      Mask outside = (Mask) ~(bit(position_in(house, one)) | bit(position_in(house, two)));
      if (!(state.places[house][low] & outside)) house_of_low = house;
      if (!(state.places[house][high] & outside)) house_of_high = house;
    }
    if (house_of_low < 0 && house_of_high < 0) return;
    int house = house_of_low >= 0 ? house_of_low : house_of_high;
    add_hint(number, 4, 0, {0, 0, 0, 0, false, (uint8_t)house, bit(house_of_low >= 0 ? high : low), 0});
  }

#ifndef NONET_ANY_HOUSES
  // Whether a rectangle may start at this cell (no false negatives): three more corners in two boxes, one of which has
  // only the pair, or all of which have the same extra digit.
  bool maybe_rectangle(int start) const {
    Cells box = kGeometry.house_cells[kGeometry.house[kBox][start]];
    Cells in_row = viable & kGeometry.house_cells[kGeometry.house[kRow][start]];
    Cells in_column = viable & kGeometry.house_cells[kGeometry.house[kColumn][start]];
    in_row.remove(start);
    in_column.remove(start);
    while (!in_row.empty()) {
      int beside = in_row.pop();
      for (Cells rest = box.has(beside) ? in_column - box : in_column & box; !rest.empty();) {
        int below = rest.pop(), corner = below / 9 * 9 + beside % 9;
        if (!viable.has(corner)) continue;
        if (bivalue.has(beside) || bivalue.has(below) || bivalue.has(corner)) return true;
        Mask all = state.candidates[beside] | state.candidates[below] | state.candidates[corner];
        if (is_single(all & (Mask)~path.pair)) return true;
      }
    }
    return false;
  }
#else
  bool maybe_rectangle(int) const { return true; }
#endif

  // An upper bound of the cells in a loop: those with only the pair, and two others or all those with the same extra digit.
  int longest_loop(Cells cells) const {
    Cells plain = cells & bivalue, others = cells - plain;
    int most = 0, size = 0;
    Cell same[kMostSize] = {};
    for (; !others.empty(); size++) {
      Mask extra = state.candidates[others.pop()] & (Mask)~path.pair;
      if (is_single(extra) && ++same[first(extra)] > most) most = same[first(extra)];
    }
    if (size > 2) size = 2;
    for (size = size > most ? size : most; !plain.empty(); size++) plain.pop();
    size -= size % 2;
    return size < Loop::kMostCells ? size : Loop::kMostCells;
  }

  // The cells that remain after dropping cells that are alone in a house.
  static Cells dense(Cells cells) {
    for (bool changed = true; changed;) {
      changed = false;
      for (int house = 0; house < geometry().houses; house++) {
        Cells here = cells & geometry().set_of(house);
        if (here.empty()) continue;
        here.remove(here.lowest());
        if (!here.empty()) continue;
        cells = cells - geometry().set_of(house);
        changed = true;
      }
    }
    return cells;
  }

  // Start from each cell with two candidates. A walk that overlooks nothing finds all loops through its start, so later
  // walks can leave this cell out.
  void run() {
    Cells done;
    for (Cells starts = bivalue; !starts.empty();) {
      int start = starts.pop();
      path.pair = state.candidates[start];
      path.size = 0;
      path.set = Cells{};
      both = where[first(path.pair)] & where[first(path.pair & (path.pair - 1))];
      viable = both - done;
      most_cells = longest_loop(viable);
      if (most_cells > 4) {
        viable = dense(viable);
        most_cells = viable.has(start) ? longest_loop(viable) : 0;
      }
      done.add(start);
      if (most_cells < 4 || (most_cells == 4 && !maybe_rectangle(start))) continue;
      plain_houses = two_plain_houses = HouseSet{};
      for (Cells rest = viable & bivalue; !rest.empty();) {
        HouseSet houses = houses_of(rest.pop());
        two_plain_houses |= plain_houses & houses;
        plain_houses |= houses;
      }
      overlooked = false;
      walk(start, {-1, 2, 0, 0, houses_of(start), {}, {}});
      if (overlooked) done.remove(start);
    }
  }

  // Insertion sort: it keeps equal steps in the order in which they were found.
  void sort() {
    for (int i = 1; i < hints_size; i++) {
      LoopHint hint = hints[i];
      int at = i;
      for (; at && (hints[at - 1].order > hint.order ||
                    (hints[at - 1].order == hint.order && hints[at - 1].type > hint.type));
           at--)
        hints[at] = hints[at - 1];
      hints[at] = hint;
    }
  }
};

inline Step loop_step(const LoopSearch &search, const LoopHint &hint) {
  const State &state = search.state;
  const Loop &loop = search.loops[hint.loop];
  Step step((Technique)((loop.size == 4 ? k_unique_rectangle_1 : k_unique_loop_1) + hint.type - 1));
  step.rating = hint.rating;
  if (hint.type >= 3) step.house(hint.house);
  Cells extra_cells;
  for (int i = 0; i < loop.size; i++) step.mark(kBase, loop.cells[i], loop.pair);
  for (int i = 0; i < loop.size; i++) {
    if (search.bivalue.has(loop.cells[i])) continue;
    extra_cells.add(loop.cells[i]);
    step.mark(kExtra, loop.cells[i], state.candidates[loop.cells[i]] & (Mask)~loop.pair);
  }
  int extra_cell = extra_cells.lowest();
  if (hint.type == 1) step.eliminate(extra_cell, loop.pair);
  if (hint.type == 2) {
    int digit = first(state.candidates[extra_cell] & (Mask)~loop.pair);
    step.eliminate(seen_by_all(extra_cells) & search.where[digit], digit);
  }
  const bool elsewhere = hint.type == 3 && !hint.hidden && !geometry().is_latin;
  for (int i = 0; hint.type == 3 && i < geometry().size; i++) {
    int cell = geometry().cells_of(hint.house)[i];
    bool inside = hint.positions >> i & 1;
    if (extra_cells.has(cell)) continue;
    if (inside) step.mark(kCause, cell, state.candidates[cell] & hint.digits);
    if (inside == hint.hidden && !elsewhere)
      step.eliminate(cell, state, hint.hidden ? (Mask)~hint.digits : hint.digits);
  }
  for (Mask rest = elsewhere ? hint.digits : 0; rest; rest &= rest - 1) {
    Cells two = extra_cells;
    const int one = two.pop();
    const Cells others = places_of(hint.house, hint.positions);
    step.eliminate(search.gone(one, two.lowest(), others, first(rest)), first(rest));
  }
  for (Cells rest = extra_cells; hint.type == 4 && !rest.empty();) {
    int cell = rest.pop();
    step.mark(kCause, cell, loop.pair & (Mask)~hint.digits);
    step.eliminate(cell, hint.digits);
  }
  return step;
}

// All loops of the board, easiest first, then by type.
template <class Sink> bool find_unique_loops(const State &state, Explainer explainer, Sink &&sink) {
  LoopSearch search(state, explainer);
  search.run();
  search.sort();
  for (int i = 0; i < search.hints_size; i++)
    if (sink(loop_step(search, search.hints[i]))) return true;
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
