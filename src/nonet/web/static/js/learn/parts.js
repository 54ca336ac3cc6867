// What hints, steps, lessons and drills share: positions in links, the board that a picture starts from, links and arrow keys.

import { element } from "../dom.js";
import { CLASSIC } from "../board/geometry.js";
import { boardCode, lineOf, readCode, writeLink } from "../link.js";

/** @typedef {import("../board/scene.js").Board} Shown */
/**
 * A step and the board before it; `marks` are those that the player sees, 0 where a cell has none.
 * @typedef {{step: Step, board: Shown, marks: readonly number[]}} Situation
 */
/** @typedef {{givens: readonly number[], placed?: readonly number[], marks?: readonly number[]}} Position */

/** Return a link to the page of a technique, named after it. @param {App} app @param {string} id @param {string} [className] */
export const linkToTechnique = (app, id, className = "") =>
  element("a", { class: className, href: writeLink("learn", {}, id) }, app.words.technique(id).name);

/** Return buttons of which one is pressed at a time. @param {readonly HTMLElement[]} buttons @param {number} at the one that is */
export const pressOne = (buttons, at) =>
  buttons.forEach((each, number) => each.setAttribute("aria-pressed", String(number === at)));

/**
 * Return the candidates of each cell: the marks that the player keeps, else what the filled cells leave.
 * @param {readonly number[]} digits @param {readonly number[]} [marks] @param {Geometry} [geometry]
 */
export function candidatesOf(digits, marks = [], { peers, size } = CLASSIC) {
  return digits.map((digit, cell) => {
    if (digit) return 0;
    if (marks[cell]) return marks[cell];
    return peers[cell].reduce((mask, peer) => (digits[peer] ? mask & ~(1 << (digits[peer] - 1)) : mask), 2 ** size - 1);
  });
}

/** Return a step in a position. @param {Step} step @param {Position} position @param {Geometry} [geometry] @returns {Situation} */
export function situationOf(step, { givens, placed: digits = givens, marks = [] }, geometry = CLASSIC) {
  return { step, board: { digits, givens, candidates: candidatesOf(digits, marks, geometry), geometry }, marks };
}

/** Return the text of a position in a link: puzzle, digits and marks; see `readPosition`. @param {Board} puzzle @param {readonly number[]} digits @param {readonly number[]} marks */
export function positionCode(puzzle, digits, marks) {
  const k = marks.some(Boolean) ? marks.map((mask) => mask.toString(32).padStart(2, "0")).join("") : "";
  return { p: boardCode(puzzle), d: lineOf(digits, 9), k };
}

/** Return the position of a link, or null if it has none that can be read. @param {URLSearchParams} params */
export function readPosition(params) {
  const board = readCode(params.get("p") ?? "");
  if (board?.rules.text !== "classic") return null;
  const digits = readCode(params.get("d") ?? "");
  const placed = digits?.rules.text === "classic" ? digits.givens : (board.placed ?? board.givens);
  const code = params.get("k") ?? "";
  const isCode = /^[0-9a-v]{162}$/.test(code);
  const marks = placed.map((_, cell) => (isCode ? parseInt(code.slice(2 * cell, 2 * cell + 2), 32) & 511 : 0));
  return { ...board, placed, marks };
}

/** The situation that a hint showed last, for the page of its technique. @type {Situation | null} */
let last = null;

/** @param {Situation} situation */
export const remember = (situation) => void (last = situation);

/** Return what a hint showed last, if it was this technique in this position. @param {string} technique @param {Position} position */
export function recall(technique, { placed, marks }) {
  const isSame = last?.step.technique === technique && String(last.board.digits) === String(placed) && String(last.marks) === String(marks);
  return isSame ? last : null;
}

/** Let the arrow keys move over the cells of a board. @param {import("../board/board.js").BoardView} board @param {(cell: number) => void} [moved] */
export function walkCells(board, moved = () => {}) {
  /** @type {Record<string, number>} */
  const by = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 };
  board.on("keydown", (cell, event) => {
    const step = by[/** @type {KeyboardEvent} */ (event).key] ?? 0;
    const next = cell + step;
    const isBeside = Math.abs(step) === 9 || Math.floor(next / 9) === Math.floor(cell / 9);
    if (cell < 0 || !step || !isBeside || next < 0 || next > 80) return;
    event.preventDefault();
    board.focus(next);
    moved(next);
  });
}
