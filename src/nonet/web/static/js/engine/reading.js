/**
 * Plain texts: one line of cells per puzzle, and drawings of one board. All other texts are for the server, and so is each
 * text that could mean something else: the readers here either read exactly as nonet.formats does, or not at all.
 */

import { sideOf, symbolsOf } from "./cells.js";
import { readDrawing } from "./drawings.js";
import { NeedsServer } from "./errors.js";
import { positionOn, puzzleOf, rulesFor } from "./puzzles.js";
import { writeLine } from "./writing.js";

/** @typedef {import("./puzzles.js").Position} Position */
/** @typedef {import("./rules.js").Rules} Rules */

const BLANKS = ".0*_-";
const SMALLEST = 4;

/**
 * Return the boards of a text, and its format.
 * @param {string} text @param {Rules | string | null} rules @returns {{boards: Position[], format: string}}
 */
export function readBoards(text, rules) {
  if (!/^[\n\r\x20-\x7e]*$/.test(text)) throw new NeedsServer();
  const lines = text.replace(/^[\s\n]*\n|\s+$/g, "").split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const full = lines.filter(Boolean);
  if (full.length === 1 || full.every((line) => /^[^\s|]{49,}/.test(line))) {
    return { boards: full.map((line) => readLine(line.trimStart(), rules)), format: "line" };
  }
  if (full.length !== lines.length) throw new NeedsServer(); // several grids, or bands with gaps
  return readDrawing(full, rules);
}

/** Read a line of cells, perhaps with a comment after `#`. @param {string} line @param {Rules | string | null} rules */
function readLine(line, rules) {
  const match = /^([^\s#,;]+)(?: +# *(.*))?$/.exec(line);
  if (!match) throw new NeedsServer();
  const [, cells = "", comment = ""] = match;
  const size = sideOf(cells.length);
  if (size < SMALLEST) throw new NeedsServer();
  // What a short text or one of letters is depends on more than its line.
  const givens = size === 9 || (comment === "" && size !== 27) ? valuesOf(cells, size) : null;
  if (!givens || (size !== 9 && !givens.some(Boolean) && !/^(\.+|0+)$/.test(cells))) throw new NeedsServer();
  const puzzle = puzzleOf(rulesFor(rules, size), givens);
  if (comment) puzzle.info = { comment: comment.trim() };
  return positionOn(puzzle);
}

/** Return the values of cells in nonet's own spelling with one usual blank, null otherwise. @param {string} cells @param {number} size */
function valuesOf(cells, size) {
  const symbols = symbolsOf(size);
  const others = new Set([...cells].filter((char) => !symbols.includes(char)));
  const [blank = "."] = others;
  if (others.size > 1 || !BLANKS.includes(blank)) return null;
  // In a jigsaw each character occurs once per row, and the first has a neighbour of its own region.
  const start = cells[0] ?? "";
  if (size > 3 && (start === cells[1] || start === cells[size]) && cells.split(start).length === size + 1) return null;
  return [...cells].map((char) => symbols.indexOf(char) + 1);
}

/** Return a board as the verb `read` does. @param {Position} position @param {Record<string, any>} board */
export function readObject({ puzzle }, board) {
  const name = puzzle.info["name"] || puzzle.info["title"];
  const found = { board, line: writeLine(puzzle), info: puzzle.info };
  return name ? { ...found, name } : found;
}
