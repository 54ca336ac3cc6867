/**
 * The board that is being set, with its keys, pointer, pad and tools. Another shape of board gets another desk.
 */

import { element } from "../dom.js";
import { partOf } from "../owner.js";
import { icon } from "../icons.js";
import { keyOf, keyTable, keyText, listenToKeys } from "../play/keys.js";
import { mountPad } from "../play/pad.js";
import { padButton } from "../buttons.js";
import { listenToPointer } from "../play/pointer.js";
import { drawMarks, isTelling } from "./marks.js";
import { createReferee } from "../play/referee.js";
import { createSpeech } from "../play/speech.js";
import { changeText } from "./edits.js";
import { isOutside } from "./kinds.js";
import { ROOM } from "./palette.js";
import { listenToPlacing } from "./placing.js";

/** @typedef {import("./report.js").Findings} Findings */
/**
 * @typedef {object} Desk
 * @property {SetSession} session
 * @property {(findings: Findings | null, choices: import("./choices.js").Choices, odds: import("../board/board.js").View["odds"] | null) => void} draw
 * @property {() => void} focus
 * @property {(text: string) => void} focusTool the board, if the tool is off
 * @property {() => void} listen
 * @property {() => void} deafen stop to listen to keys, while another place is shown
 * @property {() => void} leave
 */

/**
 * @param {{root: HTMLElement, host: HTMLElement, input: HTMLElement}} places the place, and where board and pad stand
 * @param {App} app
 * @param {SetSession} session
 * @param {object} more
 * @param {import("./placement.js").Placing} more.placing
 * @param {import("./picking.js").Picking} more.picking
 * @param {import("../play/keys.js").Commands} more.commands what more the keys do
 * @param {(cell: number) => void} more.point what follows the pointer over cells; -1 where it leaves them
 * @returns {Desk}
 */
export function layDesk({ root, host, input }, app, session, { placing, picking, commands: others, point }) {
  const { geometry } = session;
  const own = partOf(app);
  const board = app.board(host, { geometry, label: app.t("set.board") });
  const pad = element("div", "pad-host");
  const tools = element("div", "tools");
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", app.t("play.tools"));
  input.replaceChildren(pad, tools);

  /** @type {import("../play/keys.js").Commands} */
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
    const before = session.rules.constraints ?? [];
    if (name === "undo" && placing.endNumber(false)) return;
    if (!session[name]()) return app.announce(app.t(`play.${name}.none`));
    const said = changeText(app, before, session.rules.constraints ?? []);
    if (said) app.announce(said);
  }

  const [undo, redo] = /** @type {const} */ (["undo", "redo", "erase"]).map((name) => {
    const button = padButton("tool", "", () => commands[name]?.());
    button.append(icon(name), element("span", "", app.t(`play.${name}`)));
    button.title = app.t(`play.${name}.title`);
    void keyTable().then((keys) => (button.title += ` (${keyText(keyOf(keys, name))})`));
    tools.append(button);
    return button;
  });
  const place = padButton("tool", "", () => placing.finish(session));
  place.append(icon("check"), element("span", "", app.t("set.place")));
  place.title = app.t("set.place.title");
  tools.append(place);
  mountPad(pad, app, session);
  listenToPlacing(own.owner, root, board, session, placing, picking);
  listenToPointer(own.owner, board, session);
  board.on("pointerover", point);
  board.on("pointerleave", () => point(-1));
  const speech = createSpeech(session, app);
  const position = () => ({ rules: session.rules, givens: [...session.digits] });
  const referee = createReferee(own, session, position, () => session.changed());
  session.watch((change) => {
    if (change !== "position") return;
    referee.judge();
    speech.moved();
  });
  let shownClues = "";

  /** Draw the constraints, and the one that is being placed. */
  function drawClues() {
    const { kind } = placing;
    const { marks, instead } = placing.draft(session);
    const room = kind && isOutside(kind) ? ROOM : {};
    const { text, constraints = [] } = session.rules;
    const clues = JSON.stringify([text, marks, instead?.text, room]);
    if (clues !== shownClues) board.showClues(constraints.filter((each) => each !== instead), marks, room);
    shownClues = clues;
  }

  let keys = own.owner.part();

  function listen() {
    keys.end();
    keys = own.owner.part();
    listenToKeys(keys, root, session, commands, () => board.focus(session.selection.cursor));
  }
  listen();
  own.owner.ends(board.destroy);

  return {
    session,
    draw(findings, choices, odds) {
      session.candidates = choices.candidates() ? (findings?.candidates ?? null) : null;
      session.odds = odds;
      const picked = placing.picked(session);
      session.typing = placing.kind || picked ? (digit) => placing.type(session, digit) : null;
      board.element.classList.toggle("picked", picked !== undefined);
      drawClues();
      board.show(session.view());
      const { differ, redundant, count } = findings ?? {};
      const open = (count ?? 0) > 1 ? (differ ?? []) : [];
      const found = !choices.marks() ? {} : { differ: isTelling(open, geometry.size) ? open : [], redundant: redundant ?? [] };
      drawMarks(board.overlay, { open: session.open, ...found }, geometry.size);
      board.element.classList.toggle("without-labels", !app.settings.get("labels"));
      undo.disabled = !session.canUndo;
      redo.disabled = !session.canRedo;
      place.disabled = !placing.isReady(session);
    },
    focus: () => board.focus(session.selection.cursor),
    focusTool(text) {
      const tool = [...tools.querySelectorAll("button")].find((button) => button.textContent === text && !button.disabled);
      if (tool) tool.focus({ preventScroll: true });
      else board.focus(session.selection.cursor);
    },
    listen,
    deafen: () => keys.end(),
    leave: () => own.owner.end(),
  };
}
