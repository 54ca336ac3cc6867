// strong_links.hpp: two to four houses in which a digit has two places, or two groups of places, joined to a chain by houses
// between them. One of the ends is true, so what sees both ends is false; if the ends share a house too, the chain is a
// loop, and each of its joints has one true place. Two links are a skyscraper, a two-string kite or a turbot fish.
//
// Sukaku Explainer lists all chains and takes the easiest; then the one that eliminates most, then the one whose figures
// (grouped links, then the kinds of the houses) are first, then the first one in the order of its loops: see Chain::is_before.
#ifndef NONET_LOGIC_SUKAKU_STRONG_LINKS_HPP
#define NONET_LOGIC_SUKAKU_STRONG_LINKS_HPP

#include "logic/sukaku/board.hpp"
#include "logic/tuples.hpp"

namespace nonet::NONET_LOGIC {

// A way in which one of two groups of cells of a house must hold the digit.
struct StrongLink {
  uint8_t house, kind, way;  // kind: its number in the order of kinds; way: 0, or 1 for the second way of one house
  bool grouped;
  Cells places;            // of the digit in the house
  Cells ends[2], sees[2];  // sees: the places of the digit that see a whole end
  uint64_t houses[2];      // that hold a whole end, in the order of joints
};

// Places of a digit that led to no chain when they were last looked at, by links in a chain and with groups or without.
struct WithoutStrongLinks {
  Cells places[3][2][kMostSize];
};

// How the places of a house may fall into two groups: the positions that must be free, and those of either group; of a cross
// also the position in the middle, which may belong to both.
struct Split {
  Mask empty, groups[2], heart;
};
struct Splits {
  static constexpr int kCrosses = 9, kOfSquare = 15, kOfLine = 3;
  Split of_square[kOfSquare], of_line[kOfLine];  // of a square: crosses, two rows, two columns

  constexpr Splits() : of_square{}, of_line{} {
    Mask rows[3] = {7, 7 << 3, 7 << 6}, columns[3] = {0111, 0222, 0444};
    for (int i = 0; i < kCrosses; i++) {
      const Mask row = rows[i / 3], column = columns[i % 3], heart = row & column;
      of_square[i] = {(Mask)(0777 & ~(row | column)), {(Mask)(column & ~heart), (Mask)(row & ~heart)}, heart};
    }
    for (int i = 0; i < 3; i++) {
      const int empty = 2 - i, one = empty == 0 ? 1 : 0, two = empty == 2 ? 1 : 2;
      of_square[9 + i] = {rows[empty], {rows[one], rows[two]}, 0};
      of_square[12 + i] = {columns[empty], {columns[one], columns[two]}, 0};
      of_line[empty] = of_square[9 + i];
    }
  }
};
inline constexpr Splits kSplits;

struct StrongLinkSearch {
  static constexpr int kMostLinks = 2 * kHouses < 127 ? 2 * kHouses : 127, kMostInChain = 4;

  struct Chain {
    int digit;
    uint8_t links[kMostInChain], from[kMostInChain];  // from: the end at which a link is entered
    StrongLink of[kMostInChain];
    uint8_t joints[kMostInChain];
    bool is_loop;
    int added, eliminated, figures;
    Cells gone;
  };

  const State &state;
  const int size;  // links in a chain
  WithoutStrongLinks &without;
  const JointHouses joints;
  int digit = 0;
  bool grouped = false;  // whether chains with groups are looked for, or those without
  Cells where;
  StrongLink links[kMostLinks];
  int links_size = 0;
  uint8_t next_size[2 * kMostLinks], next[2 * kMostLinks][2 * kMostLinks], joint[2 * kMostLinks][2 * kMostLinks];
  Chain chain, best;
  const Chain *last = nullptr;  // only chains after this one are wanted
  bool found = false;

  StrongLinkSearch(const State &board, int links_in_chain, WithoutStrongLinks &memory)
      : state(board), size(links_in_chain), without(memory) {}

  // Find the first chain, or the first one after the last. Those without groups first, which are mostly easier.
  bool run() {
    found = false;
    for (bool with_groups : {false, true})
      for (digit = 0; digit < geometry().size && !(with_groups && found && best.added < kAddedForGroups); digit++) {
        grouped = with_groups;
        where = state.where(digit);
        Cells &known = without.places[size - 2][grouped][digit];
        if (where == known) continue;
        const bool is_whole = !found && !last;  // nothing cuts the search for chains of this digit
        list();
        if (links_size >= size) {
          join();
          for (int end = 0; end < 2 * links_size; end++) walk(0, end, {});
        }
        if (is_whole && !found) known = where;
      }
    return found;
  }

  static constexpr int kAddedForGroups = 30;

  void list() {
    links_size = 0;
    for (int i = 0; i < geometry().kinds; i++)
      for (int house = first_house_of(kind_at(i)); house < end_house_of(kind_at(i)); house++) {
        const Mask places = state.places[house][digit];
        const int n = size_of(places);
        if (n == 2) {
          const Mask two = places & (places - 1);
          const int a = geometry().cells_of(house)[first(places)], b = geometry().cells_of(house)[first(two)];
          if (!is_square(kind_at(i)) || (a / 9 != b / 9 && a % 9 != b % 9))
            add(house, i, false, (Mask)(places ^ two), two);
        } else if (grouped && n > 2 && n <= 6) {
          add_groups(house, i, places, n);
        }
      }
  }

  void add(int house, int kind, bool grouped, Mask one, Mask two, int way = 0) {
    if (links_size == kMostLinks) return;
    StrongLink &link = links[links_size++];
    link = {
        (uint8_t)house, (uint8_t)kind, (uint8_t)way, grouped, places_of(house, state.places[house][digit]), {}, {}, {}};
    link.ends[0] = places_of(house, one), link.ends[1] = places_of(house, two);
    for (int end : {0, 1}) {
      link.sees[end] = seen_by_all(link.ends[end]) & where;
      link.houses[end] = joints.of(link.ends[end]);
    }
  }

  // The first split that fits decides. The position in the middle of a cross goes with a group of which the other is one
  // place, whether it is a place or not; else, if it is one, with both. Four places in a rectangle are split either way.
  void add_groups(int house, int kind, Mask places, int n) {
    const bool square = is_square(kind_at(kind));
    const int splits = kind_at(kind) == kBox ? Splits::kOfSquare : Splits::kOfLine;
    for (int i = 0; i < splits; i++) {
      const Split &split = square ? kSplits.of_square[i] : kSplits.of_line[i];
      if (places & split.empty || (i >= Splits::kCrosses && n < 4)) continue;
      const Mask one = places & split.groups[0], two = places & split.groups[1], heart = split.heart;
      if (!one || !two) return;
      if (is_single(two)) return add(house, kind, true, two, one | heart);
      if (is_single(one)) return add(house, kind, true, one, two | heart);
      add(house, kind, true, one | (heart & places), two | (heart & places));
      if (i < Splits::kCrosses || n > 4) return;
      const Mask upper = bit(first(one)) | bit(first(two)), lower = (one | two) & (Mask)~upper;
      if (in_one_line(house, upper) && in_one_line(house, lower)) add(house, kind, true, upper, lower, 1);
      return;
    }
  }
  static bool in_one_line(int house, Mask two) {
    const int a = geometry().cells_of(house)[first(two)], b = geometry().cells_of(house)[first(two & (two - 1))];
    return a / 9 == b / 9 || a % 9 == b % 9;
  }

  uint64_t end_houses(int end) const { return links[end / 2].houses[end % 2]; }
  const Cells &end_sees(int end) const { return links[end / 2].sees[end % 2]; }

  // From which end which ends can be reached: those of links without a place in common that share a house with it.
  void join() {
    for (int a = 0; a < 2 * links_size; a++) next_size[a] = 0;
    for (int a = 0; a < 2 * links_size; a++)
      for (int b = 2 * (a / 2) + 2; b < 2 * links_size; b++) {
        const uint64_t shared = end_houses(a) & end_houses(b);
        if (!shared || !(links[a / 2].places & links[b / 2].places).empty()) continue;
        joint[a][b] = joint[b][a] = (uint8_t)joints.first(shared);
        next[a][next_size[a]++] = (uint8_t)b;
        next[b][next_size[b]++] = (uint8_t)a;
      }
  }

  // What the kinds of the houses add: nothing for lines of one direction; for boxes, and for both directions; for groups, and
  // for further houses.
  int added(int n) const {
    bool groups = false, boxes = false, rows = false, columns = false, others = false;
    for (int i = 0; i < n; i++) {
      const StrongLink &link = links[chain.links[i]];
      groups |= link.grouped;
      boxes |= link.kind == 0, rows |= link.kind == 1, columns |= link.kind == 2, others |= link.kind > 2;
    }
    return groups || others ? kAddedForGroups : 10 * (boxes + (rows && columns));
  }

  void walk(int n, int end, Cells used) {
    const StrongLink &link = links[end / 2];
    if (!(used & link.places).empty()) return;
    chain.links[n] = (uint8_t)(end / 2), chain.from[n] = (uint8_t)(end % 2);
    if (found && added(n + 1) > best.added) return;
    const int out = end ^ 1;
    if (n + 1 == size) return finish(out);
    for (int i = 0; i < next_size[out]; i++) {
      chain.joints[n] = joint[out][next[out][i]];
      walk(n + 1, next[out][i], used | link.places);
    }
  }

  // An open chain counts in the direction from its earlier end link, a loop from its first link in the direction away from
  // the first end.
  void finish(int out) {
    const int start = 2 * chain.links[0] + chain.from[0];
    const int ring = joints.first(end_houses(start) & end_houses(out));
    chain.is_loop = ring >= 0;
    Cells outside = where;
    bool has_groups = false;
    for (int i = 0; i < size; i++) {
      has_groups |= links[chain.links[i]].grouped;
      outside = outside - geometry().set_of(links[chain.links[i]].house);
      if (i && chain.links[i] < chain.links[0] && (chain.is_loop || i == size - 1)) return;
    }
    if (has_groups != grouped || (chain.is_loop && chain.from[0])) return;
    chain.gone = end_sees(start) & end_sees(out) & outside;
    if (!chain.is_loop) {
      for (int i = 0; i + 1 < size; i++) chain.gone = chain.gone - geometry().set_of(chain.joints[i]);
      chain.eliminated = chain.gone.size();
    } else {
      chain.joints[size - 1] = (uint8_t)ring;
      chain.eliminated = chain.gone.size();
      for (int i = 0; i + 1 < size; i++) {
        const int a = 2 * chain.links[i] + 1 - chain.from[i], b = 2 * chain.links[i + 1] + chain.from[i + 1];
        const Cells gone = end_sees(a) & end_sees(b) & outside;
        chain.eliminated += gone.size();
        chain.gone = chain.gone | gone;
      }
    }
    if (chain.gone.empty()) return;
    chain.added = added(size);
    chain.figures = figures();
    chain.digit = digit;
    for (int i = 0; i < size; i++) chain.of[i] = links[chain.links[i]];
    if ((found && !is_before(chain, best)) || (last && !is_before(*last, chain))) return;
    best = chain;
    found = true;
  }

  // The number of groups, then the kinds of the houses along the chain, from the side that gives the lower number; with rows
  // for columns and columns for rows, from either side, if that is lower.
  int figures() const {
    int along = 0, back = 0, turned = 0, turned_back = 0, groups = 0, scale = 1;
    bool rows = false;
    for (int i = 0; i < size; i++, scale *= 10) {
      const StrongLink &link = links[chain.links[i]];
      const int kind = link.kind, other = kind == 1 ? 2 : kind == 2 ? 1 : kind;
      groups += link.grouped;
      rows |= kind == 1;
      along = along * 10 + kind, turned = turned * 10 + other;
      back += kind * scale, turned_back += other * scale;
    }
    const int lower = along < back ? along : back, lower_turned = turned < turned_back ? turned : turned_back;
    // Without a row, columns count as rows.
    const int kinds = rows ? (lower < lower_turned ? lower : lower_turned) : along <= back ? turned : turned_back;
    return groups * scale + kinds;
  }

  // Ties are decided by the order of loops: the kinds of houses, the last one outermost; digits; the houses; the order of
  // the links in the chain; the ends.
  bool is_before(const Chain &a, const Chain &b) const {
    if (a.added != b.added) return a.added < b.added;
    if (a.eliminated != b.eliminated) return a.eliminated > b.eliminated;
    if (a.figures != b.figures) return a.figures < b.figures;
    const Loops first(a, size), second(b, size);
    for (int i = size - 1; i >= 0; i--)
      if (first.kinds[i] != second.kinds[i]) return first.kinds[i] < second.kinds[i];
    if (a.digit != b.digit) return a.digit < b.digit;
    for (int i = 0; i < size; i++)
      if (first.houses[i] != second.houses[i]) return first.houses[i] < second.houses[i];
    if (first.order != second.order) return first.order < second.order;
    return first.ends < second.ends;
  }

  // The place of a chain in these loops.
  struct Loops {
    uint8_t kinds[kMostInChain];  // in the order of the board
    int houses[kMostInChain];     // with the way in which one is split
    int order, ends = 0;

    Loops(const Chain &chain, int size) {
      uint8_t ranks[kMostInChain];
      for (int i = 0; i < size; i++) {
        ranks[i] = 0;
        for (int j = 0; j < size; j++) ranks[i] += chain.links[j] < chain.links[i];
        kinds[ranks[i]] = chain.of[i].kind, houses[ranks[i]] = 2 * chain.of[i].house + chain.of[i].way;
        ends = 2 * ends + chain.from[i];
      }
      order = place_of(ranks, size);
    }
    // The number of a permutation in the order of an algorithm that swaps two elements at a time.
    static int place_of(const uint8_t *ranks, int size) {
      uint8_t now[kMostInChain], left[kMostInChain + 1];
      for (int i = 0; i < size; i++) now[i] = left[i] = (uint8_t)i;
      int place = 0;
      for (int at = 1; at < size; place++) {
        if (!memcmp(now, ranks, (size_t)size)) return place;
        left[at]--;
        const int other = at % 2 ? left[at] : 0;
        const uint8_t swapped = now[at];
        now[at] = now[other], now[other] = swapped;
        for (at = 1; at < size && !left[at]; at++) left[at] = (uint8_t)at;
      }
      return place;
    }
  };
};

inline Step strong_links_step(const StrongLinkSearch &search) {
  const StrongLinkSearch::Chain &chain = search.best;
  const int last = search.size - 1;
  constexpr Technique kNames[] = {k_strong_links_2, k_strong_links_3, k_strong_links_4};
  Technique name = kNames[search.size - 2];
  const bool plain = search.size == 2 && !chain.is_loop && chain.added < StrongLinkSearch::kAddedForGroups;
  if (plain) {
    const bool boxes = !chain.of[0].kind || !chain.of[1].kind;
    name = boxes ? k_turbot_fish : chain.of[0].kind == chain.of[1].kind ? k_skyscraper : k_two_string_kite;
  }
  Step step(name);
  if (!plain) step.rating = (uint16_t)(step.rating + chain.added);
  for (int i = 0; i <= last; i++) step.house(chain.of[i].house);
  for (int i = 0; i < last + chain.is_loop; i++) step.house(chain.joints[i]);
  const Cells where = search.state.where(chain.digit);
  for (int i = 0; i <= last; i++)
    for (int end : {0, 1}) {
      const bool outer = !chain.is_loop && (end == chain.from[i] ? i == 0 : i == last);
      step.mark(outer ? kPincer : kBase, chain.of[i].ends[end] & where, chain.digit);
    }
  step.eliminate(chain.gone, chain.digit);
  return step;
}

template <class Sink> bool find_strong_links(const State &state, int size, WithoutStrongLinks &without, Sink &&sink) {
  StrongLinkSearch search(state, size, without);
  StrongLinkSearch::Chain last;
  while (search.run()) {
    if (sink(strong_links_step(search))) return true;
    last = search.best;
    search.last = &last;
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC

#endif
