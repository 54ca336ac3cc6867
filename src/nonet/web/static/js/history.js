/**
 * The games of this browser: which there are, how far each is, and a link to each.
 */

import { element } from "./board_lines.js";
import { timeText } from "./clock.js";
import { writeLink } from "./link.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {{code: string, title: string, left: number, seconds: number}} Entry */

const MOST = 200; // games in the list; the games themselves stay
const SHOWN = 12;

/** Return the games, the last one first. @param {Store} store @returns {Entry[]} */
export function readHistory(store) {
  const kept = store.read("history");
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.code === "string") : [];
}

/** Put a game first in the list. @param {Store} store @param {Entry} entry */
export function recordGame(store, entry) {
  const others = readHistory(store).filter(({ code }) => code !== entry.code);
  store.write("history", [entry, ...others].slice(0, MOST));
}

/** Show links to the other games. @param {HTMLElement} body @param {App} app @param {string} current the code of the game on the table */
export function mountHistory(body, app, current) {
  const others = readHistory(app.store).filter(({ code }) => code !== current);
  if (!others.length) return;
  const list = element("ul", "history");
  for (const { code, title, left, seconds } of others.slice(0, SHOWN)) {
    const link = element("a", "");
    link.setAttribute("href", writeLink("play", { p: code }));
    const time = app.digit(timeText(seconds));
    const state = left ? `${app.t("play.cells", { n: left, left: app.digit(left) })} · ${time}` : app.t("play.solved", { time });
    link.append(element("span", "", title), " ", element("span", "quiet", state));
    const item = element("li", "");
    item.append(link);
    list.append(item);
  }
  body.append(element("h3", "", app.t("play.history")), list);
}
