/**
 * What a step on a board that is not classic says in words: its `basis` and `facts`, from which every reader makes the
 * sentences. The same values as nonet/steps/facts.py for steps without chains and constraints.
 */

import { cellName, digitsOf } from "./cells.js";

/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {{kind: string, parts: Record<string, any>}} Value */

const ROLES = ["cause", "target", "pivot", "pincer", "base", "cover", "fin", "colour-a", "colour-b", "start", "end", "extra"];
const SETS = ["base", "cover", "pincer", "fin"];
const NUMBERED = ["row", "column", "box", "region", "window", "group"];
/** @type {Record<string, number>} */
const SIZES = { x_wing: 2, swordfish: 3, jellyfish: 4 };

/** @type {(kind: string, parts: Record<string, any>) => Value} */
const value = (kind, parts) => ({ kind, parts });

/** @param {number} mask */
const digitList = (mask) => digitsOf(mask).map((n) => value("digit", { n }));

/** Return a house by its name. @param {string} name */
function houseValue(name) {
  const [, kind = "", number = ""] = /^(\S+) (\d+)$/.exec(name) ?? [];
  if (NUMBERED.includes(kind)) return value("house", { kind, n: Number(number) });
  if (name === "diagonal down" || name === "diagonal up") return value("house", { kind: name.replace(" ", "_") });
  return value("house", { kind: "named", name });
}

/** Return houses, those of one kind together. @param {number[]} indices @param {Rules} rules */
function housesValue(indices, rules) {
  /** @type {Map<string, number[]>} */
  const kinds = new Map();
  for (const index of [...indices].sort((a, b) => a - b)) {
    const [, kind = "", number] = /^(\S+) (\d+)$/.exec(rules.houses[index]?.name ?? "") ?? [];
    if (number) kinds.set(kind, [...(kinds.get(kind) ?? []), Number(number)]);
  }
  return [...kinds].map(([kind, n]) => value("houses", { kind, n }));
}

/** Return a step as JSON with what only boards that are not classic need. @param {Record<string, any>} object @param {Step} step @param {Rules} rules */
export function withFacts(object, step, rules) {
  const { unseen } = step;
  const cells = (unseen ?? []).map((cell) => cellName(cell, rules.size));
  const basis = { constraints: [], cells, total: null, combinations: [], outside: [], sums: [] };
  return { ...object, ...(unseen ? { basis } : {}), facts: factsOf(step, rules) };
}

/** Return the values for the messages about a step. @param {Step} step @param {Rules} rules @returns {Record<string, any>} */
function factsOf(step, rules) {
  const { size } = rules;
  const cellValue = (/** @type {number} */ cell) => value("cell", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 });
  const group = (/** @type {number[]} */ cells, /** @type {number} */ mask, /** @type {string} */ kind) =>
    value(kind, { cells: [...cells].sort((a, b) => a - b).map(cellValue), digits: digitList(mask) });
  const { places } = step;
  const unseen = (step.unseen ?? []).map(cellValue);
  const removes = [...step.removes].filter(([cell]) => cell !== places?.cell);
  /** @type {Map<number, number[]>} */
  const alike = new Map();
  for (const [cell, mask] of removes) alike.set(mask, [...(alike.get(mask) ?? []), cell]);
  const removed = [...alike].map(([mask, cells]) => group(cells, mask, "removed"));
  const short = size < 10 ? "removed" : "removed.numbers"; // on a large board, 12 is not 1 and 2
  const digit = places && value("digit", { n: places.digit });
  const placed = places ? [value("candidate", { cell: cellValue(places.cell), on: true, digit })] : [];
  const names = step.houses.map((house) => houseValue(rules.houses[house]?.name ?? ""));
  return {
    kind: step.kind,
    rating: step.rating.toFixed(1),
    complexity: 0,
    places: places !== null,
    placed,
    removed,
    removes: removed.length > 0,
    removed_cells: removes.map(([cell]) => cellValue(cell)),
    removed_digits: digitList(removes.reduce((all, [, mask]) => all | mask, 0)),
    outcome: [...placed, ...removed],
    changes: [...placed, ...removes.map(([cell, mask]) => group([cell], mask, short))],
    proves: "none",
    ...(places ? { cell: cellValue(places.cell), digit } : {}),
    ...Object.fromEntries(names.map((house, at) => [at ? `house${at + 1}` : "house", house])),
    ...{ basis: unseen, basis_place: unseen, outside: [], total: 0, is_less: false, combinations: [] },
    ...{ all_houses: housesValue(step.houses, rules), houses_sum: 0, known_sum: 0, rule: "" },
    ...{ has_clues: false, clue_kinds: [], has_other: false, other_cell: "", other_digits: [] },
    ...{ line_bounds: [], sum_bounds: [], are_beside: false, between: [], cycles: [] },
    ...marked(step, cellValue, group),
    ...linked(step, cellValue),
    ...singled(step, rules),
    ...fish(step, rules, cellValue),
  };
}

/** @typedef {(cell: number) => Value} CellValue */
/** @typedef {(cells: number[], mask: number, kind: string) => Value} GroupValue */

/** @param {number[]} masks */
const union = (masks) => masks.reduce((all, mask) => all | mask, 0);

/** Return what the marks say, role by role. @param {Step} step @param {CellValue} cellValue @param {GroupValue} group */
function marked(step, cellValue, group) {
  /** @type {Record<string, any>} */
  const found = {};
  /** @type {(role: string) => Map<number, number>} */
  const byCell = (role) => {
    const cells = new Map();
    for (const mark of step.marks) if (mark.role === role) cells.set(mark.cell, (cells.get(mark.cell) ?? 0) | mark.mask);
    return cells;
  };
  for (const role of ROLES) {
    const cells = byCell(role);
    const order = role === "base" ? [...cells.keys()] : [...cells.keys()].sort((a, b) => a - b);
    const name = role.replace("-", "_");
    const marks = order.map((cell) => group([cell], cells.get(cell) ?? 0, "mark"));
    found[name] = value("marks", { cells: order.map(cellValue), digits: digitList(union([...cells.values()])), marks });
    found[`has_${name}`] = cells.size > 0;
  }
  const [base = 0, cause = 0, extra = 0] = ["base", "cause", "extra"].map((role) => union([...byCell(role).values()]));
  const inside = [...byCell("cause").keys()].some((cell) => step.removes.has(cell));
  const last = (/** @type {string} */ role) => [...step.marks].reverse().find((mark) => mark.role === role)?.mask ?? 0;
  found["branches"] = step.marks.filter(({ role }) => role === "pincer").map(({ cell, mask }) => {
    const digits = digitList(mask & last("pivot") & ~last("target"));
    return value("branch", { digits, cell: cellValue(cell), target: digitList(last("target")) });
  });
  found["inside"] = inside;
  found["set_digits"] = digitList(cause | (inside ? base : extra));
  found["kept_digits"] = digitList(base & ~union([...step.removes.values()]));
  return found;
}

/** Return the sets of marks that follow each other. @param {Step} step @param {CellValue} cellValue */
function linked(step, cellValue) {
  /** @type {{role: string, cells: number[], mask: number}[]} */
  const sets = [];
  let last = "";
  for (const { role, cell, mask } of step.marks) {
    if (SETS.includes(role) && role !== last) sets.push({ role, cells: [], mask: 0 });
    const set = SETS.includes(role) ? sets.at(-1) : undefined;
    set?.cells.push(cell);
    if (set) set.mask |= mask;
    last = role;
  }
  // No step here has a link between sets.
  const parts = sets.slice(0, 1).map(({ cells, mask }) => ({
    ...{ cells: cells.sort((a, b) => a - b).map(cellValue), digits: digitList(mask), rest: digitList(mask) },
    ...{ link: [], is_first: true },
  }));
  return { link: [], link2: [], sets: parts.map((part) => value("set", part)), petals: parts.map((part) => value("petal", part)) };
}

/** Return what else than its causes makes a single. @param {Step} step @param {Rules} rules */
function singled(step, rules) {
  const causes = step.marks.filter(({ role }) => role === "cause");
  const held = union(causes.map(({ mask }) => mask)) | (step.places ? 1 << (step.places.digit - 1) : 0);
  const missing_digits = digitList(((1 << rules.size) - 1) & ~held);
  if (step.unseen) return { missing_digits, has_eliminated: step.unseen.length > 0 };
  const { places, board, houses: [house] } = step;
  if (!places || !board || house === undefined) return { missing_digits, has_eliminated: false };
  const rest = (rules.houses[house]?.cells ?? []).filter((cell) => !board[cell] && !causes.some((cause) => rules.sees[cause.cell]?.has(cell)));
  return { missing_digits, has_eliminated: rest.length !== 1 || rest[0] !== places.cell };
}

/** Return bases and covers, and the cells of both that lose a digit. @param {Step} step @param {Rules} rules @param {CellValue} cellValue */
function fish(step, rules, cellValue) {
  const size = SIZES[step.technique] ?? Math.floor((step.houses.length + 1) / 2);
  const [bases, covers, others] = [0, size, 2 * size].map((at) => step.houses.slice(at, at + size));
  const held = new Set((bases ?? []).flatMap((house) => rules.houses[house]?.cells ?? []));
  return {
    bases: housesValue(bases ?? [], rules),
    ...{ covers: housesValue(covers ?? [], rules), fins: [], covers2: housesValue(others ?? [], rules), fins2: [] },
    shared_cells: [...step.removes.keys()].filter((cell) => held.has(cell)).sort((a, b) => a - b).map(cellValue),
  };
}
