// weight.hpp: which of several steps HoDoKu takes: the one that eliminates most, then the one with the lowest sum.
#ifndef NONET_LOGIC_HODOKU_WEIGHT_HPP
#define NONET_LOGIC_HODOKU_WEIGHT_HPP

namespace nonet::logic {

// Eliminations are added by digit, then by cell. In the sum each weighs more than the one before.
struct Weight {
  int size = 0, sum = 0;

  void add(int cell, int digit) { sum += cell * (1 + 80 * size++) + digit + 1; }
  bool is_better_than(const Weight &other) const {
    return size > other.size || (size && size == other.size && sum < other.sum);
  }
};

}  // namespace nonet::logic

#endif
