/**
 * What is noted in this browser of the puzzles that were played: how far each is, and when it was played last; the best time
 * of each difficulty, and the days whose puzzle was solved. The settings show these records and delete them.
 */

import { isoDate } from "../game/stock.js";

const DAYS = 1000; // that are remembered

/** Return what is known of the puzzles played, by their codes. @param {App} app @returns {import("../kept.js").Kept["played"]} */
export const played = (app) => app.store.read("played") ?? {};

/** Say what was found damaged in the storage since the last time, "" if nothing was. @param {App} app */
export function damageOf(app) {
  const names = app.store.takeDamaged().map((name) => app.t(`kept.${name}`));
  return names.length ? app.t("kept.damaged", { names }) : "";
}

/** Note how far a game is. @param {App} app @param {string} code @param {string} title @param {Game} game */
export function notePlayed(app, code, title, game) {
  const cells = game.givens.filter((digit) => !digit).length;
  const filled = cells - game.entries.digits.filter((digit) => !digit).length;
  app.store.merge("played", { [code]: { title, filled, cells, seconds: game.seconds, solved: game.isSolved, at: Date.now() } });
}

/** @typedef {{level: string, day: string, seconds: number, hints: number}} Solve */

/** @param {App} app @returns {import("../kept.js").Kept["records"]} */
export const recordsOf = (app) => app.store.read("records") ?? { best: {}, days: [] };

/** Note a puzzle that was solved; return whether it was faster than all before. A time counts without hints. @param {App} app @param {Solve} solve */
export function noteSolve(app, { level, day, seconds, hints }) {
  const { best, days } = recordsOf(app);
  const before = best[level];
  const isBest = level !== "" && !hints && (before === undefined || seconds < before);
  const next = isBest ? { ...best, [level]: seconds } : best;
  const solved = day && !days.includes(day) ? [...days, day].sort().slice(-DAYS) : days;
  if (isBest || solved !== days) app.store.write("records", { best: next, days: solved });
  return isBest && before !== undefined;
}

/** Return how many days in a row the puzzle of the day was solved, up to today or yesterday. @param {readonly string[]} days @param {Date} [today] */
export function streakOf(days, today = new Date()) {
  const solved = new Set(days);
  const date = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  if (!solved.has(isoDate(date))) date.setDate(date.getDate() - 1);
  let length = 0;
  for (; solved.has(isoDate(date)); date.setDate(date.getDate() - 1)) length++;
  return length;
}
