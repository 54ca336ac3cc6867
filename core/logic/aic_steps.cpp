// aic_steps.cpp: what an alternating inference chain proves, and how it is written as a step.
#include "common/random.hpp"
#include "logic/aic.hpp"
#include "logic/words.hpp"

namespace nonet::NONET_LOGIC {

// The other candidates of the cell of a node.
Mask AlternatingSearch::others(int node) const {
  return state_->candidates[links.nodes[node].cells.lowest()] & (Mask)~bit(links.nodes[node].digit);
}

// Whether a chain comes back to a cell that it has left. It may end where it starts.
bool AlternatingSearch::returns(const Path &path) const {
  Cells left;
  for (int i = 1; i < path.size - (path.node[0] == path.node[path.size - 1]); i++) {
    int cell = links.nodes[path.node[i]].cells.lowest(), before = links.nodes[path.node[i - 1]].cells.lowest();
    if (cell == before) continue;
    left.add(before);
    if (left.has(cell)) return true;
  }
  return false;
}

// The name of a chain by the kind of the search.
Technique AlternatingSearch::name(Technique plain, Technique grouped) const {
  return with_sets() ? k_als_alternating_chain : kind_ == Alternating::kWithGroups ? grouped : plain;
}

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

// Why a node is off if another one is on.
static Cause weak_cause(const Chain::Node &from, Cells to, int digit) {
  if (from.digit != digit) return kInCell;
  for (int i = 0; i < geometry().seats(to.lowest()); i++) {
    const Seat seat = geometry().seat(to.lowest(), i);
    if (((from.cells | to) - geometry().set_of(seat.house)).empty()) return cause_of(seat.kind);
  }
  return kClassic ? kInCell : kFar;
}

void AlternatingSearch::put(Cells cells, int digit, bool on, Cause cause) {
  if (chain_.size < Chain::kMostNodes)
    chain_.nodes[chain_.size++] = {cells, (uint8_t)digit, on, (uint8_t)cause, Cells{}};
}

void AlternatingSearch::put(int node, bool on, Cause cause) {
  put(links.nodes[node].cells, links.nodes[node].digit, on, cause);
}

// A node that is off because the last one is on.
void AlternatingSearch::put_off(int node) {
  put(node, false, weak_cause(chain_.nodes[chain_.size - 1], links.nodes[node].cells, links.nodes[node].digit));
}

// A set has a digit, because it lacks the digit of the last node, which is on. Nothing if there is no set.
void AlternatingSearch::put_across(int set, int digit) {
  if (set < 0) return;
  const Chain::Node &last = chain_.nodes[chain_.size - 1];
  Cells places = links.places(set, last.digit);
  put(places, last.digit, false, weak_cause(last, places, last.digit));
  put_in_set(set, digit);
}

// A set has a digit, because it lacks that of the last node.
void AlternatingSearch::put_in_set(int set, int digit) {
  put(links.places(set, digit), digit, true, kInSet);
  chain_.nodes[chain_.size - 1].set = links.set(set).cells;
}

// The nodes of a path after the first one.
void AlternatingSearch::put_path(const Path &path) {
  for (int i = 1; i < path.size; i++) {
    if (i & 1) {
      put(path.node[i], true, on_cause_[path.node[i]]);
      if (on_cause_[path.node[i]] == kInSet)
        chain_.nodes[chain_.size - 1].set = links.set(path.set[i - 1]).cells | links.nodes[path.node[i]].cells;
      continue;
    }
    if (path.node[i] == kNone) {
      const Chain::Node &last = chain_.nodes[chain_.size - 1];
      Cells places = links.places(path.set[i], last.digit);
      put(places, last.digit, false, weak_cause(last, places, last.digit));
      continue;
    }
    put_across(path.set[i], links.nodes[path.node[i]].digit);
    put_off(path.node[i]);
  }
}

bool AlternatingSearch::emit(Technique which, const Set &removes, int placed, StepSink sink) {
  Step step(which);
  int nodes = chain_.size - (chain_.nodes[0].on && chain_.nodes[chain_.size - 1].on);
  step.complexity = (uint16_t)nodes;
  step.rating = (uint16_t)(kSeRating[which] + 10 * length_of(nodes).tenths);
  for_each_node(removes, links.words, [&](int node) {
    if (links.is_group(node)) return;
    int cell = links.nodes[node].cells.lowest();
    if (placed < 0 || cell == links.nodes[placed].cells.lowest()) step.remove(cell, bit(links.nodes[node].digit));
  });
  if (placed >= 0) step.place(links.nodes[placed].cells.lowest(), links.nodes[placed].digit);
  mark_removes(step);
  for (int i = 1; i < chain_.size; i++) {
    Mask ends = bit(chain_.nodes[i - 1].digit) | bit(chain_.nodes[i].digit);
    step.mark(kExtra, chain_.nodes[i].set, *state_, (Mask)~ends);
  }
  step.chain = &chain_;
  return sink(step);
}

// The ends are on the same side of no link: one of them is true.
bool AlternatingSearch::pass_ends(const Reach &reach, const Set &removes, StepSink sink) {
  Technique which = kind_ == Alternating::kAlongDigit     ? k_alternating_x_chain
                    : kind_ == Alternating::kThroughCells ? k_xy_chain
                                                          : name(k_alternating_chain, k_grouped_alternating_chain);
  Path path;
  if (!trace_to(reach, path) || (is_short_ && returns(path)) || !is_new(which, removes)) return false;
  chain_.size = 0;
  if (reach.first_set < 0) {
    put(reach.start, false, kAssumption);
  } else {
    put(links.places(reach.first_set, reach.digit), reach.digit, false, kAssumption);
    put_in_set(reach.first_set, links.nodes[reach.start].digit);
    put_off(reach.start);
  }
  put_path(path);
  put_across(reach.last_set, reach.digit);
  return emit(which, removes, -1, sink);
}

// A candidate that conflicts with both ends turns itself off.
bool AlternatingSearch::pass_refuted(const Reach &reach, int refuted, StepSink sink) {
  Technique which = name(k_discontinuous_nice_loop, k_grouped_discontinuous_nice_loop);
  Path path;
  if (!trace_to(reach, path)) return false;
  Set removes{};
  AlternatingLinks::add_to(removes, refuted);
  if (!is_new(which, removes)) return false;
  chain_.size = 0;
  put(refuted, true, kAssumption);
  put_across(reach.first_set, links.nodes[reach.start].digit);
  put_off(reach.start);
  put_path(path);
  put_across(reach.last_set, links.nodes[refuted].digit);
  put_off(refuted);
  return emit(which, removes, -1, sink);
}

// A node that is on if it is off is true.
bool AlternatingSearch::pass_itself(const Reach &reach, StepSink sink) {
  Technique which = name(k_discontinuous_nice_loop, k_grouped_discontinuous_nice_loop);
  Path path;
  if (!trace_to(reach, path) || !is_new(which, links.weak[reach.start])) return false;
  chain_.size = 0;
  put(reach.start, false, kAssumption);
  put_path(path);
  return emit(which, links.weak[reach.start], links.is_group(reach.start) ? -1 : reach.start, sink);
}

// Of any two neighbours in a loop one is true, so what conflicts with both ends of a weak link is false. An almost locked set
// in it lacks one of two digits, so it has all its others. HoDoKu leaves out what lies in a cell of the loop, but for a
// link within the cell; where that is less, the loop is listed a second time.
bool AlternatingSearch::pass_loop(const Reach &reach, StepSink sink) {
  Technique which = name(k_continuous_nice_loop, k_grouped_continuous_nice_loop);
  Path path;
  if (!trace_to(reach, path)) return false;
  Set removes{}, in_cells{};
  Cells on_path;
  for (int i = 0; i < path.size; i++) {
    if (path.node[i] != kNone) on_path = on_path | links.nodes[path.node[i]].cells;
    if (path.set[i] >= 0) on_path = on_path | links.set(path.set[i]).cells;
  }
  for (int i = 1; i < path.size; i += 2) {
    int next = i + 1 < path.size ? i + 1 : 0, set = path.set[next];
    const bool forces = path.node[next] == kNone;
    const Set &one = links.weak[path.node[i]], &two = forces ? one : links.weak[path.node[next]];
    int from = links.nodes[path.node[i]].digit, to = forces ? from : links.nodes[path.node[next]].digit;
    if (set < 0) {
      for (int w = 0; w < links.words; w++) {
        removes[w] |= one[w] & two[w];
        if (from != to) in_cells[w] |= one[w] & two[w];
      }
      continue;
    }
    // Of the digits that a forced cell may have, the set lacks one at most, or the one that the node takes.
    int cell = forces ? links.nodes[path.node[next + 1]].cells.lowest() : 0;
    Mask gone = forces ? others(path.node[next + 1]) : 0;
    for (Mask rest = links.set(set).digits; rest; rest &= (Mask)(rest - 1)) {
      int digit = first(rest);
      const Set &seeing = links.seeing(set, digit);
      const Set &too = digit == from       ? one
                       : gone >> digit & 1 ? links.weak[links.single(cell, digit)]
                       : digit == to       ? two
                                           : seeing;
      for (int w = 0; w < links.words; w++) removes[w] |= seeing[w] & too[w];
    }
  }
  for (int w = 0; w < links.words; w++) removes[w] &= links.single_word(w);
  if (pass_loop_with(removes, which, reach, path, sink)) return true;
  for_each_node(removes, links.words, [&](int node) {
    if (on_path.has(links.nodes[node].cells.lowest()) && !AlternatingLinks::has(in_cells, node))
      removes[node >> 6] &= ~(1ull << (node & 63));
  });
  return pass_loop_with(removes, which, reach, path, sink);
}

bool AlternatingSearch::pass_loop_with(const Set &removes, Technique which, const Reach &reach, const Path &path,
                                       StepSink sink) {
  uint64_t any = 0;
  for (int w = 0; w < links.words; w++) any |= removes[w];
  if (!any || !is_new(which, removes)) return false;
  chain_.size = 0;
  put(reach.end, true, kAssumption);
  put_off(reach.start);
  put_path(path);
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
    if (AlternatingLinks::has(wave.on, one)) return true;
  }
  return false;
}

// A search has reached a node.
bool AlternatingSearch::pass(const Reach &reach, StepSink sink) {
  const int start = reach.start, end = reach.end;
  const bool is_simple = kind_ < Alternating::kAllLinks;
  if (start == end && is_short_) return kind_ == Alternating::kAlongDigit && pass_ends(reach, links.weak[start], sink);
  if (start == end) return !is_simple && pass_itself(reach, sink);
  if (!is_simple && links.are_weak(start, end)) {
    if (pass_loop(reach, sink)) return true;
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
  if (is_simple) return pass_ends(reach, removes, sink);
  if (links.are_weak(start, end)) return size > 1 && pass_ends(reach, removes, sink);
  if (size > 1 && pass_ends(reach, removes, sink)) return true;
  bool is_enough = false;
  for_each_node(removes, links.words, [&](int node) { is_enough = is_enough || pass_refuted(reach, node, sink); });
  return is_enough;
}

// Find candidates that conflict with one end, or both, through an almost locked set. Each is taken from one chain only.
bool AlternatingSearch::pass_beyond(const Reach &reach, bool both, StepSink sink) {
  const int start = reach.start, end = reach.end;
  if (end <= start || overlap(start, end)) return false;
  const Set &near = links.weak[start], &far = links.across[start];
  Set removes{};
  uint64_t any = 0;
  for (int w = 0; w < links.words; w++) {
    removes[w] =
        both ? far[w] & links.across[end][w] : (far[w] & links.weak[end][w]) | (near[w] & links.across[end][w]);
    any |= removes[w] &= links.single_word(w) & ~concluded_[w];
  }
  if (!any) return false;
  bool is_enough = false;
  for_each_node(removes, links.words, [&](int node) {
    if (!AlternatingLinks::has(concluded_, node)) is_enough = is_enough || pass_through_sets(reach, node, both, sink);
  });
  return is_enough;
}

// A candidate conflicts with the ends through sets, and perhaps others of its digit do, too.
bool AlternatingSearch::pass_through_sets(Reach reach, int refuted, bool both, StepSink sink) {
  bool at_start = both || AlternatingLinks::has(links.across[reach.start], refuted), at_end = both || !at_start;
  reach.digit = links.nodes[refuted].digit;
  if (at_start) reach.first_set = links.set_between(refuted, reach.start);
  if (at_end) reach.last_set = links.set_between(reach.end, refuted);
  const Set &one = at_start ? links.seeing(reach.first_set, reach.digit) : links.weak[reach.start];
  const Set &two = at_end ? links.seeing(reach.last_set, reach.digit) : links.weak[reach.end];
  Set removes{};
  int size = 0;
  for (int w = 0; w < links.words; w++) {
    removes[w] = one[w] & two[w] & links.single_word(w);
    concluded_[w] |= removes[w];
    size += __builtin_popcountll(removes[w]);
  }
  return size > 1 ? pass_ends(reach, removes, sink) : pass_refuted(reach, refuted, sink);
}

}  // namespace nonet::NONET_LOGIC
