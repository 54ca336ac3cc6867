/**
 * The kinds of constraints that can be placed on the board: how each is placed, what it looks like, how it is written.
 *
 * A kind that is not here can still be read from text and links.
 */

/** @typedef {import("../board/clues.js").Mark} Mark */
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
 * @property {(choice: Choice) => string} text the notation
 * @property {(choice: Choice) => Mark[]} marks
 */

/** @type {Record<Gesture, [least: number, most: number]>} */
const COUNTS = { cells: [1, 1296], path: [2, 1296], cell: [1, 1], pair: [2, 2], square: [4, 4], groups: [2, 1296], pill: [2, 2], line: [1, 1], sides: [1, 1], diagonal: [1, 1] };

/** @param {Gesture} gesture @param {string} word @param {(choice: Choice) => Mark[]} marks @param {Partial<Kind>} [more] @returns {Kind} */
function kind(gesture, word, marks, more = {}) {
  const text = (/** @type {Choice} */ { cells, value }) => `${word}:${value && `${value}=`}${cells.join("")}`;
  return { word, id: word, gesture, value: "", text, marks, ...more };
}

/** @param {string} word @param {string} [role] @param {Partial<Kind>} [more] */
const path = (word, role = word, more = {}) => kind("path", word, ({ cells }) => [{ mark: "line", role, cells }], more);

/** @param {string} word @param {string} role */
const ended = (word, role) =>
  kind("path", word, ({ cells }) => [{ mark: "line", role, cells }, { mark: "bulb", role, cells: cells.slice(0, 1) }, { mark: "bulb", role, cells: cells.slice(-1) }]);

/** @param {string} word @param {Partial<Kind>} [more] */
const dot = (word, more = {}) => kind("pair", word, ({ cells, value }) => (cells.length > 1 ? [{ mark: "dot", role: word, cells, label: value }] : []), more);

/** @param {string} word @param {Gesture} [gesture] */
const badge = (word, gesture = "cells") => kind(gesture, word, ({ cells }) => cells.map((cell) => ({ mark: "badge", role: word, cell })));

/** @param {string} word @param {string} label */
const groups = (word, label) =>
  kind("groups", word, (choice) => choice.groups.map((cells) => ({ mark: "outline", role: "clone", cells, label })), {
    text: (choice) => `${word}:${choice.groups.map((cells) => cells.join("")).join("/")}`,
  });

/** Return how many steps along rows and columns lie between two cells. @param {string} one @param {string} other */
function apart(one, other) {
  const [[a = 0, b = 0], [c = 0, d = 0]] = /** @type {[number[], number[]]} */ ([one, other].map((cell) => (cell.match(/\d+/g) ?? []).map(Number)));
  return Math.abs(a - c) + Math.abs(b - d);
}

/** Return a pill, and the arrow that leaves its cell nearest to the line, of several the last. @param {Choice} choice @returns {Mark[]} */
function pillArrow({ groups: [pill = [], line = []] }) {
  /** @type {Mark[]} */
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

/** @param {Gesture} gesture @param {string} word @param {string} role @returns {Kind} */
function outside(gesture, word, role) {
  return kind(gesture, word, (choice) => [{ mark: "outside", role, line: lineOf(choice), side: choice.side, label: choice.value || "?" }], {
    value: "required",
    text(choice) {
      const [name, number] = lineOf(choice);
      return `${word}:${choice.value}=${name === "row" ? "r" : "c"}${number}${gesture === "sides" ? `=${choice.side}` : ""}`;
    },
  });
}

/** Return the mark of a little killer, which stands one step before its first cell. @param {Choice} choice @returns {Mark[]} */
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

/** @type {Kind[]} */
const AREAS = [
  kind("cells", "killer", ({ cells, value }) => [{ mark: "outline", role: "cage", cells, label: value }], { value: "optional" }),
  kind("cells", "different", ({ cells }) => [{ mark: "outline", role: "region", cells }]),
  badge("odd"),
  badge("even"),
  badge("minimum", "cell"),
  badge("maximum", "cell"),
  groups("clone", ""),
  groups("equalsums", "="),
  kind("path", "lunchbox", ({ cells, value }) => [{ mark: "line", role: "lunchbox", cells }, { mark: "outline", role: "cage", cells, label: value }], { value: "required" }),
  kind("cells", "countingcircles", ({ cells }) => cells.map((cell) => ({ mark: "bulb", role: "counting", cells: [cell] }))),
];

/** @type {Kind[]} */
const LINES = [
  kind("path", "thermo", ({ cells }) => [{ mark: "line", role: "thermo", cells }, { mark: "bulb", role: "thermo", cells: cells.slice(0, 1) }]),
  kind("path", "thermo", ({ cells }) => [{ mark: "line", role: "slow_thermo", cells }, { mark: "bulb", role: "slow_thermo", cells: cells.slice(0, 1) }], {
    id: "slow_thermo",
    text: ({ cells }) => `thermo:slow=${cells.join("")}`,
  }),
  kind("path", "arrow", ({ cells }) => [{ mark: "line", role: "arrow", cells }, { mark: "bulb", role: "arrow", cells: cells.slice(0, 1) }], {
    text: ({ cells: [circle, ...line] }) => `arrow:${circle}=${line.join("")}`,
  }),
  kind("pill", "pillarrow", pillArrow, { text: ({ groups: [pill = [], line = []] }) => `pillarrow:${pill.join("")}=${line.join("")}` }),
  ended("doublearrow", "double_arrow"),
  path("whisper", "whisper", { value: "optional" }),
  path("renban"),
  path("palindrome"),
  path("regionsum", "region_sum"),
  path("sumline", "sum_line", { value: "required" }),
  ended("between", "between"),
  ended("lockout", "lockout"),
  path("zipper"),
  path("modular", "modular", { value: "optional" }),
  path("entropic"),
  path("nabner"),
];

/** @type {Kind[]} */
const DOTS = [
  dot("white", { value: "optional" }),
  dot("black", { value: "optional" }),
  dot("x"),
  dot("v"),
  dot("greater"),
  kind("square", "quadruple", ({ cells, value }) => (cells.length === 4 ? [{ mark: "dot", role: "quadruple", cells, label: [...value].join(" ") || "?" }] : []), { value: "required" }),
];

/** @type {Kind[]} */
const OUTSIDE = [
  outside("line", "sandwich", "sandwich"),
  outside("sides", "xsum", "xsum"),
  outside("sides", "skyscraper", "skyscraper"),
  outside("sides", "hiddenskyscraper", "hiddenskyscraper"),
  outside("sides", "numberedroom", "numberedroom"),
  kind("diagonal", "littlekiller", littleKiller, {
    value: "required",
    text: ({ cells, value, direction }) => `littlekiller:${value}=${cells[0]}=${direction.replace(" ", "-")}`,
  }),
];

export const GROUPS = Object.freeze({ areas: AREAS, lines: LINES, dots: DOTS, outside: OUTSIDE });

/** The kinds for the whole board, each with a switch. */
export const SWITCHES = ["antiknight", "antiking", "antitaxicab", "nonconsecutive", "diagonalnonconsecutive", "strictkropki", "strictxv", "entropy", "modulo"];

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
