// either.hpp: at least one of several choices holds.
//
// Each choice is tried on the digits alone: its constraints run until nothing changes. A choice that fails is out. What all
// others eliminate is eliminated. For the reason, each choice must fail: if one of its constraints fails by itself, its
// reason is enough, else all is named that the cells of the choice had lost. Where the call is to end, nothing is eliminated.
#ifndef NONET_EITHER_HPP
#define NONET_EITHER_HPP

#include "search/constrained.hpp"

namespace nonet {

template <class B> bool run_either(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  uint32_t left = 0, depth = b.tries;
  Mask *joined = b.joined + (size_t)depth * b.cells;
  for (uint32_t i = 0; i < c.count; i++) joined[i] = 0;
  for (uint32_t k = 1; k < c.length;) {
    uint32_t end = k;
    while (end < c.length && w[end] >> 32 == w[k] >> 32) end++;
    uint32_t mark = b.tried_size;
    b.tries++;
    bool consistent = true, whole = false;
    for (uint32_t before = mark; consistent;) {
      for (uint32_t i = k; i < end && consistent && !b.pause(); i++) {
        const Constraint &inner = b.constraints[(uint32_t)w[i]];
        b.work += inner.count + 1;
        consistent = b.run_one(inner);
      }
      if (b.tried_size == before || b.paused) break;
      before = b.tried_size;
    }
    if (consistent) {
      left++;
      whole = b.tried_size == mark;
      for (uint32_t i = 0; i < c.count; i++) joined[i] |= b.digits[cells[i]];
    }
    while (b.tried_size > mark) {
      const auto &undone = b.tried[--b.tried_size];
      b.digits[undone.cell] = undone.digits;
    }
    b.tries--;
    if (whole || b.paused) return true;
    k = end;
  }
  if (!left) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(cells[i], joined[i])) return false;
  return true;
}

// Whether a constraint fails by itself on the digits before, with `self` placed. It runs there, so the board is changed and
// restored.
template <class B> bool fails_alone(B &b, const Constraint &c, uint32_t self, typename B::Before before) {
  const uint16_t *cells = b.cells_of(c);
  for (uint32_t i = 0; i < c.count; i++) {
    bool own = self != B::kNone && cells[i] == self / b.n;
    b.other_digits[cells[i]] = own ? B::bit(self % b.n) : before.digits(cells[i]);
  }
  typename B::Mask *now = b.digits;
  uint32_t mark = b.tried_size;
  auto poll = b.poll;
  b.poll = nullptr;  // half of an answer would be a wrong one
  b.digits = b.other_digits;
  b.tries++;
  bool fails = !b.run_one(c);
  b.tried_size = mark;
  b.digits = now;
  b.poll = poll;
  b.tries--;
  return fails;
}

// The reason why a count fails by itself, with `self` placed: too many cells are certain, or too few possible.
template <class B, class F>
void explain_failed_count(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)w[0];
  auto is_self = [&](uint32_t i) { return self != B::kNone && cells[i] == self / b.n; };
  auto digits_of = [&](uint32_t i) { return is_self(i) ? B::bit(self % b.n) : before.digits(cells[i]); };
  int64_t certain = 0, lost = 0;
  for (uint32_t i = 0; i < c.count; i++) {
    certain += !(digits_of(i) & ~set);
    lost += !(digits_of(i) & set);
  }
  bool full = certain > w[2];
  int64_t needed = full ? w[2] + 1 : (int64_t)c.count - w[1] + 1;
  if (!full && lost < needed) needed = c.count;
  for (int paid = 0; paid < 2; paid++)
    for (uint32_t i = 0; i < c.count && needed > 0; i++) {
      Mask m = digits_of(i), gone = full ? (Mask)(b.all() & ~set) : set;
      if (m & gone || (is_self(i) || !(b.known(cells[i]) & gone)) == (bool)paid) continue;
      needed--;
      if (!is_self(i)) before.why_not(cells[i], gone, f);
    }
}

// The reason why a constraint fails by itself, with `self` placed.
template <class B, class F>
void explain_failure(B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  bool touched = false;
  for (uint32_t i = 0; i < c.count && self != B::kNone; i++) touched |= b.cells_of(c)[i] == self / b.n;
  if (c.kind == kCount) return explain_failed_count(b, c, self, before, f);
  // These explain one step, which may not be the one that fails.
  bool one_step = c.kind == kCountIs || c.kind == kElement;
  if (touched ? one_step : c.repeats) return explain_by_all(b, c, self, before, f);
  b.explain_one(c, touched ? self : B::kNone, before, f);
}

template <class B, class F>
void explain_either(B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const int64_t *w = b.data_of(c);
  for (uint32_t k = 1; k < c.length;) {
    uint32_t end = k, failed = 0;
    while (end < c.length && w[end] >> 32 == w[k] >> 32) end++;
    for (uint32_t i = k; i < end && !failed; i++)
      if (fails_alone(b, b.constraints[(uint32_t)w[i]], self, before)) failed = i;
    for (uint32_t i = failed ? failed : k; i < (failed ? failed + 1 : end); i++)
      failed ? explain_failure(b, b.constraints[(uint32_t)w[i]], self, before, f)
             : explain_by_all(b, b.constraints[(uint32_t)w[i]], self, before, f);
    k = end;
  }
}

}  // namespace nonet

#endif
