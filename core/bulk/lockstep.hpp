// lockstep.hpp: the interface of a lock-step engine: one table of functions per instruction set.
#ifndef NONET_LOCKSTEP_HPP
#define NONET_LOCKSTEP_HPP

#include "core.h"
#include "common/cells.hpp"

namespace nonet {

// The boards of a call: bytes or masks; the other pointer is null.
struct Boards {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t stride;
  const uint16_t *marks;
  size_t rows;
  const ByteMasks *byte_masks;
};

struct Engine {
  const char *name;
  size_t lanes;
  size_t workspace_bytes;
  int (*solve)(const Boards &, const nonet_options &, nonet_results &, void *workspace);
  void (*search_begin)(const uint16_t *marks, void *workspace);
  int (*search_next)(const nonet_options &, uint8_t *solutions, size_t capacity, size_t *written, uint8_t *status,
                     nonet_stats *stats, void *workspace);
};

// Defined by lockstep.cpp, once per instruction set that the build has.
extern const Engine kBaselineEngine;
extern const Engine kAvx2Engine;
extern const Engine kAvx512On256Engine;
extern const Engine kAvx512Engine;
extern const Engine kAvx512BitalgEngine;

}  // namespace nonet

#endif
