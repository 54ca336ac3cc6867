/**
 * One puzzle being played: the game, the selection, the mode, and what follows from them for the board.
 *
 * The session has no element of the page. Pointer, keys, pad and panels call its methods; those who show something
 * watch it.
 */

import * as actions from "../game/actions.js";
import { Selection } from "./selection.js";

/** @typedef {"digit" | "centre" | "corner" | "colour" | "draw"} Mode */
/** @typedef {[cell: number, digit: number]} Candidate */

/** @type {readonly Mode[]} */
export const MODES = ["digit", "centre", "corner", "colour", "draw"];

export class Session {
  /** @type {Mode} */
  mode = "digit";
  /** The mode while a key is held. @type {Mode | null} */
  held = null;
  /** The colour of the pen, for candidates and lines. */
  pen = 1;
  /** In digit-first input, the digit that the next cells get; 0 for none. */
  armed = 0;
  /** The digit that is highlighted everywhere; 0 for the digit of the selected cell. */
  highlight = 0;
  /** The candidate where a line begins. @type {Candidate | null} */
  lineStart = null;
  /** Cells that a check has shown to be wrong. @type {ReadonlySet<number>} */
  wrong = new Set();
  /** Cells that break a constraint, as far as it is known. @type {ReadonlySet<number>} */
  broken = new Set();
  /** Why: a line for each of some constraints that are broken, the newest mistake first. */
  fault = "";
  paused = false;
  /** The game that the board shows instead, while a solve is watched. @type {Game | null} */
  replay = null;
  /** @type {Set<(change: "position" | "view") => void>} */
  #watchers = new Set();

  /** @param {Geometry} geometry @param {Game} game @param {App["settings"]} settings */
  constructor(geometry, game, settings) {
    this.geometry = geometry;
    this.game = game;
    this.settings = settings;
    this.selection = new Selection(geometry.size);
  }

  /** @param {(change: "position" | "view") => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** @param {"position" | "view"} [change] */
  changed(change = "view") {
    if (change === "position") this.wrong = new Set();
    for (const watcher of this.#watchers) watcher(change);
  }

  /** Whether the game takes no moves. */
  get isHeld() {
    return this.paused || this.replay !== null;
  }

  get activeMode() {
    return this.held ?? this.mode;
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.lineStart = null;
    this.changed();
  }

  /** @param {Mode | null} mode */
  hold(mode) {
    if (this.held === mode) return;
    this.held = mode;
    this.changed();
  }

  /** The rules as they are now. @returns {Rules} */
  get rules() {
    return this.geometry.rules;
  }

  // -- moves ------------------------------------------------------------------------------------

  /** Do a move; return whether anything changed. @param {string} move */
  play(move) {
    if (this.isHeld || !this.game.play(move)) return false;
    this.changed("position");
    return true;
  }

  /** Enter a number into the selected cells. @param {number} number @param {Mode} [mode] */
  enter(number, mode = this.activeMode) {
    return this.enterInto(this.selection.cells, number, mode);
  }

  /** @param {Iterable<number>} cells @param {number} number @param {Mode} mode */
  enterInto(cells, number, mode) {
    const { game } = this;
    if (mode === "digit") return this.play(actions.digit(game, cells, number, { clean: this.settings.get("clean") }));
    if (mode === "draw") {
      const moves = [...cells].map((cell) => actions.colourCandidate(game, cell, number, this.pen));
      return this.play(moves.filter(Boolean).join(","));
    }
    if (mode === "colour" && number > 9) return false;
    return this.play(actions[mode](game, cells, number));
  }

  erase() {
    return this.play(actions.erase(this.game, this.selection.cells));
  }

  /** Begin a line at a candidate, or end it there. @param {Candidate} candidate */
  drawTo(candidate) {
    const start = this.lineStart;
    this.lineStart = start ? null : candidate;
    if (start) return this.play(actions.line(this.game, start, candidate, this.pen));
    this.changed();
    return false;
  }

  undo() {
    return !this.isHeld && this.goTo(this.game.at - 1);
  }

  redo() {
    return !this.isHeld && this.goTo(this.game.at + 1);
  }

  /** Go to a position of the game; return whether that is another one. @param {number} position */
  goTo(position) {
    const { at } = this.game;
    if (!this.replay) this.game.goTo(position);
    if (this.game.at === at) return false;
    this.changed("position");
    return true;
  }

  // -- selection --------------------------------------------------------------------------------

  /** Change the selection, and tell those who watch. @param {(selection: Selection) => void} change */
  select(change) {
    change(this.selection);
    this.changed();
  }

  /** Choose the digit that is highlighted, or in digit-first input entered; let go of the one that was. @param {number} digit */
  chooseDigit(digit) {
    const what = this.settings.get("digitFirst") ? "armed" : "highlight";
    this[what] = this[what] === digit ? 0 : digit;
    this.changed();
  }

  /** Select the cells that hold the same digit as a cell, or the same marks, or the same colours. @param {number} cell */
  selectSame(cell) {
    const { digits, centre, corner, colours } = this.game.entries;
    const kind = [digits, centre, corner, colours].find((values) => values[cell]);
    if (!kind) return;
    const same = digits.map((_, other) => other).filter((other) => kind[other] === kind[cell] && (kind === digits || !digits[other]));
    this.select((selection) => selection.set(same, cell));
  }

  /** The digit to mark everywhere; 0 for none. */
  get shownDigit() {
    const { cells, cursor } = this.selection;
    const isShown = this.settings.get("same") && cells.has(cursor);
    return this.highlight || this.armed || (isShown ? this.game.entries.digits[cursor] : 0);
  }

  /** The cells whose peers are tinted: the selected one, or all that hold the highlighted digit. @returns {number[]} */
  get #seen() {
    const { digits } = this.game.entries;
    const chosen = this.highlight || this.armed;
    if (chosen) return digits.map((_, cell) => cell).filter((cell) => digits[cell] === chosen);
    return this.selection.single >= 0 ? [this.selection.single] : [];
  }

  /** The filled cells that break a house or a constraint. */
  get conflicts() {
    const { digits } = this.game.entries;
    return new Set([...this.game.conflicts, ...[...this.broken].filter((cell) => digits[cell])]);
  }

  /** The lines about broken constraints, if mistakes are to be shown. */
  get shownFault() {
    return this.settings.get("conflicts") ? this.fault : "";
  }

  /** @returns {import("../board/board.js").View} */
  view() {
    const { selection, settings } = this;
    const game = this.replay ?? this.game;
    if (this.paused) return { digits: game.givens.map(() => 0), cursor: selection.cursor };
    const { digits, centre, corner, colours, colouredCandidates, drawnLines } = game.entries;
    return {
      digits,
      givens: game.givens,
      centre,
      corner,
      colours,
      candidateColours: /** @type {[number, number, number][]} */ (colouredCandidates),
      lines: /** @type {[number, number, number, number, number][]} */ (drawnLines),
      selected: selection.cells,
      cursor: selection.cursor,
      peersOf: settings.get("peers") ? this.#seen : [],
      highlight: this.shownDigit,
      conflicts: settings.get("conflicts") && !this.replay ? this.conflicts : new Set(),
      wrong: this.wrong,
      byPosition: settings.get("marks") === "position",
      symbols: settings.get("symbols"),
    };
  }
}
