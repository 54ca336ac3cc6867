/**
 * Which cells form the houses of a board, and which cells see each other.
 *
 * Everything on the page that needs to know the shape of a board asks a Geometry; it is made from the Rules that the
 * server sends, and never changes.
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";

/** Return the row of a cell, from 0. @param {number} cell @param {number} size */
export const rowOf = (cell, size) => Math.floor(cell / size);

/** Return the numbers 0 to n - 1. @param {number} n */
const upTo = (n) => Array.from({ length: n }, (_, i) => i);

/** Return the rules of a board of equal boxes. @param {number} rows @param {number} columns @returns {Rules} */
export function boxRules(rows, columns) {
  const size = rows * columns;
  const regions = upTo(size ** 2).map((cell) => Math.floor(rowOf(cell, size) / rows) * rows + Math.floor((cell % size) / columns));
  const text = size === 9 && rows === 3 ? "classic" : `${rows}x${columns}`;
  return { size, text, boxes: [rows, columns], regions, extra: [] };
}

/** @param {Rules} rules @returns {Geometry} */
export function createGeometry(rules) {
  const { size, regions } = rules;
  const [count, line, all] = [size * size, upTo(size), upTo(size * size)];
  /** @param {BoardHouse["kind"]} kind @param {number[][]} lists */
  const named = (kind, lists) => lists.map((cells, at) => ({ kind, name: `${kind} ${at + 1}`, cells }));
  /** @type {BoardHouse[]} */
  const houses = [
    ...named("row", line.map((row) => line.map((i) => row * size + i))),
    ...named("column", line.map((column) => line.map((i) => i * size + column))),
    ...named(rules.boxes ? "box" : "region", upTo(Math.max(...regions) + 1).map((at) => all.filter((cell) => regions[cell] === at))),
    ...rules.extra.map((house) => ({ kind: /** @type {const} */ ("extra"), ...house })),
  ];
  const seen = all.map((cell) => new Set(rules.sees?.[cell]));
  for (const { cells } of houses) for (const cell of cells) for (const other of cells) seen[cell].add(other);
  const peers = seen.map((others, cell) => [...others].filter((other) => other !== cell).sort((a, b) => a - b));
  return { size, count, rules, houses, peers, region: regions };
}

/** The classic board. */
export const CLASSIC = createGeometry(boxRules(3, 3));

/** Return the name of a cell: r4c5. @param {number} cell @param {number} [size] */
export const cellName = (cell, size = 9) => `r${rowOf(cell, size) + 1}c${(cell % size) + 1}`;

/** Return the cell of a name, -1 if it is none on this board. @param {string} name @param {number} [size] */
export function cellIndex(name, size = 9) {
  const [row, column] = (/^r(\d+)c(\d+)$/i.exec(name) ?? []).slice(1).map((number) => Number(number) - 1);
  return row >= 0 && column >= 0 && row < size && column < size ? row * size + column : -1;
}

/** Return the symbols of all digits. @param {number} size */
export const symbolsOf = (size) => (size <= 9 ? "123456789" : LETTERS).slice(0, size);

/** Return the symbol of a digit: 1-9, and letters on boards larger than 9x9. @param {number} digit @param {number} size */
export const digitSymbol = (digit, size) => (size <= 9 ? String(digit) : (LETTERS[digit - 1] ?? "?"));

/** Return the digit that a key stands for, 0 if it is none on this board. @param {string} key @param {number} size */
export function digitOf(key, size) {
  if ([...key].length !== 1) return 0;
  if (size > 9) return symbolsOf(size).indexOf(size <= 26 ? key.toUpperCase() : key) + 1;
  const value = digitValue(key);
  return value > 0 && value <= size ? value : 0;
}

/** Return the value of a digit of any script, -1 for another character. @param {string} char */
export function digitValue(char) {
  const code = char.codePointAt(0) ?? 0;
  if (!isDecimal(code)) return -1;
  // The ten digits of a script follow each other from a code that ends with 0 or with 6.
  const last = code % 16;
  const value = isDecimal(code - last) ? last : last - 6;
  return value >= 0 && value <= 9 ? value : -1;
}

/** @param {number} code */
const isDecimal = (code) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Return the digits of a mask in ascending order. @param {number} mask */
export function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask; digit++, mask >>>= 1) if (mask & 1) digits.push(digit);
  return digits;
}

/** Whether a mask has a digit. Masks of the largest boards have more bits than the bitwise operators know. @param {number} mask @param {number} digit */
export const hasDigit = (mask, digit) => Math.floor(mask / 2 ** (digit - 1)) % 2 === 1;

/**
 * Return the digits of a drawn grid of candidates: a lone candidate that no peer has is placed.
 * @param {readonly number[]} masks @param {readonly (readonly number[])[]} peers
 */
export function settled(masks, peers) {
  return masks.map((mask, cell) => {
    const digit = mask ? Math.log2(mask) + 1 : 0;
    const isAlone = Number.isInteger(digit) && !peers[cell].some((peer) => hasDigit(masks[peer], digit));
    return isAlone ? digit : 0;
  });
}

/** Return how the candidates stand in a cell: columns and rows. @param {number} size @returns {[number, number]} */
export function markShape(size) {
  const columns = Math.ceil(Math.sqrt(size));
  return [columns, Math.ceil(size / columns)];
}

/**
 * Return the centre of a candidate on the overlay, whose cells have a side of 100.
 *
 * @param {number} cell
 * @param {number} digit 0 is the centre of the cell
 * @param {number} size
 * @returns {{x: number, y: number}}
 */
export function spotAt(cell, digit, size) {
  const left = (cell % size) * 100;
  const top = rowOf(cell, size) * 100;
  if (digit === 0) return { x: left + 50, y: top + 50 };
  const [columns, rows] = markShape(size);
  const column = (digit - 1) % columns;
  const row = Math.floor((digit - 1) / columns);
  // The candidates keep away from the frame of the cell.
  return { x: left + 6 + (88 * (column + 0.5)) / columns, y: top + 6 + (88 * (row + 0.5)) / rows };
}
