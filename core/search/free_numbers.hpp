// free_numbers.hpp: whether the numbers of regions may be exchanged, and in which order the homes are then numbered.
//
// The numbers of regions occur in the order of their first homes (regions.hpp). If everything else in the model says the
// same of all numbers, any other order of the homes has as many solutions, which differ in their numbers alone. So the
// homes with the most constraints come first: a home that is known early is worth more there. This is tested with two
// exchanges that make up all others, first with second number, and each number with the next. Where the answer is not
// known, as for an automaton that is too large for the tables here, it is no, and the homes keep their order.
#ifndef NONET_FREE_NUMBERS_HPP
#define NONET_FREE_NUMBERS_HPP

#include <initializer_list>

#include "search/model_maker.hpp"

namespace nonet {

class FreeNumbers {
 public:
  // `machines` are the places of machines in `data`.
  FreeNumbers(const Model &model, const uint16_t *homes, uint32_t count, uint32_t regions, const uint32_t *machines,
              const int64_t *data, Poll &poll)
      : model_(model), machines_(machines), data_(data), poll_(poll), numbers_(((uint64_t)1 << regions) - 1),
        regions_(regions) {
    for (uint32_t i = 0; i < count; i++) homes_[homes[i] / 64] |= (uint64_t)1 << (homes[i] % 64);
  }

  // Whether primitives hold as before if the numbers of all homes are exchanged. The regions themselves are among them.
  bool are_free(const int64_t *begin, const int64_t *end) { return all_hold(begin, end) && own_regions_ <= 1; }

 private:
  // The two exchanges: the first two numbers, or each number becomes the next.
  enum class Exchange { kFirstTwo, kRound };

  bool all_hold(const int64_t *begin, const int64_t *end) {
    Reader reader{begin, end};
    Primitive p;
    while (reader.next(p))
      if (poll_.stopped(p.length) || !keeps(p)) return false;
    return true;
  }
  bool is_home(int64_t cell) const { return homes_[cell / 64] >> (cell % 64) & 1; }
  uint32_t exchanged(uint32_t number, Exchange how) const {
    if (number >= regions_) return number;
    return how == Exchange::kRound ? (number + 1) % regions_ : number < 2 ? 1 - number : number;
  }
  // Whether a set of digits has all numbers or none.
  bool has_all_or_none(int64_t mask) const {
    uint64_t held = (uint64_t)mask & numbers_;
    return !held || held == numbers_;
  }
  size_t homes_among(const int64_t *cells, size_t count) const {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += is_home(cells[i]);
    return found;
  }
  bool are_all_or_none(const int64_t *cells, size_t count) const {
    size_t found = homes_among(cells, count);
    return !found || found == count;
  }

  // Whether a primitive still holds after both exchanges wherever it held before.
  bool keeps(const Primitive &p) {
    switch (p.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return keeps_##name(p, p.words);
#define PRIMITIVE(Name, name) KIND(Name, name, )
#include "search/kinds.def"
      default: return false;
    }
  }

  bool keeps_machine(const Primitive &, const int64_t *) const { return true; }
  bool keeps_allowed(const Primitive &, const int64_t *w) const { return !is_home(w[0]) || has_all_or_none(w[1]); }
  bool keeps_different(const Primitive &p, const int64_t *w) const { return are_all_or_none(w, p.length); }
  bool keeps_same_set(const Primitive &p, const int64_t *w) const { return are_all_or_none(w + 1, p.length - 1); }
  bool keeps_count(const Primitive &p, const int64_t *w) const {
    return has_all_or_none(w[0]) || !homes_among(w + 3, p.length - 3);
  }
  bool keeps_count_is(const Primitive &p, const int64_t *w) const {
    return !is_home(w[1]) && (has_all_or_none(w[0]) || !homes_among(w + 2, p.length - 2));
  }
  bool keeps_element(const Primitive &p, const int64_t *w) const {
    return !is_home(w[0]) && is_home(w[1]) == (homes_among(w + 3, p.length - 3) != 0) &&
           are_all_or_none(w + 3, p.length - 3);
  }
  bool keeps_connected(const Primitive &, const int64_t *w) const {
    return has_all_or_none(w[0]) || !homes_among(w + 4, (size_t)w[3]);
  }
  bool keeps_either(const Primitive &p, const int64_t *w) {
    for (size_t i = 0; i < p.length; i += 1 + (size_t)w[i])
      if (!all_hold(w + i + 1, w + i + 1 + w[i])) return false;
    return true;
  }
  bool keeps_as_given(const Primitive &, const int64_t *) const { return true; }
  bool keeps_variety(const Primitive &p, const int64_t *w) const {
    return !is_home(w[0]) && are_all_or_none(w + 1, p.length - 1);
  }
  bool keeps_regions(const Primitive &, const int64_t *w) {
    own_regions_ += homes_among(w + 2, 2 * (size_t)w[1]) != 0;
    return true;
  }
  bool keeps_linear(const Primitive &p, const int64_t *w) const {
    for (size_t i = 2; i < p.length; i += 2)
      if (is_home(w[i])) return false;
    return true;
  }
  bool keeps_filling(const Primitive &p, const int64_t *w) const { return !homes_among(w + 1, p.length - 1); }
  bool keeps_visible(const Primitive &p, const int64_t *w) const { return keeps_filling(p, w); }

  // The cells that are compared are homes, or none is.
  bool keeps_run(const Primitive &p, const int64_t *w) const {
    if (is_home(w[1])) return false;
    for (size_t i = 3; i < p.length; i += 1 + (size_t)w[i])
      if (homes_among(w + i + 1, (size_t)w[i]) != (is_home(w[2]) ? (size_t)w[i] : 0)) return false;
    return true;
  }

  bool keeps_pair(const Primitive &, const int64_t *w) const {
    bool one = is_home(w[0]), other = is_home(w[1]);
    if (!one && !other) return true;
    for (Exchange how : {Exchange::kFirstTwo, Exchange::kRound})
      for (uint32_t a = 0; a < model_.size; a++)
        for (uint32_t b = 0; b < model_.size; b++) {
          uint32_t to_a = one ? exchanged(a, how) : a, to_b = other ? exchanged(b, how) : b;
          if ((w[2 + a] >> b & 1) != (w[2 + to_a] >> to_b & 1)) return false;
        }
    return true;
  }

  // For each number of cells read, `alive` has the states from which acceptance can still be reached. Exchanged numbers are
  // accepted if every such state has an image, and every move between them has one too, by the exchanged number.
  bool keeps_automaton(const Primitive &p, const int64_t *w) {
    const int64_t *cells = w + 1;
    uint32_t count = (uint32_t)p.length - 1;
    if (!homes_among(cells, count)) return true;
    const Machine &machine = *(const Machine *)(data_ + machines_[w[0]]);
    if (machine.states > kMostStates || count > kMostRead) return false;
    uint64_t pattern = 0;
    for (uint32_t i = 0; i < count; i++) pattern |= (uint64_t)is_home(cells[i]) << i;
    if (w[0] == known_machine_ && count == known_count_ && pattern == known_pattern_) return true;
    find_alive(machine, count, pattern);
    for (Exchange how : {Exchange::kFirstTwo, Exchange::kRound})
      if (!has_image(machine, count, pattern, how)) return false;
    known_machine_ = w[0], known_count_ = count, known_pattern_ = pattern;
    return true;
  }

  static bool has(const uint64_t *set, int64_t state) { return set[state / 64] >> (state % 64) & 1; }
  uint64_t digits_of(uint64_t pattern, uint32_t i) const {
    return pattern >> i & 1 ? numbers_ : ((uint64_t)1 << model_.size) - 1;
  }

  void find_alive(const Machine &machine, uint32_t count, uint64_t pattern) {
    memcpy(alive_[count], machine.accept(), 8 * (size_t)machine.words);
    for (uint32_t i = count; i-- > 0 && !poll_.stopped((uint64_t)machine.moves);) {
      memset(alive_[i], 0, 8 * (size_t)machine.words);
      for (int64_t s = 0; s < machine.states; s++)
        for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++) {
          const Machine::Move &move = machine.move_list()[k];
          if (((uint64_t)move.digits & digits_of(pattern, i)) && has(alive_[i + 1], move.to))
            alive_[i][s / 64] |= (uint64_t)1 << (s % 64);
        }
    }
  }

  bool has_image(const Machine &machine, uint32_t count, uint64_t pattern, Exchange how) {
    uint16_t *image = images_[0], *next = images_[1];
    for (int64_t s = 0; s < machine.states; s++)
      image[s] = has(machine.start(), s) && has(alive_[0], s) ? (uint16_t)s : kNone;
    for (uint32_t i = 0; i < count; i++) {
      for (int64_t s = 0; s < machine.states; s++) next[s] = kNone;
      for (int64_t s = 0; s < machine.states; s++)
        for (int64_t k = machine.move_start()[s]; image[s] != kNone && k < machine.move_start()[s + 1]; k++) {
          const Machine::Move &move = machine.move_list()[k];
          if (!has(alive_[i + 1], move.to)) continue;
          if (poll_.stopped((uint64_t)(machine.move_start()[image[s] + 1] - machine.move_start()[image[s]])))
            return false;
          for (uint64_t m = (uint64_t)move.digits & digits_of(pattern, i); m; m &= m - 1) {
            uint32_t digit = (uint32_t)__builtin_ctzll(m);
            if (pattern >> i & 1) digit = exchanged(digit, how);
            if (!follow(machine, i, image[s], digit, next[move.to])) return false;
          }
        }
      uint16_t *swap = image;
      image = next, next = swap;
    }
    return true;
  }

  // A state moves by a digit to the image of another one; without an image, this becomes the one to which it moves.
  bool follow(const Machine &machine, uint32_t i, uint32_t state, uint32_t digit, uint16_t &image) const {
    for (int64_t k = machine.move_start()[state]; k < machine.move_start()[state + 1]; k++) {
      const Machine::Move &move = machine.move_list()[k];
      if (!((uint64_t)move.digits >> digit & 1) || !has(alive_[i + 1], move.to)) continue;
      if (image == kNone) image = (uint16_t)move.to;
      if (image == move.to) return true;
    }
    return false;
  }

  // Automata beyond these are not tested: the homes keep their order, and nothing else changes.
  static constexpr uint32_t kMostStates = 2048, kMostRead = 24;
  static constexpr uint16_t kNone = 0xFFFF;

  const Model &model_;
  const uint32_t *machines_;
  const int64_t *data_;
  Poll &poll_;
  Fixed<uint64_t, kMaxCells / 64> homes_ = {};
  uint64_t numbers_;
  uint32_t regions_, own_regions_ = 0;
  int64_t known_machine_ = -1;  // the last that passed
  uint32_t known_count_ = 0;
  uint64_t known_pattern_ = 0;
  Fixed<Fixed<uint64_t, kMostStates / 64>, kMostRead + 1> alive_;
  Fixed<Fixed<uint16_t, kMostStates>, 2> images_;
};

}  // namespace nonet

#endif
