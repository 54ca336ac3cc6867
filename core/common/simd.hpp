// simd.hpp: one vector type over the widths. A vector holds one 16-bit number per *lane*; a lane is one puzzle.
//
// Included once per instruction set by lockstep.cpp and by lanes.cpp, inside that set's own namespace and with that set's
// compiler flags. Everything is `static inline`, so that the linker never uses code of a newer instruction set for an older
// one. lanes.cpp takes the same number of lanes on every set, NONET_LANES; lockstep.cpp takes what the set has:
//
//   set           lanes   what it needs
//   baseline          8   SSE2, NEON, WebAssembly or nothing: the compiler's own vectors of 16 bytes
//   avx2             16   AVX2
//   avx512_256       16   AVX-512 on vectors of 256 bits: a round takes half as long, for calls of few rows
//   avx512           32   AVX-512 F, BW, DQ, VL (Skylake-X onwards)
//   avx512_bitalg    32   the same and BITALG, which counts the bits of each lane (Ice Lake and Zen 4 onwards)
//
// The operations with three inputs are one instruction on AVX-512 (vpternlog) and two elsewhere. They have names because
// GCC finds only some of them by itself.
//
// A new instruction set:
//
// 1. In `CMakeLists.txt` an object of `lockstep.cpp` with its flags and a macro `NONET_ISA_…`, added to
//    `NONET_CORE_TARGETS`.
// 2. In `core/common/simd.hpp` its number of lanes (at most 32) and its operations.
// 3. In `core/bulk/lockstep.cpp` its header, namespace, engine and name; the engine is declared in `lockstep.hpp`.
// 4. In `core/bulk/bulk.cpp` a row of the table of engines, fastest first. The question to the processor is in
//    `processor.hpp`. On x86, `nonet_apply_transforms` in `core/making/making.cpp` takes for granted that every set
//    but the baseline has byte shuffles, and `kernels()` in `core/counting/counting.cpp` and `lane_engine()` in
//    `core/search/search.cpp` that each of them includes AVX2.
// 5. Its flags in `tests/test_engine.py`; its name in `docs/core.md`, `docs/packaging.md` and `docs/glossary.md`.
// 6. `make test-all` and `make fuzz` on a machine that has it. `NONET_ISA=avx2` selects a set by its name; the
//    default is the fastest.

#if defined(NONET_LANES)
constexpr int kLanes = NONET_LANES;
#elif defined(NONET_ISA_AVX512) && !defined(NONET_ISA_AVX512_256)
constexpr int kLanes = 32;
#elif defined(NONET_ISA_AVX512) || defined(NONET_ISA_AVX2)
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif

typedef uint16_t V __attribute__((vector_size(2 * kLanes), aligned(2 * kLanes), may_alias));
typedef int16_t SignedV __attribute__((vector_size(2 * kLanes)));

#define NONET_INLINE static inline __attribute__((always_inline))

// for (int i = 0; i < n; i++), unrolled. Clang and GCC at -O3 do it unasked; GCC at -O2 takes twice as long without.
#define NONET_FOR(i, n) _Pragma("GCC unroll 9") for (int i = 0; i < n; i++)

NONET_INLINE V splat(int x) { return (V){} + (uint16_t)x; }

// The same value, of which the compiler knows nothing. With BITALG, Clang turns every test of a & (a - 1) into a count of
// bits and a comparison, which take longer.
NONET_INLINE V opaque(V a) {
#if defined(NONET_ISA_AVX512_BITALG) && defined(__clang__)
  __asm__("" : "+v"(a));
#endif
  return a;
}

#if defined(NONET_ISA_AVX512)

// An instruction of that name on all lanes; the answer to a question is a Mask, one bit per lane.
#if defined(NONET_ISA_AVX512_256)
#define NONET_MM(name) _mm256_##name
typedef __m256i Register;
typedef __mmask16 Mask;
#else
#define NONET_MM(name) _mm512_##name
typedef __m512i Register;
typedef __mmask32 Mask;
#endif

// The truth table is indexed by the bits (a, b, c), a the highest.
template <int kTable> NONET_INLINE V ternary(V a, V b, V c) {
  return (V)NONET_MM(ternarylogic_epi32)((Register)a, (Register)b, (Register)c, kTable);
}
NONET_INLINE V or3(V a, V b, V c) { return ternary<0xFE>(a, b, c); }
NONET_INLINE V and3(V a, V b, V c) { return ternary<0x80>(a, b, c); }
NONET_INLINE V xor3(V a, V b, V c) { return ternary<0x96>(a, b, c); }
NONET_INLINE V majority(V a, V b, V c) { return ternary<0xE8>(a, b, c); }
NONET_INLINE V and_or(V a, V b, V c) { return ternary<0xE0>(a, b, c); }    // a & (b | c)
NONET_INLINE V or_and(V a, V b, V c) { return ternary<0xF8>(a, b, c); }    // a | (b & c)
NONET_INLINE V without2(V a, V b, V c) { return ternary<0x10>(a, b, c); }  // a & ~(b | c)
// a where a is nonzero, else b
NONET_INLINE V first_nonzero(V a, V b) {
  return (V)NONET_MM(mask_mov_epi16)((Register)b, NONET_MM(test_epi16_mask)((Register)a, (Register)a), (Register)a);
}
// w where it has at most one bit, else 0; less is w - 1
NONET_INLINE V if_single(V w, V less) {
  return (V)NONET_MM(maskz_mov_epi16)(NONET_MM(testn_epi16_mask)((Register)w, (Register)less), (Register)w);
}
NONET_INLINE Mask is_zero(V a) { return NONET_MM(testn_epi16_mask)((Register)a, (Register)a); }
NONET_INLINE Mask is_less(V a, V b) { return NONET_MM(cmplt_epu16_mask)((Register)a, (Register)b); }
NONET_INLINE V pick(Mask mask, V a, V b) { return (V)NONET_MM(mask_mov_epi16)((Register)b, mask, (Register)a); }
#if defined(NONET_ISA_AVX512_BITALG)
NONET_INLINE V count_bits(V a) { return (V)NONET_MM(popcnt_epi16)((Register)a); }
NONET_INLINE Mask has_three(V a) { return is_less(splat(2), count_bits(a)); }
#else
NONET_INLINE Mask has_three(V a) {
  V rest = a & (a - splat(1));
  return NONET_MM(test_epi16_mask)((Register)rest, (Register)(rest - splat(1)));
}
#endif
// part, which has no other bits than a, where it has three bits or more; else a
NONET_INLINE V part_of_three(V a, V part) { return pick(has_three(part), part, a); }
NONET_INLINE Mask mask_of_lanes(uint32_t lanes) { return lanes; }
NONET_INLINE V where(Mask mask, V a) { return (V)NONET_MM(maskz_mov_epi16)(mask, (Register)a); }
NONET_INLINE V without(V a, V b) { return a & ~b; }
// Bit i says whether lane i is zero.
NONET_INLINE uint32_t zero_lanes(V a) { return NONET_MM(testn_epi16_mask)((Register)a, (Register)a); }

// Lanes leave a board in *blocks* of up to kSlots lanes, cell by cell: block[cell * kSlots + slot].
constexpr int kSlots = 8;

// Boards move from lane to lane: `moves.to` are the lanes that receive the number of lane moves.from[lane]. And boards of
// stacks move to lanes: `moves.loads` are the lanes that receive slot moves.slot[lane] of two blocks, the first of which has
// the slots below kSlots.
constexpr bool kMovesLanes = true;
struct Moves {
  uint32_t to, loads;
  V from, slot;
  int blocks;
  const uint16_t *block[2];
};
NONET_INLINE V moved(V a, const Moves &moves) {
  return (V)NONET_MM(mask_permutexvar_epi16)((Register)a, moves.to, (Register)moves.from, (Register)a);
}
NONET_INLINE V loaded(V a, const Moves &moves, int cell) {
  const __m128i first = _mm_load_si128((const __m128i *)(moves.block[0] + cell * kSlots));
  const __m128i second = _mm_load_si128((const __m128i *)(moves.block[1] + cell * kSlots));
  const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
#if defined(NONET_ISA_AVX512_256)
  const Register boards = both;
#else
  const Register boards = _mm512_castsi256_si512(both);
#endif
  return (V)NONET_MM(mask_permutexvar_epi16)((Register)a, (Mask)moves.loads, (Register)moves.slot, boards);
}

NONET_INLINE void extract_lanes(const V *w, int cells, const int *lanes, int count, uint16_t *block) {
  V from{};
  for (int j = 0; j < count; j++) from[j] = (uint16_t)lanes[j];
  for (int cell = 0; cell < cells; cell++) {
    V moved = (V)NONET_MM(permutexvar_epi16)((Register)from, (Register)w[cell]);
    memcpy(block + cell * kSlots, &moved, sizeof *block * kSlots);
  }
}
#else

constexpr bool kMovesLanes = false;  // there is no such instruction
struct Moves {
  uint32_t to, loads;
};
NONET_INLINE V moved(V a, const Moves &) { return a; }
NONET_INLINE V loaded(V a, const Moves &, int) { return a; }

constexpr int kSlots = 1;
NONET_INLINE void extract_lanes(const V *w, int cells, const int *lanes, int count, uint16_t *block) {
  (void)count;
  const uint16_t *column = (const uint16_t *)w + lanes[0];
  for (int cell = 0; cell < cells; cell++) block[cell] = column[cell * kLanes];
}
NONET_INLINE V or3(V a, V b, V c) { return a | b | c; }
NONET_INLINE V and3(V a, V b, V c) { return a & b & c; }
NONET_INLINE V xor3(V a, V b, V c) { return a ^ b ^ c; }
NONET_INLINE V majority(V a, V b, V c) { return (a & b) | (c & (a | b)); }
NONET_INLINE V and_or(V a, V b, V c) { return a & (b | c); }
NONET_INLINE V or_and(V a, V b, V c) { return a | (b & c); }
NONET_INLINE V without2(V a, V b, V c) { return a & ~(b | c); }
NONET_INLINE V first_nonzero(V a, V b) { return a | (b & (V)(a == (V){})); }
typedef V Mask;  // the answer to a question per lane, as all bits or none
NONET_INLINE Mask is_zero(V a) { return (V)(a == (V){}); }
NONET_INLINE Mask is_less(V a, V b) { return (V)((SignedV)a < (SignedV)b); }  // both below 2^15
NONET_INLINE V pick(Mask mask, V a, V b) { return (a & mask) | (b & ~mask); }
NONET_INLINE V where(Mask mask, V a) { return a & mask; }
NONET_INLINE V without(V a, V b) { return a & ~b; }
NONET_INLINE V if_single(V w, V less) { return w & is_zero(w & less); }
NONET_INLINE V part_of_three(V a, V part) {
  V rest = part & (part - splat(1));
  return a & (part | is_zero(rest & (rest - splat(1))));
}

#if defined(NONET_ISA_AVX2)
NONET_INLINE uint32_t zero_lanes(V a) {
  __m256i zero = _mm256_cmpeq_epi16((__m256i)a, _mm256_setzero_si256());
  __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1));
  return (uint32_t)_mm_movemask_epi8(bytes);
}
#elif defined(__SSE2__) && !defined(NONET_LANES)
NONET_INLINE uint32_t zero_lanes(V a) {
  __m128i zero = _mm_cmpeq_epi16((__m128i)a, _mm_setzero_si128());
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(zero, _mm_setzero_si128())) & 0xFFu;
}
#elif defined(__wasm_simd128__) && !defined(NONET_LANES)
NONET_INLINE uint32_t zero_lanes(V a) { return (uint32_t)__builtin_wasm_bitmask_i16x8((SignedV)(a == (V){})); }
#else
NONET_INLINE uint32_t zero_lanes(V a) {
  uint32_t lanes = 0;
  for (int i = 0; i < kLanes; i++) lanes |= (uint32_t)(a[i] == 0) << i;
  return lanes;
}
#endif

NONET_INLINE Mask mask_of_lanes(uint32_t lanes) {
  V bit{};
  for (int i = 0; i < kLanes; i++) bit[i] = (uint16_t)(1u << i);
  return (V)((splat((int)lanes) & bit) == bit);
}

#endif

// The number of set bits of two 9-bit numbers together.
NONET_INLINE V count_bits_of_both(V x, V y) {
#if defined(NONET_ISA_AVX512_BITALG)
  return count_bits(x) + count_bits(y);
#else
  x = x - ((x >> 1) & splat(0x5555));
  y = y - ((y >> 1) & splat(0x5555));
  x = (x & splat(0x3333)) + ((x >> 2) & splat(0x3333)) + (y & splat(0x3333)) + ((y >> 2) & splat(0x3333));
  x = (x & splat(0x0F0F)) + ((x >> 4) & splat(0x0F0F));
  return (x + (x >> 8)) & splat(0x003F);
#endif
}
