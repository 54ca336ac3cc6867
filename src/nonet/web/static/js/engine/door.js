/**
 * The door of core.wasm: any function of core.h by its name, with its arguments by theirs. Which arguments there are and
 * what they need, the module tells: it has the rows of core/door.hpp. The memory of a call is free after it.
 */

/** How an argument is passed: `Way` in core/door.hpp, in its order. */
const WAYS = Object.freeze([
  "number", "count", "tables", "input", "maybeInput", "bytes", "maybeBytes", "changed", "output", "maybeOutput", "one", "stop",
]);
const OUTPUTS = ["output", "maybeOutput", "one"];
/** Of the length of a row: as many as the board has cells, which is a classic one here. */
const CELLS = 0xffff;
const CLASSIC_CELLS = 81;
/** The bytes of a `Value` and of the counters. */
const VALUE = 16;
const COUNTERS = 32;
const MOST = 2n ** 64n - 1n;

/** @typedef {import("./memory.js").Numbers} Numbers */
/** @typedef {{address: number, size: number}} Place numbers that are in memory already */
/** @typedef {Record<string, number | bigint | boolean | Numbers | Place | null | undefined>} Given */
/** @typedef {{name: string, way: string, bytes: number, perRow: number}} Argument */

export class Door {
  /** @type {Map<string, {number: number, list: Argument[]}>} */
  rows = new Map();

  /** @param {WebAssembly.Exports} exports @param {import("./memory.js").Arena} arena */
  constructor(exports, arena) {
    this.exports = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (exports));
    this.arena = arena;
    for (let number = 0; number < this.exports.rows(); number++) {
      this.rows.set(arena.text(this.exports.rowName(number)) ?? "", { number, list: this.argumentsOf(number) });
    }
  }

  /** @param {number} row @returns {Argument[]} */
  argumentsOf(row) {
    const list = [];
    for (let i = 0, name; (name = this.arena.text(this.exports.argumentName(row, i))); i++) {
      const facts = this.exports.argumentFacts(row, i);
      const perRow = facts >>> 16;
      list.push({ name, way: WAYS[facts & 255], bytes: (facts >> 8) & 255, perRow: perRow === CELLS ? CLASSIC_CELLS : perRow });
    }
    return list;
  }

  /**
   * Call a function. A missing number is 0, a missing buffer is null; buffers for output are allocated.
   * @param {string} name as in core.h, without "nonet_" @param {Given} [given]
   * @returns {{answer: number, [written: string]: any}} what the function returns, and the arguments that it has written:
   *   numbers of 64 bits as Float64Array, single ones as numbers
   */
  call(name, given = {}) {
    const { arena, exports } = this;
    const { number, list } = /** @type {{number: number, list: Argument[]}} */ (this.rows.get(name));
    const before = arena.free;
    const count = list.find(({ way }) => way === "count");
    const rows = count ? Number(given[count.name]) : 1;
    const lengthOf = (/** @type {Argument} */ { way, perRow }) => (way === "one" ? 1 : rows * perRow);
    const values = list.map((argument) => this.value(argument, given[argument.name], lengthOf(argument)));
    const place = arena.take(VALUE * list.length);
    const counters = arena.take(COUNTERS);
    const words = new BigUint64Array(arena.memory.buffer, place, 2 * list.length);
    values.forEach(({ bits, size }, i) => words.set([bits, BigInt(size)], 2 * i));
    const bytes = exports.workspaceBytes(number, place);
    const answer = exports.call(number, place, arena.take(bytes), bytes, counters);
    const written = list.flatMap(({ name, way, bytes }, i) => {
      if (!OUTPUTS.includes(way)) return [];
      const numbers = arena.numbers(bytes, Number(values[i].bits), values[i].size);
      return [[name, way === "one" ? numbers[0] : numbers]];
    });
    arena.free = before;
    return { answer, ...Object.fromEntries(written) };
  }

  /** Put an argument into memory. @param {Argument} argument @param {Given[string]} given @param {number} length of what is written */
  value({ way, bytes }, given, length) {
    const { arena } = this;
    if (OUTPUTS.includes(way)) {
      const address = arena.take(length * bytes);
      new Uint8Array(arena.memory.buffer, address, length * bytes).fill(0);
      return { bits: BigInt(address), size: length };
    }
    if (given === null || given === undefined || way === "stop") return { bits: 0n, size: 0 };
    if (typeof given !== "object") return { bits: whole(given), size: 0 };
    if ("address" in given) return { bits: BigInt(given.address), size: given.size };
    return { bits: BigInt(arena.put(given)), size: given.length };
  }
}

/** Return a number as one of 64 bits without a sign. @param {number | bigint | boolean} number */
function whole(number) {
  if (typeof number !== "number") return BigInt(number);
  if (!(number > 0)) return 0n;
  return number < 2 ** 63 ? BigInt(Math.floor(number)) : MOST;
}
