// What the marks of wings and of almost locked sets say about each other. The same as in nonet.steps.facts.

import { cellIndex } from "../board/geometry.js";
import { Value } from "./messages.js";
import { cellValue, digitList } from "./values.js";


/** @type {Role[]} */
const SETS = ["base", "cover", "pincer", "fin"];

/** Return how each pincer of a wing follows from the pivot. @param {StepMark[]} marks @param {number} size */
export function branches(marks, size) {
  /** @param {Role} role */
  const digitsOf = (role) => [...marks].reverse().find((mark) => mark.role === role)?.digits ?? [];
  const [pivot, target] = [digitsOf("pivot"), digitsOf("target")];
  return marks.filter((mark) => mark.role === "pincer").map((mark) => {
    const digits = mark.digits.filter((digit) => pivot.includes(digit) && !target.includes(digit));
    return new Value("branch", {
      digits: digitList(digits), cell: cellValue(cellIndex(mark.cell, size), size), target: digitList(target),
    });
  });
}

/** Return the almost locked sets of a step in order, and the digits that join them. @param {StepMark[]} marks @param {number} size @returns {Facts} */
export function linked(marks, size) {
  /** @type {{cells: number[], digits: number[]}[]} */
  const sets = [];
  /** @type {number[]} */
  const links = [];
  let last = "";
  for (const { role, cell, digits } of marks) {
    if (SETS.includes(role)) {
      if (role !== last) sets.push({ cells: [], digits: [] });
      sets.at(-1)?.cells.push(cellIndex(cell, size));
      sets.at(-1)?.digits.push(...digits);
    } else if (role === "extra" && digits.length === 1 && links.at(-1) !== digits[0]) {
      links.push(...digits);
    }
    last = role;
  }
  const before = links.length < sets.length ? [0, ...links] : links;
  const parts = sets.slice(0, before.length).map(({ cells, digits }, at) => ({
    cells: cells.sort((a, b) => a - b).map((cell) => cellValue(cell, size)),
    digits: digitList(digits),
    rest: digitList(digits.filter((digit) => digit !== before[at])),
    link: digitList(before[at] ? [Number(before[at])] : []),
    is_first: !before[at],
  }));
  return {
    link: digitList(links.slice(0, 1)),
    link2: digitList(links.slice(1, 2)),
    sets: parts.map((part) => new Value("set", part)),
    petals: parts.map((part) => new Value("petal", part)),
  };
}
