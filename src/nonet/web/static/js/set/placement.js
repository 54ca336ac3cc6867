/**
 * What is being placed on the board: the kind, what is chosen for it, and its number, wherever they come from.
 *
 * A number belongs to what is chosen. With nothing chosen it belongs to the constraint that was placed last, as long as
 * this is the last thing done; otherwise to the next gesture.
 */

import { cellName } from "../board/geometry.js";
import { isComplete, isGrouped, isOutside } from "./kinds.js";

/** @typedef {import("./session.js").SetSession} SetSession */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Choice} Choice */

/** What is being placed; it outlives the board. */
export class Placing {
  /** @type {Kind | null} */
  kind = null;
  value = "";
  /** @type {Choice["side"]} */
  side = "left";
  direction = "down right";
  /** The groups of cells that are finished. @type {string[][]} */
  groups = [];
  /** What has been chosen since the kind was, or since the last constraint. @type {Choice | null} */
  #draft = null;
  /** The last constraint that was placed, and what its session had done then; null while the server reads it. @type {{kind: Kind, choice: Choice, session: SetSession, done: object | null} | null} */
  #last = null;
  /** Whether the number is for the last constraint. */
  #isForLast = false;

  /** @param {(word: string) => Promise<unknown>} place @param {() => void} changed */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
  }

  /** @param {Kind | null} kind */
  choose(kind) {
    this.kind = kind;
    this.value = "";
    this.groups = [];
    this.#draft = this.#last = null;
    this.changed();
  }

  /** Return what is chosen on a board. @param {SetSession} session @returns {Choice} */
  choice({ selection, geometry: { size } }) {
    const cells = this.kind && (isOutside(this.kind) || this.kind.gesture === "cell") ? [selection.cursor] : [...selection.cells];
    const { value, side, direction } = this;
    const names = cells.map((cell) => cellName(cell, size));
    return { cells: names, groups: names.length ? [...this.groups, names] : this.groups, value, side, direction, size };
  }

  /** Place what is chosen, if it is enough; of several groups of cells, end one. @param {SetSession} session */
  finish(session) {
    const { kind } = this;
    const target = this.numbered(session);
    if (target) {
      this.value = "";
      this.#put(session, target.kind, target.choice);
      this.changed();
      return true;
    }
    const choice = this.choice(session);
    if (kind && isGrouped(kind) && choice.groups !== this.groups) {
      this.groups = choice.groups;
      session.select((selection) => selection.clear());
      this.changed();
      if (kind.gesture === "groups" || this.groups.length < 2) return true;
    }
    if (!kind || !isComplete(kind, choice)) return false;
    this.groups = [];
    this.value = "";
    session.select((selection) => selection.clear());
    this.#put(session, kind, choice);
    return true;
  }

  /** Place a constraint; digits are now its number. @param {SetSession} session @param {Kind} kind @param {Choice} choice */
  #put(session, kind, choice) {
    this.#draft = null;
    const last = (this.#last = { kind, choice, session, done: /** @type {object | null} */ (null) });
    void this.place(kind.text(choice)).then(() => (last.done = session.last));
  }

  /** Return the last constraint with the number that is typed for it, null if none is. @param {SetSession} session */
  numbered(session) {
    const last = this.#last;
    if (!last || !this.#isForLast || !this.value || !this.#isLast(session)) return null;
    return { kind: last.kind, choice: { ...last.choice, value: this.value } };
  }

  /** Whether enough is chosen. @param {SetSession} session */
  isReady(session) {
    return this.numbered(session) !== null || (this.kind !== null && isComplete(this.kind, this.choice(session)));
  }

  /** Whether the constraint that was placed last is the last thing done. @param {SetSession} session */
  #isLast(session) {
    const last = this.#last;
    return last?.session === session && last.kind.value === "optional" && (!last.done || last.done === session.last);
  }

  /** @param {SetSession} session @param {number} digit */
  type(session, digit) {
    if (this.kind?.value) this.enter(session, (this.value + digit).slice(0, 4));
  }

  /** Take a number: for what is chosen, or else for the last constraint. @param {SetSession} session @param {string} value */
  enter(session, value) {
    if (!this.value) {
      this.#isForLast = !session.selection.cells.size && this.#isLast(session);
      if (session.selection.cells.size > 1) this.#draft = this.choice(session);
    }
    this.value = value;
    this.changed();
  }

  /** Begin another gesture: what has a number is placed before, if it is enough, and the next one begins without it. @param {SetSession} session */
  begin(session) {
    const { kind, value } = this;
    const draft = this.numbered(session)?.choice ?? this.#draft;
    const isEnded = this.#isForLast || this.#draft;
    this.#draft = null;
    if (!kind || !value || !isEnded) return; // a number that was typed first is for the gesture
    this.value = "";
    this.#isForLast = false;
    if (!draft) return;
    const { side, direction } = this;
    const choice = { ...draft, value, side, direction };
    if (isComplete(kind, choice)) this.#put(session, kind, choice);
  }

  /** Follow what is chosen. @param {SetSession} session @param {boolean} isDragging */
  follow(session, isDragging) {
    const { cells } = session.selection;
    if (!this.kind || !cells.size) return;
    const now = this.choice(session);
    const before = this.#draft;
    const isNext = before && before.cells.length > 1 && (now.cells.length === 1 || !now.cells.some((cell) => before.cells.includes(cell)));
    if (this.#isForLast || (isNext && !isDragging)) this.begin(session);
    this.#draft = now;
  }
}
