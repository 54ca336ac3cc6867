// bugs.hpp: the BUG pattern: a board on which every empty cell has two candidates, and every digit two
// places in every house, except for extra candidates in a few cells. Without the extra candidates the board would have no
// solution or two, so one of them is true. Like unique loops, this needs a puzzle with one solution. It finds what Sudoku
// Explainer 1.2.1 finds, including its oversights, or what Sukaku Explainer finds: see Bug::find.
#ifndef NONET_LOGIC_SE_BUGS_HPP
#define NONET_LOGIC_SE_BUGS_HPP

#include "logic/se/uniqueness.hpp"

namespace nonet::NONET_LOGIC {

// A BUG with its extra candidates.
struct Bug {
  int size = 0;
  Cell cells[kCells];  // in the order in which they were found
  Cells set, common;   // the cells; and what all of them see
  Mask extra[kCells];  // by cell; only valid for those above
  Mask all_extra = 0;

  // If a digit has more than two places in a house, it is an extra candidate of the one cell there with three candidates or
  // more. If several cells have that many, another house decides. If none does, the original finds nothing. Sukaku
  // Explainer knows better if it is one digit everywhere: then it is the extra candidate of all such cells. (It leaves out
  // boards with chess rules where a cell sees one of its two digits by such a rule alone.)
  bool find(const State &state, Cells large, Explainer explainer) {
    common = geometry().all();
    State rest = state;
    Cells suspected;  // cells of all such houses, while they have the same digit
    Mask irregular = 0;
    for (int i = 0; i < geometry().kinds; i++)
      for (int house = geometry().first_house(kind_at(i)); house < geometry().end_house(kind_at(i)); house++)
        for (int digit = 0; digit < geometry().size; digit++) {
          Mask places = state.places[house][digit];
          if (!places || size_of(places) == 2) continue;
          Cells suspects;
          for (; places; places &= places - 1) {
            int cell = geometry().cells_of(house)[first(places)];
            if (large.has(cell)) suspects.add(cell);
          }
          if (suspects.empty()) return false;
          irregular |= bit(digit);
          suspected = suspected | suspects;
          int cell = suspects.pop();
          if (!suspects.empty()) continue;
          add(cell, digit);
          all_extra |= bit(digit);
          rest.remove(cell, digit);
        }
    if (explainer == Explainer::kSukaku && is_single(irregular))
      for (Cells others = suspected - set; !others.empty();) {
        int cell = others.pop();
        add(cell, first(irregular));
        rest.remove(cell, first(irregular));
      }
    for (int cell = 0; cell < geometry().cells; cell++) {
      if (rest.digits[cell]) continue;
      if (size_of(rest.candidates[cell]) != 2) return false;
      // Two digits that could be swapped, if no cell saw one of them without a house.
      for (Cells far = geometry().far_peers(cell); !kClassic && !far.empty();)
        if (state.candidates[far.pop()] & rest.candidates[cell]) return false;
    }
    for (const auto &house : rest.places)
      for (Mask places : house)
        if (places && size_of(places) != 2) return false;
    return size > 0;
  }
  void add(int cell, int digit) {
    if (!set.has(cell)) {
      cells[size++] = (Cell)cell;
      set.add(cell);
      extra[cell] = 0;
    }
    extra[cell] |= bit(digit);
    common = (common & geometry().peers(cell)) - set;
  }
  // The house of a kind that all the cells share, or -1.
  int shared_house(int kind) const {
    for (int i = 1; i < size; i++)
      if (!share_house(kind, cells[0], cells[i])) return -1;
    return geometry().house_of(kind, cells[0]);
  }
  void mark_extra(Step &step) const {
    for (int i = 0; i < size; i++) step.mark(kExtra, cells[i], extra[cells[i]]);
  }
};

template <class Sink> bool find_bug_1(const State &state, const Bug &bug, Sink &&sink) {
  Step step(k_bug_1);
  bug.mark_extra(step);
  step.eliminate(bug.cells[0], state, (Mask)~bug.all_extra);
  return sink(step);
}

// All extra candidates are the same digit.
template <class Sink> bool find_bug_2(const State &state, const Bug &bug, Sink &&sink) {
  int digit = first(bug.all_extra);
  Step step(k_bug_2);
  bug.mark_extra(step);
  step.eliminate(bug.common & state.where(digit), digit);
  return step.useful() && sink(step);
}

// The extra candidates act as one cell of a naked set. The other cells are taken in the order of the first cell's peers.
// Small sets come first in each house; with Sukaku Explainer, on the board.
template <class Sink> bool find_bug_3(const State &state, const Bug &bug, Explainer explainer, Sink &&sink) {
  constexpr int kDegrees = 5, kMostOthers = 16;
  const int kinds = geometry().kinds;
  if (size_of(bug.all_extra) < 2) return false;
  for (int turn = 0; turn < kDegrees * kinds; turn++) {
    const bool by_house = explainer == Explainer::kSudoku;
    const int degree = 2 + (by_house ? turn % kDegrees : turn / kinds);
    const int house = bug.shared_house(kind_at(by_house ? turn / kDegrees : turn % kinds));
    if (house < 0) continue;
    PeersIn others(bug.common & geometry().set_of(house), bug.cells[0], explainer);
    if (others.size > kMostOthers) continue;
    for (unsigned set = 0; degree <= others.size && set < 1u << others.size; set++) {
      if (size_of(set) != degree - 1) continue;
      Mask digits = 0;
      bool usable = true;
      for (int i = 0; i < others.size; i++) {
        if (!(set >> i & 1)) continue;
        digits |= state.candidates[others.cell[i]];
        if (size_of(state.candidates[others.cell[i]]) < 2) usable = false;
      }
      if (!usable || size_of(digits) != degree || bug.all_extra & (Mask)~digits) continue;
      Step step(k_bug_3);
      step.rating = (uint16_t)(step.rating + 10 * (degree - 1));
      step.house(house);
      bug.mark_extra(step);
      for (int i = 0; i < others.size; i++) {
        Mask common = state.candidates[others.cell[i]] & digits;
        if (set >> i & 1)
          step.mark(kCause, others.cell[i], common);
        else if (geometry().is_latin)
          step.eliminate(others.cell[i], common);
      }
      for (Mask rest = geometry().is_latin ? 0 : digits; rest; rest &= rest - 1) {
        Cells cells = bug.set;
        for (int i = 0; i < others.size; i++)
          if (set >> i & 1) cells.add(others.cell[i]);
        const Cells where = state.where(first(rest));
        step.eliminate(seen_by_all(cells & where) & where, first(rest));
      }
      if (step.useful() && sink(step)) return true;
    }
  }
  return false;
}

// Two cells of a house must share a digit that is not extra, so their other digits that are not extra are eliminated.
template <class Sink> bool find_bug_4(const State &state, const Bug &bug, Sink &&sink) {
  if (bug.size != 2) return false;
  int one = bug.cells[0], two = bug.cells[1];
  Mask shared = state.candidates[one] & state.candidates[two] & (Mask)~bug.all_extra;
  if (!is_single(shared)) return false;
  for (int i = 0; i < geometry().kinds; i++) {
    int house = bug.shared_house(kind_at(i));
    if (house < 0) continue;
    Step step(k_bug_4);
    step.house(house);
    bug.mark_extra(step);
    for (int cell : {one, two}) step.mark(kCause, cell, shared);
    for (int cell : {one, two}) step.eliminate(cell, state, (Mask) ~(bug.extra[cell] | shared));
    if (sink(step)) return true;
  }
  return false;
}

// Types in the order 1; 2, 4 when there is one extra digit; else 4, 3.
template <class Sink> bool find_bugs(const State &state, Explainer explainer, Sink &&sink) {
  BySize sizes(state);
  Cells large = sizes.three | sizes.more, common = seen_by_all(large);
  if (large.empty() || !sizes.one.empty()) return false;
  Cells others = large;
  others.pop();
  if (!others.empty() && common.empty()) return false;
  Bug bug;
  if (!bug.find(state, large, explainer)) return false;
  if (bug.size == 1) return find_bug_1(state, bug, sink);
  if (is_single(bug.all_extra)) return find_bug_2(state, bug, sink) || find_bug_4(state, bug, sink);
  if (bug.common.empty()) return false;
  return find_bug_4(state, bug, sink) || find_bug_3(state, bug, explainer, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
