/**
 * Rules as they travel: how a request names them, as words or an object, and how an answer does.
 */

import { badRequest, NeedsServer } from "./errors.js";
import { isWhole, numbersOf, shown } from "./fields.js";
import { boxRules, CLASSIC, latinRules, regionRules, Rules, usualRules } from "./rules.js";
import { formatRules, parseWords } from "./rules_text.js";

/** @typedef {import("./rules.js").House} House */

const MOST_HOUSES = 128;

/** Return the rules as they travel. @param {Rules} rules */
export function rulesObject(rules) {
  const { size, boxes, extra } = rules;
  const regions = Array(rules.count).fill(-1);
  rules.regions.forEach((cells, at) => cells.forEach((cell) => (regions[cell] = at)));
  const text = rules.isClassic ? "classic" : formatRules(rules);
  return { size, text, boxes, regions, extra, constraints: [] };
}

/** @type {Map<string, Rules>} */
const known = new Map();

/** Return the rules in words, for a board of this size. @param {string} text @param {number} size */
export function rulesInWords(text, size) {
  const key = `${size} ${text}`;
  let found = known.get(key);
  if (!found) {
    found = parseWords(text, size);
    if (found.size !== size) throw new NeedsServer();
    if (found.isClassic) found = CLASSIC;
    if (known.size > 64) known.clear();
    known.set(key, found);
  }
  return found;
}

/**
 * Return what a request says about rules: words that need the size of the board stay words, null is nothing.
 * @param {string} name @param {any} value @returns {Rules | string | null}
 */
export function readRules(name, value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") {
    const words = value.trim();
    return words.toLowerCase() === "classic" ? CLASSIC : words || null;
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    throw badRequest(`${name} must be an object or text, got ${shown(value)}`);
  }
  const size = value.size ?? 9;
  if (!isWhole(size) || size < 1 || size > 36) throw badRequest(`${name}.size must be 1 to 36, got ${shown(size)}`);
  const { text } = value;
  if (text !== null && text !== undefined) {
    if (typeof text !== "string") throw badRequest(`${name}.text must be text, got ${shown(text)}`);
    const words = text.trim();
    if (words.toLowerCase() === "classic") return CLASSIC;
    return words ? rulesInWords(words, size) : null;
  }
  return rulesInObject(name, value, size);
}

/** Return the rules of an object without words. @param {string} name @param {any} value @param {number} size */
function rulesInObject(name, value, size) {
  const extra = value.extra ?? [];
  if (!Array.isArray(extra) || extra.length > MOST_HOUSES) throw new NeedsServer();
  const houses = extra.map((house, at) => houseOf(`${name}.extra[${at}]`, house, size));
  if (value.boxes !== null && value.boxes !== undefined) {
    const [rows = 0, columns = 0] = numbersOf(`${name}.boxes`, value.boxes, 2, 36);
    if (rows * columns !== size) throw new NeedsServer();
    return boxRules(rows, columns, houses);
  }
  const { regions } = value;
  if (regions === null || regions === undefined) {
    const usual = usualRules(size);
    return houses.length ? new Rules(size, usual.boxes, usual.regions, houses) : usual;
  }
  if (!Array.isArray(regions) || regions.length !== size * size) {
    throw badRequest(`${name}.regions must be a list of ${size * size} numbers`);
  }
  if (regions.every((region) => region === -1)) return latinRules(size, houses);
  const numbers = numbersOf(`${name}.regions`, regions, size * size, size - 1);
  const sets = Array.from({ length: size }, (_, region) => numbers.flatMap((n, cell) => (n === region ? [cell] : [])));
  return regionRules(sets, houses);
}

/** @param {string} name @param {any} value @param {number} size @returns {House} */
function houseOf(name, value, size) {
  if (typeof value?.name !== "string") throw badRequest(`${name} must have a name and cells, got ${shown(value)}`);
  const { cells } = value;
  if (!Array.isArray(cells) || cells.length > size) {
    throw badRequest(`${name}.cells must be a list of up to ${size} cells`);
  }
  const found = numbersOf(`${name}.cells`, cells, cells.length, size * size - 1);
  if (!found.length || new Set(found).size !== found.length) throw new NeedsServer();
  return { name: value.name, cells: [...found].sort((a, b) => a - b) };
}

/** Return the rules in words that name their size, or mean the classic one. @param {string} text */
export const parseRules = (text) => {
  const found = parseWords(text);
  return found.isClassic ? CLASSIC : found;
};
