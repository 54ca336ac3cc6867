/**
 * What a text or words of rules mean for the board: the question for its puzzles, and what of a board can be set.
 */

import { baseWords } from "../board/rule_list.js";
import { parseSave } from "../game/saves.js";
import { checkSize, lineOf, readCode } from "../link.js";

const MOST = 50; // puzzles to choose from
export const SHORT = 20_000; // characters of a text that is shown, and that may be rules or a code; a longer one has puzzles
const LONGEST = 5000; // characters of a line of rules
/** A line of rules: words, each perhaps with a colon and what follows it. */
const RULES = /^(\d+x\d+|[a-z]\w*)(:[^\s/]\S*)?( +(\d+x\d+|[a-z]\w*)(:\S+)?)*$/i;
/** How rules begin that are not a constraint by its name: a shape, houses, or a word that is perhaps misspelled, with cells. */
const BEGINNING = /^((\d+x\d+|latin\d*|jigsaw|diagonals?|windoku|windows|hyper|disjoint|house)(?![^: ])|[a-z]+:\S*r\d+c\d)/i;
/** Other spellings of a word. @type {Record<string, string>} */
const SPELLINGS = { diagonal: "diagonals", x: "diagonals", windows: "windoku", hyper: "windoku" };

/** Return the size of the board that the words of rules name, 0 if they name none. @param {string} words */
function sizeOf(words) {
  const [, rows, columns, layout = "", latin] = /(?:^| )(?:(\d+)x(\d+)|jigsaw:(\S+)|latin(\d+))(?: |$)/i.exec(words) ?? [];
  return Number(rows ?? 0) * Number(columns ?? 0) || Math.round(Math.sqrt([...layout].length)) || Number(latin ?? 0);
}

/** Return an empty board with the rules that words name. @param {App} app @param {string} words @returns {Promise<Board>} */
export async function boardOf(app, words) {
  checkSize(app, words);
  const empty = ".".repeat((sizeOf(words) || 9) ** 2);
  return readCode(`${words}:${empty}`) ?? (await app.ask("read", { text: empty, rules: words })).puzzles[0].board;
}

/**
 * Return the words of a text that names rules alone, each once; without a shape they are for that of the board. They stand
 * instead of the rules of the board. Its givens stay unless the words name another size: that is `size` then.
 *
 * @param {App} app @param {string} text @param {Rules} old @returns {{words: string, size: number} | null}
 */
function rulesAlone(app, text, old) {
  const key = `set.kind.${/^\w*/.exec(text)?.[0].toLowerCase()}`;
  if (text.length >= LONGEST || !RULES.test(text) || (!BEGINNING.test(text) && app.t(key) === key)) return null;
  const size = sizeOf(text);
  const [shape] = baseWords(old).split(" ");
  const once = new Set(text.split(/ +/).map((word) => (word.includes(":") ? word : (SPELLINGS[word.toLowerCase()] ?? word.toLowerCase()))));
  const words = [...once].join(" ");
  return { words: size ? words : `${shape} ${words}`, size: size === old.size ? 0 : size };
}

/**
 * Ask for the puzzles of a text. A line of digits has the houses of the board, and if it is typed its constraints; a text
 * that says its rules has those; rules alone are for the givens of the board.
 *
 * @param {App} app @param {string} code @param {Board} puzzle the one on the board @param {boolean} isTyped @param {AbortSignal} signal
 * @returns {Promise<ReadAnswer>}
 */
export async function askPuzzles(app, code, { rules, givens }, isTyped, signal) {
  /** @type {(more?: {text?: string, rules?: string}) => Promise<ReadAnswer>} */
  const read = (more) => app.ask("read", { text: code, limit: MOST, ...more }, { signal });
  /** What a text says by itself. @type {{text: string, rules: string} | null} */
  let own = null;
  const save = /^\s*\{\s*"nonet"/.test(code) ? parseSave(code) : null;
  if (save && !save.puzzle.candidates) {
    const { givens: saved } = save.puzzle;
    own = { text: lineOf(saved, Math.round(Math.sqrt(saved.length))), rules: save.rules };
  } else if (code.length > SHORT) {
    return read();
  } else if (/^[^\n:]+(:[^\n:]*)*:(?!r\d+c\d)[.\w]+$/.test(code)) {
    const colon = code.lastIndexOf(":");
    own = { text: code.slice(colon + 1), rules: code.slice(0, colon).replaceAll("+", " ") };
  }
  const named = rulesAlone(app, code, rules);
  if (own || named) {
    checkSize(app, `${own?.rules ?? ""} ${named?.words ?? ""}`);
    const ruled = named && { text: named.size ? ".".repeat(named.size ** 2) : lineOf(givens, rules.size), rules: named.words };
    return firstOf([own, ruled, {}].filter((each) => each !== null).map((each) => () => read(each)), signal);
  }
  const words = isTyped ? rules.text : baseWords(rules);
  // A link or an object has all the rules of its puzzle.
  if (words === "3x3" || words === "classic" || /^\s*\{|:\/\//.test(code)) return read();
  const alone = await read().catch(() => null);
  if (alone && /[ :]/.test(alone.puzzles[0].board.rules.text)) return alone;
  // The text may not fit the rules of the board: then it says by itself what it is.
  return read({ rules: words }).catch((error) => alone ?? Promise.reject(error));
}

/** Return the first answer that there is; why the first way had none, if none has. @template T @param {(() => Promise<T>)[]} ways @param {AbortSignal} signal @returns {Promise<T>} */
function firstOf([way, ...others], signal) {
  return way().catch((error) => {
    if (signal.aborted || !others.length) throw error;
    return firstOf(others, signal).catch(() => Promise.reject(error));
  });
}

/**
 * Return the puzzle of a board that is set, null if there is none, and the key of the message about what is left out. Of a
 * position that is its puzzle; where it is unknown which of its filled cells are givens, all of them are.
 *
 * @param {Board} board @returns {{puzzle: Board | null, about: string}}
 */
export function settable({ rules, givens, placed, candidates, givens_known: isKnown = true }) {
  const puzzle = { rules, givens: isKnown ? givens : (placed ?? givens) };
  if (candidates && !puzzle.givens.some(Boolean)) return { puzzle: null, about: "set.text.candidates" };
  if (!isKnown) return { puzzle, about: "set.text.filled" };
  return { puzzle, about: placed || candidates ? "set.text.position" : "" };
}
