/**
 * What is known about a classic puzzle while somebody sets it: the verb `inspect` of nonet/web/setter.py. A part that takes
 * too long is null.
 */

import { digitsOf } from "../board/geometry.js";
import { ALL, bitOf, conflictsOf, masksOf } from "./classic.js";
import { STATUS } from "./core.js";
import { PART } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./search.js").Puzzle} Puzzle */

const ROWS = 256; // boards that the core gets at once

/** @param {Search} search @param {Puzzle} puzzle @param {number} limit */
export function inspect(search, puzzle, limit) {
  const conflicts = conflictsOf(puzzle.givens);
  const unknown = { candidates: null, differ: null, minimal: null, redundant: null, solution: null };
  /** @type {InspectAnswer} */
  const answer = { count: 0, exact: true, conflicts, ...unknown };
  if (conflicts.length) return answer;
  search.within(PART, () => {
    [answer.count, answer.exact] = search.counted(puzzle, limit);
    if (answer.count === 1 && answer.exact) answer.solution = search.solution(puzzle);
  });
  const { solution } = answer;
  if (solution) {
    const redundant = search.part(() => redundantIn(search, puzzle));
    Object.assign(answer, { redundant, minimal: redundant && !redundant.length, candidates: solution.map(bitOf), differ: [] });
  } else if (answer.count) {
    const candidates = search.part(() => trueCandidates(search, puzzle));
    const differ = candidates?.flatMap((mask, cell) => (mask & (mask - 1) ? [cell] : [])) ?? null; // two digits at least
    Object.assign(answer, { candidates, differ });
  }
  return answer;
}

/** Return the cells whose givens can each be removed alone. @param {Search} search @param {Puzzle} puzzle */
function redundantIn(search, puzzle) {
  const filled = puzzle.givens.flatMap((digit, cell) => (digit ? [cell] : []));
  const found = search.solveAll(filled.map((cell) => Object.assign(masksOf(puzzle), { [cell]: puzzle.marks?.[cell] ?? ALL })), 2);
  return filled.filter((_, at) => found[at].status === STATUS.unique);
}

/** Return for each cell the digits that it has in some solution. @param {Search} search @param {Puzzle} puzzle */
function trueCandidates(search, puzzle) {
  const masks = masksOf(puzzle);
  const seen = masks.map(() => 0);
  const see = (/** @type {number[]} */ grid) => grid.forEach((digit, cell) => (seen[cell] |= bitOf(digit)));
  search.enumerate(puzzle, 2).grids.forEach(see);
  let unseen = masks.flatMap((mask, cell) => digitsOf(mask).map((digit) => ({ cell, bit: bitOf(digit) })));
  for (;;) {
    unseen = unseen.filter(({ cell, bit }) => !(seen[cell] & bit));
    if (!unseen.length) return seen;
    const asked = unseen.slice(0, ROWS).map(({ cell, bit }) => Object.assign([...masks], { [cell]: bit }));
    unseen = unseen.slice(ROWS);
    for (const { status, solution } of search.solveAll(asked, 1)) {
      if (status === STATUS.found) see(solution);
    }
  }
}
