// logic.cpp: the functions of core.h for the human solver. It checks every call, and asks the bulk solver whether a board
// has one solution. With NONET_CLASSIC it leaves out boards with other houses.

#include "logic/calls.hpp"

namespace nonet::logic {
namespace {

constexpr size_t kRowsPerPoll = 16;  // of singles alone; each other search polls

struct ClassicDesk : Desk {
  uint8_t *solver;  // the bulk solver's workspace, after this struct
  uint8_t solution[kCells];
};

size_t solver_at() { return (sizeof(ClassicDesk) + 63) / 64 * 64; }

ClassicDesk *open_desk(void *workspace, size_t bytes) {
  if (!workspace || (uintptr_t)workspace % 64 || bytes < nonet_logic_workspace_bytes()) return nullptr;
  ClassicDesk *desk = new (workspace) ClassicDesk;
  desk->solver = (uint8_t *)workspace + solver_at();
  return desk;
}

// The status of a board with limit 2.
uint8_t solutions_of(const uint8_t *digits, ClassicDesk &desk) {
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
  ClassicDesk &here = *(ClassicDesk *)desk;
  return solutions_of(digits, here) == NONET_UNIQUE ? here.solution : nullptr;
}

// Open the desk for a call; null if the call is bad.
ClassicDesk *prepare_desk(void *workspace, size_t bytes, const nonet_options &options) {
  ClassicDesk *desk = open_desk(workspace, bytes);
  if (!desk || !desk->prepare(options)) return nullptr;
  desk->logic.solution = solution_of;
  desk->logic.solution_argument = desk;
  return desk;
}

uint8_t rate_row(const uint8_t *digits, uint64_t budget, ClassicDesk &desk, Rating &rating, uint64_t &nodes) {
  if (has_conflict(digits)) return NONET_CONFLICT;
  State state;
  uint8_t solutions = NONET_UNIQUE;
  uint8_t status = rate_state(digits, state, budget, desk, rating, nodes,
                              [&] { return (solutions = solutions_of(digits, desk)) == NONET_UNIQUE; });
  return solutions == NONET_UNIQUE ? status : solutions;
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

size_t nonet_technique_largest(size_t technique) {
  if (technique >= kTechniques) return 0;
  int usual = largest_board(kSearches[(int)Manner::kSe].of[technique]);
  return (size_t)(usual ? usual : largest_board(kSearches[(int)Manner::kSukaku].of[technique]));
}

size_t nonet_techniques(void) { return kClassicTechniques; }

size_t nonet_general_techniques(void) { return kTechniques; }

size_t nonet_logic_workspace_bytes(void) {
  size_t most = solver_at() + (nonet_workspace_bytes() + 63) / 64 * 64;
#ifndef NONET_CLASSIC
  for (const nonet::HouseSolver *solver :
       {&nonet::any_logic::kSolver, &nonet::medium_logic::kSolver, &nonet::large_logic::kSolver})
    if (solver->workspace_bytes > most) most = solver->workspace_bytes;
#endif
  return most;
}

int nonet_rate(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
               const nonet_options *options, const nonet_ratings *results, void *workspace, size_t workspace_bytes) {
  if (!options || !results || (n && (!cells || !results->ratings || !results->status))) return NONET_BAD_CALL;
  if (!nonet::rows_fit(cells_bytes, offsets, stride, n)) return NONET_BAD_CALL;
  ClassicDesk *desk = prepare_desk(workspace, workspace_bytes, *options);
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

int nonet_rate_board(const uint8_t *digits, const uint64_t *marks, const nonet_options *options,
                     const nonet_ratings *results, void *workspace, size_t workspace_bytes) {
  if (!digits || !marks || !options || !results || !results->ratings || !results->status) return NONET_BAD_CALL;
#ifndef NONET_CLASSIC
  if (options->board)
    return nonet::solver_of(*options->board).rate(digits, marks, *options, *results, workspace, workspace_bytes);
#endif
  ClassicDesk *desk = prepare_desk(workspace, workspace_bytes, *options);
  return desk ? rate_position(digits, marks, *options, *results, *desk) : NONET_BAD_CALL;
}

static int find_steps(const nonet::StepsCall &call) {
  if (!call.digits || !call.marks || !call.options || !call.words || !call.written || !call.status)
    return NONET_BAD_CALL;
#ifndef NONET_CLASSIC
  if (call.options->board) return nonet::solver_of(*call.options->board).steps(call);
#endif
  ClassicDesk *desk = prepare_desk(call.workspace, call.workspace_bytes, *call.options);
  return desk ? steps_of_position(call, *desk) : NONET_BAD_CALL;
}

int nonet_path(const uint8_t *digits, const uint64_t *marks, size_t most, const nonet_options *options, uint32_t *words,
               size_t capacity, size_t *written, uint8_t *status, void *workspace, size_t workspace_bytes) {
  return find_steps(
      {digits, marks, false, most, options, words, capacity, written, status, workspace, workspace_bytes});
}

int nonet_all_steps(const uint8_t *digits, const uint64_t *marks, int chains, const nonet_options *options,
                    uint32_t *words, size_t capacity, size_t *written, uint8_t *status, void *workspace,
                    size_t workspace_bytes) {
  if (chains < NONET_LAST_CHAINS || chains > NONET_NO_CHAINS) return NONET_BAD_CALL;
  return find_steps(
      {digits, marks, true, (size_t)chains, options, words, capacity, written, status, workspace, workspace_bytes});
}
