/**
 * Links: everything that a state of the app needs is in the fragment of the address, so it reaches no server.
 *
 * A link is `#place/path?name=value&…`. The code of a board is its line of cells; boards that are not classic have
 * their rules before it: `2x3:1..2…`, with `+` between the words of the rules. A puzzle made of candidates has as many
 * characters for each cell as there are digits, as nonet's format `sukaku`, after `GIVENS/` if it has some, and after `~`
 * if it is a grid of candidates that does not say which of its filled cells are givens.
 */

/** @typedef {{place: string, path: string, params: URLSearchParams}} Link */

import { boxRules, createGeometry, digitOf, digitSymbol, hasDigit, settled } from "./board/geometry.js";
import { decoded, OutsideError } from "./outside.js";

const LARGEST = 36; // rows of a board
const LONGEST = 120_000; // characters of a code: all candidates of the largest board, and rules

/** The places of the bar. */
export const PLACES = ["play", "learn", "lab", "set"];
/** Places that another one leads to. */
const INNER_PLACES = ["many"];

/** Where a link leads that names no place. */
export const LOST = "lost";

/** Read a fragment; without a place it is Play. The path of a place that is not there is its name. @param {string} hash @returns {Link} */
export function readLink(hash) {
  const text = hash.replace(/^#/, "");
  const mark = text.indexOf("?");
  const [before, after] = mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
  const [place = "", ...rest] = before.split("/");
  const params = new URLSearchParams(after);
  if (!place) return { place: "play", path: "", params };
  if (![...PLACES, ...INNER_PLACES].includes(place)) return { place: LOST, path: decoded(before), params };
  return { place, path: decoded(rest.join("/")), params };
}

/** Return a whole number in a link, 0 for other text. @param {URLSearchParams} params @param {string} name */
export const wholeIn = (params, name) => (/^\d{1,15}$/.test(params.get(name) ?? "") ? Number(params.get(name)) : 0);

/** Write a link; empty values are left out. @param {string} place @param {Record<string, string>} [values] @param {string} [path] */
export function writeLink(place, values = {}, path = "") {
  const pairs = Object.entries(values).filter(([, value]) => value !== "");
  const query = pairs.map(([name, value]) => `${name}=${escapeValue(value)}`).join("&");
  return `#${place}${path && "/" + encodeURIComponent(path)}${query && "?" + query}`;
}

/** Escape what has a meaning in a link, and nothing else, so that people can read it. @param {string} value */
const escapeValue = (value) => value.replace(/[^\w.:;,=~!#^*()/@$'-]/g, encodeURIComponent).replace(/#/g, "%23");

/** Return the moves of a game as the value of a link. @param {readonly string[]} moves */
export const writeMoves = (moves) => moves.join(";");

/** @param {string} text */
export const readMoves = (text) => text.split(";").filter(Boolean);

/** Return cells as a line of text. @param {readonly number[]} digits @param {number} size */
export const lineOf = (digits, size) => digits.map((digit) => (digit ? digitSymbol(digit, size) : ".")).join("");

/** Return the code of a board: that of its puzzle. @param {Board} board */
export function boardCode({ rules: { size, text }, givens, candidates, givens_known: isKnown }) {
  const words = text === "classic" ? "" : `${text.replaceAll(" ", "+")}:`;
  if (!candidates) return words + lineOf(givens, size);
  const marks = candidates.flatMap((mask) => Array.from({ length: size }, (_, at) => (hasDigit(mask, at + 1) ? at + 1 : 0)));
  const before = givens.some(Boolean) ? `${lineOf(givens, size)}/` : "";
  return `${words}${isKnown === false ? "~" : ""}${before}${lineOf(marks, size)}`;
}

const CODE = /^(?:(.*):)?(~?)(?:([^:~/]*)\/)?([^:~/]*)$/s;

/**
 * Read a code without the server: classic boards and boards of equal boxes. Return null for any other text.
 *
 * @param {string} code
 * @returns {Board | null}
 */
export function readCode(code) {
  const [, rows, columns] = /^(\d+)x(\d+)$/.exec(CODE.exec(code)?.[1] ?? "3x3") ?? [];
  const size = Number(rows) * Number(columns);
  if (!rows || !columns || size < 1 || size > LARGEST || code.length > LONGEST) return null;
  return withCells(boxRules(Number(rows), Number(columns)), code);
}

/**
 * Return the board whose cells are in a code, null if they are not those of a board with these rules. A grid of
 * candidates is a position: its filled cells are placed.
 *
 * @param {Rules} rules @param {string} code @returns {Board | null}
 */
export function withCells(rules, code) {
  const [, , unknown, first = "", last = ""] = CODE.exec(code) ?? [];
  const { size } = rules;
  const count = size ** 2;
  const digitsIn = (/** @type {string} */ text) => [...text].map((char) => (char === "." || char === "0" ? 0 : digitOf(char, size) || -1));
  const cells = digitsIn(last);
  const isLine = cells.length === count && !first && !unknown;
  const givens = isLine ? cells : first ? digitsIn(first) : Array(count).fill(0);
  if (givens.length !== count || givens.includes(-1)) return null;
  if (isLine) return { rules, givens };
  if (cells.length !== count * size || cells.some((digit, at) => digit && digit !== (at % size) + 1)) return null;
  const maskOf = (/** @type {number[]} */ digits) => digits.reduce((mask, digit) => mask + (digit && 2 ** (digit - 1)), 0);
  const candidates = givens.map((_, cell) => maskOf(cells.slice(cell * size, (cell + 1) * size)));
  if (!unknown) return { rules, givens, candidates };
  return { rules, givens, candidates, placed: settled(candidates, createGeometry(rules).peers), givens_known: false };
}

/** Refuse words of rules whose boxes make too large a board. @param {Pick<App, "t" | "digit">} app @param {string} words */
export function checkSize(app, words) {
  const [, rows = "", columns = ""] = /(?:^|[ +])(\d+)x(\d+)(?=[ +]|$)/i.exec(words) ?? [];
  const size = Number(rows) * Number(columns);
  const numbers = Object.entries({ rows, columns, size, most: LARGEST }).map(([name, value]) => [name, app.digit(value)]);
  if (size > LARGEST) throw new OutsideError(app.t("link.size", Object.fromEntries(numbers)));
}

/** Return the board of a code; the server reads rules of their own, and any other text. @param {Pick<App, "ask" | "t" | "digit">} app @param {string} code @returns {Promise<Board>} */
export async function boardIn(app, code) {
  if (code.length > LONGEST) throw new OutsideError(app.t("link.long", { n: app.digit(code.length), most: app.digit(LONGEST) }));
  const known = readCode(code);
  if (known) return known;
  const read = async (/** @type {object} */ request) => (await app.ask("read", request)).puzzles[0].board;
  const [, words = "", , , last = ""] = CODE.exec(code) ?? [];
  checkSize(app, words);
  const rules = words.replaceAll("+", " ");
  const size = Math.round(Math.cbrt(last.length));
  if (rules && size ** 3 === last.length) {
    const empty = await read({ text: ".".repeat(size ** 2), rules }).catch(() => null);
    const found = empty && withCells(empty.rules, code);
    if (found) return found;
  }
  return read(rules ? { text: code.slice(code.lastIndexOf(":") + 1), rules } : { text: code });
}
