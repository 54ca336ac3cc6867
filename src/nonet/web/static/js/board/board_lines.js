/**
 * The lines of a board as SVG: cells, regions, diagonals, windows, the frame of the selection, drawn lines.
 *
 * A cell has a side of 100 in every drawing.
 */

import { svgElement } from "../dom.js";
import { rowOf, spotAt } from "./geometry.js";

/** Return the thin lines between cells and the thick ones around regions. @param {Geometry} geometry */
export function gridPaths({ size, region }) {
  const paths = { thin: "", thick: "" };
  for (let cell = 0; cell < size * size; cell++) {
    const [x, y] = [(cell % size) * 100, rowOf(cell, size) * 100];
    if (x > 0) paths[region[cell] === region[cell - 1] ? "thin" : "thick"] += `M${x} ${y}v100`;
    if (y > 0) paths[region[cell] === region[cell - size] ? "thin" : "thick"] += `M${x} ${y}h100`;
  }
  paths.thick += `M0 0H${size * 100}V${size * 100}H0z`;
  return Object.entries(paths).map(([name, d]) => svgElement("path", { class: name, d }));
}

/** Return what shows the extra houses: a line along a diagonal, a tint for any other. @param {Geometry} geometry */
export function houseShades({ size, rules }) {
  const covered = new Set(rules.extra.flatMap(({ cells }) => cells));
  return rules.extra.flatMap(({ cells }) => {
    const end = diagonalEnd(cells, size);
    if (end) return [svgElement("path", { class: "diagonal", d: end })];
    // Houses that fill the whole board would tint everything and show nothing.
    if (covered.size === size * size) return [];
    const squares = cells.map((cell) => `M${(cell % size) * 100} ${rowOf(cell, size) * 100}h100v100h-100z`);
    return [svgElement("path", { class: "window", d: squares.join("") })];
  });
}

/** Return the line along a long diagonal, "" for other cells. @param {number[]} cells @param {number} size */
function diagonalEnd(cells, size) {
  const end = size * 100;
  if (cells.length !== size) return "";
  if (cells.every((cell) => cell % size === rowOf(cell, size))) return `M0 0L${end} ${end}`;
  if (cells.every((cell) => (cell % size) + rowOf(cell, size) === size - 1)) return `M${end} 0L0 ${end}`;
  return "";
}

/** Return the area of some cells, and the edges around it. @param {ReadonlySet<number>} cells @param {number} size */
export function outline(cells, size) {
  let [area, edges] = ["", ""];
  for (const cell of cells) {
    const [column, row] = [cell % size, rowOf(cell, size)];
    const [x, y] = [column * 100, row * 100];
    area += `M${x} ${y}h100v100h-100z`;
    if (column === 0 || !cells.has(cell - 1)) edges += `M${x} ${y}v100`;
    if (column === size - 1 || !cells.has(cell + 1)) edges += `M${x + 100} ${y}v100`;
    if (row === 0 || !cells.has(cell - size)) edges += `M${x} ${y}h100`;
    if (row === size - 1 || !cells.has(cell + size)) edges += `M${x} ${y + 100}h100`;
  }
  return { area, edges };
}

/** Give a shape a colour of the page. @template {SVGElement} T @param {T} shape @param {string} token @returns {T} */
export function coloured(shape, token) {
  shape.style.setProperty("--ink-of", `var(--${token})`);
  return shape;
}

/** Give a line the colour of a pen. @param {SVGElement} path @param {number} pen */
export const inked = (path, pen) => coloured(path, `pen-${pen}`);

/** Return the lines that the player has drawn between candidates, with their colours. @param {NonNullable<import("./board.js").View["lines"]>} lines @param {number} size */
export function penPaths(lines, size) {
  return lines.map(([cell, digit, other, end, colour]) => {
    const [from, to] = [spotAt(cell, digit, size), spotAt(other, end, size)];
    return { colour, path: svgElement("path", { class: "pen", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }) };
  });
}
