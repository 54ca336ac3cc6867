/**
 * Solutions of one puzzle: which solver of the core answers, how long it may take, and what is said at the end. The
 * same questions as nonet/engine/single.py and `Puzzle.solution`, with the same sentences.
 */

import { cellName } from "./cells.js";
import { AnswerError, LimitReached, NeedsServer, NoSolution, TimeOver } from "./errors.js";
import { conflictError } from "./puzzles.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./rules.js").Rules} Rules */

/** The results of the core for one board, as numbers. */
export const UNIQUE = 0;
export const MULTIPLE = 1;
export const FOUND = 2;
export const NO_SOLUTION = 3;
export const CONFLICT = 4;
export const OUT_OF_BUDGET = 6;
export const CANCELLED = 7;

const LARGE = 16; // the largest size that is searched without a budget
const GIVE_UP = 2_000_000; // guesses on a large board

/** The core with the time of a question. */
export class Search {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
    /** @type {Map<string, any>} */
    this.tables = new Map();
  }

  /** End all work after some seconds, inside of `work`; it does not extend a limit around it. @template T @param {number} seconds @param {() => T} work @returns {T} */
  within(seconds, work) {
    const before = this.core.deadline;
    this.core.deadline = Math.min(before, performance.now() + seconds * 1000);
    try {
      return work();
    } finally {
      this.core.deadline = before;
    }
  }

  /** Throw if the time is over: for long work that seldom calls the core. */
  checkTime() {
    if (performance.now() >= this.core.deadline) throw new TimeOver();
  }

  /** Return the tables of rules; the oldest make room for new ones. @param {Rules} rules */
  tablesOf(rules) {
    const known = this.tables.get(rules.key);
    if (known !== undefined) return known;
    if (this.tables.size >= 8) {
      const [[key, handle]] = /** @type {[[string, any]]} */ ([...this.tables.entries()].slice(0, 1));
      this.core.release(handle);
      this.tables.delete(key);
    }
    const handle = this.core.tables({ size: rules.size, houses: neededHouses(rules) });
    this.tables.set(rules.key, handle);
    return handle;
  }

  /**
   * Solve boards of one puzzle's rules, given as masks for each cell.
   * @param {Rules} rules @param {readonly (readonly number[])[]} boards
   * @param {{limit?: number, budget?: number}} options
   * @returns {{statuses: number[], counts: number[], solutions: number[][]}}
   */
  solveMarks(rules, boards, { limit = 2, budget = 0 }) {
    this.checkTime();
    const options = { limit, budget };
    const found = rules.isClassic
      ? this.core.solveMarks(Uint16Array.from(boards.flat()), options)
      : this.core.generalMarks(this.tablesOf(rules), boards.flat(), options);
    const statuses = [...found.status];
    if (statuses.includes(CANCELLED)) throw new TimeOver();
    const { count } = rules;
    const solutions = boards.map((_, at) => [...found.solutions.subarray(at * count, at * count + count)]);
    return { statuses, counts: [...found.counts], solutions };
  }

  /** Return the status, the number of solutions up to the limit, and the first one. @param {Puzzle} puzzle @param {number} limit @param {number} [budget] */
  solveOne(puzzle, limit, budget = 0) {
    const { rules } = puzzle;
    const allowed = budget || (rules.size > LARGE ? GIVE_UP + 1000 * Math.min(limit, 2 ** 40) : 0);
    const options = { limit, budget: allowed };
    if (puzzle.marks) {
      const { statuses, counts, solutions } = this.solveMarks(rules, [masksOf(puzzle)], options);
      return { status: statuses[0], count: counts[0] ?? 0, solution: solutions[0] ?? [] };
    }
    this.checkTime();
    const givens = Uint8Array.from(puzzle.givens);
    const found = rules.isClassic
      ? this.core.solve(givens, options)
      : this.core.general(this.tablesOf(rules), givens, options);
    if (found.status[0] === CANCELLED) throw new TimeOver();
    return { status: found.status[0], count: found.counts[0] ?? 0, solution: [...found.solutions] };
  }

  /**
   * Return up to `limit` solutions in the order of the search; `exact` is false where a budget or the time ended it.
   * @param {Rules} rules @param {readonly number[]} masks @param {number} limit @param {number} [budget]
   */
  enumerate(rules, masks, limit, budget = 0) {
    const { solutions, count, status, exact } = this.listed(rules, masks, limit, budget);
    const cells = rules.count;
    const grids = Array.from({ length: count }, (_, at) => [...solutions.subarray(at * cells, at * cells + cells)]);
    return { grids, status, exact };
  }

  /**
   * Return the same solutions as one array, the cells of one after those of another: for many of them.
   * @param {Rules} rules @param {readonly number[]} masks @param {number} limit @param {number} [budget]
   */
  listed(rules, masks, limit, budget = 0) {
    const found = rules.isClassic
      ? this.core.enumerate(Uint16Array.from(masks), limit, { budget })
      : this.core.generalEnumerate(this.tablesOf(rules), masks, limit, { budget });
    return { ...found, exact: found.status !== OUT_OF_BUDGET && found.status !== CANCELLED };
  }

  /** Return the number of solutions up to a limit; throw where a large board takes too long. @param {Puzzle} puzzle @param {number} limit */
  count(puzzle, limit) {
    const { status, count } = this.solveOne(puzzle, limit);
    if (status === OUT_OF_BUDGET && count < limit) {
      throw new LimitReached(`${budgetSentence()}; found at least ${count} so far`);
    }
    return count;
  }

  /** Return the number of solutions up to a limit as far as the time allows, and whether it is exact. @param {Puzzle} puzzle @param {number} limit @returns {[number, boolean]} */
  counted(puzzle, limit) {
    let found = 0;
    let stage = Math.min(limit, 2);
    try {
      for (;;) {
        found = this.count(puzzle, stage);
        if (found < stage) return [found, true];
        if (stage === limit) return [found, false];
        stage = Math.min(limit, stage * 16);
      }
    } catch (error) {
      if (error instanceof LimitReached) return [found, false];
      throw error;
    }
  }

  /** Return the only solution; throw what is wrong with a puzzle that has another number of them. @param {Puzzle} puzzle @returns {number[]} */
  solution(puzzle) {
    const { status, count, solution } = this.solveOne(puzzle, 2);
    if (status === OUT_OF_BUDGET && count < 2) {
      throw new LimitReached(`${budgetSentence()}; found ${count ? "1 solution" : "no solution"} so far`);
    }
    if (count === 1) return solution;
    if (!count) throw conflictError(puzzle) ?? new NoSolution(puzzle);
    const { size } = puzzle.rules;
    const { grids: [a = [], b = []] } = this.enumerate(puzzle.rules, masksOf(puzzle), 2);
    const cells = a.flatMap((digit, cell) => (digit === b[cell] ? [] : [cell]));
    const cell = cells[0] ?? 0;
    const [one = 0, other = 0] = [a[cell], b[cell]];
    const choice = `${cellName(cell, size)} can be ${Math.min(one, other)} or ${Math.max(one, other)}`;
    throw new AnswerError("multiple_solutions", `the puzzle has several solutions; ${choice}`, { cells });
  }
}

const budgetSentence = () => `the search stopped after ${GIVE_UP.toLocaleString("en")} guesses`;

/** Return the candidates that givens and marks leave together; a contradiction leaves 0. @param {Puzzle} puzzle */
export function masksOf({ rules, givens, marks }) {
  const masks = marks ? [...marks] : Array(rules.count).fill((1 << rules.size) - 1);
  givens.forEach((digit, cell) => {
    if (digit) masks[cell] &= 1 << (digit - 1);
  });
  return masks;
}

/** Return the cells of the houses without those that lie in another one. @param {Rules} rules */
function neededHouses(rules) {
  const sets = rules.houses.map(({ cells }) => new Set(cells));
  const needed = rules.houses.filter(({ cells }, i) => !sets.some((other, j) => {
    if (j === i || cells.length > other.size || !cells.every((cell) => other.has(cell))) return false;
    return j < i || other.size > cells.length;
  }));
  const cells = needed.flatMap((house) => house.cells);
  const uses = Array(rules.count).fill(0);
  cells.forEach((cell) => uses[cell]++);
  if (needed.length > 1024 || cells.length > 16384 || Math.max(...uses) > 16) throw new NeedsServer();
  return needed.map((house) => house.cells);
}
