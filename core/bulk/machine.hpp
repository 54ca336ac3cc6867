// machine.hpp: what the lock-step solver remembers: the lanes, the rows at work, the boards that wait.
//
// Included by lockstep.cpp, once per instruction set.

// A guess decides one (digit, row) or (digit, column) out of 162 that was open before, and only decisions lie on the
// stack: deeper than this no path should be. It is checked all the same.
constexpr int kMaxDepth = 164;
constexpr uint32_t kAllLanes = (uint32_t)((1ull << kLanes) - 1);

// A row with this many givens that has guessed this often without a dead end most likely has several solutions.
constexpr uint32_t kManyGivens = 28;
constexpr int kGuessesBeforeWide = 2;

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

constexpr int kShared = 256;  // boards on the shared stack

// Each block in use has a ticket on some stack, or is being filled.
constexpr int kBlocks = kLanes * kMaxDepth + kShared + 1;

// Boards that wait. The stacks of the lanes contain tickets: block * kSlots + slot. A block is free when all its tickets are
// used.
struct Stacks {
  uint32_t blocks_used, blocks_free;
  int shared;  // boards on the shared stack
  // The rest is written before it is read.
  uint32_t of_lane[kLanes][kMaxDepth];
  uint32_t shared_stack[kShared];
  uint8_t shared_task[kShared];
  uint8_t tickets[kBlocks];
  uint32_t free_block[kBlocks];
  alignas(64) uint16_t blocks[kBlocks][kCells * kSlots];

  uint32_t take_block() { return blocks_free ? free_block[--blocks_free] : blocks_used++; }

  // Return the board of a ticket; it is valid until the next block is taken.
  const uint16_t *redeem(uint32_t ticket) {
    uint32_t block = ticket / kSlots;
    if (--tickets[block] == 0) free_block[blocks_free++] = block;
    return blocks[block] + ticket % kSlots;
  }
};

// A row with several solutions costs more if it is split: more guesses, and a second search for the first of them. So rows
// are split while at most one in kRarity of the rows begun was such a row.
constexpr uint64_t kRarity = 64;
constexpr uint64_t kMaxRedos = 1024;

struct Splitting {
  uint64_t multiples;  // rows that were split and have several solutions
  uint64_t redos;      // those whose first solution is to be found again, unsplit
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
  Splitting splitting;
  nonet_stats stats;
  bool gave_up;   // some task ended over its budget
  bool too_deep;  // some stack has been full
  Stacks stacks;
  uint64_t redo[kMaxRedos];  // the rows of `splitting.redos`
};

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
