/**
 * The inside of one cell: a digit, or marks; and the name that a screen reader says.
 */

import { element } from "../dom.js";
import { digitsOf, rowOf, spotAt } from "./geometry.js";

/** @typedef {import("./board.js").View} View */
/**
 * A candidate with its odds: in how many solutions it is true, their share as text, and its level in a heat map, 1 to 5
 * or CERTAIN.
 *
 * @typedef {{digit: number, number: bigint, share: string, level: number}} Likely
 */
/** @typedef {Pick<App, "t" | "digit" | "symbol">} Words */

/** The places of corner marks in the order in which they are filled, in per cent. */
const CORNERS = [[14, 16], [86, 16], [14, 84], [86, 84], [50, 16], [50, 84], [14, 50], [86, 50]].map(([x, y]) => ({ x, y }));

/** The level of a candidate that all solutions have. */
export const CERTAIN = 6;

/** Return what the look of a cell's odds depends on. @param {readonly Likely[]} [odds] */
export function oddsKey(odds = []) {
  return odds.map(({ digit, level, share }) => `${digit} ${level} ${share}`).join();
}

/** Return the empty cells of a grid, and the rows that hold them. @param {number} size */
export function makeCells(size) {
  const given = { class: "cell", role: "gridcell", "aria-selected": "false", tabIndex: -1 };
  const cells = Array.from({ length: size ** 2 }, (_, cell) => element("div", { ...given, "aria-colindex": (cell % size) + 1 }));
  const rows = Array.from({ length: size }, (_, row) =>
    element("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, ...cells.slice(row * size, (row + 1) * size)));
  return { cells, rows };
}

/** @param {"rows" | "columns"} kind @param {number} size @param {Words} app */
export function makeLabels(kind, size, app) {
  const numbers = Array.from({ length: size }, (_, i) => element("span", "", app.digit(i + 1)));
  return element("div", { class: `labels ${kind}`, "aria-hidden": "true" }, ...numbers);
}

/** Return the mask of the highlighted digit. @param {View} view */
export const litMask = ({ highlight }) => (highlight ? 1 << (highlight - 1) : 0);

/**
 * @param {HTMLElement} node
 * @param {View} view
 * @param {number} cell
 * @param {string | undefined} coloured the coloured candidates: "5#3 7#1"
 * @param {number} size
 * @param {Words} app
 */
export function drawCell(node, view, cell, coloured, size, app) {
  const digit = view.digits[cell];
  drawColours(node, view.colours?.[cell] ?? 0);
  node.classList.toggle("given", Boolean(digit && view.givens?.[cell]));
  if (digit) return node.replaceChildren(element("span", "digit", app.symbol(digit, size)));
  const corner = view.corner?.[cell] ?? 0;
  const colours = coloursOf(coloured);
  const likely = new Map(view.odds?.[cell]?.map((each) => [each.digit, each.level]));
  let mask = likely.size ? 0 : (view.centre?.[cell] ?? 0);
  for (const d of likely.keys()) mask |= 1 << (d - 1);
  for (const d of colours.keys()) mask |= 1 << (d - 1);
  const marks = digitsOf(mask).map((d) => {
    const text = app.symbol(d, size);
    const odds = likely.has(d) ? { "data-level": likely.get(d), "data-text": text } : {};
    const name = d === view.highlight ? "mark lit" : "mark";
    return element("span", { class: name, "data-digit": d, "data-colour": colours.get(d), ...odds }, !likely.has(d) && text);
  });
  const isLabelled = node.classList.contains("labelled"); // the label is where the first marks would be
  if (view.byPosition && !corner && !isLabelled) {
    for (const { dataset, style } of marks) {
      const isCertain = dataset["level"] === String(CERTAIN); // it is in the middle
      place(style, spotAt(0, isCertain ? 0 : Number(dataset["digit"]), size));
    }
    return node.replaceChildren(...spaced(marks));
  }
  const centre = element("span", { class: "centre", "data-length": Math.min(marks.length, 12) }, ...spaced(marks));
  node.replaceChildren(centre, ...cornerMarks(corner, size, app, isLabelled ? CORNERS.slice(1) : CORNERS));
  if (view.highlight) node.querySelector(`.corner[data-digit="${view.highlight}"]`)?.classList.add("lit");
}

/** Put spaces between marks, so that their text reads like the name of the cell. @param {HTMLElement[]} marks */
const spaced = (marks) => marks.flatMap((mark, i) => (i ? [" ", mark] : [mark]));

/** @param {number} mask @param {number} size @param {Words} app @param {typeof CORNERS} places */
function cornerMarks(mask, size, app, places) {
  const marks = digitsOf(mask).map((d) => element("span", { class: "corner", "data-text": app.symbol(d, size), "data-digit": d }));
  // If there are more marks than corners and sides, they are in lines along the top.
  if (marks.length > places.length) return [element("span", "corner-line", ...marks)];
  marks.forEach(({ style }, i) => place(style, places[i]));
  return marks;
}

/** @param {CSSStyleDeclaration} style of a mark @param {{x: number, y: number}} at per cent of the cell */
const place = (style, { x, y }) => void Object.assign(style, { left: `${x}%`, top: `${y}%` });

/** @param {string | undefined} coloured @returns {Map<number, number>} */
function coloursOf(coloured) {
  const pairs = (coloured ?? "").split(" ").filter(Boolean).map((pair) => pair.split("#").map(Number));
  return new Map(pairs.map(([digit, colour]) => [digit, colour]));
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
  const digit = view.digits[cell];
  const write = (/** @type {number} */ mask) => digitsOf(mask).map((d) => app.symbol(d, size)).join(" ");
  const [centre, corner, colours] = [view.centre?.[cell] ?? 0, view.corner?.[cell] ?? 0, view.colours?.[cell] ?? 0];
  const likely = (view.odds?.[cell] ?? []).map((each) => `${app.symbol(each.digit, size)} ${each.share}`);
  return [
    app.t("board.cell", { row: app.digit(rowOf(cell, size) + 1), column: app.digit((cell % size) + 1) }),
    digit ? app.symbol(digit, size) : app.t("board.empty"),
    digit && view.givens?.[cell] && app.t("board.given"),
    !digit && likely.length > 0 && app.t("board.odds", { odds: likely.join(", ") }),
    !digit && !likely.length && centre && app.t("board.marks", { digits: write(centre) }),
    !digit && corner && app.t("board.corner", { digits: write(corner) }),
    colours && app.t("board.colours", { colours: digitsOf(colours).map((n) => app.t(`colour.${n}`)).join(", ") }),
    view.conflicts?.has(cell) && app.t("board.conflict"),
    view.wrong?.has(cell) && app.t("board.wrong"),
  ].filter(Boolean).join(", ");
}
