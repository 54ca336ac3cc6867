// begin.cpp: the board in the order of the plan, the classes of each box, the links of each stack, and the tiles.

#include "counting/contraction.hpp"

namespace nonet::counting {

int Board::original(const nonet_contraction_plan &plan, int band, int stack, int row, int column) {
  int line = 3 * plan.bands[band] + row, place = 3 * plan.stacks[stack] + column;
  return plan.transposed ? place * 9 + line : line * 9 + place;
}

void Board::read(const uint16_t *masks, const nonet_contraction_plan &plan) {
  for (int i = 0; i < 81; i++) {
    int band = i / 27, stack = i / 9 % 3, row = i / 3 % 3, column = i % 3;
    int from = original(plan, band, stack, row, column);
    unsigned mask = masks[from] & kFree, seen = 0;
    if (__builtin_popcount(mask) > 1)
      for (int other = 0; other < 81; other++) {
        bool sees = other / 9 == from / 9 || other % 9 == from % 9 ||
                    (other / 27 == from / 27 && other % 9 / 3 == from % 9 / 3);
        if (sees && other != from && __builtin_popcount(masks[other]) == 1) seen |= masks[other];
      }
    cell[band][stack][row][column] = (uint16_t)(__builtin_popcount(mask) > 1 && (mask | seen) == kFree ? kFree : mask);
  }
}

unsigned Board::plain_digits(unsigned bands) const {
  unsigned plain = kFree;
  for (int i = 0; i < 81; i++) {
    if (!(bands >> i / 27 & 1)) continue;
    unsigned mask = cell[i / 27][i / 9 % 3][i / 3 % 3][i % 3];
    plain &= __builtin_popcount(mask) == 1 ? ~mask : mask;
  }
  return plain;
}

unsigned Board::free_columns(int band, int stack) const {
  unsigned free = 7;
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++)
      if (cell[band][stack][row][column] != kFree) free &= ~(1u << column);
  return free;
}

unsigned Board::common_columns(int stack) const {
  return free_columns(0, stack) & free_columns(1, stack) & free_columns(2, stack);
}

unsigned Board::free_rows(int band) const {
  unsigned free = 7;
  for (int stack = 0; stack < 3; stack++)
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 3; column++)
        if (cell[band][stack][row][column] != kFree) free &= ~(1u << row);
  return free;
}

Exchange::Exchange(unsigned free) {
  static const uint8_t kAll[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto &list : kAll) {
    bool keeps = true;
    for (int i = 0; i < 3; i++) keeps &= list[i] == i || (free >> i & 1);
    if (keeps) memcpy(to[size++], list, 3);
  }
}

bool fits_columns(const uint16_t (*cell)[3], const Signatures &all, int signature) {
  static const uint8_t kOrder[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int column = 0; column < 3; column++) {
    unsigned digits = all.set[signature][column], masks[3] = {cell[0][column], cell[1][column], cell[2][column]};
    if ((masks[0] & masks[1] & masks[2]) == kFree) continue;
    unsigned digit[3];
    for (unsigned &d : digit) {
      d = digits & -digits;
      digits &= digits - 1;
    }
    bool any = false;
    for (int i = 0; i < 6 && !any; i++)
      any = (digit[kOrder[i][0]] & masks[0]) && (digit[kOrder[i][1]] & masks[1]) && (digit[kOrder[i][2]] & masks[2]);
    if (!any) return false;
  }
  return true;
}

namespace {

// Number the classes of the signatures for which `holds` is true; it must hold for whole classes.
template <class F> void number_classes(const Signatures &all, unsigned free, Leg &leg, F holds) {
  leg.size = 0;
  leg.free = (uint8_t)free;
  for (int id = 0; id < kSignatures; id++) {
    leg.class_of[id] = kNone;
    if (is_representative(all, id, free) && holds(id)) {
      leg.class_of[id] = leg.size;
      leg.representative[leg.size++] = (uint16_t)id;
    }
  }
  const Exchange exchange(free);
  for (int i = 0; i < leg.size; i++)
    for (int e = 0; e < exchange.size; e++)
      leg.class_of[exchanged(all, leg.representative[i], exchange.to[e])] = (uint16_t)i;
}

// The signatures of a box of band A after any exchange of the symmetric digits: the other givens are in their columns, and
// each column has room for the symmetric ones.
bool in_closure(const State &state, const Signatures &all, int stack, int id) {
  for (int column = 0; column < 3; column++) {
    unsigned fixed = 0, exchanged = 0;
    for (int row = 0; row < 3; row++) {
      unsigned mask = state.board.cell[0][stack][row][column];
      if (__builtin_popcount(mask) == 1) (mask & state.symmetric ? exchanged : fixed) |= mask;
    }
    unsigned digits = all.set[id][column];
    if ((digits & fixed) != fixed) return false;
    if (__builtin_popcount(digits & state.symmetric) < __builtin_popcount(exchanged)) return false;
  }
  return true;
}

// The links of a stack. First every signature that occurs in no disjoint triple is dropped.
bool link(State &state, Arena &arena, int stack) {
  const Signatures &all = signatures();
  Leg &a = state.whole[stack], &b = state.legs[1][stack], &c = state.legs[2][stack];
  uint8_t used[kSignatures] = {};
  for (int id = 0; id < kSignatures; id++) {
    if (a.class_of[id] == kNone) continue;
    for (const Companions &other : all.companions[id])
      if (b.class_of[other.b] != kNone && c.class_of[other.c] != kNone) {
        used[id] |= 1;
        used[other.b] |= 2;
        used[other.c] |= 4;
      }
  }
  Leg *legs[3] = {&a, &b, &c};
  for (int band = 0; band < 3; band++) {
    // A class is used if any of its members is; members of one class may differ.
    const Exchange exchange(legs[band]->free);
    number_classes(all, legs[band]->free, *legs[band], [&](int id) {
      bool any = false;
      for (int e = 0; e < exchange.size; e++) any |= used[exchanged(all, id, exchange.to[e])] >> band & 1;
      return any;
    });
  }
  const uint16_t *kept = a.class_of, *whole = a.class_of;
  Leg &own = state.legs[0][stack];
  number_classes(all, own.free, own,
                 [&](int id) { return kept[id] != kNone && fits_columns(state.board.cell[0][stack], all, id); });
  state.whole_of[stack] = arena.take<uint16_t>(own.size);
  Links &links = state.links[stack];
  links.list = arena.take<Link>(94080);
  links.start = arena.take<uint32_t>((size_t)a.size + 1);
  uint32_t *seen = arena.take<uint32_t>((size_t)b.size * c.size);
  if (!seen) return false;
  for (int i = 0; i < own.size; i++) state.whole_of[stack][i] = whole[own.representative[i]];
  memset(seen, 0xFF, sizeof *seen * b.size * c.size);

  const Exchange exchange(a.free);
  uint32_t n = 0;
  links.most = 0;
  for (int i = 0; i < a.size; i++) {
    links.start[i] = n;
    for (int e = 0; e < exchange.size; e++) {
      int id = exchanged(all, a.representative[i], exchange.to[e]);
      for (const Companions &other : all.companions[id]) {
        uint16_t beta = b.class_of[other.b], gamma = c.class_of[other.c];
        if (beta == kNone || gamma == kNone) continue;
        uint32_t &place = seen[(size_t)beta * c.size + gamma];
        if (place == UINT32_MAX || place < links.start[i]) {
          place = n;
          links.list[n++] = {beta, gamma, 0, 0};
        }
        links.list[place].weight++;
      }
    }
    // Terms of equal weight are added up together.
    for (uint32_t j = links.start[i] + 1; j < n; j++) {
      Link link = links.list[j];
      uint32_t k = j;
      for (; k > links.start[i] && links.list[k - 1].weight > link.weight; k--) links.list[k] = links.list[k - 1];
      links.list[k] = link;
    }
    if (n - links.start[i] > links.most) links.most = n - links.start[i];
  }
  links.start[a.size] = n;
  if (stack == 2) {
    memset(seen, 0xFF, sizeof *seen * b.size * c.size);
    state.pairs = 0;
    for (uint32_t j = 0; j < n; j++) {
      Link &link = links.list[j];
      uint32_t &place = seen[(size_t)link.b * c.size + link.c];
      if (place == UINT32_MAX) place = state.pairs++;
      link.pair = place;
    }
  }
  return true;
}

bool make_lists(State &state, Arena &arena, int band) {
  const Signatures &all = signatures();
  Table &table = state.tables[band];
  const Leg *legs = state.legs[band];
  const auto *boxes = state.board.cell[band];
  unsigned free = state.board.free_rows(band);
  table.width = padded(legs[2].size);
  table.exchanges = (uint8_t)Exchange(free).size;
  table.row_place = arena.take<uint16_t>(kSignatures);
  table.row_signature = arena.take<uint16_t>(kSignatures);
  table.rows1 = {arena.take<uint32_t>(legs[0].size + 1u), arena.take<uint16_t>((size_t)legs[0].size * kOrthogonal)};
  table.rows2 = {arena.take<uint32_t>(legs[1].size + 1u), arena.take<uint16_t>((size_t)legs[1].size * kOrthogonal)};
  table.columns3 = {arena.take<uint32_t>(kSignatures + 1u), arena.take<uint16_t>((size_t)legs[2].size * kOrthogonal)};
  if (!table.columns3.item) return false;

  // One row signature of box 1 for all exchanges of free rows; exchanging the rows of the whole band changes nothing.
  memset(table.row_place, 0xFF, sizeof(uint16_t) * kSignatures);
  table.row_size = 0;
  uint32_t n = 0;
  for (int i = 0; i < legs[0].size; i++) {
    table.rows1.start[i] = n;
    for (uint16_t r : all.orthogonal[legs[0].representative[i]]) {
      if (!is_representative(all, r, free) || !fits(boxes[0], all, r, legs[0].representative[i])) continue;
      if (table.row_place[r] == kNone) {
        table.row_signature[table.row_size] = r;
        table.row_place[r] = table.row_size++;
      }
      table.rows1.item[n++] = table.row_place[r];
    }
  }
  table.rows1.start[legs[0].size] = n;
  n = 0;
  for (int i = 0; i < legs[1].size; i++) {
    table.rows2.start[i] = n;
    for (uint16_t r : all.orthogonal[legs[1].representative[i]])
      if (fits(boxes[1], all, r, legs[1].representative[i])) table.rows2.item[n++] = r;
  }
  table.rows2.start[legs[1].size] = n;
  uint32_t *start = table.columns3.start;
  memset(start, 0, sizeof *start * (kSignatures + 1));
  for (int pass = 0; pass < 2; pass++) {  // count, then place
    for (int i = 0; i < legs[2].size; i++)
      for (uint16_t r : all.orthogonal[legs[2].representative[i]])
        if (fits(boxes[2], all, r, legs[2].representative[i])) {
          if (pass)
            table.columns3.item[start[r]++] = (uint16_t)i;
          else
            start[r + 1]++;
        }
    if (!pass)
      for (int r = 0; r < kSignatures; r++) start[r + 1] += start[r];
  }
  memmove(start + 1, start, sizeof *start * kSignatures);
  start[0] = 0;
  return true;
}

bool same_table(const State &state, int x, int y) {
  if (state.board.free_rows(x) != 7 || state.board.free_rows(y) != 7) return false;
  for (int stack = 0; stack < 3; stack++) {
    const Leg &a = state.legs[x][stack], &b = state.legs[y][stack];
    if (a.size != b.size || a.free != b.free || memcmp(a.class_of, b.class_of, sizeof a.class_of)) return false;
  }
  return true;
}

}  // namespace

bool begin(State &state, Arena &arena) {
  const Signatures &all = signatures();
  const nonet_contraction_plan &plan = state.plan;
  const Board &board = state.board;
  state.symmetric = plan.symmetry ? board.plain_digits(plan.symmetry == 1 ? 7 : 6) : 0;
  if (__builtin_popcount(state.symmetric) < 2) state.symmetric = 0;
  state.carries = state.symmetric & ~board.plain_digits(7);
  for (int stack = 0; stack < 3; stack++) {
    for (int band = 0; band < 3; band++) {
      bool counted = plan.box && band == 0 && stack == 2;  // odds need the columns of this box, unless they are alike
      const unsigned free = counted ? board.common_columns(stack) : board.free_columns(band, stack);
      number_classes(all, free, state.legs[band][stack],
                     [&](int id) { return fits_columns(board.cell[band][stack], all, id); });
    }
    if (state.carries)
      number_classes(all, state.legs[0][stack].free, state.whole[stack],
                     [&](int id) { return in_closure(state, all, stack, id); });
    else
      state.whole[stack] = state.legs[0][stack];
    if (!link(state, arena, stack)) return false;
  }
  state.multiple = 1;
  for (int band = 0; band < 3; band++) {
    Table &table = state.tables[band];
    table.same_as = -1;
    for (int other = 0; other < band; other++)
      if (table.same_as < 0 && same_table(state, band, other)) table.same_as = other;
    if (table.same_as >= 0) {
      int as = table.same_as;
      table = state.tables[as];
      if (table.same_as < 0) table.same_as = as;
    } else {
      if (!make_lists(state, arena, band)) return false;
      const Leg *legs = state.legs[band];
      table.entry = arena.take<uint16_t>((size_t)legs[0].size * legs[1].size * table.width);
      table.nonzero = arena.take<uint8_t>((size_t)legs[0].size * legs[1].size);
      if (!table.nonzero) return false;
      state.jobs[0] += legs[1].size;
    }
    state.multiple *= table.exchanges;
  }
  make_tiles(state, arena);
  if (arena.used > arena.size || !make_orbits(state, arena)) return false;
  state.jobs[1] = state.orbits.size;
  state.scratch_bytes = Scratch(state, nullptr, 0).used + 64;
  return true;
}

// Cover the pairs (b3, c3) with tiles of two b and four c, as long as two b have four open c in common.
void make_tiles(State &state, Arena &arena) {
  const Leg &b = state.legs[1][2], &c = state.legs[2][2];
  size_t words = (c.size + 63u) / 64;
  uint64_t *open = arena.take<uint64_t>(words * b.size);
  uint32_t *pair = arena.take<uint32_t>((size_t)b.size * c.size);
  state.tiles = arena.take<Tile>(state.pairs ? state.pairs : 1);
  state.both = state.tile_size = 0;
  if (arena.used > arena.size) return;
  memset(open, 0, sizeof *open * words * b.size);
  const Links &links = state.links[2];
  for (uint32_t i = 0; i < links.start[state.whole[2].size]; i++) {
    const Link &link = links.list[i];
    open[link.b * words + link.c / 64] |= 1ull << (link.c % 64);
    pair[(size_t)link.b * c.size + link.c] = link.pair;
  }
  const uint32_t nowhere = state.pairs;
  auto add = [&](const uint16_t *bs, int rows, const uint16_t *cs, int n) {
    Tile &tile = state.tiles[state.tile_size++];
    for (int i = 0; i < 2; i++) tile.b[i] = bs[i < rows ? i : 0];
    for (int j = 0; j < 4; j++) tile.c[j] = cs[j < n ? j : 0];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 4; j++) {
        tile.out[i][j] = i < rows && j < n ? pair[(size_t)tile.b[i] * c.size + tile.c[j]] : nowhere;
        if (i < rows && j < n) open[tile.b[i] * words + tile.c[j] / 64] &= ~(1ull << (tile.c[j] % 64));
      }
  };
  for (uint16_t i = 0; i < b.size; i++)
    for (;;) {
      uint16_t bs[2] = {i, 0}, cs[4];
      int most = 3;
      for (uint16_t j = (uint16_t)(i + 1); j < b.size; j++) {
        int common = 0;
        for (size_t w = 0; w < words; w++) common += __builtin_popcountll(open[i * words + w] & open[j * words + w]);
        if (common > most) {
          most = common;
          bs[1] = j;
        }
      }
      if (most < 4) break;
      int n = 0, left = most / 4 * 4;
      uint16_t common[kSignatures];
      for (size_t w = 0; w < words; w++)
        for (uint64_t bits = open[i * words + w] & open[bs[1] * words + w]; bits && n < left; bits &= bits - 1)
          common[n++] = (uint16_t)(64 * w + __builtin_ctzll(bits));
      for (int k = 0; k < left; k += 4) {
        memcpy(cs, common + k, sizeof cs);
        add(bs, 2, cs, 4);
      }
    }
  state.both = state.tile_size;
  for (uint16_t i = 0; i < b.size; i++) {
    uint16_t cs[4];
    int n = 0;
    for (size_t w = 0; w < words; w++)
      while (open[i * words + w]) {
        uint64_t bits = open[i * words + w];
        for (n = 0; bits && n < 4; bits &= bits - 1) cs[n++] = (uint16_t)(64 * w + __builtin_ctzll(bits));
        add(&i, 1, cs, n);
      }
  }
}

}  // namespace nonet::counting
