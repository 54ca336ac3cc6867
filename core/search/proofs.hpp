// proofs.hpp: why a candidate is out, as a list of single inferences.
//
// Suppose it is not: place it, or remove it, as a guess, and let the board propagate. If that fails, the trail is a proof. From
// the conflict back, the reasons of constrained.hpp say which candidates it rests on, so what the conflict does not need is
// left out. Where nothing fails, other candidates may be supposed inside, and so on: each that fails is removed, and its
// proof is a nested one, for the reason kNested.
//
// What the board knew before the first guess is not part of a proof: a reader sees it. So a board has to be propagated first,
// and what that eliminates are the simplest proofs of all, of one inference (`direct`).
//
// A proof is words, those of nested ones inside:
//
//   its words, its lines, the literal that is supposed, how many literals outside it rests on, and these;
//   how many inferences follow, and each of them: its literal, Why, the subject (a primitive by its number), how many
//   literals it follows from, and these: numbers of inferences before, counted from 0, or literals outside with kOutside;
//   for kNested the nested proof.
//
// Where all of some alternatives lead to one thing (`force`), there is a case for each, and the words are: all words, all lines,
// kCases, how many cases, and then each case, a proof whose last inference is what all of them have in common.
//
// A literal is an entry of the trail, 2 * candidate + (1 if placed). The first inference is what is supposed; the last one
// contradicts an earlier one, or a literal outside. Lines are inferences, but those that take digits from one cell for one
// reason in a row count as one, and what a digit takes from the cells that see it counts as none: a reader sees it.
#ifndef NONET_PROOFS_HPP
#define NONET_PROOFS_HPP

#include "search/constrained.hpp"

namespace nonet {

template <class B> class Prover {
  using Mask = typename B::Mask;
  static constexpr uint32_t kNone = B::kNone;
  static constexpr uint32_t kWords = 1u << 18, kParents = 1u << 16, kMostDepth = 64;
  static constexpr uint32_t kOutside = 0x80000000, kMostFollowed = 4096, kMostShort = 6;
  static constexpr uint32_t kMostOfSubsets = 32;  // cells of a house: as many bits as a reason has

 public:
  static constexpr uint32_t kAny = 0xFFFFFFFF;    // guesses inside: as many as it takes
  static constexpr uint32_t kCases = 0xFFFFFFFE;  // in the place of the literal that is supposed
  // What the alternatives of a proof by cases may be, as bits: a candidate and its opposite, the digits of a cell, the places
  // of a digit.
  static constexpr uint32_t kOpposites = 1, kCells = 2, kHouses = 4;
  enum Outcome { kConsistent, kRefuted, kStopped };

  B board;
  uint32_t few;  // changes by a supposition after which constraints do not run any more

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
    // On large boards what follows is not kept.
    follow_words_ = model.candidates <= kMostFollowed ? (2 * model.candidates + 63) / 64 : 0;
    follows_ = memory.take<uint64_t>((size_t)2 * model.candidates * follow_words_);
    followed_ = memory.take<uint8_t>(2 * model.candidates);
    common_ = memory.take<uint64_t>(follow_words_);
    inside_ = memory.take<uint64_t>((size_t)model.candidates * follow_words_);
    seen_ = memory.take<uint32_t>(model.candidates);
    shown_by_ = memory.take<uint32_t>(model.candidates);
    case_lines_ = memory.take<uint32_t>(2 * model.candidates);
    cases_ = memory.take<uint32_t>(model.size + 2);
    best_cases_ = memory.take<uint32_t>(model.size + 2);
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
    board.finds_subsets = n <= kMostOfSubsets && board.plan->count < 1 << 12;
    few = board.enough = board.spared = kNone;
    board.ask(poll, argument);
    budget_ = budget, changes_ = 0, marks_ = 0, stopped_ = false;
    memset(needed_, 0, sizeof(uint32_t) * board.plan->candidates);
    memset(followed_, 0, 2 * board.plan->candidates);
    is_following = false;
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
    board.enough = kNone;
    last_reach_ = board.trail_size;
    if (is_following && found == kConsistent && board.depth) follow(literal);
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

  // Shorten the best proof, which has up to `inside` guesses inside: does it work without one of its eliminations? They are
  // tried from the first or the last one on, which may lead to others. `most` bounds the work that this takes.
  void shorten(uint32_t inside, uint64_t most, bool from_last = false) {
    const uint64_t end = spent() + most;
    uint32_t count = list_removed();
    // Around the proof, until a whole turn has not shortened it.
    for (uint32_t i = 0, vain = 0; vain < count && !stopped_ && spent() < end; i++) {
      if (i >= count) i = 0;
      board.spared = tried_[from_last ? count - 1 - i : i], most_lines_ = best_lines();
      Outcome found = refute(best_[2], inside);
      board.spared = most_lines_ = kNone;
      vain++;
      if (found == kRefuted && keep_best()) count = list_removed(), vain = 0, i--;
    }
  }

  // Of the short proofs of suppositions that failed, the one that is shortest when it has been shortened. `most` bounds the
  // work for that.
  void forget_short() { short_ = 0, most_lines_ = kNone; }
  void note_short(uint32_t literal) {
    if (!length_) return;
    uint32_t at = short_ < kMostShort ? short_++ : kMostShort;
    for (; at && short_lines_[at - 1] > proof_[1]; at--)
      if (at < kMostShort) short_lines_[at] = short_lines_[at - 1], short_literals_[at] = short_literals_[at - 1];
    if (at < kMostShort) short_lines_[at] = proof_[1], short_literals_[at] = literal;
    if (short_ == kMostShort) most_lines_ = short_lines_[kMostShort - 1];
  }
  bool keep_shortest(uint64_t most) {
    const uint64_t end = spent() + most;
    uint32_t kept = 0;
    most_lines_ = kNone;
    for (uint32_t i = 0; i < 2 * short_ && !stopped_ && (!kept || spent() < end); i++) {
      best_length_ = 0;
      if (refute(short_literals_[i / 2], 0) != kRefuted || !keep_best()) continue;
      if (spent() < end) shorten(0, end - spent(), i & 1);
      if (kept && best_[1] >= nested_[1]) continue;
      kept = best_length_;
      memcpy(nested_, best_, sizeof(uint32_t) * kept);
    }
    best_length_ = kept;
    memcpy(best_, nested_, sizeof(uint32_t) * kept);
    return kept;
  }

  bool is_following;  // whether what follows from each supposition is kept

  // The shortest proof by cases, from what followed from each supposition: few alternatives come first. `kinds` says what they
  // may be. The board is as before.
  Outcome force(uint32_t kinds) {
    uint32_t best_target = kNone;
    case_best_ = 0xFFFFFFFF;
    for (uint32_t size = 2; size <= n && best_target == kNone && follow_words_; size++) {
      for (uint32_t c = 0; c < board.cells && size == 2 && kinds & kOpposites; c++)
        for (Mask m = board.digits[c]; m && !board.single(board.digits[c]); m &= (Mask)(m - 1)) {
          uint32_t literal = 2 * (c * n + board.first(m));
          cases_[0] = literal + 1, cases_[1] = literal;
          if (try_cases(2, best_target) == kStopped) return kStopped;
        }
      for (uint32_t c = 0; c < board.cells && kinds & kCells; c++) {
        if (board.count(board.digits[c]) != size) continue;
        uint32_t count = 0;
        for (Mask m = board.digits[c]; m; m &= (Mask)(m - 1)) cases_[count++] = 2 * (c * n + board.first(m)) + 1;
        if (try_cases(count, best_target) == kStopped) return kStopped;
      }
      for (uint32_t slot = 0; slot < board.plan->count * n && kinds & kHouses; slot++) {
        if (board.count(board.places[slot]) != size) continue;
        uint32_t h = board.over_n(slot), count = 0;
        for (Mask m = board.places[slot]; m; m &= (Mask)(m - 1))
          cases_[count++] = 2 * (board.house_cells[board.house_start[h] + board.first(m)] * n + slot - h * n) + 1;
        if (try_cases(count, best_target) == kStopped) return kStopped;
      }
    }
    if (best_target == kNone) return kConsistent;
    memcpy(cases_, best_cases_, sizeof(uint32_t) * case_count_);
    if (!write_cases(case_count_, best_target)) return kConsistent;
    for (bool shorter = true; shorter && !stopped_;) {
      shorter = false;
      uint32_t count = list_removed();
      for (uint32_t i = 0; i < count && !stopped_ && !shorter; i++) {
        board.spared = tried_[i];
        shorter = 2 * tried_[i] != best_target && write_cases(case_count_, best_target);
        board.spared = kNone;
      }
    }
    return kRefuted;
  }

  // How much followed from candidates on the trail, the last time that they were supposed.
  void forget_reach() { reached_ = 0; }
  void note_reach(uint32_t candidate) {
    reach_[candidate] = last_reach_;
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

  // The work done so far, in the unit of the budget: suppositions, changes of candidates, and cells of constraints looked at.
  uint64_t spent() const { return board.work_before + (uint64_t)board.work + changes_; }

 private:
  struct Node {
    uint32_t literal;
    Reason why;
    uint32_t parents_at, parents;
  };

  uint32_t n, *lims_, *needed_, *number_, *parents_, *conflict_parents_, *premises_, *nested_, *proof_, *best_, *tried_,
      *reach_, *reaching_;
  Node *nodes_;
  // The proof that is being written: how many nodes, literals outside, and lines it has; where the next word goes.
  uint32_t count_, premise_count_, lines_, most_lines_ = kNone, *to_;
  bool fits_;
  uint32_t reached_ = 0, last_reach_ = 0;
  // Which literals follow from each: sets of them, if followed_.
  uint32_t follow_words_;
  uint64_t *follows_, *common_;
  uint8_t *followed_;
  // Inside of a supposition: what follows from each candidate, as sets of literals, and how much of the trail around it that was
  // about, 0 if not known; and the last candidate from which each one follows.
  uint64_t *inside_;
  uint32_t *seen_, *shown_by_;
  uint32_t short_ = 0, short_lines_[kMostShort], short_literals_[kMostShort];
  uint32_t *case_lines_, *cases_, *best_cases_, case_best_, case_count_;
  uint32_t marks_, used_nested_, length_ = 0, best_length_ = 0;  // words; 0: none, or it did not fit
  uint64_t budget_, changes_;
  bool stopped_, has_singles_ = true;
  // The last conflict: its depth, 0 if the board itself fails; its reason; what it rests on.
  uint32_t conflict_depth_, conflict_refused_, conflict_count_;
  Reason conflict_why_;

  void back_to(uint32_t depth) {
    if (depth >= board.depth) return;
    changes_ += board.trail_size - lims_[depth];
    board.undo_to(lims_[depth]);
    board.depth = depth;
  }

  // The candidates that the best proof eliminates, without those of nested proofs.
  uint32_t list_removed() {
    uint32_t count = 0;
    marks_++;
    if (best_[2] != kCases) return list_removed(best_, count);
    const uint32_t *at = best_ + 4;
    for (uint32_t i = 0; i < best_[3]; i++, at += at[0]) count = list_removed(at, count);
    return count;
  }
  uint32_t list_removed(const uint32_t *proof, uint32_t count) {
    const uint32_t *at = proof + 4 + proof[3];
    uint32_t inferences = *at++;
    for (uint32_t i = 0; i < inferences; i++) {
      uint32_t candidate = at[0] / 2;
      if (i && i + 1 < inferences && !(at[0] & 1) && needed_[candidate] != marks_)
        needed_[candidate] = marks_, tried_[count++] = candidate;
      bool is_nested = (Why)at[1] == Why::kNested;
      at += 4 + at[3];
      if (is_nested) at += *at;
    }
    return count;
  }

  // ---- cases ----------------------------------------------------------------------------------------------------

  void follow(uint32_t literal) {
    keep_trail(follows_ + (size_t)literal * follow_words_, lims_[0]);
    followed_[literal] = 1;
  }

  // Keep the trail from a position on as a set of literals.
  void keep_trail(uint64_t *set, uint32_t from) const {
    memset(set, 0, sizeof(uint64_t) * follow_words_);
    for (uint32_t at = from; at < board.trail_size; at++)
      set[board.trail[at] / 64] |= (uint64_t)1 << (board.trail[at] % 64);
  }

  // Inside of a supposition, note what follows from a candidate one level deeper, where that does not fail.
  void note_inside(uint32_t candidate) {
    if (!follow_words_) return;
    seen_[candidate] = lims_[board.depth - 1];
    keep_trail(inside_ + (size_t)candidate * follow_words_, seen_[candidate]);
    for (uint32_t at = seen_[candidate]; at < board.trail_size; at++)
      if (board.trail[at] & 1) shown_by_[board.trail[at] / 2] = candidate;
  }

  // Whether it is known that a candidate does not fail: it follows from one that does not, and so does all that has followed
  // around that since.
  bool fails_not(uint32_t candidate) {
    candidate = shown_by_[candidate];
    if (candidate == kNone || !seen_[candidate]) return false;
    const uint64_t *set = inside_ + (size_t)candidate * follow_words_;
    for (uint32_t &at = seen_[candidate]; at < board.trail_size; at++)
      if (!(set[board.trail[at] / 64] >> (board.trail[at] % 64) & 1)) return seen_[candidate] = 0, false;
    return true;
  }

  // Whether some alternatives have anything in common: if so, suppose each again, and see how long their proofs would be.
  Outcome try_cases(uint32_t count, uint32_t &best_target) {
    for (uint32_t i = 0; i < count; i++)
      if (!followed_[cases_[i]]) return kConsistent;
    uint64_t any = 0;
    for (uint32_t w = 0; w < follow_words_; w++) {
      uint64_t common = ~(uint64_t)0;
      for (uint32_t i = 0; i < count; i++) common &= follows_[(size_t)cases_[i] * follow_words_ + w];
      any |= common_[w] = common;
    }
    if (!any) return kConsistent;
    memset(case_lines_, 0, sizeof(uint32_t) * 2 * board.plan->candidates);
    for (uint32_t i = 0; i < count; i++) {
      Outcome found = suppose(cases_[i], 0);
      if (found == kStopped) return back_to(0), found;
      for (uint32_t w = 0; w < follow_words_; w++)
        for (uint64_t m = common_[w]; m; m &= m - 1) {
          uint32_t literal = w * 64 + (uint32_t)__builtin_ctzll(m);
          if (found == kConsistent && holds(literal) && case_lines_[literal] < case_best_)
            gather([&](auto need) { need(literal / 2); }), case_lines_[literal] += lines_;
          else
            common_[w] &= ~(m & -m);
        }
      back_to(0);
    }
    for (uint32_t w = 0; w < follow_words_; w++)
      for (uint64_t m = common_[w]; m; m &= m - 1) {
        uint32_t literal = w * 64 + (uint32_t)__builtin_ctzll(m);
        if (case_lines_[literal] >= case_best_) continue;
        case_best_ = case_lines_[literal], best_target = literal, case_count_ = count;
        memcpy(best_cases_, cases_, sizeof(uint32_t) * count);
      }
    return kConsistent;
  }

  bool holds(uint32_t literal) const { return board.state[literal / 2] == (literal & 1 ? kPlaced : kRemoved); }

  // Write the proof of a target by cases, if it is shorter than the best one.
  bool write_cases(uint32_t count, uint32_t target) {
    uint32_t length = 4, lines = 0, most = best_lines();
    bool succeeds = true;
    for (uint32_t i = 0; i < count && succeeds; i++) {
      succeeds = board.state[cases_[i] / 2] == kOpen && suppose(cases_[i], 0) == kConsistent && holds(target);
      if (succeeds) {
        gather([&](auto need) { need(target / 2); });
        lines += lines_;
        to_ = proof_;
        put_head(cases_[i], 0);
        length_ = (uint32_t)(to_ - proof_);
        succeeds = fits_ && length + length_ <= kWords && lines < most;
      }
      if (succeeds) {
        proof_[0] = length_;
        memcpy(nested_ + length, proof_, sizeof(uint32_t) * length_);
        length += length_;
      }
      back_to(0);
    }
    if (!succeeds) return false;
    nested_[0] = best_length_ = length, nested_[1] = lines, nested_[2] = kCases, nested_[3] = count;
    memcpy(best_, nested_, sizeof(uint32_t) * length);
    return true;
  }

  // Suppose a literal one level deeper. Where it is refuted, the conflict may be of a lower level than that; the board is left
  // there or deeper, and the caller goes back.
  Outcome suppose(uint32_t literal, uint32_t inside) {
    if (budget_ && spent() >= budget_) return stop();
    if (board.depth + 1 >= kMostDepth) return kConsistent;
    changes_++;
    lims_[board.depth++] = board.trail_size;
    board.enough = few == kNone ? kNone : board.trail_size + few;
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
    if (inside == 1) memset(shown_by_, 0xFF, sizeof(uint32_t) * board.plan->candidates);
    for (bool found = true; found;) {
      found = false;
      for (uint32_t size = 2; size <= n; size++)
        for (uint32_t c = 0; c < board.cells; c++) {
          if (board.count(board.digits[c]) != size) continue;
          for (Mask m = board.digits[c]; m; m &= (Mask)(m - 1)) {
            uint32_t candidate = c * n + board.first(m);
            if (board.state[candidate] != kOpen || (inside == 1 && fails_not(candidate))) continue;
            Outcome inner = suppose(2 * candidate + 1, inside - 1);
            if (inner == kStopped) return inner;
            if (inner == kConsistent) {
              if (inside == 1) note_inside(candidate);
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
    const uint32_t depth = board.depth;
    // What contradicts what: of a conflict without a candidate, one that it rests on.
    uint32_t refused = conflict_refused_;
    if (refused == kNone)
      for (uint32_t i = 0; i < conflict_count_; i++) {
        uint32_t v = conflict_parents_[i];
        if (board.depth_of[v] == depth && (refused == kNone || board.state[v] == kPlaced)) refused = v;
      }
    gather([&](auto need) {
      for (uint32_t i = 0; i < conflict_count_; i++) need(conflict_parents_[i]);
      need(refused);
    });
    length_ = 0;
    if (!fits_) return;
    to_ = proof_;
    put_head(literal, 1);
    put_inference(literal_of(refused) ^ 1, conflict_why_);
    uint32_t *parents = to_;
    put(0);
    for (uint32_t i = 0; i < conflict_count_; i++)
      if (conflict_parents_[i] != refused) put_parent(conflict_parents_[i]), fits_ = fits_ && ++*parents;
    if ((Why)conflict_why_.why == Why::kNested) put_nested(conflict_why_.subject);
    length_ = fits_ ? (uint32_t)(to_ - proof_) : 0;
    proof_[0] = length_;
    proof_[1] = lines_ + 1;
  }

  // What some candidates follow from, at this depth: nodes_ with their parents, the last one first, and the literals of lower
  // depths. `roots` gets a function to be called with these candidates. It ends early where a proof that is not inside another
  // would be longer than one that is known.
  template <class F> void gather(F roots) {
    const uint32_t depth = board.depth;
    uint32_t used = 0;
    count_ = premise_count_ = lines_ = 0, fits_ = true;
    marks_++;
    auto need = [&](uint32_t v) {
      if (needed_[v] == marks_ || !board.depth_of[v]) return;
      needed_[v] = marks_;
      if (board.depth_of[v] < depth) premises_[premise_count_++] = literal_of(v);
    };
    roots(need);
    for (uint32_t at = board.trail_size; at-- > lims_[depth - 1] && fits_;) {
      uint32_t v = board.trail[at] / 2;
      if (needed_[v] != marks_) continue;
      Node &node = nodes_[count_++];
      node = {board.trail[at], board.reason[v], used, 0};
      for_reasons(board.reason[v], v, at + 1, [&](uint32_t w) {
        if (!board.depth_of[w]) return;
        need(w);
        if (used < kParents)
          parents_[used++] = w, node.parents++;
        else
          fits_ = false;
      });
      Why why = (Why)node.why.why;
      if (why != Why::kPlaced) lines_ += count_ == 1 || !goes_on(node, nodes_[count_ - 2]);
      if (why == Why::kNested) lines_ += nested_[node.why.subject + 1];
      if (depth == 1 && lines_ > most_lines_) fits_ = false;
    }
  }

  // Whether two inferences take digits from the same cell for the same reason.
  bool goes_on(const Node &last, const Node &node) const {
    return !((node.literal | last.literal) & 1) && node.literal / 2 / n == last.literal / 2 / n &&
           node.why.why == last.why.why && node.why.subject == last.why.subject;
  }

  // Write a proof up to its nodes, after which `more` inferences follow. Its words are counted later.
  void put_head(uint32_t literal, uint32_t more) {
    put(0), put(lines_), put(literal), put(premise_count_);
    for (uint32_t i = 0; i < premise_count_; i++) put(premises_[i]);
    put(count_ + more);
    for (uint32_t i = count_; i-- > 0;) {
      const Node &node = nodes_[i];
      number_[node.literal / 2] = count_ - 1 - i;
      put_inference(node.literal, node.why);
      put(node.parents);
      for (uint32_t k = 0; k < node.parents; k++) put_parent(parents_[node.parents_at + k]);
      if ((Why)node.why.why == Why::kNested) put_nested(node.why.subject);
    }
  }
  void put(uint32_t word) {
    if (to_ < proof_ + kWords)
      *to_++ = word;
    else
      fits_ = false;
  }
  void put_inference(uint32_t of, Reason why) { put(of), put((uint32_t)why.why), put(source_of(why)); }
  void put_parent(uint32_t v) { put(board.depth_of[v] == board.depth ? number_[v] : kOutside | literal_of(v)); }
  void put_nested(uint32_t at) {
    for (uint32_t k = 0; k < nested_[at]; k++) put(nested_[at + k]);
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
