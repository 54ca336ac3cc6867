// canonical.hpp: finds the canonical form: of all equivalent boards the one that reads as the smallest number of 81 digits.
// There are 2 x 6^8 x 9! ways to transpose a board, permute its rows and columns, and rename its digits.
//
// The board is built row by row, and only the choices that make the row smallest are continued. What does not matter yet
// stays open: a column gets its place with its first digit (as far right as possible, because blanks come first), a stack
// likewise, and a digit gets the next free number when it first appears. A real choice remains only where several new
// digits could come first; then all are tried.
//
// Full boards have too many choices in their first row, but the second row decides at once (see FullBoard).
#ifndef NONET_CANONICAL_HPP
#define NONET_CANONICAL_HPP

#include <initializer_list>
#include <string.h>

#include "common/cells.hpp"

namespace nonet::canonical {

// A transform, as nonet_transform.
struct Transform {
  uint8_t transposed;
  uint8_t rows[9], columns[9], digits[9];
};

// A row as a number: four bits for each cell, the leftmost highest.
using RowValue = uint64_t;
constexpr RowValue kNoRow = ~0ull;

struct Result {
  RowValue rows[9];
  Transform transform;
  uint64_t automorphisms;  // transforms that map the board onto itself, including renamings of digits that do not occur

  void start() {
    for (RowValue &row : rows) row = kNoRow;
    automorphisms = 0;
  }
  // Record the value of the next row after the best rows so far; false if it is worse than the best.
  bool keep(int level, RowValue value) {
    if (value > rows[level]) return false;
    if (value < rows[level]) {
      rows[level] = value;
      for (int i = level + 1; i < 9; i++) rows[i] = kNoRow;
      automorphisms = 0;
    }
    return true;
  }
};

constexpr uint64_t factorial(int n) { return n < 2 ? 1 : (uint64_t)n * factorial(n - 1); }

// -- boards with blanks ------------------------------------------------------------------------------------------------

class Builder {
 public:
  Builder(int (*poll)(void *), void *argument) : poll_(poll), argument_(argument) {}

  // Whether `poll` says that the call is to end; it is asked now and then. A board with one full row takes 3 * 6^8 steps.
  bool is_stopped() {
    if (++steps_ % kStepsPerPoll == 0 && poll_) stopped_ |= poll_(argument_) != 0;
    return stopped_;
  }

  // False if it was stopped.
  bool run(const uint8_t *cells, Result &result) {
    result_ = &result;
    result.start();
    for (int r = 0; r < 9; r++)
      for (int c = 0; c < 9; c++) {
        board_[0][r][c] = cells[r * 9 + c];
        board_[1][c][r] = cells[r * 9 + c];
      }
    Node root;
    root.rows_left = 0777;
    root.open_stacks = 7;
    root.open_slots = 3;
    root.labels = 0;
    memset(root.label, 0, sizeof root.label);
    // The first row may come from the board or its transpose.
    RowValue least = kNoRow;
    RowValue value[2][9];
    for (int turned = 0; turned < 2; turned++) {
      root.turned = (uint8_t)turned;
      for (int r = 0; r < 9; r++) {
        value[turned][r] = value_of(root, r);
        if (value[turned][r] < least) least = value[turned][r];
      }
    }
    if (!result_->keep(0, least)) return true;
    for (int turned = 0; turned < 2; turned++) {
      root.turned = (uint8_t)turned;
      for (int r = 0; r < 9; r++)
        if (value[turned][r] == least) take(root, 0, r);
    }
    return !stopped_;
  }

 private:
  struct Node {
    uint8_t turned;
    uint16_t rows_left;
    uint8_t rows[9];
    uint8_t open_stacks;  // stacks without a digit so far; they belong to the leftmost slots
    uint8_t open_slots;
    uint8_t stack[3];         // of each slot from open_slots on
    uint8_t open_columns[3];  // of the stack in each slot: columns without a digit so far, as bits; leftmost likewise
    uint8_t column[9];        // of each place from the open ones on
    uint8_t labels;           // how many digits have got a number
    uint8_t label[10];        // of each digit, 0 where it has none
  };

  uint8_t board_[2][9][9];
  Result *result_;
  static constexpr uint32_t kStepsPerPoll = 512;
  uint32_t steps_ = 0;
  int (*poll_)(void *);
  void *argument_;
  bool stopped_ = false;

  static constexpr int kNew = 15;  // in keys: a digit without a number; after all that have one

  // The digits in the open columns of a stack, in their final order: numbers ascending, then new ones. A number that was
  // given in this row (bit 4) counts as new.
  static int sorted(const Node &node, const uint8_t *row, int stack, int open, int *numbers) {
    int size = 0;
    for (int i = 0; i < 3; i++) {
      if (!(open >> i & 1) || !row[stack * 3 + i]) continue;
      int label = node.label[row[stack * 3 + i]], at = size++;
      if (!label || label & 16) label = kNew;
      for (; at && numbers[at - 1] > label; at--) numbers[at] = numbers[at - 1];
      numbers[at] = label;
    }
    return size;
  }
  static int key_of(const int *numbers, int size) {
    int key = 0;
    for (int i = 0; i < size; i++) key = key << 4 | numbers[i];
    return key;
  }

  // The value of a row, if it comes next.
  RowValue value_of(const Node &node, int r) const {
    const uint8_t *row = board_[node.turned][r];
    int next = node.labels + 1;
    RowValue value = 0;
    auto put = [&](int number) { value = value << 4 | (RowValue)(number == kNew ? next++ : number); };
    if (node.open_slots) {
      int keys[3], size = 0;
      for (int stack = 0; stack < 3; stack++) {
        if (!(node.open_stacks >> stack & 1)) continue;
        int numbers[3], n = sorted(node, row, stack, 7, numbers), key = key_of(numbers, n), at = size++;
        for (; at && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
      }
      for (int i = 0; i < size; i++)
        for (int shift = 8; shift >= 0; shift -= 4) put(keys[i] >> shift & 15);
    }
    for (int slot = node.open_slots; slot < 3; slot++) {
      int open = node.open_columns[slot], open_size = __builtin_popcount((unsigned)open), numbers[3];
      if (open) {
        int n = sorted(node, row, node.stack[slot], open, numbers);
        for (int i = n; i < open_size; i++) put(0);
        for (int i = 0; i < n; i++) put(numbers[i]);
      }
      for (int i = open_size; i < 3; i++) {
        int digit = row[node.column[slot * 3 + i]];
        put(!digit ? 0 : node.label[digit] ? node.label[digit] : kNew);
      }
    }
    return value;
  }

  // Continue with the best of the rows that may follow.
  void descend(const Node &node, int level) {
    if (is_stopped()) return;
    if (level == 9) {
      finish(node);
      return;
    }
    unsigned choice = node.rows_left;
    if (level % 3) choice &= 7u << node.rows[level - 1] / 3 * 3;
    RowValue least = kNoRow, value[9];
    for (unsigned rest = choice; rest; rest &= rest - 1) {
      int r = __builtin_ctz(rest);
      value[r] = value_of(node, r);
      if (value[r] < least) least = value[r];
    }
    if (!result_->keep(level, least)) return;
    for (unsigned rest = choice; rest; rest &= rest - 1) {
      int r = __builtin_ctz(rest);
      // A branch below may have found a smaller one.
      if (value[r] == least && least == result_->rows[level]) take(node, level, r);
    }
  }

  void take(const Node &before, int level, int r) {
    Node node = before;
    node.rows_left &= (uint16_t)~(1u << r);
    node.rows[level] = (uint8_t)r;
    const uint8_t *row = board_[node.turned][r];
    int least = 0;  // open stacks without a digit in this row stay open
    for (int stack = 0; stack < 3; stack++)
      if (node.open_stacks >> stack & 1 && !(row[stack * 3] | row[stack * 3 + 1] | row[stack * 3 + 2])) least++;
    int end = node.open_slots;
    node.open_slots = (uint8_t)least;
    place_stacks(node, level, row, least, end);
  }

  // Give the open stacks that have digits now their slots, from `slot` on; then the columns of the other slots.
  void place_stacks(const Node &before, int level, const uint8_t *row, int slot, int end) {
    if (slot == end) {
      place_columns(before, level, row, end);
      return;
    }
    int keys[3], least = 0x1000;
    for (int stack = 0; stack < 3; stack++) {
      keys[stack] = 0x1000;
      if (!(before.open_stacks >> stack & 1)) continue;
      int numbers[3], n = sorted(before, row, stack, 7, numbers);
      if (!n) continue;
      keys[stack] = key_of(numbers, n);
      if (keys[stack] < least) least = keys[stack];
    }
    for (int stack = 0; stack < 3; stack++) {
      if (keys[stack] != least) continue;
      Node node = before;
      node.open_stacks &= (uint8_t)~(1u << stack);
      node.stack[slot] = (uint8_t)stack;
      node.open_columns[slot] = 7;
      place_digits(node, row, slot, [&](const Node &after) { place_stacks(after, level, row, slot + 1, end); });
    }
  }

  void place_columns(const Node &before, int level, const uint8_t *row, int slot) {
    if (slot == 3) {
      Node node = before;
      for (uint8_t &label : node.label) label &= 15;  // new numbers are old ones from now on
      descend(node, level + 1);
      return;
    }
    place_digits(before, row, slot, [&](const Node &after) {
      Node node = after;
      int open_size = __builtin_popcount(before.open_columns[slot]);
      for (int i = open_size; i < 3; i++) give_number(node, row[node.column[slot * 3 + i]]);
      place_columns(node, level, row, slot + 1);
    });
  }

  // A number given in this row is marked with bit 4 until the row is complete.
  static void give_number(Node &node, int digit) {
    if (digit && !node.label[digit]) node.label[digit] = (uint8_t)(++node.labels | 16);
  }

  // Give the open columns of a slot that have digits in this row their places, in every order with the same value.
  template <class Then> void place_digits(const Node &before, const uint8_t *row, int slot, Then then) {
    int stack = before.stack[slot], open = before.open_columns[slot];
    int news[3], news_size = 0, olds[3], olds_size = 0, still_open = 0;
    for (int i = 0; i < 3; i++) {
      if (!(open >> i & 1)) continue;
      int column = stack * 3 + i, digit = row[column];
      if (!digit) {
        still_open |= 1 << i;
      } else if (!before.label[digit]) {
        news[news_size++] = column;
      } else {
        int at = olds_size++;
        for (; at && before.label[row[olds[at - 1]]] > before.label[digit]; at--) olds[at] = olds[at - 1];
        olds[at] = column;
      }
    }
    int at = slot * 3 + __builtin_popcount((unsigned)still_open);
    Node node = before;
    node.open_columns[slot] = (uint8_t)still_open;
    for (int i = 0; i < olds_size; i++) node.column[at++] = (uint8_t)olds[i];
    constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {0, 2, 1}, {1, 2, 0}, {2, 1, 0}};
    int orders = news_size == 3 ? 6 : news_size == 2 ? 2 : 1;
    for (int order = 0; order < orders && !stopped_; order++) {
      Node next = node;
      for (int i = 0; i < news_size; i++) {
        int column = news[kOrders[order][i]];
        next.column[at + i] = (uint8_t)column;
        give_number(next, row[column]);
      }
      then(next);
    }
  }

  void finish(const Node &node) {
    if (!result_->automorphisms) {
      // What is still open takes the remaining places, in order.
      Transform &transform = result_->transform;
      transform.transposed = node.turned;
      memcpy(transform.rows, node.rows, 9);
      int stack = 0;
      for (int slot = 0; slot < 3; slot++) {
        int open = 7, from;
        if (slot < node.open_slots) {
          while (!(node.open_stacks >> stack & 1)) stack++;
          from = stack++ * 3;
        } else {
          from = node.stack[slot] * 3;
          open = node.open_columns[slot];
        }
        int at = slot * 3;
        for (int i = 0; i < 3; i++)
          if (open >> i & 1) transform.columns[at++] = (uint8_t)(from + i);
        for (; at < slot * 3 + 3; at++) transform.columns[at] = node.column[at];
      }
      int next = node.labels;
      for (int d = 1; d <= 9; d++) transform.digits[d - 1] = node.label[d] ? node.label[d] : (uint8_t)++next;
    }
    uint64_t ways = factorial(node.open_slots) * factorial(9 - node.labels);
    for (int slot = 0; slot < 3; slot++)
      ways *= factorial(slot < node.open_slots ? 3 : __builtin_popcount(node.open_columns[slot]));
    result_->automorphisms += ways;
  }
};

// -- full boards -------------------------------------------------------------------------------------------------------

// The first row of the smallest board is 123456789 for any choice of rows and columns, so the second row decides. If some
// row has the digits of another row's boxes, shifted by a box (a pure pair), the best second row is 456789123. Otherwise it
// begins with 457, and the box with two of these digits comes second. In both cases few orders of the columns remain for
// each pair of rows, and each of them determines the rest.
class FullBoard {
 public:
  // False if a row or a box repeats a digit: then Builder finds the form.
  bool run(const uint8_t *cells, Result &result) {
    result_ = &result;
    result.start();
    result.rows[0] = 0x123456789;
    for (int r = 0; r < 9; r++)
      for (int c = 0; c < 9; c++) {
        board_[0][r][c] = cells[r * 9 + c];
        board_[1][c][r] = cells[r * 9 + c];
      }
    if (!find_pairs()) return false;
    for (int i = 0; i < pairs_size_; i++) pairs_[i].pure == any_pure_ ? try_pair(pairs_[i]) : void();
    return true;
  }

 private:
  struct Pair {
    uint8_t turned, first, second;
    uint8_t next[3];  // of each stack: the stack that has two or three of its digits of the second row in the first
    bool pure;
  };
  uint8_t board_[2][9][9];
  Result *result_;
  Pair pairs_[36];
  int pairs_size_;
  bool any_pure_;

  bool find_pairs() {
    pairs_size_ = 0;
    any_pure_ = false;
    for (int turned = 0; turned < 2; turned++) {
      uint16_t sets[9][3];
      for (int r = 0; r < 9; r++)
        for (int stack = 0; stack < 3; stack++) {
          const uint8_t *box = &board_[turned][r][stack * 3];
          sets[r][stack] = (uint16_t)(1u << box[0] | 1u << box[1] | 1u << box[2]);
        }
      for (int r = 0; r < 9; r++)
        if ((sets[r][0] | sets[r][1] | sets[r][2]) != 0x3FE) return false;
      for (int a = 0; a < 9; a++)
        for (int b = a / 3 * 3; b < a / 3 * 3 + 3; b++) {
          if (a == b) continue;
          Pair &pair = pairs_[pairs_size_++];
          pair = {(uint8_t)turned, (uint8_t)a, (uint8_t)b, {}, true};
          for (int stack = 0; stack < 3; stack++) {
            if (sets[a][stack] & sets[b][stack]) return false;
            int one = (stack + 1) % 3, other = (stack + 2) % 3;
            int shared = __builtin_popcount((unsigned)sets[a][one] & sets[b][stack]);
            pair.next[stack] = (uint8_t)(shared >= 2 ? one : other);
            pair.pure &= shared == 0 || shared == 3;
          }
          any_pure_ |= pair.pure;
        }
    }
    return true;
  }

  void try_pair(const Pair &pair) {
    const uint8_t *a = board_[pair.turned][pair.first], *b = board_[pair.turned][pair.second];
    uint8_t column_of[10];  // of each digit in the first row
    for (int c = 0; c < 9; c++) column_of[a[c]] = (uint8_t)c;
    uint8_t under[9];  // the column in which the first row has what the second has here
    for (int c = 0; c < 9; c++) under[c] = column_of[b[c]];
    constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int left = 0; left < 3; left++) {
      int middle = pair.next[left], right = 3 - left - middle;
      for (const uint8_t *order : kOrders) {
        uint8_t columns[9];
        for (int i = 0; i < 3; i++) columns[i] = (uint8_t)(left * 3 + order[i]);
        if (pair.pure) {
          for (int i = 3; i < 9; i++) columns[i] = under[columns[i - 3]];
          try_columns(pair, columns);
          continue;
        }
        // 4 and 5 from the middle, 7 from the right; the other columns there may be swapped.
        if (under[columns[0]] / 3 != middle || under[columns[1]] / 3 != middle) continue;
        columns[3] = under[columns[0]];
        columns[4] = under[columns[1]];
        columns[5] = (uint8_t)(middle * 9 + 3 - columns[3] - columns[4]);
        columns[6] = under[columns[2]];
        for (int swap = 0; swap < 2; swap++) {
          int one = right * 3 + (columns[6] % 3 + 1) % 3, other = right * 3 + (columns[6] % 3 + 2) % 3;
          columns[7] = (uint8_t)(swap ? other : one);
          columns[8] = (uint8_t)(swap ? one : other);
          uint8_t place[9];
          for (int i = 0; i < 9; i++) place[columns[i]] = (uint8_t)(i + 1);
          RowValue value = 0;
          for (int i = 0; i < 9; i++) value = value << 4 | place[under[columns[i]]];
          if (value <= result_->rows[1]) try_columns(pair, columns);
        }
      }
    }
  }

  void try_columns(const Pair &pair, const uint8_t *columns) {
    const uint8_t (*board)[9] = board_[pair.turned];
    uint8_t label[10];
    for (int i = 0; i < 9; i++) label[board[pair.first][columns[i]]] = (uint8_t)(i + 1);
    auto value_of = [&](int r) {
      RowValue value = 0;
      for (int i = 0; i < 9; i++) value = value << 4 | label[board[r][columns[i]]];
      return value;
    };
    int band = pair.first / 3 * 3;
    uint8_t rows[9] = {pair.first, pair.second, (uint8_t)(band * 3 + 3 - pair.first - pair.second)};
    if (!result_->keep(1, value_of(pair.second)) || !result_->keep(2, value_of(rows[2]))) return;
    // The other rows by their first digit, band by band.
    uint8_t lead[9], lowest[2] = {10, 10};
    int other[2] = {(band + 3) % 9, (band + 6) % 9};
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < 3; i++) {
        int r = other[k] + i;
        lead[r] = label[board[r][columns[0]]];
        if (lead[r] < lowest[k]) lowest[k] = lead[r];
      }
    for (int k = 0; k < 2; k++) {
      int from = other[lowest[0] < lowest[1] ? k : 1 - k], at = 3 + k * 3;
      for (int i = 0; i < 3; i++) {
        int rank = 0;
        for (int j = 0; j < 3; j++) rank += lead[from + j] < lead[from + i];
        rows[at + rank] = (uint8_t)(from + i);
      }
    }
    for (int level = 3; level < 9; level++)
      if (!result_->keep(level, value_of(rows[level]))) return;
    if (!result_->automorphisms++) {
      Transform &transform = result_->transform;
      transform.transposed = pair.turned;
      memcpy(transform.rows, rows, 9);
      memcpy(transform.columns, columns, 9);
      memcpy(transform.digits, label + 1, 9);
    }
  }
};

}  // namespace nonet::canonical

#endif
