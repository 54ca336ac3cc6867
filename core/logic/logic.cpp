// logic.cpp: the functions of core.h for the human solver. It checks every call, and asks the bulk solver whether a board
// has one solution.

#include "logic/rating.hpp"

#include <new>

#include "core.h"

namespace nonet::logic {
namespace {

constexpr size_t kRowsPerPoll = 16;  // of singles alone; each other search polls

struct Desk {
  LogicWorkspace logic;
  const Profile *profile = &kSeProfile;
  Profile own_profile;  // that of the call, if it brings one
  uint8_t *solver;      // the bulk solver's workspace, after this struct
  uint8_t solution[kCells];
};

size_t solver_at() { return (sizeof(Desk) + 63) / 64 * 64; }

Desk *open_desk(void *workspace, size_t bytes) {
  if (!workspace || (uintptr_t)workspace % 64 || bytes < nonet_logic_workspace_bytes()) return nullptr;
  Desk *desk = new (workspace) Desk;
  desk->solver = (uint8_t *)workspace + solver_at();
  return desk;
}

// Load one position. Placed digits that are none of the givens are not given; a given that is not placed is one.
void load(State &state, const uint8_t *digits, const uint16_t *marks, const nonet_options &options) {
  state.load(digits, marks);
  if (!options.givens) return;
  state.given = Cells{};
  for (int c = 0; c < kCells; c++)
    if (options.givens[c]) state.given.add(c);
}

// The status of a board with limit 2.
uint8_t solutions_of(const uint8_t *digits, Desk &desk) {
  uint8_t status = NONET_BAD_CELL;
  nonet_options options{};
  options.limit = 2;
  nonet_results results{};
  results.status = &status;
  results.solutions = desk.solution;
  results.solution_stride = kCells;
  if (nonet_solve(digits, kCells, nullptr, kCells, 1, &options, &results, desk.solver, nonet_workspace_bytes()) !=
      NONET_OK)
    return NONET_BAD_CELL;
  return status;
}

const uint8_t *solution_of(void *desk, const uint8_t *digits) {
  Desk &here = *(Desk *)desk;
  return solutions_of(digits, here) == NONET_UNIQUE ? here.solution : nullptr;
}

// Open the desk for a call; null if the call is bad.
Desk *prepare_desk(void *workspace, size_t bytes, const nonet_options &options) {
  Desk *desk = open_desk(workspace, bytes);
  if (!desk || options.premise > kRules) return nullptr;
  const Premise premise = (Premise)options.premise;
  desk->logic.watch(options.poll, options.poll_argument);
  desk->logic.solution = solution_of;
  desk->logic.solution_argument = desk;
  if (!options.profile && premise == kGivens) return desk;
  desk->profile = &desk->own_profile;
  if (options.profile) return desk->own_profile.build(*options.profile, premise) ? desk : nullptr;
  desk->own_profile = Profile::se(premise);
  return desk;
}

template <class IsUnique> uint8_t rate_state(const uint8_t *board, State &state, uint64_t budget, Desk &desk,
                                             Rating &rating, uint64_t &nodes, IsUnique is_unique) {
  desk.logic.queue = nullptr;
  LogicSolver solver(desk.logic, *desk.profile, budget);
  RatingEnd end = rate(solver, board, state, rating, is_unique);
  nodes = solver.nodes();
  if (end == RatingEnd::kOutOfBudget) return desk.logic.forcing.stopped ? NONET_CANCELLED : NONET_OUT_OF_BUDGET;
  if (end == RatingEnd::kRefused) rating = Rating{};
  return NONET_UNIQUE;
}

uint8_t rate_row(const uint8_t *digits, uint64_t budget, Desk &desk, Rating &rating, uint64_t &nodes) {
  if (has_conflict(digits)) return NONET_CONFLICT;
  State state;
  uint8_t solutions = NONET_UNIQUE;
  uint8_t status = rate_state(digits, state, budget, desk, rating, nodes,
                              [&] { return (solutions = solutions_of(digits, desk)) == NONET_UNIQUE; });
  return solutions == NONET_UNIQUE ? status : solutions;
}

void store(const nonet_ratings &results, size_t i, const Rating &rating, uint8_t status, uint64_t nodes) {
  results.ratings[i * 3] = rating.er;
  results.ratings[i * 3 + 1] = rating.ep;
  results.ratings[i * 3 + 2] = rating.ed;
  results.status[i] = status;
  if (results.hardest) results.hardest[i] = rating.hardest;
  if (results.steps) results.steps[i] = rating.steps;
  if (results.nodes) results.nodes[i] = nodes;
  if (results.counts)
    for (size_t t = 0; t < kTechniques; t++) results.counts[i * kTechniques + t] = (uint16_t)rating.counts[t];
}

bool is_board(const uint8_t *digits, const uint16_t *marks) {
  for (int c = 0; c < kCells; c++)
    if (digits[c] > 9 || marks[c] > kAllDigits) return false;
  return true;
}

}  // namespace
}  // namespace nonet::logic

using namespace nonet::logic;

const char *nonet_technique_name(size_t technique) {
  static const char *const names[] = {
#define TECHNIQUE(id, family, needs, se, finder, size) #id,
#include "logic/techniques.def"
  };
  return technique < kTechniques ? names[technique] : nullptr;
}

const char *nonet_technique_family(size_t technique) {
  static const char *const families[] = {
#define TECHNIQUE(id, family, needs, se, finder, size) #family,
#include "logic/techniques.def"
  };
  return technique < kTechniques ? families[technique] : nullptr;
}

unsigned nonet_technique_rating(size_t technique) { return technique < kTechniques ? kSeRating[technique] : 0; }

unsigned nonet_technique_premise(size_t technique) { return technique < kTechniques ? kNeeds[technique] : 0; }

size_t nonet_techniques(void) { return kTechniques; }

size_t nonet_logic_workspace_bytes(void) { return solver_at() + (nonet_workspace_bytes() + 63) / 64 * 64; }

int nonet_rate(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
               const nonet_options *options, const nonet_ratings *results, void *workspace, size_t workspace_bytes) {
  if (!options || !results || (n && (!cells || !results->ratings || !results->status))) return NONET_BAD_CALL;
  if (!nonet::rows_fit(cells_bytes, offsets, stride, n)) return NONET_BAD_CALL;
  Desk *desk = prepare_desk(workspace, workspace_bytes, *options);
  if (!desk) return NONET_BAD_CALL;
  const nonet::ByteMasks masks(options->blank);
  bool stopped = false;
  for (size_t i = 0; i < n; i++) {
    if (!stopped && options->poll && i % kRowsPerPoll == kRowsPerPoll - 1)
      stopped = options->poll(options->poll_argument) != 0;
    Rating rating;
    uint64_t nodes = 0;
    uint8_t digits[nonet::kCells], status = NONET_CANCELLED;
    if (!stopped) {
      bool readable = read_digits(cells + (offsets ? offsets[i] : i * stride), masks, digits);
      status = readable ? rate_row(digits, options->budget, *desk, rating, nodes) : (uint8_t)NONET_BAD_CELL;
      if (status == NONET_CANCELLED) stopped = true;
    }
    if (status == NONET_CANCELLED) rating = Rating{};
    store(*results, i, rating, status, nodes);
  }
  return stopped ? NONET_STOPPED : NONET_OK;
}

int nonet_rate_board(const uint8_t *digits, const uint16_t *marks, const nonet_options *options,
                     const nonet_ratings *results, void *workspace, size_t workspace_bytes) {
  if (!digits || !marks || !options || !results || !results->ratings || !results->status || !is_board(digits, marks))
    return NONET_BAD_CALL;
  Desk *desk = prepare_desk(workspace, workspace_bytes, *options);
  if (!desk) return NONET_BAD_CALL;
  State state;
  load(state, digits, marks, *options);
  Rating rating;
  uint64_t nodes = 0;
  uint8_t status = rate_state(nullptr, state, options->budget, *desk, rating, nodes, [] { return true; });
  store(*results, 0, rating, status, nodes);
  return status == NONET_CANCELLED ? NONET_STOPPED : NONET_OK;
}

int nonet_next_steps(const uint8_t *digits, const uint16_t *marks, int all, const nonet_options *options,
                     uint32_t *words, size_t capacity, size_t *written, uint8_t *status, void *workspace,
                     size_t workspace_bytes) {
  if (!digits || !marks || !options || !words || !written || !status || !is_board(digits, marks)) return NONET_BAD_CALL;
  Desk *desk = prepare_desk(workspace, workspace_bytes, *options);
  if (!desk) return NONET_BAD_CALL;
  State state;
  load(state, digits, marks, *options);
  LogicSolver solver(desk->logic, *desk->profile, options->budget);
  Words out(words, (uint32_t)(capacity < 0xFFFFFFFFu ? capacity : 0xFFFFFFFFu));
  Found found = all ? solver.all_words(state, out, all == 2, all == 3) : solver.next_words(state, out);
  bool stopped = desk->logic.forcing.stopped;
  *written = 0;
  *status = stopped ? NONET_CANCELLED : found == Found::kOutOfBudget ? NONET_OUT_OF_BUDGET : NONET_UNIQUE;
  if (stopped) return NONET_STOPPED;
  if (out.full) return NONET_MORE;
  if (found == Found::kStep) *written = out.size;
  return NONET_OK;
}
