// automaton.hpp: cells in order that an automaton must accept.
//
// Forward: the states that the first cells can reach. Backward: those from which the last cells reach acceptance. A digit
// is left only if it moves from a state of the one to a state of the other.
//
// Digits by which every state moves alike are read as one. What was read last is kept for each automaton: if it is read
// again, nothing is eliminated, because all that could be was eliminated then.
//
// Where the moves of a machine are few shifts of bits (model.hpp), sets are kept for each digit of a cell: neighbours on the
// line that differ do not have the same digit then.
#ifndef NONET_AUTOMATON_HPP
#define NONET_AUTOMATON_HPP

#include "search/constrained.hpp"

namespace nonet {

// Call f with every state of a set.
template <class F> void for_states(const uint64_t *set, uint32_t words, F f) {
  for (uint32_t w = 0; w < words; w++)
    for (uint64_t m = set[w]; m; m &= m - 1) f(w * 64 + (uint32_t)__builtin_ctzll(m));
}

inline bool has_state(const uint64_t *set, int64_t state) { return set[state / 64] >> (state % 64) & 1; }
inline void add_state(uint64_t *set, int64_t state) { set[state / 64] |= (uint64_t)1 << (state % 64); }

template <class B> const Machine &machine_of(const B &b, const Constraint &c) {
  return *(const Machine *)(b.data + b.data_of(c)[0]);
}

// What an automaton reads: the digits of its cells, one instead of all that are alike.
template <class B> struct Reading {
  using Mask = typename B::Mask;
  B &b;
  const Constraint &c;
  const uint16_t *cells;
  const int64_t *alike, *end;
  Mask *last;
  // In scratch memory: what is read, what is left, and the place behind. Lists may be longer than any board.
  Mask *digits, *left;
  uint64_t *room;
  bool is_known;

  Reading(B &board, const Constraint &constraint, const Machine &machine)
      : b(board), c(constraint), cells(b.cells_of(c)), alike(machine.alike_list(b.n)), end(alike + b.data_of(c)[2]),
        last(b.read_digits + b.data_of(c)[1]) {
    size_t words = (sizeof(Mask) * c.count + 7) / 8;
    digits = (Mask *)b.scratch, left = (Mask *)(b.scratch + words), room = b.scratch + 2 * words;
    Mask changed = 0;
    for (uint32_t i = 0; i < c.count; i++) {
      Mask m = b.digits[cells[i]];
      for (const int64_t *set = alike; set < end; set++)
        if (Mask of = (Mask)(m & (Mask)*set)) m = (Mask)((m & ~of) | ((Mask)*set & -(Mask)*set));
      changed |= (Mask)(m ^ last[i]);
      digits[i] = m;
    }
    is_known = c.count && !changed;
  }

  // Keep in the cells what is left of the digits that were read.
  bool keep() {
    memcpy(last, left, sizeof(Mask) * c.count);
    for (uint32_t i = c.count; i-- > 0;) {
      if (left[i] == digits[i]) continue;
      Mask kept = left[i];
      for (const int64_t *set = alike; set < end; set++)
        if (kept & (Mask)*set) kept |= (Mask)*set;
      if (!b.keep(cells[i], kept)) return false;
    }
    return true;
  }
};

// The states after a cell, or before it, for each digit of the cell.
struct ByDigit {
  uint64_t *of;         // for each digit
  uint64_t any, twice;  // of any digit, of two digits or more
  void clear(uint32_t n) {
    any = twice = 0;
    memset(of, 0, sizeof(uint64_t) * n);
  }
  void add(uint32_t digit, uint64_t states) {
    of[digit] = states;
    twice |= any & states;
    any |= states;
  }
  // The states for digits next to a cell with this one.
  uint64_t beside(uint32_t digit, bool differ) const { return differ ? any & ~(of[digit] & ~twice) : any; }
};

template <class B> struct Shifts {
  using Mask = typename B::Mask;
  const B &b;
  const Machine &machine;
  const uint16_t *cells;
  uint32_t count;
  uint64_t *rows;
  const int64_t *start = machine.shift_start();
  const Machine::Shift *list = machine.shift_list(b.n);
  size_t width = b.n + 2;

  uint64_t forward(uint32_t digit, uint64_t from) const {
    uint64_t to = 0;
    for (int64_t k = start[digit]; k < start[digit + 1]; k++) to |= list[k].forward(from);
    return to;
  }
  uint64_t backward(uint32_t digit, uint64_t to) const {
    uint64_t from = 0;
    for (int64_t k = start[digit]; k < start[digit + 1]; k++) from |= list[k].backward(to);
    return from;
  }
  // Whether the cell differs from the one before it.
  bool differs(uint32_t i) const { return i && i < count && b.plan->are_peers(cells[i - 1], cells[i]); }

  ByDigit row(uint32_t i) const { return {rows + i * width, 0, 0}; }
  void keep(const ByDigit &made) const { made.of[b.n] = made.any, made.of[b.n + 1] = made.twice; }
  ByDigit kept(uint32_t i) const {
    uint64_t *of = rows + i * width;
    return {of, of[b.n], of[b.n + 1]};
  }
  ByDigit whole(uint32_t i, uint64_t states) const {
    ByDigit made = row(i);
    made.clear(b.n);
    made.any = states;
    return made;
  }

  // Leave in `left` those of the digits of each cell that are on a way to acceptance; false if there is none.
  bool reduce(const Mask *digits, Mask *left) const {
    ByDigit before = whole(count, machine.start()[0]);
    for (uint32_t i = 0; i < count; i++) {
      ByDigit here = row(i);
      here.clear(b.n);
      bool differ = differs(i);
      for (Mask m = digits[i]; m; m &= (Mask)(m - 1)) {
        uint32_t d = B::first(m);
        here.add(d, forward(d, before.beside(d, differ)));
      }
      before = here;
    }
    if (!(before.any & machine.accept()[0])) return false;
    ByDigit after = whole(count, machine.accept()[0]);
    for (uint32_t i = count; i-- > 0;) {
      ByDigit here = row(i), back = row(count + 1 + i % 2);
      back.clear(b.n);
      bool differ = differs(i + 1);
      left[i] = 0;
      for (Mask m = digits[i]; m; m &= (Mask)(m - 1)) {
        uint32_t d = B::first(m);
        uint64_t alive = here.of[d] & after.beside(d, differ);
        if (!alive) continue;
        left[i] |= (Mask)(m & -m);
        back.add(d, backward(d, alive));
      }
      after = back;
    }
    return true;
  }

  // Call name(i, digits) for the digits that cell i has lost and without which acceptance could be reached. `now` and `known`
  // give the digits of a cell before the elimination and at the start.
  template <class Now, class Known, class Name> void explain(Now now, Known known, Name name) const {
    ByDigit after = whole(count, machine.accept()[0]);
    keep(after);
    for (uint32_t i = count; i-- > 0;) {
      ByDigit here = row(i);
      here.clear(b.n);
      bool differ = differs(i + 1);
      for (Mask m = now(i); m; m &= (Mask)(m - 1)) {
        uint32_t d = B::first(m);
        here.add(d, backward(d, after.beside(d, differ)));
      }
      keep(after = here);
    }
    ByDigit reached = whole(count + 1, machine.start()[0]);
    for (uint32_t i = 0; i < count && reached.any; i++) {
      ByDigit next = row(count + 2 + i % 2), alive = kept(i + 1);
      next.clear(b.n);
      Mask lost = 0;
      for (Mask m = known(i); m; m &= (Mask)(m - 1)) {
        uint32_t d = B::first(m);
        uint64_t to = forward(d, reached.beside(d, differs(i)));
        if (to & alive.beside(d, differs(i + 1)))
          lost |= (Mask)(m & -m);
        else
          next.add(d, to);
      }
      name(i, lost);
      reached = next;
    }
  }
};

// Leave states of a layer from which these digits lead to a state of the next one. The digits that do.
inline int64_t keep_leading(const Machine &machine, uint64_t *layer, const uint64_t *next, int64_t digits) {
  const int64_t *start = machine.move_start();
  const Machine::Move *moves = machine.move_list();
  int64_t used = 0;
  if (machine.words == 1) {  // most machines have few states: no branches then
    uint64_t alive = 0;
    for (uint64_t m = *layer; m; m &= m - 1) {
      uint32_t s = (uint32_t)__builtin_ctzll(m);
      int64_t leads = 0;
      for (int64_t k = start[s]; k < start[s + 1]; k++) leads |= moves[k].digits & -(int64_t)(*next >> moves[k].to & 1);
      used |= leads &= digits;
      alive |= leads ? m & -m : 0;
    }
    *layer = alive;
    return used;
  }
  for (uint32_t w = 0; w < machine.words; w++) {
    uint64_t alive = 0;
    for (uint64_t m = layer[w]; m; m &= m - 1) {
      uint32_t s = w * 64 + (uint32_t)__builtin_ctzll(m);
      bool lives = false;
      for (int64_t k = start[s]; k < start[s + 1] && !(lives && used == digits); k++)
        if ((moves[k].digits & digits) && has_state(next, moves[k].to)) {
          used |= moves[k].digits & digits;
          lives = true;
        }
      if (lives) alive |= m & -m;
    }
    layer[w] = alive;
  }
  return used;
}
// The states that these digits lead to from the layer before, if they are in `of`.
inline void find_led(const Machine &machine, const uint64_t *before, uint64_t *layer, int64_t digits,
                     const uint64_t *of) {
  const int64_t *start = machine.move_start();
  const Machine::Move *moves = machine.move_list();
  uint32_t words = (uint32_t)machine.words;
  if (words == 1) {
    uint64_t led = 0;
    for_states(before, 1, [&](uint32_t s) {
      for (int64_t k = start[s]; k < start[s + 1]; k++)
        led |= (uint64_t)((moves[k].digits & digits) != 0) << moves[k].to;
    });
    *layer = of ? led & *of : led;
    return;
  }
  memset(layer, 0, 8 * words);
  for_states(before, words, [&](uint32_t s) {
    for (int64_t k = start[s]; k < start[s + 1]; k++)
      if (moves[k].digits & digits) add_state(layer, moves[k].to);
  });
  for (uint32_t w = 0; of && w < words; w++) layer[w] &= of[w];
}

// Before each cell and after the last, the states on ways to acceptance with the digits known from the start: no others
// ever matter. Found when the first reason is asked for; until then null.
template <class B> const uint64_t *layers_of(const B &b, const Constraint &c, const Machine &machine) {
  const uint64_t *layers = b.layers + b.data_of(c)[3];
  for (uint32_t w = 0; w < machine.words; w++)
    if (layers[w]) return layers;
  return nullptr;
}
template <class B> const uint64_t *find_layers(const B &b, const Constraint &c, const Machine &machine) {
  const uint16_t *cells = b.cells_of(c);
  uint32_t words = (uint32_t)machine.words;
  uint64_t *layers = b.layers + b.data_of(c)[3], *last = layers + (size_t)c.count * words;
  memcpy(layers, machine.start(), 8 * words);
  for (uint32_t i = 0; i < c.count; i++) {
    uint64_t *here = layers + (size_t)i * words;
    find_led(machine, here, here + words, (int64_t)b.known(cells[i]), nullptr);
  }
  for (uint32_t w = 0; w < words; w++) last[w] &= machine.accept()[w];
  for (uint32_t i = c.count; i-- > 0;) {
    uint64_t *here = layers + (size_t)i * words;
    keep_leading(machine, here, here + words, (int64_t)b.known(cells[i]));
  }
  return layers;
}

template <class B> bool run_automaton(B &b, const Constraint &c) {
  if (!b.tries) b.complete = !c.repeats;
  using Mask = typename B::Mask;
  const Machine &machine = machine_of(b, c);
  Reading<B> reading(b, c, machine);
  if (reading.is_known) return true;
  if (machine.shifts) {
    Shifts<B> shifts{b, machine, reading.cells, c.count, reading.room};
    return shifts.reduce(reading.digits, reading.left) ? reading.keep() : b.give_up();
  }
  uint32_t words = (uint32_t)machine.words;
  const uint64_t *matter = layers_of(b, c, machine);
  uint64_t *layer = reading.room;
  b.work += machine.moves * c.count / 16;  // some at once
  memcpy(layer, machine.start(), 8 * words);
  for (uint32_t i = 0; i < c.count; i++, layer += words) {
    if (matter) matter += words;
    find_led(machine, layer, layer + words, (int64_t)reading.digits[i], matter);
  }
  uint64_t any = 0;
  for (uint32_t w = 0; w < words; w++) any |= layer[w] &= machine.accept()[w];
  if (!any) return b.give_up();
  for (uint32_t i = c.count; i-- > 0;) {
    const uint64_t *next = layer;
    layer -= words;
    reading.left[i] = (Mask)keep_leading(machine, layer, next, (int64_t)reading.digits[i]);
  }
  return reading.keep();
}

// Every path to acceptance is cut. From the front, follow all moves that cannot reach acceptance anyway; a move that could
// is cut by the digits that its cell has lost, and these are the reason.
template <class B, class F>
void explain_automaton(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const Machine &machine = machine_of(b, c);
  const uint16_t *cells = b.cells_of(c);
  uint32_t words = (uint32_t)machine.words;
  // alive: the states from which acceptance can be reached, for each layer.
  uint64_t *alive = b.scratch, *reached = alive + (size_t)(c.count + 1) * words, *next = reached + words;
  auto is_own = [&](uint32_t i) { return self != B::kNone && cells[i] == self / b.n; };
  auto digits_of = [&](uint32_t i) { return is_own(i) ? B::bit(self % b.n) : before.digits(cells[i]); };
  auto known_of = [&](uint32_t i) { return is_own(i) ? B::bit(self % b.n) : b.known(cells[i]); };
  if (machine.shifts)
    return Shifts<B>{b, machine, cells, c.count, b.scratch}.explain(digits_of, known_of, [&](uint32_t i, Mask lost) {
      if (!is_own(i)) before.why_not(cells[i], lost, f);
    });
  b.work += machine.moves * c.count / 16;  // some at once
  const uint64_t *matter = layers_of(b, c, machine);
  if (!matter) matter = find_layers(b, c, machine);
  memcpy(alive, matter, 8 * (size_t)(c.count + 1) * words);
  for (uint32_t i = c.count; i-- > 0;) {
    uint64_t *here = alive + (size_t)i * words;
    keep_leading(machine, here, here + words, (int64_t)digits_of(i));
  }
  memcpy(reached, machine.start(), 8 * words);
  for (uint32_t i = 0; i < c.count; i++) {
    int64_t possible = (int64_t)known_of(i);
    memcpy(next, reached, 8 * words);
    int64_t lost = keep_leading(machine, next, alive + (size_t)(i + 1) * words, possible);
    if (!is_own(i)) before.why_not(cells[i], (Mask)lost, f);
    find_led(machine, reached, next, possible & ~lost, matter + (size_t)(i + 1) * words);
    uint64_t *swap = reached;
    reached = next;
    next = swap;
  }
}

}  // namespace nonet

#endif
