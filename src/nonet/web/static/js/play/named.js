/**
 * Puzzles that a link asks for by a name: `#play/today`, `#play/2026-11-22`, `#play/hard`; how they are found, and links to them.
 *
 * A difficulty gives another puzzle each time. It comes from the stock of the page when nothing else answers.
 */

import { fetchFile } from "../app_files.js";
import { padButton } from "../buttons.js";
import { element } from "../dom.js";
import { daily, fromStock } from "../game/stock.js";
import { boardCode } from "../link.js";
import { DIFFICULTIES } from "./offered.js";

const FILE = "stock.json";
/** Errors after which a puzzle of the stock will do. */
const AWAY = ["offline", "timeout", "needs_server", "ran_away", "memory", "limit_reached"];

/** @type {Promise<import("../game/stock.js").Stock> | null} */
let stock = null;

/** Return the stock of puzzles; it is loaded once. */
function loadStock() {
  stock ??= fetchFile(FILE).then((answer) => {
    if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`);
    return answer.json();
  });
  stock.catch(() => (stock = null));
  return stock;
}

/** Return the puzzle of a name, null for an unknown name. @param {App} app @param {string} name @param {AbortSignal} signal */
export async function namedPuzzle(app, name, signal) {
  if (DIFFICULTIES.includes(name)) return { code: await newPuzzle(app, name, signal), title: app.words.difficulty(name), day: "" };
  const date = name === "today" ? new Date() : dateOf(name);
  if (!date) return null;
  const { text, difficulty, title } = daily(await loadStock(), date);
  return { code: text, title: dailyTitle(app, difficulty, title), day: title };
}

/** Return the easy puzzle of today: what a first visitor meets, whatever the weekday. */
export const firstPuzzle = async () => daily(await loadStock(), new Date(), "easy");

/** Return what a puzzle of a day is called. @param {App} app @param {string} difficulty @param {string} day 2026-11-22 */
export function dailyTitle(app, difficulty, day) {
  const date = new Intl.DateTimeFormat(app.language, { day: "numeric", month: "short" }).format(dateOf(day) ?? undefined);
  return app.t("new.daily.title", { date, difficulty: app.words.difficulty(difficulty) });
}

/** Return the date of 2026-11-22, null for other text. @param {string} text */
function dateOf(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const date = year ? new Date(year, month - 1, day) : null;
  return date?.getMonth() === month - 1 ? date : null;
}

/** @param {App} app @param {string} difficulty @param {AbortSignal} signal */
async function newPuzzle(app, difficulty, signal) {
  try {
    const { board } = await app.ask("generate", { difficulty, symmetry: "rotational" }, { signal });
    return boardCode(board);
  } catch (error) {
    if (signal.aborted || !AWAY.includes(codeOf(error))) throw error;
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    return fromStock(await loadStock(), difficulty, (BigInt(high) << 32n) | BigInt(low));
  }
}

/** @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** @param {string} name @param {string} className @param {string} text @param {string} title */
const namedLink = (name, className, text, title) => element("a", { class: className, href: `#play/${name}`, title }, text);

/** Return links to a new puzzle of each difficulty. @param {App} app @param {string} className */
export const difficultyLinks = (app, className) =>
  DIFFICULTIES.map((name) => namedLink(name, className, app.words.difficulty(name), app.t(`new.about.${name}`)));

/** Return the words above the board: today's puzzle, each difficulty, and all other ways, which `open` shows. @param {App} app @param {() => void} open */
export function startOf(app, open) {
  const title = app.t("new.head");
  const today = namedLink("today", "start-link", app.t("new.today"), app.t("new.daily.head"));
  const given = { class: "start-link", title, "data-flyout": "new", "data-key": "new", "aria-expanded": "false" };
  const more = padButton(given, app.t("new.short"), open);
  return element("nav", { class: "start", "aria-label": title }, today, ...difficultyLinks(app, "start-link"), more);
}
