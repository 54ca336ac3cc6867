/**
 * Givens removed from a full board of any houses as long as its solution stays the only one, as in
 * nonet/generating/digging.py. The core does it for the classic board.
 */

import { fullBoard, partsOfTwoDigits } from "./full_boards.js";
import { setOf } from "./board_view.js";
import { puzzleOf } from "./puzzles.js";
import { SplitMix64 } from "./random.js";
import { OUT_OF_BUDGET } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./requirements.js").Requirements} Requirements */
/** @typedef {{givens: number[], isBlank: boolean, proved: boolean}} Dug */

const LARGE = 16;
const GUESSES = 200_000; // for each question
const GUESSES_LARGE = 100;

/** Make the puzzle of a number; it is blank if givens in all cells do not suffice. @param {Search} search @param {Requirements} wanted @param {bigint} seed @param {number} number @returns {Dug} */
export function dig(search, wanted, seed, number) {
  const rng = new SplitMix64(seed, number);
  const solution = fullBoard(search, wanted.rules, rng);
  const digger = new Digger(search, wanted, solution);
  const cells = digger.run(rng);
  return { givens: digger.givens(cells ?? []), isBlank: !cells, proved: digger.proved };
}

class Digger {
  /** @param {Search} search @param {Requirements} wanted @param {number[]} solution */
  constructor(search, wanted, solution) {
    this.search = search;
    this.wanted = wanted;
    this.solution = solution;
    this.proved = true;
    this.unavoidable = partsOfTwoDigits(wanted.rules, solution);
    this.guesses = wanted.rules.size > LARGE ? GUESSES_LARGE : GUESSES;
  }

  /** Return the board with the digits of some cells. @param {Iterable<number>} cells */
  givens(cells) {
    const board = Array(this.solution.length).fill(0);
    for (const cell of cells) board[cell] = this.solution[cell];
    return board;
  }

  /** Return the cells that are given, null if all parts together do not suffice. @param {SplitMix64} rng @returns {number[] | null} */
  run(rng) {
    const { plannedGivens, isWhole, parts } = this.wanted;
    const order = rng.shuffle([...parts]);
    const [low, high] = plannedGivens ?? [0, this.solution.length];
    const target = plannedGivens ? low + rng.below(high - low + 1) : 0;
    const everything = order.flat();
    if (everything.length !== this.solution.length && !this.isUnique(everything)) return null;
    if (isWhole) return everything;
    const first = this.fewest(order);
    let kept = order.slice(0, first);
    const count = (/** @type {number[][]} */ some) => some.reduce((sum, part) => sum + part.length, 0);
    for (const part of order.slice(first)) {
      if (count(kept) < target && count(kept) + part.length <= high) kept.push(part);
    }
    // The last of the first parts is needed: without it they did not suffice.
    for (const part of order.slice(0, Math.max(0, first - 1)).reverse()) {
      const left = kept.filter((other) => other !== part);
      if (count(kept) <= target || count(left) < (plannedGivens ? low : 0)) continue;
      if (this.isUnique(left.flat())) kept = left;
    }
    return kept.flat();
  }

  /** Return how many of the parts, from the first on, suffice. @param {number[][]} order */
  fewest(order) {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.isUnique(order.slice(0, middle).flat())) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** @param {number[]} cells */
  isUnique(cells) {
    const set = setOf(cells);
    if (this.unavoidable.some((part) => !(set & part))) return false;
    const { status, count } = this.search.solveOne(puzzleOf(this.wanted.rules, this.givens(cells)), 2, this.guesses);
    const exact = status !== OUT_OF_BUDGET;
    this.proved &&= exact || count > 1;
    return exact && count === 1;
  }
}
