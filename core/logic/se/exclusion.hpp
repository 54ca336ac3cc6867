// exclusion.hpp: aligned pair and triple exclusion. The digits of two (three) cells are tried together. A combination is
// excluded if two cells that see each other would be equal, or if it leaves no candidate for a cell that sees them all
// (an excluder). A candidate whose combinations are all excluded is eliminated.
//
// Sudoku Explainer 1.2.1 spends a third of its time here, because it lists the combinations of all pairs and triples.
// Here a triple is tried only if two excluders see all of it, and a set of digits stands for many combinations.
#ifndef NONET_LOGIC_SE_EXCLUSION_HPP
#define NONET_LOGIC_SE_EXCLUSION_HPP

#include "logic/se/wings.hpp"

namespace nonet::NONET_LOGIC {

// The cells that may be part of a pair or triple, in reading order, and the excluders that see each of them.
struct Aligned {
  Cells bases, excluders;  // excluders: all cells with two (or three) candidates
  int size = 0;
  uint8_t cell[kCells];
  uint8_t index[kCells];  // of a base in the list above
  Cells sees[kCells];     // by cell: the excluders among its peers

  Aligned(const State &state, bool triples) {
    BySize sizes(state);
    excluders = triples ? sizes.two | sizes.three : sizes.two;
    Cells near_single;
    for (Cells rest = sizes.one; !rest.empty();) near_single = near_single | geometry().peers(rest.pop());
    for (Cells rest = (sizes.two | sizes.three | sizes.more) - near_single; !rest.empty();) {
      int base = rest.pop();
      sees[base] = excluders & geometry().peers(base);
      if (sees[base].empty()) continue;
      bases.add(base);
      index[base] = (uint8_t)size;
      cell[size++] = (uint8_t)base;
    }
  }
};

// What one, and what two, of some cells see.
struct Seen {
  Cells once, twice;
  explicit Seen(Cells cells) {
    while (!cells.empty()) {
      const Cells &seen = geometry().peers(cells.pop());
      twice = twice | (once & seen);
      once = once | seen;
    }
  }
};
inline Cells cells_before(int cell) {
  return {cell < 64 ? (1ull << cell) - 1 : ~0ull, cell < 64 ? 0 : (1ull << (cell - 64)) - 1};
}

// The last board on which there was no pair, or no triple. One whose cells and excluders have not changed since is still none:
// it had the same excluders then, and perhaps more, which exclude no less. (If a single was left, its peers were no bases.)
struct WithoutAligned {
  bool known = false;
  Mask candidates[kCells];

  Cells changed(const State &state) const {
    Cells cells;
    for (int cell = 0; cell < geometry().cells; cell++)
      if (!known || candidates[cell] != state.candidates[cell]) cells.add(cell);
    return cells;
  }
  void set(const State &state) {
    known = BySize(state).one.empty();
    memcpy(candidates, state.candidates, sizeof candidates);
  }
};

// The combinations that the common excluders of some cells exclude.
struct Forbidden {
  Mask with[9] = {};  // by digit: the digits excluded together with it, because an excluder has only these two
  int threes_size = 0;
  Mask threes[kMostPeers];  // nor these three together

  Forbidden(const State &state, Cells common) {
    while (!common.empty()) {
      Mask mask = state.candidates[common.pop()];
      Mask upper = mask & (mask - 1), is_two = upper & (upper - 1) ? 0 : kAllDigits;
      with[first(mask)] |= upper & is_two;
      with[first(upper)] |= (mask ^ upper) & is_two;
      threes[threes_size] = mask;
      threes_size += !is_two;
    }
  }
};

// Mark the excluders that are needed: for each combination with an eliminated digit, the first one that excludes it.
template <int kDegree> void mark_needed(Step &step, const State &state, const int (&cells)[kDegree], Cells common) {
  PeersIn excluders(common, cells[0], Explainer::kSudoku);
  Cells needed;
  Mask last = kDegree == 3 ? state.candidates[cells[kDegree - 1]] : 1;
  for (Mask a = state.candidates[cells[0]]; a; a &= a - 1)
    for (Mask b = state.candidates[cells[1]]; b; b &= b - 1)
      for (Mask c = last; c; c &= c - 1) {
        const int digits[3] = {first(a), first(b), first(c)};
        bool is_removed = false, equal = false;
        Mask together = 0;
        for (int i = 0; i < kDegree; i++) {
          if (step.removes_cells.has(cells[i]) && step.removes[cells[i]] >> digits[i] & 1) is_removed = true;
          together |= bit(digits[i]);
          for (int j = 0; j < i; j++)
            if (digits[i] == digits[j] && geometry().peers(cells[i]).has(cells[j])) equal = true;
        }
        for (int i = 0; is_removed && !equal && i < excluders.size; i++) {
          if (state.candidates[excluders.cell[i]] & (Mask)~together) continue;
          needed.add(excluders.cell[i]);
          break;
        }
      }
  while (!needed.empty()) {
    int cell = needed.pop();
    step.mark(kCause, cell, state.candidates[cell]);
  }
}

template <int kDegree>
Step aligned_step(const State &state, const int (&cells)[kDegree], const Mask (&removed)[kDegree], Cells common) {
  Step step(kDegree == 2 ? k_aligned_pair_exclusion : k_aligned_triple_exclusion);
  for (int cell : cells) step.mark(kBase, cell, state.candidates[cell]);
  for (int i = 0; i < kDegree; i++) step.remove(cells[i], removed[i]);
  mark_needed<kDegree>(step, state, cells, common);
  for (int i = 0; i < kDegree; i++) step.mark(kTarget, cells[i], removed[i]);
  return step;
}

// Pairs of bases in reading order, the second one outermost. Two excluders see both.
template <class Sink> bool find_aligned_pairs(const State &state, WithoutAligned &without, Sink &&sink) {
  Aligned aligned(state, false);
  const Cells changed = without.changed(state);
  bool any = false;
  for (int j = 1; j < aligned.size; j++) {
    const int two = aligned.cell[j];
    Cells ones = Seen(aligned.sees[two]).twice & aligned.bases & cells_before(two);
    if (!changed.has(two)) ones = ones & (changed | Seen(aligned.sees[two] & changed).once);
    while (!ones.empty()) {
      const int cells[2] = {ones.pop(), two};
      Cells common = aligned.sees[cells[0]] & aligned.sees[cells[1]];
      Forbidden forbidden(state, common);
      bool peers = geometry().peers(cells[0]).has(cells[1]);
      Mask allowed[2] = {};
      for (Mask rest = state.candidates[cells[0]]; rest; rest &= rest - 1) {
        int a = first(rest);
        Mask b = state.candidates[cells[1]] & (Mask)~forbidden.with[a] & (Mask) ~(peers << a);
        if (b) allowed[0] |= bit(a), allowed[1] |= b;
      }
      const Mask removed[2] = {(Mask)(state.candidates[cells[0]] & ~allowed[0]),
                               (Mask)(state.candidates[cells[1]] & ~allowed[1])};
      if (!(removed[0] | removed[1])) continue;
      any = true;
      if (sink(aligned_step<2>(state, cells, removed, common))) return true;
    }
  }
  if (!any) without.set(state);
  return false;
}

// The candidates of three cells that are in no allowed combination.
inline bool excluded_of_three(const State &state, const int (&cells)[3], Cells excluders, Mask (&removed)[3]) {
  Forbidden forbidden(state, excluders);
  Mask allowed[3] = {};
  const Mask *all = state.candidates;
  int peers01 = geometry().peers(cells[0]).has(cells[1]);
  int peers02 = geometry().peers(cells[0]).has(cells[2]);
  int peers12 = geometry().peers(cells[1]).has(cells[2]);
  for (Mask rest_a = all[cells[0]]; rest_a; rest_a &= rest_a - 1) {
    int a = first(rest_a);
    Mask with_a = all[cells[2]] & (Mask)~forbidden.with[a] & (Mask) ~(peers02 << a);
    Mask rest_b = all[cells[1]] & (Mask)~forbidden.with[a] & (Mask) ~(peers01 << a);
    while (rest_b) {  // digits that are not yet known to be allowed first; until nothing more can come of this a
      Mask fresh = rest_b & (Mask)~allowed[1];
      int b = first(fresh ? fresh : rest_b);
      rest_b &= (Mask)~bit(b);
      Mask c = with_a & (Mask)~forbidden.with[b] & (Mask) ~(peers12 << b), pair = bit(a) | bit(b);
      for (int i = 0; a != b && i < forbidden.threes_size; i++)
        c &= (Mask) ~(pair & ~forbidden.threes[i] ? 0 : forbidden.threes[i] & ~pair);
      if (c) allowed[0] |= bit(a), allowed[1] |= bit(b), allowed[2] |= c;
      if (allowed[0] >> a & 1 && allowed[2] == all[cells[2]] && !(rest_b & ~allowed[1])) break;
    }
  }
  for (int i = 0; i < 3; i++) removed[i] = all[cells[i]] & (Mask)~allowed[i];
  return removed[0] | removed[1] | removed[2];
}

// The pairs of before; the third cell is an excluder of the first cell, then of the second. The result does not depend on the
// order of the three cells: a triple counts where it is met first.
template <class Sink>
bool find_aligned_triples(const State &state, WithoutAligned &without, Explainer explainer, Sink &&sink) {
  Aligned aligned(state, true);
  const Cells changed = without.changed(state);
  bool any = false;
  for (int j = 1; j < aligned.size; j++) {
    const int two = aligned.cell[j];
    const Cells near_two = Seen(aligned.sees[two]).twice;
    Cells ones = near_two & aligned.bases & cells_before(two);
    if (!changed.has(two) && (near_two & changed).empty())
      ones = ones & (changed | Seen(aligned.sees[two] & changed).once);
    while (!ones.empty()) {
      int one = ones.pop(), i = aligned.index[one];
      Cells common = aligned.sees[one] & aligned.sees[two];
      Cells thirds = (aligned.sees[one] | aligned.sees[two]) & aligned.bases;
      if (!changed.has(one) && !changed.has(two)) thirds = thirds & (changed | Seen(common & changed).once);
      if (thirds.empty()) continue;
      Cells found;
      for (Cells rest = thirds & Seen(common).twice; !rest.empty();) {
        int third = rest.pop(), k = aligned.index[third];
        // Earlier pairs: (one, third) or (third, one), and (third, two), if the cell left over is an excluder of one of
        // them.
        if (k < j && (k == i || (aligned.sees[one] | aligned.sees[third]).has(two))) continue;
        if (k == j || (k < i && (aligned.sees[third] | aligned.sees[two]).has(one))) continue;
        Mask removed[3];
        if (excluded_of_three(state, {one, two, third}, common & aligned.sees[third], removed)) found.add(third);
      }
      if (found.empty()) continue;
      any = true;
      PeersIn first_tail(found & aligned.sees[one], one, explainer);
      PeersIn second_tail(found - aligned.sees[one], two, explainer);
      for (int t = 0; t < first_tail.size + second_tail.size; t++) {
        int third = t < first_tail.size ? first_tail.cell[t] : second_tail.cell[t - first_tail.size];
        const int cells[3] = {one, two, third};
        Cells excluders = common & aligned.sees[third];
        Mask removed[3];
        excluded_of_three(state, cells, excluders, removed);
        if (sink(aligned_step<3>(state, cells, removed, excluders))) return true;
      }
    }
  }
  if (!any) without.set(state);
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
