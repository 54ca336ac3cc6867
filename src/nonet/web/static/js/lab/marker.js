/**
 * The marker over the board of a film: the cell of the event, its colour and shape, the digit that is not placed, and
 * the cells that forbid it.
 */

import { svgElement } from "../dom.js";
import { FILM_SHAPES } from "./film_shapes.js";
import { rowOf } from "../board/geometry.js";
import { CHOICE, KINDS } from "./film.js";

/** @typedef {import("./film.js").Film} Film */

/** Return the shape of a kind of event as SVG, in a square of the given side. @param {import("./film.js").Kind} kind @param {number} side */
function shapeOf(kind, side) {
  const { paths, filled } = FILM_SHAPES[kind];
  const drawn = paths.map((d, number) => svgElement("path", { d, class: filled && !number ? "filled" : "drawn" }));
  return svgElement("g", { class: "film-shape", "data-kind": kind, transform: `scale(${side})` }, ...drawn);
}

/** Return a small picture of the shape for a line of text. @param {import("./film.js").Kind} kind */
export function glyph(kind) {
  const given = { viewBox: "-0.1 -0.1 1.2 1.2", class: "film-glyph", "data-kind": kind, "aria-hidden": "true" };
  return svgElement("svg", given, shapeOf(kind, 1));
}

/** Return a small picture of the corner of a cell that was filled by a choice. */
export function choiceGlyph() {
  const corner = svgElement("path", { class: "film-choices", d: "M0 10V0L10 10z" });
  return svgElement("svg", { viewBox: "0 0 10 10", class: "film-glyph", "aria-hidden": "true" }, corner);
}

/**
 * Draw the marker on an overlay; return the function that moves it to the moment of a film.
 * @param {SVGSVGElement} overlay @param {Geometry} geometry @param {Pick<App, "symbol">} app
 * @param {boolean} showsChoices whether a digit that no technique found is a choice
 */
export function createMarker(overlay, { size, peers }, app, showsChoices) {
  const choices = svgElement("path", { class: "film-choices" });
  const blockers = svgElement("path", { class: "film-blockers" });
  const tint = svgElement("rect", { width: "100", height: "100" });
  const ghost = svgElement("text", { x: "50", y: "52" });
  const corner = svgElement("g", { transform: "translate(7 7)" }, ...KINDS.map((kind) => shapeOf(kind, 24)));
  const group = svgElement("g", { class: "film-marker", visibility: "hidden" }, tint, corner, ghost);
  overlay.append(choices, blockers, group);

  /** Return frames around the cells that already hold the digit of a conflict. @param {Film} film @param {import("./film.js").FilmEvent} event */
  function blockersOf(film, { kind, cell, digit }) {
    if (kind !== "conflict" || cell < 0 || !digit || film.digits[cell]) return "";
    const cells = peers[cell].filter((peer) => film.digits[peer] === digit);
    return cells.map((peer) => `M${(peer % size) * 100 + 7} ${rowOf(peer, size) * 100 + 7}h86v86h-86z`).join("");
  }

  return (/** @type {Film} */ film) => {
    const event = film.event();
    if (showsChoices) change(choices, "d", cornersOf(film));
    change(blockers, "d", event ? blockersOf(film, event) : "");
    const isShown = event !== null && event.cell >= 0;
    change(group, "visibility", isShown ? "visible" : "hidden");
    if (!isShown) return;
    const { kind, cell, digit } = event;
    change(group, "transform", `translate(${(cell % size) * 100} ${rowOf(cell, size) * 100})`);
    change(group, "data-kind", kind);
    ghost.textContent = digit && !film.digits[cell] ? app.symbol(digit, size) : "";
  };
}

/** Return a small triangle for each cell that was filled by a choice. @param {Film} film */
function cornersOf({ filledBy, size }) {
  const corners = Array.from(filledBy, (by, cell) =>
    by === CHOICE ? `M${(cell % size) * 100 + 4} ${rowOf(cell, size) * 100 + 96}v-24l24 24z` : "");
  return corners.join("");
}

/** Set an attribute where it is another one: most frames change little. @param {SVGElement} made @param {string} name @param {string} value */
function change(made, name, value) {
  if (made.getAttribute(name) !== value) made.setAttribute(name, value);
}
