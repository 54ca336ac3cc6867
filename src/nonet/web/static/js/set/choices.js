/**
 * What is shown on the board that is being set, and where the partners of a given stand.
 */

import { element } from "../dom.js";
import { sample } from "./marks.js";
import { SYMMETRIES } from "./symmetry.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {{symmetry: () => string, candidates: () => boolean, marks: () => boolean, element: HTMLElement}} Choices */

/** @param {App} app @param {() => void} changed @returns {Choices} */
export function createChoices(app, changed) {
  const root = element("div", "set-choices");
  const symmetry = document.createElement("select");
  for (const name of SYMMETRIES) symmetry.append(new Option(app.t(`new.symmetry.${name}`), name));
  const label = element("label", "option option-menu");
  const text = element("span", "set-legend");
  text.append(sample("open"), element("span", "", app.t("set.placement")));
  label.title = app.t("set.placement.about");
  label.append(text, symmetry);
  const marks = box("set.marks", true);
  const candidates = box("set.candidates", false);
  root.append(marks.label, candidates.label, label);
  root.addEventListener("change", changed);

  /** @param {string} key @param {boolean} isOn */
  function box(key, isOn) {
    const line = element("label", "option");
    const field = document.createElement("input");
    field.type = "checkbox";
    field.checked = isOn;
    line.title = app.t(`${key}.about`);
    line.append(field, element("span", "", app.t(key)));
    return { label: line, field };
  }

  return { element: root, symmetry: () => symmetry.value, candidates: () => candidates.field.checked, marks: () => marks.field.checked };
}
