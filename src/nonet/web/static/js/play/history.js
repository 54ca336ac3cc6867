/** The list of the puzzles that were played in this browser; and all of them as one file. */

import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { folded } from "../fields.js";
import { timeText } from "./head.js";
import { chooseFile, download } from "./files.js";
import { Keeper } from "./keeper.js";
import { KEPT } from "../kept.js";
import { writeLink } from "../link.js";
import { objectOf, OutsideError, readJson, soundOf, text, usual, whole } from "../outside.js";
import { padButton, sayDeleted } from "../buttons.js";
import { damageOf, played } from "./played.js";
import { parseSave } from "../game/saves.js";

const SHOWN = 50;
/** A file with all games. */
const HISTORY = objectOf({ nonet_history: whole(1), played: KEPT.played, games: soundOf(text()), stories: usual(soundOf(KEPT.story), {}) });

/** Return the list of puzzles played, folded. @param {App} app */
export function historyOf(app) {
  const list = element("ul", "history");
  const status = element("p", { class: "quiet", role: "status" });
  const save = padButton("button", app.t("history.export"), () => download("nonet-history.json", new Blob([exported(app)])));
  const open = padButton("button", app.t("history.import"), () => void chooseFile().then(load));
  const details = folded(app.t("history.head"), list, status, element("div", "buttons", save, open));
  draw();
  return details;

  function draw() {
    const entries = Object.entries(played(app)).sort(([, a], [, b]) => b.at - a.at);
    details.open ||= entries.length > 0;
    list.replaceChildren(...entries.slice(0, SHOWN).map(([code, one]) => row(code, one)));
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
    const { [code]: one, ...others } = played(app);
    const [game, story] = [app.store.read("game", code), app.store.read("story", code)];
    app.store.write("played", others);
    app.store.remove("game", code);
    app.store.remove("story", code);
    draw();
    sayDeleted(app, status, app.t("history.deleted"), () => {
      app.store.write("played", { ...played(app), [code]: one });
      if (game) app.store.write("game", game, code);
      if (story) app.store.write("story", story, code);
      draw();
    });
  }

  /** @param {File} file */
  async function load(file) {
    try {
      status.textContent = app.t("history.imported", { n: imported(app, await file.text()) });
    } catch (error) {
      status.textContent = error instanceof OutsideError ? app.t("history.bad") : sentenceOf(error);
    }
    draw();
  }
}

/** Return all games as the text of a file. @param {App} app */
function exported(app) {
  const list = played(app);
  const codes = Object.keys(list);
  const games = codes.map((code) => [code, app.store.read("game", code)?.save]);
  const stories = codes.map((code) => [code, app.store.read("story", code) ?? undefined]);
  return JSON.stringify({ nonet_history: 1, played: list, games: Object.fromEntries(games), stories: Object.fromEntries(stories) });
}

/** Add the games of a file; each is checked before it is kept. Return their number. @param {App} app @param {string} content */
function imported(app, content) {
  const file = readJson(content, HISTORY, "history");
  const found = Object.entries(file.played).filter(([code]) => file.games[code] !== undefined);
  const list = played(app);
  for (const [code, one] of found) {
    parseSave(file.games[code]);
    list[code] = one;
    new Keeper(app.store, code).change(file.games[code]);
    const story = file.stories[code];
    if (story) app.store.write("story", story, code);
  }
  app.store.write("played", list);
  return found.length;
}
