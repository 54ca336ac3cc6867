// filling.hpp: sandwiches and lunchboxes. The cells all differ, and the digits between the lowest and the highest of them,
// the crusts, have a total.
//
// For each two places of the crusts, the sets of digits with the right total and size are tried as the filling. A set is
// left if each cell between the crusts can use it, each of its digits has a place there, and the cells outside can do with
// the other digits.
//
// The crusts of a whole house are its lowest and its highest digit. The sets of the digits between these are bits there: for
// each two places of the crusts a few operations find all fillings.
//
// The reason of an elimination: with the digit in its cell, each choice that was possible at the start is out. For each, the
// cheapest cause is named: a cell that can use none of the digits, or a digit without a place.
#ifndef NONET_FILLING_HPP
#define NONET_FILLING_HPP

#include "search/constrained.hpp"

namespace nonet {

template <class B> struct Filling {
  using Mask = typename B::Mask;
  const B &board;
  uint32_t count;
  int64_t total;  // of digits, not of digit numbers
  const Mask *masks;

  Mask below(Mask digit) const { return (Mask)(digit - 1); }
  Mask above(Mask digit) const { return (Mask)(board.all() & ~(Mask)(digit | (Mask)(digit - 1))); }
  static Mask highest(Mask set) { return (Mask)((Mask)1 << (63 - __builtin_clzll(set))); }

  // Whether the cells from `begin` to `end` can each use the set; `any`: what they can use of it together.
  bool can_use(uint32_t begin, uint32_t end, Mask set, Mask &any) const {
    for (uint32_t i = begin; i < end; i++) {
      if (!(masks[i] & set)) return false;
      any |= (Mask)(masks[i] & set);
    }
    return true;
  }

  // Call f with the places of the crusts, the crusts as masks in this order, the filling, and what else is outside,
  // until it returns true.
  template <class F> bool find(F f) const {
    for (uint32_t i = 0; i + 1 < count; i++)
      for (uint32_t j = i + 1; j < count; j++)
        if (find_between(i, j, f)) return true;
    return false;
  }

  template <class F> bool find_between(uint32_t i, uint32_t j, F &f) const {
    uint32_t size = j - i - 1;
    int64_t sum = total - board.plan->first * (int64_t)size;
    if (sum < 0 || sum > board.plan->highest_total()) return false;
    const uint16_t *end = board.plan->combinations(size, (uint32_t)sum + 1);
    for (const uint16_t *at = board.plan->combinations(size, (uint32_t)sum); at < end; at++) {
      Mask set = (Mask)*at, any = 0;
      if (!can_use(i + 1, j, set, any) || any != set) continue;
      Mask lows = set ? below((Mask)(set & -set)) : board.all(), highs = set ? above(highest(set)) : board.all();
      if (try_crusts(i, j, i, lows, j, highs, set, f) || try_crusts(i, j, j, lows, i, highs, set, f)) return true;
    }
    return false;
  }

  template <class F> bool try_crusts(uint32_t i, uint32_t j, uint32_t low_at, Mask lows, uint32_t high_at, Mask highs,
                                     Mask set, F &f) const {
    lows &= masks[low_at], highs &= masks[high_at];
    uint32_t outside = count - (j - i + 1);
    for (Mask h = highs; h; h &= (Mask)(h - 1)) {
      Mask high = (Mask)(h & -h);
      for (Mask l = (Mask)(lows & below(high)); l; l &= (Mask)(l - 1)) {
        Mask low = (Mask)(l & -l), others = (Mask)(below(high) & above(low) & ~set), any = 0;
        uint32_t room = B::count(others);
        if (room < outside) break;  // the next lows leave less
        if (!can_use(0, i, others, any) || !can_use(j + 1, count, others, any)) continue;
        if (room == outside ? any != others : B::count(any) < outside) continue;
        if (f(i, j, low_at == i ? low : high, low_at == i ? high : low, set, others)) return true;
      }
    }
    return false;
  }

  // Add to `left` the digits of the cells that are in some choice, until none is missing.
  void reduce(Mask *left) const {
    find([&](uint32_t i, uint32_t j, Mask one, Mask other, Mask set, Mask others) {
      left[i] |= one, left[j] |= other;
      Mask missing = 0;
      for (uint32_t k = 0; k < count; k++) {
        if (k != i && k != j) left[k] |= k > i && k < j ? set : others;
        missing |= (Mask)(masks[k] & ~left[k]);
      }
      return !missing;
    });
  }
};

// Sets of the digits between the crusts of a whole house, as bits; digits are numbered from 0, without the lowest and the
// highest digit of the house.
struct Fillings {
  static constexpr uint32_t kDigits = kSetDigits - 2, kAll = 1u << kDigits, kWords = kAll / 64;
  static constexpr int64_t kMost = kDigits * (kDigits - 1) / 2;
  uint64_t of_sum[kMost + 1][kWords], of_size[kDigits + 1][kWords];
  // The sets that have some of these digits, and those that have all of them.
  uint64_t some[kAll][kWords], every[kAll][kWords];
  constexpr Fillings() : of_sum(), of_size(), some(), every() {
    for (uint32_t set = 0; set < kAll; set++) {
      uint64_t bit = (uint64_t)1 << (set % 64);
      uint32_t sum = 0, size = 0;
      for (uint32_t d = 0; d < kDigits; d++)
        if (set >> d & 1) sum += d, size++, some[1u << d][set / 64] |= bit;
      of_sum[sum][set / 64] |= bit;
      of_size[size][set / 64] |= bit;
    }
    for (uint32_t set = 0; set < kAll; set++)
      for (uint32_t w = 0; w < kWords; w++) {
        uint64_t *with = some[set & -set];
        some[set][w] = set ? some[set & (set - 1)][w] | with[w] : 0;
        every[set][w] = set ? every[set & (set - 1)][w] & with[w] : ~(uint64_t)0;
      }
  }
};
inline constexpr Fillings kFillings;

// A whole house, with sets of up to 64 * W.
template <class B, uint32_t W> struct WholeFilling {
  using Mask = typename B::Mask;
  const B &board;
  int64_t total;  // of digits
  Mask *cells;    // their digits; those that become fewer while for_all() runs are read again
  uint32_t n = board.n;
  Mask high = B::bit(n - 1), all = (Mask)(board.all() >> 1 & board.all() >> 2);  // digits between the crusts

  Mask between(Mask digits) const { return (Mask)(digits >> 1 & all); }
  bool has(uint32_t k, Mask digit) const { return cells[k] & digit; }
  bool may_begin(uint32_t i, uint32_t j) const { return has(i, 1) && has(j, high); }
  bool may_crust(uint32_t i, uint32_t j) const { return may_begin(i, j) || may_begin(j, i); }

  // The fillings between two places; false if there are none.
  bool find(uint32_t i, uint32_t j, uint64_t *sets) const {
    uint32_t size = j - i - 1;
    int64_t sum = total - (board.plan->first + 1) * (int64_t)size;
    if (sum < 0 || sum > Fillings::kMost) return false;
    uint64_t any = 0;
    for (uint32_t w = 0; w < W; w++) any |= sets[w] = kFillings.of_sum[sum][w] & kFillings.of_size[size][w];
    Mask inside = 0, outside = 0;
    for (uint32_t k = 0; k < n && any; k++) {
      if (k == i || k == j) continue;
      any = 0;
      if (k > i && k < j) {
        inside |= cells[k];
        for (uint32_t w = 0; w < W; w++) any |= sets[w] &= kFillings.some[between(cells[k])][w];
      } else {
        outside |= cells[k];
        for (uint32_t w = 0; w < W; w++) any |= sets[w] &= ~kFillings.every[between(cells[k])][w];
      }
    }
    if (!any) return false;
    // No digit is without a place.
    const uint64_t *not_inside = kFillings.some[all & ~between(inside)];
    const uint64_t *not_outside = kFillings.every[all & ~between(outside)];
    any = 0;
    for (uint32_t w = 0; w < W; w++) any |= sets[w] &= not_outside[w] & ~not_inside[w];
    return any;
  }

  // Add to `left` the digits of the cells that are in some choice, until none is missing.
  void reduce(Mask *left) const {
    for (uint32_t i = 0; i + 1 < n; i++) {
      if (!has(i, 1) && !has(i, high)) continue;
      for (uint32_t j = i + 1; j < n; j++) {
        uint64_t sets[W];
        if (!may_crust(i, j) || !find(i, j, sets)) continue;
        if (may_begin(i, j)) left[i] |= 1, left[j] |= high;
        if (may_begin(j, i)) left[i] |= high, left[j] |= 1;
        Mask inside = 0, outside = 0, missing = 0;
        for (Mask m = all; m; m &= (Mask)(m - 1)) {
          uint64_t with = 0, without = 0;
          for (uint32_t w = 0; w < W; w++) {
            uint64_t holding = kFillings.some[(Mask)(m & -m)][w];
            with |= sets[w] & holding, without |= sets[w] & ~holding;
          }
          Mask digit = (Mask)((m & -m) << 1);
          if (with) inside |= digit;
          if (without) outside |= digit;
        }
        for (uint32_t k = 0; k < n; k++) {
          if (k != i && k != j) left[k] |= k > i && k < j ? inside : outside;
          missing |= (Mask)(cells[k] & ~left[k]);
        }
        if (!missing) return;
      }
    }
  }

  // Call f as Filling::find does, with each choice, but not with those that f makes impossible: it may change the digits.
  template <class F> void for_all(F f) const {
    for (uint32_t i = 0; i + 1 < n; i++)
      for (uint32_t j = i + 1; j < n; j++) {
        uint64_t sets[W];
        uint32_t next = 0;  // among those from here on
        while (may_crust(i, j) && find(i, j, sets)) {
          uint32_t w = next / 64;
          if (w < W) sets[w] &= ~(uint64_t)0 << (next % 64);
          while (w < W && !sets[w]) w++;
          if (w == W) break;
          uint32_t found = w * 64 + (uint32_t)__builtin_ctzll(sets[w]);
          next = found + 1;
          Mask set = (Mask)(found << 1), others = (Mask)((all & ~found) << 1);
          if (may_begin(i, j)) f(i, j, (Mask)1, high, set, others);
          if (may_begin(j, i)) f(i, j, high, (Mask)1, set, others);
        }
      }
  }
};

// Call f with the WholeFilling of the width that the board needs.
template <class B, class F> void with_whole_filling(const B &b, const Constraint &c, typename B::Mask *masks, F f) {
  int64_t total = b.data_of(c)[0];
  if (b.n == 9) return f(WholeFilling<B, 2>{b, total, masks});
  if (b.n > 9) return f(WholeFilling<B, 4>{b, total, masks});
  return f(WholeFilling<B, 1>{b, total, masks});
}

template <class B> bool run_filling(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kSetDigits> masks, left = {};
  for (uint32_t i = 0; i < c.count; i++) masks[i] = b.digits[cells[i]];
  if (c.count < b.n)
    Filling<B>{b, c.count, b.data_of(c)[0], masks}.reduce(left);
  else
    with_whole_filling(b, c, masks, [&](auto filling) { filling.reduce(left); });
  if (!left[0]) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(cells[i], left[i])) return false;
  return true;
}

// What a reason names: from each cell the digits of `named`, of those that it had at the start and has lost.
template <class B> struct FillingReason {
  using Mask = typename B::Mask;
  uint32_t count;
  Fixed<Mask, kSetDigits> start, now, named;

  // What must be named so that cell i cannot have any of the digits. For a placed cell it is all or nothing.
  Mask missing(uint32_t i, Mask digits) const {
    Mask lost = (Mask)(start[i] & ~now[i]);
    return (Mask)((B::single(now[i]) ? lost : (Mask)(lost & digits)) & ~named[i]);
  }
  uint32_t cost(uint32_t i, Mask digits) const {
    return B::single(now[i]) ? missing(i, digits) != 0 : B::count(missing(i, digits));
  }

  // The cheapest way to see that a choice is out: one cell that can use none of its digits, or one digit without a place.
  struct Way {
    uint32_t cost = 0xFFFFFFFF, cell = 0;
    Mask digits = 0;  // of `cell`; or of all cells of a part
    bool is_cell = true, inside = false;
  };
  void offer(Way &best, Way way) const {
    if (way.cost < best.cost) best = way;
  }
  void offer_cell(Way &best, uint32_t i, Mask digits) const {
    if (!(now[i] & digits)) offer(best, {cost(i, digits), i, digits, true, false});
  }

  template <class P> void offer_part(Way &best, P is_part, uint32_t size, Mask set, bool inside) const {
    Mask any = 0;
    for (uint32_t k = 0; k < count; k++) {
      if (!is_part(k)) continue;
      offer_cell(best, k, set);
      any |= (Mask)(now[k] & set);
    }
    bool every = B::count(set) == size;
    if (every ? any == set : B::count(any) >= size) return;
    // A digit that must have a place, or all digits that have none.
    for (Mask rest = (Mask)(set & ~any); rest; rest &= (Mask)(rest - 1)) {
      Mask digits = every ? (Mask)(rest & -rest) : (Mask)(set & ~any);
      uint32_t total = 0;
      for (uint32_t k = 0; k < count; k++)
        if (is_part(k)) total += cost(k, digits);
      offer(best, {total, 0, digits, false, inside});
      if (!every) return;
    }
  }

  void exclude(uint32_t i, uint32_t j, Mask one, Mask other, Mask set, Mask others) {
    auto is_inside = [=](uint32_t k) { return k > i && k < j; };
    auto is_outside = [=](uint32_t k) { return k < i || k > j; };
    Way best;
    offer_cell(best, i, one);
    offer_cell(best, j, other);
    if (best.cost) offer_part(best, is_inside, j - i - 1, set, true);
    if (best.cost) offer_part(best, is_outside, count - (j - i + 1), others, false);
    if (!best.cost) return;
    for (uint32_t k = 0; k < count; k++)
      if (best.is_cell ? k == best.cell : best.inside ? is_inside(k) : is_outside(k))
        named[k] |= missing(k, best.digits);
  }
};

// The digits of cells that all differ, before an elimination and at the start, with `self` placed, perhaps elsewhere:
// `differs` says of a cell whether it differs from that of `self`.
template <class B, class F> void digits_without_self(const B &b, const Constraint &c, uint32_t self,
                                                     typename B::Before before, typename B::Mask *now,
                                                     typename B::Mask *start, F differs) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  for (uint32_t i = 0; i < c.count; i++) {
    now[i] = before.digits(cells[i]), start[i] = b.known(cells[i]);
    if (self == B::kNone) continue;
    Mask digit = B::bit(self % b.n);
    if (cells[i] == self / b.n)
      now[i] = start[i] = digit;
    else if (differs(cells[i]))
      now[i] &= (Mask)~digit, start[i] &= (Mask)~digit;
  }
}
// The same where `self` is one of the cells.
template <class B> void digits_without_self(const B &b, const Constraint &c, uint32_t self, typename B::Before before,
                                            typename B::Mask *now, typename B::Mask *start) {
  digits_without_self(b, c, self, before, now, start, [](uint32_t) { return true; });
}

template <class B, class F>
void explain_filling(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const uint16_t *cells = b.cells_of(c);
  FillingReason<B> reason{c.count, {}, {}, {}};
  digits_without_self(b, c, self, before, reason.now, reason.start);
  if (c.count < b.n) {
    Filling<B>{b, c.count, b.data_of(c)[0], reason.start}.find([&](uint32_t i, uint32_t j, auto... digits) {
      reason.exclude(i, j, digits...);
      return false;
    });
  } else {
    // What is named is lost: the choices that are out by it are not asked for again.
    Fixed<typename B::Mask, kSetDigits> left;
    memcpy(left, reason.start, sizeof left);
    with_whole_filling(b, c, left, [&](auto filling) {
      filling.for_all([&](uint32_t i, uint32_t j, auto... digits) {
        reason.exclude(i, j, digits...);
        for (uint32_t k = 0; k < c.count; k++) left[k] = (typename B::Mask)(reason.start[k] & ~reason.named[k]);
      });
    });
  }
  for (uint32_t i = 0; i < c.count; i++) before.why_not(cells[i], reason.named[i], f);
}

}  // namespace nonet

#endif
