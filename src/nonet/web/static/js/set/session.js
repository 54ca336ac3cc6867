/**
 * A puzzle in the making, as a session of the board: every move places or removes givens or constraints.
 *
 * Its game has no givens of its own, so that undo and redo change the puzzle. Pointer, keys and pad are those of Play.
 * Rules change by entries of the same history as givens.
 */

import { createGeometry } from "../board/geometry.js";
import * as actions from "../game/actions.js";
import { Game } from "../game/game.js";
import { formatMove, parseMove, token } from "../game/moves.js";
import { Session } from "../play/session.js";
import { partnersOf } from "./symmetry.js";

/** @typedef {"undo" | "redo"} Way */
/** What undo takes back: a move of the game, other rules, or both; changes of one step together. @typedef {{move: boolean, before: Rules, after: Rules, step: object | null}} Entry */

export class SetSession extends Session {
  /** Where the partners of a given are; see symmetry.js. */
  symmetry = "none";
  /** The candidates to show, a mask for each cell. @type {readonly number[] | null} */
  candidates = null;
  /** The odds to show instead. @type {import("../board/board.js").View["odds"]} */
  odds = undefined;
  /** Takes a digit instead of the board; returns whether it does. @type {(digit: number) => boolean} */
  typing = () => false;
  /** What undo and redo would change on this board. @type {Record<Way, Entry[]>} */
  #history = { undo: [], redo: [] };
  /** The boards that they lead to then: the one before, and the one that undo has left. @type {Record<Way, SetSession | null>} */
  #beside = { undo: null, redo: null };
  /** What shows another board, where undo or redo leads to one. @type {(session: SetSession) => void} */
  onBoard = () => {};
  /** The rules of the geometry, with the constraints as they are now. @type {Rules} */
  #rules;

  /** @param {Board} board @param {import("../settings.js").Settings} settings @param {SetSession | null} [earlier] the board where undo leads back to */
  constructor({ rules, givens }, settings, earlier = null) {
    const geometry = createGeometry(rules);
    super(geometry, new Game(geometry, { givens: givens.map(() => 0), placed: givens }), settings);
    this.#rules = rules;
    this.#beside.undo = earlier;
  }

  /** @override */
  get rules() {
    return this.#rules;
  }

  get constraints() {
    return this.rules.constraints ?? [];
  }

  get digits() {
    return this.game.entries.digits;
  }

  /** The puzzle as it is now, for the server. @returns {Board} */
  get puzzle() {
    return { rules: this.rules, givens: [...this.digits] };
  }

  /** Whether undo or redo leads anywhere. @param {Way} way */
  can(way) {
    return this.#history[way].length > 0 || this.#beside[way] !== null;
  }

  /** What was done last: another object after each move, the same one after undo and redo. @type {object | null} */
  get last() {
    return this.#history.undo.at(-1) ?? null;
  }

  // -- moves ------------------------------------------------------------------------------------

  /** @override @param {string} move */
  play(move) {
    return this.change(move, this.rules);
  }

  /** Change givens and rules at once; return whether anything changed. The houses stay. @param {string} move @param {Rules} rules @param {object | null} [step] */
  change(move, rules, step = null) {
    const before = this.rules;
    if (!move && rules.text === before.text) return false;
    this.#rules = rules;
    const { undo } = this.#history;
    const last = undo.at(-1);
    if (step && last?.step === step && !move) last.after = rules;
    else undo.push({ move: move !== "", before, after: rules, step });
    this.#history.redo = [];
    this.#beside.redo = null;
    if (move) super.play(move);
    else this.changed("position");
    return true;
  }

  /** @override */
  undo() {
    return this.#go("undo", "redo", "before");
  }

  /** @override */
  redo() {
    return this.#go("redo", "undo", "after");
  }

  /** @param {Way} way @param {Way} back @param {"before" | "after"} rules */
  #go(way, back, rules) {
    const entry = this.#history[way].pop();
    if (!entry) return this.#show(way, back);
    this.#history[back].push(entry);
    this.#rules = entry[rules];
    if (entry.move) this.game[way]();
    this.changed("position");
    return true;
  }

  /** As on a typewriter, the next cell follows a digit. @override @param {Iterable<number>} cells @param {number} number */
  enterInto(cells, number) {
    if (this.typing(number)) return false;
    const { single } = this.selection;
    const done = this.play(this.#withPartners(actions.digit(this.game, cells, number)));
    if (single >= 0 && this.digits[single] === number) this.advance(1);
    return done;
  }

  /** Leave a cell without a given, and continue. */
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

  /** Select some cells; the cursor goes to the last one. @param {readonly number[]} cells */
  choose(cells) {
    this.select((selection) => {
      selection.set(cells);
      selection.cursor = cells.at(-1) ?? selection.cursor;
    });
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
  setMode() {}

  /** Change the puzzle to other givens, and perhaps other constraints, as one move. @param {readonly number[]} digits @param {Rules} [rules] */
  setDigits(digits, rules = this.rules) {
    const changed = digits.map((_, cell) => cell).filter((cell) => digits[cell] !== this.digits[cell]);
    return this.change(this.#move(changed.map((cell) => [cell, digits[cell]])), rules);
  }

  /** The same puzzle and its history for another board, without those who watched it. */
  again() {
    const again = new SetSession(this.puzzle, this.settings);
    again.geometry = this.geometry;
    again.game = this.game;
    again.#history = this.#history;
    again.#beside = this.#beside;
    again.selection.only(this.selection.cursor);
    return again;
  }

  /** Let the board be shown that undo or redo leads to. @param {Way} way @param {Way} back */
  #show(way, back) {
    const other = this.#beside[way]?.again();
    if (!other) return false;
    other.#beside = { ...other.#beside, [back]: this };
    this.onBoard(other);
    return true;
  }

  /** Add the partners of removed givens to a move. @param {string} move */
  #withPartners(move) {
    const { size } = this.geometry;
    const changes = new Map(parseMove(move, size).map(({ cell, number }) => /** @type {const} */ ([cell, number])));
    for (const [cell, number] of [...changes]) {
      const partners = number ? [] : partnersOf(cell, this.symmetry, size);
      for (const other of partners) if (this.digits[other] && !changes.has(other)) changes.set(other, 0);
    }
    return this.#move([...changes]);
  }

  /** @param {[cell: number, digit: number][]} changes */
  #move(changes) {
    return formatMove(changes.map(([cell, digit]) => token("digit", cell, digit)), this.geometry.size);
  }

  /** @override @returns {import("../board/board.js").View} */
  view() {
    const { digits, odds, conflicts } = this;
    return { ...super.view(), givens: digits, centre: this.candidates ?? digits.map(() => 0), odds, conflicts, byPosition: true };
  }
}
