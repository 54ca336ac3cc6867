// The plan of a puzzle: all its steps from the start, fetched once. While the server is away, the next hint is the first
// step of the plan that the player has not made yet, and what is wrong is found from the solution. The plan of the last
// puzzle stays in the browser, so that there are hints after a reload without the server too.

import { CLASSIC, cellIndex } from "../board/geometry.js";
import { boardCode } from "../link.js";
import { candidatesOf } from "./parts.js";

/** @typedef {import("../play/play.js").Position} Position */
/** @typedef {Pick<App, "ask" | "store">} Needs what a plan needs of the app */

const LARGEST = 300_000; // characters that are kept

/** @param {unknown} error */
const isAway = (error) => ["offline", "timeout", "busy"].includes(/** @type {{code?: string}} */ (error).code ?? "");

export class Plan {
  /** @type {Promise<StepsAnswer> | null} */
  #answer = null;

  /** @param {Needs} app @param {Board} puzzle @param {Geometry} geometry */
  constructor(app, puzzle, geometry) {
    this.app = app;
    this.geometry = geometry;
    this.puzzle = puzzle;
  }

  /** Fetch the plan unless it is there; a failed attempt is repeated at the next call. @returns {Promise<StepsAnswer>} */
  get() {
    this.#answer ??= this.#fetch();
    this.#answer.catch(() => (this.#answer = null));
    return this.#answer;
  }

  /** @returns {Promise<StepsAnswer>} */
  async #fetch() {
    const code = boardCode(this.puzzle);
    try {
      const answer = await this.app.ask("steps", { puzzle: this.puzzle });
      if (JSON.stringify(answer).length < LARGEST) this.app.store.write("plan", { code, answer });
      return answer;
    } catch (error) {
      const kept = this.app.store.read("plan");
      if (isAway(error) && kept?.code === code) return kept.answer;
      throw error;
    }
  }

  /**
   * Return the next hint in a position, from the server or from the plan. `isPlanned` says that it is from the plan.
   * @param {Position} board @param {{signal?: AbortSignal}} [options] @returns {Promise<HintAnswer & {isPlanned?: boolean}>}
   */
  async hint(board, options) {
    try {
      return await this.app.ask("hint", { puzzle: board, levels: [] }, options);
    } catch (error) {
      const plan = isAway(error) ? await this.get().catch(() => null) : null;
      if (!plan) throw error;
      return { ...hintFrom(plan, board, this.geometry), isPlanned: true };
    }
  }

  /** Return the solution, or null if there is none or it is not known. @returns {Promise<number[] | null>} */
  async solution() {
    return this.get().then((plan) => plan.solution, () => null);
  }
}

/** Return the next hint of a plan in a position. @param {StepsAnswer} plan @param {Omit<Position, "rules">} board @param {Geometry} [geometry] @returns {HintAnswer} */
export function hintFrom(plan, { givens, placed: digits = givens, marks = [] }, geometry = CLASSIC) {
  const { solution } = plan;
  const beside = candidatesOf(digits, [], geometry);
  // What a filled cell excludes is not removed: it is back when the digit is removed.
  const isOut = (/** @type {number} */ cell) => marks[cell] && beside[cell] & ~marks[cell] & (1 << (solution[cell] - 1));
  const all = digits.map((_, cell) => cell);
  const wrong = {
    cells: all.filter((cell) => digits[cell] && digits[cell] !== solution[cell]),
    marks: all.filter((cell) => !digits[cell] && isOut(cell)),
  };
  const full = digits.every(Boolean);
  if (wrong.cells.length || wrong.marks.length) return { wrong, step: null, stuck: false, full };
  const candidates = candidatesOf(digits, marks, geometry);
  const step = plan.steps.find((each) => isOpen(each, digits, candidates)) ?? null;
  return { wrong, step, stuck: !step && !full, full };
}

/** Whether a step still changes something. @param {Step} step @param {readonly number[]} digits @param {readonly number[]} candidates */
export function isOpen(step, digits, candidates) {
  const size = Math.round(Math.sqrt(digits.length));
  if (step.places && !digits[cellIndex(step.places.cell, size)]) return true;
  return Object.entries(step.removes).some(([name, list]) => {
    const cell = cellIndex(name, size);
    return !digits[cell] && list.some((digit) => candidates[cell] & (1 << (digit - 1)));
  });
}
