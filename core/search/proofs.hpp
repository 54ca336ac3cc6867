// proofs.hpp: why a candidate is out, as a list of single inferences.
//
// Suppose it is not: place it, or remove it, as a guess, and let the board propagate. If that fails, the trail is a proof. From
// the conflict back, the reasons of constrained.hpp say which candidates it rests on, so what the conflict does not need is
// left out. Where nothing fails, other candidates may be supposed inside, and so on: each that fails is removed, and its
// proof is a nested one, for the reason kNested.
//
// What the board knew before the first guess is no part of a proof: a reader sees it. So a board has to be propagated first,
// and what that eliminates are the simplest proofs of all, of one inference (`direct`).
//
// A proof is words, those of nested ones inside:
//
//   its words, its lines, the literal that is supposed, how many literals outside it rests on, and these;
//   how many inferences follow, and each of them: its literal, Why, the subject (a primitive by its number), how many
//   literals it follows from, and these: numbers of inferences before, counted from 0, or literals outside with kOutside;
//   for kNested the nested proof.
//
// A literal is an entry of the trail, 2 * candidate + (1 if placed). The first inference is what is supposed; the last one
// contradicts an earlier one, or a literal outside. Lines are inferences, but those that take digits from one cell for one
// reason in a row count as one.
#ifndef NONET_PROOFS_HPP
#define NONET_PROOFS_HPP

#include "search/constrained.hpp"

namespace nonet {

template <class B> class Prover {
  using Mask = typename B::Mask;
  static constexpr uint32_t kNone = B::kNone;
  static constexpr uint32_t kWords = 1u << 18, kParents = 1u << 16, kMostDepth = 64;
  static constexpr uint32_t kOutside = 0x80000000;

 public:
  static constexpr uint32_t kAny = 0xFFFFFFFF;  // guesses inside: as many as it takes
  enum Outcome { kConsistent, kRefuted, kStopped };

  B board;

  void attach(const Model &model, Arena &memory) {
    board.attach(model, memory);
    board.ask(nullptr, nullptr);
    n = model.size;
    lims_ = memory.take<uint32_t>(kMostDepth + 2);
    needed_ = memory.take<uint32_t>(model.candidates);
    number_ = memory.take<uint32_t>(model.candidates);
    nodes_ = memory.take<Node>(model.candidates + 1);
    parents_ = memory.take<uint32_t>(kParents);
    conflict_parents_ = memory.take<uint32_t>(model.candidates);
    premises_ = memory.take<uint32_t>(model.candidates);
    nested_ = memory.take<uint32_t>(kWords);
    proof_ = memory.take<uint32_t>(kWords);
    best_ = memory.take<uint32_t>(kWords);
    tried_ = memory.take<uint32_t>(model.candidates);
    reach_ = memory.take<uint32_t>(model.candidates);
    reaching_ = memory.take<uint32_t>(model.candidates);
  }

  static size_t bytes(const Model &model) {
    Prover measured;
    Arena nothing{nullptr, 0};
    measured.attach(model, nothing);
    return nothing.used;
  }

  // Set up the board with the candidates in digits[], without any propagation; false if it has no solution.
  bool begin(uint64_t budget, int (*poll)(void *), void *argument, bool singles) {
    board.may_renumber = false;
    board.enough = board.spared = kNone;
    board.ask(poll, argument);
    budget_ = budget, tries = 0, marks_ = 0, stopped_ = false;
    memset(needed_, 0, sizeof(uint32_t) * board.plan->candidates);
    has_singles_ = singles;
    return board.sweep() && board.prepare(singles);
  }

  // Propagate what the board knows; kRefuted if it has no solution.
  Outcome settle() {
    if (!board.propagate()) return kRefuted;
    return board.paused ? kStopped : kConsistent;
  }

  // Suppose a literal on a settled board, with up to `inside` guesses one inside the other; if that fails, keep_best() may
  // keep the proof. The board is as before.
  Outcome refute(uint32_t literal, uint32_t inside) {
    used_nested_ = 0;
    if (board.state[literal / 2] != kOpen) return kConsistent;
    Outcome found = suppose(literal, inside);
    last_reach_ = board.trail_size;
    back_to(0);
    if (found == kRefuted && conflict_depth_ == 0) length_ = 0;  // of no use: the board itself fails
    return found;
  }

  // Write what the first cell has of candidates that the model never allows it (kGuess, for the cell), in the same way.
  uint32_t not_allowed(const uint64_t *marks) {
    const uint64_t *allowed = board.plan->allowed();
    uint32_t count = 0, *to = begin_direct();
    for (uint32_t c = 0; c < board.cells && !count; c++)
      for (uint64_t gone = marks[c] & ~allowed[c]; gone; gone &= gone - 1, count++)
        to = put_direct(to, 2 * (c * n + (uint32_t)__builtin_ctzll(gone)), Reason{0, 0, 0, c});
    return end_direct(to, count);
  }

  // Of a board that is settled: write what the first constraint, relation or house has eliminated that eliminated anything, as
  // a proof without a literal that is supposed (kNone); 0 words if there is nothing.
  uint32_t direct() {
    uint32_t count = 0, *to = begin_direct();
    Reason first{};
    for (uint32_t at = 0; at < board.trail_size && to + 4 <= best_ + kWords; at++) {
      if (board.trail[at] & 1) continue;
      Reason why = board.reason[board.trail[at] / 2];
      if (!count) first = why;
      if (why.why != first.why || why.subject != first.subject) break;
      to = put_direct(to, board.trail[at], why);
      count++;
    }
    return end_direct(to, count);
  }

  // The shortest proof so far.
  const uint32_t *best() const { return best_; }
  uint32_t best_length() const { return best_length_; }
  uint32_t best_lines() const { return best_length_ ? best_[1] : 0xFFFFFFFF; }
  bool keep_best() {
    if (!length_ || proof_[1] >= best_lines()) return false;
    memcpy(best_, proof_, sizeof(uint32_t) * length_);
    best_length_ = length_;
    return true;
  }

  // Shorten the best proof, which has up to `inside` guesses inside: does it work without one of its eliminations? `most`
  // bounds the suppositions that this takes.
  void shorten(uint32_t inside, uint64_t most) {
    const uint64_t end = tries + most;
    uint32_t count = list_removed();
    // Around the proof, until a whole turn has not shortened it.
    for (uint32_t i = 0, vain = 0; vain < count && !stopped_ && tries < end; i++) {
      if (i >= count) i = 0;
      board.spared = tried_[i];
      Outcome found = refute(best_[2], inside);
      board.spared = kNone;
      vain++;
      if (found == kRefuted && keep_best()) count = list_removed(), vain = 0, i--;
    }
  }

  // How much followed from candidates on the trail, the last time that they were supposed.
  void forget_reach() { reached_ = 0; }
  void note_reach(uint32_t candidate) {
    // Of a cell with few digits more is won.
    reach_[candidate] = last_reach_ + ((kMaxSize - board.count(board.digits[candidate / n])) << 20);
    reaching_[reached_++] = candidate;
  }
  void sort_by_reach() {
    for (uint32_t i = 1; i < reached_; i++) {
      uint32_t candidate = reaching_[i], k = i;
      for (; k && reach_[reaching_[k - 1]] < reach_[candidate]; k--) reaching_[k] = reaching_[k - 1];
      reaching_[k] = candidate;
    }
  }
  uint32_t reached() const { return reached_; }
  uint32_t reaching(uint32_t i) const { return reaching_[i]; }

  uint64_t tries;  // suppositions

 private:
  struct Node {
    uint32_t literal;
    Reason why;
    uint32_t parents_at, parents;
  };

  uint32_t n, *lims_, *needed_, *number_, *parents_, *conflict_parents_, *premises_, *nested_, *proof_, *best_, *tried_,
      *reach_, *reaching_;
  Node *nodes_;
  uint32_t reached_ = 0, last_reach_ = 0;
  uint32_t marks_, used_nested_, length_ = 0, best_length_ = 0;  // words; 0: none, or it did not fit
  uint64_t budget_;
  bool stopped_, has_singles_ = true;
  // The last conflict: its depth, 0 if the board itself fails; its reason; what it rests on.
  uint32_t conflict_depth_, conflict_refused_, conflict_count_;
  Reason conflict_why_;

  void back_to(uint32_t depth) {
    if (depth >= board.depth) return;
    board.undo_to(lims_[depth]);
    board.depth = depth;
  }

  // The candidates that the best proof eliminates, without those of nested proofs.
  uint32_t list_removed() {
    const uint32_t *at = best_ + 4 + best_[3];
    uint32_t count = 0, inferences = *at++;
    for (uint32_t i = 0; i < inferences; i++) {
      if (i && i + 1 < inferences && !(at[0] & 1)) tried_[count++] = at[0] / 2;
      bool is_nested = (Why)at[1] == Why::kNested;
      at += 4 + at[3];
      if (is_nested) at += *at;
    }
    return count;
  }

  // Suppose a literal one level deeper. Where it is refuted, the conflict may be of a lower level than that; the board is left
  // there or deeper, and the caller goes back.
  Outcome suppose(uint32_t literal, uint32_t inside) {
    if ((budget_ && tries >= budget_) || board.depth + 1 >= kMostDepth) {
      stopped_ = budget_ && tries >= budget_;
      return stopped_ ? kStopped : kConsistent;
    }
    tries++;
    lims_[board.depth++] = board.trail_size;
    uint32_t depth = board.depth, cell = literal / 2 / n, digit = literal / 2 % n;
    bool holds = literal & 1 ? board.place(cell, digit, Reason{}) : board.remove(cell, digit, Reason{});
    holds = holds && (has_singles_ || depth > 1 || board.place_singles()) && board.propagate();
    if (holds) {
      if (board.paused) return stop();
      if (!inside || board.solved()) return kConsistent;
      Outcome found = look_inside(inside);
      if (found != kRefuted) return found;
    } else {
      read_conflict();
    }
    if (conflict_depth_ == depth) write_proof(literal);
    return kRefuted;
  }

  uint32_t *begin_direct() {
    best_[1] = 1, best_[2] = kNone, best_[3] = 0;
    return best_ + 5;
  }
  uint32_t *put_direct(uint32_t *to, uint32_t literal, Reason why) const {
    *to++ = literal, *to++ = why.why, *to++ = source_of(why), *to++ = 0;
    return to;
  }
  uint32_t end_direct(const uint32_t *to, uint32_t count) {
    best_[4] = count;
    return best_[0] = best_length_ = count ? (uint32_t)(to - best_) : 0;
  }

  Outcome stop() {
    stopped_ = true;
    return kStopped;
  }

  // Suppose other candidates on a board where nothing follows any more, until it fails: then the conflict is read.
  Outcome look_inside(uint32_t inside) {
    const uint32_t depth = board.depth;
    if (inside == kAny) return fill_a_cell();
    for (bool found = true; found;) {
      found = false;
      for (uint32_t size = 2; size <= n; size++)
        for (uint32_t c = 0; c < board.cells; c++) {
          if (board.count(board.digits[c]) != size) continue;
          for (Mask m = board.digits[c]; m; m &= (Mask)(m - 1)) {
            uint32_t candidate = c * n + board.first(m);
            if (board.state[candidate] != kOpen) continue;
            Outcome inner = suppose(2 * candidate + 1, inside - 1);
            if (inner == kStopped) return inner;
            if (inner == kConsistent) {
              back_to(depth);
              continue;
            }
            bool fits = true;
            Outcome outer = remove_refuted(candidate, depth, fits);
            if (outer != kConsistent) return outer;
            found |= fits;
            if (board.solved()) return kConsistent;
          }
        }
    }
    return kConsistent;
  }

  // Suppose each digit of the cell with the fewest, until none is left: all ways are tried, so the board fails or has a
  // solution.
  Outcome fill_a_cell() {
    const uint32_t depth = board.depth;
    while (!board.solved()) {
      uint32_t best = 0, size = n + 1;
      for (uint32_t c = 0; c < board.cells; c++) {
        uint32_t count = board.count(board.digits[c]);
        if (count > 1 && count < size) best = c, size = count;
      }
      uint32_t digit = board.first(board.digits[best]);
      Outcome inner = suppose(2 * (best * n + digit) + 1, kAny);
      if (inner != kRefuted) return inner;
      bool fits = true;
      Outcome outer = remove_refuted(best * n + digit, depth, fits);
      if (outer != kConsistent) return outer;
      if (!fits) return stop();
    }
    return kConsistent;
  }

  // After a supposition has failed: back at `depth`, remove its candidate for that reason, if the proof fits into memory. The
  // board may fail by that, or have failed without the supposition: then the conflict is read.
  Outcome remove_refuted(uint32_t candidate, uint32_t depth, bool &fits) {
    if (conflict_depth_ > depth) {
      back_to(depth);
      uint32_t at = keep_nested();
      fits = at != kNone;
      if (!fits) return kConsistent;
      if (board.remove(candidate / n, candidate % n, Reason{(uint32_t)Why::kNested, 0, 0, at}) && board.propagate())
        return board.paused ? stop() : kConsistent;
      read_conflict();
    }
    back_to(conflict_depth_ < depth ? conflict_depth_ : depth);
    return kRefuted;
  }

  // ---- proofs ---------------------------------------------------------------------------------------------------

  // Call f with every candidate whose state is part of the reason for `self`, at a position of the trail.
  template <class F> void for_reasons(Reason why, uint32_t self, uint32_t at, F f) {
    switch ((Why)why.why) {
      case Why::kGuess: break;
      case Why::kPlaced: f(why.subject); break;
      case Why::kCell:
        for (uint32_t v = why.subject * n; v < (why.subject + 1) * n; v++)
          if (v != self) f(v);
        break;
      case Why::kHouse: {
        uint32_t h = why.subject / n, digit = why.subject % n;
        for (uint32_t p = board.house_start[h]; p < board.house_start[h + 1]; p++)
          if (uint32_t v = board.house_cells[p] * n + digit; v != self) f(v);
        break;
      }
      case Why::kNested:
        for (uint32_t i = 0; i < nested_[why.subject + 3]; i++) f(nested_[why.subject + 4 + i] / 2);
        break;
      default: board.explain(why, self, at, f);
    }
  }

  void read_conflict() {
    conflict_why_ = board.conflict;
    conflict_refused_ = board.refused;
    conflict_depth_ = conflict_refused_ == kNone ? 0 : board.depth_of[conflict_refused_];
    conflict_count_ = 0;
    marks_++;
    for_reasons(conflict_why_, conflict_refused_, board.trail_size + 1, [&](uint32_t v) {
      uint32_t depth = board.depth_of[v];
      if (!depth || needed_[v] == marks_) return;
      needed_[v] = marks_;
      conflict_parents_[conflict_count_++] = v;
      if (depth > conflict_depth_) conflict_depth_ = depth;
    });
    // What is contradicted belongs to the depth of the conflict: else it is one more thing that the conflict rests on.
    if (conflict_refused_ == kNone || board.depth_of[conflict_refused_] == conflict_depth_) return;
    if (board.depth_of[conflict_refused_]) conflict_parents_[conflict_count_++] = conflict_refused_;
    conflict_refused_ = kNone;
  }

  uint32_t literal_of(uint32_t candidate) const { return 2 * candidate + (board.state[candidate] == kPlaced); }

  // Write the proof that a literal, supposed at this depth, leads to the conflict.
  void write_proof(uint32_t literal) {
    const uint32_t depth = board.depth, first = lims_[depth - 1];
    uint32_t used = 0, premises = 0, count = 0;
    bool fits = true;
    marks_++;
    auto need = [&](uint32_t v) {
      if (needed_[v] == marks_ || !board.depth_of[v]) return;
      needed_[v] = marks_;
      if (board.depth_of[v] < depth) premises_[premises++] = literal_of(v);
    };
    // What contradicts what: of a conflict without a candidate, one that it rests on.
    uint32_t refused = conflict_refused_;
    if (refused == kNone)
      for (uint32_t i = 0; i < conflict_count_; i++) {
        uint32_t v = conflict_parents_[i];
        if (board.depth_of[v] == depth && (refused == kNone || board.state[v] == kPlaced)) refused = v;
      }
    for (uint32_t i = 0; i < conflict_count_; i++) need(conflict_parents_[i]);
    need(refused);
    for (uint32_t at = board.trail_size; at-- > first;) {
      uint32_t v = board.trail[at] / 2;
      if (needed_[v] != marks_) continue;
      Node &node = nodes_[count++];
      node = {board.trail[at], board.reason[v], used, 0};
      for_reasons(board.reason[v], v, at + 1, [&](uint32_t w) {
        if (!board.depth_of[w]) return;
        need(w);
        if (used < kParents)
          parents_[used++] = w, node.parents++;
        else
          fits = false;
      });
    }
    length_ = 0;
    uint32_t *to = proof_, *end = proof_ + kWords;
    auto put = [&](uint32_t word) {
      if (to < end)
        *to++ = word;
      else
        fits = false;
    };
    put(0), put(0), put(literal), put(premises);
    for (uint32_t i = 0; i < premises; i++) put(premises_[i]);
    put(count + 1);
    uint32_t lines = 0;
    auto put_parent = [&](uint32_t v) { put(board.depth_of[v] == depth ? number_[v] : kOutside | literal_of(v)); };
    auto put_node = [&](uint32_t of, Reason why) { put(of), put((uint32_t)why.why), put(source_of(why)); };
    const Node *last = nullptr;
    for (uint32_t i = count; i-- > 0;) {
      const Node &node = nodes_[i];
      number_[node.literal / 2] = count - 1 - i;
      put_node(node.literal, node.why);
      put(node.parents);
      for (uint32_t k = 0; k < node.parents; k++) put_parent(parents_[node.parents_at + k]);
      bool goes_on = last && !((node.literal | last->literal) & 1) && node.literal / 2 / n == last->literal / 2 / n &&
                     node.why.why == last->why.why && node.why.subject == last->why.subject;
      lines += !goes_on;
      last = &node;
      if ((Why)node.why.why != Why::kNested) continue;
      const uint32_t *inner = nested_ + node.why.subject;
      lines += inner[1];
      for (uint32_t k = 0; k < inner[0]; k++) put(inner[k]);
    }
    put_node(literal_of(refused) ^ 1, conflict_why_);
    uint32_t *parents = to;
    put(0);
    for (uint32_t i = 0; i < conflict_count_; i++)
      if (conflict_parents_[i] != refused) put_parent(conflict_parents_[i]), fits = fits && ++*parents;
    if ((Why)conflict_why_.why == Why::kNested) {
      const uint32_t *inner = nested_ + conflict_why_.subject;
      lines += inner[1];
      for (uint32_t k = 0; k < inner[0]; k++) put(inner[k]);
    }
    if (!fits) return;
    length_ = (uint32_t)(to - proof_);
    proof_[0] = length_;
    proof_[1] = lines + 1;
  }

  // The primitive behind a constraint or a relation, else the subject itself.
  uint32_t source_of(Reason why) const {
    if ((Why)why.why == Why::kConstraint) return board.plan->constraint_sources()[why.subject];
    if ((Why)why.why == Why::kArc) return board.plan->arc_sources()[why.subject];
    return why.subject;
  }

  uint32_t keep_nested() {
    if (!length_ || used_nested_ + length_ > kWords) return kNone;
    uint32_t at = used_nested_;
    memcpy(nested_ + at, proof_, sizeof(uint32_t) * length_);
    used_nested_ += length_;
    return at;
  }
};

}  // namespace nonet

#endif
