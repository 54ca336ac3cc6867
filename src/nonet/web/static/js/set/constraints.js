/**
 * Rules with one constraint more or less. What the server knows of a constraint (its marks, its sentence) stays with it.
 */

import { baseWords } from "../board/rule_list.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/geometry.js").Rules} Rules */
/** @typedef {import("../board/geometry.js").Constraint} Constraint */

/** Return rules with other constraints, all of which the server has described. @param {Rules} rules @param {Constraint[]} constraints @returns {Rules} */
export function withConstraints(rules, constraints) {
  const words = [baseWords(rules), ...constraints.map(({ text }) => text)].join(" ");
  return { ...rules, text: words === "3x3" ? "classic" : words, constraints, sees: undefined };
}

/** Whether two rules have the same size and houses. @param {Rules} a @param {Rules} b */
export const haveSameHouses = (a, b) => a.size === b.size && baseWords(a) === baseWords(b);

/** Return rules with one more constraint; the server says what it means, or why it cannot be. @param {App} app @param {Rules} rules @param {string} word @returns {Promise<Rules>} */
export async function withConstraint(app, rules, word) {
  const words = [baseWords(rules), ...(rules.constraints ?? []).map(({ text }) => text), word].join(" ");
  const { puzzles } = await app.ask("read", { text: ".".repeat(rules.size ** 2), rules: words });
  return puzzles[0].board.rules;
}
