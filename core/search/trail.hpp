// trail.hpp: what both boards of any size have in common: candidates, their states, and the trail of what changed.
//
// Every change is on one trail, so undoing a guess takes no longer than making it.
//
//   candidate   cell * size + digit, the number of a pair; it is open, removed or placed
//   trail       the candidates removed and placed, in order, each with its reason and the depth of its guess
#ifndef NONET_TRAIL_HPP
#define NONET_TRAIL_HPP

#include <type_traits>

#include "common/arena.hpp"
#include "common/fixed.hpp"
#include "search/tables.hpp"

namespace nonet {

// Why a candidate was removed or placed. search.hpp traces a conflict back through these reasons.
enum class Why : uint32_t {
  kGuess,   // no reason, or known from the start
  kPlaced,  // removed: `subject` is the candidate that was placed beside it
  kCell,    // placed: no other digit is left in its cell
  kHouse,   // placed: no other position is left in house and digit `subject`
  kLocked,  // removed: all positions of house and digit `subject` are in the house `other`
  kClause,  // learned clause `subject`
  kAbove,   // removed: all guesses up to its depth; they have been tried with it
  kNested,  // proof `subject` inside of another (proofs.hpp)
  // In models only (constrained.hpp):
  kArc,         // removed: relation `subject` of two cells
  kSeen,        // removed: its cell differs from all positions of house and digit `subject`
  kConstraint,  // removed: constraint `subject`
  kSubset,      // removed: the cells at positions `subject` of house `other` hold the digit (subsets.hpp)
};

struct Reason {
  uint32_t why : 4, other : 12, unused : 16;
  uint32_t subject;
};

enum State : uint8_t { kOpen = 0, kRemoved = 1, kPlaced = 2 };

// The number of bits of a byte.
struct BitsOfBytes {
  uint8_t bytes[256];
  constexpr BitsOfBytes() : bytes() {
    for (uint32_t i = 1; i < 256; i++) bytes[i] = (uint8_t)(bytes[i / 2] + i % 2);
  }
};
inline constexpr BitsOfBytes kBits;

// Sets of digits and of positions.
template <class M> struct Masks {
  using Mask = M;
  static Mask bit(uint32_t i) { return (Mask)((Mask)1 << i); }
  static bool single(Mask m) { return (Mask)(m & (Mask)(m - 1)) == 0; }
  static uint32_t first(Mask m) { return sizeof(Mask) == 8 ? __builtin_ctzll(m) : __builtin_ctz((uint32_t)m); }
  static uint32_t count(Mask m) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return (uint32_t)__builtin_popcountll(m);
#else  // the compiler would call a function
    if constexpr (sizeof(Mask) == 2) return kBits.bytes[m & 255] + kBits.bytes[m >> 8];
    uint64_t x = m;
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (uint32_t)(x * 0x0101010101010101 >> 56);
#endif
  }
};

// `Own` is the board itself: it hears of each change (`pushed`) and of each reason (`check_reason`).
template <class Own, class M> struct Trail : Masks<M> {
  using Mask = M;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr int64_t kWork = 1 << 16;  // less than a millisecond

  uint32_t n, cells;
  Mask *digits;
  uint8_t *state;
  uint32_t *trail;  // 2 * candidate + (1 if placed)
  Reason *reason;
  uint32_t *depth_of;

  uint32_t trail_size, head, placed, depth;
  // What a call asks now and then, the work since it was asked last, and that before: a step is about as long as looking at a
  // cell. Where the answer ends the call, propagation is `paused`: its queues stay as they are, and propagate() continues with
  // them.
  int (*poll)(void *);
  void *poll_argument;
  mutable int64_t work;
  uint64_t work_before;
  bool paused;

  // The last conflict: the reason of the change that failed, and the candidate that contradicts it (or none).
  Reason conflict;
  uint32_t refused;

  void attach_trail(const Houses &houses, Arena &arena) {
    n = houses.size;
    cells = houses.cells;
    digits = arena.take<Mask>(cells);
    state = arena.take<uint8_t>(houses.candidates);
    trail = arena.take<uint32_t>(houses.candidates);
    depth_of = arena.take<uint32_t>(houses.candidates);
    reason = arena.take<Reason>(houses.candidates);
  }

  void ask(int (*of)(void *), void *argument) {
    poll = of, poll_argument = argument, work = 0, work_before = 0, paused = false;
  }
  // Whether the call is to end.
  bool pause() {
    if (paused || work < kWork) return paused;
    work_before += (uint64_t)work;
    work = 0;
    return paused = poll && poll(poll_argument);
  }

  Mask all() const { return (Mask)((Mask) ~(Mask)0 >> (8 * sizeof(Mask) - n)); }
  bool solved() const { return placed == cells; }

  bool fail(Reason why, uint32_t candidate = kNone) {
    conflict = why;
    refused = candidate;
    own().check_reason(why, candidate, trail_size + 1);
    return false;
  }

  bool place(uint32_t cell, uint32_t digit, Reason why) {
    uint32_t candidate = cell * n + digit;
    if (state[candidate] == kPlaced) return true;
    if (state[candidate] == kRemoved) return fail(why, candidate);
    state[candidate] = kPlaced;
    placed++;
    push(2 * candidate + 1, why);
    return true;
  }

  void push(uint32_t entry, Reason why) {
    trail[trail_size++] = entry;
    reason[entry / 2] = why;
    depth_of[entry / 2] = depth;
    own().pushed(entry / 2);
    own().check_reason(why, entry / 2, trail_size);
  }

 private:
  Own &own() { return *static_cast<Own *>(this); }
};

// Call f with the type of the board for masks of this width, as a null pointer.
template <template <class> class Of, class F> auto with_mask(uint32_t mask_bytes, F f) {
  if (mask_bytes == 2) return f((Of<uint16_t> *)nullptr);
  if (mask_bytes == 4) return f((Of<uint32_t> *)nullptr);
  return f((Of<uint64_t> *)nullptr);
}
template <class Pointer> using BoardOf = std::remove_pointer_t<Pointer>;

// The names of the trail in a board, whose base depends on a parameter, so that they are not found by themselves.
#define NONET_TRAIL(Own, M)   \
  using Base = Trail<Own, M>; \
  using Base::all;            \
  using Base::attach_trail;   \
  using Base::bit;            \
  using Base::cells;          \
  using Base::conflict;       \
  using Base::count;          \
  using Base::depth;          \
  using Base::depth_of;       \
  using Base::digits;         \
  using Base::fail;           \
  using Base::first;          \
  using Base::head;           \
  using Base::kNone;          \
  using Base::n;              \
  using Base::pause;          \
  using Base::paused;         \
  using Base::place;          \
  using Base::placed;         \
  using Base::push;           \
  using Base::reason;         \
  using Base::refused;        \
  using Base::single;         \
  using Base::state;          \
  using Base::trail;          \
  using Base::trail_size;     \
  using Base::work;

}  // namespace nonet

#endif
