// variety.hpp: the value of a counter is how many different digits some cells hold (NValue in constraint programming).
//
// There are at least as many as cells of which no two have a digit in common: cells are picked, those with fewest digits
// first. There are at most as many as a matching of cells and digits has pairs. If the counter leaves only the least number,
// all cells hold digits of the picked ones. If it leaves only the greatest, a digit is eliminated from a cell that no greatest matching
// pairs with it: paths through the digits tell which (Régin, A filtering algorithm for constraints of difference, 1994).
//
// A reason names what keeps the picked cells apart, or what keeps the cells that no pair reaches within too few digits.
#ifndef NONET_VARIETY_HPP
#define NONET_VARIETY_HPP

#include "search/constrained.hpp"

namespace nonet {

// The cells are the counter, then those whose digits are counted.
template <class B> struct Variety {
  using Mask = typename B::Mask;
  const B &b;
  const uint16_t *cells;
  uint32_t count;  // of the counted cells
  Mask *digits = (Mask *)b.scratch;
  int64_t *digit_of = (int64_t *)(b.scratch + count);  // of each cell in the matching, or -1
  uint32_t least = 0, most = 0;
  Mask any = 0;                        // the digits of all cells
  Mask near = 0;                       // those of the picked cells
  Mask paired = 0;                     // those in the matching
  uint32_t picks[8 * sizeof(Mask)];    // `least` of them
  uint32_t cell_of[8 * sizeof(Mask)];  // of each paired digit

  Variety(const B &board, const Constraint &c) : b(board), cells(board.cells_of(c) + 1), count(c.count - 1) {}

  // The digits of the counter whose value is from `low` on and below `end`.
  Mask values(int64_t low, int64_t end) const {
    Mask found = 0;
    for (uint32_t d = 0; d < b.n; d++)
      if (b.plan->first + (int64_t)d >= low && b.plan->first + (int64_t)d < end) found |= B::bit(d);
    return found;
  }

  void find_least() {
    for (uint32_t i = 0; i < count; i++) any |= digits[i];
    for (uint32_t size = 1; size <= b.n && near != any; size++)
      for (uint32_t i = 0; i < count; i++)
        if (!(digits[i] & near) && B::count(digits[i]) == size) picks[least++] = i, near |= digits[i];
  }

  void find_most() {
    for (uint32_t i = 0; i < count; i++) digit_of[i] = -1;
    for (uint32_t i = 0; i < count && paired != any; i++) {
      Mask tried = 0;
      most += pair_cell(i, tried);
    }
  }
  bool pair_cell(uint32_t i, Mask &tried) {
    while (Mask left = (Mask)(digits[i] & ~tried)) {
      uint32_t d = B::first(left & ~paired ? (Mask)(left & ~paired) : left);
      tried |= B::bit(d);
      if (paired & B::bit(d) && !pair_cell(cell_of[d], tried)) continue;
      cell_of[d] = i, digit_of[i] = d;
      paired |= B::bit(d);
      return true;
    }
    return false;
  }

  // The digits that the cells of paired digits can hold instead, and so on.
  void find_paths(Mask *paths) const {
    for (uint32_t d = 0; d < b.n; d++) paths[d] = paired & B::bit(d) ? digits[cell_of[d]] : 0;
    for (uint32_t via = 0; via < b.n; via++)
      for (uint32_t d = 0; d < b.n; d++)
        if (paths[d] & B::bit(via)) paths[d] |= paths[via];
  }
  // The digits on paths from cells without a pair.
  Mask find_loose(const Mask *paths) const {
    Mask loose = 0;
    for (uint32_t i = 0; i < count; i++)
      if (digit_of[i] < 0) loose |= digits[i];
    for (Mask m = loose; m; m &= (Mask)(m - 1)) loose |= paths[B::first(m)];
    return loose;
  }
  // The digits of a cell that some greatest matching pairs with it.
  Mask in_matchings(uint32_t i, const Mask *paths, Mask loose) const {
    if (digit_of[i] < 0 || loose & B::bit((uint32_t)digit_of[i])) return digits[i];
    Mask own = B::bit((uint32_t)digit_of[i]), free = (Mask)(any & ~paired), found = 0;
    for (Mask m = digits[i]; m; m &= (Mask)(m - 1))
      if (m & -m & (own | free) || paths[B::first(m)] & (own | free)) found |= (Mask)(m & -m);
    return found;
  }
};

template <class B> bool run_variety(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  Variety<B> found(b, c);
  for (uint32_t i = 0; i < found.count; i++) found.digits[i] = b.digits[found.cells[i]];
  found.find_least();
  found.find_most();
  uint32_t counter = b.cells_of(c)[0];
  Mask left = (Mask)(b.digits[counter] & found.values(found.least, (int64_t)found.most + 1));
  if (!left) return b.give_up();
  bool only_least = !(left & found.values((int64_t)found.least + 1, INT64_MAX));
  bool only_most = !(left & found.values(INT64_MIN, found.most));
  if (!b.keep(counter, left)) return false;
  if (!only_least && !only_most) return true;
  Mask paths[8 * sizeof(Mask)], loose = 0;
  if (only_most) found.find_paths(paths), loose = found.find_loose(paths);
  for (uint32_t i = 0; i < found.count; i++) {
    Mask keeps = only_most ? found.in_matchings(i, paths, loose) : found.digits[i];
    if (!b.keep(found.cells[i], only_least ? (Mask)(keeps & found.near) : keeps)) return false;
  }
  return true;
}

// With the candidate placed, all values that the counter has left are too few or too many.
template <class B, class F>
void explain_variety(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  if (c.repeats) return explain_by_all(b, c, self, before, f);
  Variety<B> found(b, c);
  auto is_self = [&](uint32_t cell) { return self != B::kNone && cell == self / b.n; };
  auto digits_of = [&](uint32_t cell) { return is_self(cell) ? B::bit(self % b.n) : before.digits(cell); };
  for (uint32_t i = 0; i < found.count; i++) found.digits[i] = digits_of(found.cells[i]);
  found.find_least();
  found.find_most();
  uint32_t counter = b.cells_of(c)[0];
  Mask left = digits_of(counter), few = found.values(INT64_MIN, found.least),
       many = found.values((int64_t)found.most + 1, INT64_MAX);
  if (left & ~(few | many)) return explain_by_all(b, c, self, before, f);
  if (!(left & few)) few = 0;
  if (!(left & many)) many = 0;
  if (!is_self(counter)) before.why_not(counter, (Mask)(b.all() & ~(left | few | many)), f);
  if (few) {
    // Each digit is in one picked cell at most: the others have lost it.
    Mask spare = (Mask)(b.all() & ~found.near);
    for (uint32_t k = 0; k < found.least; k++) {
      uint32_t i = found.picks[k];
      if (is_self(found.cells[i])) continue;
      before.why_not(found.cells[i], (Mask)(b.all() & ~(found.digits[i] | spare)), f);
      spare = 0;
    }
  }
  if (many) {
    // The cells that share the digits of those without a pair, and these digits.
    Mask paths[8 * sizeof(Mask)];
    found.find_paths(paths);
    Mask loose = found.find_loose(paths);
    for (uint32_t i = 0; i < found.count; i++)
      if (!is_self(found.cells[i]) && !(found.digits[i] & ~loose))
        before.why_not(found.cells[i], (Mask)(b.all() & ~loose), f);
  }
}

}  // namespace nonet

#endif
