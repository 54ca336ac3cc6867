/**
 * The search over time: how many cells are filled at every moment of a run, with the moment that is shown.
 *
 * A run has more events than the chart has pixels, so each pixel shows the lowest and the highest value of its events.
 * The line that marks the moment moves without drawing the chart again. Dragging over the chart moves the moment.
 */

import { element, svgElement } from "../dom.js";

/** @typedef {import("./film.js").Film} Film */

const HEIGHT = 64;
const COLUMNS = 600;

/**
 * @typedef {object} Chart
 * @property {HTMLElement} element
 * @property {(share: number) => void} setWidth the share of the width that the run takes, 0 to 1
 * @property {() => void} show mark the moment of the film
 * @property {(sentence: string) => void} describe
 */

/**
 * @param {Film} film
 * @param {{most: number, label: string, write: (n: number) => string, onScrub: (share: number) => void, onSettle: () => void}} options
 *   `most` is the number of cells to fill; `onScrub` gets a share of the whole width
 * @returns {Chart}
 */
export function createChart(film, { most, label, write, onScrub, onSettle }) {
  const root = element("div", "chart");
  root.dir = "ltr"; // time runs as the scrubber does, in every language
  const top = element("span", "chart-most", write(most));
  top.setAttribute("aria-hidden", "true");
  const plot = element("div", "chart-plot");
  const svg = svgElement("svg", {
    viewBox: `0 0 ${COLUMNS} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
  });
  const band = svgElement("path", { class: "chart-band" });
  const line = svgElement("path", { class: "chart-line" });
  svg.append(svgElement("path", { class: "chart-axis", d: `M0 ${HEIGHT - 0.5}H${COLUMNS}M0 4H${COLUMNS}` }), band, line);
  const cursor = element("div", "chart-cursor");
  const value = element("span", "chart-value");
  value.setAttribute("aria-hidden", "true");
  cursor.append(value);
  plot.append(svg, cursor);
  root.append(top, plot);
  let width = 1;

  const y = (/** @type {number} */ cells) => HEIGHT - 1 - ((HEIGHT - 5) * cells) / Math.max(1, most);

  function draw() {
    const columns = Math.max(2, Math.round(COLUMNS * width));
    const { lows, highs } = extremes(film.depth, columns);
    const points = highs.map((high, x) => `${x} ${y(high).toFixed(1)}`);
    const back = lows.map((low, x) => `${x} ${y(low).toFixed(1)}`).reverse();
    line.setAttribute("d", `M${points.join("L")}`);
    band.setAttribute("d", `M${points.join("L")}L${back.join("L")}Z`);
  }

  function show() {
    const share = (film.length ? film.now / film.length : 1) * width;
    const cells = film.depth[film.now] ?? 0;
    cursor.style.transform = `translateX(${(share * 100).toFixed(3)}%)`;
    cursor.classList.toggle("late", share > 0.85);
    value.textContent = write(cells);
  }

  /** @param {PointerEvent} event */
  function scrub(event) {
    const box = plot.getBoundingClientRect();
    onScrub(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)));
  }

  plot.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    plot.setPointerCapture(event.pointerId);
    scrub(event);
  });
  plot.addEventListener("pointermove", (event) => {
    if (plot.hasPointerCapture(event.pointerId)) scrub(event);
  });
  plot.addEventListener("lostpointercapture", onSettle);

  draw();
  return {
    element: root,
    setWidth(share) {
      if (share !== width) {
        width = share;
        draw();
      }
      show();
    },
    show,
    describe: (sentence) => svg.setAttribute("aria-label", sentence),
  };
}

/**
 * Return the lowest and the highest value in each of a number of equal parts.
 *
 * @param {Uint16Array} values
 * @param {number} parts
 */
export function extremes(values, parts) {
  const [lows, highs] = [Array(parts).fill(0), Array(parts).fill(0)];
  for (let part = 0; part < parts; part++) {
    const start = Math.min(values.length - 1, Math.floor((part * values.length) / parts));
    const end = Math.max(start + 1, Math.floor(((part + 1) * values.length) / parts));
    let [low, high] = [Infinity, 0];
    for (let i = start; i < end; i++) {
      const value = values[i] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    lows[part] = low;
    highs[part] = high;
  }
  return { lows, highs };
}
