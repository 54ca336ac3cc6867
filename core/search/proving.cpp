// proving.cpp: the functions of core.h that say why a candidate of a board with constraints is out.

#include "search/proofs.hpp"

namespace nonet {

#if defined(NONET_FUZZ)
uint32_t kForgotten = 0xFFFFFFFF;
uint64_t candidates_named;

// Forget candidates of reasons of one sort, by its name: a kind of constraint, or what else follows from houses and relations.
bool forget_reasons_of(const char *name) {
  static constexpr struct {
    const char *name;
    uint32_t sort;
  } kSorts[] = {
#define KIND(Name, name, reason) {#name, k##Name},
#define INNER KIND
#include "search/kinds.def"
      {"arc", kAfterKinds + (uint32_t)Why::kArc},
      {"seen", kAfterKinds + (uint32_t)Why::kSeen},
      {"subset", kAfterKinds + (uint32_t)Why::kSubset},
  };
  for (const auto &each : kSorts)
    if (!strcmp(each.name, name)) return kForgotten = each.sort, true;
  return false;
}
#endif

namespace {

const Model *model_of(const void *tables) {
  if (!tables || (uintptr_t)tables % 64 != 0) return nullptr;
  const Model *model = (const Model *)tables;
  return model->magic == kModelMagic ? model : nullptr;
}

template <class B> struct Proving {
  const Model &model;
  const uint64_t *marks, *solution;
  const nonet_options &options;
  Prover<B> &prover;

  // Set up the board; false if a mask is not one, or the board has no solution.
  bool begin(bool &valid, bool singles) {
    B &board = prover.board;
    valid = true;
    for (uint32_t c = 0; c < model.cells; c++) {
      valid &= !(marks[c] & ~(uint64_t)board.all());
      board.digits[c] = (typename B::Mask)marks[c];
    }
    return valid && prover.begin(options.budget, options.poll, options.poll_argument, singles);
  }

  // The shortest proof that any candidate is out, or that a cell holds one. With guesses inside the first proof is taken,
  // from the candidate by which most follows.
  typename Prover<B>::Outcome any(uint32_t inside, uint32_t kinds) {
    if (prover.not_allowed(marks)) return Prover<B>::kConsistent;
    auto outcome = prover.settle();
    if (outcome != Prover<B>::kConsistent || prover.direct() || !(kinds || inside)) return outcome;
    // Short proofs come first: those of few changes, then of more, then those from a candidate that is removed.
    for (uint32_t pass = kinds & kContradictions ? 0 : kPasses; pass <= kPasses + 1 && !prover.best_length(); pass++) {
      prover.few = pass < kPasses ? kFew << pass : B::kNone;
      prover.is_following = pass >= kPasses && kinds & ~kContradictions;
      const uint64_t before = prover.spent();
      outcome = from_all(pass <= kPasses, kinds & kContradictions);
      prover.is_following = false;
      if (prover.keep_shortest((prover.spent() - before) * all_ / (tried_ + 1))) return Prover<B>::kConsistent;
      if (outcome == Prover<B>::kStopped) return outcome;
    }
    prover.few = B::kNone;
    outcome = prover.force(kinds);
    if (outcome != Prover<B>::kConsistent) return prover.best_length() ? Prover<B>::kConsistent : outcome;
    prover.sort_by_reach();
    for (uint32_t depth = 1; depth <= inside && !prover.best_length(); depth++) {
      outcome = from_reaching(depth);
      if (outcome == Prover<B>::kStopped && !prover.best_length()) return outcome;
    }
    return Prover<B>::kConsistent;
  }

  // The first proof with guesses inside. (To look on, for as much work again, made them little shorter.)
  typename Prover<B>::Outcome from_reaching(uint32_t depth) {
    uint64_t before = prover.spent();
    for (uint32_t i = 0; i < prover.reached() && !prover.best_length(); i++) {
      if (is_true(2 * prover.reaching(i) + 1)) continue;
      before = prover.spent();
      auto outcome = prover.refute(2 * prover.reaching(i) + 1, depth);
      if (outcome == Prover<B>::kStopped) return outcome;
      if (outcome == Prover<B>::kRefuted) prover.keep_best();
    }
    if (prover.best_length() && prover.best_lines() <= kLong)
      prover.shorten(depth, kShortened * (prover.spent() - before));
    return Prover<B>::kConsistent;
  }

  typename Prover<B>::Outcome from_all(uint32_t placed, bool keeps) {
    B &board = prover.board;
    if (placed) prover.forget_reach();
    prover.forget_short();
    all_ = tried_ = 0;
    for (uint32_t c = 0; c < board.cells; c++) {
      if (board.single(board.digits[c])) continue;
      for (auto m = board.digits[c]; m; m &= (typename B::Mask)(m - 1)) {
        uint32_t candidate = c * board.n + board.first(m);
        all_++;
        if (!prover.is_following && is_true(2 * candidate + placed)) continue;
        tried_++;
        auto outcome = prover.refute(2 * candidate + placed, 0);
        if (outcome == Prover<B>::kStopped) return outcome;
        if (outcome == Prover<B>::kRefuted && keeps) prover.note_short(2 * candidate + placed);
        if (placed) prover.note_reach(candidate);
      }
    }
    return Prover<B>::kConsistent;
  }

  // Whether a literal holds in a solution that is known: then nothing refutes it.
  bool is_true(uint32_t literal) const {
    if (!solution) return false;
    const uint64_t digits = solution[literal / 2 / prover.board.n];
    return digits && (digits >> (literal / 2 % prover.board.n) & 1) == (literal & 1);
  }

  uint64_t all_ = 0, tried_ = 0;                     // candidates of a pass, and how many of them were supposed
  static constexpr uint32_t kContradictions = 8;     // of `kinds`, beside those of proofs by cases
  static constexpr uint32_t kFew = 64, kPasses = 1;  // changes of a short proof, doubled in each pass
  static constexpr uint32_t kLong = 100;             // lines of a proof that is not read, shorter or not
  static constexpr uint32_t kShortened = 8;  // work to shorten a proof with guesses inside, for that of finding it
};

}  // namespace
}  // namespace nonet

using namespace nonet;

extern "C" {

size_t nonet_prove_workspace_bytes(const void *tables) {
  const Model *model = model_of(tables);
  if (!model) return 0;
  return with_mask<Constrained>(model->mask_bytes, [&](auto *type) {
    using B = BoardOf<decltype(type)>;
    return (sizeof(Prover<B>) + 63) / 64 * 64 + Prover<B>::bytes(*model);
  });
}

int nonet_prove(const void *tables, const uint64_t *marks, const uint64_t *solution, uint32_t literal, uint32_t inside,
                uint32_t kinds, const nonet_options *options, uint32_t *words, size_t capacity, size_t *written,
                uint8_t *status, void *workspace, size_t workspace_bytes) {
  const Model *model = model_of(tables);
  if (!model || !marks || !options || !words || !written || !status || !workspace || (uintptr_t)workspace % 64 != 0 ||
      workspace_bytes < nonet_prove_workspace_bytes(tables) ||
      (literal != 0xFFFFFFFF && literal >= 2 * model->candidates))
    return NONET_BAD_CALL;
  return with_mask<Constrained>(model->mask_bytes, [&](auto *type) -> int {
    using B = BoardOf<decltype(type)>;
    auto &prover = *(Prover<B> *)workspace;
    prover = Prover<B>{};
    Arena memory{(char *)workspace, (sizeof(Prover<B>) + 63) / 64 * 64};
    prover.attach(*model, memory);
    Proving<B> proving{*model, marks, solution, *options, prover};
    bool valid = true;
    *written = 0;
    *status = NONET_NO_SOLUTION;
    if (!proving.begin(valid, literal == 0xFFFFFFFF)) return valid ? NONET_OK : NONET_BAD_CALL;
    auto outcome = literal == 0xFFFFFFFF ? proving.any(inside, kinds) : prover.refute(literal, inside);
    if (literal != 0xFFFFFFFF && outcome == Prover<B>::kRefuted) prover.keep_best();
    if (outcome == Prover<B>::kRefuted && !prover.best_length()) return NONET_OK;
    if (prover.board.paused) {
      *status = NONET_CANCELLED;
      return NONET_STOPPED;
    }
    *status = prover.best_length()             ? NONET_FOUND
              : outcome == Prover<B>::kStopped ? NONET_OUT_OF_BUDGET
                                               : NONET_MULTIPLE;
    if (prover.best_length() > capacity) return NONET_MORE;
    *written = prover.best_length();
    memcpy(words, prover.best(), sizeof(uint32_t) * *written);
    return NONET_OK;
  });
}

}  // extern "C"
