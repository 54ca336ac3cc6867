/**
 * A puzzle that somebody sets, as a session of the board: every move places or removes givens, and nothing else.
 *
 * Its game has no givens of its own, so that undo and redo change the puzzle. Pointer, keys and pad are those of Play.
 */

import * as actions from "../game/actions.js";
import { formatMove, parseMove, token } from "../game/moves.js";
import { Session } from "../play/session.js";
import { openCells, partnersOf } from "./symmetry.js";

export class SetSession extends Session {
  /** Where the partners of a given stand; see symmetry.js. */
  symmetry = "none";
  /** The candidates to show, a mask for each cell. @type {readonly number[] | null} */
  candidates = null;

  get digits() {
    return this.game.entries.digits;
  }

  /** The cells that lack a given for the symmetry. */
  get open() {
    return openCells(this.digits, this.symmetry, this.geometry.size);
  }

  /** As on a typewriter, the next cell follows a digit. @override @param {Iterable<number>} cells @param {number} number */
  enterInto(cells, number) {
    const single = this.selection.single;
    const done = this.play(this.#withPartners(actions.digit(this.game, cells, number)));
    if (single >= 0 && this.digits[single] === number) this.advance(1);
    return done;
  }

  /** Leave a cell without a given, and go on. */
  skip() {
    if (this.selection.single < 0) return;
    this.#eraseSelected();
    this.advance(1);
  }

  /** Erase; in an empty cell, go back and erase there. @override */
  erase() {
    const { single } = this.selection;
    if (single >= 0 && !this.digits[single]) this.advance(-1);
    return this.#eraseSelected();
  }

  /** Select the next cell or the one before, over the ends of rows. @param {1 | -1} by */
  advance(by) {
    const next = this.selection.cursor + by;
    if (next >= 0 && next < this.geometry.count) this.select((selection) => selection.only(next));
  }

  #eraseSelected() {
    const filled = [...this.selection.cells].filter((cell) => this.digits[cell]);
    return this.play(this.#withPartners(actions.erase(this.game, filled)));
  }

  /** There is one mode, and keys with Shift or Ctrl enter digits too. @override */
  hold() {}

  /** @override */
  setMode() {}

  /** Change the puzzle to other givens, as one move. @param {readonly number[]} digits */
  setDigits(digits) {
    const changed = digits.map((_, cell) => cell).filter((cell) => digits[cell] !== this.digits[cell]);
    return this.play(this.#move(changed.map((cell) => [cell, digits[cell]])));
  }

  /** Add the partners of removed givens to a move. @param {string} move */
  #withPartners(move) {
    const { size } = this.geometry;
    const tokens = parseMove(move, size).map(({ cell, number }) => /** @type {[number, number]} */ ([cell, number]));
    const changed = new Map(tokens);
    for (const [cell, number] of tokens) {
      if (number) continue;
      for (const other of partnersOf(cell, this.symmetry, size)) {
        if (this.digits[other] && !changed.has(other)) changed.set(other, 0);
      }
    }
    return this.#move([...changed]);
  }

  /** @param {[cell: number, digit: number][]} changes */
  #move(changes) {
    return formatMove(changes.map(([cell, digit]) => token("digit", cell, digit)), this.geometry.size);
  }

  /** @override @returns {import("../board/board.js").View} */
  view() {
    const centre = this.candidates ?? this.digits.map(() => 0);
    return {
      ...super.view(),
      givens: this.digits,
      centre,
      conflicts: this.conflicts,
      byPosition: true,
    };
  }
}
