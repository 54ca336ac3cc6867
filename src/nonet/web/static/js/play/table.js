/** The table: one puzzle with everything around it, laid out by css/play.css. Other modules get it as `play`. */

import { addressOf } from "../app_files.js";
import { printedSentences, ruleSentences, sentenceList } from "../board/rule_list.js";
import { element, furnish } from "../dom.js";
import { addCommands } from "./commands.js";
import { acceptFiles, openFile } from "./files.js";
import { Flyouts } from "./flyout.js";
import { mountHead, solvedText } from "./head.js";
import { icon } from "../icons.js";
import { listenToKeys, nameKeys } from "./keys.js";
import { startOf } from "./named.js";
import { mountPad } from "./pad.js";
import { padButton } from "../buttons.js";
import { listenToFocus, listenToPointer } from "./pointer.js";
import { createReferee } from "./referee.js";
import { Session } from "./session.js";
import { createSpeech } from "./speech.js";
import { mountTools } from "./tools.js";

export class Table {
  /** What keys and buttons call, by the names of the key table. @type {import("./keys.js").Commands} */
  commands = {};
  #boardHost = element("div", "board-host");
  #curtain;
  #rest;
  #wasSolved = false;

  /**
   * @param {HTMLElement} root @param {App} app
   * @param {{game: Game, geometry: Geometry, puzzle: Board, story: import("./story.js").Story}} parts a game, and the board where it begins
   * @param {() => void} keep saves the game @param {(remark: string) => void} opened gets the message about the puzzle that is opened next
   */
  constructor(root, app, { game, geometry, puzzle, story }, keep, opened) {
    this.app = app;
    this.puzzle = puzzle;
    this.game = game;
    this.story = story;
    this.keep = keep;
    this.opened = opened;
    this.session = new Session(geometry, game, app.settings);
    const [head, pad, tools] = [element("header", "head"), element("div", "pad-host"), element("div", "tools")];
    const undrawn = new Set(ruleSentences(app, puzzle.rules, true));
    // What the board does not show comes first.
    const rules = ruleSentences(app, puzzle.rules).sort((one, other) => Number(undrawn.has(other)) - Number(undrawn.has(one)));
    const ruled = app.t("play.rules");
    const beside = element("section", { class: "rules-beside", "aria-label": ruled }, element("h2", "", ruled), sentenceList(rules));
    const advice = element("div");
    const hints = element("div", "hints-host", advice, rules.length > 0 && beside);
    this.#rest = element("aside", { class: "rest", "aria-label": app.t("play.help") }, hints);
    // For the printer: css/print.css.
    const paper = furnish(sentenceList(printedSentences(app, puzzle.rules)), { class: "paper-rules" });
    const start = startOf(app, () => this.commands["new"]?.());
    root.replaceChildren(start, head, this.#boardHost, pad, tools, this.#rest, paper);
    this.board = app.board(this.#boardHost, { geometry, label: app.t("play.board") });
    const unpause = [icon("play"), element("span", "", app.t("play.continue"))];
    this.#curtain = padButton("curtain", unpause, () => this.commands["pause"]?.());
    this.#boardHost.append(this.#curtain);
    this.head = mountHead(head, app, this);
    this.note = this.head.note;
    const sheet = { isOpen: () => this.#rest.classList.contains("open"), close: () => this.commands["cancel"]?.() };
    this.flyouts = new Flyouts(this.#rest, app, sheet);
    addCommands(app, this);
    this.#addFlyouts(rules);
    this.#watch();
    this.#listen(root);
    mountPad(pad, app, this.session, () => this.commands["erase"]?.());
    mountTools(tools, app, this);
    this.#draw();
    this.board.flush();
    if (game.isSolved && game.moves.length) void this.#finish(false);
    const hinting = /** @type {Promise<typeof import("../learn/hints.js")>} */ (import(addressOf("js/learn/hints.js")))
      .then(({ mountHints }) => mountHints(advice, app, this));
    // A key that is pressed before the hints are there waits for them.
    for (const name of ["hint", "last_right"]) this.commands[name] = () => void hinting.then(() => this.commands[name]?.());
    void nameKeys(root);
  }

  /** The puzzle with the placed digits and the marks, for the server. @returns {import("./play.js").Position} */
  position = () => {
    const { size, text } = this.puzzle.rules;
    return { rules: { size, text }, givens: [...this.game.givens], ...this.game.position() };
  };

  /** @param {string} move */
  play = (move) => this.session.play(move);

  /** Call a function when the position changes. @param {() => void} changed */
  onChange = (changed) => this.session.watch((change) => change === "position" && changed());

  /** Return the solution. @type {() => Promise<number[]>} */
  solution = once(async () => {
    const { count, solutions } = await this.app.ask("solve", { puzzle: this.puzzle, limit: 2 });
    if (count !== 1) throw new Error(this.app.t(count ? "play.check.many" : "play.check.none"));
    return solutions[0];
  });

  /** Return the rating of a classic puzzle; only one with one solution has it. @type {() => Promise<Rating>} */
  rating = once(async () => {
    await this.solution();
    return this.app.ask("rate", { puzzle: this.puzzle });
  });

  /** Note that a hint was shown. */
  hinted() {
    this.story.hinted(this.game);
  }

  /** On a phone, show or hide the hints. @param {boolean} isOpen */
  sheet(isOpen) {
    this.#rest.classList.toggle("open", isOpen);
    this.flyouts.covered();
  }

  /** Add what opens flyouts, and their buttons. @param {string[]} rules the sentences of the rules */
  #addFlyouts(rules) {
    const { app, commands, head } = this;
    /**
     * Return a function that opens a flyout whose module is loaded on first use.
     * @param {string} name @param {string} title @param {string} file @param {(module: any, ...place: [HTMLElement, App]) => unknown} fill
     */
    const later = (name, title, file, fill) => async () => {
      try {
        const module = await import(addressOf(`js/play/${file}.js`));
        if (!app.owner.signal.aborted) this.flyouts.toggle(name, app.t(title), (...place) => fill(module, ...place));
      } catch (error) {
        console.warn(`${name}:`, error);
        this.note(app.t("bar.missing"));
      }
    };
    const share = later("share", "share.head", "share", ({ mountShare }, ...place) => mountShare(...place, this));
    Object.assign(commands, {
      new: later("new", "new.head", "new", ({ mountNew }, ...place) => mountNew(...place)),
      share,
      save_file: share,
      open: () => void openFile(app).then(this.opened, (error) => this.note(error.message)),
      settings: later("settings", "settings.head", "settings_panel", ({ mountSettings }, ...place) => mountSettings(...place)),
      help: later("help", "settings.keys", "settings_panel", ({ mountKeys }, ...place) => mountKeys(...place, this.puzzle.rules.size)),
      rules: () => this.flyouts.toggle("rules", app.t("play.rules"), (body) => body.append(sentenceList(rules))),
      ending: () => void this.#finish(false),
    });
    // Its word says more than a picture would; it is there where the rules are not beside the board.
    if (rules.length) head.add(element("span", "", app.t("play.rules.short")), "play.rules", "rules");
    head.add(icon("share"), "share.head", "share");
    head.add(icon("settings"), "settings.head", "settings");
    head.add(icon("help"), "settings.keys", "help");
  }

  /** Follow the game. */
  #watch() {
    const { app, game, head, session } = this;
    const speech = createSpeech(session, app);
    const referee = createReferee(app, session, this.position, () => {
      if (!this.#celebrateOnce()) session.changed();
      head.draw();
    });
    referee.judge();
    this.#wasSolved = game.isSolved;
    session.watch((change) => {
      if (change === "view") {
        this.#draw();
        return speech.viewed();
      }
      this.story.moved(game);
      referee.judge();
      if (this.#celebrateOnce()) return;
      if (!game.isSolved && this.flyouts.name === "ending") this.flyouts.close();
      this.#draw();
      this.keep();
      head.draw();
      speech.moved();
    });
    app.settings.watch(app.owner, (name) => {
      if (name === "digitFirst") session.armed = 0;
      session.changed();
    });
  }

  /** Listen to the player. @param {HTMLElement} root */
  #listen(root) {
    const { app, board, session } = this;
    listenToPointer(app.owner, board, session);
    listenToFocus(board, session);
    app.owner.listen(root, "pointerdown", ({ target }) => {
      // A press beside everything ends the selection.
      if (target === root || target === this.#boardHost) session.select((selection) => selection.clear());
    });
    listenToKeys(app.owner, root, session, this.commands, () => board.focus(session.selection.cursor));
    acceptFiles(root, app, { fail: this.note, say: this.opened });
    app.owner.listen(window, "pagehide", this.keep);
    app.owner.ends(board.destroy);
  }

  #draw() {
    const { app, board, session } = this;
    board.show(session.view());
    board.element.classList.toggle("without-labels", !app.settings.get("labels"));
    this.#boardHost.classList.toggle("paused", session.paused);
    this.#boardHost.dataset["mode"] = session.activeMode;
    this.#curtain.hidden = !session.paused;
    this.head.drawClock();
  }

  /** Celebrate if the puzzle has just been solved. */
  #celebrateOnce() {
    const isNew = this.game.isSolved && !this.#wasSolved;
    this.#wasSolved = this.game.isSolved;
    if (!isNew) return false;
    this.#draw();
    this.keep();
    this.head.draw();
    this.app.announce(solvedText(this.app, this.game));
    void this.#finish(true);
    return true;
  }

  /** Show what the finished puzzle was. @param {boolean} isNew whether it has just been solved */
  async #finish(isNew) {
    try {
      /** @type {typeof import("./ending.js")} */
      const { mountEnding, ripple } = await import(addressOf("js/play/ending.js"));
      if (this.app.owner.signal.aborted || !this.game.isSolved) return;
      if (isNew) ripple(this.board, this.session);
      this.flyouts.open("ending", this.app.t("ending.head"), (body, own) => mountEnding(body, own, this, isNew));
    } catch (error) {
      console.warn("ending:", error);
    }
  }
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
