// round.hpp: one propagation round for all lanes, in three passes without a branch.
//
// Included by lockstep.cpp, once per instruction set. The state is one vector per *cell*, in box order, 9 candidate bits
// in 16-bit lanes:
//
//        w[box * 9 + r * 3 + c]      lane 0     lane 1     lane 2 …
//                                    puzzle A   puzzle B   puzzle C
//
// and, per mini-row (box, r) and per mini-column (box, c), what the last round found there.
//
//   boxes    For each box: remove what the last row and column passes excluded; if three digits of a row are possible only
//            in this mini-row, they fill it (the rule of three); hidden singles; naked singles; collect the digits placed
//            per mini-row (na) and mini-column (nb).
//   rows     For each band, on mini-rows: remove a placed digit from the other mini-rows of its row and box. Then the
//            permutation filter: a digit takes one mini-row in each row and each box of a band, so it stays possible in
//            mini-row (r, j) only if the other two rows and boxes can be matched. This includes pointing, claiming and
//            their contradictions.
//   columns  The same for each stack, on mini-columns. Here a placed digit is also removed from the other mini-columns of its
//            box, so no pass has to remove it cell by cell.
//
// A round is about 1,500 vector instructions for 32 puzzles, and about 220 stores, which are the second bottleneck. So what
// the next pass can compute from what it loads anyway (the digits possible in a mini-row, the digits with one mini-row left
// in their row) is not stored.
//
//   Negative results. The reverse of the rule of three (a mini-row with three digits left excludes them from the rest of its
//   row and box) saves one percent of the guesses and four percent of the rounds, and costs more than that. The denser
//   layout of one mini-row per 32-bit word, three 10-bit fields, takes as many instructions for half as many puzzles:
//   density saves loads, but the shifts that fold and spread the fields cost more.

struct State {
  V w[kCells];
  V na[27], nb[27];  // mini-row, mini-column: digits placed
  V v[27];           // mini-column: digits possible
  V u[27], uc[27];   // mini-row, mini-column: possible after the filter
};

// The board in a lane: cell i of it is column(s, lane)[i * kLanes].
inline uint16_t *column(State &s, int lane) { return (uint16_t *)&s.w[0] + lane; }

struct Verdict {
  V empty;   // bit 15 where some cell has no candidate
  V alive;   // all nine digits, where every band and stack has a permutation for each
  V placed;  // all nine digits, where every row is full of single digits
  V sum;     // of the ways of all digits, as numbers: it falls if the filters find something, and is the same otherwise
};

// Compiled once for each use: most rounds have no fresh lane and need 54 operations less, and no boards that move.
template <bool kArrivals, bool kMoves, bool kLoads>
NONET_INLINE void boxes_pass(State &s, uint32_t arrivals, const Moves &moves, Verdict &verdict) {
  V empty = splat(0);
  const Mask known = mask_of_lanes(~arrivals);
  for (int box = 0; box < 9; box++) {
    const int band = box / 3, j = box % 3;
    V *w = s.w + box * 9;
    V u[3], uc[3], only_row[3], only_column[3], a[3][3], n[3][3], less[3][3];
    const V *beside1 = s.u + (band * 9 + (j + 1) % 3 * 3), *beside2 = s.u + (band * 9 + (j + 2) % 3 * 3);
    const V *below1 = s.uc + ((band + 1) % 3 * 9 + j * 3), *below2 = s.uc + ((band + 2) % 3 * 9 + j * 3);
    NONET_FOR (i, 3) {
      u[i] = s.u[box * 3 + i];
      uc[i] = s.uc[box * 3 + i];
      // Digits that have no other mini-row in their row (mini-column in their column) are here; three of them fill it.
      only_row[i] = without2(u[i], beside1[i], beside2[i]);
      only_column[i] = without2(uc[i], below1[i], below2[i]);
      if (kArrivals) {
        u[i] = pick(known, u[i], splat(-1));
        uc[i] = pick(known, uc[i], splat(-1));
        only_row[i] = where(known, only_row[i]);
        only_column[i] = where(known, only_column[i]);
      }
      u[i] = part_of_three(u[i], only_row[i]);
      uc[i] = part_of_three(uc[i], only_column[i]);
    }
    NONET_FOR (r, 3)
      NONET_FOR (c, 3) {
        V here = kMoves ? moved(w[r * 3 + c], moves) : w[r * 3 + c];
        if (kLoads) here = loaded(here, moves, box * 9 + r * 3 + c);
        a[r][c] = and3(here, u[r], uc[c]);
      }
    // Such a digit with one cell here is a hidden single.
    NONET_FOR (r, 3) only_row[r] = without(only_row[r], majority(a[r][0], a[r][1], a[r][2]));
    NONET_FOR (c, 3) only_column[c] = without(only_column[c], majority(a[0][c], a[1][c], a[2][c]));
    NONET_FOR (r, 3)
      NONET_FOR (c, 3) {
        // The hidden single if there is one, else all candidates.
        V left = w[r * 3 + c] = first_nonzero(and_or(a[r][c], only_row[r], only_column[c]), a[r][c]);
        less[r][c] = opaque(left - splat(1));
        n[r][c] = if_single(left, less[r][c]);
      }
    // A number below 512, less one, has bit 15 only if it was 0.
    NONET_FOR (r, 3) empty = or3(empty, less[r][0], less[r][1] | less[r][2]);
    NONET_FOR (i, 3) {
      s.na[box * 3 + i] = or3(n[i][0], n[i][1], n[i][2]);
      s.nb[box * 3 + i] = or3(n[0][i], n[1][i], n[2][i]);
    }
  }
  verdict.empty = empty;
}

// x[i][k]: what is possible at (i, k) of a 3x3 matrix in which each digit takes one place per row and column. There are six
// ways to do that, and (i, k) lies on two of them. `sum` falls if one of the six is lost.
NONET_INLINE void permutation_filter(const V x[3][3], V out[3][3], V &sum) {
  V even[3], odd[3];
  NONET_FOR (k, 3) {
    even[k] = and3(x[0][k], x[1][(k + 1) % 3], x[2][(k + 2) % 3]);
    odd[k] = and3(x[0][k], x[1][(k + 2) % 3], x[2][(k + 1) % 3]);
    sum += even[k];
    sum += odd[k];
  }
  NONET_FOR (i, 3)
    NONET_FOR (k, 3) out[i][k] = even[(k + 3 - i) % 3] | odd[(k + i) % 3];
}

NONET_INLINE void rows_pass(State &s, Verdict &verdict) {
  V alive = splat(kAllDigits), placed = splat(kAllDigits), sum = splat(0);
  for (int band = 0; band < 3; band++) {
    V na[3][3], x[3][3], u[3][3];  // [row][box]
    NONET_FOR (r, 3)
      NONET_FOR (j, 3) na[r][j] = s.na[band * 9 + j * 3 + r];
    NONET_FOR (r, 3) {
      NONET_FOR (j, 3) {
        V elsewhere = or3(na[r][(j + 1) % 3], na[r][(j + 2) % 3], na[(r + 1) % 3][j]);
        const V *w = s.w + band * 27 + j * 9 + r * 3;
        x[r][j] = without2(or3(w[0], w[1], w[2]), elsewhere, na[(r + 2) % 3][j]);
      }
      placed = placed & or3(na[r][0], na[r][1], na[r][2]);
    }
    permutation_filter(x, u, sum);
    alive = alive & or3(u[0][0], u[0][1], u[0][2]);
    NONET_FOR (j, 3) {
      const V *w = s.w + band * 27 + j * 9;
      NONET_FOR (r, 3) s.u[band * 9 + j * 3 + r] = u[r][j];
      NONET_FOR (c, 3) s.v[band * 9 + j * 3 + c] = or_and(or_and(w[c] & u[0][j], w[3 + c], u[1][j]), w[6 + c], u[2][j]);
    }
  }
  verdict.alive = alive;
  verdict.placed = placed;
  verdict.sum = sum;
}

NONET_INLINE void columns_pass(State &s, Verdict &verdict) {
  V alive = verdict.alive, sum = verdict.sum;
  for (int stack = 0; stack < 3; stack++) {
    V nb[3][3], x[3][3], uc[3][3];  // [band][column]
    NONET_FOR (b, 3)
      NONET_FOR (c, 3) nb[b][c] = s.nb[b * 9 + stack * 3 + c];
    NONET_FOR (b, 3)
      NONET_FOR (c, 3)
        x[b][c] = without2(without2(s.v[b * 9 + stack * 3 + c], nb[(b + 1) % 3][c], nb[(b + 2) % 3][c]),
                           nb[b][(c + 1) % 3], nb[b][(c + 2) % 3]);
    permutation_filter(x, uc, sum);
    alive = alive & or3(uc[0][0], uc[0][1], uc[0][2]);
    NONET_FOR (b, 3)
      NONET_FOR (c, 3) s.uc[b * 9 + stack * 3 + c] = uc[b][c];
  }
  verdict.alive = alive;
  verdict.sum = sum;
}
