// als.cpp: what almost locked sets eliminate together: ALS-XZ, ALS-XY-wing, ALS chain and death blossom.
//
// Two sets with a restricted common digit cannot both have it. So one of them lacks it, and all other digits are placed
// in that set. In a chain of sets, each joined to the next by another such digit, this continues: if the first set lacks
// a digit, the last has it.

#include "logic/als.hpp"

#include <string.h>

namespace nonet::NONET_LOGIC {

void AlsPatterns::clear() {
  size = 0;
  memset(slots, 0xFF, sizeof slots);
}

void AlsPatterns::add(const AlsPattern &pattern) {
  unsigned slot = (unsigned)(pattern.removes >> 32) & (kSlots - 1);
  for (; slots[slot] != 0xFFFF; slot = (slot + 1) & (kSlots - 1)) {
    AlsPattern &known = list[slots[slot]];
    if (known.removes != pattern.removes) continue;
    if (pattern.order < known.order) known = pattern;
    return;
  }
  if (size == kMost) return;
  slots[slot] = (uint16_t)size;
  list[size++] = pattern;
}

// Shell sort: there is no library to call, and lists are short.
void AlsPatterns::sort() {
  for (int gap : {1750, 701, 301, 132, 57, 23, 10, 4, 1})
    for (int i = gap; i < size; i++) {
      AlsPattern here = list[i];
      int at = i;
      for (; at >= gap && here.order < list[at - gap].order; at -= gap) list[at] = list[at - gap];
      list[at] = here;
    }
}

// Neighbours of a chain have different roles.
Step als_step(const State &state, const AlsTable &table, Technique technique, const uint16_t *sets, const Mask *links,
              int size, int stem) {
  constexpr Role kInTurn[] = {kBase, kCover, kPincer, kFin}, kOfWing[] = {kBase, kPivot, kCover};
  bool is_blossom = stem != AlsPattern::kNoStem;
  Step step(technique);
  if (is_blossom) step.mark(kPivot, stem, state.candidates[stem]);
  for (int i = 0; i < size; i++) {
    const Als &set = table.sets[sets[i]];
    step.house(set.house);
    step.mark(size == 3 && !is_blossom ? kOfWing[i] : kInTurn[i % 4], set.cells, state);
  }
  for (int i = 0; i < size - !is_blossom; i++)
    for (Mask rest = links[i]; rest; rest &= (Mask)(rest - 1)) {
      int digit = first(rest);
      step.mark(kExtra, table.groups[table.sets[sets[i]].group[digit]].cells, digit);
      if (!is_blossom) step.mark(kExtra, table.groups[table.sets[sets[i + 1]].group[digit]].cells, digit);
    }
  return step;
}

namespace {

// Call a function with each set of a row of bits.
template <class Function> void each_set(const uint64_t *bits, int words, Function function) {
  for (int word = 0; word < words; word++)
    for (uint64_t rest = bits[word]; rest; rest &= rest - 1) function(word * 64 + __builtin_ctzll(rest));
}

// What one of two sets must have, if one of them lacks none of its digits but the excluded ones.
void remove_commons(const AlsTable &table, const Als &one, const Als &other, Mask excluded, Removes &removes) {
  for (Mask rest = one.digits & other.digits & (Mask)~excluded; rest; rest &= (Mask)(rest - 1))
    removes.add(first(rest), table.seen_by_both(one, other, first(rest)));
}

// Two sets that are linked by two digits have one of them each, and all their other digits.
void remove_locked(const AlsTable &table, const Als &one, const Als &other, Mask links, Removes &removes) {
  for (Mask rest = links; rest; rest &= (Mask)(rest - 1))
    removes.add(first(rest), table.seen_by_both(one, other, first(rest)));
  for (const Als *set : {&one, &other})
    for (Mask rest = set->digits & (Mask)~links; rest; rest &= (Mask)(rest - 1))
      removes.add(first(rest), table.groups[set->group[first(rest)]].sees - one.cells - other.cells);
}

// What a pattern eliminates.
Removes removes_of(const AlsTable &table, const AlsPattern &pattern) {
  Removes removes;
  const Als &one = table.sets[pattern.set[0]];
  if (pattern.stem != AlsPattern::kNoStem) {
    Mask all = kAllDigits, links = 0;
    for (int i = 0; i < pattern.size; i++) {
      all &= table.sets[pattern.set[i]].digits;
      links |= pattern.link[i];
    }
    for (Mask rest = all & (Mask)~links; rest; rest &= (Mask)(rest - 1)) {
      Cells seen = table.groups[one.group[first(rest)]].sees;
      for (int i = 1; i < pattern.size; i++)
        seen = seen & table.groups[table.sets[pattern.set[i]].group[first(rest)]].sees;
      seen.remove(pattern.stem);
      removes.add(first(rest), seen);
    }
    return removes;
  }
  const Als &last = table.sets[pattern.set[pattern.size - 1]];
  Mask links = pattern.link[0] | pattern.link[pattern.size - 2];
  if (pattern.size == 2 && links & (links - 1)) {
    remove_locked(table, one, last, links, removes);
  } else {
    remove_commons(table, one, last, links, removes);
  }
  return removes;
}

// Fill in the order and the eliminations of a pattern, and keep it if it has any.
void keep(AlsSearch &search, AlsPattern &pattern) {
  Removes removes = removes_of(search.table, pattern);
  if (removes.empty()) return;
  pattern.removes = removes.hash();
  Cells all;
  uint64_t cells = 0, overlaps = 0;
  for (int i = 0; i < pattern.size; i++) {
    const Als &set = search.table.sets[pattern.set[i]];
    cells += set.size;
    overlaps |= !(all & set.cells).empty();
    all = all | set.cells;
  }
  pattern.order = overlaps << 63 | (uint64_t)pattern.size << 56 | cells << 44 | (uint64_t)pattern.set[0] << 33 |
                  (uint64_t)pattern.set[1] << 22 | (uint64_t)pattern.set[pattern.size - 1] << 11;
  search.patterns.add(pattern);
}

// Pass the patterns on as steps, simplest first.
bool pass(const State &state, AlsSearch &search, Technique technique, StepSink sink) {
  search.patterns.sort();
  for (int k = 0; k < search.patterns.size; k++) {
    const AlsPattern &pattern = search.patterns.list[k];
    Step step = als_step(state, search.table, technique, pattern.set, pattern.link, pattern.size, pattern.stem);
    removes_of(search.table, pattern).apply(step);
    if (sink(step)) return true;
  }
  return false;
}

// -- ALS chain -------------------------------------------------------------------------------------------------------------

// The chain that ends in a set, which loses a digit to a group that the search has reached.
void keep_chain(AlsSearch &search, int end, int group) {
  const AlsTable &table = search.table;
  AlsPattern pattern;
  int n = search.depth[group] + 2;
  if (n > AlsPattern::kMostSets) return;
  pattern.size = (uint8_t)n;
  pattern.set[n - 1] = (uint16_t)end;
  for (int i = n - 2; i >= 0; i--) {
    pattern.set[i] = search.owner[group];
    pattern.link[i] = bit(table.groups[group].digit);
    group = search.parent[group];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (pattern.set[i] == pattern.set[j]) return;
  keep(search, pattern);
}

// Follow the links from a set that has a digit in one group, breadth first.
void follow(AlsSearch &search, int start, int digit) {
  const AlsTable &table = search.table;
  memset(search.reached, 0, sizeof search.reached);
  for (auto &bits : search.lost) memset(bits, 0, sizeof(uint64_t) * (size_t)table.words);
  const Als &one = table.sets[start];
  int head = 0, tail = 0;
  auto reach = [&](int group, int from, int owner, int depth) {
    uint64_t &word = search.reached[group >> 6];
    if (word >> (group & 63) & 1) return;
    word |= 1ull << (group & 63);
    search.parent[group] = (uint16_t)from;
    search.owner[group] = (uint16_t)owner;
    search.depth[group] = (uint8_t)depth;
    search.queue[tail++] = (uint16_t)group;
  };
  reach(one.group[digit], 0, start, 0);
  while (head < tail) {
    int group = search.queue[head++], depth = search.depth[group], lost = table.groups[group].digit;
    uint64_t *lost_by = search.lost[lost];
    for (int word = 0; word < table.words; word++) {
      uint64_t fresh = table.linked[group][word] & ~lost_by[word];
      lost_by[word] |= fresh;
      for (; fresh; fresh &= fresh - 1) {
        int end = word * 64 + __builtin_ctzll(fresh);
        if (end == start) continue;
        const Als &set = table.sets[end];
        if (depth >= 2 && end > start) {
          for (Mask rest = one.digits & set.digits & (Mask) ~(bit(digit) | bit(lost)); rest; rest &= (Mask)(rest - 1))
            if (!table.seen_by_both(one, set, first(rest)).empty()) {
              keep_chain(search, end, group);
              break;
            }
        }
        if (depth + 3 > AlsPattern::kMostSets) continue;
        for (Mask rest = set.digits & (Mask)~bit(lost); rest; rest &= (Mask)(rest - 1))
          reach(set.group[first(rest)], group, end, depth + 1);
      }
    }
  }
}

// -- death blossom ---------------------------------------------------------------------------------------------------------

// Give each candidate of the stem a petal with the digit z, as long as some cell sees all places of z. A set may be the
// petal of several candidates, but not of all: then it is no more than a naked subset with the stem.
struct Blossom {
  AlsSearch &search;
  AlsPattern pattern;
  int z;
  uint64_t petals[kMostSize][AlsTable::kWords];
  int budget;

  void grow(Mask left, Cells seen) {
    if (!left) {
      int same = 1;
      while (same < pattern.size && pattern.set[same] == pattern.set[0]) same++;
      if (same < pattern.size) keep(search, pattern);
      return;
    }
    const AlsTable &table = search.table;
    int digit = first(left);
    each_set(petals[digit], table.words, [&](int petal) {
      if (budget-- <= 0) return;
      Cells still = seen & table.groups[table.sets[petal].group[z]].sees;
      if (still.empty()) return;
      pattern.set[pattern.size] = (uint16_t)petal;
      pattern.link[pattern.size++] = bit(digit);
      grow(left & (Mask)(left - 1), still);
      pattern.size--;
    });
  }
};

}  // namespace

bool find_als_xz(const State &state, AlsSearch &search, StepSink sink) {
  AlsTable &table = search.table;
  table.list(state);
  search.patterns.clear();
  for (int i = 0; i < table.size; i++) {
    const Als &one = table.sets[i];
    uint64_t others[AlsTable::kWords] = {};
    for (Mask rest = one.digits; rest; rest &= (Mask)(rest - 1))
      for (int word = 0; word < table.words; word++) others[word] |= table.linked[one.group[first(rest)]][word];
    each_set(others, table.words, [&](int other) {
      if (other <= i || !(one.cells & table.sets[other].cells).empty()) return;
      AlsPattern pattern;
      pattern.size = 2;
      pattern.set[0] = (uint16_t)i, pattern.set[1] = (uint16_t)other;
      pattern.link[0] = table.commons(one, other);
      keep(search, pattern);
    });
  }
  return pass(state, search, k_als_xz, sink);
}

bool find_als_xy_wings(const State &state, AlsSearch &search, StepSink sink) {
  AlsTable &table = search.table;
  table.list(state);
  search.patterns.clear();
  for (int pivot = 0; pivot < table.size; pivot++) {
    constexpr int kMostLinks = 1024;
    struct {
      uint16_t set;
      uint8_t digit;
    } links[kMostLinks];
    int n = 0;
    for (Mask rest = table.sets[pivot].digits; rest; rest &= (Mask)(rest - 1)) {
      int digit = first(rest);
      each_set(table.linked[table.sets[pivot].group[digit]], table.words, [&](int set) {
        if (n < kMostLinks) links[n++] = {(uint16_t)set, (uint8_t)digit};
      });
    }
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) {
        int x = links[i].digit, y = links[j].digit;
        if (x == y || links[i].set == links[j].set) continue;
        const Als &one = table.sets[links[i].set], &two = table.sets[links[j].set];
        Mask common = one.digits & two.digits & (Mask) ~(bit(x) | bit(y));
        if (!common || (one.cells - two.cells).empty() || (two.cells - one.cells).empty()) continue;
        AlsPattern pattern;
        pattern.size = 3;
        pattern.set[0] = links[i].set, pattern.set[1] = (uint16_t)pivot, pattern.set[2] = links[j].set;
        pattern.link[0] = bit(x), pattern.link[1] = bit(y);
        keep(search, pattern);
      }
  }
  return pass(state, search, k_als_xy_wing, sink);
}

bool find_als_chains(const State &state, AlsSearch &search, StepSink sink) {
  AlsTable &table = search.table;
  table.list(state);
  search.patterns.clear();
  for (int start = 0; start < table.size; start++)
    for (Mask rest = table.sets[start].digits; rest; rest &= (Mask)(rest - 1)) follow(search, start, first(rest));
  return pass(state, search, k_als_chain, sink);
}

bool find_death_blossoms(const State &state, AlsSearch &search, StepSink sink) {
  AlsTable &table = search.table;
  table.list(state);
  search.patterns.clear();
  if (!table.size) return false;
  Blossom blossom{search, {}, 0, {}, 0};
  for (int stem = 0; stem < geometry().cells; stem++) {
    Mask digits = state.candidates[stem];
    if (count(digits) < 2 || count(digits) > 6) continue;
    for (int z = 0; z < geometry().size; z++) {
      if (digits >> z & 1) continue;
      Cells seen = state.where(z);
      bool all = !seen.empty();
      for (Mask rest = digits; rest && all; rest &= (Mask)(rest - 1)) {
        int digit = first(rest);
        uint64_t any = 0;
        memset(blossom.petals[digit], 0, sizeof(uint64_t) * (size_t)table.words);
        each_set(table.linked[table.cell_group[stem][digit]], table.words, [&](int petal) {
          const Als &set = table.sets[petal];
          if (!set.has(z) || table.groups[set.group[z]].sees.empty()) return;
          blossom.petals[digit][petal >> 6] |= 1ull << (petal & 63);
          any = 1;
        });
        all = any;
      }
      if (!all) continue;
      blossom.z = z;
      blossom.budget = 100000;
      blossom.pattern = AlsPattern{};
      blossom.pattern.stem = (Cell)stem;
      blossom.grow(digits, seen);
    }
  }
  return pass(state, search, k_death_blossom, sink);
}

}  // namespace nonet::NONET_LOGIC
