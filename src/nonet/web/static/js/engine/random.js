/**
 * SplitMix64: random numbers from a seed, the same on every machine, as in nonet/base/rng.py.
 */

const STEP = 0x9e3779b97f4a7c15n;
const u64 = (/** @type {bigint} */ x) => BigInt.asUintN(64, x);

/** @param {bigint} x */
function mix(x) {
  x = u64((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = u64((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}

/** One stream of numbers for each pair of seed and number. */
export class SplitMix64 {
  /** @param {bigint} seed @param {number} number */
  constructor(seed, number) {
    this.state = mix(mix(u64(seed + STEP)) ^ u64((BigInt(number) + STEP) * STEP));
  }

  /** Return a number from 0 to n - 1. @param {number} n */
  below(n) {
    this.state = u64(this.state + STEP);
    return Number((mix(this.state) * BigInt(n)) >> 64n);
  }

  /** Bring items into a random order, in place. @template T @param {T[]} items */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [/** @type {T} */ (items[j]), /** @type {T} */ (items[i])];
    }
    return items;
  }
}
