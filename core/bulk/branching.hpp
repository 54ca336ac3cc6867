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
// Where several solutions are likely, dead ends are rare, and the search should decide as much as it can with each guess. In
// such a lane (`wide`) all of this is turned round: the group with the most undecided digits, a digit with the most
// configurations, a line with the most places. On boards with 34 givens and several solutions that takes 6.2 guesses and 26.9
// rounds instead of 7.0 and 30.8. On boards with few givens it is a trap: some take thousands of guesses.
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

// Choose a branch for every lane; `wide` are the lanes that guess where most is undecided.
void choose_branches(const State &s, uint32_t wide, Choice &choice) {
  const Mask is_wide = mask_of_lanes(wide);
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
    V score = count_bits_of_both(open, pick(is_wide, splat(0), fours));
    V two = without2(twos, ones, fours), three = ones & twos;
    V digits = first_nonzero(two, first_nonzero(three, fours));
    score = pick(is_wide, splat(9) - score, score);
    digits = pick(is_wide, first_nonzero(fours, open), digits);
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

// Where to branch, by the places (bit 3i + k) of a digit in a group: the first place of the line with the fewest places
// above one (or `wide`, with the most), packed as 4i + k.
struct LineChoice {
  uint8_t line[512], wide[512];
  constexpr LineChoice() : line{}, wide{} {
    for (int places = 0; places < 512; places++) {
      int fewest = 4, most = 1;
      for (int i = 0; i < 3; i++) {
        int open = places >> (3 * i) & 7, size = (open & 1) + (open >> 1 & 1) + (open >> 2);
        uint8_t here = (uint8_t)(4 * i + (open & 1 ? 0 : 1));
        if (size >= 2 && size < fewest) fewest = size, line[places] = here;
        if (size > most) most = size, wide[places] = here;
      }
    }
  }
};
constexpr LineChoice kLineChoice;

// A guess has two children; each solution is in one of them. The first removes the digit from two mini-rows (or mini-columns)
// of a line, so it must be in the third. The second removes it from the cells of the third. Here are the numbers of the
// vectors in State, so that a guess is read without a branch.
struct Guess {
  uint8_t lost[2];    // the filter's output for the first two
  uint8_t kept;       // and for the third
  uint8_t second[3];  // the cells of the third
};
struct Guesses {
  Guess of[6][12];  // [group][4 * line + the third]
  constexpr Guesses() : of{} {
    for (int group = 0; group < 6; group++)
      for (int line = 0; line < 3; line++)
        for (int k = 0; k < 3; k++) {
          Guess &guess = of[group][4 * line + k];
          const int u = group < 3 ? 81 + 3 * 27 + group * 9 + line : 81 + 4 * 27 + (group - 3) * 3 + line;
          const int step = group < 3 ? 3 : 9;
          guess.kept = (uint8_t)(u + k * step);
          guess.lost[0] = (uint8_t)(u + (k == 0 ? step : 0));
          guess.lost[1] = (uint8_t)(u + (k == 2 ? step : 2 * step));
          for (int e = 0; e < 3; e++)
            guess.second[e] =
                (uint8_t)(group < 3 ? (group * 3 + k) * 9 + line * 3 + e : (k * 3 + group - 3) * 9 + e * 3 + line);
        }
  }
};
constexpr Guesses kGuesses;
static_assert(offsetof(State, u) == (81 + 3 * 27) * sizeof(V) && offsetof(State, uc) == (81 + 4 * 27) * sizeof(V));

const Guess &read_guess(const Choice &chosen, int lane, bool wide) {
  const uint8_t *lines = wide ? kLineChoice.wide : kLineChoice.line;
  return kGuesses.of[at(chosen.group, lane)][lines[at(chosen.places, lane)]];
}
