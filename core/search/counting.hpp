// counting.hpp: counts, elements of a list, equal multisets; and pairs and different cells inside choices.
//
// A cell is *certain* to hold a digit of a set if it has no others, and *possible* if it has one at all.
#ifndef NONET_COUNTING_HPP
#define NONET_COUNTING_HPP

#include "search/constrained.hpp"

namespace nonet {

// The reason that is always right: all that the cells had lost.
template <class B, class F>
void explain_by_all(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  for (uint32_t i = 0; i < c.count; i++)
    if (self == B::kNone || b.cells_of(c)[i] != self / b.n) before.why_left(b.cells_of(c)[i], f);
}

template <class B> bool run_allowed(B &b, const Constraint &c) {
  return b.keep(b.cells_of(c)[0], (typename B::Mask)b.data_of(c)[0]);
}

template <class B> bool run_different(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Mask all = 0;
  for (uint32_t i = 0; i < c.count; i++) {
    Mask m = b.digits[cells[i]];
    all |= m;
    if (!B::single(m)) continue;
    for (uint32_t k = 0; k < c.count; k++)
      if (k != i && !b.keep(cells[k], (Mask)~m)) return false;
  }
  return B::count(all) >= c.count || b.give_up();
}

template <class B> bool run_pair(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  const int64_t *rows = b.data_of(c);
  for (uint32_t side = 0; side < 2; side++, rows += b.n) {
    Mask left = 0;
    for (Mask m = b.digits[cells[side]]; m; m &= (Mask)(m - 1)) left |= (Mask)rows[B::first(m)];
    if (!b.keep(cells[1 - side], left)) return false;
  }
  return true;
}

// ---- counts ---------------------------------------------------------------------------------------------------

struct Bounds {
  int64_t certain, possible;
};

template <class B> Bounds count_cells(const B &b, const uint16_t *cells, uint32_t count, typename B::Mask set) {
  Bounds found = {0, 0};
  for (uint32_t i = 0; i < count; i++) {
    found.certain += !(b.digits[cells[i]] & ~set);
    found.possible += (b.digits[cells[i]] & set) != 0;
  }
  return found;
}

// Leave only counts from low to high.
template <class B>
bool keep_count(B &b, const uint16_t *cells, uint32_t count, typename B::Mask set, int64_t low, int64_t high) {
  using Mask = typename B::Mask;
  Bounds now = count_cells(b, cells, count, set);
  if (now.certain > high || now.possible < low) return b.give_up();
  if (now.certain == now.possible) return true;
  bool full = now.certain == high, all = now.possible == low;
  if (!full && !all) return true;
  for (uint32_t i = 0; i < count; i++) {
    Mask m = b.digits[cells[i]];
    if (!(m & set) || !(m & ~set)) continue;
    if (!b.keep(cells[i], full ? (Mask)~set : set)) return false;
  }
  return true;
}

// Each group holds the digit: the cells that differ from all its places do not.
template <class B> bool lock_groups(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c), *ends = w + 4;
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)w[0];
  for (uint32_t g = 0, begin = 0; g < w[3]; begin = (uint32_t)ends[g++]) {
    uint32_t places = 0;
    for (uint32_t i = begin; i < ends[g]; i++) places += (b.digits[cells[i]] & set) != 0;
    for (uint32_t word = 0; places > 1 && word < b.set_words; word++) {
      uint64_t seen = b.where[B::first(set) * b.set_words + word];
      for (uint32_t i = begin; i < ends[g] && seen; i++)
        if (b.digits[cells[i]] & set) seen &= b.plan->peers(cells[i], B::first(set))[word];
      for (; seen; seen &= seen - 1)
        if (!b.keep(word * 64 + (uint32_t)__builtin_ctzll(seen), (Mask)~set)) return false;
    }
  }
  return true;
}

// A count of one digit, whose cells are in groups that all differ: each group holds it at most once.
template <class B> bool run_count(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c), *ends = w + 4;
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)w[0];
  if (!w[3]) return keep_count(b, cells, c.count, set, w[1], w[2]);
  int64_t certain = 0, possible = 0;
  Fixed<uint32_t, kMaxCells> lone;  // for groups with one place
  for (uint32_t g = 0, i = 0; g < w[3]; g++) {
    uint32_t places = 0;
    for (; i < ends[g]; i++) {
      Mask m = b.digits[cells[i]];
      if (!(m & set)) continue;
      certain += m == set;
      if (!places++) lone[possible] = cells[i];
    }
    if (places > 1) lone[possible] = B::kNone;
    possible += places != 0;
  }
  if (certain > w[2] || possible < w[1]) return b.give_up();
  if (certain == w[2]) {
    for (uint32_t i = 0; i < c.count; i++)
      if (b.digits[cells[i]] != set && !b.keep(cells[i], (Mask)~set)) return false;
    return true;
  }
  if (possible > w[1]) return true;
  for (uint32_t i = 0; i < possible; i++)
    if (lone[i] != B::kNone && !b.keep(lone[i], set)) return false;
  return b.tries || lock_groups(b, c);
}

template <class B> bool run_count_is(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)b.data_of(c)[0], left = 0;
  Bounds now = count_cells(b, cells + 1, c.count - 1, set);
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (Mask m = b.digits[cells[0]]; m; m &= (Mask)(m - 1)) {
    int64_t value = b.plan->first + B::first(m);
    if (value < now.certain || value > now.possible) continue;
    left |= (Mask)(m & -m);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!left) return b.give_up();
  return b.keep(cells[0], left) && keep_count(b, cells + 1, c.count - 1, set, low, high);
}

// Why so many cells are certain, or why no more are possible.
template <class B, class F> void explain_count_of(const B &b, const uint16_t *cells, uint32_t count,
                                                  typename B::Mask set, uint32_t self, bool certain, bool possible,
                                                  typename B::Before before, F f) {
  using Mask = typename B::Mask;
  for (uint32_t i = 0; i < count; i++) {
    if (self != B::kNone && cells[i] == self / b.n) continue;
    Mask m = before.digits(cells[i]);
    if (certain && !(m & ~set)) before.why_not(cells[i], (Mask)(b.all() & ~set), f);
    if (possible && !(m & set)) before.why_not(cells[i], set, f);
  }
}

template <class B, class F>
void explain_count(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const int64_t *w = b.data_of(c);
  typename B::Mask set = (typename B::Mask)w[0];
  const uint16_t *cells = b.cells_of(c);
  uint32_t own = self == B::kNone ? B::kNone : self / b.n;
  int64_t certain = 0;
  bool inside = false;
  for (uint32_t i = 0; i < c.count; i++) {
    inside |= cells[i] == own;
    certain += cells[i] != own && !(before.digits(cells[i]) & ~set);
  }
  if (self != B::kNone) {
    bool in = set >> (self % b.n) & 1;
    if (!in || (inside && certain >= w[2])) return explain_count_of(b, cells, c.count, set, self, in, !in, before, f);
    // With the digit in this cell, too few groups have a place.
    for (uint32_t i = 0; i < c.count; i++)
      if (!b.plan->are_peers(cells[i], own, self % b.n) && !(before.digits(cells[i]) & set))
        before.why_not(cells[i], set, f);
    return;
  }
  explain_count_of(b, cells, c.count, set, self, certain > w[2], certain <= w[2], before, f);
}

template <class B, class F>
void explain_count_is(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const uint16_t *cells = b.cells_of(c);
  typename B::Mask set = (typename B::Mask)b.data_of(c)[0];
  bool of_counter = self != B::kNone && self / b.n == cells[0];
  for (uint32_t i = 1; i < c.count; i++) of_counter &= cells[i] != cells[0];
  if (of_counter) {
    // The digit was below what is certain, or above what is possible.
    int64_t certain = 0;
    for (uint32_t i = 1; i < c.count; i++) certain += !(before.digits(cells[i]) & ~set);
    bool low = b.plan->first + (int64_t)(self % b.n) < certain;
    return explain_count_of(b, cells + 1, c.count - 1, set, self, low, !low, before, f);
  }
  explain_by_all(b, c, self, before, f);
}

// ---- elements of a list ---------------------------------------------------------------------------------------

template <class B> bool run_element(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c), *list = cells + 2;
  int64_t first = b.data_of(c)[0], length = c.count - 2;
  Mask left = 0, together = 0, value = b.digits[cells[1]];
  for (Mask m = b.digits[cells[0]]; m; m &= (Mask)(m - 1)) {
    int64_t at = (int64_t)B::first(m) - first;
    if (at < 0 || at >= length || !(b.digits[list[at]] & value)) continue;
    left |= (Mask)(m & -m);
    together |= b.digits[list[at]];
  }
  if (!left) return b.give_up();
  if (!b.keep(cells[0], left) || !b.keep(cells[1], together)) return false;
  return !B::single(left) || b.keep(list[(int64_t)B::first(left) - first], value);
}

template <class B, class F>
void explain_element(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c), *list = cells + 2;
  int64_t first = b.data_of(c)[0], length = c.count - 2;
  bool simple = cells[0] != cells[1];
  for (uint32_t i = 2; i < c.count; i++) simple &= cells[i] != cells[0] && cells[i] != cells[1];
  if (!simple || self == B::kNone) return explain_by_all(b, c, self, before, f);
  uint32_t cell = self / b.n, digit = self % b.n;
  if (cell == cells[0]) {
    // Every digit is missing in the element or in the value.
    int64_t at = (int64_t)digit - first;
    if (at < 0 || at >= length) return;
    Mask in_list = before.digits(list[at]);
    before.why_not(list[at], (Mask)(b.all() & ~in_list), f);
    before.why_not(cells[1], in_list, f);
    return;
  }
  if (cell == cells[1]) {
    for (uint32_t d = 0; d < b.n; d++) {
      int64_t at = (int64_t)d - first;
      if (at < 0 || at >= length) continue;
      uint32_t other = list[at] * b.n + digit;
      f(before.has(other) ? cells[0] * b.n + d : other);
    }
    return;
  }
  // The index points at this cell, and the value is not the digit. The cell may be in the list more than once.
  before.why_left(cells[0], f);
  f(cells[1] * b.n + digit);
}

// ---- equal multisets ------------------------------------------------------------------------------------------

template <class B> bool run_same_set(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  uint32_t length = (uint32_t)b.data_of(c)[0];
  for (uint32_t d = 0; d < b.n; d++) {
    Mask set = B::bit(d);
    int64_t low = 0, high = length;
    for (uint32_t g = 0; g < c.count; g += length) {
      Bounds now = count_cells(b, cells + g, length, set);
      if (now.certain > low) low = now.certain;
      if (now.possible < high) high = now.possible;
    }
    if (low > high) return b.give_up();
    for (uint32_t g = 0; g < c.count; g += length)
      if (!keep_count(b, cells + g, length, set, low, high)) return false;
  }
  return true;
}

// With the candidate placed, some digit must be more often in one group than it can be in another.
template <class B, class F>
void explain_same_set(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.cells_of(c);
  uint32_t length = (uint32_t)b.data_of(c)[0];
  auto is_self = [&](uint32_t i) { return self != B::kNone && cells[i] == self / b.n; };
  auto digits_of = [&](uint32_t i) { return is_self(i) ? B::bit(self % b.n) : before.digits(cells[i]); };
  for (uint32_t d = 0; d < b.n; d++) {
    uint32_t low = 0, high = length, most = 0, least = 0;
    for (uint32_t g = 0; g < c.count; g += length) {
      uint32_t certain = 0, possible = 0;
      for (uint32_t i = g; i < g + length; i++) {
        certain += digits_of(i) == B::bit(d);
        possible += digits_of(i) >> d & 1;
      }
      if (certain > low) low = certain, most = g;
      if (possible < high) high = possible, least = g;
    }
    if (low <= high) continue;
    for (uint32_t i = 0; i < length; i++) {
      if (!is_self(most + i) && digits_of(most + i) == B::bit(d))
        before.why_not(cells[most + i], (Mask)(b.all() & ~B::bit(d)), f);
      if (!is_self(least + i) && !(digits_of(least + i) >> d & 1)) before.why_not(cells[least + i], B::bit(d), f);
    }
    return;
  }
  explain_by_all(b, c, self, before, f);
}

}  // namespace nonet

#endif
