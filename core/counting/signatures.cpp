// signatures.cpp: the tables of signatures.hpp.

#include "counting/signatures.hpp"

#include <string.h>

namespace nonet::counting {

namespace {

bool takes_one_of_each(unsigned triple, const uint16_t *sets) {
  return (triple & sets[0]) && (triple & sets[1]) && (triple & sets[2]);
}

}  // namespace

Signatures::Signatures() {
  memset(this, 0xFF, sizeof *this);
  int triples = 0, n = 0;
  for (unsigned mask = 0; mask < 512; mask++)
    if (__builtin_popcount(mask) == 3) {
      triple[triples] = (uint16_t)mask;
      triple_of[mask] = (uint8_t)triples++;
    }
  for (int t = 0; t < kTriples; t++)
    for (int u = 0; u < kTriples; u++) {
      if (triple[t] & triple[u]) continue;
      set[n][0] = triple[t];
      set[n][1] = triple[u];
      set[n][2] = (uint16_t)(0x1FF & ~(triple[t] | triple[u]));
      for (int d = 0; d < 9; d++) place[n][d] = (uint8_t)(set[n][0] >> d & 1 ? 0 : set[n][1] >> d & 1 ? 1 : 2);
      id[t][u] = (uint16_t)n++;
    }
  for (int a = 0; a < kSignatures; a++) {
    const uint16_t *x = set[a];
    int companion = 0, orthogonals = 0;
    for (int t = 0; t < kTriples; t++)
      for (int u = 0; u < kTriples && !(triple[t] & x[0]); u++) {
        uint16_t b = id[t][u];
        if (b == kNone || (triple[u] & x[1]) || (set[b][2] & x[2])) continue;
        companions[a][companion++] = {b, id_of(0x1FFu & ~(x[0] | triple[t]), 0x1FFu & ~(x[1] | triple[u]))};
      }
    // Each row set takes one digit of each column set.
    for (int t = 0; t < kTriples; t++) {
      if (!takes_one_of_each(triple[t], x)) continue;
      for (int u = 0; u < kTriples; u++)
        if (!(triple[t] & triple[u]) && takes_one_of_each(triple[u], x)) orthogonal[a][orthogonals++] = id[t][u];
    }
  }
}

const Signatures &signatures() {
  static const Signatures tables;
  return tables;
}

}  // namespace nonet::counting
