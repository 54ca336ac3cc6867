/**
 * The inside of one cell: a digit, or marks; and the name that a screen reader says.
 */

import { element } from "../dom.js";
import { markShape, rowOf } from "./geometry.js";

/** @typedef {import("./board.js").View} View */
/**
 * A candidate with its odds: in how many solutions it is true, their share as text, and its level in a heat map, 1 to 5
 * or CERTAIN.
 *
 * @typedef {{digit: number, number: bigint, share: string, level: number}} Likely
 */
/** @typedef {Pick<App, "t" | "digit" | "symbol">} Words */

/** The places of corner marks in the order in which they are filled, in per cent. */
const CORNERS = [[14, 16], [86, 16], [14, 84], [86, 84], [50, 16], [50, 84], [14, 50], [86, 50]];

/** The level of a candidate that all solutions have. */
export const CERTAIN = 6;

/** Return what the look of a cell's odds depends on. @param {readonly Likely[]} [odds] */
export function oddsKey(odds = []) {
  return odds.map(({ digit, level, share }) => `${digit} ${level} ${share}`).join();
}

/** @type {[number, number]} */
const MIDDLE = [50, 50];

/** Return the digits of a mask. @param {number} mask */
export function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask; digit++, mask >>>= 1) if (mask & 1) digits.push(digit);
  return digits;
}

/** Return the empty cells of a grid, and the rows that hold them. @param {number} size */
export function makeCells(size) {
  /** @type {HTMLElement[]} */
  const cells = [];
  const rows = Array.from({ length: size }, (_, r) => {
    const row = element("div", "row");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(r + 1));
    for (let c = 0; c < size; c++) {
      const cell = element("div", "cell");
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", String(c + 1));
      cell.setAttribute("aria-selected", "false");
      cell.tabIndex = -1;
      cells.push(cell);
      row.append(cell);
    }
    return row;
  });
  return { cells, rows };
}

/** @param {"rows" | "columns"} kind @param {number} size @param {Words} app */
export function makeLabels(kind, size, app) {
  const strip = element("div", `labels ${kind}`);
  strip.setAttribute("aria-hidden", "true");
  for (let i = 1; i <= size; i++) strip.append(element("span", "", app.digit(i)));
  return strip;
}

/** Return the mask of the highlighted digit. @param {View} view */
export function litMask(view) {
  return view.highlight ? 1 << (view.highlight - 1) : 0;
}

/**
 * @param {HTMLElement} node
 * @param {View} view
 * @param {number} cell
 * @param {string | undefined} coloured the coloured candidates: "5#3 7#1"
 * @param {number} size
 * @param {Words} app
 */
export function drawCell(node, view, cell, coloured, size, app) {
  const digit = view.digits[cell] ?? 0;
  drawColours(node, view.colours?.[cell] ?? 0);
  node.classList.toggle("given", Boolean(digit && view.givens?.[cell]));
  if (digit) {
    node.replaceChildren(element("span", "digit", app.symbol(digit, size)));
    return;
  }
  const corner = view.corner?.[cell] ?? 0;
  const colours = coloursOf(coloured);
  const likely = new Map(view.odds?.[cell]?.map((each) => [each.digit, each.level]));
  let mask = likely.size ? 0 : (view.centre?.[cell] ?? 0);
  for (const d of likely.keys()) mask |= 1 << (d - 1);
  for (const d of colours.keys()) mask |= 1 << (d - 1);
  const marks = digitsOf(mask).map((d) => {
    const text = app.symbol(d, size);
    const mark = element("span", "mark", likely.has(d) ? "" : text);
    mark.dataset["digit"] = String(d);
    mark.classList.toggle("lit", d === view.highlight);
    const colour = colours.get(d);
    if (colour) mark.dataset["colour"] = String(colour);
    if (likely.has(d)) Object.assign(mark.dataset, { level: likely.get(d), text });
    return mark;
  });
  const isLabelled = node.classList.contains("labelled"); // the label stands where the first marks would
  if (view.byPosition && !corner && !isLabelled) {
    for (const mark of marks) place(mark, ...(mark.dataset["level"] === String(CERTAIN) ? MIDDLE : spot(Number(mark.dataset["digit"]), size)));
    node.replaceChildren(...spaced(marks));
    return;
  }
  const centre = element("span", "centre");
  centre.dataset["length"] = String(Math.min(marks.length, 12));
  centre.append(...spaced(marks));
  node.replaceChildren(centre, ...cornerMarks(corner, size, app, isLabelled ? CORNERS.slice(1) : CORNERS));
  if (view.highlight) node.querySelector(`.corner[data-digit="${view.highlight}"]`)?.classList.add("lit");
}

/** Put spaces between marks, so that their text reads like the name of the cell. @param {HTMLElement[]} marks */
function spaced(marks) {
  return marks.flatMap((mark, i) => (i ? [" ", mark] : [mark]));
}

/** @param {number} mask @param {number} size @param {Words} app @param {number[][]} places */
function cornerMarks(mask, size, app, places) {
  const digits = digitsOf(mask);
  if (digits.length > places.length) {
    // There are more marks than corners and sides: they stand in lines along the top.
    const line = element("span", "corner-line");
    line.append(...digits.map((d) => cornerMark(d, size, app)));
    return [line];
  }
  return digits.map((d, i) => {
    const mark = cornerMark(d, size, app);
    const [x = 50, y = 50] = places[i] ?? [];
    return place(mark, x, y);
  });
}

/** @param {number} digit @param {number} size @param {Words} app */
function cornerMark(digit, size, app) {
  const mark = element("span", "corner");
  mark.dataset["text"] = app.symbol(digit, size);
  mark.dataset["digit"] = String(digit);
  return mark;
}

/** Return where a candidate stands, in per cent of the cell. @param {number} digit @param {number} size @returns {[number, number]} */
function spot(digit, size) {
  const [columns, rows] = markShape(size);
  return [6 + (88 * (((digit - 1) % columns) + 0.5)) / columns, 6 + (88 * (Math.floor((digit - 1) / columns) + 0.5)) / rows];
}

/** @param {HTMLElement} mark @param {number} x @param {number} y */
function place(mark, x, y) {
  mark.style.left = `${x}%`;
  mark.style.top = `${y}%`;
  return mark;
}

/** @param {string | undefined} coloured @returns {Map<number, number>} */
function coloursOf(coloured) {
  const pairs = (coloured ?? "").split(" ").filter(Boolean).map((pair) => pair.split("#").map(Number));
  return new Map(pairs.map(([digit = 0, colour = 0]) => [digit, colour]));
}

/** Fill a cell with its colours, side by side. @param {HTMLElement} node @param {number} mask */
function drawColours(node, mask) {
  const colours = digitsOf(mask);
  node.classList.toggle("coloured", colours.length > 0);
  if (!colours.length) {
    node.style.removeProperty("--fill");
    delete node.dataset["colours"];
    return;
  }
  node.dataset["colours"] = colours.join(" ");
  const share = 100 / colours.length;
  const stops = colours.map((n, i) => `var(--palette-${n}) ${i * share}% ${(i + 1) * share}%`);
  node.style.setProperty("--fill", `linear-gradient(120deg, ${stops.join(", ")})`);
}

/**
 * Return the name of a cell: "row 4 column 5, 7, given".
 *
 * @param {View} view
 * @param {number} cell
 * @param {number} size
 * @param {Words} app
 */
export function labelOf(view, cell, size, app) {
  const digit = view.digits[cell] ?? 0;
  const write = (/** @type {number} */ mask) => digitsOf(mask).map((d) => app.symbol(d, size)).join(" ");
  const parts = [app.t("board.cell", { row: app.digit(rowOf(cell, size) + 1), column: app.digit((cell % size) + 1) })];
  const [centre, corner, colours] = [view.centre?.[cell] ?? 0, view.corner?.[cell] ?? 0, view.colours?.[cell] ?? 0];
  if (digit) parts.push(app.symbol(digit, size));
  else parts.push(app.t("board.empty"));
  if (digit && view.givens?.[cell]) parts.push(app.t("board.given"));
  const likely = (view.odds?.[cell] ?? []).map((each) => `${app.symbol(each.digit, size)} ${each.share}`);
  if (!digit && likely.length) parts.push(app.t("board.odds", { odds: likely.join(", ") }));
  else if (!digit && centre) parts.push(app.t("board.marks", { digits: write(centre) }));
  if (!digit && corner) parts.push(app.t("board.corner", { digits: write(corner) }));
  if (colours) parts.push(app.t("board.colours", { colours: digitsOf(colours).map((n) => app.t(`colour.${n}`)).join(", ") }));
  if (view.conflicts?.has(cell)) parts.push(app.t("board.conflict"));
  if (view.wrong?.has(cell)) parts.push(app.t("board.wrong"));
  return parts.join(", ");
}
