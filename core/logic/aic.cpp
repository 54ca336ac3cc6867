// aic.cpp: alternating inference chains, as people write them.
//
// Assume that a node is off, and follow strong links (off to on) and weak ones (on to off) by turns. If the chain ends in a
// node that is on, then one of its two ends is true, and a candidate that conflicts with both is false. There are three
// special ends. The end conflicts with the start: the chain is a loop, and of any two neighbours exactly one is true. The
// end is the start: it is true. Only one candidate is false: it is written as a loop that begins and ends there.
//
// The searches from all starts advance together, level by level, so the shortest chains come first. A search knows only
// sets; the nodes of a chain are traced again when it is found. A way through an almost locked set takes a level more than a
// weak link; it may also begin or end a chain.
#include "logic/aic.hpp"

#include <string.h>

namespace nonet::NONET_LOGIC {

void AlternatingSearch::start_waves() {
  const size_t bytes = (size_t)links.words * 8;
  for (int start = 0; start < links.size; start++) {
    Wave &wave = waves_[start];
    wave.is_alive = links.is_start(start);
    if (!wave.is_alive) continue;
    for (Set *set : {&wave.off, &wave.on, &wave.edge[0], &wave.edge[1], &wave.reached[0], &wave.reached[1],
                     &wave.before[0], &wave.before[1]})
      memset(*set, 0, bytes);
    AlternatingLinks::add_to(wave.off, start);
    AlternatingLinks::add_to(wave.edge[0], start);
  }
}

// Follow the strong links of the nodes at the edge, then the weak links of what they reach.
void AlternatingSearch::advance(Wave &wave) const {
  const int words = links.words, parts = with_sets() ? 2 : 1;
  if (with_sets())
    for (int w = 0; w < words; w++) {
      wave.before[1][w] = wave.before[0][w];
      wave.before[0][w] = wave.reached[0][w] | wave.reached[1][w];
    }
  uint64_t any = 0;
  for (int part = 0; part < parts; part++) {
    Set &reached = wave.reached[part];
    memset(reached, 0, (size_t)words * 8);
    for_each_node(wave.edge[part], words, [&](int node) {
      for (int i = links.strong[node]; i >= 0; i = links.links[i].next)
        AlternatingLinks::add_to(reached, links.links[i].to);
    });
    if (part)
      for_each_node(wave.before[0], words, [&](int node) {
        for (int w = 0; w < words; w++) reached[w] |= links.forced[node][w];
      });
    for (int w = 0; w < words; w++) reached[w] &= ~wave.on[w], wave.on[w] |= reached[w], wave.edge[part][w] = 0;
  }
  for (int part = 0; part < parts; part++) {
    Set &edge = wave.edge[part];
    for_each_node(wave.reached[part], words, [&](int node) {
      for (int w = 0; w < words; w++) edge[w] |= links.weak[node][w];
    });
    if (part)
      for_each_node(wave.before[0], words, [&](int node) {
        for (int w = 0; w < words; w++) edge[w] |= links.across[node][w];
      });
    for (int w = 0; w < words; w++) {
      edge[w] &= links.starts[w] & ~wave.off[w];
      wave.off[w] |= edge[w];
      any |= edge[w];
      if (with_sets()) any |= wave.reached[part][w] | wave.before[0][w];
    }
  }
  wave.is_alive = any != 0;
}

// Search again from one start, and keep from which node each was reached.
void AlternatingSearch::trace(int start, int level) {
  if (start == traced_start_ && level == traced_level_) return;
  traced_start_ = start, traced_level_ = level;
  const int words = links.words, parts = with_sets() ? 2 : 1;
  Set off{}, on{}, edge[2]{}, reached[2], before{};
  memset(off_across_, 0, sizeof off_across_);
  AlternatingLinks::add_to(off, start);
  AlternatingLinks::add_to(edge[0], start);
  off_parent_[start] = kNone;
  for (int i = 0; i < level; i++) {
    for (int part = 0; part < parts; part++) {
      memset(reached[part], 0, sizeof reached[part]);
      auto reach = [&](int node, int to, Cause cause) {
        if (AlternatingLinks::has(on, to)) return;
        AlternatingLinks::add_to(on, to);
        AlternatingLinks::add_to(reached[part], to);
        on_parent_[to] = (uint16_t)node;
        on_cause_[to] = cause;
      };
      for_each_node(edge[part], words, [&](int node) {
        for (int k = links.strong[node]; k >= 0; k = links.links[k].next)
          reach(node, links.links[k].to, links.links[k].cause);
      });
      if (part)
        for_each_node(before, words, [&](int node) {
          for_each_node(links.forced[node], words, [&](int to) { reach(node, to, kInSet); });
        });
    }
    for (int part = 0; part < parts; part++) {
      memset(edge[part], 0, sizeof edge[part]);
      auto follow = [&](int node, const Set &to, bool is_across) {
        for (int w = 0; w < words; w++) {
          uint64_t fresh = to[w] & links.starts[w] & ~off[w];
          off[w] |= fresh, edge[part][w] |= fresh;
          if (is_across) off_across_[w] |= fresh;
          for (; fresh; fresh &= fresh - 1) off_parent_[64 * w + __builtin_ctzll(fresh)] = (uint16_t)node;
        }
      };
      for_each_node(reached[part], words, [&](int node) { follow(node, links.weak[node], false); });
      if (part) for_each_node(before, words, [&](int node) { follow(node, links.across[node], true); });
    }
    if (with_sets())
      for (int w = 0; w < words; w++) before[w] = reached[0][w] | reached[1][w];
  }
}

// Trace the chain from a start to an end that it reaches on. Returns false if a simpler search finds this chain.
bool AlternatingSearch::trace_to(const Reach &reach, Path &path) {
  trace(reach.start, reach.level);
  path.size = 0;
  path.has_group = false;
  for (int on = reach.end;;) {
    const bool is_forced = on_cause_[on] == kInSet;
    int off = is_forced ? kNone : on_parent_[on];
    for (int node : {on, off}) {
      path.has_group |= node != kNone && links.is_group(node);
      path.set[path.size] = -1;
      path.node[path.size++] = (uint16_t)node;
    }
    if (is_forced) {
      path.set[path.size - 1] = (int16_t)links.set_forcing(on_parent_[on], on, others(on));
      on = on_parent_[on];
      continue;
    }
    if (off == reach.start) break;
    on = off_parent_[off];
    if (AlternatingLinks::has(off_across_, off)) path.set[path.size - 1] = (int16_t)links.set_between(on, off);
  }
  for (int i = 0, j = path.size - 1; i < j; i++, j--) {
    uint16_t node = path.node[i];
    int16_t set = path.set[i];
    path.node[i] = path.node[j], path.set[i] = path.set[j];
    path.node[j] = node, path.set[j] = set;
  }
  return kind_ != Alternating::kWithGroups || path.has_group;
}

// Pass the chains on that one search has reached on a level.
bool AlternatingSearch::pass_level(int start, int level, StepSink sink) {
  const Wave &wave = waves_[start];
  const int part = with_sets() ? 1 : 0;  // the others are chains without sets
  bool is_enough = false;
  for_each_node(wave.reached[part], links.words, [&](int end) {
    if (end != start && is_implied(wave, end)) return;
    is_enough = is_enough || pass({start, end, level}, sink);
  });
  for (int back = 0; back < 2 && with_sets(); back++)
    for_each_node(wave.before[back], links.words, [&](int end) {
      if (!is_implied(wave, end)) is_enough = is_enough || pass_beyond({start, end, level}, back == 1, sink);
    });
  return is_enough;
}

bool AlternatingSearch::find(const State &state, Alternating kind, AlsTable &sets, StepSink sink, int most_levels) {
  state_ = &state;
  kind_ = kind;
  is_short_ = most_levels < kMostLevels;
  seen_size_ = 0;
  memset(seen_, 0, sizeof seen_);
  memset(concluded_, 0, sizeof concluded_);
  if (with_sets()) sets.list(state);
  links.build(state, kind, with_sets() ? &sets : nullptr);
  start_waves();
  const int least = kind == Alternating::kThroughCells ? 3 : 2;
  bool is_alive = true;
  for (int level = 1; level <= most_levels && is_alive; level++) {
    is_alive = false;
    traced_start_ = -1;
    for (int start = 0; start < links.size; start++) {
      if (!waves_[start].is_alive) continue;
      advance(waves_[start]);
      is_alive = is_alive || waves_[start].is_alive;
      if (level >= least && pass_level(start, level, sink)) return true;
    }
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC
