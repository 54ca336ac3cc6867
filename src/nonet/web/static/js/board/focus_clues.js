// The constraints that a step rests on stand out: they are drawn again over the others, which fade, and their cells are
// tinted like the houses of the step.

import { svgElement } from "../dom.js";
import { drawParts, pagePaint } from "./clue_view.js";
import { cluesOf } from "./clues.js";
import { spotAt } from "./geometry.js";

/** Return the drawing of constraints, below and above the digits. @param {readonly Constraint[]} constraints @param {number} size @param {(text: string) => string} label */
export function focusOn(constraints, size, label) {
  const { parts } = cluesOf(constraints.flatMap(({ marks }) => marks), size, size);
  const [below, above] = [false, true].map((isAbove) => {
    const group = svgElement("g", { class: "clues focus" });
    group.append(...drawParts(parts, isAbove, pagePaint, label));
    return group;
  });
  return /** @type {[SVGElement, SVGElement]} */ ([below, above]);
}

/** Return tints for the houses of a scene and the cells of constraints. @param {readonly number[]} shades @param {readonly Constraint[]} constraints */
export function tintsOf(shades, constraints) {
  const size = Math.round(Math.sqrt(shades.length));
  const named = new Set(constraints.flatMap(({ cells }) => cells));
  return shades.flatMap((houses, cell) => {
    const shade = Math.min(houses || Number(named.has(cell)), 2);
    const { x, y } = spotAt(cell, 0, size);
    return shade ? [svgElement("rect", { class: `tint-${shade}`, x: x - 50, y: y - 50, width: 100, height: 100 })] : [];
  });
}
