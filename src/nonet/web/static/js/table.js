/**
 * The table: one puzzle with everything around it, laid out by css/play.css.
 */

import { element } from "./board_lines.js";
import { startClock, timeText } from "./clock.js";
import { Flyouts } from "./flyout.js";
import { icon } from "./icons.js";
import { keyOf, keyTable, listenToKeys } from "./keys.js";
import { mountPad, padButton } from "./pad.js";
import { mountNew } from "./new.js";
import { listenToPointer } from "./pointer.js";
import { MODES, Session } from "./session.js";
import { keyText, mountKeys, mountSettings } from "./settings_panel.js";
import { mountTools } from "./tools.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./play.js").Play} Play */
/**
 * @typedef {object} Puzzle
 * @property {import("./geometry.js").Board} puzzle
 * @property {import("./game.js").Game} game
 * @property {import("./geometry.js").Geometry} geometry
 * @property {string} code
 * @property {() => void} save
 */

/** @param {HTMLElement} root @param {App} app @param {Puzzle} parts */
export function layTable(root, app, { puzzle, game, geometry, save }) {
  const session = new Session(geometry, game, app.settings);
  const head = element("header", "head");
  const boardHost = element("div", "board-host");
  const pad = element("div", "pad-host");
  const tools = element("div", "tools");
  const rest = element("aside", "rest");
  rest.setAttribute("aria-label", app.t("play.help"));
  const hints = element("div", "hints-host");
  rest.append(hints);
  root.replaceChildren(head, boardHost, pad, tools, rest);
  const labels = app.settings.get("labels");
  const board = app.board(boardHost, { geometry, label: app.t("play.board"), labels });

  /** @type {import("./keys.js").Commands} */
  const commands = {};
  /** @type {Promise<number[]> | null} */
  let solution = null;
  /** @type {Play} */
  const play = {
    session,
    game,
    puzzle,
    board,
    commands,
    flyouts: new Flyouts(rest, app),
    position: () => ({ rules: puzzle.rules, givens: [...game.givens], ...game.position() }),
    play: (move) => session.play(move),
    onChange: (changed) => session.watch((change) => change === "position" && changed()),
    solution() {
      solution ??= app.ask("solve", { puzzle: { rules: puzzle.rules, givens: puzzle.givens }, limit: 2 }).then((answer) => {
        if (answer.count !== 1) throw new Error(app.t(answer.count ? "play.check.many" : "play.check.none"));
        return answer.solutions[0];
      });
      solution.catch(() => (solution = null));
      return solution;
    },
    note,
    keep: save,
    sheet: (isOpen) => rest.classList.toggle("open", isOpen),
  };

  // -- the head: title, time, and what concerns the whole puzzle ---------------------------------

  const title = element("h1", "", game.title || app.t("play.title", { rules: puzzle.rules.text, size: app.digit(geometry.size) }));
  const line = element("p", "note");
  const clock = element("button", "tool clock");
  const time = element("span", "time");
  const buttons = element("div", "head-buttons");
  const text = element("div", "head-text");
  text.append(title, line);
  time.setAttribute("role", "timer");
  head.append(text, time, clock, buttons);
  /** @param {Parameters<typeof icon>[0]} picture @param {string} name @param {string} action */
  function headButton(picture, name, action) {
    const button = padButton("tool", "", () => commands[action]?.());
    button.append(icon(picture));
    button.dataset["flyout"] = action;
    button.dataset["key"] = action;
    button.setAttribute("aria-label", app.t(name));
    button.title = app.t(name);
    buttons.append(button);
  }
  headButton("plus", "new.head", "new");
  headButton("settings", "settings.head", "settings");
  headButton("help", "settings.keys", "help");

  let noteTimer = 0;
  /** @param {string} message */
  function note(message) {
    line.textContent = message;
    app.announce(message);
    clearTimeout(noteTimer);
    noteTimer = window.setTimeout(drawNote, 6000);
  }

  function drawNote() {
    const left = game.entries.digits.filter((digit) => !digit).length;
    noteTimer = 0;
    if (game.isSolved) line.textContent = app.t("play.solved", { time: app.digit(timeText(game.seconds)) });
    else line.textContent = app.t("play.cells", { n: left, left: app.digit(left) });
  }

  function drawClock() {
    const isShown = app.settings.get("timer");
    time.hidden = !isShown;
    clock.hidden = !isShown && !session.paused;
    const label = app.t(session.paused ? "play.continue" : "play.pause");
    clock.setAttribute("aria-label", label);
    clock.title = label;
    time.textContent = app.digit(timeText(game.seconds));
    if (clock.dataset["paused"] !== String(session.paused)) {
      clock.dataset["paused"] = String(session.paused);
      clock.replaceChildren(icon(session.paused ? "play" : "pause"));
    }
  }
  clock.setAttribute("type", "button");
  clock.addEventListener("click", () => commands["pause"]?.());

  // -- commands ---------------------------------------------------------------------------------

  commands["pause"] = () => {
    session.paused = !session.paused;
    app.announce(app.t(session.paused ? "play.paused" : "play.continued"));
    session.changed();
  };
  commands["new"] = () => play.flyouts.toggle("new", app.t("new.head"), (body) => mountNew(body, app));
  commands["settings"] = () => play.flyouts.toggle("settings", app.t("settings.head"), (body) => mountSettings(body, app));
  commands["help"] = () => play.flyouts.toggle("help", app.t("settings.keys"), (body) => void mountKeys(body, app));
  commands["theme"] = () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    app.settings.set("theme", isDark ? "light" : "dark");
  };
  commands["language"] = () => document.querySelector("select")?.focus();
  commands["select_cell"] = () => session.select((s) => (s.cells.has(s.cursor) ? s.remove(s.cursor) : s.add(s.cursor)));
  commands["select_all"] = () => session.select((s) => s.set(game.givens.keys()));
  commands["cancel"] = () => {
    if (play.flyouts.name) return play.flyouts.close();
    session.armed = session.highlight = 0;
    session.lineStart = null;
    session.wrong = new Set();
    session.select((s) => (s.cells.size > 1 ? s.only(s.cursor) : s.clear()));
  };
  commands["next_mode"] = () => session.setMode(MODES[(MODES.indexOf(session.mode) + 1) % MODES.length]);
  for (const mode of MODES) commands[`mode_${mode}`] = () => session.setMode(mode);
  const highlight = (/** @type {number} */ digit) => {
    session.highlight = digit;
    session.changed();
  };
  commands["highlight"] = () => highlight(session.highlight ? 0 : game.entries.digits[session.selection.cursor]);
  commands["highlight_next"] = () => highlight((session.shownDigit % geometry.size) + 1);
  commands["highlight_previous"] = () => highlight(((session.shownDigit + geometry.size - 2) % geometry.size) + 1);
  commands["last_right"] = async () => {
    try {
      const went = session.goTo(game.lastRight(await play.solution()));
      note(app.t(went ? "play.check.went" : "play.check.right"));
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
    }
  };

  // -- what changes -----------------------------------------------------------------------------

  const curtain = padButton("curtain", "", () => commands["pause"]?.());
  curtain.append(icon("play"), element("span", "", app.t("play.continue")));
  curtain.hidden = true;
  boardHost.append(curtain);

  let wasSolved = game.isSolved;
  function draw() {
    board.show(session.view());
    boardHost.classList.toggle("paused", session.paused);
    boardHost.dataset["mode"] = session.activeMode;
    curtain.hidden = !session.paused;
    drawClock();
  }

  /** @param {"position" | "view"} change */
  function changed(change) {
    draw();
    if (change === "view") return;
    save();
    if (!noteTimer || game.isSolved) drawNote();
    if (game.isSolved && !wasSolved) celebrate();
    wasSolved = game.isSolved;
  }

  /** One quiet ripple of the accent, from the last cell outward. */
  function celebrate() {
    const { size } = geometry;
    const centre = session.selection.cursor;
    session.selection.clear();
    for (let cell = 0; cell < geometry.count; cell++) {
      const distance = Math.hypot((cell % size) - (centre % size), Math.floor(cell / size) - Math.floor(centre / size));
      board.cell(cell).style.setProperty("--wait", `${Math.round(distance * 45)}ms`);
    }
    board.element.classList.add("solved");
    draw();
    app.announce(app.t("play.solved", { time: app.digit(timeText(game.seconds)) }));
  }

  const unwatch = session.watch(changed);
  const unset = app.settings.watch((name) => {
    board.element.classList.toggle("without-labels", !app.settings.get("labels"));
    if (name === "digitFirst") session.armed = 0;
    session.changed();
  });
  listenToPointer(board, session);
  root.onpointerdown = ({ target }) => {
    // A press beside everything ends the selection.
    if (target === root || target === boardHost) session.select((selection) => selection.clear());
  };
  const unlisten = listenToKeys(root, session, commands, () => board.focus(session.selection.cursor));
  const stopClock = startClock(session, () => {
    drawClock();
    if (game.seconds % 10 === 0) save();
  });
  addEventListener("pagehide", save);
  draw();
  board.flush();
  drawNote();
  void import("./hints.js").then(({ mountHints }) => mountHints(hints, app, play));
  void keyTable().then((keys) => {
    const hint = (/** @type {string} */ action) => keyText(keyOf(keys, action));
    mountPad(pad, app, session, hint);
    mountTools(tools, app, play, hint);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (buttons.querySelectorAll("[data-key]"))) {
      const key = hint(button.dataset["key"] ?? "");
      if (key) button.title += ` (${key})`;
    }
  });

  return {
    play,
    hints,
    leave() {
      clearTimeout(noteTimer);
      unwatch();
      unset();
      unlisten();
      stopClock();
      removeEventListener("pagehide", save);
      board.destroy();
    },
  };
}
