// lockstep.cpp: the solver for classic boards. One puzzle per lane of a vector, many puzzles side by side, all
// in the same propagation round at the same time. A round has no branch, so nothing is mispredicted and each
// instruction works for every puzzle.
//
// This file is compiled once per instruction set (see simd.hpp) into a namespace of its own.
//
// The state. One vector per *cell*, in box order, 9 candidate bits in 16-bit lanes:
//
//        w[box * 9 + r * 3 + c]      lane 0   lane 1   lane 2 …
//                                    puzzle A puzzle B puzzle C
//
// and, per mini-row (box, r) and per mini-column (box, c), what the last round found there.
//
//   Negative result: the denser layout of one mini-row per 32-bit word (three 10-bit fields) needs about the same number of
//   instructions per round for half as many puzzles: the shifts that fold and spread the fields cost more than density saves.
//
// A round is three passes:
//
//   boxes  for each box: cross out what the last row and column passes excluded; hidden singles; naked singles, crossed out in
//          their mini-row; collect the digits possible (t) and placed (na, nb) per mini-row and mini-column.
//   rows   for each band, on mini-rows: a placed digit leaves the other mini-rows of its row and box; then the permutation filter:
//          a digit takes one mini-row in each row and each box of a band, so mini-row (r, j) stays possible only if the other two
//          rows and boxes can be matched. Pointing, claiming and their contradictions come for free.
//   columns  the same for each stack, on mini-columns.
//
// The verdict per lane then is *dead* (a cell without candidates, or a digit without a permutation in some band or stack), *solved*
// (every row full of different single digits, and not dead), *stuck* (the boxes pass changed nothing), or none of these: go on.
//
// Invariants: w of a lane always contains every solution of its board; u, uc, hr, hc are consequences of some superset of w,
// unless the lane is `fresh`, in which case they belong to the lane's former board and the boxes pass ignores them.

#include <string.h>

#include "lockstep.hpp"

#if defined(NONET_ISA_AVX512) || defined(NONET_ISA_AVX2)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(NONET_ISA_AVX512)
#define NONET_ISA_NAMESPACE avx512
#elif defined(NONET_ISA_AVX2)
#define NONET_ISA_NAMESPACE avx2
#else
#define NONET_ISA_NAMESPACE baseline
#endif

namespace nonet {
namespace NONET_ISA_NAMESPACE {
namespace {

#include "simd.hpp"

// A guess decides one (digit, mini-row) or (digit, mini-column) out of 162 that was open before, and
// only decisions lie on the stack: deeper than this no path can be.
constexpr int kMaxDepth = 164;
constexpr int kStuckBeforeChoice = kLanes == 32 ? 4 : 3; // choose branches for all stuck lanes at once when so many wait (tuned, see docs)
constexpr int kNoGroup = 6;
// Openness: the digits not decided, and again those with four or more configurations, summed over the six groups. A board
// without givens has 108; the hardest puzzles of the lists start at 56 to 69, boards of 16 givens at 70 and more.
constexpr int kWideOpen = 69;
constexpr int kAlways = 0x7FFF;
constexpr int kNearlyDone = 40;
constexpr uint64_t kPatience = 256;  // guesses on groups without a solution before cells are tried instead
constexpr uint32_t kRoundsPerPoll = 4096;  // about a millisecond
constexpr uint32_t kAllLanes = (uint32_t)((1ull << kLanes) - 1);

struct State {
  V w[kCells];
  V na[27], nb[27];         // mini-row, mini-column: digits placed
  V v[27];                  // mini-column: digits possible
  V u[27], uc[27];          // mini-row, mini-column: possible after the filter
  V sum;                    // of all w, as numbers: it falls whenever a candidate does
};

// Each block in use has at least one ticket on some stack, or is being filled.
constexpr int kBlocks = kLanes * kMaxDepth + 1;

// What the search knows about the board that some lanes work on.
struct Task {
  uint64_t row;
  uint64_t count;
  uint64_t guesses;
  int lanes;        // lanes that hold a part of it
  bool split;       // more than one lane has worked on it
  bool done;        // limit or budget reached: its other lanes are to stop
  bool over_budget;
};

struct Machine {
  State s;
  V openness;   // of the board in each lane, when branches were last chosen
  V by_group;   // below this openness a lane branches on groups, from it on cells
  V branch_digit, branch_places, branch_group;
  uint32_t active;   // lanes at work
  uint32_t fresh;    // lanes whose w was replaced after the last round
  uint32_t dead, solved, stuck;  // verdicts not yet dealt with
  uint32_t free_tasks;
  int depth[kLanes];
  int task_of[kLanes];
  Task tasks[kLanes];
  uint64_t next_row;
  uint64_t redo[kLanes];  // rows whose first solution is to be found again, unsplit
  int redos;
  nonet_stats stats;
  uint16_t nowhere;
  uint32_t signature;     // of a search kept between calls
  // The stacks of the lanes hold tickets: block * kSlots + slot. A block is free again when all its tickets are used.
  uint32_t blocks_used, blocks_free;
  uint32_t stack[kLanes][kMaxDepth];
  uint8_t tickets[kBlocks];
  uint32_t free_block[kBlocks];
  alignas(64) uint16_t blocks[kBlocks][kCells * kSlots];
};

inline uint16_t *column(Machine &m, int lane) { return (uint16_t *)&m.s.w[0] + lane; }

// ---- the round ------------------------------------------------------------------------------------------------

struct Verdict {
  V smallest;  // zero where some cell has no candidate
  V sum;
  V alive;     // all nine digits, where every band and stack has a permutation for each
  V placed;    // all nine digits, where every row is full of single digits
};

NONET_INLINE void boxes_pass(State &s, V fresh, Verdict &verdict) {
  V empty = splat(0), sum = splat(0);
  for (int box = 0; box < 9; box++) {
    const int band = box / 3, j = box % 3;
    V *w = s.w + box * 9;
    V u[3], uc[3], a[3][3], n[3][3], only_row[3], only_column[3], less[3][3];
    for (int i = 0; i < 3; i++) {
      u[i] = s.u[box * 3 + i] | fresh;
      uc[i] = s.uc[box * 3 + i] | fresh;
    }
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) a[r][c] = and3(w[r * 3 + c], u[r], uc[c]);
    // A digit whose only mini-row in the row is this one, and that is in at most one cell of it: a hidden single.
    const V *beside1 = s.u + (band * 9 + (j + 1) % 3 * 3), *beside2 = s.u + (band * 9 + (j + 2) % 3 * 3);
    for (int r = 0; r < 3; r++)
      only_row[r] = without2(without2(u[r], beside1[r], beside2[r]), majority(a[r][0], a[r][1], a[r][2]), fresh);
    const V *below1 = s.uc + ((band + 1) % 3 * 9 + j * 3), *below2 = s.uc + ((band + 2) % 3 * 9 + j * 3);
    for (int c = 0; c < 3; c++)
      only_column[c] = without2(without2(uc[c], below1[c], below2[c]), majority(a[0][c], a[1][c], a[2][c]), fresh);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) {
        // The hidden single if there is one, else all that is left: as 0 - 1 is the largest number, the minimum
        // of the two, each less one, is it (less one, which the next step wants anyway).
        V hidden = and_or(a[r][c], only_row[r], only_column[c]);
        less[r][c] = minimum(a[r][c] - splat(1), hidden - splat(1));
        a[r][c] = less[r][c] + splat(1);
        n[r][c] = if_single(a[r][c], less[r][c]);
      }
    for (int r = 0; r < 3; r++) empty = or3(empty, less[r][0], or3(less[r][1], less[r][2], empty));
    for (int i = 0; i < 3; i++) {
      V na = or3(n[i][0], n[i][1], n[i][2]);
      s.na[box * 3 + i] = na;
#ifdef SNA
      sum -= na;
#endif
      s.nb[box * 3 + i] = or3(n[0][i], n[1][i], n[2][i]);
    }
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        V after = without2(a[r][c], n[r][(c + 1) % 3], n[r][(c + 2) % 3]);
        w[r * 3 + c] = after;
      }
    }
  }
  verdict.smallest = ~empty & splat(0x8000);
  verdict.sum = sum;
}

// x[i][k]: what is possible at (i, k) of a 3x3 matrix in which each digit takes one place per row and column.
NONET_INLINE void permutation_filter(const V x[3][3], V out[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      out[i][k] = and_or(x[i][k], x[i1][k1] & x[i2][k2], x[i1][k2] & x[i2][k1]);
    }
}

NONET_INLINE void rows_pass(State &s, Verdict &verdict) {
  V alive = splat(kAllDigits), placed = splat(kAllDigits);
  for (int band = 0; band < 3; band++) {
    V na[3][3], x[3][3], u[3][3];  // [row][box]
    for (int r = 0; r < 3; r++)
      for (int j = 0; j < 3; j++) na[r][j] = s.na[band * 9 + j * 3 + r];
    for (int r = 0; r < 3; r++) {
      for (int j = 0; j < 3; j++) {
        V elsewhere = or3(na[r][(j + 1) % 3], na[r][(j + 2) % 3], na[(r + 1) % 3][j]);
        const V *w = s.w + band * 27 + j * 9 + r * 3;
        x[r][j] = without2(or3(w[0], w[1], w[2]), elsewhere, na[(r + 2) % 3][j]);
      }
      placed = and3(placed, or3(na[r][0], na[r][1], na[r][2]), placed);
    }
    permutation_filter(x, u);
    alive = alive & or3(u[0][0], u[0][1], u[0][2]);
    for (int j = 0; j < 3; j++) {
      const V *w = s.w + band * 27 + j * 9;
      for (int r = 0; r < 3; r++) s.u[band * 9 + j * 3 + r] = u[r][j], verdict.sum += u[r][j];
      for (int c = 0; c < 3; c++)
        s.v[band * 9 + j * 3 + c] = or_and(or_and(w[c] & u[0][j], w[3 + c], u[1][j]), w[6 + c], u[2][j]);
    }
  }
  verdict.alive = alive;
  verdict.placed = placed;
}

NONET_INLINE void columns_pass(State &s, Verdict &verdict) {
  V alive = verdict.alive;
  for (int stack = 0; stack < 3; stack++) {
    V x[3][3], uc[3][3];  // [band][column]
    for (int b = 0; b < 3; b++)
      for (int c = 0; c < 3; c++)
        x[b][c] = without2(s.v[b * 9 + stack * 3 + c], s.nb[(b + 1) % 3 * 9 + stack * 3 + c],
                           s.nb[(b + 2) % 3 * 9 + stack * 3 + c]);
    permutation_filter(x, uc);
    alive = alive & or3(uc[0][0], uc[0][1], uc[0][2]);
    for (int b = 0; b < 3; b++)
      for (int c = 0; c < 3; c++) s.uc[b * 9 + stack * 3 + c] = uc[b][c], verdict.sum += uc[b][c];
  }
  verdict.alive = alive;
}

// ---- branching ------------------------------------------------------------------------------------------------

// A *group* is a band (0-2) or a stack (3-5). In a group each digit is in one of six configurations, the ways to
// give its three rows (columns) different boxes. Take the group with the fewest configurations in all that is not
// decided yet, and in it the digits with the fewest, at best two.
void choose_branches(Machine &m) {
  V best = splat(0x7FFF), best_digits = splat(0), best_group = splat(0), openness = splat(0), best_x[9];
  for (int i = 0; i < 9; i++) best_x[i] = splat(0);
  for (int group = 0; group < 6; group++) {
    V x[3][3];
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        x[i][k] = group < 3 ? m.s.u[group * 9 + k * 3 + i] : m.s.uc[k * 9 + (group - 3) * 3 + i];
    V even[3], odd[3];
    for (int k = 0; k < 3; k++) {
      even[k] = and3(x[0][k], x[1][(k + 1) % 3], x[2][(k + 2) % 3]);
      odd[k] = and3(x[0][k], x[1][(k + 2) % 3], x[2][(k + 1) % 3]);
    }
    // Add the six bits per digit: ones + 2 twos + 4 fours.
    V a = xor3(even[0], even[1], even[2]), b = xor3(odd[0], odd[1], odd[2]);
    V ka = majority(even[0], even[1], even[2]), kb = majority(odd[0], odd[1], odd[2]);
    V ones = a ^ b, carry = a & b;
    V twos = xor3(ka, kb, carry), fours = majority(ka, kb, carry);
    V open = twos | fours;
    V total = popcount9_of_both(open, fours);
    V digits = first_nonzero(without2(twos, ones, fours), first_nonzero(ones & twos, fours));
    openness += total;
    V score = pick(is_zero(digits), splat(0x7FFF), total);
    Mask better = is_less(score, best);
    best = pick(better, score, best);
    best_digits = pick(better, digits, best_digits);
    best_group = pick(better, splat(group), best_group);
    for (int i = 0; i < 9; i++) best_x[i] = pick(better, x[i / 3][i % 3], best_x[i]);
  }
  V digit = best_digits & -best_digits, places = splat(0);
  for (int i = 0; i < 9; i++) places |= pick(is_zero(best_x[i] & digit), splat(0), splat(1 << i));
  m.branch_digit = digit;
  m.openness = openness;
  m.branch_places = places;
  m.branch_group = pick(is_less(openness, m.by_group), best_group, splat(kNoGroup));
}

inline uint16_t at(const V &vector, int lane) { return ((const uint16_t *)&vector)[lane]; }

inline void set(V &vector, int lane, int value) { ((uint16_t *)&vector)[lane] = (uint16_t)value; }

// The cells of mini-row (mini-column) k of line i of a group, in box order.
struct LineCells {
  uint8_t cell[6][3][3][3];  // [group][i][k][cell]
  constexpr LineCells() : cell{} {
    for (int group = 0; group < 6; group++)
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
          for (int e = 0; e < 3; e++)
            cell[group][i][k][e] =
                (uint8_t)(group < 3 ? (group * 3 + k) * 9 + i * 3 + e : (k * 3 + group - 3) * 9 + e * 3 + i);
  }
};
constexpr LineCells kLineCells;

// Where to branch, given the places (bit 3i + k) that a digit has in a group: a line with the fewest places above one, and
// in it the first place. Packed as 4i + k.
struct LineChoice {
  uint8_t line[512];
  constexpr LineChoice() : line{} {
    for (int places = 0; places < 512; places++) {
      int best = 4;
      for (int i = 0; i < 3; i++) {
        int open = places >> (3 * i) & 7, size = (open & 1) + (open >> 1 & 1) + (open >> 2);
        if (size < 2 || size >= best) continue;
        best = size;
        line[places] = (uint8_t)(4 * i + (open & 1 ? 0 : 1));
      }
    }
  }
};
constexpr LineChoice kLineChoice;

// A guess has two children; each solution is in one of them. In the first, `digit` leaves two mini-rows (or
// mini-columns), or cell second[0] loses `others`; in the second, `digit` leaves the cells `second`.
struct Branch {
  uint16_t digit;
  uint16_t others;
  uint16_t *lost[2];
  uint8_t second[3];
};

// Where no digit is down to few configurations, the board is wide open, and the smallest cell is the better guess.
Branch smallest_cell(Machine &m, int lane) {
  const uint16_t *w = (const uint16_t *)&m.s.w[0] + lane;
  int best = 10, cell = 0;
  for (int i = 0; i < kCells && best > 2; i++) {
    int size = __builtin_popcount(w[i * kLanes]);
    if (size > 1 && size < best) best = size, cell = i;
  }
  uint16_t mask = w[cell * kLanes];
  Branch branch{};
  branch.digit = (uint16_t)(mask & -mask);
  branch.others = (uint16_t)(mask ^ branch.digit);
  for (int e = 0; e < 3; e++) branch.second[e] = (uint8_t)cell;
  branch.lost[0] = branch.lost[1] = &m.nowhere;
  return branch;
}

Branch read_branch(Machine &m, int lane) {
  int group = at(m.branch_group, lane);
  if (group == kNoGroup) return smallest_cell(m, lane);
  Branch branch;
  branch.digit = at(m.branch_digit, lane);
  branch.others = 0;
  unsigned choice = kLineChoice.line[at(m.branch_places, lane)], k = choice & 3;
  int line = (int)(choice >> 2);
  const uint8_t(*cells)[3] = kLineCells.cell[group][line];
  for (int e = 0; e < 3; e++) branch.second[e] = cells[k][e];
  V *x = group < 3 ? m.s.u + group * 9 + line : m.s.uc + (group - 3) * 3 + line;
  int step = group < 3 ? 3 : 9;
  branch.lost[0] = (uint16_t *)(x + (k == 0 ? step : 0)) + lane;
  branch.lost[1] = (uint16_t *)(x + 2 * step) + lane;
  return branch;
}

// ---- lanes ----------------------------------------------------------------------------------------------------

struct Call {
  const Boards *boards;
  const nonet_options *options;
  nonet_results *results;
  // enumeration only
  uint8_t *found;
  size_t capacity, written;
  bool may_split;
};

bool load_board(const Boards &boards, size_t row, uint16_t *w) {
  uint16_t seen = 0;
  if (boards.marks) {
    const uint16_t *marks = boards.marks + row * kCells;
    for (int i = 0; i < kCells; i++) seen |= w[i] = marks[kOrder.reading[i]];
    return seen <= kAllDigits;
  }
  const uint8_t *bytes = boards.bytes + (boards.offsets ? boards.offsets[row] : row * boards.stride);
  const uint16_t *mask = boards.byte_masks->mask;
  for (int i = 0; i < kCells; i++) seen |= w[i] = mask[bytes[kOrder.reading[i]]];
  return !(seen & kBadByte);
}

void store_solution(const uint16_t *w, uint8_t *out, uint8_t zero) {
  for (int i = 0; i < kCells; i++) out[kOrder.reading[i]] = (uint8_t)(zero + 1 + __builtin_ctz(w[i * kLanes]));
}

// Two equal givens in a house: the plainest of reasons, worth telling apart from a failed search.
bool givens_conflict(const Boards &boards, size_t row) {
  uint16_t house[27] = {};
  const uint8_t *bytes =
      boards.marks ? nullptr : boards.bytes + (boards.offsets ? boards.offsets[row] : row * boards.stride);
  if (!bytes) return false;
  for (int cell = 0; cell < kCells; cell++) {
    uint16_t mask = boards.byte_masks->mask[bytes[cell]];
    if (mask == kAllDigits) continue;
    int houses[3] = {cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3};
    for (int h : houses) {
      if (house[h] & mask) return true;
      house[h] |= mask;
    }
  }
  return false;
}

void finish_task(Machine &m, Call &call, Task &task, bool cancelled) {
  nonet_results &results = *call.results;
  size_t row = task.row;
  uint8_t status;
  if (cancelled)
    status = NONET_CANCELLED;
  else if (task.count >= 2)
    status = NONET_MULTIPLE;
  else if (task.count >= call.options->limit)
    status = NONET_FOUND;
  else if (task.over_budget)
    status = NONET_OUT_OF_BUDGET;
  else if (task.count == 1)
    status = NONET_UNIQUE;
  else
    status = givens_conflict(*call.boards, row) ? NONET_CONFLICT : NONET_NO_SOLUTION;
  if (task.over_budget && task.count < call.options->limit) status = NONET_OUT_OF_BUDGET;
  results.status[row] = status;
  if (results.counts) results.counts[row] = task.count;
  if (results.guesses) results.guesses[row] = (uint32_t)(task.guesses < UINT32_MAX ? task.guesses : UINT32_MAX);
  // Which solution of several a split search meets first depends on its neighbours; look again, unsplit.
  if (task.split && task.count >= 2 && results.solutions) m.redo[m.redos++] = row;
}

// Put a board into a lane: cell i comes from board[i * kStride].
template <int kStride> void arrive(Machine &m, int lane, const uint16_t *board) {
  // volatile, since a compiler that makes vectors of these scattered stores makes them slower
  volatile uint16_t *w = column(m, lane);
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) w[i * kLanes] = board[i * kStride];
  m.active |= 1u << lane;
  m.fresh |= 1u << lane;
}

uint32_t take_block(Machine &m) { return m.blocks_free ? m.free_block[--m.blocks_free] : m.blocks_used++; }

// The board behind a ticket; it stays readable until the next block is taken.
const uint16_t *redeem(Machine &m, uint32_t ticket) {
  uint32_t block = ticket / kSlots;
  if (--m.tickets[block] == 0) m.free_block[m.blocks_free++] = block;
  return m.blocks[block] + ticket % kSlots;
}

// Give a lane that has run dry the next row, or let it idle.
void refill(Machine &m, Call &call, int lane) {
  uint32_t bit = 1u << lane;
  uint16_t w[kCells];
  m.active &= ~bit;
  while (call.boards && m.next_row < call.boards->rows) {
    size_t row = m.next_row++;
    if (!load_board(*call.boards, row, w)) {
      call.results->status[row] = NONET_BAD_CELL;
      if (call.results->counts) call.results->counts[row] = 0;
      if (call.results->guesses) call.results->guesses[row] = 0;
      continue;
    }
    int t = __builtin_ctz(m.free_tasks);
    m.free_tasks &= m.free_tasks - 1;
    m.tasks[t] = Task{row, 0, 0, 1, false, false, false};
    m.task_of[lane] = t;
    m.depth[lane] = 0;
    set(m.by_group, lane, kWideOpen);
    arrive<1>(m, lane, w);
    return;
  }
}

// The lane is done with its part of the task.
void leave_task(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  if (--task.lanes == 0) {
    if (call.boards) finish_task(m, call, task, false);
    m.free_tasks |= 1u << t;
  }
  refill(m, call, lane);
}

// Go on with the other child of the lane's last guess, if there is one.
void pop(Machine &m, Call &call, int lane) {
  if (m.depth[lane] == 0) return leave_task(m, call, lane);
  arrive<kSlots>(m, lane, redeem(m, m.stack[lane][--m.depth[lane]]));
}

// A task has reached its limit: lanes that still hold parts of it stop at once.
void end_task(Machine &m, Call &call, int t) {
  m.tasks[t].done = true;
  for (int lane = 0; lane < kLanes; lane++) {
    uint32_t bit = 1u << lane;
    if (!(m.active & bit) || m.task_of[lane] != t) continue;
    m.dead &= ~bit;
    m.solved &= ~bit;
    m.stuck &= ~bit;
    while (m.depth[lane]) redeem(m, m.stack[lane][--m.depth[lane]]);
    leave_task(m, call, lane);
    if (m.free_tasks >> t & 1 || m.tasks[t].lanes == 0) break;
  }
}

// Returns false when the buffer of an enumeration is full; the lane's verdict then waits for the next call.
bool report(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  if (call.found) {
    if (call.written == call.capacity) return false;
    store_solution(column(m, lane), call.found + kCells * call.written++, 0);
  }
  m.stats.solutions++;
  if (task.count++ == 0 && call.boards && call.results->solutions)
    store_solution(column(m, lane), call.results->solutions + task.row * call.results->solution_stride,
                   call.results->zero);
  return true;
}

// Guess in up to kSlots lanes. The second children lie in `block`; each goes to an idle lane or onto its lane's stack.
void branch_some(Machine &m, Call &call, const int *lanes, int count) {
  uint32_t block = take_block(m);
  uint16_t *second = m.blocks[block];
  extract_lanes(m.s.w, kCells, lanes, count, second);
  m.tickets[block] = (uint8_t)count;
  for (int j = 0; j < count; j++) {
    int lane = lanes[j];
    Branch b = read_branch(m, lane);
    int t = m.task_of[lane];
    Task &task = m.tasks[t];
    if (task.guesses == 0)  // what kind of board it is shows once, before the first guess
      set(m.by_group, lane, at(m.openness, lane) < kWideOpen ? kAlways : kNearlyDone);
    if (task.guesses == kPatience && task.count == 0)
      for (int l = 0; l < kLanes; l++)
        if (m.task_of[l] == t) set(m.by_group, l, kNearlyDone);
    task.guesses++;
    m.stats.guesses++;
    for (uint8_t cell : b.second) second[cell * kSlots + j] &= (uint16_t)~b.digit;
    uint32_t ticket = block * kSlots + (uint32_t)j;
    uint32_t idle = kAllLanes & ~m.active;
    if (idle && call.may_split) {
      int other = __builtin_ctz(idle);
      m.task_of[other] = t;
      m.depth[other] = 0;
      set(m.by_group, other, at(m.by_group, lane));
      task.lanes++;
      task.split = true;
      arrive<kSlots>(m, other, redeem(m, ticket));
    } else {
      m.stack[lane][m.depth[lane]++] = ticket;
    }
    // The first child: what it loses leaves u (or uc), which the next boxes pass takes from w.
    for (uint16_t *lost : b.lost) *lost &= (uint16_t)~b.digit;
    if (b.others) column(m, lane)[b.second[0] * kLanes] &= (uint16_t)~b.others;
  }
}

// ---- the loop -------------------------------------------------------------------------------------------------

enum class Stop { kDone, kPaused, kCancelled };

// Deal with every verdict. Returns false when an enumeration has to pause.
bool settle(Machine &m, Call &call) {
  while (m.solved) {
    int lane = __builtin_ctz(m.solved);
    if (!report(m, call, lane)) return false;
    m.solved &= m.solved - 1;
    int t = m.task_of[lane];
    if (call.boards && m.tasks[t].count >= call.options->limit)
      end_task(m, call, t);
    else
      pop(m, call, lane);
  }
  while (m.dead) {
    int lane = __builtin_ctz(m.dead);
    m.dead &= m.dead - 1;
    pop(m, call, lane);
  }
  return true;
}

void branch_all(Machine &m, Call &call) {
  choose_branches(m);
  uint64_t budget = call.options->budget;
  while (m.stuck) {
    int lanes[kSlots], count = 0;
    while (m.stuck && count < kSlots) {
      int lane = __builtin_ctz(m.stuck);
      m.stuck &= m.stuck - 1;
      int t = m.task_of[lane];
      if (budget && m.tasks[t].guesses >= budget) {
        m.tasks[t].over_budget = true;
        end_task(m, call, t);
      } else {
        lanes[count++] = lane;
      }
    }
    if (count) branch_some(m, call, lanes, count);
  }
}

Stop run(Machine &m, Call &call) {
  uint32_t until_poll = kRoundsPerPoll;
  for (;;) {
    if (!settle(m, call)) return Stop::kPaused;
    if (!m.active) return Stop::kDone;
    uint32_t ready = m.active & ~m.stuck;
    if (m.stuck && (__builtin_popcount(m.stuck) >= kStuckBeforeChoice || !ready || (kAllLanes & ~m.active)))
      branch_all(m, call);
    if (!m.active) continue;
    uint32_t active = m.active;
    Verdict verdict;
    boxes_pass(m.s, lanes_mask(m.fresh), verdict);
    rows_pass(m.s, verdict);
    columns_pass(m.s, verdict);
    m.stats.rounds++;
    m.stats.lane_rounds += (uint64_t)__builtin_popcount(active);
    uint32_t alive = zero_lanes(verdict.alive ^ splat(kAllDigits)) & ~zero_lanes(verdict.smallest);
    m.dead = active & ~alive;
    m.solved = active & alive & zero_lanes(verdict.placed ^ splat(kAllDigits));
    m.stuck = active & alive & zero_lanes(verdict.sum ^ m.s.sum) & ~m.solved & ~m.fresh;
    m.fresh = 0;
    m.s.sum = verdict.sum;
    if (--until_poll == 0) {
      until_poll = kRoundsPerPoll;
      if (call.options->poll && call.options->poll(call.options->poll_argument)) return Stop::kCancelled;
    }
  }
}

void reset(Machine &m) {
  // What follows is written before it is read.
  memset((void *)&m, 0, offsetof(Machine, stack));
  m.free_tasks = kAllLanes;
}

int solve(const Boards &boards, const nonet_options &options, nonet_results &results, void *workspace) {
  Machine &m = *(Machine *)workspace;
  reset(m);
  Call call{&boards, &options, &results, nullptr, 0, 0, !(options.limit == 1 && results.solutions)};
  for (int lane = 0; lane < kLanes; lane++) refill(m, call, lane);
  Stop stop = run(m, call);
  if (stop == Stop::kCancelled) {
    for (int t = 0; t < kLanes; t++)
      if (!(m.free_tasks >> t & 1)) finish_task(m, call, m.tasks[t], true);
    for (; m.next_row < boards.rows; m.next_row++) {
      results.status[m.next_row] = NONET_CANCELLED;
      if (results.counts) results.counts[m.next_row] = 0;
      if (results.guesses) results.guesses[m.next_row] = 0;
    }
  }
  nonet_stats stats = m.stats;
  // At most one row per lane was ever split, so this is short.
  int redos = stop == Stop::kDone ? m.redos : 0;
  uint64_t redo[kLanes];
  memcpy(redo, m.redo, sizeof redo);
  for (int i = 0; i < redos; i++) {
    size_t row = redo[i];
    uint8_t status;
    Boards one = boards;
    if (boards.marks)
      one.marks += row * kCells;
    else if (boards.offsets)
      one.offsets += row;
    else
      one.bytes += row * boards.stride;
    one.rows = 1;
    nonet_options first = options;
    first.limit = 1;
    first.budget = 0;
    nonet_results result{results.solutions + row * results.solution_stride,
                         results.solution_stride, results.zero, nullptr, &status, nullptr, {}};
    reset(m);
    Call again{&one, &first, &result, nullptr, 0, 0, false};
    refill(m, again, 0);
    if (run(m, again) == Stop::kCancelled) {
      stop = Stop::kCancelled;
      for (; i < redos; i++) results.status[redo[i]] = NONET_CANCELLED;
    }
    stats.guesses += m.stats.guesses;
    stats.rounds += m.stats.rounds;
    stats.lane_rounds += m.stats.lane_rounds;
  }
  results.stats = stats;
  return stop == Stop::kCancelled ? NONET_STOPPED : NONET_OK;
}

constexpr uint32_t kSignature = 0x5EA2C400u + kLanes;

void search_begin(const uint16_t *marks, void *workspace) {
  Machine &m = *(Machine *)workspace;
  reset(m);
  m.signature = kSignature;
  Boards boards{nullptr, nullptr, 0, marks, 1, nullptr};
  nonet_results none{};
  Call call{&boards, nullptr, &none, nullptr, 0, 0, true};
  refill(m, call, 0);
}

int search_next(const nonet_options &options, uint8_t *solutions, size_t capacity, size_t *written, uint8_t *status,
                nonet_stats *stats, void *workspace) {
  Machine &m = *(Machine *)workspace;
  *written = 0;
  *status = NONET_UNIQUE;
  if (m.signature != kSignature) return NONET_BAD_CALL;
  Call call{nullptr, &options, nullptr, solutions, capacity, 0, true};
  Stop stop = run(m, call);
  *written = call.written;
  *stats = m.stats;
  if (options.budget && m.stats.guesses >= options.budget && stop == Stop::kDone) *status = NONET_OUT_OF_BUDGET;
  return stop == Stop::kDone ? NONET_OK : stop == Stop::kPaused ? NONET_MORE : NONET_STOPPED;
}

}  // namespace
}  // namespace NONET_ISA_NAMESPACE

#if defined(NONET_ISA_AVX512)
const Engine kAvx512Engine
#elif defined(NONET_ISA_AVX2)
const Engine kAvx2Engine
#else
const Engine kBaselineEngine
#endif
    = {
#if defined(NONET_ISA_AVX512)
        "avx512",
#elif defined(NONET_ISA_AVX2)
        "avx2",
#else
        "baseline",
#endif
        NONET_ISA_NAMESPACE::kLanes, sizeof(NONET_ISA_NAMESPACE::Machine), NONET_ISA_NAMESPACE::solve,
        NONET_ISA_NAMESPACE::search_begin, NONET_ISA_NAMESPACE::search_next};

}  // namespace nonet
