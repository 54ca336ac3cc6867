// One step, explained like a teacher would: what kind of thing to look for, what it is called, where it is, why it
// holds. The sentences, the picture on the board and the words for a screen reader are all made from the same Step.

import { button } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { factsOf } from "../words/facts.js";
import { legendOf } from "../board/overlay.js";
import { proofOf } from "../words/proof.js";
import { CLASSIC } from "../board/geometry.js";
import { sceneAt, sceneOf } from "../board/scene.js";
import { LEVELS, textOf, titleOf } from "../words/sentences.js";
import { createWalk } from "./walk.js";
import { sceneOfPlace, sightsOf } from "./where.js";

/** @typedef {import("./parts.js").Situation} Situation */
/** @typedef {import("../board/scene.js").Scene} Scene */
/** @typedef {import("../words/sentences.js").Level} Level */
/** @typedef {ReturnType<typeof import("../board/overlay.js").createOverlay>} Overlay */

/**
 * @param {HTMLElement} host @param {App} app @param {Overlay} overlay
 * @param {{climbed?: () => void, isWhole?: boolean}} [more] what is called when the level changes, and whether a step is
 *   shown as a whole, without its levels
 */
export function createLadder(host, app, overlay, { climbed = () => {}, isWhole = false } = {}) {
  const { words } = app;
  const legend = element("ul", "legend");
  const root = element("div", "ladder");
  host.append(root);
  /** @type {Situation | null} */
  let situation = null;
  /** @type {Level} */
  let level = "nudge";
  /** The proof of a step on its last level, if it has chains. @type {import("./walk.js").Walk | null} */
  let walk = null;

  /** Show a step, from a level on. @param {Situation} next @param {Level} [from] */
  function present(next, from = "nudge") {
    situation = next;
    climb(from);
  }

  /** @param {Level} to */
  function climb(to) {
    if (!situation) return;
    level = to;
    walk = null;
    root.replaceChildren(...(isWhole ? [] : [rungs()]), heading(situation.step), ...body(situation));
    draw();
    app.announce(spoken(situation));
    climbed();
  }

  /** The four levels; a person who knows what they want can go to any at once. */
  function rungs() {
    const now = LEVELS.indexOf(level);
    const items = LEVELS.map((each, at) => {
      const press = button(at < now ? "rung past" : "rung", app.t(`hint.level.${each}`), () => climb(each));
      return element("li", "", furnish(press, { "aria-current": at === now ? "step" : null }));
    });
    return element("ol", { class: "rungs", "aria-label": app.t("hint.levels") }, ...items);
  }

  /** @param {Step} step */
  function heading(step) {
    const name = level === "nudge" ? app.t("hint.nudge_title") : level === "full" ? titleOf(step, words) : textOf(step, "name", words);
    const rating = element("span", { class: "rating", title: app.t("hint.step_title") }, app.digit(step.rating.toFixed(1)));
    return element("div", "hint-head", element("h2", "", name), rating);
  }

  /** What a step of chains proves. @param {Situation} shown */
  function claim({ step, board }) {
    return app.t("hint.proves", { outcome: words.fill("{outcome, clauses}", factsOf(step, board.digits)) });
  }

  /** @param {Situation} shown @returns {HTMLElement[]} */
  function body(shown) {
    const { step, board } = shown;
    if (level !== "full") return [element("p", "said", textOf(step, level === "name" ? "nudge" : level, words))];
    if (!step.chains?.length) return [element("p", "said", textOf(step, "full", words, { placed: board.digits })), legend];
    const proof = proofOf(step, words);
    const conclusion = words.phrase("full", { ...factsOf(step, board.digits), why: proof.argument }, step.technique);
    walk = createWalk(app, proof, conclusion, draw);
    return [element("p", "said", claim(shown)), legend, walk.element];
  }

  /** What the picture shows now. @param {Situation} shown @returns {Scene} */
  function scene({ step, board }) {
    if (level === "where") return sceneOfPlace(board, step, words.technique(step.technique).where);
    if (level !== "full") return sceneOf(board);
    return walk?.at ? sceneAt(board, step, walk.lines, walk.at - 1) : sceneOf(board, step);
  }

  function draw() {
    if (!situation) return;
    const { step, board, marks } = situation;
    const shown = scene(situation);
    const isWhy = level === "full";
    const { size, rules } = board.geometry ?? CLASSIC;
    // What a step rests on stands out as soon as the words say where to look.
    const basis = isWhy || level === "where" ? step.basis?.constraints : [];
    overlay.show(shown, {
      digit: (number) => app.symbol(number, size),
      marks,
      candidates: isWhy && needsMarks(step),
      sights: isWhy ? sightsOf(board, step) : [],
      constraints: (rules.constraints ?? []).filter(({ text }) => basis?.includes(text)),
      label: app.digit,
    });
    root.classList.toggle("walking", Boolean(walk?.at));
    const left = { shown: shown.arrows.length, total: shown.total };
    legend.replaceChildren(
      ...legendOf(shown).map(([name, picture]) => element("li", "", picture, element("span", "", words.role(name, {}, step.technique)))),
      ...(left.shown < left.total ? [element("li", "note", words.role("arrows", left))] : []),
    );
  }

  /** @param {Situation} shown */
  function spoken(shown) {
    const { step, board } = shown;
    return level === "full" && step.chains?.length ? claim(shown) : textOf(step, level, words, { placed: board.digits });
  }

  const isLast = () => level === LEVELS.at(-1);
  return {
    present,
    /** Say more; return false on the last level. */
    more() {
      if (!situation || isLast()) return false;
      climb(LEVELS[LEVELS.indexOf(level) + 1]);
      return true;
    },
    /** Continue the proof. */
    walk: () => walk?.next(),
    clear() {
      situation = null;
      root.replaceChildren();
      overlay.clear();
    },
    get situation() { return situation; },
    get isLast() { return isLast(); },
    get level() { return level; },
  };
}

/** Whether a step can be seen only with candidates: all but the singles and what leads to one without marks. @param {Step} step */
const needsMarks = ({ technique }) => !/^(full_house|hidden_single|naked_single|direct_)/.test(technique);
