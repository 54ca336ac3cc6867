// Every step that is available now, grouped by technique, and the whole path to the solution with its ratings. A step is
// shown by the hints; a point of the path is reached with one move, which can be undone.

import { applyStep, fillCandidates } from "../game/actions.js";
import { element, loadStyle, svgElement } from "../dom.js";
import { Game } from "../game/game.js";
import { difference, formatMove } from "../game/moves.js";
import { button, candidatesOf } from "./parts.js";
import { isOpen } from "./plan.js";
import { nameOf, outcomeOf, titleOf } from "../words/sentences.js";

/** @typedef {import("./hints.js").Hints} Hints */

/** Bars of the drawing of a path are this far apart. */
const BAR = 4;

/** Fill a panel with the steps. @param {HTMLElement} host @param {App} app @param {Play} play @param {Hints} hints */
export function mountSteps(host, app, play, hints) {
  const { signal } = app.owner;
  const tabs = element("div", "steps-tabs");
  tabs.setAttribute("role", "group");
  tabs.setAttribute("aria-label", app.t("steps.title"));
  const body = element("div", "steps-body");
  const status = element("p", "missing");
  status.setAttribute("role", "status");
  const buttons = [button(app.t("steps.now"), () => turn(0), "choice-button"), button(app.t("steps.path"), () => turn(1), "choice-button")];
  tabs.append(...buttons);
  host.append(tabs, status, body);
  let shown = 0;

  /** @param {number} to */
  async function turn(to) {
    shown = to;
    buttons.forEach((each, at) => each.setAttribute("aria-pressed", String(at === to)));
    body.replaceChildren();
    status.textContent = app.t("steps.waiting");
    try {
      await loadStyle("css/steps.css");
      const drawn = to ? drawPath(await hints.plan.get()) : drawNow(await ask());
      if (shown === to && !signal.aborted) body.replaceChildren(...drawn);
    } catch (error) {
      if (!signal.aborted && shown === to) status.textContent = hints.reasonOf(error);
    }
  }

  /** @returns {Promise<Step[]>} */
  async function ask() {
    const { steps } = await app.ask("all_steps", { puzzle: play.position() }, { signal });
    return steps;
  }

  // -- all steps now ------------------------------------------------------------------------------

  /** @param {Step[]} steps */
  function drawNow(steps) {
    status.textContent = steps.length ? "" : app.t("steps.none");
    if (!steps.length) return [];
    /** @type {Map<string, Step[]>} */
    const groups = new Map();
    for (const step of steps) groups.set(step.technique, [...(groups.get(step.technique) ?? []), step]);
    const filter = /** @type {HTMLSelectElement} */ (element("select", "steps-filter"));
    filter.setAttribute("aria-label", app.t("steps.filter"));
    filter.append(option("", app.t("steps.all", { n: steps.length })));
    const sections = [...groups].map(([technique, list], at) => {
      const { name } = app.words.technique(technique);
      filter.append(option(technique, `${name} (${app.digit(list.length)})`));
      const section = /** @type {HTMLDetailsElement} */ (element("details", "steps-group"));
      section.open = at === 0;
      section.dataset["technique"] = technique;
      const summary = element("summary", "");
      summary.append(element("span", "", name), element("span", "rating", app.t("steps.count", { n: list.length })));
      const items = element("ul", "steps-list");
      items.append(...list.map((step) => row(step, titleOf(step, app.words), () => choose(step))));
      section.append(summary, items);
      return section;
    });
    filter.addEventListener("change", () => {
      for (const section of sections) {
        section.hidden = filter.value !== "" && section.dataset["technique"] !== filter.value;
        section.open = filter.value !== "" && !section.hidden;
      }
    });
    return [filter, ...sections];
  }

  /** @param {string} value @param {string} text */
  function option(value, text) {
    const made = /** @type {HTMLOptionElement} */ (element("option", "", text));
    made.value = value;
    return made;
  }

  /** @param {Step} step @param {string} title @param {() => void} press */
  function row(step, title, press) {
    const item = element("li", "");
    const made = button("", press, "step-row");
    made.append(
      element("span", "step-title", title),
      element("span", "rating", app.digit(step.rating.toFixed(1))),
      element("span", "step-outcome", outcomeOf(step, app.words)),
    );
    item.append(made);
    return item;
  }

  /** @param {Step} step */
  function choose(step) {
    play.flyouts.close();
    hints.present(step);
  }

  // -- the path -----------------------------------------------------------------------------------

  /** @param {StepsAnswer} plan */
  function drawPath(plan) {
    const { steps, rating } = plan;
    status.textContent = plan.stuck ? app.t("steps.stuck") : plan.complete ? "" : app.t("steps.cut");
    const { digits } = play.game.entries;
    const { geometry } = play.session;
    const candidates = candidatesOf(digits, play.game.marks(), geometry);
    const found = steps.findIndex((step) => isOpen(step, digits, candidates));
    const here = found < 0 ? steps.length : found;
    const head = geometry.rules.text === "classic" ? [ratingOf(rating)] : []; // other boards are not rated
    const list = element("ol", "steps-list path");
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
    list.append(...items);
    requestAnimationFrame(() => items[here]?.scrollIntoView({ block: "center" }));
    return [...head, bars(steps, here), list];
  }

  /** @param {StepsAnswer["rating"]} rating */
  function ratingOf(rating) {
    const head = element("p", "steps-rating");
    const [er, ep, ed] = [rating.er, rating.ep, rating.ed].map((figure) => figure.toFixed(1));
    head.append(element("strong", "", app.words.difficulty(rating.difficulty)), element("span", "rating", app.t("steps.rating", { er, ep, ed })));
    head.title = app.t("steps.rating_title");
    return head;
  }

  /** Draw the ratings of a path as bars. @param {Step[]} steps @param {number} here */
  function bars(steps, here) {
    const most = Math.max(...steps.map((step) => step.rating), 1);
    const svg = svgElement("svg", { class: "path-bars", viewBox: `0 0 ${steps.length * BAR} 40`, preserveAspectRatio: "none", "aria-hidden": "true" });
    svg.append(...steps.map((step, at) => {
      const height = (36 * step.rating) / most;
      const kind = at < here ? "past" : at === here ? "now" : "next";
      return svgElement("rect", { class: kind, x: at * BAR, y: 40 - height, width: BAR - 1, height });
    }));
    return svg;
  }

  /** Go to the position before a step of the path, and show the step. @param {Step[]} steps @param {number} at */
  function jump(steps, at) {
    const step = /** @type {Step} */ (steps[at]);
    play.flyouts.close();
    play.play(moveTo(play.game, play.puzzle, steps.slice(0, at)));
    hints.present(step, "where");
  }

  void turn(0);
}

/** Return the move from what is on the board to what stands there after some steps from the start. @param {Game} game @param {Board} start @param {Step[]} steps */
export function moveTo(game, start, steps) {
  const goal = new Game({ size: game.size, peers: game.peers }, start);
  // Marks are needed where a step eliminates; then all cells have them.
  if (steps.some((step) => Object.keys(step.removes).length)) goal.play(fillCandidates(goal));
  for (const step of steps) goal.play(applyStep(goal, step));
  const { colours, candidates, lines } = game.entries;
  Object.assign(goal.entries, { colours: [...colours], candidates: new Map(candidates), lines: new Map(lines) });
  return formatMove(difference(game.entries, goal.entries), game.size);
}
