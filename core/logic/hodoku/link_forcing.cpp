// link_forcing.cpp: forcing chains and forcing nets from tables of what follows; see link_tables.hpp.
#include <string.h>

#include "logic/hodoku/link_tables.hpp"

namespace nonet::logic {

// The board after a start and some rounds of singles, as the list of what follows. A digit that is placed because of
// several eliminations follows from all of them; the first one gives the distance.
struct LinkTables::Simulation {
  LinkTables &tables;
  const State &before;
  State state;
  SinglesQueue queue;
  int start;
  uint16_t place[2 * kCandidates] = {};  // in the list, counted from 1; the start is before the list

  int at(int node) const { return node == start ? 0 : place[node]; }
  const Following *listed(int index) const {
    return index && index <= tables.size_[start] ? &tables.following_[tables.begin_[start] + index - 1] : nullptr;
  }
  int distance(int index) const { return !index ? 1 : listed(index) ? listed(index)->distance : 0; }
  bool net(int index) const { return listed(index) && listed(index)->is_net; }
  void add(int node, int because, bool is_net) {
    if (node == start || place[node] || tables.size_[start] == tables.room_[start]) return;
    int index = tables.begin_[start] + tables.size_[start]++;
    tables.following_[index] = {(uint16_t)node, (uint8_t)(distance(because) + 1), is_net};
    place[node] = tables.size_[start];
  }
  // Place a digit, with all that it removes. `because` are places in the list.
  void set(int cell, int digit, const int *because, int reasons) {
    int largest = 0, others = 0;
    for (int i = 0; i < reasons; i++) {
      others += because[i] > 0;
      if (because[i] > because[largest]) largest = i;
    }
    bool is_net = others > 1 || (reasons && net(because[largest]));
    Cells losers = kGeometry.peer_cells[cell] & before.where(digit);
    Mask digits = state.candidates[cell];
    int here = started ? tables.size_[start] + 1 : 0;
    queue.place(state, cell, digit);
    add(on(cell, digit), reasons ? because[0] : 0, is_net);
    started = true;
    bool net_here = net(here);
    while (!losers.empty()) add(off(losers.pop(), digit), here, net_here);
    for (Mask rest = digits & (Mask)~bit(digit); rest; rest &= rest - 1) add(off(cell, first(rest)), here, net_here);
  }
  bool started = false;

  void run() {
    int cell = start / 18, digit = start / 2 % 9;
    if (is_on(start)) {
      set(cell, digit, nullptr, 0);
    } else {
      queue.remove(state, cell, digit);
      started = true;
      if (is_single(state.candidates[cell])) set(cell, first(state.candidates[cell]), nullptr, 0);
    }
    for (int round = 0; round < kRounds && look(); round++) {
    }
  }
  // Place all singles that are there at the beginning of the round.
  bool look() {
    struct Found {
      uint8_t cell, digit;
      bool naked;
    } found[kCells * 2];
    int size = 0;
    for (int i = queue.naked_at; i < queue.naked_end; i++)
      if (!state.digits[queue.naked[i].cell]) found[size++] = {queue.naked[i].cell, queue.naked[i].digit, true};
    Cells seen;
    for (int i = queue.hidden_at; i < queue.hidden_end; i++) {
      auto [cell, digit] = queue.hidden[i];
      if (state.digits[cell] || seen.has(cell) || !state.has(cell, digit)) continue;
      bool alone = false;
      for (int kind = 0; kind < 3; kind++) alone |= is_single(state.places[kGeometry.house[kind][cell]][digit]);
      if (!alone) continue;
      seen.add(cell);
      found[size++] = {cell, digit, false};
    }
    for (int i = 0; i < size; i++) place_single(found[i].cell, found[i].digit, found[i].naked);
    return size > 0;
  }
  void place_single(int cell, int digit, bool naked) {
    int because[5] = {}, size = 0;
    if (naked) {
      for (Mask rest = before.candidates[cell] & (Mask)~bit(digit); rest && size < 5; rest &= rest - 1)
        because[size++] = at(off(cell, first(rest)));
    } else {
      int house = kGeometry.house[0][cell];
      for (int kind = 1; kind < 3; kind++) {
        int other = kGeometry.house[kind][cell];
        if (count(state.places[other][digit]) < count(state.places[house][digit])) house = other;
      }
      Cells places = before.where(digit) & kGeometry.house_cells[house];
      places.remove(cell);
      while (!places.empty() && size < 5) because[size++] = at(off(places.pop(), digit));
    }
    set(cell, digit, because, 5);
  }
};

// Each list gets all the room that is left, and keeps some for groups.
void LinkTables::list_nets(const State &state, const SinglesQueue &queue) {
  arena_end_ = 0;
  for (int node = 0; node < 2 * kCandidates; node++) {
    open_list(node, is_there(node) ? kMostEntries : 0);
    if (!is_there(node)) continue;
    Simulation simulation{*this, state, state, queue, node};
    simulation.run();
    int room = size_[node] + kGroupRoom;
    if (room > room_[node]) room = room_[node];
    arena_end_ -= (uint32_t)(room_[node] - room);
    room_[node] = (uint16_t)room;
  }
}

// Of what follows from a start, what only follows by a net.
const LinkTables::Reached &LinkTables::by_net(int start) {
  Reached &found = by_net_[start];
  if (knows_nets_[start]) return found;
  knows_nets_[start] = true;
  found = {};
  fill(start);
  for (int i = 0; i < entries_; i++) {
    int node = table_[i].node;
    if (is_group(node)) continue;
    bool is_net = table_[i].is_net;
    for (int k = i, steps = 0; k && !is_net && steps < kMostEntries; k = place_[table_[k].from] - 1, steps++)
      is_net = table_[k].is_net;
    if (is_net) found.cells[is_on(node)][digit_of(node)].add(cell_of(node));
  }
  return found;
}

// What is proved so far: placements before eliminations, the lowest cell first.
struct LinkTables::Conclusion {
  bool nets;
  int place_cell = kCells, place_digit = 0, remove_cell = kCells, remove_digit = 0;
  bool by_agreement[2] = {};  // of the elimination and the placement

  bool is_better(int cell, int digit, bool places) const {
    int best = places ? place_cell : remove_cell;
    return cell < best || (cell == best && digit < (places ? place_digit : remove_digit));
  }
  void offer(int cell, int digit, bool places, bool agreement) {
    if (!is_better(cell, digit, places)) return;
    (places ? place_cell : remove_cell) = cell, (places ? place_digit : remove_digit) = digit;
    by_agreement[places] = agreement;
  }
};

// The houses that a digit needs: those in which its places are all cells that do not see it placed.
void LinkTables::find_needs() {
  empty_ = state_->open();
  needs_size_ = 0;
  for (int digit = 0; digit < 9; digit++) {
    Cells allowed = empty_;
    for (int cell = 0; cell < kCells; cell++)
      if (state_->digits[cell] == digit + 1) allowed = allowed - kGeometry.peer_cells[cell];
    for (const Cells &house : kGeometry.house_cells)
      if (Cells all = allowed & house; !all.empty() && (all - where_[digit]).empty())
        needs_[needs_size_++] = {all, (uint8_t)digit};
  }
}

// The cells that have no digit left.
Cells LinkTables::emptied(const Row &row) const {
  Cells cells = empty_;
  for (int digit = 0; digit < 9 && !cells.empty(); digit++)
    cells = (cells & (row.cells(false, digit) | (cells - where_[digit]))) - row.cells(true, digit);
  return cells;
}

// A start is refuted if a candidate follows both on and off, a cell gets two digits or none, or a house gets a digit twice
// or not at all. From two digits in a cell, or a digit twice in a house, it follows that one of them is on and off.
bool LinkTables::is_refuted(int start) const {
  const Row &row = reached_[start];
  if (row.cells(!is_on(start), digit_of(start)).has(cell_of(start))) return true;
  for (int digit = 0; digit < 9; digit++)
    if (!(row.cells(true, digit) & row.cells(false, digit)).empty()) return true;
  for (int i = 0; i < needs_size_; i++)
    if ((needs_[i].cells - row.cells(false, needs_[i].digit)).empty()) return true;
  return !emptied(row).empty();
}

// Whether one of the reasons to refute a start needs a net.
bool LinkTables::is_refuted_by_net(int start) {
  const Row &row = reached_[start];
  const Reached &nets = by_net(start);
  int cell = cell_of(start), digit = digit_of(start);
  auto off_by_net = [&](Cells cells, int which) { return !(nets.cells[0][which] & cells).empty(); };
  auto on_by_net = [&](Cells cells, int which) { return !(nets.cells[1][which] & cells).empty(); };
  if (row.cells(!is_on(start), digit).has(cell) && nets.cells[!is_on(start)][digit].has(cell)) return true;
  for (int d = 0; d < 9; d++) {
    Cells ons = row.cells(true, d), both = ons & row.cells(false, d);
    if (!both.empty() && (off_by_net(one(both.lowest()), d) || on_by_net(one(both.lowest()), d))) return true;
    for (int e = d + 1; e < 9; e++)
      if (Cells two = ons & row.cells(true, e); !two.empty())
        if (on_by_net(one(two.lowest()), d) || on_by_net(one(two.lowest()), e)) return true;
    for (const Cells &house : kGeometry.house_cells)
      if (Cells twice = ons & house; !twice.empty() && !is_single(twice) && on_by_net(twice, d)) return true;
  }
  for (Cells rest = emptied(row); !rest.empty();) {
    int without = rest.pop();
    for (Mask digits = state_->candidates[without]; digits; digits &= digits - 1)
      if (off_by_net(one(without), first(digits))) return true;
  }
  for (int i = 0; i < needs_size_; i++)
    if ((needs_[i].cells - row.cells(false, needs_[i].digit)).empty() && off_by_net(needs_[i].cells, needs_[i].digit))
      return true;
  return false;
}

// What follows from every one of the starts.
void LinkTables::agreements(const uint16_t *starts, int size, Cells except, Conclusion &conclusion) {
  for (bool places : {false, true})
    for (int digit = 0; digit < 9; digit++) {
      Cells shared = reached_[starts[0]].cells(places, digit) - except;
      for (int i = 1; i < size; i++) shared = shared & reached_[starts[i]].cells(places, digit);
      if (shared.empty() || !conclusion.is_better(shared.lowest(), digit, places)) continue;
      if (conclusion.nets) {
        Cells nets;
        for (int i = 0; i < size; i++) nets = nets | by_net(starts[i]).cells[places][digit];
        shared = shared & nets;
      }
      if (!shared.empty()) conclusion.offer(shared.lowest(), digit, places, true);
    }
}

LinkTables::Proof LinkTables::best_forcing(const State &state, const SinglesQueue &queue, bool nets, Step &step) {
  start(state);
  if (nets) {
    list_nets(state, queue);
  } else {
    list_candidates(state);
  }
  list_groups();
  close_all();
  find_needs();
  memset(knows_nets_, 0, sizeof knows_nets_);
  Conclusion conclusion{nets};
  uint16_t starts[9];
  for (int node = 0; node < 2 * kCandidates; node++) {
    if (!is_there(node)) continue;
    bool places = !is_on(node);
    if (conclusion.is_better(cell_of(node), digit_of(node), places) && is_refuted(node) &&
        (!nets || is_refuted_by_net(node)))
      conclusion.offer(cell_of(node), digit_of(node), places, false);
    if (!is_on(node)) continue;
    starts[0] = (uint16_t)node, starts[1] = (uint16_t)(node - 1);
    agreements(starts, 2, one(cell_of(node)), conclusion);
  }
  for (int cell = 0; cell < kCells; cell++) {
    int size = 0;
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) starts[size++] = (uint16_t)on(cell, first(rest));
    if (size) agreements(starts, size, {}, conclusion);
  }
  for (int house = 0; house < kHouses; house++)
    for (int digit = 0; digit < 9; digit++) {
      int size = 0;
      for (Mask rest = state.places[house][digit]; rest; rest &= rest - 1)
        starts[size++] = (uint16_t)on(kGeometry.cell[house][first(rest)], digit);
      if (size) agreements(starts, size, {}, conclusion);
    }
  bool places = conclusion.place_cell < kCells;
  if (!places && conclusion.remove_cell == kCells) return Proof::kNone;
  if (places) {
    step.place(conclusion.place_cell, conclusion.place_digit);
    step.mark(kTarget, conclusion.place_cell, bit(conclusion.place_digit));
  } else {
    step.eliminate(conclusion.remove_cell, bit(conclusion.remove_digit));
  }
  return conclusion.by_agreement[places] ? Proof::kAgreement : Proof::kContradiction;
}

}  // namespace nonet::logic
