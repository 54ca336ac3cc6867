/**
 * The drawing of constraints: paths and letters for their marks, and the margin that clues outside the board need.
 *
 * nonet/render/clues.py explains the parts, and tests/test_render_clues.py compares them. Both are needed: Set draws a clue
 * while it is placed. A cell has a side of 100.
 */

import { cellIndex, rowOf } from "./geometry.js";
import { BADGES, BULBS, LINES, OUTLINES } from "./looks.js";
import { outlines } from "./outlines.js";
import { numbers } from "./outside.js";
import { angleOf, circle, head, letters, moved, path, pathOf } from "./strokes.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{above: boolean, family: string, d: string, stroke: string, width: number, dash: string, cap: string, fill: string, faint: boolean}} Path */
/** @typedef {{above: boolean, text: string, x: number, y: number, height: number, tone: string, atStart: boolean, faint: boolean}} Letters */
/** @typedef {Path | Letters} Part */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Margins */
/** @typedef {(cells: readonly string[]) => [row: number, column: number][]} Places */

const SIDE = 100;

/**
 * Return the parts of a drawing from the lowest to the highest, the margins that they need, the cells with a label at the
 * top left, and those through which a line runs: their digits have a halo.
 * @param {readonly ClueMark[]} marks @param {number} size
 * @returns {{parts: Part[], margins: Margins, labelled: ReadonlySet<number>, crossed: ReadonlySet<number>}}
 */
export function cluesOf(marks, size) {
  const cellsOf = (/** @type {readonly string[]} */ names) => names.map((name) => cellIndex(name, size)).filter((cell) => cell >= 0);
  /** @type {Places} */
  const places = (names) => cellsOf(names).map((cell) => [rowOf(cell, size), cell % size]);
  const labelled = marks.filter((mark) => mark.mark === "outline" && mark.label);
  const lines = marks.filter((mark) => mark.mark === "line" || isApart(mark, places));
  const choices = inside(marks.filter(({ choice }) => choice), places).map((part) => ({ ...part, faint: true }));
  const certain = inside(marks.filter(({ choice }) => !choice), places);
  const { parts: outside, margins } = numbers(marks.filter(({ mark }) => mark === "outside"), size);
  return {
    parts: [...choices, ...certain, ...outside],
    margins,
    labelled: new Set(labelled.map(({ cells = [] }) => Math.min(...cellsOf(cells)))),
    crossed: new Set(lines.flatMap(({ cells = [] }) => cellsOf(cells))),
  };
}

/** Return what is drawn on the board itself. @param {readonly ClueMark[]} marks @param {Places} places @returns {Part[]} */
function inside(marks, places) {
  const of = (/** @type {ClueMark["mark"]} */ kind, /** @type {string} */ role = "") =>
    marks.filter((mark) => mark.mark === kind && (!role || mark.role === role));
  const areas = Object.keys(OUTLINES).filter((role) => role !== "cage");
  const others = marks.filter(({ mark }) => mark === "line" || mark === "bulb").map(({ role = "" }) => role);
  const roles = new Set([...Object.keys(LINES), ...Object.keys(BULBS), ...others]);
  return [
    ...areas.flatMap((role) => outlines(of("outline", role), places)),
    ...of("badge").flatMap((mark) => badge(mark, places)),
    ...[...roles].flatMap((role) => lines(role, of("line", role), of("bulb", role), places)),
    ...outlines(of("outline", "cage"), places),
    ...of("dot").flatMap((mark) => dot(mark, places)),
  ];
}

/** @param {[number, number][]} places @returns {Point[]} */
const middles = (places) => places.map(([row, column]) => [column * SIDE + SIDE / 2, row * SIDE + SIDE / 2]);

// -- lines --------------------------------------------------------------------------------------------

/** Return all lines and bulbs of a role, level by level. @param {string} role @param {ClueMark[]} drawnLines @param {ClueMark[]} bulbs @param {Places} places */
function lines(role, drawnLines, bulbs, places) {
  const look = LINES[role] ?? LINES["rule"];
  const bulb = BULBS[role] ?? BULBS["arrow"];
  let ways = drawnLines.map(({ cells = [] }) => middles(places(cells))).filter((way) => way.length > 1);
  if (look.head) ways = ways.map(extended);
  const d = ways.map((way) => pathOf(way)).join("") + (look.head ? ways.map(head).join("") : "");
  const rounds = bulbs.map(({ cells = [] }) => middles(places(cells))).filter((way) => way.length);
  /** @type {Part[]} */
  const parts = [];
  const levels = Math.max(look.strokes.length, bulb.level + bulb.strokes.length);
  for (let level = 0; level < levels; level++) {
    const stroke = look.strokes[level];
    if (d && stroke) parts.push(stroked(look.family, d, stroke));
    const ring = bulb.strokes[level - bulb.level];
    if (!rounds.length || !ring) continue;
    const shapes = rounds.map(bulb.shape === "diamond" ? diamond : pill).join("");
    if (bulb.shape === "diamond") parts.push(path(bulb.family, shapes, { stroke: ring.tone, width: ring.width, fill: "body" }));
    else parts.push(stroked(bulb.family, shapes, ring));
  }
  return parts;
}

/** Return a way that ends beyond the digit of its last cell, so that its head is seen. @param {Point[]} way @returns {Point[]} */
function extended(way) {
  const [from, [x, y]] = way.slice(-2);
  const angle = angleOf(from, [x, y]);
  return [...way.slice(0, -1), [x + 39 * Math.cos(angle), y + 39 * Math.sin(angle)]];
}

/** @param {string} family @param {string} d @param {import("./looks.js").Stroke} stroke */
function stroked(family, d, { tone, width, dash, cap }) {
  return path(family, d, { stroke: tone, width, dash, cap });
}

/** @param {Point[]} way */
const pill = (way) => pathOf(way.length > 1 ? way : [...way, ...way]);

/** @param {Point[]} way */
const diamond = ([[x, y]]) => pathOf([[x - 38, y], [x, y - 38], [x + 38, y], [x, y + 38]], "z");

// -- dots and badges ----------------------------------------------------------------------------------

/** @param {ClueMark} mark @param {Places} places @returns {Part[]} */
function badge({ role = "", cell = "" }, places) {
  const look = BADGES[role] ?? BADGES["other"];
  return middles(places([cell])).flatMap(([x, y]) => {
    const d = moved(look.path, x, y);
    if (look.filled) return [path("grey", d, { stroke: "edge", width: 2, fill: "body" })];
    const square = pathOf([[x - 50, y - 50], [x + 50, y - 50], [x + 50, y + 50], [x - 50, y + 50]], "z");
    return [path("grey", square, { fill: "body" }), path("grey", d, { stroke: "ink", width: 4 })];
  });
}

/** Whether a mark is a dot between two cells without a common edge: a line shows which ones they are. @param {ClueMark} mark @param {Places} places */
function isApart({ mark, cells = [] }, places) {
  const [one, other, third] = mark === "dot" ? places(cells) : [];
  return Boolean(one && other && !third && Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) > 1);
}

/** @param {ClueMark} mark @param {Places} places @returns {Part[]} */
function dot(mark, places) {
  const { role = "", cells = [], label = "" } = mark;
  const points = middles(places(cells));
  if (!points.length) return [];
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  if (role === "quadruple") return quadruple(label, x, y);
  const tie = isApart(mark, places) ? [path("grey", pathOf(points), { stroke: "edge", width: 4 })] : [];
  return [...tie, ...symbol(role, label, points, x, y)];
}

/** @param {string} role @param {string} label @param {Point[]} points @param {number} x @param {number} y @returns {Part[]} */
function symbol(role, label, points, x, y) {
  if (role === "greater") return greater(points, x, y);
  if (role === "not") {
    return [path("red", pathOf([[x - 22, y + 22], [x + 22, y - 22]]), { above: true, stroke: "edge", width: 5 })];
  }
  if (role === "x" || role === "v") {
    return [path("grey", circle(x, y, 17), { above: true, fill: "paper" }), letters(label || role.toUpperCase(), x, y, 34)];
  }
  const radius = 12 + (label ? 5 : 0) + 4 * Math.max(0, label.length - 1);
  const ring = path("grey", circle(x, y, radius), { above: true, stroke: "ink", width: 3, fill: role === "black" ? "black" : "white" });
  return label ? [ring, letters(label, x, y, 23, role === "black" ? "white" : "black")] : [ring];
}

/** Return an inequality sign, whose point is at the smaller cell. @param {Point[]} points @param {number} x @param {number} y */
function greater(points, x, y) {
  const angle = angleOf(points[0], points[points.length - 1]);
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    /** @type {Point} */ ([x + along * across - aside * down, y + along * down + aside * across]);
  const d = pathOf([at(-8, 13), at(9, 0), at(-8, -13)]);
  return [path("grey", d, { above: true, stroke: "paper", width: 14 }), path("grey", d, { above: true, stroke: "ink", width: 5 })];
}

/** Return a circle with up to four digits in it; more stand in lines of three. @param {string} label @param {number} x @param {number} y */
function quadruple(label, x, y) {
  const digits = label.includes(" ") ? label.split(" ") : [...label];
  const across = digits.length === 1 ? 1 : digits.length <= 4 ? 2 : 3;
  const height = digits.length === 1 ? 34 : digits.length <= 4 ? 25 : 18;
  const rows = Array.from({ length: Math.ceil(digits.length / across) }, (_, i) => digits.slice(i * across, (i + 1) * across));
  const drawn = rows.flatMap((row, i) =>
    row.map((digit, place) => letters(digit, x + (place - (row.length - 1) / 2) * 0.76 * height, y + (i - (rows.length - 1) / 2) * 0.86 * height, height)),
  );
  return [path("grey", circle(x, y, 29), { above: true, stroke: "ink", width: 3, fill: "paper" }), ...drawn];
}
