// counting.hpp: the cases of fuzz.cpp for exact counts.
//
//   counts     a board has as many solutions as the solver finds; every plan and every instruction set agree
//   solutions  each number below the count is a solution of its own, and the same under every instruction set
//   odds       those of a cell add up to the count; each is the number of solutions with this digit
//   bad calls  are refused and write nothing; a workspace that is too small is never written past its end
#ifndef NONET_FUZZ_COUNTING_HPP
#define NONET_FUZZ_COUNTING_HPP

#include "core.h"
#include "fuzz/boards.hpp"
#include "fuzz/making.hpp"

namespace {

constexpr uint64_t kEnumerated = 3000, kListed = 300;

uint64_t counting_rows, counting_judged, counting_listed, counting_odds, counting_refused, counting_stopped;

typedef unsigned __int128 Number;

struct Exactly {
  void *memory = nullptr;
  size_t bytes;
  explicit Exactly(size_t n) : bytes(n) {
    if (posix_memalign(&memory, 64, n ? n : 1)) abort();
  }
  ~Exactly() { free(memory); }
  Exactly(const Exactly &) = delete;
  Exactly &operator=(const Exactly &) = delete;
};

// Some givens of a full board, and in one case of four some cells with fewer candidates.
void counting_board(Source &source, uint16_t *masks) {
  uint8_t pattern[kCells], full[kCells];
  for (int i = 0; i < kCells; i++) pattern[i] = (uint8_t)((3 * (i / 9 % 3) + i / 27 + i % 9) % 9 + 1);
  carry(random_symmetry(source), pattern, full);
  const bool marks = source.one_in(4);
  const uint32_t givens = 20 + source.below(22), digits = source.one_in(3) ? 3 + source.below(5) : 9;
  for (int i = 0; i < kCells; i++) masks[i] = kAllDigits;
  for (uint32_t n = 0, tries = 0; n < givens && tries < 400; tries++) {
    uint32_t cell = source.below(kCells);
    if (masks[cell] != kAllDigits || full[cell] > digits) continue;
    masks[cell] = (uint16_t)(1u << (full[cell] - 1));
    n++;
  }
  for (uint32_t n = marks ? source.below(9) : 0; n > 0; n--) {
    uint32_t cell = source.below(kCells);
    masks[cell] = (uint16_t)((masks[cell] & source.below(512)) | 1u << (full[cell] - 1));
  }
  if (source.one_in(16)) masks[source.below(kCells)] = (uint16_t)source.below(512);  // perhaps no solution is left
}

bool is_solution(const uint16_t *masks, const uint8_t *grid) {
  unsigned rows[9] = {}, columns[9] = {}, boxes[9] = {};
  for (int i = 0; i < kCells; i++) {
    if (grid[i] < 1 || grid[i] > 9) return false;
    unsigned bit = 1u << (grid[i] - 1);
    if (!(masks[i] & bit)) return false;
    rows[i / 9] |= bit, columns[i % 9] |= bit, boxes[i / 27 * 3 + i % 9 / 3] |= bit;
  }
  for (int i = 0; i < 9; i++)
    if ((rows[i] & columns[i] & boxes[i]) != kAllDigits) return false;
  return true;
}

// A contraction of its own: workspace and scratch of exactly the bytes that it says.
struct Counted {
  nonet_contraction_plan plan;
  Exactly workspace, scratch;
  Counted(const uint16_t *masks, const nonet_contraction_plan &chosen)
      : plan(chosen), workspace((size_t)chosen.workspace_bytes), scratch(begun(masks)) {}
  size_t begun(const uint16_t *masks) {
    require(nonet_contraction_begin(masks, &plan, workspace.memory, workspace.bytes) == NONET_OK,
            "counting: a plan does not begin", nullptr, masks);
    return nonet_contraction_scratch_bytes(workspace.memory);
  }
  int run(int phase, const nonet_options &options) {
    return nonet_contraction_run(workspace.memory, phase, &options, scratch.memory, scratch.bytes);
  }
  Number total() {
    uint64_t words[2] = {0, 0};
    require(nonet_contraction_total(workspace.memory, words) == NONET_OK, "counting: a sum without a total");
    return words[0] | (Number)words[1] << 64;
  }
};

int stop_at_once(void *) { return 1; }

size_t counting_bad_call(Source &source) {
  uint16_t masks[kCells];
  counting_board(source, masks);
  nonet_contraction_plan plan, other;
  memset((void *)&other, 0xEE, sizeof other);
  nonet_options options{};
  uint16_t wrong[kCells];
  memcpy(wrong, masks, sizeof wrong);
  wrong[source.below(kCells)] |= 0x200;
  require(nonet_contraction_plan_make(wrong, -1, -1, &other) == NONET_BAD_CALL &&
              nonet_contraction_plan_make(nullptr, -1, -1, &other) == NONET_BAD_CALL &&
              nonet_contraction_plan_make(masks, 9, -1, &other) == NONET_BAD_CALL &&
              nonet_contraction_plan_make(masks, -1, 24, &other) == NONET_BAD_CALL &&
              nonet_contraction_plan_make(masks, -1, -1, nullptr) == NONET_BAD_CALL && other.bands[0] == 0xEE,
          "counting: a bad plan went through");
  require(nonet_contraction_plan_make(masks, -1, -1, &plan) == NONET_OK, "counting: no plan", nullptr, masks);
  Exactly small((size_t)source.below((uint32_t)plan.workspace_bytes));
  other = plan;
  other.bands[source.below(3)] = (uint8_t)(source.one_in(2) ? 3 + source.below(9) : other.bands[0]);
  const bool same = !memcmp(other.bands, plan.bands, 3);
  Exactly whole((size_t)plan.workspace_bytes);
  require(nonet_contraction_begin(masks, nullptr, whole.memory, whole.bytes) == NONET_BAD_CALL &&
              nonet_contraction_begin(wrong, &plan, whole.memory, whole.bytes) == NONET_BAD_CALL &&
              nonet_contraction_begin(masks, &plan, (char *)whole.memory + 8, whole.bytes - 8) == NONET_BAD_CALL &&
              (same || nonet_contraction_begin(masks, &other, whole.memory, whole.bytes) == NONET_BAD_CALL),
          "counting: a bad beginning went through");
  nonet_contraction_begin(masks, &plan, small.memory, small.bytes);  // enough or refused, never past the end
  Counted counted(masks, plan);
  uint64_t words[2] = {};
  uint8_t grid[kCells];
  // A board that shows at once that it has no solution has no jobs, so nothing is too early for it.
  const bool has_jobs = nonet_contraction_progress(counted.workspace.memory) == 0;
  require(!has_jobs ||
              (counted.run(2, options) == NONET_BAD_CALL && counted.run(1, options) == NONET_BAD_CALL &&
               nonet_contraction_run(counted.workspace.memory, 0, &options, counted.scratch.memory,
                                     counted.scratch.bytes - 1 - source.below((uint32_t)counted.scratch.bytes - 1)) ==
                   NONET_BAD_CALL &&
               nonet_contraction_total(counted.workspace.memory, words) == NONET_BAD_CALL &&
               nonet_contraction_odds(counted.workspace.memory, words) == NONET_BAD_CALL &&
               nonet_contraction_unrank(counted.workspace.memory, words, 1, grid, &options, counted.scratch.memory,
                                        counted.scratch.bytes) == NONET_BAD_CALL),
          "counting: a call in the wrong order went through");
  options.poll = stop_at_once;
  int code = counted.run(0, options);
  require(code == NONET_OK || code == NONET_STOPPED, "counting: a stopped call");
  counting_stopped += code == NONET_STOPPED;
  counting_refused++;
  return 1;
}

void judge_odds(const uint16_t *masks, Counted &counted, const Buffer<uint8_t> &grids, uint64_t listed) {
  Buffer<uint64_t> odds(2 * kCells * 9);
  memset(odds.data, 0xFF, sizeof(uint64_t) * odds.size);
  require(nonet_contraction_odds(counted.workspace.memory, odds.data) == NONET_OK, "counting: no odds");
  int cells = 0;
  for (int cell = 0; cell < kCells; cell++) {
    if (odds[(size_t)cell * 18 + 1] == ~0ull) continue;
    cells++;
    Number sum = 0;
    for (int d = 0; d < 9; d++) {
      Number number = odds[(size_t)cell * 18 + 2 * d] | (Number)odds[(size_t)cell * 18 + 2 * d + 1] << 64;
      sum += number;
      uint64_t found = 0;
      for (uint64_t i = 0; i < listed; i++) found += grids[i * kCells + cell] == d + 1;
      require(!listed || found == number, "counting: wrong odds", nullptr, masks);
    }
    require(sum == counted.total(), "counting: odds that do not add up", nullptr, masks);
  }
  require(cells == 9, "counting: odds of another box");
  counting_odds++;
}

size_t run_counting_case(Source &source) {
  if (source.one_in(8)) return counting_bad_call(source);
  uint16_t masks[kCells];
  counting_board(source, masks);
  const int box = source.one_in(2) ? (int)source.below(9) : -1;
  nonet_contraction_plan plan;
  nonet_options options{};
  options.limit = kEnumerated;
  int variant = (int)source.below(25) - 1;
  if (nonet_contraction_plan_make(masks, box, variant, &plan) != NONET_OK)
    require(nonet_contraction_plan_make(masks, box, -1, &plan) == NONET_OK, "counting: no plan", nullptr, masks);
  if (plan.workspace_bytes > 256u << 20 || plan.work > 300'000'000) return 1;

  uint64_t found = 0;
  uint8_t status = 0;
  nonet_results results{nullptr, kCells, 0, &found, &status, nullptr, {}};
  Workspace &solver = workspace();
  require(nonet_solve_marks(masks, 1, &options, &results, solver.memory, solver.bytes) == NONET_OK,
          "counting: the solver refuses a board");

  Number total = 0;
  Buffer<uint8_t> first(kListed * kCells);
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    nonet_isa_use(isa);
    the_isa = nonet_isa_name(isa);
    Counted counted(masks, plan);
    require(counted.run(0, options) == NONET_OK && counted.run(1, options) == NONET_OK, "counting: a sum fails");
    require(nonet_contraction_progress(counted.workspace.memory) > 0.999, "counting: a sum without an end");
    require(nonet_contraction_work(counted.workspace.memory) < 1ull << 62, "counting: odd work");
    Number count = counted.total();
    require(isa == 0 || count == total, "counting: the instruction sets disagree", nullptr, masks);
    require(found >= kEnumerated ? count >= found : count == found, "counting: a wrong count", nullptr, masks);
    total = count;
    const bool lists = count <= kListed;
    const size_t n = lists ? (size_t)count : 4;
    Buffer<uint64_t> numbers(2 * n);
    Buffer<uint8_t> grids(n * kCells);
    for (size_t i = 0; i < n; i++) {
      Number number = lists ? i : count / n * i;
      numbers[2 * i] = (uint64_t)number;
      numbers[2 * i + 1] = (uint64_t)(number >> 64);
    }
    require(nonet_contraction_unrank(counted.workspace.memory, numbers.data, n, grids.data, &options,
                                     counted.scratch.memory, counted.scratch.bytes) == NONET_OK,
            "counting: no solutions by number", nullptr, masks);
    for (size_t i = 0; i < n; i++) {
      require(is_solution(masks, grids.data + i * kCells), "counting: a number without a solution", nullptr, masks);
      for (size_t j = 0; j < i; j++)
        require(memcmp(grids.data + i * kCells, grids.data + j * kCells, kCells), "counting: a solution twice", nullptr,
                masks);
    }
    if (isa == 0) memcpy(first.data, grids.data, n * kCells);
    require(!memcmp(first.data, grids.data, n * kCells), "counting: other solutions", nullptr, masks);
    counting_listed += lists;
    if (box >= 0) judge_odds(masks, counted, grids, lists ? (uint64_t)count : 0);
  }
  nonet_isa_use(0);
  the_isa = "";
  counting_judged++;
  counting_rows++;
  return 1;
}

}  // namespace

#endif
