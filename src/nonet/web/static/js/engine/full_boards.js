/**
 * Random full boards for any houses: the solutions of new puzzles, the same as nonet/generating/full_boards.py makes.
 *
 * A random search, for large boards one of the core. Then two digits are exchanged, many times, in a set of cells closed
 * under "sees" (a Kempe chain).
 */

import { AnswerError, LimitReached } from "./errors.js";
import { cellsIn, countIn, setOf } from "./board_view.js";
import { puzzleOf } from "./puzzles.js";
import { CANCELLED, OUT_OF_BUDGET } from "./search.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./random.js").SplitMix64} SplitMix64 */
/** @typedef {import("./search.js").Search} Search */

const MIXES = 40; // exchanges for each digit
const STEPS = 6; // steps of one search for each cell, before it starts again
const WORK = 10_000; // steps of all searches
const LARGE = 16; // on larger boards the core is asked at once
const HELP = 50_000; // guesses of the core, where the search finds nothing

/** @param {number} n */
const upTo = (n) => Array.from({ length: n }, (_, i) => i);

/** Return a board without empty cells. @param {Search} search @param {Rules} rules @param {SplitMix64} rng */
export function fullBoard(search, rules, rng) {
  return mixed(searched(search, rules, rng), rules, rng, MIXES * rules.size);
}

/** Exchange pairs of digits of a full board, each in one Kempe chain. @param {number[]} board @param {Rules} rules @param {SplitMix64} rng @param {number} mixes */
function mixed(board, rules, rng, mixes) {
  const { size } = rules;
  const peers = rules.peers.map(setOf);
  const where = placesIn(board, size);
  for (let i = 0; i < (size > 1 ? mixes : 0); i++) {
    const one = rng.below(size) + 1;
    let other = rng.below(size - 1) + 1;
    if (other >= one) other++;
    const [ones = 0n, others = 0n] = [where[one], where[other]];
    const start = cellsIn(ones)[rng.below(countIn(ones))] ?? 0;
    const part = partOf(peers, ones | others, start);
    const swapped = (ones & part) | (others & part);
    where[one] = ones ^ swapped;
    where[other] = others ^ swapped;
  }
  const cells = Array(size * size).fill(0);
  where.forEach((set, digit) => cellsIn(set).forEach((cell) => (cells[cell] = digit)));
  return cells;
}

/** Return the cells of each digit. @param {readonly number[]} board @param {number} size */
function placesIn(board, size) {
  /** @type {bigint[]} */
  const where = Array(size + 1).fill(0n);
  board.forEach((digit, cell) => (where[digit] = (where[digit] ?? 0n) | (1n << BigInt(cell))));
  return where;
}

/** Return the Kempe chains of a full board, in which two digits can be exchanged, for all pairs. @param {Rules} rules @param {readonly number[]} board */
export function partsOfTwoDigits(rules, board) {
  const peers = rules.peers.map(setOf);
  const [, ...where] = placesIn(board, rules.size);
  /** @type {bigint[]} */
  const found = [];
  where.forEach((one, at) => where.slice(at + 1).forEach((other) => {
    let left = one | other;
    while (left) {
      const part = partOf(peers, one | other, cellsIn(left)[0] ?? 0);
      left &= ~part;
      found.push(part);
    }
  }));
  return found;
}

/** Return the cells that a first one sees, directly or through others of the two digits. @param {bigint[]} peers @param {bigint} both @param {number} start */
function partOf(peers, both, start) {
  let part = 1n << BigInt(start);
  const todo = [start];
  for (const cell of todo) {
    const more = (peers[cell] ?? 0n) & both & ~part;
    part |= more;
    todo.push(...cellsIn(more));
  }
  return part;
}

// -- search -------------------------------------------------------------------------------------------------------

/** Return a board for any houses: the cell with the fewest candidates first, its digits in random order. @param {Search} search @param {Rules} rules @param {SplitMix64} rng */
function searched(search, rules, rng) {
  const tries = rules.size <= LARGE ? Math.floor(WORK / (STEPS * rules.count)) : 0;
  for (let i = 0; i < tries; i++) {
    search.checkTime();
    const filling = new Filling(rules, rng);
    if (filling.run()) return filling.board;
    if (filling.steps) break; // every board was tried
  }
  return byCore(search, rules, rng);
}

/** A random search; sets of cells say where each digit can still be placed, and where it is placed. */
class Filling {
  /** @param {Rules} rules @param {SplitMix64} rng */
  constructor(rules, rng) {
    this.rules = rules;
    this.rng = rng;
    this.steps = STEPS * rules.count;
    this.peers = rules.peers.map(setOf);
    this.houses = rules.houses.filter(({ cells }) => cells.length === rules.size).map(({ cells }) => setOf(cells));
    /** @type {bigint[]} */
    this.placed = Array(rules.size).fill(0n);
  }

  get board() {
    const cells = Array(this.rules.count).fill(0);
    this.placed.forEach((set, digit) => cellsIn(set).forEach((cell) => (cells[cell] = digit + 1)));
    return cells;
  }

  run() {
    const every = (1n << BigInt(this.rules.count)) - 1n;
    return this.fill(Array(this.placed.length).fill(every), every);
  }

  /** @param {bigint[]} places @param {bigint} left @returns {boolean} */
  fill(places, left) {
    if (!left) return true;
    if (!this.steps) return false;
    this.steps--;
    for (const [cell, digit] of this.rng.shuffle(this.choices(places, left))) {
      const bit = 1n << BigInt(cell);
      const after = places.map((set) => set & ~bit);
      after[digit] = (after[digit] ?? 0n) & ~(this.peers[cell] ?? 0n);
      this.placed[digit] = (this.placed[digit] ?? 0n) ^ bit;
      if (this.fill(after, left ^ bit)) return true;
      this.placed[digit] = (this.placed[digit] ?? 0n) ^ bit;
    }
    return false;
  }

  /** Return the fewest choices, cell and digit from 0, one of which every solution has. @param {bigint[]} places @param {bigint} left @returns {[number, number][]} */
  choices(places, left) {
    let [once, twice, thrice] = [0n, 0n, 0n];
    for (const set of places) {
      thrice |= twice & set;
      twice |= once & set;
      once |= set;
    }
    if (left & ~once) return [];
    let [fewest, house, ofHouse] = [places.length + 1, 0n, 0];
    for (const cells of this.houses) {
      if (!(cells & left)) continue;
      for (const [digit, set] of places.entries()) {
        const count = countIn(set & cells);
        if (count >= fewest || (this.placed[digit] ?? 0n) & cells) continue;
        [fewest, house, ofHouse] = [count, set & cells, digit];
        if (!count) return [];
      }
    }
    const few = left & ~twice || (fewest > 1 ? left & ~thrice : 0n);
    if (!few && house) return cellsIn(house).map((cell) => [cell, ofHouse]);
    const [cell = 0] = cellsIn(few || left);
    return places.flatMap((set, digit) => ((set >> BigInt(cell)) & 1n ? [/** @type {[number, number]} */ ([cell, digit])] : []));
  }
}

/** Let the core complete a board with random digits in a few cells that do not see each other. @param {Search} search @param {Rules} rules @param {SplitMix64} rng */
function byCore(search, rules, rng) {
  let isOpen = false;
  for (const scattered of [true, false]) {
    const cells = Array(rules.count).fill(0);
    if (scattered) {
      let order = rng.shuffle(upTo(rules.count));
      for (const digit of rng.shuffle(upTo(rules.size))) {
        const [cell] = order;
        if (cell === undefined) break;
        cells[cell] = digit + 1;
        order = order.filter((other) => other !== cell && !rules.sees[cell]?.has(other));
      }
    }
    const { status, count, solution } = search.solveOne(puzzleOf(rules, cells), 1, HELP);
    if (count) return solution;
    isOpen = status === OUT_OF_BUDGET || status === CANCELLED;
  }
  if (!isOpen) throw new AnswerError("rules_error", "no board obeys these rules: some of the houses exclude each other");
  throw new LimitReached("no full board was found in 50,000 guesses; it is not proved that there is none");
}
