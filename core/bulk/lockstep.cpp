// lockstep.cpp: the solver for classic boards. Each lane of a vector holds one puzzle, and all puzzles take the same
// propagation round at the same time. A round has no branch, so nothing is mispredicted, and each instruction works for
// every puzzle. This file is the search around it: refilling lanes whose puzzle has ended, stacks of boards, and the loop.
//
// Read round.hpp (what a round does), branching.hpp (where to guess) and machine.hpp (what is remembered) first; tasks.hpp has
// the life of a row, splitting.hpp when several lanes work on one. All are compiled once per instruction set (see simd.hpp),
// each time into a namespace of its own.
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
#include "bulk/machine.hpp"
#include "bulk/lane_boards.hpp"
#include "bulk/tasks.hpp"
#include "bulk/splitting.hpp"

constexpr uint32_t kRoundsPerPoll = 4096;  // about a millisecond
constexpr uint64_t kRedoBudget = 100'000;  // guesses for finding the first solution of a split row again

// Lanes wait for each other, because a choice for one lane takes as long as for all: stuck lanes that find no empty one, pairs
// of a stuck and an empty lane, and empty lanes that find no stuck one. Twice or half of each is a few percent slower.
constexpr int kStuckBeforeChoice = kLanes == 32 ? 6 : 3;
constexpr int kPairsBeforeChoice = 4;
constexpr int kEmptyBeforeRefill = 5;

// Guess in up to kSlots lanes, and push the second children onto their stacks or the shared one.
void branch_some(Machine &m, bool shares, const int *lanes, int count) {
  uint32_t block = m.stacks.take_block();
  uint16_t *second = m.stacks.blocks[block];
  extract_lanes(m.s.w, kCells, lanes, count, second);
  m.stacks.tickets[block] = (uint8_t)count;
  for (int j = 0; j < count; j++) {
    int lane = lanes[j];
    const Guess &g = guess(m, lane);
    for (uint8_t cell : g.second) second[cell * kSlots + j] &= (uint16_t)~at(m.choice.digit, lane);
    uint32_t ticket = block * kSlots + (uint32_t)j;
    if (shares && m.stacks.shared < kShared) {
      int t = m.task_of[lane];
      m.tasks[t].shared++;
      m.tasks[t].split = true;
      m.stacks.shared_task[m.stacks.shared] = (uint8_t)t;
      m.stacks.shared_stack[m.stacks.shared++] = ticket;
    } else {
      m.stacks.of_lane[lane][m.depth[lane]++] = ticket;
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
    if (m.stacks.shared)
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
  bool more = m.stacks.shared || m.next_row < call.rows, splitting = splits(m, call);
  int pairs = !splitting ? 0 : stuck < empty ? stuck : empty;
  if (more && !splitting) refill_all(m, call, false);
  // Stuck lanes without a partner guess only if they are many, or nothing else can be done.
  bool pushes = stuck - pairs >= kStuckBeforeChoice || !(m.active & ~m.stuck);
  if (m.stuck && (pushes || pairs >= (more ? kPairsBeforeChoice : 1))) branch_all(m, call, pushes);
  empty = kLanes - __builtin_popcount(m.active);
  more = m.stacks.shared || m.next_row < call.rows;
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
        if (m.next_row >= call.rows && !m.stacks.shared) return Stop::kDone;
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
  memset((void *)&m, 0, offsetof(Machine, stacks) + offsetof(Stacks, of_lane));
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
  if (stop == Stop::kDone && m.splitting.redos) {
    nonet_options first = options;
    first.limit = 1;
    first.budget = kRedoBudget;
    call = Call{&boards, &first, &results, nullptr, 0, 0, false, (size_t)m.splitting.redos, m.redo};
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
