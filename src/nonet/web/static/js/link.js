/**
 * Links: everything that a state of the app needs stands in the fragment of the address, so it reaches no server.
 *
 * A link is `#place/path?name=value&…`. The code of a board is its line of cells; boards that are not classic have
 * their rules before it: `2x3:1..2…`, with `+` between the words of the rules.
 */

/** @typedef {{place: string, path: string, params: URLSearchParams}} Link */
/** @typedef {import("./board/geometry.js").Board} Board */
/** @typedef {import("./board/geometry.js").Rules} Rules */

import { boxRules, digitOf, digitSymbol } from "./board/geometry.js";

/** The places of the bar. */
export const PLACES = ["play", "learn", "lab", "set"];
/** Places that another one leads to. */
const INNER_PLACES = ["many"];

/** Read a fragment; an unknown place is Play. @param {string} hash @returns {Link} */
export function readLink(hash) {
  const text = hash.replace(/^#/, "");
  const mark = text.indexOf("?");
  const [before, after] = mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
  const [place = "", ...rest] = before.split("/");
  const params = new URLSearchParams(after);
  if (![...PLACES, ...INNER_PLACES].includes(place)) return { place: "play", path: "", params };
  return { place, path: decodeURIComponent(rest.join("/")), params };
}

/** Write a link; empty values are left out. @param {string} place @param {Record<string, string>} [values] @param {string} [path] */
export function writeLink(place, values = {}, path = "") {
  const pairs = Object.entries(values).filter(([, value]) => value !== "");
  const query = pairs.map(([name, value]) => `${name}=${escapeValue(value)}`).join("&");
  return `#${place}${path && "/" + encodeURIComponent(path)}${query && "?" + query}`;
}

/** Escape what has a meaning in a link, and nothing else, so that people can read it. @param {string} value */
function escapeValue(value) {
  return value.replace(/[^\w.:;,=~!#^*()/@$'-]/g, encodeURIComponent).replace(/#/g, "%23");
}

/** Return the moves of a game as the value of a link. @param {readonly string[]} moves */
export function writeMoves(moves) {
  return moves.join(";");
}

/** @param {string} text @returns {string[]} */
export function readMoves(text) {
  return text.split(";").filter(Boolean);
}

/** Return the code of a board: its rules unless classic, and its givens. @param {Board} board */
export function boardCode(board) {
  const { size, text } = board.rules;
  const cells = board.givens.map((digit) => (digit ? digitSymbol(digit, size) : ".")).join("");
  return text === "classic" ? cells : `${text.replaceAll(" ", "+")}:${cells}`;
}

/**
 * Read a code without the server: classic boards and boards of equal boxes. Return null for any other text.
 *
 * @param {string} code
 * @returns {Board | null}
 */
export function readCode(code) {
  const colon = code.lastIndexOf(":");
  const shape = /^(\d+)x(\d+)$/.exec(code.slice(0, Math.max(0, colon)));
  if (colon >= 0 && !shape) return null;
  const rules = shape ? boxRules(Number(shape[1]), Number(shape[2])) : boxRules(3, 3);
  const cells = [...code.slice(colon + 1)];
  if (rules.size > 36 || cells.length !== rules.size ** 2) return null;
  const givens = cells.map((char) => (char === "." || char === "0" ? 0 : digitOf(char, rules.size) || -1));
  return givens.includes(-1) ? null : { rules, givens };
}
