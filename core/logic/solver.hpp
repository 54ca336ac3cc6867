// solver.hpp: the human solver. It applies the easiest step that a profile finds, until the board is solved, and rates it.
//
// A profile is a list of finders, easiest first. The solver takes the first step of the first finder that has one, and
// then starts again at the top of the list. The profile here is `se`, the thirty techniques of Sudoku Explainer 1.2.1.
#ifndef NONET_LOGIC_HPP
#define NONET_LOGIC_HPP

#include "logic/bugs.hpp"
#include "logic/exclusion.hpp"
#include "logic/fish.hpp"
#include "logic/forcing.hpp"
#include "logic/intersections.hpp"
#include "logic/singles.hpp"
#include "logic/subsets.hpp"
#include "logic/wings.hpp"

namespace nonet::logic {

enum class Finder : uint8_t {
  kHiddenSingles,
  kDirectIntersections,
  kDirectHiddenSets,
  kNakedSingles,
  kIntersections,
  kNakedSets,
  kFish,
  kHiddenSets,
  kXyWings,
  kXyzWings,
  kUniqueLoops,
  kBugs,
  kAlignedPairs,
  kAlignedTriples,
  kChains,
  kForcing,
};

// One line of a profile: a finder and its parameters.
struct Entry {
  Finder finder;
  int size = 0;    // of a set or fish
  Mode mode = {};  // of chains that branch
  // Chains, and the finders between them in the order: `all` lists them only if there is no easier step.
  bool is_last_resort() const {
    return finder == Finder::kChains || finder == Finder::kForcing || finder == Finder::kAlignedTriples;
  }
};

inline constexpr Entry kSeProfile[] = {
    {Finder::kHiddenSingles},
    {Finder::kDirectIntersections},
    {Finder::kDirectHiddenSets, 2},
    {Finder::kNakedSingles},
    {Finder::kDirectHiddenSets, 3},
    {Finder::kIntersections},
    {Finder::kNakedSets, 2},
    {Finder::kFish, 2},
    {Finder::kHiddenSets, 2},
    {Finder::kNakedSets, 3},
    {Finder::kFish, 3},
    {Finder::kHiddenSets, 3},
    {Finder::kXyWings},
    {Finder::kXyzWings},
    {Finder::kUniqueLoops},
    {Finder::kNakedSets, 4},
    {Finder::kFish, 4},
    {Finder::kHiddenSets, 4},
    {Finder::kBugs},
    {Finder::kAlignedPairs},
    {Finder::kChains},
    {Finder::kAlignedTriples},
    {Finder::kForcing, 0, {false, true, true, 0}},  // Nishio
    {Finder::kForcing, 0, {true, false, false, 0}},
    {Finder::kForcing, 0, {true, true, false, 0}},
    {Finder::kForcing, 0, {true, true, false, 1}},
    {Finder::kForcing, 0, {true, true, false, 2}},
    {Finder::kForcing, 0, {true, true, false, 3}},
    {Finder::kForcing, 0, {true, true, false, 4}},
    {Finder::kForcing, 0, {true, true, false, 5}},
};
constexpr int kEntries = sizeof kSeProfile / sizeof kSeProfile[0];
static_assert(kSeProfile[0].finder == Finder::kHiddenSingles, "rate() runs the hidden singles itself");

// Unique loops; the finders after them are slow on boards without a solution.
constexpr int first_that_needs_uniqueness() {
  int i = 0;
  while (kSeProfile[i].finder != Finder::kUniqueLoops) i++;
  return i;
}
constexpr int kFirstThatNeedsUniqueness = first_that_needs_uniqueness();

// Pass the steps of one finder without chains to a sink, until it returns true.
template <class Sink> bool find(const Entry &entry, const State &state, Sink &&sink) {
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
    case Finder::kAlignedPairs: return find_aligned_pairs(state, sink);
    case Finder::kAlignedTriples: return find_aligned_triples(state, sink);
    default: return false;
  }
}

// The memory of the human solver: large, for one thread at a time.
struct LogicWorkspace {
  ChainSearch chains, chains_inside, chains_deep;
  ForcingSearch forcing, forcing_inside;

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
};

enum class Found : uint8_t { kNothing, kStep, kOutOfBudget };

class LogicSolver {
 public:
  LogicSolver(LogicWorkspace &workspace, uint64_t budget) : work_(workspace), budget_(budget ? budget : ~0ull) {}
  uint64_t nodes() const { return nodes_; }
  bool spent() const { return nodes_ > budget_; }

  // The first step of one line of the profile. Of a chain, only its effect on the board, without the nodes.
  Found first(const Entry &entry, const State &state, Step &step) {
    if (entry.finder == Finder::kChains) {
      bool found = work_.chains.best(state);
      nodes_ += work_.chains.nodes;
      if (!found) return Found::kNothing;
      describe(work_.chains.hints[0], step);
      return Found::kStep;
    }
    if (entry.finder == Finder::kForcing) {
      ForcingSearch &search = forcing();
      bool found = search.best(state, entry.mode);
      nodes_ += search.nodes;
      if (search.out_of_budget()) return Found::kOutOfBudget;
      if (!found) return Found::kNothing;
      step = Step(technique_of(entry.mode, search.hint.kind));
      step.rating = (uint16_t)forcing_rating(entry.mode, search.hint.rank.complexity);
      step.complexity = (uint16_t)search.hint.rank.complexity;
      search.effect(search.hint, step);
      return Found::kStep;
    }
    bool found = find(entry, state, [&](const Step &here) {
      step = here;
      return true;
    });
    return found ? Found::kStep : Found::kNothing;
  }

  // The easiest step of the profile, starting at one of its lines.
  Found next(const State &state, Step &step, int from = 0, int to = kEntries) {
    for (int i = from; i < to; i++) {
      Found found = first(kSeProfile[i], state, step);
      if (found != Found::kNothing) return found;
    }
    return Found::kNothing;
  }

  // The same as words, with the nodes of all chains.
  Found next_words(const State &state, Words &out) {
    for (const Entry &entry : kSeProfile) {
      Step step(k_full_house);
      Found found = first(entry, state, step);
      if (found == Found::kNothing) continue;
      if (found == Found::kStep) write(entry, state, step, out);
      return found;
    }
    return Found::kNothing;
  }

  // All steps without chains as words; if there are none, all steps with the first kind of chains that has any.
  Found all_words(const State &state, Words &out);

 private:
  LogicWorkspace &work_;
  uint64_t budget_, nodes_ = 0;

  // The search for branching chains, with the rest of the budget.
  ForcingSearch &forcing() {
    work_.forcing.nodes = 0;
    work_.forcing.budget = spent() ? 0 : budget_ - nodes_;
    return work_.forcing;
  }
  void describe(const ChainHint &hint, Step &step) const {
    step = Step(technique_of(hint));
    step.rating = (uint16_t)(kSeRating[step.technique] + 10 * length_of(hint.rank.complexity).tenths);
    step.complexity = (uint16_t)hint.rank.complexity;
    work_.chains.effect(hint, step);
  }
  void write(const Entry &entry, const State &state, const Step &step, Words &out) {
    if (entry.finder == Finder::kChains) {
      write_chain(out, work_.chains, work_.chains.hints[0]);
    } else if (entry.finder == Finder::kForcing) {
      work_.forcing.explain(out, state, entry.mode, work_.forcing.hint);
    } else {
      out.close(out.open(step, kNoKind, 0, 0));
    }
  }
};

inline Found LogicSolver::all_words(const State &state, Words &out) {
  bool any = false;
  for (const Entry &entry : kSeProfile) {
    if (any && entry.is_last_resort()) return Found::kStep;
    if (entry.finder == Finder::kChains) {
      work_.chains.collect(state);
      nodes_ += work_.chains.nodes;
      for (int i = 0; i < work_.chains.hints_size && !out.full; i++) {
        any = true;
        write_chain(out, work_.chains, work_.chains.hints[i]);
      }
    } else if (entry.finder == Finder::kForcing) {
      ForcingSearch &search = forcing();
      search.explaining = true;
      search.collect(state, entry.mode);
      nodes_ += search.nodes;
      search.explaining = false;
      if (search.out_of_budget()) return Found::kOutOfBudget;
      for (int i = 0; i < search.hints_size && !out.full; i++) {
        any = true;
        search.write(out, search.hints[i], entry.mode);
      }
      if (search.out_of_budget()) return Found::kOutOfBudget;
    } else {
      find(entry, state, [&](const Step &step) {
        any = true;
        out.close(out.open(step, kNoKind, 0, 0));
        return out.full;
      });
    }
  }
  return any ? Found::kStep : Found::kNothing;
}

// -- rating --------------------------------------------------------------------------------------------------------------

struct Rating {
  uint16_t er = 0, ep = 0, ed = 0;  // tenths
  uint8_t hardest = 255;            // technique
  uint32_t steps = 0;
  uint32_t counts[kTechniques] = {};
};

enum class RatingEnd : uint8_t { kSolved, kStuck, kOutOfBudget, kRefused };

// Solve and rate a state. If `board` is not null (81 digits without conflict), start from it and set up the state.
// `is_unique` is called once, before the first technique that needs uniqueness; if it returns false, there is no rating.
template <class IsUnique>
RatingEnd rate(LogicSolver &solver, const uint8_t *board, State &state, Rating &rating, IsUnique is_unique) {
  bool asked = false, placed = false;
  int most = 0;  // hundredths
  auto took = [&](int technique, int hundredths, bool places) {
    if (hundredths > most) {
      most = hundredths;
      rating.hardest = (uint8_t)technique;
    }
    if (placed) return;
    auto tenths = (uint16_t)(most / 10);
    if (!rating.ed) rating.ed = tenths;
    if (places) rating.ep = tenths;
    placed = places;
  };
  RatingEnd end = RatingEnd::kSolved;
  for (;;) {
    uint32_t counts[3] = {};
    int first_technique = -1;
    int highest = board ? start_with_hidden_singles(state, board, counts, first_technique)
                        : run_hidden_singles(state, counts, first_technique);
    board = nullptr;
    if (highest >= 0) {
      took(first_technique, kSeRating[first_technique], true);
      took(highest, kSeRating[highest], true);
      for (int i = 0; i < 3; i++) {
        rating.counts[k_full_house + i] += counts[i];
        rating.steps += counts[i];
      }
    }
    if (!state.left) break;
    Step step(k_full_house);
    Found found = solver.next(state, step, 1, kFirstThatNeedsUniqueness);
    if (found == Found::kNothing) {
      if (!asked && !is_unique()) return RatingEnd::kRefused;
      asked = true;
      found = solver.next(state, step, kFirstThatNeedsUniqueness);
    }
    if (found != Found::kStep) {
      end = found == Found::kNothing ? RatingEnd::kStuck : RatingEnd::kOutOfBudget;
      break;
    }
    took(step.technique, step.rating, step.places());
    rating.counts[step.technique]++;
    rating.steps++;
    step.apply(state);
  }
  rating.er = end == RatingEnd::kStuck ? 200 : (uint16_t)(most / 10);
  return end;
}

}  // namespace nonet::logic

#endif
