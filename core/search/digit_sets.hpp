// digit_sets.hpp: cells that all differ, and whose digits together are one of some sets.
//
// Exact, on sets of sets of digits as bits (exact_sum.hpp): which sets the first cells can hold, and from which of them the
// last cells reach one of the family. A digit in all sets that are left stays in these cells: the cells that see all its
// places there lose it.
#ifndef NONET_DIGIT_SETS_HPP
#define NONET_DIGIT_SETS_HPP

#include "search/constrained.hpp"
#include "search/exact_sum.hpp"
#include "search/filling.hpp"
#include "search/linear.hpp"

namespace nonet {

template <class B, uint32_t W> struct DigitSets {
  using Mask = typename B::Mask;
  uint32_t count;
  const uint64_t *family;
  uint64_t *layers;  // W words for each number of cells, and more for the last steps

  uint64_t *layer(uint32_t cells) const { return layers + cells * W; }
  static void clear(uint64_t *sets) { memset(sets, 0, sizeof(uint64_t) * W); }
  static uint64_t common(const uint64_t *one, const uint64_t *other) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < W; w++) any |= one[w] & other[w];
    return any;
  }

  // Leave in `left` the digits that occur in a solution, and in `needed` those in all of them; false if there is none.
  bool reduce(const Mask *masks, Mask all, Mask *left, Mask &needed) const {
    clear(layer(0));
    layer(0)[0] = 1;
    for (uint32_t i = 0; i < count; i++) {
      clear(layer(i + 1));
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1)) Sets<W>::extend(layer(i), layer(i + 1), B::first(m));
    }
    uint64_t *alive = layer(count), *before = layer(count + 1);
    if (!common(alive, family)) return false;
    for (uint32_t w = 0; w < W; w++) alive[w] &= family[w];
    needed = needed_in(alive, all);
    for (uint32_t i = count; i-- > 0;) {
      clear(before);
      left[i] = 0;
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1))
        if (Sets<W>::reduce(alive, layer(i), before, B::first(m))) left[i] |= (Mask)(m & -m);
      uint64_t *swap = alive;
      alive = before, before = swap;
    }
    return true;
  }

  static Mask needed_in(const uint64_t *sets, Mask all) {
    Mask needed = all;
    for (uint32_t w = 0; w < W; w++)
      for (uint64_t m = sets[w]; m && needed; m &= m - 1) needed &= (Mask)(w * 64 + (uint32_t)__builtin_ctzll(m));
    return needed;
  }

  // In `named`, of the digits of `start` that are not in `now`, those without which there would be a solution: from the
  // front, all steps are followed that cannot reach the family anyway.
  void explain(const Mask *now, const Mask *start, Mask *named) const {
    uint64_t every[W], *reached = layer(count + 1), *next = layer(count + 2);
    memset(every, 0xFF, sizeof every);
    memcpy(layer(count), family, sizeof every);
    for (uint32_t i = count; i-- > 0;) {
      clear(layer(i));
      for (Mask m = now[i]; m; m &= (Mask)(m - 1)) Sets<W>::reduce(layer(i + 1), every, layer(i), B::first(m));
    }
    clear(reached);
    reached[0] = 1;
    for (uint32_t i = 0; i < count; i++) {
      named[i] = 0;
      clear(next);
      for (Mask m = start[i]; m; m &= (Mask)(m - 1)) {
        uint64_t one[W] = {};
        Sets<W>::extend(reached, one, B::first(m));
        if (common(one, layer(i + 1)))
          named[i] |= (Mask)(m & -m);
        else
          for (uint32_t w = 0; w < W; w++) next[w] |= one[w];
      }
      uint64_t *swap = reached;
      reached = next, next = swap;
    }
  }
};

// Call f with the DigitSets of the width that the board needs.
template <class B, class F> auto with_digit_sets(const B &b, const Constraint &c, F f) {
  const uint64_t *family = (const uint64_t *)b.data_of(c);
  uint32_t words = words_of_sets(b.n);
  if (words == 8) return f(DigitSets<B, 8>{c.count, family, b.scratch});
  if (words == 16) return f(DigitSets<B, 16>{c.count, family, b.scratch});
  if (words == 4) return f(DigitSets<B, 4>{c.count, family, b.scratch});
  if (words == 2) return f(DigitSets<B, 2>{c.count, family, b.scratch});
  return f(DigitSets<B, 1>{c.count, family, b.scratch});
}

template <class B> bool run_digit_sets(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kSetDigits> masks, left;
  Mask needed = 0;
  for (uint32_t i = 0; i < c.count; i++) masks[i] = b.digits[cells[i]];
  if (!with_digit_sets(b, c, [&](auto sets) { return sets.reduce(masks, b.all(), left, needed); })) return b.give_up();
  b.complete = true;
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(cells[i], left[i])) return false;
  return b.tries || hold_needed(b, cells, left, c.count, needed);
}

template <class B, class F>
void explain_digit_sets(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kSetDigits> now, start, named;
  // A cell outside may see some of the cells only.
  digits_without_self(b, c, self, before, now, start,
                      [&](uint32_t cell) { return b.plan->are_peers(cell, self / b.n); });
  with_digit_sets(b, c, [&](auto sets) { return sets.explain(now, start, named), true; });
  for (uint32_t i = 0; i < c.count; i++)
    if (self == B::kNone || cells[i] != self / b.n) before.why_not(cells[i], named[i], f);
}

}  // namespace nonet

#endif
