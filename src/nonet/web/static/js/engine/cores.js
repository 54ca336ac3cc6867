/**
 * Givens that exclude each other, and givens without which there is a solution: the work of nonet/puzzle/cores.py.
 */

import { bitCount, digitsOf } from "./cells.js";
import { CONFLICT, FOUND, NO_SOLUTION, UNIQUE } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./unsolvable.js").Violation} Violation */

const MOST_GIVENS = 6;
const GUESSES = { classic: 1000, other: 100 }; // for each question
const CHANGES = 256; // boards with another digit that are tried

/** Return givens that have no solution together, or else those that are to blame; null if neither is known. @param {Search} search @param {Rules} rules @param {readonly number[]} allowed @returns {Violation | null} */
export function wrongGivens(search, rules, allowed) {
  const parts = new Parts(search, rules, allowed);
  const { cells } = parts;
  if (!parts.hasNone(cells)) return null;
  if (parts.hasNone([])) return parts.violation("rules", []);
  const answers = parts.ask(cells.map((cell) => without(cells, cell)));
  const needed = cells.filter((_, at) => answers[at]);
  const core = needed.length <= MOST_GIVENS ? coreOf(parts) : null;
  if (core) return parts.violation("together", core);
  if (needed.length) {
    const changed = parts.changeable(needed);
    const named = changed.length ? changed : needed;
    const more = Math.max(named.length - MOST_GIVENS, 0);
    return parts.violation(changed.length ? "change" : "without", named.slice(0, MOST_GIVENS), { more });
  }
  return answers.includes(null) ? null : parts.violation("several", []);
}

/** Return a small core, null if none is found. @param {Parts} parts */
function coreOf(parts) {
  for (const order of [parts.cells, [...parts.cells].reverse()]) {
    const core = fewest(order, (kept) => parts.hasNone(kept));
    const answers = parts.ask(core.map((cell) => without(core, cell)));
    if (core.length <= MOST_GIVENS && answers.every(Boolean)) return core.sort((a, b) => a - b);
  }
  return null;
}

/** Return cells without a solution, of which any fewer have one: first halves are left out, then single cells. @param {number[]} cells @param {(kept: number[]) => boolean} hasNone */
function fewest(cells, hasNone) {
  for (let size = cells.length; size && cells.length; ) {
    size = Math.floor((size + 1) / 2);
    for (let at = 0; at < cells.length; ) {
      const rest = [...cells.slice(0, at), ...cells.slice(at + size)];
      if (hasNone(rest)) cells = rest;
      else at += size;
    }
    if (size === 1) break;
  }
  return cells;
}

/** The cells that givens and marks restrict; any of them can be left out. */
class Parts {
  /** @param {Search} search @param {Rules} rules @param {readonly number[]} allowed */
  constructor(search, rules, allowed) {
    this.search = search;
    this.rules = rules;
    this.allowed = allowed;
    this.all = 2 ** rules.size - 1;
    this.cells = allowed.flatMap((mask, cell) => (mask === this.all ? [] : [cell]));
    this.hasMarks = this.cells.some((cell) => bitCount(allowed[cell] ?? 0) !== 1);
  }

  /** Return for each set of cells whether it has a solution without the others, null if that is not known. @param {number[][]} sets */
  ask(sets) {
    return this.solved(sets.map((kept) => this.only(kept)), 1).map((status) => {
      return status === FOUND ? true : status === NO_SOLUTION || status === CONFLICT ? false : null;
    });
  }

  /** @param {number[]} kept */
  hasNone(kept) {
    return this.ask([kept])[0] === false;
  }

  /** Return the cells that leave exactly one solution with another digit; none if that takes long. @param {number[]} cells */
  changeable(cells) {
    const changed = cells.flatMap((cell) => {
      const digits = Array.from({ length: this.rules.size }, (_, at) => 1 << at).filter((bit) => bit !== this.allowed[cell]);
      return digits.map((bit) => ({ cell, board: this.allowed.map((mask, at) => (at === cell ? bit : mask)) }));
    });
    if (this.hasMarks || changed.length > CHANGES) return [];
    const states = this.solved(changed.map(({ board }) => board), 2);
    return [...new Set(changed.filter((_, at) => states[at] === UNIQUE).map(({ cell }) => cell))];
  }

  /** @param {number[]} kept */
  only(kept) {
    const board = Array(this.allowed.length).fill(this.all);
    for (const cell of kept) board[cell] = this.allowed[cell];
    return board;
  }

  /** @param {number[][]} boards @param {number} limit */
  solved(boards, limit) {
    const budget = this.rules.isClassic ? GUESSES.classic : GUESSES.other;
    return boards.length ? this.search.solveMarks(this.rules, boards, { limit, budget }).statuses : [];
  }

  /** @param {string} key @param {number[]} cells @param {Record<string, any>} [values] @returns {Violation} */
  violation(key, cells, values = {}) {
    const givens = cells.map((cell) => [cell, digitsOf(this.allowed[cell] ?? 0)[0] ?? 0]);
    const name = this.hasMarks && key !== "rules" ? `${key}.marks` : key;
    return { cells, key: `contradiction.${name}`, values: { ...values, cells, givens }, size: this.rules.size };
  }
}

/** @param {number[]} cells @param {number} cell */
const without = (cells, cell) => cells.filter((other) => other !== cell);
