/**
 * What the drawing of constraints is made of: paths and letters, in cells with a side of 100.
 */

/** @typedef {[x: number, y: number]} Point */
/** @typedef {import("./clues.js").Path} Path */
/** @typedef {import("./clues.js").Letters} Letters */

/** Return a length with at most two decimals, as Python writes it. @param {number} value */
const number = (value) => String(Math.floor(value * 100 + 0.5) / 100 + 0);

/** @param {Point[]} points @param {string} [end] */
export const pathOf = (points, end = "") => "M" + points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L") + end;

/** @param {string} family @param {string} d @param {Partial<Path>} paint @returns {Path} */
export function path(family, d, paint) {
  return { above: false, family, d, stroke: "none", width: 0, dash: "", cap: "round", fill: "none", faint: false, ...paint };
}

/** Return a path of absolute M, L, H, V and relative a, z around another point. @param {string} d @param {number} x @param {number} y */
export function moved(d, x, y) {
  return d.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, letter, rest) => {
    let numbers = rest.split(" ").filter(Boolean).map(Number);
    if ("ML".includes(letter)) numbers = [numbers[0] + x, numbers[1] + y];
    else if (letter === "H") numbers = [numbers[0] + x];
    else if (letter === "V") numbers = [numbers[0] + y];
    return letter + numbers.map(number).join(" ");
  });
}

/** Return the head of an arrow. @param {Point[]} way */
export function head(way) {
  const [from, to] = way.slice(-2);
  const angle = angleOf(from, to);
  const end = (/** @type {number} */ turn) => /** @type {Point} */ ([to[0] + 24 * Math.cos(angle + turn), to[1] + 24 * Math.sin(angle + turn)]);
  return pathOf([end(2.5), to, end(-2.5)]);
}

/** @param {Point} start @param {Point} end */
export const angleOf = (start, end) => Math.atan2(end[1] - start[1], end[0] - start[0]);

/** @param {number} x @param {number} y @param {number} radius */
export function circle(x, y, radius) {
  const [r, wide] = [number(radius), number(2 * radius)];
  return `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 0 ${wide} 0a${r} ${r} 0 1 0 -${wide} 0z`;
}

/** @param {string} text @param {number} x @param {number} y @param {number} height @param {string} [tone] @returns {Letters} */
export function letters(text, x, y, height, tone = "ink") {
  return { above: true, text, x, y: y + 0.355 * height, height, tone, atStart: false, faint: false };
}
