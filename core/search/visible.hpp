// visible.hpp: skyscrapers. The cells all differ, and a known number of them hold a digit greater than all before it.
//
// Exact, on sets of sets of digits as bits (exact_sum.hpp): which sets the first cells can hold with so many seen, and from
// which of them the last cells reach the clue. The greatest digit of a set is its highest bit: a digit d is seen after the
// sets whose numbers are below 2^d. A digit of value 0 or less is never seen.
#ifndef NONET_VISIBLE_HPP
#define NONET_VISIBLE_HPP

#include "search/constrained.hpp"
#include "search/exact_sum.hpp"

namespace nonet {

template <class B, uint32_t W> struct Visible {
  using Mask = typename B::Mask;
  const B &board;
  uint32_t count, clue;
  uint64_t *layers;  // for each number of cells and each number seen: W words

  uint32_t states() const { return (clue + 1) * W; }
  uint64_t *layer(uint32_t cells, uint32_t seen) const { return layers + cells * states() + seen * W; }
  bool can_be_seen(uint32_t digit) const { return board.plan->first + (int64_t)digit > 0; }

  // The sets whose digits are all below `digit`, or the others, of those without the digit.
  static void split(const uint64_t *sets, uint32_t digit, uint64_t *below, uint64_t *others) {
    if (digit < 6) {
      uint64_t low = ((uint64_t)1 << (1u << digit)) - 1;
      for (uint32_t w = 0; w < W; w++) below[w] = w ? 0 : sets[w] & low, others[w] = sets[w] & ~below[w];
      return;
    }
    uint32_t step = 1u << (digit - 6);
    for (uint32_t w = 0; w < W; w++) below[w] = w < step ? sets[w] : 0, others[w] = w < step ? 0 : sets[w];
  }

  // No set has this number seen: so it is for about half of the numbers.
  static bool is_empty(const uint64_t *sets) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < W; w++) any |= sets[w];
    return !any;
  }

  // to |= the states after `from` with one more digit. Each has clue + 1 rows of W words.
  void step(const uint64_t *from, uint64_t *to, uint32_t digit) const {
    uint64_t below[W], others[W];
    for (uint32_t seen = 0; seen <= clue; seen++, from += W, to += W) {
      if (is_empty(from)) continue;
      if (!can_be_seen(digit)) {
        Sets<W>::extend(from, to, digit);
        continue;
      }
      split(from, digit, below, others);
      Sets<W>::extend(others, to, digit);
      if (seen < clue) Sets<W>::extend(below, to + W, digit);
    }
  }

  // to |= the states of `within` that lead to `from` by the digit. Whether there are any.
  bool step_back(const uint64_t *from, const uint64_t *within, uint64_t *to, uint32_t digit) const {
    uint64_t below[W], others[W];
    bool any = false;
    for (uint32_t seen = 0; seen <= clue; seen++, from += W, to += W, within += W) {
      if (is_empty(within) || (is_empty(from) && (seen == clue || is_empty(from + W)))) continue;
      if (!can_be_seen(digit)) {
        any |= Sets<W>::reduce(from, within, to, digit);
        continue;
      }
      split(within, digit, below, others);
      any |= Sets<W>::reduce(from, others, to, digit);
      if (seen < clue) any |= Sets<W>::reduce(from + W, below, to, digit);
    }
    return any;
  }

  void clear(uint64_t *rows) const { memset(rows, 0, sizeof(uint64_t) * states()); }
  void accept(uint64_t *rows) const {
    clear(rows);
    for (uint32_t w = 0; w < W; w++) rows[clue * W + w] = ~(uint64_t)0;
  }
  void begin(uint64_t *rows) const {
    clear(rows);
    rows[0] = 1;
  }

  // Leave in `left` the digits that occur in a solution; false if there is none.
  bool reduce(const Mask *masks, Mask *left) const {
    begin(layer(0, 0));
    for (uint32_t i = 0; i < count; i++) {
      clear(layer(i + 1, 0));
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1)) step(layer(i, 0), layer(i + 1, 0), B::first(m));
    }
    uint64_t any = 0, *alive = layer(count, 0), *before = layer(count + 1, 0);
    for (uint32_t w = 0; w < clue * W; w++) alive[w] = 0;
    for (uint32_t w = clue * W; w < states(); w++) any |= alive[w];
    if (!any) return false;
    for (uint32_t i = count; i-- > 0;) {
      clear(before);
      left[i] = 0;
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1))
        if (step_back(alive, layer(i, 0), before, B::first(m))) left[i] |= (Mask)(m & -m);
      uint64_t *swap = alive;
      alive = before, before = swap;
    }
    return true;
  }

  // In `named`, of the digits of `start` that are not in `now`, those without which there would be a solution: from the
  // front, all moves are followed that cannot reach the clue anyway.
  void explain(const Mask *now, const Mask *start, Mask *named) const {
    uint64_t *every = layer(count + 1, 0), *reached = layer(count + 2, 0), *next = layer(count + 3, 0);
    memset(every, 0xFF, sizeof(uint64_t) * states());
    accept(layer(count, 0));
    for (uint32_t i = count; i-- > 0;) {
      clear(layer(i, 0));
      for (Mask m = now[i]; m; m &= (Mask)(m - 1)) step_back(layer(i + 1, 0), every, layer(i, 0), B::first(m));
    }
    begin(reached);
    for (uint32_t i = 0; i < count; i++) {
      named[i] = 0;
      clear(next);
      for (Mask m = start[i]; m; m &= (Mask)(m - 1)) {
        uint64_t *one = layer(count + 4, 0), meets = 0;
        clear(one);
        step(reached, one, B::first(m));
        for (uint32_t w = 0; w < states(); w++) meets |= one[w] & layer(i + 1, 0)[w];
        if (meets)
          named[i] |= (Mask)(m & -m);
        else
          for (uint32_t w = 0; w < states(); w++) next[w] |= one[w];
      }
      uint64_t *swap = reached;
      reached = next, next = swap;
    }
  }
};

// Call f with the Visible of the width that the board needs.
template <class B, class F> auto with_visible(const B &b, const Constraint &c, F f) {
  uint32_t clue = (uint32_t)b.data_of(c)[0], words = words_of_sets(b.n);
  if (words == 8) return f(Visible<B, 8>{b, c.count, clue, b.scratch});
  if (words == 16) return f(Visible<B, 16>{b, c.count, clue, b.scratch});
  if (words == 4) return f(Visible<B, 4>{b, c.count, clue, b.scratch});
  if (words == 2) return f(Visible<B, 2>{b, c.count, clue, b.scratch});
  return f(Visible<B, 1>{b, c.count, clue, b.scratch});
}

template <class B> bool run_visible(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Mask masks[kSetDigits], left[kSetDigits];
  for (uint32_t i = 0; i < c.count; i++) masks[i] = b.digits[cells[i]];
  if (!with_visible(b, c, [&](auto visible) { return visible.reduce(masks, left); })) return b.give_up();
  b.complete = true;
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(cells[i], left[i])) return false;
  return true;
}

template <class B, class F>
void explain_visible(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Mask now[kSetDigits], start[kSetDigits], named[kSetDigits];
  digits_without_self(b, c, self, before, now, start);
  with_visible(b, c, [&](auto visible) { return visible.explain(now, start, named), true; });
  for (uint32_t i = 0; i < c.count; i++) before.why_not(cells[i], named[i], f);
}

}  // namespace nonet

#endif
