/**
 * The board that is being set, with its keys, pointer, pad and tools. Another shape of board gets another desk.
 */

import { padButton } from "../buttons.js";
import { element, furnish, svgElement } from "../dom.js";
import { icon } from "../icons.js";
import { partOf } from "../owner.js";
import { listenToKeys, nameKeys } from "../play/keys.js";
import { mountPad } from "../play/pad.js";
import { listenToPointer } from "../play/pointer.js";
import { createReferee } from "../play/referee.js";
import { createSpeech } from "../play/speech.js";
import { changeText } from "./constraints.js";
import { isOutside } from "./kinds.js";
import { drawMarks, isTelling } from "./marks.js";
import { ROOM } from "./palette.js";
import { listenToPlacing } from "./placing.js";
import { openCells } from "./symmetry.js";

/** @typedef {import("../play/keys.js").Commands} Commands */
/** @typedef {ReturnType<typeof layDesk>} Desk */

/**
 * @param {{root: HTMLElement, host: HTMLElement, input: HTMLElement}} places the place, and where board and pad are
 * @param {App} app @param {Placing} placing on the board of its session
 * @param {{remove: (constraint: Constraint) => void, commands: Commands, point: (cell: number) => void}} more what more the keys do,
 *   and what follows the pointer over cells; -1 where it leaves them
 */
export function layDesk({ root, host, input }, app, placing, { remove, commands: others, point }) {
  const { session } = placing;
  const { geometry } = session;
  const own = partOf(app);
  const board = app.board(host, { geometry, label: app.t("set.board") });
  const marked = svgElement("g", {});
  board.overlay.append(marked);
  const focus = () => board.focus(session.selection.cursor);

  /** @type {Commands} */
  const commands = {
    ...others,
    undo: () => step("undo"),
    redo: () => step("redo"),
    erase: () => void session.erase(),
    next_mode: () => session.skip(), // Space and the full stop stand for an empty cell
    highlight_next: () => session.skip(),
    select_cell: () => session.select((s) => (s.cells.has(s.cursor) ? s.remove(s.cursor) : s.add(s.cursor))),
    select_all: () => session.select((s) => s.set(session.digits.keys())),
    cancel() {
      session.armed = session.highlight = 0;
      session.select((s) => (s.cells.size > 1 ? s.only(s.cursor) : s.clear()));
    },
    theme: () => app.settings.toggleTheme(),
  };

  /** Undo or redo, and say it. @param {"undo" | "redo"} name */
  function step(name) {
    const before = session.constraints;
    if (name === "undo" && placing.endNumber(false)) return;
    const message = session[name]() ? changeText(app, before, session.constraints) : app.t(`play.${name}.none`);
    if (message) app.announce(message);
  }

  /** @param {Parameters<typeof icon>[0]} picture @param {string} key of its name @param {() => void} press */
  const tool = (picture, key, press) =>
    padButton({ class: "tool", title: app.t(`${key}.title`) }, [icon(picture), element("span", "", app.t(key))], press);
  const [undo, redo, erase] = /** @type {const} */ (["undo", "redo", "erase"]).map((name) =>
    furnish(tool(name, `play.${name}`, () => commands[name]?.()), { "data-key": name }));
  const place = tool("check", "set.place", () => placing.finish());
  const pad = element("div", "pad-host");
  const tools = element("div", { class: "tools", role: "group", "aria-label": app.t("play.tools") }, undo, redo, erase, place);
  input.replaceChildren(pad, tools);
  void nameKeys(tools);
  mountPad(pad, app, session);
  listenToPlacing(own.owner, root, board, placing, remove);
  listenToPointer(own.owner, board, session);
  board.on("pointerover", point);
  board.on("pointerleave", () => point(-1));
  const speech = createSpeech(session, app);
  const referee = createReferee(own, session, () => session.puzzle, () => session.changed());
  session.watch((change) => {
    if (change !== "position") return;
    referee.judge();
    speech.moved();
  });
  session.typing = (digit) => placing.type(digit);
  let shownClues = "";

  /** Draw the constraints, and the one that is being placed. */
  function drawClues() {
    const { kind, draft: { marks, instead } } = placing;
    const room = placing.isAsking || (kind && isOutside(kind)) ? ROOM : {};
    const clues = JSON.stringify([session.rules.text, marks, instead?.text, room]);
    if (clues !== shownClues) board.showClues(session.constraints.filter((each) => each !== instead), marks, room);
    shownClues = clues;
  }

  let keys = own.owner.part();
  const listen = () => {
    keys.end();
    listenToKeys((keys = own.owner.part()), root, session, commands, focus);
  };
  listen();
  own.owner.ends(board.destroy);

  return {
    board,
    focus,
    /** Bring the board into view, where what belongs to it covers a part of the page. */
    reveal: () => host.scrollIntoView({ block: "nearest" }),
    listen,
    /** Stop to listen to keys, while another place is shown. */
    deafen: () => keys.end(),
    leave: () => own.owner.end(),
    /** @param {InspectAnswer | null} findings @param {import("./marks.js").Choices} choices @param {import("../board/board.js").View["odds"]} odds @param {readonly number[] | null} instead candidates to show instead */
    draw(findings, choices, odds, instead) {
      const { size } = geometry;
      const { candidates = null, differ, redundant, count = 0 } = findings ?? {};
      session.symmetry = choices.symmetry;
      session.candidates = instead ?? (choices.candidates ? candidates : null);
      session.odds = odds;
      board.element.classList.toggle("picked", placing.picked !== undefined);
      drawClues();
      board.show(session.view());
      const found = choices.marks && { differ: count > 1 && differ && isTelling(differ, size) ? differ : [], redundant: redundant ?? [] };
      drawMarks(marked, { open: openCells(session.digits, session.symmetry, size), ...found }, size);
      board.element.classList.toggle("without-labels", !app.settings.get("labels"));
      undo.disabled = !session.can("undo");
      redo.disabled = !session.can("redo");
      place.disabled = !placing.isReady;
    },
    /** Put the focus on a tool; on the board, if the tool is off. @param {string} text */
    focusTool(text) {
      const wanted = [...tools.querySelectorAll("button")].find((button) => button.textContent === text && !button.disabled);
      if (wanted) wanted.focus({ preventScroll: true });
      else focus();
    },
  };
}
