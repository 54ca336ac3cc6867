/**
 * Mouse, pen and touch on the board.
 *
 * Press and drag select; Shift selects a range, Ctrl or a long press toggles cells, a double press selects all cells
 * with the same digit. In digit-first input a press enters the armed digit. In the mode "draw" a press colours a
 * candidate, and a drag draws a line between two.
 */

import { inked } from "../board/board_lines.js";
import { rowOf, spotAt } from "../board/geometry.js";
import { furnish } from "../dom.js";

const DOUBLE = 320; // milliseconds between the presses of a double press
const LONG = 450; // milliseconds of a long press
const REACH = 0.46; // a drag reaches a cell within this share of its side, so that it can pass between two others

/** @param {Owner} owner @param {BoardView} board @param {Session} session */
export function listenToPointer(owner, board, session) {
  const { size } = session.geometry;
  /** What the current drag does to each cell that it reaches. @type {((cell: number) => void) | null} */
  let drag = null;
  /** @type {Session["lineStart"]} */
  let lineFrom = null;
  let [lastCell, pressedCell, pressedAt] = [-1, -1, 0];
  let hold = owner.part(); // until a press is long

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0 || !event.isPrimary || session.paused) return;
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell < 0) return;
    const isDouble = cell === pressedCell && event.timeStamp - pressedAt < DOUBLE;
    [lastCell, pressedCell, pressedAt] = [cell, cell, isDouble ? 0 : event.timeStamp];
    board.grid.setPointerCapture(event.pointerId);
    const isSelecting = event.shiftKey || event.ctrlKey;
    if (session.activeMode === "draw" && !isSelecting) {
      const spot = board.candidateAt(event.clientX, event.clientY);
      lineFrom = [spot.cell, spot.digit];
    } else if (session.armed && !isSelecting && !event.metaKey) drag = paint(cell);
    else if (isDouble) session.selectSame(cell);
    else drag = select(cell, event);
  }

  /** Enter the armed digit into the cell, and begin to enter it into others. @param {number} cell */
  function paint(cell) {
    const mode = session.activeMode === "draw" ? "digit" : session.activeMode;
    session.select((selection) => selection.set([], cell));
    const enter = (/** @type {number} */ next) => void session.enterInto([next], session.armed, mode);
    enter(cell);
    return mode === "digit" ? null : enter;
  }

  /** @param {number} cell @param {PointerEvent} event */
  function select(cell, event) {
    const before = session.selection.cells;
    if (event.shiftKey) {
      session.select((selection) => selection.range(cell, event.ctrlKey ? before : undefined));
      return (/** @type {number} */ next) => session.select((selection) => selection.range(next));
    }
    if (event.ctrlKey || event.metaKey) return toggle(cell, before);
    session.select((selection) => selection.only(cell));
    hold = owner.part();
    if (event.pointerType === "touch") hold.later(() => (drag = toggle(cell, before)), LONG);
    return (/** @type {number} */ next) => session.select((selection) => selection.add(next));
  }

  /** Add a cell to those that were selected before, or remove it. @param {number} cell @param {ReadonlySet<number>} before */
  function toggle(cell, before) {
    const name = before.has(cell) ? "remove" : "add";
    const change = (/** @type {number} */ next) => session.select((selection) => selection[name](next));
    session.select((selection) => {
      selection.set(before);
      selection.anchor = cell;
    });
    change(cell);
    return change;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (lineFrom) return draft(event);
    if (!drag) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of events.length ? events : [event]) {
      const cell = reached(clientX, clientY);
      if (cell < 0 || cell === lastCell) continue;
      hold.end();
      for (const between of path(lastCell, cell, size)) drag(between);
      lastCell = cell;
    }
  }

  /** Return the cell near whose centre a point is, -1 for none. @param {number} x @param {number} y */
  function reached(x, y) {
    const cell = board.cellAt(x, y);
    if (cell < 0) return -1;
    const box = board.grid.getBoundingClientRect();
    const [across, down] = [x - box.left, y - box.top].map((length) => (length / box.width) * size - 0.5);
    return Math.hypot(across - (cell % size), down - rowOf(cell, size)) < REACH ? cell : -1;
  }

  /** Show the line that would be drawn. @param {PointerEvent} event */
  function draft(event) {
    const to = board.candidateAt(event.clientX, event.clientY);
    if (!lineFrom || to.cell < 0) return;
    const [start, end] = [spotAt(...lineFrom, size), spotAt(to.cell, to.digit, size)];
    inked(board.draft, session.pen).setAttribute("d", `M${start.x} ${start.y}L${end.x} ${end.y}`);
  }

  /** @param {PointerEvent} event */
  function release(event) {
    hold.end();
    drag = null;
    board.draft.setAttribute("d", "");
    if (!lineFrom) return;
    const from = lineFrom;
    lineFrom = null;
    const { cell, digit } = board.candidateAt(event.clientX, event.clientY);
    if (event.type === "pointercancel" || cell < 0) return;
    if (cell === from[0] && digit === from[1]) {
      session.select((selection) => selection.only(cell));
      session.enterInto([cell], digit, "draw");
    } else {
      session.lineStart = from;
      session.drawTo([cell, digit]);
    }
  }

  furnish(board.grid, {
    onpointerdown: press,
    onpointermove: move,
    onpointerup: release,
    onpointercancel: release,
    oncontextmenu: (event) => event.preventDefault(), // a long press would open the menu of the browser
  });
}

/**
 * The focus is the cursor: what puts it on a cell, as a screen reader does, selects the cell, so that digits go there.
 *
 * A press of the mouse selects by itself; then the cursor is there already.
 * @param {BoardView} board @param {Session} session
 */
export function listenToFocus(board, session) {
  board.on("focusin", (cell, event) => {
    const from = /** @type {FocusEvent} */ (event).relatedTarget;
    const isEntering = !(from instanceof Node && board.grid.contains(from)) && board.cell(cell)?.matches(":focus-visible");
    const { cursor, cells } = session.selection;
    if (cell < 0 || (cell === cursor && (cells.size || !isEntering)) || session.settings.get("digitFirst")) return;
    session.select((selection) => selection.only(cell));
  });
}

/** Return the cells on the way from one cell to another, without the first. @param {number} from @param {number} to @param {number} size */
function path(from, to, size) {
  const [row, column] = [rowOf(from, size), from % size];
  const [down, right] = [rowOf(to, size) - row, (to % size) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return (row + Math.round(down * share)) * size + column + Math.round(right * share);
  });
}
