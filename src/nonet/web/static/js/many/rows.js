/**
 * Files of many puzzles as text: chunks of whole lines, the columns of a table, and boards out of cells. Nothing here knows
 * the core or the page. Rows that are not puzzles keep their text and get a reason.
 */

import { BLANKS, NAMES, SOLUTIONS } from "./form.js";

export const CELLS = 81;
/** Characters of a line; a longer one is not text, and is cut. */
const LONGEST = 2 ** 24;
const DELIMITERS = [",", ";", "\t"];
const FIRST = 100; // rows in which a puzzle is looked for

/**
 * @typedef {object} Layout how the rows of a file are read
 * @property {string} delimiter "" where a row is a puzzle and perhaps a comment
 * @property {number} column the number of the column with the puzzles
 * @property {string[]} names of the columns
 * @property {boolean} hasHeader whether the first row holds these names
 *
 * @typedef {{text: string, line: number}} Chunk whole lines, and the number of the first
 */

/** Digits, and blanks that are all the same. */
const BOARD = new RegExp(`^[1-9]*(?:([${BLANKS}])(?:\\1|[1-9])*)?$`);

/** Whether a text has the form of a board of 81 cells. @param {string} text */
const isBoard = (text) => BOARD.test(text) && text.length === CELLS;

/** Whether a line is empty or a comment. @param {string} line */
export const isSkipped = (line) => !line.trim() || line.startsWith("#");

/** Return the layout that the first rows of a file show. @param {string} text @returns {Layout} */
export function layoutOf(text) {
  const [first = "", ...lines] = text.split(/\r?\n/, 1000).filter((line) => !isSkipped(line)).slice(0, FIRST + 1);
  const count = (/** @type {string} */ delimiter) => fieldsOf(first, delimiter).length;
  const delimiter = DELIMITERS.reduce((most, each) => (count(each) > count(most) ? each : most));
  const fields = fieldsOf(first, delimiter);
  if (fields.length > 1) {
    const inFirst = fields.findIndex(isBoard);
    const names = fields.map((_, i) => (i === inFirst ? "puzzle" : `column ${i + 1}`));
    if (inFirst >= 0) return { delimiter, column: inFirst, names, hasHeader: false };
    const column = puzzleColumn(fields, lines.map((line) => fieldsOf(line, delimiter)));
    if (column >= 0) return { delimiter, column, names: fields, hasHeader: true };
  }
  const hasHeader = NAMES.includes(first.trim().toLowerCase());
  return { delimiter: "", column: 0, names: [hasHeader ? first.trim() : "puzzle"], hasHeader };
}

/**
 * Return the place of the column with the puzzles, -1 if there is none: the first with a usual name and a board in the first
 * rows; without a usual name, the first with a board. A column of solutions has none, since a damaged puzzle must not be replaced.
 * @param {string[]} header @param {string[][]} rows
 */
function puzzleColumn(header, rows) {
  const names = header.map((name) => name.trim().toLowerCase());
  const named = NAMES.map((name) => names.indexOf(name)).filter((place) => place >= 0);
  const likely = named.length ? named : [...names.keys()].filter((place) => !SOLUTIONS.includes(names[place] ?? ""));
  const found = likely.find((place) => rows.some((row) => isBoard((row[place] ?? "").trim())));
  return found ?? named[0] ?? -1;
}

/** Return the fields of a row of a table; quotes around a field are left out. @param {string} line @param {string} delimiter */
export function fieldsOf(line, delimiter) {
  if (!line.includes('"')) return line.split(delimiter);
  const fields = [];
  for (let at = 0; at <= line.length;) {
    const quoted = /"((?:[^"]|"")*)"?/y;
    quoted.lastIndex = at;
    const inside = quoted.exec(line);
    const from = inside ? quoted.lastIndex : at;
    const found = line.indexOf(delimiter, from);
    const end = found < 0 ? line.length : found;
    fields.push((inside?.[1].replaceAll('""', '"') ?? "") + line.slice(from, end));
    at = end + 1;
  }
  return fields;
}

/** Write a field of a table of commas. @param {string | number} value */
export function csvField(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Read a puzzle into 81 bytes; return "", or why it is not a puzzle. @param {string} text @param {Uint8Array} out */
export function readPuzzle(text, out) {
  if (text.length !== CELLS) return `expected ${CELLS} cells, found ${text.length}`;
  for (let i = 0; i < CELLS; i++) {
    const code = text.charCodeAt(i) - 48;
    if (code >= 1 && code <= 9) out[i] = code;
    else if (BLANKS.includes(text[i])) out[i] = 0;
    else return `expected digits and blanks, found ${JSON.stringify(text[i])} in cell ${i + 1}`;
  }
  return "";
}

/**
 * Split a stream of bytes into chunks of whole lines of about `size` characters. It is read no faster than chunks are
 * taken, so a file of any size needs little memory.
 *
 * @param {ReadableStream<Uint8Array>} stream @param {number} size @returns {AsyncGenerator<Chunk>}
 */
export async function* chunksOf(stream, size) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let waiting = "";
  let line = 1;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      waiting += done ? decoder.decode() : decoder.decode(value, { stream: true });
      while (done ? waiting : waiting.length >= size) {
        const end = waiting.length <= size ? -1 : waiting.indexOf("\n", size - 1);
        if (end < 0 && !done && waiting.length < LONGEST) break; // the rest of the line comes later
        const text = end < 0 ? waiting : waiting.slice(0, end + 1);
        waiting = waiting.slice(text.length);
        yield { text, line };
        line += text.split("\n").length - 1;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
