// Hints like a teacher gives them: one button, and each press says a little more. If a digit or a mark is wrong, that
// comes first, without saying which, unless the player asks. Nothing is entered on the board before "Do it".

import { applyStep } from "../game/actions.js";
import { element } from "../dom.js";
import { placeValue } from "../words/messages.js";
import { factsOf } from "../words/facts.js";
import { keyOf, keyTable, keyText } from "../play/keys.js";
import { createLadder } from "./ladder.js";
import { createOverlay } from "../board/overlay.js";
import { anchor, button, candidatesOf, positionCode, remember } from "./parts.js";
import { Plan } from "./plan.js";
import { mountSteps } from "./steps.js";
import { writeLink } from "../link.js";

/**
 * @typedef {object} Hints
 * @property {() => Promise<unknown>} press ask, then say more, then do the step
 * @property {(step: Step, level?: import("../words/sentences.js").Level) => void} present show a step in the position of the game
 * @property {Plan} plan
 * @property {(error: unknown) => string} reasonOf the sentence for an answer that is an error
 */

const PLAN_AFTER = 3000; // milliseconds

/** @param {HTMLElement} host @param {App} app @param {Play} play @returns {Hints} */
export function mountHints(host, app, play) {
  const root = element("section", "hint");
  root.setAttribute("aria-label", app.t("hint.title"));
  const note = element("p", "hint-note");
  const body = element("div", "hint-body");
  const bar = element("div", "hint-bar");
  const main = button("", () => void press(), "button main");
  const extra = element("span", "hint-extra");
  bar.append(main, extra);
  root.append(note, body, bar);
  host.append(root);

  const overlay = createOverlay(play.board);
  const ladder = createLadder(body, app, overlay);
  const { geometry } = play.session;
  const { rules, size } = geometry;
  const plan = new Plan(app, play.puzzle, geometry);
  let asking = /** @type {AbortController | null} */ (null);
  let fault = play.session.shownFault; // why a constraint is broken; it stands here while there is no hint
  let shown = /** @type {Set<number> | null} */ (null); // the wrong cells that a hint has shown
  let isAtRest = true; // nothing is shown or said
  let isOurs = false; // the change of the game comes from here

  /** Say nothing any more, and show the board alone. @param {string} [text] */
  function close(text = "") {
    asking?.abort();
    asking = null;
    ladder.clear();
    say(text);
    label("hint.ask", "hint");
    main.hidden = false;
    main.disabled = false;
    const steps = button(app.t("steps.title"), openSteps, "button quiet");
    steps.title = app.t("steps.empty");
    extra.replaceChildren(steps, ...(text ? [closer("button quiet narrow")] : []));
    root.classList.remove("open");
    play.sheet(text !== "");
    if (play.session.wrong === shown) {
      play.session.wrong = new Set();
      play.session.changed();
    }
    if (!text) note.textContent = fault || app.t("hint.empty");
    isAtRest = !text;
  }

  /** @param {string} [className] */
  const closer = (className = "button quiet") => button(app.t("hint.close"), () => close(), className);

  function open() {
    root.classList.add("open");
    play.sheet(true);
    isAtRest = false;
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
    asking = new AbortController();
    const { signal } = asking;
    const slow = setTimeout(() => say(app.t("hint.thinking")), 300);
    try {
      const board = play.position();
      const answer = await plan.hint(board, { signal });
      if (signal.aborted) return;
      clearTimeout(slow);
      show(answer);
    } catch (error) {
      if (signal.aborted) return;
      close(reasonOf(error));
    } finally {
      clearTimeout(slow);
      if (asking?.signal === signal) asking = null;
    }
  }

  /** @param {HintAnswer} answer */
  function show(answer) {
    const { wrong, step, stuck, full } = answer;
    if (wrong.cells.length || wrong.marks.length) return showWrong(wrong);
    if (step) return present(step, "nudge");
    close(app.t(full ? "hint.solved" : stuck ? "hint.stuck" : "hint.none"));
  }

  /** Show a step in the position of the game. @param {Step} step @param {import("../words/sentences.js").Level} level */
  function present(step, level = "full") {
    close();
    play.hinted();
    const [{ digits }, marks] = [play.game.entries, play.game.marks()];
    open();
    note.hidden = true;
    const situation = { step, board: { digits: [...digits], givens: play.game.givens, candidates: candidatesOf(digits, marks, geometry), geometry }, marks };
    remember(situation);
    ladder.present(situation, level);
    if (level === "full") main.focus({ preventScroll: true });
  }

  function drawBar() {
    const { situation } = ladder;
    if (!situation) return;
    if (ladder.isLast) label("hint.do", "do_step");
    else label("hint.more", "hint");
    extra.replaceChildren();
    if (ladder.level !== "nudge") {
      const { technique } = situation.step;
      const position = rules.text === "classic" ? positionCode(play.puzzle, situation.board.digits, situation.marks) : {};
      const link = writeLink("learn", position, technique);
      extra.append(anchor(app.t("hint.about", { name: app.words.technique(technique).name }), link, "learn-link"));
    }
    extra.append(closer());
  }

  /** @param {{cells: number[], marks: number[]}} wrong */
  function showWrong(wrong) {
    close(app.t("hint.wrong", { digits: wrong.cells.length, marks: wrong.marks.length }));
    open();
    main.hidden = true;
    const reveal = button(app.t("hint.show_wrong"), () => {
      const cells = [...wrong.cells, ...wrong.marks];
      play.session.wrong = shown = new Set(cells);
      play.session.changed();
      say(app.t("hint.wrong_cells", { cells: cells.map((cell) => placeValue(cell, size)) }));
      reveal.remove();
    });
    extra.replaceChildren(reveal, button(app.t("hint.last_right"), () => void backToRight()), closer());
  }

  /** Go back to the latest position in which nothing was wrong. */
  async function backToRight() {
    const solution = await play.solution().catch(() => plan.solution());
    if (!solution) return say(app.t("hint.no_solution"));
    const { game } = play;
    const before = game.at;
    const right = game.lastRight(solution);
    if (right === before) return say(app.t("hint.all_right"));
    change(() => play.session.goTo(right));
    close(app.t("hint.went_back", { n: before - right }));
  }

  /** Enter the step of the hint on the board. */
  function doStep() {
    const { situation } = ladder;
    if (!situation) return false;
    const outcome = app.words.fill("{outcome, clauses}", factsOf(situation.step));
    change(() => play.play(applyStep(play.game, situation.step)));
    close(app.t("hint.done", { outcome }));
    return true;
  }

  const openSteps = () => play.flyouts.toggle("steps", app.t("steps.title"), (panel, own) => mountSteps(panel, own, play, hints));

  /** @param {() => void} act */
  function change(act) {
    isOurs = true;
    act();
    isOurs = false;
  }

  /** @param {unknown} error */
  function reasonOf(error) {
    const { code = "", message = "" } = /** @type {{code?: string, message?: string}} */ (error);
    const known = ["offline", "timeout", "busy", "no_solution", "multiple_solutions", "conflict"];
    return known.includes(code) ? app.t(`hint.error.${code}`) : message;
  }

  ladder.onClimb(drawBar);
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

  /** @type {Hints} */
  const hints = { press, present, plan, reasonOf };
  const { cancel } = play.commands;
  Object.assign(play.commands, {
    // The key never enters anything: on the last level it goes on in the proof.
    hint: () => (ladder.situation && ladder.isLast ? ladder.walk(1) : void press()),
    do_step: doStep,
    all_steps: openSteps,
    last_right: () => void backToRight(),
    cancel: () => (!isAtRest && !play.flyouts.name ? close() : cancel?.()),
  });
  close();
  // The plan is fetched when the page has come to rest, for hints without the server; it takes too long on large boards.
  const fetchPlan = () => play.solution().then(() => plan.get());
  if (size <= 9) app.owner.later(() => fetchPlan().catch(() => {}), PLAN_AFTER);
  app.owner.ends(() => asking?.abort());
  return hints;
}
