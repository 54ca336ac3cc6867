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
const SIDES = /** @type {const} */ (["left", "top", "right", "bottom"]);
/** @type {Record<string, Point>} */
const OUT = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] };

/** Return the numbers outside of the board; several at one end of a line are one behind another. @param {ClueMark[]} clues @param {number} size */
export function numbers(clues, size) {
  const end = size * SIDE;
  /** @type {Part[]} */
  const parts = [];
  /** @type {Map<string, number>} */
  const taken = new Map();
  const margins = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const clue of clues) {
    const [kind, line] = clue.line ?? ["row", 1];
    const along = (line - 0.5) * SIDE;
    let [x, y] = kind === "row" ? [0, along] : [along, 0];
    if (clue.side === "right") x = end;
    if (clue.side === "bottom") y = end;
    const before = taken.get(`${x} ${y}`) ?? 0;
    taken.set(`${x} ${y}`, before + 1);
    const [right, down] = OUT[clue.side ?? "left"];
    x += right * CLUE * (before + 0.5);
    y += down * CLUE * (before + 0.5);
    const room = { left: -x, top: -y, right: x - end, bottom: y - end };
    for (const side of SIDES) margins[side] = Math.max(margins[side], CLUE / 2 + room[side]);
    parts.push(...clueAt(clue, x, y).map((part) => ({ ...part, faint: clue.choice ?? false })));
  }
  return { parts, margins };
}

/** Return the height of a clue with so many characters. @param {number} length */
const heightOf = (length) => [40, 40, 40, 34, 27][length] ?? Math.max(12, Math.floor(110 / length));

/** @param {ClueMark} clue @param {number} x @param {number} y */
function clueAt({ role = "", label = "", direction = "" }, x, y) {
  const frame = FRAMES[role];
  const most = frame || direction ? 34 : 40;
  /** @type {Part[]} */
  const parts = [];
  if (frame) parts.push(path("grey", moved(frame, x, y), { above: true, stroke: "edge", width: 3.5 }));
  if (direction) {
    const ways = direction.split(" ").map((word) => WAYS[word] ?? [0, 0]);
    const [dx, dy] = [0, 1].map((i) => ways.reduce((sum, way) => sum + way[i], 0));
    /** @type {Point} */
    const tip = [x + 34 * dx, y + 34 * dy];
    for (const d of [pathOf([[x + 14 * dx, y + 14 * dy], tip]), head([[x, y], tip])]) {
      parts.push(path("grey", d, { above: true, stroke: "ink", width: 4 }));
    }
    [x, y] = [x - 11 * dx, y - 11 * dy];
  }
  parts.push(letters(label, x, y, Math.min(most, heightOf(label.length))));
  return parts;
}
