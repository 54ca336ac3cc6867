/**
 * Puzzles as the engine holds them: their candidates, and the givens that clash.
 */

import { cellName } from "./cells.js";
import { AnswerError, NeedsServer } from "./errors.js";
import { CLASSIC, Rules, usualRules } from "./rules.js";
import { rulesInWords } from "./rules_object.js";

/**
 * A puzzle: rules, givens, and for a sukaku the candidates that it starts from.
 * @typedef {object} Puzzle
 * @property {Rules} rules
 * @property {number[]} givens
 * @property {number[] | null} marks
 * @property {Record<string, string>} info
 */
/**
 * A moment on the way to the solution: the digits on the board, and the candidates that are left, without those that a
 * filled peer excludes. The twin of nonet/puzzle/position.py.
 * @typedef {object} Position
 * @property {Puzzle} puzzle
 * @property {number[]} digits
 * @property {number[]} masks
 * @property {boolean} givensKnown false where it is not known which filled cells are givens
 */

/** @param {Rules} rules @param {number[]} givens @param {number[] | null} [marks] @returns {Puzzle} */
export const puzzleOf = (rules, givens, marks = null) => ({ rules, givens, marks, info: {} });

/** Return a position; without `left`, cells have the candidates that their peers leave them. @param {Puzzle} puzzle @param {number[]} [digits] @param {number[] | null} [left] @param {boolean} [givensKnown] @returns {Position} */
export function positionOn(puzzle, digits = puzzle.givens, left = null, givensKnown = true) {
  const masks = openMasks(puzzle, digits).map((mask, cell) => {
    const digit = digits[cell];
    return digit ? 1 << (digit - 1) : mask & (left?.[cell] ?? mask);
  });
  return { puzzle, digits, masks, givensKnown };
}

/** Return the candidates that the puzzle and the filled peers leave each cell. @param {Puzzle} puzzle @param {readonly number[]} digits */
function openMasks({ rules, marks }, digits) {
  const masks = marks ? [...marks] : Array(rules.count).fill((1 << rules.size) - 1);
  digits.forEach((digit, cell) => {
    if (digit) for (const peer of rules.peers[cell] ?? []) masks[peer] &= ~(1 << (digit - 1));
  });
  return masks;
}

/** Return for each open cell the candidates that are removed, though the puzzle and the filled peers leave them. @param {Position} position */
export function removedFrom({ puzzle, digits, masks }) {
  return openMasks(puzzle, digits).map((mask, cell) => (digits[cell] ? 0 : mask & ~(masks[cell] ?? 0)));
}

/** Whether nothing is placed and nothing is removed. @param {Position} position */
export function isStart(position) {
  const { puzzle, digits, givensKnown } = position;
  return givensKnown && digits.every((digit, cell) => digit === puzzle.givens[cell]) && !removedFrom(position).some(Boolean);
}

/** Return the pairs of cells that see each other and hold the same digit. @param {Rules} rules @param {readonly number[]} digits */
export function conflictsOf(rules, digits) {
  /** @type {[number, number][]} */
  const found = [];
  const places = Array.from({ length: rules.size + 1 }, () => /** @type {number[]} */ ([]));
  digits.forEach((digit, cell) => {
    if (!digit) return;
    const same = places[digit] ?? [];
    for (const other of same) if (rules.sees[cell]?.has(other)) found.push([other, cell]);
    same.push(cell);
  });
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Say which cells clash. @param {Rules} rules @param {readonly number[]} digits @param {[number, number]} cells */
export function conflictSentence(rules, digits, [one, other]) {
  const houses = rules.housesOf(one, other).map(({ name }) => name).join(" and ");
  return `${cellName(one, rules.size)} and ${cellName(other, rules.size)} are both ${digits[one]} in ${houses}`;
}

/** Return the error of the first two givens that clash, null if none do. @param {Puzzle} puzzle */
export function conflictError({ rules, givens }) {
  const [cells] = conflictsOf(rules, givens);
  return cells ? new AnswerError("conflict", conflictSentence(rules, givens, cells), { cells: [...cells] }) : null;
}

/** Return the rules of a board of this size. @param {Rules | string | null} rules @param {number} size */
export function shapeOf(rules, size) {
  if (rules === null) return size === 9 ? CLASSIC : usualRules(size);
  const found = typeof rules === "string" ? rulesInWords(rules, size) : rules;
  if (found.size !== size) {
    const sides = `the board is ${size}x${size}, the rules are for ${found.size}x${found.size}`;
    throw new AnswerError("rules_error", sides);
  }
  return found;
}

/** Return the rules of a board in a text. @param {Rules | string | null} rules @param {number} size */
export function rulesFor(rules, size) {
  if (rules && typeof rules === "object" && rules.size !== size) throw new NeedsServer();
  return shapeOf(rules, size);
}
