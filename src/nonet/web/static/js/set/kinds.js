/**
 * The kinds of constraints that can be placed on the board: their text and their draft, from the rows of kind_rows.js.
 *
 * A kind that is not there can still be read from text and links.
 */

import { ROWS, SWITCHES } from "./kind_rows.js";

/** @typedef {import("./kind_rows.js").Row} Row */
/**
 * How cells are chosen: any `cells`; a `path` in its order; one `cell`; a `pair` of neighbours; a `square` of four; a
 * `line` from outside of the board, from one of its `sides`; a `diagonal` from outside; several `groups` of cells; a
 * `pill` of cells and then a line.
 * @typedef {"groups" | "pill" | "cells" | "path" | "cell" | "pair" | "square" | "line" | "sides" | "diagonal"} Gesture
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
 * @typedef {object} Kind
 * @property {string} word
 * @property {string} id the word, unless a kind can be placed in several ways
 * @property {Gesture} gesture
 * @property {"" | "optional" | "required"} value whether there is a number to type
 * @property {string} template the notation, with names in braces for what is chosen
 * @property {(choice: Choice) => string} text the notation
 * @property {(choice: Choice) => ClueMark[]} marks
 */

/** @type {Record<Gesture, [least: number, most: number]>} */
const COUNTS = { cells: [1, 1296], path: [2, 1296], cell: [1, 1], pair: [2, 2], square: [4, 4], groups: [2, 1296], pill: [2, 2], line: [1, 1], sides: [1, 1], diagonal: [1, 1] };

/** Which of the chosen cells the marks of a row have, a list for each mark. @type {Record<string, (choice: Choice) => string[][]>} */
const PICKS = {
  all: ({ cells }) => [cells],
  first: ({ cells }) => [cells.slice(0, 1)],
  last: ({ cells }) => [cells.slice(-1)],
  each: ({ cells }) => cells.map((cell) => [cell]),
  groups: ({ groups }) => groups,
};

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
function textOf(row, choice) {
  const { cells, groups, value, side, direction } = choice;
  const [line, number] = lineOf(choice);
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
  return row.text.replace("{value}=", value && "{value}=").replace(/\{(\w+)\}/g, (_, name) => chosen[name] ?? "");
}

/** Return how many steps along rows and columns lie between two cells. @param {string} one @param {string} other */
function apart(one, other) {
  const [[a = 0, b = 0], [c = 0, d = 0]] = /** @type {[number[], number[]]} */ ([one, other].map((cell) => (cell.match(/\d+/g) ?? []).map(Number)));
  return Math.abs(a - c) + Math.abs(b - d);
}

/** Return a pill, and the arrow that leaves its cell nearest to the line, of several the last. @param {Choice} choice @returns {ClueMark[]} */
function pillArrow({ groups: [pill = [], line = []] }) {
  /** @type {ClueMark[]} */
  const marks = [{ mark: "bulb", role: "pill", cells: pill }];
  const first = line[0];
  if (!first) return marks;
  const exit = pill.reduceRight((best, cell) => (apart(cell, first) < apart(best, first) ? cell : best));
  return [{ mark: "line", role: "arrow", cells: [exit, ...line] }, ...marks];
}

/** Return the row or column of the chosen cell that a side of the board looks at. @param {Choice} choice @returns {["row" | "column", number]} */
function lineOf({ cells, side }) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(cells[0] ?? "") ?? [];
  return side === "left" || side === "right" ? ["row", Number(row ?? 1)] : ["column", Number(column ?? 1)];
}

/** Return the number beside a line of the board. @param {string} role @param {Choice} choice @returns {ClueMark[]} */
const outside = (role, choice) => [{ mark: "outside", role, line: lineOf(choice), side: choice.side, label: choice.value || "?" }];

/** Return the mark of a little killer, which stands one step before its first cell. @param {Choice} choice @returns {ClueMark[]} */
function littleKiller({ cells, value, direction, size }) {
  const [, r, c] = /^r(\d+)c(\d+)$/.exec(cells[0] ?? "") ?? [];
  const row = Number(r ?? 1) - (direction.includes("down") ? 1 : -1);
  const column = Number(c ?? 1) - (direction.includes("right") ? 1 : -1);
  const label = value || "?";
  const role = "little_killer";
  if (row < 1) return [{ mark: "outside", role, line: ["column", column], side: "top", label, direction }];
  if (row > size) return [{ mark: "outside", role, line: ["column", column], side: "bottom", label, direction }];
  return [{ mark: "outside", role, line: ["row", row], side: column < 1 ? "left" : "right", label, direction }];
}

/** @param {Row} row @returns {Kind} */
function kindOf(row) {
  const gesture = /** @type {Gesture} */ (row.gesture);
  const own = { pill: pillArrow, diagonal: littleKiller, line: outside.bind(null, row.word), sides: outside.bind(null, row.word) };
  const marks = gesture in own ? own[/** @type {keyof typeof own} */ (gesture)] : draft.bind(null, row);
  return { word: row.word, id: row.id, gesture, value: /** @type {Kind["value"]} */ (row.value), template: row.text, text: textOf.bind(null, row), marks };
}

const { areas, lines, dots, outside: beside } = ROWS;
export const GROUPS = Object.freeze({ areas: areas.map(kindOf), lines: lines.map(kindOf), dots: dots.map(kindOf), outside: beside.map(kindOf) });

/** All of them, in the order of the palette. @type {readonly Kind[]} */
export const KINDS = Object.values(GROUPS).flat();

export { SWITCHES };

/** Gestures that choose the same, so that a constraint can become one of another kind. */
const ALIKE = [["cells", "path"], ["line", "sides"]];

/** Return the kinds that a constraint of a kind can become. @param {Kind} kind */
export function kindsLike({ gesture }) {
  const alike = ALIKE.find((some) => some.includes(gesture)) ?? [gesture];
  return KINDS.filter((each) => alike.includes(each.gesture));
}

/** Whether a kind's clue stands outside of the board. @param {Kind} kind */
export const isOutside = ({ gesture }) => gesture === "line" || gesture === "sides" || gesture === "diagonal";

/** Whether a kind needs several groups of cells. @param {Kind} kind */
export const isGrouped = ({ gesture }) => gesture === "groups" || gesture === "pill";

/** Whether enough is chosen for a constraint. @param {Kind} kind @param {Choice} choice */
export function isComplete(kind, choice) {
  const { gesture, value } = kind;
  const [least, most] = COUNTS[gesture];
  const count = isGrouped(kind) ? choice.groups.length : choice.cells.length;
  return count >= least && count <= most && (value !== "required" || choice.value !== "");
}
