// The plan of a puzzle: all its steps from the start, fetched once. While the server is away, the next hint is the first
// step of the plan that the player has not made yet, and what is wrong is found from the solution. The plan of the last
// puzzle stays in the browser, so that there are hints after a reload without the server too.

import { cellIndex } from "../board/geometry.js";
import { boardCode } from "../link.js";
import { candidatesOf } from "./parts.js";

/** @typedef {import("../play/play.js").Position} Position */

const LARGEST = 300_000; // characters that are kept

/** @param {unknown} error */
const isAway = (error) => ["offline", "timeout", "busy"].includes(/** @type {{code?: string}} */ (error).code ?? "");

/** @param {Pick<App, "ask" | "store">} app @param {Board} puzzle @param {Geometry} geometry */
export function createPlan(app, puzzle, geometry) {
  /** @type {Promise<StepsAnswer> | null} */
  let answer = null;

  /** Fetch the plan unless it is there; a failed attempt is repeated at the next call. */
  function get() {
    answer ??= ask();
    answer.catch(() => (answer = null));
    return answer;
  }

  /** @returns {Promise<StepsAnswer>} */
  async function ask() {
    const code = boardCode(puzzle);
    try {
      const found = await app.ask("steps", { puzzle });
      if (JSON.stringify(found).length < LARGEST) app.store.write("plan", { code, answer: found });
      return found;
    } catch (error) {
      const kept = app.store.read("plan");
      if (isAway(error) && kept?.code === code) return kept.answer;
      throw error;
    }
  }

  return {
    get,
    /** Return the next hint in a position, from the server or from the plan. @param {Position} board @param {AbortSignal} signal @returns {Promise<HintAnswer>} */
    async hint(board, signal) {
      try {
        return await app.ask("hint", { puzzle: board, levels: [] }, { signal });
      } catch (error) {
        const plan = isAway(error) ? await get().catch(() => null) : null;
        if (!plan) throw error;
        return hintFrom(plan, board, geometry);
      }
    },
    /** Return the solution, or null if there is none or it is not known. */
    solution: () => get().then((plan) => plan.solution, () => null),
  };
}

/** Return the next hint of a plan in a position. @param {StepsAnswer} plan @param {Position} board @param {Geometry} geometry @returns {HintAnswer} */
function hintFrom({ solution, steps }, { givens, placed: digits = givens, marks = [] }, geometry) {
  const beside = candidatesOf(digits, [], geometry);
  // What a filled cell excludes is not removed: it is back when the digit is removed.
  const isOut = (/** @type {number} */ cell) => solution && marks[cell] && beside[cell] & ~marks[cell] & (1 << (solution[cell] - 1));
  const all = digits.map((_, cell) => cell);
  const wrong = {
    cells: all.filter((cell) => solution && digits[cell] && digits[cell] !== solution[cell]),
    marks: all.filter((cell) => !digits[cell] && isOut(cell)),
  };
  const full = digits.every(Boolean);
  const several = !solution;
  if (wrong.cells.length || wrong.marks.length) return { wrong, step: null, stuck: false, full, several };
  const candidates = candidatesOf(digits, marks, geometry);
  const step = steps.find((each) => isOpen(each, digits, candidates)) ?? null;
  return { wrong, step, stuck: !step && !full, full, several };
}

/** Whether a step still changes something. @param {Step} step @param {readonly number[]} digits @param {readonly number[]} candidates */
export function isOpen({ places, removes }, digits, candidates) {
  const size = Math.round(Math.sqrt(digits.length));
  if (places && !digits[cellIndex(places.cell, size)]) return true;
  return Object.entries(removes).some(([name, list]) => {
    const cell = cellIndex(name, size);
    return !digits[cell] && list.some((digit) => candidates[cell] & (1 << (digit - 1)));
  });
}
