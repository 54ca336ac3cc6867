// A scene drawn over the board: shapes around the candidates of a step, its houses tinted, the arrows of its chains, the
// digit that it places and the candidates that it eliminates. Shapes and colours are those of nonet/render/themes.py.
//
// A cell with something to show gets all its candidates drawn here, at fixed places, and its own marks are hidden
// meanwhile. The drawing is for the eye alone: what it says is in the sentences beside it.

import { distance, pointAt, route } from "./arrows.js";
import { svgElement } from "../dom.js";
import { focusOn, tintsOf } from "./focus_clues.js";
import { markShape, spotAt } from "./geometry.js";
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
 * @property {boolean} [candidates] whether cells of the step without marks show theirs
 * @property {readonly Constraint[]} [constraints] those that the step rests on; the others fade
 * @property {(text: string) => string} [label] the label of a constraint as the language writes it
 * @property {{from: number, to: number, isOut: boolean}[]} [sights] what a digit sees; a cell that is out gets a cross
 */

const UNIT = 2.5; // of a shape, whose cells have a side of 40
const RADIUS = 15; // of a shape, with a little air
const LARGE = 2.4; // the shape of a digit that stands alone, in shapes of candidates
const CHAINS = 5; // colours of arrows

/** Return the size of the board of a scene. @param {Scene} scene */
const sizeOf = ({ shades }) => Math.round(Math.sqrt(shades.length));

/** @param {Board} board */
export function createOverlay(board) {
  const tints = svgElement("g", { class: "tints" });
  const lines = svgElement("g", { class: "focus-lines" });
  const under = board.element.querySelector("svg.under") ?? board.overlay;
  under.insertBefore(tints, under.querySelector(".clues"));
  under.append(lines);
  const drawing = svgElement("g", { class: "drawing" });
  board.overlay.append(drawing);
  let hidden = /** @type {number[]} */ ([]);
  let about = /** @type {number[]} */ ([]); // the cells that the step is about

  function clear() {
    tints.replaceChildren();
    lines.replaceChildren();
    drawing.replaceChildren();
    board.element.classList.remove("with-focus", "with-step");
    for (const cell of about) board.cell(cell).classList.remove("in-step");
    for (const cell of hidden) board.cell(cell).classList.remove("drawn");
    hidden = [];
  }

  /** Draw a scene in place of what was drawn before. @param {Scene} scene @param {Options} options */
  function show(scene, { digit, marks = [], candidates = false, sights = [], constraints = [], label = String }) {
    clear();
    const size = sizeOf(scene);
    tints.append(...tintsOf(scene.shades, constraints));
    const [below, above] = focusOn(constraints, size, label);
    board.element.classList.toggle("with-focus", constraints.length > 0);
    const involved = new Set(scene.spots.filter((spot) => spot.roles.length || spot.isPlaced).map((spot) => spot.cell));
    about = scene.shades.flatMap((houses, cell) => (houses || involved.has(cell) ? [cell] : []));
    board.element.classList.toggle("with-step", about.length > 0);
    for (const cell of about) board.cell(cell).classList.add("in-step");
    const shown = scene.spots.filter((spot) => {
      if (involved.has(spot.cell)) return true;
      return candidates && !spot.isLarge && !marks[spot.cell] && about.includes(spot.cell);
    });
    for (const cell of new Set(shown.map((spot) => spot.cell))) {
      board.cell(cell).classList.add("drawn");
      hidden.push(cell);
    }
    const isLabelled = (/** @type {number} */ cell) => board.cell(cell).classList.contains("labelled");
    /** @type {Place} */
    const place = (cell, number) => {
      const { x, y } = spotAt(cell, number, size);
      // The label of a cage stands above the candidates.
      return { x, y: number && isLabelled(cell) ? y + 23 - 0.26 * (y % 100) : y };
    };
    const scale = (/** @type {number} */ cell) => Math.min(isLabelled(cell) ? 0.8 : 1, 3 / markShape(size)[0]);
    const { rays, crosses } = drawSights(sights, size);
    lines.append(below, rays);
    drawing.append(above, ...crosses, ...arrowsOf(scene, place, digit), ...shown.map((spot) => drawSpot(spot, place, { scale: scale(spot.cell), digit }, involved.has(spot.cell))));
  }

  return { show, clear, /** Take everything off the board. */ destroy: () => (clear(), tints.remove(), lines.remove(), drawing.remove()) };
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

/** Return lines from digits to what they see in their row or column, and crosses. @param {{from: number, to: number, isOut: boolean}[]} sights @param {number} size */
function drawSights(sights, size) {
  const isInLine = (/** @type {{from: number, to: number}} */ { from, to }) => from % size === to % size || Math.floor(from / size) === Math.floor(to / size);
  const rays = svgElement("g", { class: "sights" });
  for (const { from, to } of sights.filter(isInLine)) {
    const [a, b] = [spotAt(from, 0, size), spotAt(to, 0, size)];
    rays.append(svgElement("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  }
  const crosses = [...new Set(sights.filter(({ isOut }) => isOut).map(({ to }) => to))].map((cell) => {
    const { x, y } = spotAt(cell, 0, size);
    return svgElement("path", { class: "ruled-out", d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28` });
  });
  return { rays, crosses };
}

// -- candidates -------------------------------------------------------------------------------------

/** Where a digit of a cell stands; 0 is the middle. @typedef {(cell: number, digit: number) => Point} Place */

/** @param {Spot} spot @param {Place} place */
const placeOf = (spot, place) => place(spot.cell, spot.isLarge ? 0 : spot.digit);

/** @param {Spot} spot @param {Place} place @param {{scale: number, digit: (digit: number) => string}} small of its candidates @param {boolean} isInvolved whether its cell plays a part */
function drawSpot(spot, place, small, isInvolved) {
  const { x, y } = placeOf(spot, place);
  const group = svgElement("g", { class: "spot", transform: `translate(${x} ${y})` });
  const isOut = spot.roles.includes("target");
  const filled = spot.roles.filter((role) => SHAPES[role]?.filled).slice(-1);
  const outlines = spot.roles.filter((role) => role !== "target" && !SHAPES[role]?.filled).map(shape);
  let scale = spot.isLarge ? LARGE : small.scale;
  if (spot.isPlaced) {
    group.append(...scaled([disc(), ...outlines], scale *= spot.isLarge ? 1 : 1.35));
  } else {
    const drawn = [...filled.map(shape), ...outlines];
    if (isOut) group.append(...scaled([shape("target")], drawn.length ? scale * 1.45 : scale));
    group.append(...scaled(drawn, scale));
  }
  const size = spot.isLarge ? 60 : small.scale * (spot.isPlaced ? 31 : spot.roles.length ? 25 : 23.5);
  const role = isOut ? "target" : spot.roles.at(-1);
  const text = svgElement("text", { class: isInvolved ? "plain" : "context", "font-size": size, y: 0.355 * size });
  text.textContent = small.digit(spot.digit);
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

/** @param {Scene} scene @param {Place} at @param {(number: number) => string} write */
function arrowsOf(scene, at, write) {
  const { spots, arrows, chains } = scene;
  if (!arrows.length) return [];
  const size = sizeOf(scene);
  const places = new Map(spots.map((spot) => [`${spot.cell},${spot.digit}`, placeOf(spot, at)]));
  /** @param {[number, number]} candidate */
  const place = (candidate) => places.get(String(candidate)) ?? at(...candidate);
  const obstacles = spots.map((spot) => ({ ...placeOf(spot, at), cost: spot.roles.length ? 7 : 2 }));
  /** @type {[Point, Point][]} */
  const pairs = arrows.map((arrow) => [place(arrow.start), place(arrow.end)]);
  const curves = route(pairs, obstacles, size * 100, RADIUS);
  const taken = spots.filter((spot) => spot.roles.length || spot.isLarge).map((spot) => placeOf(spot, at));
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
