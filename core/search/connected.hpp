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
#ifndef NONET_CONNECTED_HPP
#define NONET_CONNECTED_HPP

#include "search/constrained.hpp"

namespace nonet {

enum Side : uint8_t { kOutside = 0, kBetween = 1, kInside = 2 };

// Sides of the cells of a region, and the ways between them; everything lies in scratch memory.
struct Shape {
  static constexpr uint32_t kFar = 0xFFFFFFFF;

  const Graph &graph;
  uint32_t count;
  uint32_t *cost;  // of the last search: open cells on the cheapest way to each cell
  uint32_t *room;  // 10 more numbers for each cell
  uint8_t *side, *grouped;
  uint32_t inside = 0, possible = 0;

  Shape(const Graph &of, uint32_t cells, uint64_t *scratch) : graph(of), count(cells) {
    cost = (uint32_t *)scratch;
    room = cost + count;
    side = (uint8_t *)(room + 10 * (size_t)count);
    grouped = side + count;
    memset(grouped, 0, count);
  }
  static uint64_t words(uint64_t cells) { return 6 * cells + 8; }

  void set(uint32_t i, Side of) {
    side[i] = of;
    inside += of == kInside;
    possible += of != kOutside;
  }

  template <class F> void for_neighbours(uint32_t i, F f) const {
    const int64_t *start = graph.start(), *list = graph.neighbours(count);
    for (int64_t k = start[i]; k < start[i + 1]; k++) f((uint32_t)list[k]);
  }

  // Find the cells that are reached from `from` at a cost of at most `budget`; return their number.
  uint32_t reach(uint32_t from, uint32_t budget) {
    uint32_t *now = room, *then = room + count, size = 1, reached = 1;
    for (uint32_t i = 0; i < count; i++) cost[i] = kFar;
    cost[now[0] = from] = 0;
    for (uint32_t level = 0; size; level++) {
      uint32_t later = 0;
      while (size) {
        for_neighbours(now[--size], [&](uint32_t i) {
          uint32_t all = level + (side[i] == kBetween);
          if (side[i] == kOutside || cost[i] != kFar || all > budget) return;
          cost[i] = all;
          reached++;
          (all == level ? now[size++] : then[later++]) = i;
        });
      }
      uint32_t *swap = now;
      now = then;
      then = swap;
      size = later;
    }
    return reached;
  }

  // Call f with the open cells without which not all cells inside, or fewer than `low` cells, are reached from `root`. All
  // possible cells are reached with them. (Cut vertices after Tarjan.)
  template <class F> bool for_cuts(uint32_t root, uint32_t low, F f) {
    uint32_t *number = room, *lowest = number + count, *size = lowest + count, *held = size + count;
    uint32_t *parent = held + count, *edge = parent + count, *cut = edge + count, *order = cut + count;
    const int64_t *start = graph.start(), *list = graph.neighbours(count);
    memset(number, 0, sizeof(uint32_t) * count);
    uint32_t visited = 0, at = root;
    auto enter = [&](uint32_t i, uint32_t from) {
      order[visited++] = i;
      number[i] = lowest[i] = visited;
      size[i] = 1;
      held[i] = side[i] == kInside;
      parent[i] = from;
      edge[i] = 0;
      cut[i] = 0;
    };
    enter(root, kFar);
    while (at != kFar) {
      if (start[at] + edge[at] < start[at + 1]) {
        uint32_t next = (uint32_t)list[start[at] + edge[at]++];
        if (side[next] == kOutside || next == parent[at]) continue;
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
      if (side[i] == kBetween && (cut[i] == kFar || visited - 1 - cut[i] < low) && !f(i)) return false;
    }
    return true;
  }
};

template <class B> Shape shape_of(const B &b, const Constraint &c) {
  const Region &region = *(const Region *)b.data_of(c);
  return Shape(*(const Graph *)(b.data + region.graph), c.count, b.scratch);
}

// Without a cell inside, only what is large enough remains.
template <class B> bool keep_large_parts(B &b, const Constraint &c, Shape &shape) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  uint32_t left = shape.possible;
  for (uint32_t i = 0; i < c.count; i++) {
    if (shape.side[i] == kOutside || shape.grouped[i]) continue;
    uint32_t size = shape.reach(i, c.count);
    if (size < region.low) left -= size;
    for (uint32_t k = i; k < c.count; k++) {
      if (shape.cost[k] == Shape::kFar) continue;
      shape.grouped[k] = 1;
      if (size < region.low && !b.keep(cells[k], (Mask) ~(Mask)region.digits)) return false;
    }
  }
  if (left < region.low) return b.give_up();
  if (left > region.low || !left) return true;
  // The parts that were too small are outside now.
  for (uint32_t i = 0; i < c.count; i++)
    if ((b.digits[cells[i]] & (Mask)region.digits) && !b.keep(cells[i], (Mask)region.digits)) return false;
  return true;
}

template <class B> bool run_connected(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)region.digits;
  Shape shape = shape_of(b, c);
  for (uint32_t i = 0; i < c.count; i++) {
    Mask m = b.digits[cells[i]];
    shape.set(i, !(m & set) ? kOutside : m & ~set ? kBetween : kInside);
  }
  if (shape.possible < region.low || shape.inside > region.high) return b.give_up();
  if (!shape.inside) return region.low == 0 || (region.low == 1 && shape.possible > 1) || keep_large_parts(b, c, shape);
  uint32_t seed = Shape::kFar, room = (uint32_t)(region.high - shape.inside);
  for (uint32_t i = 0; i < c.count; i++) {
    if (shape.side[i] != kInside || shape.grouped[i]) continue;
    if (seed == Shape::kFar) seed = i;
    shape.reach(i, room);
    for (uint32_t k = 0; k < c.count; k++) {
      if (shape.cost[k] == 0 && shape.side[k] == kInside) shape.grouped[k] = 1;
      if (shape.cost[k] != Shape::kFar || shape.side[k] == kOutside) continue;
      if (shape.side[k] == kInside) return b.give_up();
      if (!b.keep(cells[k], (Mask)~set)) return false;
      shape.side[k] = kOutside;
      shape.possible--;
    }
    // Without a bound, one search says it all.
    if (room >= shape.possible) break;
  }
  if (shape.possible < region.low) return b.give_up();
  if (shape.possible == shape.inside) return true;
  if (shape.reach(seed, c.count) < shape.possible) return true;  // cells have gone between: later
  return shape.for_cuts(seed, (uint32_t)(region.low < 0 ? 0 : region.low),
                        [&](uint32_t i) { return b.keep(cells[i], set); });
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

  bool is_self(uint32_t i) const { return self != B::kNone && b.cells_of(c)[i] == self / b.n; }
  Mask excluded(uint32_t i) const {
    Mask set = (Mask)region.digits;
    return shape.side[i] == kOutside ? set : (Mask)(b.all() & ~set);
  }
  void name(uint32_t i) {
    if (!is_self(i)) before.why_not(b.cells_of(c)[i], excluded(i), f);
  }
  // Whether the side of a cell is known from the start, or by what is to be explained.
  bool is_free(uint32_t i) const { return is_self(i) || !(b.known(b.cells_of(c)[i]) & excluded(i)); }

  // Name so many cells of a side, first those that are free.
  void name_some(Side side, int64_t number) {
    for (int paid = 0; paid < 2; paid++)
      for (uint32_t i = 0; i < c.count && number > 0; i++)
        if (shape.side[i] == side && is_free(i) != paid) number--, name(i);
  }

  // Call g with the cells outside that touch a cell which was reached for less than `budget`.
  template <class G> void for_border(uint32_t budget, G g) {
    memset(shape.grouped, 0, c.count);
    for (uint32_t i = 0; i < c.count; i++) {
      if (shape.cost[i] == Shape::kFar || shape.cost[i] >= budget) continue;
      shape.for_neighbours(i, [&](uint32_t k) {
        if (shape.side[k] == kOutside && !shape.grouped[k]) shape.grouped[k] = 1, g(k);
      });
    }
  }
  uint32_t price_of_border() {
    uint32_t price = 0;
    for_border(Shape::kFar, [&](uint32_t i) { price += !is_free(i); });
    return price;
  }
  void name_border(uint32_t budget) {
    for_border(budget, [&](uint32_t i) { name(i); });
  }

  bool find() {
    const uint16_t *cells = b.cells_of(c);
    uint32_t first = Shape::kFar;
    Mask set = (Mask)region.digits;
    for (uint32_t i = 0; i < c.count; i++) {
      Mask m = is_self(i) ? B::bit(self % b.n) : before.digits(cells[i]);
      shape.set(i, !(m & set) ? kOutside : m & ~set ? kBetween : kInside);
      if (shape.side[i] == kInside && (first == Shape::kFar || is_self(i))) first = i;
    }
    if (shape.inside > region.high) return name_some(kInside, region.high + 1), true;
    if (shape.possible < region.low) return name_some(kOutside, c.count - region.low + 1), true;
    if (first == Shape::kFar) return false;
    uint32_t reached = shape.reach(first, c.count);
    for (uint32_t i = 0; i < c.count; i++)
      if (shape.side[i] == kInside && shape.cost[i] == Shape::kFar) return separate(first, i), true;
    if (reached < region.low) return name(first), name_border(Shape::kFar), true;
    return too_far();
  }

  // A border separates two cells inside: name that of the one or the other.
  void separate(uint32_t one, uint32_t other) {
    uint32_t price = price_of_border();
    shape.reach(other, c.count);
    if (price_of_border() > price) shape.reach(one, c.count);
    name(one);
    name(other);
    name_border(Shape::kFar);
  }

  // The budget separates two cells inside, or leaves too few cells.
  bool too_far() {
    uint32_t room = (uint32_t)(region.high - shape.inside);
    for (uint32_t s = 0; s < c.count; s++) {
      if (shape.side[s] != kInside) continue;
      bool found = shape.reach(s, room) < region.low;
      for (uint32_t i = 0; i < c.count && !found; i++) found = shape.side[i] == kInside && shape.cost[i] == Shape::kFar;
      if (!found) continue;
      name_border(room);
      name_some(kInside, shape.inside);
      return true;
    }
    return false;
  }
};

template <class B, class F>
void explain_connected(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  const Region &region = *(const Region *)b.data_of(c);
  RegionReason<B, F> reason{b, c, self, before, f, region, shape_of(b, c)};
  if (!reason.find()) explain_by_all(b, c, self, before, f);
}

}  // namespace nonet

#endif
