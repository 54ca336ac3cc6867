/**
 * What a setter asks about a puzzle: the verbs inspect, odds, minimise, repair and canonical of nonet/web/setter.py.
 */

import { cellName } from "./cells.js";
import { AnswerError, badRequest, LimitReached, NeedsServer, NoSolution, TimeOver } from "./errors.js";
import { Fields, grouped, isWhole } from "./fields.js";
import { GivenSets } from "./given_sets.js";
import { boardObject, positionOf } from "./positions.js";
import { conflictError, conflictsOf, positionOn, puzzleOf } from "./puzzles.js";
import { repairOf } from "./repairing.js";
import { CLASSIC } from "./rules.js";
import { FOUND, masksOf } from "./search.js";
import { FIELDS, LIMITS } from "./verbs_table.js";
import { writeLine } from "./writing.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {Record<string, any>} Request */

const PART = 0.4; // seconds for each part of an inspection
const ENUMERATED = 20_000; // solutions: a classic board with fewer is enumerated; the sum that counts more is not in core.wasm

/** Return what is known about a puzzle while somebody sets it; a part that takes too long is null. @param {Search} search @param {Request} request */
export function inspect(search, request) {
  const fields = new Fields(request, FIELDS.inspect);
  const limit = fields.whole("limit", ...LIMITS.inspect.limit);
  const { puzzle } = positionOf(fields);
  const conflicts = conflictsOf(puzzle.rules, puzzle.givens);
  /** @type {Record<string, any>} */
  const answer = { count: 0, exact: true, conflicts, candidates: null, differ: null, minimal: null, redundant: null, solution: null };
  if (conflicts.length) return answer;
  const sets = new GivenSets(search, puzzle);
  /** @type {number[] | null} */
  let solution = null;
  search.within(PART, () => {
    [answer["count"], answer["exact"]] = search.counted(puzzle, limit);
    if (answer["count"] === 1 && answer["exact"]) solution = search.solution(puzzle);
  });
  if (answer["count"]) Object.assign(answer, trueCandidates(search, sets, solution));
  if (solution) {
    const redundant = partOf(search, () => sets.redundant());
    Object.assign(answer, { redundant, minimal: redundant && !redundant.length, solution });
  }
  return answer;
}

/** Return what a part of an inspection finds, null if it takes too long. @template T @param {Search} search @param {() => T} work @returns {T | null} */
function partOf(search, work) {
  try {
    return search.within(PART, work);
  } catch (error) {
    if (error instanceof LimitReached) return null;
    throw error;
  }
}

/** Return the digits of each cell in the solutions, and the cells that have several. @param {Search} search @param {GivenSets} sets @param {number[] | null} solution */
function trueCandidates(search, sets, solution) {
  if (solution) return { candidates: solution.map((digit) => 1 << (digit - 1)), differ: [] };
  const candidates = partOf(search, () => {
    const { grids } = search.enumerate(sets.rules, sets.masks(), 2);
    search.checkTime();
    return sets.trueCandidates(grids);
  });
  if (!candidates) return {};
  return { candidates, differ: candidates.flatMap((mask, cell) => (mask & (mask - 1) ? [cell] : [])) };
}

/** Return in how many solutions each candidate is true, exactly; the numbers are text. @param {Search} search @param {Request} request */
export function odds(search, request) {
  const { puzzle } = positionOf(new Fields(request, FIELDS.odds));
  const { rules } = puzzle;
  const count = search.count(puzzle, ENUMERATED);
  if (!count) throw conflictError(puzzle) ?? new NoSolution(puzzle);
  if (count >= ENUMERATED) {
    if (rules.isClassic) throw new NeedsServer();
    throw new LimitReached(`expected a classic 9x9 board, or one with fewer than ${grouped(ENUMERATED)} solutions`);
  }
  const { solutions, exact } = search.listed(rules, masksOf(puzzle), ENUMERATED);
  if (!exact) throw new TimeOver();
  const tally = Array.from({ length: rules.count }, () => /** @type {number[]} */ (Array(rules.size).fill(0)));
  solutions.forEach((digit, at) => { tally[at % rules.count][digit - 1]++; });
  return { count: String(count), odds: tally.map((cell) => cell.map(String)) };
}

/** Return a minimal puzzle with the same solution, and the givens that were removed. @param {Search} search @param {Request} request */
export function minimise(search, request) {
  const fields = new Fields(request, FIELDS.minimise);
  const { puzzle } = positionOf(fields);
  const seed = seedOf(fields) ?? 0n;
  const solution = search.solution(puzzle);
  const sets = new GivenSets(search, puzzle);
  return changed(puzzle, sets.only(sets.minimal(seed, solution)));
}

/** Return the puzzle with the fewest changes that leave one solution. @param {Search} search @param {Request} request */
export function repair(search, request) {
  const { puzzle } = positionOf(new Fields(request, FIELDS.repair));
  const found = repairOf(search, puzzle);
  const alternatives = found.alternatives.map((other) => changed(puzzle, other.puzzle).changes);
  return { ...changed(puzzle, found.puzzle), text: found.text, exact: found.exact, alternatives };
}

/** @param {Puzzle} before @param {Puzzle} after */
function changed(before, after) {
  const { size } = before.rules;
  const changes = before.givens.flatMap((from, cell) => {
    const to = after.givens[cell];
    return from === to ? [] : [{ cell, name: cellName(cell, size), from, to }];
  });
  return { board: boardObject(positionOn(after)), line: writeLine(after), changes };
}

/** Return the representative of all equivalent puzzles. @param {Search} search @param {Request} request */
export function canonical(search, request) {
  const { puzzle } = positionOf(new Fields(request, FIELDS.canonical));
  if (!puzzle.rules.isClassic) throw new AnswerError("rules_error", "the canonical form needs a classic 9x9 board");
  if (puzzle.marks) throw new AnswerError("rules_error", "the canonical form needs givens; this puzzle has marks");
  search.checkTime();
  const found = search.core.canonical(Uint8Array.from(puzzle.givens));
  if (found.status[0] !== FOUND) {
    throw conflictError(puzzle) ?? new LimitReached("the time limit is reached");
  }
  const board = puzzleOf(CLASSIC, [...found.canonical]);
  const [transposed, ...lines] = found.transforms;
  return {
    board: boardObject(positionOn(board)),
    line: writeLine(board),
    transform: { transposed: Boolean(transposed), rows: lines.slice(0, 9), columns: lines.slice(9, 18), digits: lines.slice(18, 27) },
    automorphisms: String(found.automorphisms[0]),
  };
}

/** Return a random seed: a whole number, or text of its digits; null if there is none. @param {Fields} fields */
export function seedOf(fields) {
  const value = fields.value("seed");
  if (value === null) return null;
  const isText = typeof value === "string" && /^\d{1,20}$/.test(value);
  const seed = isText || (isWhole(value) && value >= 0) ? BigInt(value) : -1n;
  if (seed < 0n || seed >= 1n << 64n) {
    throw badRequest("seed must be a whole number from 0 to 2**64 - 1, or text of its digits");
  }
  return seed;
}

