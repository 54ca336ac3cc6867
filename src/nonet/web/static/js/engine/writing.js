/**
 * Puzzles as text: a line, a grid, a grid in a frame, pencil marks. As nonet.formats writes them.
 */

import { digitsOf, symbolsOf } from "./cells.js";
import { NeedsServer } from "./errors.js";
import { isStart } from "./puzzles.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./puzzles.js").Position} Position */

/** Return digits as one line. @param {{rules: {size: number}, givens: readonly number[]}} puzzle */
export function writeLine({ rules, givens }) {
  const symbols = symbolsOf(rules.size);
  return givens.map((digit) => (digit ? symbols[digit - 1] : ".")).join("");
}

/** @param {string[]} words @param {number} size @returns {string[][]} */
const rowsOf = (words, size) => Array.from({ length: size }, (_, row) => words.slice(row * size, row * size + size));

/** @param {string[]} row @param {number} width @returns {string[][]} */
const groups = (row, width) => Array.from({ length: row.length / width }, (_, i) => row.slice(i * width, i * width + width));

/** @param {Puzzle} puzzle */
const writeGrid = (puzzle) => rowsOf([...writeLine(puzzle)], puzzle.rules.size).map((row) => row.join("")).join("\n");

/** Write cells in a frame, with lines between the boxes. @param {Puzzle} puzzle */
function writeBoxed(puzzle) {
  const { size, boxes } = puzzle.rules;
  const [rows, columns] = boxes ?? [size, size];
  const rule = Array(size / columns).fill("-".repeat(columns * 2 + 1)).join("+");
  const out = [`+${rule}+`];
  rowsOf([...writeLine(puzzle)], size).forEach((row, at) => {
    if (at && at % rows === 0) out.push(`+${rule}+`);
    out.push(`|${groups(row, columns).map((part) => ` ${part.join(" ")} `).join("|")}|`);
  });
  return [...out, out[0]].join("\n");
}

/** Write the candidates of a position in a frame; in a puzzle, the marks may exclude a given. @param {Position} position */
function writeMarks(position) {
  const { rules: { size, boxes }, marks } = position.puzzle;
  const [rows, columns] = boxes ?? [size, size];
  const masks = marks && isStart(position) ? position.masks.map((mask, cell) => mask & (marks[cell] ?? 0)) : position.masks;
  const cells = masks.map((mask) => digitsOf(mask).join(size < 10 ? "" : ",") || "-");
  const table = rowsOf(cells, size);
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const rule = groups(widths.map(String), columns).map((part) => "-".repeat(part.reduce((sum, wide) => sum + Number(wide), 0) + columns + 1));
  const frame = `*${rule.join("-")}*`;
  const out = [frame];
  table.forEach((row, at) => {
    if (at && at % rows === 0) out.push(`|${rule.join("+")}|`);
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    out.push(`| ${groups(padded, columns).map((part) => part.join(" ")).join(" | ")} |`);
  });
  return [...out, frame].join("\n");
}

/** What a format holds: the sizes from the first, and whether boxes and candidates. @type {Record<string, {least: number, boxes: boolean, marks: boolean, write: (position: Position) => string}>} */
const FORMATS = {
  line: { least: 1, boxes: false, marks: false, write: ({ puzzle }) => writeLine(puzzle) },
  grid: { least: 4, boxes: false, marks: false, write: ({ puzzle }) => writeGrid(puzzle) },
  boxed: { least: 4, boxes: true, marks: false, write: ({ puzzle }) => writeBoxed(puzzle) },
  pm: { least: 4, boxes: true, marks: true, write: writeMarks },
};

/** Whether the engine writes a format. @param {unknown} name */
export const isWritten = (name) => typeof name === "string" && Object.hasOwn(FORMATS, name);

/** Write a position in a format; where it cannot hold all of it, the server says so. @param {Position} position @param {string} to */
export function writePosition(position, to) {
  const { rules, marks } = position.puzzle;
  const format = FORMATS[to];
  if (!format) throw new Error(to);
  const isUsual = rules.boxes !== null && (format.boxes || rules.boxes[0] === rules.boxes[1]) && !rules.extra.length;
  const isHeld = isUsual && rules.size >= format.least && (format.marks || (!marks && isStart(position)));
  if (!isHeld) throw new NeedsServer();
  return format.write(position);
}
