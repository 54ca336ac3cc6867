/**
 * The fewest changes that give a puzzle one solution: the search of nonet/puzzle/repairing.py among sets of wrong givens.
 *
 * It follows cores: givens without a common solution, of which any fewer have one. Every repair changes a given of each.
 */

import { cellName } from "./cells.js";
import { AnswerError, LimitReached } from "./errors.js";
import { GivenSets } from "./given_sets.js";
import { COMBINATIONS, missingGivens } from "./missing_givens.js";
import { OUT_OF_BUDGET } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {{puzzle: Puzzle, text: string, exact: boolean, alternatives: {puzzle: Puzzle}[]}} Repair */

const ALTERNATIVES = 100;
const SETS = 20_000; // of wrong givens, looked at
const GUESSES = 200_000; // of each question about a board that is not classic

/** @param {Search} search @param {Puzzle} puzzle @returns {Repair} */
export function repairOf(search, puzzle) {
  const givens = new GivenSets(search, puzzle);
  const sets = new WrongGivens(givens);
  /** @type {{puzzle: Puzzle, atLeast: number, exact: boolean} | null} */
  let nearest = null;
  let fewest = 0;
  for (const { size, wrong } of sets.bySize()) {
    fewest = size;
    if (wrong.length === 1 && !wrong[0]?.length) {
      const { chosen, exact } = missingGivens(givens, COMBINATIONS);
      return repairObject(puzzle, givens.plus(chosen), exact, exact ? chosen.length : 1);
    }
    const boards = wrong.flatMap((removed) => [...sets.changed(removed)]);
    if (boards.length) {
      const [first = puzzle, ...others] = boards.slice(0, ALTERNATIVES + 1);
      return repairObject(puzzle, first, true, fewest, others);
    }
    if (nearest || !sets.proved) break;
    const [removed] = wrong;
    if (removed) {
      nearest = without(puzzle, givens, removed, fewest + 1);
      if (nearest.exact) return repairObject(puzzle, nearest.puzzle, true, nearest.atLeast);
    }
  }
  nearest ??= without(puzzle, givens, sets.enough(), fewest);
  return repairObject(puzzle, nearest.puzzle, nearest.exact, nearest.atLeast);
}

/** @param {Puzzle} before @param {Puzzle} after @param {boolean} exact @param {number} atLeast @param {Puzzle[]} [others] @returns {Repair} */
function repairObject(before, after, exact, atLeast, others = []) {
  const changes = changesText(before, after);
  let proof = exact ? "fewest changes possible" : "fewer changes may suffice";
  if (!exact && atLeast > 1) proof += `, at least ${atLeast} are needed`;
  const more = others.length ? `; ${others.length} alternative${others.length > 1 ? "s" : ""}` : "";
  const text = changes ? `${changes} (${proof}${more})` : "nothing to repair";
  return { puzzle: after, text, exact, alternatives: others.map((puzzle) => ({ puzzle })) };
}

/** @param {Puzzle} before @param {Puzzle} after */
function changesText({ rules, givens }, after) {
  /** @type {Record<string, string[]>} */
  const parts = { change: [], remove: [], add: [] };
  givens.forEach((from, cell) => {
    const to = after.givens[cell] ?? 0;
    const name = cellName(cell, rules.size);
    if (from === to) return;
    if (from && to) parts["change"]?.push(`${name} from ${from} to ${to}`);
    else parts[from ? "remove" : "add"]?.push(`${name}=${from || to}`);
  });
  return Object.entries(parts).filter(([, items]) => items.length).map(([verb, items]) => `${verb} ${items.join(", ")}`).join("; ");
}

/** Return the repair that changes some givens, or that removes them and adds others where that leaves a choice. @param {Puzzle} puzzle @param {GivenSets} givens @param {number[]} removed @param {number} atLeast */
function without(puzzle, givens, removed, atLeast) {
  const rest = new GivenSets(givens.search, givens.only(givens.filled.filter((cell) => !removed.includes(cell))));
  let { chosen } = missingGivens(rest, COMBINATIONS);
  if (!chosen.length) {
    const solution = givens.search.solution(rest.puzzle);
    chosen = removed.map((cell) => [cell, solution[cell] ?? 0]);
  }
  const found = rest.plus(chosen);
  const changes = puzzle.givens.filter((digit, cell) => digit !== found.givens[cell]).length;
  return { puzzle: found, atLeast, exact: changes === atLeast };
}

/** The search among sets of givens; `proved` is false once its budget is spent. */
class WrongGivens {
  /** @param {GivenSets} givens */
  constructor(givens) {
    this.proved = true;
    this.givens = givens;
    this.left = SETS;
    /** @type {number[][]} */
    this.cores = [];
  }

  /** Yield each number of givens from 0 with all sets of that size whose removal leaves a solution. @returns {Generator<{size: number, wrong: number[][]}>} */
  *bySize() {
    /** @type {number[][]} */
    let sets = [[]];
    for (let size = 0; size <= this.givens.filled.length; size++) {
      /** @type {number[][]} */
      const wrong = [];
      /** @type {Map<string, number[]>} */
      const larger = new Map();
      for (const removed of sets) {
        if (!this.isAllowed()) {
          yield { size, wrong: [] };
          return;
        }
        let core = this.core(removed);
        if (!core) {
          wrong.push(removed);
          core = this.givens.filled.filter((cell) => !removed.includes(cell));
        }
        for (const cell of core) {
          const set = [...removed, cell].sort((a, b) => a - b);
          const key = set.join();
          if (!larger.has(key)) larger.set(key, set);
        }
      }
      yield { size, wrong };
      sets = [...larger.values()];
    }
  }

  /** Yield the puzzles with one solution that other digits in some cells lead to. @param {number[]} removed @returns {Generator<Puzzle>} */
  *changed(removed) {
    const { givens, rules } = this.givens;
    const choices = removed.map((cell) => Array.from({ length: rules.size }, (_, at) => at + 1).filter((digit) => digit !== givens[cell]));
    for (const digits of products(choices)) {
      if (!this.isAllowed()) return;
      const board = this.givens.plus(removed.map((cell, at) => [cell, digits[at] ?? 0]));
      if (this.count(board, 2) === 1) yield board;
    }
  }

  /** Return givens whose removal leaves a solution: few, but perhaps not the fewest. */
  enough() {
    /** @type {number[]} */
    const removed = [];
    for (let core = this.core(removed); core; core = this.core(removed)) {
      const times = core.map((cell) => this.cores.filter((known) => known.includes(cell)).length);
      removed.push(core[times.indexOf(Math.max(...times))] ?? 0);
      removed.sort((a, b) => a - b);
    }
    for (const cell of [...removed]) {
      const kept = removed.filter((other) => other !== cell);
      if (this.isSolvable(this.givens.filled.filter((other) => !kept.includes(other)))) removed.splice(removed.indexOf(cell), 1);
    }
    return removed;
  }

  /** Return givens that have no solution though any fewer of them have one, null where all have one. @param {number[]} removed */
  core(removed) {
    const known = this.cores.find((core) => !core.some((cell) => removed.includes(cell)));
    if (known) return known;
    let core = this.givens.filled.filter((cell) => !removed.includes(cell));
    if (this.isSolvable(core)) return null;
    if (!core.length) throw new AnswerError("no_solution", `the ${this.givens.puzzle.marks ? "candidates" : "rules"} allow no solution, whatever the givens are`);
    for (const cell of core) {
      const fewer = core.filter((other) => other !== cell);
      if (!this.isSolvable(fewer)) core = fewer;
    }
    this.cores.push(core);
    return core;
  }

  isAllowed() {
    this.left--;
    this.proved &&= this.left >= 0;
    return this.proved;
  }

  /** @param {number[]} kept */
  isSolvable(kept) {
    return this.count(this.givens.only(kept), 1) > 0;
  }

  /** @param {Puzzle} puzzle @param {number} limit */
  count(puzzle, limit) {
    const { status, count } = this.givens.search.solveOne(puzzle, limit, puzzle.rules.isClassic ? 0 : GUESSES);
    if (status === OUT_OF_BUDGET && count < limit) throw new LimitReached(`the budget of ${GUESSES} guesses is spent`);
    return count;
  }
}

/** Yield one item of each list, the last list first to change. @param {number[][]} lists @returns {Generator<number[]>} */
function* products([first, ...rest]) {
  if (!first) return yield [];
  for (const item of first) for (const others of products(rest)) yield [item, ...others];
}
