// models.hpp: random models of constraints: words that are damaged, and models that must have the same number of solutions
// whether clauses are learned from the first conflict on or never, and in lanes. The build of the fuzz target checks every
// reason of a constraint besides (search/reason_checks.hpp).
#ifndef NONET_FUZZ_MODELS_HPP
#define NONET_FUZZ_MODELS_HPP

#include <iterator>

#include "fuzz/general_boards.hpp"

namespace nonet {
uint64_t reasons_checked;
bool kChecksReasons = true;
bool forget_reasons_of(const char *name);
}  // namespace nonet

namespace {

uint64_t models_counted;

struct ModelWriter {
  Source &source;
  uint32_t cells, digits;
  int64_t words[1 << 14];
  size_t length;

  template <class... T> void put(T... values) { ((words[length++] = (int64_t)values), ...); }

  int64_t cell() { return (int64_t)source.below(cells); }
  int64_t mask() { return (int64_t)(1 + source.below((1u << digits) - 1)); }
  size_t open(int64_t kind) {
    put(kind, 0);
    return length;
  }
  void close(size_t begin) { words[begin - 1] = (int64_t)(length - begin); }
  void some(uint32_t least, uint32_t most) {
    uint32_t start = source.below(cells), step = 1 + source.below(3);
    uint32_t count = least + source.below(most - least + 1);
    for (uint32_t i = 0; i < count; i++) put((start + i * step) % cells);
  }

  void machine() {
    size_t begin = open(5);
    uint32_t states = 2 + source.below(4);
    put(states, 1, 2, 0, source.below(states), source.below(states));
    // One that adds up its digits does not depend on their order.
    bool adds = source.below(2);
    for (uint32_t d = 0; d < digits && adds; d++)
      for (uint32_t s = 0, step = source.below(states + 1); s < states && step; s++)
        put(s, (int64_t)1 << d, (s + step) % states);
    for (uint32_t i = 0; i < 3 * states && !adds; i++)
      put((int64_t)source.below(states), mask(), (int64_t)source.below(states));
    close(begin);
  }

  // What a search in lanes can have: a sum with coefficients 1 and -1, perhaps a cage, or cells that differ, or a relation, or
  // sets of digits, where the machine adds up.
  void plain_primitive() {
    uint32_t kind = source.below(6), start = source.below(cells), step = 1 + source.below(3);
    uint32_t count = 2 + source.below(digits - 1), negative = source.below(2) ? source.below(count) : 0;
    size_t begin = open(kind == 0 ? 2 : kind == 1 ? 4 : kind == 5 ? 6 : 3);
    auto cell_at = [&](uint32_t i) { return (int64_t)((start + i * step) % cells); };
    if (kind == 1) {
      put(cell_at(0), cell_at(1));
      for (uint32_t d = 0; d < digits; d++) put(mask() | mask());
      return close(begin);
    }
    bool is_sum = kind > 1 && kind < 5;
    if (is_sum) put((int64_t)source.below(count * digits) - 2 * (int64_t)negative);
    if (is_sum) put(words[length - 1] + (int64_t)source.below(2));
    if (kind == 5) put(0);
    for (uint32_t i = 0; i < count; i++) {
      put(cell_at(i));
      if (is_sum) put(i < negative ? -1 : 1);
    }
    close(begin);
    if (kind < 4) return;
    begin = open(2);
    for (uint32_t i = 0; i < count; i++) put(cell_at(i));
    close(begin);
  }

  void primitive(uint32_t depth) {
    static const int64_t kKinds[] = {1, 2, 3, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 11};
    int64_t kind = kKinds[source.below(std::size(kKinds) - (depth ? 1 : 0))];  // no choice in a choice
    size_t begin = open(kind);
    switch (kind) {
      case 1: put(cell(), mask() | mask()); break;
      case 2: some(2, digits); break;
      case 3: {
        int64_t low = (int64_t)source.below(4 * digits), unit = source.one_in(8) ? (int64_t)1 << 31 : 1;
        int64_t times = unit == 1 ? 1 : (int64_t)source.below(2) * unit;
        put(low * times, source.one_in(4) ? INT64_MAX : low * times + source.below(3) * unit);
        for (uint32_t i = 0, count = 1 + source.below(5); i < count; i++) {
          put(cell());
          put(unit == 1 ? source.below(4) ? 1 : (int64_t)source.below(5) - 2 : source.below(4) ? unit : -unit);
        }
        break;
      }
      case 4: {
        // Some say only that cells do not both hold certain digits.
        bool equal_only = source.one_in(2);
        int64_t all = ((int64_t)1 << digits) - 1, held = mask();
        put(cell(), cell());
        for (uint32_t d = 0; d < digits; d++) put(equal_only ? all & ~(held & (int64_t)1 << d) : mask() | mask());
        break;
      }
      case 6:
        put(0);
        some(2, 5);
        break;
      case 7: {
        int64_t low = source.below(3);
        put(mask(), low, low + source.below(3));
        some(2, 6);
        break;
      }
      case 8:
        put(mask(), cell());
        some(2, 5);
        break;
      case 9:
        put(cell(), cell(), (int64_t)source.below(3));
        some(2, 4);
        break;
      case 10: {
        uint32_t length = 1 + source.below(3);
        put(length);
        some(2 * length, 2 * length);
        break;
      }
      case 12: {
        int64_t low = source.below(3);
        put(mask(), low, low + source.below(cells), cells);
        for (uint32_t i = 0; i < cells; i++) put(i);
        for (uint32_t i = 0; i + 1 < cells; i++)
          if (i % 4 != 3) put(i, i + 1);
        for (uint32_t i = 0; i + 4 < cells; i++) put(i, i + 4);
        break;
      }
      case 13: {
        // The homes are the first cells.
        uint32_t half = cells / 2, size = 1 + source.below(4), homes = half - half % size;
        put(size, homes);
        for (uint32_t i = 0; i < 2 * homes; i++) put(i);
        for (uint32_t i = 0; i + 1 < homes; i++)
          if (i % 3 != 2) put(i, i + 1);
        for (uint32_t i = 0; i + 3 < homes; i++) put(i, i + 3);
        break;
      }
      case 14:
        put(source.below(3 * digits));
        some(2, digits);
        break;
      case 15:
        put(1 + source.below(digits));
        some(2, digits);
        break;
      case 16:
        put(source.below(3), cell(), cell());
        for (uint32_t i = 0, count = source.below(4); i < count; i++) {
          put(0);
          size_t arm = length;
          some(0, 3);
          words[arm - 1] = (int64_t)(length - arm);
        }
        break;
      case 17:
        put(cell());
        some(0, 6);
        break;
      case 11:
        for (uint32_t i = 0, count = 1 + source.below(3); i < count; i++) {
          put(0);
          size_t choice = length;
          for (uint32_t k = 0; k <= source.below(2); k++) primitive(depth + 1);
          words[choice - 1] = (int64_t)(length - choice);
        }
    }
    close(begin);
  }
};

// Count the solutions, up to a limit; -1 if the budget is spent. The kind of search depends on the fuzzed constants.
int64_t count_model(const void *tables, const uint64_t *marks, void *workspace, size_t bytes) {
  uint64_t count = 0;
  uint8_t status = 0;
  nonet_options options{};
  options.limit = 2000;
  options.budget = 5000;
  nonet_results results{nullptr, 0, 0, &count, &status, nullptr, {}};
  int code = nonet_general_solve_marks(tables, marks, 1, &options, &results, workspace, bytes);
  require(code == NONET_OK, "a model was not searched");
  return status == NONET_OUT_OF_BUDGET ? -1 : (int64_t)count;
}

// What a proof says is out is in no solution.
void check_proofs(Source &source, const void *tables, const uint64_t *marks, uint32_t cells, uint32_t digits,
                  void *workspace, size_t bytes) {
  static uint32_t words[1 << 18];
  size_t needed = nonet_prove_workspace_bytes(tables), written = 0;
  Aligned memory(needed, source.byte());
  uint32_t literal = source.below(3) ? 0xFFFFFFFF : source.below(2 * cells * digits);
  uint32_t inside = source.below(4) ? source.below(2) : 0xFFFFFFFF;
  if (literal == 0xFFFFFFFF && inside > 1) inside = 1;
  uint32_t kinds = source.below(16);
  nonet_options options{};
  options.limit = 1;
  options.budget = source.below(4) ? 1 + source.below(30000) : 0;
  uint8_t status = 255;
  // What is not tried may be wrong: then less is found, but nothing that is not so.
  uint64_t known[64], *solution = source.below(2) ? known : nullptr;
  for (uint32_t c = 0; c < cells && solution; c++) known[c] = (uint64_t)source.below(3) << source.below(digits);
  require(nonet_prove(tables, marks, solution, literal, inside, kinds, &options, words, 1 << 18, &written, &status,
                      memory.memory, needed - 1) == NONET_BAD_CALL &&
              written == 0,
          "prove: a small workspace was taken");
  int code = nonet_prove(tables, marks, solution, literal, inside, kinds, &options, words, 1 << 18, &written, &status,
                         memory.memory, needed);
  if (code == NONET_MORE) return;
  require(code == NONET_OK && (status == NONET_FOUND) == (written > 0), "prove: no proof, and no reason why");
  auto is_out = [&](uint32_t out) {
    uint64_t left[64], bit = (uint64_t)1 << (out / 2 % digits);
    memcpy(left, marks, sizeof(uint64_t) * cells);
    uint64_t &mask = left[out / 2 / digits];
    mask = out & 1 ? bit : mask & ~bit;
    require(!mask || count_model(tables, left, workspace, bytes) <= 0, "a proof excludes a solution");
  };
  if (!written) return;
  require(words[0] == written, "prove: a proof of another length");
  if (words[2] == 0xFFFFFFFE) {  // by cases: what the last inference of each says
    uint32_t at = 4;
    for (uint32_t i = 0; i < words[3]; i++, at += words[at]) {
      uint32_t inference = at + 5 + words[at + 3];
      for (uint32_t k = 1; k < words[at + 4 + words[at + 3]]; k++) {
        require(words[inference + 1] != 7, "a proof by cases has others inside");
        inference += 4 + words[inference + 3];
      }
      is_out(words[inference] ^ 1);
    }
    return require(at == written, "prove: a proof of another length");
  }
  if (words[2] != 0xFFFFFFFF) return is_out(words[2]);
  for (uint32_t i = 0; i < words[4] && i < 4; i++) is_out(words[5 + 4 * i] | 1);
}

void run_model_case(Source &source) {
  uint32_t digits = 2 + source.below(4), cells = digits * (1 + source.below(digits));
  ModelWriter writer{source, cells, digits, {}, 0};
  writer.machine();
  if (source.below(2))
    for (uint32_t i = 0; i < cells / digits; i++) {
      size_t begin = writer.open(2);
      for (uint32_t k = 0; k < digits; k++) writer.put(i * digits + k);
      writer.close(begin);
    }
  bool plain_ones = source.below(2), columns = cells == digits * digits && source.below(2);
  for (uint32_t k = 0; k < digits && columns; k++) {
    size_t begin = writer.open(2);
    for (uint32_t i = 0; i < digits; i++) writer.put(i * digits + k);
    writer.close(begin);
  }
  for (uint32_t i = 0, count = source.below(7); i < count; i++)
    plain_ones ? writer.plain_primitive() : writer.primitive(0);
  if (source.below(4) == 0) writer.close(writer.open(18));  // nothing is added that follows from several
  static const int64_t kAbsurd[] = {-1, 0, 1, INT64_MAX, INT64_MIN, (int64_t)1 << 40, 36, 2048, -1000000};
  if (source.below(4) == 0)
    for (uint32_t i = 0, count = 1 + source.below(3); i < count; i++)
      writer.words[source.below((uint32_t)writer.length)] = kAbsurd[source.below(9)];
  if (source.below(16) == 0) writer.length = source.below((uint32_t)writer.length);
  int32_t first = source.one_in(16) ? 1000 : source.one_in(16) ? -1000 : (int32_t)source.below(4) - 1;
  nonet_model model{cells, digits, first, writer.words, writer.length};
  size_t bytes = nonet_model_bytes(&model);
  if (!bytes) return;
  Aligned tables(bytes, source.byte());
  require(nonet_model_make(&model, &kNoPoll, tables.memory, bytes) == NONET_OK, "a model with a size was not made");
  size_t needed = nonet_general_workspace_bytes(tables.memory);
  Aligned workspace(needed, source.byte());
  uint64_t marks[64];
  for (uint32_t c = 0; c < cells; c++) marks[c] = ((uint64_t)1 << digits) - 1;
  uint32_t patience = nonet::kPatience, unit = nonet::kRestartUnit;
  nonet::kPatience = 1u << 30;
  int64_t plain = count_model(tables.memory, marks, workspace.memory, needed);
  nonet::kPatience = 0;
  nonet::kUsesLanes = false;
  nonet::kRestartUnit = 1 + source.below(12);
  int64_t learned = count_model(tables.memory, marks, workspace.memory, needed);
  nonet::kRestartUnit = unit;
  nonet::kPatience = source.below(4);
  nonet::kUsesLanes = true;
  nonet::kLanesAtOnce = source.below(2);
  int64_t in_lanes = count_model(tables.memory, marks, workspace.memory, needed);
  nonet::kPatience = patience;
  nonet::kLanesAtOnce = false;
  if (plain >= 0) check_proofs(source, tables.memory, marks, cells, digits, workspace.memory, needed);
  require(plain < 0 || learned < 0 || plain == learned, "a model has another count with clauses");
  require(plain < 0 || in_lanes < 0 || plain == in_lanes, "a model has another count in lanes");
  models_counted += plain >= 0;
}

}  // namespace

#endif
