// general.hpp: the cases of fuzz.cpp for boards of any size and any houses: the functions nonet_tables_* and
// nonet_general_*.
//
//   houses        houses that core.h does not allow are refused, all others accepted; copied tables work
//   each row      as in fuzz.cpp; a board made from a full one has that solution; a row alone has the same result as in
//                 bulk; with other parameters of the search, status and count are the same
//   classic       the engine for classic boards agrees
//   enumeration   as in fuzz.cpp; stopping in between changes nothing
//   prune         no solution is lost, and a second call changes nothing
#ifndef NONET_FUZZ_GENERAL_HPP
#define NONET_FUZZ_GENERAL_HPP

#include "fuzz/lists.hpp"
#include "fuzz/models.hpp"
#include "fuzz/general_boards.hpp"
#include "fuzz/general_calls.hpp"

namespace {

uint64_t general_rows, general_rows_judged, general_rows_known, general_rows_alone, general_rows_paced,
    general_rows_pruned, general_rows_searched;

// The boards of one call: `bytes` or `marks` is null.
struct GeneralRows {
  size_t n;
  const uint8_t *bytes;
  size_t size;
  const uint64_t *offsets;
  size_t stride;
  const uint64_t *marks;

  const uint8_t *row(size_t i) const { return bytes ? bytes + (offsets ? offsets[i] : i * stride) : nullptr; }
  const uint64_t *sukaku(size_t i, const Rules &rules) const { return marks ? marks + i * rules.cells : nullptr; }
  bool read(size_t i, const Rules &rules, uint8_t blank, GeneralBoard &board) const {
    return bytes ? board_of_row(row(i), rules, blank, board) : board_of_marks(sukaku(i, rules), rules, board);
  }
  GeneralRows alone(size_t i, const Rules &rules) const {
    return {1, row(i), rules.cells, nullptr, 1, sukaku(i, rules)};
  }
  int solve(const void *tables, nonet_options options, nonet_results *results, const Aligned &workspace) const {
    int64_t left = 40;
    options.poll_argument = &left;
    int code = bytes
                   ? nonet_general_solve(tables, bytes, size, offsets, stride, n, &options, results, workspace.memory,
                                         workspace.bytes)
                   : nonet_general_solve_marks(tables, marks, n, &options, results, workspace.memory, workspace.bytes);
    require(code != NONET_BAD_CALL, "a valid call was refused");
    require(code != NONET_STOPPED || left < 0, "stopped, but nobody said so");
    return code;
  }
};

// The solution of row i as numbers, which must be written in the wanted way.
void solution_of(const Answer &a, size_t i, const Rules &rules, uint8_t *digits) {
  const uint8_t *from = a.solutions.data + i * a.results.solution_stride;
  for (uint32_t c = 0; c < rules.cells; c++) {
    uint32_t digit = digit_of(from[c], rules.size);
    digits[c] = digit && from[c] == (a.results.zero ? character_of(digit, rules.size) : digit) ? (uint8_t)digit : 0;
  }
}

void check_general_row(Source &source, const Rules &rules, const GeneralRows &rows, const nonet_options &options,
                       const Answer &a, size_t i) {
  const uint8_t *row = rows.row(i);
  const uint64_t *marks = rows.sukaku(i, rules);
  uint8_t status = a.status[i], digits[kMostBoard];
  GeneralBoard board;
  bool readable = rows.read(i, rules, options.blank, board), written = has_solution(a, i) && a.results.solutions;
  const char *wrong = wrong_row(options, a, i, readable, readable && row && givens_clash(rules, board));
  require(!wrong, wrong, rules, row, marks);
  if (written) {
    solution_of(a, i, rules, digits);
    require(solves(digits, rules, board), "not a solution", rules, row, marks);
  }
  if (status == NONET_BAD_CELL || status == NONET_OUT_OF_BUDGET) return;
  if (rules.solved && solves(rules.grid, rules, board)) {
    general_rows_known++;
    require(status < NONET_NO_SOLUTION, "a solution was missed", rules, row, marks);
    if (status == NONET_UNIQUE && written)
      require(!memcmp(digits, rules.grid, rules.cells), "unique, but there is another", rules, row, marks);
  }
  if (rules.cells > GeneralJudge::kMost || !source.one_in(5)) return;
  GeneralJudge judge(rules, options.limit < 5 ? options.limit : 5);
  if (!judge.search(board)) return;
  general_rows_judged++;
  require((judge.found > 0) == (status < NONET_NO_SOLUTION), "the slow solver disagrees", rules, row, marks);
  if (options.limit > 1)
    require((judge.found == 1) == (status == NONET_UNIQUE), "the slow solver counts otherwise", rules, row, marks);
  if (a.results.counts && judge.found < judge.limit)
    require(a.counts[i] == judge.found, "the slow solver has another count", rules, row, marks);
}

// The first `n` of these rows again, each in a call of its own.
void check_alone(Source &source, const Rules &rules, const Tables &tables, const GeneralRows &rows,
                 const nonet_options &options, const Answer &a, size_t n) {
  Aligned workspace(workspace_bytes_of(tables.memory), source.byte());
  for (size_t i = 0; i < n; i++) {
    const uint8_t *row = rows.row(i);
    const uint64_t *marks = rows.sukaku(i, rules);
    Answer b(1, rules.cells, a.results.zero, 0, rules.cells);
    if (rows.alone(i, rules).solve(tables.memory, options, &b.results, workspace) == NONET_STOPPED) continue;
    general_rows_alone++;
    require(a.status[i] == b.status[0], "alone: another status", rules, row, marks);
    require(!a.results.counts || a.counts[i] == b.counts[0], "alone: another count", rules, row, marks);
    require(!a.results.guesses || a.guesses[i] == b.guesses[0], "alone: other guesses", rules, row, marks);
    if (a.results.solutions && b.counts[0])
      require(!memcmp(a.solutions.data + i * a.results.solution_stride, b.solutions.data, rules.cells),
              "alone: another solution", rules, row, marks);
  }
}

// The same rows with another pace of learning: another way to the same answer.
void check_paced(Source &source, const Rules &rules, const Tables &tables, const GeneralRows &rows,
                 const nonet_options &options, const Answer &a, size_t n) {
  random_pace(source);
  Aligned workspace(workspace_bytes_of(tables.memory), source.byte());
  Answer b(rows.n, rules.cells, a.results.zero, 0, rules.cells);
  rows.solve(tables.memory, options, &b.results, workspace);
  for (size_t i = 0; i < n && b.status[i] != NONET_CANCELLED; i++) {
    check_general_row(source, rules, rows, options, b, i);
    if (a.status[i] == NONET_OUT_OF_BUDGET || b.status[i] == NONET_OUT_OF_BUDGET) continue;
    general_rows_paced++;
    const uint8_t *row = rows.row(i);
    const uint64_t *marks = rows.sukaku(i, rules);
    require(a.status[i] == b.status[i], "another pace: another status", rules, row, marks);
    require(!a.results.counts || a.counts[i] == b.counts[i], "another pace: another count", rules, row, marks);
  }
}

void solve_rows(Source &source, const Rules &rules, const Tables &tables, const GeneralRows &rows,
                nonet_options options) {
  size_t n = rows.n, stride = source.one_in(2) ? rules.cells : rules.cells + source.below(20);
  static const uint8_t kZeros[] = {0, '0', 'A', 1, 255};
  Aligned workspace(workspace_bytes_of(tables.memory), source.byte());
  Answer a(n, stride, source.one_in(2) ? 0 : source.pick(kZeros), source.one_in(4) ? source.below(8) : 0, rules.cells);
  bool stopped = rows.solve(tables.memory, options, &a.results, workspace) == NONET_STOPPED;
  size_t done = 0;
  uint64_t solutions = 0, guesses = 0;
  for (; done < n && a.status[done] != NONET_CANCELLED; done++) {
    rows_of_status[a.status[done]]++;
    check_general_row(source, rules, rows, options, a, done);
    if (a.results.counts) solutions += a.counts[done];
    if (a.results.guesses) guesses += a.guesses[done];
  }
  for (size_t i = done; i < n; i++) require(a.status[i] == NONET_CANCELLED, "stopped: went on");
  require(stopped == (done < n), "stopped: another status");
  const nonet_stats &stats = a.results.stats;
  if (!stopped) {
    require(!a.results.counts || stats.solutions == solutions, "stats: solutions are not the sum of the counts");
    require(!a.results.guesses || stats.guesses == guesses, "stats: guesses are not their sum");
  }
  require(stats.rounds >= stats.guesses && stats.lane_rounds == stats.rounds, "stats: rounds");
  if (source.one_in(3)) check_alone(source, rules, tables, rows, options, a, done);
  if (source.one_in(3)) check_paced(source, rules, tables, rows, options, a, done);
}

nonet_options random_general_options(Source &source, const Rules &rules) {
  static const uint64_t kBudgets[] = {1, 2, 5, 20, 100, 300};
  nonet_options options = random_options(source);
  if (options.budget && rules.size <= 10) options.budget = source.pick(kBudgets);
  return options;
}

size_t general_bytes(Source &source, const Rules &rules, const Tables &tables, size_t n, nonet_options options) {
  size_t stride = source.one_in(2) ? rules.cells : 1 + source.below(2 * rules.cells);
  bool scattered = source.one_in(4);
  size_t size = n ? (n - 1) * stride + rules.cells : source.below(100);
  Buffer<uint8_t> bytes(size);
  for (size_t at = 0; at < size; at++)
    bytes[at] = source.one_in(2) ? '.' : character_of(1 + source.below(rules.size), rules.size);
  for (size_t i = 0; i < n; i++) random_row(source, rules, bytes.data + i * stride, options.blank);
  Buffer<uint64_t> offsets(scattered ? n : 0);
  for (size_t i = 0; i < offsets.size; i++)
    offsets[i] = source.one_in(2) ? i * stride : source.below((uint32_t)(size - rules.cells + 1));
  solve_rows(source, rules, tables, {n, bytes.data, size, scattered ? offsets.data : nullptr, stride, nullptr},
             options);
  return n;
}

size_t general_marks(Source &source, const Rules &rules, const Tables &tables, size_t n, nonet_options options) {
  Buffer<uint64_t> marks(n * rules.cells);
  for (size_t i = 0; i < n; i++) random_marks(source, rules, marks.data + i * rules.cells);
  solve_rows(source, rules, tables, {n, nullptr, 0, nullptr, 0, marks.data}, options);
  return n;
}

// Half of a full board, or an open one that may have no solution, with a budget that lets the search learn, start anew
// and forget.
size_t general_hard(Source &source) {
  static const uint32_t kSizes[] = {12, 16, 16, 16, 20, 25, 25, 36};
  bool open = source.one_in(4);
  Rules rules(open ? 6 + source.below(5) : source.pick(kSizes));
  random_houses(source, rules);
  Tables tables(source, rules);
  Buffer<uint8_t> row(rules.cells);
  uint32_t share = open ? source.below(10) : 35 + source.below(20);
  for (uint32_t c = 0; c < rules.cells; c++) row[c] = source.below(100) < share ? rules.grid[c] : 0;
  nonet_options options = options_of(1 + source.below(3), rules.size > 16 ? 300 : 1500);
  if (open && source.one_in(2)) options.budget = 10000;
  solve_rows(source, rules, tables, {1, row.data, rules.cells, nullptr, 1, nullptr}, options);
  return 1;
}

size_t general_solve(Source &source, const Rules &rules) {
  Tables tables(source, rules);
  nonet_options options = random_general_options(source, rules);
  size_t n = source.one_in(64) ? 200 + source.below(200) : random_size(source), most = 1 + 6000 / rules.cells;
  if (n > most) n = most;
  return source.one_in(4) ? general_marks(source, rules, tables, n, options)
                          : general_bytes(source, rules, tables, n, options);
}

// Open boards without bounds, stopped by the poll.
size_t general_stopped(Source &source) {
  Rules rules(9 + source.below(8));
  random_houses(source, rules);
  Tables tables(source, rules);
  Aligned workspace(workspace_bytes_of(tables.memory), source.byte());
  size_t n = 1 + source.below(20);
  Buffer<uint8_t> bytes(n * rules.cells);
  memset(bytes.data, '.', bytes.size);
  nonet_options options = options_of(UINT64_MAX, 0, at_once);
  Answer a(n, rules.cells, 0, 0, rules.cells);
  int code = nonet_general_solve(tables.memory, bytes.data, bytes.size, nullptr, rules.cells, n, &options, &a.results,
                                 workspace.memory, workspace.bytes);
  calls_stopped += code == NONET_STOPPED;
  // Random houses may allow no solution; where there is one, its digits can be exchanged in 9! ways and more.
  for (size_t i = 0; i < n; i++)
    require(a.status[i] == (rules.solved ? (uint8_t)NONET_CANCELLED : a.status[0]), "the poll did not stop the call",
            rules, nullptr, nullptr);
  require((code == NONET_STOPPED) == (a.status[0] == NONET_CANCELLED), "stopped: another status");
  return n;
}

// ---- both engines ---------------------------------------------------------------------------------------------

size_t both_engines(Source &source) {
  Rules rules(9);
  rules.box_rows = 3;
  uint16_t region[kCells], house[9];
  for (uint32_t side = 0; side < 2; side++)
    for (uint32_t line = 0; line < 9; line++) {
      for (uint32_t i = 0; i < 9; i++) house[i] = (uint16_t)(side ? i * 9 + line : line * 9 + i);
      rules.add(house, 9);
    }
  for (uint32_t c = 0; c < kCells; c++) region[c] = (uint16_t)(c / 27 * 3 + c % 9 / 3);
  add_regions(rules, region);
  Tables tables(source, rules);
  Aligned memory(workspace_bytes_of(tables.memory), source.byte());
  size_t n = 1 + source.below(40);
  Buffer<uint8_t> bytes(n * kCells);
  Buffer<uint16_t> marks(n * kCells);
  Buffer<uint64_t> wide(n * kCells);
  static const uint64_t kLimits[] = {1, 2, 2, 10, 50};
  nonet_options options = options_of(source.pick(kLimits), 300);
  options.blank = source.one_in(4) ? source.byte() : 0;
  bool by_marks = source.one_in(4);
  Answer a(n, kCells, '0', 0), b(n, kCells, '0', 0);
  nonet_isa_use(source.below(3));
  for (size_t i = 0; i < n; i++)
    if (by_marks)
      random_marks(source, marks.data + i * kCells);
    else
      random_row(source, bytes.data + i * kCells, options.blank);
  for (size_t i = 0; i < n * kCells; i++) wide[i] = marks[i];
  Workspace &w = workspace();
  int codes[2];
  if (by_marks) {
    codes[0] = nonet_solve_marks(marks.data, n, &options, &a.results, w.memory, w.bytes);
    codes[1] =
        nonet_general_solve_marks(tables.memory, wide.data, n, &options, &b.results, memory.memory, memory.bytes);
  } else {
    codes[0] = nonet_solve(bytes.data, bytes.size, nullptr, kCells, n, &options, &a.results, w.memory, w.bytes);
    codes[1] = nonet_general_solve(tables.memory, bytes.data, bytes.size, nullptr, kCells, n, &options, &b.results,
                                   memory.memory, memory.bytes);
  }
  require(codes[0] == NONET_OK && codes[1] == NONET_OK, "a valid call was refused");
  for (size_t i = 0; i < n; i++) {
    if (a.status[i] == NONET_OUT_OF_BUDGET || b.status[i] == NONET_OUT_OF_BUDGET) continue;
    const uint8_t *row = by_marks ? nullptr : bytes.data + i * kCells;
    const uint16_t *sukaku = by_marks ? marks.data + i * kCells : nullptr;
    rows_of_status[b.status[i]]++;
    require(a.status[i] == b.status[i], "the engines differ in status", row, sukaku);
    require(a.counts[i] == b.counts[i], "the engines differ in count", row, sukaku);
    if (a.status[i] == NONET_UNIQUE)
      require(!memcmp(a.solutions.data + i * kCells, b.solutions.data + i * kCells, kCells),
              "the engines differ in the solution", row, sukaku);
  }
  return n;
}

// ---- enumeration and pruning ----------------------------------------------------------------------------------

// All solutions of a board, in `all`, as far as there is room. Returns their number, or -1 where the search was left
// before its end.
int64_t enumerate(Source &source, const Rules &rules, const Tables &tables, const Aligned &workspace,
                  const uint64_t *marks, const nonet_options &options, Buffer<uint8_t> &all) {
  GeneralBoard board;
  board_of_marks(marks, rules, board);
  require(nonet_general_begin(tables.memory, marks, workspace.memory, workspace.bytes) == NONET_OK,
          "general_begin was refused", rules, nullptr, marks);
  size_t found = 0, most = all.size / rules.cells;
  bool stops = source.one_in(4);
  for (int over = 0;;) {
    size_t capacity = 1 + source.below(source.one_in(4) ? 40 : 4), written = 77;
    uint8_t status = 77;
    nonet_stats stats;
    Buffer<uint8_t> some(capacity * rules.cells);
    nonet_options o = options;
    if (stops && source.one_in(2)) o.poll = at_once;
    int code =
        nonet_general_next(&o, some.data, capacity, &written, &status, &stats, workspace.memory, workspace.bytes);
    require(code == NONET_OK || code == NONET_MORE || (code == NONET_STOPPED && o.poll), "general_next was refused",
            rules, nullptr, marks);
    require(written <= capacity && stats.solutions == written, "more solutions than room", rules, nullptr, marks);
    require(code != NONET_MORE || written == capacity, "paused with room left", rules, nullptr, marks);
    require(status == NONET_UNIQUE || (status == NONET_OUT_OF_BUDGET && options.budget && code == NONET_OK),
            "search: status", rules, nullptr, marks);
    require(!over || (code == NONET_OK && !written && over == 1 + (status == NONET_OUT_OF_BUDGET)),
            "search: something after the end", rules, nullptr, marks);
    if (over) return over == 1 ? (int64_t)found : -1;
    for (size_t i = 0; i < written; i++) {
      const uint8_t *solution = some.data + i * rules.cells;
      require(solves(solution, rules, board), "search: not a solution", rules, solution, marks);
      for (size_t k = 0; k < found; k++)
        require(memcmp(all.data + k * rules.cells, solution, rules.cells), "search: the same solution twice", rules,
                solution, marks);
      if (found == most) return -1;
      memcpy(all.data + found++ * rules.cells, solution, rules.cells);
    }
    if (code == NONET_OK) over = 1 + (status == NONET_OUT_OF_BUDGET);
  }
}

void check_prune(const Rules &rules, const Tables &tables, const Aligned &workspace, const uint64_t *marks,
                 int64_t found, size_t most, const Buffer<uint8_t> &all) {
  uint32_t cells = rules.cells;
  Buffer<uint64_t> pruned(cells), again(cells);
  uint8_t status = 77, status_again = 77;
  memcpy(pruned.data, marks, cells * sizeof *marks);
  require(
      nonet_general_prune(tables.memory, &kNoPoll, pruned.data, &status, workspace.memory, workspace.bytes) == NONET_OK,
      "prune was refused", rules, nullptr, marks);
  require(status == NONET_NO_SOLUTION || status == NONET_UNIQUE || status == NONET_MULTIPLE, "prune: status", rules,
          nullptr, marks);
  require(status != NONET_NO_SOLUTION || most == 0, "prune: there is a solution", rules, nullptr, marks);
  require(status != NONET_UNIQUE || found < 0 || found == 1, "prune: settled, but not unique", rules, nullptr, marks);
  bool settled = true;
  for (uint32_t c = 0; c < cells; c++) {
    require(!(pruned[c] & ~marks[c]), "prune: something new", rules, nullptr, marks);
    settled &= is_given(pruned[c]);
    for (size_t k = 0; k < most; k++)
      require(pruned[c] >> (all[k * cells + c] - 1) & 1, "prune: a solution lost", rules, nullptr, marks);
  }
  if (status != NONET_NO_SOLUTION)
    require(settled == (status == NONET_UNIQUE), "prune: settled or not", rules, nullptr, marks);
  memcpy(again.data, pruned.data, cells * sizeof *marks);
  nonet_general_prune(tables.memory, &kNoPoll, again.data, &status_again, workspace.memory, workspace.bytes);
  require(status == status_again && !memcmp(again.data, pruned.data, cells * sizeof *marks),
          "prune: more the second time", rules, nullptr, marks);
  general_rows_pruned++;
}

size_t general_search(Source &source, const Rules &rules) {
  Tables tables(source, rules);
  Aligned workspace(workspace_bytes_of(tables.memory), source.byte());
  Buffer<uint64_t> marks(rules.cells);
  GeneralBoard board;
  if (source.one_in(2)) {
    random_marks(source, rules, marks.data);
  } else {
    Buffer<uint8_t> row(rules.cells);
    do random_row(source, rules, row.data, 0);
    while (!board_of_row(row.data, rules, 0, board));
    memcpy(marks.data, board.mask, rules.cells * sizeof(uint64_t));
  }
  uint8_t status = 77;
  if (!board_of_marks(marks.data, rules, board)) {
    require(nonet_general_begin(tables.memory, marks.data, workspace.memory, workspace.bytes) == NONET_BAD_CALL,
            "a bad mask was searched", rules, nullptr, marks.data);
    require(nonet_general_prune(tables.memory, &kNoPoll, marks.data, &status, workspace.memory, workspace.bytes) ==
                    NONET_BAD_CALL &&
                status == 77 && !memcmp(marks.data, board.mask, rules.cells * sizeof(uint64_t)),
            "a bad mask was pruned", rules, nullptr, marks.data);
    return 1;
  }
  const size_t kMost = 60;
  Buffer<uint8_t> all(kMost * rules.cells);
  memset(all.data, 0, all.size);
  nonet_options options = options_of(1, 20 + source.below(200));
  int64_t found = enumerate(source, rules, tables, workspace, marks.data, options, all);
  size_t some = 0;
  while (some < kMost && all[some * rules.cells]) some++;
  if (found >= 0) {
    // The same search in one go, and one with another pace, which may take longer.
    nonet_options whole = options_of(kMost + 1, options.budget);
    Answer a(1, rules.cells, 0, 1);
    nonet_general_solve_marks(tables.memory, marks.data, 1, &whole, &a.results, workspace.memory, workspace.bytes);
    require((int64_t)a.counts[0] == found && a.status[0] != NONET_OUT_OF_BUDGET, "search and solve differ", rules,
            nullptr, marks.data);
    general_rows_searched++;
  }
  check_prune(rules, tables, workspace, marks.data, found, some, all);
  if (found < 0) return 1;
  random_pace(source);
  Aligned other(workspace_bytes_of(tables.memory), source.byte());
  Buffer<uint8_t> twice(kMost * rules.cells);
  int64_t found_again = enumerate(source, rules, tables, other, marks.data, options, twice);
  require(found_again < 0 || found_again == found, "another pace: another number", rules, nullptr, marks.data);
  return 1;
}

// ---- cases ----------------------------------------------------------------------------------------------------

size_t run_general_case(Source &source) {
  the_isa = "any houses";
  random_pace(source);
  uint32_t kind = source.below(1024);
  size_t rows;
  if (kind < 1) {
    rows = general_stopped(source);
  } else if (kind < 60) {
    rows = bad_houses(source);
  } else if (kind < 120) {
    rows = bad_general_call(source);
  } else if (kind < 160) {
    rows = bad_general_search(source);
  } else if (kind < 200) {
    rows = both_engines(source);
  } else if (kind < 225) {
    rows = general_hard(source);
  } else if (kind < 245) {
    source.below(3) ? run_model_case(source) : run_list_case(source);
    rows = 1;
  } else {
    Rules rules(random_board_size(source));
    random_houses(source, rules);
    rows = kind < 400 ? general_search(source, rules) : general_solve(source, rules);
  }
  general_rows += rows;
  return rows;
}

}  // namespace

#endif
