// forcing_closure.hpp: part of forcing.hpp: how one closure is made.

#include "forcing.hpp"

namespace nonet::logic {

// Write a node down and queue it. `of` are record numbers of this closure.
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

// Turn a candidate off that is not off yet. True if it is on: a contradiction.
inline bool ForcingSearch::turn_off(int candidate, Cause cause, int parent) {
  uint16_t of = (uint16_t)parent;
  int cell = numbers.cell[candidate], digit = numbers.digit[candidate];
  int number = add(candidate, false, cause, &of, 1);
  if (on_at_[cell] >> digit & 1) {
    out_->clash = true;
    out_->clash_record = where_[candidate * 2 + 1];
    return true;
  }
  where_[candidate * 2] = (uint16_t)number;
  out_->bits[0][candidate >> 6] |= 1ull << (candidate & 63);
  open_[cell] &= (Mask)~bit(digit);
  for (int kind = 0; kind < 3; kind++)
    open_places_[kGeometry.house[kind][cell]][digit] &= (Mask)~bit(kGeometry.position[kind][cell]);
  pending_off_[off_tail_++] = (uint16_t)candidate;
  return false;
}

inline bool ForcingSearch::off_consequences(int p) {
  int cell = numbers.cell[p], digit = numbers.digit[p], parent = where_[p * 2 + 1];
  if (!mode_.nishio)
    for (Mask rest = open_[cell] & (Mask)~bit(digit); rest; rest &= rest - 1)
      if (turn_off(numbers.at(cell, first(rest)), kInCell, parent)) return true;
  for (int kind : kSearchOrder) {
    int house = kGeometry.house[kind][cell];
    for (Mask rest = open_places_[house][digit] & (Mask)~bit(kGeometry.position[kind][cell]); rest; rest &= rest - 1)
      if (turn_off(numbers.at(kGeometry.cell[house][first(rest)], digit), cause_of(kind), parent)) return true;
  }
  return false;
}

// Records of the candidates that a cell has lost since the start, digits ascending.
inline int ForcingSearch::removed_in_cell(int cell, Mask except, uint16_t *list, int size) const {
  for (Mask rest = start_->candidates[cell] & (Mask)~now_.candidates[cell] & (Mask)~except; rest; rest &= rest - 1)
    list[size++] = (uint16_t)off_record(cell, first(rest));
  return size;
}

// Records of the places of a digit that a house has lost since the start, in order.
inline int ForcingSearch::removed_in_house(int house, int digit, Mask except, uint16_t *list, int size) const {
  Mask lost = start_->places[house][digit] & (Mask)~now_.places[house][digit] & (Mask)~except;
  for (Mask rest = lost; rest; rest &= rest - 1)
    list[size++] = (uint16_t)off_record(kGeometry.cell[house][first(rest)], digit);
  return size;
}

inline bool ForcingSearch::on_consequences(int p) {
  int cell = numbers.cell[p], digit = numbers.digit[p];
  struct {
    int candidate;
    Cause cause;
    int of_size;
    uint16_t of[10];
  } found[4];
  int size = 0;
  auto parent = (uint16_t)where_[p * 2];
  if (!mode_.nishio && count(now_.candidates[cell]) == 2) {
    auto &on = found[size++];
    on.candidate = numbers.at(cell, first(now_.candidates[cell] & (Mask)~bit(digit)));
    on.cause = kInCell;
    on.of[0] = parent;
    on.of_size = mode_.dynamic ? removed_in_cell(cell, 0, on.of, 1) : 1;
  }
  for (int kind : kSearchOrder) {
    int house = kGeometry.house[kind][cell];
    Mask places = now_.places[house][digit];
    if (count(places) != 2) continue;
    Mask other = places & (Mask)~bit(kGeometry.position[kind][cell]);
    int candidate = numbers.at(kGeometry.cell[house][first(other)], digit);
    bool again = false;
    for (int i = 0; i < size; i++) again |= found[i].candidate == candidate;
    if (again) continue;
    auto &on = found[size++];
    on.candidate = candidate;
    on.cause = cause_of(kind);
    on.of[0] = parent;
    on.of_size = mode_.dynamic ? removed_in_house(house, digit, 0, on.of, 1) : 1;
  }
  if (mode_.dynamic) now_.remove(cell, digit);
  for (int i = 0; i < size; i++) {
    int candidate = found[i].candidate, c = numbers.cell[candidate], d = numbers.digit[candidate];
    if (on_at_[c] >> d & 1) continue;
    int number = add(candidate, true, found[i].cause, found[i].of, found[i].of_size);
    if (!(open_[c] >> d & 1)) {
      out_->clash = true;
      out_->clash_record = where_[candidate * 2];
      return true;
    }
    where_[candidate * 2 + 1] = (uint16_t)number;
    out_->bits[1][candidate >> 6] |= 1ull << (candidate & 63);
    on_at_[c] |= bit(d);
    pending_on_[on_tail_++] = (uint16_t)candidate;
  }
  return false;
}

inline void ForcingSearch::make(Closure &out, int candidate, bool on) {
  int n = numbers.size;
  out_ = &out;
  out.records = memory.records_used;
  out.size = 0;
  out.where = memory.where_used;
  out.clash = false;
  memset(out.bits, 0, sizeof out.bits);
  if (memory.where_used + 2 * (uint32_t)n > Memory::kWhere || out_of_budget() || interrupted()) {
    memory.full = true;
    return;
  }
  where_ = memory.where + memory.where_used;
  memory.where_used += 2 * (uint32_t)n;
  if (mode_.dynamic) now_ = *start_;
  const State &board = mode_.dynamic ? now_ : *start_;
  if (!mode_.dynamic) memcpy(&now_, start_, sizeof now_);
  memcpy(open_, board.candidates, sizeof open_);
  memcpy(open_places_, board.places, sizeof open_places_);
  memset(on_at_, 0, sizeof on_at_);
  on_head_ = on_tail_ = off_head_ = off_tail_ = 0;
  int cell = numbers.cell[candidate], digit = numbers.digit[candidate];
  int number = add(candidate, on, kAssumption, nullptr, 0);
  if (memory.full) return;
  where_[candidate * 2 + on] = (uint16_t)number;
  out.bits[on][candidate >> 6] |= 1ull << (candidate & 63);
  if (on) {
    on_at_[cell] |= bit(digit);
    pending_on_[on_tail_++] = (uint16_t)candidate;
  } else {
    open_[cell] &= (Mask)~bit(digit);
    for (int kind = 0; kind < 3; kind++)
      open_places_[kGeometry.house[kind][cell]][digit] &= (Mask)~bit(kGeometry.position[kind][cell]);
    pending_off_[off_tail_++] = (uint16_t)candidate;
  }
  for (;;) {
    bool clash = false;
    if (on_head_ < on_tail_)
      clash = off_consequences(pending_on_[on_head_++]);
    else if (off_head_ < off_tail_)
      clash = on_consequences(pending_off_[off_head_++]);
    else
      return;
    if (clash || memory.full) return;
    if (mode_.level > 0 && on_head_ == on_tail_ && off_head_ == off_tail_ && !steps_inside()) return;
  }
}

// -- steps inside a chain ------------------------------------------------------------------------------------------------

// Candidates that go by a step inside, on top of the queue; a candidate that is off already stays as it is.
// (All nodes are worked off when this is asked, so whatever is on the board is open.)
inline bool ForcingSearch::steps_inside() {
  if (locked_inside() || hidden_pairs_inside() || naked_pairs_inside() || x_wings_inside()) return true;
  if (mode_.level < 2) return false;
  if (mode_.level < 4) {
    if (chains_inside()) return true;
    return mode_.level >= 3 && forcing_inside({true, false, false, 0});
  }
  if (forcing_inside({true, true, false, 0})) return true;
  return mode_.level >= 5 && forcing_inside({true, true, false, mode_.level - 3});
}

}  // namespace nonet::logic
