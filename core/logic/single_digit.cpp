// single_digit.cpp: patterns of one digit that people know by name.
//
// Skyscraper, two-string kite and turbot fish: two houses with two places each, of which one in each is in the same third
// house. Both of these cannot be true, so one of the other two is. Empty rectangle: a box whose places lie in one row and
// one column instead of one of the houses. Broken wing: a loop of an odd number of places cannot alternate, so one of the
// places beside it, the guardians, is true.
#include "logic/finders.hpp"

namespace nonet::logic {
namespace {

// A house in which a digit has two places: one of them is true.
struct StrongLink {
  uint8_t house;
  uint8_t ends[2];
};

struct StrongLinks {
  int size = 0;
  StrongLink link[kHouses];

  // Add the links of a digit (0-8) in houses of one kind.
  void add(const State &state, int digit, int kind) {
    for (int house = 9 * kind; house < 9 * kind + 9; house++) {
      Mask places = state.places[house][digit];
      if (count(places) != 2) continue;
      const uint8_t *cells = kGeometry.cell[house];
      link[size++] = {(uint8_t)house, {cells[first(places)], cells[first(places & (places - 1))]}};
    }
  }
};

// Two links, the ends of each that are joined, and the house that joins them.
struct JoinedLinks {
  const StrongLink *links[2];
  int near[2], far[2], joined;

  // What the far ends eliminate.
  Cells removed(const State &state, int digit) const {
    if (far[0] == far[1] || near[0] == near[1] || far[0] == near[1] || far[1] == near[0]) return {};
    Cells cells = kGeometry.peer_cells[far[0]] & kGeometry.peer_cells[far[1]] & state.where(digit);
    cells.remove(near[0]);
    cells.remove(near[1]);
    return cells;
  }
  Step step(Technique name, const Cells &cells, int digit) const {
    Step found(name);
    for (int house : {(int)links[0]->house, (int)links[1]->house, joined}) found.house(house);
    for (int cell : near) found.mark(kBase, cell, bit(digit));
    for (int cell : far) found.mark(kPincer, cell, bit(digit));
    found.eliminate(cells, digit);
    return found;
  }
};

// Pass each pair of a link of one list and a later one of another that are joined in a house of some kinds, until the
// function returns true. Pairs of one list with itself come once.
template <class Function> bool for_joined_links(const StrongLinks &some, const StrongLinks &others,
                                                std::initializer_list<int> kinds, Function &&function) {
  for (int i = 0; i < some.size; i++)
    for (int j = &some == &others ? i + 1 : 0; j < others.size; j++)
      for (int end = 0; end < 4; end++) {
        const StrongLink &one = some.link[i], &two = others.link[j];
        JoinedLinks pair{{&one, &two},
                         {one.ends[end >> 1], two.ends[end & 1]},
                         {one.ends[1 - (end >> 1)], two.ends[1 - (end & 1)]},
                         0};
        if (one.house == two.house) continue;
        for (int kind : kinds) {
          pair.joined = kGeometry.house[kind][pair.near[0]];
          if (pair.joined != kGeometry.house[kind][pair.near[1]]) continue;
          if (pair.joined == one.house || pair.joined == two.house) continue;
          if (function(pair)) return true;
          break;
        }
      }
  return false;
}

}  // namespace

bool find_skyscrapers(const State &state, StepSink sink) {
  for (int digit = 0; digit < 9; digit++)
    for (int kind : {kRow, kColumn}) {
      StrongLinks links;
      links.add(state, digit, kind);
      bool enough = for_joined_links(links, links, {kRow + kColumn - kind}, [&](const JoinedLinks &pair) {
        Cells removed = pair.removed(state, digit);
        return !removed.empty() && sink(pair.step(k_skyscraper, removed, digit));
      });
      if (enough) return true;
    }
  return false;
}

// Two kites through the same two cells of a box make a dual one: then both pairs of far ends have one true cell. The second
// kite may be one of another digit; these come last.
bool find_two_string_kites(const State &state, bool dual, StepSink sink) {
  StrongLinks rows[9], columns[9];
  for (int digit = 0; digit < 9; digit++) {
    rows[digit].add(state, digit, kRow);
    columns[digit].add(state, digit, kColumn);
  }
  auto second_kite = [&](const JoinedLinks &kite, const Cells &removed, int digit, int second) {
    return for_joined_links(rows[second], columns[second], {kBox}, [&](const JoinedLinks &other) {
      const bool is_same = other.near[0] == kite.near[0] && other.near[1] == kite.near[1];
      const bool is_swapped = other.near[0] == kite.near[1] && other.near[1] == kite.near[0];
      Cells more = other.removed(state, second);
      if (more.empty() || !(is_swapped || (is_same && digit != second))) return false;
      if (digit == second) {
        if (kite.links[0]->house > other.links[0]->house) return false;
        if ((more - removed).empty() || (removed - more).empty()) return false;
        more = more - removed;
      }
      Step step = kite.step(k_dual_two_string_kite, removed, digit);
      for (const StrongLink *link : other.links) step.house(link->house);
      for (int cell : other.near)
        if (digit != second) step.mark(kCover, cell, bit(second));
      for (int cell : other.far) step.mark(kEnd, cell, bit(second));
      step.eliminate(more, second);
      return sink(step);
    });
  };
  for (bool two_digits : {false, true}) {
    if (two_digits && !dual) break;
    for (int digit = 0; digit < 9; digit++) {
      bool enough = for_joined_links(rows[digit], columns[digit], {kBox}, [&](const JoinedLinks &kite) {
        Cells removed = kite.removed(state, digit);
        if (removed.empty()) return false;
        if (!dual) return sink(kite.step(k_two_string_kite, removed, digit));
        if (!two_digits) return second_kite(kite, removed, digit, digit);
        for (int second = digit + 1; second < 9; second++)
          if (second_kite(kite, removed, digit, second)) return true;
        return false;
      });
      if (enough) return true;
    }
  }
  return false;
}

bool find_turbot_fish(const State &state, StepSink sink) {
  for (int digit = 0; digit < 9; digit++) {
    StrongLinks boxes, lines;
    boxes.add(state, digit, kBox);
    lines.add(state, digit, kRow);
    lines.add(state, digit, kColumn);
    auto pass = [&](const JoinedLinks &pair) {
      Cells removed = pair.removed(state, digit);
      return !removed.empty() && sink(pair.step(k_turbot_fish, removed, digit));
    };
    if (for_joined_links(boxes, lines, {kRow, kColumn, kBox}, pass)) return true;
    if (for_joined_links(boxes, boxes, {kRow, kColumn}, pass)) return true;
  }
  return false;
}

// -- empty rectangles --------------------------------------------------------------------------------------------------

namespace {

struct EmptyRectangle {
  int box, row, column;  // houses: the places of the box are in the row or the column, and in both of them
  int line;              // the house with two places
  int near, far, target;

  Step step(const State &state, Technique name, int digit) const {
    Step found(name);
    for (int house : {box, row, column, line}) found.house(house);
    found.mark(kBase, cells_of(box, state.places[box][digit]), digit);
    found.mark(kPivot, near, bit(digit));
    found.mark(kPincer, far, bit(digit));
    found.eliminate(target, bit(digit));
    return found;
  }
};

// Pass the empty rectangles of a digit and a box until the function returns true.
template <class Function> bool for_empty_rectangles(const State &state, int digit, int box, Function &&function) {
  Mask places = state.places[box][digit];
  if (count(places) < 2) return false;
  int row0 = (box - 18) / 3 * 3, column0 = (box - 18) % 3 * 3;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      Mask in_row = (Mask)(7 << 3 * r), in_column = (Mask)(0x49 << c), crossing = in_row & in_column;
      if (places & (Mask) ~(in_row | in_column)) continue;
      if (!(places & in_row & (Mask)~crossing) || !(places & in_column & (Mask)~crossing)) continue;
      for (int kind : {kRow, kColumn}) {
        // The lines of this kind that cross the row or column of the other kind outside of the box.
        int own = kind == kRow ? column0 + c : row0 + r, away = kind == kRow ? row0 : column0;
        int turn = kind == kRow ? row0 + r : column0 + c, beyond = kind == kRow ? column0 : row0;
        for (int line = 0; line < 9; line++) {
          Mask two = state.places[9 * kind + line][digit];
          if (line / 3 * 3 == away || count(two) != 2 || !(two >> own & 1)) continue;
          int at = first(two & (Mask)~bit(own));
          if (at / 3 * 3 == beyond) continue;
          const uint8_t *cells = kGeometry.cell[9 * kind + line];
          int target = kGeometry.cell[9 * kind + turn][at];
          if (!state.has(target, digit)) continue;
          EmptyRectangle found{box, row0 + r, 9 + column0 + c, 9 * kind + line, cells[own], cells[at], target};
          if (function(found)) return true;
        }
      }
    }
  return false;
}

}  // namespace

// Two empty rectangles of one box, whose eliminations differ, make a dual one.
bool find_empty_rectangles(const State &state, bool dual, StepSink sink) {
  for (int digit = 0; digit < 9; digit++)
    for (int box = 18; box < 27; box++) {
      bool enough = for_empty_rectangles(state, digit, box, [&](const EmptyRectangle &one) {
        if (!dual) return sink(one.step(state, k_empty_rectangle, digit));
        return for_empty_rectangles(state, digit, box, [&](const EmptyRectangle &two) {
          if (one.line >= two.line || one.target == two.target) return false;
          Step step = one.step(state, k_dual_empty_rectangle, digit);
          step.house(two.line);
          step.mark(kStart, two.near, bit(digit));
          step.mark(kEnd, two.far, bit(digit));
          step.eliminate(two.target, bit(digit));
          return sink(step);
        });
      });
      if (enough) return true;
    }
  return false;
}

// -- broken wings ------------------------------------------------------------------------------------------------------

namespace {

class BrokenWings {
 public:
  BrokenWings(const State &state, int digit, int length, StepSink sink)
      : state_(state), digit_(digit), length_(length), sink_(sink), where_(state.where(digit)) {}

  bool search() {
    for (Cells starts = where_; !starts.empty();) {
      int start = starts.pop();
      path_[0] = (uint8_t)start;
      Cells in_path;
      in_path.add(start);
      if (extend(1, in_path, {}, where_)) return true;
    }
    return false;
  }

 private:
  static constexpr int kMostLength = 7, kMostPlaces = 4, kMostGuardians = 3, kMostNodes = 1500;
  const State &state_;
  int digit_, length_, nodes_ = 0;
  StepSink sink_;
  Cells where_;
  uint8_t path_[kMostLength], houses_[kMostLength];

  // Try all next cells of the path. `seen_by_all` are the places of the digit that all guardians see.
  bool extend(int size, Cells in_path, Cells guardians, Cells seen_by_all) {
    if (++nodes_ > kMostNodes) return false;
    int last = path_[size - 1];
    for (int kind = 0; kind < 3; kind++) {
      int house = kGeometry.house[kind][last];
      Mask places = state_.places[house][digit_];
      if (count(places) > kMostPlaces || is_used(house, size - 1)) continue;
      Cells here = kGeometry.house_cells[house] & where_;
      for (Mask rest = places; rest; rest &= rest - 1) {
        int next = kGeometry.cell[house][first(rest)];
        bool closes = next == path_[0] && size == length_;
        if (!closes && (size == length_ || next <= path_[0] || in_path.has(next))) continue;
        if (closes && path_[1] > path_[size - 1]) continue;  // the other direction
        Cells added = here;
        added.remove(last);
        added.remove(next);
        if (!(added & in_path).empty() || guardians.has(next)) continue;
        Cells seen = seen_by_all & common_peers(added - guardians);
        if (seen.empty()) continue;
        houses_[size - 1] = (uint8_t)house;
        Cells all = guardians | added;
        if (all.size() > kMostGuardians) continue;
        if (closes) {
          if (pass(all, seen)) return true;
          continue;
        }
        path_[size] = (uint8_t)next;
        Cells longer = in_path;
        longer.add(next);
        if (extend(size + 1, longer, all, seen)) return true;
      }
    }
    return false;
  }
  bool is_used(int house, int houses) const {
    for (int i = 0; i < houses; i++)
      if (houses_[i] == house) return true;
    return false;
  }
  bool pass(Cells guardians, Cells seen) {
    int size = guardians.size();
    if (!size) return false;  // the board has no solution
    Step step(k_broken_wing);
    for (int i = 0; i < length_; i++) step.house(houses_[i]);
    for (int i = 0; i < length_; i++) step.mark(kBase, path_[i], bit(digit_));
    step.mark(kFin, guardians, digit_);
    step.eliminate(seen, digit_);
    return sink_(step);
  }
};

}  // namespace

bool find_broken_wings(const State &state, StepSink sink) {
  for (int length : {5, 7})
    for (int digit = 0; digit < 9; digit++)
      if (BrokenWings(state, digit, length, sink).search()) return true;
  return false;
}

}  // namespace nonet::logic
