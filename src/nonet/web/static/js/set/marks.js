/**
 * What the board of the place Set shows above its cells (open partners, cells that differ, redundant givens), what a person
 * has chosen of it, and where the partners of a given are.
 *
 * Each mark has a shape of its own, which the legend shows too.
 */

import { rowOf } from "../board/geometry.js";
import { element, furnish, svgElement } from "../dom.js";
import { checkBox, fieldRow, menuOf } from "../fields.js";
import { SYMMETRIES } from "./symmetry.js";

/** @typedef {"open" | "differ" | "redundant"} Mark */
/** @typedef {{symmetry: string, candidates: boolean, odds: boolean, marks: boolean}} Choices */

/** The shapes, in a cell with a side of 100. @type {Record<Mark, string>} */
const SHAPES = { open: "M14 14h72v72h-72z", differ: "M4 4h18l-18 18z", redundant: "M24 88h52" };

/** @param {SVGElement} layer @param {Partial<Record<string, readonly number[]>>} marks @param {number} size */
export function drawMarks(layer, marks, size) {
  const paths = Object.entries(SHAPES).map(([mark, shape]) => {
    const places = (marks[mark] ?? []).map((cell) => ({ x: (cell % size) * 100, y: rowOf(cell, size) * 100 }));
    const d = places.map(({ x, y }) => shape.replace(/M([\d.]+) ([\d.]+)/, (_, a, b) => `M${+a + x} ${+b + y}`));
    return svgElement("path", { class: `set-${mark}`, d: d.join("") });
  });
  layer.replaceChildren(...paths);
}

/** Whether cells that differ are worth a mark: not where most of the board is still open. @param {readonly number[]} differ @param {number} size */
export const isTelling = (differ, size) => differ.length * 2 <= size * size;

/** Return the shape of a mark for the legend. @param {Mark} mark */
export function sample(mark) {
  const cell = svgElement("path", { class: "set-cell", d: "M2 2h96v96h-96z" });
  const shape = svgElement("path", { class: `set-${mark}`, d: SHAPES[mark] });
  return svgElement("svg", { class: "set-sample", viewBox: "0 0 100 100", "aria-hidden": "true" }, cell, shape);
}

/** @param {App} app @param {() => void} onchange */
export function createChoices(app, onchange) {
  const symmetry = menuOf(SYMMETRIES, (name) => app.t(`new.symmetry.${name}`));
  const text = element("span", "set-legend", sample("open"), element("span", "", app.t("set.placement")));
  const label = furnish(fieldRow(text, symmetry), { title: app.t("set.placement.about") });
  const [marks, candidates, odds] = ["marks", "candidates", "odds"].map((name) => {
    const { box, row } = checkBox(app.t(`set.${name}`), name === "marks");
    return { box, row: furnish(row, { title: app.t(`set.${name}.about`) }) };
  });
  return {
    element: element("div", { class: "set-choices", onchange }, marks.row, candidates.row, odds.row, label),
    /** @returns {Choices} */
    get now() {
      return { symmetry: symmetry.value, candidates: candidates.box.checked, odds: odds.box.checked, marks: marks.box.checked };
    },
  };
}
