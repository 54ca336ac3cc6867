/**
 * Symmetries of the places of givens: which cells belong together, and which symmetries a pattern has.
 */

import { rowOf } from "../board/geometry.js";

/** @typedef {(row: number, column: number, last: number) => [row: number, column: number]} Turn */

/** What generates each symmetry, by the names that the server uses. @type {Record<string, Turn[]>} */
const TURNS = {
  none: [],
  rotational: [(r, c, last) => [last - r, last - c]],
  "rotational-90": [(r, c, last) => [c, last - r]],
  horizontal: [(r, c, last) => [last - r, c]],
  vertical: [(r, c, last) => [r, last - c]],
  diagonal: [(r, c) => [c, r]],
  antidiagonal: [(r, c, last) => [last - c, last - r]],
  full: [(r, c, last) => [c, last - r], (r, c) => [c, r]],
};

export const SYMMETRIES = Object.keys(TURNS);

/** Return the other cells that a symmetry joins to a cell. @param {number} cell @param {string} symmetry @param {number} size */
export function partnersOf(cell, symmetry, size) {
  const found = new Set([cell]);
  for (const each of found) {
    // A set visits what is added to it on the way.
    for (const turn of TURNS[symmetry] ?? []) {
      const [row, column] = turn(rowOf(each, size), each % size, size - 1);
      found.add(row * size + column);
    }
  }
  found.delete(cell);
  return [...found];
}

/** Return the empty cells that lack a digit for a symmetry. @param {readonly number[]} digits @param {string} symmetry @param {number} size */
export function openCells(digits, symmetry, size) {
  const open = new Set(digits.flatMap((digit, cell) => (digit ? partnersOf(cell, symmetry, size) : [])));
  return [...open].filter((cell) => !digits[cell]);
}

/** Return the symmetries of the filled cells, without those that follow from another. @param {readonly number[]} digits @param {number} size */
export function symmetriesOf(digits, size) {
  const found = SYMMETRIES.filter((name) => name !== "none" && !openCells(digits, name, size).length);
  if (found.includes("full")) return ["full"];
  return found.includes("rotational-90") ? found.filter((name) => name !== "rotational") : found;
}
