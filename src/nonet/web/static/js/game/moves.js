// Moves as text, and what a player has entered on a board. nonet/game/moves.py describes the tokens; a test plays random
// games with both. No DOM here.

import { cellIndex, cellName, digitsOf } from "../board/geometry.js";
import { COLOURS, SIGNS, TOKENS } from "./form.js";

/** @typedef {{kind: "digit" | Mark | Drawn, cell: number, number: number, value: number, other: [number, number]}} Token */

/** What is wrong with a token, a move or a save file, in one sentence. */
export class GameError extends Error {}

/** @typedef {"centre" | "corner" | "colour"} Mark */
/** @typedef {"candidate" | "line"} Drawn */

/**
 * What is on the board. `centre`, `corner` and `colours` hold a mask for each cell: bit `n - 1` is digit or colour `n`.
 * `candidates` and `lines` hold what is coloured: a candidate, or the two candidates of a line, the lower one first, and its
 * colour, under these candidates.
 */
export class Entries {
  /** @param {number} size @param {readonly number[]} digits */
  constructor(size, digits) {
    this.size = size;
    this.digits = [...digits];
    this.centre = digits.map(() => 0);
    this.corner = digits.map(() => 0);
    this.colours = digits.map(() => 0);
    /** @type {Map<string, number[]>} */
    this.candidates = new Map();
    /** @type {Map<string, number[]>} */
    this.lines = new Map();
  }

  /** Return the masks of a kind. @param {Mark} kind */
  masks(kind) {
    return this[kind === "colour" ? "colours" : kind];
  }

  /** Return the coloured candidates or lines. @param {Drawn} kind */
  drawn(kind) {
    return kind === "line" ? this.lines : this.candidates;
  }

  /** Return what stands where a token is about: a digit, whether there is a mark, or a colour. @param {Token} token */
  at({ kind, cell, number, other }) {
    if (kind === "digit") return this.digits[cell];
    if (isDrawn(kind)) return this.drawn(kind).get(String(endsOf({ kind, cell, number, other })))?.at(-1) ?? 0;
    return (this.masks(kind)[cell] >> (number - 1)) & 1;
  }

  /** Do what a token says. @param {Token} token */
  put(token) {
    const { kind, cell, number, value } = token;
    if (kind === "digit") this.digits[cell] = number;
    else if (!isDrawn(kind)) this.masks(kind)[cell] = (this.masks(kind)[cell] & ~(1 << (number - 1))) | (value << (number - 1));
    else if (value) this.drawn(kind).set(String(endsOf(token)), [...endsOf(token), value]);
    else this.drawn(kind).delete(String(endsOf(token)));
  }

  /** Return the coloured candidates as [cell, digit, colour], in order. */
  get colouredCandidates() {
    return [...this.candidates.values()].sort(compare);
  }

  /** Return the lines as [cell, digit, cell, digit, colour], in order. */
  get drawnLines() {
    return [...this.lines.values()].sort(compare);
  }
}

/** @param {Token["kind"]} kind @returns {kind is Drawn} */
const isDrawn = (kind) => kind === "candidate" || kind === "line";

/** Return the candidates of what is coloured. @param {Pick<Token, "kind" | "cell" | "number" | "other">} token */
const endsOf = ({ kind, cell, number, other }) => (kind === "line" ? [cell, number, ...other] : [cell, number]);

/** Compare lists of numbers as Python compares tuples. @param {number[]} a @param {number[]} b */
export function compare(a, b) {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

// -- text ---------------------------------------------------------------------------------------

const MARKS = /** @type {Mark[]} */ (Object.keys(SIGNS));

/** @param {Token["kind"]} kind @param {number} cell @param {number} number @param {number} [value] @param {[number, number]} [other] @returns {Token} */
export const token = (kind, cell, number, value = 1, other = [0, 0]) => ({ kind, cell, number, value, other });

/** @param {string} text @param {number} size @returns {Token} */
export function parseToken(text, size) {
  /** @param {string} row @param {string} column */
  const cell = (row, column) => {
    const found = cellIndex(`r${row}c${column}`, size);
    if (found < 0) throw new GameError(`'${text}': r${row}c${column} is outside the ${size}x${size} board`);
    return found;
  };
  /** @param {string} number @param {number} [least] */
  const digit = (number, least = 1) => ranged(text, "digit", number, least, size);
  /** @param {string} number @param {number} [least] */
  const colour = (number, least = 1) => ranged(text, "colour", number, least, COLOURS);
  let m = TOKENS.digit.exec(text);
  if (m) return token("digit", cell(m[1], m[2]), digit(m[3], 0));
  m = TOKENS.mark.exec(text);
  if (m) {
    const [, row, column, sign, mark, number] = m;
    const kind = /** @type {Mark} */ (MARKS.find((each) => SIGNS[each] === mark));
    return token(kind, cell(row, column), (kind === "colour" ? colour : digit)(number), sign === "+" ? 1 : 0);
  }
  m = TOKENS.candidate.exec(text);
  if (m) return token("candidate", cell(m[1], m[2]), digit(m[3]), colour(m[4], 0));
  m = TOKENS.line.exec(text);
  if (m) {
    /** @type {[number, number][]} */
    const ends = [[cell(m[2], m[3]), digit(m[4])], [cell(m[5], m[6]), digit(m[7])]];
    ends.sort(compare);
    if (!compare(ends[0], ends[1])) throw new GameError(`'${text}': expected two candidates, found one twice`);
    return token("line", ...ends[0], m[1] ? 0 : colour(m[8] ?? "1"), ends[1]);
  }
  throw new GameError(`expected a token such as r1c1=5, r1c1+5 or r1c1+#3, found '${text}'`);
}

/** @param {string} text @param {string} what @param {string} number @param {number} least @param {number} most */
function ranged(text, what, number, least, most) {
  if (+number < least || +number > most) throw new GameError(`'${text}': expected a ${what} ${least}-${most}, found ${number}`);
  return +number;
}

/** @param {Token} token @param {number} size */
export function formatToken({ kind, cell, number, value, other }, size) {
  const name = cellName(cell, size);
  if (kind === "digit") return `${name}=${number}`;
  if (kind === "candidate") return `${name}.${number}#${value}`;
  if (kind !== "line") return `${name}${value ? "+" : "-"}${SIGNS[kind]}${number}`;
  return `${value ? "" : "!"}${name}.${number}~${cellName(other[0], size)}.${other[1]}${value > 1 ? `#${value}` : ""}`;
}

/** @param {string} text @param {number} size */
export const parseMove = (text, size) => (text ? text.split(",").map((part) => parseToken(part, size)) : []);

/** @param {Token[]} tokens @param {number} size */
export const formatMove = (tokens, size) => tokens.map((one) => formatToken(one, size)).join(",");

// -- changes ------------------------------------------------------------------------------------

/**
 * Change the entries by a token; return the token that takes the change back. Throws GameError if the token changes a
 * given or changes nothing; then the entries stay as they are.
 * @param {Entries} entries @param {Token} token @param {readonly number[]} givens @returns {Token}
 */
export function change(entries, token, givens) {
  const { kind, cell } = token;
  if (givens[cell] && ["digit", "centre", "corner"].includes(kind)) {
    throw new GameError(`'${formatToken(token, entries.size)}': the cell is a given`);
  }
  const field = kind === "digit" ? "number" : "value";
  const back = { ...token, [field]: entries.at(token) };
  if (back[field] === token[field]) throw new GameError(`'${formatToken(token, entries.size)}': the token changes nothing`);
  entries.put(token);
  return back;
}

/** Return the tokens that turn one mask of a cell into another. @param {Mark} kind @param {number} cell
 * @param {number} before @param {number} after @returns {Token[]} */
export function markChanges(kind, cell, before, after) {
  return digitsOf(before ^ after).map((number) => token(kind, cell, number, (after >> (number - 1)) & 1));
}

/** Return the tokens that turn one set of entries into another, by cells, then candidates, then lines.
 * @param {Entries} before @param {Entries} after @returns {Token[]} */
export function difference(before, after) {
  const inCells = after.digits.flatMap((digit, cell) => [
    ...(digit === before.digits[cell] ? [] : [token("digit", cell, digit)]),
    ...MARKS.flatMap((kind) => markChanges(kind, cell, before.masks(kind)[cell], after.masks(kind)[cell])),
  ]);
  const coloured = /** @type {Drawn[]} */ (["candidate", "line"]).flatMap((kind) => {
    const all = [...new Map([...before.drawn(kind), ...after.drawn(kind)]).values()].sort(compare);
    const tokens = all.map(([cell, number, other, last]) => token(kind, cell, number, 0, kind === "line" ? [other, last] : [0, 0]));
    return tokens.filter((one) => after.at(one) !== before.at(one)).map((one) => ({ ...one, value: after.at(one) }));
  });
  return [...inCells, ...coloured];
}
