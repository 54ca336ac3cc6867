/**
 * Which constraint is picked on the board or in the list, or was placed last: the target of keys; and its changes.
 *
 * What is being placed meanwhile is in placement.js, whose class extends this one.
 */

import { sentenceOf } from "../board/clue_view.js";
import { isGrouped, readNotation } from "./kinds.js";
import { cellsOf } from "./places.js";
import { Target } from "./target.js";

/** It outlives the board. */
export class Picking {
  /** @type {Kind | null} */ kind = null;
  value = "";
  /** @type {Choice["side"]} */ side = "left";
  direction = "down right";
  /** How far the picked constraint is being dragged. @type {[down: number, right: number]} */ shift = [0, 0];
  /** Whether the next gesture gives the target other cells. */
  isReshaping = false;
  /** The kind that was chosen before other cells were. @type {Kind | null} */ kindBefore = null;
  /** @type {Target | null} */ aim = null;
  /** Whether the person has picked the target: then arrows move it, too. */
  isPicked = false;
  /** Whether the number is for the target. */
  isForTarget = false;

  /** @param {App} app @param {SetSession} session of the board that is shown @param {import("./target.js").Put} put @param {() => void} changed */
  constructor(app, session, put, changed) {
    this.app = app;
    this.session = session;
    this.put = put;
    this.changed = changed;
  }

  /** What placement.js does before another target is there: place what is open, forget it, and take the number that is typed. */
  settle() {}
  forget() {}
  take() {}

  /** The target, while its board is shown. */
  get here() {
    return this.aim?.session === this.session ? this.aim : null;
  }

  /** The constraint that was placed last or picked, while it is on this board. */
  get target() {
    return this.here?.constraint;
  }

  /** The picked constraint. */
  get picked() {
    return this.isPicked ? this.target : undefined;
  }

  /** What the target is made of, null if it is of no kind of the palette. */
  get parts() {
    return this.aim?.parts ?? null;
  }

  /** Pick a constraint, or none, and say it. @param {Constraint | undefined} constraint */
  pick(constraint) {
    this.show(constraint);
    const { app, parts } = this;
    const number = parts?.kind.value ? ` ${app.t("set.picked.number")}` : "";
    if (constraint) app.announce(`${sentenceOf(app, constraint)} ${app.t("set.picked")}${number}`);
  }

  /** @param {Constraint | undefined} constraint */
  show(constraint) {
    this.settle();
    this.forget();
    const { session } = this;
    const { size } = session.geometry;
    if (constraint) {
      const parts = readNotation(constraint.text, size);
      this.aim = new Target(this.put, session, parts, constraint.text);
      this.isPicked = true;
      if (parts) [this.value, this.side, this.direction] = [parts.choice.value, parts.choice.side, parts.choice.direction || this.direction];
    }
    session.choose(constraint ? cellsOf(constraint, size) : [session.selection.cursor]);
    this.changed();
  }

  /** Follow the constraints after undo and other changes. */
  check() {
    const target = this.aim;
    if (!target || !this.isPicked || target.isBusy) return;
    const now = this.here?.follow();
    if (now?.text !== target.text) this.show(now);
  }

  /** Let the next gesture choose other cells for the picked constraint. @param {boolean} isEmpty whether it begins with no cells */
  reshape(isEmpty) {
    const { kind } = this.parts ?? {};
    if (!kind || !this.isPicked) return;
    this.take();
    this.kindBefore = this.kind;
    this.kind = kind;
    this.isReshaping = true;
    this.isPicked = this.isForTarget = false;
    if (isEmpty || isGrouped(kind)) this.session.choose([]);
    this.changed();
  }

  /** Replace the picked constraint. @param {(text: string) => string | null} change */
  async alter(change) {
    const target = this.aim;
    if (!target || !this.isPicked) return;
    this.take();
    await target.alter(change);
    this.shift = [0, 0];
    if (this.here === target && this.isPicked) this.show(target.constraint);
  }
}
