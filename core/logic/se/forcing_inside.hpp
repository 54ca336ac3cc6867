// forcing_inside.hpp: part of forcing.hpp: finds nested steps on the board that a chain has left.
//
// A nested step counts only if it needs candidates that the chain has eliminated. These become the parents of what the step
// eliminates. The scan order is that of Sudoku Explainer: boxes, columns, rows; pairs by their second member, then their
// first. Sukaku Explainer takes locked candidates digit by digit, and what a step eliminates in the order of a table of 16
// rows, or 32 if there are more than 12 cells.

#include "logic/se/forcing.hpp"

namespace nonet::NONET_LOGIC {

inline int first_house(int kind) { return geometry().first_house(kind); }

// A nested step: what it needs and what it eliminates.
struct ForcingSearch::Inside {
  Technique technique;
  uint16_t of[2 * kCandidates];
  int of_size = 0;
  int houses[4];
  int houses_size = 0;
  explicit Inside(Technique which) : technique(which) {}
};

// Eliminations in the order in which a Java map of cells has them.
struct ForcingSearch::Scattered {
  int size = 0;
  Cell cell[kCells];
  Mask digits[kCells];

  void add(int which, Mask mask) { cell[size] = (Cell)which, digits[size++] = mask; }
  void sort() {
    const int rows = size > 24 ? 64 : size > 12 ? 32 : 16;
    for (int i = 1; i < size; i++) {  // insertion: it keeps the order of equals
      const Cell here = cell[i];
      const Mask mask = digits[i];
      int at = i;
      for (; at && cell[at - 1] % rows > here % rows; at--) cell[at] = cell[at - 1], digits[at] = digits[at - 1];
      cell[at] = here, digits[at] = mask;
    }
  }
};

inline bool ForcingSearch::remove_by(const Inside &inside, int cell, Mask digits, int number) {
  bool any = false;
  for (Mask rest = digits & open_[cell]; rest; rest &= rest - 1) {
    int candidate = numbers.at(cell, first(rest));
    int record = add(candidate, false, kByStep, inside.of, inside.of_size, number);
    if (memory.full) return any;
    settle_off(candidate, record);
    any = true;
  }
  return any;
}

inline bool ForcingSearch::remove_all_by(const Inside &inside, const Step &step, int number) {
  Scattered scattered;
  for (Cells rest = step.removes_cells; !rest.empty();) {
    int cell = rest.pop();
    scattered.add(cell, step.removes[cell]);
  }
  if (mode_.explainer == Explainer::kSukaku) scattered.sort();
  bool any = false;
  for (int i = 0; i < scattered.size; i++) any |= remove_by(inside, scattered.cell[i], scattered.digits[i], number);
  return any;
}

// Store a step without chains while explaining, and return its number; else 0.
inline int ForcingSearch::keep(const Inside &inside, const Step &made) {
  if (!explaining || nested_size + 1 >= kMostNested) return 0;
  Step step = made;
  for (int i = 0; i < inside.houses_size; i++) step.house(inside.houses[i]);
  mark_removes(step);
  Words out(words + words_size, kMostWords - words_size);
  out.close(out.open(step, kNoKind, 0, 0));
  nested[nested_size] = {0, nested_size, 0, words_size, out.full ? 0 : out.size};
  if (!out.full) words_size += out.size;
  return ++nested_size;
}

// Apply the eliminations of a step. `fill` adds to the Step what only sentences and pictures need.
template <class Removes, class Fill> inline bool ForcingSearch::take(const Inside &inside, Removes removes, Fill fill) {
  int number = 0;
  if (explaining) {
    Step step(inside.technique);
    removes([&](int cell, Mask digits) { step.remove(cell, digits & now_.candidates[cell]); });
    fill(step);
    number = keep(inside, step);
  }
  bool any = false;
  if (mode_.explainer == Explainer::kSudoku) {
    removes([&](int cell, Mask digits) { any |= remove_by(inside, cell, digits, number); });
    return any;
  }
  Scattered scattered;
  removes([&](int cell, Mask digits) { scattered.add(cell, digits); });
  scattered.sort();
  for (int i = 0; i < scattered.size; i++) any |= remove_by(inside, scattered.cell[i], scattered.digits[i], number);
  return any;
}

#ifndef NONET_ANY_HOUSES
// A house has three segments: the parts of a line in its three boxes, the parts of a box in its rows or in its columns.
// Find the segment with all places of each digit, for digits that have lost a place elsewhere and are not singles.
inline void ForcingSearch::find_confined(int house, bool columns, Mask *confined) const {
  constexpr uint8_t kOnly[8] = {3, 0, 1, 3, 2, 3, 3, 3};
  Mask found[4] = {};
  for (int d = 0; d < 9; d++) {
    Mask places = now_.places[house][d], before = start_->places[house][d];
    unsigned used = columns ? (places | places >> 3 | places >> 6) & 7
                            : (unsigned)((places & 7) != 0) | (unsigned)((places & 070) != 0) << 1 |
                                  (unsigned)((places & 0700) != 0) << 2;
    bool counts = places != before && (places & (places - 1));
    found[kOnly[used]] |= (Mask)(counts << d);
  }
  for (int i = 0; i < 3; i++) confined[i] = found[i];
}

inline bool ForcingSearch::locked_inside() {
  bool any = false;
  auto look = [&](Mask digits, int from, int to, Mask shared, Mask shared_there) {
    for (; digits; digits &= digits - 1) {
      int d = first(digits);
      Mask places = now_.places[from][d];
      Mask removed = now_.places[to][d] & (Mask)~shared_there;
      Mask lost = start_->places[from][d] & (Mask)~places & (Mask)~shared;
      if (!removed || !lost) continue;
      Inside inside(from >= first_house(kBox) ? k_pointing : k_claiming);
      inside.of_size = removed_in_house(from, d, shared, inside.of, 0);
      inside.houses[0] = from;
      inside.houses[1] = to;
      inside.houses_size = 2;
      any |= take(
          inside,
          [&](auto remove) {
            for (Mask rest = removed; rest; rest &= rest - 1) remove(geometry().cells_of(to)[first(rest)], bit(d));
          },
          [&](Step &step) {
            for (Mask rest = places; rest; rest &= rest - 1)
              step.mark(kCause, geometry().cells_of(from)[first(rest)], bit(d));
          });
    }
  };
  const bool by_digit = mode_.explainer == Explainer::kSukaku;
  Mask confined[3], only = kAllDigits;
  for (int turn = 0; turn < (by_digit ? 18 : 2); turn++)
    for (int box = 0; box < 9; box++) {
      const int kind = turn < (by_digit ? 9 : 1) ? kColumn : kRow;
      if (by_digit) only = bit(turn % 9);
      find_confined(first_house(kBox) + box, kind == kColumn, confined);
      for (int i = 0; i < 3; i++) {
        int line = first_house(kind) + (kind == kColumn ? box % 3 : box / 3) * 3 + i;
        auto in_box = (Mask)(kind == kColumn ? 0111u << i : 7u << i * 3);
        look(confined[i] & only, first_house(kBox) + box, line, in_box,
             (Mask)(7u << (kind == kColumn ? box / 3 : box % 3) * 3));
      }
    }
  for (int turn = 0; turn < (by_digit ? 18 : 2); turn++)
    for (int line = 0; line < 9; line++) {
      const int kind = turn < (by_digit ? 9 : 1) ? kColumn : kRow;
      if (by_digit) only = bit(turn % 9);
      find_confined(first_house(kind) + line, false, confined);
      for (int i = 0; i < 3; i++) {
        int box = kind == kColumn ? i * 3 + line / 3 : line / 3 * 3 + i, within = line % 3;
        auto in_box = (Mask)(kind == kColumn ? 0111u << within : 7u << within * 3);
        look(confined[i] & only, first_house(kind) + line, first_house(kBox) + box, (Mask)(7u << i * 3), in_box);
      }
    }
  return any;
}
#else
// On a board with further houses: the places of a digit in a house, and every cell that sees them all.
inline bool ForcingSearch::locked_inside() {
  bool any = false;
  for (int kind = 0; kind < geometry().kinds; kind++) {
    const int order = kind == 0 ? kBox : kind == 1 ? kRow : kind == 2 ? kColumn : kind;
    for (int d = 0; d < geometry().size; d++)
      for (int house = first_house(order); house < geometry().end_house(order); house++) {
        const Mask places = now_.places[house][d];
        const int size = count(places);
        if (places == start_->places[house][d] || size < 2 || size > 6) continue;
        const Cells from = places_of(house, places);
        Cells removed = seen_by_all(from);
        for (Cells rest = removed; !rest.empty();)
          if (const int cell = rest.pop(); !now_.has(cell, d)) removed.remove(cell);
        if (removed.empty()) continue;
        Inside inside(k_common_peers);
        inside.of_size = removed_in_house(house, d, 0, inside.of, 0);
        inside.houses[inside.houses_size++] = house;
        any |= take(
            inside,
            [&](auto remove) {
              for (Cells rest = removed; !rest.empty();) remove(rest.pop(), bit(d));
            },
            [&](Step &step) { step.mark(kCause, from, d); });
      }
  }
  return any;
}
#endif

// The digits that have two places in a house.
inline Mask ForcingSearch::digits_with_two(int house) const {
  Mask two = 0;
  for (int d = 0; d < geometry().size; d++)
    if (count(now_.places[house][d]) == 2) two |= bit(d);
  return two;
}

inline bool ForcingSearch::hidden_pairs_inside() {
  bool any = false;
  for (int k = 0; k < geometry().kinds; k++)
    for (int house = first_house(house_order(k)); house < geometry().end_house(house_order(k)); house++) {
      if (start_->empty[house] <= 4) continue;
      const Mask *places = now_.places[house];
      Mask two = digits_with_two(house);
      if (!(two & (two - 1))) continue;
      for (Mask rest_b = two & (two - 1); rest_b; rest_b &= rest_b - 1) {
        int b = first(rest_b);
        for (Mask rest_a = two & (bit(b) - 1); rest_a; rest_a &= rest_a - 1) {
          int a = first(rest_a);
          if (places[a] != places[b]) continue;
          const Cell *cells = geometry().cells_of(house);
          Mask pair = bit(a) | bit(b), both = places[a];
          Mask lost = (start_->places[house][a] | start_->places[house][b]) & (Mask)~both;
          int low = cells[first(both)], high = cells[first(both & (both - 1))];
          if (!lost || !((now_.candidates[low] | now_.candidates[high]) & (Mask)~pair)) continue;
          Inside inside(k_hidden_pair);
          for (Mask rest = lost; rest; rest &= rest - 1)
            for (int d : {a, b})
              if (start_->has(cells[first(rest)], d))
                inside.of[inside.of_size++] = (uint16_t)off_record(cells[first(rest)], d);
          inside.houses[inside.houses_size++] = house;
          any |= take(
              inside,
              [&](auto remove) {
                for (int cell : {low, high}) remove(cell, (Mask)~pair & kAllDigits);
              },
              [&](Step &step) {
                for (int cell : {low, high}) step.mark(kCause, cell, pair);
              });
        }
      }
    }
  return any;
}

// The cells that see both cells of a naked pair, in a house or without one, and have a digit of it.
inline Cells ForcingSearch::seen_with_pair(int one, int two, Mask pair) const {
  Cells seen = geometry().peers(one) & geometry().peers(two);
  for (Cells rest = seen; !rest.empty();)
    if (const int cell = rest.pop(); !(now_.candidates[cell] & pair)) seen.remove(cell);
  return seen;
}

inline bool ForcingSearch::naked_pairs_inside() {
  bool any = false;
  for (int k = 0; k < geometry().kinds; k++)
    for (int house = first_house(house_order(k)); house < geometry().end_house(house_order(k)); house++) {
      if (start_->empty[house] < 4) continue;
      const Cell *cells = geometry().cells_of(house);
      for (int b = 1; b < geometry().size; b++) {
        Mask pair = now_.candidates[cells[b]];
        if (count(pair) != 2) continue;
        for (int a = 0; a < b; a++) {
          if (now_.candidates[cells[a]] != pair) continue;
          if (!((start_->candidates[cells[a]] | start_->candidates[cells[b]]) & (Mask)~pair)) continue;
          Mask removed = (now_.places[house][first(pair)] | now_.places[house][first(pair & (pair - 1))]) &
                         (Mask) ~(bit(a) | bit(b));
          Cells losing = kClassic ? Cells{} : seen_with_pair(cells[a], cells[b], pair);
          if (kClassic ? !removed : losing.empty()) continue;
          Inside inside(k_naked_pair);
          for (int i : {a, b}) inside.of_size = removed_in_cell(cells[i], pair, inside.of, inside.of_size);
          inside.houses[inside.houses_size++] = house;
          any |= take(
              inside,
              [&](auto remove) {
                for (Mask rest = kClassic ? removed : 0; rest; rest &= rest - 1) remove(cells[first(rest)], pair);
                for (Cells rest = losing; !rest.empty();) remove(rest.pop(), pair);
              },
              [&](Step &step) {
                for (int i : {a, b}) step.mark(kCause, cells[i], pair);
              });
        }
      }
    }
  return any;
}

inline bool ForcingSearch::x_wings_inside() {
  bool any = false;
  for (int base : {kColumn, kRow}) {
    int cover = base == kColumn ? kRow : kColumn;
    Mask two[kMostSize];
    for (int line = 0; line < geometry().size; line++) two[line] = digits_with_two(first_house(base) + line);
    for (int b = 1; b < geometry().size; b++)
      for (int a = 0; a < b; a++)
        for (Mask digits = two[a] & two[b]; digits; digits &= digits - 1) {
          int d = first(digits);
          const int lines[2] = {first_house(base) + a, first_house(base) + b};
          Mask both = now_.places[lines[0]][d];
          if (both != now_.places[lines[1]][d] || start_->placed[d] + 4 > geometry().size) continue;
          if (!((start_->places[lines[0]][d] | start_->places[lines[1]][d]) & (Mask)~both)) continue;
          const int covers[2] = {first_house(cover) + first(both), first_house(cover) + first(both & (both - 1))};
          Mask corners = bit(a) | bit(b);
          if (!((now_.places[covers[0]][d] | now_.places[covers[1]][d]) & (Mask)~corners)) continue;
          Inside inside(k_x_wing);
          for (int line : lines) inside.of_size = removed_in_house(line, d, both, inside.of, inside.of_size);
          for (int i : {lines[0], lines[1], covers[0], covers[1]}) inside.houses[inside.houses_size++] = i;
          any |= take(
              inside,
              [&](auto remove) {
                for (int line : covers)
                  for (Mask rest = now_.places[line][d] & (Mask)~corners; rest; rest &= rest - 1)
                    remove(geometry().cells_of(line)[first(rest)], bit(d));
              },
              [&](Step &step) {
                for (int line : lines)
                  for (Mask rest = both; rest; rest &= rest - 1)
                    step.mark(kBase, geometry().cells_of(line)[first(rest)], bit(d));
              });
        }
  }
  return any;
}

// The candidates that the chain has eliminated and an on node of a nested chain needs, each once, in the order found.
inline void ForcingSearch::needs(Inside &inside, int cell, int digit, Cause cause) {
  auto need = [&](int c, int d) {
    int i = numbers.at(c, d);
    if (needed_[i] == needed_stamp_) return;
    needed_[i] = needed_stamp_;
    inside.of[inside.of_size++] = where_[i * 2];
  };
  if (cause == kInCell) {
    for (Mask rest = start_->candidates[cell] & (Mask)~now_.candidates[cell]; rest; rest &= rest - 1)
      need(cell, first(rest));
  } else if (is_in_house(cause)) {
    int house = house_of(cause, cell);
    for (Mask rest = start_->places[house][digit] & (Mask)~now_.places[house][digit]; rest; rest &= rest - 1)
      need(geometry().cells_of(house)[first(rest)], digit);
  }
}

inline int ForcingSearch::note(int complexity, uint64_t hash) {
  if (nested_size == kMostNested) {
    memory.full = true;
    return 0;
  }
  for (uint64_t at = hash;; at++) {
    NestedSlot &slot = nested_slots_[at % kNestedSlots];
    if (slot.stamp != nested_slots_stamp_) slot = {nested_slots_stamp_, (uint32_t)nested_size};
    int same = (int)slot.index;
    if (same < nested_size && nested[same].hash != hash) continue;
    nested[nested_size] = {complexity, same, hash, 0, 0};
    return ++nested_size;
  }
}

// Find forcing chains and cycles on the current board.
inline bool ForcingSearch::chains_inside() {
  if (!scout.any(now_, out_->bits[0])) return false;
  ChainSearch &search = *inner.chains;
  if (!search.collect(now_)) memory.full = true;
  nodes += search.nodes;
  bool any = false;
  for (int i = 0; i < search.hints_size && !memory.full; i++) {
    const ChainHint &hint = search.hints[i];
    const Node *path = search.path + hint.path;
    int size = (int)hint.path_size;
    Inside inside(k_forcing_chain);
    needed_stamp_++;
    uint64_t hash = hint.cycle;
    auto visit = [&](int candidate, bool on, Cause cause) {
      hash = mixed(hash ^ (uint64_t)(candidate * 2 + on));
      if (on) needs(inside, cell_of(candidate), digit_of(candidate), cause);
    };
    for (int k = size - 1; k >= hint.cycle; k--) visit(path[k].candidate, path[k].on, path[k].cause);
    // A cycle counts in both directions. In the other direction each node is the opposite, with the same cause.
    if (hint.cycle)
      for (int k = 0; k < size - 1; k++) visit(path[k].candidate, !path[k].on, path[k].cause);
    if (!inside.of_size) continue;
    Step step(k_forcing_chain);
    search.effect(hint, step);
    int number = note(hint.rank.complexity, hash);
    if (explaining) explain_inside(number, [&](Words &out) { write_chain(out, search, hint); });
    any |= remove_all_by(inside, step, number);
  }
  return any;
}

// Find branching chains on the current board.
inline bool ForcingSearch::forcing_inside(Mode mode) {
  ForcingSearch &search = *inner.forcing;
  search.explaining = explaining;
  search.nodes = 0;
  search.budget = nodes < budget ? budget - nodes : 0;
  search.stopped = false;
  search.collect(now_, mode);
  nodes += search.nodes;
  stopped |= search.stopped;
  if (search.out_of_budget()) memory.full = true;
  bool any = false;
  for (int i = 0; i < search.hints_size && !memory.full; i++) {
    const ForcingHint &hint = search.hints[i];
    Branch ends[kMostSize];
    int size = search.branches(hint, ends);
    Inside inside(k_forcing_chain);
    needed_stamp_++;
    uint64_t hash = (uint64_t)size + 16;
    for (int b = 0; b < size; b++)
      search.walk(*ends[b].closure, *ends[b].end, [&](const Record &record) {
        int candidate = record.node >> 1;
        bool on = record.node & 1;
        hash = mixed(hash ^ (uint64_t)(search.numbers.global(candidate) * 2 + on));
        if (!on) return;
        int cell = search.numbers.cell[candidate];
        Cause cause = record.cause;
        if (cause == kAssumption && hint.kind == kCellKind) cause = kInCell;
        if (cause == kAssumption && hint.kind == kHouseKind) cause = cause_of(geometry().kind_of(hint.source));
        needs(inside, cell, search.numbers.digit[candidate], cause);
      });
    if (!inside.of_size) continue;
    Step step(k_forcing_chain);
    search.effect(hint, step);
    int number = note(hint.rank.complexity, hash);
    if (explaining) explain_inside(number, [&](Words &out) { search.write(out, hint, mode); });
    any |= remove_all_by(inside, step, number);
  }
  return any;
}

template <class Write> inline void ForcingSearch::explain_inside(int number, Write write) {
  if (!number) return;
  Words out(words + words_size, kMostWords - words_size);
  write(out);
  nested[number - 1].words = words_size;
  nested[number - 1].words_size = out.full ? 0 : out.size;
  if (out.full)
    memory.full = true;
  else
    words_size += out.size;
}

}  // namespace nonet::NONET_LOGIC
