// door.cpp: what a page calls: the functions of core.h with flat arguments, so that JavaScript writes no struct.
//
// All pointers are places in the module's memory, which the caller divides (js/engine/memory.js). Limits, budgets and
// counts are doubles here: exact up to 2^53. Results that core.h writes as 64-bit numbers are turned into doubles in
// place. The page is asked about every millisecond whether the call is to stop.

#include <string.h>

#include "core.h"

#define NONET_DOOR(name) extern "C" __attribute__((export_name(#name)))
#define NONET_PAGE(name) extern "C" __attribute__((import_module("page"), import_name(#name)))

NONET_PAGE(poll) int page_poll(void);

// The first byte that neither the code's data nor the stack uses, from the linker.
extern "C" uint8_t __heap_base;

namespace {

int poll(void *) { return page_poll(); }

uint64_t whole(double number) {
  if (!(number > 0)) return 0;
  return number < 0x1p63 ? (uint64_t)number : UINT64_MAX;
}

nonet_options options_of(double limit, double budget) {
  nonet_options options{};
  options.limit = whole(limit);
  options.budget = whole(budget);
  options.poll = poll;
  return options;
}

nonet_results results_of(uint8_t *solutions, size_t stride, uint64_t *counts, uint8_t *status, uint32_t *guesses) {
  nonet_results results{};
  results.solutions = solutions;
  results.solution_stride = stride;
  results.counts = counts;
  results.status = status;
  results.guesses = guesses;
  return results;
}

void to_doubles(uint64_t *numbers, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double number = (double)numbers[i];
    memcpy(numbers + i, &number, sizeof number);
  }
}

// guesses, rounds, lane rounds, solutions
void write_stats(const nonet_stats &stats, double *out) {
  out[0] = (double)stats.guesses;
  out[1] = (double)stats.rounds;
  out[2] = (double)stats.lane_rounds;
  out[3] = (double)stats.solutions;
}

// The human solver's options. A profile without rows is that of Sudoku Explainer.
struct LogicOptions {
  nonet_profile profile;
  nonet_options options;

  LogicOptions(double budget, const uint16_t *rows, size_t size, uint8_t counts_points, uint8_t searches,
               const uint8_t *givens, uint8_t premise)
      : profile{rows, size, counts_points, searches}, options(options_of(1, budget)) {
    if (size) options.profile = &profile;
    options.givens = givens;
    options.premise = premise;
  }
};

}  // namespace

NONET_DOOR(heap) uint8_t *door_heap(void) { return &__heap_base; }

// ---- classic boards -------------------------------------------------------------------------------------------------

NONET_DOOR(workspaceBytes) size_t door_workspace_bytes(void) { return nonet_workspace_bytes(); }

NONET_DOOR(solve)
int door_solve(const uint8_t *cells, const uint16_t *marks, size_t n, double limit, double budget, int any,
               uint8_t *solutions, uint64_t *counts, uint8_t *status, uint32_t *guesses, double *stats,
               void *workspace) {
  nonet_options options = options_of(limit, budget);
  options.any_solution = any != 0;
  nonet_results results = results_of(solutions, 81, counts, status, guesses);
  size_t bytes = nonet_workspace_bytes();
  int code = marks ? nonet_solve_marks(marks, n, &options, &results, workspace, bytes)
                   : nonet_solve(cells, n * 81, nullptr, 81, n, &options, &results, workspace, bytes);
  if (code == NONET_BAD_CALL) return code;
  to_doubles(counts, n);
  write_stats(results.stats, stats);
  return code;
}

NONET_DOOR(searchBegin) int door_search_begin(const uint16_t *marks, void *workspace) {
  return nonet_search_begin(marks, workspace, nonet_workspace_bytes());
}

NONET_DOOR(searchNext)
int door_search_next(double budget, uint8_t *solutions, size_t capacity, size_t *written, uint8_t *status,
                     double *stats, void *workspace) {
  nonet_options options = options_of(1, budget);
  nonet_stats found{};
  int code =
      nonet_search_next(&options, solutions, capacity, written, status, &found, workspace, nonet_workspace_bytes());
  write_stats(found, stats);
  return code;
}

// ---- boards of any size ---------------------------------------------------------------------------------------------

NONET_DOOR(tablesBytes)
size_t door_tables_bytes(uint32_t size, uint32_t count, const uint8_t *lengths, const uint16_t *cells) {
  nonet_houses houses{size, count, lengths, cells};
  return nonet_tables_bytes(&houses);
}

NONET_DOOR(tablesMake)
int door_tables_make(uint32_t size, uint32_t count, const uint8_t *lengths, const uint16_t *cells, void *tables,
                     size_t bytes) {
  nonet_houses houses{size, count, lengths, cells};
  return nonet_tables_make(&houses, tables, bytes);
}

NONET_DOOR(generalWorkspaceBytes) size_t door_general_workspace_bytes(const void *tables) {
  return nonet_general_workspace_bytes(tables);
}

NONET_DOOR(generalSolve)
int door_general_solve(const void *tables, size_t board, const uint8_t *cells, const uint64_t *marks, size_t n,
                       double limit, double budget, uint8_t *solutions, uint64_t *counts, uint8_t *status,
                       uint32_t *guesses, double *stats, void *workspace) {
  nonet_options options = options_of(limit, budget);
  nonet_results results = results_of(solutions, board, counts, status, guesses);
  size_t bytes = nonet_general_workspace_bytes(tables);
  int code =
      marks ? nonet_general_solve_marks(tables, marks, n, &options, &results, workspace, bytes)
            : nonet_general_solve(tables, cells, n * board, nullptr, board, n, &options, &results, workspace, bytes);
  if (code == NONET_BAD_CALL) return code;
  to_doubles(counts, n);
  write_stats(results.stats, stats);
  return code;
}

NONET_DOOR(generalBegin) int door_general_begin(const void *tables, const uint64_t *marks, void *workspace) {
  return nonet_general_begin(tables, marks, workspace, nonet_general_workspace_bytes(tables));
}

NONET_DOOR(generalNext)
int door_general_next(double budget, uint8_t *solutions, size_t capacity, size_t *written, uint8_t *status,
                      double *stats, void *workspace, size_t workspace_bytes) {
  nonet_options options = options_of(1, budget);
  nonet_stats found{};
  int code = nonet_general_next(&options, solutions, capacity, written, status, &found, workspace, workspace_bytes);
  write_stats(found, stats);
  return code;
}

NONET_DOOR(generalPrune)
int door_general_prune(const void *tables, uint64_t *marks, uint8_t *status, void *workspace) {
  return nonet_general_prune(tables, marks, status, workspace, nonet_general_workspace_bytes(tables));
}

// ---- the human solver -----------------------------------------------------------------------------------------------

NONET_DOOR(techniqueName) const char *door_technique_name(size_t technique) { return nonet_technique_name(technique); }

NONET_DOOR(techniqueFamily) const char *door_technique_family(size_t technique) {
  return nonet_technique_family(technique);
}

NONET_DOOR(techniqueRating) unsigned door_technique_rating(size_t technique) {
  return nonet_technique_rating(technique);
}

NONET_DOOR(techniquePremise) unsigned door_technique_premise(size_t technique) {
  return nonet_technique_premise(technique);
}

NONET_DOOR(logicWorkspaceBytes) size_t door_logic_workspace_bytes(void) { return nonet_logic_workspace_bytes(); }

// Rate n boards; with `marks`, the one position of `cells` and `marks`.
NONET_DOOR(rate)
int door_rate(const uint8_t *cells, const uint16_t *marks, size_t n, double budget, const uint16_t *profile,
              size_t profile_size, int counts_points, int searches, const uint8_t *givens, int premise,
              uint16_t *ratings, uint8_t *status, uint8_t *hardest, uint32_t *steps, uint16_t *counts, uint64_t *nodes,
              void *workspace) {
  const LogicOptions logic(budget, profile, profile_size, (uint8_t)counts_points, (uint8_t)searches, givens,
                           (uint8_t)premise);
  const nonet_ratings results{ratings, status, hardest, steps, counts, nodes};
  size_t bytes = nonet_logic_workspace_bytes();
  int code = marks ? nonet_rate_board(cells, marks, &logic.options, &results, workspace, bytes)
                   : nonet_rate(cells, n * 81, nullptr, 81, n, &logic.options, &results, workspace, bytes);
  if (code != NONET_BAD_CALL) to_doubles(nodes, n);
  return code;
}

NONET_DOOR(nextSteps)
int door_next_steps(const uint8_t *digits, const uint16_t *marks, int all, double budget, const uint16_t *profile,
                    size_t profile_size, int counts_points, int searches, const uint8_t *givens, int premise,
                    uint32_t *words, size_t capacity, size_t *written, uint8_t *status, void *workspace) {
  const LogicOptions logic(budget, profile, profile_size, (uint8_t)counts_points, (uint8_t)searches, givens,
                           (uint8_t)premise);
  return nonet_next_steps(digits, marks, all, &logic.options, words, capacity, written, status, workspace,
                          nonet_logic_workspace_bytes());
}

// ---- new puzzles and equivalent ones --------------------------------------------------------------------------------

NONET_DOOR(generateWorkspaceBytes) size_t door_generate_workspace_bytes(void) {
  return nonet_generate_workspace_bytes();
}

NONET_DOOR(generate)
int door_generate(uint64_t seed, uint64_t first, size_t n, const uint8_t *orbits, uint32_t min_givens,
                  uint32_t max_givens, uint32_t attempts, int minimal, int fixed, uint8_t *puzzles, uint8_t *solutions,
                  uint8_t *status, void *workspace) {
  const nonet_puzzle_spec spec{orbits, min_givens, max_givens, attempts, minimal != 0, fixed != 0};
  const nonet_options options = options_of(2, 0);
  return nonet_generate(seed, first, n, &spec, &options, puzzles, solutions, status, workspace,
                        nonet_generate_workspace_bytes());
}

NONET_DOOR(canonical)
int door_canonical(const uint8_t *cells, size_t n, uint8_t *canonical, nonet_transform *transforms,
                   uint64_t *automorphisms, uint8_t *status) {
  const nonet_options options = options_of(1, 0);
  memset(automorphisms, 0, n * sizeof *automorphisms);
  int code = nonet_canonical(cells, n * 81, nullptr, 81, n, &options, canonical, transforms, automorphisms, status);
  if (code != NONET_BAD_CALL) to_doubles(automorphisms, n);
  return code;
}
