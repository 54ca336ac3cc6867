/**
 * Placing a constraint on the board by mouse, touch and keys; what is chosen so far is in placement.js.
 *
 * While a kind is chosen, the board belongs to it: a drag or Shift with arrows chooses cells, digits are its number, and
 * Enter places it. Where nothing must be typed, the end of a drag places it, and digits that follow are its number as long
 * as nothing else is done.
 */

import { cellIndex, digitValue, rowOf } from "../board/geometry.js";
import { isOutside } from "./kinds.js";

/** @typedef {import("../board/board.js").BoardView} BoardView */
/** @typedef {import("./placement.js").Placing} Placing */
/** @typedef {import("./session.js").SetSession} SetSession */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Choice} Choice */
/** @typedef {import("../board/geometry.js").Constraint} Constraint */

const EDGE = 0.24; // a press this near to an edge, in sides of a cell, means both cells
const OPPOSITE = { left: "right", right: "left", up: "down", down: "up" };

/** Return the constraint of a cell that was placed last, of the kind if there is one. @param {SetSession} session @param {Kind | null} kind @returns {Constraint | undefined} */
function constraintAt({ rules, selection: { cursor } }, kind) {
  const here = (rules.constraints ?? []).filter(({ cells }) => cells.includes(cursor));
  return here.filter(({ word }) => word === kind?.word).at(-1) ?? here.at(-1);
}

/**
 * Let the pointer and the keys place constraints on a board while a kind is chosen.
 *
 * @param {import("../owner.js").Owner} owner
 * @param {HTMLElement} root the place
 * @param {BoardView} board
 * @param {SetSession} session
 * @param {Placing} placing
 * @param {(constraint: Constraint) => void} remove
 */
export function listenToPlacing(owner, root, board, session, placing, remove) {
  const { size } = session.geometry;
  let isDragging = false;

  /** Return the place of an event in cells, from the top left of the board. @param {PointerEvent} event */
  function place({ clientX, clientY }) {
    const box = board.grid.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * size, ((clientY - box.top) / box.height) * size];
  }

  /** @param {PointerEvent} event */
  function press(event) {
    const { kind } = placing;
    if (!kind || event.button !== 0 || !event.isPrimary) return;
    const [x = 0, y = 0] = place(event);
    const isInside = x >= 0 && y >= 0 && x < size && y < size;
    if (isOutside(kind) && !isInside) {
      if (pressMargin(kind, x, y)) event.preventDefault();
      return;
    }
    if (!isInside) return;
    const near = nearEdge(kind, x, y);
    const before = session.selection.single;
    const cell = Math.floor(y) * size + Math.floor(x);
    const isSecond = !near.length && kind.gesture === "pair" && before >= 0 && isBeside(before, cell, size);
    if (!isSecond && !event.shiftKey && !event.ctrlKey && !event.metaKey) placing.begin(session);
    if (near.length) choose(near);
    else if (isSecond) choose([before, cell]);
    else {
      isDragging = true; // the pointer of Play selects
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    board.focus(session.selection.cursor);
    if (kind.value !== "required" || placing.value) placing.finish(session);
  }

  /** @param {number[]} cells */
  function choose(cells) {
    session.select((selection) => {
      selection.set(cells);
      selection.cursor = cells.at(-1) ?? 0;
    });
  }

  /** Choose the row, column or diagonal of a press outside of the board. @param {Kind} kind @param {number} x @param {number} y */
  function pressMargin(kind, x, y) {
    const side = y < 0 ? "top" : y >= size ? "bottom" : x < 0 ? "left" : "right";
    const isLevel = side === "left" || side === "right";
    const at = Math.floor(isLevel ? y : x);
    if (Math.max(-x, x - size, -y, y - size) > 1.6) return false;
    if (kind.gesture === "diagonal") return pressDiagonal(side, at);
    if (at < 0 || at >= size) return false;
    placing.begin(session);
    placing.side = side;
    const cell = isLevel ? at * size + (side === "left" ? 0 : size - 1) : (side === "top" ? 0 : size - 1) * size + at;
    session.select((selection) => selection.only(cell));
    placing.changed();
    return true;
  }

  /** @param {Choice["side"]} side @param {number} at */
  function pressDiagonal(side, at) {
    placing.begin(session);
    let [vertical, level] = /** @type {["down" | "up", "left" | "right"]} */ (placing.direction.split(" "));
    if (side === "top" || side === "bottom") {
      vertical = side === "top" ? "down" : "up";
      if (at + (level === "right" ? 1 : -1) < 0 || at + (level === "right" ? 1 : -1) >= size) level = /** @type {"left" | "right"} */ (OPPOSITE[level]);
    } else {
      level = side === "left" ? "right" : "left";
      if (at + (vertical === "down" ? 1 : -1) < 0 || at + (vertical === "down" ? 1 : -1) >= size) vertical = /** @type {"down" | "up"} */ (OPPOSITE[vertical]);
    }
    placing.direction = `${vertical} ${level}`;
    const isLevel = side === "left" || side === "right";
    const row = isLevel ? at + (vertical === "down" ? 1 : -1) : side === "top" ? 0 : size - 1;
    const column = isLevel ? (side === "left" ? 0 : size - 1) : at + (level === "right" ? 1 : -1);
    session.select((selection) => selection.only(row * size + column));
    placing.changed();
    return true;
  }

  /** Return the cells on both sides of an edge, or around a corner, that a press is near. @param {Kind} kind @param {number} x @param {number} y */
  function nearEdge({ gesture }, x, y) {
    const [column, row] = [Math.round(x), Math.round(y)];
    const isInner = (/** @type {number} */ line) => line > 0 && line < size;
    const [dx, dy] = [Math.abs(x - column), Math.abs(y - row)];
    if (gesture === "square") {
      if (!isInner(column) || !isInner(row) || Math.hypot(dx, dy) > 1.5 * EDGE) return [];
      const first = (row - 1) * size + column - 1;
      return [first, first + 1, first + size, first + size + 1];
    }
    if (gesture !== "pair") return [];
    if (dx < EDGE && dx <= dy && isInner(column)) return [Math.floor(y) * size + column - 1, Math.floor(y) * size + column];
    if (dy < EDGE && isInner(row)) return [(row - 1) * size + Math.floor(x), row * size + Math.floor(x)];
    return [];
  }

  function release() {
    if (!isDragging) return;
    isDragging = false;
    const { kind } = placing;
    if (!kind || kind.value === "required" || (kind.value === "optional" && kind.gesture === "cells")) return;
    placing.finish(session);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isBoard = target === document.body || target.closest(".grid") !== null;
    if (!placing.kind || !isBoard || root.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Do what a key means while a kind is chosen. @param {KeyboardEvent} event */
  function act({ key: name, code, shiftKey }) {
    const digit = shiftKey ? -1 : digitValue(name);
    if (digit >= 0 || /^(Digit|Numpad)\d$/.test(code)) {
      if (digit >= 0) placing.type(session, digit);
      return true;
    }
    if (name === "Enter") return placing.finish(session), true;
    if (name === "Escape") return cancel();
    if (name === " " || name === ".") return true; // they would erase givens
    if (name !== "Backspace" && name !== "Delete") return false;
    const here = placing.value ? undefined : constraintAt(session, placing.kind);
    if (placing.value) placing.value = placing.value.slice(0, -1);
    else if (here) remove(here);
    placing.changed();
    return true;
  }

  /** Give up the cells, then the kind. */
  function cancel() {
    const { cells, cursor } = session.selection;
    placing.value = "";
    const isMany = cells.size > 1 || placing.groups.length;
    placing.groups = [];
    session.select((selection) => selection.only(cursor));
    if (!isMany) placing.choose(null);
    return true;
  }

  owner.ends(session.watch(() => placing.follow(session, isDragging)));
  owner.listen(board.element, "pointerdown", press, { capture: true });
  owner.listen(board.grid, "pointerup", release);
  owner.listen(window, "keydown", key, { capture: true });
}

/** @param {number} a @param {number} b @param {number} size */
function isBeside(a, b, size) {
  return Math.abs(rowOf(a, size) - rowOf(b, size)) + Math.abs((a % size) - (b % size)) === 1;
}

/** Return the cells of names on a board. @param {readonly string[]} names @param {number} size */
export const cellsOf = (names, size) => names.map((name) => cellIndex(name, size)).filter((cell) => cell >= 0);
