/**
 * The rows of forms: a menu, a check box, or another field beside its text. One look for all places (css/play.css).
 */

import { element } from "./dom.js";

/** Return a row of a text and a field. @param {string | Node} text @param {HTMLElement} field */
export function fieldRow(text, field) {
  const row = element("label", "option option-menu");
  row.append(typeof text === "string" ? element("span", "", text) : text, field);
  return row;
}

/** Return a menu of values. @param {readonly string[]} values @param {(value: string) => string} label @param {string} [chosen] */
export function menuOf(values, label, chosen = values[0]) {
  const select = document.createElement("select");
  for (const value of values) select.append(new Option(label(value), value, false, value === chosen));
  return select;
}

/** Return a check box and the row that it stands in. @param {string} text @param {boolean} [isOn] */
export function checkBox(text, isOn = false) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = isOn;
  const row = element("label", "option");
  row.append(box, element("span", "", text));
  return { box, row };
}
