// The puzzle of the day, and new puzzles without a server: a stock of puzzles, permuted by a random seed.
// The same arithmetic as src/nonet/generating/daily.py and src/nonet/base/rng.py; a test holds both equal.

const ALL = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

/** The difficulty of each day from Monday to Sunday. */
export const WEEK = ["easy", "easy", "medium", "medium", "hard", "hard", "expert"];

/** @typedef {Record<string, string[]>} Stock The puzzles of each difficulty, 81 characters each. */

/** @param {bigint} x */
function mix(x) {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & ALL;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & ALL;
  return x ^ (x >> 31n);
}

/** SplitMix64 (Steele, Lea and Flood 2014): random numbers from a seed, the same on every machine. */
export class SplitMix64 {
  /** @param {bigint | number} seed @param {bigint | number} number */
  constructor(seed, number = 0) {
    const inner = mix((BigInt(seed) + STEP) & ALL);
    this.state = mix(inner ^ (((BigInt(number) + STEP) * STEP) & ALL));
  }

  /** Return a number from 0 to n - 1. @param {number} n */
  below(n) {
    this.state = (this.state + STEP) & ALL;
    return Number((mix(this.state) * BigInt(n)) >> 64n);
  }

  /** Return the numbers 0 to n - 1 in a random order. @param {number} n */
  shuffled(n) {
    const items = Array.from({ length: n }, (_, index) => index);
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

/** Return an order of nine lines that keeps bands together and commutes with a half turn. @param {SplitMix64} rng */
function symmetricLines(rng) {
  let top = rng.shuffled(3);
  if (rng.below(2)) top = top.map((line) => 6 + line);
  const middle = rng.below(2) ? [5, 4, 3] : [3, 4, 5];
  return [...top, ...middle, ...top.map((line) => 8 - line).reverse()];
}

/**
 * Return a puzzle of the stock, permuted by a random seed: 81 characters.
 * @param {Stock} stock
 * @param {string} difficulty easy, medium, hard, expert or extreme
 * @param {bigint | number} seed
 */
export function fromStock(stock, difficulty, seed) {
  const puzzles = stock[difficulty];
  const rng = new SplitMix64(seed);
  const puzzle = puzzles[rng.below(puzzles.length)];
  const transposed = rng.below(2) === 1;
  const rows = symmetricLines(rng);
  const columns = symmetricLines(rng);
  const digits = rng.shuffled(9);
  const [down, across] = transposed ? [1, 9] : [9, 1];
  const cells = rows.flatMap((row) => columns.map((column) => puzzle[row * down + column * across]));
  return cells.map((old) => (old === "." ? "." : digits[Number(old) - 1] + 1)).join("");
}

/**
 * Return the puzzle of a date, the same for everybody, and its difficulty.
 * @param {Stock} stock
 * @param {Date} date in the time zone of the reader
 * @param {string} [difficulty] that of the weekday unless it is given
 */
export function daily(stock, date, difficulty = WEEK[(date.getDay() + 6) % 7]) {
  const seed = date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
  return { text: fromStock(stock, difficulty, seed), difficulty, title: isoDate(date) };
}

/** Return 2026-11-22. @param {Date} date */
export function isoDate(date) {
  const part = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
