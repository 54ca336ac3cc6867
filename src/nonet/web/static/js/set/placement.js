/**
 * What is being placed on the board: the kind, what is chosen for it, and its number, wherever they come from; which
 * constraint is picked is in picking.js.
 *
 * A number belongs to what is chosen. With nothing chosen it belongs to the target: the constraint that was placed last, as
 * long as this is the last thing done, or one that is picked; else to the next gesture. It is taken after a pause, or at once.
 *
 * No number is dropped: what has one and is enough is placed before something else begins (`settle`), what cannot be stays
 * to be corrected, and a number that is typed beside the board waits for its kind.
 */

import { cellIndex, cellName } from "../board/geometry.js";
import { isComplete, isFixed, isGrouped, isOutside } from "./kinds.js";
import { Picking } from "./picking.js";
import { firstCell, lineBeside } from "./places.js";
import { Target } from "./target.js";

const PAUSE = 700; // milliseconds without a digit before a number is taken

/** What is being placed; it outlives the board. */
export class Placing extends Picking {
  /** The groups of cells that are finished. @type {string[][]} */ groups = [];
  /** A place beside the board that was pressed without a kind. @type {import("./places.js").Beside | null} */ beside = null;
  /** What has been chosen since the kind was, or since the last constraint. @type {Choice | null} */ #draft = null;
  /** Whether its number was typed after it was chosen; a number that was typed first is for the next press. */
  #isNumbered = false;
  #pause = this.app.owner.part();

  /** @param {Kind | null} kind */
  choose(kind) {
    const { beside } = this;
    if (kind?.value) this.begin();
    else this.settle();
    const { value } = this;
    const isLeft = !this.isForTarget;
    this.forget();
    this.kind = kind;
    if (kind?.value && isLeft) this.value = value;
    if (beside && kind && isOutside(kind)) this.stand(beside);
    this.changed();
  }

  /** Choose the row, column or diagonal that a place beside the board looks at; return whether there is one. @param {import("./places.js").Beside} beside */
  stand({ side, at }) {
    const { kind, session } = this;
    const { cell, direction } = kind ? firstCell(kind, side, at, session.geometry.size, this.direction) : { cell: -1, direction: "" };
    if (cell < 0) return false;
    [this.side, this.direction] = [side, direction];
    session.select((selection) => selection.only(cell));
    if (this.isReshaping || this.value) this.finish();
    else this.changed();
    return true;
  }

  /** Let the target have its number, and forget all but the kind. @override */
  forget() {
    this.take();
    if (this.isReshaping) this.kind = this.kindBefore;
    Object.assign(this, { isPicked: false, isReshaping: false, isForTarget: false });
    this.aim = this.#draft = this.beside = null;
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
    if ((this.value || this.isPicked) && this.endNumber()) return true;
    const { kind, choice } = this;
    if (!kind || this.isPicked) return false;
    if (isGrouped(kind) && choice.groups !== this.groups) {
      this.groups = choice.groups;
      this.session.choose([]);
      this.changed();
      if (kind.gesture === "groups" || this.groups.length < 2) return true;
    }
    if (!isComplete(kind, choice)) return false;
    const old = this.isReshaping ? this.aim?.text : "";
    this.forget();
    this.session.choose([]);
    void this.#place(kind, choice, old).then(() => old && this.here && this.show(this.target));
    return true;
  }

  /** Place a constraint; digits are now its number. @param {Kind} kind @param {Choice} choice @param {string} [old] what gives way to it */
  async #place(kind, choice, old = "") {
    this.#draft = null;
    const target = (this.aim = new Target(this.put, this.session, { kind, choice }));
    await target.send(() => ({ word: kind.text(choice), old }));
    if (!target.text && !old && this.here === target && this.kind === kind && this.#isStill(choice)) this.#bringBack(kind, choice);
    this.changed();
  }

  /** Whether nothing else is chosen. @param {Choice} choice */
  #isStill = ({ cells }) => !this.#draft || String(this.#draft.cells) === String(cells);

  /** What cannot be placed stays as it was chosen, to be corrected. @param {Kind} kind @param {Choice} choice */
  #bringBack(kind, choice) {
    if (isGrouped(kind)) return;
    this.aim = null;
    this.isForTarget = false;
    this.value ||= choice.value;
    [this.side, this.direction] = [choice.side, choice.direction];
    this.session.choose(choice.cells.map((name) => cellIndex(name, choice.size)));
    [this.#draft, this.#isNumbered] = [choice, true];
  }

  /** Place what has a number and is enough, before something else is done. @override */
  settle() {
    this.begin(true);
    this.take();
  }

  /** Whether a number is typed that is not on the board yet. */
  get isOpen() {
    const target = this.here;
    return Boolean(target?.isBusy || target?.isWaiting || (this.value && !this.isPicked && !this.isForTarget));
  }

  /** Let the target have its number. @override */
  take() {
    this.#pause.end();
    if (this.aim?.isWaiting) void this.aim.takeNumber().finally(this.changed);
  }

  /** The number as far as it is typed. */
  get typed() {
    return this.isPicked && !this.isForTarget ? "" : this.value;
  }

  /** End the number that is typed for the target, with or without taking it; return whether there was one. */
  endNumber(isTaken = true) {
    const target = this.aim;
    if (!target || !this.isForTarget || !(isTaken || target.isWaiting)) return false;
    if (!isTaken) target.dropNumber();
    this.take();
    this.isForTarget = false;
    this.value = this.isPicked ? target.number : "";
    this.changed();
    return true;
  }

  /** Whether enough is chosen. */
  get isReady() {
    return Boolean(this.aim?.isWaiting) || (!this.isPicked && this.kind !== null && isComplete(this.kind, this.choice));
  }

  /** What is drawn that is not placed yet, and the constraint whose place it takes. */
  get draft() {
    const { kind, target, session: { selection } } = this;
    const marks = this.here?.draft(this.shift);
    if (marks) return { marks, instead: target };
    if (this.isAsking && this.beside) return { marks: [lineBeside(this.beside, this.value)] };
    const hasDraft = kind && !this.isPicked && !this.isForTarget && (selection.cells.size || this.groups.length);
    return hasDraft ? { marks: kind.marks(this.choice), instead: this.isReshaping ? target : undefined } : { marks: [] };
  }

  /** Whether a number is typed beside the board whose kind is not chosen. */
  get isAsking() {
    return this.beside !== null && this.value !== "" && !this.kind;
  }

  /** Take a digit of a number; return whether digits are for constraints now. @param {number} digit */
  type(digit) {
    if (this.beside && !this.kind) {
      const isNew = !this.value;
      this.value = (this.value + digit).slice(0, 4);
      if (isNew) this.app.announce(this.app.t("set.beside"));
      this.changed();
      return true;
    }
    if (!this.kind && !this.picked) return false;
    const kind = this.isPicked ? this.parts?.kind : this.kind;
    // The number of the picked constraint is replaced.
    if (kind?.value) this.enter((this.typed + digit).slice(0, 4));
    return true;
  }

  /** Take a number: for what is chosen, or else for the target. @param {string} value */
  enter(value) {
    const { kind, session: { selection: { cells } } } = this;
    if (!this.value || this.isPicked) {
      const hasNumber = this.parts?.kind.value === "optional" && this.here?.isLast === true;
      this.isForTarget = this.isPicked || (!cells.size && hasNumber);
      this.#isNumbered = this.#draft !== null;
      if ((cells.size > 1 || (kind && isFixed(kind))) && !this.isPicked && !this.isForTarget) this.#draft = this.choice;
    }
    this.value = value;
    if (this.isForTarget && this.aim) this.aim.number = value;
    this.#pause.end();
    this.#pause = this.app.owner.part();
    this.#pause.later(() => this.#pauseOver(), PAUSE);
    this.changed();
  }

  /** Take the number of the target, or place what a number completes: what is typed then continues it. */
  #pauseOver() {
    const { kind, choice } = this;
    if (kind && isFixed(kind) && this.value && this.#draft && this.#isNumbered && !this.isForTarget && !this.isReshaping && isComplete(kind, choice)) {
      this.isForTarget = true;
      void this.#place(kind, choice);
      this.#draft = choice; // until something else is chosen
    } else this.take();
  }

  /**
   * Begin another gesture: what has a number is placed before, if it is enough, and the next one begins without it. A number
   * that was typed before anything was chosen is for this gesture, unless what is under the cursor is left. @param {boolean} [isLeft]
   */
  begin(isLeft = false) {
    const { kind, value, side, direction } = this;
    const draft = this.#isNumbered || isLeft || (this.#draft?.cells.length ?? 0) > 1 ? this.#draft : null;
    this.#draft = null;
    if (!kind || !value || (!this.isForTarget && !draft) || this.isReshaping) return;
    this.take();
    const choice = this.isForTarget ? null : draft && { ...draft, value, side, direction };
    if (choice && !isComplete(kind, choice)) return;
    [this.value, this.isForTarget] = ["", false];
    if (choice) void this.#place(kind, choice);
  }

  /** Follow what is chosen. @param {boolean} isDragging */
  follow(isDragging) {
    const { kind } = this;
    if (!kind || !this.session.selection.cells.size || this.isPicked) return;
    const [now, before] = [this.choice, this.#draft];
    const isOther = before && String(before.cells) !== String(now.cells);
    const isNext = isOther && (isFixed(kind) || (before.cells.length > 1 && (now.cells.length === 1 || !now.cells.some((cell) => before.cells.includes(cell)))));
    if ((this.isForTarget && (isOther || !before)) || (isNext && !isDragging)) this.begin(true);
    this.#draft = now;
  }
}
