/**
 * A puzzle that somebody sets, as a session of the board: every move places or removes givens or constraints.
 *
 * Its game has no givens of its own, so that undo and redo change the puzzle. Pointer, keys and pad are those of Play.
 * Rules change by entries of the same history as givens.
 */

import * as actions from "../game/actions.js";
import { formatMove, parseMove, token } from "../game/moves.js";
import { Session } from "../play/session.js";
import { openCells, partnersOf } from "./symmetry.js";

/** What undo takes back: a move of the game, other rules, or both; changes of one step together. @typedef {{move: boolean, before: Rules, after: Rules, step: object | null}} Entry */

export class SetSession extends Session {
  /** Where the partners of a given stand; see symmetry.js. */
  symmetry = "none";
  /** The candidates to show, a mask for each cell. @type {readonly number[] | null} */
  candidates = null;
  /** The odds to show instead. @type {import("../board/board.js").View["odds"] | null} */
  odds = null;
  /** What takes digits instead of the board; placing.js sets it. @type {((digit: number) => void) | null} */
  typing = null;
  /** @type {Entry[]} */
  #done = [];
  /** @type {Entry[]} */
  #undone = [];
  /** The board that this one took the place of, and the one that undo has left: undo and redo lead to them. @type {SetSession | null} */
  #earlier = null;
  /** @type {SetSession | null} */
  #later = null;
  /** What shows another board, where undo or redo leads to one. @type {(session: SetSession) => void} */
  onBoard = () => {};
  /** The rules of the geometry, with the constraints as they are now. @type {Rules | null} */
  #rules = null;

  /** @override @returns {Rules} */
  get rules() {
    return this.#rules ?? this.geometry.rules;
  }

  get digits() {
    return this.game.entries.digits;
  }

  get canUndo() {
    return this.#done.length > 0 || this.#earlier !== null;
  }

  get canRedo() {
    return this.#undone.length > 0 || this.#later !== null;
  }

  /** What was done last: another object after each move, the same one after undo and redo. @type {object | null} */
  get last() {
    return this.#done.at(-1) ?? null;
  }

  /** The cells that lack a given for the symmetry. */
  get open() {
    return openCells(this.digits, this.symmetry, this.geometry.size);
  }

  // -- moves ------------------------------------------------------------------------------------

  /** @override @param {string} move */
  play(move) {
    return this.change(move, this.rules);
  }

  /** Change givens and rules at once; return whether anything changed. The houses stay. @param {string} move @param {Rules} rules @param {object | null} [step] */
  change(move, rules, step = null) {
    const before = this.rules;
    const isOther = rules.text !== before.text;
    if (!move && !isOther) return false;
    this.#rules = rules;
    const last = this.#done.at(-1);
    if (step && last?.step === step && !move) {
      last.after = rules;
      this.#undone = [];
      this.changed("position");
      return true;
    }
    this.#done.push({ move: move !== "", before, after: rules, step });
    if (move ? super.play(move) : isOther) {
      this.#undone = [];
      this.#later = null;
      if (!move) this.changed("position");
      return true;
    }
    this.#done.pop();
    this.#rules = before;
    return false;
  }

  /** @override */
  undo() {
    const entry = this.#done.pop();
    if (!entry) return this.#show(this.#earlier);
    this.#undone.push(entry);
    this.#rules = entry.before;
    if (entry.move) this.game.undo();
    this.changed("position");
    return true;
  }

  /** @override */
  redo() {
    const entry = this.#undone.pop();
    if (!entry) return this.#show(this.#later);
    this.#done.push(entry);
    this.#rules = entry.after;
    if (entry.move) this.game.redo();
    this.changed("position");
    return true;
  }

  /** As on a typewriter, the next cell follows a digit. @override @param {Iterable<number>} cells @param {number} number */
  enterInto(cells, number) {
    if (this.typing) {
      this.typing(number);
      return false;
    }
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

  /** Change the puzzle to other givens, and perhaps other constraints, as one move. @param {readonly number[]} digits @param {Rules} [rules] */
  setDigits(digits, rules = this.rules) {
    const changed = digits.map((_, cell) => cell).filter((cell) => digits[cell] !== this.digits[cell]);
    return this.change(this.#move(changed.map((cell) => [cell, digits[cell]])), rules);
  }

  /** Forget what could be undone: the puzzle begins here, after the one on another board. @param {Rules} rules @param {SetSession | null} earlier */
  begin(rules, earlier) {
    this.#rules = rules;
    this.#done = [];
    this.#undone = [];
    this.#earlier = earlier;
  }

  /** Let a board be shown that undo or redo leads to: with its history, and without those who watched it. @param {SetSession | null} other */
  #show(other) {
    if (!other) return false;
    const again = new SetSession(other.geometry, other.game, other.settings);
    again.#rules = other.#rules;
    again.#done = other.#done;
    again.#undone = other.#undone;
    again.#earlier = other === this.#later ? this : other.#earlier;
    again.#later = other === this.#earlier ? this : other.#later;
    again.selection.only(other.selection.cursor);
    this.onBoard(again);
    return true;
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
      odds: this.odds ?? undefined,
      conflicts: this.conflicts,
      byPosition: true,
    };
  }
}
