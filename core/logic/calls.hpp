// calls.hpp: the functions of core.h for one position, on any geometry (geometry.hpp).
#ifndef NONET_LOGIC_CALLS_HPP
#define NONET_LOGIC_CALLS_HPP

#include "logic/any_houses.hpp"
#include "logic/rating.hpp"

namespace nonet::NONET_LOGIC {

// What a call works with.
struct Desk {
  LogicWorkspace logic;
  const Profile *profile = &kSeProfile;
  Profile own_profile;  // that of the call, if it brings one

  // Take what the options say; false if they are not valid.
  bool prepare(const nonet_options &options) {
    if (options.premise > kRules) return false;
    const Premise premise = (Premise)options.premise;
    logic.watch(options.poll, options.poll_argument);
    if (!options.profile && premise == kGivens) return true;
    profile = &own_profile;
    if (options.profile) return own_profile.build(*options.profile, premise);
    own_profile = Profile::se(premise);
    return true;
  }
};

// Load one position. Placed digits that are not among the givens are not given; a given that is not placed is one.
inline void load(State &state, const uint8_t *digits, const uint64_t *marks, const nonet_options &options) {
  state.load(digits, marks);
  if (!options.givens) return;
  state.given = Cells{};
  for (int c = 0; c < geometry().cells; c++)
    if (options.givens[c]) state.given.add(c);
}

template <class IsUnique> uint8_t rate_state(const uint8_t *board, State &state, uint64_t budget, Desk &desk,
                                             Rating &rating, uint64_t &nodes, IsUnique is_unique) {
#ifndef NONET_ANY_HOUSES
  desk.logic.queue = nullptr;
#endif
  LogicSolver solver(desk.logic, *desk.profile, budget);
  RatingEnd end = rate(solver, board, state, rating, is_unique);
  nodes = solver.nodes();
  if (end == RatingEnd::kOutOfBudget) return desk.logic.forcing.stopped ? NONET_CANCELLED : NONET_OUT_OF_BUDGET;
  if (end == RatingEnd::kRefused) rating = Rating{};
  return NONET_UNIQUE;
}

constexpr size_t kCounted = kClassic ? kClassicTechniques : kTechniques;  // techniques

inline void store(const nonet_ratings &results, size_t i, const Rating &rating, uint8_t status, uint64_t nodes) {
  results.ratings[i * 3] = rating.er;
  results.ratings[i * 3 + 1] = rating.ep;
  results.ratings[i * 3 + 2] = rating.ed;
  results.status[i] = status;
  if (results.hardest) results.hardest[i] = rating.hardest;
  if (results.steps) results.steps[i] = rating.steps;
  if (results.nodes) results.nodes[i] = nodes;
  if (results.counts)
    for (size_t t = 0; t < kCounted; t++) results.counts[i * kCounted + t] = (uint16_t)rating.counts[t];
}

inline bool is_position(const uint8_t *digits, const uint64_t *marks) {
  for (int c = 0; c < geometry().cells; c++)
    if (digits[c] > geometry().size || marks[c] > geometry().digits) return false;
  return true;
}

// nonet_rate_board.
inline int rate_position(const uint8_t *digits, const uint64_t *marks, const nonet_options &options,
                         const nonet_ratings &results, Desk &desk) {
  if (!is_position(digits, marks)) return NONET_BAD_CALL;
  State state;
  load(state, digits, marks, options);
  Rating rating;
  uint64_t nodes = 0;
  uint8_t status = rate_state(nullptr, state, options.budget, desk, rating, nodes, [] { return true; });
  store(results, 0, rating, status, nodes);
  return status == NONET_CANCELLED ? NONET_STOPPED : NONET_OK;
}

// The steps of nonet_path: each is applied before the next one is looked for. `written` are the words of whole steps.
inline Found find_path(State &state, const StepsCall &call, Words &out, Desk &desk) {
  Found found = Found::kStep;
  for (size_t i = 0; i < call.number && state.left && found == Found::kStep; i++) {
    LogicSolver solver(desk.logic, *desk.profile, call.options->budget);
    Step step(k_full_house);
    found = solver.next_words(state, step, out);
    if (found != Found::kStep || out.full) break;
    *call.written = out.size;
    step.apply(state);
    if (step.places() && !call.options->givens) state.given.add(step.place_cell);
  }
  return found;
}

// nonet_path and nonet_all_steps.
inline int steps_of_position(const StepsCall &call, Desk &desk) {
  if (!is_position(call.digits, call.marks)) return NONET_BAD_CALL;
  Words out(call.words, (uint32_t)(call.capacity < 0xFFFFFFFFu ? call.capacity : 0xFFFFFFFFu));
  State state;
  load(state, call.digits, call.marks, *call.options);
  *call.written = 0;
  Found found;
  if (call.all) {
    LogicSolver solver(desk.logic, *desk.profile, call.options->budget);
    found = solver.all_words(state, out, call.number == NONET_ALL_CHAINS, call.number == NONET_NO_CHAINS);
  } else {
    found = find_path(state, call, out, desk);
  }
  const bool stopped = desk.logic.forcing.stopped;
  *call.status = stopped ? NONET_CANCELLED : found == Found::kOutOfBudget ? NONET_OUT_OF_BUDGET : NONET_UNIQUE;
  if (stopped) return NONET_STOPPED;
  if (out.full && !*call.written) return NONET_MORE;
  if (call.all && found == Found::kStep) *call.written = out.size;
  return NONET_OK;
}

}  // namespace nonet::NONET_LOGIC

#endif
