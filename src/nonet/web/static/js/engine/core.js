/**
 * The native core in a page: the functions of core.h, by core.wasm. All calls are synchronous and may take long, so a page
 * calls them in a worker. Boards are bytes 0-9 in reading order; marks are masks, bit d-1 for digit d; numbers of
 * solutions are exact up to 2^53. A status is one of STATUS, a step as in core.h.
 */
import { Calls, CODE, PREMISE, STATUS } from "./calls.js";
import { TECHNIQUES } from "./data.js";
import { Door } from "./door.js";
import { Arena, CoreError, expect } from "./memory.js";

export { CoreError, PREMISE, STATUS };

export const CELLS = 81;
/** Boards of one call that rates them. */
const RATED_PIECE = 256;
/** Words for the steps of a position: tried first, and at most. */
const FIRST_WORDS = 2 ** 16;
const MOST_WORDS = 2 ** 25;
const LOGIC_EXPECTS = "expected digits 0-9, masks of 9 bits, a profile that names each technique once and one of PREMISE";

/**
 * @typedef {{rows: [number, number][], countsPoints?: boolean, searches?: 0 | 1 | 2}} Profile techniques and ratings
 * @typedef {{budget?: number, profile?: Profile | null, givens?: Uint8Array | null, premise?: number}} LogicOptions `budget`:
 *   chain nodes; `givens`: digits, 0 where a placed digit is no given; `premise`: one of PREMISE, a technique that needs more
 *   is not tried
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

/**
 * Compile the core and start it. A Response is compiled while it arrives if its host sends it as application/wasm.
 *
 * @param {WebAssembly.Module | Response | BufferSource} source
 * @param {{progress?: (done: number) => void}} [options] `progress` is called now and then with the boards done
 */
export async function loadCore(source, { progress } = {}) {
  const module = source instanceof WebAssembly.Module ? source : await compiled(source);
  /** @type {{core?: Core}} */
  const page = {};
  const instance = await WebAssembly.instantiate(module, { page: { poll: () => (page.core?.poll() ? 1 : 0) } });
  page.core = new Core(module, instance.exports, progress);
  return page.core;
}

/** @param {Response | BufferSource} source */
async function compiled(source) {
  if (typeof Response === "undefined" || !(source instanceof Response)) {
    return WebAssembly.compile(/** @type {BufferSource} */ (source));
  }
  if (!source.ok) throw new CoreError("load", `the core is missing: status ${source.status} for ${source.url}`);
  const streams = source.headers.get("Content-Type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

export class Core extends Calls {
  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Exports} exports
   * @param {(done: number) => void} [progress]
   */
  constructor(module, exports, progress) {
    const { memory, heap } = /** @type {{memory: WebAssembly.Memory, heap: () => number}} */ (/** @type {unknown} */ (exports));
    super(new Door(exports, new Arena(memory, heap())), progress);
    /** To start another worker with; compiling it again is not needed. */
    this.module = module;
    /** @type {{name: string, family: string, premise: number, rating: number}[]} the techniques by number; `premise`: what it
     * needs, one of PREMISE; ratings in hundredths */
    this.techniques = [];
    /** @param {"name" | "family" | "premise" | "rating"} fact @param {number} technique */
    const fact = (fact, technique) => this.door.call(`technique_${fact}`, { technique }).answer;
    for (let i = 0, name; (name = this.arena.text(fact("name", i))); i++) {
      const family = this.arena.text(fact("family", i)) ?? "";
      this.techniques.push({ name, family, premise: fact("premise", i), rating: fact("rating", i) });
    }
  }

  /** Solve boards of 81 bytes. @param {Uint8Array} boards @param {import("./calls.js").SolveOptions} [options] */
  solve(boards, options = {}) {
    return this.solveRows("solve", boards, CELLS, options, (cells) => ({ cells }));
  }

  /** Solve boards given as 81 masks. @param {Uint16Array} marks @param {import("./calls.js").SolveOptions} [options] */
  solveMarks(marks, options = {}) {
    return this.solveRows("solve_marks", marks, CELLS, options, (masks) => ({ marks: masks }));
  }

  /** Find up to `limit` solutions of 81 masks. @param {Uint16Array} marks @param {number} limit @param {{budget?: number}} [options] */
  enumerate(marks, limit, { budget = 0 } = {}) {
    expect(marks.length === CELLS, `expected ${CELLS} masks, got ${marks.length}`);
    this.arena.begin();
    const workspace = this.held(this.door.call("workspace_bytes").answer);
    const begun = this.door.call("search_begin", { marks, workspace }).answer;
    expect(begun !== CODE.badCall, "expected masks of 9 bits");
    return this.collect("search_next", { budget, workspace }, CELLS, limit);
  }

  /** Rate boards of 81 bytes. @param {Uint8Array} boards @param {LogicOptions} [options] without `givens` @returns {Rated} */
  rate(boards, options) {
    const how = logicOptions(options);
    return this.inPieces(boards, CELLS, (n) => noRatings(n, TECHNIQUES.length),
      (cells, n) => rated(this.door.call("rate", { ...how, cells, n, stride: CELLS })), RATED_PIECE);
  }

  /** Rate one position of digits and masks. @param {Uint8Array} digits @param {Uint16Array} marks @param {LogicOptions} [options] */
  rateBoard(digits, marks, options) {
    expect(digits.length === CELLS && marks.length === CELLS, `expected ${CELLS} digits and ${CELLS} masks`);
    this.done = 0;
    this.arena.begin();
    return rated(this.door.call("rate_board", { ...logicOptions(options), digits, marks: wide(marks) }));
  }

  /**
   * Find the first step of a position (`all` 0), all steps (1), or all steps and all chains (2), as words of core.h.
   * @param {Uint8Array} digits @param {Uint16Array} marks @param {0 | 1 | 2} all @param {LogicOptions} [options]
   * @returns {{words: Uint32Array, status: number}}
   */
  nextSteps(digits, marks, all, options) {
    expect(digits.length === CELLS && marks.length === CELLS, `expected ${CELLS} digits and ${CELLS} masks`);
    this.done = 0;
    const how = { ...logicOptions(options), digits, marks: wide(marks), all };
    for (let capacity = FIRST_WORDS; ; capacity *= 8) {
      this.arena.begin();
      const { answer, words, written, status } = this.door.call("next_steps", { ...how, capacity });
      expect(answer !== CODE.badCall, LOGIC_EXPECTS);
      if (answer === CODE.more && capacity < MOST_WORDS) continue;
      if (answer === CODE.more) return { words: new Uint32Array(0), status: STATUS.outOfBudget };
      return { words: words.slice(0, written), status };
    }
  }

  /** Generate puzzles `first` to `first + n - 1` of a seed. @param {bigint} seed @param {number} first @param {number} n @param {Spec} spec */
  generate(seed, first, n, { orbits, minGivens, maxGivens, attempts = 1, minimal = false, fixed = false }) {
    expect(orbits.length === CELLS, `expected the orbits of ${CELLS} cells, got ${orbits.length}`);
    this.done = 0;
    this.arena.begin();
    const { answer, puzzles, solutions, status } = this.door.call(
      "generate", { seed, first, n, orbits, min_givens: minGivens, max_givens: maxGivens, attempts, minimal, fixed });
    expect(answer !== CODE.badCall, "expected orbits numbered from 0, at least one attempt and 0 to 81 givens");
    return { puzzles, solutions, status };
  }
}

/** Return masks of candidates as the human solver takes them, which has boards with more digits. @param {Uint16Array} marks */
const wide = (marks) => BigUint64Array.from(marks, (mask) => BigInt(mask));

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

/** Room for the ratings of n boards. @param {number} n @param {number} techniques @returns {Rated} */
function noRatings(n, techniques) {
  return {
    er: new Uint16Array(n),
    ep: new Uint16Array(n),
    ed: new Uint16Array(n),
    status: new Uint8Array(n),
    hardest: new Uint8Array(n).fill(255),
    steps: new Uint32Array(n),
    counts: new Uint16Array(n * techniques),
    nodes: new Float64Array(n),
  };
}
