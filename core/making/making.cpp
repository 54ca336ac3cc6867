// making.cpp: the functions of core.h that generate puzzles, transform them and find their canonical forms.

#include <new>

#include "common/transforms.hpp"
#include "core.h"
#include "making/canonical.hpp"
#include "making/generate.hpp"

namespace {

using nonet::Cells;
using nonet::kCells;

// -- new puzzles ---------------------------------------------------------------------------------------------------------

using nonet::generate::Job;
using nonet::generate::Spec;
using nonet::generate::Workspace;

size_t solver_at() { return (sizeof(Workspace) + 63) / 64 * 64; }

bool read_spec(const nonet_puzzle_spec &from, Spec &spec) {
  if (!from.orbits || !from.attempts || from.min_givens > from.max_givens || from.max_givens > (uint32_t)kCells)
    return false;
  spec = {};
  for (int c = 0; c < kCells; c++) {
    if (from.orbits[c] == 255) continue;
    if (from.orbits[c] >= kCells) return false;
    spec.orbit[from.orbits[c]].add(c);
    if (from.orbits[c] >= spec.orbits) spec.orbits = from.orbits[c] + 1;
  }
  for (int i = 0; i < spec.orbits; i++)
    if (spec.orbit[i].empty()) return false;
  spec.minimal = from.minimal;
  spec.min_givens = (int)from.min_givens;
  spec.max_givens = (int)from.max_givens;
  spec.fixed = from.fixed;
  spec.attempts = from.attempts;
  return spec.orbits > 0;
}

void write_givens(const uint8_t *board, Cells givens, uint8_t *out) {
  memset(out, 0, kCells);
  while (!givens.empty()) {
    int cell = givens.pop();
    out[cell] = board[cell];
  }
}

constexpr uint32_t kBoardsPerPoll = 8;

// -- transforms ----------------------------------------------------------------------------------------------------------

constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
constexpr uint64_t kSymmetries = 1218998108160ull;

uint64_t draw(uint64_t &number, uint64_t n) {
  uint64_t digit = number % n;
  number /= n;
  return digit;
}

void lines_of(uint64_t &number, uint8_t *lines) {
  const uint8_t *bands = kOrders[draw(number, 6)];
  for (int band = 0; band < 3; band++) {
    const uint8_t *inside = kOrders[draw(number, 6)];
    for (int i = 0; i < 3; i++) lines[band * 3 + i] = (uint8_t)(bands[band] * 3 + inside[i]);
  }
}

void decode(uint64_t number, nonet_transform &transform) {
  transform.transposed = (uint8_t)draw(number, 2);
  lines_of(number, transform.rows);
  lines_of(number, transform.columns);
  uint64_t left = 0x987654321;  // digits not used yet, four bits each, the next one lowest
  for (int i = 0; i < 9; i++) {
    int shift = (int)draw(number, (uint64_t)(9 - i)) * 4;
    transform.digits[i] = (uint8_t)(left >> shift & 15);
    left = (left & ((1ull << shift) - 1)) | left >> 4 >> shift << shift;
  }
}

}  // namespace

size_t nonet_generate_workspace_bytes(void) { return solver_at() + (nonet_workspace_bytes() + 63) / 64 * 64; }

int nonet_generate(uint64_t seed, uint64_t first, size_t n, const nonet_puzzle_spec *given,
                   const nonet_options *options, uint8_t *puzzles, uint8_t *solutions, uint8_t *status, void *workspace,
                   size_t workspace_bytes) {
  Spec spec;
  if (!given || !options || (n && (!puzzles || !status)) || !read_spec(*given, spec)) return NONET_BAD_CALL;
  if (!workspace || (uintptr_t)workspace % 64 || workspace_bytes < nonet_generate_workspace_bytes())
    return NONET_BAD_CALL;
  Workspace &work = *new (workspace) Workspace;
  nonet_options ask{};
  ask.limit = 2;
  nonet_results answers{};
  answers.status = work.answers;
  memset(status, NONET_CANCELLED, n);
  memset(puzzles, 0, n * kCells);
  if (solutions) memset(solutions, 0, n * kCells);

  auto finish = [&](const Job &job) {
    size_t at = (size_t)(job.number - first) * kCells;
    const uint8_t *board = job.found ? job.board : job.nearest_board;
    status[job.number - first] = job.found ? NONET_UNIQUE : NONET_OUT_OF_BUDGET;
    if (!job.found && job.nearest.empty()) return;
    write_givens(board, job.found ? job.givens : job.nearest, puzzles + at);
    if (solutions) memcpy(solutions + at, board, kCells);
  };
  auto stopped = [&] { return options->poll && options->poll(options->poll_argument); };
  size_t started = 0;
  int busy = 0;
  uint32_t boards = 0;
  for (;;) {
    // Bring each job to its next question, and fill the places of those that are done.
    for (int i = 0; i < busy || (i < Workspace::kJobs && started < n);) {
      Job &job = work.jobs[i];
      if (i == busy) job.start(seed, first + started++), busy++;
      while (job.waits) {
        if (++boards % kBoardsPerPoll == 0 && stopped()) return NONET_STOPPED;
        job.next_board(spec, work.filler);
      }
      if (!job.done) {
        i++;
        continue;
      }
      finish(job);
      if (i != --busy) job = work.jobs[busy];
    }
    if (!busy) return NONET_OK;
    if (stopped()) return NONET_STOPPED;
    for (int i = 0; i < busy; i++) write_givens(work.jobs[i].board, work.jobs[i].question, work.questions[i]);
    int code = nonet_solve(work.questions[0], (size_t)busy * kCells, nullptr, kCells, (size_t)busy, &ask, &answers,
                           (uint8_t *)workspace + solver_at(), nonet_workspace_bytes());
    if (code != NONET_OK) return code;
    for (int i = 0; i < busy; i++) work.jobs[i].answer(work.answers[i] == NONET_UNIQUE, spec);
  }
}

int nonet_transform_of(uint64_t number, nonet_transform *transform) {
  if (!transform || number >= kSymmetries) return NONET_BAD_CALL;
  decode(number, *transform);
  return NONET_OK;
}

int nonet_random_transforms(uint64_t seed, uint64_t first, size_t n, nonet_transform *transforms) {
  if (n && !transforms) return NONET_BAD_CALL;
  for (size_t i = 0; i < n; i++) decode(nonet::Random(seed, first + i).below(kSymmetries), transforms[i]);
  return NONET_OK;
}

int nonet_apply_transforms(const uint8_t *boards, size_t n, size_t repeat, const nonet_transform *transforms,
                           uint8_t *result) {
  if (!repeat || (n && (!boards || !transforms || !result))) return NONET_BAD_CALL;
  auto apply = nonet::transforms::apply;
#if defined(NONET_HAVE_X86)
  // Every instruction set except the baseline has byte shuffles.
  if (strcmp(nonet_isa_name(nonet_isa_current()), "baseline") != 0) apply = nonet::transforms::apply_with_shuffles;
#endif
  return apply(boards, n, repeat, transforms, result) ? NONET_OK : NONET_BAD_CALL;
}

int nonet_canonical(const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets, size_t stride, size_t n,
                    const nonet_options *options, uint8_t *canonical, nonet_transform *transforms,
                    uint64_t *automorphisms, uint8_t *status) {
  if (!options || (n && (!cells || !status))) return NONET_BAD_CALL;
  if (!nonet::rows_fit(cells_bytes, offsets, stride, n)) return NONET_BAD_CALL;
  const nonet::ByteMasks masks(options->blank);
  nonet::canonical::Builder builder(options->poll, options->poll_argument);
  nonet::canonical::FullBoard full_board;
  for (size_t i = 0; i < n; i++) {
    const uint8_t *from = cells + (offsets ? offsets[i] : i * stride);
    uint8_t digits[kCells];
    bool readable = nonet::read_digits(from, masks, digits);
    bool full = !memchr(digits, 0, kCells);
    status[i] = !readable ? NONET_BAD_CELL : nonet::has_conflict(digits) ? NONET_CONFLICT : NONET_FOUND;
    if (status[i] != NONET_FOUND) continue;
    nonet::canonical::Result result;
    if (builder.is_stopped() || ((!full || !full_board.run(digits, result)) && !builder.run(digits, result))) {
      memset(status + i, NONET_CANCELLED, n - i);
      return NONET_STOPPED;
    }
    if (automorphisms) automorphisms[i] = result.automorphisms;
    if (transforms) {
      const auto &t = result.transform;
      transforms[i].transposed = t.transposed;
      memcpy(transforms[i].rows, t.rows, 9);
      memcpy(transforms[i].columns, t.columns, 9);
      memcpy(transforms[i].digits, t.digits, 9);
    }
    if (canonical)
      for (int c = 0; c < kCells; c++)
        canonical[i * kCells + (size_t)c] = (uint8_t)(result.rows[c / 9] >> (8 - c % 9) * 4 & 15);
  }
  return NONET_OK;
}
