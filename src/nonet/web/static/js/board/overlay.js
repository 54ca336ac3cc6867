// A scene drawn over the board: shapes around the candidates of a step, its houses tinted, the arrows of its chains, the
// digit that it places and the candidates that it eliminates. Shapes and colours are those of nonet/render/themes.py.
//
// A cell with something to show gets all its candidates drawn here, at fixed places, and its own marks are hidden
// meanwhile. The drawing is for the eye alone: what it says is in the sentences beside it.

import { distance, pointAt, route } from "./arrows.js";
import { svgElement } from "../dom.js";
import { spotAt } from "./geometry.js";
import { SHAPES } from "./shapes.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Spot} Spot */
/** @typedef {import("./scene.js").Arrow} Arrow */
/** @typedef {import("./arrows.js").Curve} Curve */
/** @typedef {import("./arrows.js").Point} Point */
/** @typedef {Pick<import("./board.js").BoardView, "overlay" | "element" | "cell">} Board */
/**
 * @typedef {object} Options
 * @property {(digit: number) => string} digit a digit as the language writes it
 * @property {readonly number[]} [marks] the marks that the board shows; cells with marks show their own candidates
 * @property {boolean} [candidates] whether cells without marks show theirs
 * @property {{from: number, to: number, isOut: boolean}[]} [sights] what a digit sees; a cell that is out gets a cross
 */

const SIZE = 9;
const UNIT = 2.5; // of a shape, whose cells have a side of 40
const RADIUS = 15; // of a shape, with a little air
const LARGE = 2.4; // the shape of a digit that stands alone, in shapes of candidates
const CHAINS = 5; // colours of arrows

/** @param {Board} board */
export function createOverlay(board) {
  const tints = svgElement("g", { class: "tints" });
  (board.element.querySelector("svg.under") ?? board.overlay).append(tints);
  const drawing = svgElement("g", { class: "drawing" });
  board.overlay.append(drawing);
  /** @type {number[]} */
  let hidden = [];

  function clear() {
    tints.replaceChildren();
    drawing.replaceChildren();
    for (const cell of hidden) board.cell(cell).classList.remove("drawn");
    hidden = [];
  }

  /** Draw a scene in place of what was drawn before. @param {Scene} scene @param {Options} options */
  function show(scene, { digit, marks = [], candidates = false, sights = [] }) {
    clear();
    tints.append(...tintsOf(scene));
    const involved = new Set(scene.spots.filter((spot) => spot.roles.length || spot.isPlaced).map((spot) => spot.cell));
    const shown = scene.spots.filter((spot) => {
      if (involved.has(spot.cell)) return true;
      return candidates && !spot.isLarge && !marks[spot.cell];
    });
    for (const cell of new Set(shown.map((spot) => spot.cell))) {
      board.cell(cell).classList.add("drawn");
      hidden.push(cell);
    }
    const { lines, crosses } = drawSights(sights);
    tints.append(lines);
    drawing.append(...crosses, ...arrowsOf(scene, digit), ...shown.map((spot) => drawSpot(spot, digit, involved.has(spot.cell))));
  }

  return { show, clear, /** Take everything off the board. */ destroy: () => (clear(), tints.remove(), drawing.remove()) };
}

/** Return the shapes and arrows of a scene with what each means, for a legend: name and picture. @param {Scene} scene @returns {[string, SVGElement][]} */
export function legendOf(scene) {
  const roles = Object.keys(SHAPES).filter((role) => scene.spots.some((spot) => spot.roles.some((r) => r === role)));
  /** @type {[string, SVGElement][]} */
  const entries = roles.map((role) => [role, sample([shape(role)])]);
  if (scene.spots.some((spot) => spot.isPlaced)) entries.unshift(["placed", sample([disc()])]);
  for (const link of /** @type {const} */ (["strong", "weak", "step"])) {
    if (!scene.arrows.some((arrow) => arrow.link === link)) continue;
    const curve = { start: { x: -18, y: 0 }, control: { x: 0, y: 0 }, end: { x: 20, y: 0 } };
    entries.push([link, sample(drawArrow({ start: [0, 1], end: [0, 2], link, chain: 0 }, curve))]);
  }
  return entries;
}

/** @param {Element[]} drawn @returns {SVGElement} */
function sample(drawn) {
  const svg = svgElement("svg", { viewBox: "-22 -22 44 44", class: "sample", "aria-hidden": "true" });
  svg.append(...drawn);
  return svg;
}

/** @param {Scene} scene */
function tintsOf({ shades }) {
  return shades.flatMap((shade, cell) => {
    const level = String(Math.min(shade, 2));
    const { x, y } = spotAt(cell, 0, SIZE);
    return shade ? [svgElement("rect", { class: `tint-${level}`, x: x - 50, y: y - 50, width: 100, height: 100 })] : [];
  });
}

/** Return lines from digits to what they see in their row or column, and crosses. @param {{from: number, to: number, isOut: boolean}[]} sights */
function drawSights(sights) {
  const isInLine = (/** @type {{from: number, to: number}} */ { from, to }) => from % SIZE === to % SIZE || Math.floor(from / SIZE) === Math.floor(to / SIZE);
  const lines = svgElement("g", { class: "sights" });
  for (const { from, to } of sights.filter(isInLine)) {
    const [a, b] = [spotAt(from, 0, SIZE), spotAt(to, 0, SIZE)];
    lines.append(svgElement("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  }
  const crosses = [...new Set(sights.filter(({ isOut }) => isOut).map(({ to }) => to))].map((cell) => {
    const { x, y } = spotAt(cell, 0, SIZE);
    return svgElement("path", { class: "ruled-out", d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28` });
  });
  return { lines, crosses };
}

// -- candidates -------------------------------------------------------------------------------------

/** @param {Spot} spot @returns {Point} */
const placeOf = (spot) => spotAt(spot.cell, spot.isLarge ? 0 : spot.digit, SIZE);

/** @param {Spot} spot @param {(digit: number) => string} write @param {boolean} isInvolved whether its cell plays a part */
function drawSpot(spot, write, isInvolved) {
  const { x, y } = placeOf(spot);
  const group = svgElement("g", { class: "spot", transform: `translate(${x} ${y})` });
  const isOut = spot.roles.includes("target");
  const filled = spot.roles.filter((role) => SHAPES[role]?.filled).slice(-1);
  const outlines = spot.roles.filter((role) => role !== "target" && !SHAPES[role]?.filled).map(shape);
  let scale = spot.isLarge ? LARGE : 1;
  if (spot.isPlaced) {
    group.append(...scaled([disc(), ...outlines], scale *= spot.isLarge ? 1 : 1.35));
  } else {
    const drawn = [...filled.map(shape), ...outlines];
    if (isOut) group.append(...scaled([shape("target")], drawn.length ? scale * 1.45 : scale));
    group.append(...scaled(drawn, scale));
  }
  const size = spot.isLarge ? 60 : spot.isPlaced ? 31 : spot.roles.length ? 25 : 23.5;
  const role = isOut ? "target" : spot.roles.at(-1);
  const text = svgElement("text", { class: isInvolved ? "plain" : "context", "font-size": size, y: 0.355 * size });
  text.textContent = write(spot.digit);
  if (spot.isPlaced || filled.length) text.classList.replace("plain", "reversed");
  else if (role) {
    text.classList.replace("plain", "outlined");
    setColour(text, `role-${role}`);
  } else if (spot.isLarge) text.classList.replace("plain", spot.isGiven ? "given" : "own");
  if (isOut && !filled.length) text.classList.add("halo");
  group.append(text);
  return group;
}

/** @param {Element[]} drawn @param {number} scale */
function scaled(drawn, scale) {
  if (scale === 1 || !drawn.length) return drawn;
  const group = svgElement("g", { transform: `scale(${scale})` });
  group.append(...drawn);
  return [group];
}

/** @param {string} role */
function shape(role) {
  const { path = "", filled = false } = SHAPES[role] ?? {};
  const kind = filled ? "filled" : role === "target" ? "cross" : "outline";
  return setColour(svgElement("path", { class: kind, d: path, transform: `scale(${UNIT})` }), `role-${role}`);
}

const disc = () => svgElement("circle", { class: "placed", r: 5.8 * UNIT });

/** @template {SVGElement} T @param {T} element @param {string} token @returns {T} */
function setColour(element, token) {
  element.style.setProperty("--ink-of", `var(--${token})`);
  return element;
}

// -- arrows -----------------------------------------------------------------------------------------

/** @param {Scene} scene @param {(number: number) => string} write */
function arrowsOf({ spots, arrows, chains }, write) {
  if (!arrows.length) return [];
  const places = new Map(spots.map((spot) => [`${spot.cell},${spot.digit}`, placeOf(spot)]));
  /** @param {[number, number]} candidate */
  const place = (candidate) => places.get(String(candidate)) ?? spotAt(candidate[0], candidate[1], SIZE);
  const obstacles = spots.map((spot) => ({ ...placeOf(spot), cost: spot.roles.length ? 7 : 2 }));
  /** @type {[Point, Point][]} */
  const pairs = arrows.map((arrow) => [place(arrow.start), place(arrow.end)]);
  const curves = route(pairs, obstacles, SIZE * 100, RADIUS);
  const taken = spots.filter((spot) => spot.roles.length || spot.isLarge).map(placeOf);
  const numbered = new Set();
  const drawn = [];
  const numbers = [];
  for (const [at, arrow] of arrows.entries()) {
    const curve = /** @type {Curve} */ (curves[at]);
    drawn.push(...drawArrow(arrow, curve));
    if (chains < 2 || numbered.has(arrow.chain)) continue;
    numbered.add(arrow.chain);
    const free = freest(curve, taken);
    taken.push(free);
    numbers.push(drawNumber(arrow.chain, free, write));
  }
  return [...drawn, ...numbers];
}

/** Return a curve with its head. @param {Arrow} arrow @param {Curve} curve */
function drawArrow(arrow, { start, control, end }) {
  const angle = Math.atan2(end.y - control.y, end.x - control.x);
  /** @param {number} turn @param {number} length */
  const from = (turn, length) => `${(end.x + length * Math.cos(angle + turn)).toFixed(1)} ${(end.y + length * Math.sin(angle + turn)).toFixed(1)}`;
  const age = arrow.isNow === undefined ? "" : arrow.isNow ? " now" : " past";
  const token = `chain-${(arrow.chain % CHAINS) + 1}`;
  // The line ends inside of the head, so that its tip is sharp.
  const line = `M${start.x.toFixed(1)} ${start.y.toFixed(1)}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${from(Math.PI, 5)}`;
  const head = `M${from(0, 0)}L${from(2.65, 11)}L${from(-2.65, 11)}z`;
  return [
    setColour(svgElement("path", { class: `arrow ${arrow.link}${age}`, d: line }), token),
    setColour(svgElement("path", { class: `head${age}`, d: head }), token),
  ];
}

/** Return the point of a curve that is farthest from everything else. @param {Curve} curve @param {Point[]} taken */
function freest(curve, taken) {
  const points = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map((t) => pointAt(curve, t));
  const rooms = points.map((point) => Math.min(35, ...taken.map((other) => distance(point, other))));
  return /** @type {Point} */ (points[rooms.indexOf(Math.max(...rooms))]);
}

/** Return the number of a chain, to stand on its first arrow. @param {number} chain @param {Point} at @param {(number: number) => string} write */
function drawNumber(chain, { x, y }, write) {
  const group = svgElement("g", { class: "number", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  const text = svgElement("text", { class: "reversed", "font-size": 15.5, y: 5.5 });
  text.textContent = write(chain + 1);
  group.append(setColour(svgElement("circle", { class: "filled", r: 10.5 }), `chain-${(chain % CHAINS) + 1}`), text);
  return group;
}
