// lockstep.cpp: the solver for classic boards. Each lane of a vector holds one puzzle, and all puzzles take the same
// propagation round at the same time. A round has no branch, so nothing is mispredicted, and each instruction works for
// every puzzle. This file is the search around it: refilling lanes whose puzzle has ended, stacks of boards, and the loop.
//
// Read round.hpp (what a round does) and branching.hpp (where to guess) first. All three are compiled once per
// instruction set (see simd.hpp), each time into a namespace of its own.
//
// After a round a lane is *dead* (a cell without candidates, or a digit without a configuration in some band or stack),
// *solved* (every row full of different single digits, and not dead), *stuck* (the filters found nothing new), or takes
// another round.
//
// Invariants
//   · w of a lane contains every solution of its board that is not on a stack or in another lane.
//   · u and uc are consequences of some superset of w, unless the lane is `fresh`: then they belong to its former board,
//     and the next boxes pass ignores them.
//   · A stuck lane is at a fixpoint: if u and uc do not change, w does not. (What u and uc exclude was removed in this
//     round. A candidate that a single or a hidden single removes leaves its mini-row or its mini-column, or the digit
//     has another place in both, which the filters exclude once it is placed: u or uc falls.) So it does not matter how
//     long a lane waits for its guess. The search of a row does not depend on its neighbours while the row is
//     in one lane.
//
// Rows are split where that is allowed and boards can move between lanes in one instruction: an empty lane takes the second
// child of a stuck one, and the board is on no stack in between. What finds no partner waits on a stack that all rows share.
// So there are fewer boards on stacks, and a lane loads a new row only when nothing is left to do for the rows at work. The
// status and the count of a row are the same in any order. Its guesses are, too, unless it has several solutions; then the
// first of them depends on the order, and is searched again (`redo`) in one lane.
//
// Where a row guesses depends on its path alone: the same board below the same guesses chooses the same, in any lane and at any
// time. A row with many givens that has come far without a dead end guesses in another way (`unbroken`), because it most likely
// has several solutions; "without a dead end" means by first children alone, which the path shows.

#include <string.h>

#include "bulk/lockstep.hpp"

#if defined(NONET_ISA_AVX512) || defined(NONET_ISA_AVX2)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(NONET_ISA_AVX512_BITALG)
#define NONET_ISA avx512_bitalg
#define NONET_ENGINE kAvx512BitalgEngine
#elif defined(NONET_ISA_AVX512_256)
#define NONET_ISA avx512_256
#define NONET_ENGINE kAvx512On256Engine
#elif defined(NONET_ISA_AVX512)
#define NONET_ISA avx512
#define NONET_ENGINE kAvx512Engine
#elif defined(NONET_ISA_AVX2)
#define NONET_ISA avx2
#define NONET_ENGINE kAvx2Engine
#else
#define NONET_ISA baseline
#define NONET_ENGINE kBaselineEngine
#endif
#if !defined(__OPTIMIZE__)
#warning "the core is built without optimization: it will be many times slower"
#endif
#define NONET_TEXT_OF(name) #name
#define NONET_TEXT(name) NONET_TEXT_OF(name)

namespace nonet {
namespace NONET_ISA {
namespace {

#include "common/simd.hpp"
// the order matters
#include "bulk/round.hpp"
#include "bulk/branching.hpp"

// A guess decides one (digit, row) or (digit, column) out of 162 that was open before, and only decisions lie on the
// stack: deeper than this no path should be. It is checked all the same.
constexpr int kMaxDepth = 164;
constexpr uint32_t kRoundsPerPoll = 4096;  // about a millisecond
constexpr uint64_t kRedoBudget = 100'000;  // guesses for finding the first solution of a split row again
constexpr uint32_t kAllLanes = (uint32_t)((1ull << kLanes) - 1);

// Lanes wait for each other, because a choice for one lane takes as long as for all: stuck lanes that find no empty one, pairs
// of a stuck and an empty lane, and empty lanes that find no stuck one. Twice or half of each is a few percent slower.
constexpr int kStuckBeforeChoice = kLanes == 32 ? 6 : 3;
constexpr int kPairsBeforeChoice = 4;
constexpr int kEmptyBeforeRefill = 5;

// A row with several solutions costs more if it is split: more guesses, and a second search for the first of them. So rows
// are split while at most one in kRarity of the rows begun was such a row.
constexpr uint64_t kRarity = 64;
constexpr uint64_t kMaxRedos = 1024;

// A row with this many givens that has guessed this often without a dead end most likely has several solutions.
constexpr uint32_t kManyGivens = 28;
constexpr int kGuessesBeforeWide = 2;

constexpr int kShared = 256;  // boards on the shared stack

// Each block in use has a ticket on some stack, or is being filled.
constexpr int kBlocks = kLanes * kMaxDepth + kShared + 1;

// A row at work: in one or more lanes, on the shared stack, or both. A new row is loaded only if the shared stack is empty, so
// there are never more tasks than lanes.
struct Task {
  uint64_t row;
  uint64_t count;
  uint64_t guesses;
  uint32_t lanes;  // that hold a part of it
  int shared;      // boards of it on the shared stack
  bool split;      // more than one lane may have worked on it
  bool over_budget;
};

struct Machine {
  // Of a search kept between calls. First, where every engine clears it: the search ends when one of them solves.
  const Engine *engine;
  State s;
  V sum;  // of the last round's verdict
  Choice choice;
  uint32_t active;               // lanes at work
  uint32_t fresh;                // lanes whose w was replaced after the last round
  uint32_t dead, solved, stuck;  // verdicts of the last round that are not handled yet
  // By the number of guesses: lanes that came to their board by first children alone, in a row with many givens. The last of
  // them guess where most is undecided. This follows from the row, whatever its neighbours do.
  uint32_t unbroken[kGuessesBeforeWide + 1];
  Moves moves;  // boards that the next round moves
  uint32_t free_tasks;
  int depth[kLanes];
  int task_of[kLanes];
  Task tasks[kLanes];
  uint64_t next_row;
  uint64_t split_multiples;  // rows that were split and have several solutions
  uint64_t redos;            // those whose first solution is to be found again, unsplit
  nonet_stats stats;
  bool gave_up;   // some task ended over its budget
  bool too_deep;  // some stack has been full
  // The stacks of the lanes contain tickets: block * kSlots + slot. A block is free when all its tickets are used.
  uint32_t blocks_used, blocks_free;
  int shared;  // boards on the shared stack
  uint32_t stack[kLanes][kMaxDepth];
  uint32_t shared_stack[kShared];
  uint8_t shared_task[kShared];
  uint64_t redo[kMaxRedos];  // the rows of `redos`
  uint8_t tickets[kBlocks];
  uint32_t free_block[kBlocks];
  alignas(64) uint16_t blocks[kBlocks][kCells * kSlots];
};

// ---- lanes ----------------------------------------------------------------------------------------------------

struct Call {
  const Boards *boards;
  const nonet_options *options;
  nonet_results *results;
  // enumeration only
  uint8_t *found;
  size_t capacity, written;
  bool may_split;
  size_t rows;            // to solve; 0 in an enumeration
  const uint64_t *again;  // null, or these rows, whose first solution alone is wanted
};

NONET_INLINE const uint8_t *row_bytes(const Boards &boards, size_t row) {
  return boards.bytes + (boards.offsets ? boards.offsets[row] : row * boards.stride);
}

// The stores below write to 81 cache lines. They are volatile because vectorising such scattered stores makes them slower,
// and unrolled so that all addresses are constants.

// Load a board of the input into a lane, and count its givens; false if it contains anything but digits and blanks.
bool load_board(State &s, int lane, const Boards &boards, size_t row, uint32_t &givens) {
  volatile uint16_t *w = column(s, lane);
  if (boards.marks) {
    const uint16_t *marks = boards.marks + row * kCells;
    uint16_t seen = 0;
    givens = 0;
    for (int i = 0; i < kCells; i++) {
      uint16_t mask = marks[kOrder.reading[i]];
      seen |= mask;
      givens += !(mask & (mask - 1));
      w[i * kLanes] = mask;
    }
    return seen <= kAllDigits;
  }
  const uint8_t *bytes = row_bytes(boards, row);
  const uint32_t *entries = boards.byte_masks->entry;
  uint32_t sum = 0;
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) {
    uint32_t entry = entries[bytes[kOrder.reading[i]]];
    sum += entry;
    w[i * kLanes] = (uint16_t)entry;
  }
  givens = sum / ByteMasks::kGiven % 128;
  return sum < ByteMasks::kBad;
}

// Load a board of a stack into a lane: cell i is board[i * kSlots].
void restore_board(State &s, int lane, const uint16_t *board) {
  volatile uint16_t *w = column(s, lane);
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) w[i * kLanes] = board[i * kSlots];
}

void store_solution(State &s, int lane, uint8_t *out, uint8_t zero) {
  const uint16_t *w = column(s, lane);
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) out[kOrder.reading[i]] = (uint8_t)(zero + 1 + __builtin_ctz(w[i * kLanes]));
}

// Whether two givens in a house are equal. Such a row gets a status of its own.
bool givens_conflict(const Boards &boards, size_t row) {
  uint16_t house[27] = {};
  if (boards.marks) return false;
  const uint8_t *bytes = row_bytes(boards, row);
  for (int cell = 0; cell < kCells; cell++) {
    uint16_t mask = boards.byte_masks->of(bytes[cell]);
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
  if (call.again) {
    if (cancelled) results.status[row] = NONET_CANCELLED;
    return;
  }
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
  // The first solution of a split search depends on the neighbours: search the row again, unsplit.
  if (!task.split || task.count < 2) return;
  m.split_multiples++;
  if (results.solutions && !call.options->any_solution) m.redo[m.redos++] = row;
}

// Mark a lane as holding a new board.
void arrive(Machine &m, int lane) {
  m.active |= 1u << lane;
  m.fresh |= 1u << lane;
}

uint32_t take_block(Machine &m) { return m.blocks_free ? m.free_block[--m.blocks_free] : m.blocks_used++; }

// Return the board of a ticket; it is valid until the next block is taken.
const uint16_t *redeem(Machine &m, uint32_t ticket) {
  uint32_t block = ticket / kSlots;
  if (--m.tickets[block] == 0) m.free_block[m.blocks_free++] = block;
  return m.blocks[block] + ticket % kSlots;
}

// Give an empty lane the next row, if there is one.
void refill(Machine &m, Call &call, int lane) {
  while (m.next_row < call.rows) {
    size_t row = call.again ? call.again[m.next_row] : m.next_row;
    m.next_row++;
    uint32_t givens;
    if (!load_board(m.s, lane, *call.boards, row, givens)) {
      call.results->status[row] = NONET_BAD_CELL;
      if (call.results->counts) call.results->counts[row] = 0;
      if (call.results->guesses) call.results->guesses[row] = 0;
      continue;
    }
    int t = __builtin_ctz(m.free_tasks);
    m.free_tasks &= m.free_tasks - 1;
    m.tasks[t] = Task{row, 0, 0, 1u << lane, 0, false, false};
    m.task_of[lane] = t;
    m.depth[lane] = 0;
    m.unbroken[0] |= (uint32_t)(givens >= kManyGivens) << lane;
    if (const nonet_results &to = *call.results; to.solutions) {  // written some rounds later
      __builtin_prefetch(to.solutions + row * to.solution_stride, 1);
      __builtin_prefetch(to.solutions + row * to.solution_stride + 64, 1);
    }
    arrive(m, lane);
    return;
  }
}

// Finish a lane's part of its task. The lane is then empty.
void leave_task(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  task.lanes &= ~(1u << lane);
  if (!task.lanes && !task.shared) {
    if (call.boards) finish_task(m, call, task, false);
    m.free_tasks |= 1u << t;
  }
  m.active &= ~(1u << lane);
  m.fresh &= ~(1u << lane);
}

// Continue with the second child of the lane's last guess, if there is one.
void pop(Machine &m, Call &call, int lane) {
  if (m.depth[lane] == 0) return leave_task(m, call, lane);
  restore_board(m.s, lane, redeem(m, m.stack[lane][--m.depth[lane]]));
  arrive(m, lane);
}

// Let the next boxes pass load a board of a stack into a lane; false if it loads from two other blocks, or cannot load.
bool load_in_pass(Machine &m, int lane, uint32_t ticket) {
#if defined(NONET_ISA_AVX512)
  Moves &moves = m.moves;
  if (!moves.loads) moves.blocks = 0;
  const uint16_t *block = m.blocks[ticket / kSlots];
  int i = 0;
  while (i < moves.blocks && moves.block[i] != block) i++;
  if (i == 2) return false;
  if (i == moves.blocks) {
    moves.block[i] = block;
    if (moves.blocks++ == 0) moves.block[1] = block;
  }
  moves.slot[lane] = (uint16_t)(i * kSlots + (int)(ticket % kSlots));
  moves.loads |= 1u << lane;
  return true;
#else
  (void)m, (void)lane, (void)ticket;
  return false;
#endif
}

// Put an empty lane to work on the top of the shared stack. `in_pass`: no block is taken before the next round.
void pop_shared(Machine &m, int lane, bool in_pass) {
  int t = m.shared_task[--m.shared];
  m.tasks[t].shared--;
  m.tasks[t].lanes |= 1u << lane;
  m.task_of[lane] = t;
  m.depth[lane] = 0;
  uint32_t ticket = m.shared_stack[m.shared];
  const uint16_t *board = redeem(m, ticket);
  if (!in_pass || !load_in_pass(m, lane, ticket)) restore_board(m.s, lane, board);
  arrive(m, lane);
}

// Remove the boards of a task from the shared stack.
void drop_shared(Machine &m, int t) {
  int kept = 0;
  for (int i = 0; i < m.shared; i++) {
    if (m.shared_task[i] == t) {
      redeem(m, m.shared_stack[i]);
      continue;
    }
    m.shared_stack[kept] = m.shared_stack[i];
    m.shared_task[kept++] = m.shared_task[i];
  }
  m.shared = kept;
  m.tasks[t].shared = 0;
}

// Note that these lanes lose their boards.
void lose(Machine &m, uint32_t lanes) {
  for (uint32_t &unbroken : m.unbroken) unbroken &= ~lanes;
}

// End a task that has reached its limit, in all lanes that work on it.
void end_task(Machine &m, Call &call, int t) {
  uint32_t lanes = m.tasks[t].lanes;
  if (m.tasks[t].shared) drop_shared(m, t);
  m.dead &= ~lanes;
  m.solved &= ~lanes;
  m.stuck &= ~lanes;
  lose(m, lanes);
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    while (m.depth[lane]) redeem(m, m.stack[lane][--m.depth[lane]]);
    leave_task(m, call, lane);
  }
}

// Report a solution; false if the buffer of an enumeration is full. The lane's verdict then waits for the next call.
bool report(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  if (call.found) {
    if (call.written == call.capacity) return false;
    store_solution(m.s, lane, call.found + kCells * call.written++, 0);
  }
  m.stats.solutions++;
  if (task.count++ == 0 && call.boards && call.results->solutions)
    store_solution(m.s, lane, call.results->solutions + task.row * call.results->solution_stride, call.results->zero);
  return true;
}

// Whether rows may be split now, so that an empty lane takes the second child of a stuck one.
bool splits(const Machine &m, const Call &call) {
  if (!call.may_split) return false;
  if (m.next_row >= call.rows) return true;
  // With a limit of one the other part is searched in vain, if the first part has a solution.
  if (call.options->limit == 1) return false;
  return kMovesLanes && m.split_multiples * kRarity <= m.next_row && m.redos + 2 * kLanes < kMaxRedos;
}

const Guess &guess(Machine &m, int lane) {
  m.tasks[m.task_of[lane]].guesses++;
  m.stats.guesses++;
  return read_guess(m.choice, lane, m.unbroken[kGuessesBeforeWide] >> lane & 1);
}

// Remove the digit that a lane has chosen from a vector of the state, in any lane.
void remove_chosen(Machine &m, int from, int vector, int lane) {
  remove_at(((V *)&m.s)[vector], lane, at(m.choice.digit, from));
}

// The first child: edit u (or uc), which the next boxes pass removes from w.
void take_first_child(Machine &m, const Guess &guess, int lane) {
  for (uint8_t lost : guess.lost) remove_chosen(m, lane, lost, lane);
}

// Guess in stuck lanes, and give the second children to empty ones.
void branch_into(Machine &m, uint32_t stuck, uint32_t empty) {
  const Guess *guesses[kLanes];
  int from[kLanes], to[kLanes], count = 0;
  for (; stuck && empty; stuck &= stuck - 1, empty &= empty - 1, count++) {
    from[count] = __builtin_ctz(stuck);
    to[count] = __builtin_ctz(empty);
    guesses[count] = &guess(m, from[count]);
    int t = m.task_of[from[count]];
    m.tasks[t].lanes |= empty & -empty;
    m.tasks[t].split = true;
    m.task_of[to[count]] = t;
    m.depth[to[count]] = 0;
    m.active |= empty & -empty;
  }
#if defined(NONET_ISA_AVX512)
  // All boards at once, as the next boxes pass loads w. What the filters know of the former board is forgotten, and the digit
  // removed there. (To keep what they know of the new one saves two rounds in a hundred, but the guesses of a row would then
  // depend on which children move.)
  for (int lane = 0; lane < kLanes; lane++) m.moves.from[lane] = (uint16_t)lane;
  for (int j = 0; j < count; j++) {
    m.moves.from[to[j]] = (uint16_t)from[j];
    m.moves.to |= 1u << to[j];
  }
  const Mask arrivals = mask_of_lanes(m.moves.to);
  for (int i = 0; i < 27; i++) {
    m.s.u[i] = pick(arrivals, splat(kAllDigits), m.s.u[i]);
    m.s.uc[i] = pick(arrivals, splat(kAllDigits), m.s.uc[i]);
  }
  m.sum = pick(arrivals, splat(-1), m.sum);
  for (int j = 0; j < count; j++) remove_chosen(m, from[j], guesses[j]->kept, to[j]);
#else
  for (int j = 0; j < count; j++) {
    volatile uint16_t *w = column(m.s, 0);
    for (int i = 0; i < kCells; i++) w[i * kLanes + to[j]] = w[i * kLanes + from[j]];
    for (uint8_t cell : guesses[j]->second) remove_chosen(m, from[j], cell, to[j]);
    m.fresh |= 1u << to[j];
  }
#endif
  for (int j = 0; j < count; j++) take_first_child(m, *guesses[j], from[j]);
}

// Guess in up to kSlots lanes, and push the second children onto their stacks or the shared one.
void branch_some(Machine &m, bool shares, const int *lanes, int count) {
  uint32_t block = take_block(m);
  uint16_t *second = m.blocks[block];
  extract_lanes(m.s.w, kCells, lanes, count, second);
  m.tickets[block] = (uint8_t)count;
  for (int j = 0; j < count; j++) {
    int lane = lanes[j];
    const Guess &g = guess(m, lane);
    for (uint8_t cell : g.second) second[cell * kSlots + j] &= (uint16_t)~at(m.choice.digit, lane);
    uint32_t ticket = block * kSlots + (uint32_t)j;
    if (shares && m.shared < kShared) {
      int t = m.task_of[lane];
      m.tasks[t].shared++;
      m.tasks[t].split = true;
      m.shared_task[m.shared] = (uint8_t)t;
      m.shared_stack[m.shared++] = ticket;
    } else {
      m.stack[lane][m.depth[lane]++] = ticket;
      if (m.depth[lane] == kMaxDepth) m.too_deep = true;
    }
    take_first_child(m, g, lane);
  }
}

// ---- the loop -------------------------------------------------------------------------------------------------

enum class Stop { kDone, kPaused, kCancelled };

// Handle every verdict; false if an enumeration has to pause. Nothing is inlined into the loop: it would take GCC the registers
// that the round needs, five percent.
__attribute__((noinline)) bool settle(Machine &m, Call &call) {
  lose(m, m.solved | m.dead);
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

// Count a guess in lanes that are unbroken.
void count_guess(Machine &m, uint32_t lanes) {
  for (int guesses = kGuessesBeforeWide; guesses > 0; guesses--) {
    m.unbroken[guesses] |= m.unbroken[guesses - 1] & lanes;
    m.unbroken[guesses - 1] &= ~lanes;
  }
}

// Guess in the stuck lanes: those that find an empty lane, and with `pushes` all others.
__attribute__((noinline)) void branch_all(Machine &m, Call &call, bool pushes) {
  uint64_t budget = call.options->budget;
  if (budget || m.too_deep) {
    uint8_t about_to_guess[kLanes] = {};  // lanes per task
    for (int lane = 0; lane < kLanes; lane++) {
      if (!(m.stuck >> lane & 1)) continue;
      int t = m.task_of[lane];
      bool spent = budget && m.tasks[t].guesses + about_to_guess[t]++ >= budget;
      if (!spent && m.depth[lane] < kMaxDepth) continue;
      m.tasks[t].over_budget = true;
      m.gave_up = true;
      end_task(m, call, t);
    }
  }
  if (!m.stuck) return;
  choose_branches(m.s, m.unbroken[kGuessesBeforeWide], m.choice);
  bool shares = splits(m, call);
  uint32_t empty = shares ? kAllLanes & ~m.active : 0;
  if (empty) {
    uint32_t pairs = m.stuck;
    for (int many = __builtin_popcount(m.stuck) - __builtin_popcount(empty); many > 0; many--) pairs &= pairs - 1;
    branch_into(m, pairs, empty);
    count_guess(m, pairs);
    m.stuck &= ~pairs;
  }
  if (!pushes) return;
  uint32_t pushed = m.stuck;
  while (m.stuck) {
    int lanes[kSlots], count = 0;
    while (m.stuck && count < kSlots) {
      lanes[count++] = __builtin_ctz(m.stuck);
      m.stuck &= m.stuck - 1;
    }
    branch_some(m, shares, lanes, count);
  }
  count_guess(m, pushed);
}

// Give each empty lane a board from the shared stack, or else a new row.
void refill_all(Machine &m, Call &call, bool in_pass) {
  for (uint32_t empty = kAllLanes & ~m.active; empty; empty &= empty - 1) {
    int lane = __builtin_ctz(empty);
    if (m.shared)
      pop_shared(m, lane, in_pass);
    else
      refill(m, call, lane);
  }
}

// Handle the verdicts, guess, and load boards; false if an enumeration has to pause. The loop then runs rounds until `patience`
// lanes are empty, or it is time to guess: each verdict is a branch that no processor predicts, in the middle of its work.
__attribute__((noinline)) bool attend(Machine &m, Call &call, int &patience) {
  if (!settle(m, call)) return false;
  int stuck = __builtin_popcount(m.stuck), empty = kLanes - __builtin_popcount(m.active);
  bool more = m.shared || m.next_row < call.rows, splitting = splits(m, call);
  int pairs = !splitting ? 0 : stuck < empty ? stuck : empty;
  if (more && !splitting) refill_all(m, call, false);
  // Stuck lanes without a partner guess only if they are many, or nothing else can be done.
  bool pushes = stuck - pairs >= kStuckBeforeChoice || !(m.active & ~m.stuck);
  if (m.stuck && (pushes || pairs >= (more ? kPairsBeforeChoice : 1))) branch_all(m, call, pushes);
  empty = kLanes - __builtin_popcount(m.active);
  more = m.shared || m.next_row < call.rows;
  if (more && empty >= (splitting && m.active ? kEmptyBeforeRefill : 1)) refill_all(m, call, true);
  patience = !more ? 0 : splitting ? kEmptyBeforeRefill : 1;
  return true;
}

Stop run(Machine &m, Call &call) {
  uint32_t until_poll = kRoundsPerPoll;
  int patience = 0;
  for (;;) {
    int stuck = __builtin_popcount(m.stuck), empty = __builtin_popcount((kAllLanes & ~m.active) | m.dead | m.solved);
    if (empty >= patience || stuck >= kStuckBeforeChoice ||
        (stuck >= kPairsBeforeChoice && empty >= kPairsBeforeChoice)) {
      if (!attend(m, call, patience)) return Stop::kPaused;
      if (!m.active) {
        if (m.next_row >= call.rows && !m.shared) return Stop::kDone;
        continue;
      }
    }
    uint32_t active = m.active;
    Verdict verdict;
    if (kMovesLanes && m.moves.loads)
      m.moves.to ? boxes_pass<true, kMovesLanes, kMovesLanes>(m.s, m.fresh, m.moves, verdict)
                 : boxes_pass<true, false, kMovesLanes>(m.s, m.fresh, m.moves, verdict);
    else if (!kMovesLanes || !m.moves.to)
      m.fresh ? boxes_pass<true, false, false>(m.s, m.fresh, m.moves, verdict)
              : boxes_pass<false, false, false>(m.s, 0, m.moves, verdict);
    else
      m.fresh ? boxes_pass<true, kMovesLanes, false>(m.s, m.fresh, m.moves, verdict)
              : boxes_pass<false, kMovesLanes, false>(m.s, 0, m.moves, verdict);
    m.moves.to = m.moves.loads = 0;
    rows_pass(m.s, verdict);
    columns_pass(m.s, verdict);
    m.stats.rounds++;
    m.stats.lane_rounds += (uint64_t)__builtin_popcount(active);
    uint32_t alive = zero_lanes(verdict.alive ^ splat(kAllDigits)) & zero_lanes(verdict.empty & splat(0x8000));
    uint32_t at_work = active & ~m.dead & ~m.solved;
    m.dead |= at_work & ~alive;
    m.solved |= at_work & alive & zero_lanes(verdict.placed ^ splat(kAllDigits));
    m.stuck = at_work & alive & zero_lanes(verdict.sum ^ m.sum) & ~m.solved & ~m.fresh;
    m.fresh = 0;
    m.sum = verdict.sum;
    if (--until_poll == 0) {
      until_poll = kRoundsPerPoll;
      if (call.options->poll && call.options->poll(call.options->poll_argument)) return Stop::kCancelled;
    }
  }
}

void reset(Machine &m) {
  // The rest is written before it is read.
  memset((void *)&m, 0, offsetof(Machine, stack));
  m.free_tasks = kAllLanes;
}

int solve(const Boards &boards, const nonet_options &options, nonet_results &results, void *workspace) {
  Machine &m = *(Machine *)workspace;
  reset(m);
  // With a budget, or a limit of one, the result depends on the order of the search, so a row stays in its lane.
  bool may_split = options.any_solution || (options.budget == 0 && (options.limit > 1 || !results.solutions));
  Call call{&boards, &options, &results, nullptr, 0, 0, may_split, boards.rows, nullptr};
  Stop stop = run(m, call);
  nonet_stats stats = m.stats;
  if (stop == Stop::kDone && m.redos) {
    nonet_options first = options;
    first.limit = 1;
    first.budget = kRedoBudget;
    call = Call{&boards, &first, &results, nullptr, 0, 0, false, (size_t)m.redos, m.redo};
    reset(m);
    stop = run(m, call);
    stats.guesses += m.stats.guesses;
    stats.rounds += m.stats.rounds;
    stats.lane_rounds += m.stats.lane_rounds;
  }
  if (stop == Stop::kCancelled) {
    for (int t = 0; t < kLanes; t++)
      if (!(m.free_tasks >> t & 1)) finish_task(m, call, m.tasks[t], true);
    for (; m.next_row < call.rows; m.next_row++) {
      size_t row = call.again ? call.again[m.next_row] : m.next_row;
      results.status[row] = NONET_CANCELLED;
      if (call.again) continue;
      if (results.counts) results.counts[row] = 0;
      if (results.guesses) results.guesses[row] = 0;
    }
  }
  results.stats = stats;
  return stop == Stop::kCancelled ? NONET_STOPPED : NONET_OK;
}

void search_begin(const uint16_t *marks, void *workspace) {
  Machine &m = *(Machine *)workspace;
  reset(m);
  m.engine = &NONET_ENGINE;
  Boards boards{nullptr, nullptr, 0, marks, 1, nullptr};
  nonet_results none{};
  Call call{&boards, nullptr, &none, nullptr, 0, 0, true, 1, nullptr};
  refill(m, call, 0);
  m.unbroken[0] = 0;  // all solutions are wanted, so no guess leads to them sooner
}

int search_next(const nonet_options &options, uint8_t *solutions, size_t capacity, size_t *written, uint8_t *status,
                nonet_stats *stats, void *workspace) {
  Machine &m = *(Machine *)workspace;
  *written = 0;
  *status = NONET_UNIQUE;
  if (m.engine != &NONET_ENGINE) return NONET_BAD_CALL;
  Call call{nullptr, &options, nullptr, solutions, capacity, 0, true, 0, nullptr};
  Stop stop = run(m, call);
  *written = call.written;
  *stats = m.stats;
  if (m.gave_up) *status = NONET_OUT_OF_BUDGET;
  return stop == Stop::kDone ? NONET_OK : stop == Stop::kPaused ? NONET_MORE : NONET_STOPPED;
}

}  // namespace
}  // namespace NONET_ISA

const Engine NONET_ENGINE = {NONET_TEXT(NONET_ISA), NONET_ISA::kLanes,       sizeof(NONET_ISA::Machine),
                             NONET_ISA::solve,      NONET_ISA::search_begin, NONET_ISA::search_next};

}  // namespace nonet
