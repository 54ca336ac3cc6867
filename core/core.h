/* core.h: the public C API of the core, and the only header that code outside core/ may include.
 *
 * CONVENTIONS
 *   Memory     Flat arrays in, flat arrays out. The caller owns every buffer. No function allocates, prints, throws, or
 *              keeps a pointer after it returns. Scratch memory ("workspace") must be aligned to 64 bytes; a function
 *              with `workspace_bytes` in its name returns its size.
 *   Threads    All functions are reentrant. Calls in different threads need different workspaces, nothing else.
 *   Limits     Every search has a limit or a budget, and calls `poll` at least every few milliseconds, often every few
 *              microseconds. `poll` may call functions of the core itself, with another workspace.
 *   Errors     A bad call (null pointer, wrong length, misaligned workspace) returns NONET_BAD_CALL and writes nothing,
 *              unless its description says otherwise. A bad row gets a status and does not affect other rows.
 *   Results    The results of a row do not depend on the other rows, the thread or the instruction set. The exception
 *              is `guesses` of rows with several solutions; see nonet_options.
 *
 * DATA
 *   Board      81 bytes in reading order. A byte is a digit as a number (1-9) or as ASCII ('1'-'9'), or a blank: 0, one
 *              of the ASCII characters "0.*_-", or `options.blank`.
 *   Marks      The candidates of a board: 81 masks of 16 bits. Bit d-1 stands for digit d.
 *   Rows       The boards of one call. Row i starts at cells + offsets[i], or at cells + i * stride if offsets is null.
 *              All bytes of all rows must lie inside cells_bytes.
 *
 * CONTENTS
 *   Classic boards        nonet_isa_*, nonet_compiler, nonet_solve, nonet_solve_marks, nonet_search_*, nonet_read_board,
 *                         nonet_scan_lines
 *   Tables as text        nonet_scan_table, nonet_compare_fields, nonet_write_table
 *   Boards of any size    nonet_tables_*, nonet_model_*, nonet_general_*, nonet_prove*
 *   The human solver      nonet_technique*, nonet_general_techniques, nonet_rate*, nonet_path, nonet_all_steps
 *   New puzzles           nonet_generate
 *   Exact counts          nonet_contraction_*
 *   Equivalent puzzles    nonet_transform_of, nonet_random_transforms, nonet_apply_transforms, nonet_canonical */
#ifndef NONET_CORE_H
#define NONET_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The status of a row. */
enum {
  NONET_UNIQUE = 0,        /* exactly one solution, proved */
  NONET_MULTIPLE = 1,      /* two or more solutions; `counts` is exact if it is below the limit */
  NONET_FOUND = 2,         /* the limit was 1: there is a solution, and the search stopped there */
  NONET_NO_SOLUTION = 3,   /* proved to have none */
  NONET_CONFLICT = 4,      /* no solution: two equal givens in one house */
  NONET_BAD_CELL = 5,      /* a byte is neither a digit nor a blank, or a mask is out of range */
  NONET_OUT_OF_BUDGET = 6, /* the budget is spent; `counts` is a lower bound */
  NONET_CANCELLED = 7      /* `poll` stopped the call before this row was finished */
};

/* The return value of a call. */
enum {
  NONET_OK = 0,
  NONET_BAD_CALL = 1, /* a null pointer, a size that does not fit, a workspace too small or misaligned */
  NONET_STOPPED = 2,  /* `poll` returned nonzero; unfinished rows are NONET_CANCELLED */
  NONET_MORE = 3      /* the buffer is full; there may be more */
};

/* What the human solver tries, in order, and what each technique counts; see logic/profile.hpp. */
typedef struct nonet_profile {
  const uint16_t *rows; /* `size` pairs: a technique, each at most once, and its rating */
  size_t size;
  uint8_t counts_points; /* 0: ratings are hundredths, and the length of a chain adds to them; 1: they are points */
  uint8_t searches;      /* how some techniques are searched. 0: all steps; 1: exactly as in Sudoku Explainer; 2: as in
                       HoDoKu; 3: exactly as in Sukaku Explainer */
} nonet_profile;

/* What is known of a board. A technique that needs more than this is passed over. */
enum {
  NONET_PREMISE_GIVENS = 0, /* which filled cells are givens, and that these have one solution */
  NONET_PREMISE_UNIQUE = 1, /* that the filled cells, taken as givens, have one solution */
  NONET_PREMISE_RULES = 2   /* nothing: what is deduced follows from the rules and the candidates alone */
};

/* A board of the human solver: a square of as many rows as it has digits, 2 to NONET_LARGEST_BOARD. */
typedef struct nonet_board {
  uint8_t size;
  size_t houses_size; /* at most NONET_MOST_HOUSES up to 9x9, else NONET_MOST_LARGE_HOUSES */
  const uint16_t
      *kinds; /* of each house, ascending: 0 rows, 1 columns, 2 boxes, 3 disjoint groups, 4 windows, then up to
                            15 others. Houses of one kind do not overlap. All rows and all columns must be there */
  const uint16_t *houses; /* the cells of each house, `size` of them, in the order in which they are searched */
  size_t pairs_size;
  const uint16_t *pairs; /* two cells each, in both directions: the second sees the first without a house. At most 32
                            for a cell */
} nonet_board;
#define NONET_LARGEST_BOARD 36
#define NONET_MOST_HOUSES 64
#define NONET_MOST_LARGE_HOUSES 192

typedef struct nonet_options {
  uint64_t limit;  /* stop a row at this many solutions; at least 1 */
  uint64_t budget; /* guesses allowed per row; 0 for no bound */
  uint8_t blank;   /* one more byte that is a blank; 0 for none */
  /* Zero: results are reproducible. A row with several solutions always reports the same first solution, and the same
   * count where the budget ends the search. Only `guesses` may differ for such a row, because lanes take over parts of
   * the search of their neighbours. A row that `poll` ended has whatever was found until then.
   * Nonzero: any solution, and any such count, is accepted. More rows can then be searched in many lanes at once. */
  uint8_t any_solution;
  int (*poll)(void *); /* nonzero stops the call; may be null */
  void *poll_argument;
  /* For the human solver only. With a `board` all arrays of cells have size * size elements, masks of digits `size` bits. */
  const nonet_profile *profile; /* null for that of Sudoku Explainer 1.2.1, whose ratings are in hundredths */
  const uint8_t *givens; /* 81 digits, 0 where a placed digit is not one of the puzzle's givens; null: all are givens */
  uint8_t premise;       /* NONET_PREMISE_*; any other value is a bad call */
  const nonet_board *board; /* null for the classic board; else the two functions for one position work on this one */
} nonet_options;

/* Counters of a call, summed over its rows. */
typedef struct nonet_stats {
  uint64_t guesses;     /* branchings of the search */
  uint64_t rounds;      /* propagation rounds, each for all lanes together */
  uint64_t lane_rounds; /* sum over all rounds of the lanes that held a puzzle */
  uint64_t solutions;   /* solutions found */
} nonet_stats;

typedef struct nonet_results {
  uint8_t *solutions;     /* null, or the first solution of row i goes to solutions + i * solution_stride */
  size_t solution_stride; /* at least the number of cells */
  uint8_t zero;           /* added to each digit written: 0 for numbers, '0' for ASCII */
  uint64_t *counts;       /* null, or n numbers of solutions */
  uint8_t *status;        /* n statuses */
  uint32_t *guesses;      /* null, or n numbers of guesses */
  nonet_stats stats;      /* written by the call */
} nonet_results;

/* ---- classic boards ------------------------------------------------------------------------------------------------- */

/* The instruction sets of this build that this machine supports, fastest first. `index` starts at 0; the name is null and
 * the lanes are 0 past the end. A lane holds one puzzle. */
const char *nonet_isa_name(size_t index);
size_t nonet_isa_lanes(size_t index);
/* Return the index of the instruction set in use: the fastest, or the one that the environment variable NONET_ISA names. */
size_t nonet_isa_current(void);
/* Select the instruction set for all later calls. For tests and benchmarks. */
int nonet_isa_use(size_t index);

/* The compiler that built the core, such as "GCC 12.2.0"; followed by ", not optimized" if that is so. */
const char *nonet_compiler(void);

/* The workspace of the functions below. The same for every instruction set. */
size_t nonet_workspace_bytes(void);

/* Solve n boards. */
int nonet_solve(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                const nonet_options *options, nonet_results *results, void *workspace, size_t workspace_bytes);

/* Solve n boards given as marks, 81 masks for each board. */
int nonet_solve_marks(const uint16_t *marks, size_t n, const nonet_options *options, nonet_results *results,
                      void *workspace, size_t workspace_bytes);

/* Enumerate the solutions of one board of marks, one buffer at a time. Call nonet_search_begin once, then
 * nonet_search_next while it returns NONET_MORE; NONET_OK is the end. Between calls the search lives in the workspace. It
 * continues only under the instruction set with which it began; another one is a bad call. */
int nonet_search_begin(const uint16_t *marks, void *workspace, size_t workspace_bytes);
/* Write up to `capacity` solutions of 81 bytes (digits 1-9) and their number. `options.limit` is not used. `status` is
 * NONET_OUT_OF_BUDGET if the budget ended the search, else NONET_UNIQUE. */
int nonet_search_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                      uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes);

/* Read one board written in the plainest way: 81 ASCII characters, the digits '1'-'9', and for every empty cell '.' or for
 * every empty cell '0'. Write its 81 values, 0 for an empty cell, and return 1. Any other text needs another reader, and so
 * does one that can show the regions of a jigsaw: its first character occurs nine times, one of them to its right or below.
 * Then write nothing and return 0. */
int nonet_read_board(const uint8_t *text, size_t bytes, uint8_t *cells);

/* Find the boards in text: lines of 81 characters, each followed by the line end, or by one of "#,;" or white space and a
 * comment without a second board. 81 times '-', '_' or '*' are not a board but a line between boards.
 *
 * Read whole lines from text[0, bytes) and write the offset and the line number of every board. Empty lines and lines that
 * start with '#' are counted and skipped. Stop before the first line that is anything else, or has more than NONET_LONGEST_ROW
 * bytes before its end: it needs another reader. An unfinished line at the end is read only if `last` is nonzero. */
#define NONET_LONGEST_ROW ((size_t)1 << 20)
typedef struct nonet_scan {
  size_t rows;     /* boards found */
  size_t lines;    /* line ends passed */
  size_t consumed; /* bytes passed: the next line starts here */
  size_t long_row; /* bytes of the odd row of a table if it is whole and too long; else 0 */
  int odd_line;    /* nonzero if the scan stopped before a line that is not a board */
} nonet_scan;
int nonet_scan_lines(const uint8_t *text, size_t bytes, int last, uint64_t *offsets, uint32_t *line_numbers,
                     size_t capacity, nonet_scan *scan);

/* ---- tables as text -------------------------------------------------------------------------------------------------- */

/* Find the rows of a table in text[start, bytes), less than 4 GiB: `columns` fields each, separated by `delimiter`; a field may
 * be in quotes, with two quotes for one and with line ends.
 *
 * Field k of row i is text[f[k], f[k + 1] - 1), quotes included, where f = fields + i * (columns + 1). `offsets` receives the
 * start of the board in field `puzzle`, `line_numbers` the first line of the row: `line` at the start. `scan.consumed` is
 * where the next row starts. Empty lines are skipped. Stop before the
 * first row that needs another reader: a comment, another number of fields, no classic board in its field, a line end other
 * than \n and \r\n, more than NONET_LONGEST_ROW bytes before its end, a quote that is not closed in the first NONET_LONGEST_QUOTE.
 * An unfinished row at the end is read only if `last` is nonzero. */
#define NONET_LONGEST_QUOTE (16 * NONET_LONGEST_ROW)
int nonet_scan_table(const uint8_t *text, size_t start, size_t bytes, int last, uint8_t delimiter, size_t columns,
                     size_t puzzle, uint32_t line, uint32_t *fields, uint64_t *offsets, uint32_t *line_numbers,
                     size_t capacity, nonet_scan *scan);

/* Compare field `column` of n rows with boards of 81 characters at boards + i * stride: `same` receives 1 if they are equal,
 * 0 if not, and 2 for an empty field. */
int nonet_compare_fields(const uint8_t *text, size_t bytes, const uint32_t *fields, size_t columns, size_t column,
                         size_t n, const uint8_t *boards, size_t stride, uint8_t *same);

/* A column of values to write. A row whose `present` is 0 gets an empty cell. */
enum {
  NONET_FIELD = 0,  /* `values` holds the place of a field and of the next one (uint32): text[a, b - width) */
  NONET_BYTES = 1,  /* `width` bytes of `text`, from the value on; without values from row * stride on */
  NONET_CHOICE = 2, /* one of the texts that end at `ends` in `text`, by number; without values the first */
  NONET_NUMBER = 3  /* a value plus `add`, in decimal */
};
typedef struct nonet_column {
  uint8_t kind;
  uint8_t item;  /* bytes of a value: 1, 2, 4 or 8 */
  uint8_t quote; /* 1: put a field in quotes if it needs them and has none; 2: whatever it begins with. A row
                    * of empty fields gets them around the last one: a blank line is not a row. */
  uint8_t
      unquote; /* 1: leave out the quotes around a field that needs none; 2: around all but those with a quote inside */
  const uint8_t *text;
  size_t text_bytes;
  const uint8_t *values;
  size_t values_bytes;
  size_t stride; /* bytes from one value to the next */
  size_t width;
  const uint32_t *ends;
  size_t choices;
  uint64_t add;
  const uint64_t *present;
} nonet_column;

/* Write rows as CSV: `chosen` of the `rows` rows of the columns, or n rows from `first` on if it is null. If `ends` is not
 * null, it receives the end of each row, and there are no line ends. If `out` is null, only the size is computed. NONET_MORE
 * means that `out` is too small. */
int nonet_write_table(const nonet_column *columns, size_t count, const uint32_t *chosen, size_t first, size_t n,
                      size_t rows, uint8_t *out, size_t out_bytes, uint32_t *ends, size_t *written);

/* ---- boards of any size --------------------------------------------------------------------------------------------- */

/* A board has `size` rows, columns and digits (1 to 36), and cells 0 to size * size - 1 in reading order. A house is a set
 * of up to `size` cells whose digits all differ; a house of exactly `size` cells contains every digit. Rows, columns and
 * boxes are houses like all others and must be listed. */
typedef struct nonet_houses {
  uint32_t size;
  uint32_t count;         /* houses: up to 1,024, with up to 16,384 cells in all; a cell is in up to 16 houses */
  const uint8_t *lengths; /* the number of cells of each house */
  const uint16_t *cells;  /* the cells of the first house in ascending order, then those of the second, and so on */
} nonet_houses;

/* The size of the tables (64-byte aligned) that are made from houses; 0 if the houses are not valid. */
size_t nonet_tables_bytes(const nonet_houses *houses);
/* Make the tables. They contain no pointers, may be copied, and serve any number of boards and threads. The functions
 * below trust their contents. */
int nonet_tables_make(const nonet_houses *houses, void *tables, size_t tables_bytes);
/* The workspace of the functions below; 0 if `tables` are not valid. */
size_t nonet_general_workspace_bytes(const void *tables);

/* A model: up to NONET_MOST_CELLS cells, and primitives as words. The digits are numbered from 0; `first` is the value of
 * digit 0. Each primitive is its number, the number of words that follow, and these words. A set of digits is a mask, one
 * bit for each digit. A primitive that does not fit the model makes it invalid.
 *
 *    1 allowed     cell, mask
 *    2 different   cells: their digits all differ; as many cells as digits contain every digit
 *    3 linear      low, high, then for each cell: cell, coefficient. The sum of coefficient * value is low to high; bounds
 *                  beyond 2^60 mean no bounds. Coefficients are at most 2^31.
 *    4 pair        cell a, cell b, for each digit of a: the mask of digits that b can have
 *    5 machine     states, how many start, how many accept, these states, then for each move: state, mask, state. It says
 *                  nothing by itself.
 *    6 automaton   machine (numbered from 0 in the order of the words), cells: some moves lead from a start to acceptance
 *    7 count       mask, low, high, cells: low to high cells hold a digit of the mask
 *    8 count is    mask, counter, cells: the value of the cell `counter` is the number of cells with a digit of the mask
 *    9 element     index, value, first, cells: cell number (value of index) - first of the cells has the digit of `value`
 *   10 same set    length, cells: groups of so many cells, one after another, have equal multisets of digits
 *   11 either      for each choice: its number of words, then its primitives (no machines); one choice holds
 *   12 connected   mask, low, high, number of cells, cells, then edges as pairs of cells: the cells with a digit of the mask
 *                  form one region of low to high cells; none is a region only if low is 0
 *   13 regions     size, number of homes, homes, as many cells, then edges as pairs of homes. Homes hold numbers of regions,
 *                  from digit 0 on, in the order of their first homes: each is one region of `size` homes, and the cells of
 *                  its homes hold different digits. No two of the homes and cells are the same.
 *   14 filling     sum, cells: they differ, and the values between the lowest and the highest of them have the sum
 *   15 visible     number, cells: they differ, and that many have a value above 0 that is higher than all before it
 *                  For 14 and 15: at most ten digits, and from two cells to as many as digits.
 *   16 run         less, counter, cell, then for each arm: its number of cells, these. The value of the counter, plus `less`,
 *                  is how many cells have the digit of `cell`: itself, and of each arm those before the first other digit.
 *                  If arms have more than 63 cells, it is at most 64.
 *   17 variety     counter, cells: the value of the cell `counter` is how many different digits the cells hold
 *   18 as given    nothing: what follows from several primitives is not added to the model, so that every inference of a
 *                  proof is by one of them
 *
 * How long lists may be. search/bounds.def has the same as a table:
 *   3, 6 to 10, 16, 17   up to NONET_MOST_LISTED cells, one as often as wanted: each time counts (16: words of all arms)
 *   2                    up to NONET_MOST_CELLS; a cell that is listed twice never differs from itself
 *   12, 13               each cell once; up to NONET_MOST_EDGES edges, one as often as wanted
 *   14, 15               each cell once, as described there
 *   5, 11                up to NONET_MOST_PARTS words, of 5 after the first three; up to 65,536 states
 * Cells times moves of an automaton are at most NONET_MOST_READ, cells times states NONET_MOST_STATES, and this for all
 * automata together NONET_MOST_LAYERS. */
#define NONET_MOST_CELLS 2048
#define NONET_MOST_LISTED 16384
#define NONET_MOST_EDGES 32768
#define NONET_MOST_PARTS (1 << 22)
#define NONET_MOST_WORDS (1 << 24)
#define NONET_MOST_PRIMITIVES (1 << 15)
#define NONET_MOST_CHOICES 7 /* inside each other */
#define NONET_MOST_READ (1 << 28)
#define NONET_MOST_STATES (1 << 30)
#define NONET_MOST_LAYERS ((uint64_t)1 << 32)
typedef struct nonet_model {
  uint32_t cells;  /* up to NONET_MOST_CELLS */
  uint32_t digits; /* up to 36 */
  int32_t first;   /* -1,000 to 1,000 */
  const int64_t *words;
  size_t length; /* up to NONET_MOST_WORDS */
} nonet_model;

/* Why a model is not valid. `found` and `most` are what was found, and what is allowed at most. */
enum {
  NONET_FAULT_NONE = 0,
  NONET_FAULT_WORDS = 1,      /* the words of a primitive are not as described; `first`, or no words */
  NONET_FAULT_CELLS = 2,      /* cells of the board; there must be one */
  NONET_FAULT_DIGITS = 3,     /* likewise */
  NONET_FAULT_LENGTH = 4,     /* words of all primitives */
  NONET_FAULT_PRIMITIVES = 5, /* a sum, a count and others may count more than once: for what follows from them */
  NONET_FAULT_HOUSES = 6,     /* sets of as many different cells as digits */
  NONET_FAULT_CHOICES = 7,    /* choices inside each other */
  NONET_FAULT_LIST = 8,       /* a list of a primitive is too long */
  NONET_FAULT_OUTSIDE = 9,    /* a list has the cell `found`, counted from 0; the last of the board is `most` */
  NONET_FAULT_TWICE = 10,     /* a list has the cell `found` twice */
  NONET_FAULT_READ = 11,      /* cells times moves of an automaton */
  NONET_FAULT_STATES = 12,    /* cells times states of an automaton, or of all together */
  NONET_FAULT_MEMORY = 13     /* bytes of the tables */
};

/* Write what is wrong with a model, in five numbers: a NONET_FAULT_*, the number of the primitive's kind (0: of none), its
 * place among the primitives from 0 (for one in a choice, that of the choices), `found`, `most`. */
int nonet_model_fault(const nonet_model *model, uint64_t *fault);
/* The size of the tables that are made from a model; 0 if it is not valid. */
size_t nonet_model_bytes(const nonet_model *model);
/* Make tables, which serve the functions below like those of houses. A board has `cells` cells instead of size * size, and
 * its digits are numbered from 1. Of the options `poll` is used; if it stops the call, these are not tables. */
int nonet_model_make(const nonet_model *model, const nonet_options *options, void *tables, size_t tables_bytes);

/* Solve n boards of size * size bytes. A byte is a digit as a number or as a character: '1' to '9' up to size 9; above
 * that 'A' to 'Z' for 1 to 26 and 'a' to 'j' for 27 to 36. Blanks are those of nonet_solve. If `results.zero` is nonzero,
 * solutions are written as characters. `stats.rounds` and `stats.lane_rounds` count runs of propagation: one for each
 * board, guess and conflict. */
int nonet_general_solve(const void *tables, const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets,
                        size_t stride, size_t n, const nonet_options *options, nonet_results *results, void *workspace,
                        size_t workspace_bytes);
/* Solve n boards given as marks: size * size masks of 64 bits for each board. */
int nonet_general_solve_marks(const void *tables, const uint64_t *marks, size_t n, const nonet_options *options,
                              nonet_results *results, void *workspace, size_t workspace_bytes);
/* Enumerate solutions like nonet_search_begin and nonet_search_next. `tables` must not change during the search. */
int nonet_general_begin(const void *tables, const uint64_t *marks, void *workspace, size_t workspace_bytes);
int nonet_general_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                       uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes);
/* Eliminate in place what singles and locked candidates eliminate, without a guess. `status` is NONET_NO_SOLUTION if this
 * shows a contradiction, NONET_UNIQUE if every cell has one candidate left, else NONET_MULTIPLE (not known). Of the options
 * `poll` is used; if it stops the call, nothing is eliminated and `status` is NONET_CANCELLED. */
int nonet_general_prune(const void *tables, const nonet_options *options, uint64_t *marks, uint8_t *status,
                        void *workspace, size_t workspace_bytes);

/* Find the shortest proof that some candidate of a model's board is out, each inference of which is by one cell, house
 * or primitive. `marks` are the candidates, `solution` those of a solution, which nothing refutes, so that is not
 * tried; null if none is known. Without a guess: what one primitive eliminates from the board as it is. Else a literal
 * is supposed, and all that follows until something contradicts it, with up to `inside` suppositions one inside the
 * other; 0xFFFFFFFF: as many as it takes, cell by cell. A literal is 2 * (cell * digits + digit - 1) + (1 if it is
 * placed); of one that is given, only its proof is looked for; 0xFFFFFFFF: of any, by what `kinds` allows: 1 that a
 * candidate and its opposite have something in common, 2 that the digits of a cell have, 4 that the places of a digit
 * in a house have, 8 that a supposition contradicts itself. `options.budget` (0: none) is in suppositions, changes of
 * candidates, and cells of constraints looked at, all together.
 *
 * `status` is NONET_FOUND, NONET_MULTIPLE if there is no such proof, NONET_NO_SOLUTION if the board contradicts
 * itself, NONET_OUT_OF_BUDGET or NONET_CANCELLED. The words are those of search/proofs.hpp. If they do not fit, the
 * call returns NONET_MORE with `written` 0. */
size_t nonet_prove_workspace_bytes(const void *tables);
int nonet_prove(const void *tables, const uint64_t *marks, const uint64_t *solution, uint32_t literal, uint32_t inside,
                uint32_t kinds, const nonet_options *options, uint32_t *words, size_t capacity, size_t *written,
                uint8_t *status, void *workspace, size_t workspace_bytes);

/* ---- the human solver ----------------------------------------------------------------------------------------------- */

/* Techniques are numbered from 0 in the order of logic/techniques.def. Name and family are null past the end. The rating is
 * that of Sudoku Explainer 1.2.1, in hundredths, before anything is added for length or size; 0 if it has none. The premise
 * is what it needs, a NONET_PREMISE_*; 0 past the end. */
const char *nonet_technique_name(size_t technique);
const char *nonet_technique_family(size_t technique);
unsigned nonet_technique_rating(size_t technique);
unsigned nonet_technique_premise(size_t technique);
/* Return the size of the largest boards with any houses on which it is searched (nonet_options.board); 0 if it is searched
 * on classic boards alone. */
size_t nonet_technique_largest(size_t technique);
/* Return the number of techniques of classic boards, and with those that only other boards have. */
size_t nonet_techniques(void);
size_t nonet_general_techniques(void);

/* The workspace of the functions below. Most of it is touched only for very hard boards. */
size_t nonet_logic_workspace_bytes(void);

typedef struct nonet_ratings {
  uint16_t *
      ratings; /* n times ER, EP, ED, in tenths or points; ER is 200 (65535 points) if the techniques do not solve the board */
  uint8_t *status;  /* n: NONET_UNIQUE, or why there is no rating; NONET_OUT_OF_BUDGET: ratings are lower bounds */
  uint8_t *hardest; /* null, or n techniques; 255 for none */
  uint32_t *steps;  /* null, or n numbers of steps */
  uint16_t *
      counts; /* null, or n times nonet_techniques() numbers of steps; with options.board, nonet_general_techniques() */
  uint64_t *nodes; /* null, or n numbers of chain nodes visited */
} nonet_ratings;

/* Rate n classic boards. `options.budget` is in chain nodes per row; `limit` and `any_solution` are
 * not used. */
int nonet_rate(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
               const nonet_options *options, const nonet_ratings *results, void *workspace, size_t workspace_bytes);

/* Rate one position, given as for nonet_path. Uniqueness is not checked: call nonet_solve first. */
int nonet_rate_board(const uint8_t *digits, const uint64_t *marks, const nonet_options *options,
                     const nonet_ratings *results, void *workspace, size_t workspace_bytes);

/* Find the first step of the profile on one position, apply it, and continue from there: for up to `most` steps, or until the
 * board is full, or no technique finds a step. `options.budget` is in chain nodes of each step.
 *
 * `digits` are the 81 digits placed (0 for none), `marks` the 81 masks of candidates, of 64 bits; masks of filled cells are
 * ignored.
 * The position is taken as it is: nothing is checked or eliminated, and it need not have a solution.
 *
 * Writes `written` 32-bit words, step after step; 0 words if there is no step. If not all steps fit, those that do are
 * written; if not even the first does, the call returns NONET_MORE with `written` 0: try again with a larger buffer.
 * `status` is NONET_UNIQUE, NONET_OUT_OF_BUDGET if the budget ended the search after the steps that are written, or
 * NONET_CANCELLED. A step is:
 *
 *   word 0    technique | kind << 8 | rating << 16, as in the profile; kind of chains: 1 contradiction, 2 double,
 *             3 cell, 4 house; of a symmetry: 5 half turn, 6 quarter turn, 7 and 8 reflection in the diagonal from the top
 *             left and from the bottom left; else 0
 *   word 1    nodes of all chains
 *   word 2    words of this step, including nested steps
 *   word 3    cell | digit << 16 of the digit placed, or 0xFFFFFFFF
 *   word 4    eliminations | houses << 11 | marks << 16 | chains << 24: how many of each follow
 *   word 5    nested steps
 *   then      each elimination, in two words: cell | upper half of the mask << 16; lower half of the mask
 *             each house: rows 0-8, columns 9-17, boxes 18-26
 *             each mark, likewise: cell | role << 11 | upper half of the mask << 16; roles as in logic/step.hpp
 *             each chain: its number of nodes, then for each node
 *                 cell | digit << 11 | on << 17 | cause << 18 | parents << 21; causes as in logic/links.hpp
 *                 the number of the nested step that is its cause, from 1, or 0 | others << 16 | set << 24
 *                 its parents: indices of earlier nodes
 *                 its other cells, if it is a group: one of its cells is the digit, or none is
 *                 the cells of the almost locked set that is its cause, if one is
 *             each nested step, in this form */
int nonet_path(const uint8_t *digits, const uint64_t *marks, size_t most, const nonet_options *options, uint32_t *words,
               size_t capacity, size_t *written, uint8_t *status, void *workspace, size_t workspace_bytes);

/* Which chains nonet_all_steps lists. */
enum {
  NONET_LAST_CHAINS, /* only if there is no step before them, and then only those of the first kind that has any */
  NONET_ALL_CHAINS,
  NONET_NO_CHAINS /* the caller knows an easier step */
};

/* Find every step of the profile on one position, given and written as by nonet_path. `options.budget` is in chain nodes:
 * without one, listing all chains can take hours, but it polls like every search. If the steps do not all fit, the call
 * returns NONET_MORE with `written` 0. */
int nonet_all_steps(const uint8_t *digits, const uint64_t *marks, int chains, const nonet_options *options,
                    uint32_t *words, size_t capacity, size_t *written, uint8_t *status, void *workspace,
                    size_t workspace_bytes);

/* ---- new puzzles ---------------------------------------------------------------------------------------------------- */

/* What to generate. Cells are grouped in orbits: one cell each, or the cells that a symmetry maps to each other. The cells
 * of an orbit are either all given or all blank. */
typedef struct nonet_puzzle_spec {
  const uint8_t *orbits; /* the orbit of each of the 81 cells, numbered from 0 without gaps; 255: never given */
  uint32_t min_givens, max_givens;
  uint32_t attempts; /* full boards to try for each puzzle; at least 1 */
  uint8_t minimal;   /* nonzero: no orbit can be blanked without losing uniqueness */
  uint8_t fixed;     /* nonzero: every orbit is given, so the orbits are the pattern of the puzzle */
} nonet_puzzle_spec;

/* The workspace of nonet_generate. */
size_t nonet_generate_workspace_bytes(void);

/* Generate n puzzles with one solution each. Puzzle i depends only on `seed`, `first` + i and `spec`: not on the machine,
 * the instruction set or the other puzzles. It is reproducible since version 0.1.
 *
 * Its digits (0 for blank) go to puzzles + i * 81, its solution to solutions + i * 81 (unless null). `status` is
 * NONET_UNIQUE, NONET_CANCELLED, or NONET_OUT_OF_BUDGET after `attempts` boards: then the puzzle is the nearest one found
 * (unique, but with another number of givens), or all blank if there is none. Of the options only `poll` is used. */
int nonet_generate(uint64_t seed, uint64_t first, size_t n, const nonet_puzzle_spec *spec, const nonet_options *options,
                   uint8_t *puzzles, uint8_t *solutions, uint8_t *status, void *workspace, size_t workspace_bytes);

/* ---- exact counts --------------------------------------------------------------------------------------------------- */

/* Count the solutions of a classic board without enumerating them, by a sum over the column signatures of its boxes; see
 * counting/contraction.hpp. It suits boards with few givens. Numbers of solutions are two words, the low one first.
 *
 * Make a plan, begin, run phase 0 to its end, then phase 1; then ask for the total, the odds or solutions. Several threads
 * may run the same phase of one workspace at the same time, each with scratch memory (64-byte aligned) of its own. Phase 1
 * starts after all threads have finished phase 0. The workspace must not be moved. */
typedef struct nonet_contraction_plan {
  uint8_t transposed;
  uint8_t symmetry; /* 0: none; 1: of digits that do not occur; 2: of digits that bands B and C lack */
  uint8_t box;      /* 0, or 1 + the box (0 to 8) whose odds are counted */
  uint8_t bands[3], stacks[3];
  uint64_t work;            /* an estimate of the multiplications */
  uint64_t workspace_bytes; /* most of it is touched only if it is needed */
} nonet_contraction_plan;

/* Choose a plan for 81 masks. It takes about a millisecond and no memory. `box` is -1 for the count alone. `variant` is -1
 * for the cheapest plan; for tests, 3 * transposed + band A, plus 6 * (1 + symmetry) to choose that as well. */
int nonet_contraction_plan_make(const uint16_t *marks, int box, int variant, nonet_contraction_plan *plan);
int nonet_contraction_begin(const uint16_t *marks, const nonet_contraction_plan *plan, void *workspace,
                            size_t workspace_bytes);
/* After the beginning: the scratch memory of a thread, and the exact number of multiplications of phase 1. */
size_t nonet_contraction_scratch_bytes(void *workspace);
uint64_t nonet_contraction_work(void *workspace);
/* Do jobs of a phase until none is left. Of the options `poll` is used. A stopped contraction must begin again. */
int nonet_contraction_run(void *workspace, int phase, const nonet_options *options, void *scratch,
                          size_t scratch_bytes);
/* The finished part, 0 to 1. Any thread may ask at any time. */
double nonet_contraction_progress(void *workspace);
int nonet_contraction_total(void *workspace, uint64_t *total);
/* Write the odds of the nine cells of the plan's box: two words for each cell (0 to 80) and digit. The words of the other
 * cells are not written. */
int nonet_contraction_odds(void *workspace, uint64_t *odds);
/* Write the solutions with n numbers, in ascending order and below the total. Each solution has one number; which one
 * depends on the plan. */
int nonet_contraction_unrank(void *workspace, const uint64_t *numbers, size_t n, uint8_t *grids,
                             const nonet_options *options, void *scratch, size_t scratch_bytes);

/* ---- equivalent puzzles --------------------------------------------------------------------------------------------- */

/* A symmetry of Sudoku. The old board is first transposed if `transposed` is nonzero. Then cell (r, c) of the new board is
 * cell (rows[r], columns[c]) of the old one, and digit d becomes digits[d - 1]. Rows keep their bands and columns their
 * stacks together. There are 2 * 6^8 * 9! = 1,218,998,108,160 transforms, and each has a number below that. */
typedef struct nonet_transform {
  uint8_t transposed;
  uint8_t rows[9], columns[9], digits[9];
} nonet_transform;

/* Write the transform of a number. */
int nonet_transform_of(uint64_t number, nonet_transform *transform);
/* Write random transforms `first` to `first` + n - 1 of a seed. Reproducible since version 0.1. */
int nonet_random_transforms(uint64_t seed, uint64_t first, size_t n, nonet_transform *transforms);

/* Transform boards of 81 digits 0-9. There are n boards in the result: board i is board i / repeat of the source under
 * transform i. A byte above 9 or an invalid transform is a bad call; boards before it have been written. */
int nonet_apply_transforms(const uint8_t *boards, size_t n, size_t repeat, const nonet_transform *transforms,
                           uint8_t *result);

/* Find the canonical form of n boards: of all equivalent boards the one whose 81 digits, 0 for a blank, read as the
 * smallest number. `status` is NONET_FOUND, or NONET_CONFLICT or NONET_BAD_CELL, and then nothing else is written for the
 * row. The outputs may be null: `canonical` (81 digits 0-9 for each row), `transforms` (the transform to the canonical
 * form) and `automorphisms` (the number of transforms that map the board onto itself, including those that only rename
 * digits that do not occur). Of the options `blank` and `poll` are used. */
int nonet_canonical(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                    const nonet_options *options, uint8_t *canonical, nonet_transform *transforms,
                    uint64_t *automorphisms, uint8_t *status);

#ifdef __cplusplus
}
#endif
#endif
