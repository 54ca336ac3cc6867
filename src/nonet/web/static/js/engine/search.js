/**
 * Solutions of one classic puzzle, how long a question may take, and what is said at the end: the questions of
 * nonet/engine/single.py and `Puzzle.solution`, with the same sentences.
 */

import { STATUS } from "./calls.js";
import { cellName } from "./cells.js";
import { CELLS, masksOf, refuseConflict } from "./classic.js";
import { AnswerError, NeedsPython, TimeOver } from "./errors.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {{givens: number[], marks: number[] | null}} Puzzle */

/** The core with the time of a question. */
export class Search {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
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

  /** Solve boards of masks, and return the status, the number of solutions and the first solution of each. @param {readonly (readonly number[])[]} boards @param {number} limit @param {number} [budget] */
  solveAll(boards, limit, budget = 0) {
    this.checkTime();
    const found = this.core.solveMarks(Uint16Array.from(boards.flat()), { limit, budget });
    if (found.status.includes(STATUS.cancelled)) throw new TimeOver();
    return boards.map((_, at) => ({
      status: found.status[at],
      count: found.counts[at] ?? 0,
      solution: [...found.solutions.subarray(at * CELLS, (at + 1) * CELLS)],
    }));
  }

  /** @param {Puzzle} puzzle @param {number} limit @param {number} [budget] */
  solveOne(puzzle, limit, budget = 0) {
    const [found] = this.solveAll([masksOf(puzzle)], limit, budget);
    return /** @type {NonNullable<typeof found>} */ (found);
  }

  /** Return up to `limit` solutions in the order of the search; `exact` is false where a budget or the time ended it. @param {Puzzle} puzzle @param {number} limit @param {number} [budget] */
  enumerate(puzzle, limit, budget = 0) {
    const { solutions, count, status } = this.core.enumerate(Uint16Array.from(masksOf(puzzle)), limit, { budget });
    const grids = Array.from({ length: count }, (_, at) => [...solutions.subarray(at * CELLS, (at + 1) * CELLS)]);
    return { grids, exact: status !== STATUS.outOfBudget && status !== STATUS.cancelled };
  }

  /** Return the number of solutions up to a limit as far as the time allows, and whether it is exact. @param {Puzzle} puzzle @param {number} limit @returns {[number, boolean]} */
  counted(puzzle, limit) {
    let found = 0;
    let stage = Math.min(limit, 2);
    try {
      for (;;) {
        found = this.solveOne(puzzle, stage).count;
        if (found < stage) return [found, true];
        if (stage === limit) return [found, false];
        stage = Math.min(limit, stage * 16);
      }
    } catch (error) {
      if (error instanceof TimeOver) return [found, false];
      throw error;
    }
  }

  /** Return the only solution; throw what is wrong with a puzzle that has another number of them. @param {Puzzle} puzzle @returns {number[]} */
  solution(puzzle) {
    const { count, solution } = this.solveOne(puzzle, 2);
    if (count === 1) return solution;
    refuseConflict(puzzle.givens);
    if (!count) throw new NeedsPython({ error: { code: "no_solution", message: "the puzzle has no solution" } }); // it says why
    const { grids: [a = [], b = []] } = this.enumerate(puzzle, 2);
    const cells = a.flatMap((digit, cell) => (digit === b[cell] ? [] : [cell]));
    const [cell = 0] = cells;
    const [one, other] = [a[cell] ?? 0, b[cell] ?? 0].sort((x, y) => x - y);
    throw new AnswerError("multiple_solutions", `the puzzle has several solutions; ${cellName(cell)} can be ${one} or ${other}`, { cells });
  }
}
