/**
 * The keys of the Lab, as a flyout that `?` and a button open.
 */

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { Flyouts } from "../play/flyout.js";

/** What each key does, by the names of the texts: key, action. */
const KEYS = [
  ["key_space", "play"],
  ["key_left", "back"],
  ["key_right", "forward"],
  ["key_b", "backtrack"],
  ["key_home", "start"],
  ["key_end", "end"],
];

/** @param {App} app @returns {{element: HTMLElement, button: HTMLElement, press: (event: KeyboardEvent) => boolean, close: () => void}} */
export function createHelp(app) {
  const host = element("div", "lab-help");
  const flyouts = new Flyouts(host, app);
  const toggle = () => flyouts.toggle("help", app.t("settings.keys"), fill);
  const button = element("button", "tool");
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", app.t("settings.keys"));
  button.setAttribute("aria-expanded", "false");
  button.dataset["flyout"] = "help";
  button.title = `${app.t("settings.keys")} (?)`;
  button.append(icon("help"));
  button.addEventListener("click", toggle);

  /** @param {HTMLElement} body */
  function fill(body) {
    const list = element("dl", "keys");
    const add = (/** @type {string} */ key, /** @type {string} */ text) => {
      const term = element("dt", "");
      term.append(element("kbd", "", key));
      list.append(term, element("dd", "", text));
    };
    for (const [key, action] of KEYS) add(app.t(`lab.${key}`), app.t(`lab.${action}`));
    add("?", app.t("keys.help"));
    body.append(list);
  }

  return {
    element: host,
    button,
    /** Do what a key means for the flyout; return whether it means anything. */
    press(event) {
      const isOpen = flyouts.name !== "";
      if (event.key === "?") toggle();
      else if (event.key === "Escape") flyouts.close();
      return event.key === "?" || (event.key === "Escape" && isOpen);
    },
    close: () => flyouts.close(),
  };
}
