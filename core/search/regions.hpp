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

// ---- the digits of one region ---------------------------------------------------------------------------------

// The homes are the first half of the cells, then the cells that they belong to; all differ. A cell is *at home* if its home
// has no other number.
template <class B> struct HomeDigits {
  using Mask = typename B::Mask;
  const Constraint &c;
  const uint16_t *homes, *cells;
  uint32_t count;
  Mask number;
  bool full;

  HomeDigits(const B &b, const Constraint &of)
      : c(of), homes(b.cells_of(of)), cells(homes + of.count / 2), count(of.count / 2),
        number(B::bit((uint32_t)b.data_of(of)[0])), full(b.data_of(of)[1] != 0) {}

  // List the homes that may have the number; return how many there are.
  uint32_t find_possible(const B &b, uint16_t *list) const {
    uint32_t found = 0;
    if (int64_t from = b.data_of(c)[2]; from >= 0 && !b.tries) {
      for (uint32_t w = 0; w < Graph::words(count); w++)
        for (uint64_t m = b.cells_from((uint32_t)from, count, w, b.where + b.data_of(c)[0] * b.set_words); m;
             m &= m - 1)
          list[found++] = (uint16_t)(w * 64 + (uint32_t)__builtin_ctzll(m));
      return found;
    }
    for (uint32_t i = 0; i < count; i++) {
      list[found] = (uint16_t)i;
      found += (b.digits[homes[i]] & number) != 0;
    }
    return found;
  }
};

template <class B> bool run_home_digits(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  HomeDigits<B> region(b, c);
  Mask once = 0, twice = 0, fixed = 0, number = region.number;
  uint16_t possible[kMaxCells];
  uint32_t found = region.find_possible(b, possible);
  for (uint32_t k = 0; k < found; k++) {
    uint32_t i = possible[k];
    Mask m = b.digits[region.cells[i]];
    twice |= once & m;
    once |= m;
    if (!B::single(m) || b.digits[region.homes[i]] != number) continue;
    if ((fixed & m) && !b.keep(region.cells[i], (Mask)~m)) return false;
    fixed |= m;
  }
  if (region.full && once != b.all()) return b.give_up();
  Mask hidden = region.full ? (Mask)(once & ~twice) : 0;
  if (!hidden && !fixed) return true;
  for (uint32_t k = 0; k < found; k++) {
    uint32_t i = possible[k];
    Mask home = b.digits[region.homes[i]], m = b.digits[region.cells[i]];
    if (!(home & number)) continue;
    if (Mask only = m & hidden) {
      if (!b.keep(region.homes[i], number) || !b.keep(region.cells[i], (Mask)(only & -only))) return false;
    } else if (m & fixed) {
      if (home == number && !B::single(m) && !b.keep(region.cells[i], (Mask)~fixed)) return false;
      if (home != number && B::single(m) && !b.keep(region.homes[i], (Mask)~number)) return false;
    }
  }
  return true;
}

template <class B, class F> struct HomeReason {
  using Mask = typename B::Mask;
  const B &b;
  HomeDigits<B> region;
  typename B::Before before;
  F f;

  bool is_fixed(uint32_t i, uint32_t digit) const {
    return before.digits(region.homes[i]) == region.number && before.digits(region.cells[i]) == B::bit(digit);
  }
  void name_home(uint32_t i) { before.why_not(region.homes[i], (Mask)(b.all() & ~region.number), f); }
  void name_digit(uint32_t i, uint32_t digit) { before.why_not(region.cells[i], (Mask)(b.all() & ~B::bit(digit)), f); }

  // Another cell at home holds the digit. False if there is none.
  bool held(uint32_t self, uint32_t digit) {
    for (uint32_t i = 0; i < region.count; i++) {
      if (i == self || !is_fixed(i, digit)) continue;
      name_home(i);
      name_digit(i, digit);
      return true;
    }
    return false;
  }

  bool is_held_twice(uint32_t digit) {
    for (uint32_t i = 0; i < region.count; i++)
      if (is_fixed(i, digit) && held(i, digit)) return name_home(i), name_digit(i, digit), true;
    return false;
  }

  // The digit has no place in the region but in cell `self`, or none at all. False if it has another one.
  bool has_no_place(uint32_t self, uint32_t digit) {
    for (int pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < region.count; i++) {
        if (i == self) continue;
        uint32_t home = region.homes[i] * b.n + B::first(region.number), held = region.cells[i] * b.n + digit;
        bool away = !before.has(home), lost = !before.has(held);
        if (!away && !lost) return false;
        // Of two reasons the one that came first.
        if (pass) f(away && (!lost || b.position[home] < b.position[held]) ? home : held);
      }
    return true;
  }

  bool find(uint32_t self) {
    if (self == B::kNone) {
      for (uint32_t d = 0; d < b.n; d++)
        if ((region.full && has_no_place(region.count, d)) || is_held_twice(d)) return true;
      return false;
    }
    uint32_t at = 0, digit = self % b.n;
    while (at < region.c.count && region.homes[at] != self / b.n) at++;
    bool of_home = at < region.count;
    if (!of_home) at -= region.count;
    Mask own = before.digits(region.cells[at]);
    if (of_home && B::bit(digit) == region.number) {
      if (!B::single(own) || !held(at, B::first(own))) return false;
      name_digit(at, B::first(own));
      return true;
    }
    if (!of_home && before.digits(region.homes[at]) == region.number && held(at, digit)) {
      name_home(at);
      return true;
    }
    for (uint32_t d = 0; d < b.n && region.full; d++)
      if ((of_home || d != digit) && has_no_place(at, d)) return true;
    return false;
  }
};

template <class B, class F>
void explain_home_digits(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  HomeReason<B, F> reason{b, HomeDigits<B>(b, c), before, f};
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
    uint32_t numbers[kMaxSize], known = 0;
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
  uint64_t *reached = b.scratch;
  reached[0] = 1;
  for (uint32_t i = 0; i < c.count; i++) reached[i + 1] = states_after(reached[i], b.digits[homes[i]]);
  uint64_t alive = (uint64_t)1 << b.data_of(c)[0];
  if (!(alive & reached[c.count])) return b.give_up();
  for (uint32_t i = c.count; i-- > 0;) {
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
