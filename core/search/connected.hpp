// connected.hpp: the cells that hold a digit of a set form one region.
//
// A cell is *inside* if it has no other digits, *outside* if it has none of the set, else *open*. The path between two cells
// of the region has at most as many open cells as the region can still take (the *budget*). So from a cell inside, what is
// reached at no greater cost is all that the region can have. An open cell without which the others inside, or enough cells,
// are not reached is inside too.
//
// The reason is found afresh from the digits before: either too many cells are inside, or too many outside, or a border of
// cells outside separates two cells inside, or encloses too few cells. If only the budget separates them, the reason has all
// cells inside, and those cells outside that shorten no path unless they were open.
//
// Sets of cells are bits, so a search reads each cell once. A region whose cells are on the same sides as when nothing
// followed is not searched again.
#ifndef NONET_CONNECTED_HPP
#define NONET_CONNECTED_HPP

#include "search/constrained.hpp"

namespace nonet {

// The cells of a region as sets, one bit for each, and the ways between them; everything lies in scratch memory.
struct Shape {
  const Graph &graph;
  uint32_t count, words;
  uint64_t *inside, *open, *possible;  // possible: inside or open
  // Of the last search: what was reached, what of it at no cost, and what touches the cells reached for less than the
  // budget.
  uint64_t *reached, *joined, *rim;
  uint64_t *edge, *touched, *grouped;
  uint32_t *room;

  Shape(const Graph &of, uint32_t cells, uint64_t *scratch) : graph(of), count(cells), words(Graph::words(cells)) {
    uint64_t **sets[] = {&inside, &open, &possible, &reached, &joined, &rim, &edge, &touched, &grouped};
    for (uint64_t **set : sets) *set = scratch, scratch += words;
    room = (uint32_t *)scratch;
  }

  static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }
  static void put(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << (i % 64); }
  static void drop(uint64_t *set, uint32_t i) { set[i / 64] &= ~((uint64_t)1 << (i % 64)); }
  // What is possible, and `open` with all that can be outside, becomes what is inside and what is open.
  void split() const {
    for (uint32_t w = 0; w < words; w++) {
      inside[w] = possible[w] & ~open[w];
      open[w] &= possible[w];
    }
  }
  void clear(uint64_t *set) const { memset(set, 0, sizeof(uint64_t) * words); }
  void copy(uint64_t *to, const uint64_t *from) const { memcpy(to, from, sizeof(uint64_t) * words); }
  uint32_t size(const uint64_t *set) const {
    uint32_t number = 0;
    for (uint32_t w = 0; w < words; w++) number += (uint32_t)__builtin_popcountll(set[w]);
    return number;
  }
  // Call f with the cells of a set until it is false.
  template <class F> bool for_cells(const uint64_t *set, F f) const {
    for (uint32_t w = 0; w < words; w++)
      for (uint64_t m = set[w]; m; m &= m - 1)
        if (!f(w * 64 + (uint32_t)__builtin_ctzll(m))) return false;
    return true;
  }
  bool holds_all(const uint64_t *set, const uint64_t *of) const {
    for (uint32_t w = 0; w < words; w++)
      if (of[w] & ~set[w]) return false;
    return true;
  }

  void add_touched() {
    for (uint32_t w = 0; w < words; w++)
      for (uint64_t m = edge[w]; m; m &= m - 1) {
        const uint64_t *near = graph.near(count, w * 64 + (uint32_t)__builtin_ctzll(m));
        for (uint32_t k = 0; k < words; k++) touched[k] |= near[k];
      }
  }
  // The cells of `set` that are touched and were not reached are the edge now. False if there are none.
  bool move_edge(const uint64_t *set) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++) {
      any |= edge[w] = touched[w] & set[w] & ~reached[w];
      reached[w] |= edge[w];
    }
    return any != 0;
  }

  // Find the cells that are reached from `from` through `budget` open cells.
  void reach(uint32_t from, uint32_t budget) {
    clear(reached), clear(touched), clear(edge), clear(rim);
    put(reached, from), put(edge, from);
    for (uint32_t cost = 0;; cost++) {
      do add_touched();
      while (move_edge(inside));
      if (!cost) copy(joined, reached);
      if (cost == budget) return;
      copy(rim, touched);
      if (!move_edge(open)) return;
    }
  }
  // Find all that is reached from `from`; return its size.
  uint32_t reach_all(uint32_t from) {
    clear(reached), clear(touched), clear(edge);
    put(reached, from), put(edge, from);
    do add_touched();
    while (move_edge(possible));
    copy(rim, touched);
    return size(reached);
  }

  // Call f with the open cells without which not all cells inside, or fewer than `low` cells, are reached from `root`. All
  // possible cells are reached with them. (Cut vertices after Tarjan.)
  template <class F> bool for_cuts(uint32_t root, uint32_t low, F f) {
    constexpr uint32_t kFar = 0xFFFFFFFF;
    uint32_t *number = room, *lowest = number + count, *size = lowest + count, *held = size + count;
    uint32_t *parent = held + count, *edge = parent + count, *cut = edge + count, *order = cut + count;
    const int64_t *start = graph.start(), *list = graph.neighbours(count);
    memset(number, 0, sizeof(uint32_t) * count);
    uint32_t visited = 0, at = root;
    auto enter = [&](uint32_t i, uint32_t from) {
      order[visited++] = i;
      number[i] = lowest[i] = visited;
      size[i] = 1;
      held[i] = has(inside, i);
      parent[i] = from;
      edge[i] = 0;
      cut[i] = 0;
    };
    enter(root, kFar);
    while (at != kFar) {
      if (start[at] + edge[at] < start[at + 1]) {
        uint32_t next = (uint32_t)list[start[at] + edge[at]++];
        if (!has(possible, next) || next == parent[at]) continue;
        if (!number[next]) {
          enter(next, at);
          at = next;
        } else if (number[next] < lowest[at]) {
          lowest[at] = number[next];
        }
        continue;
      }
      uint32_t up = parent[at];
      if (up != kFar) {
        if (lowest[at] < lowest[up]) lowest[up] = lowest[at];
        size[up] += size[at];
        held[up] += held[at];
        // What hangs on `up` alone: too much if a cell inside is part of it.
        if (lowest[at] >= number[up]) cut[up] = held[at] || cut[up] == kFar ? kFar : cut[up] + size[at];
      }
      at = up;
    }
    for (uint32_t k = 1; k < visited; k++) {
      uint32_t i = order[k];
      if (has(open, i) && (cut[i] == kFar || visited - 1 - cut[i] < low) && !f(i)) return false;
    }
    return true;
  }
};

template <class B> Shape shape_of(const B &b, const Constraint &c) {
  const Region &region = *(const Region *)b.data_of(c);
  return Shape(*(const Graph *)(b.data + region.graph), c.count, b.scratch);
}

// The cells with digits of the set, and those with others. All follow each other on the board.
template <class B> void read_sets(const B &b, const Constraint &c, const Shape &shape, uint64_t *in, uint64_t *out) {
  const Region &region = *(const Region *)b.data_of(c);
  for (uint32_t w = 0; w < shape.words; w++) {
    in[w] = out[w] = 0;
    for (uint32_t d = 0; d < b.n; d++)
      ((uint64_t)region.digits >> d & 1 ? in : out)[w] |=
          b.cells_from((uint32_t)region.from, c.count, w, b.where + d * b.set_words);
  }
}

template <class B> void read_sides(const B &b, const Constraint &c, Shape &shape) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  if (b.tries || region.from < 0) {
    const uint16_t *cells = b.cells_of(c);
    Mask set = (Mask)region.digits;
    shape.clear(shape.possible), shape.clear(shape.open);
    for (uint32_t i = 0; i < c.count; i++) {
      Mask m = b.digits[cells[i]];
      if (m & set) shape.put(shape.possible, i);
      if (m & ~set) shape.put(shape.open, i);
    }
  } else {
    read_sets(b, c, shape, shape.possible, shape.open);
  }
  shape.split();
}

// Without a cell inside, only what is large enough remains.
template <class B> bool keep_large_parts(B &b, const Constraint &c, Shape &shape) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)region.digits;
  uint32_t left = shape.size(shape.possible);
  shape.clear(shape.grouped);
  for (uint32_t i = 0; i < c.count; i++) {
    if (!shape.has(shape.possible, i) || shape.has(shape.grouped, i)) continue;
    uint32_t size = shape.reach_all(i);
    for (uint32_t w = 0; w < shape.words; w++) shape.grouped[w] |= shape.reached[w];
    if (size >= region.low) continue;
    left -= size;
    if (!shape.for_cells(shape.reached, [&](uint32_t k) { return b.keep(cells[k], (Mask)~set); })) return false;
  }
  if (left < region.low) return b.give_up();
  if (left > region.low || !left) return true;
  // The parts that were too small are outside now.
  for (uint32_t i = 0; i < c.count; i++)
    if ((b.digits[cells[i]] & set) && !b.keep(cells[i], set)) return false;
  return true;
}

template <class B> bool run_sides(B &b, const Constraint &c, Shape &shape) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)region.digits;
  uint32_t possible = shape.size(shape.possible), inside = shape.size(shape.inside);
  if (possible < region.low || inside > region.high) return b.give_up();
  if (!inside) return region.low == 0 || (region.low == 1 && possible > 1) || keep_large_parts(b, c, shape);
  uint32_t seed = B::kNone, room = (uint32_t)(region.high - inside);
  shape.clear(shape.grouped);
  for (uint32_t i = 0; i < c.count; i++) {
    if (!shape.has(shape.inside, i) || shape.has(shape.grouped, i)) continue;
    if (seed == B::kNone) seed = i;
    shape.reach(i, room);
    if (!shape.holds_all(shape.reached, shape.inside)) return b.give_up();
    for (uint32_t w = 0; w < shape.words; w++) {
      shape.grouped[w] |= shape.joined[w];
      shape.edge[w] = shape.open[w] & ~shape.reached[w];
      shape.open[w] &= shape.reached[w];
      shape.possible[w] &= shape.reached[w];
    }
    if (!shape.for_cells(shape.edge, [&](uint32_t k) { return b.keep(cells[k], (Mask)~set); })) return false;
    possible = shape.size(shape.possible);
    // Without a bound, one search says it all.
    if (room >= possible) break;
  }
  if (possible < region.low) return b.give_up();
  if (possible == inside) return true;
  if (shape.reach_all(seed) < possible) return true;  // cells have gone between: later
  return shape.for_cuts(seed, (uint32_t)(region.low < 0 ? 0 : region.low),
                        [&](uint32_t i) { return b.keep(cells[i], set); });
}

// Sides from which nothing followed are kept, on all depths: nothing follows from them again.
template <class B> bool run_connected(B &b, const Constraint &c) {
  const Region &region = *(const Region *)b.data_of(c);
  Shape shape = shape_of(b, c);
  read_sides(b, c, shape);
  uint64_t *barren = b.barren + region.barren;
  uint32_t size = sizeof(uint64_t) * shape.words, placed = b.trail_size, tried = b.tried_size;
  if (!memcmp(barren, shape.inside, size) && !memcmp(barren + shape.words, shape.open, size)) return true;
  if (!run_sides(b, c, shape)) return false;
  if (b.trail_size != placed || b.tried_size != tried) return true;
  memcpy(barren, shape.inside, size);
  memcpy(barren + shape.words, shape.open, size);
  return true;
}

// Finds a reason; `self` is taken for placed.
template <class B, class F> struct RegionReason {
  using Mask = typename B::Mask;
  const B &b;
  const Constraint &c;
  uint32_t self;
  typename B::Before before;
  F f;
  const Region &region;
  Shape shape;
  uint32_t inside;

  bool is_self(uint32_t i) const { return self != B::kNone && b.cells_of(c)[i] == self / b.n; }
  // The digits that a cell lacks, on its side.
  Mask excluded(uint32_t i) const {
    Mask set = (Mask)region.digits;
    return shape.has(shape.inside, i) ? (Mask)(b.all() & ~set) : set;
  }
  bool name(uint32_t i) {
    if (!is_self(i)) before.why_not(b.cells_of(c)[i], excluded(i), f);
    return true;
  }
  // Whether the side of a cell is known from the start, or by what is to be explained.
  bool is_free(uint32_t i) const { return is_self(i) || !(b.known(b.cells_of(c)[i]) & excluded(i)); }

  // Name so many cells of those inside, or of those outside, without those that are free.
  void name_some(bool inside, int64_t number) {
    for (uint32_t w = 0; w < shape.words; w++) shape.edge[w] = inside ? shape.inside[w] : ~shape.possible[w];
    if (!inside && c.count % 64) shape.edge[c.count / 64] &= ((uint64_t)1 << (c.count % 64)) - 1;
    shape.for_cells(shape.edge, [&](uint32_t i) {
      if (is_free(i)) number--, shape.drop(shape.edge, i);
      return true;
    });
    shape.for_cells(shape.edge, [&](uint32_t i) { return number-- > 0 && name(i); });
  }

  // The cells outside that were touched by the last search are the edge now.
  void find_border() {
    for (uint32_t w = 0; w < shape.words; w++) shape.edge[w] = shape.rim[w] & ~shape.possible[w];
  }
  uint32_t price_of_border() {
    uint32_t price = 0;
    find_border();
    shape.for_cells(shape.edge, [&](uint32_t i) { return price += !is_free(i), true; });
    return price;
  }
  void name_border() {
    find_border();
    shape.for_cells(shape.edge, [&](uint32_t i) { return name(i); });
  }

  // Read the sides as they were, with `self` placed: those of now, and what was eliminated since.
  void read_sides() {
    const uint16_t *cells = b.cells_of(c);
    Mask set = (Mask)region.digits;
    uint64_t *in = shape.possible, *out = shape.open;
    if (b.tries || region.from < 0) {
      shape.clear(in), shape.clear(out);
      for (uint32_t i = 0; i < c.count; i++) {
        if (before.has_any(cells[i], set)) shape.put(in, i);
        if (before.has_any(cells[i], (Mask)(b.all() & ~set))) shape.put(out, i);
      }
    } else {
      read_sets(b, c, shape, in, out);
      for (uint32_t k = before.position - 1; k < b.trail_size; k++) {
        uint32_t candidate = b.trail[k] / 2, cell = b.over_n(candidate), i = cell - (uint32_t)region.from;
        if (i < c.count && !(b.trail[k] & 1)) shape.put(B::bit(candidate - cell * b.n) & set ? in : out, i);
      }
    }
    for (uint32_t i = 0; self != B::kNone && i < c.count; i++) {
      if (!is_self(i)) continue;
      bool is_in = B::bit(self % b.n) & set;
      shape.put(is_in ? in : out, i), shape.drop(is_in ? out : in, i);
    }
    shape.split();
  }

  // A cell inside, `self` if it is one; kNone: there is none.
  uint32_t first_inside() const {
    uint32_t first = B::kNone;
    shape.for_cells(shape.inside, [&](uint32_t i) {
      if (first == B::kNone || is_self(i)) first = i;
      return true;
    });
    return first;
  }

  bool find() {
    read_sides();
    inside = shape.size(shape.inside);
    if (inside > region.high) return name_some(true, region.high + 1), true;
    if (shape.size(shape.possible) < region.low) return name_some(false, c.count - region.low + 1), true;
    uint32_t first = first_inside();
    if (first == B::kNone) return false;
    uint32_t size = shape.reach_all(first);
    if (!shape.for_cells(shape.inside, [&](uint32_t i) {
          if (shape.has(shape.reached, i)) return true;
          separate(first, i);
          return false;
        }))
      return true;
    if (size < region.low) return name(first), name_border(), true;
    return too_far();
  }

  // A border separates two cells inside: name that of the one or the other.
  void separate(uint32_t one, uint32_t other) {
    uint32_t price = price_of_border();
    shape.reach_all(other);
    if (price_of_border() > price) shape.reach_all(one);
    name(one);
    name(other);
    name_border();
  }

  // The budget separates two cells inside, or leaves too few cells.
  bool too_far() {
    uint32_t room = (uint32_t)(region.high - inside);
    return !shape.for_cells(shape.inside, [&](uint32_t i) {
      shape.reach(i, room);
      if (shape.size(shape.reached) >= region.low && shape.holds_all(shape.reached, shape.inside)) return true;
      name_border();
      name_some(true, inside);
      return false;
    });
  }
};

template <class B, class F>
void explain_connected(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const Region &region = *(const Region *)b.data_of(c);
  RegionReason<B, F> reason{b, c, self, before, f, region, shape_of(b, c), 0};
  if (!reason.find()) explain_by_all(b, c, self, before, f);
}

}  // namespace nonet

#endif
