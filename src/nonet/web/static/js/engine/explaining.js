/**
 * Steps, hints and ratings of classic boards: the work of nonet/puzzle/explaining.py and nonet/steps/rating.py.
 */

import { cellIndex, cellName } from "../board/geometry.js";
import { bitOf, positionOn, removedFrom } from "./classic.js";
import { PREMISE, STATUS } from "./core.js";
import { BANDS, PROFILES } from "./data.js";
import { decodeSteps } from "./decoding.js";
import { AnswerError } from "./errors.js";
import { withMirrors } from "../words/exocets.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./classic.js").Position} Position */

/** The budget of implications for one puzzle, or for one step. */
export const NODES = 500_000_000;
/** The guesses that say whether filled cells have one solution; where it takes more, it is not known. */
const GUESSES = 100_000;
const UNSOLVED = 20;

/** Return the name of the band that an ER is in. @param {number} er */
export const difficultyOf = (er) => BANDS.findLast(([, low]) => er >= low)?.[0] ?? "easy";

/** Return the cells with a wrong digit, and those from which the digit of the solution is removed. @param {Position} position @param {number[]} solution */
export function wrongIn(position, solution) {
  const { digits } = position;
  const removed = removedFrom(position);
  const cells = [...digits.keys()];
  return {
    cells: cells.filter((cell) => digits[cell] && digits[cell] !== solution[cell]),
    marks: cells.filter((cell) => removed[cell] & bitOf(solution[cell])),
  };
}

/** Throw an error for a position that does not lead to the solution; it names the cell to change. @param {Position} position @param {number[]} solution */
export function checkPosition(position, solution) {
  const { digits } = position;
  const { cells: [wrong], marks: [lacking] } = wrongIn(position, solution);
  if (wrong !== undefined) {
    throw new AnswerError("no_solution", `${cellName(wrong)} is ${digits[wrong]}, which is wrong; remove it`);
  }
  if (lacking !== undefined) {
    throw new AnswerError("no_solution", `${cellName(lacking)} lacks the digit of the solution; restore its candidates`);
  }
}

/** Return what is known beside the board: the givens, and what techniques may take for granted. @param {Search} search @param {Position} position */
function knownOf(search, { givens, marks, digits, givensKnown }) {
  if (givensKnown) return { givens: Uint8Array.from(givens), premise: marks ? PREMISE.rules : PREMISE.givens };
  const { status } = search.solveOne({ givens: digits, marks: null }, 2, GUESSES);
  return { premise: status === STATUS.unique ? PREMISE.unique : PREMISE.rules };
}

/** Return the first step of a position, or all of them. @param {Search} search @param {Position} position @param {boolean} all @returns {Step[]} */
export function stepsOn(search, position, all) {
  const options = { ...knownOf(search, position), budget: NODES, profile: PROFILES.nonet };
  const [digits, masks] = [Uint8Array.from(position.digits), Uint16Array.from(position.masks)];
  const { words, status } = search.ask((core) => core.nextSteps(digits, masks, all ? 1 : 0, options));
  const steps = decodeSteps(words, search.core.techniques).map((step) => withMirrors(step, position.digits, position.masks));
  if (status === STATUS.outOfBudget && (all || !steps.length)) {
    throw new AnswerError("limit_reached", `more follows here than the human solver keeps, or than its budget of ${NODES.toLocaleString("en")} implications allows`);
  }
  return steps;
}

/** Return the position after a step. @param {Position} position @param {Step} step @returns {Position} */
function positionAfter(position, { removes, places }) {
  const left = [...position.masks];
  for (const [name, digits] of Object.entries(removes)) for (const digit of digits) left[cellIndex(name)] &= ~bitOf(digit);
  const digits = [...position.digits];
  if (places) digits[cellIndex(places.cell)] = places.digit;
  return positionOn(position.givens, { ...position, digits, left });
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
    if (!(error instanceof AnswerError && error.code === "limit_reached") || !done.length) throw error;
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
  const { givens, marks, givensKnown } = position;
  search.solution(position);
  const start = givensKnown ? positionOn(givens, { marks }) : position;
  const options = { ...knownOf(search, start), budget: NODES };
  const [digits, masks] = [Uint8Array.from(start.digits), Uint16Array.from(start.masks)];
  const found = search.ask((core) => core.rateBoard(digits, masks, options));
  const [er, ep, ed] = [found.er, found.ep, found.ed].map(([tenths]) => tenths / 10);
  const { techniques } = search.core;
  return {
    er,
    ep,
    ed,
    difficulty: difficultyOf(er),
    hardest: techniques[found.hardest[0]]?.name ?? null,
    counts: Object.fromEntries(techniques.flatMap(({ name }, at) => (found.counts[at] ? [[name, found.counts[at]]] : []))),
    steps: found.steps[0],
    exact: found.status[0] === STATUS.unique,
  };
}
