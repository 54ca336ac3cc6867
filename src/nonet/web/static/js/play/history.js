/** The list of the puzzles that were played in this browser; and all that it keeps as one file. */

import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { folded } from "../fields.js";
import { timeText } from "./head.js";
import { chooseFile, download } from "./files.js";
import { writeLink } from "../link.js";
import { OutsideError } from "../outside.js";
import { padButton, sayDeleted } from "../buttons.js";
import { bundleOf, giveBack, takeBundle, takenNow } from "./bundle.js";
import { damageOf, played } from "./played.js";

const SHOWN = 50; // at once

/** Return the list of puzzles played, folded. @param {App} app */
export function historyOf(app) {
  const list = element("ul", "history");
  const status = element("p", { class: "quiet", role: "status" });
  const save = padButton("button", app.t("history.export"), () => download("nonet-history.json", bundleOf(app)));
  const open = padButton("button", app.t("history.import"), () => void chooseFile().then(load));
  const details = folded(app.t("history.head"), list, status, element("div", "buttons", save, open));
  let most = SHOWN;
  draw();
  sayTaken();
  app.store.watch(app.owner, "played", "", draw);
  return details;

  function draw() {
    const entries = Object.entries(played(app)).sort(([, a], [, b]) => b.at - a.at);
    details.open ||= entries.length > 0;
    list.replaceChildren(...entries.slice(0, most).map(([code, one]) => row(code, one)));
    const more = padButton("button", app.t("history.more"), () => {
      most += SHOWN;
      draw();
    });
    if (entries.length > most) list.append(element("li", "", more));
    if (!entries.length) list.append(element("li", "quiet", app.t("history.none")));
    status.textContent = damageOf(app) || status.textContent;
  }

  /** @param {string} code @param {import("../kept.js").Kept["played"][string]} one */
  function row(code, one) {
    const done = app.t(one.solved ? "history.solved" : "history.open", { filled: app.digit(one.filled), cells: app.digit(one.cells) });
    const link = element("a", { href: writeLink("play", { p: code }) }, one.title);
    const meter = element("meter", { max: one.cells || 1, value: one.filled, "aria-label": done });
    const time = element("span", "quiet", app.digit(timeText(one.seconds)));
    const given = { class: "button", "aria-label": app.t("history.delete.name", { name: one.title }) };
    return element("li", "", link, meter, time, padButton(given, app.t("history.delete"), () => forget(code)));
  }

  /** Delete a puzzle; as long as the list is open it can be taken back. @param {string} code */
  function forget(code) {
    const one = played(app)[code];
    const [game, story] = [app.store.read("game", code), app.store.read("story", code)];
    app.store.merge("played", { [code]: undefined });
    app.store.remove("game", code);
    app.store.remove("story", code);
    draw();
    sayDeleted(app, status, app.t("history.deleted"), () => {
      app.store.merge("played", { [code]: one });
      if (game) app.store.write("game", game, code);
      if (story) app.store.write("story", story, code);
      draw();
    });
  }

  /** @param {File} file */
  async function load(file) {
    try {
      const message = takeBundle(app, await file.text());
      draw();
      if (message === takenNow()) sayTaken();
      else status.textContent = message;
    } catch (error) {
      status.textContent = error instanceof OutsideError ? app.t("history.bad", { reason: sentenceOf(error) }) : sentenceOf(error);
    }
  }

  /** Say what the last file has brought, which can be given back. */
  function sayTaken() {
    const message = takenNow();
    if (message === null) return;
    sayDeleted(app, status, message, () => {
      giveBack(app);
      status.textContent = app.t("history.given_back");
      draw();
    });
  }
}
