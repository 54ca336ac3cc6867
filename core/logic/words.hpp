// words.hpp: writes a Step as 32-bit words; core.h describes the layout.
#ifndef NONET_LOGIC_WORDS_HPP
#define NONET_LOGIC_WORDS_HPP

#include <string.h>

#include "logic/links.hpp"

namespace nonet::NONET_LOGIC {

// A buffer of words. Words that do not fit are dropped, and `full` is set.
struct Words {
  uint32_t *data;
  uint32_t size, capacity;
  bool full = false;

  Words(uint32_t *data_, uint32_t capacity_) : data(data_), size(0), capacity(capacity_) {}
  void put(uint32_t word) {
    if (size < capacity)
      data[size++] = word;
    else
      full = true;
  }
  void put_all(const uint32_t *words, uint32_t n) {
    if (n > capacity - size) {
      full = true;
      return;
    }
    memcpy(data + size, words, (size_t)n * 4);
    size += n;
  }

  // A cell with some of its digits, and their role in a mark.
  void put_digits(int cell, Mask digits, int role = 0) {
    put((uint32_t)cell | (uint32_t)role << 11 | (uint32_t)((uint64_t)digits >> 32) << 16);
    put((uint32_t)digits);
  }
  // Write the head of a step and return its position. Chains and nested steps follow, then close().
  uint32_t open(const Step &step, int kind, int chains, int nested) {
    uint32_t at = size;
    put(step.technique | (uint32_t)kind << 8 | (uint32_t)step.rating << 16);
    put(step.complexity);
    put(0);
    put(step.places() ? step.place_cell | (uint32_t)(step.place_digit + 1) << 16 : 0xFFFFFFFFu);
    put((uint32_t)step.removes_cells.size() | (uint32_t)step.houses_size << 11 | (uint32_t)step.marks_size << 16 |
        (uint32_t)chains << 24);
    put((uint32_t)nested);
    for (Cells rest = step.removes_cells; !rest.empty();) {
      int cell = rest.pop();
      put_digits(cell, step.removes[cell]);
    }
    for (int i = 0; i < step.houses_size; i++) put(step.houses[i]);
    for (int i = 0; i < step.marks_size; i++) put_digits(step.marks[i].cell, step.marks[i].digits, step.marks[i].role);
    return at;
  }
  void close(uint32_t at) {
    if (!full) data[at + 2] = size - at;
  }
  void node(int cell, int digit, bool on, Cause cause, int parents, int nested, int others = 0, int set = 0) {
    if (cause > kFar) {  // the house of a further kind
      set = house_of(cause, cell) + 1;
      cause = kFar;
    }
    put((uint32_t)cell | (uint32_t)(digit + 1) << 11 | (uint32_t)on << 17 | (uint32_t)cause << 18 |
        (uint32_t)parents << 21);
    put((uint32_t)nested | (uint32_t)others << 16 | (uint32_t)set << 24);
  }
  // Write a whole step, with its chain if it has one.
  void put_step(const Step &step) {
    uint32_t at = open(step, step.kind, step.chain != nullptr, 0);
    if (step.chain) put_chain(*step.chain);
    close(at);
  }
  void put_chain(const Chain &chain) {
    put((uint32_t)chain.size);
    for (int i = 0; i < chain.size; i++) {
      const Chain::Node &from = chain.nodes[i];
      Cells others = from.cells;
      int first_cell = others.pop();
      node(first_cell, from.digit, from.on, (Cause)from.cause, i > 0, 0, others.size(), from.set.size());
      if (i) put((uint32_t)i - 1);
      while (!others.empty()) put((uint32_t)others.pop());
      for (Cells rest = from.set; !rest.empty();) put((uint32_t)rest.pop());
    }
  }
};

// Mark the candidates that the step eliminates.
inline void mark_removes(Step &step) {
  for (Cells rest = step.removes_cells; !rest.empty();) {
    int cell = rest.pop();
    step.mark(kTarget, cell, step.removes[cell]);
  }
}

}  // namespace nonet::NONET_LOGIC

#endif
