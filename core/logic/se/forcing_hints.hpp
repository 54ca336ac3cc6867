// forcing_hints.hpp: part of forcing.hpp: finds what follows from several closures, and the best hint.

#include "logic/se/forcing.hpp"

namespace nonet::NONET_LOGIC {

// Visit the ancestors of a record, itself first, each once, in the order of a breadth-first search along the parents.
template <class Visit> inline void ForcingSearch::walk(const Closure &closure, const Record &end, Visit visit) {
  seen_stamp_++;
  int head = 0, tail = 0;
  todo_[tail++] = (uint16_t)(&end - &record(closure, 0));
  seen_[todo_[0]] = seen_stamp_;
  while (head < tail) {
    const Record &here = record(closure, todo_[head++]);
    visit(here);
    const uint16_t *of = parents(here);
    for (int i = 0; i < here.parents_size; i++)
      if (seen_[of[i]] != seen_stamp_) {
        seen_[of[i]] = seen_stamp_;
        todo_[tail++] = of[i];
      }
  }
}

inline int ForcingSearch::branches(const ForcingHint &of, Branch *out) {
  int size = 0;
  auto add_branch = [&](const Closure &from, int node) {
    if (memory.full || !from.has(node)) return;
    out[size++] = {&from, &record(from, memory.where[from.where + (uint32_t)node])};
  };
  switch (of.kind) {
    case kContradiction: {
      const Closure &from = closure(of.source >> 1, of.source & 1);
      if (memory.full || !from.clash) break;
      const Record *last = &record(from, (int)from.size - 1), *other = &record(from, from.clash_record);
      out[size++] = {&from, last->node & 1 ? last : other};
      out[size++] = {&from, last->node & 1 ? other : last};
      break;
    }
    case kDouble:
      add_branch(closure(of.source, true), of.target);
      add_branch(closure(of.source, false), of.target);
      break;
    case kCellKind:
      for (Mask rest = start_->candidates[of.source]; rest; rest &= rest - 1)
        add_branch(closure(numbers.at(of.source, first(rest)), true), of.target);
      break;
    case kHouseKind:
      for (Mask rest = start_->places[of.source][of.digit]; rest; rest &= rest - 1)
        add_branch(closure(numbers.at(geometry().cells_of(of.source)[first(rest)], of.digit), true), of.target);
      break;
    default: break;
  }
  return size;
}

// Count the nodes of a hint, and keep it if it is the best so far (for collect(), the best with these eliminations).
inline void ForcingSearch::offer(ForcingHint of, const Branch *ends, int size) {
  of.order = order_++;
  of.rank.kind = of.kind == kContradiction ? 7 : of.kind == kDouble ? 1 : of.kind == kCellKind ? 5 : 6;
  int slot = -1;
  const ForcingHint *rival = found_ ? &hint : nullptr;
  if (all_) {
    // Of two candidates, "one is on" equals "the other is off".
    int cell = numbers.cell[of.target >> 1];
    slot = of.target;
    if (of.target & 1 && count(start_->candidates[cell]) == 2)
      slot = numbers.at(cell, first(start_->candidates[cell] & (Mask)~bit(numbers.digit[of.target >> 1]))) * 2;
    rival = best_ready_[slot] ? &best_[slot] : nullptr;
  }
  // As the base is the same for all, more nodes never make a better hint.
  int most = rival ? rival->rank.complexity - (of.rank.kind < rival->rank.kind ? 0 : 1) : 1 << 30;
  int at_least = 0;
  for (int i = 0; i < size; i++) at_least += ends[i].end->depth;
  if (at_least > most) return;
  int complexity = 0;
  nested_stamp_++;
  for (int i = 0; i < size && complexity <= most; i++) {
    bool one_way = !mode_.dynamic;  // one parent each: the depth is the number
    complexity += one_way ? ends[i].end->depth : ancestors(*ends[i].closure, *ends[i].end);
  }
  if (complexity > most) return;
  of.rank.complexity = complexity;
  of.rank.difficulty = base_ + length_of(complexity).added;
  if (all_) {
    best_[slot] = of;
    best_ready_[slot] = true;
  } else {
    hint = of;
    found_ = true;
  }
}

// The number of ancestors of a record, itself included, and of the nodes of the chains inside that this hint has not
// counted yet.
inline int ForcingSearch::ancestors(const Closure &from, const Record &end) {
  int size = 0;
  walk(from, end, [&](const Record &here) {
    size++;
    if (!here.nested) return;
    int same = nested[here.nested - 1].same;
    if (nested_seen_[same] == nested_stamp_) return;
    nested_seen_[same] = nested_stamp_;
    size += nested[same].complexity;
  });
  return size;
}

// Find what several closures have in common: on nodes first, in the order of the first closure.
inline void ForcingSearch::reduce(const Closure *const *closures, int size, ForcingHint of) {
  uint64_t shared[2][kWords];
  bool any[2] = {false, false};
  for (int on = 0; on < 2; on++)
    for (int w = 0; w < words_; w++) {
      shared[on][w] = closures[0]->bits[on][w];
      for (int i = 1; i < size; i++) shared[on][w] &= closures[i]->bits[on][w];
      any[on] |= shared[on][w] != 0;
    }
  const Closure &lead = *closures[0];
  for (int on = 1; on >= 0; on--) {
    if (!any[on]) continue;
    for (int k = 0; k < (int)lead.size; k++) {
      const Record &here = record(lead, k);
      int node = here.node;
      if ((node & 1) != on || !in_bits(shared[on], node >> 1)) continue;
      if (lead.clash && k == (int)lead.size - 1) continue;  // the end that is not among the nodes
      if (!useful(node)) continue;
      of.target = (uint16_t)node;
      Branch ends[kMostSize];
      for (int i = 0; i < size; i++)
        ends[i] = {closures[i], &record(*closures[i], memory.where[closures[i]->where + (uint32_t)node])};
      offer(of, ends, size);
    }
  }
}

// Whether the closures of several nodes have a node in common. Without nested steps this is known before they are made,
// except for those with a contradiction. (A static closure with one would be smaller than the scout says; but a board that
// has one has a forcing chain, which would have been found before.)
inline bool ForcingSearch::may_share(const int *sources, int size) {
  if (mode_.level > 0) return true;
  const uint64_t *rows[kMostSize][2];
  for (int i = 0; i < size; i++) {
    int candidate = sources[i] >> 1;
    bool on = sources[i] & 1;
    if (mode_.dynamic && sweep.has_clash(candidate, on)) {
      const Closure &made = closure(candidate, on);
      rows[i][0] = made.bits[0], rows[i][1] = made.bits[1];
      continue;
    }
    const uint64_t *row = mode_.dynamic ? sweep.reach(candidate, on) : scout.follow(candidate);
    if (!row) return false;
    // The scout lists on nodes first, the other off nodes. The order does not matter: it is the same for all rows here.
    rows[i][0] = row, rows[i][1] = row + words_;
  }
  for (int half = 0; half < 2; half++)
    for (int w = 0; w < words_; w++) {
      uint64_t all = rows[0][half][w];
      for (int i = 1; i < size; i++) all &= rows[i][half][w];
      if (all) return true;
    }
  return false;
}

// Make the closures of several nodes, one of which is true, and find what they have in common.
inline void ForcingSearch::branch_off(const int *sources, int size, ForcingHint of) {
  if (!may_share(sources, size)) return;
  const Closure *closures[kMostSize];
  for (int i = 0; i < size; i++) closures[i] = &closure(sources[i] >> 1, sources[i] & 1);
  if (!memory.full) reduce(closures, size, of);
}

inline void ForcingSearch::house_chains(int candidate) {
  int cell = numbers.cell[candidate], digit = numbers.digit[candidate];
  for (int k = 0; k < geometry().seats(cell); k++) {
    const int house = geometry().seat(cell, k).house;
    Mask places = start_->places[house][digit];
    int size = count(places);
    if (size < 2 || (size > 2 && !mode_.multiple)) continue;
    if (geometry().cells_of(house)[first(places)] != cell) continue;  // once for each house
    int sources[kMostSize], n = 0;
    for (Mask rest = places; rest; rest &= rest - 1)
      sources[n++] = numbers.at(geometry().cells_of(house)[first(rest)], digit) * 2 + 1;
    branch_off(sources, n, {{}, kHouseKind, (uint16_t)house, (uint8_t)digit, 0, 0});
  }
}

inline void ForcingSearch::cell_chains(int cell) {
  int sources[kMostSize], n = 0;
  for (Mask rest = start_->candidates[cell]; rest; rest &= rest - 1)
    sources[n++] = numbers.at(cell, first(rest)) * 2 + 1;
  branch_off(sources, n, {{}, kCellKind, (uint16_t)cell, 0, 0, 0});
}

inline void ForcingSearch::search() {
  auto contradiction = [&](int candidate, bool on) {
    if (mode_.level == 0 && !sweep.has_clash(candidate, on)) return;
    const Closure &from = closure(candidate, on);
    if (memory.full || !from.clash) return;
    auto source = (uint16_t)(candidate * 2 + on);
    if (!useful(source ^ 1)) return;
    ForcingHint of{{}, kContradiction, source, 0, (uint16_t)(source ^ 1), 0};
    Branch ends[2];
    offer(of, ends, branches(of, ends));
  };
  for (int cell = 0; cell < geometry().cells && !out_of_budget(); cell++) {
    int size = count(start_->candidates[cell]);
    if (size < 2 || (size == 2 && !mode_.dynamic)) continue;
    for (Mask rest = start_->candidates[cell]; rest && !memory.full; rest &= rest - 1) {
      int candidate = numbers.at(cell, first(rest));
      if (mode_.dynamic) {
        contradiction(candidate, true);
        contradiction(candidate, false);
        const int both[2] = {candidate * 2 + 1, candidate * 2};
        if (size >= 3 && !mode_.nishio && !memory.full)
          branch_off(both, 2, {{}, kDouble, (uint16_t)candidate, 0, 0, 0});
      }
      if (!mode_.nishio && !memory.full) house_chains(candidate);
    }
    if (!mode_.nishio && !memory.full) cell_chains(cell);
  }
}

// Find all hints, simplest first; equal hints in the order found.
inline void ForcingSearch::sort() {
  for (int slot = 0; slot < numbers.size * 2; slot++)
    if (best_ready_[slot]) hints[hints_size++] = best_[slot];
  auto before = [](const ForcingHint &a, const ForcingHint &b) {
    return a.rank < b.rank || (!(b.rank < a.rank) && a.order < b.order);
  };
  for (int i = 1; i < hints_size; i++) {
    ForcingHint here = hints[i];
    int j = i;
    for (; j && before(here, hints[j - 1]); j--) hints[j] = hints[j - 1];
    hints[j] = here;
  }
}

}  // namespace nonet::NONET_LOGIC
