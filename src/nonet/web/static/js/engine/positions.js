/**
 * Puzzles and positions as they travel: how a request names them, and how an answer does. The work of nonet/web/wire.py.
 */

import { badRequest, NeedsServer } from "./errors.js";
import { Fields, numbersOf, shown } from "./fields.js";
import { isStart, positionOn, puzzleOf, shapeOf } from "./puzzles.js";
import { readBoards } from "./reading.js";
import { readRules, rulesObject } from "./rules_object.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./puzzles.js").Position} Position */
/** @typedef {import("./rules.js").Rules} Rules */

/** The largest board whose masks fit into the numbers of JavaScript's operators. */
export const LARGEST = 30;

const KNOWN = ["rules", "givens", "placed", "marks", "candidates", "givens_known"];

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
  const { boards } = readBoards(text, rules);
  const [position] = boards;
  if (boards.length !== 1 || !position) throw new NeedsServer();
  return position;
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
  const marks = kept === null ? [] : numbersOf(`${name}.marks`, kept, rules.count, 2 ** rules.size - 1);
  const isKnown = new Fields(value, KNOWN).flag("givens_known") ?? true;
  return positionOn(puzzle, digits, digits.map((_, cell) => marks[cell] || 2 ** rules.size - 1), isKnown);
}

/** Return a board as it travels; the position is left out at the beginning of a game. @param {Position} position */
export function boardObject(position) {
  const { puzzle: { rules, givens, marks }, digits, masks, givensKnown } = position;
  return {
    rules: rulesObject(rules),
    givens,
    ...(marks ? { candidates: marks } : {}),
    ...(isStart(position) ? {} : { placed: digits, marks: masks.map((mask, cell) => (digits[cell] ? 0 : mask)) }),
    ...(givensKnown ? {} : { givens_known: false }),
  };
}
