// branching.hpp: chooses where to guess, for all stuck lanes together, because a scalar choice costs as much as the round.
//
// Included by lockstep.cpp, once per instruction set.
//
// A *group* is a band (0-2) or a stack (3-5). In a group each digit is in one of six *configurations*, the ways to give
// its three rows (columns) different boxes. The group's score counts its undecided digits, and again those with four
// configurations or more; the guess is made in the undecided group with the lowest score, on a digit with the fewest
// configurations (two, at best), on whether one mini-row (mini-column) holds it. That takes half as many guesses on hard
// puzzles as the smallest cell does.
//
//   Negative results, in guesses per puzzle of the list rated 11 and above, where this score needed 74.9 (61 with the rule
//   of three of round.hpp): the sum of all configurations 77.6; only the number of undecided digits 79.4; groups with many
//   two-way digits preferred 84.8; the first cell with two candidates 153. With the rule of three the scores differ by less
//   than two percent; preferring digits that are also two-way in a crossing group makes no difference either.
//
//   Removed: guessing in the smallest cell on boards with few givens. Before the rule of three, the group score was a trap
//   there: it decided one whole band and took millions of guesses to refute it. Now it needs no more guesses there than the
//   smallest cell (54 on the empty board), so one way of guessing is enough.

struct Choice {
  V digit;   // a mask of one bit
  V places;  // bit 3i + k: the digit is possible in mini-row (mini-column) k of line i of the group
  V group;
};

inline void remove_at(V &vector, int lane, uint16_t digit) { ((uint16_t *)&vector)[lane] &= (uint16_t)~digit; }
inline uint16_t at(const V &vector, int lane) { return ((const uint16_t *)&vector)[lane]; }

// Choose a branch for every lane.
void choose_branches(const State &s, Choice &choice) {
  V best = splat(0x7FFF), best_digits = splat(0), best_group = splat(0), best_x[9];
  NONET_FOR (i, 9) best_x[i] = splat(0);
  for (int group = 0; group < 6; group++) {
    V x[3][3];
    NONET_FOR (i, 3)
      NONET_FOR (k, 3) x[i][k] = group < 3 ? s.u[group * 9 + k * 3 + i] : s.uc[k * 9 + (group - 3) * 3 + i];
    V even[3], odd[3];
    NONET_FOR (k, 3) {
      even[k] = and3(x[0][k], x[1][(k + 1) % 3], x[2][(k + 2) % 3]);
      odd[k] = and3(x[0][k], x[1][(k + 2) % 3], x[2][(k + 1) % 3]);
    }
    // Add the six bits per digit: ones + 2 twos + 4 fours.
    V a = xor3(even[0], even[1], even[2]), b = xor3(odd[0], odd[1], odd[2]);
    V ka = majority(even[0], even[1], even[2]), kb = majority(odd[0], odd[1], odd[2]);
    V ones = a ^ b, carry = a & b;
    V twos = xor3(ka, kb, carry), fours = majority(ka, kb, carry);
    V open = twos | fours;
    V score = count_bits_of_both(open, fours);
    V digits = first_nonzero(without2(twos, ones, fours), first_nonzero(ones & twos, fours));
    score = pick(is_zero(digits), splat(0x7FFF), score);
    Mask better = is_less(score, best);
    best = pick(better, score, best);
    best_digits = pick(better, digits, best_digits);
    best_group = pick(better, splat(group), best_group);
    NONET_FOR (i, 9) best_x[i] = pick(better, x[i / 3][i % 3], best_x[i]);
  }
  V digit = best_digits & -best_digits, places = splat(0);
  NONET_FOR (i, 9) places |= pick(is_zero(best_x[i] & digit), splat(0), splat(1 << i));
  choice.digit = digit;
  choice.places = places;
  choice.group = best_group;
}

// The cells of mini-row (mini-column) k of line i of a group, in box order.
struct LineCells {
  uint8_t cell[6][3][3][3];  // [group][i][k][cell]
  constexpr LineCells() : cell{} {
    for (int group = 0; group < 6; group++)
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
          for (int e = 0; e < 3; e++)
            cell[group][i][k][e] =
                (uint8_t)(group < 3 ? (group * 3 + k) * 9 + i * 3 + e : (k * 3 + group - 3) * 9 + e * 3 + i);
  }
};
constexpr LineCells kLineCells;

// Where to branch, by the places (bit 3i + k) of a digit in a group: the first place of the line with the fewest places
// above one, packed as 4i + k.
struct LineChoice {
  uint8_t line[512];
  constexpr LineChoice() : line{} {
    for (int places = 0; places < 512; places++) {
      int best = 4;
      for (int i = 0; i < 3; i++) {
        int open = places >> (3 * i) & 7, size = (open & 1) + (open >> 1 & 1) + (open >> 2);
        if (size < 2 || size >= best) continue;
        best = size;
        line[places] = (uint8_t)(4 * i + (open & 1 ? 0 : 1));
      }
    }
  }
};
constexpr LineChoice kLineChoice;

// A guess has two children; each solution is in one of them. The first removes `digit` from two mini-rows (or mini-columns)
// of a line, so it must be in the third. The second removes it from the cells `second` of the third.
struct Branch {
  uint16_t digit;
  V *lost[2];  // the filter's output for those two
  V *kept;     // and for the third
  uint8_t second[3];
};

Branch read_branch(State &s, const Choice &chosen, int lane) {
  int group = at(chosen.group, lane);
  Branch branch;
  branch.digit = at(chosen.digit, lane);
  unsigned choice = kLineChoice.line[at(chosen.places, lane)], k = choice & 3;
  int line = (int)(choice >> 2);
  const uint8_t (*cells)[3] = kLineCells.cell[group][line];
  for (int e = 0; e < 3; e++) branch.second[e] = cells[k][e];
  V *x = group < 3 ? s.u + group * 9 + line : s.uc + (group - 3) * 3 + line;
  int step = group < 3 ? 3 : 9;
  branch.lost[0] = x + (k == 0 ? step : 0);
  branch.lost[1] = x + 2 * step;
  branch.kept = x + (int)k * step;
  return branch;
}
