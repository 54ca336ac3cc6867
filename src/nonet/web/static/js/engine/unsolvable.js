/**
 * Why a puzzle has no solution, in one sentence if there is one: the work of nonet/puzzle/contradiction.py on boards of
 * houses.
 */

import { Catalogue, placeValue, Value } from "../words/messages.js";
import { namedHouse } from "../words/values.js";
import { wrongGivens } from "./cores.js";
import { deadEnd } from "./dead_ends.js";
import { conflictsOf } from "./puzzles.js";
import { masksOf } from "./search.js";

/** @typedef {import("../words/messages.js").CatalogueData} CatalogueData */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./search.js").Search} Search */
/** @typedef {{cells: number[], key: string, values: Record<string, any>, size: number}} Violation the cells that show what is wrong, and the key and the values of its sentence */
/** @typedef {(violation: Violation, language: string) => string} Say */

const CELLS = 256; // on larger boards a guess takes too long

/** The words of a language are needed, and are not loaded. */
export class MissingWords extends Error {
  /** @param {string} language */
  constructor(language) {
    super(`the words of '${language}' are not loaded`);
    this.language = language;
  }
}

/** Return why a puzzle has no solution, null if that is not known. @param {Search} search @param {Puzzle} puzzle */
export function whyUnsolvable(search, puzzle) {
  const { rules, givens } = puzzle;
  if (conflictsOf(rules, givens).length) return null;
  const allowed = masksOf(puzzle);
  return deadEnd(rules, allowed) ?? (allowed.length <= CELLS ? wrongGivens(search, rules, allowed) : null);
}

/** Return what makes sentences, from the catalogues that are loaded. @param {Record<string, CatalogueData>} data @returns {Say} */
export function sayWith(data) {
  return ({ key, values, size }, language) => {
    const words = data[language];
    if (!words) throw new MissingWords(language);
    return new Catalogue(words).violation(key, worded(values, size));
  };
}

/** Return values as the catalogues need them. @param {Record<string, any>} values @param {number} size */
function worded({ cell, cells, house, taken, givens, after, ...rest }, size) {
  const place = (/** @type {number} */ at) => placeValue(at, size);
  const candidates = (/** @type {[number, number][]} */ all) =>
    all.map(([at, digit]) => new Value("candidate", { cell: place(at), digit, on: true }));
  return {
    ...rest,
    ...(cell !== undefined && { cell: place(cell) }),
    ...(cells && { cells: cells.map(place) }),
    ...(house && { house: namedHouse(house) }),
    ...(taken && { taken: taken.map((/** @type {any} */ one) => new Value("taken", { ...one, house: namedHouse(one.house) })) }),
    ...(givens && { givens: candidates(givens) }),
    ...(after && { after: candidates(after) }),
  };
}
