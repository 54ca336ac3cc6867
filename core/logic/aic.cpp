// aic.cpp: alternating inference chains, as people write them.
//
// Assume that a node is off, and follow strong links (off to on) and weak ones (on to off) by turns. If the chain ends in a
// node that is on, then one of its two ends is true, and a candidate that conflicts with both is false. There are three
// special ends. The end conflicts with the start: the chain is a loop, and of any two neighbours exactly one is true. The
// end is the start: it is true. Only one candidate is false: it is written as a loop that begins and ends there.
//
// The searches from all starts advance together, level by level, so the shortest chains come first. A search knows only
// sets; the nodes of a chain are traced again when it is found.
#include "logic/aic.hpp"

#include <string.h>

#include "common/random.hpp"
#include "logic/words.hpp"

namespace nonet::logic {

// -- nodes and links -----------------------------------------------------------------------------------------------------

void AlternatingLinks::add(Cells cells, int digit) {
  if (size >= kMostNodes || by_digit_size_[digit] >= 128) return;
  nodes[size] = {cells, (uint8_t)digit};
  by_digit_[digit][by_digit_size_[digit]++] = size++;
}

// The candidates of a digit where a box and a line cross, if there are at least two.
void AlternatingLinks::add_groups(const State &state) {
  for (int digit = 0; digit < 9; digit++) {
    Cells places = state.where(digit);
    for (int line = 0; line < 18; line++)
      for (int part = 0; part < 3; part++) {
        int middle = kGeometry.cell[line][3 * part];
        Cells cells = places & kGeometry.house_cells[line] & kGeometry.house_cells[kGeometry.house[kBox][middle]];
        if (cells.size() > 1) add(cells, digit);
      }
  }
}

void AlternatingLinks::link_weakly(const State &state, bool within_cells) {
  for (int node = 0; node < size; node++) {
    memset(weak[node], 0, (size_t)words * 8);
    int digit = nodes[node].digit;
    Cells peers = common_peers(nodes[node].cells);
    for (int i = 0; i < by_digit_size_[digit]; i++) {
      int other = by_digit_[digit][i];
      if ((nodes[other].cells - peers).empty()) weak[node][other >> 6] |= 1ull << (other & 63);
    }
    if (is_group(node) || !within_cells) continue;
    int cell = nodes[node].cells.lowest();
    for (Mask rest = state.candidates[cell] & (Mask)~bit(digit); rest; rest &= rest - 1) {
      int other = index_[cell * 9 + first(rest)];
      weak[node][other >> 6] |= 1ull << (other & 63);
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
  starts[from >> 6] |= 1ull << (from & 63);
}

void AlternatingLinks::link_cells(const State &state) {
  for (Cells rest = BySize(state).two; !rest.empty();) {
    int cell = rest.pop();
    Mask both = state.candidates[cell];
    int one = index_[cell * 9 + first(both)], two = index_[cell * 9 + first(both & (both - 1))];
    link(one, two, kInCell);
    link(two, one, kInCell);
  }
}

// Two nodes that hold all places of a digit in a house.
void AlternatingLinks::link_houses(const State &state) {
  for (int kind : kSearchOrder)
    for (int line = 0; line < 9; line++) {
      int house = 9 * kind + line;
      for (int digit = 0; digit < 9; digit++) {
        int places = count(state.places[house][digit]);
        if (places < 2 || places > 6 || (size == singles && places > 2)) continue;
        const Cells all = state.where(digit) & kGeometry.house_cells[house];
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

void AlternatingLinks::build(const State &state, Alternating kind) {
  size = links_size_ = 0;
  memset(by_digit_size_, 0, sizeof by_digit_size_);
  for (int cell = 0; cell < kCells; cell++)
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) {
      Cells one;
      one.add(cell);
      index_[cell * 9 + first(rest)] = (int16_t)size;
      add(one, first(rest));
    }
  singles = size;
  if (kind >= Alternating::kWithGroups) add_groups(state);
  words = (size + 63) / 64;
  memset(starts, 0, sizeof starts);
  memset(strong, 0xFF, sizeof(int16_t) * (size_t)size);
  link_weakly(state, kind >= Alternating::kAllLinks);
  if (kind != Alternating::kAlongDigit) link_cells(state);
  if (kind != Alternating::kThroughCells) link_houses(state);
}

// -- search --------------------------------------------------------------------------------------------------------------

template <class Visit> static void for_each(const uint64_t *set, int words, Visit visit) {
  for (int word = 0; word < words; word++)
    for (uint64_t rest = set[word]; rest; rest &= rest - 1) visit(64 * word + __builtin_ctzll(rest));
}

// Follow the strong links of the nodes at the edge, then the weak links of what they reach.
void AlternatingSearch::advance(Wave &wave, Set &reached) const {
  const int words = links.words;
  memset(reached, 0, (size_t)words * 8);
  for_each(wave.edge, words, [&](int node) {
    for (int i = links.strong[node]; i >= 0; i = links.links[i].next) {
      int to = links.links[i].to;
      reached[to >> 6] |= 1ull << (to & 63);
    }
  });
  for (int w = 0; w < words; w++) reached[w] &= ~wave.on[w], wave.on[w] |= reached[w], wave.edge[w] = 0;
  for_each(reached, words, [&](int node) {
    for (int w = 0; w < words; w++) wave.edge[w] |= links.weak[node][w];
  });
  uint64_t any = 0;
  for (int w = 0; w < words; w++) {
    wave.edge[w] &= links.starts[w] & ~wave.off[w];
    wave.off[w] |= wave.edge[w];
    any |= wave.edge[w];
  }
  wave.is_alive = any != 0;
}

// Search again from one start, and keep from which node each was reached.
void AlternatingSearch::trace(int start, int level) {
  if (start == traced_start_ && level == traced_level_) return;
  traced_start_ = start, traced_level_ = level;
  const int words = links.words;
  Set off{}, on{}, edge{}, reached;
  off[start >> 6] = edge[start >> 6] = 1ull << (start & 63);
  off_parent_[start] = kNone;
  for (int i = 0; i < level; i++) {
    memset(reached, 0, sizeof reached);
    for_each(edge, words, [&](int node) {
      for (int k = links.strong[node]; k >= 0; k = links.links[k].next) {
        int to = links.links[k].to;
        if ((on[to >> 6] | reached[to >> 6]) >> (to & 63) & 1) continue;
        reached[to >> 6] |= 1ull << (to & 63);
        on_parent_[to] = (uint16_t)node;
        on_cause_[to] = links.links[k].cause;
      }
    });
    for (int w = 0; w < words; w++) on[w] |= reached[w], edge[w] = 0;
    for_each(reached, words, [&](int node) {
      for (int w = 0; w < words; w++) {
        uint64_t fresh = links.weak[node][w] & links.starts[w] & ~off[w];
        off[w] |= fresh, edge[w] |= fresh;
        for (; fresh; fresh &= fresh - 1) off_parent_[64 * w + __builtin_ctzll(fresh)] = (uint16_t)node;
      }
    });
  }
}

// Write the nodes of the traced chain from its start to an end, off and on by turns, and return their number.
int AlternatingSearch::path(int start, int end, uint16_t *nodes) const {
  int size = 0;
  for (int on = end;;) {
    int off = on_parent_[on];
    nodes[size++] = (uint16_t)on, nodes[size++] = (uint16_t)off;
    if (off == start) break;
    on = off_parent_[off];
  }
  for (int i = 0; i < size / 2; i++) {
    uint16_t node = nodes[i];
    nodes[i] = nodes[size - 1 - i];
    nodes[size - 1 - i] = node;
  }
  return size;
}

// -- chains --------------------------------------------------------------------------------------------------------------

// Whether no chain of this technique has had this result. Without room to remember more, none is new.
bool AlternatingSearch::is_new(int technique, const Set &removes) {
  uint64_t key = (uint64_t)technique + 1;
  for (int w = 0; w < links.words; w++) key = mixed(key ^ (removes[w] & links.single_word(w)));
  key |= 1;
  int at = (int)(key >> 32) & (kMostSeen - 1);
  for (; seen_[at]; at = (at + 1) & (kMostSeen - 1))
    if (seen_[at] == key) return false;
  if (seen_size_ >= kMostSeen / 2) return false;
  seen_size_++;
  seen_[at] = key;
  return true;
}

Cause AlternatingSearch::weak_cause(int from, int to) const {
  Cells one = links.nodes[from].cells, two = links.nodes[to].cells;
  if (links.nodes[from].digit != links.nodes[to].digit) return kInCell;
  for (int kind : kSearchOrder) {
    Cells house = kGeometry.house_cells[kGeometry.house[kind][one.lowest()]];
    if (((one | two) - house).empty()) return cause_of(kind);
  }
  return kInCell;
}

void AlternatingSearch::put(int node, bool on, Cause cause) {
  if (chain_.size < Chain::kMostNodes)
    chain_.nodes[chain_.size++] = {links.nodes[node].cells, links.nodes[node].digit, on, (uint8_t)cause};
}

void AlternatingSearch::put_path(const uint16_t *nodes, int size, Cause first) {
  put(nodes[0], false, first);
  for (int i = 1; i < size; i++) put(nodes[i], i & 1, i & 1 ? on_cause_[nodes[i]] : weak_cause(nodes[i - 1], nodes[i]));
}

// A chain with groups has a name of its own.
bool AlternatingSearch::has_group(const uint16_t *nodes, int size) const {
  for (int i = 0; i < size; i++)
    if (links.is_group(nodes[i])) return true;
  return false;
}

// Whether a chain comes back to a cell that it has left.
bool AlternatingSearch::returns(const uint16_t *nodes, int size) const {
  Cells left;
  for (int i = 1; i < size; i++) {
    int cell = links.nodes[nodes[i]].cells.lowest(), before = links.nodes[nodes[i - 1]].cells.lowest();
    if (cell == before) continue;
    left.add(before);
    if (left.has(cell)) return true;
  }
  return false;
}

bool AlternatingSearch::emit(Technique which, const Set &removes, int placed, StepSink sink) {
  Step step(which);
  int nodes = chain_.size - (chain_.nodes[0].on && chain_.nodes[chain_.size - 1].on);
  step.complexity = (uint16_t)nodes;
  step.rating = (uint16_t)(kSeRating[which] + 10 * length_of(nodes).tenths);
  for_each(removes, links.words, [&](int node) {
    if (links.is_group(node)) return;
    int cell = links.nodes[node].cells.lowest();
    if (placed < 0 || cell == links.nodes[placed].cells.lowest()) step.remove(cell, bit(links.nodes[node].digit));
  });
  if (placed >= 0) step.place(links.nodes[placed].cells.lowest(), links.nodes[placed].digit);
  mark_removes(step);
  step.chain = &chain_;
  return sink(step);
}

// The ends are on the same side of no link: one of them is true.
bool AlternatingSearch::reach_ends(int start, int end, int level, const Set &removes, StepSink sink) {
  Technique which = kind_ == Alternating::kAlongDigit     ? k_alternating_x_chain
                    : kind_ == Alternating::kThroughCells ? k_xy_chain
                    : kind_ == Alternating::kAllLinks     ? k_alternating_chain
                                                          : k_grouped_alternating_chain;
  uint16_t nodes[Chain::kMostNodes];
  trace(start, level);
  int size = path(start, end, nodes);
  if (kind_ == Alternating::kWithGroups && !has_group(nodes, size)) return false;
  if (is_short_ && returns(nodes, size)) return false;
  if (!is_new(which, removes)) return false;
  chain_.size = 0;
  put_path(nodes, size, kAssumption);
  return emit(which, removes, -1, sink);
}

// A candidate that conflicts with both ends turns itself off.
bool AlternatingSearch::refute(int start, int end, int level, int refuted, StepSink sink) {
  Technique which = kind_ == Alternating::kAllLinks ? k_discontinuous_nice_loop : k_grouped_discontinuous_nice_loop;
  uint16_t nodes[Chain::kMostNodes];
  trace(start, level);
  int size = path(start, end, nodes);
  if (kind_ == Alternating::kWithGroups && !has_group(nodes, size)) return false;
  Set removes{};
  removes[refuted >> 6] = 1ull << (refuted & 63);
  if (!is_new(which, removes)) return false;
  chain_.size = 0;
  put(refuted, true, kAssumption);
  put_path(nodes, size, weak_cause(refuted, start));
  put(refuted, false, weak_cause(end, refuted));
  return emit(which, removes, -1, sink);
}

// A node that is on if it is off is true.
bool AlternatingSearch::reach_itself(int start, int level, StepSink sink) {
  Technique which = kind_ == Alternating::kAllLinks ? k_discontinuous_nice_loop : k_grouped_discontinuous_nice_loop;
  uint16_t nodes[Chain::kMostNodes];
  trace(start, level);
  int size = path(start, start, nodes);
  if (kind_ == Alternating::kWithGroups && !has_group(nodes, size)) return false;
  if (!is_new(which, links.weak[start])) return false;
  chain_.size = 0;
  put_path(nodes, size, kAssumption);
  return emit(which, links.weak[start], links.is_group(start) ? -1 : start, sink);
}

// Of any two neighbours in a loop one is true, so what conflicts with both ends of a weak link is false.
bool AlternatingSearch::reach_loop(int start, int end, int level, StepSink sink) {
  Technique which = kind_ == Alternating::kAllLinks ? k_continuous_nice_loop : k_grouped_continuous_nice_loop;
  uint16_t nodes[Chain::kMostNodes];
  trace(start, level);
  int size = path(start, end, nodes);
  if (kind_ == Alternating::kWithGroups && !has_group(nodes, size)) return false;
  Set removes{};
  uint64_t any = 0;
  for (int i = 1; i < size; i += 2) {
    const Set &one = links.weak[nodes[i]], &two = links.weak[nodes[i + 1 < size ? i + 1 : 0]];
    for (int w = 0; w < links.words; w++) any |= removes[w] |= one[w] & two[w] & links.single_word(w);
  }
  if (!any || !is_new(which, removes)) return false;
  chain_.size = 0;
  put(end, true, kAssumption);
  put_path(nodes, size, weak_cause(end, start));
  return emit(which, removes, -1, sink);
}

bool AlternatingSearch::overlap(int one, int two) const {
  const AlternatingLinks::Node &a = links.nodes[one], &b = links.nodes[two];
  return a.digit == b.digit && !(a.cells & b.cells).empty();
}

// Whether a group is on because one of its cells is: such an end says less than the cell.
bool AlternatingSearch::is_implied(const Wave &wave, int node) const {
  if (!links.is_group(node)) return false;
  for (Cells rest = links.nodes[node].cells; !rest.empty();) {
    int one = links.single(rest.pop(), links.nodes[node].digit);
    if (wave.on[one >> 6] >> (one & 63) & 1) return true;
  }
  return false;
}

// A search has reached a node.
bool AlternatingSearch::reach(int start, int end, int level, StepSink sink) {
  const bool is_simple = kind_ < Alternating::kAllLinks;
  if (start == end) return !is_simple && reach_itself(start, level, sink);
  if (!is_simple && links.are_weak(start, end)) {
    if (reach_loop(start, end, level, sink)) return true;
    // Read without the last link, it is also a chain.
    if (links.nodes[start].digit != links.nodes[end].digit) return false;
  }
  if (end < start || overlap(start, end)) return false;  // the same chain backwards, or one end inside of the other
  Set removes{};
  int size = 0;
  for (int w = 0; w < links.words; w++) {
    removes[w] = links.weak[start][w] & links.weak[end][w] & links.single_word(w);
    size += __builtin_popcountll(removes[w]);
  }
  if (!size) return false;
  if (is_simple) return reach_ends(start, end, level, removes, sink);
  if (links.are_weak(start, end)) return size > 1 && reach_ends(start, end, level, removes, sink);
  if (size > 1 && reach_ends(start, end, level, removes, sink)) return true;
  bool is_enough = false;
  for_each(removes, links.words, [&](int node) { is_enough = is_enough || refute(start, end, level, node, sink); });
  return is_enough;
}

bool AlternatingSearch::find(const State &state, Alternating kind, StepSink sink, int most_levels) {
  kind_ = kind;
  is_short_ = most_levels < kMostLevels;
  seen_size_ = 0;
  memset(seen_, 0, sizeof seen_);
  links.build(state, kind);
  const size_t bytes = (size_t)links.words * 8;
  for (int start = 0; start < links.size; start++) {
    Wave &wave = waves_[start];
    wave.is_alive = links.is_start(start);
    if (!wave.is_alive) continue;
    for (Set *set : {&wave.off, &wave.on, &wave.edge}) memset(*set, 0, bytes);
    wave.off[start >> 6] = wave.edge[start >> 6] = 1ull << (start & 63);
  }
  const int least = kind == Alternating::kThroughCells ? 3 : 2;
  bool is_enough = false, is_alive = true;
  for (int level = 1; level <= most_levels && is_alive; level++) {
    is_alive = false;
    traced_start_ = -1;
    for (int start = 0; start < links.size && !is_enough; start++) {
      if (!waves_[start].is_alive) continue;
      Set reached;
      advance(waves_[start], reached);
      is_alive = is_alive || waves_[start].is_alive;
      if (level < least) continue;
      for_each(reached, links.words, [&](int end) {
        if (end != start && is_implied(waves_[start], end)) return;
        is_enough = is_enough || reach(start, end, level, sink);
      });
    }
    if (is_enough) return true;
  }
  return false;
}

}  // namespace nonet::logic
