/**
 * The stock of puzzles on the page: today's puzzle, and new ones where no server is.
 */

import { fetchFile } from "../app_files.js";
import { writeLink } from "../link.js";
import { daily, fromStock } from "../game/stock.js";

/** @typedef {import("../game/stock.js").Stock} Stock */

const FILE = "stock.json";

/** @type {Promise<Stock> | null} */
let stock = null;

/** Return the stock; it is loaded once. @returns {Promise<Stock>} */
function load() {
  stock ??= fetchFile(FILE).then((answer) => {
    if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`);
    return answer.json();
  });
  stock.catch(() => (stock = null));
  return stock;
}

/** Return the puzzle of a date and its difficulty. @param {Date} [date] */
export async function dailyPuzzle(date = new Date()) {
  return daily(await load(), date);
}

/** Return the easy puzzle of today: what a first visitor meets, whatever the weekday. */
export async function firstPuzzle() {
  return daily(await load(), new Date(), "easy");
}

/** Return what a puzzle of a day is called. @param {App} app @param {{difficulty: string, title: string}} puzzle */
export function dailyTitle(app, { difficulty, title }) {
  const [year, month, day] = title.split("-").map(Number);
  const date = new Intl.DateTimeFormat(app.language, { day: "numeric", month: "short" }).format(new Date(year, month - 1, day));
  return app.t("new.daily.title", { date, difficulty: app.words.difficulty(difficulty) });
}

/** Return a random puzzle of the stock: 81 characters. @param {string} difficulty */
export async function stockPuzzle(difficulty) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return fromStock(await load(), difficulty, (BigInt(high) << 32n) | BigInt(low));
}

/** Return the link that plays a puzzle. @param {string} code @param {string} title */
export function playLink(code, title) {
  return writeLink("play", { p: code, t: title });
}
