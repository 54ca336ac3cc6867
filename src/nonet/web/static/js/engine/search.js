/**
 * Solutions of one classic puzzle, how long a question may take, and the verdict at the end: the questions of
 * nonet/engine/single.py and `Puzzle.solution`, with the same sentences.
 */

import { cellName } from "../board/geometry.js";
import { CELLS, masksOf, refuseConflict } from "./classic.js";
import { STATUS } from "./core.js";
import { AnswerError, NeedsPython, TimeOver } from "./errors.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {{givens: number[], marks: number[] | null}} Puzzle */

export const PART = 0.4; // seconds for a part of an answer

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

  /** Return what a part of an answer is; null if it takes too long. @template T @param {() => T} work @returns {T | null} */
  part(work) {
    return this.inTime(() => this.within(PART, work));
  }

  /** Return what is found, null if the time is over before. @template T @param {() => T} work @returns {T | null} */
  inTime(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof TimeOver) return null;
      throw error;
    }
  }

  /** Call the core; throw if the time is over. @template {{status: number | Uint8Array}} T @param {(core: Core) => T} call */
  ask(call) {
    if (performance.now() >= this.core.deadline) throw new TimeOver();
    const found = call(this.core);
    const isOver = typeof found.status === "number" ? found.status === STATUS.cancelled : found.status.includes(STATUS.cancelled);
    if (isOver) throw new TimeOver();
    return found;
  }

  /** Solve boards of masks, and return the status, the number of solutions and the first solution of each. @param {readonly (readonly number[])[]} boards @param {number} limit @param {number} [budget] */
  solveAll(boards, limit, budget = 0) {
    const { status, counts, solutions } = this.ask((core) => core.solveMarks(Uint16Array.from(boards.flat()), { limit, budget }));
    const grids = gridsIn(solutions);
    return boards.map((_, at) => ({ status: status[at], count: counts[at], solution: grids[at] }));
  }

  /** @param {Puzzle} puzzle @param {number} limit @param {number} [budget] */
  solveOne(puzzle, limit, budget = 0) {
    return this.solveAll([masksOf(puzzle)], limit, budget)[0];
  }

  /** Return up to `limit` solutions in the order of the search; `exact` is false where a budget or the time ended it. @param {Puzzle} puzzle @param {number} limit @param {number} [budget] */
  enumerate(puzzle, limit, budget = 0) {
    const { solutions, status } = this.core.enumerate(Uint16Array.from(masksOf(puzzle)), limit, { budget });
    return { grids: gridsIn(solutions), exact: status !== STATUS.outOfBudget && status !== STATUS.cancelled };
  }

  /** Return the number of solutions up to a limit as far as the time allows, and whether it is exact. @param {Puzzle} puzzle @param {number} limit @returns {[number, boolean]} */
  counted(puzzle, limit) {
    let count = 0;
    for (let stage = Math.min(limit, 2); ; stage = Math.min(limit, stage * 16)) {
      const found = this.inTime(() => this.solveOne(puzzle, stage));
      count = found?.count ?? count;
      if (!found || count < stage || stage === limit) return [count, found !== null && count < stage];
    }
  }

  /** Return the only solution; throw what is wrong with a puzzle that has another number of them. @param {Puzzle} puzzle @returns {number[]} */
  solution(puzzle) {
    const { count, solution } = this.solveOne(puzzle, 2);
    if (count === 1) return solution;
    refuseConflict(puzzle.givens);
    if (!count) throw new NeedsPython({ error: { code: "no_solution", message: "the puzzle has no solution" } }); // it says why
    const { grids: [a, b] } = this.enumerate(puzzle, 2);
    if (!b) throw new TimeOver();
    const cells = a.flatMap((digit, cell) => (digit === b[cell] ? [] : [cell]));
    const [cell] = cells;
    const [one, other] = [a[cell], b[cell]].sort((x, y) => x - y);
    throw new AnswerError("multiple_solutions", `the puzzle has several solutions; ${cellName(cell)} can be ${one} or ${other}`, { cells });
  }
}

/** Return grids from an array that has one after another. @param {Uint8Array} digits */
export function gridsIn(digits) {
  return Array.from({ length: digits.length / CELLS }, (_, at) => [...digits.subarray(at * CELLS, (at + 1) * CELLS)]);
}
