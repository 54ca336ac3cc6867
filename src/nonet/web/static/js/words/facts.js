// The values that the messages about a step can use: its cells, digits, houses and marks, by name. The same as
// nonet/steps/facts.py, which says what each one is, from a step as the server sends it. Held equal by a test.

import { Value, revived } from "./messages.js";
import { symmetryOf } from "./symmetry.js";
import { candidate, cellIndex, cellValue, digitList, digitValue, group, houseCells, houseIndex, houseValue, housesValue, sees, statement } from "./values.js";

/** @typedef {"cause"|"target"|"pivot"|"pincer"|"base"|"cover"|"fin"|"colour-a"|"colour-b"|"start"|"end"|"extra"} Role */
/** @typedef {{cell: string, digit: number, on: boolean, cause: string, parents: number[], others?: string[], set?: string[], step?: Step}} Inference */
/** @typedef {Inference[]} Chain */
/** @typedef {{role: Role, cell: string, digits: number[]}} Mark */
/**
 * A step, as `nonet hint --json` prints it.
 * @typedef {object} Step
 * @property {string} technique
 * @property {string} [name]
 * @property {number} rating
 * @property {{cell: string, digit: number} | null} places
 * @property {Record<string, number[]>} removes
 * @property {string} [outcome]
 * @property {string[]} houses
 * @property {Mark[]} marks
 * @property {string | null} [kind]
 * @property {number} [complexity]
 * @property {Chain[]} [chains]
 * @property {{constraints: string[], cells: string[], outside: string[]}} [basis] the constraints that it rests on, and their cells
 * @property {Record<string, unknown>} [facts] the values for its messages, if the board is not classic
 */
/** @typedef {Record<string, unknown>} Facts */

/** @type {Role[]} */
export const ROLES = ["cause", "target", "pivot", "pincer", "base", "cover", "fin", "colour-a", "colour-b", "start", "end", "extra"];

/** @type {Role[]} */
const SETS = ["base", "cover", "pincer", "fin"];

const SIZES = { x_wing: 2, swordfish: 3, jellyfish: 4, squirmbag: 5, whale: 6 };

/** Return how many houses of a step are its bases: half of them, or a third of two fish with the same bases. @param {Step} step */
export function basesOf(step) {
  const known = Object.entries(SIZES).find(([name]) => step.technique.endsWith(name));
  return known ? known[1] : Math.floor((step.houses.length + 1) / 2);
}

/** Return bases, covers and fins, also of the second fish if there are two. @param {Step} step @returns {Facts} */
function fish(step) {
  const size = basesOf(step);
  const houses = step.houses.map(houseIndex);
  const bases = houses.slice(0, size);
  const held = bases.flatMap(houseCells);
  const finned = step.marks.filter((mark) => mark.role === "fin").map((mark) => cellIndex(mark.cell));
  const fins = [...new Set(finned)].sort((a, b) => a - b);
  /** @type {Facts} */
  const found = { bases: housesValue(bases) };
  for (const [number, at] of /** @type {[string, number][]} */ ([["", size], ["2", 2 * size]])) {
    const covers = houses.slice(at, at + size);
    const inside = new Set(covers.flatMap(houseCells));
    const own = fins.filter((cell) => !inside.has(cell) || held.filter((each) => each === cell).length > 1);
    found[`covers${number}`] = housesValue(covers);
    found[`fins${number}`] = covers.length ? own.map(cellValue) : [];
  }
  found.shared_cells = [...removesOf(step).keys()].filter((cell) => held.includes(cell)).map(cellValue);
  return found;
}

/** Put cells that lose the same digits together, in reading order of the first one. @param {Map<number, number[]>} removes */
function removed(removes) {
  /** @type {Map<string, {cells: number[], digits: number[]}>} */
  const groups = new Map();
  for (const [cell, digits] of removes) {
    const key = digits.join(" ");
    const found = groups.get(key);
    if (found) found.cells.push(cell);
    else groups.set(key, { cells: [cell], digits });
  }
  return [...groups.values()].map(({ cells, digits }) => group(cells, digits, "removed"));
}

/** Return what a step eliminates, by cell in reading order. @param {Step} step */
export function removesOf(step) {
  const found = Object.entries(step.removes).map(([cell, digits]) => [cellIndex(cell), [...digits].sort((a, b) => a - b)]);
  return new Map(/** @type {[number, number[]][]} */ (found).sort((a, b) => a[0] - b[0]));
}

/** @param {Inference | undefined} node */
const placeKey = (node) => (node ? `${[node.cell, ...(node.others ?? [])]}=${node.digit}` : "");

/** Return the chains of a step as they are numbered: the shortest first. @param {Step} step @returns {Chain[]} */
export const chainsOf = (step) => [...(step.chains ?? [])].sort((a, b) => a.length - b.length);

/** Return what chains prove, from their two ends: none, loop, opposite, either, contradiction, double, cell or house. @param {Step} step */
export function argumentOf(step) {
  const chains = step.chains ?? [];
  const [first] = chains;
  if (!first) return "none";
  if (chains.length === 1) {
    const end = first.at(-1);
    if (placeKey(first[0]) === placeKey(end)) return first[0]?.on === end?.on ? "loop" : "opposite";
    return end?.on && !first[0]?.on ? "either" : "opposite";
  }
  const starts = chains.map((chain) => /** @type {Inference} */ (chain[0]));
  /** @param {(node: Inference) => string} key */
  const isOne = (key) => new Set(starts.map(key)).size === 1;
  if (isOne((node) => `${placeKey(node)}=${node.on}`)) return "contradiction";
  if (isOne((node) => `${node.cell}=${node.digit}`)) return "double";
  return isOne((node) => node.cell) ? "cell" : "house";
}

/**
 * Return the values for the messages about a step, by name. `placed` are the digits of the board before the step, 0
 * where a cell is empty.
 * @param {Step} step @param {readonly number[] | null} [placed] @returns {Facts}
 */
export function factsOf(step, placed = null) {
  if (step.facts) return /** @type {Facts} */ (revived(step.facts));
  const houses = step.houses.map(houseIndex);
  const place = step.places && { cell: cellIndex(step.places.cell), digit: step.places.digit };
  const removes = removesOf(step);
  if (place) removes.delete(place.cell); // the other candidates of a cell that is filled need not be named
  const gone = removed(removes);
  const placing = place ? [candidate(place.cell, place.digit)] : [];
  /** @type {Facts} */
  const facts = {
    kind: step.kind ?? "",
    rating: step.rating.toFixed(1),
    complexity: step.complexity ?? 0,
    places: placing.length > 0,
    placed: placing,
    removed: gone,
    removes: gone.length > 0,
    removed_cells: [...removes.keys()].map(cellValue),
    removed_digits: digitList([...removes.values()].flat()),
    outcome: [...placing, ...gone],
    changes: [...placing, ...[...removes].map(([cell, digits]) => group([cell], digits, "removed"))],
    proves: argumentOf(step),
  };
  if (place) Object.assign(facts, { cell: cellValue(place.cell), digit: digitValue(place.digit) });
  houses.forEach((house, at) => (facts[at ? `house${at + 1}` : "house"] = houseValue(house)));
  Object.assign(facts, marked(step), linked(step.marks), symmetryOf(step), singled(step, placed), fish(step));
  const [first] = chainsOf(step);
  if (first) {
    const [start, end] = [/** @type {Inference} */ (first[0]), /** @type {Inference} */ (first.at(-1))];
    facts.start = statement(start);
    facts.start_true = statement(start, true);
    facts.conclusion = statement(end);
  }
  return facts;
}

/** Return what else than its causes makes a single. @param {Step} step @param {readonly number[] | null} placed @returns {Facts} */
function singled(step, placed) {
  const causes = step.marks.filter((mark) => mark.role === "cause");
  const digits = new Set(causes.flatMap((mark) => mark.digits));
  if (step.places) digits.add(step.places.digit);
  const missing = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !digits.has(digit));
  let eliminated = false;
  const [house] = step.houses;
  if (step.places && placed && house) {
    const cells = causes.map((mark) => cellIndex(mark.cell));
    const rest = houseCells(houseIndex(house)).filter((c) => !placed[c] && !cells.some((cause) => sees(c, cause)));
    eliminated = rest.length !== 1 || rest[0] !== cellIndex(step.places.cell);
  }
  return { missing_digits: digitList(missing), has_eliminated: eliminated };
}

/** Return how each pincer of a wing follows from the pivot. @param {Mark[]} marks */
function branches(marks) {
  /** @param {Role} role */
  const digitsOf = (role) => [...marks].reverse().find((mark) => mark.role === role)?.digits ?? [];
  const [pivot, target] = [digitsOf("pivot"), digitsOf("target")];
  return marks.filter((mark) => mark.role === "pincer").map((mark) => {
    const digits = mark.digits.filter((digit) => pivot.includes(digit) && !target.includes(digit));
    return new Value("branch", {
      digits: digitList(digits), cell: cellValue(cellIndex(mark.cell)), target: digitList(target),
    });
  });
}

/** Return the almost locked sets of a step in order, and the digits that join them. @param {Mark[]} marks @returns {Facts} */
function linked(marks) {
  /** @type {{cells: number[], digits: number[]}[]} */
  const sets = [];
  /** @type {number[]} */
  const links = [];
  let last = "";
  for (const { role, cell, digits } of marks) {
    if (SETS.includes(role)) {
      if (role !== last) sets.push({ cells: [], digits: [] });
      sets.at(-1)?.cells.push(cellIndex(cell));
      sets.at(-1)?.digits.push(...digits);
    } else if (role === "extra" && digits.length === 1 && links.at(-1) !== digits[0]) {
      links.push(...digits);
    }
    last = role;
  }
  const before = links.length < sets.length ? [0, ...links] : links;
  const parts = sets.slice(0, before.length).map(({ cells, digits }, at) => ({
    cells: cells.sort((a, b) => a - b).map(cellValue),
    digits: digitList(digits),
    rest: digitList(digits.filter((digit) => digit !== before[at])),
    link: digitList(before[at] ? [Number(before[at])] : []),
    is_first: !before[at],
  }));
  return {
    link: digitList(links.slice(0, 1)),
    link2: digitList(links.slice(1, 2)),
    sets: parts.map((part) => new Value("set", part)),
    petals: parts.map((part) => new Value("petal", part)),
  };
}

/** Return what the marks say, role by role. @param {Step} step @returns {Facts} */
function marked(step) {
  /** @type {Facts} */
  const found = {};
  /** @type {Map<Role, Map<number, Set<number>>>} */
  const cells = new Map(ROLES.map((role) => [role, new Map()]));
  for (const mark of step.marks) {
    const byCell = /** @type {Map<number, Set<number>>} */ (cells.get(mark.role));
    const cell = cellIndex(mark.cell);
    byCell.set(cell, new Set([...(byCell.get(cell) ?? []), ...mark.digits]));
  }
  /** @param {Role} role */
  const digitsOf = (role) => [...(cells.get(role)?.values() ?? [])].flatMap((digits) => [...digits]);
  for (const [role, marks] of cells) {
    const name = role.replace("-", "_");
    // The cells of the base may be a loop, which keeps its order.
    const order = role === "base" ? [...marks.keys()] : [...marks.keys()].sort((a, b) => a - b);
    found[name] = new Value("marks", {
      cells: order.map(cellValue),
      digits: digitList(digitsOf(role)),
      marks: order.map((cell) => group([cell], marks.get(cell) ?? [], "mark")),
    });
    found[`has_${name}`] = marks.size > 0;
  }
  const inside = [...(cells.get("cause")?.keys() ?? [])].some((cell) => removesOf(step).has(cell));
  const gone = new Set(Object.values(step.removes).flat());
  found.branches = branches(step.marks);
  found.inside = inside;
  found.set_digits = digitList([...digitsOf("cause"), ...digitsOf(inside ? "base" : "extra")]);
  found.kept_digits = digitList(digitsOf("base").filter((digit) => !gone.has(digit)));
  return found;
}
