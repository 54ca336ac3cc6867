/**
 * Rules in words and back: `2x3`, `latin7`, `jigsaw:AABB…`, `diagonals`, `windoku`, `disjoint` and `house:name=r1c1…`,
 * the part of nonet/rules/variants.py that is about houses. Every other word is for the server.
 */

import { cellName, sideOf, symbolsOf } from "./cells.js";
import { AnswerError, NeedsServer } from "./errors.js";
import { boxRules, latinRules, regionRules, Rules, usualRules } from "./rules.js";

/** @typedef {import("./rules.js").House} House */

/** @type {Record<string, string>} */
const ALIASES = { diagonal: "diagonals", x: "diagonals", windows: "windoku", hyper: "windoku" };

/** @type {Record<string, (rules: Rules) => House[]>} */
const EXTRA = { diagonals, windoku, disjoint };

/** @param {Rules} rules @returns {House[]} */
function diagonals({ size }) {
  const down = Array.from({ length: size }, (_, i) => i * (size + 1));
  const up = Array.from({ length: size }, (_, i) => (i + 1) * (size - 1));
  return [{ name: "diagonal down", cells: down }, { name: "diagonal up", cells: size > 1 ? up : [0] }];
}

/** @param {Rules} rules @returns {House[]} */
function windoku({ size }) {
  const side = Math.round(Math.sqrt(size));
  if (side * side !== size || side < 2) throw new NeedsServer();
  /** @type {number[]} */
  const starts = [];
  for (let at = 1; at < size - side; at += side + 1) starts.push(at);
  const corners = starts.flatMap((top) => starts.map((left) => [top, left]));
  return corners.map(([top = 0, left = 0], at) => {
    const cells = [];
    for (let i = 0; i < side; i++) for (let j = 0; j < side; j++) cells.push((top + i) * size + left + j);
    return { name: `window ${at + 1}`, cells };
  });
}

/** @param {Rules} rules @returns {House[]} */
function disjoint({ size, boxes, regions }) {
  if (!boxes) throw new NeedsServer();
  return Array.from({ length: size }, (_, place) => ({
    name: `group ${place + 1}`,
    cells: regions.map((box) => /** @type {number} */ (box[place])).sort((a, b) => a - b),
  }));
}

/** Return the rules in words; without a shape they are for the size. @param {string} text @param {number} [size] */
export function parseWords(text, size) {
  /** @type {Rules | null} */
  let shape = null;
  const names = [];
  for (const word of text.replaceAll("+", " ").split(/\s+/).filter(Boolean)) {
    const found = shapeOf(word, size);
    if (found && shape) throw new NeedsServer();
    if (found) shape = found;
    else names.push(word);
  }
  const base = shape ?? usualRules(size ?? 9);
  const houses = names.flatMap((word) => housesOf(word, base));
  return houses.length ? new Rules(base.size, base.boxes, base.regions, houses) : base;
}

/** @param {string} word @param {number | undefined} size */
function shapeOf(word, size) {
  const lower = word.toLowerCase();
  if (lower === "classic") return boxRules(3, 3);
  const shape = /^([1-9]\d?)x([1-9]\d?)$/.exec(lower);
  if (shape) return boxRules(Number(shape[1]), Number(shape[2]));
  const latin = /^latin([1-9]\d?)?$/.exec(lower);
  if (latin) return latinRules(Number(latin[1] ?? size ?? 9));
  return lower.startsWith("jigsaw:") ? regionRules(regionsOf(word.slice(7))) : null;
}

/** Return the regions of a layout with one character per cell; say what is wrong with it. @param {string} layout */
function regionsOf(layout) {
  const signs = [...layout];
  const side = sideOf(signs.length);
  if (!side) throw layoutError(`the layout has ${signs.length} characters, expected 81 or the square of another size`);
  /** @type {Map<string, number[]>} */
  const places = new Map();
  signs.forEach((sign, cell) => places.set(sign, [...(places.get(sign) ?? []), cell]));
  if (places.size !== side) {
    const shown = [...places].map(([sign, cells]) => `${sign} (${cells.length})`).join(", ");
    throw layoutError(`the layout has ${places.size} regions: ${shown}; expected ${side} of ${side} cells`);
  }
  for (const [sign, cells] of places) {
    if (cells.length === side) continue;
    const names = cells.slice(0, 12).map((cell) => cellName(cell, side)).join(" ") + (cells.length > 12 ? " …" : "");
    throw layoutError(`region '${sign}' has ${cells.length === 1 ? "1 cell" : `${cells.length} cells`} (${names}), expected ${side}`);
  }
  return [...places.values()];
}

/** @param {string} message */
const layoutError = (message) => new AnswerError("rules_error", message);

/** @param {string} word @param {Rules} base @returns {House[]} */
function housesOf(word, base) {
  const lower = word.toLowerCase();
  const make = EXTRA[ALIASES[lower] ?? lower];
  if (make) return make(base);
  const house = /^house:(.*)=((?:r\d+c\d+,?)+)$/i.exec(word);
  if (!house) throw new NeedsServer();
  const cells = [...(house[2] ?? "").matchAll(/r(\d+)c(\d+)/gi)].map(([, row, column]) => [Number(row) - 1, Number(column) - 1]);
  const { size } = base;
  if (cells.some(([row = -1, column = -1]) => row < 0 || column < 0 || row >= size || column >= size)) throw new NeedsServer();
  const found = cells.map(([row = 0, column = 0]) => row * size + column);
  if (new Set(found).size !== found.length || found.length > size) throw new NeedsServer();
  return [{ name: unquoted(house[1] ?? ""), cells: found.sort((a, b) => a - b) }];
}

/** Return rules in words. @param {Rules} rules */
export function formatRules(rules) {
  const { size, boxes } = rules;
  const words = [boxes ? `${boxes[0]}x${boxes[1]}` : rules.regions.length ? `jigsaw:${layoutOf(rules)}` : `latin${size}`];
  const known = Object.keys(EXTRA).map((word) => ({ word, houses: knownHouses(word, rules) }));
  let left = rules.extra;
  while (left.length) {
    const rest = left;
    const fits = known.find(({ houses }) => houses.length && isSame(rest.slice(0, houses.length), houses));
    const [house] = rest;
    words.push(fits ? fits.word : `house:${quoted(house?.name ?? "")}=${(house?.cells ?? []).map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`).join("")}`);
    left = rest.slice(fits ? fits.houses.length : 1);
  }
  return words.join(" ");
}

/** @param {House[]} some @param {House[]} others */
const isSame = (some, others) => JSON.stringify(some.map((each) => [each.name, each.cells])) === JSON.stringify(others.map((each) => [each.name, each.cells]));

/** @param {string} word @param {Rules} rules @returns {House[]} */
function knownHouses(word, rules) {
  try {
    return housesOf(word, rules);
  } catch {
    return [];
  }
}

/** Return one symbol per cell, which names its region. @param {Rules} rules */
function layoutOf({ size, regions }) {
  const symbols = symbolsOf(size);
  const signs = Array(size * size).fill(".");
  regions.forEach((cells, at) => cells.forEach((cell) => (signs[cell] = symbols[at])));
  return signs.join("");
}

/** Return the name of a house as a part of one word. @param {string} name */
function quoted(name) {
  const percent = (/** @type {string} */ found) =>
    [...new TextEncoder().encode(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return name.replace(/[%_+]|(?! )\s/g, percent).replaceAll(" ", "_");
}

/** Read what `quoted` writes. @param {string} word */
function unquoted(word) {
  try {
    return decodeURIComponent(word.replaceAll("_", " "));
  } catch {
    throw new NeedsServer();
  }
}
