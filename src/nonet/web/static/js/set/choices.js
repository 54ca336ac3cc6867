/**
 * What is shown on the board that is being set, and where the partners of a given stand.
 */

import { checkBox, fieldRow, menuOf } from "../fields.js";
import { element, furnish } from "../dom.js";
import { sample } from "./marks.js";
import { SYMMETRIES } from "./symmetry.js";

/** @typedef {{symmetry: string, candidates: boolean, odds: boolean, marks: boolean}} Choices */

/** @param {App} app @param {() => void} onchange */
export function createChoices(app, onchange) {
  const symmetry = menuOf(SYMMETRIES, (name) => app.t(`new.symmetry.${name}`));
  const text = element("span", "set-legend", sample("open"), element("span", "", app.t("set.placement")));
  const label = furnish(fieldRow(text, symmetry), { title: app.t("set.placement.about") });
  const [marks, candidates, odds] = ["marks", "candidates", "odds"].map((name) => {
    const { box, row } = checkBox(app.t(`set.${name}`), name === "marks");
    return { box, row: furnish(row, { title: app.t(`set.${name}.about`) }) };
  });
  return {
    element: element("div", { class: "set-choices", onchange }, marks.row, candidates.row, odds.row, label),
    /** @returns {Choices} */
    get now() {
      return { symmetry: symmetry.value, candidates: candidates.box.checked, odds: odds.box.checked, marks: marks.box.checked };
    },
  };
}
