/**
 * What the board of the place Set shows above its cells: open partners, cells that differ, redundant givens.
 *
 * Each has a shape of its own, which the legend shows too.
 */

import { svgElement } from "../dom.js";
import { rowOf } from "../board/geometry.js";

/** @typedef {"open" | "differ" | "redundant"} Kind */
/** @typedef {Partial<Record<Kind, readonly number[]>>} Marks */

/** The shapes, in a cell with a side of 100. @type {Record<Kind, string>} */
const SHAPES = {
  open: "M14 14h72v72h-72z",
  differ: "M4 4h18l-18 18z",
  redundant: "M24 88h52",
};

/** @param {SVGElement} overlay @param {Marks} marks @param {number} size */
export function drawMarks(overlay, marks, size) {
  overlay.replaceChildren(
    ...Object.entries(SHAPES).map(([kind, shape]) => {
      const places = (marks[/** @type {Kind} */ (kind)] ?? []).map((cell) => ({ x: (cell % size) * 100, y: rowOf(cell, size) * 100 }));
      const d = places.map(({ x, y }) => shape.replace(/M([\d.]+) ([\d.]+)/, (_, a, b) => `M${+a + x} ${+b + y}`));
      return svgElement("path", { class: `set-${kind}`, d: d.join("") });
    }),
  );
}

/** Whether cells that differ are worth a mark: not where most of the board is still open. @param {readonly number[]} differ @param {number} size */
export function isTelling(differ, size) {
  return differ.length * 2 <= size * size;
}

/** Return the shape of a mark for the legend. @param {Kind} kind */
export function sample(kind) {
  const svg = svgElement("svg", { class: "set-sample", viewBox: "0 0 100 100", "aria-hidden": "true" });
  svg.append(svgElement("path", { class: "set-cell", d: "M2 2h96v96h-96z" }), svgElement("path", { class: `set-${kind}`, d: SHAPES[kind] }));
  return svg;
}
