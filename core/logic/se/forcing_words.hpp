// forcing_words.hpp: part of forcing.hpp: writes a hint as words: its technique, its base, and every node after its parents.

#include "logic/se/forcing.hpp"

namespace nonet::NONET_LOGIC {

inline Technique technique_of(Mode mode, HintKind kind) {
  constexpr Technique kLevels[] = {k_dynamic_chain_plus, k_nested_forcing_chain, k_nested_multiple_chain,
                                   k_nested_dynamic_chain, k_nested_dynamic_chain_2};
  if (mode.level) return kLevels[mode.level - 1];
  if (mode.nishio) return k_nishio;
  bool dynamic = mode.dynamic;
  switch (kind) {
    case kContradiction: return k_dynamic_contradiction_chain;
    case kDouble: return k_dynamic_double_chain;
    case kCellKind: return dynamic ? k_dynamic_cell_chain : k_cell_forcing_chain;
    default: return dynamic ? k_dynamic_house_chain : k_house_forcing_chain;
  }
}

inline int forcing_rating(Mode mode, int complexity) {
  return (int)(ForcingSearch::base_rating(mode) * 100 + 0.5) + 10 * length_of(complexity).tenths;
}

inline Step forcing_step(const ForcingSearch &search, const ForcingHint &hint, Mode mode) {
  Step step(technique_of(mode, hint.kind));
  step.rating = (uint16_t)forcing_rating(mode, hint.rank.complexity);
  step.complexity = (uint16_t)hint.rank.complexity;
  search.effect(hint, step);
  return step;
}

// The closures of the hint must exist, made while explaining.
inline void ForcingSearch::write(Words &out, const ForcingHint &of, Mode mode, int rating) {
  Step step = forcing_step(*this, of, mode);
  if (rating != kOwnRating) step.rating = (uint16_t)rating;
  if (of.kind == kHouseKind) step.house(of.source);
  if (of.kind == kCellKind) step.mark(kCause, of.source, start_->candidates[of.source]);
  if (of.kind == kHouseKind)
    for (Mask rest = start_->places[of.source][of.digit]; rest; rest &= rest - 1)
      step.mark(kCause, geometry().cells_of(of.source)[first(rest)], bit(of.digit));
  mark_removes(step);
  Branch ends[kMostSize];
  int size = branches(of, ends);
  // Nested steps, numbered as they are first met.
  static constexpr int kMostUsed = 4096;
  uint16_t used[kMostUsed];
  int used_size = 0;
  nested_stamp_++;
  for (int b = 0; b < size; b++)
    walk(*ends[b].closure, *ends[b].end, [&](const Record &here) {
      if (!here.nested || used_size == kMostUsed || nested_seen_[here.nested - 1] == nested_stamp_) return;
      nested_seen_[here.nested - 1] = nested_stamp_;
      used[used_size++] = here.nested;
      nested_place_[here.nested - 1] = (uint16_t)used_size;
    });
  uint32_t at = out.open(step, of.kind, size, used_size);
  for (int b = 0; b < size; b++) {
    // Parents before children: record numbers rise from parents to children, so the order is ascending.
    uint16_t place[2 * kCandidates];
    bool inside[2 * kCandidates];
    const Closure &from = *ends[b].closure;
    memset(inside, 0, from.size);
    int nodes_size = 0;
    walk(from, *ends[b].end, [&](const Record &here) {
      inside[&here - &record(from, 0)] = true;
      nodes_size++;
    });
    out.put((uint32_t)nodes_size);
    int next = 0;
    for (int k = 0; k < (int)from.size; k++) {
      if (!inside[k]) continue;
      place[k] = (uint16_t)next++;
      const Record &here = record(from, k);
      bool listed = here.nested && nested_seen_[here.nested - 1] == nested_stamp_;
      int number = listed ? nested_place_[here.nested - 1] : 0;
      out.node(numbers.cell[here.node >> 1], numbers.digit[here.node >> 1], here.node & 1, here.cause,
               here.parents_size, number);
      const uint16_t *of_parents = parents(here);
      for (int i = 0; i < here.parents_size; i++) out.put(place[of_parents[i]]);
    }
  }
  for (int i = 0; i < used_size; i++) {
    const Nested &inner_step = nested[used[i] - 1];
    out.put_all(words + inner_step.words, inner_step.words_size);
  }
  out.close(at);
}

// Make the closures of a hint again, now with their nested steps, and write it. The budget limits the search only; a hint
// that was found is explained in full.
inline void ForcingSearch::explain(Words &out, const State &state, Mode mode, ForcingHint of, uint16_t rating) {
  explaining = true;
  budget = ~0ull;
  begin(state, mode, false);
  write(out, of, mode, rating);
  explaining = false;
}

}  // namespace nonet::NONET_LOGIC
