// bulk.cpp: the functions of core.h for classic boards. It checks every call, selects the instruction set, and finds boards
// in text.

#include <stdlib.h>
#include <string.h>

#include "bulk/lockstep.hpp"
#if defined(NONET_HAVE_X86)
#include "bulk/processor.hpp"
#endif

namespace nonet {
namespace {

// The engines of this build that this machine supports, fastest first. `few` is the faster one for calls with no more rows
// than it has lanes, or null.
struct Engines {
  static constexpr size_t kMost = 5;
  const Engine *list[kMost], *few[kMost];
  size_t size;
  size_t current;
  size_t workspace_bytes;

  Engines() : list{}, few{}, size(0), current(0), workspace_bytes(0) {
#if defined(NONET_HAVE_X86)
    const Processor processor;
#endif
    const struct {
      const Engine *engine, *few;
      bool is_supported;
    } rows[] = {
#if defined(NONET_HAVE_X86)
        {&kAvx512BitalgEngine, &kAvx512On256Engine, processor.avx512_bitalg},
        {&kAvx512Engine, &kAvx512On256Engine, processor.avx512},
        {&kAvx512On256Engine, nullptr, processor.avx512},
        {&kAvx2Engine, nullptr, processor.avx2},
#endif
        {&kBaselineEngine, nullptr, true},
    };
    static_assert(sizeof rows / sizeof rows[0] <= kMost, "raise kMost");
    for (const auto &row : rows) {
      if (!row.is_supported) continue;
      list[size] = row.engine;
      few[size++] = row.few;
    }
    for (size_t i = 0; i < size; i++)
      if (list[i]->workspace_bytes > workspace_bytes) workspace_bytes = list[i]->workspace_bytes;
    const char *wanted = getenv("NONET_ISA");
    for (size_t i = 0; wanted && i < size; i++)
      if (strcmp(wanted, list[i]->name) == 0) current = i;
  }
};

Engines &engines() {
  static Engines all;
  return all;
}

const Engine &engine() {
  Engines &all = engines();
  return *all.list[__atomic_load_n(&all.current, __ATOMIC_RELAXED)];
}

// One row keeps the lanes of any engine busy once it has many guesses, so a long count takes the engine for many rows.
const Engine &engine_for(size_t rows, uint64_t limit) {
  Engines &all = engines();
  const Engine *few = all.few[__atomic_load_n(&all.current, __ATOMIC_RELAXED)];
  return few && rows <= few->lanes && limit <= 2 ? *few : engine();
}

bool usable_workspace(const void *workspace, size_t bytes) {
  return workspace && (uintptr_t)workspace % 64 == 0 && bytes >= engines().workspace_bytes;
}

bool usable_results(const nonet_results *results, size_t n) {
  if (!results || (n && !results->status)) return false;
  return !results->solutions || results->solution_stride >= kCells;
}

int solve(const Boards &boards, const nonet_options *options, nonet_results *results, void *workspace,
          size_t workspace_bytes) {
  if (!options || options->limit == 0 || !usable_results(results, boards.rows) ||
      !usable_workspace(workspace, workspace_bytes))
    return NONET_BAD_CALL;
  return engine_for(boards.rows, options->limit).solve(boards, *options, *results, workspace);
}

// Whether the text after a board is a comment. A second board is not: it is the solution column of a table, or a puzzle.
bool is_comment(const uint8_t *rest, size_t size) {
  if (size == 0) return true;
  if (!memchr("#,;\t ", rest[0], 5)) return false;
  if (size <= kCells) return true;  // too short for one, as most comments are
  size_t run = 0;
  for (size_t i = 1; i < size && run < kCells; i++) {
    bool is_cell = rest[i] == '.' || (uint8_t)(rest[i] - '0') < 10;
    run = is_cell ? run + 1 : 0;
  }
  return run < kCells;
}

// Whether a line is drawn between boards, and is not an empty board: one character repeated.
bool is_ruler(const uint8_t *line) { return memchr("-_*", line[0], 3) && memcmp(line, line + 1, kCells - 1) == 0; }

}  // namespace
}  // namespace nonet

using namespace nonet;

extern "C" {

const char *nonet_isa_name(size_t index) { return index < engines().size ? engines().list[index]->name : nullptr; }

size_t nonet_isa_lanes(size_t index) { return index < engines().size ? engines().list[index]->lanes : 0; }

size_t nonet_isa_current(void) { return __atomic_load_n(&engines().current, __ATOMIC_RELAXED); }

int nonet_isa_use(size_t index) {
  if (index >= engines().size) return NONET_BAD_CALL;
  __atomic_store_n(&engines().current, index, __ATOMIC_RELAXED);
  return NONET_OK;
}

#define NONET_TEXT_OF(name) #name
#define NONET_TEXT(name) NONET_TEXT_OF(name)
#if defined(__clang__)
#define NONET_COMPILER \
  "Clang " NONET_TEXT(__clang_major__) "." NONET_TEXT(__clang_minor__) "." NONET_TEXT(__clang_patchlevel__)
#else
#define NONET_COMPILER "GCC " NONET_TEXT(__GNUC__) "." NONET_TEXT(__GNUC_MINOR__) "." NONET_TEXT(__GNUC_PATCHLEVEL__)
#endif

const char *nonet_compiler(void) {
#if defined(__OPTIMIZE__)
  return NONET_COMPILER;
#else
  return NONET_COMPILER ", not optimized";
#endif
}

size_t nonet_workspace_bytes(void) { return engines().workspace_bytes; }

int nonet_solve(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                const nonet_options *options, nonet_results *results, void *workspace, size_t workspace_bytes) {
  if (n && (!cells || cells_bytes < kCells)) return NONET_BAD_CALL;
  if (offsets) {
    for (size_t i = 0; i < n; i++)
      if (offsets[i] > cells_bytes - kCells) return NONET_BAD_CALL;
  } else if (n && (stride == 0 || n - 1 > (cells_bytes - kCells) / stride)) {
    return NONET_BAD_CALL;
  }
  const ByteMasks masks(options ? options->blank : 0);
  return solve(Boards{cells, offsets, stride, nullptr, n, &masks}, options, results, workspace, workspace_bytes);
}

int nonet_solve_marks(const uint16_t *marks, size_t n, const nonet_options *options, nonet_results *results,
                      void *workspace, size_t workspace_bytes) {
  if (n && !marks) return NONET_BAD_CALL;
  return solve(Boards{nullptr, nullptr, 0, marks, n, nullptr}, options, results, workspace, workspace_bytes);
}

int nonet_search_begin(const uint16_t *marks, void *workspace, size_t workspace_bytes) {
  if (!marks || !usable_workspace(workspace, workspace_bytes)) return NONET_BAD_CALL;
  for (int i = 0; i < kCells; i++)
    if (marks[i] > kAllDigits) return NONET_BAD_CALL;
  engine().search_begin(marks, workspace);
  return NONET_OK;
}

int nonet_search_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                      uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes) {
  if (!options || !solutions || !capacity || !written || !status || !stats ||
      !usable_workspace(workspace, workspace_bytes))
    return NONET_BAD_CALL;
  return engine().search_next(*options, solutions, capacity, written, status, stats, workspace);
}

int nonet_read_board(const uint8_t *text, size_t bytes, uint8_t *cells) {
  if (!text || !cells || bytes != kCells) return 0;
  uint8_t dots = 0, zeros = 0, others = 0, like_first = 0;
  for (int i = 0; i < kCells; i++) {
    dots |= text[i] == '.';
    zeros |= text[i] == '0';
    others |= (text[i] != '.') & ((uint8_t)(text[i] - '0') > 9);
    like_first += text[i] == text[0];
  }
  bool may_be_regions = like_first == 9 && (text[0] == text[1] || text[0] == text[9]);
  if (others || (dots && zeros) || may_be_regions) return 0;
  for (int i = 0; i < kCells; i++) cells[i] = text[i] == '.' ? 0 : (uint8_t)(text[i] - '0');
  return 1;
}

int nonet_scan_lines(const uint8_t *text, size_t bytes, int last, uint64_t *offsets, uint32_t *line_numbers,
                     size_t capacity, nonet_scan *scan) {
  if ((bytes && !text) || !scan || (capacity && (!offsets || !line_numbers))) return NONET_BAD_CALL;
  *scan = nonet_scan{};
  size_t at = 0;
  uint8_t usual = '.';
  while (at < bytes && scan->rows < capacity) {
    // The common line is 81 characters and a line end; look there before searching.
    const uint8_t *line = text + at;
    size_t left = bytes - at, length = kCells;
    bool board = left > kCells && line[kCells] == '\n' && is_plain_board(line, usual) && !is_ruler(line);
    if (!board) {
      const void *end = memchr(line, '\n', left);
      if (!end && !last) break;
      length = end ? (size_t)((const uint8_t *)end - line) : left;
      size_t used = length;
      if (used && line[used - 1] == '\r') used--;
      if (used > NONET_LONGEST_ROW) {
        scan->odd_line = 1;
        break;
      }
      if (used && line[0] != '#') {
        if (used < kCells || memchr(line, '\r', used) || !is_plain_board(line, usual) || is_ruler(line) ||
            !is_comment(line + kCells, used - kCells)) {
          scan->odd_line = 1;
          break;
        }
        board = true;
      } else if (memchr(line, '\r', used)) {
        scan->odd_line = 1;
        break;
      }
    }
    if (board) {
      offsets[scan->rows] = at;
      line_numbers[scan->rows] = (uint32_t)scan->lines + 1;
      scan->rows++;
    }
    at += length + (length < left);
    scan->lines++;
  }
  scan->consumed = at;
  return NONET_OK;
}

}  // extern "C"
