/**
 * Drills: positions one step before a technique. The work of nonet/generating/drills.py, for classic boards; the same
 * technique, seed and number give the same position there.
 */

import { TECHNIQUES } from "./data.js";
import { decodeSteps } from "./decoding.js";
import { NeedsServer, TimeOver } from "./errors.js";
import { knownOf, ORDER, positionAfter, stepsOn } from "./explaining.js";
import { generate } from "./generating.js";
import { boardObject } from "./positions.js";
import { positionOn, puzzleOf } from "./puzzles.js";
import { SplitMix64 } from "./random.js";
import { CLASSIC } from "./rules.js";
import { CANCELLED } from "./search.js";
import { writeLine } from "./writing.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./puzzles.js").Position} Position */
/** @typedef {{isOften: boolean, examples: {p: string, d: string, k: string}[]}} Stock the examples of a technique, and whether puzzles often need it */
/** @typedef {{position: Position, steps: Step[]}} Drill */

const LEVELS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]; // which example a position of a round comes from
const MADE = [1, 2, 4, 5, 7, 8]; // those that are generated
const NODES = 5_000_000;
const TRANSFORMS = 1_218_998_108_160;
const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/** @type {Record<string, Stock>} */
let stock = {};

/** Take the examples, the content of examples.json. @param {Record<string, Stock>} found */
export const setStock = (found) => void (stock = found);

/** Return the position `number` of a drill, and the steps of the technique there. @param {Search} search @param {string} id @param {bigint} seed @param {number} number @returns {Drill} */
export function drill(search, id, seed, number) {
  const known = stock[id];
  const index = TECHNIQUES.findIndex(([each]) => each === id);
  if (!known || known.examples.length < 3 || index < 0) throw new NeedsServer();
  const rng = new SplitMix64(seed, number);
  const place = number % LEVELS.length;
  if (MADE.includes(place) && known.isOften) {
    const position = made(search, id, rng.below(2 ** 32));
    if (position) return { position, steps: stepsOf(search, position, index) };
  }
  const example = positionIn(known.examples[/** @type {number} */ (LEVELS[place])]);
  for (const move of transforms(rng)) {
    const position = moved(example, move);
    const steps = stepsOf(search, position, index);
    if (steps.length) return { position, steps };
  }
  return { position: example, steps: stepsOf(search, example, index) };
}

/** Return the first position of a new puzzle whose next step is of the technique. @param {Search} search @param {string} id @param {number} seed */
function made(search, id, seed) {
  const { board } = generate(search, { seed: String(seed), techniques: { needs: [id] }, profile: "nonet" });
  let position = positionOn(puzzleOf(CLASSIC, board.givens));
  for (;;) {
    const [step] = stepsOn(search, position, false);
    if (!step) return null;
    if (step.technique === id) return position;
    position = positionAfter(position, step);
  }
}

/** Return all steps of a technique, those with the smallest pattern first; of several that do the same, the first. @param {Search} search @param {Position} position @param {number} index */
function stepsOf(search, position, index) {
  const profile = ORDER && { ...ORDER, rows: ORDER.rows.filter(([each]) => each === index) };
  const options = { ...knownOf(search, position), budget: NODES, profile };
  const { digits, masks } = position;
  const { words, status } = search.core.nextSteps(Uint8Array.from(digits), Uint16Array.from(masks), 2, options);
  if (status === CANCELLED) throw new TimeOver();
  /** @type {Map<string, Step>} */
  const found = new Map();
  for (const step of decodeSteps(words)) {
    step.board = digits;
    const key = JSON.stringify(outcomeOf(step));
    if (!found.has(key)) found.set(key, step);
  }
  const size = (/** @type {Step} */ { chains, marks }) => (chains.length ? chains.reduce((sum, { length }) => sum + length, 0) : marks.length);
  return [...found.values()].sort((a, b) => size(a) - size(b));
}

/** Return what a step does: cell, digit, whether it is placed. @param {Step} step @returns {[number, number, boolean][]} */
export function outcomeOf({ places, removes }) {
  /** @type {[number, number, boolean][]} */
  const found = places ? [[places.cell, places.digit, true]] : [];
  for (const [cell, mask] of removes) for (let digit = 1; digit <= 9; digit++) if (mask & (1 << (digit - 1))) found.push([cell, digit, false]);
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** @param {Stock["examples"][number] | undefined} example */
function positionIn({ p, d, k } = { p: "", d: "", k: "" }) {
  const digits = (/** @type {string} */ line) => [...line].map((sign) => Number(sign) || 0);
  const masks = digits(d).map((_, cell) => parseInt(k.slice(2 * cell, 2 * cell + 2), 32));
  return positionOn(puzzleOf(CLASSIC, digits(p)), digits(d), masks);
}

/** @typedef {{transposed: boolean, rows: number[], columns: number[], names: number[]}} Move */

/** Return random transforms: any, and one that keeps lines and their order. @param {SplitMix64} rng @returns {Move[]} */
function transforms(rng) {
  const names = rng.shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const line = () => (rng.below(2) ? [8, 7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const turned = { transposed: rng.below(2) === 1, rows: line(), columns: line(), names };
  return [numbered(rng.below(TRANSFORMS)), turned];
}

/** Return the transform with a number, as nonet.Transform counts them. @param {number} number @returns {Move} */
function numbered(number) {
  const take = (/** @type {number} */ n) => {
    const place = number % n;
    number = Math.floor(number / n);
    return place;
  };
  const transposed = take(2) === 1;
  const [rows, columns] = [lines([0, 0, 0, 0].map(() => take(6))), lines([0, 0, 0, 0].map(() => take(6)))];
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const names = Array.from({ length: 9 }, (_, i) => left.splice(take(9 - i), 1)[0] ?? 0);
  return { transposed, rows, columns, names };
}

/** Return lines in the order of bands and of lines inside them. @param {number[]} places */
function lines([bands = 0, ...inner]) {
  return (ORDERS[bands] ?? []).flatMap((band, at) => (ORDERS[inner[at] ?? 0] ?? []).map((line) => 3 * band + line));
}

/** @param {Position} position @param {Move} move */
function moved({ puzzle, digits, masks }, { transposed, rows, columns, names }) {
  const [down, across] = transposed ? [1, 9] : [9, 1];
  const sources = rows.flatMap((row) => columns.map((column) => row * down + column * across));
  const named = (/** @type {readonly number[]} */ from) => sources.map((cell) => (from[cell] ? names[/** @type {number} */ (from[cell]) - 1] ?? 0 : 0));
  const left = sources.map((cell) => names.reduce((mask, name, bit) => mask | ((((masks[cell] ?? 0) >> bit) & 1) << (name - 1)), 0));
  return positionOn(puzzleOf(CLASSIC, named(puzzle.givens)), named(digits), left);
}

/** Return the answer of a drill, but for the descriptions of its steps. @param {Search} search @param {Drill} drill */
export function drillObject(search, { position, steps }) {
  const { digits, masks } = position;
  const marks = masks.map((mask, cell) => (digits[cell] ? 0 : mask));
  return { board: { ...boardObject(position), placed: digits, marks }, line: writeLine(position.puzzle), outcomes: steps.map(outcomeOf), solution: search.solution(position.puzzle) };
}
