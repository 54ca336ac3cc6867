/**
 * A puzzle whose givens can be removed or added: what the setter's verbs ask the core about it, the work of
 * nonet/puzzle/given_sets.py, minimality.py and `Puzzle.differences`.
 */

import { bitCount, digitsOf, filledCells } from "./cells.js";
import { LimitReached } from "./errors.js";
import { SplitMix64 } from "./random.js";
import { FOUND, masksOf, OUT_OF_BUDGET, UNIQUE } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {[number, number]} PlacedDigit a cell and its digit */

const ROWS = 256; // boards that the core gets at once

export class GivenSets {
  /** @param {Search} search @param {Puzzle} puzzle */
  constructor(search, puzzle) {
    this.search = search;
    this.puzzle = puzzle;
    this.rules = puzzle.rules;
    this.givens = puzzle.givens;
    this.filled = filledCells(puzzle.givens);
  }

  /** Return the puzzle with the givens of some cells alone. @param {Iterable<number>} cells @returns {Puzzle} */
  only(cells) {
    const givens = Array(this.rules.count).fill(0);
    for (const cell of cells) givens[cell] = this.givens[cell];
    return { ...this.puzzle, givens };
  }

  /** Return the puzzle with more digits. @param {Iterable<PlacedDigit>} added @returns {Puzzle} */
  plus(added) {
    const givens = [...this.givens];
    for (const [cell, digit] of added) givens[cell] = digit;
    return { ...this.puzzle, givens };
  }

  masks() {
    return masksOf(this.puzzle);
  }

  /**
   * Yield the status and the first solution of each board of masks.
   * @param {Iterable<number[]>} boards @param {number} limit @returns {Generator<{status: number, solution: number[]}>}
   */
  *ask(boards, limit) {
    /** @type {number[][]} */
    let rows = [];
    for (const board of boards) {
      rows.push(board);
      if (rows.length < ROWS) continue;
      yield* this.answers(rows, limit);
      rows = [];
    }
    if (rows.length) yield* this.answers(rows, limit);
  }

  /** @param {number[][]} rows @param {number} limit */
  *answers(rows, limit) {
    const { statuses, solutions } = this.search.solveMarks(this.rules, rows, { limit });
    if (statuses.includes(OUT_OF_BUDGET)) throw new LimitReached("the search stopped");
    for (const [at, status] of statuses.entries()) yield { status, solution: solutions[at] ?? [] };
  }

  /** Whether the givens of some cells leave one solution. @param {Iterable<number>} cells */
  isUnique(cells) {
    return this.search.solveOne(this.only(cells), 2).status === UNIQUE;
  }

  /** Return the cells whose givens can each be removed alone. */
  redundant() {
    const boards = this.filled.map((cell) => masksOf(this.only(this.filled.filter((other) => other !== cell))));
    const answers = [...this.ask(boards, 2)];
    return this.filled.filter((_, at) => answers[at]?.status === UNIQUE);
  }

  /** Return the cells that remain when givens are removed one by one in an order of the seed. @param {bigint} seed @param {number[]} solution */
  minimal(seed, solution) {
    const left = new Set(this.filled);
    /** Cells of which each puzzle with this solution has a given. @type {number[][]} */
    const unavoidable = [];
    for (const cell of new SplitMix64(seed, 0).shuffle(this.filled.map((_, at) => at)).map((at) => this.filled[at] ?? 0)) {
      left.delete(cell);
      if (this.isLost(left, solution, unavoidable)) left.add(cell);
    }
    return [...left];
  }

  /** Whether givens leave another solution; the cells in which it differs are remembered. @param {Set<number>} kept @param {number[]} solution @param {number[][]} unavoidable */
  isLost(kept, solution, unavoidable) {
    this.search.checkTime();
    if (unavoidable.some((cells) => !cells.some((cell) => kept.has(cell)))) return true;
    const { grids } = this.search.enumerate(this.rules, masksOf(this.only(kept)), 2);
    for (const grid of grids) {
      const cells = grid.flatMap((digit, cell) => (digit === solution[cell] ? [] : [cell]));
      if (cells.length) return unavoidable.push(cells) > 0;
    }
    this.search.checkTime();
    return false;
  }

  /** Return for each cell the digits that it has in some solution; the first ones are known. @param {number[][]} known */
  trueCandidates(known) {
    const seen = Array(this.rules.count).fill(0);
    const see = (/** @type {number[]} */ grid) => grid.forEach((digit, cell) => (seen[cell] |= 1 << (digit - 1)));
    known.forEach(see);
    const masks = this.masks();
    let unseen = candidatesIn(masks);
    for (;;) {
      unseen = unseen.filter(([cell, digit]) => !(seen[cell] & (1 << (digit - 1))));
      if (!unseen.length) return seen;
      const asked = unseen.slice(0, ROWS);
      unseen = unseen.slice(ROWS);
      for (const { status, solution } of this.ask(asked.map((placed) => masksWith(masks, [placed])), 1)) {
        if (status === FOUND) see(solution);
      }
    }
  }
}

/** Return masks with some digits placed. @param {readonly number[]} masks @param {Iterable<PlacedDigit>} placed */
export function masksWith(masks, placed) {
  const changed = [...masks];
  for (const [cell, digit] of placed) changed[cell] = (changed[cell] ?? 0) & (1 << (digit - 1));
  return changed;
}

/** Return the candidates of the cells that have several. @param {readonly number[]} masks @returns {PlacedDigit[]} */
export function candidatesIn(masks) {
  return masks.flatMap((mask, cell) => (bitCount(mask) > 1 ? digitsOf(mask).map((digit) => /** @type {PlacedDigit} */ ([cell, digit])) : []));
}
