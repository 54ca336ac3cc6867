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
    const sorted = houses.map((house) => Uint16Array.from(house).sort());
    expect(size >= 1 && size <= 36, `size must be 1 to 36, got ${size}`);
    expect(sorted.every((house) => house.length <= size), `expected houses of up to ${size} cells`);
    const given = {
      size,
      houses: houses.length,
      lengths: Uint8Array.from(sorted, (house) => house.length),
      cells: Uint16Array.from(sorted.flatMap((house) => [...house])),
    };
    const { answer: bytes } = this.door.call("tables_bytes", given);
    expect(bytes, "expected houses of different cells, each cell in up to 16 of up to 1,024 houses");
    const { answer, tables } = this.door.call("tables_make", { ...given, bytes });
    expect(answer === CODE.ok, "the core refuses the houses");
    return new Tables(size, tables);
  }

  /** Forget tables. They must not be used again. @param {Tables} tables */
  release(tables) {
    tables.bytes = new Uint8Array(0);
  }

  /** Return tables that are not released. @param {Tables} tables */
  kept(tables) {
    expect(tables.bytes.length, "the tables were released");
    return tables;
  }

  /**
   * Solve boards of size * size bytes.
   * @param {Tables} tables @param {Uint8Array} boards @param {import("./calls.js").SolveOptions} [options]
   */
  general(tables, boards, options = {}) {
    return this.solveRows("general_solve", boards, tables.cells, options, (cells) => ({ tables: this.kept(tables), cells }));
  }

  /**
   * Solve boards given as masks.
   * @param {Tables} tables @param {Masks} marks @param {import("./calls.js").SolveOptions} [options]
   */
  generalMarks(tables, marks, options = {}) {
    return this.solveRows("general_solve_marks", words(marks), tables.cells, options,
      (masks) => ({ tables: this.kept(tables), marks: masks }));
  }

  /**
   * Find up to `limit` solutions of the masks of one board.
   * @param {Tables} tables @param {Masks} marks @param {number} limit @param {{budget?: number}} [options]
   */
  generalEnumerate(tables, marks, limit, { budget = 0 } = {}) {
    expect(marks.length === tables.cells, `expected ${tables.cells} masks, got ${marks.length}`);
    this.arena.begin();
    const place = { address: this.arena.put(this.kept(tables).bytes), size: tables.cells };
    const workspace = this.held(this.door.call("general_workspace_bytes", { tables: place }).answer);
    const begun = this.door.call("general_begin", { tables: place, marks: words(marks), workspace }).answer;
    expect(begun !== CODE.badCall, `expected masks of ${tables.size} bits`);
    return this.collect("general_next", { tables: place, budget, workspace }, tables.cells, limit);
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
    const { answer, marks: left, status } = this.door.call("general_prune", { tables: this.kept(tables), marks: words(marks) });
    expect(answer !== CODE.badCall, `expected masks of ${tables.size} bits`);
    return { marks: left, status };
  }
}

/** Return masks as words of 64 bits. @param {Masks} marks */
function words(marks) {
  return marks instanceof BigUint64Array ? marks : BigUint64Array.from(Array.from(marks), BigInt);
}
