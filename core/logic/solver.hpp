// solver.hpp: the human solver. It applies the easiest step of a profile, until the board is solved, and rates it.
//
// A profile is a list of searches, easiest first (profile.hpp). The solver takes the first step of the first search that
// has one, and then starts again at the top of the list.
#ifndef NONET_LOGIC_HPP
#define NONET_LOGIC_HPP

#include <new>

#include "logic/aic.hpp"
#include "logic/als.hpp"
#include "logic/bugs.hpp"
#include "logic/exclusion.hpp"
#include "logic/finders.hpp"
#include "logic/fish.hpp"
#include "logic/hodoku_order.hpp"
#include "logic/forcing.hpp"
#include "logic/intersections.hpp"
#include "logic/link_tables.hpp"
#include "logic/profile.hpp"
#include "logic/singles.hpp"
#include "logic/subsets.hpp"
#include "logic/weight.hpp"
#include "logic/wings.hpp"

namespace nonet::logic {

// The memory of the human solver: large, for one thread at a time.
struct LogicWorkspace {
  ChainSearch chains, chains_inside, chains_deep;
  ForcingSearch forcing, forcing_inside;
  AlternatingSearch alternating;
  TemplateMemory templates;
  WithoutAligned without_pairs, without_triples;  // of the boards of one solver
  const SinglesQueue *queue = nullptr;            // the singles of the board that is being rated, if their order counts
  // Solve a board: the digits, or null if it does not have exactly one solution.
  const uint8_t *(*solution)(void *, const uint8_t *digits) = nullptr;
  void *solution_argument = nullptr;

  // Tables of links: large, so they are touched only when they are needed.
  LinkTables &links() {
    if (!links_) links_ = new (links_memory_) LinkTables;
    return *links_;
  }
  AlsSearch als;

  void watch(int (*poll)(void *), void *argument) {
    for (ForcingSearch *search : {&forcing, &forcing_inside}) {
      search->poll = poll;
      search->poll_argument = argument;
      search->stopped = false;
    }
  }
  LogicWorkspace() {
    forcing.inner = {&chains_inside, &forcing_inside};
    forcing_inside.inner = {&chains_deep, nullptr};
    forcing.explaining = forcing_inside.explaining = false;
    watch(nullptr, nullptr);
  }

 private:
  LinkTables *links_ = nullptr;
  alignas(LinkTables) uint8_t links_memory_[sizeof(LinkTables)];
};

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
  switch (entry.finder) {
    case Finder::kHiddenSingles: return find_hidden_singles(state, sink);
    case Finder::kDirectIntersections: return find_direct_intersections(state, sink);
    case Finder::kDirectHiddenSets: return find_direct_hidden_sets(state, entry.size, sink);
    case Finder::kNakedSingles: return find_naked_singles(state, sink);
    case Finder::kIntersections: return find_intersections(state, sink);
    case Finder::kNakedSets:
      return entry.size == 2   ? find_naked_sets<2>(state, sink)
             : entry.size == 3 ? find_naked_sets<3>(state, sink)
                               : find_naked_sets<4>(state, sink);
    case Finder::kFish:
      return entry.size == 2   ? find_fish<2>(state, sink)
             : entry.size == 3 ? find_fish<3>(state, sink)
                               : find_fish<4>(state, sink);
    case Finder::kHiddenSets:
      return entry.size == 2   ? find_hidden_sets<2>(state, sink)
             : entry.size == 3 ? find_hidden_sets<3>(state, sink)
                               : find_hidden_sets<4>(state, sink);
    case Finder::kXyWings: return find_xy_wings(state, sink);
    case Finder::kXyzWings: return find_xyz_wings(state, sink);
    case Finder::kUniqueLoops: return find_unique_loops(state, sink);
    case Finder::kBugs: return find_bugs(state, sink);
    case Finder::kAlignedPairs: return find_aligned_pairs(state, work.without_pairs, sink);
    case Finder::kAlignedTriples: return find_aligned_triples(state, work.without_triples, sink);
    case Finder::kPointing: return find_pointing(state, sink);
    case Finder::kClaiming: return find_claiming(state, sink);
    case Finder::kLockedSubsets: return find_locked_subsets(state, entry.size, sink);
    case Finder::kNakedSubsets: return find_naked_subsets(state, entry.size, sink);
    case Finder::kHiddenSubsets: return find_hidden_subsets(state, entry.size, sink);
    case Finder::kSkyscrapers: return find_skyscrapers(state, sink);
    case Finder::kUniqueRectangles: return find_unique_rectangles(state, entry.size, sink);
    case Finder::kHiddenRectangles: return find_hidden_rectangles(state, sink);
    case Finder::kAvoidableRectangles: return find_avoidable_rectangles(state, entry.size, sink);
    case Finder::kFinnedFish: return find_complex_fish(state, work.templates, FishKind::kLines, true, entry.size, sink);
    case Finder::kFrankenFish:
      return find_complex_fish(state, work.templates, FishKind::kFranken, false, entry.size, sink);
    case Finder::kFinnedFrankenFish:
      return find_complex_fish(state, work.templates, FishKind::kFranken, true, entry.size, sink);
    case Finder::kMutantFish:
      return find_complex_fish(state, work.templates, FishKind::kMutant, false, entry.size, sink);
    case Finder::kFinnedMutantFish:
      return find_complex_fish(state, work.templates, FishKind::kMutant, true, entry.size, sink);
    case Finder::kLinkLoops: return find_link_loop(work, state, entry.size, sink);
    case Finder::kLinkForcing: return find_link_forcing(work, state, entry.size, sink);
    case Finder::kBruteForce: return find_guess(work, state, sink);
    case Finder::kTemplates: return find_templates(state, entry.size == 1, sink);
    case Finder::kAlternatingChains: return work.alternating.find(state, (Alternating)entry.size, work.als.table, sink);
    case Finder::kTwoStringKites: return find_two_string_kites(state, entry.size == 2, sink);
    case Finder::kTurbotFish: return find_turbot_fish(state, sink);
    case Finder::kEmptyRectangles: return find_empty_rectangles(state, entry.size == 2, sink);
    case Finder::kBrokenWings: return find_broken_wings(state, sink);
    case Finder::kWWings: return find_w_wings(state, sink);
    case Finder::kRemotePairs: return find_remote_pairs(state, sink);
    case Finder::kSimpleColoursTraps: return find_simple_colours_traps(state, sink);
    case Finder::kSimpleColoursWraps: return find_simple_colours_wraps(state, sink);
    case Finder::kMultiColours1: return find_multi_colours_1(state, sink);
    case Finder::kMultiColours2: return find_multi_colours_2(state, sink);
    case Finder::kMedusaTraps: return find_medusa_traps(state, sink);
    case Finder::kMedusaWraps: return find_medusa_wraps(state, sink);
    case Finder::kFireworks: return find_fireworks(state, entry.size, sink);
    case Finder::kTridagons: return find_tridagons(state, sink);
    case Finder::kExocets: return find_exocets(state, sink);
    case Finder::kSkLoops: return find_sk_loops(state, sink);
    case Finder::kAlsXz: return find_als_xz(state, work.als, sink);
    case Finder::kAlsXyWings: return find_als_xy_wings(state, work.als, sink);
    case Finder::kAlsChains: return find_als_chains(state, work.als, sink);
    case Finder::kDeathBlossoms: return find_death_blossoms(state, work.als, sink);
    case Finder::kSueDeCoq: return find_sue_de_coqs(state, work.als.patterns, sink);
    case Finder::kWxyzWings: return find_wxyz_wings(state, work.als.patterns, sink);
    case Finder::kHodokuAlsXz: return find_hodoku_als_xz(state, work.als, sink);
    case Finder::kHodokuAlsXyWings: return find_hodoku_als_xy_wings(state, work.als, sink);
    case Finder::kHodokuAlsChains: return find_hodoku_als_chains(state, work.als, sink);
    case Finder::kShortChains: return work.alternating.find_short(state, (Alternating)entry.size, work.als.table, sink);
    case Finder::kHodokuFinnedFish:
      return find_hodoku_fish(state, work.templates, FishKind::kLines, true, entry.size, false, sink);
    case Finder::kHodokuSashimiFish:
      return find_hodoku_fish(state, work.templates, FishKind::kLines, true, entry.size, true, sink);
    case Finder::kHodokuFrankenFish:
      return find_hodoku_fish(state, work.templates, FishKind::kFranken, false, entry.size, false, sink);
    case Finder::kHodokuFinnedFrankenFish:
      return find_hodoku_fish(state, work.templates, FishKind::kFranken, true, entry.size, false, sink);
    case Finder::kHodokuSueDeCoq: return find_hodoku_sue_de_coqs(state, sink);
    case Finder::kSymmetricalPlacements: return find_symmetrical_placements(state, sink);
    default: return false;
  }
}

enum class Found : uint8_t { kNothing, kStep, kOutOfBudget };

class LogicSolver {
 public:
  LogicSolver(LogicWorkspace &workspace, const Profile &profile, uint64_t budget)
      : work_(workspace), profile_(profile), budget_(budget ? budget : ~0ull) {
    work_.without_pairs.known = work_.without_triples.known = false;
  }
  const Profile &profile() const { return profile_; }
  // The order of the singles, which forcing nets start from.
  void follow(const SinglesQueue &queue) { work_.queue = &queue; }
  uint64_t nodes() const { return nodes_; }
  bool spent() const { return nodes_ > budget_; }

  // The first step of one entry of the profile. Of a chain, only its effect on the board, without the nodes.
  Found first(const Entry &entry, const State &state, Step &step) {
    if (interrupted(entry)) return Found::kOutOfBudget;
    if (entry.finder == Finder::kChains) return first_chain(entry, state, step);
    if (entry.finder == Finder::kForcing) return first_forcing(entry, state, step);
    if (profile_.manner == Manner::kHodoku && takes_most(entry.finder)) return first_of_most(entry, state, step);
    if (profile_.manner == Manner::kHodoku && has_own_order(entry.finder)) return first_in_order(entry, state, step);
    bool found = find(work_, entry, state, [&](const Step &here) {
      if (!entry.is_whole() && !entry.techniques.has(here.technique)) return false;
      step = here;
      return true;
    });
    if (!found) return Found::kNothing;
    step.rating = profile_.rated(step);
    return Found::kStep;
  }

  // The easiest step of the profile, starting at one of its entries.
  Found next(const State &state, Step &step, int from, int to) {
    for (int i = from; i < to; i++) {
      Found found = first(profile_.entries[i], state, step);
      if (found != Found::kNothing) return found;
    }
    return Found::kNothing;
  }

  // The same as words, with the nodes of all chains.
  Found next_words(const State &state, Words &out) {
    for (int i = 0; i < profile_.size; i++) {
      const Entry &entry = profile_.entries[i];
      Step step(k_full_house);
      Found found = first(entry, state, step);
      if (found == Found::kNothing) continue;
      if (found == Found::kStep) write(entry, state, step, out);
      return found;
    }
    return Found::kNothing;
  }

  // All steps as words. Unless `everything` is asked for, an entry that is a last resort is searched only if there is no
  // step before it.
  Found all_words(const State &state, Words &out, bool everything);

 private:
  LogicWorkspace &work_;
  const Profile &profile_;
  uint64_t budget_, nodes_ = 0;
  int chosen_ = 0;  // the hint that first() took, of those that a search for chains has kept

  // Whether poll ends the call; asked before each search.
  bool interrupted(const Entry &entry) {
    return work_.forcing.interrupted(is_last_resort(entry.finder) ? ForcingSearch::kTicksPerPoll : 16);
  }

  // The search for branching chains, with the rest of the budget.
  ForcingSearch &forcing() {
    work_.forcing.nodes = 0;
    work_.forcing.budget = spent() ? 0 : budget_ - nodes_;
    return work_.forcing;
  }
  Found first_of_most(const Entry &entry, const State &state, Step &step);
  Found first_in_order(const Entry &entry, const State &state, Step &step);
  Found first_chain(const Entry &entry, const State &state, Step &step);
  Found first_forcing(const Entry &entry, const State &state, Step &step);
  Found all_chains(const Entry &entry, const State &state, Words &out);
  Found all_forcing(const Entry &entry, const State &state, Words &out);
  void write(const Entry &entry, const State &state, const Step &step, Words &out) {
    if (entry.finder == Finder::kChains) {
      write_chain(out, work_.chains, work_.chains.hints[chosen_], step.rating);
    } else if (entry.finder == Finder::kForcing) {
      const ForcingHint &hint = entry.is_whole() ? work_.forcing.hint : work_.forcing.hints[chosen_];
      work_.forcing.explain(out, state, kForcingModes[entry.size], hint, step.rating);
    } else {
      out.put_step(step);
    }
  }
};

// Of all steps the one that HoDoKu takes.
inline Found LogicSolver::first_of_most(const Entry &entry, const State &state, Step &step) {
  Weight best;
  find(work_, entry, state, [&](const Step &here) {
    if (!entry.techniques.has(here.technique)) return false;
    Weight weight;
    for (int digit = 0; digit < 9; digit++)
      for (Cells rest = here.removes_cells; !rest.empty();) {
        int cell = rest.pop();
        if (here.removes[cell] >> digit & 1) weight.add(cell, digit);
      }
    if (!weight.is_better_than(best)) return false;
    best = weight;
    step = here;
    return false;
  });
  if (!best.size) return Found::kNothing;
  step.rating = profile_.rated(step);
  return Found::kStep;
}

// Of all steps the one that HoDoKu comes to first.
inline Found LogicSolver::first_in_order(const Entry &entry, const State &state, Step &step) {
  uint64_t lowest = HodokuPlace::kNowhere;
  find(work_, entry, state, [&](const Step &here) {
    uint64_t place = HodokuPlace(here).number();
    if (!entry.techniques.has(here.technique) || place >= lowest) return false;
    lowest = place;
    step = here;
    return false;
  });
  if (lowest == HodokuPlace::kNowhere) return Found::kNothing;
  step.rating = profile_.rated(step);
  return Found::kStep;
}

inline Found LogicSolver::first_chain(const Entry &entry, const State &state, Step &step) {
  ChainSearch &search = work_.chains;
  if (entry.is_whole()) {
    search.best(state);
  } else {
    search.collect(state);
  }
  nodes_ += search.nodes;
  for (chosen_ = 0; chosen_ < search.hints_size; chosen_++) {
    const ChainHint &hint = search.hints[chosen_];
    if (!entry.techniques.has(technique_of(hint))) continue;
    step = chain_step(search, hint);
    step.rating = profile_.rated(step);
    return Found::kStep;
  }
  return Found::kNothing;
}

inline Found LogicSolver::first_forcing(const Entry &entry, const State &state, Step &step) {
  ForcingSearch &search = forcing();
  Mode mode = kForcingModes[entry.size];
  const ForcingHint *hint = nullptr;
  if (entry.is_whole()) {
    if (search.best(state, mode)) hint = &search.hint;
  } else {
    search.collect(state, mode);
    auto is_wanted = [&](int i) { return entry.techniques.has(technique_of(mode, search.hints[i].kind)); };
    for (chosen_ = 0; chosen_ < search.hints_size && !is_wanted(chosen_);) chosen_++;
    if (chosen_ < search.hints_size) hint = &search.hints[chosen_];
  }
  nodes_ += search.nodes;
  if (search.out_of_budget()) return Found::kOutOfBudget;
  if (!hint) return Found::kNothing;
  step = forcing_step(search, *hint, mode);
  step.rating = profile_.rated(step);
  return Found::kStep;
}

inline Found LogicSolver::all_chains(const Entry &entry, const State &state, Words &out) {
  ChainSearch &search = work_.chains;
  search.collect(state);
  nodes_ += search.nodes;
  Found any = Found::kNothing;
  for (int i = 0; i < search.hints_size && !out.full; i++) {
    if (!entry.techniques.has(technique_of(search.hints[i]))) continue;
    any = Found::kStep;
    write_chain(out, search, search.hints[i], profile_.rated(chain_step(search, search.hints[i])));
  }
  return any;
}

inline Found LogicSolver::all_forcing(const Entry &entry, const State &state, Words &out) {
  ForcingSearch &search = forcing();
  Mode mode = kForcingModes[entry.size];
  search.explaining = true;
  search.collect(state, mode);
  nodes_ += search.nodes;
  search.explaining = false;
  if (search.out_of_budget()) return Found::kOutOfBudget;
  Found any = Found::kNothing;
  for (int i = 0; i < search.hints_size && !out.full; i++) {
    const ForcingHint &hint = search.hints[i];
    if (!entry.techniques.has(technique_of(mode, hint.kind))) continue;
    any = Found::kStep;
    search.write(out, hint, mode, profile_.rated(forcing_step(search, hint, mode)));
  }
  return search.out_of_budget() ? Found::kOutOfBudget : any;
}

inline Found LogicSolver::all_words(const State &state, Words &out, bool everything) {
  bool any = false;
  for (int i = 0; i < profile_.size; i++) {
    const Entry &entry = profile_.entries[i];
    if (any && !everything && is_last_resort(entry.finder)) return Found::kStep;
    if (interrupted(entry)) return Found::kOutOfBudget;
    Found found = Found::kNothing;
    if (entry.finder == Finder::kChains) {
      found = all_chains(entry, state, out);
    } else if (entry.finder == Finder::kForcing) {
      found = all_forcing(entry, state, out);
    } else {
      find(work_, entry, state, [&](const Step &step) {
        if (!entry.techniques.has(step.technique)) return false;
        found = Found::kStep;
        Step rated = step;
        rated.rating = profile_.rated(step);
        out.put_step(rated);
        return out.full;
      });
    }
    if (found == Found::kOutOfBudget) return found;
    any = any || found == Found::kStep;
  }
  return any ? Found::kStep : Found::kNothing;
}

// -- rating --------------------------------------------------------------------------------------------------------------

struct Rating {
  uint16_t er = 0, ep = 0, ed = 0;  // tenths or points
  uint8_t hardest = 255;            // technique
  uint32_t steps = 0;
  uint32_t counts[kTechniques] = {};
};

// The ER of a board that the techniques do not solve, in tenths and in points.
constexpr uint16_t kUnsolved = 200, kUnsolvedPoints = 0xFFFF;

enum class RatingEnd : uint8_t { kSolved, kStuck, kOutOfBudget, kRefused };

// Keeps the figures of a rating up to date, step by step.
struct RatingScale {
  const Profile &profile;
  Rating &rating;
  int most = 0;
  bool placed = false;

  uint16_t now() const { return (uint16_t)(most / (profile.counts_points ? 1 : 10)); }
  void take(int technique, int rated, bool places) {
    if (rated > most) {
      most = rated;
      rating.hardest = (uint8_t)technique;
    }
    if (placed) return;
    if (!rating.ed) rating.ed = now();
    if (places) rating.ep = now();
    placed = places;
  }
  void count(int technique, uint32_t times) {
    rating.counts[technique] += times;
    rating.steps += times;
  }
  void add(int technique, int rated, bool places) {
    take(technique, rated, places);
    count(technique, 1);
  }
  RatingEnd finish(RatingEnd end) {
    rating.er = end != RatingEnd::kStuck ? now() : profile.counts_points ? kUnsolvedPoints : kUnsolved;
    return end;
  }
};

// The steps of a rating from some entry of the profile on. `is_unique` is called once, before the first entry behind the
// gate of the profile; if it returns false, there is no rating.
template <class IsUnique> struct RatedSteps {
  LogicSolver &solver;
  int from;
  IsUnique is_unique;
  bool has_asked = false;
  RatingEnd end = RatingEnd::kSolved;  // why there is no next step

  bool next(const State &state, Step &step) {
    const Profile &profile = solver.profile();
    const int gate = profile.gate;
    Found found = solver.next(state, step, from, gate);
    if (found == Found::kNothing) {
      if (!has_asked && !is_unique()) {
        end = RatingEnd::kRefused;
        return false;
      }
      has_asked = true;
      found = solver.next(state, step, gate > from ? gate : from, profile.size);
    }
    if (found != Found::kStep) end = found == Found::kNothing ? RatingEnd::kStuck : RatingEnd::kOutOfBudget;
    return found == Found::kStep;
  }
};

// The same as `rate` below, with the singles in the order of their queue.
template <class IsUnique>
RatingEnd rate_by_queue(LogicSolver &solver, const uint8_t *board, State &state, Rating &rating, IsUnique is_unique) {
  const Profile &profile = solver.profile();
  SinglesQueue queue;
  if (board) {
    queue.start(state, board);
  } else {
    // A position on which nothing has happened is a puzzle.
    State from_digits;
    queue.start(from_digits, state.digits);
    if (memcmp(from_digits.candidates, state.candidates, sizeof state.candidates)) queue.start(state);
  }
  solver.follow(queue);
  RatingScale scale{profile, rating};
  RatedSteps<IsUnique> steps{solver, profile.singles_end, is_unique};
  while (state.left) {
    int cell, digit;
    if (int technique = queue.next(state, cell, digit); technique >= 0) {
      scale.add(technique, profile.rating[technique], true);
      queue.place(state, cell, digit);
      continue;
    }
    Step step(k_full_house);
    if (!steps.next(state, step)) return scale.finish(steps.end);
    scale.add(step.technique, step.rating, step.places());
    each_removed(step, [&](int from, int removed) { queue.remove(state, from, removed); });
    if (step.places()) queue.place(state, step.place_cell, step.place_digit);
  }
  return scale.finish(RatingEnd::kSolved);
}

// Solve and rate a state. If `board` is not null (81 digits without conflict), start from it and set up the state.
template <class IsUnique>
RatingEnd rate(LogicSolver &solver, const uint8_t *board, State &state, Rating &rating, IsUnique is_unique) {
  const Profile &profile = solver.profile();
  if (profile.queues_singles) return rate_by_queue(solver, board, state, rating, is_unique);
  RatingScale scale{profile, rating};
  RatedSteps<IsUnique> steps{solver, profile.starts_with_singles, is_unique};
  if (board && !profile.starts_with_singles) {
    load_board(state, board);
    board = nullptr;
  }
  for (;;) {
    if (profile.starts_with_singles) {
      uint32_t counts[3] = {};
      int first_technique = -1;
      int highest = board ? start_with_hidden_singles(state, board, counts, first_technique)
                          : run_hidden_singles(state, counts, first_technique);
      board = nullptr;
      if (highest >= 0) {
        scale.take(first_technique, profile.rating[first_technique], true);
        scale.take(highest, profile.rating[highest], true);
        for (int i = 0; i < 3; i++) scale.count(k_full_house + i, counts[i]);
      }
    }
    Step step(k_full_house);
    if (!state.left || !steps.next(state, step)) return scale.finish(steps.end);
    scale.add(step.technique, step.rating, step.places());
    step.apply(state);
  }
}

}  // namespace nonet::logic

#endif
