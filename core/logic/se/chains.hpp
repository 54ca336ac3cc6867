// chains.hpp: forcing chains and cycles, in which each implication follows from the one before.
//
// From every candidate there are two searches, breadth first: assume it is on, assume it is off. A chain that reaches the
// opposite of its start proves that opposite. One that returns to its start is a cycle, and its weak links become strong.
// There are three passes: along one digit (X), through bivalue cells (Y, cycles only), and along all links (XY).
//
// A board has a hint of this family if and only if some candidate implies its own opposite along all links. (A cycle that
// eliminates c has such a chain for c: c turns one node of the cycle off, hence flips all of it, hence turns c off.) Sets
// answer this far more cheaply than the searches, and the answer is mostly no, so they are asked first.
#ifndef NONET_LOGIC_SE_CHAINS_HPP
#define NONET_LOGIC_SE_CHAINS_HPP

#include <string.h>

#include "common/random.hpp"
#include "logic/se/scout.hpp"
#include "logic/words.hpp"

namespace nonet::NONET_LOGIC {

enum Pass : uint8_t { kAlongDigit, kThroughCells, kAllLinks };
constexpr bool in_cells(Pass pass) { return pass != kAlongDigit; }     // weak links within cells count
constexpr bool in_houses(Pass pass) { return pass != kThroughCells; }  // strong links within houses count

// A forcing chain or cycle. Its path is stored separately.
struct ChainHint {
  Rank rank;
  Pass pass;
  bool cycle;
  bool start_on;      // of a chain: what is assumed
  uint16_t start;     // candidate, by number on this board
  uint16_t end, via;  // of a cycle: the last nodes before the start again, on and off
  uint32_t path, path_size;
  uint64_t removes;  // a key: equal for hints that remove the same candidates
};

// What the elimination of a digit from some cells adds to the key of a hint.
inline uint64_t removal_key(Cells cells, int digit) {
  uint64_t key = mixed((uint64_t)digit);
  for (int w = 0; w < Cells::kWords; w++) key = mixed(key ^ cells.word(w));
  return key;
}

// What a cycle eliminates: candidates outside it that see the same digit both on and off in the cycle.
struct Turned {
  Cells inside, sees[2][kMostSize];
  void pass(int cell, int digit, bool on) {
    inside.add(cell);
    sees[on][digit] = sees[on][digit] | geometry().peers(cell);
  }
  void out(const State &state, Cells *cells) const {
    for (int d = 0; d < geometry().size; d++) {
      cells[d] = (sees[0][d] & sees[1][d]) - inside;
      for (Cells rest = cells[d]; !rest.empty();) {
        int cell = rest.pop();
        if (!state.has(cell, d)) cells[d].remove(cell);
      }
    }
  }
};

class ChainSearch {
 public:
  static constexpr int kMostHints = 2048, kMostPath = 1 << 16;
  Links links;
  ChainHint hints[kMostHints];  // what collect() found
  int hints_size;
  Node path[kMostPath];
  uint64_t nodes;  // counts work: nodes visited

  // Find the hint that Sudoku Explainer would give, in hints[0]; false if there is none.
  bool best(const State &state) {
    begin(state, false);
    if (!any(kAllLinks, all_links_)) return false;
    search();
    if (!hints_size) return false;
    // The path of the best hint is searched again: keeping every path costs more.
    keep_paths_ = true;
    ChainHint found = hints[0];
    hints_size = 0;
    bound_ = found.rank;
    bound_.kind++;
    limit(found.pass);
    if (found.start_on)
      from_on(found.start, found.pass);
    else
      from_off(found.start, found.pass);
    return hints_size > 0;
  }

  // Find all hints, simplest first, one for each set of eliminations; false if there is no room for them.
  bool collect(const State &state) {
    begin(state, true);
    if (!any(kAllLinks, all_links_)) return true;
    search();
    sort();
    return !overflow_;
  }

  // Write placements and eliminations of a hint; its path must be known.
  void effect(const ChainHint &hint, Step &step) const {
    if (hint.cycle) {
      Cells cells[kMostSize];
      Turned turned;
      for (uint32_t i = 1; i < hint.path_size; i++) {
        const Node &node = path[hint.path + i];
        turned.pass(cell_of(node.candidate), digit_of(node.candidate), node.on);
      }
      turned.out(*state_, cells);
      for (int d = 0; d < geometry().size; d++)
        for (Cells rest = cells[d]; !rest.empty();) step.remove(rest.pop(), bit(d));
      return;
    }
    int cell = links.cell[hint.start], digit = links.digit[hint.start];
    if (hint.start_on) {
      step.remove(cell, bit(digit));
    } else {
      step.remove(cell, state_->candidates[cell] & (Mask)~bit(digit));
      step.place(cell, digit);
    }
  }

 private:
  static constexpr uint16_t kNone = 0xFFFF;
  const State *state_;
  bool all_, keep_paths_, overflow_;
  uint32_t stamp_ = 0;
  uint32_t on_seen_[kCandidates], off_seen_[kCandidates], closes_[kCandidates];
  uint16_t on_parent_[kCandidates], off_parent_[kCandidates];  // off nodes and on nodes
  Cause on_cause_[kCandidates], off_cause_[kCandidates];
  uint16_t frontier_[2][kCandidates], offs_[kCandidates];
  int most_cycle_, most_chain_;  // hints of this pass with more nodes are not needed
  int path_size_;

  // -- is there any? ------------------------------------------------------------------------------------------------

  // What follows along the links of a pass, as sets.
  struct Reach {
    uint64_t hop[kCandidates][kWords];  // the on nodes that follow from an on node by one weak and one strong link
    uint64_t far[kCandidates][kWords];  // by any number of them
    bool turns_off[kCandidates], turns_on[kCandidates];  // on implies off; off implies on
    bool circles[kCandidates];                           // may be the start of a useful cycle
  };
  int words_;
  Reach single_, all_links_;  // of the passes X and Y in turn; of XY
  Rank bound_;                // only hints that rank before this are needed

  void begin(const State &state, bool all) {
    state_ = &state;
    links.build(state);
    all_ = keep_paths_ = all;
    overflow_ = false;
    hints_size = 0;
    path_size_ = 0;
    bound_ = {1e9, 1 << 30, 0};
    nodes = 0;
    if (stamp_ > 0xF0000000u) stamp_ = 0;
    if (!stamp_) {
      memset(on_seen_, 0, sizeof on_seen_);
      memset(off_seen_, 0, sizeof off_seen_);
      memset(closes_, 0, sizeof closes_);
    }
  }

  bool any(Pass pass, Reach &reach);
  void search();
  void sort();
  void from_on(int start, Pass pass);
  void from_off(int start, Pass pass);
  bool descends(int on, int off) const;
  void offer(ChainHint hint);
  void keep_path(ChainHint &hint, int last_on, int last_off);
  void cycle_removes(const ChainHint &hint, Cells *cells) const;
  void limit(Pass pass);
  static Rank rank(Pass pass, bool cycle, int complexity) {
    double base = pass == kAllLinks ? 7.0 : cycle ? 6.5 : 6.6;
    int kind = pass == kAllLinks ? 4 : pass == kThroughCells ? 3 : 2;
    return {base + length_of(complexity).added, complexity, kind};
  }
  int weak_from(int i, Pass pass) const { return in_cells(pass) ? 0 : links.weak_in_cell[i]; }
  int strong_from(int i, Pass pass) const { return in_cells(pass) ? 0 : links.strong_in_cell[i]; }
  int strong_to(int i, Pass pass) const { return in_houses(pass) ? links.strong_size[i] : links.strong_in_cell[i]; }
};

// Find which candidates imply their own opposite along the links of a pass, and which may start a useful cycle.
//
// c reaches all of a cycle that eliminates it, in both directions: c turns a node of the cycle off, the implications run
// around it, and another node turns c off. So the start of a useful cycle follows from a candidate that turns itself off.
inline bool ChainSearch::any(Pass pass, Reach &reach) {
  int n = links.size;
  words_ = (n + 63) / 64;
  size_t bytes = (size_t)words_ * 8;
  for (int x = 0; x < n; x++) memset(reach.hop[x], 0, bytes);
  for (int y = 0; y < n; y++)
    for (int k = strong_from(y, pass); k < strong_to(y, pass); k++) {
      int z = links.strong[y][k].to;
      for (int j = weak_from(y, pass); j < links.weak_size[y]; j++) {
        int x = links.weak[y][j].to;
        if (x != z) set_bit(reach.hop[x], z);
      }
    }
  // Rows below x are complete, so their contents are not followed again.
  for (int x = 0; x < n; x++) {
    uint64_t todo[kWords], *far = reach.far[x];
    memcpy(todo, reach.hop[x], bytes);
    memset(far, 0, bytes);
    for (int w = 0; w < words_; w++)
      while (todo[w]) {
        int z = w * 64 + __builtin_ctzll(todo[w]);
        far[w] |= todo[w] & -todo[w];
        todo[w] &= todo[w] - 1;
        bool complete = z < x;
        const uint64_t *more = complete ? reach.far[z] : reach.hop[z];
        int lowest = w;
        for (int v = words_ - 1; v >= 0; v--) {
          uint64_t fresh = more[v] & ~far[v];
          if (complete) {
            far[v] |= fresh;
            todo[v] &= ~fresh;
          } else if (fresh) {
            todo[v] |= fresh;
            lowest = v < lowest ? v : lowest;
          }
        }
        w = lowest;
      }
  }
  bool any = false;
  uint64_t around[kWords] = {};
  for (int x = 0; x < n; x++) {
    const uint64_t *far = reach.far[x];
    bool off = false, on = false;
    for (int j = weak_from(x, pass); j < links.weak_size[x] && !off; j++) off = in_bits(far, links.weak[x][j].to);
    for (int k = strong_from(x, pass); k < strong_to(x, pass) && !on; k++)
      on = in_bits(reach.far[links.strong[x][k].to], x);
    reach.turns_off[x] = off;
    reach.turns_on[x] = on;
    any |= off | on;
    for (int w = 0; off && w < words_; w++) around[w] |= far[w];
  }
  for (int x = 0; x < n; x++) reach.circles[x] = in_bits(reach.far[x], x) && in_bits(around, x);
  return any;
}

inline void ChainSearch::search() {
  for (Pass pass : {kAlongDigit, kThroughCells, kAllLinks}) {
    limit(pass);
    if (most_cycle_ < 4 && most_chain_ < 4) continue;
    Reach &reach = pass == kAllLinks ? all_links_ : single_;
    if (pass != kAllLinks && !any(pass, reach)) continue;
    for (int x = 0; x < links.size; x++) {
      if (!links.weak_in_cell[x]) continue;  // a single
      if (pass == kThroughCells && !links.strong_in_cell[x]) continue;
      if (reach.circles[x] || (reach.turns_off[x] && pass != kThroughCells)) from_on(x, pass);
      if (pass != kThroughCells && reach.turns_on[x]) from_off(x, pass);
    }
  }
}

// Set how many nodes a hint of a pass can have and still rank before the bound.
inline void ChainSearch::limit(Pass pass) {
  int most = 2 * kCandidates;
  most_cycle_ = most_chain_ = most;
  if (!all_ && bound_.complexity < most) {
    int here = bound_.complexity + 64;  // a simpler base allows more nodes, but not more than this
    for (here = here < most ? here : most; here >= 4 && !(rank(pass, true, here) < bound_); here -= 2) continue;
    most_cycle_ = here;
    for (here = most_cycle_ + 64; here >= 4 && !(rank(pass, false, here) < bound_); here -= 2) continue;
    most_chain_ = here;
  }
  if (pass == kThroughCells) most_chain_ = 0;
}

inline void ChainSearch::offer(ChainHint hint) {
  if (all_) {
    if (hints_size == kMostHints) {
      overflow_ = true;
      return;
    }
    hints[hints_size++] = hint;
  } else if (hint.rank < bound_) {
    hints[0] = hint;
    hints_size = 1;
    bound_ = hint.rank;
    limit(hint.pass);
  }
}

// Whether an off node is among the ancestors of an on node.
inline bool ChainSearch::descends(int on, int off) const {
  for (int q = on_parent_[on]; q != kNone; q = on_parent_[off_parent_[q]])
    if (q == off) return true;
  return false;
}

inline void ChainSearch::from_on(int start, Pass pass) {
  stamp_++;
  uint16_t *frontier = frontier_[0], *next = frontier_[1];
  int frontier_size = 1;
  frontier[0] = (uint16_t)start;
  on_seen_[start] = stamp_;
  on_parent_[start] = kNone;
  on_cause_[start] = kAssumption;
  for (int k = strong_from(start, pass); k < strong_to(start, pass); k++) closes_[links.strong[start][k].to] = stamp_;
  bool found = false;
  for (int complexity = 2; frontier_size; complexity += 2) {
    if (complexity > most_cycle_ && (found || complexity > most_chain_)) return;
    int offs = 0, chain_by = -1;
    nodes += (uint64_t)frontier_size;
    for (int f = 0; f < frontier_size; f++) {
      int p = frontier[f];
      for (int j = weak_from(p, pass); j < links.weak_size[p]; j++) {
        int q = links.weak[p][j].to;
        if (q == start && !found && pass != kThroughCells) {
          found = true;
          chain_by = p;
        }
        if (complexity >= 4 && closes_[q] == stamp_ && complexity <= most_cycle_ && !descends(p, q)) {
          ChainHint hint{
              rank(pass, true, complexity), pass, true, true, (uint16_t)start, (uint16_t)p, (uint16_t)q, 0, 0, 0};
          Cells removes[kMostSize];
          cycle_removes(hint, removes);
          for (int d = 0; d < geometry().size; d++)
            if (!removes[d].empty()) hint.removes += removal_key(removes[d], d);
          if (hint.removes) {
            // The link from p to q need not be the one by which q was first found.
            if (keep_paths_) keep_path(hint, p, q);
            offer(hint);
          }
        }
        if (off_seen_[q] != stamp_) {
          off_seen_[q] = stamp_;
          off_parent_[q] = (uint16_t)p;
          off_cause_[q] = links.weak[p][j].cause;
          offs_[offs++] = (uint16_t)q;
        }
      }
    }
    if (chain_by >= 0 && complexity <= most_chain_) {
      ChainHint hint{rank(pass, false, complexity),
                     pass,
                     false,
                     true,
                     (uint16_t)start,
                     (uint16_t)chain_by,
                     (uint16_t)start,
                     0,
                     0,
                     0};
      Cells one;
      one.add(links.cell[start]);
      hint.removes = removal_key(one, links.digit[start]);
      if (keep_paths_) keep_path(hint, chain_by, start);
      offer(hint);
    }
    int next_size = 0;
    for (int f = 0; f < offs; f++) {
      int q = offs_[f];
      for (int k = strong_from(q, pass); k < strong_to(q, pass); k++) {
        int s = links.strong[q][k].to;
        if (on_seen_[s] == stamp_) continue;
        on_seen_[s] = stamp_;
        on_parent_[s] = (uint16_t)q;
        on_cause_[s] = links.strong[q][k].cause;
        next[next_size++] = (uint16_t)s;
      }
    }
    uint16_t *spare = frontier;
    frontier = next;
    next = spare;
    frontier_size = next_size;
  }
}

inline void ChainSearch::from_off(int start, Pass pass) {
  stamp_++;
  int offs = 1;
  offs_[0] = (uint16_t)start;
  off_seen_[start] = stamp_;
  off_parent_[start] = kNone;
  off_cause_[start] = kAssumption;
  for (int complexity = 2; offs; complexity += 2) {
    if (complexity > most_chain_) return;
    uint16_t *frontier = frontier_[0];
    int frontier_size = 0;
    nodes += (uint64_t)offs;
    for (int f = 0; f < offs; f++) {
      int q = offs_[f];
      for (int k = strong_from(q, pass); k < strong_to(q, pass); k++) {
        int s = links.strong[q][k].to;
        if (on_seen_[s] == stamp_) continue;
        on_seen_[s] = stamp_;
        on_parent_[s] = (uint16_t)q;
        on_cause_[s] = links.strong[q][k].cause;
        if (s == start) {
          ChainHint hint{
              rank(pass, false, complexity), pass, false, false, (uint16_t)start, (uint16_t)s, (uint16_t)q, 0, 0, 0};
          Mask others = state_->candidates[links.cell[start]] & (Mask)~bit(links.digit[start]);
          Cells one;
          one.add(links.cell[start]);
          for (Mask rest = others; rest; rest &= rest - 1) hint.removes += removal_key(one, first(rest));
          if (keep_paths_) keep_path(hint, s, kNone);
          offer(hint);
          return;
        }
        frontier[frontier_size++] = (uint16_t)s;
      }
    }
    offs = 0;
    for (int f = 0; f < frontier_size; f++) {
      int p = frontier[f];
      for (int j = weak_from(p, pass); j < links.weak_size[p]; j++) {
        int q = links.weak[p][j].to;
        if (off_seen_[q] == stamp_) continue;
        off_seen_[q] = stamp_;
        off_parent_[q] = (uint16_t)p;
        off_cause_[q] = links.weak[p][j].cause;
        offs_[offs++] = (uint16_t)q;
      }
    }
  }
}

// Write the nodes from the start to the end. A cycle and a chain from on end with the on node `last_on` and the off node
// `last_off`, and a cycle with its start again; a chain from off ends with `last_on`.
inline void ChainSearch::keep_path(ChainHint &hint, int last_on, int last_off) {
  if (path_size_ + hint.rank.complexity + 1 > kMostPath) {
    overflow_ = true;
    return;
  }
  hint.path = (uint32_t)path_size_;
  Node *back = path + path_size_;  // written from the end, reversed below
  int size = 0;
  auto put = [&](int i, bool on, Cause cause) { back[size++] = {(uint16_t)links.global(i), on, cause}; };
  auto link = [](const Links::Weak *list, int n, int to) {
    for (int i = 0; i < n; i++)
      if (list[i].to == to) return list[i].cause;
    return kAssumption;
  };
  if (hint.cycle) {
    int from = strong_from(last_off, hint.pass), to = strong_to(last_off, hint.pass);
    put(hint.start, true, link(links.strong[last_off] + from, to - from, hint.start));
  }
  if (hint.start_on) {
    int from = weak_from(last_on, hint.pass);
    put(last_off, false, link(links.weak[last_on] + from, links.weak_size[last_on] - from, last_off));
  }
  for (int p = last_on;;) {
    put(p, true, on_cause_[p]);
    int q = on_parent_[p];
    if (q == kNone) break;
    put(q, false, off_cause_[q]);
    p = off_parent_[q];
    if (p == kNone) break;
  }
  for (int i = 0; i < size / 2; i++) {
    Node node = back[i];
    back[i] = back[size - 1 - i];
    back[size - 1 - i] = node;
  }
  hint.path_size = (uint32_t)size;
  path_size_ += size;
}

inline void ChainSearch::cycle_removes(const ChainHint &hint, Cells *cells) const {
  Turned turned;
  for (int p = hint.end, q = hint.via;; p = off_parent_[q]) {
    turned.pass(links.cell[q], links.digit[q], false);
    turned.pass(links.cell[p], links.digit[p], true);
    q = on_parent_[p];
    if (q == kNone) break;
  }
  turned.out(*state_, cells);
}

// Sort: simplest first, equal hints in the order found. Then keep only the first of those with the same eliminations.
inline void ChainSearch::sort() {
  for (int i = 1; i < hints_size; i++) {  // insertion: few hints, and it keeps the order of equals
    ChainHint hint = hints[i];
    int j = i;
    for (; j && hint.rank < hints[j - 1].rank; j--) hints[j] = hints[j - 1];
    hints[j] = hint;
  }
  int kept = 0;
  for (int i = 0; i < hints_size; i++) {
    bool seen = false;
    for (int j = 0; j < kept && !seen; j++) seen = hints[j].removes == hints[i].removes;
    if (!seen) hints[kept++] = hints[i];
  }
  hints_size = kept;
}

// -- as words ----------------------------------------------------------------------------------------------

inline Technique technique_of(const ChainHint &hint) {
  if (hint.cycle)
    return hint.pass == kAlongDigit ? k_x_cycle : hint.pass == kThroughCells ? k_y_cycle : k_continuous_loop;
  return hint.pass == kAlongDigit ? k_x_chain : k_forcing_chain;
}

inline Step chain_step(const ChainSearch &search, const ChainHint &hint) {
  Step step(technique_of(hint));
  step.rating = (uint16_t)(kSeRating[step.technique] + 10 * length_of(hint.rank.complexity).tenths);
  step.complexity = (uint16_t)hint.rank.complexity;
  search.effect(hint, step);
  return step;
}

inline void write_chain(Words &out, const ChainSearch &search, const ChainHint &hint, int rating = kOwnRating) {
  Step step = chain_step(search, hint);
  if (rating != kOwnRating) step.rating = (uint16_t)rating;
  mark_removes(step);
  const Node *path = search.path + hint.path;
  uint32_t at = out.open(step, kNoKind, 1, 0);
  out.put(hint.path_size);
  for (uint32_t i = 0; i < hint.path_size; i++) {
    out.node(cell_of(path[i].candidate), digit_of(path[i].candidate), path[i].on, path[i].cause, i > 0, 0);
    if (i) out.put(i - 1);
  }
  out.close(at);
}

}  // namespace nonet::NONET_LOGIC

#endif
