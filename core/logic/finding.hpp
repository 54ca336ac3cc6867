// finding.hpp: the memory of the human solver, and any search by its name in finders.def.
#ifndef NONET_LOGIC_FINDING_HPP
#define NONET_LOGIC_FINDING_HPP

#include <new>

#include "logic/aic.hpp"
#include "logic/als.hpp"
#include "logic/finders.hpp"
#ifndef NONET_ANY_HOUSES
#include "logic/hodoku/link_tables.hpp"
#endif
#include "logic/profile.hpp"
#include "logic/se/bugs.hpp"
#include "logic/se/fish.hpp"
#include "logic/se/forcing.hpp"
#include "logic/se/intersections.hpp"
#include "logic/se/subsets.hpp"
#include "logic/se/wings.hpp"
#include "logic/sukaku/several_houses.hpp"
#ifndef NONET_LARGE_BOARDS
#include "logic/se/exclusion.hpp"
#include "logic/sukaku/large_wings.hpp"
#include "logic/sukaku/strong_links.hpp"
#endif

namespace nonet::NONET_LOGIC {

// The memory of the human solver: large, for one thread at a time.
struct LogicWorkspace {
  ForcingSearch forcing;
#ifndef NONET_LARGE_BOARDS
  ForcingSearch forcing_inside;
  ChainSearch chains, chains_inside, chains_deep;
  WithoutAligned without_pairs, without_triples;  // of the boards of one solver
  WithoutStrongLinks without_strong_links;
#endif
  // Solve a board: the digits, or null if it does not have exactly one solution.
  const uint8_t *(*solution)(void *, const uint8_t *digits) = nullptr;
  void *solution_argument = nullptr;

  AlternatingSearch alternating;
  AlsSearch als;
#ifndef NONET_ANY_HOUSES
  TemplateMemory templates;
  const SinglesQueue *queue = nullptr;  // the singles of the board that is being rated, if their order counts
  // Tables of links: large, so they are touched only when they are needed.
  LinkTables &links() {
    if (!links_) links_ = new (links_memory_) LinkTables;
    return *links_;
  }
#endif

  void watch(int (*poll)(void *), void *argument) {
    forcing.watch(poll, argument);
#ifndef NONET_LARGE_BOARDS
    forcing_inside.watch(poll, argument);
#endif
  }
  LogicWorkspace() {
    forcing.explaining = false;
#ifndef NONET_LARGE_BOARDS
    forcing_inside.explaining = false;
    forcing.inner = {&chains_inside, &forcing_inside};
    forcing_inside.inner = {&chains_deep, nullptr};
#endif
  }

#ifndef NONET_ANY_HOUSES
 private:
  LinkTables *links_ = nullptr;
  alignas(LinkTables) uint8_t links_memory_[sizeof(LinkTables)];
#endif
};

#ifndef NONET_ANY_HOUSES
template <class Sink> bool find_link_loop(LogicWorkspace &work, const State &state, bool grouped, Sink &&sink) {
  Step step(grouped ? k_grouped_discontinuous_nice_loop : k_discontinuous_nice_loop);
  return work.links().best_loop(state, grouped, step) && sink(step);
}

template <class Sink> bool find_link_forcing(LogicWorkspace &work, const State &state, bool nets, Sink &&sink) {
  SinglesQueue queue;
  if (!work.queue) queue.start(state);
  Step step(nets ? k_dynamic_contradiction_chain : k_nishio);
  auto proof = work.links().best_forcing(state, work.queue ? *work.queue : queue, nets, step);
  if (proof == LinkTables::Proof::kNone) return false;
  if (proof == LinkTables::Proof::kAgreement) step.technique = nets ? k_dynamic_house_chain : k_house_forcing_chain;
  return sink(step);
}

#endif

// The middle one of the empty cells gets its digit of the solution: a guess that is right.
template <class Sink> bool find_guess(LogicWorkspace &work, const State &state, Sink &&sink) {
  const uint8_t *solution = work.solution ? work.solution(work.solution_argument, state.digits) : nullptr;
  if (!solution || !state.left) return false;
  int cell = 0;
  for (int empty = 0;; cell++)
    if (!state.digits[cell] && empty++ == state.left / 2) break;
  Step step(k_brute_force);
  step.place(cell, solution[cell] - 1);
  step.mark(kTarget, cell, bit(solution[cell] - 1));
  return sink(step);
}

// Pass the steps of one finder without chains to a sink, until it returns true.
template <class Sink> bool find(LogicWorkspace &work, const Entry &entry, const State &state, Sink &&sink) {
  const int size = entry.size;
  switch (entry.finder) {
#define FINDER(Name, traits, call) \
  case Finder::k##Name: return call;
#ifdef NONET_ANY_HOUSES
#define CLASSIC_FINDER(Name, traits, call) \
  case Finder::k##Name: return false;
#endif
#ifdef NONET_LARGE_BOARDS
#define SMALL_FINDER(Name, traits, call) \
  case Finder::k##Name: return false;
#endif
#ifdef NONET_CLASSIC
#define SUKAKU_FINDER(Name, traits, call) \
  case Finder::k##Name: return false;
#endif
#include "logic/finders.def"
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
