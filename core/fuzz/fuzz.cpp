// fuzz.cpp: calls core.h with random input under the sanitizers, and checks everything that can be checked without trusting
// the core.
//
// A *case* is one call with its rows. All its choices come from a Source: the bytes of libFuzzer (built with
// -DNONET_LIBFUZZER) or a seeded generator (the plain program), so the seed alone repeats a failing case:
//
//     nonet_fuzz [rows [seed [processes [subject]]]]      default: 10 million rows
//     nonet_fuzz case <seed> [models | lists]             one case, for the debugger
//
// The subject limits the cases: `general` to fuzz/general.hpp (boards of any size; else one case in eight), `models` to
// fuzz/models.hpp (constraints; else one in 615), `lists` to fuzz/lists.hpp (their longest lists; else one in 1,230),
// `logic` to fuzz/logic.hpp (the human solver; else one in 256, because these take longest), `making` to fuzz/making.hpp
// (new puzzles, transforms, canonical forms; else one in 32), `counting` to fuzz/counting.hpp (exact counts; else one in
// 2,048).
//
// Checked under every instruction set:
//
//   the call      bad calls are refused and write nothing; valid calls stay inside buffers of exactly the promised size
//   each row      the status follows from the input where possible (bad cell, conflict), and fits count, limit and budget;
//                 the solution is valid and keeps the givens; on a sample, a slow and obvious solver agrees
//   all sets      same status, count, guesses and first solution, unless `any_solution` allows others
//   enumeration   solutions are distinct and valid, as many as `solve` counts, for every buffer size
//   text          a board is read exactly if it is plain; offsets, line numbers and the end of the scan are right; scanning in pieces changes nothing
//   tables        fields lie inside their rows; rows that are written are found again

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(NONET_LIBFUZZER)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "core.h"
#include "fuzz/boards.hpp"
#include "fuzz/general.hpp"
#include "fuzz/logic.hpp"
#include "fuzz/counting.hpp"
#include "fuzz/lists.hpp"
#include "fuzz/making.hpp"
#include "fuzz/tables.hpp"

namespace {

// ---- solving --------------------------------------------------------------------------------------------------

void check_row(const Board &board, bool readable, bool bytes, const nonet_options &options, const Answer &a, size_t i,
               const uint8_t *row, const uint16_t *marks) {
  const char *wrong = wrong_row(options, a, i, readable, readable && bytes && givens_clash(board));
  require(!wrong, wrong, row, marks);
  if (has_solution(a, i) && a.results.solutions)
    require(solves(a.solutions.data + i * a.results.solution_stride, a.results.zero, board), "not a solution", row,
            marks);
}

void judge(Source &source, const Board &board, const nonet_options &options, const Answer &a, size_t i,
           const uint8_t *row, const uint16_t *marks) {
  if (a.status[i] == NONET_BAD_CELL || a.status[i] == NONET_OUT_OF_BUDGET || !source.one_in(64)) return;
  Judge judge{options.limit < 5 ? options.limit : 5};
  if (!judge.search(board)) return;
  rows_judged++;
  require((judge.found > 0) == (a.status[i] < NONET_NO_SOLUTION), "the slow solver disagrees", row, marks);
  if (options.limit > 1)
    require((judge.found == 1) == (a.status[i] == NONET_UNIQUE), "the slow solver counts otherwise", row, marks);
  if (a.results.counts && judge.found < judge.limit)
    require(a.counts[i] == judge.found, "the slow solver has another count", row, marks);
}

// Solves the rows under every instruction set and compares. `bytes` and `marks`: one of the two is null.
size_t solve_everywhere(Source &source, size_t n, const uint8_t *bytes, size_t size, const uint64_t *offsets,
                        size_t stride, const uint16_t *marks, nonet_options options) {
  size_t solution_stride = source.one_in(2) ? 81 : 81 + source.below(20);
  uint8_t zero = source.one_in(2) ? '0' : 0;
  uint32_t left_out = source.one_in(4) ? source.below(8) : 0;
  Answer first(n, solution_stride, zero, left_out);
  uint64_t judging = source.next();
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    the_isa = nonet_isa_name(isa);
    nonet_isa_use(isa);
    if (source.one_in(256)) memset(workspace().memory, source.byte(), workspace().bytes);
    Answer other(isa ? n : 0, solution_stride, zero, left_out);
    Answer &a = isa ? other : first;
    int64_t left = options.budget ? 10 + (int64_t)(n * options.budget) / 50 : 2;
    options.poll_argument = &left;
    int code = bytes ? nonet_solve(bytes, size, offsets, stride, n, &options, &a.results, workspace().memory,
                                   workspace().bytes)
                     : nonet_solve_marks(marks, n, &options, &a.results, workspace().memory, workspace().bytes);
    require(code != NONET_BAD_CALL, "a valid call was refused");
    if (code == NONET_STOPPED) {
      require(left < 0, "stopped, but nobody said so");
      require(!options.budget, "the budget does not bound the call");
      return n;
    }
    uint64_t total = 0;
    Source sample{judging};
    for (size_t i = 0; i < n; i++) {
      const uint8_t *row = bytes ? bytes + (offsets ? offsets[i] : i * stride) : nullptr;
      const uint16_t *sukaku = marks ? marks + i * kCells : nullptr;
      Board board;
      bool readable = row ? board_of_row(row, options.blank, board) : board_of_marks(sukaku, board);
      check_row(board, readable, bytes, options, a, i, row, sukaku);
      if (a.results.counts) total += a.counts[i];
      if (isa == 0) {
        rows_of_status[a.status[i]]++;
        judge(sample, board, options, a, i, row, sukaku);
        continue;
      }
      bool cut = a.status[i] == NONET_OUT_OF_BUDGET || first.status[i] == NONET_OUT_OF_BUDGET;
      if (options.any_solution && (cut || options.budget)) continue;
      require(a.status[i] == first.status[i], "the instruction sets differ in status", row, sukaku);
      if (a.results.counts)
        require(a.counts[i] == first.counts[i], "the instruction sets differ in count", row, sukaku);
      if (options.any_solution) continue;
      // Without a budget a row may be split over lanes, and their number shows in its guesses.
      if (a.results.guesses && options.budget)
        require(a.guesses[i] == first.guesses[i], "the instruction sets differ in guesses", row, sukaku);
      if (a.results.solutions && a.status[i] < NONET_NO_SOLUTION)
        require(!memcmp(a.solutions.data + i * solution_stride, first.solutions.data + i * solution_stride, kCells),
                "the instruction sets differ in the first solution", row, sukaku);
    }
    const nonet_stats &stats = a.results.stats;
    if (a.results.counts) require(stats.solutions == total, "stats: solutions are not the sum of the counts");
    require(stats.lane_rounds <= stats.rounds * nonet_isa_lanes(isa), "stats: fuller than full");
  }
  return n;
}

size_t solve_bytes(Source &source) {
  nonet_options options = random_options(source);
  size_t n = random_size(source), stride = source.one_in(2) ? 81 : 1 + source.below(120);
  bool scattered = source.one_in(4);
  size_t size = n ? (n - 1) * stride + kCells : source.below(100);
  Buffer<uint8_t> bytes(size);
  for (size_t at = 0; at < size; at++) bytes[at] = (uint8_t)source.pick("0.123456789");
  for (size_t i = 0; i < n; i++) random_row(source, bytes.data + i * stride, options.blank);
  Buffer<uint64_t> offsets(scattered ? n : 0);
  for (size_t i = 0; i < offsets.size; i++)
    offsets[i] = source.one_in(2) ? i * stride : source.below((uint32_t)(size - kCells + 1));
  return solve_everywhere(source, n, bytes.data, size, scattered ? offsets.data : nullptr, stride, nullptr, options);
}

size_t solve_marks(Source &source) {
  nonet_options options = random_options(source);
  size_t n = random_size(source);
  Buffer<uint16_t> marks(n * kCells);
  for (size_t i = 0; i < n; i++) random_marks(source, marks.data + i * kCells);
  return solve_everywhere(source, n, nullptr, 0, nullptr, 0, marks.data, options);
}

// A search without bounds on open boards, stopped by its poll.
size_t solve_stopped(Source &source) {
  size_t n = 1 + source.below(40);
  Buffer<uint8_t> bytes(n * kCells);
  memset(bytes.data, '.', bytes.size);
  for (size_t i = 0; i < n; i++)
    for (uint32_t g = source.below(3); g > 0; g--) bytes[i * kCells + source.below(kCells)] = (uint8_t)('1' + g);
  nonet_options options = options_of(UINT64_MAX, 0, at_once);
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    the_isa = nonet_isa_name(isa);
    nonet_isa_use(isa);
    Answer a(n, 81, 0, 0);
    require(nonet_solve(bytes.data, bytes.size, nullptr, 81, n, &options, &a.results, workspace().memory,
                        workspace().bytes) == NONET_STOPPED,
            "the poll did not stop the call");
    for (size_t i = 0; i < n; i++)
      require(a.status[i] == NONET_CANCELLED || a.status[i] == NONET_CONFLICT, "stopped: another status");
  }
  calls_stopped++;
  return n;
}

// ---- enumeration ----------------------------------------------------------------------------------------------

// Returns the number of solutions, or -1 where the search was left before its end.
int64_t enumerate(Source &source, const uint16_t *marks, const Board &board, const nonet_options &options,
                  size_t most) {
  Workspace &w = workspace();
  require(nonet_search_begin(marks, w.memory, w.bytes) == NONET_OK, "search_begin was refused", nullptr, marks);
  Buffer<uint8_t> all(most * kCells);
  size_t found = 0;
  nonet_stats stats;
  for (;;) {
    size_t capacity = 1 + source.below(source.one_in(4) ? 40 : 4), written = 77;
    uint8_t status = 77;
    Buffer<uint8_t> some(capacity * kCells);
    int code = nonet_search_next(&options, some.data, capacity, &written, &status, &stats, w.memory, w.bytes);
    require(code == NONET_OK || code == NONET_MORE, "search_next was refused", nullptr, marks);
    require(written <= capacity, "more solutions than room", nullptr, marks);
    require(code == NONET_OK || written == capacity, "paused with room left", nullptr, marks);
    require(status == NONET_UNIQUE || (status == NONET_OUT_OF_BUDGET && options.budget), "search: status", nullptr,
            marks);
    for (size_t i = 0; i < written; i++) {
      const uint8_t *solution = some.data + i * kCells;
      require(solves(solution, 0, board), "search: not a solution", solution, marks);
      for (size_t k = 0; k < found; k++)
        require(memcmp(all.data + k * kCells, solution, kCells), "search: the same solution twice", solution, marks);
      if (found == most) return -1;
      memcpy(all.data + found++ * kCells, solution, kCells);
    }
    if (code == NONET_MORE) continue;
    bool over = status == NONET_OUT_OF_BUDGET;
    size_t capacity_again = 1;
    code = nonet_search_next(&options, some.data, capacity_again, &written, &status, &stats, w.memory, w.bytes);
    require(code == NONET_OK && written == 0, "search: something after the end", nullptr, marks);
    return over ? -1 : (int64_t)found;
  }
}

size_t search(Source &source) {
  Buffer<uint16_t> marks(kCells);
  if (source.one_in(2)) {
    random_marks(source, marks.data);
  } else {
    uint8_t row[kCells];
    Board board;
    do random_row(source, row, 0);
    while (!board_of_row(row, 0, board));
    memcpy(marks.data, board.mask, sizeof board.mask);
  }
  Workspace &w = workspace();
  Board board;
  if (!board_of_marks(marks.data, board)) {
    require(nonet_search_begin(marks.data, w.memory, w.bytes) == NONET_BAD_CALL, "a bad mask was searched");
    return 1;
  }
  const size_t kMost = 60;
  nonet_options options = options_of(1, 20 + source.below(200));
  int64_t expected = -1;
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    the_isa = nonet_isa_name(isa);
    nonet_isa_use(isa);
    int64_t found = enumerate(source, marks.data, board, options, kMost);
    if (found >= 0 && expected >= 0)
      require(found == expected, "the instruction sets differ in a search", nullptr, marks.data);
    if (found < 0) continue;
    expected = found;
    nonet_options all = options_of(kMost + 1, 0);
    Answer a(1, 81, 0, 1);
    nonet_solve_marks(marks.data, 1, &all, &a.results, w.memory, w.bytes);
    require((int64_t)a.counts[0] == found, "search and solve differ", nullptr, marks.data);
  }
  // A search belongs to its instruction set, and ends when the workspace is used for something else.
  size_t last = 0;
  while (nonet_isa_name(last + 1)) last++;
  uint8_t solution[kCells], status;
  size_t written;
  nonet_stats stats;
  nonet_isa_use(0);
  nonet_search_begin(marks.data, w.memory, w.bytes);
  if (last) {
    nonet_isa_use(last);
    require(nonet_search_next(&options, solution, 1, &written, &status, &stats, w.memory, w.bytes) == NONET_BAD_CALL,
            "a search went on under another instruction set");
  }
  nonet_isa_use(0);
  nonet_options one = options_of(1, 1);
  Answer a(1, 81, 0, 7);
  nonet_solve_marks(marks.data, 1, &one, &a.results, w.memory, w.bytes);
  require(nonet_search_next(&options, solution, 1, &written, &status, &stats, w.memory, w.bytes) == NONET_BAD_CALL,
          "a search went on after a solve");
  rows_searched++;
  return 1;
}

// ---- bad calls ------------------------------------------------------------------------------------------------

// A valid call with one thing wrong.
size_t bad_call(Source &source) {
  size_t n = 1 + source.below(33), stride = 81 + source.below(3);
  Buffer<uint8_t> bytes((n - 1) * stride + kCells);
  Buffer<uint64_t> places(n);
  Buffer<uint16_t> masks(n * kCells);
  memset(bytes.data, '.', bytes.size);
  for (size_t i = 0; i < n; i++) places[i] = i * stride;
  for (size_t i = 0; i < masks.size; i++) masks[i] = kAllDigits;
  nonet_options options = options_of(2, 10);
  Answer a(n, 81, 0, source.below(8));
  Workspace &w = workspace();
  nonet_isa_use(source.below(8));

  const uint8_t *cells = bytes.data;
  const uint64_t *offsets = source.one_in(2) ? places.data : nullptr;
  const uint16_t *marks = masks.data;
  const nonet_options *o = &options;
  nonet_results *r = &a.results;
  size_t size = bytes.size, rows = n;
  void *memory = w.memory;
  size_t memory_bytes = w.bytes;
  bool bytes_only = false;
  switch (source.below(14)) {
    case 0: cells = nullptr, marks = nullptr; break;
    case 1: size = source.below(kCells), bytes_only = true; break;
    case 2: size -= 1 + source.below((uint32_t)size), bytes_only = true; break;
    case 3: o = nullptr; break;
    case 4: options.limit = 0; break;
    case 5: r = nullptr; break;
    case 6: a.results.status = nullptr; break;
    case 7:
      a.results.solutions = bytes.data;
      a.results.solution_stride = source.below(kCells);
      break;
    case 8: memory = nullptr; break;
    case 9: memory = (uint8_t *)memory + 1 + source.below(63); break;
    case 10: memory_bytes = source.below((uint32_t)memory_bytes); break;
    case 11: places[source.below((uint32_t)n)] = size - kCells + 1, offsets = places.data, bytes_only = true; break;
    case 12:
      places[source.below((uint32_t)n)] = ~(uint64_t)source.below(200), offsets = places.data, bytes_only = true;
      break;
    default:
      offsets = nullptr;
      bytes_only = true;
      if (source.one_in(2))
        stride = 0;
      else
        rows = SIZE_MAX / (1 + source.below(162));
  }
  require(nonet_solve(cells, size, offsets, stride, rows, o, r, memory, memory_bytes) == NONET_BAD_CALL,
          "solve: a bad call went through");
  if (!bytes_only)
    require(nonet_solve_marks(marks, rows, o, r, memory, memory_bytes) == NONET_BAD_CALL,
            "solve_marks: a bad call went through");
  require(untouched(a.solutions) && untouched(a.counts) && untouched(a.status) && untouched(a.guesses),
          "a bad call wrote something");

  // The same for a search.
  uint8_t solution[kCells], status = 77;
  size_t written = 77;
  nonet_stats stats;
  uint32_t wrong = source.below(9);
  if (wrong < 3) {
    require(nonet_search_begin(wrong == 0 ? nullptr : masks.data, wrong == 1 ? nullptr : w.memory,
                               wrong == 2 ? w.bytes - 1 : w.bytes) == NONET_BAD_CALL,
            "search_begin: a bad call went through");
  } else {
    require(nonet_search_begin(masks.data, w.memory, w.bytes) == NONET_OK, "search_begin was refused");
    require(nonet_search_next(wrong == 3 ? nullptr : &options, wrong == 4 ? nullptr : solution, wrong != 5,
                              wrong == 6 ? nullptr : &written, wrong == 7 ? nullptr : &status,
                              wrong == 8 ? nullptr : &stats, w.memory, w.bytes) == NONET_BAD_CALL,
            "search_next: a bad call went through");
    require(status == 77 && written == 77, "search_next: a bad call wrote something");
  }
  require(nonet_isa_use(1000) == NONET_BAD_CALL && !nonet_isa_name(1000) && !nonet_isa_lanes(1000), "isa 1000");
  nonet_scan scan;
  require(nonet_scan_lines(nullptr, 5, 1, places.data, nullptr, 0, &scan) == NONET_BAD_CALL &&
              nonet_scan_lines(cells ? cells : bytes.data, 5, 1, nullptr, nullptr, 1, &scan) == NONET_BAD_CALL &&
              nonet_scan_lines(bytes.data, 5, 1, nullptr, nullptr, 0, nullptr) == NONET_BAD_CALL,
          "scan_lines: a bad call went through");
  calls_refused++;
  return n;
}

// ---- text -----------------------------------------------------------------------------------------------------

// One board of text, in a buffer of exactly its size.
size_t read_text(Source &source) {
  uint8_t row[kCells];
  if (source.one_in(4)) {  // regions, or nearly
    for (int i = 0; i < kCells; i++) row[i] = (uint8_t)('1' + (source.one_in(2) ? i / 9 : i / 27 * 3 + i % 9 / 3));
  } else {
    random_row(source, row, 0);
    uint8_t empty = (uint8_t)source.pick(".0");
    for (int i = 0; i < kCells && !source.one_in(200); i++)
      row[i] = row[i] >= 1 && row[i] <= 9 ? (uint8_t)('0' + row[i]) : row[i] >= '1' && row[i] <= '9' ? row[i] : empty;
  }
  if (source.one_in(4))
    row[source.below(kCells)] = source.one_in(2) ? source.byte() : (uint8_t)source.pick(".0123456789");
  size_t size = source.one_in(8) ? source.below(kCells + 1) : kCells;
  Buffer<uint8_t> text(size), cells(kCells);
  memcpy(text.data, row, size);
  memset(cells.data, 77, kCells);
  int found[256] = {}, digits = 0;
  for (size_t i = 0; i < size; i++) found[row[i]]++;
  for (int digit = '1'; digit <= '9'; digit++) digits += found[digit];
  int dots = found[(uint8_t)'.'], zeros = found[(uint8_t)'0'], blanks = dots > zeros ? dots : zeros;
  bool regions = found[row[0]] == 9 && (row[1] == row[0] || row[9] == row[0]);
  int read = nonet_read_board(text.data, size, cells.data);
  require(read == (size == kCells && digits + blanks == kCells && !regions), "read_board: yes or no", row);
  for (int i = 0; i < kCells; i++)
    require(cells[i] == (!read ? 77 : row[i] == '.' ? 0 : row[i] - '0'), "read_board: a value", row);
  require(!nonet_read_board(nullptr, kCells, cells.data) && !nonet_read_board(row, kCells, nullptr),
          "read_board: null");
  return 1;
}

size_t scan_text(Source &source) {
  static const char *const kEnds[] = {"\n",   "\r\n", "\n",     " comment\n", "#\n", ",,,\r\n",
                                      ";x\n", "\t\n", "\r\r\n", "x\n",        ""};
  Buffer<uint8_t> room(8192);
  size_t used = 0;
  bool wild = source.one_in(4);
  for (uint32_t lines = source.below(40); lines > 0; lines--) {
    uint8_t *at = room.data + used;
    uint32_t kind = source.below(wild ? 12 : 200);
    if (kind == 0) {
      for (uint32_t i = source.below(150); i > 0; i--) *at++ = source.byte();
    } else if (kind == 1) {
      for (uint32_t i = source.below(170); i > 0; i--) *at++ = (uint8_t)source.pick("0.1234567891234\r");
    } else if (kind < 20 && source.one_in(2)) {
      if (source.one_in(2)) *at++ = '#';
    } else {
      random_row(source, at, 0);
      bool plain = !source.one_in(50);
      for (int i = 0; i < kCells && plain; i++) {
        uint16_t mask;
        bool known = mask_of_byte(at[i], 0, &mask);
        at[i] = known && mask != kAllDigits ? (uint8_t)('1' + __builtin_ctz(mask)) : '.';
      }
      at += kCells;
      if (source.one_in(wild ? 4 : 100)) {
        *at++ = (uint8_t)source.pick("#,;\t x");
        for (uint32_t i = source.one_in(2) ? 81 : source.below(90); i > 0; i--)
          *at++ = (uint8_t)('1' + source.below(9));
      }
    }
    const char *end = wild ? source.pick(kEnds) : kEnds[source.below(3)];
    size_t length = strlen(end);
    memcpy(at, end, length);
    used = (size_t)(at - room.data) + length;
  }
  size_t size = source.one_in(4) ? source.below((uint32_t)used + 1) : used;
  Buffer<uint8_t> text(size);
  memcpy(text.data, room.data, size);
  int last = (int)source.below(2);

  const size_t kMost = 64;
  Buffer<uint64_t> offsets(kMost);
  Buffer<uint32_t> numbers(kMost);
  nonet_scan scan;
  require(nonet_scan_lines(text.data, size, last, offsets.data, numbers.data, kMost, &scan) == NONET_OK,
          "scan refused");
  require(scan.rows <= kMost && scan.consumed <= size, "scan: outside");
  size_t at = 0, number = 1, row = 0;
  while (at < scan.consumed) {
    const uint8_t *end = (const uint8_t *)memchr(text.data + at, '\n', size - at);
    size_t stop = end ? (size_t)(end - text.data) : size;
    require(end || last, "scan: took an unfinished line");
    if (row < scan.rows && offsets[row] == at) {
      require(numbers[row] == number, "scan: line number");
      require(stop - at >= (size_t)kCells, "scan: a board longer than its line", text.data + at);
      for (int i = 0; i < kCells; i++) {
        uint8_t c = text[at + (size_t)i];
        require(c && memchr("0123456789.*_-", c, 14), "scan: not a board", text.data + at);
      }
      row++;
    } else {
      require(stop == at || text[at] == '#' || text[at] == '\r', "scan: passed over a line", text.data + at);
    }
    at = stop + (end != nullptr);
    number++;
  }
  require(at == scan.consumed && row == scan.rows && number == scan.lines + 1, "scan: rests inside a line");
  if (!scan.odd_line && scan.rows < kMost)
    require(last ? at == size : !memchr(text.data + at, '\n', size - at), "scan: stopped early");

  // In pieces of a few boards each.
  size_t done = 0, boards = 0, lines = 0;
  nonet_scan piece;
  do {
    size_t room_for = 1 + source.below(4);
    Buffer<uint64_t> some(room_for);
    Buffer<uint32_t> their(room_for);
    require(nonet_scan_lines(text.data + done, size - done, last, some.data, their.data, room_for, &piece) == NONET_OK,
            "scan refused");
    for (size_t i = 0; i < piece.rows; i++, boards++)
      require(boards < scan.rows && offsets[boards] == done + some[i] && numbers[boards] == lines + their[i],
              "scan: pieces differ");
    done += piece.consumed;
    lines += piece.lines;
  } while (piece.consumed && !piece.odd_line && boards < scan.rows);
  lines_scanned += scan.lines;

  // What was found can be solved where it lies.
  nonet_options options = options_of(2, 5, patience);
  if (scan.rows) solve_everywhere(source, scan.rows, text.data, size, offsets.data, 0, nullptr, options);
  return scan.rows;
}

// ---- cases ----------------------------------------------------------------------------------------------------

enum class Subject { kClassic, kGeneral, kModels, kLists, kLogic, kMaking, kCounting, kAny };

Subject subject_of(Source &source) {
  uint32_t n = source.below(256);
  if (n == 41) return source.below(8) ? Subject::kClassic : Subject::kCounting;
  return n < 32 ? Subject::kGeneral : n < 33 ? Subject::kLogic : n < 41 ? Subject::kMaking : Subject::kClassic;
}

size_t run_case(Source &source) {
  Subject subject = subject_of(source);
  if (subject == Subject::kGeneral) return run_general_case(source);
  if (subject == Subject::kLogic) return run_logic_case(source);
  if (subject == Subject::kMaking) return run_making_case(source);
  if (subject == Subject::kCounting) return run_counting_case(source);
  uint32_t kind = source.below(2048);
  size_t rows;
  if (kind < 1)
    rows = solve_stopped(source);
  else if (kind < 200)
    rows = bad_call(source);
  else if (kind < 350)
    rows = scan_text(source);
  else if (kind < 400)
    rows = fuzz_table(source);
  else if (kind < 450)
    rows = read_text(source);
  else if (kind < 600)
    rows = search(source);
  else if (kind < 900)
    rows = solve_marks(source);
  else
    rows = solve_bytes(source);
  nonet_isa_use(0);
  return rows;
}

}  // namespace

#if defined(NONET_LIBFUZZER)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source source{size, data, size};
  run_case(source);
  return 0;
}

#else

namespace {

void run(uint64_t rows, uint64_t seed, Subject subject) {
  Source seeds{seed};
  uint64_t done = 0, cases = 0;
  while (done < rows) {
    the_case = seeds.next();
    Source source{the_case}, same{the_case};
    if (subject == Subject::kModels || subject == Subject::kLists) {
      subject == Subject::kModels ? run_model_case(source) : run_list_case(source);
      done++;
    } else {
      if (subject != Subject::kAny && subject_of(same) != subject) continue;
      done += run_case(source);
    }
    cases++;
  }
  static const char *const kNames[kStatuses] = {"unique",   "multiple", "found",         "no solution",
                                                "conflict", "bad cell", "out of budget", "cancelled"};
  char line[2048];
  int at = snprintf(line, sizeof line, "seed %llu: %llu rows in %llu cases;", (unsigned long long)seed,
                    (unsigned long long)done, (unsigned long long)cases);
  for (int i = 0; i < kStatuses; i++)
    if (rows_of_status[i])
      at +=
          snprintf(line + at, sizeof line - (size_t)at, " %s %llu,", kNames[i], (unsigned long long)rows_of_status[i]);
  snprintf(
      line + at, sizeof line - (size_t)at,
      " judged %llu, searched %llu, bad calls %llu, stopped calls %llu, lines %llu; of any size %llu: judged %llu,"
      " known %llu, alone %llu, paced %llu, searched %llu, pruned %llu; of the human solver %llu: steps %llu,"
      " sound %llu, walks %llu, out of room %llu, spent %llu, refused %llu, halted %llu, profiles %llu, refused %llu,"
      " their steps %llu; of what is made %llu: forms %llu, carried %llu, puzzles %llu, nearest %llu, not made %llu,"
      " ended %llu; of exact counts %llu: listed %llu, odds %llu, rejected %llu, interrupted %llu\n",
      (unsigned long long)rows_judged, (unsigned long long)rows_searched, (unsigned long long)calls_refused,
      (unsigned long long)calls_stopped, (unsigned long long)lines_scanned, (unsigned long long)general_rows,
      (unsigned long long)general_rows_judged, (unsigned long long)general_rows_known,
      (unsigned long long)general_rows_alone, (unsigned long long)general_rows_paced,
      (unsigned long long)general_rows_searched, (unsigned long long)general_rows_pruned,
      (unsigned long long)logic_rows, (unsigned long long)logic_steps, (unsigned long long)logic_steps_sound,
      (unsigned long long)logic_walks, (unsigned long long)logic_more, (unsigned long long)logic_spent,
      (unsigned long long)logic_refused, (unsigned long long)logic_stopped, (unsigned long long)profiles_tried,
      (unsigned long long)profiles_refused, (unsigned long long)profile_steps, (unsigned long long)making_rows,
      (unsigned long long)making_forms, (unsigned long long)making_carried, (unsigned long long)making_puzzles,
      (unsigned long long)making_nearest, (unsigned long long)making_refused, (unsigned long long)making_stopped,
      (unsigned long long)counting_rows, (unsigned long long)counting_listed, (unsigned long long)counting_odds,
      (unsigned long long)counting_refused, (unsigned long long)counting_stopped);
  fputs(line, stdout);
  if (subject == Subject::kLogic) {
    printf("boards with further houses %llu, larger than 9x9 %llu, their steps %llu, bad houses %llu\n",
           (unsigned long long)houses_boards, (unsigned long long)houses_large, (unsigned long long)houses_steps,
           (unsigned long long)houses_refused);
    print_unmet_techniques();
  }
  if (subject == Subject::kModels)
    printf("of models: counted %llu, reasons checked %llu\n", (unsigned long long)models_counted,
           (unsigned long long)nonet::reasons_checked);
  if (subject == Subject::kLists) {
    printf("of lists: refused %llu, planted %llu, counted %llu, stopped %llu; of each primitive",
           (unsigned long long)lists_refused, (unsigned long long)lists_planted, (unsigned long long)lists_counted,
           (unsigned long long)lists_stopped);
    for (uint64_t number : lists_of_kind) printf(" %llu", (unsigned long long)number);
    printf("\n");
  }
  fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc >= 3 && !strcmp(argv[1], "case")) {
    the_case = strtoull(argv[2], nullptr, 10);
    Source source{the_case};
    const char *subject = argc > 3 ? argv[3] : "";
    !strcmp(subject, "models")  ? run_model_case(source)
    : !strcmp(subject, "lists") ? run_list_case(source)
                                : (void)run_case(source);
    return 0;
  }
  uint64_t rows = argc > 1 ? strtoull(argv[1], nullptr, 10) : 10000000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1;
  uint64_t processes = argc > 3 ? strtoull(argv[3], nullptr, 10) : 1;
  Subject subject = Subject::kAny;
  if (argc > 4)
    subject = !strcmp(argv[4], "general")    ? Subject::kGeneral
              : !strcmp(argv[4], "models")   ? Subject::kModels
              : !strcmp(argv[4], "lists")    ? Subject::kLists
              : !strcmp(argv[4], "making")   ? Subject::kMaking
              : !strcmp(argv[4], "counting") ? Subject::kCounting
                                             : Subject::kLogic;
  if (argc > 5 && !nonet::forget_reasons_of(argv[5])) return 2;
  if (processes < 1) processes = 1;
  printf("instruction sets:");
  for (size_t i = 0; nonet_isa_name(i); i++) printf(" %s", nonet_isa_name(i));
  printf(", built by %s", nonet_compiler());
  printf("\n");
  fflush(stdout);
  // The instruction set in use is one for the whole process, so the work is split over processes, not threads.
  int failed = 0;
  for (uint64_t i = 1; i < processes; i++) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      run(rows / processes, seed + i, subject);
      return 0;
    }
  }
  run(rows - rows / processes * (processes - 1), seed, subject);
  for (int status; wait(&status) > 0;) failed |= status != 0;
  if (!failed) printf("nothing found in %llu rows\n", (unsigned long long)rows);
  return failed;
}

#endif
