// Small parts of the page that hints, steps and lessons share: buttons, links, and the board that a picture starts from.

import { element } from "../dom.js";
import { CLASSIC } from "../board/geometry.js";
import { boardCode, lineOf, readCode } from "../link.js";

/** @typedef {import("../board/scene.js").Board} Shown */
/**
 * A step and the board before it; `marks` are those that the player sees, 0 where a cell has none.
 * @typedef {{step: Step, board: Shown, marks: readonly number[]}} Situation
 */

/** @param {string} text @param {() => void} press @param {string} [className] */
export function button(text, press, className = "button") {
  const made = /** @type {HTMLButtonElement} */ (element("button", className, text));
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

/** @param {string} text @param {string} href @param {string} [className] */
export function anchor(text, href, className = "") {
  const made = /** @type {HTMLAnchorElement} */ (element("a", className, text));
  made.href = href;
  return made;
}

/**
 * Return the candidates of each cell: the marks that the player keeps, else what the filled cells leave.
 * @param {readonly number[]} digits @param {readonly number[]} [marks] @param {Geometry} [geometry]
 */
export function candidatesOf(digits, marks = [], { peers, size } = CLASSIC) {
  return digits.map((digit, cell) => {
    if (digit) return 0;
    if (marks[cell]) return marks[cell];
    return (peers[cell] ?? []).reduce((mask, peer) => (digits[peer] ? mask & ~(1 << (digits[peer] - 1)) : mask), 2 ** size - 1);
  });
}

/** Return what stands in a link for a position: puzzle, digits and marks; see `readPosition`. @param {Board} puzzle @param {readonly number[]} digits @param {readonly number[]} marks */
export function positionCode(puzzle, digits, marks) {
  /** @type {Record<string, string>} */
  const found = { p: boardCode(puzzle), d: lineOf(digits, 9) };
  if (marks.some(Boolean)) found.k = marks.map((mask) => mask.toString(32).padStart(2, "0")).join("");
  return found;
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

/** Return what a hint showed last, if it was this technique in this position. @param {string} technique @param {readonly number[]} digits @param {readonly number[]} marks */
export function recall(technique, digits, marks) {
  const isSame = last?.step.technique === technique && String(last.board.digits) === String(digits) && String(last.marks) === String(marks);
  return isSame ? last : null;
}

/** Return a new random seed that is short enough for a link. */
export const newSeed = () => 1 + Math.floor(Math.random() * 999_999);

/** Let the arrow keys move over the cells of a board. @param {import("../board/board.js").BoardView} board @param {(cell: number) => void} [moved] */
export function walkCells(board, moved = () => {}) {
  /** @type {Record<string, number>} */
  const by = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 };
  board.on("keydown", (cell, event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const next = cell + (by[key] ?? 0);
    const isBeside = Math.abs(by[key] ?? 0) === 9 || Math.floor(next / 9) === Math.floor(cell / 9);
    if (cell < 0 || !by[key] || !isBeside || next < 0 || next > 80) return;
    event.preventDefault();
    board.focus(next);
    moved(next);
  });
}
