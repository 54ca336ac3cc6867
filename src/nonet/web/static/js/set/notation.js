/**
 * The notation of a constraint taken apart: its kind and what was chosen for it, so that it can be changed; and the same
 * constraint at another place of the board.
 */

import { KINDS } from "./kinds.js";

const CELLS = "(?:r\\d+c\\d+)+";
/** What stands in the notation for each part of a choice. @type {Record<string, string>} */
const PARTS = { groups: `${CELLS}(?:/${CELLS})*`, line: "[rc]\\d+", side: "left|right|top|bottom", direction: "[a-z-]+" };

const PATTERNS = KINDS.map(({ template }) => {
  const made = template.replace("{value}=", "(?:(?<value>[^=]+)=)?").replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${PARTS[name] ?? CELLS})`);
  return new RegExp(`^${made}$`);
});

/** @param {string} text */
const cellsIn = (text) => text.match(/r\d+c\d+/g) ?? [];

/** Return the kind of a constraint and what is chosen in it, null if it is none of the palette. @param {string} text @param {number} size @returns {{kind: Kind, choice: Choice} | null} */
export function readNotation(text, size) {
  const at = PATTERNS.findIndex((pattern) => pattern.test(text));
  const found = PATTERNS[at]?.exec(text)?.groups;
  if (!found) return null;
  const { value = "", cells, first, rest = "", groups, pill, tail, line, direction = "" } = found;
  const chosen = line ? [`r${line.slice(1)}c${line.slice(1)}`] : cellsIn(cells ?? `${first ?? ""}${rest}`);
  const many = groups?.split("/").map(cellsIn) ?? (pill ? [cellsIn(pill), cellsIn(tail)] : [chosen]);
  const side = /** @type {Choice["side"]} */ (found["side"] ?? (line?.startsWith("c") ? "top" : "left"));
  return { kind: KINDS[at], choice: { cells: many.flat(), groups: many, value, side, direction: direction.replace("-", " "), size } };
}

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
