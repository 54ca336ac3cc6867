/**
 * The search over time: how many cells are filled at every moment of a run, with the moment that is shown.
 *
 * A run has more events than the chart has pixels, so each pixel shows the lowest and the highest value of its events.
 * The line that marks the moment moves without drawing the chart again. Dragging over the chart moves the moment.
 */

import { element, svgElement } from "../dom.js";

const HEIGHT = 64;
const COLUMNS = 600;

/**
 * @param {import("./film.js").Film} film @param {Lab} app
 * @param {{onScrub: (share: number) => void, onSettle: () => void}} options `onScrub` gets a share of the whole width
 */
export function createChart(film, app, { onScrub, onSettle }) {
  const most = film.givens.filter((digit) => !digit).length; // cells to fill
  const axis = svgElement("path", { class: "chart-axis", d: `M0 ${HEIGHT - 0.5}H${COLUMNS}M0 4H${COLUMNS}` });
  const band = svgElement("path", { class: "chart-band" });
  const line = svgElement("path", { class: "chart-line" });
  const box = { viewBox: `0 0 ${COLUMNS} ${HEIGHT}`, preserveAspectRatio: "none" };
  const svg = svgElement("svg", { ...box, role: "img", "aria-label": app.t("lab.chart") }, axis, band, line);
  const value = element("span", { class: "chart-value", "aria-hidden": "true" });
  const cursor = element("div", "chart-cursor", value);
  const plot = element("div", {
    class: "chart-plot",
    onpointerdown(event) {
      if (event.button) return;
      plot.setPointerCapture(event.pointerId);
      scrub(event);
    },
    onpointermove(event) {
      if (plot.hasPointerCapture(event.pointerId)) scrub(event);
    },
    onlostpointercapture: onSettle,
  }, svg, cursor);
  const top = element("span", { class: "chart-most", "aria-hidden": "true" }, app.write(most));
  let width = 1;

  function draw() {
    const parts = extremes(film.depth, Math.max(2, Math.round(COLUMNS * width)));
    const y = (/** @type {number} */ cells) => HEIGHT - 1 - ((HEIGHT - 5) * cells) / Math.max(1, most);
    const highs = parts.map(({ high }, x) => `${x} ${y(high).toFixed(1)}`);
    const lows = parts.map(({ low }, x) => `${x} ${y(low).toFixed(1)}`);
    line.setAttribute("d", `M${highs.join("L")}`);
    band.setAttribute("d", `M${highs.join("L")}L${lows.reverse().join("L")}Z`);
  }

  /** Mark the moment of the film. */
  function show() {
    const share = (film.length ? film.now / film.length : 1) * width;
    cursor.style.transform = `translateX(${(share * 100).toFixed(3)}%)`;
    cursor.classList.toggle("late", share > 0.85);
    value.textContent = app.write(film.depth[film.now]);
  }

  /** @param {PointerEvent} event */
  function scrub(event) {
    const { left, width: whole } = plot.getBoundingClientRect();
    onScrub(Math.max(0, Math.min(1, (event.clientX - left) / whole)));
  }

  draw();
  return {
    element: element("div", { class: "chart", dir: "ltr" }, top, plot), // time runs as the scrubber does, in every language
    show,
    /** Set the share of the width that the run takes. @param {number} share */
    setWidth(share) {
      const isNew = share !== width;
      width = share;
      if (isNew) draw();
      show();
    },
    /** Put the chart into one sentence, for those who do not see it. */
    settle() {
      const numbers = {
        most: film.depth.reduce((a, b) => Math.max(a, b), 0), cells: film.depth[film.now],
        at: film.now, length: film.length, back: film.countOf("backtrack"),
      };
      const written = Object.entries(numbers).map(([name, number]) => [name, app.write(number)]);
      svg.setAttribute("aria-label", app.t("lab.chart_sentence", Object.fromEntries(written)));
    },
  };
}

/** Return the lowest and the highest value in each of a number of equal parts. @param {Uint16Array} values @param {number} parts */
function extremes(values, parts) {
  const startOf = (/** @type {number} */ part) => Math.floor((part * values.length) / parts);
  return Array.from({ length: parts }, (_, part) => {
    const start = Math.min(values.length - 1, startOf(part));
    const here = values.subarray(start, Math.max(start + 1, startOf(part + 1)));
    return { low: Math.min(...here), high: Math.max(...here) };
  });
}
