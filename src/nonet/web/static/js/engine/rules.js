/**
 * The houses of a board: rows, columns, boxes or regions, and extra ones, as nonet/rules/rules.py orders and names them.
 *
 * Rules with constraints are for the server; so are rules that fit no board, because it says what is wrong with them.
 */

import { boxCells, linesOf, seenIn, sortedSets } from "../board/geometry.js";
import { NeedsServer } from "./errors.js";

/** @typedef {{name: string, cells: number[]}} House cells in reading order */

/** The size and the houses of a board. */
export class Rules {
  /**
   * @param {number} size
   * @param {[number, number] | null} boxes rows and columns of a box
   * @param {number[][]} regions in the order of their first cells
   * @param {House[]} extra
   */
  constructor(size, boxes, regions, extra) {
    this.size = size;
    this.boxes = boxes;
    this.regions = regions;
    this.extra = extra;
    this.count = size * size;
    this.isClassic = size === 9 && boxes?.[0] === 3 && boxes[1] === 3 && !extra.length;
    /** @type {House[]} */
    this.houses = [
      ...linesOf(size).map(({ name, cells }) => ({ name, cells })),
      ...regions.map((cells, at) => ({ name: `${boxes ? "box" : "region"} ${at + 1}`, cells })),
      ...extra,
    ];
    /** Which cells see each other. */
    this.sees = seenIn(this.houses, this.count);
    this.peers = sortedSets(this.sees);
    this.key = JSON.stringify([size, regions, extra]);
  }

  /** Whether the regions are not equal rectangles. */
  get isJigsaw() {
    return this.regions.length > 0 && !this.boxes;
  }

  /** Return the houses that hold both cells. @param {number} one @param {number} other */
  housesOf(one, other) {
    return this.houses.filter(({ cells }) => cells.includes(one) && cells.includes(other));
  }
}

/** Return the shapes that the boxes of a size can have; only the square one if there is any. @param {number} size @returns {[number, number][]} */
export function boxShapes(size) {
  const side = Math.round(Math.sqrt(size));
  if (side * side === size) return [[side, side]];
  const found = [];
  for (let rows = 2; rows < size; rows++) if (size % rows === 0) found.push(/** @type {[number, number]} */ ([rows, size / rows]));
  return found;
}

/** @param {number} rows @param {number} columns @param {House[]} [extra] */
export function boxRules(rows, columns, extra = []) {
  if (rows < 1 || columns < 1 || rows * columns > 36) throw new NeedsServer();
  return new Rules(rows * columns, [rows, columns], boxCells(rows, columns), extra);
}

/** @param {number} size @param {House[]} [extra] */
export function latinRules(size, extra = []) {
  if (size < 1 || size > 36) throw new NeedsServer();
  return new Rules(size, null, [], extra);
}

/** Return the rules with regions; equal rectangles are boxes. @param {number[][]} sets @param {House[]} [extra] */
export function regionRules(sets, extra = []) {
  const size = sets.length;
  const cells = sets.flat();
  if (size < 1 || size > 36 || sets.some((set) => set.length !== size)) throw new NeedsServer();
  if (new Set(cells).size !== size * size || Math.max(...cells) >= size * size) throw new NeedsServer();
  const regions = sortedSets(sets).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  for (let rows = 1; rows <= size; rows++) {
    if (size % rows === 0 && String(boxCells(rows, size / rows)) === String(regions)) {
      return new Rules(size, [rows, size / rows], regions, extra);
    }
  }
  return new Rules(size, null, regions, extra);
}

/** The classic board. */
export const CLASSIC = boxRules(3, 3);

/** Return the usual rules of a size. @param {number} size */
export function usualRules(size) {
  const shapes = boxShapes(size);
  const [shape] = shapes;
  if (shapes.length !== 1 || !shape) throw new NeedsServer();
  return size === 9 ? CLASSIC : boxRules(...shape);
}
