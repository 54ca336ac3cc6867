// link_loops.cpp: nice loops and alternating chains from tables of what follows; see link_tables.hpp.
#include "logic/hodoku/link_tables.hpp"
#include "logic/hodoku/weight.hpp"

namespace nonet::logic {

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
    Cells gone = seen_by(node[k - 1]) & seen_by(node[k]) & where_[digit_of(node[k])];
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
    Cells gone = kGeometry.peer_cells[from] & kGeometry.peer_cells[to] & where_[digit];
    if (gone.empty() || is_single(gone)) return;
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

// Whether a loop or chain that eliminates something can begin at a node; to fill its table takes longer.
bool LinkTables::may_begin(int node) const {
  const Row &row = reached_[node];
  int cell = cell_of(node), digit = digit_of(node);
  if (row.cells(!is_on(node), digit).has(cell)) return true;
  for (Mask rest = state_->candidates[cell] & (Mask)~bit(digit); rest; rest &= rest - 1) {
    Cells ons = row.cells(true, first(rest));
    if (ons.has(cell)) return true;
    if (is_on(node)) continue;
    if (row.cells(false, first(rest)).has(cell)) return true;
    if (!(ons & kGeometry.peer_cells[cell] & where_[digit]).empty()) return true;
  }
  if (is_on(node)) return false;
  for (Cells ends = row.cells(true, digit); !ends.empty();) {
    Cells gone = kGeometry.peer_cells[cell] & kGeometry.peer_cells[ends.pop()] & where_[digit];
    if (!gone.empty() && !is_single(gone)) return true;
  }
  return false;
}

bool LinkTables::best_loop(const State &state, bool grouped, Step &step) {
  start(state);
  list_candidates(state);
  if (grouped) list_groups();
  close_all();
  Best loops, chains;
  for (int side : {1, 0})
    for (int node = side; node < 2 * kCandidates; node += 2) {
      if (!is_there(node) || !may_begin(node)) continue;
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

}  // namespace nonet::logic
