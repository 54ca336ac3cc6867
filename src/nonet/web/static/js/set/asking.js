/**
 * The question for the puzzles of a text: what a text says by itself, and what of the board it is for.
 */

import { baseWords } from "../board/rule_list.js";
import { parseSave } from "../game/saves.js";
import { checkSize, lineOf } from "../link.js";
import { rulesAlone } from "./constraints.js";

const MOST = 50; // puzzles to choose from
export const SHORT = 20_000; // characters of a text that is shown, and that may be rules or a code; a longer one has puzzles

/**
 * Ask for the puzzles of a text. A line of digits has the houses of the board, and if it is typed its constraints; a text
 * that says its rules has those; rules alone are for the givens of the board.
 *
 * @param {App} app @param {string} code @param {Board} puzzle the one on the board @param {boolean} isTyped @param {AbortSignal} signal
 * @returns {Promise<ReadAnswer>}
 */
export async function askPuzzles(app, code, { rules, givens }, isTyped, signal) {
  const read = (/** @type {object} */ more) => app.ask("read", { text: code, limit: MOST, ...more }, { signal });
  let text = code;
  let words = isTyped ? rules.text : baseWords(rules);
  if (words === "3x3") words = "classic";
  let hasRules = false;
  const save = /^\s*\{\s*"nonet"/.test(text) ? parseSave(text) : null;
  if (save && !save.puzzle.candidates) {
    text = lineOf(save.puzzle.givens, Math.round(Math.sqrt(save.puzzle.givens.length)));
    words = save.rules;
    hasRules = true;
  } else if (text.length > SHORT) {
    return read({});
  } else if (/^[^\n:]+(:[^\n:]*)*:(?!r\d+c\d)[.\w]+$/.test(text)) {
    const colon = text.lastIndexOf(":");
    words = text.slice(0, colon).replaceAll("+", " ");
    text = text.slice(colon + 1);
    hasRules = true;
  }
  const named = rulesAlone(app, code, rules);
  if (hasRules || named) checkSize(app, `${words} ${named?.words ?? ""}`);
  const ruled = () => read({ text: named?.size ? ".".repeat(named.size ** 2) : lineOf(givens, rules.size), rules: named?.words });
  if (hasRules || named) return firstOf([...(hasRules ? [() => read({ text, rules: words })] : []), ...(named ? [ruled] : []), () => read({})], signal);
  if (words === "classic" || isOwn(code)) return read({});
  const alone = await read({}).catch(() => null);
  if (alone && /[ :]/.test(alone.puzzles[0].board.rules.text)) return alone;
  // The text may not fit the rules of the board: then it says by itself what it is.
  return read({ rules: words }).catch((error) => alone ?? Promise.reject(error));
}

/** Whether a text is a link or an object: these have all the rules of their puzzle. @param {string} text */
const isOwn = (text) => /^\s*\{|:\/\//.test(text);

/** Return the first answer that there is; why the first way had none, if none has. @template T @param {(() => Promise<T>)[]} ways @param {AbortSignal} signal @returns {Promise<T>} */
async function firstOf([way, ...others], signal) {
  try {
    return await /** @type {() => Promise<T>} */ (way)();
  } catch (error) {
    if (signal.aborted || !others.length) throw error;
    return firstOf(others, signal).catch(() => Promise.reject(error));
  }
}
