// The values that the messages about a step can use: its cells, digits, houses and marks, by name. The same as
// nonet/steps/facts.py, which says what each one is, from a step as the server sends it. Held equal by a test. The page
// asks for those of the classic board; of other boards Python sends them with the step.

import { CLASSIC, cellIndex } from "../board/geometry.js";
import { Value, revived } from "./messages.js";
import { branches, linked } from "./sets.js";
import { coloured } from "./colours.js";
import { exocetFacts } from "./exocets.js";
import { joined } from "./links.js";
import { symmetryOf } from "./symmetry.js";
import { candidate, cellValue, digitList, digitValue, group, houseValue, housesValue, statement } from "./values.js";

/** @typedef {import("./values.js").Ground} Ground */

/** @type {Role[]} */
export const ROLES = ["cause", "target", "pivot", "pincer", "base", "cover", "fin", "colour-a", "colour-b", "start", "end", "extra"];

const SIZES = { x_wing: 2, swordfish: 3, jellyfish: 4, squirmbag: 5, whale: 6 };

/** Return how many houses of a step are its bases: half of them, or a third of two fish with the same bases. @param {Step} step */
export function basesOf(step) {
  const known = Object.entries(SIZES).find(([name]) => step.technique.endsWith(name));
  return known ? known[1] : Math.floor((step.houses.length + 1) / 2);
}

/** Return the places of the houses of a step among all. @param {Step} step @param {Ground} ground */
const housesOf = (step, ground) => step.houses.map((name) => ground.houses.findIndex((house) => house.name === name));

/** Return bases, covers and fins, also of the second fish if there are two. @param {Step} step @param {Ground} ground @returns {Facts} */
function fish(step, ground) {
  const size = basesOf(step);
  const houses = housesOf(step, ground);
  const bases = houses.slice(0, size);
  const houseCells = (/** @type {number} */ house) => ground.houses[house]?.cells ?? [];
  const held = bases.flatMap(houseCells);
  const named = (/** @type {number} */ cell) => cellValue(cell, ground.size);
  const finned = step.marks.filter((mark) => mark.role === "fin").map((mark) => cellIndex(mark.cell, ground.size));
  const fins = [...new Set(finned)].sort((a, b) => a - b);
  /** @type {Facts} */
  const found = { bases: housesValue(bases, ground) };
  for (const [number, at] of /** @type {[string, number][]} */ ([["", size], ["2", 2 * size]])) {
    const covers = houses.slice(at, at + size);
    const inside = new Set(covers.flatMap(houseCells));
    const own = fins.filter((cell) => !inside.has(cell) || held.filter((each) => each === cell).length > 1);
    found[`covers${number}`] = housesValue(covers, ground);
    found[`fins${number}`] = covers.length ? own.map(named) : [];
  }
  found.shared_cells = [...removesOf(step, ground.size).keys()].filter((cell) => held.includes(cell)).map(named);
  return found;
}

/** Put cells that lose the same digits together, in reading order of the first one. @param {Map<number, number[]>} removes @param {number} boardSize */
function removed(removes, boardSize) {
  /** @type {Map<string, {cells: number[], digits: number[]}>} */
  const groups = new Map();
  for (const [cell, digits] of removes) {
    const key = digits.join(" ");
    const found = groups.get(key);
    if (found) found.cells.push(cell);
    else groups.set(key, { cells: [cell], digits });
  }
  return [...groups.values()].map(({ cells, digits }) => group(cells, digits, "removed", boardSize));
}

/** Return what a step eliminates, by cell in reading order. @param {Step} step @param {number} [size] */
export function removesOf(step, size = 9) {
  const found = Object.entries(step.removes).map(([cell, digits]) => [cellIndex(cell, size), [...digits].sort((a, b) => a - b)]);
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
 * @param {Step} step @param {readonly number[] | null} [placed] @param {Ground} [ground] @returns {Facts}
 */
export function factsOf(step, placed = null, ground = CLASSIC) {
  if (step.facts) return /** @type {Facts} */ (revived(step.facts));
  const { size } = ground;
  const named = (/** @type {number} */ cell) => cellValue(cell, size);
  const place = step.places && { cell: cellIndex(step.places.cell, size), digit: step.places.digit };
  const removes = removesOf(step, size);
  if (place) removes.delete(place.cell); // the other candidates of a cell that is filled need not be named
  const gone = removed(removes, size);
  const short = size < 10 ? "removed" : "removed.numbers"; // on a large board, 12 is not 1 and 2
  const placing = place ? [candidate(place.cell, place.digit, true, size)] : [];
  /** @type {Facts} */
  const facts = {
    kind: step.kind ?? "",
    rating: step.rating.toFixed(1),
    complexity: step.complexity ?? 0,
    places: placing.length > 0,
    placed: placing,
    removed: gone,
    removes: gone.length > 0,
    removed_cells: [...removes.keys()].map(named),
    removed_digits: digitList([...removes.values()].flat()),
    outcome: [...placing, ...gone],
    changes: [...placing, ...[...removes].map(([cell, digits]) => group([cell], digits, short, size))],
    proves: argumentOf(step),
    sights: [], // on the classic board all sight is that of rows, columns and boxes,
    paired: [], // and there are no further houses
  };
  if (place) Object.assign(facts, { cell: named(place.cell), digit: digitValue(place.digit) });
  housesOf(step, ground).forEach((house, at) => (facts[at ? `house${at + 1}` : "house"] = houseValue(house, ground)));
  facts.has_special = step.houses.some((name) => !/^(row|column|box) /.test(name));
  Object.assign(facts, joined(step, housesOf(step, ground), ground), marked(step, size), linked(step.marks, size), symmetryOf(step), singled(step, placed, ground), fish(step, ground), coloured(step, ground), exocetFacts(step));
  const [first] = chainsOf(step);
  if (first) {
    const [start, end] = [/** @type {Inference} */ (first[0]), /** @type {Inference} */ (first.at(-1))];
    facts.start = statement(start);
    facts.start_true = statement(start, true);
    facts.conclusion = statement(end);
  }
  return facts;
}

/** Return what else than its causes makes a single. @param {Step} step @param {readonly number[] | null} placed @param {Ground} ground @returns {Facts} */
function singled(step, placed, { size, houses, peers }) {
  const causes = step.marks.filter((mark) => mark.role === "cause");
  const digits = new Set(causes.flatMap((mark) => mark.digits));
  if (step.places) digits.add(step.places.digit);
  const missing_digits = digitList(Array.from({ length: size }, (_, at) => at + 1).filter((digit) => !digits.has(digit)));
  if (step.basis) return { missing_digits, has_eliminated: step.basis.cells.length > 0 };
  const house = houses.find(({ name }) => name === step.houses[0]);
  if (!step.places || !placed || !house) return { missing_digits, has_eliminated: false };
  const seen = new Set(causes.flatMap((mark) => peers[cellIndex(mark.cell, size)] ?? []));
  const rest = house.cells.filter((cell) => !placed[cell] && !seen.has(cell));
  return { missing_digits, has_eliminated: rest.length !== 1 || rest[0] !== cellIndex(step.places.cell, size) };
}

/** Return what the marks say, role by role. @param {Step} step @param {number} size @returns {Facts} */
function marked(step, size) {
  /** @type {Facts} */
  const found = {};
  /** @type {Map<Role, Map<number, Set<number>>>} */
  const cells = new Map(ROLES.map((role) => [role, new Map()]));
  for (const mark of step.marks) {
    const byCell = /** @type {Map<number, Set<number>>} */ (cells.get(mark.role));
    const cell = cellIndex(mark.cell, size);
    byCell.set(cell, new Set([...(byCell.get(cell) ?? []), ...mark.digits]));
  }
  /** @param {Role} role */
  const digitsOf = (role) => [...(cells.get(role)?.values() ?? [])].flatMap((digits) => [...digits]);
  for (const [role, marks] of cells) {
    const name = role.replace("-", "_");
    // The cells of the base may be a loop, which keeps its order.
    const order = role === "base" ? [...marks.keys()] : [...marks.keys()].sort((a, b) => a - b);
    found[name] = new Value("marks", {
      cells: order.map((cell) => cellValue(cell, size)),
      digits: digitList(digitsOf(role)),
      marks: order.map((cell) => group([cell], marks.get(cell) ?? [], "mark", size)),
    });
    found[`has_${name}`] = marks.size > 0;
  }
  const inside = [...(cells.get("cause")?.keys() ?? [])].some((cell) => removesOf(step, size).has(cell));
  const gone = new Set(Object.values(step.removes).flat());
  found.branches = branches(step.marks, size);
  found.inside = inside;
  found.set_digits = digitList([...digitsOf("cause"), ...digitsOf(inside ? "base" : "extra")]);
  found.kept_digits = digitList(digitsOf("base").filter((digit) => !gone.has(digit)));
  return found;
}
