/**
 * The kinds of constraints that can be placed on the board, from the rows of kind_rows.js: their draft, and their notation,
 * which is written, and taken apart again so that it can be changed.
 *
 * A kind that is not there can still be read from text and links.
 */

import { ROWS } from "./kind_rows.js";

export { SWITCHES } from "./kind_rows.js";

/** @typedef {import("./kind_rows.js").Row} Row */
/**
 * How cells are chosen: any `cells`; a `path` in its order; one `cell`; a `pair` of neighbours; a `square` of four; a
 * `line` from outside of the board, from one of its `sides`; a `diagonal` from outside; several `groups` of cells; a
 * `pill` of cells and then a line.
 * @typedef {keyof typeof COUNTS} Gesture
 */
/**
 * @typedef {object} Choice what the person has chosen
 * @property {string[]} cells
 * @property {string[][]} groups
 * @property {string} value
 * @property {"left" | "right" | "top" | "bottom"} side
 * @property {string} direction "down right"
 * @property {number} size of the board
 *
 * @typedef {Omit<Row, "text" | "marks"> & {pattern: RegExp, text: (choice: Choice) => string, marks: (choice: Choice) => ClueMark[]}} Kind
 *   `text` is its notation
 */

/** How many cells or groups are chosen, at least and at most. */
const COUNTS = {
  cells: [1, Infinity], path: [2, Infinity], cell: [1, 1], pair: [2, 2], square: [4, 4],
  groups: [2, Infinity], pill: [2, 2], line: [1, 1], sides: [1, 1], diagonal: [1, 1],
};

/** Which of the chosen cells the marks of a row have, a list for each mark. @type {Record<string, (choice: Choice) => string[][]>} */
const PICKS = {
  all: ({ cells }) => [cells],
  first: ({ cells }) => [cells.slice(0, 1)],
  last: ({ cells }) => [cells.slice(-1)],
  each: ({ cells }) => cells.map((cell) => [cell]),
  groups: ({ groups }) => groups,
};

/** Return the row and the column of a cell. @param {string} [cell] */
const placeOf = (cell = "r1c1") => cell.slice(1).split("c").map(Number);

/** Whether a side of the board looks at rows. @param {Choice["side"]} side */
export const isLevel = (side) => side === "left" || side === "right";

/** Return the row or column of a place that a side of the board looks at. @param {Choice["side"]} side @param {number[]} place @returns {["row" | "column", number]} */
const lineAt = (side, [row, column]) => (isLevel(side) ? ["row", row] : ["column", column]);

/** Return the marks of a row. @param {Row} row @param {Choice} choice @returns {ClueMark[]} */
function draft({ gesture, marks }, choice) {
  if ((gesture === "pair" || gesture === "square") && choice.cells.length < COUNTS[gesture][0]) return [];
  const label = gesture === "square" ? [...choice.value].join(" ") || "?" : choice.value;
  return marks.flatMap(({ cells: pick, ...mark }) => {
    const shown = mark.label === "{value}" ? { ...mark, label } : mark;
    return (PICKS[pick]?.(choice) ?? []).map((cells) => /** @type {ClueMark} */ (mark.mark === "badge" ? { ...shown, cell: cells[0] } : { ...shown, cells }));
  });
}

/** Return the notation of a row. @param {Row} row @param {Choice} choice */
function textOf({ text }, { cells, groups, value, side, direction }) {
  const [line, number] = lineAt(side, placeOf(cells[0]));
  const [pill = [], tail = []] = groups;
  /** @type {Record<string, string | undefined>} */
  const chosen = {
    value,
    side,
    cells: cells.join(""),
    first: cells[0],
    rest: cells.slice(1).join(""),
    groups: groups.map((group) => group.join("")).join("/"),
    pill: pill.join(""),
    tail: tail.join(""),
    line: `${line[0]}${number}`,
    direction: direction.replace(" ", "-"),
  };
  return text.replace("{value}=", value && "{value}=").replace(/\{(\w+)\}/g, (_, name) => chosen[name] ?? "");
}

/** Return a pill, and the arrow that leaves its cell nearest to the line, of several the last. @param {Choice} choice @returns {ClueMark[]} */
function pillArrow({ groups: [pill = [], line = []] }) {
  /** @type {ClueMark} */
  const bulb = { mark: "bulb", role: "pill", cells: pill };
  if (!line.length) return [bulb];
  const [row, column] = placeOf(line[0]);
  const steps = pill.map(placeOf).map(([r, c]) => Math.abs(r - row) + Math.abs(c - column));
  const exit = pill[steps.lastIndexOf(Math.min(...steps))];
  return [{ mark: "line", role: "arrow", cells: [exit, ...line] }, bulb];
}

/** Return the number beside a line of the board. @param {Row} row @param {Choice} choice @returns {ClueMark[]} */
function outside({ word: role }, { cells, side, value }) {
  return [{ mark: "outside", role, line: lineAt(side, placeOf(cells[0])), side, label: value || "?" }];
}

/** Return the mark of a little killer, which is one step before its first cell. @param {Choice} choice @returns {ClueMark[]} */
function littleKiller({ cells, value, direction, size }) {
  const [r, c] = placeOf(cells[0]);
  const [row, column] = [r - (direction.includes("down") ? 1 : -1), c - (direction.includes("right") ? 1 : -1)];
  const side = row < 1 ? "top" : row > size ? "bottom" : column < 1 ? "left" : "right";
  return [{ mark: "outside", role: "little_killer", line: lineAt(side, [row, column]), side, label: value || "?", direction }];
}

/** What makes the marks of the gestures that have none in their rows. @type {Partial<Record<Gesture, (row: Row, choice: Choice) => ClueMark[]>>} */
const DRAFTS = { pill: (_, choice) => pillArrow(choice), diagonal: (_, choice) => littleKiller(choice), line: outside, sides: outside };

const CELLS = "(?:r\\d+c\\d+)+";
/** The text in the notation for each part of a choice. @type {Record<string, string>} */
const PARTS = { groups: `${CELLS}(?:/${CELLS})*`, line: "[rc]\\d+", side: "left|right|top|bottom", direction: "[a-z-]+" };

/** @param {Row} row @returns {Kind} */
function kindOf(row) {
  const marks = DRAFTS[row.gesture] ?? draft;
  const form = row.text.replace("{value}=", "(?:(?<value>[^=]+)=)?").replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${PARTS[name] ?? CELLS})`);
  return { ...row, pattern: new RegExp(`^${form}$`), text: (choice) => textOf(row, choice), marks: (choice) => marks(row, choice) };
}

/** By their groups in the palette. */
export const GROUPS = Object.fromEntries(Object.entries(ROWS).map(([group, rows]) => [group, rows.map(kindOf)]));

/** All kinds, in the order of the palette. */
export const KINDS = Object.values(GROUPS).flat();

/** @param {string} text */
const cellsIn = (text) => text.match(/r\d+c\d+/g) ?? [];

/** Return the kind of a constraint and what is chosen in it, null if it is not in the palette. @param {string} text @param {number} size @returns {{kind: Kind, choice: Choice} | null} */
export function readNotation(text, size) {
  const kind = KINDS.find(({ pattern }) => pattern.test(text));
  const found = kind?.pattern.exec(text)?.groups;
  if (!found) return null;
  const { value = "", cells, first, rest = "", groups, pill, tail, line, direction = "" } = found;
  const chosen = line ? [`r${line.slice(1)}c${line.slice(1)}`] : cellsIn(cells ?? `${first ?? ""}${rest}`);
  const many = groups?.split("/").map(cellsIn) ?? (pill ? [cellsIn(pill), cellsIn(tail)] : [chosen]);
  const side = /** @type {Choice["side"]} */ (found["side"] ?? (line?.startsWith("c") ? "top" : "left"));
  return { kind, choice: { cells: many.flat(), groups: many, value, side, direction: direction.replace("-", " "), size } };
}

/** Gestures that choose the same, so that a constraint can become one of another kind. */
const ALIKE = [["cells", "path"], ["line", "sides"]];

/** Return the kinds that a constraint of a kind can become. @param {Kind} kind */
export function kindsLike({ gesture }) {
  const alike = ALIKE.find((some) => some.includes(gesture)) ?? [gesture];
  return KINDS.filter((each) => alike.includes(each.gesture));
}

/** Whether a kind's clue is outside of the board. @param {Kind} kind */
export const isOutside = ({ gesture }) => gesture === "line" || gesture === "sides" || gesture === "diagonal";

/** Whether a kind always has as many cells as it has now, so that a number completes it. @param {Kind} kind */
export const isFixed = ({ gesture }) => COUNTS[gesture][0] === COUNTS[gesture][1] && gesture !== "pill";

/** Whether a kind needs several groups of cells. @param {Kind} kind */
export const isGrouped = ({ gesture }) => gesture === "groups" || gesture === "pill";

/** Whether enough is chosen for a constraint. @param {Kind} kind @param {Choice} choice */
export function isComplete(kind, choice) {
  const [least, most] = COUNTS[kind.gesture];
  const { length } = isGrouped(kind) ? choice.groups : choice.cells;
  return length >= least && length <= most && (kind.value !== "required" || choice.value !== "");
}
