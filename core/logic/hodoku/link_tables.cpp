// link_tables.cpp: what follows from each node at once, and in the end; see link_tables.hpp.
#include "logic/hodoku/link_tables.hpp"

#include <string.h>

namespace nonet::logic {

// -- what follows at once ------------------------------------------------------------------------------------------------

void LinkTables::open_list(int node, int room) {
  begin_[node] = arena_end_;
  size_[node] = 0;
  room_[node] = (uint16_t)(arena_end_ + (uint32_t)room > kArena ? kArena - arena_end_ : (uint32_t)room);
  arena_end_ += room_[node];
}

void LinkTables::follow(int from, int to) {
  Following *list = following_ + begin_[from];
  if (size_[from] == room_[from] || to == from) return;
  for (int i = 0; i < size_[from]; i++)
    if (list[i].node == to) return;
  list[size_[from]++] = {(uint16_t)to, 2, false};
}

// The same, if it is not in the list.
void LinkTables::append(int from, int to) {
  if (size_[from] < room_[from]) following_[begin_[from] + size_[from]++] = {(uint16_t)to, 2, false};
}

void LinkTables::list_candidates(const State &state) {
  arena_end_ = 0;
  groups_size_ = 0;
  for (int node = 0; node < 2 * kCandidates; node++) open_list(node, is_there(node) ? kRoom : 0);
  for (int cell = 0; cell < kCells; cell++)
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) {
      int digit = first(rest), here_on = on(cell, digit), here_off = off(cell, digit);
      Mask others = state.candidates[cell] & (Mask)~bit(digit);
      for (Mask other = others; other; other &= other - 1) append(here_on, off(cell, first(other)));
      if (is_single(others)) append(here_off, on(cell, first(others)));
      Cells listed;
      for (int kind = 0; kind < 3; kind++) {
        int house = kGeometry.house[kind][cell];
        Cells seen = where_[digit] & kGeometry.house_cells[house];
        seen.remove(cell);
        for (Cells rest_of_house = seen - listed; !rest_of_house.empty();)
          append(here_on, off(rest_of_house.pop(), digit));
        listed = listed | seen;
        if (is_single(seen)) follow(here_off, on(seen.lowest(), digit));
      }
    }
}

// The groups by line, then by digit and box.
void LinkTables::find_groups() {
  groups_size_ = 0;
  for (int digit = 0; digit < 9; digit++) groups_of_[digit].size = 0;
  for (int line = 0; line < 18; line++)
    for (int digit = 0; digit < 9; digit++) {
      if ((where_[digit] & kGeometry.house_cells[line]).empty()) continue;
      for (int third = 0; third < 3; third++) {
        int box = kGeometry.house[kBox][kGeometry.cell[line][3 * third]];
        Cells cells = where_[digit] & kGeometry.house_cells[line] & kGeometry.house_cells[box];
        if (cells.empty() || is_single(cells)) continue;
        groups_of_[digit].list[groups_of_[digit].size++] = (uint16_t)groups_size_;
        groups_[groups_size_++] = {cells,          where_[digit] & common_peers(cells),
                                   (uint8_t)digit, (uint8_t)box,
                                   (uint8_t)line,  (uint8_t)cells.lowest()};
      }
    }
}

void LinkTables::list_groups() {
  find_groups();
  for (int i = 0; i < 2 * groups_size_; i++) open_list(2 * kCandidates + i, kRoom);
  for (int i = 0; i < groups_size_; i++) {
    const Group &group = groups_[i];
    int here_off = 2 * (kCandidates + i), here_on = here_off + 1;
    for (Cells rest = group.seen_by; !rest.empty();) {
      int cell = rest.pop();
      append(here_on, off(cell, group.digit));
      append(on(cell, group.digit), here_off);
    }
    for (int house : {group.box, group.line}) {
      Cells others = group.seen_by & kGeometry.house_cells[house];
      if (!is_single(others)) continue;
      follow(here_off, on(others.lowest(), group.digit));
      follow(off(others.lowest(), group.digit), here_on);
    }
    int partners[2] = {0, 0}, partner[2] = {-1, -1};  // in the line, in the box
    for (int k = 0; k < groups_of_[group.digit].size; k++) {
      int j = groups_of_[group.digit].list[k];
      const Group &other = groups_[j];
      bool shared[2] = {other.line == group.line, other.box == group.box};
      if (j == i || (!shared[0] && !shared[1]) || !(other.cells & group.cells).empty()) continue;
      int which = shared[1];
      if (!partners[which]++) partner[which] = j;
      append(here_on, 2 * (kCandidates + j));
    }
    for (int which = 0; which < 2; which++) {
      if (partners[which] != 1) continue;
      int house = which ? group.box : group.line;
      Cells all = where_[group.digit] & kGeometry.house_cells[house];
      if ((all - group.cells - groups_[partner[which]].cells).empty())
        follow(here_off, 2 * (kCandidates + partner[which]) + 1);
    }
  }
}

// -- all that follows ----------------------------------------------------------------------------------------------------

// Where a candidate is in a row of bits.
struct Places {
  uint16_t of[2 * 729];
  constexpr Places() : of{} {
    for (int node = 0; node < 2 * 729; node++) of[node] = (uint16_t)(128 * (9 * (node & 1) + node / 2 % 9) + node / 18);
  }
};
static constexpr Places kPlaces;

int LinkTables::bit_of(int node) {
  return is_group(node) ? 64 * kCandidateWords + node - 2 * kCandidates : kPlaces.of[node];
}

// Each row that is known saves the way on from its node.
void LinkTables::close(int start) {
  uint64_t *row = reached_[start].words;
  memset(row, 0, sizeof(uint64_t) * (size_t)words_);
  uint16_t open[kNodes];
  int opened = 0;
  auto reach = [&](int node) {
    int at = bit_of(node);
    if (row[at >> 6] >> (at & 63) & 1) return;
    if (is_closed_[node]) {
      for (int word = 0; word < words_; word++) row[word] |= reached_[node].words[word];
    } else {
      row[at >> 6] |= 1ull << (at & 63);
      open[opened++] = (uint16_t)node;
    }
  };
  reach(start);
  while (opened) {
    int node = open[--opened];
    const Following *list = following_ + begin_[node];
    for (int k = 0; k < size_[node]; k++) reach(list[k].node);
  }
  is_closed_[start] = true;
}

void LinkTables::close_all() {
  words_ = kCandidateWords + (2 * groups_size_ + 63) / 64;
  memset(is_closed_, 0, sizeof is_closed_);
  for (int node = 0; node < 2 * kCandidates; node++)
    if (is_there(node)) close(node);
}

void LinkTables::start(const State &state) {
  state_ = &state;
  for (int digit = 0; digit < 9; digit++) where_[digit] = state.where(digit);
}

// -- the table of one start ----------------------------------------------------------------------------------------------

void LinkTables::fill(int start) {
  for (int i = 0; i < entries_; i++) place_[table_[i].node] = 0;
  table_[0] = {(uint16_t)start, (uint16_t)start, 1, true, false};
  place_[start] = 1;
  entries_ = 1;
  const Following *list = following_ + begin_[start];
  for (int k = 0; k < size_[start] && entries_ < kMostEntries; k++) {
    if (place_[list[k].node]) continue;
    place_[list[k].node] = (uint16_t)(entries_ + 1);
    table_[entries_++] = {list[k].node, (uint16_t)start, list[k].distance, true, list[k].is_net};
  }
  for (int j = 1; j < entries_ && entries_ < kMostEntries; j++) {
    int from = table_[j].node, base = table_[j].distance;
    list = following_ + begin_[from];
    for (int k = 0; k < size_[from]; k++) {
      int node = list[k].node, distance = base + list[k].distance;
      if (!place_[node]) {
        if (entries_ == kMostEntries) break;
        place_[node] = (uint16_t)(entries_ + 1);
        table_[entries_++] = {(uint16_t)node, (uint16_t)from, (uint16_t)distance, false, list[k].is_net};
      } else if (Entry &entry = table_[place_[node] - 1]; !entry.direct && entry.distance > distance) {
        entry.from = (uint16_t)from;
        entry.distance = (uint16_t)distance;
        entry.is_net = list[k].is_net;
      }
    }
  }
}

}  // namespace nonet::logic
