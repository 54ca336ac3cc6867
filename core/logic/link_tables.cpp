// link_tables.cpp: loops, chains and nets from tables of what follows; see link_tables.hpp.
#include "logic/link_tables.hpp"

#include "logic/weight.hpp"

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

void LinkTables::list_candidates(const State &state) {
  arena_end_ = 0;
  for (int node = 0; node < 2 * kCandidates; node++) open_list(node, is_there(node) ? kRoom : 0);
  for (int cell = 0; cell < kCells; cell++)
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) {
      int digit = first(rest), here_on = on(cell, digit), here_off = off(cell, digit);
      Mask others = state.candidates[cell] & (Mask)~bit(digit);
      for (Mask other = others; other; other &= other - 1) follow(here_on, off(cell, first(other)));
      if (is_single(others)) follow(here_off, on(cell, first(others)));
      for (int kind = 0; kind < 3; kind++) {
        int house = kGeometry.house[kind][cell];
        Mask places = state.places[house][digit] & (Mask)~bit(kGeometry.position[kind][cell]);
        for (Mask place = places; place; place &= place - 1)
          follow(here_on, off(kGeometry.cell[house][first(place)], digit));
        if (is_single(places)) follow(here_off, on(kGeometry.cell[house][first(places)], digit));
      }
    }
}

void LinkTables::list_groups(const State &state) {
  groups_size_ = 0;
  for (int line = 0; line < 18; line++)
    for (int digit = 0; digit < 9; digit++)
      for (int box = 0; box < 9; box++) {
        Cells cells = state.where(digit) & kGeometry.house_cells[line] & kGeometry.house_cells[18 + box];
        if (cells.size() < 2) continue;
        groups_[groups_size_++] = {cells,          state.where(digit) & common_peers(cells),
                                   (uint8_t)digit, (uint8_t)(18 + box),
                                   (uint8_t)line,  (uint8_t)cells.lowest()};
      }
  for (int i = 0; i < 2 * groups_size_; i++) open_list(2 * kCandidates + i, kRoom);
  for (int i = 0; i < groups_size_; i++) {
    const Group &group = groups_[i];
    int here_off = 2 * (kCandidates + i), here_on = here_off + 1;
    for (Cells rest = group.seen_by; !rest.empty();) {
      int cell = rest.pop();
      follow(here_on, off(cell, group.digit));
      follow(on(cell, group.digit), here_off);
    }
    for (int house : {group.box, group.line}) {
      Cells others = group.seen_by & kGeometry.house_cells[house];
      if (others.size() != 1) continue;
      follow(here_off, on(others.lowest(), group.digit));
      follow(off(others.lowest(), group.digit), here_on);
    }
    int partners[2] = {0, 0}, partner[2] = {-1, -1};  // in the line, in the box
    for (int j = 0; j < groups_size_; j++) {
      const Group &other = groups_[j];
      if (j == i || other.digit != group.digit || !(other.cells & group.cells).empty()) continue;
      bool shared[2] = {other.line == group.line, other.box == group.box};
      for (int which = 0; which < 2; which++) {
        if (!shared[which]) continue;
        if (!partners[which]++) partner[which] = j;
        follow(here_on, 2 * (kCandidates + j));
      }
    }
    for (int which = 0; which < 2; which++) {
      if (partners[which] != 1) continue;
      int house = which ? group.box : group.line;
      Cells all = state.where(group.digit) & kGeometry.house_cells[house];
      if ((all - group.cells - groups_[partner[which]].cells).empty())
        follow(here_off, 2 * (kCandidates + partner[which]) + 1);
    }
  }
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

// -- loops and alternating chains ----------------------------------------------------------------------------------------

struct LinkTables::Best {
  struct Elimination {
    uint8_t digit, cell;
  };
  static constexpr int kMost = 200;
  Elimination here[kMost], kept[kMost];
  int size = 0;
  Weight kept_weight;

  void add(int cell, int digit) {
    if (size == kMost) return;
    int i = size++;
    for (; i && (here[i - 1].digit > digit || (here[i - 1].digit == digit && here[i - 1].cell > cell)); i--)
      here[i] = here[i - 1];
    here[i] = {(uint8_t)digit, (uint8_t)cell};
  }
  // Keep what was added if it is better.
  void keep() {
    Weight weight;
    for (int i = 0; i < size; i++) weight.add(here[i].cell, here[i].digit);
    if (weight.is_better_than(kept_weight)) {
      for (int i = 0; i < size; i++) kept[i] = here[i];
      kept_weight = weight;
    }
    size = 0;
  }
};

struct LinkTables::Path {
  int size = 0;
  uint16_t node[kMostEntries];
};

// The nodes from the start of the table to an entry.
bool LinkTables::path_to(int entry, Path &path) const {
  int nodes = 1;
  for (int i = entry; i; i = place_[table_[i].from] - 1)
    if (nodes++ == kMostEntries) return false;
  path.size = nodes;
  for (int i = entry; nodes--; i = place_[table_[i].from] - 1) path.node[nodes] = table_[i].node;
  return true;
}

// Whether a path comes back to a cell that it has left. A loop may come back to its start.
bool LinkTables::crosses_itself(const Path &path, bool is_loop) const {
  Cells left;
  for (int k = 1; k < path.size; k++) {
    if (left.has(cell_of(path.node[k]))) return true;
    int before = path.node[k - 1];
    if (!is_loop || cell_of(before) != cell_of(path.node[0])) left = left | cells_of(before);
  }
  return false;
}

// The eliminations of a continuous loop: in a cell with two strong links all other digits, and along each weak link
// between cells its digit.
void LinkTables::eliminate_along(const Path &path, Best &best) const {
  const uint16_t *node = path.node;
  int last = path.size - 1, start = cell_of(node[0]);
  Cells on_path;
  for (int k = 0; k <= last; k++) on_path = on_path | cells_of(node[k]);
  auto keep_two = [&](int cell, int one, int two) {
    for (Mask rest = state_->candidates[cell] & (Mask) ~(bit(one) | bit(two)); rest; rest &= rest - 1)
      best.add(cell, first(rest));
  };
  for (int k = 0; k <= last; k++) {
    int cell = cell_of(node[k]);
    bool arrives = k > 0 && cell_of(node[k - 1]) != cell;
    if (!k && !is_on(node[0]) && is_on(node[last])) keep_two(cell, digit_of(node[0]), digit_of(node[last]));
    if (arrives && is_on(node[k]) && k + 2 <= last && !is_on(node[k + 1]) && cell_of(node[k + 1]) == cell &&
        is_on(node[k + 2]) && cell_of(node[k + 2]) != cell)
      keep_two(cell, digit_of(node[k]), digit_of(node[k + 2]));
    if (!arrives || is_on(node[k])) continue;
    Cells gone = seen_by(node[k - 1]) & seen_by(node[k]) & state_->where(digit_of(node[k]));
    gone = gone - on_path;
    gone.remove(start);
    while (!gone.empty()) best.add(gone.pop(), digit_of(node[k]));
  }
}

void LinkTables::read_loop(int entry, Best &best) const {
  Path path;
  if (!path_to(entry, path)) return;
  int last = path.size - 1, end = path.node[last], cell = cell_of(end);
  if (cell_of(path.node[last - 1]) == cell || cell_of(path.node[1]) == cell || crosses_itself(path, true)) return;
  int start_digit = digit_of(path.node[0]), end_digit = digit_of(end);
  bool leaves_strong = !is_on(path.node[0]), ends_strong = is_on(end), same = start_digit == end_digit;
  if (same && leaves_strong == ends_strong) {
    if (!ends_strong) best.add(cell, start_digit);
    for (Mask rest = ends_strong ? state_->candidates[cell] & (Mask)~bit(start_digit) : 0; rest; rest &= rest - 1)
      best.add(cell, first(rest));
  } else if (!same && leaves_strong != ends_strong) {
    best.add(cell, leaves_strong ? end_digit : start_digit);
  } else if (same || ends_strong || count(state_->candidates[cell]) == 2) {
    eliminate_along(path, best);
  }
  best.keep();
}

// Alternating chains from the start off to another cell on, of which one is true: either both ends have the same digit, and
// two cells at least see both, or the cells see each other and each loses the digit of the other.
void LinkTables::read_chain(int entry, Best &best) const {
  int start = table_[0].node, end = table_[entry].node, from = cell_of(start), to = cell_of(end);
  int digit = digit_of(start), end_digit = digit_of(end);
  if (digit == end_digit) {
    Cells gone = kGeometry.peer_cells[from] & kGeometry.peer_cells[to] & state_->where(digit);
    if (gone.size() < 2) return;
    while (!gone.empty()) best.add(gone.pop(), digit);
  } else {
    if (!kGeometry.peer_cells[from].has(to) || !state_->has(to, digit) || !state_->has(from, end_digit)) return;
    best.add(from, end_digit);
    best.add(to, digit);
  }
  Path path;
  if (!path_to(entry, path) || crosses_itself(path, false)) best.size = 0;
  best.keep();
}

bool LinkTables::best_loop(const State &state, bool grouped, Step &step) {
  state_ = &state;
  list_candidates(state);
  if (grouped) list_groups(state);
  Best loops, chains;
  for (int side : {1, 0})
    for (int node = side; node < 2 * kCandidates; node += 2) {
      if (!is_there(node)) continue;
      fill(node);
      for (int i = 1; i < entries_; i++) {
        int end = table_[i].node;
        if (is_group(end) || table_[i].distance <= 2) continue;
        if (cell_of(end) == cell_of(node)) {
          read_loop(i, loops);
        } else if (!side && is_on(end)) {
          read_chain(i, chains);
        }
      }
    }
  const Best &best = chains.kept_weight.is_better_than(loops.kept_weight) ? chains : loops;
  for (int i = 0; i < best.kept_weight.size; i++) step.eliminate(best.kept[i].cell, bit(best.kept[i].digit));
  return best.kept_weight.size > 0;
}

// -- forcing chains and nets ---------------------------------------------------------------------------------------------

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

void LinkTables::keep_reached(int start) {
  Reached &reached = reached_[start], &by_net = by_net_[start];
  reached = {}, by_net = {};
  for (int i = 0; i < entries_; i++) {
    int node = table_[i].node;
    if (is_group(node)) continue;
    reached.cells[is_on(node)][digit_of(node)].add(cell_of(node));
    bool is_net = table_[i].is_net;
    for (int k = i, steps = 0; k && !is_net && steps < kMostEntries; k = place_[table_[k].from] - 1, steps++)
      is_net = table_[k].is_net;
    if (is_net) by_net.cells[is_on(node)][digit_of(node)].add(cell_of(node));
  }
}

// What is proved so far: placements before eliminations, the lowest cell first.
struct LinkTables::Conclusion {
  bool nets;
  int place_cell = kCells, place_digit = 0, remove_cell = kCells, remove_digit = 0;
  bool by_agreement[2] = {};  // of the elimination and the placement

  void offer(int cell, int digit, bool places, bool agreement) {
    int &best_cell = places ? place_cell : remove_cell, &best_digit = places ? place_digit : remove_digit;
    if (cell > best_cell || (cell == best_cell && digit >= best_digit)) return;
    best_cell = cell, best_digit = digit;
    by_agreement[places] = agreement;
  }
};

// A start is refuted if a candidate follows both on and off, a cell gets two digits or none, or a house gets a digit twice or
// not at all.
void LinkTables::contradictions(int start, Conclusion &conclusion) const {
  const Reached &reached = reached_[start], &by_net = by_net_[start];
  const Cells *on_cells = reached.cells[1], *off_cells = reached.cells[0];
  int cell = start / 18, digit = start / 2 % 9;
  auto refuted = [&](Cells offs, Cells ons, int off_digit, int on_digit) {
    bool is_net = !(by_net.cells[0][off_digit] & offs).empty() || !(by_net.cells[1][on_digit] & ons).empty();
    if (is_net || !conclusion.nets) conclusion.offer(cell, digit, !is_on(start), false);
  };
  auto only = [](int one) {
    Cells cells;
    cells.add(one);
    return cells;
  };
  if (reached.cells[!is_on(start)][digit].has(cell))
    refuted(is_on(start) ? only(cell) : Cells{}, is_on(start) ? Cells{} : only(cell), digit, digit);
  Cells emptied;
  for (int c = 0; c < kCells; c++)
    if (!state_->digits[c]) emptied.add(c);
  Cells empty = emptied;
  for (int d = 0; d < 9; d++) {
    if (Cells both = on_cells[d] & off_cells[d]; !both.empty()) refuted(only(both.lowest()), only(both.lowest()), d, d);
    for (int e = d + 1; e < 9; e++)
      if (Cells both = on_cells[d] & on_cells[e]; !both.empty()) {
        refuted({}, only(both.lowest()), d, d);
        refuted({}, only(both.lowest()), e, e);
      }
    emptied = (emptied & (off_cells[d] | (emptied - state_->where(d)))) - on_cells[d];
  }
  for (; !emptied.empty();) {
    int c = emptied.pop();
    for (Mask rest = state_->candidates[c]; rest; rest &= rest - 1) refuted(only(c), {}, first(rest), 0);
  }
  for (int d = 0; d < 9; d++) {
    Cells allowed = empty;  // by the digits placed alone
    for (int c = 0; c < kCells; c++)
      if (state_->digits[c] == d + 1) allowed = allowed - kGeometry.peer_cells[c];
    for (int house = 0; house < kHouses; house++) {
      Cells twice = on_cells[d] & kGeometry.house_cells[house], all = allowed & kGeometry.house_cells[house];
      if (twice.size() > 1) refuted({}, twice, 0, d);
      if (!all.empty() && (all - off_cells[d]).empty()) refuted(all, {}, d, 0);
    }
  }
}

// What follows from every one of the starts.
void LinkTables::agreements(const uint16_t *starts, int size, Cells except, Conclusion &conclusion) const {
  for (bool places : {false, true})
    for (int digit = 0; digit < 9; digit++) {
      Cells shared = reached_[starts[0]].cells[places][digit] - except, by_net;
      for (int i = 0; i < size; i++) {
        shared = shared & reached_[starts[i]].cells[places][digit];
        by_net = by_net | by_net_[starts[i]].cells[places][digit];
      }
      if (conclusion.nets) shared = shared & by_net;
      if (!shared.empty()) conclusion.offer(shared.lowest(), digit, places, true);
    }
}

LinkTables::Proof LinkTables::best_forcing(const State &state, const SinglesQueue &queue, bool nets, Step &step) {
  state_ = &state;
  if (nets) {
    list_nets(state, queue);
  } else {
    list_candidates(state);
  }
  list_groups(state);
  for (int node = 0; node < 2 * kCandidates; node++) {
    if (!is_there(node)) continue;
    fill(node);
    keep_reached(node);
  }
  Conclusion conclusion{nets};
  uint16_t starts[9];
  for (int node = 0; node < 2 * kCandidates; node++) {
    if (!is_there(node)) continue;
    contradictions(node, conclusion);
    if (!is_on(node)) continue;
    starts[0] = (uint16_t)node, starts[1] = (uint16_t)(node - 1);
    Cells except;
    except.add(node / 18);
    agreements(starts, 2, except, conclusion);
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
