/**
 * What is shown on the board that is being set, and where the partners of a given stand.
 */

import { checkBox, fieldRow, menuOf } from "../fields.js";
import { element } from "../dom.js";
import { sample } from "./marks.js";
import { SYMMETRIES } from "./symmetry.js";

/** @typedef {{symmetry: () => string, candidates: () => boolean, odds: () => boolean, marks: () => boolean, element: HTMLElement}} Choices */

/** @param {App} app @param {() => void} changed @returns {Choices} */
export function createChoices(app, changed) {
  const root = element("div", "set-choices");
  const symmetry = menuOf(SYMMETRIES, (name) => app.t(`new.symmetry.${name}`));
  const text = element("span", "set-legend");
  text.append(sample("open"), element("span", "", app.t("set.placement")));
  const label = fieldRow(text, symmetry);
  label.title = app.t("set.placement.about");
  const marks = box("set.marks", true);
  const candidates = box("set.candidates", false);
  const odds = box("set.odds", false);
  root.append(marks.row, candidates.row, odds.row, label);
  root.addEventListener("change", changed);

  /** @param {string} key @param {boolean} isOn */
  function box(key, isOn) {
    const made = checkBox(app.t(key), isOn);
    made.row.title = app.t(`${key}.about`);
    return made;
  }

  return {
    element: root,
    symmetry: () => symmetry.value,
    candidates: () => candidates.box.checked,
    odds: () => odds.box.checked,
    marks: () => marks.box.checked,
  };
}
