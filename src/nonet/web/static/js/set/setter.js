/**
 * Set: a puzzle of one's own. A text and a board show the same puzzle, and what is known about it follows every change.
 *
 * The address names the puzzle, and the browser keeps the last one. The parts are the other modules of this folder.
 */

import { element, loadStyle } from "../dom.js";
import { acceptFiles } from "../play/files.js";
import { Flyouts } from "../play/flyout.js";
import { mountKeys } from "../play/settings_panel.js";
import { partOf } from "../owner.js";
import { Game } from "../game/game.js";
import { boxRules, createGeometry } from "../board/geometry.js";
import { boardCode, readCode, writeLink } from "../link.js";
import { answersAll } from "../recorded.js";
import { createActions } from "./actions.js";
import { boardOf, haveSameHouses, withConstraints } from "./constraints.js";
import { layDesk } from "./desk.js";
import { createChoices } from "./choices.js";
import { createEdits } from "./edits.js";
import { mountExport } from "./export.js";
import { createForm } from "./form.js";
import { createList } from "./list.js";
import { createPalette } from "./palette.js";
import { createPicking } from "./picking.js";
import { Placing } from "./placement.js";
import { createOdds } from "./odds.js";
import { createReport } from "./report.js";
import { createRules } from "./rules.js";
import { SetSession } from "./session.js";
import { createEntry } from "./text.js";

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
  /** Whether a link is being opened: until it is read, address and storage keep what they have. */
  let isOpening = false;
  /** Whether the board only stands in for that of the first link. */
  let isBlank = false;
  /** Whether the board is that of the text. @type {"same" | "reading" | "refused"} */
  let text = "same";
  /** While the place is shown. @type {App | null} */
  let here = null;

  const host = element("div", "board-host");
  const head = element("header", "set-head");
  const input = element("div", "set-input");
  const panel = element("div", "set-panel");
  head.append(element("h1", "unseen", app.t("set.head")));
  const side = element("div", "set-side");
  const flyouts = new Flyouts(side, app, {
    isOpen: () => isShown && form.element.matches(".active"),
    close() {
      form.fail(null);
      placing.choose(null);
    },
  });
  const help = () => flyouts.toggle("help", app.t("settings.keys"), (body, part) => mountKeys(body, part, puzzle().rules.size));

  const report = createReport(app, (found) => {
    findings = found;
    draw();
  });
  const entry = createEntry(app, {
    puzzle,
    onBoard: put,
    onDigits: (digits) => void (desk?.session.setDigits(digits) || changed()),
    onText(now, why = "") {
      text = now;
      form.fail(null); // it was about the puzzle before, as what was announced
      app.announce("");
      if (why) report.refuse(app.t(why));
      draw();
    },
  });
  const sessionNow = () => desk?.session ?? null;
  const edits = createEdits(app, sessionNow, (error) => {
    form.fail(error);
    if (error) draw();
  });
  const placing = new Placing(app.owner, edits.put, () => draw());
  const picking = createPicking(app, placing, sessionNow, edits.remove);
  const focus = () => desk?.focus();
  const form = createForm(app, placing, sessionNow, { remove: edits.remove, focus });
  const list = createList(app, {
    ...edits,
    pick(constraint) {
      picking.pick(constraint);
      host.scrollIntoView({ block: "nearest" });
      focus();
    },
  });
  const palette = createPalette(app, placing, { ...edits, focus, reveal: () => host.scrollIntoView({ block: "nearest" }) });
  const odds = createOdds(app, draw);
  const choices = createChoices(app, () => {
    followOdds();
    draw();
  });
  const rules = createRules(app, async (words) => {
    const { rules: old, givens } = puzzle();
    const { size, board } = await boardOf(app, words);
    left.set(String(old.size), givens);
    put({ ...board, givens: left.get(String(size)) ?? board.givens });
  });
  const change = (/** @type {number[]} */ digits) => void (desk?.session.setDigits(digits) || changed());
  const clear = () => void (desk?.session.setDigits(desk.session.digits.map(() => 0), withConstraints(desk.session.rules, [])) || changed());
  const showExport = () => flyouts.toggle("export", app.t("set.export"), (body, part) => mountExport(body, part, puzzle()));
  const actions = createActions(app, { puzzle, code: () => code, change, clear, showExport });
  head.append(report.verdict, report.stats, odds.element);
  side.append(panel, ...(answersAll() ? [form.element] : []));
  root.replaceChildren(head, host, input, ...(answersAll() ? [palette.element] : []), side);
  const constraints = answersAll() ? list.element : element("p", "set-note", app.t("set.no_server"));
  panel.append(constraints, entry.element, report.facts, choices.element, actions.element, rules.element);

  /** @returns {Board} */
  function puzzle() {
    if (!desk) return { rules: boxRules(3, 3), givens: Array(81).fill(0) };
    return { rules: desk.session.rules, givens: [...desk.session.digits] };
  }

  /** Put a board on the desk: one move if it has the same houses, else undo leads back to the board before. @param {Board} board */
  function put(board) {
    if (desk && haveSameHouses(board.rules, puzzle().rules)) {
      if (!desk.session.setDigits(board.givens, board.rules)) changed();
      return;
    }
    const geometry = createGeometry(board.rules);
    const session = new SetSession(geometry, new Game(geometry, { givens: Array(geometry.count).fill(0) }), app.settings);
    session.setDigits(board.givens);
    session.begin(board.rules, desk && (!isBlank || desk.session.canUndo) ? desk.session : null);
    session.selection.only(0); // so that digits can be typed at once
    lay(session);
  }

  /** Lay a desk for a board. @param {SetSession} session */
  function lay(session) {
    desk?.leave();
    session.onBoard = (other) => {
      const focused = document.activeElement;
      const tool = input.contains(focused) ? focused?.textContent : "";
      const isBoard = host.contains(focused);
      lay(other);
      app.announce(rules.text());
      if (isBoard) desk?.focus();
      else if (tool) desk?.focusTool(tool);
    };
    desk = layDesk({ root, host, input }, app, session, { placing, picking, commands: { help }, point });
    session.watch((change) => (change === "position" ? changed() : draw()));
    changed();
  }

  /** Let everything follow the puzzle. */
  function changed() {
    if (!desk) return;
    text = "same";
    form.fail(null);
    const board = puzzle();
    if (!isOpening) keep(board);
    entry.follow(board);
    rules.show(board.rules);
    palette.follow(board.rules.constraints ?? []);
    list.follow(board.rules.constraints ?? []);
    actions.stop();
    void report.update(desk.session);
    followOdds();
    draw();
  }

  /** Name the puzzle in the address, and store it. @param {Board} board */
  function keep(board) {
    code = boardCode(board);
    app.store.write("set", code);
    edits.keep(board.rules.constraints ?? []);
    if (isShown) app.go(writeLink("set", { p: board.givens.some(Boolean) || board.rules.text !== "classic" ? code : "" }), true);
  }

  function followOdds() {
    if (desk) void odds.update(desk.session, choices.odds());
  }

  /** @param {number} cell */
  function point(cell) {
    odds.point(cell);
    if (desk) odds.draw(desk.session);
  }

  function draw() {
    if (!desk) return;
    desk.session.symmetry = choices.symmetry();
    desk.draw(findings, choices, odds.cells);
    odds.draw(desk.session);
    palette.draw();
    form.draw();
    flyouts.covered();
    list.draw(placing.picked(desk.session));
    actions.offer(findings, text !== "same");
    root.classList.toggle("refused", text === "refused");
  }

  /** Open the code of a link, or what was set last. @param {string} wanted */
  async function open(wanted) {
    const plain = readCode(wanted);
    if (plain && !plain.candidates) return put(plain);
    isBlank = !desk;
    isOpening = true;
    put(puzzle());
    isOpening = false;
    if (wanted) await entry.open(wanted);
    isBlank = false;
  }

  return {
    /** @param {URLSearchParams} params */
    async show(params) {
      isShown = true;
      here?.owner.end();
      here = partOf(app);
      acceptFiles(root, here, { fail: entry.fail }, (text) => entry.open(text));
      const last = app.store.read("set");
      const wanted = params.get("p") ?? (code || (last ?? ""));
      if (desk && wanted === code) {
        desk.listen();
        return text === "same" ? changed() : draw();
      }
      await open(wanted);
    },
    hide() {
      isShown = false;
      flyouts.close();
      here?.owner.end();
      report.stop();
      odds.forget();
      actions.stop();
      desk?.deafen();
    },
  };
}
