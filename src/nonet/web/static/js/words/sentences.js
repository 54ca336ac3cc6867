// A step in words: its title, its outcome and the text of each level of a hint, the same as `Step.title`,
// `Step.outcome` and `Step.text` in Python.

import { factsOf } from "./facts.js";
import { explanation } from "./proof.js";

/** @typedef {import("./messages.js").Catalogue} Catalogue */
/** @typedef {"nudge" | "name" | "where" | "full"} Level */
/** @typedef {readonly number[] | null} Placed */

/** The levels of a hint, from the one that gives away least. @type {Level[]} */
export const LEVELS = ["nudge", "name", "where", "full"];

/**
 * Return a step in words, at one of the levels. `all`: do not cut a long proof; `placed`: the digits of the board
 * before the step, 0 where a cell is empty.
 * @param {Step} step @param {Level} level @param {Catalogue} words @param {{all?: boolean, placed?: Placed}} [options]
 */
export function textOf(step, level, words, { all = false, placed = null } = {}) {
  const messages = words.technique(step.technique);
  if (level === "name") return nameOf(step, words);
  const facts = factsOf(step, placed);
  if (level !== "full") return words.fill(messages[level], facts);
  facts.why = explanation(step, words, { all, placed });
  return words.phrase("full", facts, step.technique);
}

/** Return the name of the technique; where it is for several kinds of constraints, that of the kind. @param {Step} step @param {Catalogue} words */
export function nameOf(step, words) {
  const { name } = words.technique(step.technique);
  return words.fill("{name}", { name, ...factsOf(step) });
}

/** Return the name and what the step is about on this board: X-wing on 9. @param {Step} step @param {Catalogue} words */
export function titleOf(step, words) {
  const { title, name } = words.technique(step.technique);
  return words.fill(title, { name, ...factsOf(step) });
}

/** Return what follows from a step, in short: r1c1=3, r4c5<>27. @param {Step} step @param {Catalogue} words */
export const outcomeOf = (step, words) => words.phrase("outcome.short", factsOf(step));
