// model_maker.hpp: the words of primitives, checked and turned into the tables of model.hpp.
//
// What each kind of primitive needs, and makes, is in make_*.cpp; kinds.def lists the kinds. The first pass reads what
// decides which cells differ: Allowed, Different, and relations that allow no equal digits. The second reads everything
// else, because a sum is stronger if it is known which of its cells differ. deductions.cpp then adds sums that follow from
// the others. Memory comes from the block itself; the size of each part is bounded beforehand by the number of words.
#ifndef NONET_MODEL_MAKER_HPP
#define NONET_MODEL_MAKER_HPP

#include "search/trail.hpp"
#include "search/model.hpp"

namespace nonet {

// A primitive in the caller's words.
struct Primitive {
  int64_t kind;
  const int64_t *words;
  size_t length;
};

// Reads primitives one after the other; `ok` is false once the words are not valid.
struct Reader {
  const int64_t *at, *end;
  bool ok = true;
  bool next(Primitive &primitive) {
    if (!ok || at == end) return false;
    if (end - at < 2 || at[1] < 0 || at[1] > end - at - 2) return ok = false;
    primitive = {at[0], at + 2, (size_t)at[1]};
    at += 2 + at[1];
    return true;
  }
};

constexpr uint64_t bit_of(int64_t i) { return (uint64_t)1 << (i % 64); }

constexpr uint32_t kDerived = 512;            // sums that deductions.cpp may add
constexpr uint32_t kDerivedCells = 4096;      // their cells
constexpr uint64_t kMostPeerBytes = 1 << 22;  // of cells that differ in certain digits; else these are relations

constexpr uint64_t kMostBytes = 1u << 30;  // of the block: its offsets have 32 bits

// What a list of a primitive has, see bounds.def.
enum class Listed { kAnyTimes, kOnce, kEdges, kParts };

// Whether a call is to stop, asked after some steps of work.
class Poll {
 public:
  explicit Poll(const nonet_options *options) : options_(options) {}
  bool stopped(uint64_t steps) {
    if ((left_ -= (int64_t)steps) > 0 || stopped_) return stopped_;
    left_ = kSteps;
    return stopped_ = options_ && options_->poll && options_->poll(options_->poll_argument);
  }

 private:
  static constexpr int64_t kSteps = 1 << 16;  // less than a millisecond
  const nonet_options *options_;
  int64_t left_ = kSteps;
  bool stopped_ = false;
};

// Once the call is to stop, all that takes long is left out: the tables are useless, but nothing is written beyond them.
class ModelMaker {
 public:
  ModelMaker(const nonet_model &given, Model &plan, const nonet_options *options = nullptr)
      : given_(given), plan_(plan), poll_(options) {}

  // What is wrong with the model, as nonet_model_fault writes it.
  struct Fault {
    uint64_t what, kind, primitive, found, most;
  } fault{};

  // Check the words and lay out the block; false if they are not valid.
  bool plan() {
    plan_ = Model{};
    if (given_.cells < 1 || given_.cells > kMaxCells) return refuse(NONET_FAULT_CELLS, given_.cells, kMaxCells);
    if (given_.digits < 1 || given_.digits > kMaxSize) return refuse(NONET_FAULT_DIGITS, given_.digits, kMaxSize);
    if (given_.length > NONET_MOST_WORDS) return refuse(NONET_FAULT_LENGTH, given_.length, NONET_MOST_WORDS);
    if ((given_.length && !given_.words) || given_.first < -1000 || given_.first > 1000) return refuse();
    plan_.magic = kModelMagic;
    plan_.size = given_.digits;
    plan_.cells = given_.cells;
    plan_.first = given_.first;
    plan_.candidates = plan_.cells * plan_.size;
    plan_.mask_bytes = mask_bytes_of(plan_.size);
    plan_.set_words = (plan_.cells + 63) / 64;
    plan_.lock_words = words_of_sets(plan_.size, kLockDigits);
    plan_.row_bits = plan_.size <= 9 ? 9 : 8;
    plan_.table_size = plan_.size <= 9 ? 1u << plan_.size : (plan_.size + 7) / 8 * 256;
    Reader reader{given_.words, given_.words + given_.length};
    Primitive primitive;
    for (fault.primitive = 0; reader.next(primitive); fault.primitive++)
      if (!check(primitive, 0)) return refuse_in(primitive);
    if (!reader.ok) return refuse();
    fault = {};
    if (constraints_ > kMaxConstraints) return refuse(NONET_FAULT_PRIMITIVES, constraints_, kMaxConstraints);
    if (houses_ > kMaxHouses) return refuse(NONET_FAULT_HOUSES, houses_, kMaxHouses);
    if (layers_ > NONET_MOST_LAYERS) return refuse(NONET_FAULT_STATES, layers_, NONET_MOST_LAYERS);
    uint64_t bytes = lay_out();
    return bytes <= kMostBytes || refuse(NONET_FAULT_MEMORY, bytes, kMostBytes);
  }

  // Fill a block of plan.bytes; false if the call was stopped, and these are not tables.
  bool make(void *block);

 private:
  // ---- checks -------------------------------------------------------------------------------------------------

  // The first fault is kept.
  bool refuse(uint64_t what = NONET_FAULT_WORDS, uint64_t found = 0, uint64_t most = 0) {
    if (!fault.what) fault.what = what, fault.found = found, fault.most = most;
    return false;
  }
  // In a choice, the primitive that is at fault is the inner one.
  bool refuse_in(const Primitive &p) {
    if (!fault.kind) fault.kind = known_kind(p.kind);
    return refuse();
  }
  static uint64_t known_kind(int64_t kind) { return kind > 0 && kind <= kAsGiven ? (uint64_t)kind : 0; }
  bool is_cell(int64_t cell) const { return cell >= 0 && cell < plan_.cells; }
  bool is_mask(int64_t mask) const { return mask >= 0 && mask >> plan_.size == 0; }
  static bool is_number(int64_t total) { return total >= -kMaxCoefficient && total <= kMaxCoefficient; }
  bool are_cells(const int64_t *cells, size_t count, size_t step = 1) {
    for (size_t i = 0; i < count; i++)
      if (!is_cell(cells[i * step])) return refuse(NONET_FAULT_OUTSIDE, (uint64_t)cells[i * step], plan_.cells - 1);
    return true;
  }
  uint64_t most_in_line() const { return plan_.size <= kSetDigits ? plan_.size : 0; }
  bool check_lists(const Primitive &p);
  template <class Count>
  bool check_list(const Primitive &p, uint64_t begin, Count count_of, uint64_t step, uint64_t most, Listed listed);

  bool check(const Primitive &p, uint32_t depth) {
    if (!check_lists(p)) return false;
    if (++constraints_ > kMaxConstraints) return refuse(NONET_FAULT_PRIMITIVES, constraints_, kMaxConstraints);
    pool_ += p.length;
    data_ += p.length + 8;
    switch (p.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return check_##name(p, depth);
#define PRIMITIVE(Name, name) KIND(Name, name, )
#include "search/kinds.def"
      default: return false;
    }
  }
#define KIND(Name, name, reason)                         \
  bool check_##name(const Primitive &p, uint32_t depth); \
  void make_##name(const Primitive &p);
#define PRIMITIVE(Name, name) KIND(Name, name, )
#include "search/kinds.def"

  // Whether a relation of two cells only says that they do not both hold certain digits. (If these are all digits, the cells
  // differ.)
  bool excludes_equal_digits(const Primitive &p) const {
    uint64_t all = ((uint64_t)1 << plan_.size) - 1, excluded = 0;
    for (uint32_t d = 0; d < plan_.size; d++) {
      uint64_t gone = all & ~(uint64_t)p.words[2 + d];
      if (gone & ~((uint64_t)1 << d)) return false;
      excluded |= gone;
    }
    return p.words[0] != p.words[1] && excluded && excluded != all;
  }

  // ---- layout -------------------------------------------------------------------------------------------------

  // Return the size of the block. If it is above kMostBytes, offsets are wrong.
  uint64_t lay_out() {
    uint64_t at = (sizeof(Model) + 63) / 64 * 64;
    auto take = [&](uint64_t bytes) {
      uint64_t here = at;
      at = (at + bytes + 63) / 64 * 64;
      return at <= kMostBytes ? (uint32_t)here : 0;
    };
    uint32_t n = plan_.size, cells = plan_.cells, derived = has_totals_ ? kDerived : 0;
    uint64_t derived_cells = has_totals_ ? kDerivedCells : 0;
    uint64_t max_constraints = constraints_ + derived, max_pool = pool_ + derived_cells + cells;
    uint64_t max_arcs = 2 * (relations_ + derived);
    // These begin as zeros, and so do the words of data that primitives need.
    plan_.house_start_at = take(sizeof(uint32_t) * (houses_ + 1));
    plan_.house_cells_at = take(sizeof(uint16_t) * seats_);
    plan_.full_at = take(houses_);
    plan_.cell_start_at = take(sizeof(uint32_t) * (cells + 1));
    plan_.seats_at = take(sizeof(Seat) * seats_);
    plan_.allowed_at = take(sizeof(uint64_t) * cells);
    plan_.peers_at = take(sizeof(uint64_t) * cells * plan_.set_words);
    has_digit_peers_ &= sizeof(uint64_t) * n * cells * plan_.set_words <= kMostPeerBytes;
    plan_.digit_peers_at = take(has_digit_peers_ ? sizeof(uint64_t) * n * cells * plan_.set_words : 0);
    plan_.most_seen_at = take(houses_);
    plan_.lockable_at = take(sizeof(uint64_t) * plan_.lock_words * houses_);
    plan_.arc_start_at = take(sizeof(uint32_t) * (cells + 1));
    plan_.watch_start_at = take(sizeof(uint32_t) * (cells + 1));
    plan_.sets_at = take(needs_sets_ ? sizeof(uint64_t) * words_of_sets(n) * (n * (n - 1) / 2 + 1) : 0);
    plan_.combinations_at = take(needs_sets_ ? sizeof(uint16_t) << n : 0);
    plan_.combination_start_at = take(needs_sets_ ? sizeof(uint16_t) * ((n + 1) * (n * (n - 1) / 2 + 1) + 1) : 0);
    numbers_at_ = take(sizeof(uint16_t) * cells);
    plan_.data_at = take(sizeof(int64_t) * (data_ + 4 * derived_cells + 16 * (uint64_t)derived));
    zeroed_ = plan_.data_at + sizeof(int64_t) * data_;
    // These do not.
    plan_.arcs_at = take(sizeof(Arc) * max_arcs);
    plan_.watches_at = take(sizeof(Watch) * max_pool);
    plan_.constraints_at = take(sizeof(Constraint) * max_constraints);
    plan_.constraint_sources_at = take(sizeof(uint32_t) * max_constraints);
    plan_.arc_sources_at = take(sizeof(uint32_t) * max_arcs);
    plan_.pool_at = take(sizeof(uint16_t) * max_pool);
    machine_at_ = take(sizeof(uint32_t) * (machines_ + 1));
    unsorted_at_ = take(sizeof(Arc) * max_arcs);
    unsorted_sources_at_ = take(sizeof(uint32_t) * max_arcs);
    cages_at_ = take(sizeof(Cage) * (constraints_ + cells + derived));
    cage_sets_at_ = take(has_totals_ ? sizeof(uint64_t) * plan_.set_words * (constraints_ + cells + derived) : 0);
    house_sets_at_ = take(sizeof(uint64_t) * plan_.set_words * houses_);
    known_houses_at_ = take(has_sums_in_choices_ ? sizeof(KnownHouse) * differences_ : 0);
    known_relations_at_ = take(sizeof(Relation) * (max_arcs + 2));
    relation_rows_at_ = take(sizeof(uint64_t) * n * (max_arcs + 2));
    hashes_at_ = take(sizeof(uint64_t) * (constraints_ + cells + derived));
    plan_.relations_at = take((uint64_t)plan_.mask_bytes * plan_.table_size * (max_arcs + 2));
    plan_.bytes = at <= kMostBytes ? (uint32_t)at : 0;
    room_ = {max_constraints, max_pool, data_ + 4 * derived_cells + 16 * (uint64_t)derived, max_arcs, max_arcs + 2};
    return at;
  }

  // ---- filling ------------------------------------------------------------------------------------------------

  template <class T> T *part(uint32_t offset) { return (T *)((char *)made_ + offset); }
  const uint64_t *house_set(uint32_t house) { return part<uint64_t>(house_sets_at_) + (size_t)house * plan_.set_words; }
  const uint64_t *cage_set(uint32_t cage) { return part<uint64_t>(cage_sets_at_) + (size_t)cage * plan_.set_words; }
  uint64_t *peers_of(uint32_t cell) { return part<uint64_t>(plan_.peers_at) + (size_t)cell * plan_.set_words; }

  void never() { made_->impossible = 1; }
  void allow(uint32_t cell, uint64_t mask) {
    uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
    if (!(allowed[cell] &= mask)) never();
  }

  void read_differences() {
    Reader reader{given_.words, given_.words + given_.length};
    Primitive p;
    while (reader.next(p) && !poll_.stopped(p.length * plan_.set_words)) {
      if (p.kind == kAllowed) allow((uint32_t)p.words[0], (uint64_t)p.words[1]);
      if (p.kind == kDifferent) differ(p.words, p.length);
      if (p.kind == kFilling || p.kind == kVisible) differ(p.words + 1, p.length - 1);
      if (p.kind == kPair && p.words[0] != p.words[1]) {
        bool equal = false;
        for (uint32_t d = 0; d < plan_.size; d++) equal |= p.words[2 + d] >> d & 1;
        if (!equal) differ(p.words, 2);
      }
    }
    if (has_digit_peers_) read_digit_differences();
    if (has_sums_in_choices_ && !made_->impossible) find_known_houses();
  }

  void read_digit_differences() {
    size_t words = (size_t)plan_.cells * plan_.set_words;
    uint64_t *sets = part<uint64_t>(plan_.digit_peers_at);
    for (uint32_t d = 0; d < plan_.size; d++) memcpy(sets + d * words, peers_of(0), sizeof(uint64_t) * words);
    made_->digit_peers = 1;
    Reader reader{given_.words, given_.words + given_.length};
    Primitive p;
    while (reader.next(p)) {
      if (p.kind != kPair || !excludes_equal_digits(p)) continue;
      uint64_t a = (uint64_t)p.words[0], b = (uint64_t)p.words[1];
      for (uint32_t d = 0; d < plan_.size; d++) {
        if (p.words[2 + d] >> d & 1) continue;
        sets[d * words + a * plan_.set_words + b / 64] |= (uint64_t)1 << (b % 64);
        sets[d * words + b * plan_.set_words + a / 64] |= (uint64_t)1 << (a % 64);
      }
    }
  }

  // Cells that differ and have as many digits as cells, so that their total is known.
  struct KnownHouse {
    const int64_t *cells;
    uint32_t count;
    int64_t total;  // of digit numbers
  };

  void find_known_houses() {
    const uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
    Reader reader{given_.words, given_.words + given_.length};
    Primitive p;
    while (reader.next(p)) {
      if (p.kind != kDifferent) continue;
      uint64_t digits = 0;
      int64_t total = 0;
      for (size_t i = 0; i < p.length; i++) digits |= allowed[p.words[i]];
      if ((size_t)__builtin_popcountll(digits) != p.length) continue;
      for (; digits; digits &= digits - 1) total += __builtin_ctzll(digits);
      part<KnownHouse>(known_houses_at_)[known_houses_++] = {p.words, (uint32_t)p.length, total};
    }
  }

  void differ(const int64_t *cells, size_t count) {
    Fixed<uint64_t, kMaxCells / 64> set = {};
    for (size_t i = 0; i < count; i++) {
      uint64_t &word = set[cells[i] / 64], bit = (uint64_t)1 << (cells[i] % 64);
      if (word & bit) never();
      word |= bit;
    }
    if (count > plan_.size) never();
    for (size_t i = 0; i < count; i++) {
      uint64_t *peers = peers_of((uint32_t)cells[i]);
      for (uint32_t w = 0; w < plan_.set_words; w++) peers[w] |= set[w];
      peers[cells[i] / 64] &= ~((uint64_t)1 << (cells[i] % 64));
    }
    if (count == plan_.size && count > 1 && !made_->impossible) add_house(cells, count);
  }

  void add_house(const int64_t *cells, size_t count) {
    uint16_t *house = part<uint16_t>(plan_.house_cells_at) + made_->seats;
    for (size_t i = 0; i < count; i++) {
      size_t at = i;
      for (; at && house[at - 1] > cells[i]; at--) house[at] = house[at - 1];
      house[at] = (uint16_t)cells[i];
    }
    uint32_t *start = part<uint32_t>(plan_.house_start_at);
    for (uint32_t h = 0; h < made_->count; h++)
      if (!memcmp(part<uint16_t>(plan_.house_cells_at) + start[h], house, sizeof(uint16_t) * count)) return;
    part<uint8_t>(plan_.full_at)[made_->count] = 1;
    uint64_t *set = part<uint64_t>(house_sets_at_) + (size_t)made_->count * plan_.set_words;
    memset(set, 0, sizeof(uint64_t) * plan_.set_words);
    for (size_t i = 0; i < count; i++) set[house[i] / 64] |= (uint64_t)1 << (house[i] % 64);
    made_->seats += (uint32_t)count;
    start[++made_->count] = made_->seats;
  }

  void fill_seats() {
    uint32_t *cell_start = part<uint32_t>(plan_.cell_start_at), *start = part<uint32_t>(plan_.house_start_at);
    uint16_t *cells = part<uint16_t>(plan_.house_cells_at);
    Seat *seats = part<Seat>(plan_.seats_at);
    for (uint32_t i = 0; i < made_->seats; i++) cell_start[cells[i] + 1]++;
    for (uint32_t c = 0; c < plan_.cells; c++) cell_start[c + 1] += cell_start[c];
    for (uint32_t h = made_->count; h-- > 0;)
      for (uint32_t p = start[h + 1] - start[h]; p-- > 0;) {
        uint32_t cell = cells[start[h] + p];
        seats[--cell_start[cell + 1]] = Seat{(uint16_t)h, (uint16_t)p};
      }
    // The loop above has moved each start to the place of the one before it.
    for (uint32_t c = 0; c < plan_.cells; c++) cell_start[c] = cell_start[c + 1];
    cell_start[plan_.cells] = made_->seats;
  }

  // ---- constraints --------------------------------------------------------------------------------------------

  Constraint &add(uint8_t kind, uint32_t priority) {
    NONET_EXPECT(made_->constraints < room_.constraints);
    part<uint32_t>(plan_.constraint_sources_at)[made_->constraints] = source_;
    Constraint &c = part<Constraint>(plan_.constraints_at)[made_->constraints++];
    c = Constraint{kind, (uint8_t)priority, (uint8_t)depth_, 0, choice_, 0, used_pool_, used_data_, 0};
    return c;
  }
  // A primitive that never holds.
  void deny() {
    if (!depth_) return never();
    Constraint &c = add(kAllowed, 0);
    put_cell(c, 0);
    put(c, 0);
  }
  void put_cell(Constraint &c, int64_t cell) {
    put_in_pool((uint16_t)cell);
    c.count++;
  }
  void put_in_pool(uint16_t cell) {
    NONET_EXPECT(used_pool_ < room_.pool);
    part<uint16_t>(plan_.pool_at)[used_pool_++] = cell;
  }
  void put_cells(Constraint &c, const int64_t *cells, size_t count) {
    for (size_t i = 0; i < count; i++) put_cell(c, cells[i]);
  }
  void put(Constraint &c, int64_t word) {
    NONET_EXPECT(used_data_ < room_.data);
    part<int64_t>(plan_.data_at)[used_data_++] = word;
    c.length++;
  }
  void need(uint64_t words) {
    NONET_EXPECT(words <= UINT32_MAX);
    if (words > made_->scratch) made_->scratch = (uint32_t)words;
  }

  // A sum with a fixed total, for deductions.
  struct Cage {
    uint32_t cells_at, count;
    int64_t total;
  };

  // A relation with a table: the hash of its rows, and the number of the relation from the second cell to the first.
  struct Relation {
    uint64_t hash;
    uint32_t backward;
  };
  static constexpr uint32_t kNoRelation = 0xFFFFFFFF;

  // A machine that is looked for, see machine_of().
  struct FoundMachine {
    Reader reader{};
    int64_t number = -1;
    Primitive primitive{};
  };

  // The groups of a count that was made, in the pools.
  struct KnownGroups {
    Fixed<uint64_t, kMaxCells / 64> cells;
    int64_t groups = 0;
    uint32_t cells_at, ends_at;
  };
  static constexpr uint32_t kKnownGroups = 4;

  const Primitive &machine_of(int64_t number);
  void add_primitive(const Primitive &p);
  void add_allowed(uint32_t cell, uint64_t mask);
  bool check_line(const Primitive &p, uint32_t depth);
  void make_line(const Primitive &p);
  uint32_t shorten(uint16_t *cells, int64_t *coefficients, uint32_t count, int64_t &low, int64_t &high);
  void add_sum(uint16_t *cells, int64_t *coefficients, uint32_t count, int64_t low, int64_t high, bool innies = false);
  void add_count_of_rest(int64_t digits, int64_t number, const int64_t *cells, size_t count);
  void add_count(int64_t digits, int64_t low, int64_t high, const int64_t *given, size_t count);
  template <class Cell> bool repeats(const Cell *cells, size_t count) const;
  void add_pair(uint32_t a, uint32_t b, uint64_t *rows);
  void add_shifts(Machine &machine);
  void find_alike(Machine &machine);
  bool add_digit_sets(uint32_t place, const int64_t *cells, uint32_t count);
  void add_region(const int64_t *cells, uint32_t count, int64_t digits, int64_t low, int64_t high, uint32_t graph);
  uint32_t put_graph(const int64_t *cells, uint32_t count, const int64_t *edges, const int64_t *end);
  void order_homes();
  template <class Mask> void fill_relation(uint32_t number, const uint64_t *rows);
  uint32_t relation_of(const uint64_t *rows);
  uint32_t gather_group(uint16_t *cells, int64_t *coefficients, uint32_t begin, uint32_t count);
  void fill_sets();
  void sort_arcs();
  void fill_seen();
  void fill_watches();
  void note_cage(const uint16_t *cells, uint32_t count, int64_t total);
  void deduce();
  void combine();
  void deduce_from(const uint64_t *all, int64_t total, uint32_t most, bool partial);
  void derive(const uint64_t *plus, const uint64_t *minus, int64_t total, bool innies);

  const nonet_model &given_;
  Model &plan_;
  Poll poll_;
  Model *made_ = nullptr;
  uint64_t constraints_ = 0, pool_ = 0, data_ = 0, relations_ = 0;
  uint64_t layers_ = 0;  // cells times states of all automata
  FoundMachine found_machine_;
  // Of the parts of the block that grow while it is made, the elements for which there is room.
  struct {
    uint64_t constraints, pool, data, arcs, relations;
  } room_{};
  uint32_t houses_ = 0, seats_ = 0, differences_ = 0, known_houses_ = 0, machines_ = 0, used_machines_ = 0;
  uint64_t zeroed_ = 0;      // bytes of the block that begin as zeros
  bool as_given_ = false;    // whether nothing is added that follows from several primitives
  bool has_totals_ = false;  // whether a sum has a fixed total
  bool has_sums_in_choices_ = false;
  bool has_digit_peers_ = false;
  bool needs_sets_ = false;      // whether anything reads the tables of sets of digits
  uint32_t source_ = kNoSource;  // the number of the primitive that is made
  uint32_t depth_ = 0, choice_ = 0, cages_ = 0, derived_ = 0, derived_cells_ = 0;
  uint32_t used_pool_ = 0, used_data_ = 0, used_arcs_ = 0, used_relations_ = 0;
  Fixed<KnownGroups, kKnownGroups> known_groups_;
  uint32_t next_known_groups_ = 0;
  uint32_t machine_at_ = 0, unsorted_at_ = 0, unsorted_sources_at_ = 0, numbers_at_ = 0, cages_at_ = 0, hashes_at_ = 0;
  uint32_t cage_sets_at_ = 0, house_sets_at_ = 0, known_houses_at_ = 0, known_relations_at_ = 0, relation_rows_at_ = 0;
};

}  // namespace nonet

#endif
