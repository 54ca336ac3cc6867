/**
 * What is being placed on the board: the kind, what is chosen for it, and its number, wherever they come from.
 *
 * A number belongs to what is chosen. With nothing chosen it belongs to the target: the constraint that was placed last, as
 * long as this is the last thing done, or one that is picked; else to the next gesture. It is taken after a pause, or at once.
 */

import { cellName } from "../board/geometry.js";
import { isComplete, isGrouped, isOutside } from "./kinds.js";
import { cellsOf, readNotation } from "./notation.js";
import { Target } from "./target.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Choice} Choice */

const PAUSE = 700; // milliseconds without a digit before a number is taken

/** What is being placed; it outlives the board. */
export class Placing {
  /** @type {Kind | null} */ kind = null;
  value = "";
  /** @type {Choice["side"]} */ side = "left";
  direction = "down right";
  /** The groups of cells that are finished. @type {string[][]} */ groups = [];
  /** How far the one that is picked is being dragged. @type {[down: number, right: number]} */ shift = [0, 0];
  /** Whether the next gesture gives the target other cells. */
  isReshaping = false;
  /** @type {Target | null} */ #target = null;
  /** Whether somebody has picked the target: then arrows move it, too. */
  #isPicked = false;
  /** What has been chosen since the kind was, or since the last constraint. @type {Choice | null} */ #draft = null;
  /** Whether the number is for the target. */
  #isForTarget = false;
  /** The kind that was chosen before other cells were. @type {Kind | null} */ #kindBefore = null;
  #pause;

  /** @param {import("../owner.js").Owner} owner @param {import("./target.js").Put} put @param {() => void} changed */
  constructor(owner, put, changed) {
    this.owner = owner;
    this.put = put;
    this.changed = changed;
    this.#pause = owner.part();
  }

  /** @param {Kind | null} kind */
  choose(kind) {
    this.#forget();
    this.kind = kind;
    this.changed();
  }

  /** Let the target have its number, and forget all but the kind. */
  #forget() {
    this.#take();
    if (this.isReshaping) this.kind = this.#kindBefore;
    this.#isPicked = this.isReshaping = this.#isForTarget = false;
    this.#target = this.#draft = null;
    [this.value, this.groups, this.shift] = ["", [], [0, 0]];
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
    if ((this.value || this.#isPicked) && this.endNumber()) return true;
    if (this.#isPicked) return false;
    const { kind } = this;
    const choice = this.choice(session);
    if (kind && isGrouped(kind) && choice.groups !== this.groups) {
      this.groups = choice.groups;
      session.select((selection) => selection.clear());
      this.changed();
      if (kind.gesture === "groups" || this.groups.length < 2) return true;
    }
    if (!kind || !isComplete(kind, choice)) return false;
    const old = this.isReshaping ? this.#target?.text : "";
    this.#forget();
    session.select((selection) => selection.clear());
    void this.#place(session, kind, choice, old).then(() => old && this.pick(session, this.target(session)));
    return true;
  }

  /** Place a constraint; digits are now its number. @param {SetSession} session @param {Kind} kind @param {Choice} choice @param {string} [old] what gives way to it */
  #place(session, kind, choice, old = "") {
    this.#draft = null;
    const target = (this.#target = new Target(this.put, session, { kind, choice }));
    return target.send(() => ({ word: kind.text(choice), ...(old && { old }) })).finally(this.changed);
  }

  /** The constraint that was placed last or picked, while it is on this board. @param {SetSession} session */
  target(session) {
    return this.#target?.session === session ? this.#target.constraint : undefined;
  }

  /** The one that somebody has picked. @param {SetSession} session */
  picked(session) {
    return this.#isPicked ? this.target(session) : undefined;
  }

  /** What the target is made of, null if it is of no kind of the palette. */
  get parts() {
    return this.#target?.parts ?? null;
  }

  /** Pick a constraint, or none. @param {SetSession} session @param {Constraint | undefined} constraint */
  pick(session, constraint) {
    this.#forget();
    const { size } = session.geometry;
    if (constraint) {
      const parts = readNotation(constraint.text, size);
      this.#target = new Target(this.put, session, parts, constraint.text);
      this.#isPicked = true;
      if (parts) [this.value, this.side, this.direction] = [parts.choice.value, parts.choice.side, parts.choice.direction || this.direction];
    }
    session.select((selection) => {
      selection.set(constraint ? cellsOf(constraint, size) : [selection.cursor]);
      selection.cursor = [...selection.cells].at(-1) ?? selection.cursor;
    });
    this.changed();
  }

  /** Follow the constraints after undo and other changes. @param {SetSession} session */
  check(session) {
    const target = this.#target;
    if (!target || !this.#isPicked || target.isBusy) return;
    const now = target.session === session ? target.follow() : undefined;
    if (now?.text !== target.text) this.pick(session, now);
  }

  /** Let the next gesture choose other cells for the one that is picked. @param {SetSession} session @param {boolean} isEmpty whether it begins with no cells */
  reshape(session, isEmpty) {
    const { kind } = this.parts ?? {};
    if (!kind || !this.#isPicked) return;
    this.#take();
    this.#kindBefore = this.kind;
    this.kind = kind;
    this.isReshaping = true;
    this.#isPicked = this.#isForTarget = false;
    if (isEmpty || isGrouped(kind)) session.select((selection) => selection.clear());
    this.changed();
  }

  /** Put something else in the place of the one that is picked. @param {SetSession} session @param {(text: string) => string | null} change */
  async alter(session, change) {
    const target = this.#target;
    if (!target || !this.#isPicked) return;
    this.#take();
    await target.alter(change);
    this.shift = [0, 0];
    if (this.#target === target && this.#isPicked) this.pick(session, target.constraint);
  }

  #take() {
    this.#pause.end();
    if (this.#target?.isWaiting) void this.#target.takeNumber().finally(this.changed);
  }

  /** The number as far as it is typed. */
  get typed() {
    return this.#isPicked && !this.#isForTarget ? "" : this.value;
  }

  /** End the number that is typed for the target, with or without taking it; return whether there was one. */
  endNumber(isTaken = true) {
    const target = this.#target;
    if (!target || !this.#isForTarget) return false;
    if (isTaken) this.#take();
    else if (!target.isWaiting) return false;
    else target.dropNumber();
    this.#pause.end();
    this.#isForTarget = false;
    this.value = this.#isPicked ? target.number : "";
    this.changed();
    return true;
  }

  /** Whether the target can have a number now. @param {SetSession} session */
  #hasNumber(session) {
    const { kind } = this.parts ?? {};
    if (!kind?.value || this.#target?.session !== session) return false;
    return this.#isPicked || (kind.value === "optional" && this.#target.isLast);
  }

  /** Whether enough is chosen. @param {SetSession} session */
  isReady(session) {
    return Boolean(this.#target?.isWaiting) || (!this.#isPicked && this.kind !== null && isComplete(this.kind, this.choice(session)));
  }

  /** What is drawn that is not placed yet, and the constraint whose place it takes. @param {SetSession} session */
  draft(session) {
    const instead = this.target(session);
    const marks = this.#target?.session === session && this.#target.draft(this.shift);
    if (marks) return { marks, instead };
    const hasDraft = this.kind && !this.#isPicked && (session.selection.cells.size > 0 || this.groups.length > 0);
    if (!hasDraft) return { marks: [], instead: undefined };
    return { marks: this.kind?.marks(this.choice(session)) ?? [], instead: this.isReshaping ? instead : undefined };
  }

  /** @param {SetSession} session @param {number} digit */
  type(session, digit) {
    const kind = this.#isPicked ? this.parts?.kind : this.kind;
    if (!kind?.value) return;
    const isNew = this.#isPicked && !this.#isForTarget; // the number that it has gives way
    this.enter(session, ((isNew ? "" : this.value) + digit).slice(0, 4));
  }

  /** Take a number: for what is chosen, or else for the target. @param {SetSession} session @param {string} value */
  enter(session, value) {
    if (!this.value || this.#isPicked) {
      this.#isForTarget = this.#isPicked || (!session.selection.cells.size && this.#hasNumber(session));
      if (session.selection.cells.size > 1 && !this.#isPicked) this.#draft = this.choice(session);
    }
    this.value = value;
    if (this.#isForTarget && this.#target) this.#target.number = value;
    this.#pause.end();
    this.#pause = this.owner.part();
    this.#pause.later(() => this.#take(), PAUSE);
    this.changed();
  }

  /** Begin another gesture: what has a number is placed before, if it is enough, and the next one begins without it. @param {SetSession} session */
  begin(session) {
    const { kind, value } = this;
    const draft = this.#draft;
    this.#draft = null;
    if (!kind || !value || (!this.#isForTarget && !draft) || this.isReshaping) return; // a number that was typed first is for the gesture
    this.#take();
    [this.value, this.#isForTarget] = ["", false];
    const choice = draft && { ...draft, value, side: this.side, direction: this.direction };
    if (choice && isComplete(kind, choice)) void this.#place(session, kind, choice);
  }

  /** Follow what is chosen. @param {SetSession} session @param {boolean} isDragging */
  follow(session, isDragging) {
    const { cells } = session.selection;
    if (!this.kind || !cells.size || this.#isPicked) return;
    const now = this.choice(session);
    const before = this.#draft;
    const isNext = before && before.cells.length > 1 && (now.cells.length === 1 || !now.cells.some((cell) => before.cells.includes(cell)));
    if (this.#isForTarget || (isNext && !isDragging)) this.begin(session);
    this.#draft = now;
  }
}
