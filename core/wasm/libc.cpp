// libc.cpp: the functions of the C library that the core and the compiler call.
//
// Built with -fno-builtin: otherwise the compiler sees that a loop copies memory, and calls the function that it is.

#include <stdint.h>
#include <string.h>

extern "C" {

void *memcpy(void *to, const void *from, size_t bytes) {
  uint8_t *t = (uint8_t *)to;
  const uint8_t *f = (const uint8_t *)from;
  for (; bytes; bytes--) *t++ = *f++;
  return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
  uint8_t *t = (uint8_t *)to;
  const uint8_t *f = (const uint8_t *)from;
  if (t <= f || t >= f + bytes) return memcpy(to, from, bytes);
  while (bytes--) t[bytes] = f[bytes];
  return to;
}

void *memset(void *to, int byte, size_t bytes) {
  uint8_t *t = (uint8_t *)to;
  while (bytes--) *t++ = (uint8_t)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
  for (; bytes; bytes--, x++, y++)
    if (*x != *y) return *x < *y ? -1 : 1;
  return 0;
}

void *memchr(const void *from, int byte, size_t bytes) {
  const uint8_t *f = (const uint8_t *)from;
  for (; bytes; bytes--, f++)
    if (*f == (uint8_t)byte) return (void *)f;
  return nullptr;
}

int strcmp(const char *a, const char *b) {
  for (; *a && *a == *b; a++, b++) continue;
  return (uint8_t)*a - (uint8_t)*b;
}

// The quotient of two 128-bit numbers, bit by bit. Only exact counts divide, and seldom.
unsigned __int128 __udivti3(unsigned __int128 a, unsigned __int128 b) {
  unsigned __int128 quotient = 0, rest = 0;
  for (int bit = 0; bit < 128; bit++) {
    rest = rest << 1 | a >> 127;
    a <<= 1;
    quotient <<= 1;
    if (rest >= b) rest -= b, quotient |= 1;
  }
  return quotient;
}

// The product of two 128-bit numbers; the processor multiplies 64 bits.
__int128 __multi3(__int128 a, __int128 b) {
  typedef unsigned __int128 Wide;
  uint64_t x = (uint64_t)a, y = (uint64_t)b, low = (uint32_t)x, high = x >> 32;
  uint64_t first = low * (uint32_t)y, second = high * (uint32_t)y + (first >> 32);
  uint64_t third = low * (y >> 32) + (uint32_t)second;
  uint64_t upper = high * (y >> 32) + (second >> 32) + (third >> 32);
  upper += (uint64_t)((Wide)a >> 64) * y + x * (uint64_t)((Wide)b >> 64);
  return (__int128)((Wide)upper << 64 | (third << 32 | (uint32_t)first));
}

}  // extern "C"
