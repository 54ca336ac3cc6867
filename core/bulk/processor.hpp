// processor.hpp: which vector instructions this processor and its operating system support.
//
// This asks the processor itself. __builtin_cpu_supports reads a table that the compiler's runtime library fills in,
// and the library that comes with zig links but leaves the table empty: every answer is no.
#ifndef NONET_PROCESSOR_HPP
#define NONET_PROCESSOR_HPP

#include <cpuid.h>

namespace nonet {

struct Processor {
  // Each with BMI, BMI2 and POPCNT; AVX-512 is F, BW, DQ and VL.
  bool avx2 = false, avx512 = false, avx512_bitalg = false;

  Processor() {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    bool popcnt = c >> 23 & 1, avx = c >> 28 & 1, xgetbv = c >> 27 & 1;
    if (!popcnt || !avx || !xgetbv || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
    if (!(b >> 3 & 1) || !(b >> 8 & 1)) return;  // BMI, BMI2

    // The operating system must save the wide registers: XCR0 has a bit for each part of them.
    unsigned saved, high;
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    bool ymm = (saved & 0x06) == 0x06, zmm = (saved & 0xE6) == 0xE6;
#if defined(__APPLE__)
    zmm = ymm;  // macOS sets these bits at the first use
#endif
    avx2 = ymm && b >> 5 & 1;
    avx512 = zmm && b >> 16 & 1 && b >> 17 & 1 && b >> 30 & 1 && b >> 31 & 1;
    avx512_bitalg = avx512 && c >> 12 & 1;
  }
};

}  // namespace nonet

#endif
