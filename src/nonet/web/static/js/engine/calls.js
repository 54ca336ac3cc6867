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
 * @typedef {{limit?: number, budget?: number}} SolveOptions stop a board at `limit` solutions (2) and
 *   after `budget` guesses (0: no bound)
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
   * @param {import("./door.js").Door} door
   * @param {(done: number) => void} [progress]
   */
  constructor(door, progress) {
    this.door = door;
    this.arena = door.arena;
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
   * @param {string} name the function of the door
   * @param {R} rows @param {number} width @param {SolveOptions} options
   * @param {(part: R) => import("./door.js").Given} given the rows of a piece, and of what kind they are
   * @returns {Solved}
   */
  solveRows(name, rows, width, { limit = 2, budget = 0 }, given) {
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    const sums = [0, 0, 0, 0];
    const solved = this.inPieces(rows, width, (n) => ({
      solutions: new Uint8Array(n * width),
      counts: new Float64Array(n),
      status: new Uint8Array(n),
      guesses: new Uint32Array(n),
    }), (part, n) => {
      const { answer, counters, solutions, counts, status, guesses } =
        this.door.call(name, { ...given(part), n, stride: width, limit, budget, solution_stride: width });
      expect(answer !== CODE.badCall, "the core refuses these boards");
      counters.forEach((number, i) => { sums[i] += number; });
      return { solutions, counts, status, guesses };
    });
    const [guesses, rounds, laneRounds, solutions] = sums;
    return { ...solved, stats: { guesses, rounds, laneRounds, solutions } };
  }

  /**
   * Collect the solutions of a search that has begun.
   * @param {string} name the function of the door @param {import("./door.js").Given} given its arguments
   * @param {number} width @param {number} limit
   * @returns {Enumerated}
   */
  collect(name, given, width, limit) {
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    const most = Math.min(limit, Math.floor(BUFFER / width));
    /** @type {Uint8Array[]} */
    const buffers = [];
    let code = /** @type {number} */ (CODE.more);
    let last = /** @type {number} */ (STATUS.unique);
    for (this.done = 0; code === CODE.more && this.done < limit;) {
      if (this.done && this.poll()) {
        code = CODE.stopped;
        break;
      }
      const { answer, solutions, written, status } =
        this.door.call(name, { ...given, capacity: Math.min(most, limit - this.done) });
      expect(answer !== CODE.badCall, "the core refuses this search");
      [code, last] = [answer, status];
      buffers.push(solutions.slice(0, written * width));
      this.done += written;
    }
    const solutions = new Uint8Array(this.done * width);
    buffers.reduce((start, buffer) => (solutions.set(buffer, start), start + buffer.length), 0);
    const status = code === CODE.stopped ? STATUS.cancelled : code === CODE.more ? STATUS.multiple : last;
    return { solutions, count: this.done, status, complete: status === STATUS.unique };
  }

  /** Take memory that a search keeps. @param {number} bytes @returns {import("./door.js").Place} */
  held(bytes) {
    return { address: this.arena.take(bytes), size: bytes };
  }
}
