// Moves as text, and what a player has entered on a board: the twin of nonet/game/moves.py, which describes the tokens.
// The two are held equal by a test that plays random games with both. No DOM here.

/** @typedef {{kind: string, cell: number, number: number, value: number, other: [number, number]}} Token */

/** What is wrong with a token, a move or a save file, in one sentence. */
export class GameError extends Error {}

/** The number of colours for cells and candidates. */
export const COLOURS = 9;

/**
 * What is on the board. `centre`, `corner` and `colours` hold a mask for each cell: bit `n - 1` is digit or colour `n`.
 * `candidates` maps "cell.digit" to a colour; `lines` holds the two candidates of each line, the lower one first, and its colour.
 */
export class Entries {
  /** @param {number} size @param {readonly number[]} digits */
  constructor(size, digits) {
    this.size = size;
    this.digits = [...digits];
    this.centre = digits.map(() => 0);
    this.corner = digits.map(() => 0);
    this.colours = digits.map(() => 0);
    /** @type {Map<string, number>} */
    this.candidates = new Map();
    /** @type {Map<string, [number, number, number, number, number]>} */
    this.lines = new Map();
  }

  /** Return the coloured candidates as [cell, digit, colour], in order. @returns {number[][]} */
  get colouredCandidates() {
    const found = [...this.candidates].map(([key, colour]) => [...key.split(".").map(Number), colour]);
    return found.sort(compare);
  }

  /** Return the lines as [cell, digit, cell, digit, colour], in order. @returns {number[][]} */
  get drawnLines() {
    return [...this.lines.values()].sort(compare);
  }
}

/** Compare lists of numbers as Python compares tuples. @param {number[]} a @param {number[]} b */
export function compare(a, b) {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

// -- text ---------------------------------------------------------------------------------------

const CELL = "r([1-9][0-9]?)c([1-9][0-9]?)";
const NUMBER = "(0|[1-9][0-9]?)";
const DIGIT = new RegExp(`^${CELL}=${NUMBER}$`);
const MARK = new RegExp(`^${CELL}([+-])([#^]?)${NUMBER}$`);
const CANDIDATE = new RegExp(`^${CELL}\\.${NUMBER}#${NUMBER}$`);
const LINE = new RegExp(`^(!?)${CELL}\\.${NUMBER}~${CELL}\\.${NUMBER}(?:#${NUMBER})?$`);
/** @type {Record<string, string>} */
const KINDS = { "": "centre", "^": "corner", "#": "colour" };
/** @type {Record<string, string>} */
const SIGNS = { centre: "", corner: "^", colour: "#" };

/** @param {string} kind @param {number} cell @param {number} number @param {number} [value] @returns {Token} */
export function token(kind, cell, number, value = 1) {
  return { kind, cell, number, value, other: [0, 0] };
}

/** @param {string} text @param {number} size @returns {Token} */
export function parseToken(text, size) {
  /** @param {string} row @param {string} column */
  const cell = (row, column) => {
    if (+row > size || +column > size) {
      throw new GameError(`'${text}': r${row}c${column} is outside the ${size}x${size} board`);
    }
    return (+row - 1) * size + +column - 1;
  };
  /** @param {string} number @param {number} [least] */
  const digit = (number, least = 1) => ranged(text, "digit", number, least, size);
  /** @param {string} number @param {number} [least] */
  const colour = (number, least = 1) => ranged(text, "colour", number, least, COLOURS);
  let m = DIGIT.exec(text);
  if (m) return token("digit", cell(m[1], m[2]), digit(m[3], 0));
  m = MARK.exec(text);
  if (m) {
    const kind = KINDS[m[4]];
    const read = kind === "colour" ? colour : digit;
    return token(kind, cell(m[1], m[2]), read(m[5]), m[3] === "+" ? 1 : 0);
  }
  m = CANDIDATE.exec(text);
  if (m) return token("candidate", cell(m[1], m[2]), digit(m[3]), colour(m[4], 0));
  m = LINE.exec(text);
  if (m) {
    /** @type {[number, number][]} */
    const ends = [
      [cell(m[2], m[3]), digit(m[4])],
      [cell(m[5], m[6]), digit(m[7])],
    ];
    ends.sort(compare);
    if (!compare(ends[0], ends[1])) throw new GameError(`'${text}': expected two candidates, found one twice`);
    const value = m[1] ? 0 : colour(m[8] ?? "1");
    return { kind: "line", cell: ends[0][0], number: ends[0][1], value, other: ends[1] };
  }
  throw new GameError(`expected a token such as r1c1=5, r1c1+5 or r1c1+#3, found '${text}'`);
}

/** @param {string} text @param {string} what @param {string} number @param {number} least @param {number} most */
function ranged(text, what, number, least, most) {
  if (+number < least || +number > most) {
    throw new GameError(`'${text}': expected a ${what} ${least}-${most}, found ${number}`);
  }
  return +number;
}

/** @param {Token} token @param {number} size */
export function formatToken({ kind, cell, number, value, other }, size) {
  /** @param {number} index */
  const name = (index) => `r${Math.floor(index / size) + 1}c${(index % size) + 1}`;
  if (kind === "digit") return `${name(cell)}=${number}`;
  if (kind === "candidate") return `${name(cell)}.${number}#${value}`;
  if (kind === "line") return `${value ? "" : "!"}${name(cell)}.${number}~${name(other[0])}.${other[1]}${value > 1 ? `#${value}` : ""}`;
  return `${name(cell)}${value ? "+" : "-"}${SIGNS[kind]}${number}`;
}

/** @param {string} text @param {number} size @returns {Token[]} */
export function parseMove(text, size) {
  return text ? text.split(",").map((part) => parseToken(part, size)) : [];
}

/** @param {Token[]} tokens @param {number} size */
export function formatMove(tokens, size) {
  return tokens.map((one) => formatToken(one, size)).join(",");
}

// -- changes ------------------------------------------------------------------------------------

/** @param {Entries} entries @param {string} kind @returns {number[]} */
export function masksOf(entries, kind) {
  return kind === "centre" ? entries.centre : kind === "corner" ? entries.corner : entries.colours;
}

/**
 * Change the entries by a token; return the token that takes the change back. Throws GameError if the token changes a
 * given or changes nothing; then the entries stay as they are.
 * @param {Entries} entries @param {Token} token @param {readonly number[]} givens @returns {Token}
 */
export function change(entries, { kind, cell, number, value, other }, givens) {
  const back = { kind, cell, number, value, other };
  if (givens[cell] && (kind === "digit" || kind === "centre" || kind === "corner")) {
    throw new GameError(`'${formatToken(back, entries.size)}': the cell is a given`);
  }
  let same = false;
  if (kind === "digit") {
    back.number = entries.digits[cell];
    same = back.number === number;
    entries.digits[cell] = number;
  } else if (kind === "candidate") {
    const key = `${cell}.${number}`;
    back.value = entries.candidates.get(key) ?? 0;
    same = back.value === value;
    if (value) entries.candidates.set(key, value);
    else entries.candidates.delete(key);
  } else if (kind === "line") {
    const key = `${cell}.${number}~${other.join(".")}`;
    back.value = entries.lines.get(key)?.[4] ?? 0;
    same = back.value === value;
    if (value) entries.lines.set(key, [cell, number, ...other, value]);
    else entries.lines.delete(key);
  } else {
    const masks = masksOf(entries, kind);
    const bit = 1 << (number - 1);
    back.value = masks[cell] & bit ? 1 : 0;
    same = back.value === value;
    masks[cell] = value ? masks[cell] | bit : masks[cell] & ~bit;
  }
  if (same) throw new GameError(`'${formatToken(back, entries.size)}': the token changes nothing`);
  return back;
}

/** Return the tokens that turn one mask of a cell into another. @param {string} kind @param {number} cell
 * @param {number} before @param {number} after @returns {Token[]} */
export function markChanges(kind, cell, before, after) {
  const found = [];
  for (let number = 1, rest = before ^ after; rest; number += 1, rest >>>= 1) {
    if (rest & 1) found.push(token(kind, cell, number, (after >> (number - 1)) & 1));
  }
  return found;
}

/** Return the tokens that turn one set of entries into another, by cells, then candidates, then lines.
 * @param {Entries} before @param {Entries} after @returns {Token[]} */
export function difference(before, after) {
  /** @type {Token[]} */
  const found = [];
  before.digits.forEach((digit, cell) => {
    if (digit !== after.digits[cell]) found.push(token("digit", cell, after.digits[cell]));
    for (const kind of ["centre", "corner", "colour"]) {
      found.push(...markChanges(kind, cell, masksOf(before, kind)[cell], masksOf(after, kind)[cell]));
    }
  });
  const keys = new Set([...before.candidates.keys(), ...after.candidates.keys()]);
  for (const [cell, number] of [...keys].map((key) => key.split(".").map(Number)).sort(compare)) {
    const colour = after.candidates.get(`${cell}.${number}`) ?? 0;
    if (colour !== (before.candidates.get(`${cell}.${number}`) ?? 0)) {
      found.push(token("candidate", cell, number, colour));
    }
  }
  const changed = new Map([...before.lines, ...after.lines]);
  for (const [key, [cell, number, other, last]] of [...changed].sort((a, b) => compare(a[1], b[1]))) {
    const value = after.lines.get(key)?.[4] ?? 0;
    if (value !== (before.lines.get(key)?.[4] ?? 0)) found.push({ kind: "line", cell, number, value, other: [other, last] });
  }
  return found;
}
