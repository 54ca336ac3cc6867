/**
 * Classic boards: what a request says about one, and what its cells can hold. Boards of other rules, and requests that a
 * page does not make, are for Python, which also says what is wrong with them.
 */

import { boxRules, cellName, CLASSIC } from "../board/geometry.js";
import { AnswerError, NeedsPython } from "./errors.js";

/**
 * A moment on the way to the solution: the digits on the board, and the candidates that are left, without those that a
 * filled peer excludes. `marks` are the candidates that a puzzle made of them starts from.
 * @typedef {object} Position
 * @property {number[]} givens
 * @property {number[] | null} marks
 * @property {number[]} digits
 * @property {number[]} masks
 * @property {boolean} givensKnown false where it is not known which filled cells are givens
 */

export const CELLS = 81;
export const ALL = 511;

const RULES = { ...boxRules(3, 3), constraints: [] };
const KNOWN = ["rules", "givens", "placed", "marks", "candidates", "givens_known"];

/** @param {unknown} holds @returns {asserts holds} */
export function expectClassic(holds) {
  if (!holds) throw new NeedsPython();
}

/** Throw unless a request has no other fields. @param {object} request @param {readonly string[]} known */
export function expectFields(request, known) {
  expectClassic(Object.keys(request).every((name) => known.includes(name)));
}

/** @param {unknown} value @param {number} most @returns {number[]} */
function numbersIn(value, most) {
  expectClassic(Array.isArray(value) && value.length === CELLS);
  expectClassic(value.every((/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) <= most));
  return [...value];
}

/** Whether rules are the classic ones; nothing stands for them too. @param {any} rules */
export function isClassic(rules) {
  if (rules === undefined || rules === null || rules === "classic") return true;
  const names = /** @type {(keyof typeof RULES)[]} */ (Object.keys(rules));
  return rules.text === "classic" && names.every((name) => JSON.stringify(rules[name]) === JSON.stringify(RULES[name]));
}

/** Return the position in a request. @param {Record<string, any>} request @returns {Position} */
export function positionIn({ puzzle, rules }) {
  expectClassic(isClassic(rules));
  if (typeof puzzle === "string") return positionOn(digitsIn(puzzle));
  expectClassic(puzzle && typeof puzzle === "object" && isClassic(puzzle.rules));
  expectFields(puzzle, KNOWN);
  const givens = numbersIn(puzzle.givens, 9);
  const marks = puzzle.candidates ? numbersIn(puzzle.candidates, ALL) : null;
  const placed = puzzle.placed ? numbersIn(puzzle.placed, 9) : givens;
  const left = puzzle.marks ? numbersIn(puzzle.marks, ALL) : null;
  expectClassic(givens.every((given, cell) => !given || !placed[cell] || placed[cell] === given));
  const digits = placed.map((digit, cell) => digit || givens[cell]);
  return positionOn(givens, { marks, digits, left: left?.map((mask) => mask || ALL), givensKnown: puzzle.givens_known ?? true });
}

/** Return the digits of a line of 81 characters with one kind of blank. @param {string} text */
export function digitsIn(text) {
  const line = text.trim();
  expectClassic(/^[1-9.]{81}$/.test(line) || /^[0-9]{81}$/.test(line));
  // In a jigsaw each character occurs once per row, and the first has a neighbour of its own region.
  const [start] = line;
  expectClassic((start !== line[1] && start !== line[9]) || line.split(start).length !== 10);
  return [...line].map((char) => Number(char) || 0);
}

/**
 * Return a position; without `left`, cells have the candidates that their peers leave them.
 * @param {number[]} givens @param {{marks?: number[] | null, digits?: number[], left?: number[] | undefined, givensKnown?: boolean}} [more]
 * @returns {Position}
 */
export function positionOn(givens, { marks = null, digits = givens, left, givensKnown = true } = {}) {
  const masks = openMasks(marks, digits).map((mask, cell) => (digits[cell] ? bitOf(digits[cell]) : mask & (left?.[cell] ?? mask)));
  return { givens, marks, digits, masks, givensKnown };
}

/** Return the mask of a digit. @param {number} digit */
export const bitOf = (digit) => 1 << (digit - 1);

/** Return the candidates that the puzzle and the filled peers leave each cell. @param {number[] | null} marks @param {readonly number[]} digits */
function openMasks(marks, digits) {
  const masks = marks ? [...marks] : Array(CELLS).fill(ALL);
  digits.forEach((digit, cell) => {
    if (digit) for (const peer of CLASSIC.peers[cell]) masks[peer] &= ~bitOf(digit);
  });
  return masks;
}

/** Return for each open cell the candidates that are removed, though the puzzle and the filled peers leave them. @param {Position} position */
export const removedFrom = ({ marks, digits, masks }) => openMasks(marks, digits).map((mask, cell) => (digits[cell] ? 0 : mask & ~masks[cell]));

/** Return the candidates that givens and marks leave together; a contradiction leaves 0. @param {{givens: readonly number[], marks: readonly number[] | null}} puzzle */
export function masksOf({ givens, marks }) {
  return givens.map((digit, cell) => (marks?.[cell] ?? ALL) & (digit ? bitOf(digit) : ALL));
}

/** Return the pairs of cells that see each other and hold the same digit. @param {readonly number[]} digits */
export function conflictsOf(digits) {
  return CLASSIC.peers.flatMap((peers, one) => peers.filter((other) => digits[one] && one < other && digits[one] === digits[other])
    .map((other) => [one, other]));
}

/** Throw the error of the first two givens that clash. @param {readonly number[]} givens */
export function refuseConflict(givens) {
  const [cells] = conflictsOf(givens);
  if (!cells) return;
  const [one, other] = cells;
  const houses = CLASSIC.houses.filter((house) => cells.every((cell) => house.cells.includes(cell)));
  const where = houses.map(({ name }) => name).join(" and ");
  throw new AnswerError("conflict", `${cellName(one)} and ${cellName(other)} are both ${givens[one]} in ${where}`, { cells });
}

/** Return a puzzle as it travels, and as one line. @param {number[]} givens */
export const puzzleOf = (givens) => ({ board: { rules: RULES, givens }, line: givens.map((digit) => digit || ".").join("") });
