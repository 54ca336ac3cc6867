// A scene drawn over the board: shapes around the candidates of a step, its houses tinted, the arrows of its chains, the
// digit that it places and the candidates that it eliminates. Shapes and colours are those of nonet/render/themes.py.
//
// A cell with something to show gets all its candidates drawn here, at fixed places, and its own marks are hidden
// meanwhile. The drawing is for the eye alone: what it says is in the sentences beside it.

import { distance, pointAt, route } from "./arrows.js";
import { coloured } from "./board_lines.js";
import { drawParts, pagePaint } from "./clue_view.js";
import { cluesOf } from "./clues.js";
import { svgElement } from "../dom.js";
import { markShape, rowOf, spotAt } from "./geometry.js";
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
const LARGE = 2.4; // the shape of a digit alone in its cell, in shapes of candidates
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

  function clear() {
    for (const layer of [tints, lines, drawing]) layer.replaceChildren();
    board.element.classList.remove("with-focus", "with-step");
    for (const cell of board.element.querySelectorAll(".in-step, .drawn")) cell.classList.remove("in-step", "drawn");
  }

  /** Draw a scene in place of what was drawn before. @param {Scene} scene @param {Options} options */
  function show(scene, { digit, marks = [], candidates = false, sights = [], constraints = [], label = String }) {
    clear();
    const size = sizeOf(scene);
    tints.append(...tintsOf(scene.shades, constraints, size));
    const [below, above] = focusOn(constraints, size, label);
    board.element.classList.toggle("with-focus", constraints.length > 0);
    const involved = new Set(scene.spots.filter((spot) => spot.roles.length || spot.isPlaced).map((spot) => spot.cell));
    // The cells that the step is about.
    const about = scene.shades.flatMap((houses, cell) => (houses || involved.has(cell) ? [cell] : []));
    board.element.classList.toggle("with-step", about.length > 0);
    for (const cell of about) board.cell(cell).classList.add("in-step");
    const shown = scene.spots.filter(({ cell, isLarge }) =>
      involved.has(cell) || (candidates && !isLarge && !marks[cell] && about.includes(cell)));
    for (const { cell } of shown) board.cell(cell).classList.add("drawn");
    const isLabelled = (/** @type {number} */ cell) => board.cell(cell).classList.contains("labelled");
    /** @type {Place} */
    const place = (cell, number) => {
      const { x, y } = spotAt(cell, number, size);
      // The label of a cage is above the candidates.
      return { x, y: number && isLabelled(cell) ? y + 23 - 0.26 * (y % 100) : y };
    };
    const scale = (/** @type {number} */ cell) => Math.min(isLabelled(cell) ? 0.8 : 1, 3 / markShape(size)[0]);
    const { rays, crosses } = drawSights(sights, size);
    lines.append(below, rays);
    const drawn = shown.map((spot) => drawSpot(spot, place, { scale: scale(spot.cell), digit }, involved.has(spot.cell)));
    drawing.append(above, ...crosses, ...arrowsOf(scene, place, digit), ...drawn);
  }

  return { show, clear, /** Take everything off the board. */ destroy: () => (clear(), tints.remove(), lines.remove(), drawing.remove()) };
}

/** Return the shapes and arrows of a scene with what each means, for a legend: name and picture. @param {Scene} scene @returns {[string, SVGElement][]} */
export function legendOf(scene) {
  const roles = Object.keys(SHAPES).filter((role) => scene.spots.some((spot) => spot.roles.some((r) => r === role)));
  const entries = roles.map((role) => /** @type {[string, SVGElement]} */ ([role, sample([shape(role)])]));
  if (scene.spots.some((spot) => spot.isPlaced)) entries.unshift(["placed", sample([disc()])]);
  for (const link of /** @type {const} */ (["strong", "weak", "step"])) {
    if (!scene.arrows.some((arrow) => arrow.link === link)) continue;
    const curve = { start: { x: -18, y: 0 }, control: { x: 0, y: 0 }, end: { x: 20, y: 0 } };
    entries.push([link, sample(drawArrow({ start: [0, 1], end: [0, 2], link, chain: 0 }, curve))]);
  }
  return entries;
}

/** @param {Element[]} drawn */
const sample = (drawn) => svgElement("svg", { viewBox: "-22 -22 44 44", class: "sample", "aria-hidden": "true" }, ...drawn);

/** Return the drawing of constraints, below and above the digits. @param {readonly Constraint[]} constraints @param {number} size @param {(text: string) => string} label */
function focusOn(constraints, size, label) {
  const { parts } = cluesOf(constraints.flatMap(({ marks }) => marks), size);
  return [false, true].map((isAbove) => svgElement("g", { class: "clues focus" }, ...drawParts(parts, isAbove, pagePaint, label)));
}

/** Return tints for the houses of a scene and the cells of constraints. @param {readonly number[]} shades @param {readonly Constraint[]} constraints @param {number} size */
function tintsOf(shades, constraints, size) {
  const named = new Set(constraints.flatMap(({ cells }) => cells));
  return shades.flatMap((houses, cell) => {
    const shade = Math.min(houses || Number(named.has(cell)), 2);
    const { x, y } = spotAt(cell, 0, size);
    return shade ? [svgElement("rect", { class: `tint-${shade}`, x: x - 50, y: y - 50, width: 100, height: 100 })] : [];
  });
}

/** Return lines from digits to what they see in their row or column, and crosses. @param {{from: number, to: number, isOut: boolean}[]} sights @param {number} size */
function drawSights(sights, size) {
  const inLine = sights.filter(({ from, to }) => from % size === to % size || rowOf(from, size) === rowOf(to, size));
  const rays = svgElement("g", { class: "sights" }, ...inLine.map(({ from, to }) => {
    const [a, b] = [spotAt(from, 0, size), spotAt(to, 0, size)];
    return svgElement("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
  }));
  const crosses = [...new Set(sights.filter(({ isOut }) => isOut).map(({ to }) => to))].map((cell) => {
    const { x, y } = spotAt(cell, 0, size);
    return svgElement("path", { class: "ruled-out", d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28` });
  });
  return { rays, crosses };
}

// -- candidates -------------------------------------------------------------------------------------

/** Where a digit of a cell is; 0 is the middle. @typedef {(cell: number, digit: number) => Point} Place */

/** @param {Spot} spot @param {Place} place */
const placeOf = (spot, place) => place(spot.cell, spot.isLarge ? 0 : spot.digit);

/** @param {Spot} spot @param {Place} place @param {{scale: number, digit: (digit: number) => string}} small of its candidates @param {boolean} isInvolved whether its cell plays a part */
function drawSpot(spot, place, small, isInvolved) {
  const { x, y } = placeOf(spot, place);
  const { roles, isLarge, isPlaced } = spot;
  const isOut = roles.includes("target");
  const filled = roles.filter((role) => SHAPES[role].filled).slice(-1);
  const outlines = roles.filter((role) => role !== "target" && !SHAPES[role].filled);
  const scale = isLarge ? LARGE : small.scale;
  const drawn = [...(isPlaced ? [disc()] : filled.map(shape)), ...outlines.map(shape)];
  const cross = isOut && !isPlaced ? scaled([shape("target")], drawn.length ? scale * 1.45 : scale) : [];
  const size = isLarge ? 60 : small.scale * (isPlaced ? 31 : roles.length ? 25 : 23.5);
  const role = isOut ? "target" : roles.at(-1);
  const isReversed = isPlaced || filled.length > 0;
  const plain = isReversed ? "reversed" : role ? "outlined" : !isLarge ? "plain" : spot.isGiven ? "given" : "own";
  const look = `${isInvolved ? plain : "context"}${isOut && !filled.length ? " halo" : ""}`;
  const text = svgElement("text", { class: look, "font-size": size, y: 0.355 * size }, small.digit(spot.digit));
  if (role && !isReversed) coloured(text, `role-${role}`);
  const shapes = scaled(drawn, isPlaced && !isLarge ? scale * 1.35 : scale);
  return svgElement("g", { class: "spot", transform: `translate(${x} ${y})` }, ...cross, ...shapes, text);
}

/** @param {Element[]} drawn @param {number} scale */
function scaled(drawn, scale) {
  return scale === 1 || !drawn.length ? drawn : [svgElement("g", { transform: `scale(${scale})` }, ...drawn)];
}

/** @param {string} role */
function shape(role) {
  const { path, filled } = SHAPES[role];
  const kind = filled ? "filled" : role === "target" ? "cross" : "outline";
  return coloured(svgElement("path", { class: kind, d: path, transform: `scale(${UNIT})` }), `role-${role}`);
}

const disc = () => svgElement("circle", { class: "placed", r: 5.8 * UNIT });

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
  const drawn = arrows.flatMap((arrow, i) => drawArrow(arrow, curves[i]));
  const numbered = chains > 1 ? [...new Set(arrows.map(({ chain }) => chain))] : [];
  const numbers = numbered.map((chain) => {
    const free = freest(curves[arrows.findIndex((arrow) => arrow.chain === chain)], taken);
    taken.push(free);
    return drawNumber(chain, free, write);
  });
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
    coloured(svgElement("path", { class: `arrow ${arrow.link}${age}`, d: line }), token),
    coloured(svgElement("path", { class: `head${age}`, d: head }), token),
  ];
}

/** Return the point of a curve that is farthest from everything else. @param {Curve} curve @param {Point[]} taken */
function freest(curve, taken) {
  const points = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map((t) => pointAt(curve, t));
  const rooms = points.map((point) => Math.min(35, ...taken.map((other) => distance(point, other))));
  return points[rooms.indexOf(Math.max(...rooms))];
}

/** Return the number of a chain, to be put on its first arrow. @param {number} chain @param {Point} at @param {(number: number) => string} write */
function drawNumber(chain, { x, y }, write) {
  const disc = coloured(svgElement("circle", { class: "filled", r: 10.5 }), `chain-${(chain % CHAINS) + 1}`);
  const text = svgElement("text", { class: "reversed", "font-size": 15.5, y: 5.5 }, write(chain + 1));
  return svgElement("g", { class: "number", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, disc, text);
}
