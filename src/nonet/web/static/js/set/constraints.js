/**
 * Rules with one constraint more or less, and rules without a board. What the server knows of a constraint (its marks, its
 * sentence) stays with it.
 */

import { baseWords } from "../board/rule_list.js";
import { checkSize, readCode } from "../link.js";
import { ORDERLESS, REVERSIBLE } from "./kind_rows.js";

const MOST = 5000; // characters of a line of rules
/** A line of rules: words, each perhaps with a colon and what follows it. */
const RULES = /^(\d+x\d+|[a-z]\w*)(:[^\s/]\S*)?( +(\d+x\d+|[a-z]\w*)(:\S+)?)*$/i;
/** How rules begin that are no constraint by its name: a shape, houses, or a word that is perhaps misspelled, with cells. */
const BEGINNING = /^((\d+x\d+|latin\d*|jigsaw|diagonals?|windoku|windows|hyper|disjoint|house)(?![^: ])|[a-z]+:\S*r\d+c\d)/i;
/** Other spellings of a word. @type {Record<string, string>} */
const SPELLINGS = { diagonal: "diagonals", x: "diagonals", windows: "windoku", hyper: "windoku" };

/** Return rules with other constraints, all of which the server has described. @param {Rules} rules @param {Constraint[]} constraints @returns {Rules} */
export function withConstraints(rules, constraints) {
  const words = [baseWords(rules), ...constraints.map(({ text }) => text)].join(" ");
  return { ...rules, text: words === "3x3" ? "classic" : words, constraints, sees: undefined };
}

/** Whether two rules have the same size and houses. @param {Rules} a @param {Rules} b */
export const haveSameHouses = (a, b) => a.size === b.size && baseWords(a) === baseWords(b);

/** Return the size of the board that the words of rules name, 0 if they name none. @param {string} words */
export function sizeOf(words) {
  const [, rows, columns, layout = "", latin] = /(?:^| )(?:(\d+)x(\d+)|jigsaw:(\S+)|latin(\d+))(?: |$)/i.exec(words) ?? [];
  return Number(rows ?? 0) * Number(columns ?? 0) || Math.round(Math.sqrt([...layout].length)) || Number(latin ?? 0);
}

/**
 * Return the words of a text that names rules alone, each once; without a shape they are for that of the board. They stand
 * instead of the rules of the board. Its givens stay unless the words name another size: that is `size` then.
 *
 * @param {App} app @param {string} text @param {Rules} old @returns {{words: string, size: number} | null}
 */
export function rulesAlone(app, text, old) {
  const key = `set.kind.${/^\w*/.exec(text)?.[0].toLowerCase()}`;
  if (text.length >= MOST || !RULES.test(text) || (!BEGINNING.test(text) && app.t(key) === key)) return null;
  const size = sizeOf(text);
  const [shape] = baseWords(old).split(" ");
  const once = new Set(text.split(/ +/).map((word) => (word.includes(":") ? word : (SPELLINGS[word.toLowerCase()] ?? word.toLowerCase()))));
  const words = [...once].join(" ");
  return { words: size ? words : `${shape} ${words}`, size: size === old.size ? 0 : size };
}

/**
 * Return rules with one more constraint, and this constraint. It takes the place of `old`, if this is named; one of its kind
 * in the same place gives way too, as when its number changes. The same place drawn again without a number changes nothing.
 * The server says what a constraint means, or why it cannot be.
 *
 * @param {App} app @param {Rules} rules @param {string} word @param {string} [old]
 * @returns {Promise<{rules: Rules, constraint: Constraint | undefined}>}
 */
export async function withConstraint(app, rules, word, old) {
  const { constraints = [] } = rules;
  const same = constraints.findLastIndex(({ text }) => text !== old && placeOf(text) === placeOf(word));
  if (same >= 0 && !old && !/^\w+:[\d,]+=/.test(word)) return { rules, constraint: constraints[same] };
  const named = constraints.findIndex(({ text }) => text === old);
  const at = named >= 0 ? named : same >= 0 ? same : constraints.length;
  const texts = constraints.map(({ text }) => text);
  texts[at] = word;
  const kept = texts.filter((_, i) => i === at || i !== same);
  const { puzzles } = await app.ask("read", { text: ".".repeat(rules.size ** 2), rules: [baseWords(rules), ...kept].join(" ") });
  const now = /** @type {Rules} */ (puzzles[0].board.rules);
  return { rules: now, constraint: now.constraints?.[kept.indexOf(word)] };
}

/** Return what two constraints of a kind in the same place have in common: all but the number and, if it says nothing, the order of cells. @param {string} text */
export function placeOf(text) {
  const [, word = "", rest = ""] = /^(\w+):(?:[\d,]+=)?(.*)$/.exec(text) ?? [];
  if (!word) return text;
  const cells = rest.match(/r\d+c\d+/g) ?? [];
  if (ORDERLESS.includes(word)) return `${word}:${cells.sort().join("")}`;
  if (REVERSIBLE.includes(word)) return `${word}:${[cells.join(""), cells.reverse().join("")].sort()[0]}`;
  return `${word}:${rest}`;
}

/** Return an empty board with the rules that words name. @param {App} app @param {string} words @returns {Promise<{size: number, board: Board}>} */
export async function boardOf(app, words) {
  checkSize(app, words);
  const size = sizeOf(words) || 9;
  const plain = readCode(`${words}:${".".repeat(size * size)}`);
  if (plain) return { size, board: plain };
  const { puzzles } = await app.ask("read", { text: ".".repeat(size * size), rules: words });
  return { size, board: /** @type {Board} */ (puzzles[0].board) };
}
