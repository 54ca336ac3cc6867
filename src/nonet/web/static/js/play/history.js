/**
 * The list of the puzzles that were played in this browser; and all of them as one file.
 */

import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { timeText } from "./clock.js";
import { playLink } from "./daily.js";
import { download } from "./files.js";
import { keepGame } from "./keeper.js";
import { KEPT } from "../kept.js";
import { objectOf, OutsideError, readJson, soundOf, text, usual, whole } from "../outside.js";
import { padButton, sayDeleted } from "../buttons.js";
import { damageOf, played } from "./played.js";
import { parseSave } from "../game/saves.js";

/** @typedef {import("../kept.js").Kept["played"][string]} Played */

const SHOWN = 50;
/** A file with all games. */
const HISTORY = objectOf({ nonet_history: whole(1), played: KEPT.played, games: soundOf(text()), stories: usual(soundOf(KEPT.story), {}) });

/** Return the list of puzzles played, folded. @param {App} app */
export function historyOf(app) {
  const details = document.createElement("details");
  details.className = "new-more";
  const list = element("ul", "history");
  const status = element("p", "quiet");
  status.setAttribute("role", "status");
  const buttons = element("div", "buttons");
  const input = document.createElement("input");
  input.type = "file";
  input.hidden = true;
  input.addEventListener("change", () => void load());
  buttons.append(
    padButton("button", app.t("history.export"), () => download("nonet-history.json", new Blob([exported(app)]))),
    padButton("button", app.t("history.import"), () => input.click()),
    input,
  );
  details.append(element("summary", "", app.t("history.head")), list, status, buttons);
  draw();
  return details;

  function draw() {
    const entries = Object.entries(played(app)).sort(([, a], [, b]) => b.at - a.at);
    details.open ||= entries.length > 0;
    list.replaceChildren(...entries.slice(0, SHOWN).map(([code, one]) => row(code, one)));
    if (!entries.length) list.append(element("li", "quiet", app.t("history.none")));
    status.textContent = damageOf(app) || status.textContent;
  }

  /** @param {string} code @param {Played} one */
  function row(code, one) {
    const item = element("li", "");
    const link = element("a", "", one.title);
    link.setAttribute("href", playLink(code, ""));
    const meter = document.createElement("meter");
    meter.max = one.cells || 1;
    meter.value = one.filled;
    const state = one.solved ? "history.solved" : "history.open";
    meter.setAttribute("aria-label", app.t(state, { filled: app.digit(one.filled), cells: app.digit(one.cells) }));
    const time = element("span", "quiet", app.digit(timeText(one.seconds)));
    const remove = padButton("button", app.t("history.delete"), () => forget(code));
    remove.setAttribute("aria-label", app.t("history.delete.name", { name: link.textContent }));
    item.append(link, meter, time, remove);
    return item;
  }

  /** Delete a puzzle; as long as the list is open it can be taken back. @param {string} code */
  function forget(code) {
    const [list, game, story] = [played(app), app.store.read("game", code), app.store.read("story", code)];
    const one = list[code];
    delete list[code];
    app.store.write("played", list);
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

  async function load() {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    try {
      const count = imported(app, await file.text());
      status.textContent = app.t("history.imported", { n: count });
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
  const list = played(app);
  let count = 0;
  for (const [code, one] of Object.entries(file.played)) {
    const game = file.games[code];
    if (game === undefined) continue;
    parseSave(game);
    list[code] = one;
    keepGame(app.store, code, game);
    const story = file.stories[code];
    if (story) app.store.write("story", story, code);
    count += 1;
  }
  app.store.write("played", list);
  return count;
}
