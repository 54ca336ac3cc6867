/**
 * Set: a puzzle of one's own. A text and a board show the same puzzle, and what is known about it follows every change.
 *
 * The address names the puzzle, and the browser keeps the last one. The parts are the other modules of this folder.
 */

import { boxRules } from "../board/geometry.js";
import { element, loadStyle } from "../dom.js";
import { boardCode, readCode, writeLink } from "../link.js";
import { partOf } from "../owner.js";
import { acceptFiles } from "../play/files.js";
import { Flyouts } from "../play/flyout.js";
import { mountKeys } from "../play/settings_panel.js";
import { answersAll } from "../recorded.js";
import { createActions } from "./actions.js";
import { boardOf } from "./asking.js";
import { createEdits, haveSameHouses, withConstraints } from "./constraints.js";
import { layDesk } from "./desk.js";
import { createDrafts } from "./drafts.js";
import { mountExport } from "./export.js";
import { createForm } from "./form.js";
import { createList } from "./list.js";
import { createChoices } from "./marks.js";
import { createOdds } from "./odds.js";
import { createPalette } from "./palette.js";
import { Placing } from "./placement.js";
import { createReport } from "./report.js";
import { createRules } from "./rules.js";
import { SetSession } from "./session.js";
import { createEntry } from "./text.js";
import { createWhy } from "./why.js";

/** What was set when the place was left: after a change of language it is mounted again. @type {SetSession | null} */
let held = null;

/** @param {HTMLElement} root @param {App} app */
export async function mount(root, app) {
  await Promise.all(["css/set.css", "css/set_palette.css", "css/set_panels.css"].map(loadStyle));
  /** The board of the session. @type {import("./desk.js").Desk | null} */
  let desk = null;
  let code = "";
  /** @type {InspectAnswer | null} */
  let findings = null;
  /** The givens of each size of board that was left, so that nothing is lost. @type {Map<number, number[]>} */
  const left = new Map();
  /** Whether a link is being opened: until it is read, address and storage keep what they have. */
  let isOpening = false;
  /** Whether another puzzle is being put on the board: no change of the one that is there. */
  let isPutting = false;
  /** Whether the board only stands in for that of the first link. */
  let isBlank = false;
  /** Whether the board is that of the text. @type {"same" | "reading" | "refused"} */
  let text = "same";
  /** While the place is shown. @type {App | null} */
  let here = null;

  const [host, input, side] = ["board-host", "set-input", "set-side"].map((name) => element("div", name));
  const flyouts = new Flyouts(side, app, {
    isOpen: () => here !== null && form.element.matches(".active"),
    close() {
      form.fail(null);
      placing.choose(null);
    },
  });
  const focus = () => desk?.focus();
  const reveal = () => host.scrollIntoView({ block: "nearest" });
  /** Change the puzzle to other givens. @param {number[]} digits @param {Rules} [rules] */
  const change = (digits, rules) => void (placing.session.setDigits(digits, rules) || changed());

  const edits = createEdits(app, () => placing.session, (error) => {
    form.fail(error);
    if (error) draw();
  });
  const placing = new Placing(app, new SetSession({ rules: boxRules(3, 3), givens: Array(81).fill(0) }, app.settings), edits.put, draw);
  const report = createReport(app, placing, (found) => {
    findings = found;
    draw();
  });
  const drafts = createDrafts(app);
  const entry = createEntry(app, placing, {
    onBoard: (board, isTyped) => (isTyped ? put(board) : begin(board)),
    onDigits: change,
    onText(now, why = "") {
      text = now;
      form.fail(null); // it was about the puzzle before, as what was announced
      app.announce("");
      if (why) report.refuse(app.t(why));
      draw();
    },
  });
  const form = createForm(app, placing, { remove: edits.remove, focus });
  const list = createList(app, {
    ...edits,
    pick(constraint) {
      placing.pick(constraint);
      reveal();
      focus();
    },
  });
  const palette = createPalette(app, placing, { ...edits, focus, reveal });
  const odds = createOdds(app, placing, draw);
  const choices = createChoices(app, () => {
    void odds.update(choices.now.odds);
    draw();
  });
  const why = createWhy(app, placing, { flyouts, desk: () => desk, changed: draw });
  const rules = createRules(app, async (words) => {
    const { rules: old, givens } = placing.session.puzzle;
    const board = await boardOf(app, words);
    left.set(old.size, givens);
    put({ ...board, givens: left.get(board.rules.size) ?? board.givens });
  });
  const actions = createActions(app, placing, {
    code: () => code,
    change,
    clear: () => change(placing.session.digits.map(() => 0), withConstraints(placing.session.rules, [])),
    showExport: () => flyouts.toggle("export", app.t("set.export"), (body, part) => mountExport(body, part, placing.session.puzzle)),
    showWhy: why.toggle,
    settled: edits.settled,
    put,
  });
  const hasConstraints = answersAll();
  const head = element("header", "set-head", element("h1", "unseen", app.t("set.head")), report.verdict, report.stats, odds.element);
  const constraints = hasConstraints ? list.element : element("p", "set-note", app.t("set.no_server"));
  const parts = [constraints, entry.element, report.facts, choices.element, actions.element, rules.element, drafts.element];
  side.append(element("div", "set-panel", ...parts), ...(hasConstraints ? [form.element] : []));
  root.replaceChildren(head, host, input, ...(hasConstraints ? [palette.element] : []), side);

  // Who turns to something else has typed enough.
  const near = [host, input, form.element, palette.element];
  const settle = (/** @type {Event} */ { target }) => void (near.some((part) => part.contains(/** @type {Node} */ (target))) || placing.settle());
  for (const type of ["pointerdown", "focusin"]) app.owner.listen(root, type, settle, { capture: true });
  app.owner.listen(window, "beforeunload", (event) => void (placing.isOpen && event.preventDefault()));

  /** Put another puzzle on the desk. @param {Board} board @param {() => void} [work] what puts it there */
  function begin(board, work = () => put(board)) {
    drafts.begin(boardCode(board));
    isPutting = true;
    work();
    isPutting = false;
  }

  /** Put a board on the desk: one move if it has the same houses, else undo leads back to the board before. @param {Board} board */
  function put(board) {
    const { session } = placing;
    if (desk && haveSameHouses(board.rules, session.rules)) return change(board.givens, board.rules);
    const next = new SetSession(board, app.settings, desk && (!isBlank || session.can("undo")) ? session : null);
    next.selection.only(0); // so that digits can be typed at once
    lay(next);
  }

  /** Lay a desk for a board. @param {SetSession} session */
  function lay(session) {
    desk?.leave();
    placing.session = session;
    session.onBoard = (other) => {
      const focused = document.activeElement;
      const tool = input.contains(focused) ? focused?.textContent : "";
      const isBoard = host.contains(focused);
      lay(other);
      app.announce(rules.text());
      if (isBoard) focus();
      else if (tool) desk?.focusTool(tool);
    };
    const help = () => flyouts.toggle("help", app.t("settings.keys"), (body, part) => mountKeys(body, part, session.geometry.size));
    desk = layDesk({ root, host, input }, app, placing, { remove: edits.remove, commands: { help, hint: why.toggle }, point: odds.point });
    session.watch((change) => (change === "position" ? changed() : draw()));
    changed();
  }

  /** Let everything follow the puzzle. */
  function changed() {
    text = "same";
    form.fail(null);
    const { puzzle, constraints } = placing.session;
    if (!isOpening) keep(puzzle, constraints);
    entry.follow(puzzle);
    rules.show(puzzle.rules);
    palette.follow(constraints);
    list.follow(constraints);
    actions.stop();
    void report.update();
    void odds.update(choices.now.odds);
    draw();
  }

  /** Name the puzzle in the address, and store it. @param {Board} puzzle @param {Constraint[]} constraints */
  function keep(puzzle, constraints) {
    const before = code;
    const isEmpty = !puzzle.givens.some(Boolean) && puzzle.rules.text === "classic";
    code = boardCode(puzzle);
    if (before !== code && !isPutting) drafts.keep(isEmpty ? "" : code);
    app.store.write("set", code);
    edits.keep(constraints);
    if (here) app.go(writeLink("set", { p: isEmpty ? "" : code }), true);
  }

  function draw() {
    if (!desk) return;
    why.draw(findings);
    desk.draw(findings, choices.now, odds.cells, why.shown);
    odds.draw();
    palette.draw();
    form.draw();
    flyouts.covered();
    list.draw(placing.picked);
    actions.offer(findings, text !== "same");
    root.classList.toggle("refused", text === "refused");
  }

  /** Open the code of a link, or what was set last. @param {string} wanted */
  async function open(wanted) {
    const plain = readCode(wanted);
    if (plain && !plain.candidates) return begin(plain);
    isBlank = !desk;
    isOpening = true;
    put(placing.session.puzzle);
    isOpening = false;
    if (wanted) await entry.open(wanted);
    isBlank = false;
  }

  return {
    /** @param {URLSearchParams} params */
    async show(params) {
      here?.owner.end();
      here = partOf(app);
      acceptFiles(root, here, { fail: entry.fail }, entry.open);
      const wanted = params.get("p") ?? (code || (app.store.read("set") ?? ""));
      desk?.listen();
      const session = desk ? null : held;
      if (session && wanted === boardCode(session.puzzle)) return begin(session.puzzle, () => lay(session.again()));
      if (!desk || wanted !== code) return open(wanted);
      return text === "same" ? changed() : draw();
    },
    hide() {
      placing.settle();
      held = placing.session;
      here?.owner.end();
      here = null;
      flyouts.close();
      report.stop();
      odds.forget();
      actions.stop();
      desk?.deafen();
      return edits.settled();
    },
  };
}
