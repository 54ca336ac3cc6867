// orbits.cpp: pairs (a1, a2) that become each other when digits are renamed that do not occur in bands B and C.
//
// A pair gives each digit a *type*: the column of box 1 and the column of box 2 that it is in, 0 to 8. Renaming symmetric
// digits permutes their types, so an orbit is the types of the other digits and how many symmetric digits have each type.
// That is the key, four bits for each fixed digit and two for each type. Columns of a class may be exchanged, so the key of
// a pair is the smallest over all these exchanges.

#include "counting/contraction.hpp"

namespace nonet::counting {
namespace {

constexpr uint64_t kEmpty = UINT64_MAX;

struct Slot {
  uint64_t key;
  uint32_t orbit;
  uint32_t image;
};

size_t slots_for(size_t pairs) {
  size_t slots = 64;
  while (slots < 4 * pairs) slots *= 2;
  return slots;
}

// The key of a pair after columns are exchanged.
uint64_t key_of(const uint8_t *place1, const uint8_t *place2, unsigned symmetric, const uint8_t *to1,
                const uint8_t *to2) {
  uint64_t fixed = 0, counts = 0;
  for (int d = 0; d < 9; d++) {
    int type = 3 * to1[place1[d]] + to2[place2[d]];
    if (symmetric >> d & 1)
      counts += 1ull << 2 * type;
    else
      fixed = fixed << 4 | (uint64_t)type;
  }
  return fixed << 18 | counts;
}

uint64_t hash(uint64_t key) {
  key *= 0x9E3779B97F4A7C15ull;
  return key ^ key >> 29;
}

Slot &slot_of(Slot *slots, size_t size, uint64_t key) {
  size_t i = hash(key) & (size - 1);
  while (slots[i].key != kEmpty && slots[i].key != key) i = (i + 1) & (size - 1);
  return slots[i];
}

// The smallest key over all exchanges of columns.
uint64_t smallest_key(const uint8_t *place1, const uint8_t *place2, unsigned symmetric, const Exchange &exchange1,
                      const Exchange &exchange2, uint32_t *image) {
  uint64_t smallest = UINT64_MAX;
  for (int e = 0; e < exchange1.size; e++)
    for (int f = 0; f < exchange2.size; f++) {
      uint64_t key = key_of(place1, place2, symmetric, exchange1.to[e], exchange2.to[f]);
      if (key >= smallest) continue;
      smallest = key;
      *image = (uint32_t)(e * exchange2.size + f);
    }
  return smallest;
}

bool has_links(const Links &links, uint16_t a) { return links.start[a] != links.start[a + 1]; }

}  // namespace

size_t orbit_bytes(size_t pairs) {
  return (pairs + 1) * (4 + 4 + 1 + 16 + 4 + 4) + slots_for(pairs) * sizeof(Slot) + 7 * 64;
}

bool make_orbits(State &state, Arena &arena) {
  const Signatures &all = signatures();
  const Leg &leg1 = state.legs[0][0], &leg2 = state.legs[0][1];
  const size_t pairs = (size_t)leg1.size * leg2.size;
  Orbits &orbits = state.orbits;
  orbits.start = arena.take<uint32_t>(pairs + 1);
  orbits.member = arena.take<uint32_t>(pairs + 1);
  orbits.image = arena.take<uint8_t>(pairs + 1);
  orbits.total = arena.take<uint64_t>(2 * (pairs + 1));
  orbits.alike = arena.take<uint32_t>(pairs + 1);
  uint32_t *orbit_of = arena.take<uint32_t>(pairs + 1);
  const size_t size = slots_for(pairs);
  Slot *slots = arena.take<Slot>(size);
  if (arena.used > arena.size) return false;
  uint8_t *image_of = (uint8_t *)orbits.total;  // not needed after the members are placed
  const Exchange exchange1(leg1.free), exchange2(leg2.free);
  if (state.symmetric)
    for (size_t i = 0; i < size; i++) slots[i].key = kEmpty;

  orbits.size = 0;
  memset(orbits.start, 0, sizeof *orbits.start * (pairs + 1));
  for (size_t pair = 0; pair < pairs; pair++) {
    uint16_t i = (uint16_t)(pair / leg2.size), j = (uint16_t)(pair % leg2.size);
    orbit_of[pair] = UINT32_MAX;
    if (!has_links(state.links[0], state.whole_of[0][i]) || !has_links(state.links[1], state.whole_of[1][j])) continue;
    image_of[pair] = 0;
    if (!state.symmetric) {
      orbit_of[pair] = orbits.size++;
      continue;
    }
    const uint8_t *place1 = all.place[leg1.representative[i]], *place2 = all.place[leg2.representative[j]];
    // The key without an exchange is in the table, too: most pairs are found by it.
    uint64_t own = key_of(place1, place2, state.symmetric, exchange1.to[0], exchange2.to[0]);
    Slot *slot = &slot_of(slots, size, own);
    if (slot->key == kEmpty) {
      uint32_t image = 0;
      uint64_t smallest = smallest_key(place1, place2, state.symmetric, exchange1, exchange2, &image);
      Slot &best = slot_of(slots, size, smallest);
      if (best.key == kEmpty) best = {smallest, orbits.size++, 0};
      uint32_t orbit = best.orbit;
      slot = &slot_of(slots, size, own);
      *slot = {own, orbit, image};
    }
    orbit_of[pair] = slot->orbit;
    image_of[pair] = (uint8_t)slot->image;
  }
  for (size_t pair = 0; pair < pairs; pair++)
    if (orbit_of[pair] != UINT32_MAX) orbits.start[orbit_of[pair] + 1]++;
  for (uint32_t i = 0; i < orbits.size; i++) orbits.start[i + 1] += orbits.start[i];
  for (size_t pair = 0; pair < pairs; pair++) {
    if (orbit_of[pair] == UINT32_MAX) continue;
    uint32_t place = orbits.start[orbit_of[pair]]++;
    orbits.member[place] = (uint32_t)pair;
    orbits.image[place] = image_of[pair];
  }
  memmove(orbits.start + 1, orbits.start, sizeof *orbits.start * orbits.size);
  orbits.start[0] = 0;
  state.work = 0;
  for (uint32_t i = 0; i < orbits.size; i++) {
    uint32_t pair = orbits.member[orbits.start[i]];
    uint16_t a1 = state.whole_of[0][pair / leg2.size], a2 = state.whole_of[1][pair % leg2.size];
    uint64_t first = state.links[0].start[a1 + 1] - state.links[0].start[a1];
    uint64_t second = state.links[1].start[a2 + 1] - state.links[1].start[a2];
    state.work += first * second * state.pairs;
  }
  memset(orbits.total, 0, sizeof *orbits.total * 2 * (pairs + 1));

  // For odds: of the pairs that digits absent from all bands turn into each other, the first one stands for all.
  if (state.plan.box && state.carries) {
    const unsigned absent = state.symmetric & state.board.plain_digits(7);
    memset(orbits.alike, 0, sizeof *orbits.alike * (pairs + 1));
    for (size_t i = 0; i < size; i++) slots[i].key = kEmpty;
    for (size_t pair = 0; pair < pairs; pair++) {
      if (orbit_of[pair] == UINT32_MAX) continue;
      const uint8_t *place1 = all.place[leg1.representative[pair / leg2.size]];
      const uint8_t *place2 = all.place[leg2.representative[pair % leg2.size]];
      uint32_t image;
      uint64_t key = smallest_key(place1, place2, absent, exchange1, exchange2, &image);
      Slot &slot = slot_of(slots, size, key);
      if (slot.key == kEmpty) slot = {key, (uint32_t)pair, 0};
      orbits.alike[slot.orbit]++;
    }
  }
  return true;
}

void Renaming::prepare(const Signatures &all) {
  is_identity = true;
  for (int d = 0; d < 9; d++) is_identity &= to[d] == d;
  for (int t = 0; t < kTriples; t++) {
    unsigned mask = 0;
    for (unsigned bits = all.triple[t]; bits; bits &= bits - 1) mask |= 1u << to[__builtin_ctz(bits)];
    triple[t] = all.triple_of[mask];
  }
}

// The renaming that turns a member of an orbit into the pair that is evaluated.
Renaming renaming_of(const State &state, uint32_t orbit, uint32_t member) {
  const Signatures &all = signatures();
  const Leg &leg1 = state.legs[0][0], &leg2 = state.legs[0][1];
  const Exchange exchange1(leg1.free), exchange2(leg2.free);
  uint8_t order[2][9];
  const uint32_t which[2] = {member, state.orbits.start[orbit]};
  for (int side = 0; side < 2; side++) {
    uint32_t pair = state.orbits.member[which[side]];
    const uint8_t *place1 = all.place[leg1.representative[pair / leg2.size]];
    const uint8_t *place2 = all.place[leg2.representative[pair % leg2.size]];
    int image = state.orbits.image[which[side]];
    const uint8_t *to1 = exchange1.to[image / exchange2.size], *to2 = exchange2.to[image % exchange2.size];
    int n = 0;
    for (int type = 0; type < 9; type++)
      for (int d = 0; d < 9; d++)
        if ((state.symmetric >> d & 1) && 3 * to1[place1[d]] + to2[place2[d]] == type) order[side][n++] = (uint8_t)d;
  }
  Renaming renaming;
  for (int d = 0, n = 0; d < 9; d++) {
    renaming.to[d] = (uint8_t)d;
    if (state.symmetric >> d & 1) n++;
  }
  for (int i = 0; i < __builtin_popcount(state.symmetric); i++) renaming.to[order[0][i]] = order[1][i];
  renaming.prepare(all);
  return renaming;
}

}  // namespace nonet::counting
