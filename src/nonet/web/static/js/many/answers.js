/** The rows of a chunk, answered: solved, counted or rated, and written as rows of a table. It runs in the worker. */

import { STATUS } from "../engine/core.js";
import { CELLS, csvField, fieldsOf, isSkipped, readPuzzle } from "./rows.js";

/** @typedef {import("../engine/core.js").Core} Core */
/** @typedef {import("./rows.js").Layout} Layout */
/** @typedef {"solve" | "count" | "rate"} Task */
/** @typedef {{unique: number, multiple: number, none: number, unreadable: number, cut: number}} Tally */
/** @typedef {{csv: Uint8Array<ArrayBuffer>, tally: Tally, rows: number}} Answer */
/** @typedef {(row: number) => (string | number | boolean)[]} Cells writes the cells of a row that the core has answered */

/** @type {Tally} */
export const NO_ROWS = Object.freeze({ unique: 0, multiple: 0, none: 0, unreadable: 0, cut: 0 });
/** Solutions that are counted for a puzzle. */
const MOST_COUNTED = 100_000;
/** Guesses for a puzzle; only boards that are made to be hard need more. */
const BUDGET = 5_000_000;

/** The columns that each task adds, before the status and a message. */
const COLUMNS = Object.freeze({
  solve: ["solution", "count", "exact"],
  count: ["solution", "count", "exact"],
  rate: ["er", "ep", "ed", "exact", "hardest", "steps"],
});

/** The message about a row, and what it counts as. @typedef {[word: string, message: string, kind: keyof Tally]} Words */

/** @type {Record<number, Words>} */
const WORDS = {
  [STATUS.unique]: ["unique", "", "unique"],
  [STATUS.multiple]: ["multiple", "several solutions", "multiple"],
  [STATUS.noSolution]: ["no solution", "no solution", "none"],
  [STATUS.conflict]: ["conflict", "two equal givens in one house", "none"],
  [STATUS.outOfBudget]: ["out of budget", "the budget is spent", "cut"],
};

/** @param {string} reason why a row is not a puzzle, "" if it is one @param {number} status @returns {Words} */
const wordsOf = (reason, status) =>
  reason ? ["unreadable", reason, "unreadable"] : (WORDS[status] ?? ["cancelled", "cancelled", "cut"]);

/** Return the first row of the table. @param {Layout} layout @param {Task} task */
export function headerOf(layout, task) {
  return `${["line", ...layout.names, ...COLUMNS[task], "status", "message"].map(csvField).join(",")}\n`;
}

/**
 * Answer the rows of a chunk.
 * @param {Core} core @param {string} text @param {number} firstLine @param {Layout} layout @param {Task} task @returns {Answer}
 */
export function answerRows(core, text, firstLine, layout, task) {
  const rows = rowsOf(text, firstLine, layout);
  const boards = new Uint8Array(rows.length * CELLS);
  let n = 0;
  const reasons = rows.map(({ puzzle }) => {
    const reason = readPuzzle(puzzle, boards.subarray(n * CELLS, (n + 1) * CELLS));
    if (!reason) n += 1;
    return reason;
  });
  const read = boards.subarray(0, n * CELLS);
  const found = task === "rate" ? rated(core, read) : solved(core, read, task);
  const tally = { ...NO_ROWS };
  let at = 0;
  const lines = rows.map(({ line, fields }, i) => {
    const reason = reasons[i];
    const [word, message, kind] = wordsOf(reason, found.status[at]);
    tally[kind] += 1;
    const said = kind === "multiple" && task === "count" ? "" : message; // who counts solutions expects several
    const cells = reason ? Array(COLUMNS[task].length).fill("") : found.cells(at++);
    return `${[line, ...fields, ...cells, word, said].map(csvField).join(",")}\n`;
  });
  return { csv: new TextEncoder().encode(lines.join("")), tally, rows: rows.length };
}

/** Return the rows of a text, without empty lines and comments. @param {string} text @param {number} firstLine @param {Layout} layout */
function rowsOf(text, firstLine, layout) {
  const rows = [];
  let isHeader = layout.hasHeader && firstLine === 1;
  for (const [i, whole] of text.split("\n").entries()) {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (isSkipped(line)) continue;
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const fields = layout.delimiter ? fieldsOf(line, layout.delimiter) : [line];
    const puzzle = layout.delimiter ? fields[layout.column] ?? "" : line.trimStart().split(/[\s#,;]/, 1)[0];
    rows.push({ line: firstLine + i, fields: fitted(fields, layout.names.length), puzzle: puzzle.trim() });
  }
  return rows;
}

/** Make a row as long as the header: the surplus is in the last field. @param {string[]} fields @param {number} length */
function fitted(fields, length) {
  if (fields.length > length) return [...fields.slice(0, length - 1), fields.slice(length - 1).join(",")];
  return [...fields, ...Array(length - fields.length).fill("")];
}

/** @param {Core} core @param {Uint8Array} boards @param {Task} task @returns {{status: Uint8Array, cells: Cells}} */
function solved(core, boards, task) {
  const limit = task === "count" ? MOST_COUNTED : 2;
  const { solutions, counts, status } = core.solve(boards, { limit, budget: BUDGET });
  return {
    status,
    cells(row) {
      const isExact = counts[row] < limit && status[row] !== STATUS.outOfBudget;
      const solution = counts[row] ? solutions.subarray(row * CELLS, (row + 1) * CELLS).join("") : "";
      return [solution, counts[row], isExact];
    },
  };
}

/** @param {Core} core @param {Uint8Array} boards @returns {{status: Uint8Array, cells: Cells}} */
function rated(core, boards) {
  const { er, ep, ed, status, hardest, steps } = core.rate(boards);
  return {
    status,
    cells(row) {
      if (status[row] !== STATUS.unique) return Array(COLUMNS.rate.length).fill("");
      const figures = [er, ep, ed].map((tenths) => (tenths[row] / 10).toFixed(1));
      return [...figures, true, core.techniques[hardest[row]]?.name ?? "", steps[row]];
    },
  };
}
