// aic_links.cpp: the nodes and links that alternating inference chains follow.
#include <string.h>

#include "logic/aic.hpp"

namespace nonet::NONET_LOGIC {

bool AlternatingLinks::add(Cells cells, int digit) {
  if (size >= kMostNodes || by_digit_size_[digit] >= kMostOfDigit) return false;
  nodes[size] = {cells, (uint8_t)digit};
  by_digit_[digit][by_digit_size_[digit]++] = size++;
  return true;
}

// A node for each candidate; false if there are too many.
bool AlternatingLinks::add_singles(const State &state) {
  for (int cell = 0; cell < geometry().cells; cell++)
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) {
      Cells one;
      one.add(cell);
      index_[global_candidate(cell, first(rest))] = (int16_t)size;
      if (!add(one, first(rest))) return false;
    }
  return true;
}

// The candidates of a digit where a box and a line cross, if there are at least two.
void AlternatingLinks::add_groups(const State &state) {
  for (int digit = 0; digit < geometry().size; digit++) {
    Cells places = state.where(digit);
    for (int line = 0; line < geometry().first_house(kBox); line++) {
      Cells left = places & geometry().set_of(line);
      for (int box = geometry().first_house(kBox); box < geometry().end_house(kBox) && !left.empty(); box++) {
        Cells cells = left & geometry().set_of(box);
        left = left - cells;
        if (cells.size() > 1) add(cells, digit);
      }
    }
  }
}

void AlternatingLinks::link_weakly(const State &state, bool within_cells) {
  for (int node = 0; node < size; node++) {
    memset(weak[node], 0, (size_t)words * 8);
    int digit = nodes[node].digit;
    Cells peers = seen_by_all(nodes[node].cells);
    for (int i = 0; i < by_digit_size_[digit]; i++) {
      int other = by_digit_[digit][i];
      if ((nodes[other].cells - peers).empty()) add_to(weak[node], other);
    }
    if (is_group(node) || !within_cells) continue;
    int cell = nodes[node].cells.lowest();
    for (Mask rest = state.candidates[cell] & (Mask)~bit(digit); rest; rest &= rest - 1) {
      add_to(weak[node], single(cell, first(rest)));
    }
  }
}

void AlternatingLinks::link(int from, int to, Cause cause) {
  for (int i = strong[from]; i >= 0; i = links[i].next)
    if (links[i].to == to) return;
  if (links_size_ >= kMostStrong) return;
  links[links_size_] = {(uint16_t)to, cause, -1};
  (strong[from] < 0 ? strong[from] : links[last_[from]].next) = (int16_t)links_size_;
  last_[from] = (int16_t)links_size_++;
  add_to(starts, from);
}

void AlternatingLinks::link_cells(const State &state) {
  for (Cells rest = BySize(state).two; !rest.empty();) {
    int cell = rest.pop();
    Mask both = state.candidates[cell];
    int one = single(cell, first(both)), two = single(cell, first(both & (both - 1)));
    link(one, two, kInCell);
    link(two, one, kInCell);
  }
}

// Two nodes that hold all places of a digit in a house.
void AlternatingLinks::link_houses(const State &state) {
  for (int k = 0; k < geometry().kinds; k++) {
    const int kind = k == 0 ? kBox : k <= kBox ? k - 1 : k;
    for (int house = geometry().first_house(kind); house < geometry().end_house(kind); house++) {
      for (int digit = 0; digit < geometry().size; digit++) {
        int places = count(state.places[house][digit]);
        if (places < 2 || places > 6 || (size == singles && places > 2)) continue;
        const Cells all = state.where(digit) & geometry().set_of(house);
        int inside[16], inside_size = 0;
        for (int i = 0; i < by_digit_size_[digit] && inside_size < 16; i++)
          if ((nodes[by_digit_[digit][i]].cells - all).empty()) inside[inside_size++] = by_digit_[digit][i];
        for (int i = 0; i < inside_size; i++)
          for (int j = i + 1; j < inside_size; j++) {
            Cells one = nodes[inside[i]].cells, two = nodes[inside[j]].cells;
            if (!(one & two).empty() || !((one | two) == all)) continue;
            link(inside[i], inside[j], cause_of(kind));
            link(inside[j], inside[i], cause_of(kind));
          }
      }
    }
  }
}

// For each set, join the nodes that see all places of one digit with those of every other digit.
void AlternatingLinks::link_across() {
  const size_t bytes = (size_t)words * 8;
  for (int node = 0; node < size; node++) memset(across[node], 0, bytes);
  for (int group = 0; group < sets_->groups_size; group++) {
    const AlsGroup &places = sets_->groups[group];
    memset(seeing_[group], 0, bytes);
    for (int i = 0; i < by_digit_size_[places.digit] && !places.sees.empty(); i++) {
      int node = by_digit_[places.digit][i];
      if ((nodes[node].cells - places.sees).empty()) add_to(seeing_[group], node);
    }
  }
  for (int i = 0; i < sets_->size; i++) {
    const Als &here = sets_->sets[i];
    if (here.size < 2) continue;  // a cell with two candidates is a strong link already
    for (Mask digits = here.digits; digits; digits &= (Mask)(digits - 1)) {
      const Set &one = seeing_[here.group[first(digits)]];
      Set others = {};
      uint64_t any = 0;
      for (int w = 0; w < words; w++) any |= one[w];
      if (!any) continue;
      for (Mask rest = here.digits & (Mask)~bit(first(digits)); rest; rest &= (Mask)(rest - 1))
        for (int w = 0; w < words; w++) others[w] |= seeing_[here.group[first(rest)]][w];
      for (int word = 0; word < words; word++)
        for (uint64_t rest = one[word]; rest; rest &= rest - 1) {
          Set &to = across[64 * word + __builtin_ctzll(rest)];
          for (int w = 0; w < words; w++) to[w] |= others[w];
        }
    }
  }
  for (int node = 0; node < size; node++)
    for (int w = 0; w < words; w++) across[node][w] &= ~weak[node][w];
}

int AlternatingLinks::set_between(int one, int two) const {
  Mask digits = bit(nodes[one].digit) | bit(nodes[two].digit);
  for (int i = 0; i < sets_->size; i++) {
    if (sets_->sets[i].size < 2 || (sets_->sets[i].digits & digits) != digits) continue;
    if (has(seeing(i, nodes[one].digit), one) && has(seeing(i, nodes[two].digit), two)) return i;
  }
  return -1;
}

// A set that lacks a digit takes all others from the cells that see their places. Where one digit is left in such a cell, and
// the set does not have it, the cell is that digit. If the set takes only one digit from the cell, that is a link across the
// set and one within the cell.
void AlternatingLinks::link_forced(const State &state) {
  for (int node = 0; node < size; node++) memset(forced[node], 0, (size_t)words * 8);
  for (int i = 0; i < sets_->size; i++) {
    const Als &here = sets_->sets[i];
    Mask taken[kCells] = {};
    Cells cells;
    for (Mask rest = here.digits; rest; rest &= (Mask)(rest - 1))
      for (Cells sees = sets_->groups[here.group[first(rest)]].sees; !sees.empty();) {
        int cell = sees.pop();
        taken[cell] |= bit(first(rest));
        cells.add(cell);
      }
    while (!cells.empty()) {
      int cell = cells.pop();
      if (count(taken[cell]) < 2) continue;
      for (Mask ends = state.candidates[cell]; ends; ends &= (Mask)(ends - 1)) {
        Mask gone = state.candidates[cell] & (Mask)~bit(first(ends));
        if (gone & (Mask)~taken[cell] || count(gone) < 2 || here.has(first(ends))) continue;
        int to = single(cell, first(ends));
        for (Mask lost = here.digits & (Mask)~gone; lost; lost &= (Mask)(lost - 1))
          for_each_node(seeing_[here.group[first(lost)]], words, [&](int node) {
            if (!nodes[node].cells.has(cell)) add_to(forced[node], to);
          });
      }
    }
  }
}

int AlternatingLinks::set_forcing(int node, int to, Mask gone) const {
  int digit = nodes[node].digit, cell = nodes[to].cells.lowest();
  for (int i = 0; i < sets_->size; i++) {
    if ((sets_->sets[i].digits & (gone | bit(digit))) != (gone | bit(digit))) continue;
    bool all = has(seeing(i, digit), node);
    for (Mask rest = gone; rest && all; rest &= (Mask)(rest - 1))
      all = has(seeing(i, first(rest)), single(cell, first(rest)));
    if (all) return i;
  }
  return -1;
}

void AlternatingLinks::build(const State &state, Alternating kind, const AlsTable *sets) {
  sets_ = sets;
  size = links_size_ = 0;
  memset(by_digit_size_, 0, sizeof by_digit_size_);
  words = singles = 0;
  if (!add_singles(state)) {
    size = 0;
    return;
  }
  singles = size;
  if (kind >= Alternating::kWithGroups) add_groups(state);
  words = (size + 63) / 64;
  memset(starts, 0, sizeof starts);
  memset(strong, 0xFF, sizeof(int16_t) * (size_t)size);
  link_weakly(state, kind >= Alternating::kAllLinks);
  if (kind != Alternating::kAlongDigit) link_cells(state);
  if (kind != Alternating::kThroughCells) link_houses(state);
  if (!sets) return;
  link_across();
  link_forced(state);
}

}  // namespace nonet::NONET_LOGIC
