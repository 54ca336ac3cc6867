// Hints like a teacher gives them: one button, and each press says a little more. If a digit or a mark is wrong, that
// comes first, without saying which, unless the player asks. Nothing is entered on the board before "Do it".

import { createOverlay } from "../board/overlay.js";
import { button } from "../buttons.js";
import { element } from "../dom.js";
import { applyStep } from "../game/actions.js";
import { writeLink } from "../link.js";
import { keyOf, keyTable, keyText } from "../play/keys.js";
import { factsOf } from "../words/facts.js";
import { placeValue } from "../words/messages.js";
import { createLadder } from "./ladder.js";
import { positionCode, remember, situationOf } from "./parts.js";
import { createPlan } from "./plan.js";
import { mountSteps } from "./steps.js";

/** @typedef {ReturnType<typeof mountHints>} Hints */

const PLAN_AFTER = 3000; // milliseconds

/** @param {HTMLElement} host @param {App} app @param {Play} play */
export function mountHints(host, app, play) {
  const { geometry } = play.session;
  const note = element("p", "hint-note");
  const body = element("div", "hint-body");
  const main = button("button main", "", () => void press());
  const extra = element("span", "hint-extra");
  const bar = element("div", "hint-bar", main, extra);
  const root = element("section", { class: "hint", "aria-label": app.t("hint.title") }, note, body, bar);
  host.append(root);

  const ladder = createLadder(body, app, createOverlay(play.board), { climbed: drawBar });
  const plan = createPlan(app, play.puzzle, geometry);
  let asking = /** @type {AbortController | null} */ (null);
  let fault = play.session.shownFault; // why a constraint is broken; it is here while there is no hint
  let shown = /** @type {Set<number> | null} */ (null); // the wrong cells that a hint has shown
  let isAtRest = true; // nothing is shown or announced
  let isOurs = false; // the change of the game comes from here

  /** Say nothing any more, and show the board alone. @param {string} [text] */
  function close(text = "") {
    asking?.abort();
    asking = null;
    ladder.clear();
    say(text);
    label("hint.ask", "hint");
    main.hidden = false;
    const steps = button({ class: "button quiet", title: app.t("steps.empty") }, app.t("steps.title"), openSteps);
    extra.replaceChildren(steps, ...(text ? [closer("button quiet narrow")] : []));
    root.classList.remove("open");
    play.sheet(text !== "");
    if (play.session.wrong === shown) showMistakes(new Set());
    if (!text) note.textContent = fault || app.t("hint.empty");
    isAtRest = !text;
  }

  const closer = (className = "button quiet") => button(className, app.t("hint.close"), close);

  function open() {
    root.classList.add("open");
    play.sheet(true);
    isAtRest = false;
  }

  /** @param {Set<number>} wrong */
  function showMistakes(wrong) {
    play.session.wrong = wrong;
    play.session.changed();
  }

  /** @param {string} key @param {string} action */
  function label(key, action) {
    main.textContent = app.t(key);
    void keyTable().then((keys) => (main.title = `${app.t(`keys.${action}`)} (${keyText(keyOf(keys, action))})`));
  }

  /** @param {string} text */
  function say(text) {
    note.textContent = text;
    note.hidden = false;
    if (text) app.announce(text);
  }

  /** The one button: ask, then more, then do it. */
  async function press() {
    if (!ladder.situation) return ask();
    return ladder.more() || doStep();
  }

  async function ask() {
    if (asking) return;
    const { signal } = (asking = new AbortController());
    const slow = setTimeout(() => say(app.t("hint.thinking")), 300);
    try {
      const answer = await plan.hint(play.position(), signal);
      if (!signal.aborted) show(answer);
    } catch (error) {
      if (!signal.aborted) close(reasonOf(error));
    } finally {
      clearTimeout(slow);
      if (asking?.signal === signal) asking = null;
    }
  }

  /** @param {HintAnswer} answer */
  function show({ wrong, step, stuck, full, several }) {
    if (wrong.cells.length || wrong.marks.length) showWrong(wrong);
    else if (step) present(step, "nudge", several);
    else close(app.t(full ? "hint.solved" : !stuck ? "hint.none" : several ? "hint.stuck.several" : "hint.stuck"));
  }

  /** Show a step in the position of the game. @param {Step} step @param {import("../words/sentences.js").Level} [level] @param {boolean} [several] whether the puzzle has several solutions */
  function present(step, level = "full", several = false) {
    close();
    play.hinted();
    open();
    note.textContent = several ? app.t("hint.several") : "";
    note.hidden = !several;
    const { givens, entries } = play.game;
    const situation = situationOf(step, { givens, placed: [...entries.digits], marks: play.game.marks() }, geometry);
    remember(situation);
    ladder.present(situation, level);
    if (level === "full") main.focus({ preventScroll: true });
  }

  function drawBar() {
    const { situation } = ladder;
    if (!situation) return;
    if (ladder.isLast) label("hint.do", "do_step");
    else label("hint.more", "hint");
    extra.replaceChildren(closer());
    if (ladder.level === "nudge") return;
    const { step: { technique }, board: { digits }, marks } = situation;
    const isClassic = geometry.rules.text === "classic";
    const href = writeLink("learn", isClassic ? positionCode(play.puzzle, digits, marks) : {}, technique);
    const { name } = app.words.technique(technique);
    extra.prepend(element("a", { class: "learn-link", href }, app.t("hint.about", { name })));
  }

  /** @param {Wrong} wrong */
  function showWrong({ cells, marks }) {
    close(app.t("hint.wrong", { digits: cells.length, marks: marks.length }));
    open();
    main.hidden = true;
    const reveal = button("button", app.t("hint.show_wrong"), () => {
      const all = [...cells, ...marks];
      showMistakes((shown = new Set(all)));
      say(app.t("hint.wrong_cells", { cells: all.map((cell) => placeValue(cell, geometry.size)) }));
      reveal.remove();
    });
    extra.replaceChildren(reveal, button("button", app.t("hint.last_right"), backToRight), closer());
  }

  /** Go back to the latest position in which nothing was wrong. */
  async function backToRight() {
    const solution = await play.solution().catch(plan.solution);
    if (!solution) return say(app.t("hint.no_solution"));
    const before = play.game.at;
    const right = play.game.lastRight(solution);
    if (right === before) return say(app.t("hint.all_right"));
    change(() => play.session.goTo(right));
    close(app.t("hint.went_back", { n: before - right }));
  }

  /** Enter the step of the hint on the board. */
  function doStep() {
    if (!ladder.situation) return;
    const { step } = ladder.situation;
    const outcome = app.words.fill("{outcome, clauses}", factsOf(step));
    change(() => play.play(applyStep(play.game, step)));
    close(app.t("hint.done", { outcome }));
  }

  const openSteps = () => play.flyouts.toggle("steps", app.t("steps.title"), (panel, own) => mountSteps(panel, own, play, hints));

  /** @param {() => void} act */
  function change(act) {
    isOurs = true;
    act();
    isOurs = false;
  }

  /** Return the sentence for an answer that is an error. @param {unknown} error */
  function reasonOf(error) {
    const { code = "", message = "" } = /** @type {{code?: string, message?: string}} */ (error);
    const known = ["offline", "timeout", "busy", "no_solution", "conflict"];
    return known.includes(code) ? app.t(`hint.error.${code}`) : message;
  }

  root.addEventListener("click", ({ target }) => { // then Enter does the step
    if (ladder.isLast && target instanceof Element && target.matches(".rung")) main.focus({ preventScroll: true });
  });
  play.session.watch(() => {
    if (fault === play.session.shownFault) return;
    fault = play.session.shownFault;
    if (!root.classList.contains("open")) note.textContent = fault || app.t("hint.empty");
  });
  play.onChange(() => {
    if (!isOurs && !isAtRest) close();
  });

  const hints = { press, present, plan, reasonOf };
  const { cancel } = play.commands;
  Object.assign(play.commands, {
    // The key never enters anything: on the last level it continues the proof.
    hint: () => (ladder.situation && ladder.isLast ? ladder.walk() : void press()),
    do_step: doStep,
    all_steps: openSteps,
    last_right: () => void backToRight(),
    cancel: () => (!isAtRest && !play.flyouts.name ? close() : cancel?.()),
  });
  close();
  // The plan is fetched when the page has come to rest, for hints without the server; it takes too long on large boards.
  if (geometry.size <= 9) app.owner.later(() => play.solution().then(plan.get).catch(() => {}), PLAN_AFTER);
  app.owner.ends(() => asking?.abort());
  return hints;
}
