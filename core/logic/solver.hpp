// solver.hpp: the human solver. It applies the easiest step of a profile, until the board is solved.
//
// A profile is a list of searches, easiest first (profile.hpp). The solver takes the first step of the first search that
// has one, and then starts again at the top of the list.
#ifndef NONET_LOGIC_SOLVER_HPP
#define NONET_LOGIC_SOLVER_HPP

#include "logic/finding.hpp"
#include "logic/words.hpp"
#ifndef NONET_ANY_HOUSES
#include "logic/hodoku/order.hpp"
#include "logic/hodoku/weight.hpp"
#endif

namespace nonet::NONET_LOGIC {

enum class Found : uint8_t { kNothing, kStep, kOutOfBudget };

class LogicSolver {
 public:
  LogicSolver(LogicWorkspace &workspace, const Profile &profile, uint64_t budget)
      : work_(workspace), profile_(profile), budget_(budget ? budget : ~0ull) {
#ifndef NONET_LARGE_BOARDS
    work_.without_pairs.known = work_.without_triples.known = false;
#endif
  }
  const Profile &profile() const { return profile_; }
#ifndef NONET_ANY_HOUSES
  // The order of the singles, which forcing nets start from.
  void follow(const SinglesQueue &queue) { work_.queue = &queue; }
#endif
  uint64_t nodes() const { return nodes_; }
  bool spent() const { return nodes_ > budget_; }

  // The first step of one entry of the profile. Of a chain, only its effect on the board, without the nodes.
  Found first(const Entry &entry, const State &state, Step &step) {
    if (interrupted(entry)) return Found::kOutOfBudget;
    if (entry.finder == Finder::kForcing) return first_forcing(entry, state, step);
#ifndef NONET_LARGE_BOARDS
    if (entry.finder == Finder::kChains) return first_chain(entry, state, step);
#endif
#ifndef NONET_ANY_HOUSES
    if (profile_.manner == Manner::kHodoku && has(entry.finder, kMost)) return first_of_most(entry, state, step);
    if (profile_.manner == Manner::kHodoku && has(entry.finder, kInOrder)) return first_in_order(entry, state, step);
#endif
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

  // The easiest step of the whole profile, and the same as words, with the nodes of all chains.
  Found next_words(const State &state, Step &step, Words &out) {
    for (int i = 0; i < profile_.size; i++) {
      const Entry &entry = profile_.entries[i];
      Found found = first(entry, state, step);
      if (found == Found::kNothing) continue;
      if (found == Found::kStep) write(entry, state, step, out);
      return found;
    }
    return Found::kNothing;
  }

  // All steps as words. Unless `everything` is asked for, an entry that is a last resort is searched only if there is no
  // step before it; `easier`: there is one before the first entry.
  Found all_words(const State &state, Words &out, bool everything, bool easier);

 private:
  LogicWorkspace &work_;
  const Profile &profile_;
  uint64_t budget_, nodes_ = 0;
  int chosen_ = 0;  // the hint that first() took, of those that a search for chains has kept
  Mode mode_;       // in which it was found, if the chain branches

  // Whether poll ends the call; asked before each search.
  bool interrupted(const Entry &entry) {
    return work_.forcing.interrupted(has(entry.finder, kLast) ? Polling::kTicksPerPoll : 16);
  }

  // The search for branching chains, with the rest of the budget.
  ForcingSearch &forcing() {
    work_.forcing.nodes = 0;
    work_.forcing.budget = spent() ? 0 : budget_ - nodes_;
    return work_.forcing;
  }
  // Whether the board is not too large for a search for branching chains.
  static bool has_room(const Entry &entry, const State &state) {
    return !kLarge || (!kForcingModes[entry.size].level && Numbering::has_room(state));
  }
  // Whether a search ended early. The closures of a large board may not fit: then what has been found is taken, be there a
  // shorter chain or not.
  static bool is_cut(ForcingSearch &search) {
    if (kLarge && !search.stopped && search.nodes <= search.budget) search.memory.full = false;
    return search.out_of_budget();
  }
  Found first_forcing(const Entry &entry, const State &state, Step &step);
  Found all_forcing(const Entry &entry, const State &state, Words &out);
#ifndef NONET_LARGE_BOARDS
  Found first_chain(const Entry &entry, const State &state, Step &step);
  Found all_chains(const Entry &entry, const State &state, Words &out);
#endif
  Found first_of_most(const Entry &entry, const State &state, Step &step);
  Found first_in_order(const Entry &entry, const State &state, Step &step);
  Found all_of(const Entry &entry, const State &state, Words &out);
  void write(const Entry &entry, const State &state, const Step &step, Words &out) {
#ifndef NONET_LARGE_BOARDS
    if (entry.finder == Finder::kChains) {
      write_chain(out, work_.chains, work_.chains.hints[chosen_], step.rating);
      return;
    }
#endif
    if (entry.finder == Finder::kForcing) {
      const ForcingHint &hint = entry.is_whole() ? work_.forcing.hint : work_.forcing.hints[chosen_];
      work_.forcing.explain(out, state, mode_, hint, step.rating);
    } else {
      out.put_step(step);
    }
  }
};

#ifndef NONET_ANY_HOUSES
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

#endif

inline Found LogicSolver::first_forcing(const Entry &entry, const State &state, Step &step) {
  if (!has_room(entry, state)) return Found::kNothing;
  ForcingSearch &search = forcing();
  mode_ = kForcingModes[entry.size];
  const ForcingHint *hint = nullptr;
  for (;; mode_.inside++) {
    if (entry.is_whole()) {
      if (search.best(state, mode_)) hint = &search.hint;
    } else {
      search.collect(state, mode_);
      auto is_wanted = [&](int i) { return entry.techniques.has(technique_of(mode_, search.hints[i].kind)); };
      for (chosen_ = 0; chosen_ < search.hints_size && !is_wanted(chosen_);) chosen_++;
      if (chosen_ < search.hints_size) hint = &search.hints[chosen_];
    }
    if (hint || mode_.inside == mode_.deepest_inside || search.out_of_budget()) break;
  }
  nodes_ += search.nodes;
  if (is_cut(search)) return Found::kOutOfBudget;
  if (!hint) return Found::kNothing;
  step = forcing_step(search, *hint, mode_);
  step.rating = profile_.rated(step);
  return Found::kStep;
}

inline Found LogicSolver::all_forcing(const Entry &entry, const State &state, Words &out) {
  if (!has_room(entry, state)) return Found::kNothing;
  ForcingSearch &search = forcing();
  Mode mode = kForcingModes[entry.size];
  search.explaining = true;
  for (search.collect(state, mode); !search.hints_size && !search.out_of_budget(); search.collect(state, mode))
    if (mode.inside++ == mode.deepest_inside) break;
  nodes_ += search.nodes;
  search.explaining = false;
  if (is_cut(search)) return Found::kOutOfBudget;
  Found any = Found::kNothing;
  for (int i = 0; i < search.hints_size && !out.full; i++) {
    const ForcingHint &hint = search.hints[i];
    if (!entry.techniques.has(technique_of(mode, hint.kind))) continue;
    any = Found::kStep;
    search.write(out, hint, mode, profile_.rated(forcing_step(search, hint, mode)));
  }
  return is_cut(search) ? Found::kOutOfBudget : any;
}

#ifndef NONET_LARGE_BOARDS
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
#endif

// All steps of one entry as words.
inline Found LogicSolver::all_of(const Entry &entry, const State &state, Words &out) {
#ifndef NONET_LARGE_BOARDS
  if (entry.finder == Finder::kChains) return all_chains(entry, state, out);
#endif
  if (entry.finder == Finder::kForcing) return all_forcing(entry, state, out);
  Found found = Found::kNothing;
  find(work_, entry, state, [&](const Step &step) {
    if (!entry.techniques.has(step.technique)) return false;
    found = Found::kStep;
    Step rated = step;
    rated.rating = profile_.rated(step);
    out.put_step(rated);
    return out.full;
  });
  return found;
}

inline Found LogicSolver::all_words(const State &state, Words &out, bool everything, bool easier) {
  bool any = false;
  for (int i = 0; i < profile_.size; i++) {
    const Entry &entry = profile_.entries[i];
    if ((any || easier) && !everything && has(entry.finder, kLast)) break;
    if (interrupted(entry)) return Found::kOutOfBudget;
    const Found found = all_of(entry, state, out);
    if (found == Found::kOutOfBudget) return found;
    any = any || found == Found::kStep;
  }
  return any ? Found::kStep : Found::kNothing;
}

}  // namespace nonet::NONET_LOGIC

#endif
