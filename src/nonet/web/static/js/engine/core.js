/**
 * The native core in a page: the functions of core.h, by core.wasm. All calls are synchronous and may take long, so a page
 * calls them in a worker. Boards are bytes 0-9 in reading order; marks are masks, bit d-1 for digit d; numbers of
 * solutions are exact up to 2^53. A status is one of STATUS, a step as in core.h. A long list is handed over in pieces,
 * so that memory is bounded; a deadline stops a call.
 */
import { Door } from "./door.js";
import { Arena, CoreError, expect } from "./memory.js";

export { CoreError };

/** @typedef {import("./memory.js").Numbers} Numbers */

/** The status of a row. */
export const STATUS = Object.freeze({
  unique: 0, multiple: 1, found: 2, noSolution: 3, conflict: 4, badCell: 5, outOfBudget: 6, cancelled: 7,
});

/** What a function of the module returns. */
const CODE = Object.freeze({ ok: 0, badCall: 1, stopped: 2, more: 3 });

/** What is known of a board: which filled cells are givens; that the filled cells have one solution; neither. */
export const PREMISE = Object.freeze({ givens: 0, unique: 1, rules: 2 });

const CELLS = 81;
/** Boards of one call of the module, and of one that rates them. */
const PIECE = 8192;
const RATED_PIECE = 256;
/** Bytes of the solutions of one call of an enumeration. */
const BUFFER = 2 ** 18;
/** Words for the steps of a position: tried first, and at most. */
const FIRST_WORDS = 2 ** 16;
const MOST_WORDS = 2 ** 25;
const LOGIC_EXPECTS = "expected digits 0-9, masks of 9 bits, a profile that names each technique once and one of PREMISE";

/**
 * @typedef {{limit?: number, budget?: number}} SolveOptions stop a board at `limit` solutions (2) and
 *   after `budget` guesses (0: no bound)
 * @typedef {object} Solved
 * @property {Uint8Array} solutions the first solution of each board
 * @property {Float64Array} counts
 * @property {Uint8Array} status
 * @property {Uint32Array} guesses
 *
 * @typedef {{rows: [number, number][], countsPoints?: boolean, searches?: number}} Profile techniques, ratings, kind of search
 * @typedef {{budget?: number, profile?: Profile | null, givens?: Uint8Array | null, premise?: number}} LogicOptions `budget`:
 *   chain nodes; `givens`: digits, 0 where a placed digit is not a given; `premise`: one of PREMISE, the most a technique may need
 * @typedef {object} Rated
 * @property {Uint16Array} er tenths, or points; 200 (65535 points) if the techniques do not solve the board
 * @property {Uint16Array} ep
 * @property {Uint16Array} ed
 * @property {Uint8Array} status
 * @property {Uint8Array} hardest a technique, or 255
 * @property {Uint32Array} steps
 * @property {Uint16Array} counts the number of steps of each technique, for each board
 * @property {Float64Array} nodes
 *
 * @typedef {{orbits: Uint8Array, minGivens: number, maxGivens: number, attempts?: number, minimal?: boolean, fixed?: boolean}} Spec
 *   as nonet_puzzle_spec in core.h
 */

/** Start the core. @param {WebAssembly.Module | BufferSource} source */
export async function loadCore(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  /** @type {{core?: Core}} */
  const page = {};
  const poll = () => Number(performance.now() >= (page.core?.deadline ?? Infinity)); // the module asks about every millisecond
  page.core = new Core((await WebAssembly.instantiate(module, { page: { poll } })).exports);
  return page.core;
}

export class Core {
  /** The time, as of performance.now(), at which a call is stopped; its unfinished rows are then "cancelled". */
  deadline = Infinity;
  /** The techniques by number; `premise`: what it needs, one of PREMISE; ratings in hundredths, 0 for none.
   * @type {{name: string, family: string, premise: number, rating: number}[]} */
  techniques = [];

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    const { memory, heap } = /** @type {{memory: WebAssembly.Memory, heap: () => number}} */ (/** @type {unknown} */ (exports));
    this.arena = new Arena(memory, heap());
    this.door = new Door(exports, this.arena);
    /** @param {"name" | "family" | "premise" | "rating"} fact @param {number} technique */
    const fact = (fact, technique) => this.door.call(`technique_${fact}`, { technique }).answer;
    for (let i = 0, name; (name = this.arena.text(fact("name", i))); i++) {
      const family = this.arena.text(fact("family", i)) ?? "";
      this.techniques.push({ name, family, premise: fact("premise", i), rating: fact("rating", i) });
    }
  }

  /** Solve boards of 81 bytes. @param {Uint8Array} cells @param {SolveOptions} [options] */
  solve(cells, options) {
    return this.solveRows("solve", cells, options, (part) => ({ cells: part }));
  }

  /** Solve boards given as 81 masks. @param {Uint16Array} marks @param {SolveOptions} [options] */
  solveMarks(marks, options) {
    return this.solveRows("solve_marks", marks, options, (part) => ({ marks: part }));
  }

  /**
   * @template {Numbers} R @param {string} name the function of the door @param {R} rows @param {SolveOptions | undefined} options
   * @param {(part: R) => import("./door.js").Given} given the rows of a piece, and of what kind they are
   */
  solveRows(name, rows, { limit = 2, budget = 0 } = {}, given) {
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    return this.inPieces(rows, PIECE, (part, n) => {
      const found = this.door.call(name, { ...given(part), n, stride: CELLS, limit, budget, solution_stride: CELLS });
      const { answer, solutions, counts, status, guesses } = found;
      expect(answer !== CODE.badCall, "the core refuses these boards");
      return /** @type {Solved} */ ({ solutions, counts, status, guesses });
    });
  }

  /**
   * Hand boards over in pieces of at most so many, and join what the pieces return.
   * @template {Numbers} R @template {{status: Uint8Array}} T
   * @param {R} rows @param {number} most @param {(part: R, n: number) => T} call @returns {T}
   */
  inPieces(rows, most, call) {
    expect(rows.length % CELLS === 0, `expected boards of ${CELLS} cells, got ${rows.length} numbers`);
    const all = rows.length / CELLS;
    /** @type {Record<string, Numbers[]>} */
    const found = {};
    let done = 0;
    do {
      const n = Math.min(most, all - done);
      this.arena.begin();
      const piece = call(/** @type {R} */ (rows.subarray(done * CELLS, (done + n) * CELLS)), n);
      for (const [name, numbers] of Object.entries(piece)) (found[name] ??= []).push(numbers);
      done += n;
    } while (done < all && performance.now() < this.deadline);
    const whole = Object.entries(found).map(([name, parts]) => [name, joined(parts, all / (done || 1))]);
    const results = /** @type {T} */ (Object.fromEntries(whole));
    results.status.fill(STATUS.cancelled, done);
    return results;
  }

  /**
   * Find up to `limit` solutions of 81 masks. The status is "unique" if these are all, "multiple" if the limit ended the search.
   * @param {Uint16Array} marks @param {number} limit @param {{budget?: number}} [options]
   */
  enumerate(marks, limit, { budget = 0 } = {}) {
    expect(marks.length === CELLS, `expected ${CELLS} masks, got ${marks.length}`);
    expect(limit >= 1, `limit must be at least 1, got ${limit}`);
    this.arena.begin();
    const size = this.door.call("workspace_bytes").answer;
    const workspace = { address: this.arena.take(size), size };
    expect(this.door.call("search_begin", { marks, workspace }).answer !== CODE.badCall, "expected masks of 9 bits");
    /** @type {Uint8Array[]} */
    const buffers = [];
    let [count, code, status] = /** @type {[number, number, number]} */ ([0, CODE.more, STATUS.unique]);
    while (code === CODE.more && count < limit) {
      const capacity = Math.min(limit - count, Math.floor(BUFFER / CELLS));
      const found = this.door.call("search_next", { budget, workspace, capacity });
      expect(found.answer !== CODE.badCall, "the core refuses this search");
      [code, status] = [found.answer, found.status];
      buffers.push(found.solutions.subarray(0, found.written * CELLS));
      count += found.written;
      if (code === CODE.more && count < limit && performance.now() >= this.deadline) code = CODE.stopped;
    }
    if (code === CODE.stopped) status = STATUS.cancelled;
    if (code === CODE.more) status = STATUS.multiple;
    return { solutions: joined(buffers), count, status, complete: status === STATUS.unique };
  }

  /** Rate boards of 81 bytes. @param {Uint8Array} boards @param {LogicOptions} [options] without `givens` */
  rate(boards, options) {
    const how = logicOptions(options);
    return this.inPieces(boards, RATED_PIECE, (cells, n) => rated(this.door.call("rate", { ...how, cells, n, stride: CELLS })));
  }

  /** Rate one position of digits and masks. @param {Uint8Array} digits @param {Uint16Array} marks @param {LogicOptions} [options] */
  rateBoard(digits, marks, options) {
    const how = positionOf(digits, marks, options);
    this.arena.begin();
    return rated(this.door.call("rate_board", how));
  }

  /**
   * Find the first steps of a position, each on the board after the one before, up to `most`, as words of core.h.
   * @param {Uint8Array} digits @param {Uint16Array} marks @param {number} most @param {LogicOptions} [options]
   */
  path(digits, marks, most, options) {
    const how = { ...positionOf(digits, marks, options), most };
    return this.steps((capacity) => this.door.call("path", { ...how, capacity }));
  }

  /**
   * Find all steps of a position; chains are a last resort (0), or all are wanted (1).
   * @param {Uint8Array} digits @param {Uint16Array} marks @param {0 | 1} chains @param {LogicOptions} [options] */
  allSteps(digits, marks, chains, options) {
    const how = { ...positionOf(digits, marks, options), chains };
    return this.steps((capacity) => this.door.call("all_steps", { ...how, capacity }));
  }

  /** Call with as much room as the steps need. @param {(capacity: number) => any} call @returns {{words: Uint32Array, status: number}} */
  steps(call) {
    for (let capacity = FIRST_WORDS; ; capacity *= 8) {
      this.arena.begin();
      const { answer, words, written, status } = call(capacity);
      expect(answer !== CODE.badCall, LOGIC_EXPECTS);
      if (answer !== CODE.more) return { words: words.slice(0, written), status };
      if (capacity >= MOST_WORDS) return { words: new Uint32Array(0), status: STATUS.outOfBudget };
    }
  }

  /** Generate puzzles `first` to `first + n - 1` of a seed. @param {bigint} seed @param {number} first @param {number} n @param {Spec} spec */
  generate(seed, first, n, { orbits, minGivens, maxGivens, attempts = 1, minimal = false, fixed = false }) {
    expect(orbits.length === CELLS, `expected the orbits of ${CELLS} cells, got ${orbits.length}`);
    this.arena.begin();
    const { answer, puzzles, solutions, status } = this.door.call(
      "generate", { seed, first, n, orbits, min_givens: minGivens, max_givens: maxGivens, attempts, minimal, fixed });
    expect(answer !== CODE.badCall, "expected orbits numbered from 0, at least one attempt and 0 to 81 givens");
    return { puzzles, solutions, status };
  }
}

/** Join numbers; a share over 1 leaves room for more at the end. @template {Numbers} T @param {T[]} parts @param {number} [share] @returns {T} */
function joined(parts, share = 1) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new /** @type {any} */ (parts[0]).constructor(Math.round(length * share));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** Return a position as arguments of the door. @param {Uint8Array} digits @param {Uint16Array} marks @param {LogicOptions} [options] */
function positionOf(digits, marks, options) {
  expect(digits.length === CELLS && marks.length === CELLS, `expected ${CELLS} digits and ${CELLS} masks`);
  // The human solver has boards with more digits.
  return { ...logicOptions(options), digits, marks: BigUint64Array.from(marks, (mask) => BigInt(mask)) };
}

/** Return the options of the human solver as arguments of the door. @param {LogicOptions} [options] */
function logicOptions({ budget = 0, profile = null, givens = null, premise = PREMISE.givens } = {}) {
  expect(!givens || givens.length === CELLS, `expected ${CELLS} givens, got ${givens?.length}`);
  const kind = (profile?.countsPoints ? 1 : 0) + 2 * (profile?.searches ?? 0);
  return { budget, profile: profile && Uint16Array.from([kind, ...profile.rows.flat()]), givens, premise };
}

/** Return what the door has written about ratings. @param {ReturnType<Door["call"]>} call @returns {Rated} */
function rated({ answer, ratings, status, hardest, steps, counts, nodes }) {
  expect(answer !== CODE.badCall, LOGIC_EXPECTS);
  /** @param {number} which */
  const figure = (which) => ratings.filter((/** @type {number} */ _, /** @type {number} */ i) => i % 3 === which);
  return { er: figure(0), ep: figure(1), ed: figure(2), status, hardest, steps, counts, nodes };
}
