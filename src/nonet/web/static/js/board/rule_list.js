/**
 * What the rules of a board are called and say: its extra houses, such as diagonals, and then its constraints, those of a
 * kind together. tests/test_web_sentences.py compares them with sentences_of_kinds in nonet/rules/variants.py.
 */

import { element } from "../dom.js";
import { placeValue } from "../words/messages.js";
import { kindNames, sentenceOf } from "./clue_view.js";

/** @typedef {Rules["extra"]} Houses */

const LISTED = 12; // sentences below a board on paper; of more, one for each kind, and those of what the board does not show

/** How many houses a word of the rules means. @type {Record<string, (size: number) => number>} */
const COUNTS = { diagonals: () => 2, windoku: (size) => (Math.sqrt(size) - 1) ** 2, disjoint: (size) => size };

/** Return the words of rules without their constraints. @param {Rules} rules */
export function baseWords({ text, constraints = [] }) {
  if (text === "classic") return "3x3";
  const words = text.split(" ");
  return words.slice(0, words.length - constraints.length).join(" ");
}

/** Return the extra houses, those of one word together. @param {Rules} rules @returns {{word: string, houses: Houses}[]} */
function extraByWord(rules) {
  let at = 0;
  return baseWords(rules).split(" ").slice(1).map((text) => {
    const [word = ""] = text.split(":");
    const from = at;
    at += COUNTS[word]?.(rules.size) ?? 1;
    return { word, houses: rules.extra.slice(from, at) };
  });
}

/** Return what extra houses and kinds of constraints are called. @param {Pick<App, "t">} app @param {Rules} rules */
export function ruleNames(app, rules) {
  return [...extraByWord(rules).map((extra) => extraName(app, extra)), ...kindNames(app, rules.constraints ?? [])];
}

/** @param {Pick<App, "t">} app @param {{word: string, houses: Houses}} extra */
const extraName = (app, { word, houses: [house] }) => (word === "house" ? (house?.name ?? word) : app.t(`set.rules.${word}`));

/** Whether each cell of a board is in one of some houses: then they are a rule for the whole board. @param {Houses} houses @param {number} size */
const areEverywhere = (houses, size) => new Set(houses.flatMap(({ cells }) => cells)).size === size ** 2;

/** Return the cells of extra houses that are at some places only, those of one word together. @param {Pick<App, "t">} app @param {Rules} rules */
export function houseNames(app, rules) {
  return extraByWord(rules).filter(({ houses }) => !areEverywhere(houses, rules.size))
    .map((extra) => ({ said: `${extraName(app, extra)}.`, cells: new Set(extra.houses.flatMap(({ cells }) => cells)) }));
}

/** Return what the rules for the whole board say. @param {Pick<App, "words" | "digit">} app @param {Rules} rules */
export function sentencesOfWhole(app, rules) {
  const extra = extraByWord(rules).filter(({ houses }) => houses.length && areEverywhere(houses, rules.size));
  const constraints = (rules.constraints ?? []).filter(({ cells, marks }) => !cells.length && !marks.some(({ mark }) => mark === "outside"));
  return [...new Set([...extra.map((each) => extraSentence(app, each, rules.size)), ...constraints.map((each) => sentenceOf(app, each))])];
}

/** @param {Pick<App, "words" | "digit">} app @param {{word: string, houses: Houses}} extra @param {number} size */
function extraSentence(app, { word, houses }, size) {
  const cells = word === "house" ? (houses[0]?.cells ?? []) : houses.map((house) => Math.min(...house.cells));
  const values = { name: houses[0]?.name ?? "", side: Math.floor(Math.sqrt(size)), cells: cells.map((cell) => placeValue(cell, size)) };
  return app.words.phrase(`extra.${word}`, values);
}

/** Whether a drawing does not show all of a constraint. @param {Constraint} constraint */
const isUndrawn = ({ marks }) => !marks.length || marks.some(({ mark, choice }) => mark === "legend" || choice);

/** Return for each constraint what it says together with others of its kind, null if nothing. @param {Pick<App, "words">} app @param {Rules} rules */
const commonsOf = (app, { constraints = [] }) => constraints.map(({ sentence }) => app.words.each(sentence.key, sentence.values));

/** Return what extra houses and constraints say; `onlyUndrawn`: only what a drawing does not show. @param {Pick<App, "words" | "digit">} app @param {Rules} rules @param {boolean} [onlyUndrawn] */
export function ruleSentences(app, rules, onlyUndrawn = false) {
  const { size, constraints = [] } = rules;
  const isShaded = onlyUndrawn && !areEverywhere(rules.extra, size);
  const extra = isShaded ? [] : extraByWord(rules).map((each) => extraSentence(app, each, size));
  const commons = commonsOf(app, rules);
  const sentences = constraints.flatMap((each, at) => {
    if (onlyUndrawn && !isUndrawn(each)) return [];
    // Beside a drawing, a sentence is shared if it says the same of all of a kind: those that are drawn must not be meant too.
    const kind = commons.filter((_, i) => !onlyUndrawn || constraints[i].sentence.key === each.sentence.key);
    const same = kind.filter((common) => common === commons[at]).length;
    const isShared = commons[at] !== null && same > 1 && (!onlyUndrawn || same === kind.length);
    return isShared ? [String(commons[at])] : [sentenceOf(app, each)];
  });
  return [...new Set([...extra, ...sentences])];
}

/** Return the sentences for below a board on paper. @param {Pick<App, "words" | "digit">} app @param {Rules} rules */
export function printedSentences(app, rules) {
  const all = ruleSentences(app, rules);
  if (all.length <= LISTED) return all;
  const { constraints = [] } = rules;
  const common = commonsOf(app, rules);
  const kinds = constraints.flatMap((each, at) => {
    if (isUndrawn(each) || common[at] === null) return [];
    const isOne = constraints.every((other, i) => other.sentence.key !== each.sentence.key || common[i] === common[at]);
    return [isOne ? String(common[at]) : sentenceOf(app, each)];
  });
  return [...new Set([...kinds, ...ruleSentences(app, rules, true)])];
}

/** Return a list of sentences. @param {readonly string[]} sentences */
export const sentenceList = (sentences) => element("ul", "constraint-list", ...sentences.map((each) => element("li", "", each)));
