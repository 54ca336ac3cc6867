// automaton.hpp: cells in order that an automaton must accept.
//
// Forward: the states that the first cells can reach. Backward: those from which the last cells reach acceptance. A digit
// is left only if it moves from a state of the one to a state of the other.
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

template <class B> bool run_automaton(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const Machine &machine = machine_of(b, c);
  const int64_t *start = machine.move_start();
  const Machine::Move *moves = machine.move_list();
  const uint16_t *cells = b.cells_of(c);
  uint32_t words = (uint32_t)machine.words;
  uint64_t *layer = b.scratch;
  memcpy(layer, machine.start(), 8 * words);
  for (uint32_t i = 0; i < c.count; i++, layer += words) {
    uint64_t *next = layer + words;
    memset(next, 0, 8 * words);
    int64_t digits = (int64_t)b.digits[cells[i]];
    for_states(layer, words, [&](uint32_t s) {
      for (int64_t m = start[s]; m < start[s + 1]; m++)
        if (moves[m].digits & digits) add_state(next, moves[m].to);
    });
  }
  uint64_t any = 0;
  for (uint32_t w = 0; w < words; w++) any |= layer[w] &= machine.accept()[w];
  if (!any) return b.give_up();
  for (uint32_t i = c.count; i-- > 0;) {
    const uint64_t *next = layer;
    layer -= words;
    int64_t digits = (int64_t)b.digits[cells[i]], left = 0;
    for (uint32_t w = 0; w < words; w++) {
      uint64_t alive = 0;
      for (uint64_t m = layer[w]; m; m &= m - 1) {
        uint32_t s = w * 64 + (uint32_t)__builtin_ctzll(m);
        bool lives = false;
        for (int64_t k = start[s]; k < start[s + 1]; k++)
          if ((moves[k].digits & digits) && has_state(next, moves[k].to)) {
            left |= moves[k].digits & digits;
            lives = true;
          }
        if (lives) alive |= (uint64_t)(m & -m);
      }
      layer[w] = alive;
    }
    if (!b.keep(cells[i], (Mask)left)) return false;
  }
  return true;
}

// Every path to acceptance is cut. From the front, follow all moves that cannot reach acceptance anyway; a move that could
// is cut by the digits that its cell has lost, and these are the reason.
template <class B, class F>
void explain_automaton(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const Machine &machine = machine_of(b, c);
  const int64_t *start = machine.move_start();
  const Machine::Move *moves = machine.move_list();
  const uint16_t *cells = b.cells_of(c);
  uint32_t words = (uint32_t)machine.words, states = (uint32_t)machine.states;
  // alive: the states from which acceptance can be reached, for each layer.
  uint64_t *alive = b.scratch, *reached = alive + (size_t)(c.count + 1) * words, *next = reached + words;
  auto digits_of = [&](uint32_t i) {
    return self != B::kNone && cells[i] == self / b.n ? B::bit(self % b.n) : before.digits(cells[i]);
  };
  memcpy(alive + (size_t)c.count * words, machine.accept(), 8 * words);
  for (uint32_t i = c.count; i-- > 0;) {
    uint64_t *here = alive + (size_t)i * words, *after = here + words;
    int64_t digits = (int64_t)digits_of(i);
    memset(here, 0, 8 * words);
    for (uint32_t s = 0; s < states; s++)
      for (int64_t k = start[s]; k < start[s + 1]; k++)
        if ((moves[k].digits & digits) && has_state(after, moves[k].to)) {
          add_state(here, s);
          break;
        }
  }
  memcpy(reached, machine.start(), 8 * words);
  for (uint32_t i = 0; i < c.count; i++) {
    const uint64_t *after = alive + (size_t)(i + 1) * words;
    bool own = self != B::kNone && cells[i] == self / b.n;
    int64_t possible = own ? (int64_t)B::bit(self % b.n) : (int64_t)b.known(cells[i]), lost = 0;
    for_states(reached, words, [&](uint32_t s) {
      for (int64_t k = start[s]; k < start[s + 1]; k++)
        if (has_state(after, moves[k].to)) lost |= moves[k].digits & possible;
    });
    if (!own) before.why_not(cells[i], (Mask)lost, f);
    memset(next, 0, 8 * words);
    for_states(reached, words, [&](uint32_t s) {
      for (int64_t k = start[s]; k < start[s + 1]; k++)
        if (moves[k].digits & possible & ~lost) add_state(next, moves[k].to);
    });
    uint64_t *swap = reached;
    reached = next;
    next = swap;
  }
}

}  // namespace nonet

#endif
