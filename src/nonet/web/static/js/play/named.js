/**
 * Puzzles that a link asks for by a name: `#play/today`, `#play/2026-11-22`, `#play/hard`; and how new ones are asked for.
 *
 * A difficulty gives another puzzle each time. It comes from the stock of the page when nothing else answers.
 */

import { dailyPuzzle, dailyTitle, stockPuzzle } from "./daily.js";
import { element } from "../dom.js";
import { boardCode } from "../link.js";
import { DIFFICULTIES } from "./offered.js";

/** @typedef {{code: string, title: string, day: string}} Named */

/** Errors after which a puzzle of the stock will do. */
const AWAY = ["offline", "timeout", "needs_server", "ran_away", "memory", "limit_reached"];

/** Return the puzzle of a name, null if it is none. @param {App} app @param {string} name @param {AbortSignal} signal @returns {Promise<Named | null>} */
export async function namedPuzzle(app, name, signal) {
  if (DIFFICULTIES.includes(name)) return { code: await newPuzzle(app, name, signal), title: app.words.difficulty(name), day: "" };
  const date = name === "today" ? new Date() : dateOf(name);
  if (!date) return null;
  const puzzle = await dailyPuzzle(date);
  return { code: puzzle.text, title: dailyTitle(app, puzzle), day: puzzle.title };
}

/** Return the date of 2026-11-22, null for what is none. @param {string} text */
function dateOf(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const date = year ? new Date(year, month - 1, day) : null;
  return date?.getMonth() === month - 1 ? date : null;
}

/** @param {App} app @param {string} difficulty @param {AbortSignal} signal */
async function newPuzzle(app, difficulty, signal) {
  try {
    const { board } = await app.ask("generate", { difficulty, symmetry: "rotational" }, { signal });
    return boardCode(board);
  } catch (error) {
    if (signal.aborted || !AWAY.includes(codeOf(error))) throw error;
    return stockPuzzle(difficulty);
  }
}

/** Return links to a new puzzle of each difficulty. @param {App} app @param {string} className */
export function difficultyLinks(app, className) {
  return DIFFICULTIES.map((name) => {
    const link = namedLink(name, app.words.difficulty(name), className);
    link.title = app.t(`new.about.${name}`);
    return link;
  });
}

/** @param {string} name @param {string} text @param {string} className */
export function namedLink(name, text, className) {
  const link = /** @type {HTMLAnchorElement} */ (element("a", className, text));
  link.href = `#play/${name}`;
  return link;
}

/** @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
