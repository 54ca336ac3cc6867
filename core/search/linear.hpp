// linear.hpp: sums of digits with coefficients.
//
// Sums are worked on in their *positive form*: a cell with a negative coefficient has its digits in reverse order, so that
// all coefficients count upwards and the least total is 0. Cells of equal coefficients are in groups that all differ. From
// cheap to dear:
//
//   bounds     the least and the largest total; then those where the cells of a group take different digits
//   few cells  with up to three open cells (four in a sum of plain digits with one total), all their choices, and for a cage
//              the digits that are in each of them
//   cages      one group of coefficient 1: the sets of digits with the right total that its cells can still use. A digit in
//              all of them, or in all choices, stays in the cage: the cells that see all its places there lose it
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

// The digits d with low <= size * d <= high.
template <class Mask> inline Mask terms_between(int64_t size, int64_t low, int64_t high) {
  if (size == 1) return digits_between<Mask>(low, high);
  return high < 0 ? (Mask)0 : digits_between<Mask>(low <= 0 ? 0 : (low + size - 1) / size, high / size);
}

constexpr uint32_t kFewCells = 4;
constexpr uint32_t kExactCells = 4;  // open cells of an exact sum after the first guess
constexpr uint32_t kMostGroups = 64;

// ---- the open cells -------------------------------------------------------------------------------------------

// A sum in its positive form at some moment: the open cells have more than one digit.
template <class B> struct Open {
  using Mask = typename B::Mask;
  const B &board;
  const Constraint &constraint;
  const Sum &sum;
  const Mask *masks;  // of all cells
  uint32_t open = 0;
  Fixed<uint32_t, 8> at;  // the open cells, up to eight
  int64_t least = 0, most = 0, widest = 0;

  Open(const B &b, const Constraint &c, const Mask *given)
      : board(b), constraint(c), sum(*(const Sum *)b.data_of(c)), masks(given) {
    auto from_masks = [&](uint32_t i) { return given[i]; };
    sum.units ? scan<true>(from_masks) : scan<false>(from_masks);
  }
  // The same for the board's digits, which are put into `given`.
  Open(const B &b, const Constraint &c, Mask *given, const uint16_t *cells)
      : board(b), constraint(c), sum(*(const Sum *)b.data_of(c)), masks(given) {
    uint32_t upright = (uint32_t)sum.upright;
    auto plain = [&](uint32_t i) { return given[i] = b.digits[cells[i]]; };
    auto either = [&](uint32_t i) { return given[i] = i < upright ? b.digits[cells[i]] : b.turn(b.digits[cells[i]]); };
    if (sum.units)
      upright == c.count ? scan<true>(plain) : scan<true>(either);
    else
      scan<false>(either);
  }
  template <bool kUnits, class Get> void scan(Get get) {
    uint32_t end = constraint.count, found = 0;
    int64_t low_total = 0, high_total = 0, most_width = 0;
    for (uint32_t i = 0; i < end; i++) {
      Mask m = get(i);
      int64_t low = B::first(m), width = last_of(m) - low;
      if (!kUnits) low *= sum.size_of(i), width *= sum.size_of(i);
      low_total += low;
      high_total += low + width;
      most_width = width > most_width ? width : most_width;
      at[found % 8] = i;
      found += width != 0;
    }
    open = found, least = low_total, most = high_total, widest = most_width;
  }
  // The total of the other cells.
  int64_t fixed() const {
    int64_t total = least;
    for (uint32_t k = 0; k < open; k++) total -= sum.size_of(at[k]) * B::first(masks[at[k]]);
    return total;
  }
  bool is_possible() const { return least <= sum.to && most >= sum.from; }
  bool always_holds() const { return least >= sum.from && most <= sum.to; }
  bool is_few() const { return open <= kFewCells && (open < kFewCells || (sum.units && sum.from == sum.to)); }
};

// ---- few cells ------------------------------------------------------------------------------------------------

// All choices of up to four open cells; kCage: of a cage.
template <class B, bool kCage> struct Choices {
  using Mask = typename B::Mask;
  const B &b;
  bool units = kCage;
  uint32_t count;
  Fixed<int64_t, kFewCells> sizes;
  Fixed<Mask, kFewCells> masks;
  // Two cells that differ: all bits are set in `same` if both are in the same order, else in `reversed`.
  Fixed<Fixed<Mask, kFewCells>, kFewCells> same, reversed;
  Fixed<Mask, kFewCells> left = {};  // the digits that are in some choice
  Mask left_turned = 0;              // of the last cell but one, if these are in reverse order
  Mask common = (Mask) ~(Mask)0;     // of a cage: those that are in all
  bool one;                          // the first choice is enough

  explicit Choices(Open<B> &now, bool one_is_enough = false) : b(now.board), count(now.open), one(one_is_enough) {
    if (!kCage) units = now.sum.units;
    const uint16_t *cells = b.cells_of(now.constraint);
    // Cells with few digits first.
    for (uint32_t k = 1; k < count && count > 2; k++) {
      uint32_t cell = now.at[k], size = B::count(now.masks[cell]), j = k;
      for (; j && size < B::count(now.masks[now.at[j - 1]]); j--) now.at[j] = now.at[j - 1];
      now.at[j] = cell;
    }
    for (uint32_t k = 0; k < count; k++) {
      uint32_t i = now.at[k];
      masks[k] = now.masks[i];
      if (kCage) continue;
      sizes[k] = units ? 1 : now.sum.size_of(i);
      const uint64_t *peers = b.peers(cells[i]);
      for (uint32_t j = 0; j < k; j++) {
        uint32_t other = cells[now.at[j]];
        Mask differ = (Mask) - (Mask)(peers[other / 64] >> (other % 64) & 1);
        bool turned = now.sum.is_reversed(i) != now.sum.is_reversed(now.at[j]);
        same[j][k] = turned ? 0 : differ, reversed[j][k] = turned ? differ : 0;
      }
    }
  }

  // Try all choices with a total from `low` to `high`; false if there is none. Stops once the others change nothing.
  bool find(int64_t low, int64_t high) {
    bool any;
    switch (count) {
      case 1: return (common = left[0] = (Mask)(masks[0] & terms_between<Mask>(size_of(0), low, high))) != 0;
      case 2: any = pair(0, masks[0], masks[1], low, high, 0); break;
      case 3: any = choose<3>(0, masks, low, high, 0); break;
      default: any = choose<4>(0, masks, low, high, 0);
    }
    if (left_turned) left[count - 2] = b.turn(left_turned);
    return any;
  }

 private:
  int64_t size_of(uint32_t k) const { return kCage ? 1 : sizes[k]; }
  // What is left of the digits of cell j after a digit of cell k.
  Mask without(uint32_t k, Mask digit, uint32_t d, uint32_t j, Mask digits) const {
    if (kCage) return (Mask)(digits & ~digit);
    return (Mask)(digits & ~((digit & same[k][j]) | (B::bit(b.n - 1 - d) & reversed[k][j])));
  }
  Mask missing_from(uint32_t k) const {
    Mask missing = kCage ? common : (Mask)0;
    for (; k < count; k++)
      missing |= (Mask)(masks[k] & ~(k + 2 == count && left_turned ? b.turn(left_turned) : left[k]));
    return missing;
  }

  template <uint32_t K> bool choose(uint32_t k, const Mask *now, int64_t low, int64_t high, Mask used) {
    bool any = false;
    int64_t least = 0, most = 0;
    for (uint32_t j = 1; j < K; j++)
      least += size_of(k + j) * B::first(now[j]), most += size_of(k + j) * last_of(now[j]);
    for (Mask m = (Mask)(now[0] & terms_between<Mask>(size_of(k), low - most, high - least)); m; m &= (Mask)(m - 1)) {
      uint32_t d = B::first(m);
      int64_t term = size_of(k) * (int64_t)d;
      Mask rest[K - 1], digit = B::bit(d), missing = 0;
      for (uint32_t j = 1; j < K; j++) {
        rest[j - 1] = without(k, digit, d, k + j, now[j]);
        missing |= (Mask)(rest[j - 1] == 0);
      }
      if (missing) continue;
      bool found;
      if constexpr (K == 3)
        found = pair(k + 1, rest[0], rest[1], low - term, high - term, (Mask)(used | digit));
      else
        found = choose<K - 1>(k + 1, rest, low - term, high - term, (Mask)(used | digit));
      if (!found) continue;
      left[k] |= digit;
      any = true;
      if (one && k) break;
      if (k || missing_from(1)) continue;
      // Only the other digits of the first cell are in question.
      if (masks[0] == left[0]) break;
      one = true;
    }
    return any;
  }

  // The last two cells, k and k + 1.
  bool pair(uint32_t k, Mask first, Mask second, int64_t low, int64_t high, Mask used) {
    if (units && low == high) {
      // The digits of one cell in reverse order, moved, are those that the other may have.
      int64_t n = b.n, move = low - (n - 1);
      if (move >= n || move <= -n) return false;
      Mask excluded = (Mask)(low % 2 ? 0 : B::bit((uint32_t)low / 2));
      if (!kCage) excluded &= same[k][k + 1];
      if (!kCage && move == 0) excluded |= reversed[k][k + 1];
      Mask partners = b.turn(first);
      second &= (Mask)((move > 0 ? partners << move : partners >> -move) & ~excluded);
      if (!second || one) return second != 0;
      partners &= (Mask)(move > 0 ? second >> move : second << -move);
      left_turned |= partners;
      left[k + 1] |= second;
      if (kCage && (common & ~used)) {
        // Two such pairs have no digit in common.
        Mask both = (Mask)(second | b.turn(partners));
        common &= (Mask)(B::single((Mask)(both & (both - 1))) ? used | both : used);
      }
      return true;
    }
    bool any = false;
    for (Mask m = first; m; m &= (Mask)(m - 1)) {
      uint32_t d = B::first(m);
      int64_t term = size_of(k) * (int64_t)d;
      Mask digit = B::bit(d), rest = without(k, digit, d, k + 1, second);
      if (!(rest &= terms_between<Mask>(size_of(k + 1), low - term, high - term))) continue;
      left[k] |= digit;
      left[k + 1] |= rest;
      if (kCage) common &= (Mask)(used | digit | (B::single(rest) ? rest : (Mask)0));
      any = true;
    }
    return any;
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
  Fixed<Mask, kMostGroups> low_sets, high_sets;

  static int64_t total_of(Mask set) {
    int64_t total = 0;
    for (; set; set &= (Mask)(set - 1)) total += B::first(set);
    return total;
  }
  // The digits of a set, and up to `steps` above or below each.
  static Mask up_from(Mask set, int64_t steps) {
    for (int64_t step = 1; steps > 0; steps -= step, step *= 2) set |= (Mask)(set << (step < steps ? step : steps));
    return set;
  }
  static Mask down_from(Mask set, int64_t steps) {
    for (int64_t step = 1; steps > 0; steps -= step, step *= 2) set |= (Mask)(set >> (step < steps ? step : steps));
    return set;
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
      least += groups[g].size * total_of(low);
      most += groups[g].size * total_of(high);
    }
  }

  bool feasible() const { return possible && least <= sum.to && most >= sum.from; }

  // The digits that the cells of a group can have. A digit that is not in its least set takes the place of one below.
  Mask left_of(uint32_t g, Mask all) const {
    constexpr int64_t kBits = 8 * sizeof(Mask);
    int64_t up = sum.to - least, down = most - sum.from, size = groups[g].size;
    if (size > 1) up /= size, down /= size;
    // Nothing lies below the least set, or above the largest, in any cell.
    return (Mask)((up < kBits ? up_from(low_sets[g], up) : all) & (down < kBits ? down_from(high_sets[g], down) : all) &
                  all);
  }
};

// ---- cages ----------------------------------------------------------------------------------------------------

// The sets of digits that a cage can still use.
template <class B> struct CageSets {
  using Mask = typename B::Mask;
  Mask fixed = 0, possible = 0, needed = 0;  // the last two without the fixed digits
  Mask any = 0;                              // the digits of its open cells
  uint32_t open = 0;
  Fixed<uint32_t, kSetDigits> at;
  Fixed<Mask, kSetDigits> digits;  // of the open cells

  // False if there is none. With `one`, any set will do.
  bool find(const B &b, const Sum &sum, uint32_t count, const Mask *masks, bool one = false) {
    int64_t total = 0;
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
      at[open] = i, digits[open++] = m;
      any |= m;
    }
    int64_t low = sum.from - total, high = sum.to - total;
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
        if (one || (possible == any && !needed)) return true;
      }
    }
    return possible != 0;
  }
};

// Each of these digits is in one of the open cells: the cells that see all its places there lose it.
template <class B>
bool hold_needed(B &b, const uint16_t *cells, const typename B::Mask *digits, uint32_t open, typename B::Mask needed) {
  using Mask = typename B::Mask;
  if (!needed) return true;
  Fixed<const uint64_t *, kSetDigits> peers;
  Mask once = 0, twice = 0;
  for (uint32_t i = 0; i < open; i++) {
    twice |= once & digits[i];
    once |= digits[i];
    peers[i] = b.peers(cells[i]);
  }
  for (uint32_t i = 0; i < open; i++)
    if (Mask lone = (Mask)(needed & digits[i] & ~twice); lone && !b.keep(cells[i], lone)) return false;
  for (needed &= twice; needed; needed &= (Mask)(needed - 1)) {
    uint32_t digit = B::first(needed);
    for (uint32_t w = 0; w < b.set_words; w++) {
      uint64_t seen = b.where[digit * b.set_words + w];
      for (uint32_t i = 0; i < open; i++) seen &= peers[i][w] | ((uint64_t)(digits[i] >> digit & 1) - 1);
      for (; seen; seen &= seen - 1)
        if (!b.keep(w * 64 + (uint32_t)__builtin_ctzll(seen), (Mask)~B::bit(digit))) return false;
    }
  }
  return true;
}

template <class B> bool run_cage(B &b, const Constraint &c, const typename B::Mask *masks) {
  const uint16_t *cells = b.cells_of(c);
  CageSets<B> sets;
  if (!sets.find(b, *(const Sum *)b.data_of(c), c.count, masks)) return b.give_up();
  if (!sets.possible) return true;
  for (uint32_t i = 0; i < c.count && sets.possible != sets.any; i++)
    if (!B::single(masks[i]) && !b.keep(cells[i], sets.possible)) return false;
  if (b.tries) return true;
  Fixed<uint16_t, kSetDigits> open_cells;
  for (uint32_t k = 0; k < sets.open; k++) open_cells[k] = cells[sets.at[k]];
  return hold_needed(b, open_cells, sets.digits, sets.open, sets.needed);
}

// ---- the constraint -------------------------------------------------------------------------------------------

// A cell's digits in the positive form, and back.
template <class B> typename B::Mask turned(const B &b, const Sum &sum, uint32_t i, typename B::Mask m) {
  return sum.is_reversed(i) ? b.turn(m) : m;
}

template <bool kCage, class B> bool run_few(B &b, const Constraint &c, Open<B> &now, typename B::Mask *masks) {
  const uint16_t *cells = b.cells_of(c);
  Choices<B, kCage> choices(now);
  int64_t fixed = now.fixed();
  if (!choices.find(now.sum.from - fixed, now.sum.to - fixed)) return b.give_up();
  b.complete = true;
  for (uint32_t k = 0; k < now.open; k++) {
    uint32_t i = now.at[k];
    if (choices.left[k] == masks[i]) continue;
    if (!b.keep(cells[i], turned(b, now.sum, i, choices.left[k]))) return false;
    masks[i] = choices.left[k];
  }
  if (!kCage) return true;
  // In a choice, digits of filled cells may still be in others.
  if (b.tries) return run_cage(b, c, masks);
  Fixed<uint16_t, kFewCells> open_cells;
  for (uint32_t k = 0; k < now.open; k++) open_cells[k] = cells[now.at[k]];
  return now.open < 2 || hold_needed(b, open_cells, choices.left, now.open, choices.common);
}

template <class B> bool run_bounds(B &b, const Constraint &c, const Open<B> &now, bool &changed) {
  using Mask = typename B::Mask;
  const Sum &sum = now.sum;
  const uint16_t *cells = b.cells_of(c);
  if (sum.groups <= kMostGroups) {
    DifferentBounds<B> bounds(b, c, now.masks);
    if (!bounds.feasible()) return b.give_up();
    const Sum::Group *groups = sum.group_list(c.count);
    for (uint32_t g = 0, i = 0; g < sum.groups; g++) {
      Mask allowed = bounds.left_of(g, b.all());
      if (allowed == b.all()) {
        i = (uint32_t)groups[g].end;
        continue;
      }
      for (; i < groups[g].end; i++) {
        if (!(now.masks[i] & ~allowed) || B::single(now.masks[i])) continue;
        if (!b.keep(cells[i], turned(b, sum, i, allowed))) return false;
        changed = true;
      }
    }
  }
  // Each cell against the bounds of the others.
  int64_t above = sum.to - now.least, below = now.most - sum.from;
  for (uint32_t i = 0; i < c.count && (now.widest > above || now.widest > below); i++) {
    if (B::single(now.masks[i])) continue;
    int64_t size = sum.size_of(i), low = size * B::first(now.masks[i]), high = size * last_of(now.masks[i]);
    if (high - low <= above && high - low <= below) continue;
    if (!b.keep(cells[i], turned(b, sum, i, terms_between<Mask>(size, high - below, low + above)))) return false;
    changed = true;
  }
  return true;
}

template <class B> bool run_linear(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kMaxCells> masks;
  Fixed<Mask, 64> left;
  Open<B> now(b, c, masks, cells);
  if (!now.is_possible()) return b.give_up();
  if (!now.open || (now.always_holds() && !sum.cage)) return true;
  if (now.is_few()) return sum.cage ? run_few<true>(b, c, now, masks) : run_few<false>(b, c, now, masks);
  if (sum.cage) return run_cage(b, c, masks);
  // With this much room on both sides, nothing is eliminated by bounds, and hardly anything otherwise.
  if (sum.to - now.least >= now.widest + sum.room && now.most - sum.from >= now.widest + sum.room) return true;
  bool changed = false;
  if (!run_bounds(b, c, now, changed)) return false;
  // After a guess, exact sums of many open cells cost more than the few digits that they eliminate save.
  if (changed || !sum.exact || (b.depth && now.open > kExactCells)) return true;
  b.complete = true;
  if (!with_exact_sum(b, c, masks, [&](auto exact) { return exact.reduce(left); })) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (left[i] != masks[i] && !b.keep(cells[i], turned(b, sum, i, left[i]))) return false;
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

// Whether the tests without ExactSum leave a choice, for masks in the positive form.
template <class B> bool seems_feasible(const B &b, const Constraint &c, const typename B::Mask *masks) {
  const Sum &sum = *(const Sum *)b.data_of(c);
  Open<B> now(b, c, masks);
  if (!now.is_possible()) return false;
  if (now.open && now.is_few()) {
    int64_t fixed = now.fixed();
    int64_t low = sum.from - fixed, high = sum.to - fixed;
    if (sum.cage ? !Choices<B, true>(now, true).find(low, high) : !Choices<B, false>(now, true).find(low, high))
      return false;
  }
  if (sum.cage) return CageSets<B>().find(b, sum, c.count, masks, true);
  return sum.groups > kMostGroups || DifferentBounds<B>(b, c, masks).feasible();
}

template <class B, class F>
void explain_linear(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const Sum &sum = *(const Sum *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kMaxCells> masks, excluded;  // the digit of `self` is excluded from the cells that differ from it
  uint32_t own = self == B::kNone ? B::kNone : self / b.n;
  for (uint32_t i = 0; i < c.count; i++) {
    excluded[i] = 0;
    masks[i] = before.digits(cells[i]);
    if (self == B::kNone) continue;
    Mask digit = B::bit(self % b.n);
    if (cells[i] == own)
      masks[i] = digit;
    else if (b.plan->are_peers(cells[i], own))
      excluded[i] = digit, masks[i] &= (Mask)~digit;
  }
  for (uint32_t i = 0; i < c.count; i++)
    if (!masks[i]) return before.why_not(cells[i], (Mask)(b.all() & ~excluded[i]), f);
  if (explain_bounds(b, c, masks, excluded, self, 1, before, f) ||
      explain_bounds(b, c, masks, excluded, self, -1, before, f))
    return;
  for (uint32_t i = (uint32_t)sum.upright; i < c.count; i++) masks[i] = b.turn(masks[i]);
  bool cheap = !seems_feasible(b, c, masks);
  for (uint32_t i = 0; i < c.count && (cheap || sum.exact); i++) {
    if (cells[i] == own) continue;
    Mask now = masks[i], root = turned(b, sum, i, (Mask)(b.known(cells[i]) & ~excluded[i]));
    if (now == root) continue;
    masks[i] = root;
    if (cheap ? seems_feasible(b, c, masks) : with_exact_sum(b, c, masks, [](auto exact) { return exact.feasible(); }))
      masks[i] = now;
  }
  for (uint32_t i = 0; i < c.count; i++)
    if (cells[i] != own)
      before.why_not(cells[i], (Mask)(b.known(cells[i]) & ~turned(b, sum, i, masks[i]) & ~excluded[i]), f);
}

}  // namespace nonet

#endif
