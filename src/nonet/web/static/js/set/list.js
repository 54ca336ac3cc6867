/**
 * All constraints of the puzzle that is being set, to pick and to remove. Those that were read from a text have their notation.
 */

import { sentenceOf } from "../board/clue_view.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { padButton } from "../buttons.js";

/** @param {App} app @param {{pick: (constraint: Constraint) => void, remove: (constraint: Constraint) => void, isDrawn: (constraint: Constraint) => boolean}} desk */
export function createList(app, { pick, remove, isDrawn }) {
  const root = document.createElement("section");
  root.className = "set-listed";
  const head = element("h2", "set-listed-head");
  head.tabIndex = -1;
  const list = element("ul", "set-constraints");
  list.setAttribute("aria-label", app.t("set.constraints"));
  root.append(head, list);
  /** @type {readonly Constraint[] | null} */
  let shown = null;

  /** @param {Constraint} constraint */
  function item(constraint) {
    const text = sentenceOf(app, constraint);
    const row = element("li", "");
    const select = padButton("set-constraint", "", () => pick(constraint));
    if (!isDrawn(constraint)) {
      const notation = element("code", "", constraint.text);
      notation.dir = "ltr";
      select.append(notation, " ");
      select.title = app.t("set.from_text");
    }
    select.append(element("span", "", text));
    const erase = padButton("tool", "", () => {
      const at = [...list.children].indexOf(row);
      remove(constraint);
      const next = /** @type {HTMLElement | undefined} */ (list.children[Math.min(at, list.childElementCount - 1)]?.querySelector(".tool"));
      (next ?? head).focus({ preventScroll: true });
    });
    erase.append(icon("close"));
    erase.setAttribute("aria-label", app.t("set.remove", { constraint: text }));
    erase.title = app.t("set.remove.title");
    row.append(select, erase);
    return row;
  }

  return {
    element: root,
    /** Show the constraints of the puzzle. @param {readonly Constraint[]} now */
    follow(now) {
      if (now === shown) return;
      shown = now;
      head.textContent = app.t("set.constraints.count", { n: now.length, count: app.digit(now.length) });
      list.replaceChildren(...now.map(item));
      list.hidden = !now.length;
    },
    /** Show which one is picked. @param {Constraint | undefined} picked */
    draw(picked) {
      [...list.children].forEach((row, at) => {
        const button = row.querySelector(".set-constraint");
        const isPicked = String(picked !== undefined && shown?.[at]?.text === picked.text);
        if (button?.getAttribute("aria-pressed") !== isPicked) button?.setAttribute("aria-pressed", isPicked);
      });
    },
  };
}
