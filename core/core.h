/* core.h: the only door into the native core.
 *
 * Flat arrays in, flat arrays out. The caller owns every buffer, every search has a limit and a budget, and one
 * puzzle or millions go through the same functions. Nothing here allocates, throws, prints, or keeps a pointer
 * after it returns. A bad row gets a status of its own and never disturbs its neighbours; a bad *call* (a null
 * pointer, a length that does not fit) returns an error code and writes nothing.
 *
 * A board is 81 bytes in reading order. A byte is a digit as a number (1-9) or as ASCII ('1'-'9'), or a blank:
 * 0 or one of the ASCII characters "0.*_-", or `options.blank`. Candidates ("marks") of a sukaku are 81 masks
 * of 16 bits, bit d-1 for digit d.
 *
 * The functions are reentrant: calls in different threads need only different workspaces. */
#ifndef NONET_CORE_H
#define NONET_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of one row. */
enum {
  NONET_UNIQUE = 0,        /* exactly one solution, proved */
  NONET_MULTIPLE = 1,      /* two or more; `counts` is exact if below the limit */
  NONET_FOUND = 2,         /* limit was 1: a solution exists, others were not looked for */
  NONET_NO_SOLUTION = 3,   /* proved */
  NONET_CONFLICT = 4,      /* no solution, and two equal givens in one house show it */
  NONET_BAD_CELL = 5,      /* a byte that is neither a digit nor a blank, or a mask outside 0-511 */
  NONET_OUT_OF_BUDGET = 6, /* the budget is spent; `counts` is "at least" */
  NONET_CANCELLED = 7      /* `poll` asked to stop before this row was finished */
};

/* What became of a call. */
enum {
  NONET_OK = 0,
  NONET_BAD_CALL = 1, /* a null pointer, a size that does not fit, a workspace too small or misaligned */
  NONET_STOPPED = 2,  /* `poll` returned nonzero; unfinished rows are NONET_CANCELLED */
  NONET_MORE = 3      /* nonet_search_next: the buffer is full, there may be more */
};

typedef struct nonet_options {
  uint64_t limit;  /* stop a row at this many solutions; at least 1 */
  uint64_t budget; /* guesses allowed per row; 0 for no bound */
  uint8_t blank;   /* one more byte to read as a blank; 0 for none */
  /* Nonzero: of several solutions any will do, and so will any count that a budget leaves. It lets a hard row be
   * searched in many lanes at once in more cases. Else nothing that is reported of a row depends on its neighbours, but
   * for `guesses` where there are several solutions: the last rows of a call are searched in several lanes, in another
   * order. */
  uint8_t any_solution;
  int (*poll)(void *); /* called now and then; nonzero stops the call; may be null */
  void *poll_argument;
} nonet_options;

typedef struct nonet_stats {
  uint64_t guesses;     /* branchings */
  uint64_t rounds;      /* propagation rounds of all lanes together */
  uint64_t lane_rounds; /* the sum over rounds of the lanes that were at work */
  uint64_t solutions;   /* solutions met, of all rows */
} nonet_stats;

typedef struct nonet_results {
  uint8_t *solutions;     /* null, or where the first solution of row i goes: solutions + i * solution_stride */
  size_t solution_stride; /* at least 81 */
  uint8_t zero;           /* added to each digit written: 0 for numbers, '0' for ASCII */
  uint64_t *counts;       /* null, or n counts */
  uint8_t *status;        /* n of the row states above */
  uint32_t *guesses;      /* null, or n numbers of guesses */
  nonet_stats stats;      /* filled in */
} nonet_results;

/* The instruction sets that this build has and this machine can run, best first; index from 0, null past the end. */
const char *nonet_isa_name(size_t index);
/* Puzzles that the instruction set works on side by side; 0 past the end. */
size_t nonet_isa_lanes(size_t index);
/* The index of the set in use: the best one, or what NONET_ISA in the environment names. */
size_t nonet_isa_current(void);
/* Use another one from now on, for tests and benchmarks. Returns NONET_BAD_CALL where there is none. */
int nonet_isa_use(size_t index);

/* Bytes of scratch memory that a call needs (64-byte aligned), the same for every instruction set. */
size_t nonet_workspace_bytes(void);

/* Solve n boards. Row i starts at cells + offsets[i], or at cells + i * stride where offsets is null; all 81 bytes
 * must lie inside cells_bytes. */
int nonet_solve(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                const nonet_options *options, nonet_results *results, void *workspace, size_t workspace_bytes);

/* The same for n boards of candidates, 81 masks each. */
int nonet_solve_marks(const uint16_t *marks, size_t n, const nonet_options *options, nonet_results *results,
                      void *workspace, size_t workspace_bytes);

/* Enumerate the solutions of one board of candidates, a bufferful at a time: begin once, then call next until it
 * returns NONET_OK (the end) instead of NONET_MORE. The search lives in the workspace in between and may only be
 * continued under the instruction set it was begun with (this is checked). `options.limit` is not used. */
int nonet_search_begin(const uint16_t *marks, void *workspace, size_t workspace_bytes);
/* Writes up to `capacity` solutions of 81 bytes (digits 1-9) and their number; `status` is NONET_OUT_OF_BUDGET when
 * the budget ended the search, else NONET_UNIQUE. */
int nonet_search_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                      uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes);

/* Find the boards in text: one line each, 81 characters and then the end, or one of "#,;" or white space and a comment.
 *
 * Reads whole lines from text[0, bytes). Writes the offset of every plain board to `offsets`. Empty lines and lines that
 * start with '#' are counted and passed over. At the first line that is anything else the scan stops in front of it: such a line
 * needs a better reader. Without `last`, an unfinished line at the end is left alone. */
typedef struct nonet_scan {
  size_t rows;     /* boards found */
  size_t lines;    /* line ends passed */
  size_t consumed; /* bytes passed: the next line starts here */
  int odd_line;    /* nonzero if the scan stopped in front of a line it cannot read */
} nonet_scan;
int nonet_scan_lines(const uint8_t *text, size_t bytes, int last, uint64_t *offsets, uint32_t *line_numbers,
                     size_t capacity, nonet_scan *scan);

/* ---- boards of any size and any houses ------------------------------------------------------------------------- */

/* A board has `size` rows, columns and digits, 1 to 36, and cells 0 to size * size - 1 in reading order. A house is a set
 * of at most `size` cells that must all differ; one with exactly `size` cells holds every digit. Rows, columns and boxes
 * are houses like any other: nothing is taken for granted. */
typedef struct nonet_houses {
  uint32_t size;
  uint32_t count;         /* houses, at most 1,024; 16,384 cells in all, and no cell in more than 16 houses */
  const uint8_t *lengths; /* of each house */
  const uint16_t *cells;  /* of the first house, ascending, then of the second, and so on */
} nonet_houses;

/* Bytes of the tables (64-byte aligned) that are made of houses once and used for any number of boards; 0 if the houses
 * cannot be used. */
size_t nonet_tables_bytes(const nonet_houses *houses);
/* Fill in the tables. They point nowhere: they may be copied, and used by several threads. The functions below trust them
 * as far as they trust this one, which wrote them. */
int nonet_tables_make(const nonet_houses *houses, void *tables, size_t tables_bytes);
/* Bytes of scratch memory (64-byte aligned) for one search at a time; 0 if these are no tables. */
size_t nonet_general_workspace_bytes(const void *tables);

/* As nonet_solve, with size * size bytes for a board. A byte is a digit as a number, or as its sign: '1' to '9' on boards
 * up to 9x9; on larger ones 'A' to 'Z' for 1 to 26 and 'a' to 'j' for 27 to 36. Blanks are those of nonet_solve.
 * `results.zero` is 0 for numbers, anything else for signs. Of the counters, `rounds` and `lane_rounds` are the runs of
 * propagation: one for each board, each guess and each conflict. */
int nonet_general_solve(const void *tables, const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets,
                        size_t stride, size_t n, const nonet_options *options, nonet_results *results, void *workspace,
                        size_t workspace_bytes);
/* As nonet_solve_marks, with size * size masks of 64 bits for a board. */
int nonet_general_solve_marks(const void *tables, const uint64_t *marks, size_t n, const nonet_options *options,
                              nonet_results *results, void *workspace, size_t workspace_bytes);
/* As nonet_search_begin and nonet_search_next. `tables` must stay what they are as long as the search lasts. */
int nonet_general_begin(const void *tables, const uint64_t *marks, void *workspace, size_t workspace_bytes);
int nonet_general_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                       uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes);
/* Cross out what follows without a guess (singles in cells and houses, locked candidates), in place. `status` becomes
 * NONET_NO_SOLUTION where that shows that there is none, NONET_UNIQUE where all cells are settled, else NONET_MULTIPLE. */
int nonet_general_prune(const void *tables, uint64_t *marks, uint8_t *status, void *workspace, size_t workspace_bytes);

/* ---- the human solver ------------------------------------------------------------------------------------------------ */

/* Techniques are known by their row, from 0, in the order in which the easiest-first loop meets them (logic/techniques.def).
 * Name and family are null past the end; the rating is the one of Sudoku Explainer 1.2.1, in hundredths, before anything is
 * added for length or size. */
const char *nonet_technique_name(size_t technique);
const char *nonet_technique_family(size_t technique);
unsigned nonet_technique_rating(size_t technique);
size_t nonet_techniques(void); /* how many there are */

/* Bytes of scratch memory (64-byte aligned) for the functions below; most of it is only touched by very hard boards. */
size_t nonet_logic_workspace_bytes(void);

typedef struct nonet_ratings {
  uint16_t *ratings; /* n times ER, EP, ED in tenths; ER is 200 where the profile has no step before the end */
  uint8_t *status;   /* n: NONET_UNIQUE, or why there is no rating; NONET_OUT_OF_BUDGET: the ratings are "at least" */
  uint8_t *hardest;  /* null, or n techniques; 255 for none */
  uint32_t *steps;   /* null, or n numbers of steps */
  uint16_t *counts;  /* null, or n times nonet_techniques() numbers of steps */
  uint64_t *nodes;   /* null, or n numbers of nodes of chains that were looked at */
} nonet_ratings;

/* Rate n classic boards by the profile `se`. Rows are those of nonet_solve; of the options `budget` counts nodes of chains
 * per row, `limit` and `any_solution` are not used. */
int nonet_rate(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
               const nonet_options *options, const nonet_ratings *results, void *workspace, size_t workspace_bytes);

/* The same for one board in the midst of things, given as nonet_next_steps takes it, and like there taken as it is: ask
 * nonet_solve first whether it has one solution. */
int nonet_rate_board(const uint8_t *digits, const uint16_t *marks, const nonet_options *options,
                     const nonet_ratings *results, void *workspace, size_t workspace_bytes);

/* The easiest next step of one board, or with `all` every step that can be seen now (chains only where nothing else is, and
 * of these only the first kind that there is).
 *
 * `digits` are 81 digits placed (0 for none), `marks` 81 masks of candidates; the masks of filled cells do not count.
 * Nothing is checked or crossed out: the board is taken as it is, and need not have a solution.
 *
 * Writes words, step after step (`written` of them, 0 where there is no step):
 *   0  technique | kind << 8 | rating in hundredths << 16; kind: 1 contradiction, 2 double, 3 cell, 4 house, else 0
 *   1  nodes of all chains    2  words of this whole step    3  cell | digit << 8 that is placed, or 0xFFFFFFFF
 *   4  removes | houses << 8 | marks << 16 | chains << 24    5  steps inside
 * then removes: cell | mask << 16; houses: rows 0-8, columns 9-17, boxes 18-26; marks: role | cell << 8 | mask << 16 (roles as
 * in logic/step.hpp); chains: the number of nodes, then for each node: cell | digit << 8 | on << 12 | cause << 13 (as in
 * logic/links.hpp) | parents << 16, the step inside that is its cause (from 1, else 0), and its parents, numbers of earlier
 * nodes; and the steps inside, in this form.
 * `status` is NONET_UNIQUE, NONET_OUT_OF_BUDGET when the budget cut the search short, or NONET_CANCELLED. A step that does
 * not fit makes the call NONET_MORE: `written` is 0, and a larger buffer may do. */
int nonet_next_steps(const uint8_t *digits, const uint16_t *marks, int all, const nonet_options *options,
                     uint32_t *words, size_t capacity, size_t *written, uint8_t *status, void *workspace,
                     size_t workspace_bytes);

/* ---- new puzzles ------------------------------------------------------------------------------------------------------- */

/* What a generated puzzle is to be. Cells go together in parts, numbered from 0 without gaps: a part is one cell, or the
 * cells that a symmetry ties together, and it is given whole or not at all. */
typedef struct nonet_wish {
  const uint8_t *part;      /* of each of the 81 cells: its part, or 255 for a cell that is never given */
  uint32_t lowest, highest; /* how many givens, both included */
  uint32_t attempts;        /* full boards to try for each puzzle, at least 1 */
  uint8_t minimal;          /* nonzero: no part can go without losing uniqueness */
  uint8_t all;              /* nonzero: all parts are given */
} nonet_wish;

size_t nonet_generate_workspace_bytes(void);

/* Make n puzzles with one solution. Puzzle i depends on `seed`, `first` + i and the wish, on nothing else: not on the machine,
 * the instruction set, the other puzzles or the version. Its digits (0 for blank) go to puzzles + i * 81, and its solution
 * to solutions + i * 81 (if not null). `status` is NONET_UNIQUE; or NONET_OUT_OF_BUDGET after `attempts` boards, and then the
 * puzzle is the nearest that was found (unique, but with another number of givens), or all blank if there was none;
 * or NONET_CANCELLED. Of the options only `poll` is used. */
int nonet_generate(uint64_t seed, uint64_t first, size_t n, const nonet_wish *wish, const nonet_options *options,
                   uint8_t *puzzles, uint8_t *solutions, uint8_t *status, void *workspace, size_t workspace_bytes);

/* ---- the same puzzle in other clothes ---------------------------------------------------------------------------------- */

/* A symmetry of Sudoku: cell (r, c) of the new board is cell (rows[r], columns[c]) of the old one, turned about its main
 * diagonal before where `transposed`; digit d becomes digits[d - 1]. Rows and columns keep bands and stacks together.
 * There are 1,218,998,108,160 of them, and each has a number. */
typedef struct nonet_transform {
  uint8_t transposed;
  uint8_t rows[9], columns[9], digits[9];
} nonet_transform;

/* The symmetry of a number below 2 * 6^8 * 9!; and one at random: number i of a seed, the same everywhere and for ever. */
int nonet_transform_of(uint64_t number, nonet_transform *transform);
int nonet_random_transforms(uint64_t seed, uint64_t first, size_t n, nonet_transform *transforms);

/* Carry boards over: board i of the n in the result is board i / repeat of the source, by transform i. Boards are 81 digits 0-9;
 * a byte above 9 or a transform that is none is a bad call (what was written before it stays). */
int nonet_apply_transforms(const uint8_t *boards, size_t n, size_t repeat, const nonet_transform *transforms,
                           uint8_t *result);

/* The canonical form of n boards, rows as in nonet_solve: of all boards that are the same puzzle the one whose digits, blanks
 * as 0, read as the smallest number. `status` is NONET_FOUND, NONET_CONFLICT or NONET_BAD_CELL (and the row is left alone).
 * `canonical` (81 digits 0-9 each), `transforms` (that lead there) and `automorphisms` (the ways to map the board
 * onto itself, renaming of digits that do not occur included) may be null. */
int nonet_canonical(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                    const nonet_options *options, uint8_t *canonical, nonet_transform *transforms,
                    uint64_t *automorphisms, uint8_t *status);

#ifdef __cplusplus
}
#endif
#endif
