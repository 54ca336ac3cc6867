// Cells, houses and digits: their indices, and the values by which messages name them. The same as in
// nonet.steps.facts.

import { CLASSIC } from "../board/geometry.js";
import { Value, placeValue } from "./messages.js";

/** The board of a step: houses in their order, and which cells see each other. @typedef {{size: number, houses: readonly {name: string, cells: readonly number[]}[], peers: readonly (readonly number[])[]}} Ground */

/** Return the house of a kind that a cell of the classic board is in, -1 for another word. @param {number} cell @param {string} kind */
export const houseAt = (cell, kind) => CLASSIC.houses.findIndex((house) => house.kind === kind && house.cells.includes(cell));

/** @param {number} cell @param {number} [size] */
export const cellValue = (cell, size = 9) => placeValue(cell, size);

/** Return the cell of a name such as r12c3, on a board of any size. @param {string} name */
export function namedCell(name) {
  const [row = 0, column = 0] = (name.match(/\d+/g) ?? []).map(Number);
  return new Value("cell", { row, column });
}

/** @param {number} index @param {Ground} [ground] */
export const houseValue = (index, ground = CLASSIC) => namedHouse(ground.houses[index]?.name ?? "", ground.houses[index]?.cells, ground.size);

const NUMBERED = ["row", "column", "box", "region", "window", "group"];
const DIAGONALS = ["diagonal down", "diagonal up"];

/** Return a house of any board, as nonet/words/houses.py does. @param {string} name @param {readonly number[]} [cells] @param {number} [size] */
export function namedHouse(name, cells = [], size = 9) {
  const [kind = "", number = ""] = name.split(" ");
  if (NUMBERED.includes(kind) && name === `${kind} ${Number(number)}`) {
    const parts = { kind, n: Number(number) };
    const held = [...cells].sort((a, b) => a - b);
    if (kind === "window" && held.length) Object.assign(parts, windowParts(held, size));
    if (kind === "group" && held.length) Object.assign(parts, { kind: "placed_like", first: cellValue(held[0] ?? 0, size) });
    return new Value("house", parts);
  }
  if (DIAGONALS.includes(name)) return new Value("house", { kind: name.replace(" ", "_") });
  return new Value("house", { kind: "named", name });
}

/** Return what names a window: its corners, or its rows and columns if these are not beside each other. @param {number[]} cells @param {number} size */
function windowParts(cells, size) {
  const lines = [cells.map((cell) => Math.floor(cell / size) + 1), cells.map((cell) => (cell % size) + 1)];
  const [rows = [], columns = []] = lines.map((found) => [...new Set(found)].sort((a, b) => a - b));
  if (rows.length * columns.length !== cells.length) return {};
  const areBeside = [rows, columns].every((found) => (found.at(-1) ?? 0) - (found[0] ?? 0) === found.length - 1);
  if (!areBeside) return { kind: "crossing", rows, columns };
  return { kind: "span", first: cellValue(cells[0] ?? 0, size), last: cellValue(cells.at(-1) ?? 0, size) };
}

/** Return houses, the rows together, and so on; others than rows, columns, boxes and regions one by one. @param {readonly number[]} indices @param {Ground} ground */
export function housesValue(indices, ground) {
  /** @type {Map<string, number[]>} */
  const kinds = new Map();
  const others = [];
  for (const index of [...indices].sort((a, b) => a - b)) {
    const [, kind = "", number] = /^(row|column|box|region) (\d+)$/.exec(ground.houses[index]?.name ?? "") ?? [];
    if (number) kinds.set(kind, [...(kinds.get(kind) ?? []), Number(number)]);
    else others.push(houseValue(index, ground));
  }
  return [...[...kinds].map(([kind, n]) => new Value("houses", { kind, n })), ...others];
}

/** @param {number} digit */
export const digitValue = (digit) => new Value("digit", { n: digit });

/** Return digits in ascending order, each once. @param {Iterable<number>} digits */
export const digitList = (digits) => [...new Set(digits)].sort((a, b) => a - b).map(digitValue);

/** Return a candidate as a statement: the cell is the digit, or is not. @param {number} cell @param {number} digit @param {boolean} on @param {number} size */
export function candidate(cell, digit, on, size) {
  return new Value("candidate", { cell: cellValue(cell, size), digit: digitValue(digit), on });
}

/** Return a node of a chain as a statement, which may be about a group of cells. @param {Inference} node @param {boolean} [on] */
export function statement(node, on = node.on) {
  const kind = node.others?.length ? "group" : "candidate";
  return new Value(kind, { cell: placeOf(node), digit: digitValue(node.digit), on });
}

/** Return the cell of a node, or the cells of a group as one value. @param {Inference} node */
export function placeOf(node) {
  if (!node.others?.length) return namedCell(node.cell);
  return new Value("cells", { cells: [node.cell, ...node.others].map(namedCell) });
}

/** @param {Iterable<number>} cells @param {Iterable<number>} digits @param {string} kind @param {number} size */
export function group(cells, digits, kind, size) {
  const sorted = [...cells].sort((a, b) => a - b);
  return new Value(kind, { cells: sorted.map((cell) => cellValue(cell, size)), digits: digitList(digits) });
}
