// lists.hpp: models whose primitives have lists of 0 to 20,000 cells, repeated or not. What core.h says about their lengths
// is written here once more: a model is refused exactly if it is beyond that. What is accepted is searched, and judged by the
// meaning of the words, which is written here too: solutions hold; one that was planted is not lost; on small boards all
// boards are tried.
#ifndef NONET_FUZZ_LISTS_HPP
#define NONET_FUZZ_LISTS_HPP

#include "fuzz/models.hpp"

namespace {

uint64_t lists_refused, lists_planted, lists_counted, lists_stopped, lists_of_kind[18];

struct ListModel {
  static constexpr size_t kMostWords = 3 * NONET_MOST_PARTS;
  static constexpr uint32_t kMostListed = 20000;
  Source &source;
  uint32_t cells, digits;
  int32_t first;
  int64_t *words;
  size_t length = 0;
  bool allowed = true;       // by core.h
  uint8_t planted[2048];     // digits that the primitives are made for, where they can be
  size_t machine_words = 0;  // the first primitive, if there is a machine

  int64_t value_of(int64_t cell) const { return first + planted[cell]; }
  uint64_t all() const { return ((uint64_t)1 << digits) - 1; }
  void put(int64_t word) { words[length++] = word; }
  void allow(bool is_allowed) { allowed &= is_allowed; }

  uint32_t some_length(uint32_t most) {
    static const uint32_t kEdges[] = {0,    1,    2,    3,    10,    64,    255,   256,  257,
                                      2047, 2048, 2049, 2100, 16383, 16384, 16385, 20000};
    uint32_t number = source.below(4) ? source.below(9) : source.below(3) ? source.pick(kEdges) : source.below(20001);
    return source.one_in(16) ? most + source.below(3) : number;
  }
  // Cells; repeated as often as it comes, or none twice as far as there are enough, or all but one different.
  size_t list(uint32_t count, uint32_t step = 1, int64_t coefficients = 0) {
    size_t begin = length;
    bool varied = source.below(3);
    uint32_t start = source.below(cells), by = 1 + source.below(3);
    while (by > 1 && cells % by == 0) by--;
    for (uint32_t i = 0; i < count; i++) {
      put(varied ? (start + (uint64_t)i * by) % cells : source.below(cells));
      if (step == 2) put(coefficients ? (int64_t)source.below(5) - 2 : 1);
    }
    if (count > 1 && source.one_in(8)) words[begin + step * source.below(count)] = words[begin];
    stray(begin, count, step, 64);
    return begin;
  }
  // Let one of some cells be none of the board, rarely.
  void stray(size_t begin, uint32_t count, uint32_t step, uint32_t rarity) {
    if (count && source.one_in(rarity)) {
      static const int64_t kOutside[] = {-1, INT64_MIN, INT64_MAX, 2048, 65536, (int64_t)1 << 32};
      words[begin + step * source.below(count)] = source.one_in(2) ? (int64_t)cells : source.pick(kOutside);
    }
    allow(on_board(begin, count, step));
  }
  bool has_twice(size_t begin, size_t count) const {
    uint64_t known[32] = {};
    for (size_t i = begin; i < begin + count; i++) {
      if (words[i] < 0 || words[i] >= (int64_t)cells) continue;
      uint64_t &word = known[words[i] / 64], bit = (uint64_t)1 << (words[i] % 64);
      if (word & bit) return true;
      word |= bit;
    }
    return false;
  }
  int64_t mask() { return (int64_t)(1 + source.next() % all()); }

  // A machine that reads anything, adds up what it reads, or moves as it comes; rarely one that is as long as may be.
  void machine() {
    uint32_t states = source.below(4) ? 1 + source.below(6) : 1 + source.below(200), kind = source.below(3);
    put(5), put(0), put(states), put(1), put(kind == 0 ? 1 : states), put(0);
    for (uint32_t s = 0; s < (kind == 0 ? 1 : states); s++) put(s);
    for (uint32_t s = 0; s < states && kind < 2; s++)
      for (uint32_t d = 0; d < (kind ? digits : 1); d++)
        put(s), put(kind ? (int64_t)1 << d : (int64_t)all()), put(kind ? (s + d) % states : s);
    for (uint32_t i = 0; i < 3 * states && kind == 2; i++)
      put(source.below(states)), put(mask()), put(source.below(states));
    if (source.one_in(64)) {
      while (length - 5 < NONET_MOST_PARTS - 3) put(0), put((int64_t)all()), put(0);
      for (uint32_t i = source.below(3); i; i--) put(0), put((int64_t)all()), put(0);
    }
    words[1] = (int64_t)length - 2;
    allow(length - 5 <= NONET_MOST_PARTS);
    machine_words = length;
  }
  uint64_t moves() const { return (machine_words - 5 - (uint64_t)words[3] - (uint64_t)words[4]) / 3; }

  // Whether the cells in words[begin, begin + count) are all on the board, so that one can ask for their values.
  bool on_board(size_t begin, size_t count, uint32_t step = 1) const {
    for (size_t i = 0; i < count; i++)
      if (words[begin + step * i] < 0 || words[begin + step * i] >= (int64_t)cells) return false;
    return true;
  }

  void primitive(int64_t kind, uint32_t depth) {
    lists_of_kind[kind]++;
    put(kind), put(0);
    size_t begin = length;
    switch (kind) {
      case 1:
        list(1);
        put((int64_t)((uint64_t)mask() | (on_board(begin, 1) ? (uint64_t)1 << planted[words[begin]] : 0)));
        if (source.one_in(16)) put(0), allow(false);
        break;
      case 2: {
        uint32_t count = some_length(2048);
        list(count);
        allow(count <= 2048);
        break;
      }
      case 3: {
        uint32_t count = some_length(16384);
        put(0), put(0);
        list(count, 2, source.below(2));
        allow(count <= 16384);
        bool listed = on_board(begin + 2, count, 2);
        int64_t sum = 0;
        for (size_t i = begin + 2; i < length && listed; i += 2) sum += words[i + 1] * value_of(words[i]);
        words[begin] = sum - (int64_t)source.below(3), words[begin + 1] = sum + (int64_t)source.below(3);
        break;
      }
      case 4:
        list(2);
        for (uint32_t d = 0; d < digits; d++) put(mask());
        if (on_board(begin, 2)) words[begin + 2 + planted[words[begin]]] |= (int64_t)1 << planted[words[begin + 1]];
        if (source.one_in(16)) put(0), allow(false);
        break;
      case 6: {
        uint32_t count = some_length(16384);
        put(0);
        list(count);
        allow(count <= 16384 && count * moves() <= NONET_MOST_READ);
        break;
      }
      case 7: {
        uint32_t count = some_length(16384);
        int64_t of = mask(), found = 0;
        put(of), put(0), put(0);
        list(count);
        bool listed = on_board(begin + 3, count);
        for (uint32_t i = 0; i < count && listed; i++) found += of >> planted[words[begin + 3 + i]] & 1;
        words[begin + 1] = found - (int64_t)source.below(2), words[begin + 2] = found + (int64_t)source.below(2);
        allow(count <= 16384);
        break;
      }
      case 8:
      case 17: {
        uint32_t count = some_length(16384);
        if (kind == 8) put(mask());
        list(1);
        list(count);
        allow(count <= 16384);
        break;
      }
      case 9: {
        uint32_t count = some_length(16384);
        list(2);
        put((int64_t)source.below(3) + first);
        list(count);
        allow(count <= 16384);
        break;
      }
      case 10: {
        uint32_t count = some_length(16384), groups = 1 + source.below(4), size = count / groups;
        if (!size) size = 1;
        groups = count / size;
        put(size);
        bool was_allowed = allowed;
        list(groups * size);
        // Mostly the same cells, in another order.
        for (uint32_t i = size; i < groups * size && source.below(4); i++)
          words[begin + 1 + i] = words[begin + 1 + (i + 1) % size];
        allowed = was_allowed && on_board(begin + 1, groups * size);
        allow(groups * size <= 16384);
        break;
      }
      case 11: {
        uint32_t choices = 1 + source.below(3);
        for (uint32_t i = 0; i < choices; i++) {
          put(0);
          size_t choice = length;
          static const int64_t kInner[] = {1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 14, 15, 16, 17, 11};
          for (uint32_t k = 0; k <= source.below(2); k++)
            primitive(kInner[source.below(depth < 2 ? 15 : 14)], depth + 1);
          words[choice - 1] = (int64_t)(length - choice);
        }
        if (!depth && source.one_in(64)) {  // empty choices, as many as may be
          while (length - begin < NONET_MOST_PARTS) put(0);
          if (source.one_in(2)) put(0);
        }
        allow(length - begin <= NONET_MOST_PARTS);
        break;
      }
      case 12:
      case 13: {
        uint32_t count = some_length(kind == 12 ? 2048 : 1024), size = 1;
        uint32_t edges = source.one_in(8) ? 32768 + source.below(3) : some_length(32768);
        if (kind == 13) {
          if (!count) count = 1;
          uint32_t regions = 1 + source.below(digits);
          size = count / regions ? count / regions : 1;
          count -= count % size;
          put(size), put(count);
          allow(count / size <= digits);
        } else {
          put(mask()), put(source.below(3)), put(source.below(2) ? count : source.below(4)), put(count);
        }
        size_t listed = kind == 12 ? count : 2 * count;
        size_t at = list((uint32_t)listed);
        allow(listed <= 2048 && !has_twice(at, listed));
        // Along the list, or as it comes.
        size_t first_edge = length;
        for (uint32_t i = 0; i < edges; i++) {
          bool along = listed > 1 && i + 1 < count && on_board(at + i, 2);
          put(along ? words[at + i] : source.below(cells)), put(along ? words[at + i + 1] : source.below(cells));
        }
        stray(first_edge, 2 * edges, 1, 16);
        allow(edges <= 32768);
        break;
      }
      case 14:
      case 15: {
        uint32_t count = source.below(2) ? 2 + source.below(digits) : some_length(digits);
        put(source.below(kind == 14 ? 3 * digits : digits + 1));
        size_t at = list(count);
        allow(digits <= 10 && count >= 2 && count <= digits && !has_twice(at, count));
        break;
      }
      default: {
        put((int64_t)source.below(3)), list(2);
        uint32_t left = some_length(16384), cells_of_arms = 0;
        while (left > 0) {
          uint32_t arm = source.one_in(4) ? left - 1 : source.below(left < 40 ? left : 40);
          put(arm), list(arm);
          left -= 1 + arm, cells_of_arms += arm;
        }
        allow(length - begin - 3 <= 16384);
        allow(cells_of_arms < 64 || first - 1 + words[begin] + (int64_t)digits <= 64);
      }
    }
    words[begin - 1] = (int64_t)(length - begin);
  }
};

// What the words say, read as core.h has them; `values` has the digit number of each cell.
struct ListMeaning {
  const ListModel &model;
  const uint8_t *values;

  int64_t value_of(int64_t cell) const { return model.first + values[cell]; }
  bool all_hold(const int64_t *at, const int64_t *end) const {
    for (; at < end; at += 2 + at[1])
      if (!holds(at[0], at + 2, (size_t)at[1])) return false;
    return true;
  }
  bool all_hold() const { return all_hold(model.words, model.words + model.length); }

  int64_t number_of(int64_t mask, const int64_t *cells, size_t count) const {
    int64_t found = 0;
    for (size_t i = 0; i < count; i++) found += mask >> values[cells[i]] & 1;
    return found;
  }
  bool differ(const int64_t *cells, size_t count) const {
    uint64_t met = 0;
    for (size_t i = 0; i < count; i++) {
      if (met >> values[cells[i]] & 1) return false;
      met |= (uint64_t)1 << values[cells[i]];
    }
    return true;
  }
  bool accepted(const int64_t *cells, size_t count) const {
    const int64_t *w = model.words + 2, *starts = w + 3, *accepts = starts + w[1], *moves = accepts + w[2];
    const int64_t *end = model.words + model.machine_words;
    bool now[256] = {}, next[256];
    for (int64_t i = 0; i < w[1]; i++) now[starts[i]] = true;
    for (size_t i = 0; i < count; i++) {
      memset(next, 0, sizeof next);
      for (const int64_t *m = moves; m < end; m += 3) next[m[2]] |= now[m[0]] && (m[1] >> values[cells[i]] & 1);
      memcpy(now, next, sizeof now);
    }
    for (int64_t i = 0; i < w[2]; i++)
      if (now[accepts[i]]) return true;
    return false;
  }
  // Whether the marked cells hang together by the edges.
  bool is_one(const uint8_t *marked, const int64_t *edges, const int64_t *end) const {
    uint8_t met[2048] = {};
    bool begun = false;
    for (uint32_t c = 0; c < model.cells && !begun; c++) begun = met[c] = marked[c];
    for (bool grows = begun; grows;) {
      grows = false;
      for (const int64_t *e = edges; e < end; e += 2)
        if (marked[e[0]] && marked[e[1]] && met[e[0]] != met[e[1]]) met[e[0]] = met[e[1]] = 1, grows = true;
    }
    return !memcmp(met, marked, model.cells);
  }
  bool regions_hold(const int64_t *w, size_t length) const {
    const int64_t *homes = w + 2, *cells = homes + w[1];
    int64_t seen = 0, numbers = w[1] / w[0];
    for (int64_t i = 0; i < w[1]; i++) {
      if (values[homes[i]] > seen) return false;
      seen += values[homes[i]] == seen;
    }
    if (seen != numbers) return false;
    for (int64_t number = 0; number < numbers; number++) {
      uint8_t marked[2048] = {};
      uint64_t met = 0;
      int64_t size = 0;
      for (int64_t i = 0; i < w[1]; i++) {
        if (values[homes[i]] != number) continue;
        marked[homes[i]] = 1, size++;
        if (met >> values[cells[i]] & 1) return false;
        met |= (uint64_t)1 << values[cells[i]];
      }
      if (size != w[0] || !is_one(marked, cells + w[1], w + length)) return false;
    }
    return true;
  }
  bool holds(int64_t kind, const int64_t *w, size_t length) const {
    switch (kind) {
      case 1: return w[1] >> values[w[0]] & 1;
      case 2: return differ(w, length);
      case 3: {
        int64_t sum = 0;
        for (size_t i = 2; i < length; i += 2) sum += w[i + 1] * value_of(w[i]);
        return sum >= w[0] && sum <= w[1];
      }
      case 4: return w[2 + values[w[0]]] >> values[w[1]] & 1;
      case 5: return true;
      case 6: return accepted(w + 1, length - 1);
      case 7: {
        int64_t found = number_of(w[0], w + 3, length - 3);
        return found >= w[1] && found <= w[2];
      }
      case 8: return value_of(w[1]) == number_of(w[0], w + 2, length - 2);
      case 9: {
        int64_t at = value_of(w[0]) - w[2];
        return at >= 0 && at < (int64_t)length - 3 && values[w[3 + at]] == values[w[1]];
      }
      case 10:
        for (uint32_t d = 0; d < model.digits; d++)
          for (size_t i = 1; i < length; i += (size_t)w[0])
            if (number_of((int64_t)1 << d, w + 1, (size_t)w[0]) != number_of((int64_t)1 << d, w + i, (size_t)w[0]))
              return false;
        return true;
      case 11:
        for (size_t i = 0; i < length; i += 1 + (size_t)w[i])
          if (all_hold(w + i + 1, w + i + 1 + w[i])) return true;
        return false;
      case 12: {
        uint8_t marked[2048] = {};
        int64_t size = 0;
        for (int64_t i = 0; i < w[3]; i++) size += marked[w[4 + i]] = w[0] >> values[w[4 + i]] & 1;
        return size >= w[1] && size <= w[2] && is_one(marked, w + 4 + w[3], w + length);
      }
      case 13: return regions_hold(w, length);
      case 14: {
        size_t low = 1, high = 1;
        for (size_t i = 1; i < length; i++) {
          if (values[w[i]] < values[w[low]]) low = i;
          if (values[w[i]] > values[w[high]]) high = i;
        }
        int64_t sum = 0;
        for (size_t i = (low < high ? low : high) + 1; i < (low < high ? high : low); i++) sum += value_of(w[i]);
        return sum == w[0] && differ(w + 1, length - 1);
      }
      case 15: {
        int64_t highest = 0, seen = 0;
        for (size_t i = 1; i < length; i++)
          if (value_of(w[i]) > highest) highest = value_of(w[i]), seen++;
        return seen == w[0] && differ(w + 1, length - 1);
      }
      case 16: {
        int64_t run = 1;
        for (size_t i = 3; i < length; i += 1 + (size_t)w[i])
          for (int64_t k = 0; k < w[i] && values[w[i + 1 + (size_t)k]] == values[w[2]]; k++) run++;
        return value_of(w[1]) + w[0] == run;
      }
      default: {
        uint64_t met = 0;
        for (size_t i = 1; i < length; i++) met |= (uint64_t)1 << values[w[i]];
        return value_of(w[0]) == __builtin_popcountll(met);
      }
    }
  }
};

// The number of boards that hold; -1 if there are too many to try.
int64_t count_boards(const ListModel &model) {
  uint64_t boards = 1;
  for (uint32_t c = 0; c < model.cells; c++)
    if ((boards *= model.digits) * (model.length + 1) > 1 << 18) return -1;
  uint8_t values[2048] = {};
  int64_t found = 0;
  for (uint64_t b = 0; b < boards; b++) {
    uint64_t rest = b;
    for (uint32_t c = 0; c < model.cells; c++, rest /= model.digits) values[c] = (uint8_t)(rest % model.digits);
    found += ListMeaning{model, values}.all_hold();
  }
  return found;
}

int after_some(void *left) { return --*(int64_t *)left < 0; }

void run_list_case(Source &source) {
  static int64_t *const words = new int64_t[ListModel::kMostWords];
  bool small = source.below(4);
  uint32_t cells = small ? 1 + source.below(6) : source.one_in(4) ? 2048 - source.below(2) : 1 + source.below(2048);
  uint32_t digits = small ? 1 + source.below(4) : 1 + source.below(36);
  ListModel model{source, cells, digits, (int32_t)source.below(3) - 1, words, 0, true, {}, 0};
  bool same = source.one_in(3);
  for (uint32_t c = 0; c < cells; c++) model.planted[c] = (uint8_t)(same ? 0 : source.below(digits));
  model.machine();
  for (uint32_t i = 0, number = 1 + source.below(2); i < number; i++) {
    int64_t kind = 1 + source.below(16);
    model.primitive(kind + (kind >= 5), 0);
  }
  nonet_model given{cells, digits, model.first, words, model.length};
  size_t bytes = nonet_model_bytes(&given);
  uint64_t fault[5];
  require(nonet_model_fault(&given, fault) == NONET_OK && (fault[0] == NONET_FAULT_NONE) == (bytes > 0),
          "a model has a fault, or none, but is taken or refused");
  // Sets of one cell each count as relations.
  require(bytes > 0 || !model.allowed || fault[0] == NONET_FAULT_PRIMITIVES, "a model within the bounds was refused");
  require(!bytes || model.allowed, "a model beyond the bounds was taken");
  if (!bytes) {
    lists_refused++;
    return;
  }
  int64_t left = 200;
  nonet_options options{};
  options.limit = 1 << 18;
  options.budget = 2000;
  options.poll = after_some;
  options.poll_argument = &left;
  Aligned tables(bytes, source.byte());
  int code = nonet_model_make(&given, &options, tables.memory, bytes);
  require(code == NONET_OK || (code == NONET_STOPPED && left < 0), "a model with a size was not made");
  size_t needed = nonet_general_workspace_bytes(tables.memory);
  require((needed > 0) == (code == NONET_OK), "no tables, but a workspace");
  if (code != NONET_OK || needed > (size_t)1 << 28) {
    lists_stopped += code != NONET_OK;
    return;
  }
  Aligned workspace(needed, source.byte());
  Buffer<uint64_t> marks(cells), pruned(cells);
  for (uint32_t c = 0; c < cells; c++) marks[c] = pruned[c] = model.all();
  bool is_planted = ListMeaning{model, model.planted}.all_hold();
  uint8_t status = 77;
  left = 100;
  nonet::kChecksReasons = small && model.length < 4096;
  code = nonet_general_prune(tables.memory, &options, pruned.data, &status, workspace.memory, needed);
  require(code == NONET_OK || (code == NONET_STOPPED && left < 0 && status == NONET_CANCELLED), "prune was refused");
  for (uint32_t c = 0; c < cells && is_planted; c++)
    require(status != NONET_NO_SOLUTION && pruned[c] >> model.planted[c] & 1, "prune: a planted solution lost");
  Buffer<uint8_t> solution(cells);
  uint64_t count = 0;
  nonet_results results{solution.data, cells, 0, &count, &status, nullptr, {}};
  // Clauses at once, or never.
  uint32_t patience = nonet::kPatience;
  nonet::kPatience = source.below(2) ? 0 : 1u << 30;
  left = 100;
  code = nonet_general_solve_marks(tables.memory, marks.data, 1, &options, &results, workspace.memory, needed);
  nonet::kPatience = patience;
  nonet::kChecksReasons = true;
  require(code == NONET_OK || (code == NONET_STOPPED && left < 0), "a model was not searched");
  bool is_over = status != NONET_CANCELLED && status != NONET_OUT_OF_BUDGET;
  lists_stopped += code == NONET_STOPPED;
  if (count) {
    for (uint32_t c = 0; c < cells; c++) solution[c]--;
    require(ListMeaning{model, solution.data}.all_hold(), "a solution does not hold");
  }
  if (is_planted && is_over) require(count > 0, "a planted solution was missed"), lists_planted++;
  if (int64_t wanted = is_over ? count_boards(model) : -1; wanted >= 0)
    require((int64_t)count == wanted, "another number of boards holds"), lists_counted++;
}

}  // namespace

#endif
