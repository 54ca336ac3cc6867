/**
 * What a player has reached: the best time of each difficulty, and the days whose puzzle was solved. It stays on this
 * device; the settings show it and delete it.
 */

import { isoDate } from "../game/stock.js";

/** @typedef {{level: string, day: string, seconds: number, hints: number}} Solve */

const DAYS = 1000; // that are remembered

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
