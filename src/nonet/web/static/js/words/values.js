// Cells, houses and digits: their indices, and the values by which messages name them. The same as in
// nonet.steps.facts.

import { Value, placeValue } from "./messages.js";

/** @typedef {import("./facts.js").Inference} Inference */

export const KINDS = ["row", "column", "box"];

/** Return the index of a cell, from its name such as r4c5. @param {string} name @param {number} [size] */
export function cellIndex(name, size = 9) {
  const [row = 0, column = 0] = name.slice(1).split("c").map(Number);
  return (row - 1) * size + column - 1;
}

/** Return the index of a house, rows then columns then boxes, from its name such as "row 1". @param {string} name */
export function houseIndex(name) {
  const [kind = "", number = ""] = name.split(" ");
  return KINDS.indexOf(kind) * 9 + Number(number) - 1;
}

/** Return the cells of a house of the classic board. @param {number} house */
export function houseCells(house) {
  const at = house % 9;
  return Array.from({ length: 9 }, (_, i) => {
    if (house < 9) return at * 9 + i;
    if (house < 18) return i * 9 + at;
    return (Math.floor(at / 3) * 3 + Math.floor(i / 3)) * 9 + (at % 3) * 3 + (i % 3);
  });
}

/** Return the row, column and box of a cell, as indices. @param {number} cell */
export function housesOf(cell) {
  const row = Math.floor(cell / 9);
  const column = cell % 9;
  return { row, column: 9 + column, box: 18 + Math.floor(row / 3) * 3 + Math.floor(column / 3) };
}

/** @param {number} one @param {number} other */
export const sees = (one, other) => {
  const [a, b] = [housesOf(one), housesOf(other)];
  return one !== other && (a.row === b.row || a.column === b.column || a.box === b.box);
};

/** @param {number} cell */
export const cellValue = (cell) => placeValue(cell, 9);

/** @param {number} index */
export const houseValue = (index) =>
  new Value("house", { kind: KINDS[Math.floor(index / 9)], n: (index % 9) + 1 });

const NUMBERED = ["row", "column", "box", "region", "window", "group"];
const DIAGONALS = ["diagonal down", "diagonal up"];

/** Return a house of any board by its name, as nonet/words/houses.py does. @param {string} name */
export function namedHouse(name) {
  const [kind = "", number = ""] = name.split(" ");
  if (NUMBERED.includes(kind) && name === `${kind} ${Number(number)}`) return new Value("house", { kind, n: Number(number) });
  if (DIAGONALS.includes(name)) return new Value("house", { kind: name.replace(" ", "_") });
  return new Value("house", { kind: "named", name });
}

/** Return houses in order, those of one kind together. @param {number[]} indices */
export function housesValue(indices) {
  const sorted = [...indices].sort((a, b) => a - b);
  return KINDS.flatMap((kind, at) => {
    const n = sorted.filter((index) => Math.floor(index / 9) === at).map((index) => (index % 9) + 1);
    return n.length ? [new Value("houses", { kind, n })] : [];
  });
}

/** @param {number} digit */
export const digitValue = (digit) => new Value("digit", { n: digit });

/** Return digits in ascending order, each once. @param {Iterable<number>} digits */
export const digitList = (digits) => [...new Set(digits)].sort((a, b) => a - b).map(digitValue);

/** Return a candidate as a statement: the cell is the digit, or is not. @param {number} cell @param {number} digit @param {boolean} [on] */
export function candidate(cell, digit, on = true) {
  return new Value("candidate", { cell: cellValue(cell), digit: digitValue(digit), on });
}

/** Return a node of a chain as a statement, which may be about a group of cells. @param {Inference} node @param {boolean} [on] */
export function statement(node, on = node.on) {
  const kind = node.others?.length ? "group" : "candidate";
  return new Value(kind, { cell: placeOf(node), digit: digitValue(node.digit), on });
}

/** Return the cell of a node, or the cells of a group as one value. @param {Inference} node */
export function placeOf(node) {
  if (!node.others?.length) return cellValue(cellIndex(node.cell));
  return new Value("cells", { cells: [node.cell, ...node.others].map((name) => cellValue(cellIndex(name))) });
}

/** @param {Iterable<number>} cells @param {Iterable<number>} digits @param {string} kind */
export function group(cells, digits, kind) {
  const sorted = [...cells].sort((a, b) => a - b);
  return new Value(kind, { cells: sorted.map(cellValue), digits: digitList(digits) });
}
