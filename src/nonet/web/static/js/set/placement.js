/**
 * What is being placed on the board: the kind, what is chosen for it, and its number, wherever they come from; and which
 * constraint is picked on the board or in the list.
 *
 * A number belongs to what is chosen. With nothing chosen it belongs to the target: the constraint that was placed last, as
 * long as this is the last thing done, or one that is picked; else to the next gesture. It is taken after a pause, or at once.
 */

import { sentenceOf } from "../board/clue_view.js";
import { cellName } from "../board/geometry.js";
import { isComplete, isGrouped, isOutside, readNotation } from "./kinds.js";
import { cellsOf } from "./places.js";
import { Target } from "./target.js";

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

  /** @param {App} app @param {SetSession} session of the board that is shown @param {import("./target.js").Put} put @param {() => void} changed */
  constructor(app, session, put, changed) {
    this.app = app;
    this.session = session;
    this.put = put;
    this.changed = changed;
    this.#pause = app.owner.part();
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

  /** What is chosen on the board. @returns {Choice} */
  get choice() {
    const { kind, value, side, direction, session: { selection, geometry: { size } } } = this;
    const cells = kind && (isOutside(kind) || kind.gesture === "cell") ? [selection.cursor] : [...selection.cells];
    const names = cells.map((cell) => cellName(cell, size));
    return { cells: names, groups: names.length ? [...this.groups, names] : this.groups, value, side, direction, size };
  }

  /** Place what is chosen, if it is enough; of several groups of cells, end one. */
  finish() {
    if ((this.value || this.#isPicked) && this.endNumber()) return true;
    const { kind, choice } = this;
    if (!kind || this.#isPicked) return false;
    if (isGrouped(kind) && choice.groups !== this.groups) {
      this.groups = choice.groups;
      this.session.choose([]);
      this.changed();
      if (kind.gesture === "groups" || this.groups.length < 2) return true;
    }
    if (!isComplete(kind, choice)) return false;
    const old = this.isReshaping ? this.#target?.text : "";
    this.#forget();
    this.session.choose([]);
    void this.#place(kind, choice, old).then(() => old && this.#here && this.#pick(this.target));
    return true;
  }

  /** Place a constraint; digits are now its number. @param {Kind} kind @param {Choice} choice @param {string} [old] what gives way to it */
  #place(kind, choice, old = "") {
    this.#draft = null;
    const target = (this.#target = new Target(this.put, this.session, { kind, choice }));
    return target.send(() => ({ word: kind.text(choice), old })).finally(this.changed);
  }

  /** The target, while its board is shown. */
  get #here() {
    return this.#target?.session === this.session ? this.#target : null;
  }

  /** The constraint that was placed last or picked, while it is on this board. */
  get target() {
    return this.#here?.constraint;
  }

  /** The one that somebody has picked. */
  get picked() {
    return this.#isPicked ? this.target : undefined;
  }

  /** What the target is made of, null if it is of no kind of the palette. */
  get parts() {
    return this.#target?.parts ?? null;
  }

  /** Pick a constraint, or none, and say it. @param {Constraint | undefined} constraint */
  pick(constraint) {
    this.#pick(constraint);
    const { app, parts } = this;
    const number = parts?.kind.value ? ` ${app.t("set.picked.number")}` : "";
    if (constraint) app.announce(`${sentenceOf(app, constraint)} ${app.t("set.picked")}${number}`);
  }

  /** @param {Constraint | undefined} constraint */
  #pick(constraint) {
    this.#forget();
    const { session } = this;
    const { size } = session.geometry;
    if (constraint) {
      const parts = readNotation(constraint.text, size);
      this.#target = new Target(this.put, session, parts, constraint.text);
      this.#isPicked = true;
      if (parts) [this.value, this.side, this.direction] = [parts.choice.value, parts.choice.side, parts.choice.direction || this.direction];
    }
    session.choose(constraint ? cellsOf(constraint, size) : [session.selection.cursor]);
    this.changed();
  }

  /** Follow the constraints after undo and other changes. */
  check() {
    const target = this.#target;
    if (!target || !this.#isPicked || target.isBusy) return;
    const now = this.#here?.follow();
    if (now?.text !== target.text) this.#pick(now);
  }

  /** Let the next gesture choose other cells for the one that is picked. @param {boolean} isEmpty whether it begins with no cells */
  reshape(isEmpty) {
    const { kind } = this.parts ?? {};
    if (!kind || !this.#isPicked) return;
    this.#take();
    this.#kindBefore = this.kind;
    this.kind = kind;
    this.isReshaping = true;
    this.#isPicked = this.#isForTarget = false;
    if (isEmpty || isGrouped(kind)) this.session.choose([]);
    this.changed();
  }

  /** Put something else in the place of the one that is picked. @param {(text: string) => string | null} change */
  async alter(change) {
    const target = this.#target;
    if (!target || !this.#isPicked) return;
    this.#take();
    await target.alter(change);
    this.shift = [0, 0];
    if (this.#here === target && this.#isPicked) this.#pick(target.constraint);
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
    if (!target || !this.#isForTarget || !(isTaken || target.isWaiting)) return false;
    if (!isTaken) target.dropNumber();
    this.#take();
    this.#isForTarget = false;
    this.value = this.#isPicked ? target.number : "";
    this.changed();
    return true;
  }

  /** Whether enough is chosen. */
  get isReady() {
    return Boolean(this.#target?.isWaiting) || (!this.#isPicked && this.kind !== null && isComplete(this.kind, this.choice));
  }

  /** What is drawn that is not placed yet, and the constraint whose place it takes. */
  get draft() {
    const { kind, target, session: { selection } } = this;
    const marks = this.#here?.draft(this.shift);
    if (marks) return { marks, instead: target };
    const hasDraft = kind && !this.#isPicked && (selection.cells.size || this.groups.length);
    return hasDraft ? { marks: kind.marks(this.choice), instead: this.isReshaping ? target : undefined } : { marks: [] };
  }

  /** Take a digit of a number; return whether digits are for constraints now. @param {number} digit */
  type(digit) {
    if (!this.kind && !this.picked) return false;
    const kind = this.#isPicked ? this.parts?.kind : this.kind;
    // The number that the one that is picked has gives way.
    if (kind?.value) this.enter((this.typed + digit).slice(0, 4));
    return true;
  }

  /** Take a number: for what is chosen, or else for the target. @param {string} value */
  enter(value) {
    const { cells } = this.session.selection;
    if (!this.value || this.#isPicked) {
      const hasNumber = this.parts?.kind.value === "optional" && this.#here?.isLast === true;
      this.#isForTarget = this.#isPicked || (!cells.size && hasNumber);
      if (cells.size > 1 && !this.#isPicked) this.#draft = this.choice;
    }
    this.value = value;
    if (this.#isForTarget && this.#target) this.#target.number = value;
    this.#pause.end();
    this.#pause = this.app.owner.part();
    this.#pause.later(() => this.#take(), PAUSE);
    this.changed();
  }

  /** Begin another gesture: what has a number is placed before, if it is enough, and the next one begins without it. */
  begin() {
    const { kind, value, side, direction } = this;
    const draft = this.#draft;
    this.#draft = null;
    if (!kind || !value || (!this.#isForTarget && !draft) || this.isReshaping) return; // a number that was typed first is for the gesture
    this.#take();
    [this.value, this.#isForTarget] = ["", false];
    const choice = draft && { ...draft, value, side, direction };
    if (choice && isComplete(kind, choice)) void this.#place(kind, choice);
  }

  /** Follow what is chosen. @param {boolean} isDragging */
  follow(isDragging) {
    if (!this.kind || !this.session.selection.cells.size || this.#isPicked) return;
    const [now, before] = [this.choice, this.#draft];
    const isNext = before && before.cells.length > 1 && (now.cells.length === 1 || !now.cells.some((cell) => before.cells.includes(cell)));
    if (this.#isForTarget || (isNext && !isDragging)) this.begin();
    this.#draft = now;
  }
}
