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

/** Return all steps of a position. @param {Search} search @param {Position} position @returns {Step[]} */
export function stepsOn(search, position) {
  const { steps, isCut } = found(search, position, (core, ...board) => core.allSteps(...board));
  if (isCut) throw outOfBudget();
  return steps.map((step) => withMirrors(step, position.digits, position.masks));
}

/**
 * Ask the core for steps of a position; `isCut` if the budget ended the search.
 * @param {Search} search @param {Position} position
 * @param {(core: Search["core"], digits: Uint8Array, masks: Uint16Array, number: 0, options: object) => {words: Uint32Array, status: number}} call
 */
function found(search, position, call) {
  const options = { ...knownOf(search, position), budget: NODES, profile: PROFILES.nonet };
  const [digits, masks] = [Uint8Array.from(position.digits), Uint16Array.from(position.masks)];
  const { words, status } = search.ask((core) => call(core, digits, masks, 0, options));
  return { steps: decodeSteps(words, search.core.techniques), isCut: status === STATUS.outOfBudget };
}

const outOfBudget = () =>
  new AnswerError("limit_reached", `more follows here than the human solver keeps, or than its budget of ${NODES.toLocaleString("en")} implications allows`);

/**
 * Return up to `most` steps, each on the position after the one before, and the position after them.
 * @param {Search} search @param {Position} start @param {number} most
 */
export function stepsFrom(search, start, most) {
  const { steps, isCut } = found(search, start, (core, digits, masks, _, options) => core.path(digits, masks, most, options));
  if (isCut && !steps.length) throw outOfBudget();
  let position = start;
  const done = steps.map((step) => {
    const whole = withMirrors(step, position.digits, position.masks);
    position = positionAfter(position, step);
    return whole;
  });
  return { done, position };
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
  // Where the time is over, what was found before is worth more than nothing: so a part of the path at a time.
  for (let most = 1; position.digits.includes(0); most *= 4) {
    try {
      const part = stepsFrom(search, position, most);
      if (!part.done.length) return { done, stuck: true, complete: false };
      done.push(...part.done);
      position = part.position;
    } catch (error) {
      if (!(error instanceof AnswerError && error.code === "limit_reached") || !done.length) throw error;
      return { done, stuck: false, complete: false };
    }
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
