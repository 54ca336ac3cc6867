/**
 * The puzzles that were set in this browser: what is opened over one, or set in another tab, does not replace it.
 *
 * A draft follows the changes of its puzzle. Another one begins with what is opened or pasted, and after an empty board.
 */

import { padButton, sayDeleted } from "../buttons.js";
import { element } from "../dom.js";
import { folded } from "../fields.js";
import { writeLink } from "../link.js";

const MOST = 50; // drafts; the oldest ones go
const SHOWN = 60; // characters of a code

/** @param {App} app */
export function createDrafts(app) {
  const list = element("ul", "history");
  const status = element("p", { class: "quiet", role: "status" });
  const root = folded(app.t("set.drafts"), list, status);
  const dates = new Intl.DateTimeFormat(app.language, { dateStyle: "medium", timeStyle: "short" });
  let own = ""; // the draft that the next change belongs to
  const all = () => Object.entries(app.store.read("drafts") ?? {}).sort(([, a], [, b]) => b.at - a.at);
  root.addEventListener("toggle", draw);
  app.store.watch(app.owner, "drafts", "", draw);
  draw();

  function draw() {
    const others = all().filter(([code]) => code !== own);
    root.hidden = !others.length && !status.textContent;
    if (root.open) list.replaceChildren(...others.map(([code, { at }]) => row(code, at)));
  }

  /** @param {string} code @param {number} at */
  function row(code, at) {
    const name = code.replaceAll("+", " ");
    const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
    const link = element("a", { href: writeLink("set", { p: code }), dir: "ltr" }, element("code", "", shown));
    const given = { class: "button", "aria-label": app.t("history.delete.name", { name: shown }) };
    const remove = padButton(given, app.t("history.delete"), () => {
      app.store.merge("drafts", { [code]: undefined });
      sayDeleted(app, status, app.t("history.deleted"), () => {
        app.store.merge("drafts", { [code]: { at } });
        draw();
      });
      draw();
    });
    return element("li", "", link, element("span", "quiet", dates.format(at)), remove);
  }

  return {
    element: root,
    /** Begin another draft, or continue the one of a puzzle. @param {string} code */
    begin(code) {
      own = Object.hasOwn(app.store.read("drafts") ?? {}, code) ? code : "";
      draw();
    },
    /** Keep the puzzle after a change. @param {string} code "" for an empty board */
    keep(code) {
      const old = all().slice(MOST).map(([each]) => each);
      const gone = code ? [own, ...old].filter((each) => each && each !== code) : [];
      if (code) app.store.merge("drafts", { ...Object.fromEntries(gone.map((each) => [each, undefined])), [code]: { at: Date.now() } });
      own = code;
      draw();
    },
  };
}
