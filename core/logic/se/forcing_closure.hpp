// forcing_closure.hpp: part of forcing.hpp: makes one closure.

#include "logic/se/forcing.hpp"

namespace nonet::NONET_LOGIC {

// Record a node and queue it. `of` are record numbers of this closure.
inline int ForcingSearch::add(int candidate, bool on, Cause cause, const uint16_t *of, int of_size, int nested_number) {
  if (memory.records_used == Memory::kRecords || memory.parents_used + (uint32_t)of_size > Memory::kParents) {
    memory.full = true;
    return 0;
  }
  nodes++;
  int number = (int)out_->size++;
  Record &record = memory.records[memory.records_used++];
  int depth = 0;
  for (int i = 0; i < of_size; i++) {
    int parent_depth = memory.records[out_->records + of[i]].depth;
    depth = parent_depth > depth ? parent_depth : depth;
    memory.parents[memory.parents_used + (uint32_t)i] = of[i];
  }
  int node = candidate * 2 + on;
  record = {(uint16_t)node,    (uint16_t)(depth + 1),   memory.parents_used,
            (uint16_t)of_size, (uint16_t)nested_number, cause};
  memory.parents_used += (uint32_t)of_size;
  return number;
}

// Set the slots of the candidates for this search.
inline void ForcingSearch::take_slots() {
  for (int i = 0; i < numbers.size; i++) {
    int cell = numbers.cell[i], digit = numbers.digit[i];
    Slots &slots = slots_[i];
    slots.size = (uint8_t)(1 + geometry().seats(cell));
    slots.slot[0] = (uint16_t)cell;
    slots.bit[0] = bit(digit);
    slots.cause[0] = kInCell;
    member_[cell][digit] = (uint16_t)i;
    for (int k = 1; k < size_of(slots); k++) {
      const Seat seat = geometry().seat(cell, k - 1);
      const int slot = slot_of(seat.house, digit);
      slots.slot[k] = (uint16_t)slot;
      slots.bit[k] = bit(seat.position);
      if (!kClassic) slots.cause[k] = cause_of(seat.kind);
      member_[slot][seat.position] = (uint16_t)i;
    }
  }
  memcpy(first_open_, start_->candidates, sizeof start_->candidates);
  memcpy(first_open_ + kCells, start_->places, sizeof start_->places);
  for (int i = 0; i < kSlots; i++) first_left_[i] = kOneLeft * (Bits)count(first_open_[i]) + first_open_[i];
}

// Record that a candidate is off, and queue it.
inline void ForcingSearch::settle_off(int candidate, int number) {
  where_[candidate * 2] = (uint16_t)number;
  set_bit(out_->bits[0], candidate);
  const Slots &slots = slots_[candidate];
  for (int k = 0; k < size_of(slots); k++) open_[slots.slot[k]] &= (Mask)~slots.bit[k];
  pending_off_[off_tail_++] = (uint16_t)candidate;
}

// Visit an on node: whatever it sees is off. Returns true if something of this is on: a contradiction.
template <bool kNishio> inline bool ForcingSearch::off_consequences(int p) {
  if (memory.records_used + Links::kMostWeak + 8 > Memory::kRecords || memory.parents_used == Memory::kParents) {
    memory.full = true;
    return true;
  }
  const Slots &slots = slots_[p];
  const uint32_t parents = memory.parents_used;
  const uint16_t parent = where_[p * 2 + 1], depth = (uint16_t)(record(*out_, parent).depth + 1);
  memory.parents[memory.parents_used++] = parent;  // all of them share it
  Record *records = memory.records + out_->records;
  uint32_t number = out_->size;
  bool clash = false;
  auto settle = [&](int candidate, Cause cause) {
    records[number] = {(uint16_t)(candidate * 2), depth, parents, 1, 0, cause};
    if (in_bits(out_->bits[1], candidate)) {
      number++;
      out_->clash_record = where_[candidate * 2 + 1];
      return false;
    }
    settle_off(candidate, (int)number++);
    return true;
  };
  for (int k = kNishio; k < size_of(slots) && !clash; k++) {
    const uint16_t *member = member_[slots.slot[k]];
    for (Mask rest = open_[slots.slot[k]] & (Mask)~slots.bit[k]; rest && !clash; rest &= rest - 1)
      clash = !settle(member[first(rest)], cause_at(slots, k));
  }
  for_far_peers(numbers.cell[p], [&](int cell) {
    const int digit = numbers.digit[p];
    if (!clash && open_[cell] >> digit & 1) clash = !settle(numbers.at(cell, digit), kFar);
  });
  nodes += number - out_->size;
  memory.records_used += number - out_->size;
  out_->size = number;
  out_->clash = clash;
  return clash;
}

// The records of what a cell, or a digit in a house, has lost since the start, in order.
inline int ForcingSearch::removed_from(int slot, Mask except, uint16_t *list, int size) const {
  for (Mask rest = first_open_[slot] & (Mask)~left_[slot] & (Mask)~except; rest; rest &= rest - 1)
    list[size++] = where_[member_[slot][first(rest)] * 2];
  return size;
}

// Visit an off node: where one other candidate is left, that is on. In dynamic searches the off node then leaves the board.
// Returns true if one that is left is off: a contradiction.
template <bool kNishio, bool kDynamic> inline bool ForcingSearch::on_consequences(int p) {
  const Slots &slots = slots_[p];
  int found[kSlotsOf], from[kSlotsOf], size = 0;
  for (int k = kNishio && !kDynamic; k < size_of(slots); k++) {
    int slot = slots.slot[k];
    Bits left = left_[slot] - kOneLeft - slots.bit[k];
    if (kDynamic) left_[slot] = left;
    if (left / kOneLeft != 1 || (kNishio && k == 0)) continue;
    int candidate = member_[slot][first(left & kAllDigits)];
    bool again = false;
    for (int i = 0; i < size; i++) again |= found[i] == candidate;
    if (again) continue;
    found[size] = candidate;
    from[size++] = k;
  }
  for (int i = 0; i < size; i++) {
    int candidate = found[i], k = from[i];
    if (in_bits(out_->bits[1], candidate)) continue;
    // Earlier losses of the cell or house are parents, too; p itself comes first.
    uint16_t of[kMostSize + 1] = {where_[p * 2]};
    int of_size = kDynamic ? removed_from(slots.slot[k], slots.bit[k], of, 1) : 1;
    int number = add(candidate, true, cause_at(slots, k), of, of_size);
    if (in_bits(out_->bits[0], candidate)) {
      out_->clash = true;
      out_->clash_record = where_[candidate * 2];
      return true;
    }
    where_[candidate * 2 + 1] = (uint16_t)number;
    set_bit(out_->bits[1], candidate);
    pending_on_[on_tail_++] = (uint16_t)candidate;
  }
  return false;
}

// Visit what is pending until nothing is. Returns true at a contradiction, or if the memory is full.
template <bool kNishio, bool kDynamic> inline bool ForcingSearch::spread() {
  for (;;) {
    bool clash;
    if (on_head_ < on_tail_)
      clash = off_consequences<kNishio>(pending_on_[on_head_++]);
    else if (off_head_ < off_tail_)
      clash = on_consequences<kNishio, kDynamic>(pending_off_[off_head_++]);
    else
      return false;
    if (clash || memory.full) return true;
  }
}

inline void ForcingSearch::make(Closure &out, int candidate, bool on) {
  int n = numbers.size;
  out_ = &out;
  out.records = memory.records_used;
  out.size = 0;
  out.where = memory.where_used;
  out.clash = false;
  for (uint64_t *bits : out.bits) memset(bits, 0, (size_t)words_ * 8);
  if (memory.where_used + 2 * (uint32_t)n > Memory::kWhere || out_of_budget() || interrupted()) {
    memory.full = true;
    return;
  }
  where_ = memory.where + memory.where_used;
  memory.where_used += 2 * (uint32_t)n;
  memcpy(left_, first_left_, sizeof left_);
  memcpy(open_, first_open_, sizeof open_);
  on_head_ = on_tail_ = off_head_ = off_tail_ = 0;
  int number = add(candidate, on, kAssumption, nullptr, 0);
  if (memory.full) return;
  if (on) {
    where_[candidate * 2 + 1] = (uint16_t)number;
    set_bit(out.bits[1], candidate);
    pending_on_[on_tail_++] = (uint16_t)candidate;
  } else {
    settle_off(candidate, number);
  }
  do {
    bool ends = mode_.nishio ? spread<true, true>() : mode_.dynamic ? spread<false, true>() : spread<false, false>();
    if (ends) return;
  } while (mode_.level > 0 && steps_inside() && !memory.full);
}

// -- nested steps ------------------------------------------------------------------------------------------------

// Queue the candidates that a nested step eliminates; those that are off already stay as they are. (The queue is empty
// when this is called, so all candidates on the board are open.)
inline bool ForcingSearch::steps_inside() {
  Mask *now = now_.candidates;
  for (int i = 0; i < geometry().cells; i++) now[i] = (Mask)(left_[i] % kOneLeft);
  now = now_.places[0];
  for (int i = 0; i < geometry().houses * kMostSize; i++) now[i] = (Mask)(left_[kCells + i] % kOneLeft);
  if (locked_inside() || hidden_pairs_inside() || naked_pairs_inside() || x_wings_inside()) return true;
  if (mode_.level < 2) return false;
  if (mode_.level < 4) {
    if (chains_inside()) return true;
    return mode_.level >= 3 && forcing_inside({true, false, false, 0});
  }
  if (mode_.explainer == Explainer::kSukaku)
    return forcing_inside({true, true, false, mode_.inside, Explainer::kSukaku});
  if (forcing_inside({true, true, false, 0})) return true;
  return mode_.level >= 5 && forcing_inside({true, true, false, mode_.level - 3});
}

}  // namespace nonet::NONET_LOGIC
