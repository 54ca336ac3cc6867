/**
 * Placing a constraint on the board by mouse, touch and keys, and changing one; what is chosen so far is in placement.js.
 *
 * While a kind is chosen, the board belongs to it: a drag or Shift with arrows chooses cells, digits are its number, and
 * Enter places it. Where nothing must be typed, the end of a drag places it. A press on one of the kind picks it; without
 * a kind, Enter or two presses on an empty cell do. One that is picked is moved by arrows or a drag, has its number
 * changed by digits and its cells by Shift or Ctrl, and Delete removes it.
 */

import { digitValue } from "../board/geometry.js";
import { isOutside } from "./kinds.js";
import { cellsOf, movedText } from "./notation.js";
import { clueBeside, constraintsAt } from "./picking.js";
import { firstCell, isBeside, nearEdge, sideAt } from "./places.js";

/** @typedef {import("../board/board.js").BoardView} BoardView */
/** @typedef {import("./placement.js").Placing} Placing */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Choice} Choice */

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Let the pointer and the keys place constraints on a board while a kind is chosen, and change the one that is picked.
 *
 * @param {import("../owner.js").Owner} owner
 * @param {HTMLElement} root the place
 * @param {BoardView} board
 * @param {SetSession} session
 * @param {Placing} placing
 * @param {import("./picking.js").Picking} picking
 */
export function listenToPlacing(owner, root, board, session, placing, picking) {
  const { size } = session.geometry;
  let isDragging = false;
  /** Where the one that is picked was grabbed, in cells. @type {number[] | null} */
  let grabbed = null;

  /** Return the place of an event in cells, from the top left of the board. @param {PointerEvent} event */
  function place({ clientX, clientY }) {
    const box = board.grid.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * size, ((clientY - box.top) / box.height) * size];
  }

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const [x = 0, y = 0] = place(event);
    const isInside = x >= 0 && y >= 0 && x < size && y < size;
    const cell = Math.floor(y) * size + Math.floor(x);
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    const picked = placing.picked(session);
    if (picked && isInside && isPlain && cellsOf(picked, size).includes(cell)) return grab(event, x, y);
    if (picked && isInside && !isPlain) placing.reshape(session, false);
    else if (picked && isInside) picking.pick(undefined);
    if (!isInside) {
      if (pressMargin(x, y)) grab(event, x, y);
      return;
    }
    const { kind } = placing;
    if (!kind) return;
    const near = nearEdge(kind, x, y, size);
    const before = session.selection.single;
    const isSecond = !near.length && kind.gesture === "pair" && before >= 0 && isBeside(before, cell, size);
    if (!isSecond && isPlain) placing.begin(session);
    const pair = isSecond ? [before, cell] : near;
    if (!pair.length) {
      isDragging = true; // the pointer of Play selects
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const there = constraintsAt(session, cell, kind).find(({ cells }) => pair.every((each) => cells.includes(each)));
    const isPick = there && !placing.value && !placing.isReshaping;
    if (isPick) picking.pick(there);
    else choose(pair);
    board.focus(session.selection.cursor);
    if (!isPick && (kind.value !== "required" || placing.value)) placing.finish(session);
  }

  /** @param {number[]} cells */
  function choose(cells) {
    session.select((selection) => {
      selection.set(cells);
      selection.cursor = cells.at(-1) ?? 0;
    });
  }

  /** Choose the row, column or diagonal of a press outside of the board, or pick the clue there. @param {number} x @param {number} y */
  function pressMargin(x, y) {
    const { kind, isReshaping, value } = placing;
    const beside = sideAt(x, y, size);
    if (!beside || (kind && !isOutside(kind))) return false;
    const { side, at } = beside;
    const clue = isReshaping || value ? undefined : clueBeside(session, side, at, kind);
    if (clue && clue !== placing.picked(session)) picking.pick(clue);
    if (clue || !kind) return Boolean(clue);
    placing.begin(session);
    const { cell, direction } = firstCell(kind, side, at, size, placing.direction);
    if (cell < 0) return false;
    [placing.side, placing.direction] = [side, direction];
    session.select((selection) => selection.only(cell));
    placing.changed();
    if (isReshaping) placing.finish(session);
    return true;
  }

  /** @param {PointerEvent} event @param {number} x @param {number} y */
  function grab(event, x, y) {
    event.preventDefault();
    event.stopPropagation();
    board.focus(session.selection.cursor);
    if (!placing.picked(session)) return;
    grabbed = [Math.floor(x), Math.floor(y)];
    board.element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const picked = placing.picked(session);
    if (!grabbed || !picked) return;
    const [x = 0, y = 0] = place(event).map(Math.floor);
    const [right, down] = [x - (grabbed[0] ?? 0), y - (grabbed[1] ?? 0)];
    const [oldDown, oldRight] = placing.shift;
    if ((down === oldDown && right === oldRight) || (!movedText(picked.text, down, right, size) && (down || right))) return;
    placing.shift = [down, right];
    placing.changed();
  }

  /** @param {PointerEvent} event */
  function drop(event) {
    if (!grabbed) return;
    const [x = 0, y = 0] = grabbed;
    const [down, right] = placing.shift;
    grabbed = null;
    if (event.type === "pointercancel") placing.shift = [0, 0];
    else if (down || right) picking.move(down, right);
    else if (x >= 0 && y >= 0 && x < size && y < size) {
      picking.pick(undefined); // a press that moves nothing
      session.select((selection) => selection.only(y * size + x));
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
    if (there) return picking.pick(there);
    const isOpen = kind.gesture === "cells" && kind.value === "optional" && (single >= 0 || event.ctrlKey || event.metaKey); // more may follow
    if (isReshaping ? single < 0 || kind.gesture === "cell" : kind.value !== "required" && !isOpen) placing.finish(session);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isBoard = target === document.body || target.closest(".grid") !== null;
    if (!isBoard || root.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const isMeant = placing.kind || placing.picked(session) ? act(event) : event.key === "Enter" && picking.pickAt(session.selection.cursor);
    if (!isMeant) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Do what a key means while a kind is chosen or a constraint is picked. @param {KeyboardEvent} event */
  function act({ key: name, code, shiftKey }) {
    const picked = placing.picked(session);
    const digit = shiftKey ? -1 : digitValue(name);
    if (digit >= 0 || /^(Digit|Numpad)\d$/.test(code)) {
      if (digit >= 0) placing.type(session, digit);
      return true;
    }
    const [down, right] = ARROWS[name] ?? [0, 0];
    if (picked && (down || right)) {
      if (shiftKey) placing.reshape(session, false); // the arrow adds a cell
      else picking.move(down, right);
      return !shiftKey;
    }
    if (name === "Enter") return placing.finish(session) || (picked && picking.pickAt(session.selection.cursor)), true;
    if (name === "Escape") return cancel(), true;
    if (name === " " || name === ".") return true; // they would erase givens
    if (name !== "Backspace" && name !== "Delete") return false;
    const here = picked ?? constraintsAt(session, session.selection.cursor, placing.kind)[0] ?? constraintsAt(session, session.selection.cursor)[0];
    if (placing.typed) placing.enter(session, placing.typed.slice(0, -1));
    else if (here) picking.remove(here);
    return true;
  }

  /** Give up the cells, then what is picked, then the kind. What is on the board stays there. */
  function cancel() {
    const { cells, cursor } = session.selection;
    if (placing.isReshaping) return picking.pick(placing.target(session));
    if (placing.endNumber()) return;
    if (placing.picked(session)) return picking.pick(undefined);
    placing.value = "";
    const isMany = cells.size > 1 || placing.groups.length;
    placing.groups = [];
    session.select((selection) => selection.only(cursor));
    if (!isMany) placing.choose(null);
  }

  owner.ends(session.watch((change) => {
    if (change === "position") placing.check(session);
    placing.follow(session, isDragging);
    if (placing.picked(session) && board.grid.contains(document.activeElement)) board.focus(session.selection.cursor);
  }));
  owner.listen(board.element, "pointerdown", press, { capture: true });
  owner.listen(board.element, "pointermove", drag);
  owner.listen(board.element, "pointerup", drop);
  owner.listen(board.element, "pointercancel", drop);
  owner.listen(board.grid, "pointerup", release);
  owner.listen(window, "keydown", key, { capture: true });
  owner.listen(board.grid, "dblclick", (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const cell = board.cellAt(clientX, clientY);
    if (!placing.kind && cell >= 0 && !session.digits[cell]) picking.pickAt(cell);
  });
}
