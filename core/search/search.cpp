// search.cpp: the functions of core.h for boards of any size. It checks every call, chooses masks wide enough for the size,
// and runs the search of search.hpp row by row.

#include <type_traits>

#include "common/cells.hpp"
#include "search/constrained.hpp"
#include "search/search.hpp"
#include "search/sweep.hpp"

namespace nonet {
namespace {

constexpr uint64_t kSearchMagic = 0x6e6f6e6574736561;  // "nonetsea"
constexpr size_t kRowsPerPoll = 16;                    // of which the search polls only if it guesses
constexpr uint64_t kBadMask = (uint64_t)1 << 63;

const Houses *tables_of(const void *tables) {
  if (!tables || (uintptr_t)tables % 64 != 0) return nullptr;
  const Houses *houses = (const Houses *)tables;
  return houses->magic == kHousesMagic || houses->magic == kModelMagic ? houses : nullptr;
}

// A search in the caller's memory: this, then its arrays.
struct Header {
  uint64_t magic;
  uint32_t mask_bytes;
  uint32_t is_model;
};

template <class B> struct Running : Header {
  using Plan = typename B::Plan;
  Search<B> search;

  static size_t bytes(const Houses &houses) {
    return (sizeof(Running) + 63) / 64 * 64 + Search<B>::bytes((const Plan &)houses);
  }

  // The magic marks a search that can be continued; nonet_general_begin sets it.
  static Running &start(const Houses &houses, void *workspace) {
    Running &running = *(Running *)workspace;
    running.magic = 0;
    running.mask_bytes = sizeof(typename B::Mask);
    running.is_model = B::kHasConstraints;
    Arena memory{(char *)workspace, (sizeof(Running) + 63) / 64 * 64};
    running.search.attach((const Plan &)houses, memory);
    running.search.board.ask(nullptr, nullptr);
    return running;
  }
};

template <class F> auto with_board(uint32_t mask_bytes, bool is_model, F f) {
  if (is_model) return with_mask<Constrained>(mask_bytes, f);
  return with_mask<Board>(mask_bytes, f);
}
template <class F> auto with_board(const Houses &houses, F f) {
  return with_board(houses.mask_bytes, houses.magic == kModelMagic, f);
}

size_t workspace_bytes_of(const Houses &houses) {
  return with_board(houses, [&](auto *type) { return Running<BoardOf<decltype(type)>>::bytes(houses); });
}

bool usable(const void *workspace, size_t bytes, const Houses &houses) {
  return workspace && (uintptr_t)workspace % 64 == 0 && bytes >= workspace_bytes_of(houses);
}

// Byte -> mask, as core.h describes it.
struct ByteMasks64 {
  uint64_t mask[256];
  ByteMasks64(uint32_t size, uint8_t blank) {
    uint64_t all = ((uint64_t)1 << size) - 1;
    for (uint64_t &m : mask) m = kBadMask;
    for (uint32_t d = 1; d <= size; d++) mask[d] = mask[character_of(d, size)] = (uint64_t)1 << (d - 1);
    for (uint8_t b : kBlanks) mask[b] = all;
    if (blank && mask[blank] == kBadMask) mask[blank] = all;
  }
  static uint8_t character_of(uint32_t digit, uint32_t size) {
    if (size <= 9) return (uint8_t)('0' + digit);
    return (uint8_t)(digit <= 26 ? 'A' + digit - 1 : 'a' + digit - 27);
  }
};

// The boards of a call: bytes or masks; the other pointer is null.
struct GeneralBoards {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t stride;
  const uint64_t *marks;
  size_t rows;
  const ByteMasks64 *byte_masks;
};

template <class Mask> bool load(const GeneralBoards &boards, size_t row, uint32_t cells, Mask all, Mask *digits) {
  if (boards.marks) {
    const uint64_t *marks = boards.marks + row * cells;
    for (uint32_t c = 0; c < cells; c++) {
      if (marks[c] & ~(uint64_t)all) return false;
      digits[c] = (Mask)marks[c];
    }
    return true;
  }
  const uint8_t *bytes = boards.bytes + (boards.offsets ? boards.offsets[row] : row * boards.stride);
  uint64_t bad = 0;
  for (uint32_t c = 0; c < cells; c++) {
    uint64_t mask = boards.byte_masks->mask[bytes[c]];
    bad |= mask;
    digits[c] = (Mask)mask;
  }
  return !(bad & kBadMask);
}

// Whether two cells of a house have the same digit as their only candidate.
template <class B> bool has_clash(const B &board) {
  using Mask = typename B::Mask;
  for (uint32_t h = 0; h < board.plan->count; h++) {
    Mask fixed = 0;
    for (uint32_t p = board.house_start[h]; p < board.house_start[h + 1]; p++) {
      Mask m = board.digits[board.house_cells[p]];
      if (!board.single(m)) continue;
      if (fixed & m) return true;
      fixed |= m;
    }
  }
  return false;
}

template <class B> void write(const B &board, uint8_t zero, uint8_t *solution) {
  auto put = [&](uint32_t cell, uint32_t digit) {
    solution[cell] = zero ? ByteMasks64::character_of(digit + 1, board.n) : (uint8_t)(digit + 1);
  };
  for (uint32_t c = 0; c < board.cells; c++) put(c, board.first(board.digits[c]));
  if constexpr (B::kHasConstraints) number_again(board, put);
}

template <class B> class RowSolver {
  using Mask = typename B::Mask;

 public:
  RowSolver(const Houses &houses, const GeneralBoards &boards, const nonet_options &options, nonet_results &results,
            void *workspace)
      : houses_(houses), boards_(boards), options_(options), results_(results),
        search_(Running<B>::start(houses, workspace).search) {
    search_.board.ask(options.poll, options.poll_argument);
  }

  int run() {
    nonet_stats &stats = results_.stats;
    stats = nonet_stats{};
    size_t row = 0;
    for (; row < boards_.rows && !stopped_;) {
      if (options_.poll && row / kRowsPerPoll != last_poll_) {
        last_poll_ = row / kRowsPerPoll;
        if (options_.poll(options_.poll_argument)) break;
      }
      if (sizeof(Mask) == 2 && !B::kHasConstraints && boards_.rows - row >= kLanes) {
        eight_rows(row);
        row += kLanes;
      } else if (load(boards_, row, houses_.cells, search_.board.all(), search_.board.digits)) {
        finish(row, search_.begin());
        row++;
      } else {
        report(row++, NONET_BAD_CELL, 0, 0);
      }
    }
    bool unfinished = row < boards_.rows || stopped_;
    for (; row < boards_.rows; row++) report(row, NONET_CANCELLED, 0, 0);
    stats.lane_rounds = stats.rounds;
    return unfinished ? NONET_STOPPED : NONET_OK;
  }

 private:
  // Find singles on eight rows together; search the rows that these do not solve, one by one.
  void eight_rows(size_t row) {
    B &board = search_.board;
    Lanes digits[kMostLaneCells], bad;
    bool readable[kLanes];
    for (uint32_t lane = 0; lane < kLanes; lane++) {
      readable[lane] = load(boards_, row + lane, houses_.cells, board.all(), board.digits);
      for (uint32_t c = 0; c < houses_.cells; c++) digits[c][lane] = readable[lane] ? (uint16_t)board.digits[c] : 1;
    }
    sweep_lanes(houses_, digits, bad);
    for (uint32_t lane = 0; lane < kLanes; lane++) {
      if (stopped_) {
        report(row + lane, NONET_CANCELLED, 0, 0);
      } else if (!readable[lane]) {
        report(row + lane, NONET_BAD_CELL, 0, 0);
      } else {
        for (uint32_t c = 0; c < houses_.cells; c++) board.digits[c] = (Mask)digits[c][lane];
        finish(row + lane, bad[lane] ? search_.end() : search_.begin_swept());
      }
    }
  }

  // Search a row whose board is set up. `open` is false if it is known to have no solution.
  void finish(size_t row, bool open) {
    uint64_t count = 0;
    typename Search<B>::Outcome outcome = Search<B>::kEnd;
    while (open) {
      outcome = search_.next(options_.budget, options_.poll, options_.poll_argument);
      if (outcome != Search<B>::kSolution) break;
      if (count++ == 0 && results_.solutions)
        write(search_.board, results_.zero, results_.solutions + row * results_.solution_stride);
      if (count >= options_.limit) break;
    }
    stopped_ = outcome == Search<B>::kStopped;
    uint8_t status = stopped_                       ? NONET_CANCELLED
                     : outcome == Search<B>::kSpent ? NONET_OUT_OF_BUDGET
                     : count >= 2                   ? NONET_MULTIPLE
                     : count == 1                   ? (options_.limit == 1 ? NONET_FOUND : NONET_UNIQUE)
                                                    : NONET_NO_SOLUTION;
    if (status == NONET_NO_SOLUTION && !boards_.marks &&
        load(boards_, row, houses_.cells, search_.board.all(), search_.board.digits) && has_clash(search_.board))
      status = NONET_CONFLICT;
    results_.stats.guesses += search_.guesses;
    results_.stats.rounds += 1 + search_.guesses + search_.conflicts;
    results_.stats.solutions += count;
    report(row, status, count, search_.guesses);
  }

  void report(size_t row, uint8_t status, uint64_t count, uint64_t guesses) {
    results_.status[row] = status;
    if (results_.counts) results_.counts[row] = count;
    if (results_.guesses) results_.guesses[row] = (uint32_t)(guesses < UINT32_MAX ? guesses : UINT32_MAX);
  }

  const Houses &houses_;
  const GeneralBoards &boards_;
  const nonet_options &options_;
  nonet_results &results_;
  Search<B> &search_;
  size_t last_poll_ = 0;
  bool stopped_ = false;
};

int solve(const Houses &houses, const GeneralBoards &boards, const nonet_options *options, nonet_results *results,
          void *workspace, size_t workspace_bytes) {
  if (!options || options->limit == 0 || !results || (boards.rows && !results->status) ||
      (results->solutions && results->solution_stride < houses.cells) || !usable(workspace, workspace_bytes, houses))
    return NONET_BAD_CALL;
  return with_board(houses, [&](auto *type) {
    return RowSolver<BoardOf<decltype(type)>>(houses, boards, *options, *results, workspace).run();
  });
}

// Load the masks of one board into a search; false if one is out of range.
template <class B> bool load_one(const Houses &houses, const uint64_t *marks, Search<B> &search) {
  GeneralBoards boards{nullptr, nullptr, 0, marks, 1, nullptr};
  return load(boards, 0, houses.cells, search.board.all(), search.board.digits);
}

template <class B> int search_next(Search<B> &search, const nonet_options &options, uint8_t *solutions, size_t capacity,
                                   size_t *written, uint8_t *status, nonet_stats *stats) {
  using Outcome = typename Search<B>::Outcome;
  uint64_t before = search.guesses + search.conflicts, guesses = search.guesses;
  Outcome outcome = Search<B>::kEnd;
  for (*written = 0; *written < capacity; ++*written) {
    outcome = search.next(options.budget, options.poll, options.poll_argument);
    if (outcome != Search<B>::kSolution) break;
    write(search.board, 0, solutions + *written * search.board.cells);
  }
  *status = outcome == Search<B>::kSpent ? NONET_OUT_OF_BUDGET : NONET_UNIQUE;
  stats->guesses = search.guesses - guesses;
  stats->rounds = stats->lane_rounds = search.guesses + search.conflicts - before;
  stats->solutions = *written;
  return outcome == Search<B>::kStopped ? NONET_STOPPED : outcome == Search<B>::kSolution ? NONET_MORE : NONET_OK;
}

}  // namespace

const LaneEngine &lane_engine() {
#if defined(NONET_HAVE_X86)
  // Every instruction set except the baseline includes AVX2.
  if (strcmp(nonet_isa_name(nonet_isa_current()), "baseline") != 0) return kAvx2Lanes;
#endif
  return kBaselineLanes;
}

}  // namespace nonet

using namespace nonet;

extern "C" {

size_t nonet_tables_bytes(const nonet_houses *houses) {
  Houses plan;
  uint32_t seats[kMaxSize * kMaxSize];
  return houses && plan_houses(*houses, plan, seats) ? plan.bytes : 0;
}

int nonet_tables_make(const nonet_houses *houses, void *tables, size_t tables_bytes) {
  Houses plan;
  uint32_t seats[kMaxSize * kMaxSize];
  if (!houses || !tables || (uintptr_t)tables % 64 != 0 || !plan_houses(*houses, plan, seats) ||
      tables_bytes < plan.bytes)
    return NONET_BAD_CALL;
  make_houses(*houses, plan, seats, tables);
  return NONET_OK;
}

size_t nonet_general_workspace_bytes(const void *tables) {
  const Houses *houses = tables_of(tables);
  return houses ? workspace_bytes_of(*houses) : 0;
}

int nonet_general_solve(const void *tables, const uint8_t *cells, size_t cells_bytes, const uint64_t *offsets,
                        size_t stride, size_t n, const nonet_options *options, nonet_results *results, void *workspace,
                        size_t workspace_bytes) {
  const Houses *houses = tables_of(tables);
  if (!houses || (n && (!cells || cells_bytes < houses->cells))) return NONET_BAD_CALL;
  if (offsets) {
    for (size_t i = 0; i < n; i++)
      if (offsets[i] > cells_bytes - houses->cells) return NONET_BAD_CALL;
  } else if (n && (stride == 0 || n - 1 > (cells_bytes - houses->cells) / stride)) {
    return NONET_BAD_CALL;
  }
  const ByteMasks64 byte_masks(houses->size, options ? options->blank : 0);
  return solve(*houses, GeneralBoards{cells, offsets, stride, nullptr, n, &byte_masks}, options, results, workspace,
               workspace_bytes);
}

int nonet_general_solve_marks(const void *tables, const uint64_t *marks, size_t n, const nonet_options *options,
                              nonet_results *results, void *workspace, size_t workspace_bytes) {
  const Houses *houses = tables_of(tables);
  if (!houses || (n && !marks)) return NONET_BAD_CALL;
  return solve(*houses, GeneralBoards{nullptr, nullptr, 0, marks, n, nullptr}, options, results, workspace,
               workspace_bytes);
}

int nonet_general_begin(const void *tables, const uint64_t *marks, void *workspace, size_t workspace_bytes) {
  const Houses *houses = tables_of(tables);
  if (!houses || !marks || !usable(workspace, workspace_bytes, *houses)) return NONET_BAD_CALL;
  return with_board(*houses, [&](auto *type) -> int {
    auto &running = Running<BoardOf<decltype(type)>>::start(*houses, workspace);
    if (!load_one(*houses, marks, running.search)) return NONET_BAD_CALL;
    // What takes long is done by nonet_general_next, which polls.
    running.search.board.ask([](void *) { return 1; }, nullptr);
    running.search.begin();
    running.magic = kSearchMagic;
    return NONET_OK;
  });
}

int nonet_general_next(const nonet_options *options, uint8_t *solutions, size_t capacity, size_t *written,
                       uint8_t *status, nonet_stats *stats, void *workspace, size_t workspace_bytes) {
  if (!options || !solutions || !capacity || !written || !status || !stats || !workspace ||
      (uintptr_t)workspace % 64 != 0 || workspace_bytes < sizeof(Running<Constrained<uint64_t>>))
    return NONET_BAD_CALL;
  const Header &header = *(const Header *)workspace;
  if (header.magic != kSearchMagic) return NONET_BAD_CALL;
  return with_board(header.mask_bytes, header.is_model, [&](auto *type) -> int {
    auto &running = *(Running<BoardOf<decltype(type)>> *)workspace;
    if (!usable(workspace, workspace_bytes, *running.search.board.plan)) return NONET_BAD_CALL;
    return search_next(running.search, *options, solutions, capacity, written, status, stats);
  });
}

int nonet_general_prune(const void *tables, const nonet_options *options, uint64_t *marks, uint8_t *status,
                        void *workspace, size_t workspace_bytes) {
  const Houses *houses = tables_of(tables);
  if (!houses || !options || !marks || !status || !usable(workspace, workspace_bytes, *houses)) return NONET_BAD_CALL;
  return with_board(*houses, [&](auto *type) -> int {
    auto &search = Running<BoardOf<decltype(type)>>::start(*houses, workspace).search;
    if (!load_one(*houses, marks, search)) return NONET_BAD_CALL;
    if constexpr (BoardOf<decltype(type)>::kHasConstraints) search.board.may_renumber = false;
    search.board.ask(options->poll, options->poll_argument);
    bool consistent = search.begin();
    if (search.board.paused) {
      *status = NONET_CANCELLED;
      return NONET_STOPPED;
    }
    for (uint32_t c = 0; consistent && c < houses->cells; c++) marks[c] = search.board.digits[c];
    *status = !consistent ? NONET_NO_SOLUTION : search.board.solved() ? NONET_UNIQUE : NONET_MULTIPLE;
    return NONET_OK;
  });
}

}  // extern "C"
