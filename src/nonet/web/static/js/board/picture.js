/**
 * A board as one self-contained picture: an SVG with its colours in it, for a file, the clipboard or paper.
 */

import { gridPaths, houseShades, penPaths } from "./board_lines.js";
import { element, furnish, svgElement } from "../dom.js";
import { drawParts } from "./clue_view.js";
import { cluesOf } from "./clues.js";
import { digitsOf, rowOf, spotAt } from "./geometry.js";

/** @typedef {import("./board.js").View} View */
/** `clues` gives the colours of constraints. @typedef {Record<"paper" | "ink" | "mark" | "accent" | "line" | "tint", string> & {clues: (family: string, tone: string) => string}} Colours */

/** Black on white. @type {Colours} */
export const PRINT = {
  ...{ paper: "#ffffff", ink: "#000000", mark: "#333333", accent: "#333333", line: "#8c8c8c", tint: "#eeeeee" },
  clues: (_, tone) => (tone === "body" ? "#e6e6e6" : "#555555"),
};

const LABELS = 34; // the room for the numbers of rows and columns, at the left and above
const FONT = "'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/** Return the colours of the page as it is now. @param {HTMLElement} [from] @returns {Colours} */
export function pageColours(from = document.documentElement) {
  const read = (/** @type {string} */ name) => colourOf(name, from);
  return {
    ...{ paper: read("--paper"), ink: read("--ink"), mark: read("--ink"), accent: read("--accent"), line: read("--line") },
    tint: read("--tint-2"),
    clues: (family, tone) => read(`--clue-${family}-${tone}`),
  };
}

/** Return the colour of a custom property; one for light and dark pages is written light-dark(#…, #…). @param {string} name @param {HTMLElement} [from] */
function colourOf(name, from = document.documentElement) {
  const style = getComputedStyle(from);
  const text = style.getPropertyValue(name).trim();
  const [, light, dark] = /^light-dark\((.*), (.*)\)$/.exec(text) ?? [];
  return (style.colorScheme === "dark" ? dark : light) ?? text;
}

/**
 * Return the picture of a board.
 *
 * @param {Geometry} geometry
 * @param {View} view digits, givens, marks and colours; the rest is not drawn
 * @param {Colours} colours
 * @param {Pick<App, "digit" | "symbol"> & {title: string, labels?: boolean}} words `labels`: with the numbers of rows and columns
 */
export function boardPicture(geometry, view, colours, { digit, symbol, title, labels = false }) {
  const { size, count } = geometry;
  const [side, edge] = [size * 100, 6];
  const cells = Array.from({ length: count }, (_, cell) => cell);
  const marks = (geometry.rules.constraints ?? []).flatMap((each) => each.marks);
  const { parts, margins, labelled, crossed } = cluesOf(marks, size);
  const room = labels ? LABELS : 0;
  const [left, top] = [-edge - margins.left - room, -edge - margins.top - room];
  const [width, height] = [side + edge + margins.right - left, side + edge + margins.bottom - top];
  const paint = (/** @type {string} */ family, /** @type {string} */ tone) =>
    tone === "none" ? "none" : tone === "ink" ? colours.ink : tone === "paper" ? colours.paper : colours.clues(family, tone);
  const clues = (/** @type {boolean} */ above) => drawParts(parts, above, paint, digit);
  const [thin, thick] = gridPaths(geometry);
  return svgElement("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `${left} ${top} ${width} ${height}`,
    width: 720,
    height: Math.round((720 * height) / width),
    role: "img",
    direction: "ltr",
    "font-family": FONT,
    "text-anchor": "middle",
  },
    svgElement("title", {}, title),
    svgElement("rect", { x: left, y: top, width, height, fill: colours.paper }),
    ...cells.flatMap((cell) => cellColours(view.colours?.[cell] ?? 0, cell, size)),
    ...houseShades(geometry).map((shade) => {
      const line = shade.getAttribute("class") === "diagonal" && { stroke: colours.line, "stroke-width": 3, fill: "none" };
      return painted(shade, line || { fill: colours.tint, "fill-opacity": 0.6 });
    }),
    ...clues(false),
    painted(thin, { stroke: colours.line, "stroke-width": 1.5, fill: "none" }),
    painted(thick, { stroke: colours.ink, "stroke-width": 5, fill: "none", "stroke-linejoin": "round" }),
    ...clues(true),
    ...cells.flatMap(texts),
    ...(labels ? cells.slice(0, size).flatMap(numbers) : []),
    ...penPaths(view.lines ?? [], size).map(({ colour, path }) =>
      painted(path, { stroke: colourOf(`--pen-${colour}`), "stroke-width": 3 })),
  );

  /** Return the numbers of a column and a row. @param {number} at */
  function numbers(at) {
    const [along, middle, text] = [100 * at + 50, room / 2, digit(`${at + 1}`)];
    return [word(text, along, top + middle, 26, colours.mark, 400), word(text, left + middle, along, 26, colours.mark, 400)];
  }

  /** @param {number} cell */
  function texts(cell) {
    const number = view.digits[cell];
    const { x, y } = spotAt(cell, 0, size);
    if (number) {
      const isGiven = view.givens?.[cell] ?? true;
      const drawn = word(symbol(number, size), x, y, 62, isGiven ? colours.ink : colours.accent, isGiven ? 600 : 400);
      return [crossed.has(cell) ? painted(drawn, { stroke: colours.paper, "stroke-width": 8, "paint-order": "stroke" }) : drawn];
    }
    const small = size <= 9 ? 25 : 15;
    const centre = digitsOf(view.centre?.[cell] ?? 0).map((d) => {
      const spot = spotAt(cell, d, size);
      const below = labelled.has(cell) ? 22 - 0.26 * (spot.y % 100) : 0; // the label of a cage is above
      return word(symbol(d, size), spot.x, spot.y + below, small, colours.mark, 400);
    });
    if (centre.length) return centre;
    const corner = digitsOf(view.corner?.[cell] ?? 0).map((d) => symbol(d, size)).join(" ");
    return corner ? [word(corner, x, y - 30, small, colours.mark, 400)] : [];
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} height @param {string} fill @param {number} weight */
  function word(text, x, y, height, fill, weight) {
    return svgElement("text", { x, y: y + height * 0.355, fill, "font-size": height, "font-weight": weight }, text);
  }
}

/** @param {number} mask @param {number} cell @param {number} size */
function cellColours(mask, cell, size) {
  const numbers = digitsOf(mask);
  const [x, y] = [(cell % size) * 100, rowOf(cell, size) * 100];
  const width = 100 / Math.max(1, numbers.length);
  return numbers.map((number, i) => svgElement("rect", { x: x + i * width, y, width, height: 100, fill: colourOf(`--palette-${number}`) }));
}

/** @param {SVGElement} shape @param {Record<string, string | number>} paint */
function painted(shape, paint) {
  shape.removeAttribute("class");
  return furnish(shape, paint);
}

/** Return a picture as the text of a file. @param {SVGSVGElement} svg */
export const svgText = (svg) => new XMLSerializer().serializeToString(svg);

/** Return a picture as a PNG. @param {SVGSVGElement} svg @param {number} [side] in pixels @returns {Promise<Blob>} */
export async function pngOf(svg, side = 1080) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const { width, height } = svg.viewBox.baseVal;
  const canvas = element("canvas", { width: side, height: Math.round((side * height) / width) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png");
  });
}
