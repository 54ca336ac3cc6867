// Every step that is available now, grouped by technique, and the whole path to the solution with its ratings. A step is
// shown by the hints; a point of the path is reached with one move, which can be undone.

import { button } from "../buttons.js";
import { applyStep, fillCandidates } from "../game/actions.js";
import { element, furnish, loadStyle, svgElement } from "../dom.js";
import { menuOf } from "../fields.js";
import { Game } from "../game/game.js";
import { difference, formatMove } from "../game/moves.js";
import { candidatesOf, pressOne } from "./parts.js";
import { isOpen } from "./plan.js";
import { nameOf, outcomeOf, titleOf } from "../words/sentences.js";

/** @typedef {import("./hints.js").Hints} Hints */

/** Bars of the drawing of a path are this far apart. */
const BAR = 4;

/** Fill a panel with the steps. @param {HTMLElement} host @param {App} app @param {Play} play @param {Hints} hints */
export function mountSteps(host, app, play, hints) {
  const { signal } = app.owner;
  const body = element("div", "steps-body");
  const status = element("p", { class: "missing", role: "status" });
  const buttons = ["steps.now", "steps.path"].map((key, at) => button("choice-button", app.t(key), () => turn(at)));
  const tabs = element("div", { class: "steps-tabs", role: "group", "aria-label": app.t("steps.title") }, ...buttons);
  host.append(tabs, status, body);
  let shown = 0;
  void turn(0);

  /** @param {number} to */
  async function turn(to) {
    shown = to;
    pressOne(buttons, to);
    body.replaceChildren();
    status.textContent = app.t("steps.waiting");
    try {
      await loadStyle("css/steps.css");
      const drawn = to ? drawPath(await hints.plan.get()) : await drawNow();
      if (shown === to && !signal.aborted) body.replaceChildren(...drawn);
    } catch (error) {
      if (!signal.aborted && shown === to) status.textContent = hints.reasonOf(error);
    }
  }

  /** Return a step that closes the panel when it is pressed. @param {Step} step @param {string} title @param {() => void} press */
  function row(step, title, press) {
    const parts = [
      element("span", "step-title", title),
      element("span", "rating", app.digit(step.rating.toFixed(1))),
      element("span", "step-outcome", outcomeOf(step, app.words)),
    ];
    const choose = () => {
      play.flyouts.close();
      press();
    };
    return element("li", "", button("step-row", parts, choose));
  }

  // -- all steps now ------------------------------------------------------------------------------

  async function drawNow() {
    /** @type {{steps: Step[], several: boolean}} */
    const { steps, several } = await app.ask("all_steps", { puzzle: play.position() }, { signal });
    status.textContent = !steps.length ? app.t("steps.none") : several ? app.t("steps.several") : "";
    if (!steps.length) return [];
    /** @type {Record<string, Step[]>} */
    const groups = {};
    for (const step of steps) (groups[step.technique] ??= []).push(step);
    const names = Object.keys(groups);
    const filter = menuOf(["", ...names], (technique) =>
      technique ? `${app.words.technique(technique).name} (${app.digit(groups[technique].length)})` : app.t("steps.all", { n: steps.length }));
    furnish(filter, { class: "steps-filter", "aria-label": app.t("steps.filter") });
    const sections = names.map((technique, at) => {
      const count = element("span", "rating", app.t("steps.count", { n: groups[technique].length }));
      const summary = element("summary", "", element("span", "", app.words.technique(technique).name), count);
      const items = groups[technique].map((step) => row(step, titleOf(step, app.words), () => hints.present(step)));
      const given = { class: "steps-group", open: at === 0, "data-technique": technique };
      return element("details", given, summary, element("ul", "steps-list", ...items));
    });
    filter.addEventListener("change", () => {
      for (const section of sections) {
        section.hidden = filter.value !== "" && section.dataset["technique"] !== filter.value;
        section.open = filter.value !== "" && !section.hidden;
      }
    });
    return [filter, ...sections];
  }

  // -- the path -----------------------------------------------------------------------------------

  /** @param {StepsAnswer} plan */
  function drawPath({ steps, rating, stuck, complete, solution }) {
    status.textContent = !solution ? app.t("steps.several") : stuck ? app.t("steps.stuck") : complete ? "" : app.t("steps.cut");
    const { digits } = play.game.entries;
    const { geometry } = play.session;
    const candidates = candidatesOf(digits, play.game.marks(), geometry);
    const found = steps.findIndex((step) => isOpen(step, digits, candidates));
    const here = found < 0 ? steps.length : found;
    const items = steps.map((step, at) => {
      const item = row(step, `${app.digit(at + 1)}. ${nameOf(step, app.words)}`, () => jump(steps, at));
      item.title = app.t("steps.jump");
      item.classList.toggle("past", at < here);
      if (at === here) {
        item.setAttribute("aria-current", "step");
        item.append(element("span", "here", app.t("steps.here")));
      }
      return item;
    });
    requestAnimationFrame(() => items[here]?.scrollIntoView({ block: "center" }));
    const head = solution && geometry.rules.text === "classic" ? [ratingOf(rating)] : []; // other boards are not rated
    return [...head, bars(steps, here), element("ol", "steps-list path", ...items)];
  }

  /** @param {Rating} rating */
  function ratingOf({ er, ep, ed, difficulty }) {
    const figures = app.t("steps.rating", { er: er?.toFixed(1), ep: ep?.toFixed(1), ed: ed?.toFixed(1) });
    return element(
      "p", { class: "steps-rating", title: app.t("steps.rating_title") },
      element("strong", "", app.words.difficulty(difficulty ?? "")), element("span", "rating", figures),
    );
  }

  /** Draw the ratings of a path as bars. @param {Step[]} steps @param {number} here */
  function bars(steps, here) {
    const most = Math.max(...steps.map((step) => step.rating), 1);
    const drawn = steps.map((step, at) => {
      const height = (36 * step.rating) / most;
      const kind = at < here ? "past" : at === here ? "now" : "next";
      return svgElement("rect", { class: kind, x: at * BAR, y: 40 - height, width: BAR - 1, height });
    });
    const box = { viewBox: `0 0 ${steps.length * BAR} 40`, preserveAspectRatio: "none" };
    return svgElement("svg", { class: "path-bars", ...box, "aria-hidden": "true" }, ...drawn);
  }

  /** Go to the position before a step of the path, and show the step. @param {Step[]} steps @param {number} at */
  function jump(steps, at) {
    play.play(moveTo(play.game, play.puzzle, steps.slice(0, at)));
    hints.present(steps[at], "where");
  }
}

/** Return the move from what is on the board to what stands there after some steps from the start. @param {Game} game @param {Board} start @param {Step[]} steps */
function moveTo(game, start, steps) {
  const goal = new Game({ size: game.size, peers: game.peers }, start);
  // Marks are needed where a step eliminates; then all cells have them.
  if (steps.some((step) => Object.keys(step.removes).length)) goal.play(fillCandidates(goal));
  for (const step of steps) goal.play(applyStep(goal, step));
  const { colours, candidates, lines } = game.entries;
  Object.assign(goal.entries, { colours: [...colours], candidates: new Map(candidates), lines: new Map(lines) });
  return formatMove(difference(game.entries, goal.entries), game.size);
}
