// generate.hpp: puzzles with one solution, from a seed: a full board at random, then givens are taken away.
//
// The cells come in a random order. The first ones, as few as will do, make the puzzle; then each of these is tried again
// without. This gives what taking cells away one by one gives, with a third of the questions to the solver: most answers
// are known from unavoidable sets, cells that can be exchanged among themselves, of which one at least must be given.
//
// Every question is about one puzzle, and the bulk solver likes many: so hundreds of puzzles are under way at once, each at its
// own point, and each asks one question per round (see Workshop). What becomes of a puzzle depends on its seed and number alone.
#ifndef NONET_GENERATE_HPP
#define NONET_GENERATE_HPP

#include <string.h>

#include "common/houses.hpp"
#include "common/random.hpp"

namespace nonet::generate {

// A full board at random: three boxes that do not see each other, then the rest by search, the cell with the fewest
// candidates first. (Not perfectly even over all full boards; the search prefers none on purpose.)
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
    if (++steps_ > 2000) return false;  // a bad start: begin anew
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

// Sets of cells of a full board that have another filling: what two digits, or two lines of a band or stack, can exchange.
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
  // Rows are tied together where one digit stands in the column or box of the other.
  void exchange_digits(const uint8_t *a, const uint8_t *b) {
    int by_column[9], by_box[9];
    for (int r = 0; r < 9; r++) {
      by_column[b[r]] = r;
      by_box[r / 3 * 3 + b[r] / 3] = r;
    }
    unsigned left = 0777;
    while (left) {
      unsigned part = left & -left, todo = part;
      while (todo) {
        int r = __builtin_ctz(todo);
        todo &= todo - 1;
        unsigned more = (1u << by_column[a[r]] | 1u << by_box[r / 3 * 3 + a[r] / 3]) & ~part;
        part |= more;
        todo |= more;
      }
      left &= ~part;
      Cells set;
      for (unsigned rest = part; rest; rest &= rest - 1) {
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

// What is wanted. Cells go together in parts: one cell each, or what a symmetry ties together.
struct Wish {
  int parts;
  Cells part[kCells];
  bool minimal;         // no part can go
  int lowest, highest;  // how many givens
  bool all;             // the givens are all cells that are in a part
  uint32_t attempts;    // full boards to try for each puzzle
};

// One puzzle under way. It asks whether the givens in `asked` have one solution, and is told.
class Job {
 public:
  uint8_t board[kCells];
  Cells givens, asked;
  uint64_t number;
  uint32_t attempt;
  bool done, found;
  Cells nearest;  // the best that was found when nothing fits, with its board
  uint8_t nearest_board[kCells];

  void start(uint64_t seed, uint64_t number_, const Wish &wish, Filler &filler) {
    number = number_;
    seed_ = seed;
    attempt = 0;
    done = found = false;
    nearest = {};
    renew(wish, filler);
  }

  // The answer to the question.
  void tell(bool unique, const Wish &wish, Filler &filler) {
    if (digging_) {
      if (unique) {
        givens = asked;
        find_needed();
      }
      dig(wish, filler);
      return;
    }
    if (unique)
      high_ = middle_;
    else
      low_ = middle_ + 1;
    narrow(wish, filler);
  }

 private:
  uint64_t seed_;
  Random random_{0, 0};
  Unavoidable unavoidable_;
  uint8_t order_[kCells];
  int low_, high_, middle_, step_;  // the first parts that will do: at least low_, and high_ if it is known
  bool digging_;
  int next_, target_;
  Cells needed_;  // cells that cannot go

  static constexpr int kUnknown = 1000;

  void renew(const Wish &wish, Filler &filler) {
    random_ = Random(seed_, number << 20 | attempt);
    filler.fill(random_, board);
    unavoidable_.find(board);
    for (int i = 0; i < wish.parts; i++) order_[i] = (uint8_t)i;
    random_.shuffle(order_, wish.parts);
    target_ = wish.lowest + (int)random_.below((uint64_t)(wish.highest - wish.lowest + 1));
    digging_ = false;
    step_ = 1;
    high_ = kUnknown;
    low_ = at_least(wish);
    if (wish.all && low_ < wish.parts) low_ = wish.parts;
    narrow(wish, filler);
  }

  // How many of the first parts it takes to hit all unavoidable sets; more than there are if that cannot be done.
  int at_least(const Wish &wish) const {
    uint8_t open[Unavoidable::kMost];
    int left = unavoidable_.size;
    for (int i = 0; i < left; i++) open[i] = (uint8_t)i;
    static_assert(Unavoidable::kMost <= 256);
    for (int k = 0; k < wish.parts; k++) {
      const Cells part = wish.part[order_[k]];
      int still = 0;
      for (int i = 0; i < left; i++) {
        open[still] = open[i];
        still += (unavoidable_.sets[open[i]] & part).empty();
      }
      left = still;
      if (!left) return k + 1;
    }
    return wish.parts + 1;
  }

  void narrow(const Wish &wish, Filler &filler) {
    if (high_ == kUnknown) {
      if (low_ > wish.parts) {
        give_up(wish, filler);
        return;
      }
      middle_ = low_ + step_ - 1 < wish.parts ? low_ + step_ - 1 : wish.parts;
      step_ *= 2;
    } else if (low_ < high_) {
      middle_ = (low_ + high_) / 2;
    } else {
      begin_digging(wish, filler);
      return;
    }
    asked = {};
    for (int k = 0; k < middle_; k++) asked = asked | wish.part[order_[k]];
  }

  void begin_digging(const Wish &wish, Filler &filler) {
    givens = {};
    next_ = high_ - 1;  // the last of them is needed: one less was not enough
    for (int k = 0; k < high_; k++) givens = givens | wish.part[order_[k]];
    if (!wish.minimal)  // room for more
      for (int k = high_; k < wish.parts && givens.size() < target_; k++) {
        Cells more = givens | wish.part[order_[k]];
        if (more.size() <= wish.highest) givens = more;
      }
    digging_ = true;
    find_needed();
    dig(wish, filler);
  }

  void find_needed() {
    needed_ = {};
    for (int i = 0; i < unavoidable_.size; i++) {
      Cells both = unavoidable_.sets[i] & givens;
      uint64_t low = both.low & (both.low - 1), high = both.high & (both.high - 1);
      if (!low && !high && !(both.low && both.high)) needed_ = needed_ | both;
    }
  }

  // On to the next part that may go.
  void dig(const Wish &wish, Filler &filler) {
    while (--next_ >= 0 && !wish.all && (wish.minimal || givens.size() > target_)) {
      Cells part = wish.part[order_[next_]];
      if (!(part & needed_).empty()) continue;
      if (!wish.minimal && givens.size() - part.size() < wish.lowest) continue;
      asked = givens - part;
      return;
    }
    int size = givens.size();
    if (size >= wish.lowest && size <= wish.highest) {
      done = found = true;
      return;
    }
    auto distance = [&](int n) { return n < wish.lowest ? wish.lowest - n : n > wish.highest ? n - wish.highest : 0; };
    if (nearest.empty() || distance(size) < distance(nearest.size())) {
      nearest = givens;
      memcpy(nearest_board, board, kCells);
    }
    give_up(wish, filler);
  }

  void give_up(const Wish &wish, Filler &filler) {
    if (++attempt < wish.attempts)
      renew(wish, filler);
    else
      done = true;
  }
};

// The jobs under way, and the questions of one round.
struct Workshop {
  static constexpr int kJobs = 256;
  Filler filler;
  Job jobs[kJobs];
  uint8_t questions[kJobs][kCells];
  uint8_t answers[kJobs];
};

}  // namespace nonet::generate

#endif
