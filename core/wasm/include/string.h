/* string.h: the functions of the C library that the core calls, where there is no C library. Defined in libc.cpp. */
#ifndef NONET_WASM_STRING_H
#define NONET_WASM_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *from, int byte, size_t bytes);
int strcmp(const char *a, const char *b);
#ifdef __cplusplus
}
#endif
#endif
