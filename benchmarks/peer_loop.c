/* The innermost loop of a fair comparison: call a solver of one puzzle at a time from C, as its own benchmark would, so
 * that no Python stands between two puzzles. compare.py compiles it into a temporary directory.
 *
 * Puzzles are 81 characters and a line end each, as such solvers expect; `solve` has the signature
 * (puzzle, limit, configuration, solution, guesses) -> number of solutions. */
#define _POSIX_C_SOURCE 200809L
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef size_t (*solver)(const char *, size_t, uint32_t, char *, size_t *);

double run_all(solver solve, const char *puzzles, size_t n, size_t limit, uint8_t *counts, uint64_t *guesses) {
  char solution[128];
  struct timespec begun, ended;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
  for (size_t i = 0; i < n; i++) {
    size_t tried = 0;
    counts[i] = (uint8_t)solve(puzzles + 82 * i, limit, 0, solution, &tried);
    *guesses += tried;
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
  return (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
}
