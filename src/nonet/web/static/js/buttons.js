/**
 * The buttons of the page, the name of what shows only an icon, and what can be taken back after a button has deleted it.
 */

import { element, furnish } from "./dom.js";

/** @typedef {import("./dom.js").Given} Given */
/** @typedef {import("./dom.js").Child} Child */

/** Return the attributes that name an element by a text which it does not show. @param {string} name */
export const named = (name) => ({ title: name, "aria-label": name });

/** @param {string | Given} given @param {Child | readonly Child[]} content @param {() => void} press */
export function button(given, content, press) {
  const made = element("button", { type: "button", onclick: () => press() }, ...(Array.isArray(content) ? content : [content]));
  return furnish(made, given);
}

/** Return a button that leaves the focus where it is. @param {string | Given} given @param {Child | readonly Child[]} content @param {() => void} press */
export function padButton(given, content, press) {
  return furnish(button(given, content, press), { onmousedown: (event) => event.preventDefault() });
}

/** Say in a status what was deleted, with the button that brings it back. @param {App} app @param {HTMLElement} status @param {string} text @param {() => void} restore */
export function sayDeleted(app, status, text, restore) {
  const again = padButton("button", app.t("play.undo"), () => {
    status.replaceChildren();
    restore();
  });
  status.replaceChildren(element("span", "", text), " ", again);
}
