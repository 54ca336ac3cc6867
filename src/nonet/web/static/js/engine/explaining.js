/**
 * Steps, hints and ratings: the work of nonet/puzzle/explaining.py and nonet/steps/rating.py.
 */

import { cellName } from "./cells.js";
import { BANDS, PROFILES, TECHNIQUES } from "./data.js";
import { decodeSteps } from "./decoding.js";
import { AnswerError, LimitReached, TimeOver } from "./errors.js";
import { nextSteps } from "./houses_steps.js";
import { PREMISE } from "./calls.js";
import { positionOn, puzzleOf, removedFrom } from "./puzzles.js";
import { CANCELLED, OUT_OF_BUDGET, UNIQUE } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./puzzles.js").Position} Position */

/** The budget of implications for one puzzle, or for one step. */
export const NODES = 500_000_000;
/** The guesses that say whether filled cells have one solution; where it takes more, it is not known. */
const GUESSES = 100_000;
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
export const ORDER = profileOf("nonet");

/** Return the name of the band that an ER is in. @param {number} er */
export const difficultyOf = (er) => [...BANDS].reverse().find(([, low]) => er >= low)?.[0] ?? "easy";

/** Return the cells with a wrong digit, and those from which the digit of the solution is removed. @param {Position} position @param {number[] | null} solution */
export function wrongIn(position, solution) {
  const { digits } = position;
  const removed = removedFrom(position);
  const cells = solution ? [...digits.keys()] : [];
  const right = solution ?? [];
  return {
    cells: cells.filter((cell) => digits[cell] && digits[cell] !== right[cell]),
    marks: cells.filter((cell) => (removed[cell] ?? 0) & (1 << ((right[cell] ?? 0) - 1))),
  };
}

/** Throw an error for a position that does not lead to the solution; it names the cell to change. @param {Position} position @param {number[]} solution */
export function checkPosition(position, solution) {
  const { puzzle: { rules }, digits } = position;
  const { cells: [wrong], marks: [lacking] } = wrongIn(position, solution);
  if (wrong !== undefined) {
    throw new AnswerError("no_solution", `${cellName(wrong, rules.size)} is ${digits[wrong]}, which is wrong; remove it`);
  }
  if (lacking !== undefined) {
    throw new AnswerError("no_solution", `${cellName(lacking, rules.size)} lacks the digit of the solution; restore its candidates`);
  }
}

/** Return what is known beside the board: the givens, and what techniques may take for granted. @param {Search} search @param {Position} position */
export function knownOf(search, { puzzle: { rules, givens, marks }, digits, givensKnown }) {
  if (givensKnown) return { givens: Uint8Array.from(givens), premise: marks ? PREMISE.rules : PREMISE.givens };
  const { status } = search.solveOne(puzzleOf(rules, digits), 2, GUESSES);
  return { premise: status === UNIQUE ? PREMISE.unique : PREMISE.rules };
}

/** Return the first step of a position, or all of them. @param {Search} search @param {Position} position @param {boolean} all @returns {Step[]} */
export function stepsOn(search, position, all) {
  search.checkTime();
  const { puzzle, digits, masks } = position;
  if (!puzzle.rules.isClassic) return nextSteps(search, position, all);
  const options = { ...knownOf(search, position), budget: NODES, profile: ORDER };
  const { words, status } = search.core.nextSteps(Uint8Array.from(digits), Uint16Array.from(masks), all ? 1 : 0, options);
  if (status === CANCELLED) throw new TimeOver();
  const steps = decodeSteps(words);
  for (const step of steps) step.board = digits;
  if (status === OUT_OF_BUDGET && (all || !steps.length)) {
    throw new LimitReached(`the budget of ${NODES.toLocaleString("en")} implications is spent; a larger budget can be given`);
  }
  return steps;
}

/** Return the position after a step. @param {Position} position @param {Step} step @returns {Position} */
export function positionAfter(position, { removes, places }) {
  const masks = position.masks.map((mask, cell) => mask & ~(removes.get(cell) ?? 0));
  const digits = [...position.digits];
  if (places) digits[places.cell] = places.digit;
  return positionOn(position.puzzle, digits, masks, position.givensKnown);
}

/**
 * Return the steps from a position to the solution; without one, `stuck`, and where the time is over, not `complete`.
 * @param {Search} search @param {Position} start
 */
export function pathOf(search, start) {
  /** @type {Step[]} */
  const done = [];
  let position = start;
  try {
    while (position.digits.includes(0)) {
      const [step] = stepsOn(search, position, false);
      if (!step) return { done, stuck: true, complete: false };
      position = positionAfter(position, step);
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

/** Return the difficulty of a puzzle; where its givens are not known, that of the board as it is. @param {Search} search @param {Position} position */
export function ratingOf(search, position) {
  const { puzzle } = position;
  if (!puzzle.rules.isClassic) throw new AnswerError("rules_error", "ratings need classic rules on a 9x9 board");
  search.solution(puzzle);
  const start = position.givensKnown ? positionOn(puzzle) : position;
  const options = { ...knownOf(search, start), budget: NODES };
  const found = search.core.rateBoard(Uint8Array.from(start.digits), Uint16Array.from(start.masks), options);
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
