/**
 * Dead ends that a person sees at once, a cell without a candidate or a house without a place for a digit: the work of
 * nonet/puzzle/dead_ends.py.
 */

import { bitCount, cellName, digitsOf } from "./cells.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./given_sets.js").PlacedDigit} PlacedDigit */
/** @typedef {import("./unsolvable.js").Violation} Violation */

const SINGLES = 2;
const CELLS = 32_000; // of all boards that are looked at

/** Return the dead end that is seen after the fewest singles, null if there is none so soon. @param {Rules} rules @param {readonly number[]} allowed @returns {Violation | null} */
export function deadEnd(rules, allowed) {
  let level = [new Position(rules, allowed)];
  const most = Math.floor(CELLS / allowed.length);
  const seen = new Set();
  for (let singles = 0; singles <= SINGLES; singles++) {
    /** @type {Position[]} */
    const larger = [];
    for (const position of level) {
      const found = [...position.emptyCells(), ...position.housesWithoutPlace()];
      const [first] = found.sort((a, b) => a.named - b.named);
      if (first) return first.violation;
      for (const single of singles < SINGLES ? position.singles() : []) {
        const key = [...position.after, single].map(String).sort().join(" ");
        if (seen.has(key) || seen.size >= most) continue;
        seen.add(key);
        larger.push(position.plus(single));
      }
    }
    level = larger;
  }
  return null;
}

/** A board with its placed digits, the last of them, `after`, after the givens. */
class Position {
  /** @param {Rules} rules @param {readonly number[]} allowed */
  constructor(rules, allowed) {
    this.rules = rules;
    this.allowed = allowed;
    /** @type {PlacedDigit[]} */
    this.after = [];
    /** @type {Map<number, number>} */
    this.placed = new Map();
    this.masks = [...allowed];
    this.fullHouses = rules.houses.filter(({ cells }) => cells.length === rules.size);
    allowed.forEach((mask, cell) => {
      if (bitCount(mask) === 1) this.place(cell, digitsOf(mask)[0] ?? 0);
    });
  }

  /** Return the position with one more digit. @param {PlacedDigit} single */
  plus([cell, digit]) {
    /** @type {Position} */
    const other = Object.assign(Object.create(Position.prototype), this);
    other.masks = [...this.masks];
    other.placed = new Map(this.placed);
    other.after = [...this.after, [cell, digit]];
    other.masks[cell] = 1 << (digit - 1);
    other.place(cell, digit);
    return other;
  }

  /** @param {number} cell @param {number} digit */
  place(cell, digit) {
    this.placed.set(cell, digit);
    for (const peer of this.rules.peers[cell] ?? []) this.masks[peer] = (this.masks[peer] ?? 0) & ~(1 << (digit - 1));
  }

  /** Return the digits that follow at once: the only one of a cell, or with the only place in a house. @returns {PlacedDigit[]} */
  singles() {
    /** @type {Map<string, PlacedDigit>} */
    const found = new Map();
    const add = (/** @type {number} */ cell, /** @type {number} */ digit) => void found.set(`${cell} ${digit}`, [cell, digit]);
    this.masks.forEach((mask, cell) => bitCount(mask) === 1 && add(cell, digitsOf(mask)[0] ?? 0));
    for (const { cells } of this.fullHouses) {
      let once = 0;
      let twice = 0;
      for (const cell of cells) {
        twice |= once & (this.masks[cell] ?? 0);
        once |= this.masks[cell] ?? 0;
      }
      for (const digit of digitsOf(once & ~twice)) {
        add(cells.find((cell) => (this.masks[cell] ?? 0) & (1 << (digit - 1))) ?? 0, digit);
      }
    }
    return [...found.values()].filter(([cell]) => !this.placed.has(cell));
  }

  /** Return the cells without a digit, and how many digits are named. */
  emptyCells() {
    return this.masks.flatMap((mask, cell) => (mask ? [] : [this.emptyCell(cell)]));
  }

  /** @param {number} cell */
  emptyCell(cell) {
    const own = this.allowed[cell] ?? 0;
    const houses = this.rules.houses.filter(({ cells }) => cells.includes(cell)).map(({ name, cells }) => {
      const others = cells.filter((other) => other !== cell && this.placed.has(other));
      return { name, seen: others.reduce((mask, other) => mask | (1 << ((this.placed.get(other) ?? 1) - 1)), 0), taken: 0 };
    });
    for (let left = own; left; ) {
      const most = Math.max(...houses.map(({ seen }) => bitCount(seen & left)));
      const house = houses.find(({ seen }) => bitCount(seen & left) === most);
      if (!house || !most) break;
      house.taken = house.seen & left;
      left &= ~house.seen;
    }
    const taken = houses.filter((house) => house.taken).map((house) => ({ house: house.name, digits: digitsOf(house.taken) }));
    return { named: bitCount(own), violation: this.violation([cell], "cell", { cell, taken }) };
  }

  /** Return the houses in which a digit has no place, and how many cells are named. */
  housesWithoutPlace() {
    const all = this.allowed.length ? 2 ** this.rules.size - 1 : 0;
    return this.fullHouses.flatMap(({ name, cells }) => {
      const held = cells.reduce((mask, cell) => mask | (this.placed.has(cell) ? 1 << ((this.placed.get(cell) ?? 1) - 1) : this.masks[cell] ?? 0), 0);
      const empty = cells.filter((cell) => !this.placed.has(cell));
      return digitsOf(all & ~held).flatMap((digit) => {
        if (!empty.length) return [];
        const open = empty.filter((cell) => (this.allowed[cell] ?? 0) & (1 << (digit - 1)));
        const named = this.seenFrom(open, digit);
        const givens = named.sort((a, b) => a - b).map((cell) => /** @type {PlacedDigit} */ ([cell, digit]));
        const key = open.length < empty.length ? "house.marks" : "house";
        const values = { house: name, digit, empty: empty.length, givens };
        return [{ named: named.length, violation: this.violation([...cells, ...named], key, values) }];
      });
    });
  }

  /** Return few cells with a digit that all of the cells see. @param {number[]} cells @param {number} digit */
  seenFrom(cells, digit) {
    const givens = [...this.placed].filter(([, other]) => other === digit).map(([cell]) => cell);
    /** @type {number[]} */
    const named = [];
    for (let left = cells; left.length; ) {
      const counts = givens.map((cell) => left.filter((other) => this.rules.sees[cell]?.has(other)).length);
      const best = givens[counts.indexOf(Math.max(...counts))] ?? 0;
      named.push(best);
      left = left.filter((cell) => !this.rules.sees[best]?.has(cell));
    }
    return named;
  }

  /** @param {number[]} cells @param {string} key @param {Record<string, any>} values @returns {Violation} */
  violation(cells, key, values) {
    return { cells: [...new Set(cells)], key: `contradiction.${key}`, values: { ...values, after: this.after }, size: this.rules.size };
  }
}
