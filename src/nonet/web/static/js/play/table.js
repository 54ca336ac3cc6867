/**
 * The table: one puzzle with everything around it, laid out by css/play.css.
 */

import { addressOf } from "../app_files.js";
import { printedSentences, ruleSentences, sentenceList } from "../board/rule_list.js";
import { element } from "../dom.js";
import { startClock, timeText } from "./clock.js";
import { addCommands } from "./commands.js";
import { acceptFiles, openFile } from "./files.js";
import { Flyouts } from "./flyout.js";
import { mountHead } from "./head.js";
import { icon } from "../icons.js";
import { listenToKeys, nameKeys } from "./keys.js";
import { mountPad } from "./pad.js";
import { padButton } from "../buttons.js";
import { listenToFocus, listenToPointer } from "./pointer.js";
import { createReferee } from "./referee.js";
import { Session } from "./session.js";
import { createSpeech } from "./speech.js";
import { startOf } from "./start.js";
import { mountTools } from "./tools.js";

/**
 * @typedef {object} Puzzle
 * @property {Board} puzzle
 * @property {import("../game/game.js").Game} game
 * @property {Geometry} geometry
 * @property {import("./story.js").Story} story
 * @property {() => void} save
 * @property {string} remark what is to be said about the puzzle, "" if nothing is
 * @property {(remark: string) => void} opened what is to be said about the puzzle that is laid next
 */

const PANELS = "js/play/settings_panel.js";

/** @param {HTMLElement} root @param {App} app @param {Puzzle} parts */
export function layTable(root, app, { puzzle, game, geometry, story, save, remark, opened }) {
  const { owner } = app;
  /** @type {import("./keys.js").Commands} */
  const commands = {};
  const session = new Session(geometry, game, app.settings);
  const head = element("header", "head");
  const boardHost = element("div", "board-host");
  const pad = element("div", "pad-host");
  const tools = element("div", "tools");
  const rest = element("aside", "rest");
  rest.setAttribute("aria-label", app.t("play.help"));
  const hints = element("div", "hints-host");
  const advice = element("div");
  const undrawn = new Set(ruleSentences(app, puzzle.rules, true));
  // What the board does not show comes first.
  const said = ruleSentences(app, puzzle.rules).sort((one, other) => Number(undrawn.has(other)) - Number(undrawn.has(one)));
  hints.append(advice, ...(said.length ? [rulesBeside(app, said)] : []));
  rest.append(hints);
  const paper = sentenceList(printedSentences(app, puzzle.rules));
  paper.className = "paper-rules"; // for the printer: css/print.css
  root.replaceChildren(startOf(app, () => commands["new"]?.()), head, boardHost, pad, tools, rest, paper);
  const board = app.board(boardHost, { geometry, label: app.t("play.board") });
  const curtain = padButton("curtain", "", () => commands["pause"]?.());
  curtain.append(icon("play"), element("span", "", app.t("play.continue")));
  boardHost.append(curtain);

  /** Return what opens a flyout whose module is loaded when somebody wants it. @param {string} name @param {string} title @param {() => Promise<import("./flyout.js").Build>} load */
  const later = (name, title, load) => async () => {
    try {
      const build = await load();
      if (!owner.signal.aborted) play.flyouts.toggle(name, app.t(title), build);
    } catch (error) {
      console.warn(`${name}:`, error);
      play.note(app.t("bar.missing"));
    }
  };

  const solution = once(() => solutionOf(app, puzzle));
  const rating = once(async () => {
    await solution(); // only a puzzle with one solution has a rating
    return app.ask("rate", { puzzle });
  });
  const top = mountHead(head, app, { session, game, puzzle, commands, rating });
  /** @type {Play} */
  const play = {
    session,
    game,
    puzzle,
    board,
    commands,
    head: top,
    flyouts: new Flyouts(rest, app, { isOpen: () => rest.classList.contains("open"), close: () => commands["cancel"]?.() }),
    position: () => ({ rules: { size: puzzle.rules.size, text: puzzle.rules.text }, givens: [...game.givens], ...game.position() }),
    play: (move) => session.play(move),
    onChange: (changed) => session.watch((change) => change === "position" && changed()),
    solution,
    rating,
    story,
    hinted: () => story.hinted(game),
    note: top.note,
    keep: save,
    opened,
    sheet(isOpen) {
      rest.classList.toggle("open", isOpen);
      play.flyouts.covered();
    },
  };
  addCommands(app, play);
  commands["new"] = later("new", "new.head", async () => (await import(addressOf("js/play/new.js"))).mountNew);
  commands["share"] = later("share", "share.head", async () => {
    /** @type {typeof import("./share.js")} */
    const { mountShare } = await import(addressOf("js/play/share.js"));
    return (body, own) => mountShare(body, own, play);
  });
  commands["settings"] = later("settings", "settings.head", async () => (await import(addressOf(PANELS))).mountSettings);
  commands["help"] = later("help", "settings.keys", async () => {
    /** @type {typeof import("./settings_panel.js")} */
    const { mountKeys } = await import(addressOf(PANELS));
    return (body, own) => mountKeys(body, own, puzzle.rules.size);
  });
  commands["save_file"] = commands["share"];
  commands["open"] = () => void openFile(app).then(opened, (error) => play.note(error.message));
  commands["rules"] = () => play.flyouts.toggle("rules", app.t("play.rules"), (body) => body.append(sentenceList(said)));
  // Its word says more than a picture would; it is there where the rules do not stand beside the board.
  if (said.length) top.add("plus", "play.rules", "rules").replaceChildren(element("span", "", app.t("play.rules.short")));
  top.add("share", "share.head", "share");
  top.add("settings", "settings.head", "settings");
  top.add("help", "settings.keys", "help");

  const speech = createSpeech(session, app);
  const referee = createReferee(app, session, play.position, () => {
    if (!celebrateOnce()) session.changed();
    top.draw();
  });
  referee.judge();
  let wasSolved = game.isSolved;
  /** Celebrate if the puzzle has just been solved. */
  function celebrateOnce() {
    const isNew = game.isSolved && !wasSolved;
    wasSolved = game.isSolved;
    if (!isNew) return false;
    draw();
    save();
    top.draw();
    app.announce(app.t("play.solved", { time: app.digit(timeText(game.seconds)) }));
    void finish(true);
    return true;
  }

  /** Show what the finished puzzle was. @param {boolean} isNew whether it has just been solved */
  async function finish(isNew) {
    try {
      /** @type {typeof import("./ending.js")} */
      const { mountEnding, ripple } = await import(addressOf("js/play/ending.js"));
      if (owner.signal.aborted || !game.isSolved) return;
      if (isNew) ripple(board, session);
      play.flyouts.open("ending", app.t("ending.head"), (body, own) => mountEnding(body, own, play, isNew));
    } catch (error) {
      console.warn("ending:", error);
    }
  }
  commands["ending"] = () => void finish(false);

  function draw() {
    board.show(session.view());
    board.element.classList.toggle("without-labels", !app.settings.get("labels"));
    boardHost.classList.toggle("paused", session.paused);
    boardHost.dataset["mode"] = session.activeMode;
    curtain.hidden = !session.paused;
    top.drawClock();
  }

  session.watch((change) => {
    if (change === "view") {
      draw();
      return speech.viewed();
    }
    story.moved(game);
    referee.judge();
    if (celebrateOnce()) return;
    if (!game.isSolved && play.flyouts.name === "ending") play.flyouts.close();
    draw();
    save();
    top.draw();
    speech.moved();
  });
  app.settings.watch(owner, (name) => {
    if (name === "digitFirst") session.armed = 0;
    session.changed();
  });
  listenToPointer(owner, board, session);
  listenToFocus(board, session);
  owner.listen(root, "pointerdown", ({ target }) => {
    // A press beside everything ends the selection.
    if (target === root || target === boardHost) session.select((selection) => selection.clear());
  });
  listenToKeys(owner, root, session, commands, () => board.focus(session.selection.cursor));
  startClock(owner, session, () => {
    top.drawClock();
    if (game.seconds % 10 === 0) save();
  });
  acceptFiles(root, app, { fail: play.note, say: opened });
  owner.listen(window, "pagehide", save);
  owner.ends(board.destroy);
  mountPad(pad, app, session, () => commands["erase"]?.());
  mountTools(tools, app, play);
  draw();
  board.flush();
  if (remark) play.note(remark);
  if (game.isSolved && game.moves.length) void finish(false);
  const hinting = /** @type {Promise<typeof import("../learn/hints.js")>} */ (import(addressOf("js/learn/hints.js")))
    .then(({ mountHints }) => mountHints(advice, app, play));
  // A key that is pressed before the hints are there waits for them.
  commands["hint"] = () => void hinting.then(({ press }) => press());
  void nameKeys(root);
  return play;
}

/** Return the rules of a puzzle, for beside its board. @param {App} app @param {readonly string[]} said */
function rulesBeside(app, said) {
  const part = element("section", "rules-beside");
  const title = element("h2", "", app.t("play.rules"));
  part.setAttribute("aria-label", title.textContent ?? "");
  part.append(title, sentenceList(said));
  return part;
}

/** Return the solution. @param {App} app @param {Board} puzzle @returns {Promise<number[]>} */
async function solutionOf(app, puzzle) {
  const { count, solutions } = await app.ask("solve", { puzzle, limit: 2 });
  if (count !== 1) throw new Error(app.t(count ? "play.check.many" : "play.check.none"));
  return solutions[0];
}

/** Return a function that asks once; after a failure it asks again. @template T @param {() => Promise<T>} ask */
function once(ask) {
  /** @type {Promise<T> | null} */
  let answer = null;
  return () => {
    answer ??= ask();
    answer.catch(() => (answer = null));
    return answer;
  };
}
