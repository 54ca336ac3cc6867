/** The rows of forms: a menu, a check box, or another field beside its text. One look for all places (css/play.css). */

import { element } from "./dom.js";

/** Return a row of a text and a field. @param {string | Node} text @param {HTMLElement} field */
export function fieldRow(text, field) {
  return element("label", "option option-menu", typeof text === "string" ? element("span", "", text) : text, field);
}

/** Return a menu of values. @param {readonly string[]} values @param {(value: string) => string} label @param {string} [chosen] */
export function menuOf(values, label, chosen = values[0]) {
  return element("select", "", ...values.map((value) => new Option(label(value), value, false, value === chosen)));
}

/** Return a check box and its row. @param {string} text @param {boolean} [isOn] */
export function checkBox(text, isOn = false) {
  const box = element("input", { type: "checkbox", checked: isOn });
  return { box, row: element("label", "option", box, element("span", "", text)) };
}

/** Return a folded section. @param {string} title @param {...import("./dom.js").Child} children */
export const folded = (title, ...children) => element("details", "new-more", element("summary", "", title), ...children);

/** Return a form. @param {string} className @param {() => unknown} submit @param {...import("./dom.js").Child} children */
export function formOf(className, submit, ...children) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  };
  return element("form", { class: className, onsubmit }, ...children);
}
