// visible.hpp: skyscrapers. The cells all differ, and a known number of them hold a digit greater than all before it.
//
// Exact, on sets of sets of digits as bits (exact_sum.hpp): which sets the first cells can hold with so many seen, and from
// which of them the last cells reach the clue. The greatest digit of a set is its highest bit: a digit d is seen after the
// sets whose numbers are below 2^d. A digit of value 0 or less is never seen.
//
// Behind the greatest digit of the board nothing is seen: the clue is reached there. So sets are without this digit, and those
// with it are a row of their own.
#ifndef NONET_VISIBLE_HPP
#define NONET_VISIBLE_HPP

#include "search/constrained.hpp"
#include "search/exact_sum.hpp"

namespace nonet {

template <class B, uint32_t W> struct Visible {
  using Mask = typename B::Mask;
  const B &board;
  uint32_t count, clue;
  uint64_t *layers;  // for each number of cells: all rows

  // Rows of W words: behind the greatest digit; then for 0 to `clue` digits seen; for one more, which is never read.
  uint32_t end() const { return (clue + 2) * W; }
  uint32_t states() const { return (clue + 3) * W; }
  uint64_t *layer(uint32_t cells) const { return layers + cells * states(); }
  Mask greatest() const { return B::bit(board.n - 1); }
  // The digits that are never seen, even in front.
  Mask unseen() const {
    int64_t digits = 1 - board.plan->first;
    return digits <= 0 ? 0 : digits >= board.n ? board.all() : (Mask)(B::bit((uint32_t)digits) - 1);
  }
  // The row from which the greatest digit reaches the clue; end() if there is none.
  uint32_t before_top() const { return unseen() & greatest() ? end() - W : clue ? end() - 2 * W : end(); }

  // No set has this number seen: so it is for about half of the numbers.
  static bool is_empty(const uint64_t *sets) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < W; w++) any |= sets[w];
    return !any;
  }

  // The sets of a row with one more digit that they do not have: those that are below a digit get into the next row, if it
  // can be seen, the others stay in this one.
  static void extend(const uint64_t *row, uint64_t *to, Mask digits, Mask unseen) {
    uint64_t from[W], same[W] = {}, next[W] = {};
    for (uint32_t w = 0; w < W; w++) from[w] = row[w];
    for (Mask m = digits; m; m &= (Mask)(m - 1)) {
      uint32_t d = B::first(m);
      bool seen = !(m & -m & unseen);
      if (W == 1 || d < 6) {
        uint32_t shift = 1u << d;
        uint64_t below = seen ? (from[0] & (((uint64_t)1 << shift) - 1)) << shift : 0;
        for (uint32_t w = 0; w < W; w++) same[w] |= (from[w] & ~kHolding[d]) << shift ^ (w ? 0 : below);
        next[0] |= below;
      } else {
        uint32_t step = 1u << (d - 6);
        for (uint32_t w = step; w < W; w++)
          if (w & step) (seen && w < 2 * step ? next : same)[w] |= from[w ^ step];
      }
    }
    for (uint32_t w = 0; w < W; w++) to[w] |= same[w], to[W + w] |= next[w];
  }
  // The sets of `within` that get to `from` so: to |= these. The digits by which there are any.
  static Mask reduce(const uint64_t *from, const uint64_t *within, uint64_t *to, Mask digits, Mask unseen) {
    uint64_t of[W], all[W] = {};
    for (uint32_t w = 0; w < W; w++) of[w] = within[w];
    Mask used = 0;
    for (Mask m = digits; m; m &= (Mask)(m - 1)) {
      uint32_t d = B::first(m);
      bool seen = !(m & -m & unseen);
      uint64_t any = 0;
      if (W == 1 || d < 6) {
        uint32_t shift = 1u << d;
        uint64_t below = seen ? ((uint64_t)1 << shift) - 1 : 0;
        for (uint32_t w = 0; w < W; w++) {
          uint64_t found = (from[w] & kHolding[d]) >> shift;
          if (!w) found = (found & ~below) | ((from[W] & kHolding[d]) >> shift & below);
          found &= of[w];
          any |= found, all[w] |= found;
        }
      } else {
        uint32_t step = 1u << (d - 6);
        for (uint32_t w = 0; w < W; w++) {
          if (w & step) continue;
          uint64_t found = from[seen && w < step ? W + w + step : w + step] & of[w];
          any |= found, all[w] |= found;
        }
      }
      if (any) used |= (Mask)(m & -m);
    }
    for (uint32_t w = 0; w < W; w++) to[w] |= all[w];
    return used;
  }

  // to |= the states after `from` with one more digit.
  void step(const uint64_t *from, uint64_t *to, Mask digits) const {
    if (uint32_t at = before_top(); digits & greatest() && at < end())
      for (uint32_t w = 0; w < W; w++) to[w] |= from[at + w];
    digits &= (Mask)~greatest();
    for (uint32_t at = W; at < end(); at += W)
      if (!is_empty(from + at)) extend(from + at, to + at, digits, unseen());
    if (!is_empty(from)) extend(from, to, digits, board.all());
  }

  // to |= the states of `within` that lead to `from`. The digits by which there are any.
  Mask step_back(const uint64_t *from, const uint64_t *within, uint64_t *to, Mask digits) const {
    Mask used = 0;
    if (uint32_t at = before_top(); digits & greatest() && at < end())
      for (uint32_t w = 0; w < W; w++) {
        uint64_t found = from[w] & within[at + w];
        to[at + w] |= found;
        if (found) used |= greatest();
      }
    digits &= (Mask)~greatest();
    for (uint32_t at = W; at < end(); at += W) {
      if (is_empty(within + at) || (is_empty(from + at) && is_empty(from + at + W))) continue;
      used |= reduce(from + at, within + at, to + at, digits, unseen());
    }
    if (!is_empty(within) && !is_empty(from)) used |= reduce(from, within, to, digits, board.all());
    return used;
  }

  void clear(uint64_t *rows) const { memset(rows, 0, sizeof(uint64_t) * states()); }
  // Whether there are any.
  bool keep_accepted(uint64_t *rows) const {
    uint64_t any = 0;
    for (uint32_t w = 0; w < states(); w++) {
      bool accepts = w < W || (w >= end() - W && w < end());
      any |= rows[w] &= accepts ? ~(uint64_t)0 : 0;
    }
    return any;
  }
  void accept(uint64_t *rows) const {
    memset(rows, 0xFF, sizeof(uint64_t) * states());
    keep_accepted(rows);
  }
  void begin(uint64_t *rows) const {
    clear(rows);
    rows[W] = 1;
  }

  // Leave in `left` the digits that occur in a solution; false if there is none.
  bool reduce(const Mask *masks, Mask *left) const {
    begin(layer(0));
    for (uint32_t i = 0; i < count; i++) {
      clear(layer(i + 1));
      step(layer(i), layer(i + 1), masks[i]);
    }
    uint64_t *alive = layer(count), *before = layer(count + 1);
    if (!keep_accepted(alive)) return false;
    for (uint32_t i = count; i-- > 0;) {
      clear(before);
      left[i] = step_back(alive, layer(i), before, masks[i]);
      uint64_t *swap = alive;
      alive = before, before = swap;
    }
    return true;
  }

  // In `named`, of the digits of `start` that are not in `now`, those without which there would be a solution: from the
  // front, all moves are followed that cannot reach the clue anyway.
  void explain(const Mask *now, const Mask *start, Mask *named) const {
    uint64_t *every = layer(count + 1), *reached = layer(count + 2), *next = layer(count + 3);
    memset(every, 0xFF, sizeof(uint64_t) * states());
    accept(layer(count));
    for (uint32_t i = count; i-- > 0;) {
      clear(layer(i));
      step_back(layer(i + 1), every, layer(i), now[i]);
    }
    begin(reached);
    for (uint32_t i = 0; i < count; i++) {
      clear(next);
      named[i] = step_back(layer(i + 1), reached, layer(i), start[i]);
      step(reached, next, (Mask)(start[i] & ~named[i]));
      uint64_t *swap = reached;
      reached = next, next = swap;
    }
  }
};

// Call f with the Visible of the width that the board needs.
template <class B, class F> auto with_visible(const B &b, const Constraint &c, F f) {
  uint32_t clue = (uint32_t)b.data_of(c)[0], words = words_of_sets(b.n - 1);
  if (words == 8) return f(Visible<B, 8>{b, c.count, clue, b.scratch});
  if (words == 4) return f(Visible<B, 4>{b, c.count, clue, b.scratch});
  if (words == 2) return f(Visible<B, 2>{b, c.count, clue, b.scratch});
  return f(Visible<B, 1>{b, c.count, clue, b.scratch});
}

template <class B> bool run_visible(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Fixed<Mask, kSetDigits> masks, left;
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
  Fixed<Mask, kSetDigits> now, start, named;
  digits_without_self(b, c, self, before, now, start);
  with_visible(b, c, [&](auto visible) { return visible.explain(now, start, named), true; });
  for (uint32_t i = 0; i < c.count; i++) before.why_not(cells[i], named[i], f);
}

}  // namespace nonet

#endif
