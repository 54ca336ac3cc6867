// plan.cpp: which way to contract a board, and how much work that is. Nothing is built yet.
//
// The number of multiplications is about L1 * L2 * L3 / (orbit size), where Li is the number of links of stack i. It does not
// depend on which band is A, except through the digits that B and C lack. The third stack is the one with the most links,
// because its links are products of vectors and the others are single terms.

#include "counting/contraction.hpp"

namespace nonet::counting {
namespace {

constexpr double kFactorial[10] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};

// What a plan needs to know of a board in one orientation; bands and stacks in their natural order.
struct Figures {
  Board board;
  int labelled[3][3];  // signatures of each box
  int classes[3][3];
  int common[3];  // exchanges of the columns of each stack that are free in all bands
  double links[3];
};

int exchanges(unsigned free) { return free == 7 ? 6 : __builtin_popcount(free) == 2 ? 2 : 1; }

void measure(const uint16_t *masks, bool transposed, Figures &figures) {
  const Signatures &all = signatures();
  nonet_contraction_plan plan{};
  plan.transposed = transposed;
  plan.bands[1] = plan.stacks[1] = 1;
  plan.bands[2] = plan.stacks[2] = 2;
  figures.board.read(masks, plan);
  for (int stack = 0; stack < 3; stack++) {
    static_assert(kSignatures <= 1680);
    uint8_t fitting[kSignatures] = {};
    unsigned common = 7;
    for (int band = 0; band < 3; band++) {
      unsigned free = figures.board.free_columns(band, stack);
      int n = 0;
      for (int id = 0; id < kSignatures; id++)
        if (fits_columns(figures.board.cell[band][stack], all, id)) {
          fitting[id] |= (uint8_t)(1 << band);
          n++;
        }
      figures.labelled[band][stack] = n;
      figures.classes[band][stack] = n / exchanges(free);
      common &= free;
    }
    int64_t links = 0;
    for (int a = 0; a < kSignatures; a++) {
      if (!(fitting[a] & 1)) continue;
      for (const Companions &other : all.companions[a]) links += fitting[other.b] >> 1 & fitting[other.c] >> 2 & 1;
    }
    figures.common[stack] = exchanges(common);
    figures.links[stack] = (double)links / exchanges(common);
  }
}

// The fillings of a box with these givens.
double fillings(const uint16_t (*cell)[3]) {
  int blanks = 0;
  for (int i = 0; i < 9; i++) blanks += __builtin_popcount(cell[i / 3][i % 3]) > 1;
  return kFactorial[blanks];
}

size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

// An upper bound of what begin() takes.
size_t workspace_bytes(const Figures &figures, const nonet_contraction_plan &plan) {
  size_t bytes = rounded(sizeof(State)) + 4096;
  auto classes = [&](int band, int stack) {
    int b = plan.bands[band], s = plan.stacks[stack];
    if (plan.box && band == 0 && stack == 2) return (size_t)(figures.labelled[b][s] / figures.common[s]);
    return (size_t)figures.classes[b][s];
  };
  for (int stack = 0; stack < 3; stack++) {
    bytes += rounded(2 * classes(0, stack)) + rounded(94080 * sizeof(Link)) + rounded(4 * (kSignatures + 1));
    bytes += rounded(4 * classes(1, stack) * classes(2, stack));
  }
  for (int band = 0; band < 3; band++) {
    size_t n1 = classes(band, 0), n2 = classes(band, 1), n3 = classes(band, 2);
    bytes += rounded(2 * n1 * n2 * padded(n3)) + rounded(n1 * n2);
    bytes += rounded(2 * n1 * kOrthogonal) + rounded(2 * n2 * kOrthogonal) + rounded(2 * n3 * kOrthogonal);
    bytes +=
        rounded(4 * (n1 + 1)) + rounded(4 * (n2 + 1)) + rounded(4 * (kSignatures + 1)) + 2 * rounded(2 * kSignatures);
  }
  size_t words = (classes(2, 2) + 63) / 64;
  bytes +=
      rounded(8 * words * classes(1, 2)) + rounded(sizeof(Tile) * 94080) + rounded(4 * classes(1, 2) * classes(2, 2));
  return bytes + orbit_bytes(classes(0, 0) * classes(0, 1));
}

// Set symmetry (the best, or the one wanted), work and workspace of a plan with its orientation, bands and stacks.
void estimate(const Figures &figures, int wanted, nonet_contraction_plan &plan) {
  const Board &board = figures.board;
  const uint8_t *bands = plan.bands, *stacks = plan.stacks;
  double links = figures.links[0] * figures.links[1] * figures.links[2];
  int first = figures.classes[bands[0]][stacks[0]], second = figures.classes[bands[0]][stacks[1]];
  double pairs = (double)first * second;
  // Tables: the scattered part of the slices, an add of which takes as long as 20 multiplications, and whole rows.
  double tables = 0;
  bool has_empty = false;
  for (int band = 0; band < 3; band++) {
    const int *n = figures.classes[bands[band]], *m = figures.labelled[bands[band]];
    const int one = stacks[0], two = stacks[1], three = stacks[2];
    if (!m[one] || !m[two] || !m[three]) continue;
    const unsigned free_rows = board.free_rows(bands[band]);
    if (free_rows == 7 && has_empty) continue;  // the table of another band
    has_empty |= free_rows == 7;
    double rows[3];  // row signatures for one column signature
    for (int stack = 0; stack < 3; stack++) rows[stack] = fillings(board.cell[bands[band]][stack]) / m[stack];
    const double row = 1.0 / exchanges(free_rows);
    const double adds = n[two] * rows[two] * kCompanions * m[one] / kSignatures * row * m[three] / kSignatures *
                        rows[three] * n[three] / m[three];
    tables += 20 * adds + (double)n[one] * n[two] * n[three] * rows[one] * row;
  }
  double best = -1;
  for (int symmetry = 0; symmetry < 3; symmetry++) {
    if (wanted >= 0 && wanted != symmetry) continue;
    unsigned digits = symmetry == 0 ? 0 : board.plain_digits(symmetry == 1 ? 7u : 7u & ~(1u << bands[0]));
    double size = kFactorial[__builtin_popcount(digits)];
    // Small orbits are not as small as the division says: the empty board has 5, not 78,400 / 9!.
    double evaluated = size == 1 ? pairs : pairs / size + (pairs < 5 ? pairs : 5);
    double work = pairs > 0 ? links / pairs * evaluated : 0;
    double carried = symmetry == 2 ? pairs * figures.labelled[bands[0]][stacks[2]] * 10 : 0;
    double odds = plan.box ? (symmetry == 2 || !symmetry ? pairs : evaluated) * 1e6 : 0;
    double all = work + carried + odds + tables + (symmetry ? pairs * 100 : 0);
    if (best >= 0 && best <= all) continue;
    best = all;
    plan.symmetry = (uint8_t)symmetry;
  }
  plan.work = (uint64_t)(best < 1e18 ? best : 1e18) + 1;
  plan.workspace_bytes = workspace_bytes(figures, plan);
}

}  // namespace

int make_plan(const uint16_t *masks, int box, int variant, nonet_contraction_plan *out) {
  bool found = false;
  Figures figures;
  for (int transposed = 0; transposed < 2; transposed++) {
    measure(masks, transposed != 0, figures);
    for (int band = 0; band < 3; band++) {
      nonet_contraction_plan plan{};
      plan.transposed = (uint8_t)transposed;
      plan.box = (uint8_t)(box + 1);
      plan.bands[0] = (uint8_t)band;
      plan.bands[1] = (uint8_t)(band == 0);
      plan.bands[2] = (uint8_t)(2 - (band == 2));
      int third = 0;
      for (int stack = 1; stack < 3; stack++)
        if (figures.links[stack] > figures.links[third]) third = stack;
      if (box >= 0) {
        if (band != (transposed ? box % 3 : box / 3)) continue;
        third = transposed ? box / 3 : box % 3;
      }
      plan.stacks[0] = (uint8_t)(third == 0);
      plan.stacks[1] = (uint8_t)(2 - (third == 2));
      plan.stacks[2] = (uint8_t)third;
      estimate(figures, variant / 6 - 1, plan);
      bool wanted = variant < 0 || variant % 6 == transposed * 3 + band;
      if (wanted && (!found || plan.work < out->work)) {
        *out = plan;
        found = true;
      }
    }
  }
  return found ? NONET_OK : NONET_BAD_CALL;
}

}  // namespace nonet::counting
