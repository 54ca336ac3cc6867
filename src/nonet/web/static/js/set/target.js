/**
 * The constraint that keys are for: the one that was placed last, or a picked one. It knows its name on the
 * board while changes of it are on their way.
 */

import { isComplete, readNotation } from "./kinds.js";
import { movedMarks } from "./places.js";

/** @typedef {import("./constraints.js").Edits["put"]} Put */
/** @typedef {{kind: Kind, choice: Choice}} Parts */

export class Target {
  /** What the session had done when it was placed; null while the server reads it. @type {object | null} */
  #done;
  #asked;
  /** Changes of its number are undone together. */
  #step = {};
  /** How many changes are on their way, and its last place among how many. */
  #busy = 0;
  #at = -1;
  #count = -1;

  /** @param {Put} put @param {SetSession} session @param {Parts | null} parts null if it is of no kind of the palette @param {string} [text] "" while the server reads it */
  constructor(put, session, parts, text = "") {
    this.put = put;
    this.session = session;
    this.parts = parts;
    this.text = text;
    this.#done = text ? session.last : null;
    this.follow();
    /** The number that is typed for it, and the one in the last request. */
    this.number = this.#asked = parts?.choice.value ?? "";
  }

  /** The constraint on the board, as long as it is there. */
  get constraint() {
    return this.session.constraints.find(({ text }) => text === this.text);
  }

  /** The constraint in its place now: it, or after undo what it was before. @returns {Constraint | undefined} */
  follow() {
    const { constraints } = this.session;
    const at = constraints.findIndex(({ text }) => text === this.text);
    if (at < 0) return !this.#busy && constraints.length === this.#count ? constraints[this.#at] : undefined;
    [this.#at, this.#count] = [at, constraints.length];
    return constraints[at];
  }

  /** Whether a change is on its way. */
  get isBusy() {
    return this.#busy > 0;
  }

  /** Whether nothing was done since it was placed. */
  get isLast() {
    return !this.#done || this.#done === this.session.last;
  }

  /** Whether a number is typed that it shall have. */
  get isWaiting() {
    const { parts, number } = this;
    return parts !== null && number !== this.#asked && isComplete(parts.kind, { ...parts.choice, value: number });
  }

  /** Put something else in its place, null for nothing else. @param {(text: string) => string | null} change @param {object} [step] */
  alter(change, step) {
    return this.send(() => {
      const word = this.text && change(this.text);
      return word && word !== this.text ? { word, old: this.text } : null;
    }, step);
  }

  /** Put it on the board. @param {() => {word: string, old?: string} | null} wanted @param {object} [step] */
  async send(wanted, step) {
    this.#busy++;
    const constraint = await this.put(wanted, step);
    this.#busy--;
    const parts = readNotation(constraint?.text ?? this.text, this.session.geometry.size);
    if (constraint) {
      [this.text, this.parts, this.#done] = [constraint.text, parts, this.session.last];
      this.follow();
    }
    const isTyped = this.number !== this.#asked;
    this.#asked = parts?.choice.value ?? "";
    if (!isTyped) this.number = this.#asked;
  }

  /** Let it have the number that is typed. */
  takeNumber() {
    const value = (this.#asked = this.number);
    return this.alter((text) => {
      const parts = readNotation(text, this.session.geometry.size);
      return parts && parts.kind.text({ ...parts.choice, value });
    }, this.#step);
  }

  dropNumber() {
    this.number = this.#asked;
  }

  /** Return how it looks before it is placed, with the typed number, or moved; null if it is there like that. @param {readonly [down: number, right: number]} shift */
  draft([down, right]) {
    const { constraint, parts, number } = this;
    if (constraint && (down || right)) return movedMarks(constraint.marks, down, right);
    return parts && (number !== parts.choice.value || (!constraint && this.isBusy)) ? parts.kind.marks({ ...parts.choice, value: number }) : null;
  }
}
