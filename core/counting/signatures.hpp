// signatures.hpp: the column signatures of a box, and which of them fit together.
//
// A *signature* is an ordered partition of the nine digits into three sets of three: the digits of the three columns of a
// box, or of its three rows. There are 9! / 3!^3 = 1680. A filled box is a row signature r and a column signature c that are
// *orthogonal*: each row set and each column set have one digit in common, the digit of the cell where they cross.
//
//        columns  {1,4,7} {2,5,8} {3,6,9}
//   rows {1,2,3}     1       2       3
//        {4,5,6}     4       5       6
//        {7,8,9}     7       8       9
#ifndef NONET_COUNTING_SIGNATURES_HPP
#define NONET_COUNTING_SIGNATURES_HPP

#include <stdint.h>

namespace nonet::counting {

constexpr int kSignatures = 1680;
constexpr int kTriples = 84;      // sets of three digits
constexpr int kCompanions = 56;   // pairs of signatures that complete a signature, set by set
constexpr int kOrthogonal = 216;  // signatures orthogonal to a signature
constexpr uint16_t kNone = 0xFFFF;

struct Companions {
  uint16_t b, c;  // with a: disjoint in each of the three sets; c follows from a and b
};

struct Signatures {
  uint16_t set[kSignatures][3];   // ascending ids are ascending (set 0, set 1)
  uint8_t place[kSignatures][9];  // the set that each digit is in
  uint16_t triple[kTriples];
  uint8_t triple_of[512];           // index of a mask of three digits
  uint16_t id[kTriples][kTriples];  // by the triples of set 0 and set 1
  Companions companions[kSignatures][kCompanions];
  uint16_t orthogonal[kSignatures][kOrthogonal];

  Signatures();

  uint16_t id_of(unsigned set0, unsigned set1) const { return id[triple_of[set0]][triple_of[set1]]; }

  // The digit of the cell where row set i of r crosses column set j of c, as a mask.
  unsigned crossing(int r, int i, int c, int j) const { return set[r][i] & set[c][j]; }
};

// Built at the first use; about a megabyte.
const Signatures &signatures();

}  // namespace nonet::counting

#endif
