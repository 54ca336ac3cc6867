/**
 * Which cells of a new puzzle are given together: the symmetries of nonet/generating/patterns.py.
 */

import { badRequest } from "./errors.js";

/** @typedef {(r: number, c: number, last: number) => [number, number]} Move */

/** @type {Move} */
const halfTurn = (r, c, last) => [last - r, last - c];
/** @type {Move} */
const quarterTurn = (r, c, last) => [c, last - r];
/** @type {Move} */
const upsideDown = (r, c, last) => [last - r, c];
/** @type {Move} */
const leftRight = (r, c, last) => [r, last - c];
/** @type {Move} */
const turnedOver = (r, c) => [c, r];
/** @type {Move} */
const turnedOverBack = (r, c, last) => [last - c, last - r];

/** The symmetries by name, each with the moves that generate it. @type {Record<string, Move[]>} */
export const SYMMETRIES = {
  none: [],
  rotational: [halfTurn],
  "rotational-90": [quarterTurn],
  horizontal: [upsideDown],
  vertical: [leftRight],
  diagonal: [turnedOver],
  antidiagonal: [turnedOverBack],
  full: [quarterTurn, turnedOver],
};

/** Return the sets of cells that a symmetry ties together, by their first cells. @param {number} size @param {string} symmetry */
export function partsOf(size, symmetry) {
  const known = Array(size * size).fill(false);
  const found = [];
  for (let start = 0; start < known.length; start++) {
    if (known[start]) continue;
    const tied = [start];
    known[start] = true;
    for (const cell of tied) {
      for (const move of SYMMETRIES[symmetry] ?? []) {
        const [row, column] = move(Math.floor(cell / size), cell % size, size - 1);
        const other = row * size + column;
        if (known[other]) continue;
        known[other] = true;
        tied.push(other);
      }
    }
    found.push(tied);
  }
  return found;
}

/** Return the cells of a pattern: text with one character for each cell. @param {string} text @param {number} size */
export function readPattern(text, size) {
  let characters = text.replace(/\s/g, "");
  const lines = text.replace(/^[\r\n]+|[\r\n]+$/g, "").split(/\r\n|\r|\n/);
  if (characters.length !== size * size && lines.length === size && Math.max(...lines.map((line) => line.length)) <= size) {
    characters = lines.map((line) => line.padEnd(size)).join("");
  }
  if (characters.length !== size * size) {
    const name = size === 8 || size === 11 || size === 18 ? "an" : "a";
    throw badRequest(`the pattern has ${characters.length} characters, expected ${size * size} for ${name} ${size}x${size} board`);
  }
  return [...characters].flatMap((character, cell) => (".0_- ".includes(character) ? [] : [cell]));
}

/** @param {readonly number[]} cells @param {number} size */
export const writePattern = (cells, size) => Array.from({ length: size * size }, (_, cell) => (cells.includes(cell) ? "x" : ".")).join("");

/**
 * Return two lines that can be exchanged because no cell is in them, null if there are none.
 * @param {import("./rules.js").Rules} rules @param {Set<number>} cells
 */
export function idleLines(rules, cells) {
  if (rules.extra.length || rules.isJigsaw) return null;
  const { size, boxes } = rules;
  const kinds = /** @type {[string, number, (cell: number) => number][]} */ ([
    ["row", boxes?.[0] ?? size, (cell) => Math.floor(cell / size)],
    ["column", boxes?.[1] ?? size, (cell) => cell % size],
  ]);
  for (const [kind, group, lineOf] of kinds) {
    const used = new Set([...cells].map(lineOf));
    const empty = Array.from({ length: size }, (_, i) => i).filter((line) => !used.has(line));
    for (const one of empty) {
      const other = empty.find((line) => line > one && Math.floor(line / group) === Math.floor(one / group));
      if (other !== undefined) return [`${kind} ${one + 1}`, `${kind} ${other + 1}`];
    }
  }
  return null;
}

/** Return whether some of the sets have each number of cells in all. @param {readonly number[][]} parts @param {number} count */
export function sumsOf(parts, count) {
  const sums = Array(count + 1).fill(false);
  sums[0] = true;
  for (const part of parts) {
    for (let n = count; n >= part.length; n--) sums[n] = sums[n] || sums[n - part.length];
  }
  return sums;
}
