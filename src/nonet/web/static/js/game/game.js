// A puzzle, the moves of its player, and the position among them (nonet/game/game.py). A game is its moves,
// so undo, redo, save files and links need nothing else. No DOM here; what a player does is in actions.js.

import { LARGEST } from "./form.js";
import { Entries, GameError, change, difference, formatMove, markChanges, parseMove, token } from "./moves.js";

/** @typedef {import("./moves.js").Token} Token */
/** What a game needs of geometry.js. @typedef {{size: number, peers: readonly (readonly number[])[]}} Geometry */
/** What a game needs of a board on the wire: see geometry.js. @typedef {Omit<Board, "rules">} Played */

export class Game {
  /** @type {string[]} all moves; the first `at` of them are done */
  moves = [];
  at = 0;
  /** @type {Record<string, string>} names of save points and the tokens that make them */
  saves = {};
  title = "";
  seconds = 0;
  /** Whether constraints are broken, or it is not known yet; there is none without constraints. */
  isUnjudged = false;
  /** @type {Token[][]} for each move that is done, what takes it back */
  #back = [];

  /** A game of a position begins with a move that leads there. @param {Geometry} geometry @param {Played} board */
  constructor(geometry, board) {
    if (geometry.size > LARGEST) {
      throw new GameError(`a game needs a board of at most ${LARGEST}x${LARGEST}, got ${geometry.size}x${geometry.size}`);
    }
    this.size = geometry.size;
    this.peers = geometry.peers;
    this.givens = [...board.givens];
    /** The candidates that a sukaku starts from, a mask for each cell. */
    this.allowed = board.candidates ?? null;
    /** Whether it is known which filled cells are givens; a grid of candidates does not say it. */
    this.givensKnown = board.givens_known ?? true;
    this.entries = new Entries(this.size, this.givens);
    if (board.placed) this.play(this.#moveTo(board.placed, board.marks));
  }

  /** Return the move that leads to a position; without removed candidates it writes no marks. @param {readonly number[]} placed @param {readonly number[]} [marks] */
  #moveTo(placed, marks = []) {
    const tokens = placed.flatMap((digit, cell) => (digit && !this.givens[cell] ? [token("digit", cell, digit)] : []));
    const open = placed.map((digit, cell) => (digit ? 0 : this.candidates(cell, placed)));
    const left = open.map((mask, cell) => mask & (marks[cell] || mask));
    if (!this.givensKnown || String(left) !== String(open)) {
      left.forEach((mask, cell) => tokens.push(...markChanges("centre", cell, 0, mask)));
    }
    return formatMove(tokens, this.size);
  }

  // -- moves ------------------------------------------------------------------------------------

  /**
   * Do a move; return false for the empty move. Moves that could be redone are forgotten. Throws GameError for a move
   * that is malformed, changes a given, or has a token that changes nothing; then the game stays as it is.
   * @param {string} move
   */
  play(move) {
    if (!move) return false;
    this.#do(move);
    this.moves.length = this.at;
    this.moves.push(move);
    this.at += 1;
    return true;
  }

  /** @param {string} move */
  #do(move) {
    /** @type {Token[]} */
    const back = [];
    try {
      for (const token of parseMove(move, this.size)) back.unshift(change(this.entries, token, this.givens));
    } catch (error) {
      this.#takeBack(back);
      throw error;
    }
    this.#back.push(back);
  }

  /** @param {Token[]} back */
  #takeBack(back) {
    for (const token of back) change(this.entries, token, this.givens);
  }

  /** Take the last move back; return false if there is none. */
  undo() {
    const back = this.#back.pop();
    if (!back) return false;
    this.#takeBack(back);
    this.at -= 1;
    return true;
  }

  /** Do the move again that was taken back; return false if there is none. */
  redo() {
    if (this.at === this.moves.length) return false;
    this.#do(this.moves[this.at]);
    this.at += 1;
    return true;
  }

  /** Undo or redo up to a position: 0 is the start, `moves.length` the end. @param {number} position */
  goTo(position) {
    while (this.at > Math.max(position, 0)) this.undo();
    while (this.at < Math.min(position, this.moves.length)) this.redo();
  }

  // -- save points ------------------------------------------------------------------------------

  /** Keep what is on the board under a name; an older save point of this name is replaced. @param {string} name */
  savePoint(name) {
    const start = new Entries(this.size, this.givens);
    this.setSave(name, formatMove(difference(start, this.entries), this.size));
  }

  /** Set the tokens of a save point, whatever its name is. @param {string} name @param {string} tokens */
  setSave(name, tokens) {
    Object.defineProperty(this.saves, name, { value: tokens, configurable: true, enumerable: true, writable: true });
  }

  /** Return the move that leads from here to the entries of a save point. @param {string} tokens */
  restored(tokens) {
    const entries = new Entries(this.size, this.givens);
    for (const token of parseMove(tokens, this.size)) change(entries, token, this.givens);
    return formatMove(difference(this.entries, entries), this.size);
  }

  // -- questions --------------------------------------------------------------------------------

  /** Return the mask of the digits that no filled cell excludes here. @param {number} cell */
  candidates(cell, digits = /** @type {readonly number[]} */ (this.entries.digits)) {
    let mask = this.allowed ? this.allowed[cell] : (1 << this.size) - 1;
    for (const peer of this.peers[cell]) {
      const digit = digits[peer];
      if (digit) mask &= ~(1 << (digit - 1));
    }
    return mask;
  }

  /** The cells that see a cell with the same digit. @returns {number[]} */
  get conflicts() {
    const { digits } = this.entries;
    return [...digits.keys()].filter((cell) => digits[cell] && this.peers[cell].some((peer) => digits[peer] === digits[cell]));
  }

  /** How many of each digit are to be placed, from digit 1 on; 0 if there are too many. @returns {number[]} */
  get digitsLeft() {
    const left = Array.from({ length: this.size }, () => this.size);
    for (const digit of this.entries.digits) if (digit) left[digit - 1] -= 1;
    return left.map((count) => Math.max(0, count));
  }

  get isFull() {
    return this.entries.digits.every(Boolean);
  }

  get isSolved() {
    const { digits } = this.entries;
    const isAllowed = !this.allowed?.some((mask, cell) => !(mask & (1 << (digits[cell] - 1))));
    return this.isFull && isAllowed && !this.conflicts.length && !this.isUnjudged;
  }

  /**
   * Return the cells with a wrong digit, and the empty cells whose centre marks lack the right one. A mark that a filled cell
   * excludes is not lacking: the wrong digit is the mistake.
   * @param {readonly number[]} solution @returns {Wrong}
   */
  wrong(solution) {
    const { digits, centre } = this.entries;
    const cells = [...digits.keys()];
    const lacks = (/** @type {number} */ cell) => centre[cell] && this.candidates(cell) & ~centre[cell] & (1 << (solution[cell] - 1));
    return {
      cells: cells.filter((cell) => digits[cell] && digits[cell] !== solution[cell]),
      marks: cells.filter((cell) => !digits[cell] && lacks(cell)),
    };
  }

  /** Return the latest position up to here with nothing wrong; the start is always one. @param {readonly number[]} solution */
  lastRight(solution) {
    const here = this.at;
    while (this.at && Object.values(this.wrong(solution)).some((cells) => cells.length)) this.undo();
    const position = this.at;
    this.goTo(here);
    return position;
  }

  /** Return for each empty cell the centre marks, 0 where the player has none; of a sukaku the candidates then. */
  marks() {
    const { digits, centre } = this.entries;
    return digits.map((digit, cell) => (digit ? 0 : centre[cell] || (this.allowed ? this.candidates(cell) : 0)));
  }

  /** The position as the server reads it, beside rules and givens. */
  position() {
    return {
      ...(this.allowed ? { candidates: [...this.allowed] } : {}),
      placed: [...this.entries.digits],
      marks: this.marks(),
      ...(this.givensKnown ? {} : { givens_known: false }),
    };
  }
}
