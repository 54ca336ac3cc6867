// door.cpp: what a page calls: any row of door.hpp, by its number, and the names and facts of the arguments.
//
// Arguments are in the module's memory, one Value each; js/engine/door.js writes them and divides the memory. The page is
// asked about every millisecond whether the call is to stop.

#include "door.hpp"

#define NONET_DOOR(name) extern "C" __attribute__((export_name(#name)))
#define NONET_PAGE(name) extern "C" __attribute__((import_module("page"), import_name(#name)))

NONET_PAGE(poll) int page_poll(void);

// The first byte that neither the code's data nor the stack uses, from the linker.
extern "C" uint8_t __heap_base;

namespace nonet::door {
namespace {

// js/engine/door.js counts on these.
static_assert(sizeof(Value) == 16 && sizeof(nonet_stats) == 32);

int poll(void *) { return page_poll(); }

struct Entry {
  const char *name;
  const Facts *facts;
  size_t count;
  size_t (*workspace_bytes)(const Value *);
  double (*run)(Call &, const Value *);
};

template <class... Rows> struct Entries {
  static constexpr Entry entries[] = {
      {Rows::name, Rows::Table::facts, Rows::Table::count, Rows::workspace_bytes, Rows::run}...};
};
template <class... Rows> Entries<Rows...> entries_of(List<Rows...>);
#if defined(NONET_CLASSIC)  // for JavaScript, which answers classic boards; smaller
using All = Join<Shared, OfPage>::Type;
#else
using All = Join<Shared, OfTables, OfPage, OfPagePython>::Type;
#endif
constexpr auto &kEntries = decltype(entries_of(All()))::entries;

}  // namespace

NONET_DOOR(heap) uint8_t *door_heap(void) { return &__heap_base; }

NONET_DOOR(rows) size_t door_rows(void) { return sizeof kEntries / sizeof kEntries[0]; }

NONET_DOOR(rowName) const char *door_row_name(size_t row) { return kEntries[row].name; }

NONET_DOOR(argumentName) const char *door_argument_name(size_t row, size_t argument) {
  return kEntries[row].facts[argument].name;  // null past the last one
}

NONET_DOOR(argumentFacts) uint32_t door_argument_facts(size_t row, size_t argument) {
  const Facts &facts = kEntries[row].facts[argument];
  return (uint32_t)facts.way | (uint32_t)facts.bytes << 8 | (uint32_t)per_row(facts) << 16;
}

NONET_DOOR(workspaceBytes) size_t door_workspace_bytes(size_t row, const Value *given) {
  return kEntries[row].workspace_bytes(given);
}

// `counters` receives guesses, rounds, lane rounds, solutions.
NONET_DOOR(call)
double door_call(size_t row, const Value *given, void *workspace, size_t bytes, nonet_stats *counters) {
  const Entry &entry = kEntries[row];
  Call call;
  call.options.poll = poll;
  call.workspace = workspace;
  call.workspace_bytes = bytes;
  check(call, entry.facts, entry.count, given);
  double answer = call.fault ? (double)NONET_BAD_CALL : entry.run(call, given);
  *counters = call.results.stats;
  return answer;
}

}  // namespace nonet::door
