/**
 * Set: a puzzle of one's own. A text and a board show the same puzzle, and what is known about it follows every change.
 *
 * The address names the puzzle, and the browser keeps the last one. The parts are the other modules of this folder.
 */

import { element, loadStyle } from "../dom.js";
import { acceptFiles } from "../play/files.js";
import { Flyouts } from "../play/flyout.js";
import { mountKeys } from "../play/settings_panel.js";
import { Game } from "../game/game.js";
import { boxRules, createGeometry } from "../board/geometry.js";
import { boardCode, readCode, writeLink } from "../link.js";
import { createActions } from "./actions.js";
import { layDesk } from "./desk.js";
import { createChoices } from "./choices.js";
import { createReport } from "./report.js";
import { createRules } from "./rules.js";
import { SetSession } from "./session.js";
import { createEntry } from "./text.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/geometry.js").Board} Board */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./report.js").Findings} Findings */

/** @param {HTMLElement} root @param {App} app */
export async function mount(root, app) {
  await loadStyle("css/set.css");
  /** @type {Desk | null} */
  let desk = null;
  let code = "";
  /** @type {Findings | null} */
  let findings = null;
  /** The givens of each shape of board that was left, so that nothing is lost. @type {Map<string, number[]>} */
  const left = new Map();
  let isShown = false;
  /** Whether the board is that of the text. @type {"same" | "reading" | "refused"} */
  let text = "same";
  let refuseFiles = () => {};

  const host = element("div", "board-host");
  const head = element("header", "set-head");
  const input = element("div", "set-input");
  const panel = element("div", "set-panel");
  head.append(element("h1", "unseen", app.t("set.head")));
  const side = element("div", "set-side");
  side.append(panel);
  root.replaceChildren(head, host, input, side);
  const flyouts = new Flyouts(side, app);
  const help = () => flyouts.toggle("help", app.t("settings.keys"), (body) => void mountKeys(body, app));

  const report = createReport(app, (found) => {
    findings = found;
    draw();
  });
  const entry = createEntry(app, {
    rules: () => puzzle().rules,
    onBoard: put,
    onDigits: (digits) => void (desk?.session.setDigits(digits) || changed()),
    onText(now) {
      text = now;
      if (now === "refused") report.refuse(app.t("set.refused"));
      draw();
    },
  });
  const choices = createChoices(app, draw);
  const rules = createRules(app, async (words) => {
    const { rules: old, givens } = puzzle();
    const { size, board } = await boardOf(words);
    left.set(String(old.size), givens);
    put({ ...board, givens: left.get(String(size)) ?? board.givens });
  });
  const actions = createActions(app, { puzzle, code: () => code, change: (digits) => void (desk?.session.setDigits(digits) || changed()) });
  head.append(report.verdict);
  panel.append(entry.element, report.facts, choices.element, actions.element, rules.element);

  /** @returns {Board} */
  function puzzle() {
    if (!desk) return { rules: boxRules(3, 3), givens: Array(81).fill(0) };
    return { rules: desk.session.geometry.rules, givens: [...desk.session.digits] };
  }

  /** Return an empty board with the rules that words name. @param {string} words */
  async function boardOf(words) {
    const shape = words.split(" ")[0];
    const [, rows, columns] = /^(\d+)x(\d+)$/.exec(shape) ?? [];
    const layout = shape.startsWith("jigsaw:") ? shape.slice(7) : "";
    const size = layout ? Math.max(1, Math.round(Math.sqrt(layout.length))) : Number(rows ?? 3) * Number(columns ?? 3);
    const plain = readCode(`${words}:${".".repeat(size * size)}`);
    if (plain) return { size, board: plain };
    const { puzzles } = await app.ask("read", { text: ".".repeat(size * size), rules: words });
    return { size, board: /** @type {Board} */ (puzzles[0].board) };
  }

  /** Put a board on the desk; with the same rules that is one move. @param {Board} board */
  function put(board) {
    const old = puzzle().rules;
    if (desk && board.rules.text === old.text && board.rules.size === old.size) {
      if (!desk.session.setDigits(board.givens)) changed();
      return;
    }
    const geometry = createGeometry(board.rules);
    const session = new SetSession(geometry, new Game(geometry, Array(geometry.count).fill(0)), app.settings);
    session.setDigits(board.givens);
    session.selection.only(0); // so that digits can be typed at once
    desk?.leave();
    desk = layDesk({ root, host, input }, app, session, { help });
    session.watch((change) => (change === "position" ? changed() : draw()));
    rules.show(board.rules);
    changed();
  }

  /** Let everything follow the puzzle. */
  function changed() {
    if (!desk) return;
    text = "same";
    const board = puzzle();
    code = boardCode(board);
    app.store.write("set", code);
    if (isShown) app.go(writeLink("set", { p: board.givens.some(Boolean) || board.rules.text !== "classic" ? code : "" }), true);
    entry.follow(board);
    actions.stop();
    void report.update(desk.session);
    draw();
  }

  function draw() {
    if (!desk) return;
    desk.session.symmetry = choices.symmetry();
    desk.draw(findings, choices);
    actions.offer(findings, text !== "same");
    root.classList.toggle("refused", text === "refused");
  }

  /** Open the code of a link, or what was set last. @param {string} wanted */
  async function open(wanted) {
    const plain = readCode(wanted);
    if (plain) return put(plain);
    put(puzzle());
    if (wanted) await entry.open(wanted);
  }

  return {
    /** @param {URLSearchParams} params */
    async show(params) {
      isShown = true;
      refuseFiles();
      refuseFiles = acceptFiles(root, app, entry.fail, (text) => entry.open(text));
      const last = app.store.read("set");
      const wanted = params.get("p") ?? (code || (typeof last === "string" ? last : ""));
      if (desk && wanted === code) {
        desk.listen();
        return text === "same" ? changed() : draw();
      }
      await open(wanted);
    },
    hide() {
      isShown = false;
      refuseFiles();
      report.stop();
      actions.stop();
      desk?.deafen();
    },
  };
}
