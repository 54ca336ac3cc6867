/**
 * What is known about a classic puzzle while somebody sets it: the verb `inspect` of nonet/web/setter.py. A part that takes
 * too long is null.
 */

import { STATUS } from "./calls.js";
import { bitCount, digitsOf, filledCells } from "./cells.js";
import { ALL, conflictsOf, masksOf } from "./classic.js";
import { TimeOver } from "./errors.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./search.js").Puzzle} Puzzle */

const PART = 0.4; // seconds for each part
const ROWS = 256; // boards that the core gets at once

/** @param {Search} search @param {Puzzle} puzzle @param {number} limit */
export function inspect(search, puzzle, limit) {
  const conflicts = conflictsOf(puzzle.givens);
  /** @type {Record<string, any>} */
  const answer = { count: 0, exact: true, conflicts, candidates: null, differ: null, minimal: null, redundant: null, solution: null };
  if (conflicts.length) return answer;
  search.within(PART, () => {
    [answer["count"], answer["exact"]] = search.counted(puzzle, limit);
    if (answer["count"] === 1 && answer["exact"]) answer["solution"] = search.solution(puzzle);
  });
  const { solution } = answer;
  if (solution) {
    const redundant = partOf(search, () => redundantIn(search, puzzle));
    const candidates = solution.map((/** @type {number} */ digit) => 1 << (digit - 1));
    Object.assign(answer, { redundant, minimal: redundant && !redundant.length, candidates, differ: [] });
  } else if (answer["count"]) {
    const candidates = partOf(search, () => trueCandidates(search, puzzle));
    const differ = candidates?.flatMap((mask, cell) => (bitCount(mask) > 1 ? [cell] : [])) ?? null;
    Object.assign(answer, { candidates, differ });
  }
  return answer;
}

/** Return what a part finds, null if it takes too long. @template T @param {Search} search @param {() => T} work @returns {T | null} */
function partOf(search, work) {
  try {
    return search.within(PART, work);
  } catch (error) {
    if (error instanceof TimeOver) return null;
    throw error;
  }
}

/** Return the cells whose givens can each be removed alone. @param {Search} search @param {Puzzle} puzzle */
function redundantIn(search, puzzle) {
  const filled = filledCells(puzzle.givens);
  const found = search.solveAll(filled.map((cell) => masksWith(masksOf(puzzle), cell, puzzle.marks?.[cell] ?? ALL)), 2);
  return filled.filter((_, at) => found[at]?.status === STATUS.unique);
}

/** Return for each cell the digits that it has in some solution. @param {Search} search @param {Puzzle} puzzle */
function trueCandidates(search, puzzle) {
  const masks = masksOf(puzzle);
  const seen = /** @type {number[]} */ (masks.map(() => 0));
  const see = (/** @type {number[]} */ grid) => grid.forEach((digit, cell) => (seen[cell] = (seen[cell] ?? 0) | (1 << (digit - 1))));
  search.enumerate(puzzle, 2).grids.forEach(see);
  search.checkTime();
  let unseen = masks.flatMap((mask, cell) => (bitCount(mask) > 1 ? digitsOf(mask).map((digit) => ({ cell, bit: 1 << (digit - 1) })) : []));
  for (;;) {
    unseen = unseen.filter(({ cell, bit }) => !((seen[cell] ?? 0) & bit));
    if (!unseen.length) return seen;
    const asked = unseen.slice(0, ROWS);
    unseen = unseen.slice(ROWS);
    for (const { status, solution } of search.solveAll(asked.map(({ cell, bit }) => masksWith(masks, cell, bit)), 1)) {
      if (status === STATUS.found) see(solution);
    }
  }
}

/** @param {readonly number[]} masks @param {number} cell @param {number} mask */
const masksWith = (masks, cell, mask) => masks.map((own, at) => (at === cell ? mask : own));
