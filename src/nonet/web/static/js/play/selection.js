/**
 * Which cells are selected, and where the cursor is. It knows the shape of the board and nothing else.
 *
 * The cursor is the cell that arrows move and Tab reaches; it stays when the selection is empty. The anchor is where a
 * range begins.
 */

import { rowOf } from "../board/geometry.js";

export class Selection {
  /** @type {Set<number>} */
  cells = new Set();
  cursor = 0;
  anchor = 0;

  /** @param {number} size */
  constructor(size) {
    this.size = size;
  }

  /** Select one cell alone. @param {number} cell */
  only(cell) {
    this.cells = new Set([cell]);
    this.cursor = this.anchor = cell;
  }

  /** @param {number} cell */
  add(cell) {
    if (!this.cells.has(cell)) this.cells = new Set(this.cells).add(cell);
    this.cursor = cell;
  }

  /** @param {number} cell */
  remove(cell) {
    this.cells = new Set([...this.cells].filter((other) => other !== cell));
    this.cursor = cell;
  }

  /** @param {Iterable<number>} cells */
  set(cells, cursor = this.cursor) {
    this.cells = new Set(cells);
    this.cursor = cursor;
  }

  clear() {
    this.cells = new Set();
  }

  /** Select the rectangle between the anchor and a cell, and keep what was selected before. @param {number} cell @param {ReadonlySet<number>} [before] */
  range(cell, before = new Set()) {
    const { size, anchor } = this;
    const rows = [rowOf(anchor, size), rowOf(cell, size)];
    const columns = [anchor % size, cell % size];
    this.cells = new Set(before);
    for (let row = Math.min(...rows); row <= Math.max(...rows); row++) {
      for (let column = Math.min(...columns); column <= Math.max(...columns); column++) this.cells.add(row * size + column);
    }
    this.cursor = cell;
  }

  /** Return the cell to which an arrow leads from the cursor; at the edge it comes in at the other side. @param {number} down @param {number} right */
  beside(down, right) {
    const { size, cursor } = this;
    const row = (rowOf(cursor, size) + down + size) % size;
    return row * size + (((cursor % size) + right + size) % size);
  }

  /** The only selected cell, -1 if there are none or several. */
  get single() {
    const [cell = -1] = this.cells;
    return this.cells.size === 1 ? cell : -1;
  }
}
