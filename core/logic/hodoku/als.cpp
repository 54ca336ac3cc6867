// als.cpp: almost locked sets in the order in which HoDoKu looks for them.
//
// The sets are listed by house, and pairs of them by number. The first ALS-XZ and the first ALS-XY-wing of these pairs count.
// A chain runs through the sets by number, and the chain that eliminates most counts.

#include <string.h>

#include "logic/als.hpp"

namespace nonet::logic {

void AlsPairs::find(const AlsTable &table) {
  if (of_list == table.lists) return;
  of_list = table.lists;
  size = 0;
  for (int i = 0; i < table.size; i++) {
    from[i] = (uint16_t)size;
    const Als &one = table.sets[i];
    for (int word = i / 64; word < table.words; word++) {
      uint64_t others = 0;
      for (Mask rest = one.digits; rest; rest &= (Mask)(rest - 1)) others |= table.linked[one.group[first(rest)]][word];
      if (word == i / 64) others &= ~1ull << (i & 63);
      for (; others; others &= others - 1) {
        int other = 64 * word + __builtin_ctzll(others);
        if (size == kMost || !(one.cells & table.sets[other].cells).empty()) continue;
        Mask commons = table.commons(one, other), rest = (Mask)(commons & (commons - 1));
        list[size++] = {(uint16_t)i, (uint16_t)other, (Mask)(commons ^ (rest & (rest - 1)))};
      }
    }
  }
  from[table.size] = (uint16_t)size;
  memset(begin, 0, sizeof(uint16_t) * (size_t)(table.size + 1));
  for (int i = 0; i < size; i++) begin[list[i].one]++, begin[list[i].two]++;
  for (int i = 0, total = 0; i <= table.size; i++) {
    int here = i < table.size ? begin[i] : 0;
    begin[i] = (uint16_t)total;
    total += here;
  }
  for (int i = 0; i < size; i++) {
    neighbours[begin[list[i].one]++] = {list[i].two, (uint16_t)i};
    neighbours[begin[list[i].two]++] = {list[i].one, (uint16_t)i};
  }
  for (int i = table.size; i; i--) begin[i] = begin[i - 1];
  begin[0] = 0;
}

uint16_t AlsStates::of(int set, Mask digits) const {
  int state = first_of[set];
  while (state != kNone && list[state].digits != digits) state = list[state].next;
  return (uint16_t)state;
}

void AlsStates::add(int set, Mask digits) {
  if (size == kMost || of(set, digits) != kNone) return;
  list[size] = {(uint16_t)set, first_of[set], digits};
  first_of[set] = (uint16_t)size++;
}

// HoDoKu looks at the lower one of two digits only when it continues from a set that has lost one of them.
uint16_t AlsStates::after(const AlsPairs::Pair &pair, Mask lost) const {
  Mask left = pair.digits & (Mask) ~(lost & -lost);
  return left ? of(pair.two, left) : kNone;
}

void AlsStates::find(const AlsTable &table, const AlsPairs &pairs) {
  size = 0;
  memset(first_of, 0xFF, sizeof(uint16_t) * (size_t)table.size);
  for (int i = 0; i < pairs.size; i++) {
    Mask digits = pairs.list[i].digits, low = (Mask)(digits & -digits);
    for (Mask each : {digits, low, (Mask)(digits ^ low)})
      if (each) add(pairs.list[i].two, each);
  }
  words = (size + 63) / 64;
  for (int set = table.size - 1; set >= 0; set--)
    for (int state = first_of[set]; state != kNone; state = list[state].next) {
      uint64_t *all = reached[state], *later = reached_later[state];
      memset(all, 0, sizeof(uint64_t) * (size_t)words);
      memset(later, 0, sizeof(uint64_t) * (size_t)words);
      for (int i = pairs.from[set]; i < pairs.from[set + 1]; i++) {
        int next = after(pairs.list[i], list[state].digits);
        if (next == kNone) continue;
        const uint64_t *more = reached[next];
        for (int word = 0; word < words; word++) all[word] |= more[word];
        for (int word = 0; word < words; word++)
          later[word] |= more[word] & ~(word == next >> 6 ? 1ull << (next & 63) : 0);
      }
      all[state >> 6] |= 1ull << (state & 63);
    }
}

namespace {

// The digits but the excluded ones that one of two sets must have.
Removes commons_of(const AlsTable &table, const Als &one, const Als &other, Mask excluded) {
  Removes removes;
  for (Mask rest = one.digits & other.digits & (Mask)~excluded; rest; rest &= (Mask)(rest - 1))
    removes.add(first(rest), table.seen_by_both(one, other, first(rest)));
  return removes;
}

Removes removes_of_pair(const AlsTable &table, const AlsPairs::Pair &pair) {
  const Als &one = table.sets[pair.one], &two = table.sets[pair.two];
  bool is_double = pair.digits & (pair.digits - 1);
  Removes removes = commons_of(table, one, two, is_double ? 0 : pair.digits);
  if (!is_double) return removes;
  for (const Als *set : {&one, &two})
    for (Mask rest = set->digits & (Mask)~pair.digits; rest; rest &= (Mask)(rest - 1))
      removes.add(first(rest), table.groups[set->group[first(rest)]].sees - one.cells - two.cells);
  return removes;
}

bool eliminate_the_same(const Step &one, const Step &other) {
  if (!(one.removes_cells == other.removes_cells)) return false;
  for (Cells rest = one.removes_cells; !rest.empty();) {
    int cell = rest.pop();
    if (one.removes[cell] != other.removes[cell]) return false;
  }
  return true;
}

// Pass a step, then all others of a search.
template <class Search> bool pass_first(const Step &step, StepSink sink, Search search) {
  if (sink(step)) return true;
  auto other = [&](const Step &here) { return !eliminate_the_same(step, here) && sink(here); };
  return search(other);
}

// What an ALS-XY-wing eliminates whose ends have a common pivot.
Removes removes_of_wing(const AlsTable &table, const AlsPairs &pairs, int one, int other, int end_one, int end_other) {
  Mask x = pairs.list[one].digits, y = pairs.list[other].digits;
  if (x == y && !(x & (x - 1))) return {};
  const Als &first_end = table.sets[end_one], &last_end = table.sets[end_other];
  if (!(first_end.cells & last_end.cells).empty()) return {};
  return commons_of(table, first_end, last_end, x | y);
}

// -- chains ----------------------------------------------------------------------------------------------------------------

struct BestChain {
  int start, state;
  Mask digit;  // of the first pair
  int size = 0, sum = 0;
  Removes removes;

  // Of several with as many eliminations, the lowest cells and digits count; each weighs more than the one before.
  void offer(int from, int to, Mask lost, const Removes &here) {
    int n = 0, total = 0;
    for (int digit = 0; digit < 9; digit++)
      for (Cells rest = here.cells[digit]; !rest.empty();) total += rest.pop() * (1 + 80 * n++) + digit + 1;
    if (!n || n < size || (n == size && total >= sum)) return;
    start = from, state = to, digit = lost, size = n, sum = total, removes = here;
  }
};

int most_eliminations(const AlsTable &table, const Als &one, const Als &other) {
  int most = 0;
  for (Mask rest = one.digits & other.digits; rest; rest &= (Mask)(rest - 1))
    most += table.seen_by_both(one, other, first(rest)).size();
  return most;
}

// All chains of three pairs or more from a set.
void chains_from(AlsSearch &search, int start, BestChain &best) {
  const AlsTable &table = search.table;
  AlsStates &states = search.states;
  const Als &one = table.sets[start];
  Mask firsts = 0;
  for (int i = search.pairs.from[start]; i < search.pairs.from[start + 1]; i++) firsts |= search.pairs.list[i].digits;
  if (!firsts) return;
  memset(states.best_of + start, 0xFF, sizeof(uint16_t) * (size_t)(table.size - start));
  for (Mask left = firsts; left; left &= (Mask)(left - 1)) {
    Mask lost = (Mask)(left & -left);
    uint64_t ends[AlsStates::kWords] = {};
    for (int i = search.pairs.from[start]; i < search.pairs.from[start + 1]; i++) {
      if (!(search.pairs.list[i].digits & lost)) continue;
      int state = states.of(search.pairs.list[i].two, lost);
      if (state == AlsStates::kNone) continue;
      const uint64_t *more = states.reached_later[state];
      for (int word = 0; word < states.words; word++) ends[word] |= more[word];
    }
    for (int word = 0; word < states.words; word++)
      for (uint64_t rest = ends[word]; rest; rest &= rest - 1) {
        int state = 64 * word + __builtin_ctzll(rest);
        const Als &last = table.sets[states.list[state].set];
        uint16_t &most = states.best_of[states.list[state].set];
        if (most == AlsStates::kNone) most = (uint16_t)most_eliminations(table, one, last);
        if (!most || most < best.size) continue;
        best.offer(start, state, lost, commons_of(table, one, last, lost | states.list[state].digits));
      }
  }
}

// The shortest chain of three pairs or more, from its first set to its last; only these two if it is too long. Returns
// the number of sets.
int trace(AlsSearch &search, const BestChain &best, uint16_t *sets, Mask *links) {
  AlsStates &states = search.states;
  const AlsPairs &pairs = search.pairs;
  memset(states.parent, 0xFF, sizeof states.parent);
  for (int i = pairs.from[best.start]; i < pairs.from[best.start + 1]; i++)
    if (pairs.list[i].digits & best.digit) {
      int state = states.of(pairs.list[i].two, best.digit);
      if (state != AlsStates::kNone) states.parent[1][state] = (uint16_t)state;
    }
  int n = 1;
  for (; n < AlsStates::kMostPairs && (n < 3 || states.parent[n][best.state] == AlsStates::kNone); n++)
    for (int state = 0; state < states.size; state++) {
      if (states.parent[n][state] == AlsStates::kNone) continue;
      int set = states.list[state].set;
      for (int i = pairs.from[set]; i < pairs.from[set + 1]; i++) {
        int next = states.after(pairs.list[i], states.list[state].digits);
        if (next != AlsStates::kNone) states.parent[n + 1][next] = (uint16_t)state;
      }
    }
  if (states.parent[n][best.state] == AlsStates::kNone) {
    sets[0] = (uint16_t)best.start, sets[1] = states.list[best.state].set;
    return 2;
  }
  sets[0] = (uint16_t)best.start;
  for (int i = n, state = best.state; i; state = states.parent[i--][state]) {
    sets[i] = states.list[state].set;
    links[i - 1] = states.list[state].digits;
  }
  return n + 1;
}

void prepare(const State &state, AlsSearch &search) {
  search.table.list(state, AlsOrder::kByHouse);
  search.pairs.find(search.table);
}

}  // namespace

bool find_hodoku_als_xz(const State &state, AlsSearch &search, StepSink sink) {
  prepare(state, search);
  for (int i = 0; i < search.pairs.size; i++) {
    const AlsPairs::Pair &pair = search.pairs.list[i];
    Removes removes = removes_of_pair(search.table, pair);
    if (removes.empty()) continue;
    uint16_t sets[] = {pair.one, pair.two};
    Step step = als_step(state, search.table, k_als_xz, sets, &pair.digits, 2, AlsPattern::kNoStem);
    removes.apply(step);
    return pass_first(step, sink, [&](StepSink others) { return find_als_xz(state, search, others); });
  }
  return false;
}

bool find_hodoku_als_xy_wings(const State &state, AlsSearch &search, StepSink sink) {
  prepare(state, search);
  const AlsPairs &pairs = search.pairs;
  for (int i = 0; i < pairs.size; i++) {
    const int ends[2] = {pairs.list[i].one, pairs.list[i].two};
    for (int pivot : {0, 1})
      for (int k = pairs.begin[ends[pivot]]; k < pairs.begin[ends[pivot] + 1]; k++) {
        auto [set, pair] = pairs.neighbours[k];
        if (pair <= i) continue;
        Removes removes = removes_of_wing(search.table, pairs, i, pair, ends[!pivot], set);
        if (removes.empty()) continue;
        uint16_t sets[] = {(uint16_t)ends[!pivot], (uint16_t)ends[pivot], set};
        Mask links[] = {pairs.list[i].digits, pairs.list[pair].digits};
        Step step = als_step(state, search.table, k_als_xy_wing, sets, links, 3, AlsPattern::kNoStem);
        removes.apply(step);
        return pass_first(step, sink, [&](StepSink others) { return find_als_xy_wings(state, search, others); });
      }
  }
  return false;
}

bool find_hodoku_als_chains(const State &state, AlsSearch &search, StepSink sink) {
  prepare(state, search);
  search.states.find(search.table, search.pairs);
  BestChain best;
  for (int start = 0; start < search.table.size; start++) chains_from(search, start, best);
  if (!best.size) return false;
  uint16_t sets[AlsStates::kMostPairs + 1];
  Mask links[AlsStates::kMostPairs] = {};
  int size = trace(search, best, sets, links);
  Step step = als_step(state, search.table, k_als_chain, sets, links, size, AlsPattern::kNoStem);
  best.removes.apply(step);
  return pass_first(step, sink, [&](StepSink others) { return find_als_chains(state, search, others); });
}

}  // namespace nonet::logic
