/**
 * A board that is not classic, as the techniques of houses_steps.js see it: nonet/deduction/board_view.py for houses alone.
 *
 * Sets of cells are the bits of one BigInt, digits those of a number.
 */

import { digitsOf } from "./cells.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("../words/facts.js").Role} Role */
/** @typedef {{house: number, cells: number[], set: bigint, kind: "line" | "box", isFull: boolean}} Group */

/** @param {Iterable<number>} cells */
export function setOf(cells) {
  let set = 0n;
  for (const cell of cells) set |= 1n << BigInt(cell);
  return set;
}

/** Return the cells of a set in reading order. @param {bigint} set */
export function cellsIn(set) {
  const found = [];
  for (let at = 0, rest = set; rest; at += 32, rest >>= 32n) {
    for (let word = Number(rest & 0xffffffffn); word; word = (word & (word - 1)) >>> 0) found.push(at + 31 - Math.clz32(word & -word));
  }
  return found;
}

/** @param {bigint} set */
export function countIn(set) {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1n) count++;
  return count;
}

/** Whether a set has one cell. @param {bigint} set */
export const isOne = (set) => set !== 0n && !(set & (set - 1n));

/** Yield the choices of some items in the order of the items. @template T @param {readonly T[]} items @param {number} size @returns {Generator<T[]>} */
export function* combinations(items, size, from = 0) {
  if (!size) return yield [];
  for (let at = from; at <= items.length - size; at++) {
    for (const rest of combinations(items, size - 1, at + 1)) yield [/** @type {T} */ (items[at]), ...rest];
  }
}

/** @type {WeakMap<Rules, {sees: bigint[], groups: Group[]}>} */
const layouts = new WeakMap();

/** Return what of a board never changes while it is solved. @param {Rules} rules */
function layoutOf(rules) {
  const known = layouts.get(rules);
  if (known) return known;
  /** @type {Group[]} */
  const groups = rules.houses.map(({ name, cells }, house) => {
    const isLine = house < 2 * rules.size || name.startsWith("diagonal");
    return { house, cells, set: setOf(cells), kind: isLine ? "line" : "box", isFull: cells.length === rules.size };
  });
  const made = { sees: rules.peers.map(setOf), groups };
  layouts.set(rules, made);
  return made;
}

export class BoardView {
  /** @param {import("./puzzles.js").Position} position @param {Map<string, number>} ratings */
  constructor({ puzzle: { rules }, masks, digits }, ratings) {
    const { sees, groups } = layoutOf(rules);
    this.rules = rules;
    this.sees = sees;
    this.groups = groups;
    this.digits = digits;
    this.ratings = ratings;
    this.masks = masks;
    this.open = setOf(digits.flatMap((digit, cell) => (digit ? [] : [cell])));
    /** The open cells that can hold each digit, by digit less one. */
    this.places = Array.from({ length: rules.size }, (_, digit) => {
      return setOf(masks.flatMap((mask, cell) => (!digits[cell] && mask & (1 << digit) ? [cell] : [])));
    });
  }

  /** Return the candidates of a cell. @param {number} cell */
  mask(cell) {
    return this.masks[cell] ?? 0;
  }

  /** Return the cells that a cell sees. @param {number} cell */
  seenBy(cell) {
    return this.sees[cell] ?? 0n;
  }

  /** Return the cells that see all of some cells. @param {bigint} cells */
  seenByAll(cells) {
    return cellsIn(cells).reduce((found, cell) => found & this.seenBy(cell), -1n);
  }

  /**
   * Return a step. What is placed and eliminated is marked as the target.
   * @param {string} technique
   * @param {{places?: [number, number], removes?: [number, number][], houses?: number[], marks?: [Role, number, number][], unseen?: number[]}} parts
   * @returns {Step}
   */
  step(technique, { places, removes = [], houses = [], marks = [], unseen }) {
    const gone = [...removes].sort(([a], [b]) => a - b);
    /** @type {[Role, number, number][]} */
    const targets = gone.map(([cell, mask]) => ["target", cell, mask]);
    if (places) targets.unshift(["target", places[0], 1 << (places[1] - 1)]);
    return {
      technique,
      rating: this.ratings.get(technique) ?? 0,
      places: places ? { cell: places[0], digit: places[1] } : null,
      removes: new Map(gone),
      houses,
      marks: [...marks, ...targets].map(([role, cell, mask]) => ({ role, cell, mask })),
      chains: [],
      kind: "",
      complexity: 0,
      board: this.digits,
      ...(unseen ? { unseen } : {}),
    };
  }

  /** Yield each digit with its open cells. @returns {[number, bigint][]} */
  byDigit() {
    return this.places.map((set, at) => [at + 1, set]);
  }

  /** Return cells that lose one digit. @param {bigint} cells @param {number} digit @returns {[number, number][]} */
  lose(cells, digit) {
    return cellsIn(cells).map((cell) => [cell, 1 << (digit - 1)]);
  }

  /** Return what the cells lose that see each place of a digit among the chosen ones. @param {readonly number[]} chosen @param {number} held */
  eliminated(chosen, held) {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const digit of digitsOf(held)) {
      const bit = 1 << (digit - 1);
      const where = setOf(chosen.filter((cell) => this.mask(cell) & bit));
      for (const cell of cellsIn(this.seenByAll(where) & (this.places[digit - 1] ?? 0n))) found.set(cell, (found.get(cell) ?? 0) | bit);
    }
    return found;
  }
}
