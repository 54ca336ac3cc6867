// linear.hpp: sums of digits with coefficients.
//
// Cells of equal coefficients are in groups that all differ. From cheap to dear:
//
//   bounds     the least and the largest total, where the cells of a group take different digits
//   few cells  with up to three open cells, all their choices
//   cages      one group of coefficient 1: the sets of digits with the right total that its cells can still use. A digit in
//              all of them stays in the cage: the cells that see all its places there lose it
//   exact      for other sums with a small range, all choices (exact_sum.hpp)
//
// The reason of an elimination is searched afresh: with the digit in its cell, no choice must be left for the others. If
// plain bounds show this, the reason is made of the digits beyond the bounds, with what slack there is given away. Else
// cells whose eliminations are not needed are left out, one after the other, with the cheapest test that shows it.
#ifndef NONET_LINEAR_HPP
#define NONET_LINEAR_HPP

#include "search/constrained.hpp"
#include "search/exact_sum.hpp"

namespace nonet {

template <class Mask> inline int64_t last_of(Mask m) { return 63 - __builtin_clzll(m); }

// The digits from `low` to `high`.
template <class Mask> inline Mask digits_between(int64_t low, int64_t high) {
  constexpr int64_t kBits = 8 * sizeof(Mask);
  if (low < 0) low = 0;
  if (high >= kBits) high = kBits - 1;
  if (low > high) return 0;
  return (Mask)((Mask)((Mask) ~(Mask)0 << low) & (Mask)((Mask) ~(Mask)0 >> (kBits - 1 - high)));
}

// The digits d with low <= a * d <= high.
template <class Mask> inline Mask terms_between(int64_t a, int64_t low, int64_t high) {
  if (a == 1) return digits_between<Mask>(low, high);
  if (a == -1) return digits_between<Mask>(-high, -low);
  int64_t size = a < 0 ? -a : a, from = a < 0 ? -high : low, to = a < 0 ? -low : high;
  if (to < 0) return 0;
  return digits_between<Mask>(from <= 0 ? 0 : (from + size - 1) / size, to / size);
}

// ---- few cells ------------------------------------------------------------------------------------------------

constexpr uint32_t kFewCells = 3;
constexpr uint32_t kExactCells = 4;  // open cells of an exact sum after the first guess

// A sum with its digits at some moment: in `masks` those of all cells; the open cells have more than one.
template <class B> struct Open {
  using Mask = typename B::Mask;
  const B &board;
  const Constraint &constraint;
  const Sum &sum;
  const Mask *masks;
  uint32_t open = 0;       // the number of open cells
  uint32_t at[kFewCells];  // the first of them
  int64_t fixed = 0;       // the total of the others
  int64_t least = 0, most = 0;

  Open(const B &b, const Constraint &c, const Mask *given)
      : board(b), constraint(c), sum(*(const Sum *)b.data_of(c)), masks(given) {
    const int64_t *coefficients = sum.coefficients();
    for (uint32_t i = 0; i < c.count; i++) {
      Mask m = masks[i];
      int64_t a = coefficients[i], low = a * B::first(m);
      if (B::single(m)) {
        fixed += low;
        continue;
      }
      int64_t high = a * last_of(m);
      least += low < high ? low : high;
      most += low < high ? high : low;
      if (open < kFewCells) at[open] = i;
      open++;
    }
    least += fixed;
    most += fixed;
  }

  bool differ(uint32_t i, uint32_t k) const {
    const uint16_t *cells = board.cells_of(constraint);
    return board.plan->are_peers(cells[at[i]], cells[at[k]]);
  }

  // Leave in `left` the digits of up to three open cells that are in some choice of all; false if there is none.
  bool reduce_few(Mask left[kFewCells]) const {
    const int64_t *coefficients = sum.coefficients();
    int64_t low = sum.low - fixed, high = sum.high - fixed, a = coefficients[at[0]];
    Mask first = masks[at[0]];
    if (open == 1) return (left[0] = (Mask)(first & terms_between<Mask>(a, low, high))) != 0;
    int64_t b = coefficients[at[1]];
    Mask second = masks[at[1]], same = (Mask)(differ(0, 1) ? 0 : ~(Mask)0);
    left[0] = left[1] = left[2] = 0;
    if (open == 2) {
      for (Mask m = first; m; m &= (Mask)(m - 1)) {
        Mask digit = (Mask)(m & -m), rest = (Mask)(second & (same | (Mask)~digit));
        int64_t term = a * B::first(m);
        if (!(rest &= terms_between<Mask>(b, low - term, high - term))) continue;
        left[0] |= digit;
        left[1] |= rest;
      }
      return left[0] != 0;
    }
    int64_t c = coefficients[at[2]];
    Mask third = masks[at[2]], same_02 = (Mask)(differ(0, 2) ? 0 : ~(Mask)0),
         same_12 = (Mask)(differ(1, 2) ? 0 : ~(Mask)0);
    for (Mask m = first; m; m &= (Mask)(m - 1)) {
      Mask digit = (Mask)(m & -m), rest = (Mask)(third & (same_02 | (Mask)~digit));
      for (Mask k = (Mask)(second & (same | (Mask)~digit)); k; k &= (Mask)(k - 1)) {
        Mask other = (Mask)(k & -k), found = (Mask)(rest & (same_12 | (Mask)~other));
        int64_t terms = a * B::first(m) + b * B::first(k);
        if (!(found &= terms_between<Mask>(c, low - terms, high - terms))) continue;
        left[0] |= digit;
        left[1] |= other;
        left[2] |= found;
      }
    }
    return left[0] != 0;
  }
};

// ---- bounds with different digits -----------------------------------------------------------------------------

// For each group the least and the largest set of different digits, and the bounds of the total that follow.
template <class B> struct DifferentBounds {
  using Mask = typename B::Mask;
  const Sum &sum;
  const Sum::Group *groups;
  const Mask *masks;
  bool possible = true;
  int64_t least = 0, most = 0;
  Mask low_sets[64], high_sets[64];

  static int64_t total_of(Mask set) {
    int64_t total = 0;
    for (; set; set &= (Mask)(set - 1)) total += B::first(set);
    return total;
  }

  DifferentBounds(const B &b, const Constraint &c, const Mask *given)
      : sum(*(const Sum *)b.data_of(c)), groups(sum.group_list(c.count)), masks(given) {
    for (uint32_t g = 0, i = 0; g < sum.groups; g++) {
      Mask low = 0, high = 0;
      for (; i < groups[g].end; i++) {
        // The least digit not below those of the cell that is free, and the largest not above them.
        Mask m = masks[i], up = (Mask) ~(low | (Mask)((m & -m) - 1)),
             down = (Mask)(digits_between<Mask>(0, last_of(m)) & ~high);
        low |= (Mask)(up & -up);
        if (!up || !down) {
          possible = false;
          return;
        }
        high |= B::bit((uint32_t)last_of(down));
      }
      if (low & (Mask)~b.all()) {
        possible = false;
        return;
      }
      low_sets[g] = low, high_sets[g] = high;
      int64_t from = groups[g].size * total_of(low), to = groups[g].size * total_of(high);
      least += groups[g].negative ? -to : from;
      most += groups[g].negative ? -from : to;
    }
  }

  bool feasible() const { return possible && least <= sum.high && most >= sum.low; }

  // The digits that the cells of a group can have. A digit that is not in its least set takes the place of one below.
  Mask left_of(uint32_t g, Mask all) const {
    int64_t up = (sum.high - least) / groups[g].size, down = (most - sum.low) / groups[g].size;
    if (groups[g].negative) {
      int64_t swap = up;
      up = down, down = swap;
    }
    Mask low = low_sets[g], high = high_sets[g];
    if (up >= 64)
      low = all;
    else
      for (; up && low != all; up--) low |= (Mask)(low << 1) & all;
    if (down >= 64)
      high = all;
    else
      for (; down && high != all; down--) high |= (Mask)(high >> 1);
    // Nothing lies below the least set, or above the largest, in any cell.
    return (Mask)(low & high);
  }
};

// ---- cages ----------------------------------------------------------------------------------------------------

// The sets of digits that a cage can still use.
template <class B> struct CageSets {
  using Mask = typename B::Mask;
  Mask fixed = 0, possible = 0, needed = 0;  // the last two without the fixed digits

  bool find(const B &b, const Sum &sum, uint32_t count, const Mask *masks) {
    int64_t total = 0;
    uint32_t open = 0;
    Mask digits[kSetDigits], any = 0;
    for (uint32_t i = 0; i < count; i++) {
      if (!B::single(masks[i])) continue;
      if (fixed & masks[i]) return false;
      fixed |= masks[i];
      total += B::first(masks[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
      if (B::single(masks[i])) continue;
      Mask m = (Mask)(masks[i] & ~fixed);
      if (!m) return false;
      digits[open++] = m;
      any |= m;
    }
    int64_t low = sum.low - total, high = sum.high - total;
    if (!open) return low <= 0 && high >= 0;
    needed = any;
    if (low < 0) low = 0;
    if (int64_t top = b.plan->highest_total(); high > top) high = top;
    for (int64_t t = low; t <= high; t++) {
      const uint16_t *end = b.plan->combinations(open, (uint32_t)t + 1);
      for (const uint16_t *set = b.plan->combinations(open, (uint32_t)t); set < end; set++) {
        if (*set & ~any) continue;
        uint32_t i = 0;
        while (i < open && (digits[i] & *set)) i++;
        if (i < open) continue;
        possible |= (Mask)*set;
        needed &= (Mask)*set;
      }
    }
    return possible != 0;
  }
};

template <class B> bool run_cage(B &b, const Constraint &c, const typename B::Mask *masks) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  CageSets<B> sets;
  if (!sets.find(b, *(const Sum *)b.data_of(c), c.count, masks)) return b.give_up();
  if (!sets.possible) return true;
  for (uint32_t i = 0; i < c.count; i++)
    if (!B::single(masks[i]) && !b.keep(cells[i], sets.possible)) return false;
  if (b.tries) return true;
  for (Mask rest = sets.needed; rest; rest &= (Mask)(rest - 1)) {
    Mask digit = (Mask)(rest & -rest);
    uint32_t number = B::first(rest), places = 0, place = 0;
    for (uint32_t i = 0; i < c.count; i++)
      if (masks[i] & digit) places++, place = i;
    if (places == 1) {
      if (!b.keep(cells[place], digit)) return false;
      continue;
    }
    for (uint32_t w = 0; w < b.set_words; w++) {
      uint64_t seen = b.where[number * b.set_words + w];
      for (uint32_t i = 0; i < c.count && seen; i++)
        if (masks[i] & digit) seen &= b.plan->peers(cells[i])[w];
      for (; seen; seen &= seen - 1)
        if (!b.keep(w * 64 + (uint32_t)__builtin_ctzll(seen), (Mask)~digit)) return false;
    }
  }
  return true;
}

// ---- the constraint -------------------------------------------------------------------------------------------

template <class B> bool run_linear(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask masks[kMaxCells], left[64];
  for (uint32_t i = 0; i < c.count; i++) masks[i] = b.digits[cells[i]];
  Open<B> now(b, c, masks);
  if (now.least > sum.high || now.most < sum.low) return b.give_up();
  if (now.least >= sum.low && now.most <= sum.high && !sum.cage) return true;
  if (!now.open) return true;
  if (now.open <= kFewCells) {
    if (!now.reduce_few(left)) return b.give_up();
    for (uint32_t i = 0; i < now.open; i++)
      if (!b.keep(cells[now.at[i]], left[i])) return false;
    if (!sum.cage) return true;
    for (uint32_t i = 0; i < now.open; i++) masks[now.at[i]] = left[i];
  }
  if (sum.cage) return run_cage(b, c, masks);
  bool changed = false;
  int64_t widest = 0;
  if (sum.groups <= 64) {
    DifferentBounds<B> bounds(b, c, masks);
    if (!bounds.feasible()) return b.give_up();
    const Sum::Group *groups = sum.group_list(c.count);
    for (uint32_t g = 0, i = 0; g < sum.groups; g++) {
      Mask allowed = bounds.left_of(g, b.all());
      for (; i < groups[g].end; i++) {
        if (!(masks[i] & ~allowed) || B::single(masks[i])) continue;
        if (!b.keep(cells[i], allowed)) return false;
        changed = true;
      }
    }
  }
  {
    // Each cell against the bounds of the others.
    int64_t above = sum.high - now.least, below = now.most - sum.low;
    for (uint32_t i = 0; i < c.count; i++) {
      if (B::single(masks[i])) continue;
      int64_t a = sum.coefficients()[i], low = a * B::first(masks[i]), high = a * last_of(masks[i]);
      if (high < low) {
        int64_t swap = low;
        low = high, high = swap;
      }
      if (high - low > widest) widest = high - low;
      if (high - low <= above && high - low <= below) continue;
      if (!b.keep(cells[i], terms_between<Mask>(a, high - below, low + above))) return false;
      changed = true;
    }
  }
  if (changed || !sum.exact) return true;
  // After a guess, exact sums of many open cells cost more than the few digits that they eliminate save.
  if (b.depth && now.open > kExactCells) return true;
  // With this much room on both sides, hardly anything can be eliminated.
  if (c.count > 4 && sum.high - now.least >= widest + sum.room && now.most - sum.low >= widest + sum.room) return true;
  b.complete = true;
  if (!with_exact_sum(b, c, masks, [&](auto exact) { return exact.reduce(left); })) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (left[i] != masks[i] && !b.keep(cells[i], left[i])) return false;
  return true;
}

// ---- reasons --------------------------------------------------------------------------------------------------

// The reason by bounds, if the totals of `masks` are all above `high` (sign 1) or all below `low` (sign -1).
template <class B, class F> bool explain_bounds(const B &b, const Constraint &c, const typename B::Mask *masks,
                                                const typename B::Mask *excluded, uint32_t self, int64_t sign,
                                                typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  int64_t slack = sign > 0 ? -sum.high - 1 : sum.low - 1;
  auto least_of = [&](int64_t a, Mask m) { return a * (a > 0 ? (int64_t)B::first(m) : last_of(m)); };
  for (uint32_t i = 0; i < c.count; i++) slack += least_of(sign * sum.coefficients()[i], masks[i]);
  if (slack < 0) return false;
  for (uint32_t i = 0; i < c.count; i++) {
    if (self != B::kNone && cells[i] == self / b.n) continue;
    int64_t a = sign * sum.coefficients()[i], own = least_of(a, masks[i]), level = own;
    Mask below = 0, removed = (Mask)(b.all() & ~masks[i]);
    for (Mask m = removed; m; m &= (Mask)(m - 1)) {
      int64_t term = a * B::first(m);
      if (term < level && own - term <= slack) level = term;
    }
    for (Mask m = removed; m; m &= (Mask)(m - 1))
      if (a * B::first(m) < level) below |= (Mask)(m & -m);
    slack -= own - level;
    before.why_not(cells[i], (Mask)(below & ~excluded[i]), f);
  }
  return true;
}

// Whether the tests without ExactSum leave a choice.
template <class B> bool seems_feasible(const B &b, const Constraint &c, const typename B::Mask *masks) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  Open<B> now(b, c, masks);
  if (now.least > sum.high || now.most < sum.low) return false;
  Mask left[kFewCells];
  if (now.open && now.open <= kFewCells && !now.reduce_few(left)) return false;
  if (sum.cage) return CageSets<B>().find(b, sum, c.count, masks);
  return sum.groups > 64 || DifferentBounds<B>(b, c, masks).feasible();
}

template <class B, class F>
void explain_linear(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask masks[kMaxCells], excluded[kMaxCells];  // the digit of `self` is excluded from the cells that differ from it
  for (uint32_t i = 0; i < c.count; i++) {
    excluded[i] = 0;
    masks[i] = before.digits(cells[i]);
    if (self == B::kNone) continue;
    Mask digit = B::bit(self % b.n);
    if (cells[i] == self / b.n)
      masks[i] = digit;
    else if (b.plan->are_peers(cells[i], self / b.n))
      excluded[i] = digit, masks[i] &= (Mask)~digit;
  }
  for (uint32_t i = 0; i < c.count; i++)
    if (!masks[i]) return before.why_not(cells[i], (Mask)(b.all() & ~excluded[i]), f);
  if (explain_bounds(b, c, masks, excluded, self, 1, before, f) ||
      explain_bounds(b, c, masks, excluded, self, -1, before, f))
    return;
  bool cheap = !seems_feasible(b, c, masks);
  for (uint32_t i = 0; i < c.count && (cheap || sum.exact); i++) {
    if (self != B::kNone && cells[i] == self / b.n) continue;
    Mask now = masks[i], root = (Mask)(b.known(cells[i]) & ~excluded[i]);
    if (now == root) continue;
    masks[i] = root;
    if (cheap ? seems_feasible(b, c, masks) : with_exact_sum(b, c, masks, [](auto exact) { return exact.feasible(); }))
      masks[i] = now;
  }
  for (uint32_t i = 0; i < c.count; i++)
    if (self == B::kNone || cells[i] != self / b.n)
      before.why_not(cells[i], (Mask)(b.known(cells[i]) & ~masks[i] & ~excluded[i]), f);
}

}  // namespace nonet

#endif
