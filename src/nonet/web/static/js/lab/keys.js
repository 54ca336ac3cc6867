/** The keys of the Lab, as a flyout that `?` and a button open. */

import { button } from "../buttons.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { Flyouts } from "../play/flyout.js";

/** The keys of the timeline: for each act its key, and the text of the key. */
export const KEYS = Object.freeze({
  play: [" ", "lab.key_space"],
  back: ["ArrowLeft", "lab.key_left"],
  forward: ["ArrowRight", "lab.key_right"],
  backtrack: ["b", "lab.key_b"],
  start: ["Home", "lab.key_home"],
  end: ["End", "lab.key_end"],
});

/** @param {App} app */
export function createHelp(app) {
  const host = element("div", "lab-help");
  const flyouts = new Flyouts(host, app);
  const title = app.t("settings.keys");
  const toggle = () => flyouts.toggle("help", title, fill);
  const about = { "aria-label": title, "aria-expanded": "false", "data-flyout": "help", title: `${title} (?)` };

  /** @param {HTMLElement} body */
  function fill(body) {
    const rows = Object.entries(KEYS).map(([act, [, key]]) => [app.t(key), app.t(`lab.${act}`)]);
    const items = [...rows, ["?", app.t("keys.help")]].map(([key, text]) => [
      element("dt", "", element("kbd", "", key)), element("dd", "", text),
    ]);
    body.append(element("dl", "keys", ...items.flat()));
  }

  return {
    element: host,
    button: button({ class: "tool", ...about }, icon("help"), toggle),
    /** Do what a key means for the flyout; return whether it means anything. @param {KeyboardEvent} event */
    press({ key }) {
      const isOurs = key === "?" || (key === "Escape" && flyouts.name !== "");
      if (key === "?") toggle();
      else if (isOurs) flyouts.close();
      return isOurs;
    },
    close: () => flyouts.close(),
  };
}
