// als_table.cpp: the list of almost locked sets, their groups and links.

#include <string.h>

#include "logic/als.hpp"

namespace nonet::NONET_LOGIC {

namespace {

constexpr uint16_t kNone = 0xFFFF;

#ifndef NONET_ANY_HOUSES
// Whether positions of a house lie in one house of a kind that is listed before it.
bool is_listed_before(int house, Mask positions) {
  bool one = !(positions & (positions - 1));
  if (house < 9) return false;
  if (house < 18) return one;
  constexpr Mask kRow0 = 7, kColumn0 = 0111;
  for (int i = 0; i < 3; i++)
    if (!(positions & ~(kRow0 << 3 * i)) || !(positions & ~(kColumn0 << i))) return true;
  return false;
}
#else
bool is_listed_before(int house, Mask positions) {
  const Cells cells = places_of(house, positions);
  for (int before = 0; before < house; before++)
    if ((cells - geometry().set_of(before)).empty()) return true;
  return false;
}
#endif

}  // namespace

#ifndef NONET_LARGE_BOARDS

// The sets by house, then sorted by size.
void AlsTable::enumerate(const State &state) {
  int raw = 0, sizes[10] = {};
  Mask digits[512];
  digits[0] = 0;
  for (int house = 0; house < geometry().houses; house++) {
    Mask cells[9], empty = 0;
    for (int i = 0; i < geometry().size; i++) {
      cells[i] = state.candidates[geometry().cells_of(house)[i]];
      if (cells[i]) empty |= bit(i);
    }
    for (unsigned positions = 0; (positions = (positions - empty) & empty);) {
      Mask here = digits[positions] = digits[positions & (positions - 1)] | cells[first(positions)];
      int n = count((Mask)positions);
      if (count(here) != n + 1 || is_listed_before(house, (Mask)positions)) continue;
      raw_[raw++] = {(Mask)positions, here, (uint8_t)house, (uint8_t)n};
      sizes[n]++;
    }
  }
  int from[10], total = 0;
  for (int n = 1; n < 10; n++) {
    from[n] = total;
    total += sizes[n];
  }
  size = total < kMost ? total : kMost;
  for (int i = 0; i < raw; i++) {
    int at = from[raw_[i].size]++;
    if (at >= kMost) continue;
    put_set(at, raw_[i].house, raw_[i].positions, raw_[i].digits);
  }
}

#else

// The sets by size, then by house. A house of many cells has too many sets to try them all: large ones are left out.
void AlsTable::enumerate(const State &state) {
  size = 0;
  for (int n = 1; n < kMostDigits; n++)
    for (int house = 0; house < geometry().houses; house++) enumerate_of(state, house, n, 0, 0, 0);
}

// The sets of a size in a house that begin with some of its cells.
void AlsTable::enumerate_of(const State &state, int house, int wanted, int from, Mask positions, Mask digits) {
  const int n = count(positions) + 1;
  for (int i = from; i < geometry().size; i++) {
    const Mask own = state.candidates[geometry().cells_of(house)[i]], here = own | digits;
    if (!own || count(here) > wanted + 1) continue;
    if (n < wanted)
      enumerate_of(state, house, wanted, i + 1, positions | bit(i), here);
    else if (count(here) == n + 1)
      add_set(house, positions | bit(i), here);
  }
}

#endif

void AlsTable::put_set(int at, int house, Mask positions, Mask digits) {
  Als &set = sets[at];
  set.cells = places_of(house, positions);
  set.digits = digits;
  set.size = (uint8_t)count(positions);
  set.house = (uint8_t)house;
}

// Add a set, unless it has been added as one of another house.
void AlsTable::add_set(int house, Mask positions, Mask digits) {
  if (size < kMost && !is_listed_before(house, positions)) put_set(size++, house, positions, digits);
}

// The sets of a house that begin with some of its cells.
void AlsTable::enumerate_from(const State &state, int house, int from, Mask positions, Mask digits) {
  int n = count(positions) + 1;
  for (int i = from; i < geometry().size; i++) {
    Mask here = state.candidates[geometry().cells_of(house)[i]];
    if (!here) continue;
    here |= digits;
    Mask longer = positions | bit(i);
    if (count(here) == n + 1) add_set(house, longer, here);
    if (count(here) <= n + geometry().size - i) enumerate_from(state, house, i + 1, longer, here);
  }
}

int AlsTable::group_of(int digit, Cells cells) {
  uint64_t hash = (uint64_t)digit << 40;
  for (int w = 0; w < Cells::kWords; w++) hash = (hash ^ cells.word(w)) * 0x9E3779B97F4A7C15ull;
  hash ^= hash >> 29;
  unsigned slot = (unsigned)(hash * 0xBF58476D1CE4E5B9ull >> 40) & (kSlots - 1);
  for (; slots_[slot] != kNone; slot = (slot + 1) & (kSlots - 1)) {
    const AlsGroup &group = groups[slots_[slot]];
    if (group.digit == digit && group.cells == cells) return slots_[slot];
  }
  if (groups_size == kMostGroups) return kNone;
  Cells sees = where_[digit] & seen_by_all(cells);
  int lowest = cells.lowest();
  next_[groups_size] = head_[digit][lowest];
  head_[digit][lowest] = (uint16_t)groups_size;
  groups[groups_size] = {cells, sees, (uint8_t)digit};
  return slots_[slot] = (uint16_t)groups_size++;
}

void AlsTable::count_members() {
  memset(members_from, 0, sizeof(uint16_t) * (size_t)(groups_size + 1));
  for (int i = 0; i < size; i++)
    for (Mask rest = sets[i].digits; rest; rest &= (Mask)(rest - 1)) members_from[sets[i].group[first(rest)]]++;
  uint16_t total = 0;
  for (int g = 0; g <= groups_size; g++) {
    total = (uint16_t)(total + (g < groups_size ? members_from[g] : 0));
    members_from[g] = total;
  }
  for (int i = size - 1; i >= 0; i--)
    for (Mask rest = sets[i].digits; rest; rest &= (Mask)(rest - 1))
      members[--members_from[sets[i].group[first(rest)]]] = (uint16_t)i;
}

void AlsTable::link() {
  for (int g = 0; g < groups_size; g++) {
    memset(linked[g], 0, sizeof(uint64_t) * (size_t)words);
    const AlsGroup &group = groups[g];
    for (Cells rest = group.sees; !rest.empty();)
      for (int other = head_[group.digit][rest.pop()]; other != kNone; other = next_[other]) {
        if (!(groups[other].cells - group.sees).empty()) continue;
        for (int i = members_from[other]; i < members_from[other + 1]; i++)
          linked[g][members[i] >> 6] |= 1ull << (members[i] & 63);
      }
  }
}

void AlsTable::list(const State &state, AlsOrder order) {
  if (known_ && order == order_ && !memcmp(candidates_, state.candidates, sizeof candidates_)) return;
  known_ = true;
  lists++;
  order_ = order;
  memcpy(candidates_, state.candidates, sizeof candidates_);
  memset(slots_, 0xFF, sizeof slots_);
  memset(head_, 0xFF, sizeof head_);
  groups_size = 0;
  for (int digit = 0; digit < geometry().size; digit++) where_[digit] = state.where(digit);
  size = words = 0;
  for (int cell = 0; cell < geometry().cells; cell++)
    for (Mask rest = state.candidates[cell]; rest; rest &= (Mask)(rest - 1)) {
      Cells alone;
      alone.add(cell);
      const int group = group_of(first(rest), alone);
      if (group == kNone) {  // a large board with more candidates than groups has no sets
        groups_size = 0;
        return;
      }
      cell_group[cell][first(rest)] = (uint16_t)group;
    }
  if (order == AlsOrder::kBySize) {
    enumerate(state);
  } else {
    for (int house = 0; house < geometry().houses; house++) enumerate_from(state, house, 0, 0, 0);
  }
  for (int i = 0; i < size; i++)
    for (Mask rest = sets[i].digits; rest; rest &= (Mask)(rest - 1)) {
      int digit = first(rest), group = group_of(digit, sets[i].cells & where_[digit]);
      if (group == kNone) {
        size = i;
        break;
      }
      sets[i].group[digit] = (uint16_t)group;
    }
  words = (size + 63) / 64;
  count_members();
  link();
}

}  // namespace nonet::NONET_LOGIC
