/**
 * Placing a constraint on the board by mouse, touch and keys, and changing one; what is chosen so far is in placement.js.
 *
 * While a kind is chosen, the board belongs to it: a drag or Shift with arrows chooses cells, digits are its number, and
 * Enter places it. Where nothing must be typed, the end of a drag places it. A press on one of the kind picks it; without
 * a kind, Enter or two presses on an empty cell do. One that is picked is moved by arrows or a drag, has its number
 * changed by digits and its cells by Shift or Ctrl, and Delete removes it.
 */

import { digitValue } from "../board/geometry.js";
import { ARROWS } from "../play/keys.js";
import { isOutside } from "./kinds.js";
import { cellsOf, clueBeside, constraintsAt, isBeside, movedText, nearEdge, sideAt } from "./places.js";

/**
 * Let the pointer and the keys place constraints on a board while a kind is chosen, and change the picked constraint.
 *
 * @param {import("../owner.js").Owner} owner @param {HTMLElement} root the place @param {import("../board/board.js").BoardView} board
 * @param {Placing} placing @param {(constraint: Constraint) => void} remove
 */
export function listenToPlacing(owner, root, board, placing, remove) {
  const { app, session } = placing;
  const { size } = session.geometry;
  let isDragging = false;
  /** Where the picked constraint was grabbed: columns and rows from the top left, and the cell. @type {[x: number, y: number, cell: number] | null} */
  let grabbed = null;

  /** Return the place of an event in cells, from the top left of the board. @param {MouseEvent} event */
  function place({ clientX, clientY }) {
    const box = board.grid.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * size, ((clientY - box.top) / box.height) * size];
  }

  /** @param {MouseEvent} event */
  const cellAt = ({ clientX, clientY }) => board.cellAt(clientX, clientY);

  /** Pick a constraint at a cell: the newest, or the next after the picked one; return whether there is one. @param {number} cell */
  function pickAt(cell) {
    const { picked } = placing;
    const here = constraintsAt(session, cell);
    const next = here[here.findIndex((each) => each === picked) + 1];
    if (next || picked) placing.pick(next);
    return Boolean(next ?? picked);
  }

  /** Move the picked constraint. @param {number} down @param {number} right */
  function move(down, right) {
    void placing.alter((text) => {
      const moved = movedText(text, down, right, size);
      if (!moved) app.announce(app.t("set.edge"));
      return moved;
    });
  }

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const [x, y] = place(event);
    const cell = cellAt(event);
    if (placing.isAsking) return claim(event), app.announce(app.t("set.beside"));
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (cell < 0) return void (pressMargin(x, y) && grab(event));
    placing.beside = null;
    if (placing.picked) {
      if (!isPlain) placing.reshape(false);
      else if (cellsOf(placing.picked, size).includes(cell)) return grab(event);
      else placing.pick(undefined);
    }
    const { kind } = placing;
    if (!kind) return;
    const near = nearEdge(kind, x, y, size);
    const before = session.selection.single;
    const isSecond = !near.length && kind.gesture === "pair" && before >= 0 && isBeside(before, cell, size);
    if (!isSecond && isPlain) placing.begin();
    const pair = isSecond ? [before, cell] : near;
    if (!pair.length) {
      isDragging = true; // the pointer of Play selects
      return;
    }
    claim(event);
    const there = constraintsAt(session, cell, kind).find(({ cells }) => pair.every((each) => cells.includes(each)));
    const isPick = there && !placing.value && !placing.isReshaping;
    if (isPick) placing.pick(there);
    else session.choose(pair);
    board.focus(session.selection.cursor);
    if (!isPick && (kind.value !== "required" || placing.value)) placing.finish();
  }

  /** Choose the row, column or diagonal of a press outside of the board, or pick the clue there; without a kind, note the place. @param {number} x @param {number} y */
  function pressMargin(x, y) {
    const { kind, isReshaping, value } = placing;
    const beside = sideAt(x, y, size);
    if (!beside || (kind && !isOutside(kind))) return false;
    const { side, at } = beside;
    const clue = isReshaping || value ? undefined : clueBeside(session, side, at, kind);
    if (clue && clue !== placing.picked) placing.pick(clue);
    if (clue) return true;
    if (kind) {
      placing.begin();
      return placing.stand(beside);
    }
    if (beside.at < 0 || beside.at >= size) return false;
    if (placing.picked) placing.pick(undefined);
    session.choose([]); // what is typed now is not a given
    placing.beside = beside;
    return true;
  }

  /** @param {PointerEvent} event */
  function grab(event) {
    claim(event);
    board.focus(session.selection.cursor);
    if (!placing.picked) return;
    const [x, y] = place(event).map(Math.floor);
    grabbed = [x, y, cellAt(event)];
    board.element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const { picked, shift } = placing;
    if (!grabbed || !picked) return;
    const [x, y] = place(event).map(Math.floor);
    const [down, right] = [y - grabbed[1], x - grabbed[0]];
    if (String([down, right]) === String(shift) || (!movedText(picked.text, down, right, size) && (down || right))) return;
    placing.shift = [down, right];
    placing.changed();
  }

  /** @param {PointerEvent} event */
  function drop(event) {
    if (!grabbed) return;
    const [, , cell] = grabbed;
    const [down, right] = placing.shift;
    grabbed = null;
    if (event.type === "pointercancel") placing.shift = [0, 0];
    else if (down || right) move(down, right);
    else if (cell >= 0) {
      placing.pick(undefined); // a press that moves nothing
      session.select((selection) => selection.only(cell));
    }
    placing.changed();
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (!isDragging) return;
    isDragging = false;
    const { kind, value, isReshaping } = placing;
    const { single, cursor } = session.selection;
    if (!kind) return;
    const [there] = single < 0 || value || isReshaping || placing.groups.length ? [] : constraintsAt(session, cursor, kind);
    if (there) return placing.pick(there);
    const isOpen = kind.gesture === "cells" && kind.value === "optional" && (single >= 0 || event.ctrlKey || event.metaKey); // more may follow
    if (isReshaping ? single < 0 || kind.gesture === "cell" : kind.value !== "required" && !isOpen) placing.finish();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isBoard = target === document.body || target.closest(".grid") !== null;
    if (!isBoard || root.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const isMeant = placing.kind || placing.picked || placing.beside ? act(event) : event.key === "Enter" && pickAt(session.selection.cursor);
    if (isMeant) claim(event);
  }

  /** Do what a key means while a kind is chosen or a constraint is picked. @param {KeyboardEvent} event */
  function act({ key: name, code, shiftKey }) {
    const { picked, kind, typed } = placing;
    const { cursor } = session.selection;
    const digit = shiftKey ? -1 : digitValue(name);
    if (digit >= 0 || /^(Digit|Numpad)\d$/.test(code)) {
      if (digit >= 0) placing.type(digit);
      return true;
    }
    if (placing.beside && !kind) return actBeside(name);
    const [down, right] = ARROWS[name] ?? [0, 0];
    if (picked && (down || right)) {
      if (shiftKey) placing.reshape(false); // the arrow adds a cell
      else move(down, right);
      return !shiftKey;
    }
    if (name === "Enter") return placing.finish() || (picked && pickAt(cursor)), true;
    if (name === "Escape") return cancel(), true;
    if (name === " " || name === ".") return true; // they would erase givens
    if (name !== "Backspace" && name !== "Delete") return false;
    const here = picked ?? constraintsAt(session, cursor, kind)[0] ?? constraintsAt(session, cursor)[0];
    if (typed) placing.enter(typed.slice(0, -1));
    else if (here) remove(here);
    return true;
  }

  /** Do what a key means while a number is typed beside the board without a kind. @param {string} name */
  function actBeside(name) {
    if (name === "Backspace") placing.value = placing.value.slice(0, -1);
    else if (name === "Escape") placing.value = "";
    else if (placing.isAsking && (name === "Enter" || ARROWS[name])) app.announce(app.t("set.beside"));
    else {
      if (!placing.isAsking && ARROWS[name]) placing.beside = null;
      return false;
    }
    placing.changed();
    return true;
  }

  /** Give up the cells, then what is picked, then the kind. What is on the board stays there. */
  function cancel() {
    const { cells, cursor } = session.selection;
    if (placing.isReshaping) return placing.pick(placing.target);
    if (placing.endNumber()) return;
    if (placing.picked) return placing.pick(undefined);
    placing.value = "";
    const isMany = cells.size > 1 || placing.groups.length;
    placing.groups = [];
    session.select((selection) => selection.only(cursor));
    if (!isMany) placing.choose(null);
  }

  owner.ends(session.watch((change) => {
    if (change === "position") placing.check();
    placing.follow(isDragging);
    if (placing.picked && board.grid.contains(document.activeElement)) board.focus(session.selection.cursor);
  }));
  owner.listen(board.element, "pointerdown", press, { capture: true });
  owner.listen(board.element, "pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) owner.listen(board.element, end, drop);
  owner.listen(board.grid, "pointerup", release);
  owner.listen(window, "keydown", key, { capture: true });
  owner.listen(board.grid, "dblclick", (/** @type {MouseEvent} */ event) => {
    const cell = cellAt(event);
    if (!placing.kind && cell >= 0 && !session.digits[cell]) pickAt(cell);
  });
}

/** Keep other handlers from acting on an event. @param {Event} event */
function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}
