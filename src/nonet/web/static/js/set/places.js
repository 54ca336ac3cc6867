/**
 * Where constraints are, the same constraint elsewhere, and what a press on or beside the board means while a kind is chosen:
 * an edge or a corner between cells, a row, a column or a diagonal seen from outside. Places are counted in cells from the top left.
 */

import { rowOf } from "../board/geometry.js";
import { isLevel } from "./kinds.js";

/** @typedef {Choice["side"]} Side */
/** A place beside the board: at which side, and how far along it, from 0. @typedef {{side: Side, at: number}} Beside */

const EDGE = 0.24; // a press this near to an edge, in sides of a cell, means both cells
const FAR = 1.6; // a press further away from the board means nothing

/** Return the cells that a constraint is about, also those that a clue outside of the board looks at. @param {Constraint} constraint @param {number} size @returns {readonly number[]} */
export function cellsOf({ cells, marks }, size) {
  const [axis, number = 0] = marks.find(({ line, direction }) => line && !direction)?.line ?? [];
  if (cells.length || !axis) return cells;
  return Array.from({ length: size }, (_, i) => (axis === "row" ? (number - 1) * size + i : i * size + number - 1));
}

/** Return a constraint some rows further down and columns further right, null if it leaves the board. @param {string} text @param {number} down @param {number} right @param {number} size */
export function movedText(text, down, right, size) {
  let isInside = true;
  const place = (/** @type {string} */ number, /** @type {number} */ by) => {
    const now = Number(number) + by;
    isInside &&= now >= 1 && now <= size;
    return now;
  };
  const moved = text
    .replace(/r(\d+)c(\d+)/g, (_, row, column) => `r${place(row, down)}c${place(column, right)}`)
    .replace(/=([rc])(\d+)(?==|$)/g, (_, axis, number) => `=${axis}${place(number, axis === "r" ? down : right)}`);
  return isInside && moved !== text ? moved : null;
}

/** Return marks as far away as the constraint of `movedText`. @param {readonly ClueMark[]} marks @param {number} down @param {number} right @returns {ClueMark[]} */
export function movedMarks(marks, down, right) {
  const moved = (/** @type {string} */ name) => movedText(name, down, right, Infinity) ?? name;
  return marks.map((mark) => ({
    ...mark,
    ...(mark.cell && { cell: moved(mark.cell) }),
    ...(mark.cells && { cells: mark.cells.map(moved) }),
    ...(mark.line && { line: /** @type {const} */ ([mark.line[0], mark.line[1] + (mark.line[0] === "row" ? down : right)]) }),
  }));
}

/** Return the constraints that are about a cell, the newest first; those of a kind if one is named. @param {SetSession} session @param {number} cell @param {Kind | null} [kind] */
export function constraintsAt({ constraints, geometry: { size } }, cell, kind) {
  return constraints.filter((each) => (!kind || each.word === kind.word) && cellsOf(each, size).includes(cell)).reverse();
}

/** Return the clue beside the board at a place, of the kind if one is named. @param {SetSession} session @param {Side} side @param {number} at counted from 0 @param {Kind | null} kind */
export function clueBeside({ constraints }, side, at, kind) {
  const isHere = (/** @type {ClueMark} */ mark) => mark.mark === "outside" && mark.side === side && mark.line?.[1] === at + 1;
  return constraints.findLast((each) => (!kind || each.word === kind.word) && each.marks.some(isHere));
}

/** Return the side of a press outside of the board and how far along it is, null if it is too far away. @param {number} x @param {number} y @param {number} size @returns {Beside | null} */
export function sideAt(x, y, size) {
  if (Math.max(-x, x - size, -y, y - size) > FAR) return null;
  const side = y < 0 ? "top" : y >= size ? "bottom" : x < 0 ? "left" : "right";
  return { side, at: Math.floor(isLevel(side) ? y : x) };
}

/** Return the first cell of the row, column or diagonal that a place beside the board looks at, and the direction of a diagonal; -1 if there is none. @param {Kind} kind @param {Side} side @param {number} at @param {number} size @param {string} direction */
export function firstCell({ gesture }, side, at, size, direction) {
  const end = side === "left" || side === "top" ? 0 : size - 1;
  const cellAt = (/** @type {number} */ along) => (isLevel(side) ? along * size + end : end * size + along);
  if (gesture !== "diagonal") return { cell: at >= 0 && at < size ? cellAt(at) : -1, direction };
  // It keeps its way along the side where that does not leave the board.
  const [forward, backward] = isLevel(side) ? ["down", "up"] : ["right", "left"];
  const wanted = direction.includes(forward) ? 1 : -1;
  const by = at + wanted < 0 || at + wanted >= size ? -wanted : wanted;
  const [along, across] = [by > 0 ? forward : backward, { left: "right", right: "left", top: "down", bottom: "up" }[side]];
  return { cell: cellAt(at + by), direction: isLevel(side) ? `${along} ${across}` : `${across} ${along}` };
}

/** Return the mark of a number beside the board whose kind is not chosen. @param {Beside} beside @param {string} label @returns {ClueMark} */
export const lineBeside = ({ side, at }, label) => ({ mark: "outside", line: [isLevel(side) ? "row" : "column", at + 1], side, label });

/** Return the cells on both sides of an edge, or around a corner, that a press is near. @param {Kind} kind @param {number} x @param {number} y @param {number} size */
export function nearEdge({ gesture }, x, y, size) {
  const [column, row] = [Math.round(x), Math.round(y)];
  const isInner = (/** @type {number} */ line) => line > 0 && line < size;
  const [dx, dy] = [Math.abs(x - column), Math.abs(y - row)];
  if (gesture === "square") {
    if (!isInner(column) || !isInner(row) || Math.hypot(dx, dy) > 1.5 * EDGE) return [];
    const first = (row - 1) * size + column - 1;
    return [first, first + 1, first + size, first + size + 1];
  }
  if (gesture !== "pair") return [];
  if (dx < EDGE && dx <= dy && isInner(column)) return [Math.floor(y) * size + column - 1, Math.floor(y) * size + column];
  if (dy < EDGE && isInner(row)) return [(row - 1) * size + Math.floor(x), row * size + Math.floor(x)];
  return [];
}

/** @param {number} a @param {number} b @param {number} size */
export function isBeside(a, b, size) {
  return Math.abs(rowOf(a, size) - rowOf(b, size)) + Math.abs((a % size) - (b % size)) === 1;
}
