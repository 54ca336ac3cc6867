// random.hpp: reproducible random numbers: a seed gives the same numbers on every machine, so it identifies what is made
// from it.
//
// SplitMix64 (Steele, Lea and Flood 2014), one stream for each pair of seed and number. Any change here changes every
// generated puzzle; a golden file in the tests shows it.
#ifndef NONET_RANDOM_HPP
#define NONET_RANDOM_HPP

#include <stdint.h>

namespace nonet {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;

constexpr uint64_t mix64(uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

// For hashes: unlike mix64 it changes 0, too.
constexpr uint64_t mixed(uint64_t x) { return mix64(x + kGolden); }

class Random {
 public:
  Random(uint64_t seed, uint64_t stream) : state_(mix64(mixed(seed) ^ (stream + kGolden) * kGolden)) {}
  uint64_t next() { return mix64(state_ += kGolden); }
  // A number below n. The bias is less than n / 2^64.
  uint64_t below(uint64_t n) { return (uint64_t)((unsigned __int128)next() * n >> 64); }
  template <class T> void shuffle(T *list, int n) {
    for (int i = n - 1; i > 0; i--) {
      int j = (int)below((uint64_t)i + 1);
      T item = list[i];
      list[i] = list[j];
      list[j] = item;
    }
  }

 private:
  uint64_t state_;
};

}  // namespace nonet

#endif
