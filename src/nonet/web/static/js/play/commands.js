/** What the keys and buttons of the place Play do, by the names of the key table. Other parts add their own. */

import { cleanCandidates, fillCandidates } from "../game/actions.js";
import { MODES } from "./session.js";

/** @param {App} app @param {Play} play */
export function addCommands(app, play) {
  const { session, game, commands, flyouts } = play;
  const { size } = session.geometry;

  /** @param {number} digit */
  function highlight(digit) {
    session.highlight = digit;
    session.changed();
  }

  Object.assign(commands, {
    pause() {
      session.paused = !session.paused;
      app.announce(app.t(session.paused ? "play.paused" : "play.continued"));
      session.changed();
    },
    theme: () => app.settings.toggleTheme(),
    language: () => /** @type {HTMLElement | null} */ (document.querySelector(".bar-language select"))?.focus(),
    select_cell: () => session.select((s) => (s.cells.has(s.cursor) ? s.remove(s.cursor) : s.add(s.cursor))),
    select_all: () => session.select((s) => s.set(game.givens.keys())),
    cancel() {
      if (flyouts.name) return flyouts.close();
      session.armed = session.highlight = 0;
      session.lineStart = null;
      session.wrong = new Set();
      session.select((s) => (s.cells.size > 1 ? s.only(s.cursor) : s.clear()));
    },
    next_mode: () => session.setMode(MODES[(MODES.indexOf(session.mode) + 1) % MODES.length]),
    highlight: () => highlight(session.highlight ? 0 : game.entries.digits[session.selection.cursor]),
    highlight_next: () => highlight((session.shownDigit % size) + 1),
    highlight_previous: () => highlight(((session.shownDigit + size - 2) % size) + 1),
    undo: () => session.undo() || play.note(app.t("play.undo.none")),
    redo: () => session.redo() || play.note(app.t("play.redo.none")),
    erase: () => session.erase(),
    fill_candidates: () => session.play(fillCandidates(game)) || play.note(app.t("play.marks.full")),
    clean_candidates: () => session.play(cleanCandidates(game)) || play.note(app.t("play.marks.clean")),
  });
  for (const mode of MODES) commands[`mode_${mode}`] = () => session.setMode(mode);
}
