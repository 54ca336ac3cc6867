/**
 * Boards of any size: the part of Core for boards that are described by their houses. Digits are bytes, 0 for an empty
 * cell; masks are 64 bits for each cell, as a BigUint64Array or as numbers.
 */
import { Calls, CODE } from "./calls.js";
import { expect } from "./memory.js";

/** @typedef {BigUint64Array | ArrayLike<number>} Masks */

/** The tables of a kind of board: `size` rows, columns and digits. They stay outside the module's memory. */
export class Tables {
  /** @param {number} size @param {Uint8Array} bytes */
  constructor(size, bytes) {
    this.size = size;
    this.cells = size * size;
    this.bytes = bytes;
  }
}

export class General extends Calls {
  /**
   * Make the tables of boards with these houses: rows, columns and all others.
   * @param {{size: number, houses: ArrayLike<number>[]}} rules
   */
  tables({ size, houses }) {
    const { arena, door } = this;
    const sorted = houses.map((house) => Uint16Array.from(house).sort());
    expect(size >= 1 && size <= 36, `size must be 1 to 36, got ${size}`);
    expect(sorted.every((house) => house.length <= size), `expected houses of up to ${size} cells`);
    arena.begin();
    const lengths = arena.put(Uint8Array.from(sorted, (house) => house.length));
    const cells = arena.put(Uint16Array.from(sorted.flatMap((house) => [...house])));
    const bytes = door.tablesBytes(size, houses.length, lengths, cells);
    expect(bytes, "expected houses of different cells, each cell in up to 16 of up to 1,024 houses");
    const tables = arena.take(bytes);
    expect(door.tablesMake(size, houses.length, lengths, cells, tables, bytes) === CODE.ok, "the core refuses the houses");
    return new Tables(size, arena.copy(Uint8Array, tables, bytes));
  }

  /** Forget tables. They must not be used again. @param {Tables} tables */
  release(tables) {
    tables.bytes = new Uint8Array(0);
  }

  /** Put tables and their workspace into memory. @param {Tables} tables @returns {[number, number, number]} */
  load(tables) {
    expect(tables.bytes.length, "the tables were released");
    const place = this.arena.put(tables.bytes);
    const bytes = this.door.generalWorkspaceBytes(place);
    return [place, this.arena.take(bytes), bytes];
  }

  /**
   * Solve boards of size * size bytes.
   * @param {Tables} tables @param {Uint8Array} boards @param {import("./calls.js").SolveOptions} [options]
   */
  general(tables, boards, options = {}) {
    return this.solveRows(boards, tables.cells, options, (cells, n, [limit, budget], at) => {
      const [place, workspace] = this.load(tables);
      return this.door.generalSolve(place, tables.cells, this.arena.put(cells), 0, n, limit, budget, ...at, workspace);
    });
  }

  /**
   * Solve boards given as masks.
   * @param {Tables} tables @param {Masks} marks @param {import("./calls.js").SolveOptions} [options]
   */
  generalMarks(tables, marks, options = {}) {
    return this.solveRows(words(marks), tables.cells, options, (masks, n, [limit, budget], at) => {
      const [place, workspace] = this.load(tables);
      return this.door.generalSolve(place, tables.cells, 0, this.arena.put(masks), n, limit, budget, ...at, workspace);
    });
  }

  /**
   * Find up to `limit` solutions of the masks of one board.
   * @param {Tables} tables @param {Masks} marks @param {number} limit @param {{budget?: number}} [options]
   */
  generalEnumerate(tables, marks, limit, { budget = 0 } = {}) {
    expect(marks.length === tables.cells, `expected ${tables.cells} masks, got ${marks.length}`);
    this.arena.begin();
    const [place, workspace, bytes] = this.load(tables);
    const begun = this.door.generalBegin(place, this.arena.put(words(marks)), workspace);
    expect(begun !== CODE.badCall, `expected masks of ${tables.size} bits`);
    return this.collect(tables.cells, limit, (solutions, capacity, at) =>
      this.door.generalNext(budget, solutions, capacity, ...at, workspace, bytes));
  }

  /**
   * Eliminate what singles and locked candidates eliminate. The status is "noSolution" if they show a contradiction,
   * "unique" if one candidate is left in every cell, else "multiple": not known.
   * @param {Tables} tables @param {Masks} marks
   * @returns {{marks: BigUint64Array, status: number}}
   */
  prune(tables, marks) {
    expect(marks.length === tables.cells, `expected ${tables.cells} masks, got ${marks.length}`);
    this.arena.begin();
    const [place, workspace] = this.load(tables);
    const masks = this.arena.put(words(marks));
    const status = this.arena.take(1);
    const code = this.door.generalPrune(place, masks, status, workspace);
    expect(code !== CODE.badCall, `expected masks of ${tables.size} bits`);
    return { marks: this.arena.copy(BigUint64Array, masks, tables.cells), status: this.arena.byte(status) };
  }
}

/** Return masks as words of 64 bits. @param {Masks} marks */
function words(marks) {
  return marks instanceof BigUint64Array ? marks : BigUint64Array.from(Array.from(marks), BigInt);
}
