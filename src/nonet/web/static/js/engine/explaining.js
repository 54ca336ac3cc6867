/**
 * Steps, hints and ratings: the work of nonet/puzzle/explaining.py and nonet/steps/rating.py.
 */

import { cellName } from "./cells.js";
import { BANDS, PROFILES, TECHNIQUES } from "./data.js";
import { decodeSteps } from "./decoding.js";
import { AnswerError, LimitReached, TimeOver } from "./errors.js";
import { nextSteps } from "./houses_steps.js";
import { candidatesOf } from "./puzzles.js";
import { CANCELLED, OUT_OF_BUDGET, UNIQUE } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {{masks: number[], placed: number[]}} Board */

/** The budget of implications for one puzzle, or for one step. */
export const NODES = 500_000_000;
const UNSOLVED = 20;
const NOBODY = 255;

/** Return a profile as the core takes it; it knows its techniques by number. @param {keyof typeof PROFILES} name @returns {import("./core.js").Profile | null} */
export function profileOf(name) {
  if (name === "se") return null; // the core has it
  const { points, searches, rows } = PROFILES[name];
  const known = /** @type {[number, number][]} */ (rows.filter(([technique]) => typeof technique === "number"));
  return { rows: known, countsPoints: points, searches: /** @type {0 | 1 | 2} */ (searches) };
}

/** The order in which hints come. */
const ORDER = profileOf("nonet");

/** Return the name of the band that an ER is in. @param {number} er */
export const difficultyOf = (er) => [...BANDS].reverse().find(([, low]) => er >= low)?.[0] ?? "easy";

/** Return the cells with a wrong digit, and those whose marks lack the digit of the solution. @param {Position} position @param {number[] | null} solution */
export function wrongIn({ placed, masks, marked }, solution) {
  /** @type {{cells: number[], marks: number[]}} */
  const found = { cells: [], marks: [] };
  if (!solution || !masks) return found;
  solution.forEach((digit, cell) => {
    if (placed[cell]) {
      if (placed[cell] !== digit) found.cells.push(cell);
    } else if (marked.has(cell) && !((masks[cell] ?? 0) & (1 << (digit - 1)))) {
      found.marks.push(cell);
    }
  });
  return found;
}

/** Return the board to continue from: every placed digit removed from its peers. @param {Position} position @param {number[]} solution @returns {Board} */
export function boardOf({ puzzle, placed, masks }, solution) {
  const { rules } = puzzle;
  if (!masks) return startOf(puzzle);
  const left = [...masks];
  solution.forEach((digit, cell) => {
    const name = cellName(cell, rules.size);
    const bit = 1 << (digit - 1);
    if (placed[cell] && placed[cell] !== digit) {
      throw new AnswerError("no_solution", `${name} is ${placed[cell]}, which is wrong; remove it`);
    }
    if (!((left[cell] ?? 0) & bit)) {
      throw new AnswerError("no_solution", `${name} lacks the digit of the solution; restore its candidates`);
    }
    if (placed[cell]) {
      left[cell] = bit;
      for (const peer of rules.peers[cell] ?? []) left[peer] = (left[peer] ?? 0) & ~bit;
    }
  });
  return { masks: left, placed };
}

/** @param {Puzzle} puzzle @returns {Board} */
function startOf(puzzle) {
  if (puzzle.rules.isClassic || puzzle.marks) return candidatesOf(puzzle);
  const whole = (1 << puzzle.rules.size) - 1;
  return { masks: puzzle.givens.map((digit) => (digit ? 1 << (digit - 1) : whole)), placed: puzzle.givens };
}

/** Return the first step of a board, or all of them. @param {Search} search @param {Puzzle} puzzle @param {Board} board @param {boolean} all @returns {Step[]} */
export function stepsOn(search, { rules, givens }, board, all) {
  search.checkTime();
  if (!rules.isClassic) return nextSteps(search, rules, board, all);
  const options = { givens: Uint8Array.from(givens), budget: NODES, profile: ORDER };
  const { words, status } = search.core.nextSteps(Uint8Array.from(board.placed), Uint16Array.from(board.masks), all ? 1 : 0, options);
  if (status === CANCELLED) throw new TimeOver();
  const steps = decodeSteps(words);
  for (const step of steps) step.board = board.placed;
  if (status === OUT_OF_BUDGET && (all || !steps.length)) {
    throw new LimitReached(`the budget of ${NODES.toLocaleString("en")} implications is spent; a larger budget can be given`);
  }
  return steps;
}

/** Return the board after a step. @param {Puzzle} puzzle @param {Board} board @param {Step} step @returns {Board} */
export function boardAfter({ rules }, board, { removes, places }) {
  const masks = [...board.masks];
  const placed = [...board.placed];
  for (const [cell, mask] of removes) if (!placed[cell]) masks[cell] = (masks[cell] ?? 0) & ~mask;
  if (places) {
    const { cell, digit } = places;
    const bit = 1 << (digit - 1);
    masks[cell] = bit;
    placed[cell] = digit;
    for (const peer of rules.peers[cell] ?? []) if (!placed[peer]) masks[peer] = (masks[peer] ?? 0) & ~bit;
  }
  return { masks, placed };
}

/**
 * Return the steps from a board to its solution; without one, `stuck`, and where the time is over, not `complete`.
 * @param {Search} search @param {Puzzle} puzzle @param {Board} start
 */
export function pathOf(search, puzzle, start) {
  /** @type {Step[]} */
  const done = [];
  let board = start;
  try {
    while (board.placed.includes(0)) {
      const [step] = stepsOn(search, puzzle, board, false);
      if (!step) return { done, stuck: true, complete: false };
      board = boardAfter(puzzle, board, step);
      done.push(step);
    }
  } catch (error) {
    if (!(error instanceof LimitReached) || !done.length) throw error;
    return { done, stuck: false, complete: false };
  }
  return { done, stuck: false, complete: true };
}

/** Return the rating of a path. @param {Step[]} steps @param {boolean} stuck @param {boolean} exact */
export function ratingOfPath(steps, stuck, exact) {
  const ratings = [...steps.map((step) => step.rating), ...(stuck ? [UNSOLVED] : [])];
  const placing = steps.findIndex((step) => step.places);
  const first = placing < 0 ? ratings.length - 1 : placing;
  const er = Math.max(0, ...ratings);
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { technique } of steps) counts[technique] = (counts[technique] ?? 0) + 1;
  return {
    er,
    ep: Math.max(0, ...ratings.slice(0, first + 1)),
    ed: ratings[0] ?? 0,
    difficulty: difficultyOf(er),
    hardest: stuck || !ratings.length ? null : (steps.find((step) => step.rating === er)?.technique ?? null),
    counts,
    steps: ratings.length ? steps.length : 0,
    exact,
  };
}

/** Return the difficulty of a puzzle. @param {Search} search @param {Puzzle} puzzle */
export function ratingOf(search, puzzle) {
  if (!puzzle.rules.isClassic) throw new AnswerError("rules_error", "ratings need classic rules on a 9x9 board");
  search.solution(puzzle);
  const { masks, placed } = candidatesOf(puzzle);
  const options = { budget: NODES, givens: Uint8Array.from(puzzle.givens) };
  const found = search.core.rateBoard(Uint8Array.from(placed), Uint16Array.from(masks), options);
  const status = found.status[0];
  if (status === CANCELLED) throw new TimeOver();
  const er = (found.er[0] ?? 0) / 10;
  const hardest = found.hardest[0] ?? NOBODY;
  const counts = TECHNIQUES.flatMap(([id], at) => (found.counts[at] ? [[id, found.counts[at]]] : []));
  return {
    er,
    ep: (found.ep[0] ?? 0) / 10,
    ed: (found.ed[0] ?? 0) / 10,
    difficulty: difficultyOf(er),
    hardest: hardest === NOBODY ? null : (TECHNIQUES[hardest]?.[0] ?? null),
    counts: Object.fromEntries(counts),
    steps: found.steps[0] ?? 0,
    exact: status === UNIQUE,
  };
}
