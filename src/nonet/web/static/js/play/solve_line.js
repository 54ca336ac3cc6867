/** A solve as a line: the cells filled over time, with a dot for each hint. Time runs from left to right everywhere. */

import { element, svgElement } from "../dom.js";
import { timeText } from "./head.js";

/** @typedef {{seconds: number, filled: number}} Point */

const [WIDTH, HEIGHT, EDGE] = [320, 72, 6];

/**
 * @param {App} app @param {readonly Point[]} points @param {readonly number[]} hints the seconds of the hints
 * @param {{cells: number, seconds: number}} whole what was to be filled, and the time of it all
 * @returns {{element: HTMLElement, mark: (seconds: number | null) => void}} `mark` shows a moment of it
 */
export function solveLine(app, points, hints, { cells, seconds }) {
  const x = (/** @type {number} */ time) => EDGE + (Math.min(time, seconds) / (seconds || 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ filled) => HEIGHT - EDGE - (filled / (cells || 1)) * (HEIGHT - 2 * EDGE);
  const filledAt = (/** @type {number} */ time) => points.findLast((point) => point.seconds <= time)?.filled ?? 0;
  const path = points.map(({ seconds: time, filled }, i) => (i ? `H${x(time).toFixed(1)}V${y(filled).toFixed(1)}` : `M${x(time)} ${y(filled)}`)).join("");
  const [start, end] = [0, seconds].map((time) => app.digit(timeText(time)));
  const label = app.t("ending.line", { cells, time: end, n: hints.length });
  const moment = svgElement("path", { class: "moment", d: "" });
  const svg = svgElement(
    "svg",
    { class: "solve-line", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svgElement("path", { class: "floor", d: `M${EDGE} ${HEIGHT - EDGE}H${WIDTH - EDGE}` }),
    svgElement("path", { class: "filled", d: `${path}H${x(seconds).toFixed(1)}` }),
    ...hints.map((time) => svgElement("circle", { class: "hinted", r: 3.5, cx: x(time).toFixed(1), cy: y(filledAt(time)).toFixed(1) })),
    moment,
  );
  const scale = element("figcaption", { class: "quiet", "aria-hidden": "true" }, element("span", "", start), element("span", "", end));
  return {
    element: element("figure", { class: "solve", dir: "ltr" }, svg, scale),
    mark: (time) => moment.setAttribute("d", time === null ? "" : `M${x(time).toFixed(1)} ${EDGE}V${HEIGHT - EDGE}`),
  };
}
