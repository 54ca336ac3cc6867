// What the marks of a step say about a symmetry of the givens. The same as in nonet.steps.facts.

import { Value } from "./messages.js";
import { digitList, digitValue } from "./values.js";


/** Return how a symmetry of the givens changes the digits: a base begins each cycle. @param {Step} step @returns {Facts} */
export function symmetryOf({ technique, marks }) {
  if (technique !== "symmetrical_placement") return { cycles: [] };
  /** @type {number[][]} */
  const cycles = [];
  for (const { role, digits } of marks) {
    if (role === "base") cycles.push([]);
    if (role === "base" || role === "cover") cycles.at(-1)?.push(...digits);
  }
  const changed = cycles.filter((cycle) => cycle.length > 1);
  const stay = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !changed.some((cycle) => cycle.includes(digit)));
  const found = changed.map((cycle) => {
    const around = cycle.length === 2 ? cycle : [...cycle, ...cycle.slice(0, 1)];
    return new Value("cycle", { stay: false, digits: around.map(digitValue) });
  });
  if (stay.length) found.push(new Value("cycle", { stay: true, digits: digitList(stay) }));
  return { cycles: found };
}
