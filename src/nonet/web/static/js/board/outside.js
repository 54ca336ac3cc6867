/**
 * The clues outside of the board: sums, counts and little killers beside rows and columns, and the room they need.
 */

import { FRAMES } from "./looks.js";
import { head, letters, moved, path, pathOf } from "./strokes.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {import("./clues.js").Part} Part */

const SIDE = 100;
export const CLUE = 76; // the space for a number outside

/** @type {Record<string, Point>} */
const WAYS = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0] };
/** @type {Record<string, Point>} */
const OUT = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] };

/** Return the numbers outside of the board; several at one end of a line stand behind each other. @param {ClueMark[]} clues @param {number} rows @param {number} columns */
export function numbers(clues, rows, columns) {
  const [width, height] = [columns * SIDE, rows * SIDE];
  /** @type {Part[]} */
  const parts = [];
  /** @type {Map<string, number>} */
  const taken = new Map();
  const margins = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const clue of clues) {
    const [kind, line] = clue.line ?? ["row", 1];
    const along = (line - 0.5) * SIDE;
    let [x, y] = kind === "row" ? [0, along] : [along, 0];
    if (clue.side === "right") x = width;
    if (clue.side === "bottom") y = height;
    const before = taken.get(`${x} ${y}`) ?? 0;
    taken.set(`${x} ${y}`, before + 1);
    const [right, down] = OUT[clue.side ?? "left"] ?? [0, 0];
    x += right * CLUE * (before + 0.5);
    y += down * CLUE * (before + 0.5);
    margins.left = Math.max(margins.left, CLUE / 2 - x);
    margins.right = Math.max(margins.right, x + CLUE / 2 - width);
    margins.top = Math.max(margins.top, CLUE / 2 - y);
    margins.bottom = Math.max(margins.bottom, y + CLUE / 2 - height);
    parts.push(...clueAt(clue, x, y).map((part) => ({ ...part, faint: clue.choice ?? false })));
  }
  return { parts, margins };
}

/** @param {ClueMark} clue @param {number} x @param {number} y */
function clueAt({ role = "", label = "", direction = "" }, x, y) {
  const frame = FRAMES[role];
  let height = label.length <= 2 ? 40 : label.length === 3 ? 34 : 27;
  /** @type {Part[]} */
  const parts = [];
  if (frame) {
    parts.push(path("grey", moved(frame, x, y), { above: true, stroke: "edge", width: 3.5 }));
    height = Math.min(height, 34);
  }
  if (direction) {
    const ways = direction.split(" ").map((word) => WAYS[word] ?? [0, 0]);
    const [dx, dy] = [0, 1].map((i) => ways.reduce((sum, way) => sum + (way[i] ?? 0), 0));
    /** @type {Point} */
    const tip = [x + 34 * dx, y + 34 * dy];
    parts.push(path("grey", pathOf([[x + 14 * dx, y + 14 * dy], tip]), { above: true, stroke: "ink", width: 4 }));
    parts.push(path("grey", head([[x, y], tip]), { above: true, stroke: "ink", width: 4 }));
    [x, y, height] = [x - 11 * dx, y - 11 * dy, Math.min(height, 34)];
  }
  parts.push(letters(label, x, y, height));
  return parts;
}
