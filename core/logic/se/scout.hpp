// scout.hpp: what follows from each candidate along single links, as sets without order, parents or lengths.
//
// Most searches for chains find nothing, and sets prove this at a fraction of the cost.
//
// Does a board that has lost some candidates have a forcing chain or cycle that it did not have before? For a very hard
// puzzle this is asked tens of thousands of times, and in five of six cases the answer is no. A new chain contains a new
// strong link, and both ends of that link imply the same node: x -> ... -> not x over the link y = z, read backwards, is
// y -> not x and z -> not x. So it is enough to compare what follows from the ends of the new links.
#ifndef NONET_LOGIC_SE_SCOUT_HPP
#define NONET_LOGIC_SE_SCOUT_HPP

#include <string.h>

#include "logic/links.hpp"

namespace nonet::NONET_LOGIC {

constexpr int kWords = (kCandidates + 63) / 64;

inline bool in_bits(const uint64_t *bits, int i) { return bits[i >> 6] >> (i & 63) & 1; }
inline void set_bit(uint64_t *bits, int i) { bits[i >> 6] |= 1ull << (i & 63); }

class Scout {
 public:
  // Set the first board, which has no chain.
  void prepare(const State &start, const Numbering &numbers) {
    start_ = &start;
    numbers_ = &numbers;
    words_ = (numbers.size + 63) / 64;
    for (int i = 0; i < numbers.size; i++) {
      uint64_t *row = weak_[i];
      memset(row, 0, (size_t)words_ * 8);
      int cell = numbers.cell[i], digit = numbers.digit[i];
      for (Mask rest = start.candidates[cell] & (Mask)~bit(digit); rest; rest &= rest - 1)
        set_bit(row, numbers.at(cell, first(rest)));
      for (int k = 0; k < geometry().seats(cell); k++) {
        const Seat seat = geometry().seat(cell, k);
        for (Mask rest = start.places[seat.house][digit] & (Mask)~bit(seat.position); rest; rest &= rest - 1)
          set_bit(row, numbers.at(geometry().cells_of(seat.house)[first(rest)], digit));
      }
      if (!kClassic)
        for (Cells rest = geometry().far_peers(cell); !rest.empty();)
          if (const int peer = rest.pop(); start.has(peer, digit)) set_bit(row, numbers.at(peer, digit));
    }
  }

  // Whether there is a new chain. `removed` are the candidates that `now` has lost.
  bool any(const State &now, const uint64_t *removed) {
    begin(now, removed);
    for (int i = 0; i < fresh_size_; i++) {
      const uint64_t *a = follow(fresh_[i][0]), *b = follow(fresh_[i][1]);
      uint64_t both = 0;
      for (int w = 0; w < 2 * words_; w++) both |= a[w] & b[w];
      if (both) return true;
    }
    return false;
  }

  // Prepare `follow`, which returns what follows from an on node: on nodes, then off nodes. `removed` may be null.
  void begin(const State &now, const uint64_t *removed) {
    for (int w = 0; w < words_; w++) here_[w] = removed ? ~removed[w] : ~0ull;
    memset(linked_, 0, (size_t)words_ * 8);
    memset(done_, 0, (size_t)words_ * 8);
    fresh_size_ = 0;
    find_links(now);
  }
  const uint64_t *follow(int start);

 private:
  const State *start_;
  const Numbering *numbers_;
  int words_;
  uint64_t weak_[kCandidates][kWords];      // on the first board
  uint64_t here_[kWords], linked_[kWords];  // candidates that are left; of them those with a strong link
  uint64_t done_[kWords];
  uint64_t reach_[kCandidates][2 * kWords];  // on nodes, then off nodes
  uint16_t strong_[kCandidates][1 + kKinds];
  uint8_t strong_size_[kCandidates];
  static constexpr int kMostFresh = kCandidates * (1 + kKinds) / 2;
  uint16_t fresh_[kMostFresh][2];
  int fresh_size_;

  void link(int a, int b, bool fresh) {
    for (int i : {a, b})
      if (!in_bits(linked_, i)) {
        set_bit(linked_, i);
        strong_size_[i] = 0;
      }
    strong_[a][strong_size_[a]++] = (uint16_t)b;
    strong_[b][strong_size_[b]++] = (uint16_t)a;
    if (fresh && fresh_size_ < kMostFresh) {
      fresh_[fresh_size_][0] = (uint16_t)a;
      fresh_[fresh_size_++][1] = (uint16_t)b;
    }
  }

  void find_links(const State &now) {
    for (int cell = 0; cell < geometry().cells; cell++) {
      Mask two = now.candidates[cell];
      if (count(two) == 2)
        link(numbers_->at(cell, first(two)), numbers_->at(cell, first(two & (two - 1))),
             start_->candidates[cell] != two);
    }
    for (int house = 0; house < geometry().houses; house++)
      for (int digit = 0; digit < geometry().size; digit++) {
        Mask two = now.places[house][digit];
        if (count(two) != 2) continue;
        const Cell *cells = geometry().cells_of(house);
        link(numbers_->at(cells[first(two)], digit), numbers_->at(cells[first(two & (two - 1))], digit),
             start_->places[house][digit] != two);
      }
  }
};

// A finished row is complete, and is reused by the rows that reach it.
inline const uint64_t *Scout::follow(int start) {
  uint64_t *on = reach_[start], *off = on + words_;
  if (in_bits(done_, start)) return on;
  memset(on, 0, (size_t)words_ * 16);
  uint64_t looked[kWords];  // off nodes whose strong links have been followed
  memset(looked, 0, (size_t)words_ * 8);
  set_bit(on, start);
  for (int w = 0; w < words_; w++) off[w] = weak_[start][w] & here_[w];
  for (bool more = true; more;) {
    more = false;
    for (int w = 0; w < words_; w++)
      while (uint64_t todo = off[w] & linked_[w] & ~looked[w]) {
        int q = w * 64 + __builtin_ctzll(todo);
        looked[w] |= todo & -todo;
        more = true;
        for (int k = 0; k < strong_size_[q]; k++) {
          int s = strong_[q][k];
          if (in_bits(on, s)) continue;
          set_bit(on, s);
          if (in_bits(done_, s)) {
            const uint64_t *row = reach_[s];
            for (int v = 0; v < words_; v++) {
              on[v] |= row[v];
              off[v] |= row[words_ + v];
              looked[v] |= row[words_ + v];
            }
          } else {
            for (int v = 0; v < words_; v++) off[v] |= weak_[s][v] & here_[v];
          }
        }
      }
  }
  set_bit(done_, start);
  return on;
}

}  // namespace nonet::NONET_LOGIC

#endif
