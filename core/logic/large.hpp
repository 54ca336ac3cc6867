// large.hpp: what common/cells.hpp and common/houses.hpp have for classic boards, for boards of up to 36x36: sets of cells, and
// masks of digits or positions. The names are the same, so sources that are compiled with NONET_LARGE_BOARDS take these. Its
// value is the most rows of a board: sets of few words make a hint on 16x16 a third faster.
#ifndef NONET_LOGIC_LARGE_HPP
#define NONET_LOGIC_LARGE_HPP

#include "common/houses.hpp"

namespace nonet::NONET_LOGIC {

constexpr int kMostSize = NONET_LARGE_BOARDS, kCells = kMostSize * kMostSize, kHouses = NONET_MOST_LARGE_HOUSES;

using Cell = uint16_t;
using Mask = uint64_t;
using Bits = uint64_t;
constexpr Mask kAllDigits = (1ull << kMostSize) - 1;

inline int count(Mask mask) { return count_bits(mask); }
inline int first(Mask mask) { return __builtin_ctzll(mask); }
constexpr Mask bit(int i) { return 1ull << i; }

// A set of numbers below 64 * kSize.
template <int kSize> struct WideSet {
  static constexpr int kWords = kSize;
  uint64_t words[kWords] = {};

  constexpr uint64_t word(int i) const { return words[i]; }
  constexpr void add(int one) { words[one >> 6] |= 1ull << (one & 63); }
  constexpr void add_bits(int from, uint64_t bits) {
    words[from >> 6] |= bits << (from & 63);
    if (from & 63 && bits >> (64 - (from & 63))) words[(from >> 6) + 1] |= bits >> (64 - (from & 63));
  }
  constexpr void remove(int one) { words[one >> 6] &= ~(1ull << (one & 63)); }
  constexpr bool has(int one) const { return words[one >> 6] >> (one & 63) & 1; }
  constexpr bool empty() const {
    uint64_t any = 0;
    for (uint64_t each : words) any |= each;
    return !any;
  }
  constexpr explicit operator bool() const { return !empty(); }
  int size() const {
    int sum = 0;
    for (uint64_t each : words) sum += each ? count_bits(each) : 0;
    return sum;
  }
  bool is_single() const { return size() == 1; }
  // The lowest one; there must be one.
  int lowest() const {
    int i = 0;
    while (!words[i]) i++;
    return 64 * i + __builtin_ctzll(words[i]);
  }
  int pop() {
    const int one = lowest();
    remove(one);
    return one;
  }
  template <class Operation> constexpr WideSet with(const WideSet &o, Operation operation) const {
    WideSet made;
    for (int i = 0; i < kWords; i++) made.words[i] = operation(words[i], o.words[i]);
    return made;
  }
  constexpr WideSet operator&(const WideSet &o) const {
    return with(o, [](uint64_t one, uint64_t other) { return one & other; });
  }
  constexpr WideSet operator|(const WideSet &o) const {
    return with(o, [](uint64_t one, uint64_t other) { return one | other; });
  }
  constexpr WideSet operator^(const WideSet &o) const {
    return with(o, [](uint64_t one, uint64_t other) { return one ^ other; });
  }
  constexpr WideSet operator-(const WideSet &o) const {
    return with(o, [](uint64_t one, uint64_t other) { return one & ~other; });
  }
  constexpr WideSet &operator|=(const WideSet &o) { return *this = *this | o; }
  constexpr bool operator==(const WideSet &o) const = default;
};

using Cells = WideSet<(kCells + 63) / 64>;
using HouseSet = WideSet<(kHouses + 63) / 64>;

}  // namespace nonet::NONET_LOGIC

#endif
