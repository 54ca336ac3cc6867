/* stdlib.h: a page has no environment. */
#ifndef NONET_WASM_STDLIB_H
#define NONET_WASM_STDLIB_H

#include <stddef.h>

static inline const char *getenv(const char *name) {
  (void)name;
  return nullptr;
}
#endif
