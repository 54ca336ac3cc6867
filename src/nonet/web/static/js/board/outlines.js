/**
 * The borders of cages, extra houses and clones, inside of their cells, around corners too, as a part of
 * nonet/render/clues.py draws them.
 */

import { OUTLINES } from "./looks.js";
import { path, pathOf } from "./strokes.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {import("./clues.js").Part} Part */

const SIDE = 100;
const LABEL = 27; // the height of the letters of a cage's sum
const WIDTH = 0.6; // of a letter, in its height
const BETWEEN = 8; // two labels in one cell

/** Return how much of a cell a label takes from the next one. @param {string} label */
const widthOf = (label) => label.length * LABEL * WIDTH + BETWEEN;

/** @param {ClueMark[]} marks @param {(cells: readonly string[]) => [number, number][]} placesOf @returns {Part[]} */
export function outlines(marks, placesOf) {
  /** For the labels in a cell, which stand beside each other. @type {Map<string, number>} */
  const room = new Map();
  for (const { cells = [], label = "" } of marks) {
    const [first] = placesOf(cells).sort(inOrder);
    if (first && label) room.set(String(first), (room.get(String(first)) ?? 0) + widthOf(label));
  }
  /** @type {Map<string, number>} */
  const begun = new Map();
  return marks.flatMap(({ role = "", cells = [], label = "" }) => {
    const look = OUTLINES[role];
    const places = placesOf(cells).sort(inOrder);
    const [first] = places;
    if (!look || !first) return [];
    const [x, y] = [first[1] * SIDE, first[0] * SIDE];
    /** @type {Point | null} */
    const gap = label ? [x + 10 - BETWEEN + (room.get(String(first)) ?? 0), y + 30] : null;
    const loops = loopsOf(places, look.inset);
    const { tone, width, dash, cap } = look.stroke;
    /** @type {Part[]} */
    const parts = [];
    if (look.area !== "none") parts.push(path(look.family, loops.map((loop) => loopPath(loop)).join(""), { fill: look.area }));
    const border = loops.map((loop, i) => loopPath(loop, i ? null : gap)).join("");
    parts.push(path(look.family, border, { stroke: tone, width, dash, cap }));
    if (!label) return parts;
    const before = begun.get(String(first)) ?? 0;
    begun.set(String(first), before + widthOf(label));
    const at = { x: x + 6 + before, y: y + 5 + 0.74 * LABEL };
    return [...parts, { above: false, text: label, ...at, height: LABEL, tone: "ink", atStart: true, faint: false }];
  });
}

/** @param {[number, number]} a @param {[number, number]} b */
const inOrder = (a, b) => a[0] - b[0] || a[1] - b[1];

/** Return the border of some cells as closed lines; the first begins at the top left of the first cell. @param {[number, number][]} places @param {number} inset */
function loopsOf(places, inset) {
  const area = new Set(places.map(String));
  /** @type {Map<string, [Point, Point]>} */
  const after = new Map();
  for (const [row, column] of places) addSides(after, row, column, area, inset);
  const loops = [];
  for (let [side] = after.values(); side; [side] = after.values()) {
    /** @type {Point[]} */
    const loop = [];
    for (let next = /** @type {typeof side | undefined} */ (side); next; next = after.get(String(next[1]))) {
      after.delete(String(next[0]));
      loop.push(next[0]);
    }
    loops.push(cornersOf(loop));
  }
  return loops;
}

/** Add the sides that the border has in a cell, and its turns around a corner that is not in the area. @param {Map<string, [Point, Point]>} after @param {number} row @param {number} column @param {ReadonlySet<string>} area @param {number} inset */
function addSides(after, row, column, area, inset) {
  for (let turn = 0; turn < 4; turn++) {
    const has = (/** @type {number} */ down, /** @type {number} */ right) => {
      for (let i = 0; i < turn; i++) [down, right] = [right, -down];
      return area.has(String([row + down, column + right]));
    };
    /** @param {number} x @param {number} y @returns {Point} */
    const at = (x, y) => {
      [x, y] = [x - SIDE / 2, y - SIDE / 2];
      for (let i = 0; i < turn; i++) [x, y] = [-y, x];
      return [column * SIDE + SIDE / 2 + x, row * SIDE + SIDE / 2 + y];
    };
    const add = (/** @type {Point} */ start, /** @type {Point} */ end) => after.set(String(start), [start, end]);
    if (!has(-1, 0)) {
      add(at(has(0, -1) ? 0 : inset, inset), at(has(0, 1) ? SIDE : SIDE - inset, inset));
    } else if (has(0, 1) && !has(-1, 1)) {
      add(at(SIDE - inset, 0), at(SIDE - inset, inset));
      add(at(SIDE - inset, inset), at(SIDE, inset));
    }
  }
}

/** Return the points of a closed line where it turns. @param {Point[]} loop */
function cornersOf(loop) {
  return loop.filter(([x, y], i) => {
    const [before, next] = [loop.at(i - 1) ?? [], loop[(i + 1) % loop.length]];
    return !((before[0] === x && next[0] === x) || (before[1] === y && next[1] === y));
  });
}

/** Return a closed line, open at its first corner where a label stands there. @param {Point[]} loop @param {Point | null} [gap] */
function loopPath(loop, gap = null) {
  const [first, ...rest] = loop;
  if (!gap || !first) return pathOf(loop, "z");
  return pathOf([[gap[0], first[1]], ...rest, [first[0], gap[1]]]);
}
