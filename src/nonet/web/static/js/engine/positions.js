/**
 * Puzzles and positions as they travel: how a request names them, and how an answer does. The work of nonet/web/wire.py.
 */

import { badRequest, NeedsServer } from "./errors.js";
import { numbersOf, shown } from "./fields.js";
import { candidatesOf, puzzleOf, shapeOf } from "./puzzles.js";
import { readBoards } from "./reading.js";
import { readRules, rulesObject } from "./rules_object.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./rules.js").Rules} Rules */

/**
 * A puzzle with what its player has made of it; `masks` is null at the beginning. `marked` are the cells whose masks are
 * the player's own.
 * @typedef {object} Position
 * @property {Puzzle} puzzle
 * @property {number[]} placed
 * @property {number[] | null} masks
 * @property {Set<number>} marked
 */

/** The largest board whose masks fit into the numbers of JavaScript's operators. */
export const LARGEST = 30;

const KNOWN = ["rules", "givens", "placed", "marks", "candidates"];

/** Return the board of a request's field `puzzle`. @param {import("./fields.js").Fields} fields */
export function positionOf(fields) {
  return readPosition("puzzle", fields.required("puzzle"), readRules("rules", fields.value("rules")));
}

/** @param {string} name @param {any} value @param {Rules | string | null} rules @returns {Position} */
export function readPosition(name, value, rules) {
  if (typeof value === "string") return positionInText(value, rules);
  if (value && typeof value === "object" && !Array.isArray(value)) return positionInObject(name, value, rules);
  throw badRequest(`${name} must be a board or text, got ${shown(value)}`);
}

/** @param {string} text @param {Rules | string | null} rules @returns {Position} */
function positionInText(text, rules) {
  const { puzzles } = readBoards(text, rules);
  const [puzzle] = puzzles;
  if (puzzles.length !== 1 || !puzzle) throw new NeedsServer();
  return { puzzle, placed: puzzle.givens, masks: null, marked: new Set() };
}

/** @param {string} name @param {Record<string, any>} value @param {Rules | string | null} rules @returns {Position} */
function positionInObject(name, value, rules) {
  for (const key of Object.keys(value)) {
    if (!KNOWN.includes(key)) {
      throw badRequest(`${name} has the unknown field ${shown(key)}; known fields: ${KNOWN.join(", ")}`);
    }
  }
  if (value.rules?.constraints?.length) throw new NeedsServer();
  const own = readRules(`${name}.rules`, value.rules);
  const { givens } = value;
  if (!Array.isArray(givens)) throw badRequest(`${name}.givens must be a list of numbers, got ${shown(givens)}`);
  const size = Math.round(Math.sqrt(givens.length));
  if (size * size !== givens.length || size < 1 || size > 36) {
    throw badRequest(`${name}.givens has ${givens.length} numbers, expected 81 or another square`);
  }
  const digits = numbersOf(`${name}.givens`, givens, size * size, size);
  const shape = shapeOf(own ?? rules, size);
  if (size > LARGEST) throw new NeedsServer();
  const { candidates } = value;
  const marks = candidates === null || candidates === undefined
    ? null
    : numbersOf(`${name}.candidates`, candidates, size * size, 2 ** size - 1);
  return played(name, value, puzzleOf(shape, [...digits], marks && [...marks]));
}

/** Add the digits and marks of the player. @param {string} name @param {Record<string, any>} value @param {Puzzle} puzzle @returns {Position} */
function played(name, value, puzzle) {
  const { rules, givens } = puzzle;
  const { placed = null, marks: kept = null } = value;
  let digits = givens;
  if (placed !== null) {
    const numbers = numbersOf(`${name}.placed`, placed, rules.count, rules.size);
    givens.forEach((given, cell) => {
      if (given && numbers[cell] && numbers[cell] !== given) {
        throw badRequest(`${name}.placed[${cell}] must be the given ${given} or 0, got ${numbers[cell]}`);
      }
    });
    digits = numbers.map((digit, cell) => digit || (givens[cell] ?? 0));
  }
  const none = Array(rules.count).fill(0);
  const marks = kept === null ? none : numbersOf(`${name}.marks`, kept, rules.count, 2 ** rules.size - 1);
  if (!marks.some(Boolean) && digits.every((digit, cell) => digit === givens[cell])) {
    return { puzzle, placed: givens, masks: null, marked: new Set() };
  }
  const full = candidatesOf({ ...puzzle, givens: digits }).masks;
  const masks = digits.map((digit, cell) => (digit ? 1 << (digit - 1) : marks[cell] || (full[cell] ?? 0)));
  const marked = new Set(marks.flatMap((mark, cell) => (mark && !digits[cell] ? [cell] : [])));
  return { puzzle, placed: digits, masks, marked };
}

/** Return a puzzle as it travels. @param {Puzzle} puzzle */
export function boardObject(puzzle) {
  const { rules, givens, marks, filled } = puzzle;
  /** @type {Record<string, any>} */
  const found = { rules: rulesObject(rules), givens };
  if (!marks) return found;
  found["candidates"] = marks;
  if (filled?.some(Boolean)) {
    const { masks, placed } = candidatesOf(puzzle);
    Object.assign(found, { placed, marks: masks.map((mask, cell) => (placed[cell] ? 0 : mask)) });
  }
  return found;
}
