// regions.hpp: regions that are to be found (chaos construction): each cell of the board has a second cell, its *home*, which
// holds the number of its region.
//
// A model says it with three kinds of constraints. connected.hpp makes the homes of one number one region of the right size.
// Home digits: the cells of one region hold different digits, and each digit once if the region has as many cells as there
// are digits. Home order: the numbers occur in the order of their first homes, so that no solution is found under two names.
// Where numbers may be exchanged (free_numbers.hpp), this is another order of the homes than that of the model, and a solution
// is numbered again in the end.
//
// Cells that differ from all places of a digit in a full region cannot hold it either. This is not tested: it is seldom known
// early, and its reasons name so many cells that clauses with them are of little use (measured: up to three times as many
// guesses).
#ifndef NONET_REGIONS_HPP
#define NONET_REGIONS_HPP

#include "search/constrained.hpp"

namespace nonet {

// ---- the digits of the regions --------------------------------------------------------------------------------

// The homes are the first half of the cells, then the cells that they belong to; all differ. A cell is *at home* if its home
// has no other number.
template <class B> struct Homes {
  const uint16_t *homes, *cells;
  uint32_t count, numbers, words;
  bool full;  // a region has as many cells as there are digits

  Homes(const B &b, const Constraint &c)
      : homes(b.cells_of(c)), cells(homes + c.count / 2), count(c.count / 2), numbers((uint32_t)b.data_of(c)[0]),
        words(Graph::words(count)), full(b.data_of(c)[1] != 0) {}
};

// The cells as sets, in scratch memory: for each number those that may have it, for each digit those that may hold it, and
// those with one number, or one digit, left.
template <class B> struct HomeSets {
  using Mask = typename B::Mask;
  uint32_t words;
  uint64_t *residents, *holders, *at_home, *filled;

  HomeSets(const B &b, const Constraint &c, const Homes<B> &all)
      : words(all.words), residents(b.scratch), holders(residents + b.n * words), at_home(holders + b.n * words),
        filled(at_home + words) {
    const int64_t *from = b.data_of(c) + 2;
    read(b, all.homes, all.count, b.tries ? -1 : from[0], residents, at_home);
    read(b, all.cells, all.count, b.tries ? -1 : from[1], holders, filled);
  }

  // `from` is the first of the cells if all follow each other on the board, or less than 0.
  void read(const B &b, const uint16_t *cells, uint32_t count, int64_t from, uint64_t *sets, uint64_t *single) const {
    if (from < 0) {
      memset(sets, 0, sizeof(uint64_t) * b.n * words);
      for (uint32_t i = 0; i < count; i++)
        for (Mask m = b.digits[cells[i]]; m; m &= (Mask)(m - 1))
          sets[B::first(m) * words + i / 64] |= (uint64_t)1 << (i % 64);
    }
    for (uint32_t w = 0; w < words; w++) {
      uint64_t once = 0, twice = 0;
      for (uint32_t d = 0; d < b.n; d++) {
        uint64_t &set = sets[d * words + w];
        if (from >= 0) set = b.cells_from((uint32_t)from, count, w, b.where + d * b.set_words);
        twice |= once & set;
        once |= set;
      }
      single[w] = once & ~twice;
    }
  }
};

template <class B> bool run_home_digits(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  Homes<B> all(b, c);
  HomeSets<B> sets(b, c, all);
  for (uint32_t number = 0; number < all.numbers; number++) {
    const uint64_t *residents = sets.residents + number * sets.words;
    uint64_t settled = 0;
    for (uint32_t w = 0; w < sets.words; w++) settled |= residents[w] & sets.at_home[w] & sets.filled[w];
    if (!settled && !all.full) continue;
    for (uint32_t d = 0; d < b.n; d++) {
      const uint64_t *holders = sets.holders + d * sets.words;
      uint64_t last = 0;
      uint32_t at = 0, parts = 0, fixed = B::kNone;
      for (uint32_t w = 0; w < sets.words; w++) {
        uint64_t m = residents[w] & holders[w];
        if (!m) continue;
        parts++, last = m, at = w * 64;
        if (m &= sets.at_home[w] & sets.filled[w]) fixed = at + (uint32_t)__builtin_ctzll(m);
      }
      if (all.full && !parts) return b.give_up();
      if (all.full && parts == 1 && !(last & (last - 1))) {
        at += (uint32_t)__builtin_ctzll(last);
        if (!b.keep(all.homes[at], B::bit(number)) || !b.keep(all.cells[at], B::bit(d))) return false;
        continue;
      }
      for (uint32_t w = 0; fixed != B::kNone && w < sets.words; w++)
        for (uint64_t m = residents[w] & holders[w] & (sets.at_home[w] | sets.filled[w]); m; m &= m - 1) {
          uint32_t bit = (uint32_t)__builtin_ctzll(m), i = w * 64 + bit;
          if (i == fixed) continue;
          bool at_home = sets.at_home[w] >> bit & 1;
          if (!b.keep(at_home ? all.cells[i] : all.homes[i], (Mask)~B::bit(at_home ? d : number))) return false;
        }
    }
  }
  return true;
}

template <class B, class F> struct HomeReason {
  using Mask = typename B::Mask;
  const B &b;
  Homes<B> all;
  typename B::Before before;
  F f;
  uint32_t number;  // of the region that is looked at

  bool is_fixed(uint32_t i, uint32_t digit) const {
    return before.digits(all.homes[i]) == B::bit(number) && before.digits(all.cells[i]) == B::bit(digit);
  }
  void name_home(uint32_t i) { before.why_not(all.homes[i], (Mask)(b.all() & ~B::bit(number)), f); }
  void name_digit(uint32_t i, uint32_t digit) { before.why_not(all.cells[i], (Mask)(b.all() & ~B::bit(digit)), f); }

  // Another cell at home holds the digit. False if there is none.
  bool held(uint32_t self, uint32_t digit) {
    for (uint32_t i = 0; i < all.count; i++) {
      if (i == self || !is_fixed(i, digit)) continue;
      name_home(i);
      name_digit(i, digit);
      return true;
    }
    return false;
  }

  bool is_held_twice(uint32_t digit) {
    for (uint32_t i = 0; i < all.count; i++)
      if (is_fixed(i, digit) && held(i, digit)) return name_home(i), name_digit(i, digit), true;
    return false;
  }

  // The digit has no place in the region but in cell `self`, or none at all. False if it has another one.
  bool has_no_place(uint32_t self, uint32_t digit) {
    for (int pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < all.count; i++) {
        if (i == self) continue;
        uint32_t home = all.homes[i] * b.n + number, held = all.cells[i] * b.n + digit;
        bool away = !before.has(home), lost = !before.has(held);
        if (!away && !lost) return false;
        // Of two reasons the one that came first.
        if (pass) f(away && (!lost || b.position[home] < b.position[held]) ? home : held);
      }
    return true;
  }

  // Two cells of a region would hold one digit.
  bool is_doubled(uint32_t self) {
    if (self == B::kNone) {
      for (uint32_t d = 0; d < b.n; d++)
        if (is_held_twice(d)) return true;
      return false;
    }
    uint32_t at = place_of(self), digit = self % b.n;
    if (at >= all.count) {
      at -= all.count;
      if (before.digits(all.homes[at]) != B::bit(number) || !held(at, digit)) return false;
      name_home(at);
      return true;
    }
    Mask own = before.digits(all.cells[at]);
    if (digit != number || !B::single(own) || !held(at, B::first(own))) return false;
    name_digit(at, B::first(own));
    return true;
  }

  // A digit would have no place in a region.
  bool is_missing(uint32_t self) {
    uint32_t at = self == B::kNone ? 2 * all.count : place_of(self), digit = self % b.n;
    bool of_cell = self != B::kNone && at >= all.count;
    if (self != B::kNone && !of_cell && digit == number) return false;
    for (uint32_t d = 0; d < b.n; d++)
      if (!(of_cell && d == digit) && has_no_place(of_cell ? at - all.count : at, d)) return true;
    return false;
  }

  uint32_t place_of(uint32_t candidate) const {
    uint32_t at = 0;
    while (all.homes[at] != candidate / b.n) at++;
    return at;
  }

  bool find(uint32_t self) {
    for (number = 0; number < all.numbers; number++)
      if (is_doubled(self)) return true;
    for (number = 0; all.full && number < all.numbers; number++)
      if (is_missing(self)) return true;
    return false;
  }
};

template <class B, class F>
void explain_home_digits(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  HomeReason<B, F> reason{b, Homes<B>(b, c), before, f, 0};
  if (!reason.find(self)) explain_by_all(b, c, self, before, f);
}

// ---- the order of the numbers ---------------------------------------------------------------------------------

// A state is how many numbers the homes so far have. A number below it leaves it; the number equal to it adds one.
template <class Mask> uint64_t above_least(Mask numbers) { return ~(uint64_t)0 << __builtin_ctzll(numbers) << 1; }
inline uint64_t below_greatest(uint64_t states) {
  return states ? ((uint64_t)1 << (63 - __builtin_clzll(states))) - 1 : 0;
}
template <class Mask> uint64_t states_after(uint64_t states, Mask numbers) {
  return numbers ? (states & above_least(numbers)) | (states & numbers) << 1 : 0;
}
template <class Mask> uint64_t states_before(uint64_t states, Mask numbers) {
  return numbers ? (states & above_least(numbers)) | (states >> 1 & numbers) : 0;
}
// The numbers that lead from one of `from` to one of `to`.
inline uint64_t numbers_between(uint64_t from, uint64_t to) { return below_greatest(from & to) | (from & to >> 1); }

// Whether homes have another order, and no home of the board has lost a number.
template <class B> bool has_free_numbers(const B &b) {
  bool found = false;
  for (uint32_t i = 0; i < b.plan->constraints; i++) {
    const Constraint &c = b.constraints[i];
    if (c.kind != kHomeOrder || !b.data_of(c)[1]) continue;
    uint64_t numbers = ((uint64_t)1 << b.data_of(c)[0]) - 1;
    for (uint32_t k = 0; k < c.count; k++)
      if (numbers & ~(uint64_t)b.digits[b.cells_of(c)[k]]) return false;
    found = true;
  }
  return found;
}

// The homes in the order of their numbers.
template <class B> const uint16_t *ordered_homes(const B &b, const Constraint &c) {
  return b.renumbered && b.data_of(c)[1] ? b.pool + b.data_of(c)[1] : b.cells_of(c);
}

// Call f with the homes of a solution that was found in another order, and the numbers that they have in the model.
template <class B, class F> void number_again(const B &b, F f) {
  for (uint32_t i = 0; b.renumbered && i < b.plan->constraints; i++) {
    const Constraint &c = b.constraints[i];
    if (c.kind != kHomeOrder || !b.data_of(c)[1]) continue;
    Fixed<uint32_t, kMaxSize> numbers;
    uint32_t known = 0;
    typename B::Mask seen = 0;
    for (uint32_t k = 0; k < c.count; k++) {
      uint16_t home = b.cells_of(c)[k];
      if (!(seen & b.digits[home])) numbers[B::first(b.digits[home])] = known++;
      seen |= b.digits[home];
      f(home, numbers[B::first(b.digits[home])]);
    }
  }
}

template <class B> bool run_home_order(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const uint16_t *homes = ordered_homes(b, c);
  uint64_t *reached = b.scratch, alive = (uint64_t)1 << b.data_of(c)[0];
  uint32_t end = 0;
  reached[0] = 1;
  // Once all numbers may have occurred, the homes that follow may have any.
  for (; end < c.count && !(reached[end] & alive); end++)
    reached[end + 1] = states_after(reached[end], b.digits[homes[end]]);
  if (!(reached[end] & alive)) return b.give_up();
  for (uint32_t i = c.count; i-- > end;) alive = states_before(alive, b.digits[homes[i]]);
  for (uint32_t i = end; i-- > 0;) {
    Mask now = b.digits[homes[i]];
    uint64_t left = numbers_between(reached[i], alive);
    alive = states_before(alive, now) & reached[i];
    if (!b.keep(homes[i], (Mask)left)) return false;
  }
  return true;
}

// As for automata: from the front, follow what cannot reach the end anyway, and name what cuts the rest.
template <class B, class F>
void explain_home_order(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *homes = ordered_homes(b, c);
  uint64_t *alive = b.scratch, reached = 1;
  auto is_self = [&](uint32_t i) { return self != B::kNone && homes[i] == self / b.n; };
  alive[c.count] = (uint64_t)1 << b.data_of(c)[0];
  for (uint32_t i = c.count; i-- > 0;)
    alive[i] = states_before(alive[i + 1], is_self(i) ? B::bit(self % b.n) : before.digits(homes[i]));
  for (uint32_t i = 0; i < c.count && reached; i++) {
    Mask possible = is_self(i) ? B::bit(self % b.n) : b.known(homes[i]);
    Mask lost = (Mask)(numbers_between(reached, alive[i + 1]) & possible);
    if (!is_self(i)) before.why_not(homes[i], lost, f);
    reached = states_after(reached, (Mask)(possible & ~lost));
  }
}

}  // namespace nonet

#endif
