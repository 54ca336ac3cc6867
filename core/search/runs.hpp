// runs.hpp: how many cells have the digit of the first cell: this one, and along each arm those before the first other digit.
//
// For each digit of the first cell, an arm may have some *lengths*: the cells before have the digit, the next one can differ.
// Sets of lengths and of their sums are bits. A length is possible if, with some lengths of the other arms, the sum is one
// that the counter can say; a digit is left if a possible length needs or allows it. So this finds all that follows.
//
// For the reason, arms are gone along as an automaton is: lengths that cannot lead to a sum of the counter anyway are ignored,
// and what excludes the others is named.
#ifndef NONET_RUNS_HPP
#define NONET_RUNS_HPP

#include "search/constrained.hpp"

namespace nonet {

// The cells are the counter, the first cell, those of the arms. Sets of sums are without the first cell.
template <class B> struct Run {
  using Mask = typename B::Mask;
  const B &b;
  const Constraint &c;
  const uint16_t *cells = b.cells_of(c);
  int64_t offset = b.data_of(c)[0];  // from the number of a digit of the counter to the sum
  uint32_t arms = (uint32_t)b.data_of(c)[1];
  const int64_t *ends = b.data_of(c) + 2;
  // For the digit that was tried last: of each arm the lengths, the sums of the arms before it, and those from which the
  // arms from it on lead to a sum of the counter.
  uint64_t *lengths = b.scratch, *sums = lengths + arms, *alive = sums + arms + 1;
  uint64_t *room = alive + arms + 1;  // three words for each cell

  uint32_t begin(uint32_t arm) const { return arm ? (uint32_t)ends[arm - 1] : 2; }
  uint64_t sums_of(Mask counter) const {
    if (offset <= -64 || offset >= 64) return 0;
    return offset < 0 ? (uint64_t)counter >> -offset : (uint64_t)counter << offset;
  }
  Mask counter_of(uint64_t sums) const {
    if (offset <= -64 || offset >= 64) return 0;
    return (Mask)((offset < 0 ? sums << -offset : sums >> offset) & b.all());
  }

  // The lengths, up to 63, of a run of `digit` along an arm whose cell number i can have digits[i].
  uint64_t lengths_of(uint32_t arm, Mask digit, const Mask *digits) const {
    uint64_t found = 0, length = 1;
    for (uint32_t i = begin(arm); length; i++, length <<= 1) {
      if (i == ends[arm]) return found | length;
      if (digits[i] != digit) found |= length;
      if (!(digits[i] & digit)) break;
    }
    return found;
  }
  static uint64_t add(uint64_t sums, uint64_t lengths) {
    uint64_t all = 0;
    for (; lengths; lengths &= lengths - 1) all |= sums << __builtin_ctzll(lengths);
    return all;
  }

  // Find the sums before each arm with the digit; return those in the end.
  uint64_t find_sums(Mask digit, const Mask *digits) const {
    sums[0] = 1;
    for (uint32_t a = 0; a < arms; a++) {
      lengths[a] = lengths_of(a, digit, digits);
      sums[a + 1] = add(sums[a], lengths[a]);
    }
    return sums[arms];
  }
  void find_alive(uint64_t ends_alive) const {
    alive[arms] = ends_alive;
    for (uint32_t a = arms; a-- > 0;) {
      alive[a] = 0;
      for (uint64_t m = lengths[a]; m; m &= m - 1) alive[a] |= alive[a + 1] >> __builtin_ctzll(m);
    }
  }
  // Those of the lengths with which a sum before the arm becomes one that is alive after it.
  uint64_t leading(uint64_t of, uint64_t before, uint64_t after) const {
    uint64_t found = 0;
    for (; of; of &= of - 1)
      if (before << __builtin_ctzll(of) & after) found |= of & -of;
    return found;
  }

  // Leave in `left` the digits of each cell with which it holds; false if there are none.
  bool reduce(const Mask *digits, Mask *left) const {
    memset(left, 0, sizeof(Mask) * c.count);
    for (Mask m = digits[1]; m; m &= (Mask)(m - 1)) {
      Mask digit = (Mask)(m & -m);
      uint64_t found = find_sums(digit, digits) & sums_of(digits[0]);
      if (!found) continue;
      find_alive(found);
      left[0] |= counter_of(found);
      left[1] |= digit;
      for (uint32_t a = 0; a < arms; a++) {
        uint64_t possible = leading(lengths[a], sums[a], alive[a + 1]);
        uint32_t shortest = (uint32_t)__builtin_ctzll(possible), longest = 63 - (uint32_t)__builtin_clzll(possible);
        for (uint32_t i = begin(a), before = 0; i < ends[a]; i++, before++) {
          if (before < longest) left[i] |= digit;
          if (before >= shortest) left[i] |= before > shortest ? digits[i] : (Mask)(digits[i] & ~digit);
        }
      }
    }
    return left[1] != 0;
  }

  // The digits that a cell has lost and without which it could hold, for each cell; false if it could hold all the same.
  // `now` and `start` are the digits before the elimination and at the start.
  bool explain(const Mask *now, const Mask *start, Mask *named) const {
    memset(named, 0, sizeof(Mask) * c.count);
    for (Mask m = start[1]; m; m &= (Mask)(m - 1)) {
      Mask digit = (Mask)(m & -m);
      if (!(now[1] & digit)) {
        named[1] |= digit;
        continue;
      }
      if (find_sums(digit, now) & sums_of(now[0])) return false;
      find_alive(sums_of(now[0]));
      uint64_t reached = 1;
      for (uint32_t a = 0; a < arms; a++) {
        uint64_t possible = lengths_of(a, digit, start);
        while (uint64_t harmful = leading(possible, reached, alive[a + 1]))
          possible &= ~exclude(a, (uint32_t)__builtin_ctzll(harmful), digit, now, named);
        reached = add(reached, possible);
      }
      named[0] |= counter_of(reached & sums_of(start[0]));
    }
    return true;
  }

  // Name what excludes a length: the first cell of the run that has lost the digit (not the one that lost it first: x-sums
  // then took a third more guesses), or the cell after it that has no other digit. Return all lengths that this excludes.
  uint64_t exclude(uint32_t arm, uint32_t length, Mask digit, const Mask *now, Mask *named) const {
    uint32_t first = begin(arm);
    for (uint32_t i = 0; i < length; i++) {
      if (now[first + i] & digit) continue;
      named[first + i] |= digit;
      return ~(uint64_t)0 << i << 1;
    }
    named[first + length] |= (Mask)(b.all() & ~digit);
    return (uint64_t)1 << length;
  }
};

template <class B> bool run_run(B &b, const Constraint &c) {
  if (!b.tries) b.complete = !c.repeats;
  using Mask = typename B::Mask;
  Run<B> run{b, c};
  Mask *digits = (Mask *)run.room, *left = (Mask *)(run.room + c.count);
  for (uint32_t i = 0; i < c.count; i++) digits[i] = b.digits[run.cells[i]];
  if (!run.reduce(digits, left)) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(run.cells[i], left[i])) return false;
  return true;
}

template <class B, class F>
void explain_run(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  Run<B> run{b, c};
  Mask *now = (Mask *)run.room, *start = now + c.count, *named = start + c.count;
  auto is_self = [&](uint32_t i) { return self != B::kNone && run.cells[i] == self / b.n; };
  for (uint32_t i = 0; i < c.count; i++) {
    now[i] = is_self(i) ? B::bit(self % b.n) : before.digits(run.cells[i]);
    start[i] = is_self(i) ? now[i] : b.known(run.cells[i]);
  }
  if (!run.explain(now, start, named)) return explain_by_all(b, c, self, before, f);
  for (uint32_t i = 0; i < c.count; i++)
    if (!is_self(i)) before.why_not(run.cells[i], named[i], f);
}

}  // namespace nonet

#endif
