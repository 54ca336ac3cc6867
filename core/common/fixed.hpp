// fixed.hpp: arrays of a fixed length. In builds with NONET_CHECKED, which fuzz targets are, each access is looked at; the
// sanitizers see one beyond an array only if it leaves the whole struct.
#ifndef NONET_FIXED_HPP
#define NONET_FIXED_HPP

#include <stddef.h>

#if defined(NONET_CHECKED)
#include <stdio.h>
#include <stdlib.h>
#define NONET_EXPECT(holds)                                                                \
  do {                                                                                     \
    if (!(holds)) {                                                                        \
      fprintf(stderr, "nonet: %s:%d: expected %s\n", __FILE__, __LINE__, #holds), abort(); \
    }                                                                                      \
  } while (0)
#else
#define NONET_EXPECT(holds) ((void)0)
#endif

namespace nonet {

#if defined(NONET_CHECKED)
template <class T, size_t kSize> struct Fixed {
  T of[kSize];
  template <class I> T &operator[](I i) {
    NONET_EXPECT((size_t)i < kSize);
    return of[i];
  }
  template <class I> const T &operator[](I i) const {
    NONET_EXPECT((size_t)i < kSize);
    return of[i];
  }
  operator T *() { return of; }
  operator const T *() const { return of; }
  T *begin() { return of; }
  T *end() { return of + kSize; }
};
#else
template <class T, size_t kSize> using Fixed = T[kSize];
#endif

}  // namespace nonet

#endif
