// One step, explained like a teacher would: what kind of thing to look for, what it is called, where it is, why it
// holds. The sentences, the picture on the board and the words for a screen reader are all made from the same Step.

import { element } from "../dom.js";
import { factsOf } from "../words/facts.js";
import { legendOf } from "../board/overlay.js";
import { button } from "./parts.js";
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

/** @param {HTMLElement} host @param {App} app @param {Overlay} overlay */
export function createLadder(host, app, overlay) {
  const root = element("div", "ladder");
  host.append(root);
  /** @type {Situation | null} */
  let situation = null;
  let rung = 0;
  /** @type {import("./walk.js").Walk | null} */
  let walk = null;
  /** @type {import("../words/proof.js").Proof | null} */
  let proof = null;
  /** @type {(() => void) | null} */
  let climbed = null;

  /** Show a step, from a level on. @param {Situation} next @param {Level} [level] */
  function present(next, level = "nudge") {
    situation = next;
    climb(LEVELS.indexOf(level));
  }

  /** @param {number} to */
  function climb(to) {
    if (!situation) return;
    rung = Math.min(Math.max(to, 0), LEVELS.length - 1);
    walk = null;
    const { step } = situation;
    const level = /** @type {Level} */ (LEVELS[rung]);
    root.replaceChildren(rungs(), heading(step, level), ...body(situation, level));
    draw();
    app.announce(spoken(situation, level));
    climbed?.();
  }

  /** The four levels; a person who knows what they want can go to any at once. */
  function rungs() {
    const list = element("ol", "rungs");
    list.setAttribute("aria-label", app.t("hint.levels"));
    LEVELS.forEach((level, at) => {
      const item = element("li", "");
      const press = button(app.t(`hint.level.${level}`), () => climb(at), "rung");
      if (at === rung) press.setAttribute("aria-current", "step");
      press.classList.toggle("past", at < rung);
      item.append(press);
      list.append(item);
    });
    return list;
  }

  /** @param {Situation["step"]} step @param {Level} level */
  function heading(step, level) {
    const head = element("div", "hint-head");
    const name = level === "nudge" ? app.t("hint.nudge_title") : level === "full" ? titleOf(step, app.words) : textOf(step, "name", app.words);
    const rating = element("span", "rating", app.digit(step.rating.toFixed(1)));
    rating.title = app.t("hint.step_title");
    head.append(element("h2", "", name), rating);
    return head;
  }

  /** @param {Situation} shown @param {Level} level @returns {HTMLElement[]} */
  function body({ step, board }, level) {
    const words = app.words;
    if (level === "nudge" || level === "name") return [element("p", "said", textOf(step, "nudge", words))];
    if (level === "where") return [element("p", "said", textOf(step, "where", words))];
    if (!step.chains?.length) return [element("p", "said", textOf(step, "full", words, { placed: board.digits })), legend()];
    proof = proofOf(step, words);
    const facts = factsOf(step, board.digits);
    const outcome = words.fill("{outcome, clauses}", facts);
    const conclusion = words.phrase("full", { ...facts, why: proof.argument }, step.technique);
    walk = createWalk(app, proof, conclusion, draw);
    return [element("p", "said", app.t("hint.proves", { outcome })), legend(), walk.element];
  }

  /** What the picture shows now. @returns {Scene} */
  function scene() {
    const { step, board } = /** @type {Situation} */ (situation);
    const level = LEVELS[rung];
    if (level === "full" && walk?.at && proof) return sceneAt(board, step, proof.lines, walk.at - 1);
    if (level === "full") return sceneOf(board, step);
    if (level === "where") return sceneOfPlace(board, step, app.words.technique(step.technique).where);
    return sceneOf(board);
  }

  function draw() {
    if (!situation) return;
    const { step, board, marks } = situation;
    const shown = scene();
    const isWhy = LEVELS[rung] === "full";
    const sights = isWhy ? sightsOf(board, step) : [];
    const { size, rules } = board.geometry ?? CLASSIC;
    const digit = (/** @type {number} */ number) => app.symbol(number, size);
    // What a step rests on stands out as soon as the words say where to look.
    const constraints = isWhy || LEVELS[rung] === "where" ? constraintsOf(step, rules) : [];
    overlay.show(shown, { digit, marks, candidates: isWhy && needsMarks(step), sights, constraints, label: app.digit });
    root.classList.toggle("walking", Boolean(walk?.at));
    const legends = root.querySelector(".legend");
    if (legends) fillLegend(legends, shown);
  }

  function legend() {
    return element("ul", "legend");
  }

  /** @param {Element} list @param {Scene} shown */
  function fillLegend(list, shown) {
    list.replaceChildren(...legendOf(shown).map(([name, picture]) => {
      const item = element("li", "");
      item.append(picture, element("span", "", app.words.role(name)));
      return item;
    }));
    if (shown.arrows.length < shown.total) {
      const values = { shown: shown.arrows.length, total: shown.total };
      list.append(element("li", "note", app.words.role("arrows", values)));
    }
  }

  /** @param {Situation} shown @param {Level} level */
  function spoken({ step, board }, level) {
    const words = app.words;
    if (level === "name") return textOf(step, "name", words);
    if (level !== "full" || !step.chains?.length) return textOf(step, level, words, { placed: board.digits });
    return app.t("hint.proves", { outcome: words.fill("{outcome, clauses}", factsOf(step, board.digits)) });
  }

  return {
    present,
    climb,
    /** Say more; return false on the last level. */
    more() {
      if (!situation || rung === LEVELS.length - 1) return false;
      climb(rung + 1);
      return true;
    },
    walk: (/** @type {number} */ by) => (by > 0 ? walk?.next() : walk?.previous()),
    clear() {
      situation = null;
      root.replaceChildren();
      overlay.clear();
    },
    /** Call when the level changes. @param {() => void} call */
    onClimb: (call) => void (climbed = call),
    get situation() { return situation; },
    get isLast() { return rung === LEVELS.length - 1; },
    get level() { return /** @type {Level} */ (LEVELS[rung]); },
  };
}

/** Return the constraints that a step rests on. @param {Situation["step"]} step @param {Rules} rules */
function constraintsOf(step, { constraints = [] }) {
  return constraints.filter(({ text }) => step.basis?.constraints.includes(text));
}

/** Whether a step can be seen only with candidates: all but the singles and what leads to one without marks. @param {Situation["step"]} step */
export function needsMarks(step) {
  return !/^(full_house|hidden_single|naked_single|direct_)/.test(step.technique);
}
