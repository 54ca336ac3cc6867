/**
 * Requirements that no puzzle can meet, found before the search begins: the checks of nonet/generating/contradictions.py.
 */

import { cellName } from "./cells.js";
import { PROFILES, TECHNIQUES } from "./data.js";
import { badRequest } from "./errors.js";
import { idleLines, sumsOf } from "./symmetries.js";
import { decimal, idOf, shown } from "./texts.js";

/** @typedef {import("./requirements.js").Requirements} Requirements */
/** @typedef {import("./rules.js").Rules} Rules */

const FEWEST = 17; // givens of a classic puzzle with one solution
const UNIQUENESS = 10; // tenths that are added to a rating at most
const CHAINS = 100;

/** @param {number} row */
const leastOf = (row) => Math.round(10 * (TECHNIQUES[row]?.[3] ?? 0));
/** @param {number} row */
const mostOf = (row) => leastOf(row) + ({ uniqueness: UNIQUENESS, chains: CHAINS }[TECHNIQUES[row]?.[2] ?? ""] ?? 0);

/** Refuse cells of which no puzzle has one solution. @param {Requirements} wanted */
export function checkCells(wanted) {
  const { pattern, parts } = wanted;
  const usable = new Set(parts.flat());
  const cells = usable.size;
  if (pattern && wanted.isWhole && cells !== pattern.length) {
    const alone = pattern.find((cell) => !usable.has(cell)) ?? 0;
    throw badRequest(`the pattern does not have the symmetry '${wanted.symmetry}': it has ${cellName(alone, wanted.rules.size)},`
      + " but not all cells that the symmetry maps to it");
  }
  const part = `the part of the pattern with the symmetry '${wanted.symmetry}'`;
  const where = !pattern ? "the board" : wanted.symmetry === "none" ? "the pattern" : part;
  const [low, high] = wanted.givens ?? [0, cells];
  if (wanted.isWhole && (cells < low || cells > high)) {
    throw badRequest(`the pattern has ${cells} cells, all of them given, but givens is ${shown(low, high)};`
      + " leave givens out, or choose among the cells with minimal=True");
  }
  if (low > cells) throw badRequest(`${where} has ${cells} cells, but givens is ${shown(low, high)}`);
  const [fewest, reason] = fewestGivens(wanted.rules);
  if (Math.min(cells, high) < fewest) {
    const number = cells <= high ? `${where} has ${cells} cells` : `givens is ${shown(low, high)}`;
    throw badRequest(`${number}; ${reason}`);
  }
  const lines = idleLines(wanted.rules, usable);
  if (lines) {
    throw badRequest(`${where} has no cell in ${lines[0]} and ${lines[1]}: these can be exchanged,`
      + " so no puzzle with these givens has one solution");
  }
  const sums = sumsOf(parts, cells);
  if (sums.slice(low, high + 1).some(Boolean)) return;
  const near = sums.flatMap((is, n) => (is ? [n] : []));
  const use = [...near.filter((n) => n < low).slice(-1), ...near.filter((n) => n > high).slice(0, 1)];
  throw badRequest(`no ${shown(low, high)} cells of ${where} have the symmetry '${wanted.symmetry}'; use ${use.join(" or ")}`);
}

/** Refuse techniques that contradict each other, the profile or the rating. @param {Requirements} options */
export function checkTechniques(options) {
  const { hardest, needs, forbid, profile, rating } = options;
  const wanted = hardest === null ? needs : [...needs, hardest];
  const both = wanted.filter((row) => forbid.includes(row));
  if (both.length) throw badRequest(`${idOf(Math.min(...both))} is both required and forbidden; leave one of them out`);
  const known = new Set(PROFILES[profile].rows.map(([row]) => row));
  for (const row of wanted) {
    if (!known.has(row)) throw badRequest(`the profile ${profile} does not have ${idOf(row)}; choose another with profile`);
  }
  if (profile !== "se") {
    if (!rating) return;
    throw badRequest("rating and difficulty are those of Sudoku Explainer; leave them out, or profile");
  }
  const [lowest, highest] = rating ?? [0, 200];
  for (const row of wanted) {
    if (leastOf(row) > highest) {
      throw badRequest(`${idOf(row)} is rated ${decimal(leastOf(row))} or more, but the rating must be at most ${decimal(highest)}`);
    }
  }
  if (hardest === null) return;
  if (lowest > mostOf(hardest)) {
    throw badRequest(`the hardest step must be ${idOf(hardest)}, rated at most ${decimal(mostOf(hardest))},`
      + ` but the rating must be at least ${decimal(lowest)}`);
  }
  const harder = needs.find((row) => leastOf(row) > mostOf(hardest));
  if (harder !== undefined) throw badRequest(`${idOf(harder)} is harder than ${idOf(hardest)}, which must be the hardest step`);
}

/** @param {Rules} rules @returns {[number, string]} */
function fewestGivens({ isClassic, size }) {
  if (isClassic) return [FEWEST, `no classic puzzle with fewer than ${FEWEST} givens has one solution`];
  return [size - 1, `with fewer than ${size - 1} givens two digits are not given and can be exchanged, so there is more than one solution`];
}
