/**
 * Boards drawn in rows: plain grids, grids in a frame, and pencil marks with or without one. The usual forms alone, which
 * nonet.formats reads the same way; all others are for the server.
 */

import { settled } from "../board/geometry.js";
import { NeedsServer } from "./errors.js";
import { positionOn, puzzleOf, rulesFor } from "./puzzles.js";
import { boxRules, Rules } from "./rules.js";

/** @typedef {import("./puzzles.js").Position} Position */
/** @typedef {{cells: string[], bars: string}} Row the words of a row, and how many of them stand before each bar */

const RULER = /^[-=+|:.'*` ]*(---|===|-\+-|\+--|--\+)[-=+|:.'*` ]*$/;

/** Read the lines of one drawing. @param {string[]} lines without blank ones @param {Rules | string | null} rules @returns {{boards: Position[], format: string}} */
export function readDrawing(lines, rules) {
  const words = lines.filter((line) => !RULER.test(line)).map(wordsIn);
  const size = words.length;
  const isMarked = words.some(({ cells }) => cells.some((cell) => cell.length > 1)) && words.every(({ cells }) => cells.length === size);
  const rows = isMarked ? words : words.map(charactersIn);
  if (rows.some(({ cells, bars }) => cells.length !== size || bars !== rows[0]?.bars)) throw new NeedsServer();
  const hasRulers = lines.length > size;
  if (size < 4 || size > 9 || (isMarked && size < 6)) throw new NeedsServer();
  const shown = boxesShown(lines, rows[0]?.bars ?? "", size);
  if (!isMarked && size !== 9 && !hasRulers && lines.some((line) => /[ |]/.test(line.trim()))) throw new NeedsServer();
  const known = rulesFor(rules ?? shown, size);
  if (shown && String(known.regions) !== String(shown.regions)) throw new NeedsServer();
  const cells = rows.flatMap((row) => row.cells);
  if (isMarked) return { boards: [markedBoard(cells, known)], format: "pm" };
  return { boards: [positionOn(puzzleOf(known, digitsIn(cells, size)))], format: hasRulers ? "boxed" : "grid" };
}

/** @param {string} line @returns {Row} */
function wordsIn(line) {
  const groups = line.trim().replace(/^\||\|$/g, "").split("|").map((group) => group.split(" ").filter(Boolean));
  let before = 0;
  const bars = groups.slice(0, -1).map((group) => (before += group.length));
  return { cells: groups.flat(), bars: bars.join() };
}

/** Return the row of a grid, whose cells are characters. @param {Row} row @returns {Row} */
function charactersIn({ cells, bars }) {
  const places = bars && bars.split(",").map((at) => cells.slice(0, Number(at)).join("").length).join();
  return { cells: [...cells.join("")], bars: places };
}

/** Return the rules of the boxes that bars and rulers show, null without any. @param {string[]} lines @param {string} bars @param {number} size */
function boxesShown(lines, bars, size) {
  let rows = 0;
  const rulers = new Set();
  for (const line of lines) {
    if (!RULER.test(line)) rows++;
    else if (rows > 0 && rows < size) rulers.add(rows);
  }
  if (!bars && !rulers.size) return null;
  const across = bars.split(",").map(Number);
  const [columns = 0] = across;
  const height = Math.min(...rulers);
  const isEven = (/** @type {number[]} */ places, /** @type {number} */ step) =>
    places.length === size / step - 1 && places.every((place, at) => place === (at + 1) * step);
  if (columns < 2 || columns * height !== size || !isEven(across, columns) || !isEven([...rulers], height)) throw new NeedsServer();
  return boxRules(height, columns);
}

/** Return the digits of cells with one usual blank. @param {string[]} cells @param {number} size */
function digitsIn(cells, size) {
  const text = cells.join("");
  const others = text.replace(new RegExp(`[1-${size}]`, "g"), "");
  if (/[^.0*_]/.test(others) || new Set(others).size > 1) throw new NeedsServer();
  const [first = ""] = text;
  // In a jigsaw each character occurs once per row, and the first has a neighbour of its own region.
  if ((first === text[1] || first === text[size]) && text.split(first).length === size + 1) throw new NeedsServer();
  return cells.map((cell) => (/[1-9]/.test(cell) ? Number(cell) : 0));
}

/** Return the position of pencil marks, which do not show the givens. @param {string[]} cells @param {Rules} rules @returns {Position} */
function markedBoard(cells, rules) {
  const marks = cells.map((cell) => {
    const digits = [...cell];
    if (!/^[1-9]+$/.test(cell) || digits.some((digit, at) => Number(digit) > rules.size || (at && digit <= (digits[at - 1] ?? "")))) {
      throw new NeedsServer();
    }
    return digits.reduce((mask, digit) => mask | (1 << (Number(digit) - 1)), 0);
  });
  const filled = settled(marks, rules.peers);
  return positionOn(puzzleOf(rules, Array(marks.length).fill(0), marks), filled, null, !filled.some(Boolean));
}
