// large_wings.hpp: WXYZ-, VWXYZ-, UVWXYZ- and TUVWXYZ-wing: N cells that see each other and have N + 1 digits between them,
// and a cell with two of these digits. If all places of one of the two in the set see the cell, the other one is in the set
// or in the cell; if that holds of both, every digit of the set has one place in it.
//
// Sukaku Explainer lists all of them and takes the easiest; then the one that eliminates most, then the one whose figures
// (doubly linked or not, most candidates of a cell, candidates of the set) are last in the order of texts, then the first.
#ifndef NONET_LOGIC_SUKAKU_LARGE_WINGS_HPP
#define NONET_LOGIC_SUKAKU_LARGE_WINGS_HPP

#include "logic/sukaku/board.hpp"
#include "logic/tuples.hpp"

namespace nonet::NONET_LOGIC {

struct LargeWing {
  Cells set;
  int single;  // the cell with two candidates
  bool doubly_linked;
  Mask linked;  // those of its digits whose places in the set all see the cell
  int added, eliminated, figures, order;
  Cells gone[9];

  bool is_before(const LargeWing &other) const {
    if (added != other.added) return added < other.added;
    if (eliminated != other.eliminated) return eliminated > other.eliminated;
    return figures != other.figures ? figures > other.figures : order < other.order;
  }
};

struct LargeWingSearch {
  static constexpr int kMostCells = 6;
  const State &state;
  const int size;  // of the set
  Cells fit, pairs, where[9];
  LargeWing best;
  const LargeWing *last = nullptr;  // only wings after this one are wanted
  bool found = false;
  int wings = 0;

  LargeWingSearch(const State &board, int cells) : state(board), size(cells) {
    for (int cell = 0; cell < geometry().cells; cell++) {
      const int candidates = size_of(state.candidates[cell]);
      if (candidates == 2) pairs.add(cell);
      if (candidates >= 2 && candidates <= size + 1) fit.add(cell);
    }
    for (int digit = 0; digit < geometry().size; digit++) where[digit] = state.where(digit);
  }

  // Find the first wing, or the first one after the last.
  bool run() {
    found = false;
    wings = 0;
    walk({}, 0, fit, 0, 0, 0);
    return found;
  }

  // Sets in reading order. (With further houses, the second cell comes in the order of PeersIn: this only decides between
  // equal wings.)
  void walk(Cells set, int cells, Cells rest, Mask digits, int most, int sum) {
    while (!rest.empty()) {
      const int cell = rest.pop();
      const Mask all = digits | state.candidates[cell];
      if (size_of(all) > size + 1) continue;
      const int candidates = size_of(state.candidates[cell]), larger = candidates > most ? candidates : most;
      Cells with = set;
      with.add(cell);
      if (cells + 1 < size)
        walk(with, cells + 1, rest & geometry().peers(cell), all, larger, sum + candidates);
      else if (size_of(all) == size + 1)
        pair_up(with, all, larger, sum + candidates);
    }
  }

  void pair_up(const Cells &set, Mask digits, int most, int sum) {
    Cells near;
    for (Cells rest = set; !rest.empty();) near = near | geometry().peers(rest.pop());
    for (Cells rest = (near & pairs) - set; !rest.empty();) {
      const int single = rest.pop();
      const Mask pair = state.candidates[single];
      if (pair & (Mask)~digits) continue;
      Mask linked = 0;
      for (Mask of = pair; of; of &= of - 1)
        if (((set & where[first(of)]) - geometry().peers(single)).empty()) linked |= bit(first(of));
      if (linked) offer(set, single, digits, linked, most, sum);
    }
  }

  void offer(const Cells &set, int single, Mask digits, Mask linked, int most, int sum) {
    const Mask pair = state.candidates[single];
    const bool both = linked == pair;
    LargeWing wing{set, single, false, linked, 0, 0, 0, wings++, {}};
    Mask losing = 0;  // digits that are eliminated somewhere
    for (Mask rest = both ? digits : (Mask)(pair & ~linked); rest; rest &= rest - 1) {
      const int digit = first(rest);
      Cells gone = (seen_by_all(set & where[digit]) & where[digit]) - set;
      if (pair >> digit & 1) gone = gone & geometry().peers(single);
      gone.remove(single);
      wing.gone[digit] = gone;
      wing.eliminated += gone.size();
      if (!gone.empty()) losing |= bit(digit);
    }
    if (!losing) return;
    wing.doubly_linked = both && (losing & ~pair || losing == pair);
    const int from_middle = most < 3 ? 3 - most : most - 3;
    wing.added = size == 3 ? 10 * (1 - from_middle) : size == 4 ? 10 * (2 - from_middle) : 0;
    wing.figures = ((wing.doubly_linked ? 2 : 1) * 10 + most) * 100 + (sum < 10 ? 10 * sum : sum);
    if ((found && !wing.is_before(best)) || (last && !last->is_before(wing))) return;
    found = true;
    best = wing;
  }
};

// A WXYZ-wing is marked as such; those with more cells as almost locked sets.
inline Step large_wing_step(const LargeWingSearch &search) {
  const LargeWing &wing = search.best;
  constexpr Technique kNames[] = {k_wxyz_wing, k_vwxyz_wing, k_uvwxyz_wing, k_tuvwxyz_wing};
  Step step(kNames[search.size - 3]);
  step.rating = (uint16_t)(step.rating + wing.added);
  step.mark(search.size == 3 ? kPivot : kBase, wing.set, search.state);
  step.mark(search.size == 3 ? kPincer : kCover, wing.single, search.state.candidates[wing.single]);
  if (search.size > 3) step.mark(kExtra, wing.single, wing.linked);
  for (int digit = 0; digit < geometry().size; digit++) step.eliminate(wing.gone[digit], digit);
  return step;
}

template <class Sink> bool find_large_wings(const State &state, int size, Sink &&sink) {
  LargeWingSearch search(state, size);
  LargeWing last;
  while (search.run()) {
    if (sink(large_wing_step(search))) return true;
    last = search.best;
    search.last = &last;
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
