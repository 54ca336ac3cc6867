// generate.hpp: generates puzzles with one solution from a seed: fill a board at random, then remove givens.
//
// The orbits (cells, or cells that a symmetry maps to each other) are put in a random order. A binary search finds the
// shortest prefix of that order with one solution; then each orbit of the prefix is tried again without. The result is
// the same as removing one orbit after the other, with a third of the questions to the solver. Unavoidable sets (cells
// whose digits can be exchanged among themselves, so one of them must be given) answer most of these.
//
// A question is about one puzzle, and the bulk solver is fastest with many. So 256 puzzles are in progress at once, each
// at its own point, and each asks one question per round (see Workspace). A puzzle depends on its seed and number alone.
#ifndef NONET_GENERATE_HPP
#define NONET_GENERATE_HPP

#include <string.h>

#include "common/houses.hpp"
#include "common/random.hpp"

namespace nonet::generate {

// Fills a board at random: three boxes that do not see each other, then a search that takes the cell with the fewest
// candidates first. The full boards are not exactly uniform.
class Filler {
 public:
  void fill(Random &random, uint8_t *board) {
    for (;;) {
      memset(used_, 0, sizeof used_);
      memset(board, 0, kCells);
      uint8_t digits[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
      for (int box : {18, 22, 26}) {
        random.shuffle(digits, 9);
        for (int i = 0; i < 9; i++) put(board, kGeometry.cell[box][i], digits[i]);
      }
      int size = 0;
      for (int c = 0; c < kCells; c++)
        if (!board[c]) open_[size++] = (uint8_t)c;
      steps_ = 0;
      if (complete(random, board, size)) return;
    }
  }

 private:
  Mask used_[kHouses];
  uint8_t open_[kCells];
  int steps_;

  void put(uint8_t *board, int cell, int digit) {
    board[cell] = (uint8_t)(digit + 1);
    for (int kind = 0; kind < 3; kind++) used_[kGeometry.house[kind][cell]] ^= bit(digit);
  }
  Mask candidates(int cell) const {
    return kAllDigits & (Mask) ~(used_[kGeometry.house[0][cell]] | used_[kGeometry.house[1][cell]] |
                                 used_[kGeometry.house[2][cell]]);
  }
  bool complete(Random &random, uint8_t *board, int size) {
    if (!size) return true;
    if (++steps_ > 2000) return false;  // a bad start
    int best = 0, fewest = 10;
    for (int i = 0; i < size && fewest > 1; i++) {
      int n = count(candidates(open_[i]));
      if (n < fewest) fewest = n, best = i;
    }
    if (!fewest) return false;
    int cell = open_[best];
    open_[best] = open_[size - 1];
    uint8_t digits[9];
    int n = 0;
    for (Mask rest = candidates(cell); rest; rest &= rest - 1) digits[n++] = (uint8_t)first(rest);
    random.shuffle(digits, n);
    for (int i = 0; i < n; i++) {
      put(board, cell, digits[i]);
      if (complete(random, board, size - 1)) return true;
      put(board, cell, digits[i]);
      board[cell] = 0;
    }
    open_[size - 1] = open_[best];
    open_[best] = (uint8_t)cell;
    return false;
  }
};

// Unavoidable sets of a full board: cells in which two digits, or two lines of a band or stack, can be exchanged.
struct Unavoidable {
  static constexpr int kMost = 36 * 4 + 18 * 4;
  int size = 0;
  Cells sets[kMost];

  void find(const uint8_t *board) {
    size = 0;
    uint8_t where[9][9];  // by digit and row: the column
    for (int c = 0; c < kCells; c++) where[board[c] - 1][c / 9] = (uint8_t)(c % 9);
    for (int a = 1; a < 9; a++)
      for (int b = 0; b < a; b++) exchange_digits(where[a], where[b]);
    for (int kind : {kRow, kColumn})
      for (int band = 0; band < 9; band += 3)
        for (int i = 0; i < 3; i++) {
          int one = kind * 9 + band + i, other = kind * 9 + band + (i + 1) % 3;
          exchange_lines(board, kGeometry.cell[one], kGeometry.cell[other]);
        }
  }

 private:
  // Two rows are connected if one digit has the same column or box in one as the other digit in the other.
  void exchange_digits(const uint8_t *a, const uint8_t *b) {
    int by_column[9], by_box[9];
    for (int r = 0; r < 9; r++) {
      by_column[b[r]] = r;
      by_box[r / 3 * 3 + b[r] / 3] = r;
    }
    unsigned left = 0777;
    while (left) {
      unsigned component = left & -left, todo = component;
      while (todo) {
        int r = __builtin_ctz(todo);
        todo &= todo - 1;
        unsigned more = (1u << by_column[a[r]] | 1u << by_box[r / 3 * 3 + a[r] / 3]) & ~component;
        component |= more;
        todo |= more;
      }
      left &= ~component;
      Cells set;
      for (unsigned rest = component; rest; rest &= rest - 1) {
        int r = __builtin_ctz(rest);
        set.add(r * 9 + a[r]);
        set.add(r * 9 + b[r]);
      }
      add(set);
    }
  }
  void exchange_lines(const uint8_t *board, const uint8_t *one, const uint8_t *other) {
    uint8_t at[10];
    for (int i = 0; i < 9; i++) at[board[one[i]]] = (uint8_t)i;
    unsigned left = 0777;
    while (left) {
      Cells set;
      for (int i = __builtin_ctz(left); left >> i & 1; i = at[board[other[i]]]) {
        left &= ~(1u << i);
        set.add(one[i]);
        set.add(other[i]);
      }
      add(set);
    }
  }
  void add(Cells set) {
    if (size < kMost) sets[size++] = set;
  }
};

// nonet_puzzle_spec, with the cells of each orbit.
struct Spec {
  int orbits;
  Cells orbit[kCells];
  bool minimal;
  int min_givens, max_givens;
  bool fixed;
  uint32_t attempts;
};

// One puzzle in progress. It asks whether the givens in `question` have one solution; `answer` continues.
class Job {
 public:
  uint8_t board[kCells];
  Cells givens, question;
  uint64_t number;
  uint32_t attempt;
  bool waits;  // for the next board: next_board() makes it
  bool done, found;
  Cells nearest;  // the givens closest in number so far, if none is in range
  uint8_t nearest_board[kCells];

  void start(uint64_t seed, uint64_t number_) {
    number = number_;
    seed_ = seed;
    attempt = 0;
    done = found = false;
    nearest = {};
    waits = true;
  }

  void next_board(const Spec &spec, Filler &filler) {
    waits = false;
    random_ = Random(seed_, number << 20 | attempt);
    filler.fill(random_, board);
    unavoidable_.find(board);
    for (int i = 0; i < spec.orbits; i++) order_[i] = (uint8_t)i;
    random_.shuffle(order_, spec.orbits);
    target_ = spec.min_givens + (int)random_.below((uint64_t)(spec.max_givens - spec.min_givens + 1));
    digging_ = false;
    step_ = 1;
    high_ = kUnknown;
    low_ = orbits_to_hit_all(spec);
    if (spec.fixed && low_ < spec.orbits) low_ = spec.orbits;
    narrow(spec);
  }

  void answer(bool unique, const Spec &spec) {
    if (digging_) {
      if (unique) {
        givens = question;
        find_needed();
      }
      dig(spec);
      return;
    }
    if (unique)
      high_ = middle_;
    else
      low_ = middle_ + 1;
    narrow(spec);
  }

 private:
  uint64_t seed_;
  Random random_{0, 0};
  Unavoidable unavoidable_;
  uint8_t order_[kCells];
  int low_, high_, middle_, step_;  // the shortest prefix is in low_..high_, if high_ is known
  bool digging_;
  int next_, target_;
  Cells needed_;  // givens that are the only ones of an unavoidable set

  static constexpr int kUnknown = 1000;

  // The length of the shortest prefix that hits all unavoidable sets; orbits + 1 if there is none.
  int orbits_to_hit_all(const Spec &spec) const {
    uint8_t open[Unavoidable::kMost];
    int left = unavoidable_.size;
    for (int i = 0; i < left; i++) open[i] = (uint8_t)i;
    static_assert(Unavoidable::kMost <= 256);
    for (int k = 0; k < spec.orbits; k++) {
      const Cells orbit = spec.orbit[order_[k]];
      int still = 0;
      for (int i = 0; i < left; i++) {
        open[still] = open[i];
        still += (unavoidable_.sets[open[i]] & orbit).empty();
      }
      left = still;
      if (!left) return k + 1;
    }
    return spec.orbits + 1;
  }

  void narrow(const Spec &spec) {
    if (high_ == kUnknown) {
      if (low_ > spec.orbits) {
        give_up(spec);
        return;
      }
      middle_ = low_ + step_ - 1 < spec.orbits ? low_ + step_ - 1 : spec.orbits;
      step_ *= 2;
    } else if (low_ < high_) {
      middle_ = (low_ + high_) / 2;
    } else {
      begin_digging(spec);
      return;
    }
    question = {};
    for (int k = 0; k < middle_; k++) question = question | spec.orbit[order_[k]];
  }

  void begin_digging(const Spec &spec) {
    givens = {};
    next_ = high_ - 1;  // the last orbit of the prefix is needed
    for (int k = 0; k < high_; k++) givens = givens | spec.orbit[order_[k]];
    if (!spec.minimal)  // fill up to the target
      for (int k = high_; k < spec.orbits && givens.size() < target_; k++) {
        Cells more = givens | spec.orbit[order_[k]];
        if (more.size() <= spec.max_givens) givens = more;
      }
    digging_ = true;
    find_needed();
    dig(spec);
  }

  void find_needed() {
    needed_ = {};
    for (int i = 0; i < unavoidable_.size; i++) {
      Cells both = unavoidable_.sets[i] & givens;
      uint64_t low = both.low & (both.low - 1), high = both.high & (both.high - 1);
      if (!low && !high && !(both.low && both.high)) needed_ = needed_ | both;
    }
  }

  // Ask about the next orbit that could be removed, or finish.
  void dig(const Spec &spec) {
    while (--next_ >= 0 && !spec.fixed && (spec.minimal || givens.size() > target_)) {
      Cells orbit = spec.orbit[order_[next_]];
      if (!(orbit & needed_).empty()) continue;
      if (!spec.minimal && givens.size() - orbit.size() < spec.min_givens) continue;
      question = givens - orbit;
      return;
    }
    int size = givens.size();
    if (size >= spec.min_givens && size <= spec.max_givens) {
      done = found = true;
      return;
    }
    auto distance = [&](int n) {
      return n < spec.min_givens ? spec.min_givens - n : n > spec.max_givens ? n - spec.max_givens : 0;
    };
    if (nearest.empty() || distance(size) < distance(nearest.size())) {
      nearest = givens;
      memcpy(nearest_board, board, kCells);
    }
    give_up(spec);
  }

  // A loop of the caller, who polls, makes the next board: there may be millions without a question in between.
  void give_up(const Spec &spec) {
    waits = ++attempt < spec.attempts;
    done = !waits;
  }
};

// The puzzles in progress, and the questions of one round.
struct Workspace {
  static constexpr int kJobs = 256;
  Filler filler;
  Job jobs[kJobs];
  uint8_t questions[kJobs][kCells];
  uint8_t answers[kJobs];
};

}  // namespace nonet::generate

#endif
