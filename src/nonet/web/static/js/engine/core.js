/**
 * The native core in a page: the functions of core.h, by core.wasm. All calls are synchronous and may take long, so a page
 * calls them in a worker. Boards are bytes 0-9 in reading order; marks are masks, bit d-1 for digit d; numbers of
 * solutions are exact up to 2^53. A status is one of STATUS, a step as in core.h.
 */
import { CODE, PREMISE, STATUS } from "./calls.js";
import { General } from "./general.js";
import { Arena, CoreError, expect } from "./memory.js";

export { CoreError, PREMISE, STATUS };

export const CELLS = 81;
/** The bytes of a transform: transposed, rows, columns, digits. */
export const TRANSFORM = 28;
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

export class Core extends General {
  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Exports} exports
   * @param {(done: number) => void} [progress]
   */
  constructor(module, exports, progress) {
    const door = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (exports));
    super(door, new Arena(/** @type {WebAssembly.Memory} */ (exports.memory), door.heap()), progress);
    /** To start another worker with; compiling it again is not needed. */
    this.module = module;
    /** @type {{name: string, family: string, premise: number, rating: number}[]} the techniques by number; `premise`: what it
     * needs, one of PREMISE; ratings in hundredths */
    this.techniques = [];
    for (let i = 0, name; (name = this.arena.text(door.techniqueName(i))); i++) {
      const family = this.arena.text(door.techniqueFamily(i)) ?? "";
      this.techniques.push({ name, family, premise: door.techniquePremise(i), rating: door.techniqueRating(i) });
    }
  }

  /** Solve boards of 81 bytes. @param {Uint8Array} boards @param {import("./calls.js").SolveOptions} [options] */
  solve(boards, options = {}) {
    return this.solveRows(boards, CELLS, options, (cells, n, bounds, at) =>
      this.door.solve(this.arena.put(cells), 0, n, ...bounds, ...at, this.arena.take(this.door.workspaceBytes())));
  }

  /** Solve boards given as 81 masks. @param {Uint16Array} marks @param {import("./calls.js").SolveOptions} [options] */
  solveMarks(marks, options = {}) {
    return this.solveRows(marks, CELLS, options, (masks, n, bounds, at) =>
      this.door.solve(0, this.arena.put(masks), n, ...bounds, ...at, this.arena.take(this.door.workspaceBytes())));
  }

  /** Find up to `limit` solutions of 81 masks. @param {Uint16Array} marks @param {number} limit @param {{budget?: number}} [options] */
  enumerate(marks, limit, { budget = 0 } = {}) {
    expect(marks.length === CELLS, `expected ${CELLS} masks, got ${marks.length}`);
    this.arena.begin();
    const workspace = this.arena.take(this.door.workspaceBytes());
    const begun = this.door.searchBegin(this.arena.put(marks), workspace);
    expect(begun !== CODE.badCall, "expected masks of 9 bits");
    return this.collect(CELLS, limit, (solutions, capacity, at) =>
      this.door.searchNext(budget, solutions, capacity, ...at, workspace));
  }

  /** Rate boards of 81 bytes. @param {Uint8Array} boards @param {LogicOptions} [options] @returns {Rated} */
  rate(boards, options) {
    return this.inPieces(boards, CELLS, (n) => noRatings(n, this.techniques.length),
      (part) => this.rateRows(part, null, options), RATED_PIECE);
  }

  /** Rate one position of digits and masks. @param {Uint8Array} digits @param {Uint16Array} marks @param {LogicOptions} [options] */
  rateBoard(digits, marks, options) {
    expect(digits.length === CELLS && marks.length === CELLS, `expected ${CELLS} digits and ${CELLS} masks`);
    this.done = 0;
    this.arena.begin();
    return this.rateRows(digits, marks, options);
  }

  /** @param {Uint8Array} boards @param {Uint16Array | null} marks @param {LogicOptions} [options] @returns {Rated} */
  rateRows(boards, marks, options) {
    const n = boards.length / CELLS;
    const { arena, door } = this;
    const techniques = this.techniques.length;
    const workspace = arena.take(door.logicWorkspaceBytes());
    const cells = arena.put(boards);
    const masks = marks ? arena.put(marks) : 0;
    const how = this.logicOptions(options);
    const at = [6, 1, 1, 4, 2 * techniques, 8].map((bytes) => arena.take(n * bytes));
    const code = door.rate(cells, masks, n, ...how, ...at, workspace);
    expect(code !== CODE.badCall, LOGIC_EXPECTS);
    const ratings = arena.copy(Uint16Array, at[0], n * 3);
    return {
      er: ratings.filter((_, i) => i % 3 === 0),
      ep: ratings.filter((_, i) => i % 3 === 1),
      ed: ratings.filter((_, i) => i % 3 === 2),
      status: arena.copy(Uint8Array, at[1], n),
      hardest: arena.copy(Uint8Array, at[2], n),
      steps: arena.copy(Uint32Array, at[3], n),
      counts: arena.copy(Uint16Array, at[4], n * techniques),
      nodes: arena.copy(Float64Array, at[5], n),
    };
  }

  /** Write the options of the human solver; return them as the arguments of a call. @param {LogicOptions} [options] */
  logicOptions({ budget = 0, profile = null, givens = null, premise = PREMISE.givens } = {}) {
    expect(!givens || givens.length === CELLS, `expected ${CELLS} givens, got ${givens?.length}`);
    const rows = profile ? this.arena.put(Uint16Array.from(profile.rows.flat())) : 0;
    const size = profile?.rows.length ?? 0;
    const places = givens ? this.arena.put(givens) : 0;
    return [budget, rows, size, profile?.countsPoints ? 1 : 0, profile?.searches ?? 0, places, premise];
  }

  /**
   * Find the first step of a position (`all` 0), all steps (1), or all steps and all chains (2), as words of core.h.
   * @param {Uint8Array} digits @param {Uint16Array} marks @param {0 | 1 | 2} all @param {LogicOptions} [options]
   * @returns {{words: Uint32Array, status: number}}
   */
  nextSteps(digits, marks, all, options) {
    expect(digits.length === CELLS && marks.length === CELLS, `expected ${CELLS} digits and ${CELLS} masks`);
    this.done = 0;
    for (let capacity = FIRST_WORDS; ; capacity *= 8) {
      const { arena, door } = this;
      arena.begin();
      const workspace = arena.take(door.logicWorkspaceBytes());
      const cells = arena.put(digits);
      const masks = arena.put(marks);
      const how = this.logicOptions(options);
      const [words, written, status] = [capacity * 4, 4, 1].map((bytes) => arena.take(bytes));
      const code = door.nextSteps(cells, masks, all, ...how, words, capacity, written, status, workspace);
      expect(code !== CODE.badCall, LOGIC_EXPECTS);
      if (code === CODE.more && capacity < MOST_WORDS) continue;
      if (code === CODE.more) return { words: new Uint32Array(0), status: STATUS.outOfBudget };
      return { words: arena.copy(Uint32Array, words, arena.word(written)), status: arena.byte(status) };
    }
  }

  /** Generate puzzles `first` to `first + n - 1` of a seed. @param {bigint} seed @param {number} first @param {number} n @param {Spec} spec */
  generate(seed, first, n, { orbits, minGivens, maxGivens, attempts = 1, minimal = false, fixed = false }) {
    expect(orbits.length === CELLS, `expected the orbits of ${CELLS} cells, got ${orbits.length}`);
    const { arena, door } = this;
    this.done = 0;
    arena.begin();
    const workspace = arena.take(door.generateWorkspaceBytes());
    const cells = arena.put(orbits);
    const at = [CELLS, CELLS, 1].map((bytes) => arena.take(n * bytes));
    const code = door.generate(
      seed, BigInt(first), n, cells, minGivens, maxGivens, attempts, minimal, fixed, ...at, workspace);
    expect(code !== CODE.badCall, "expected orbits numbered from 0, at least one attempt and 0 to 81 givens");
    return {
      puzzles: arena.copy(Uint8Array, at[0], n * CELLS),
      solutions: arena.copy(Uint8Array, at[1], n * CELLS),
      status: arena.copy(Uint8Array, at[2], n),
    };
  }

  /** Find the canonical forms of boards. @param {Uint8Array} boards */
  canonical(boards) {
    const { arena, door } = this;
    return this.inPieces(boards, CELLS, (n) => ({
      canonical: new Uint8Array(n * CELLS),
      transforms: new Uint8Array(n * TRANSFORM),
      automorphisms: new Float64Array(n),
      status: new Uint8Array(n),
    }), (part, n) => {
      const cells = arena.put(part);
      const at = [CELLS, TRANSFORM, 8, 1].map((bytes) => arena.take(n * bytes));
      at.slice(0, 2).forEach((place, i) => arena.clear(place, n * [CELLS, TRANSFORM][i]));
      expect(door.canonical(cells, n, ...at) !== CODE.badCall, "the core refuses these boards");
      return {
        canonical: arena.copy(Uint8Array, at[0], n * CELLS),
        transforms: arena.copy(Uint8Array, at[1], n * TRANSFORM),
        automorphisms: arena.copy(Float64Array, at[2], n),
        status: arena.copy(Uint8Array, at[3], n),
      };
    });
  }
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
