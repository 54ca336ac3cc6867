// door.hpp: the functions of core.h that take and give flat buffers, one row each: which arguments a caller writes.
//
// A row names a function of core.h and what its parameters are, in the order of core.h; one that does not fit there does not
// compile. What callers need follows from the rows:
//
//   Python     bind/rows.hpp makes a function of each row: its names, its types, and checks that the buffers are long
//              enough. The stub src/nonet/_core.pyi is written from the module.
//   a page     wasm/door.cpp calls any row, and lists the arguments; js/engine/door.js reads that list when it starts,
//              and so knows what to write, and what each buffer needs. So does the Python of a page, web/python/_core.py.
//
// An argument of a caller is one Parameter; a Part is what becomes parameters of core.h. Lengths of buffers are multiples of
// the number of rows, which is the argument that is declared as Count.
#ifndef NONET_DOOR_HPP
#define NONET_DOOR_HPP

#include <stddef.h>
#include <stdint.h>

#include "core.h"

namespace nonet::door {

// ---- arguments --------------------------------------------------------------------------------------------------------

// How an argument is passed. js/engine/door.js has the same list.
enum class Way : uint8_t {
  kNumber,
  kCount,       // a number: of rows, or of whatever else buffers are as long as
  kTables,      // of nonet_tables_make or nonet_model_make
  kInput,       // a buffer that is read
  kMaybeInput,  // the same, or none
  kBytes,       // a short one: `bytes` in Python
  kMaybeBytes,
  kChanged,  // a buffer that is read and written
  kOutput,   // one that is written
  kMaybeOutput,
  kOne,  // one value that is written
  kStop  // in Python a byte with which another thread ends the call; a page is asked instead
};

constexpr uint16_t kCells = 0xFFFF;              // of the length of a row: as many as the board has cells
constexpr uint16_t kTechniques = 0xFFFE;         // as many as there are techniques of classic boards
constexpr uint16_t kGeneralTechniques = 0xFFFD;  // as many as there are of any boards

struct Facts {
  const char *name;
  Way way;
  uint8_t bytes;     // of an element
  uint16_t per_row;  // elements; 0: a Part or the core checks the length
};

template <size_t kSize> struct Name {
  char text[kSize];
  constexpr Name(const char (&from)[kSize]) : text{} {
    for (size_t i = 0; i < kSize; i++) text[i] = from[i];
  }
};

template <Name kName, class T, Way kWay, uint16_t kPerRow = 0> struct Parameter {
  using Type = T;
  static constexpr Way way = kWay;
  static constexpr Facts facts{kName.text, kWay, sizeof(T), kPerRow};
};

template <class...> struct List {};
template <class...> struct Join;
template <> struct Join<> {
  using Type = List<>;
};
template <class... A> struct Join<List<A...>> {
  using Type = List<A...>;
};
template <class... A, class... B, class... More> struct Join<List<A...>, List<B...>, More...> {
  using Type = typename Join<List<A..., B...>, More...>::Type;
};

// An argument as it arrives: a number, or the address and the elements of a buffer. Of tables, the cells of a board.
struct Value {
  uint64_t bits;
  size_t size;
  template <class T> T *buffer() const { return (T *)(uintptr_t)bits; }
};

// What the arguments of one call become.
struct Call {
  nonet_options options{};
  nonet_results results{};
  nonet_ratings ratings{};
  nonet_profile profile{};
  nonet_puzzle_spec spec{};
  nonet_houses houses{};
  nonet_board board{};
  size_t digits = 0, marks = 0, givens = 0;  // the lengths of a position
  nonet_model model{};
  size_t rows = 1, cells = 81;
  void *workspace = nullptr;
  size_t workspace_bytes = 0;
  const char *fault = nullptr;  // the argument for which the core is not called
  void require(bool holds, const char *argument) {
    if (!holds && !fault) fault = argument;
  }
};

// ---- parts ------------------------------------------------------------------------------------------------------------
// Each has its Parameters, and passes what they become to `next`.

template <Name kName, class T> struct Number {
  using Parameters = List<Parameter<kName, T, Way::kNumber>>;
  template <class F> static auto pass(Call &, const Value *given, F next) { return next((T)given->bits); }
};

template <Name kName> struct Count {
  using Parameters = List<Parameter<kName, size_t, Way::kCount>>;
  template <class F> static auto pass(Call &, const Value *given, F next) { return next((size_t)given->bits); }
};

template <Name kName, class T, Way kWay, uint16_t kPerRow = 0> struct Buffer {
  using Parameters = List<Parameter<kName, T, kWay, kPerRow>>;
  template <class F> static auto pass(Call &, const Value *given, F next) { return next(given->buffer<T>()); }
};
template <Name kName, class T, uint16_t kPerRow = 0> using In = Buffer<kName, const T, Way::kInput, kPerRow>;
template <Name kName, class T, uint16_t kPerRow = 0> using MaybeIn = Buffer<kName, const T, Way::kMaybeInput, kPerRow>;
template <Name kName, class T, uint16_t kCount> using Bytes = Buffer<kName, const T, Way::kBytes, kCount>;
template <Name kName, class T, uint16_t kPerRow = 0> using Changed = Buffer<kName, T, Way::kChanged, kPerRow>;
template <Name kName, class T, uint16_t kPerRow = 0> using Out = Buffer<kName, T, Way::kOutput, kPerRow>;
template <Name kName, class T, uint16_t kPerRow = 0> using MaybeOut = Buffer<kName, T, Way::kMaybeOutput, kPerRow>;
template <Name kName, class T> using One = Buffer<kName, T, Way::kOne>;

// Transforms are bytes outside of the core.
template <Name kName, class Byte, Way kWay> struct Transforms {
  static_assert(sizeof(nonet_transform) == 28);
  using Parameters = List<Parameter<kName, Byte, kWay, sizeof(nonet_transform)>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given->buffer<nonet_transform>());
  }
};

struct Tables {
  using Parameters = List<Parameter<"tables", const uint8_t, Way::kTables>>;
  template <class F> static auto pass(Call &, const Value *given, F next) { return next(given->buffer<const void>()); }
};

// The tables that a search was begun with.
struct BegunTables : Tables {
  template <class F> static auto pass(Call &, const Value *, F next) { return next(); }
};

// Rows of boards, and of masks.
struct Boards {
  using Parameters =
      List<Parameter<"cells", const uint8_t, Way::kInput>, Parameter<"offsets", const uint64_t, Way::kMaybeInput, 1>,
           Parameter<"stride", size_t, Way::kNumber>, Parameter<"n", size_t, Way::kCount>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given[0].buffer<const uint8_t>(), given[0].size, given[1].buffer<const uint64_t>(),
                (size_t)given[2].bits, (size_t)given[3].bits);
  }
};
template <class Mask> struct Masks {
  using Parameters = List<Parameter<"marks", const Mask, Way::kInput, kCells>, Parameter<"n", size_t, Way::kCount>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given[0].buffer<const Mask>(), (size_t)given[1].bits);
  }
};

// The options: without limits, with the budget alone, with both.
struct Options {
  using Parameters = List<>;
  template <class F> static auto pass(Call &call, const Value *, F next) {
    call.options.limit = 1;
    return next(&call.options);
  }
};
struct Budget {
  using Parameters = List<Parameter<"budget", uint64_t, Way::kNumber>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.options.budget = given[0].bits;
    return Options::pass(call, given, next);
  }
};
struct Limits {
  using Parameters = List<Parameter<"limit", uint64_t, Way::kNumber>, Parameter<"budget", uint64_t, Way::kNumber>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.options.limit = given[0].bits;
    call.options.budget = given[1].bits;
    return next(&call.options);
  }
};

// More of the options, which are not parameters of their own. Of the profile the first number tells whether it counts points,
// and twice the number of its searches; then each technique and its rating.
struct Stop {
  using Parameters = List<Parameter<"stop", uint8_t, Way::kStop>>;
  template <class F> static auto pass(Call &, const Value *, F next) { return next(); }
};
struct Profile {
  using Parameters = List<Parameter<"profile", const uint16_t, Way::kMaybeBytes>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    const uint16_t *numbers = given->buffer<const uint16_t>();
    call.require(!numbers || given->size % 2 == 1, "profile");
    if (numbers && !call.fault) {
      call.profile = {numbers + 1, given->size / 2, (uint8_t)(numbers[0] & 1), (uint8_t)(numbers[0] >> 1)};
      call.options.profile = &call.profile;
    }
    return next();
  }
};
struct Givens {
  using Parameters = List<Parameter<"givens", const uint8_t, Way::kMaybeBytes>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.options.givens = given->buffer<const uint8_t>();
    call.givens = given->size;
    return next();
  }
};
// A position on a board of the human solver. Its houses, which come last, say how many cells it has: 81 without any. They
// are the size, their number, the kind of each, the cells of each, and pairs of cells.
struct Position {
  using Parameters =
      List<Parameter<"digits", const uint8_t, Way::kBytes>, Parameter<"marks", const uint64_t, Way::kBytes>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.digits = given[0].size, call.marks = given[1].size;
    return next(given[0].buffer<const uint8_t>(), given[1].buffer<const uint64_t>());
  }
};
struct MoreHouses {
  using Parameters = List<Parameter<"houses", const uint16_t, Way::kMaybeBytes>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.require(read_board(given->buffer<const uint16_t>(), given->size, call.board), "houses");
    if (given->bits) call.options.board = &call.board;
    const size_t cells = given->bits ? (size_t)call.board.size * call.board.size : 81;
    call.require(call.digits == cells, "digits");
    call.require(call.marks == cells, "marks");
    call.require(!call.options.givens || call.givens == cells, "givens");
    return next();
  }
  // Read the houses; false if they are not as long as they say. None at all are the classic ones.
  static bool read_board(const uint16_t *numbers, size_t size, nonet_board &out) {
    if (!numbers) return true;
    if (size < 2 || numbers[0] > NONET_LARGEST_BOARD) return false;
    const size_t houses = numbers[1], head = 2 + houses * (1 + (size_t)numbers[0]);
    if (size < head || (size - head) % 2) return false;
    out = {(uint8_t)numbers[0], houses, numbers + 2, numbers + 2 + houses, (size - head) / 2, numbers + head};
    return true;
  }
};
struct Premise {
  using Parameters = List<Parameter<"premise", uint8_t, Way::kNumber>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.options.premise = (uint8_t)given->bits;
    return next();
  }
};

struct Results {
  using Parameters =
      List<Parameter<"solutions", uint8_t, Way::kMaybeOutput, kCells>,
           Parameter<"solution_stride", size_t, Way::kNumber>, Parameter<"zero", uint8_t, Way::kNumber>,
           Parameter<"counts", uint64_t, Way::kMaybeOutput, 1>, Parameter<"status", uint8_t, Way::kOutput, 1>,
           Parameter<"guesses", uint32_t, Way::kMaybeOutput, 1>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    const size_t stride = (size_t)given[1].bits, cells = call.cells, length = given[0].size;
    call.require(stride >= cells, "solution_stride");
    call.require(!given[0].bits || !call.rows || (length >= cells && (length - cells) / stride >= call.rows - 1),
                 "solutions");
    call.results = {given[0].buffer<uint8_t>(),
                    stride,
                    (uint8_t)given[2].bits,
                    given[3].buffer<uint64_t>(),
                    given[4].buffer<uint8_t>(),
                    given[5].buffer<uint32_t>(),
                    {}};
    return next(&call.results);
  }
};
struct Counters {  // the same four, without results
  using Parameters = List<>;
  template <class F> static auto pass(Call &call, const Value *, F next) { return next(&call.results.stats); }
};
template <uint16_t kKinds> struct RatingsOf {
  using Parameters =
      List<Parameter<"ratings", uint16_t, Way::kOutput, 3>, Parameter<"status", uint8_t, Way::kOutput, 1>,
           Parameter<"hardest", uint8_t, Way::kMaybeOutput, 1>, Parameter<"steps", uint32_t, Way::kMaybeOutput, 1>,
           Parameter<"counts", uint16_t, Way::kMaybeOutput, kKinds>,
           Parameter<"nodes", uint64_t, Way::kMaybeOutput, 1>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.ratings = {given[0].buffer<uint16_t>(), given[1].buffer<uint8_t>(),  given[2].buffer<uint8_t>(),
                    given[3].buffer<uint32_t>(), given[4].buffer<uint16_t>(), given[5].buffer<uint64_t>()};
    return next(&call.ratings);
  }
};
using Ratings = RatingsOf<kTechniques>;
using PositionRatings = RatingsOf<kGeneralTechniques>;

struct Spec {
  using Parameters =
      List<Parameter<"orbits", const uint8_t, Way::kBytes, 81>, Parameter<"min_givens", uint32_t, Way::kNumber>,
           Parameter<"max_givens", uint32_t, Way::kNumber>, Parameter<"attempts", uint32_t, Way::kNumber>,
           Parameter<"minimal", bool, Way::kNumber>, Parameter<"fixed", bool, Way::kNumber>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.spec = {given[0].buffer<const uint8_t>(), (uint32_t)given[1].bits, (uint32_t)given[2].bits,
                 (uint32_t)given[3].bits,          given[4].bits != 0,      given[5].bits != 0};
    return next(&call.spec);
  }
};

struct Houses {
  using Parameters =
      List<Parameter<"size", uint32_t, Way::kNumber>, Parameter<"houses", uint32_t, Way::kNumber>,
           Parameter<"lengths", const uint8_t, Way::kInput>, Parameter<"cells", const uint16_t, Way::kInput>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.houses = {(uint32_t)given[0].bits, (uint32_t)given[1].bits, given[2].buffer<const uint8_t>(),
                   given[3].buffer<const uint16_t>()};
    return next(&call.houses);
  }
};

struct Model {
  using Parameters = List<Parameter<"cells", uint32_t, Way::kNumber>, Parameter<"digits", uint32_t, Way::kNumber>,
                          Parameter<"first", int32_t, Way::kNumber>, Parameter<"words", const int64_t, Way::kInput>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    call.model = {(uint32_t)given[0].bits, (uint32_t)given[1].bits, (int32_t)given[2].bits,
                  given[3].buffer<const int64_t>(), given[3].size};
    return next(&call.model);
  }
};

// The boards that are transformed, `repeat` times each.
struct Sources {
  using Parameters = List<Parameter<"boards", const uint8_t, Way::kInput>, Parameter<"n", size_t, Way::kCount>,
                          Parameter<"repeat", size_t, Way::kNumber>>;
  template <class F> static auto pass(Call &call, const Value *given, F next) {
    const size_t n = (size_t)given[1].bits, repeat = (size_t)given[2].bits;
    call.require(repeat && (n == 0 || given[0].size / 81 > (n - 1) / repeat), "boards");
    return next(given[0].buffer<const uint8_t>(), n, repeat);
  }
};

// Scratch memory for this call, and a place where a search is kept between calls.
template <size_t (*kBytes)(void)> struct Workspace {
  using Parameters = List<>;
  static size_t bytes(const Value *) { return kBytes(); }
  template <class F> static auto pass(Call &call, const Value *, F next) {
    return next(call.workspace, call.workspace_bytes);
  }
};
struct TablesWorkspace : Workspace<nonet_workspace_bytes> {
  static size_t bytes(const Value *given) { return nonet_general_workspace_bytes(given[0].buffer<const void>()); }
};
struct ProofWorkspace : Workspace<nonet_workspace_bytes> {
  static size_t bytes(const Value *given) { return nonet_prove_workspace_bytes(given[0].buffer<const void>()); }
};
template <Name kName> struct Memory {
  using Parameters = List<Parameter<kName, uint8_t, Way::kChanged>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given->buffer<void>(), given->size);
  }
};
using Held = Memory<"workspace">;
struct Begun : Held {  // a workspace whose size is known since the beginning
  template <class F> static auto pass(Call &, const Value *given, F next) { return next(given->buffer<void>()); }
};

struct Text {
  using Parameters = List<Parameter<"text", const uint8_t, Way::kInput>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given->buffer<const uint8_t>(), given->size);
  }
};

// Room for words, as many as fit: the buffer is as long as it is, or as a caller says; then how many are written, and the
// status.
struct Words {
  using Parameters = List<Parameter<"words", uint32_t, Way::kOutput>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given->buffer<uint32_t>(), given->size);
  }
};
struct WordsWritten {
  using Parameters = List<Parameter<"words", uint32_t, Way::kOutput, 1>, Parameter<"capacity", size_t, Way::kCount>,
                          Parameter<"written", size_t, Way::kOne>, Parameter<"status", uint8_t, Way::kOne>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given[0].buffer<uint32_t>(), (size_t)given[1].bits, given[2].buffer<size_t>(),
                given[3].buffer<uint8_t>());
  }
};

// A plan is bytes outside of the core.
template <class Byte, Way kWay> struct Plan {
  static_assert(sizeof(nonet_contraction_plan) == 32 && offsetof(nonet_contraction_plan, work) == 16);
  using Parameters = List<Parameter<"plan", Byte, kWay, sizeof(nonet_contraction_plan)>>;
  template <class F> static auto pass(Call &, const Value *given, F next) {
    return next(given->buffer<nonet_contraction_plan>());
  }
};

// ---- a row --------------------------------------------------------------------------------------------------------------

inline double answer(double number) { return number; }
inline double answer(const char *text) { return (double)(uintptr_t)text; }

template <class...> struct Passing;
template <> struct Passing<> {
  template <class F, class... Done> static double run(Call &call, const Value *, F function, Done... done) {
    return call.fault ? (double)NONET_BAD_CALL : answer(function(done...));
  }
};
template <class Part, class... Rest> struct Passing<Part, Rest...> {
  template <class... P> static constexpr size_t count(List<P...>) { return sizeof...(P); }
  template <class F, class... Done> static double run(Call &call, const Value *given, F function, Done... done) {
    constexpr size_t kOwn = count(typename Part::Parameters());
    return Part::pass(call, given, [&](auto... more) {
      return Passing<Rest...>::run(call, given + kOwn, function, done..., more...);
    });
  }
};

// The facts of all parameters; the last one is not a parameter.
template <class... P> struct FactsOf {
  static constexpr size_t count = sizeof...(P);
  static constexpr Facts facts[] = {P::facts..., Facts{nullptr, Way::kNumber, 0, 0}};
};
template <class... P> FactsOf<P...> table_of(List<P...>);

template <class Part> size_t workspace_of(const Value *given) {
  if constexpr (requires { Part::bytes(given); }) return Part::bytes(given);
  return 0;
}

template <Name kName, auto kFunction, class... Parts> struct Row {
  using Parameters = typename Join<typename Parts::Parameters...>::Type;
  using Table = decltype(table_of(Parameters()));
  using PartList = List<Parts...>;
  static constexpr const char *name = kName.text;
  static size_t workspace_bytes([[maybe_unused]] const Value *given) { return (0 + ... + workspace_of<Parts>(given)); }
  // The answer of core.h, which is not called if `call.fault` is set.
  static double run(Call &call, const Value *given) { return Passing<Parts...>::run(call, given, kFunction); }
};

// The elements of a row of this argument; kCells if the board decides.
inline uint16_t per_row(const Facts &facts) {
  if (facts.per_row == kTechniques) return (uint16_t)nonet_techniques();
  return facts.per_row == kGeneralTechniques ? (uint16_t)nonet_general_techniques() : facts.per_row;
}

// Find the rows of a call, and whether its buffers are long enough.
inline void check(Call &call, const Facts *facts, size_t count, const Value *given) {
  for (size_t i = 0; i < count; i++) {
    if (facts[i].way == Way::kCount) call.rows = (size_t)given[i].bits;
    if (facts[i].way == Way::kTables) call.cells = given[i].size;
  }
  for (size_t i = 0; i < count; i++) {
    size_t length = per_row(facts[i]) == kCells ? call.cells : per_row(facts[i]), size = given[i].size;
    bool is_short = facts[i].way == Way::kBytes || facts[i].way == Way::kMaybeBytes;
    call.require(!length || !given[i].bits || (is_short ? size == length : size / length >= call.rows), facts[i].name);
  }
}

// ---- the rows -----------------------------------------------------------------------------------------------------------

#define NONET_ROW(name, ...) Row<#name, nonet_##name __VA_OPT__(, ) __VA_ARGS__>

using Bulk = Workspace<nonet_workspace_bytes>;
using Logic = Workspace<nonet_logic_workspace_bytes>;

// For Python and for a page.
using Shared =
    List<NONET_ROW(solve, Boards, Limits, Results, Bulk, Stop),
         NONET_ROW(solve_marks, Masks<uint16_t>, Limits, Results, Bulk, Stop),
         NONET_ROW(rate, Boards, Budget, Ratings, Logic, Stop, Profile, Premise),
         NONET_ROW(generate, Number<"seed", uint64_t>, Number<"first", uint64_t>, Count<"n">, Spec, Options,
                   Out<"puzzles", uint8_t, 81>, MaybeOut<"solutions", uint8_t, 81>, Out<"status", uint8_t, 1>,
                   Workspace<nonet_generate_workspace_bytes>, Stop),
         NONET_ROW(canonical, Boards, Options, MaybeOut<"boards", uint8_t, 81>,
                   Transforms<"transforms", uint8_t, Way::kMaybeOutput>, MaybeOut<"automorphisms", uint64_t, 1>,
                   Out<"status", uint8_t, 1>, Stop),
         NONET_ROW(random_transforms, Number<"seed", uint64_t>, Number<"first", uint64_t>, Count<"n">,
                   Transforms<"transforms", uint8_t, Way::kOutput>),
         NONET_ROW(model_fault, Model, Out<"fault", uint64_t, 5>),
         NONET_ROW(transform_of, Number<"number", uint64_t>, Transforms<"transform", uint8_t, Way::kOutput>),
         NONET_ROW(rate_board, Position, Budget, PositionRatings, Logic, Profile, Givens, Premise, MoreHouses),
         NONET_ROW(path, Position, Number<"most", size_t>, Budget, WordsWritten, Logic, Profile, Givens, Premise,
                   MoreHouses, Stop),
         NONET_ROW(all_steps, Position, Number<"chains", int>, Budget, WordsWritten, Logic, Profile, Givens, Premise,
                   MoreHouses, Stop),
         NONET_ROW(apply_transforms, Sources, Transforms<"transforms", const uint8_t, Way::kInput>,
                   Out<"result", uint8_t, 81>)>;

// In Python methods of the tables.
using OfTables = List<NONET_ROW(general_solve, Tables, Boards, Limits, Results, TablesWorkspace, Stop),
                      NONET_ROW(general_solve_marks, Tables, Masks<uint64_t>, Limits, Results, TablesWorkspace, Stop),
                      NONET_ROW(prove, Tables, In<"marks", uint64_t, kCells>, MaybeIn<"solution", uint64_t, kCells>,
                                Number<"literal", uint32_t>, Number<"inside", uint32_t>, Number<"kinds", uint32_t>,
                                Budget, Words, One<"written", size_t>, One<"status", uint8_t>, ProofWorkspace)>;

// For a page alone. In Python one board is `bytes`, and a search an object.
using OfPage = List<NONET_ROW(workspace_bytes), NONET_ROW(search_begin, In<"marks", uint16_t, 81>, Held),
                    NONET_ROW(search_next, Budget, Out<"solutions", uint8_t, kCells>, Count<"capacity">,
                              One<"written", size_t>, One<"status", uint8_t>, Counters, Held),
                    NONET_ROW(technique_name, Number<"technique", size_t>),
                    NONET_ROW(technique_family, Number<"technique", size_t>),
                    NONET_ROW(technique_rating, Number<"technique", size_t>),
                    NONET_ROW(technique_premise, Number<"technique", size_t>)>;

// For the Python of a page: what core/bind writes by hand, src/nonet/web/python/_core.py writes with these.
using OfPagePython =
    List<NONET_ROW(read_board, Text, Out<"cells", uint8_t, kCells>),
         NONET_ROW(technique_largest, Number<"technique", size_t>), NONET_ROW(tables_bytes, Houses),
         NONET_ROW(tables_make, Houses, Out<"tables", uint8_t, 1>, Count<"bytes">), NONET_ROW(model_bytes, Model),
         NONET_ROW(model_make, Model, Options, Out<"tables", uint8_t, 1>, Count<"bytes">),
         NONET_ROW(general_workspace_bytes, Tables),
         NONET_ROW(general_begin, Tables, In<"marks", uint64_t, kCells>, Held),
         NONET_ROW(general_next, BegunTables, Budget, Out<"solutions", uint8_t, kCells>, Count<"capacity">,
                   One<"written", size_t>, One<"status", uint8_t>, Counters, Held),
         NONET_ROW(general_prune, Tables, Options, Changed<"marks", uint64_t, kCells>, One<"status", uint8_t>,
                   TablesWorkspace),
         NONET_ROW(contraction_plan_make, In<"marks", uint16_t, 81>, Number<"box", int>, Number<"variant", int>,
                   Plan<uint8_t, Way::kOutput>),
         NONET_ROW(contraction_begin, In<"marks", uint16_t, 81>, Plan<const uint8_t, Way::kInput>, Held),
         NONET_ROW(contraction_scratch_bytes, Begun), NONET_ROW(contraction_work, Begun),
         NONET_ROW(contraction_run, Begun, Number<"phase", int>, Options, Memory<"scratch">),
         NONET_ROW(contraction_total, Begun, Out<"total", uint64_t, 2>),
         NONET_ROW(contraction_odds, Begun, Changed<"odds", uint64_t, 1458>),
         NONET_ROW(contraction_unrank, Begun, In<"numbers", uint64_t, 2>, Count<"n">, Out<"grids", uint8_t, 81>,
                   Options, Memory<"scratch">)>;

#undef NONET_ROW

}  // namespace nonet::door

#endif
