// sweep.hpp: what follows from all assumptions at once, as sets without order, parents or lengths.
//
// Each candidate has two rows of bits, one bit for each assumption that some candidate is on: from which of them does it
// follow that the candidate is on, and that it is off? The rules of a cell, or of a digit in a house, are a few operations on
// whole rows, so one pass over the board serves 256 assumptions. The rows only grow, and what they end with does not depend
// on the order.
//
// An ordered closure without a contradiction has exactly these nodes. One with a contradiction stops early and has some of
// them. So a closure needs to be made in order only if the rows show a contradiction, or a node that several closures share.
#ifndef NONET_LOGIC_SE_SWEEP_HPP
#define NONET_LOGIC_SE_SWEEP_HPP

#include <string.h>

#include "logic/se/scout.hpp"

namespace nonet::NONET_LOGIC {

class Sweep {
 public:
  void run(const State &state, const Numbering &numbers) {
    begin(numbers.size);
    for (int cell = 0; cell < geometry().cells; cell++) {
      uint16_t *out = slots_[slots_size_].member;
      for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) *out++ = (uint16_t)numbers.at(cell, first(rest));
      add_slot(count(state.candidates[cell]));
    }
    for (int house = 0; house < geometry().houses; house++)
      for (int digit = 0; digit < geometry().size; digit++) {
        uint16_t *out = slots_[slots_size_].member;
        for (Mask rest = state.places[house][digit]; rest; rest &= rest - 1)
          *out++ = (uint16_t)numbers.at(geometry().cells_of(house)[first(rest)], digit);
        add_slot(count(state.places[house][digit]));
      }
    if (!kClassic)
      for (int digit = 0; digit < geometry().size; digit++)
        add_far(state.where(digit), [&](int cell) { return (uint16_t)numbers.at(cell, digit); });
    for (int source = 0; source < size_; source += kLanes) {
      follow(source);
      for (int w = 0; w < kLanes / 64 && source / 64 + w < words_; w++) clashes_[source / 64 + w] = dead_[w];
      turn(source);
    }
  }

  // The same within each digit alone (Nishio); only the contradictions are kept.
  void run_digits(const State &state, const Numbering &numbers) {
    uint64_t clashes[kWords] = {};
    uint16_t twin[kCandidates];
    for (int digit = 0; digit < geometry().size; digit++) {
      uint16_t global[kCells];
      Cell local[kCells];
      int size = 0;
      const Cells places = state.where(digit);
      if (places == without_clash_[digit] || (kLarge && places.size() > kLanes)) {
        for (Cells rest = places; !rest.empty();) twin[numbers.at(rest.pop(), digit)] = kNone;
        continue;
      }
      for (Cells rest = places; !rest.empty();) {
        int cell = rest.pop();
        local[cell] = (Cell)size;
        global[size++] = (uint16_t)numbers.at(cell, digit);
      }
      begin(size);
      for (int house = 0; house < geometry().houses; house++) {
        uint16_t *out = slots_[slots_size_].member;
        for (Mask rest = state.places[house][digit]; rest; rest &= rest - 1)
          *out++ = local[geometry().cells_of(house)[first(rest)]];
        add_slot(count(state.places[house][digit]));
      }
      if (!kClassic) add_far(places, [&](int cell) { return (uint16_t)local[cell]; });
      follow(0);
      if (!(dead_[0] | dead_[1] | dead_[2] | dead_[3])) without_clash_[digit] = places;
      for (int x = 0; x < size; x++) {
        if (dead_[x >> 6] >> (x & 63) & 1) set_bit(clashes, global[x]);
        twin[global[x]] = twin_[x] == kNone ? kNone : global[twin_[x]];
      }
    }
    memcpy(clashes_, clashes, sizeof clashes);
    memcpy(twin_, twin, (size_t)numbers.size * sizeof twin[0]);
  }

  // The assumption that a candidate is off has the consequences of the on node at the other end of a strong link, and
  // without such a link it has none.
  bool has_clash(int candidate, bool on) const {
    if (!on && twin_[candidate] == kNone) return false;
    return in_bits(clashes_, on ? candidate : twin_[candidate]);
  }
  // What follows from a node that has no contradiction: off nodes, then on nodes. Null if it is nothing.
  const uint64_t *reach(int candidate, bool on) const {
    if (!on && twin_[candidate] == kNone) return nullptr;
    return reach_[on ? candidate : twin_[candidate]];
  }

 private:
  static constexpr int kLanes = 256;
  static constexpr uint16_t kNone = 0xFFFF;
  using Row = uint64_t __attribute__((vector_size(kLanes / 8)));
  // The candidates of a cell, or the places of a digit in a house. One of them is on, and only one.
  struct Slot {
    uint16_t member[kMostSize];
    uint8_t size;
    bool dirty;    // a row of a member has changed since the last visit
    bool is_pair;  // two candidates that see each other without a house: one of them is on, or none
  };
  int size_, words_, slots_size_;
  // On a large board some pairs may be left out: then less follows.
  static constexpr int kFarPairs = kLarge ? 1 << 15 : kCells * kMostFar / 2 * kMostSize;
  static constexpr int kSlotsOf = 1 + kKinds + kMostFar, kMostSlots = 1 + kCells + kHouses * kMostSize + kFarPairs;
  Slot slots_[kMostSlots];  // the first one is none
  uint16_t slots_of_[kCandidates][kSlotsOf], twin_[kCandidates];
  uint8_t slots_of_size_[kCandidates];
  Row on_[kCandidates], off_[kCandidates];
  Cells without_clash_[kMostSize];  // places of a digit that led to no contradiction when they were last looked at
  Row dead_;                        // the assumptions that lead to a contradiction; they are not followed further
  uint64_t clashes_[kWords];
  uint64_t reach_[kCandidates][2 * kWords];

  void begin(int size) {
    size_ = size;
    words_ = (size + 63) / 64;
    slots_size_ = 1;
    memset(slots_of_, 0, (size_t)size * sizeof slots_of_[0]);
    memset(slots_of_size_, 0, (size_t)size);
    memset(twin_, 0xFF, (size_t)size * sizeof twin_[0]);
  }
  // Keep the slot that has been written after the last one, unless it has no links.
  void add_slot(int size) {
    if (size < 2) return;
    Slot &slot = slots_[slots_size_];
    slot.size = (uint8_t)size;
    slot.is_pair = false;
    for (int i = 0; i < size; i++) {
      int x = slot.member[i];
      slots_of_[x][slots_of_size_[x]++] = (uint16_t)slots_size_;
      if (size == 2) twin_[x] = slot.member[!i];
    }
    slots_size_++;
  }
  // A slot for each pair of candidates of a digit that see each other without a house.
  template <class Number> void add_far(Cells places, Number number) {
    for (Cells rest = places; !rest.empty();) {
      const int one = rest.pop();
      for (Cells seen = geometry().far_peers(one) & rest; !seen.empty();) {
        if (slots_size_ == kMostSlots) return;
        Slot &slot = slots_[slots_size_];
        slot = {{number(one), number(seen.pop())}, 2, false, true};
        for (int i : {0, 1}) slots_of_[slot.member[i]][slots_of_size_[slot.member[i]]++] = (uint16_t)slots_size_;
        slots_size_++;
      }
    }
  }
  void touch(int candidate) {
    for (int k = 0; k < (kClassic ? kSlotsOf : slots_of_size_[candidate]); k++)
      slots_[slots_of_[candidate][k]].dirty = true;
  }

  void follow(int source);
  bool visit(Slot &slot);
  void turn(int source);
};

// Fill the rows with what follows from the on nodes of 256 candidates.
inline void Sweep::follow(int source) {
  memset(on_, 0, (size_t)size_ * sizeof(Row));
  memset(off_, 0, (size_t)size_ * sizeof(Row));
  dead_ = Row{};
  for (int i = 0; i < slots_size_; i++) slots_[i].dirty = false;
  for (int i = 0; i < kLanes && source + i < size_; i++) {
    on_[source + i][i >> 6] = 1ull << (i & 63);
    touch(source + i);
  }
  for (bool more = true; more;) {
    more = false;
    for (int i = 1; i < slots_size_; i++)
      if (slots_[i].dirty) more |= visit(slots_[i]);
  }
}

// Apply the rules of a slot: if one is on, the others are off; if all others are off, the last one is on. A second visit
// changes nothing before another slot does, except after a contradiction.
inline bool Sweep::visit(Slot &slot) {
  Row once{}, twice{}, left{}, several{};  // on at least once, twice; not off at least once, twice
  if (!kClassic && slot.is_pair) left = several = ~Row{};
  for (int i = 0; i < slot.size; i++) {
    Row on = on_[slot.member[i]], open = ~off_[slot.member[i]];
    twice |= once & on;
    once |= on;
    several |= left & open;
    left |= open;
  }
  bool any = false;
  for (int i = 0; i < slot.size; i++) {
    int x = slot.member[i];
    Row on = on_[x], off = off_[x];
    Row more_off = off | (once & ~on) | twice, more_on = on | ~left | (~several & ~off);
    Row fresh = ((more_off ^ off) | (more_on ^ on)) & ~dead_;
    if (!(fresh[0] | fresh[1] | fresh[2] | fresh[3])) continue;
    off_[x] = more_off;
    on_[x] = more_on;
    dead_ |= more_off & more_on;
    touch(x);
    any = true;
  }
  slot.dirty = false;
  return any;
}

// Exchange rows and columns of 64 x 64 bits.
inline void turn_bits(uint64_t *rows) {
  uint64_t mask = 0x00000000FFFFFFFF;
  for (int half = 32; half; half >>= 1, mask ^= mask << half)
    for (int i = 0; i < 64; i = ((i | half) + 1) & ~half) {
      uint64_t swap = (rows[i] >> half ^ rows[i | half]) & mask;
      rows[i] ^= swap << half;
      rows[i | half] ^= swap;
    }
}

// Write the columns of the rows: what follows from each assumption.
inline void Sweep::turn(int source) {
  for (int on = 0; on < 2; on++)
    for (int w = 0; w < words_; w++)
      for (int quarter = 0; quarter < kLanes / 64; quarter++) {
        uint64_t rows[64];
        int begin = source + quarter * 64, sources = size_ - begin < 64 ? size_ - begin : 64;
        if (sources <= 0) break;
        for (int i = 0; i < 64; i++) {
          int x = w * 64 + i;
          rows[i] = x < size_ ? (on ? on_ : off_)[x][quarter] : 0;
        }
        turn_bits(rows);
        for (int i = 0; i < sources; i++) reach_[begin + i][on * words_ + w] = rows[i];
      }
}

}  // namespace nonet::NONET_LOGIC

#endif
