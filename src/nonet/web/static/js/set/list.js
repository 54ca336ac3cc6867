/**
 * All constraints of the puzzle that is being set, to pick and to remove. Those that were read from a text have their notation.
 */

import { sentenceOf } from "../board/clue_view.js";
import { padButton } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { icon } from "../icons.js";

/** @param {App} app @param {import("./constraints.js").Edits & {pick: (constraint: Constraint) => void}} desk */
export function createList(app, { pick, remove, isDrawn }) {
  const head = element("h2", { class: "set-listed-head", tabIndex: -1 });
  const list = element("ul", { class: "set-constraints", "aria-label": app.t("set.constraints") });
  /** @type {readonly Constraint[]} */
  let shown = [];
  /** The buttons that pick and that remove each. @type {{select: HTMLButtonElement, erase: HTMLButtonElement}[]} */
  let buttons = [];

  /** @param {Constraint} constraint @param {number} at */
  function buttonsOf(constraint, at) {
    const text = sentenceOf(app, constraint);
    const select = padButton("set-constraint", element("span", "", text), () => pick(constraint));
    if (!isDrawn(constraint)) {
      furnish(select, { title: app.t("set.from_text") }).prepend(element("code", { dir: "ltr" }, constraint.text), " ");
    }
    const names = { "aria-label": app.t("set.remove", { constraint: text }), title: app.t("set.remove.title") };
    const erase = padButton({ class: "tool", ...names }, icon("close"), () => {
      remove(constraint);
      (buttons[Math.min(at, buttons.length - 1)]?.erase ?? head).focus({ preventScroll: true });
    });
    return { select, erase };
  }

  return {
    element: element("section", "set-listed", head, list),
    /** Show the constraints of the puzzle. @param {readonly Constraint[]} now */
    follow(now) {
      if (now === shown) return;
      shown = now;
      head.textContent = app.t("set.constraints.count", { n: now.length, count: app.digit(now.length) });
      buttons = now.map(buttonsOf);
      list.replaceChildren(...buttons.map(({ select, erase }) => element("li", "", select, erase)));
      list.hidden = !now.length;
    },
    /** Show which one is picked. @param {Constraint | undefined} picked */
    draw(picked) {
      buttons.forEach(({ select }, at) => select.setAttribute("aria-pressed", String(shown[at].text === picked?.text)));
    },
  };
}
