// cpu_model.cpp: what stands behind __builtin_cpu_supports, for compilers that come without it.
//
// GCC and Clang turn the question into a look at a bit of `__cpu_model`, a table that their runtime library fills in. The
// clang inside zig asks the same way but brings no such table. CMakeLists.txt tries to link the question and adds this
// file only where that fails. Layout and bit numbers are the ones that both compilers have agreed on; only the
// bits that bulk.cpp asks for are filled in.

#if defined(__x86_64__)

#include <cpuid.h>

extern "C" {

__attribute__((visibility("hidden"))) struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model;

__attribute__((visibility("hidden"))) unsigned __cpu_features2[3];

__attribute__((visibility("hidden"))) int __cpu_indicator_init(void) {
  enum {
    kPopcnt = 2,
    kAvx2 = 10,
    kAvx512f = 15,
    kBmi = 16,
    kBmi2 = 17,
    kAvx512vl = 20,
    kAvx512bw = 21,
    kAvx512dq = 22
  };
  unsigned a, b, c, d, found = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  if (c >> 23 & 1) found |= 1u << kPopcnt;
  // Wide registers count only if the operating system saves them: OSXSAVE, then the bits of XCR0.
  unsigned saved = 0, high;
  if (c >> 27 & 1) __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  bool ymm = (saved & 0x06) == 0x06, zmm = (saved & 0xE6) == 0xE6;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    if (b >> 3 & 1) found |= 1u << kBmi;
    if (b >> 8 & 1) found |= 1u << kBmi2;
    if (ymm && b >> 5 & 1) found |= 1u << kAvx2;
    if (zmm && b >> 16 & 1) found |= 1u << kAvx512f;
    if (zmm && b >> 17 & 1) found |= 1u << kAvx512dq;
    if (zmm && b >> 30 & 1) found |= 1u << kAvx512bw;
    if (zmm && b >> 31 & 1) found |= 1u << kAvx512vl;
  }
  __cpu_model.features[0] = found;
  return 0;
}

}  // extern "C"

#endif
