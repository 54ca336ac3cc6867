/**
 * What all calls of the core have in common: a long list is handed over in pieces, so that memory is bounded; a deadline
 * stops a call; progress is reported; enumerated solutions are collected from one buffer after another.
 */
import { expect } from "./memory.js";

/** The status of a row. */
export const STATUS = Object.freeze({
  unique: 0, multiple: 1, found: 2, noSolution: 3, conflict: 4, badCell: 5, outOfBudget: 6, cancelled: 7,
});

/** What a function of the module returns. */
export const CODE = Object.freeze({ ok: 0, badCall: 1, stopped: 2, more: 3 });

/** What is known of a board: which filled cells are givens; that the filled cells have one solution; neither. */
export const PREMISE = Object.freeze({ givens: 0, unique: 1, rules: 2 });

/** Boards of one call of the module. */
const PIECE = 8192;
/** Bytes of the solutions of one call of an enumeration. */
const BUFFER = 2 ** 18;

/**
 * @typedef {{limit?: number, budget?: number, any?: boolean}} SolveOptions stop a board at `limit` solutions (2) and
 *   after `budget` guesses (0: no bound); with `any`, any of several solutions will do
 * @typedef {{guesses: number, rounds: number, laneRounds: number, solutions: number}} Stats
 * @typedef {object} Solved
 * @property {Uint8Array} solutions the first solution of each board
 * @property {Float64Array} counts
 * @property {Uint8Array} status
 * @property {Uint32Array} guesses
 * @property {Stats} stats
 *
 * @typedef {object} Enumerated
 * @property {Uint8Array} solutions
 * @property {number} count
 * @property {number} status "unique": these are all; "multiple": the limit ended the search; "outOfBudget"; "cancelled"
 * @property {boolean} complete whether these are all solutions
 */

export class Calls {
  /**
   * @param {Record<string, Function>} door the exports of the module
   * @param {import("./memory.js").Arena} arena
   * @param {(done: number) => void} [progress]
   */
  constructor(door, arena, progress) {
    this.door = door;
    this.arena = arena;
    this.progress = progress;
    /** The time, as of performance.now(), at which a call is stopped; its unfinished rows are then "cancelled". */
    this.deadline = Infinity;
    this.done = 0;
  }

  /** Whether the call is to stop. The module asks about every millisecond. */
  poll() {
    this.progress?.(this.done);
    return performance.now() >= this.deadline;
  }

  /**
   * Hand rows over in pieces, and gather what each piece returns in `results`, an array for all rows under each key.
   * @template {import("./memory.js").Numbers} R
   * @template {{status: Uint8Array} & Record<string, import("./memory.js").Numbers>} T
   * @param {R} rows @param {number} width numbers of a row
   * @param {(n: number) => T} empty the results of n rows
   * @param {(part: R, n: number) => T} call
   * @param {number} [most] rows of a piece
   * @returns {T}
   */
  inPieces(rows, width, empty, call, most = PIECE) {
    expect(rows.length % width === 0, `expected boards of ${width} cells, got ${rows.length} numbers`);
    const n = rows.length / width;
    const results = empty(n);
    results.status.fill(STATUS.cancelled);
    this.done = 0;
    while (this.done < n && !(this.done && this.poll())) {
      const end = Math.min(this.done + most, n);
      this.arena.begin();
      const piece = call(/** @type {R} */ (rows.subarray(this.done * width, end * width)), end - this.done);
      for (const [key, values] of Object.entries(piece)) {
        const whole = /** @type {{set: Function, length: number}} */ (/** @type {unknown} */ (results[key]));
        whole.set(values, (this.done * whole.length) / n);
      }
      this.done = end;
    }
    this.progress?.(this.done);
    return results;
  }

  /**
   * Solve rows in pieces.
   * @template {import("./memory.js").Numbers} R
   * @param {R} rows @param {number} width @param {SolveOptions} options
   * @param {(part: R, n: number, bounds: [number, number, boolean], at: number[]) => number} call calls the module with
   *   limit, budget and any, and the places of the results
   * @returns {Solved}
   */
  solveRows(rows, width, { limit = 2, budget = 0, any = false }, call) {
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    const { arena } = this;
    const sums = new Float64Array(4);
    const solved = this.inPieces(rows, width, (n) => ({
      solutions: new Uint8Array(n * width),
      counts: new Float64Array(n),
      status: new Uint8Array(n),
      guesses: new Uint32Array(n),
    }), (part, n) => {
      const at = [n * width, n * 8, n, n * 4, 32].map((bytes) => arena.take(bytes));
      arena.clear(at[0], n * width);
      const code = call(part, n, [limit, budget, any], at);
      expect(code !== CODE.badCall, "the core refuses these boards");
      arena.copy(Float64Array, at[4], 4).forEach((number, i) => { sums[i] += number; });
      return {
        solutions: arena.copy(Uint8Array, at[0], n * width),
        counts: arena.copy(Float64Array, at[1], n),
        status: arena.copy(Uint8Array, at[2], n),
        guesses: arena.copy(Uint32Array, at[3], n),
      };
    });
    const [guesses, rounds, laneRounds, solutions] = sums;
    return { ...solved, stats: { guesses, rounds, laneRounds, solutions } };
  }

  /**
   * Collect the solutions of a search that has begun.
   * @param {number} width @param {number} limit
   * @param {(solutions: number, capacity: number, at: number[]) => number} next calls the module with the places of
   *   the solutions, their number, the status and the counters
   * @returns {Enumerated}
   */
  collect(width, limit, next) {
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    const { arena } = this;
    const most = Math.min(limit, Math.floor(BUFFER / width));
    const place = arena.take(most * width);
    const at = [4, 1, 32].map((bytes) => arena.take(bytes));
    /** @type {Uint8Array[]} */
    const buffers = [];
    let code = /** @type {number} */ (CODE.more);
    for (this.done = 0; code === CODE.more && this.done < limit;) {
      if (this.done && this.poll()) {
        code = CODE.stopped;
        break;
      }
      code = next(place, Math.min(most, limit - this.done), at);
      expect(code !== CODE.badCall, "the core refuses this search");
      const found = arena.word(at[0]);
      buffers.push(arena.copy(Uint8Array, place, found * width));
      this.done += found;
    }
    const solutions = new Uint8Array(this.done * width);
    buffers.reduce((start, buffer) => (solutions.set(buffer, start), start + buffer.length), 0);
    const status = code === CODE.stopped ? STATUS.cancelled : code === CODE.more ? STATUS.multiple : arena.byte(at[1]);
    return { solutions, count: this.done, status, complete: status === STATUS.unique };
  }
}
