// The board and the pad of a drill: a cell is chosen by pointer or arrow keys, a digit by its button or its key.

import { digitSymbol } from "../board/geometry.js";
import { padButton } from "../buttons.js";
import { element, mark } from "../dom.js";
import { keyName, pressedDigit } from "../play/keys.js";
import { pressOne, walkCells } from "./parts.js";

/** @typedef {import("../board/board.js").View} View */
/** @typedef {Record<"answer" | "help" | "skip" | "clear", () => void> & {toggle: (cell: number, digit: number, isPlaced: boolean) => void}} Commands */

/** @param {HTMLElement} host @param {App} app @param {import("../board/board.js").BoardView} board @param {Commands} commands */
export function mountDrillPad(host, app, board, commands) {
  /** @type {View | null} */
  let view = null;
  let cell = -1;
  let isPlacing = false;

  const modeButtons = [false, true].map((places) =>
    padButton("mode", app.t(places ? "drill.place" : "drill.eliminate"), () => choose(places)));
  const modes = element("div", { class: "modes", role: "group", "aria-label": app.t("drill.modes") }, ...modeButtons);
  const keys = Array.from({ length: 9 }, (_, at) =>
    padButton("key", element("span", "key-digit", app.digit(digitSymbol(at + 1, 9))), () => press(at + 1)));
  const given = { class: "pad", role: "group", "aria-label": app.t("play.digits"), style: "--wide: 9; --narrow: 9" };
  host.append(modes, element("div", given, ...keys));

  /** @param {boolean} places */
  function choose(places) {
    isPlacing = places;
    pressOne(modeButtons, Number(places));
  }

  /** @param {number} digit */
  function press(digit) {
    if (cell >= 0) commands.toggle(cell, digit, isPlacing);
  }

  /** @param {number} to */
  function select(to) {
    cell = to;
    draw();
  }

  function draw() {
    if (!view) return;
    const chosen = cell >= 0 ? [cell] : [];
    board.show({ ...view, selected: new Set(chosen), cursor: Math.max(cell, 0), peersOf: chosen });
    const mask = cell >= 0 && !view.digits[cell] ? (view.centre?.[cell] ?? 0) : 0;
    const named = (view.candidateColours ?? []).filter(([at]) => at === cell).map(([, digit]) => digit);
    keys.forEach((key, at) => {
      key.disabled = !((mask >> at) & 1);
      mark(key, "aria-pressed", named.includes(at + 1) && "true");
    });
  }

  board.on("pointerdown", (at) => {
    if (at >= 0) select(at);
  });
  board.on("focusin", (at) => {
    if (at >= 0 && at !== cell) select(at);
  });
  walkCells(board, select);
  app.owner.listen(window, "keydown", (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const isOurs = target === document.body || host.closest(".drill")?.contains(target);
    if (!isOurs || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const digit = pressedDigit(event, 9);
    const name = keyName(event);
    if (digit) press(digit);
    else if (name === "Enter" && !target.closest("button, a")) commands.answer();
    else if (name === "h") commands.help();
    else if (name === "n") commands.skip();
    else if (["Backspace", "Delete", "0"].includes(name)) commands.clear();
    else return;
    event.preventDefault();
  });

  return {
    /** Offer what steps of the technique do, on a new board. @param {ReadonlySet<boolean>} kinds @param {readonly number[]} placed */
    offer(kinds, placed) {
      modes.hidden = kinds.size < 2;
      choose(!kinds.has(false));
      cell = cell >= 0 && !placed[cell] ? cell : placed.indexOf(0);
    },
    /** @param {View} next */
    show(next) {
      view = next;
      draw();
    },
  };
}
