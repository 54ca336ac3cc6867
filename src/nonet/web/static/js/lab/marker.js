/**
 * What stands over the board of a film: the cell of the event, its colour and shape, the digit that is not placed, and
 * the cells that forbid it.
 */

import { svgElement } from "../dom.js";
import { FILM_SHAPES } from "./film_shapes.js";
import { rowOf } from "../board/geometry.js";
import { CHOICE, KINDS } from "./film.js";

/** @typedef {import("./film.js").Film} Film */

/** Return the shape of a kind of event as SVG, in a square of the given side. @param {string} kind @param {number} side */
export function shapeOf(kind, side) {
  const shape = FILM_SHAPES[kind];
  const group = svgElement("g", { class: "film-shape", "data-kind": kind, transform: `scale(${side})` });
  shape?.paths.forEach((d, number) => {
    group.append(svgElement("path", { d, class: shape.filled && !number ? "filled" : "drawn" }));
  });
  return group;
}

/** Return a small picture of the shape for a line of text. @param {string} kind */
export function glyph(kind) {
  const svg = svgElement("svg", { viewBox: "-0.1 -0.1 1.2 1.2", class: "film-glyph", "data-kind": kind, "aria-hidden": "true" });
  svg.append(shapeOf(kind, 1));
  return svg;
}

/** Return a small picture of the corner of a cell that was filled by a choice. */
export function choiceGlyph() {
  const svg = svgElement("svg", { viewBox: "0 0 10 10", class: "film-glyph", "aria-hidden": "true" });
  svg.append(svgElement("path", { class: "film-choices", d: "M0 10V0L10 10z" }));
  return svg;
}

/**
 * Draw the marker on an overlay; return the function that moves it to the moment of a film.
 *
 * @param {SVGSVGElement} overlay
 * @param {Geometry} geometry
 * @param {Pick<App, "symbol">} app
 * @param {boolean} showsChoices whether a digit that no technique found is a choice
 */
export function createMarker(overlay, geometry, app, showsChoices) {
  const { size, peers } = geometry;
  const choices = svgElement("path", { class: "film-choices" });
  const blockers = svgElement("path", { class: "film-blockers" });
  const group = svgElement("g", { class: "film-marker", visibility: "hidden" });
  const tint = svgElement("rect", { width: "100", height: "100" });
  const ghost = svgElement("text", { x: "50", y: "52" });
  const corner = svgElement("g", { transform: "translate(7 7)" });
  /** @type {Record<string, SVGElement>} */
  const shapes = {};
  for (const kind of KINDS) corner.append((shapes[kind] = shapeOf(kind, 24)));
  group.append(tint, corner, ghost);
  overlay.append(choices, blockers, group);
  let shown = "";
  let chosen = "";
  let blocked = "";

  /** @param {Film} film */
  function show(film) {
    if (showsChoices) chosen = update(choices, chosen, cornersOf(film, size));
    const event = film.event();
    blocked = update(blockers, blocked, event ? blockersOf(film, event) : "");
    if (!event || event.cell < 0) {
      group.setAttribute("visibility", "hidden");
      return;
    }
    const { kind, cell, digit } = event;
    group.setAttribute("visibility", "visible");
    group.setAttribute("transform", `translate(${(cell % size) * 100} ${rowOf(cell, size) * 100})`);
    ghost.textContent = digit && !film.digits[cell] ? app.symbol(digit, size) : "";
    if (kind === shown) return;
    group.setAttribute("data-kind", kind);
    shown = kind;
  }

  /** Return frames around the cells that already hold the digit of a conflict. @param {Film} film @param {import("./film.js").FilmEvent} event */
  function blockersOf(film, { kind, cell, digit }) {
    if (kind !== "conflict" || cell < 0 || !digit || film.digits[cell]) return "";
    const cells = (peers[cell] ?? []).filter((peer) => film.digits[peer] === digit);
    return cells.map((peer) => `M${(peer % size) * 100 + 7} ${rowOf(peer, size) * 100 + 7}h86v86h-86z`).join("");
  }

  return show;
}

/** Return a small triangle for each cell that was filled by a choice. @param {Film} film @param {number} size */
function cornersOf(film, size) {
  let path = "";
  film.filledBy.forEach((by, cell) => {
    if (by === CHOICE) path += `M${(cell % size) * 100 + 4} ${rowOf(cell, size) * 100 + 96}v-24l24 24z`;
  });
  return path;
}

/** @param {SVGElement} path @param {string} shown @param {string} next */
function update(path, shown, next) {
  if (next !== shown) path.setAttribute("d", next);
  return next;
}
