/**
 * What a new puzzle must be: the options of the verb generate, read and completed as nonet/generating/requirements.py
 * does.
 */

import { checkCells, checkTechniques } from "./contradictions.js";
import { BANDS, PROFILES, TECHNIQUES, VARIANT_TECHNIQUES } from "./data.js";
import { AnswerError, badRequest, NeedsServer } from "./errors.js";
import { Fields, isWhole } from "./fields.js";
import { CLASSIC, Rules } from "./rules.js";
import { parseRules, readRules } from "./rules_object.js";
import { formatRules } from "./rules_text.js";
import { partsOf, readPattern, SYMMETRIES, writePattern } from "./symmetries.js";
import { decimal, idOf, shown } from "./texts.js";

/** @typedef {[number, number]} Range */

const LARGE = 16; // the largest board on which a puzzle can be proved minimal

/** Round to even, as Python does. @param {number} x */
const rounded = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));

export class Requirements {
  /** @param {Fields} fields */
  constructor(fields) {
    this.symmetry = fields.text("symmetry", Object.keys(SYMMETRIES)) || "none";
    this.difficulty = fields.text("difficulty", BANDS.map(([name]) => name));
    const flag = fields.flag("minimal");
    const pattern = fields.text("pattern");
    const givens = rangeIn(fields, "givens", 0, 36 * 36, true);
    const rating = rangeIn(fields, "rating", 0, 20, false);
    const rules = readRules("rules", fields.value("rules"));
    this.profile = /** @type {keyof typeof PROFILES} */ (fields.text("profile", Object.keys(PROFILES)) || "se");
    const named = techniquesIn(fields);
    this.rules = typeof rules === "string" ? parseRules(rules) : (rules ?? CLASSIC);
    const { size } = this.rules;
    this.pattern = pattern === null ? null : readPattern(pattern, size);
    /** @type {Range | null} */
    this.rating = rating && this.tenths(rating);
    if (this.difficulty !== null) {
      if (rating) throw badRequest("difficulty and rating both choose a range of ER; leave one of them out");
      const [, low, high] = this.band();
      this.rating = [Math.round(10 * low), Math.round(10 * high)];
    }
    const usual = this.isUsuallyMinimal();
    if (flag && size > LARGE) throw new NeedsServer();
    this.minimal = flag ?? usual;
    this.givens = givens && this.checkedGivens(givens);
    if (!this.givens && !this.minimal && !this.pattern) this.givens = moreGivens(this.rules);
    this.hardest = named.hardest;
    this.needs = named.needs;
    this.forbid = named.forbid;
    if (this.isRated && !this.rules.isClassic) {
      throw new AnswerError("rules_error",
        "ratings and techniques need classic rules on a 9x9 board; leave out difficulty, rating, hardest, needs and forbid");
    }
    const inside = new Set(this.pattern ?? []);
    this.parts = partsOf(size, this.symmetry).filter((part) => !this.pattern || part.every((cell) => inside.has(cell)));
    checkCells(this);
    checkTechniques(this);
  }

  /** @returns {[string, number, number, boolean]} */
  band() {
    return /** @type {[string, number, number, boolean]} */ (BANDS.find(([name]) => name === this.difficulty));
  }

  isUsuallyMinimal() {
    if (this.difficulty !== null && !this.band()[3]) return false;
    return !this.pattern && this.rules.size <= LARGE;
  }

  get isRated() {
    return Boolean(this.rating || this.hardest !== null || this.needs.length || this.forbid.length);
  }

  /** Whether all cells of the pattern are given. */
  get isWhole() {
    return this.pattern !== null && !this.minimal;
  }

  /** Whether nearly every puzzle meets the requirements. */
  get isOpen() {
    return !(this.givens && this.minimal) && !this.isRated && !this.pattern;
  }

  /** The number of givens that decides how a puzzle is made, null if it only filters. */
  get plannedGivens() {
    return !this.minimal && !this.pattern ? this.givens : null;
  }

  /** @param {Range} range @returns {Range} */
  checkedGivens([low, high]) {
    const most = this.rules.count;
    if (low > high || high > most) {
      throw badRequest(`givens must be 0 to ${most}, the least first, got ${shown(low, high)}`);
    }
    return [low, high];
  }

  /** @param {Range} range @returns {Range} */
  tenths(range) {
    const [low, high] = [rounded(10 * range[0]), rounded(10 * range[1])];
    if (low < 10 || low > high || high > 200) {
      throw badRequest(`rating must be 1.0 to 20.0, the least first, got ${shown(...range)}`);
    }
    return [low, high];
  }

  /** Return the recipe of a puzzle. @param {bigint} seed @param {number} number */
  recipe(seed, number) {
    const words = [`seed=${seed}`, `number=${number}`];
    if (this.symmetry !== "none") words.push(`symmetry=${this.symmetry}`);
    if (this.difficulty !== null) words.push(`difficulty=${this.difficulty}`);
    if (this.minimal !== this.isUsuallyMinimal()) words.push(`minimal=${this.minimal ? "yes" : "no"}`);
    if (this.plannedGivens) words.push(`givens=${this.plannedGivens.join("-")}`);
    if (this.pattern) words.push(`pattern=${writePattern(this.pattern, this.rules.size)}`);
    if (!this.rules.isClassic) words.push(`rules=${formatRules(this.rules)}`);
    return words.join(" ");
  }

  /** The requirements in words. */
  toString() {
    const words = [];
    if (this.givens) words.push(`${shown(...this.givens)} givens`);
    if (this.pattern) words.push(`givens in ${this.isWhole ? "all" : "some"} of ${this.pattern.length} cells`);
    if (this.symmetry !== "none") words.push(`${this.symmetry} symmetry`);
    if (this.rating) {
      const ends = `ER ${shown(...this.rating, decimal)}`;
      words.push(this.difficulty ? `${this.difficulty} (${ends})` : ends);
    }
    if (this.hardest !== null) words.push(`${idOf(this.hardest)} as the hardest step`);
    words.push(...this.needs.map((row) => `with ${idOf(row)}`), ...this.forbid.map((row) => `without ${idOf(row)}`));
    if (this.profile !== "se") words.push(`in the order of ${this.profile}`);
    return words.join(", ") || "any puzzle";
  }
}

/** @param {Rules} rules @returns {Range | null} */
function moreGivens({ size }) {
  if (size > LARGE) return null;
  const [low, high] = size > 9 ? [0.45, 0.55] : [0.35, 0.42];
  return [rounded(low * size ** 2), rounded(high * size ** 2)];
}

/** Return a range: a number, or a list of the least and the most. @param {Fields} fields @param {string} name @param {number} least @param {number} most @param {boolean} whole @returns {Range | null} */
function rangeIn(fields, name, least, most, whole) {
  const value = fields.value(name);
  if (value === null) return null;
  const ends = Array.isArray(value) ? value : [value, value];
  const isNumber = (/** @type {unknown} */ end) => (whole ? isWhole(end) : typeof end === "number");
  if (ends.length !== 2 || !ends.every((end) => isNumber(end) && end >= least && end <= most)) {
    throw badRequest(`${name} must be a ${whole ? "whole number" : "number"} from ${least} to ${most}, or a list of two`);
  }
  return /** @type {Range} */ (ends);
}

/** @param {Fields} fields @returns {{hardest: number | null, needs: number[], forbid: number[]}} */
function techniquesIn(fields) {
  const value = fields.value("techniques");
  if (value === null) return { hardest: null, needs: [], forbid: [] };
  if (typeof value !== "object" || Array.isArray(value)) {
    throw badRequest('techniques must be an object such as {"hardest": "xy_wing"}');
  }
  const named = new Fields(value, ["hardest", "needs", "forbid"]);
  const hardest = named.text("hardest");
  const rows = (/** @type {string} */ name) => [...new Set(named.texts(name).map(rowOf))].sort((a, b) => a - b);
  return { hardest: hardest === null ? null : rowOf(hardest), needs: rows("needs"), forbid: rows("forbid") };
}

/** Return the number of a technique; the server knows other names of it. @param {string} id */
function rowOf(id) {
  const row = TECHNIQUES.findIndex(([known]) => known === id);
  if (row >= 0) return row;
  if (VARIANT_TECHNIQUES.some(([known]) => known === id)) throw badRequest(`classic boards have no step of ${id}`);
  throw new NeedsServer();
}
