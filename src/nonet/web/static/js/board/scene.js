// What a picture shows: where candidates stand, what each is in the pattern of a step, which arrows connect them. The same
// as nonet/render/scene.py; a test holds the two equal. Here a scene can also show a proof up to one of its lines.

import { ROLES, chainsOf } from "../words/facts.js";
import { CLASSIC, cellIndex, cellName } from "./geometry.js";
import { houseAt } from "../words/values.js";

/** @typedef {import("../words/proof.js").Line} Line */
/** @typedef {"strong" | "weak" | "step"} Link */
/** A cell and a digit. @typedef {[number, number]} Candidate */
/** @typedef {{start: Candidate, end: Candidate, link: Link, chain: number, isNow?: boolean}} Arrow */
/**
 * A digit of the picture: alone in its cell and large, or one of the candidates of the cell.
 * @typedef {object} Spot
 * @property {number} cell
 * @property {number} digit
 * @property {Role[]} roles
 * @property {boolean} isLarge
 * @property {boolean} isPlaced by the step
 * @property {boolean} isGiven
 */
/**
 * A picture without a medium. `houses` are those that the step names, `shades` how many of them each cell is in;
 * `chains` and `total` are the numbers of drawn chains and of all arrows of the step.
 * @typedef {{spots: Spot[], houses: number[], shades: number[], arrows: Arrow[], chains: number, total: number}} Scene
 */
/**
 * A board: its digits with 0 for an empty cell, which of them are givens, and masks of candidates; classic without a geometry.
 * @typedef {{digits: readonly number[], givens: readonly (number | boolean)[], candidates: readonly number[] | null, geometry?: Geometry}} Board
 */
/** @typedef {Map<string, Set<Role>>} Roles */
/** The arrows that a picture can hold; of more it shows the shortest chains. */
export const MOST_ARROWS = 36;

/** @param {string} cell @param {number} digit */
const key = (cell, digit) => `${cell}.${digit}`;

/** Return the picture of a position, and of a step on it. @param {Board} board @param {Step | null} [step] @returns {Scene} */
export function sceneOf(board, step = null) {
  if (!step) {
    const spots = board.digits.flatMap((_, cell) => spotsOf(board, cell, null, new Map(), null));
    return { spots, houses: [], shades: board.digits.map(() => 0), arrows: [], chains: 0, total: 0 };
  }
  const drawn = drawnChains(step);
  const roles = rolesOf(step, drawn);
  const total = arrowsOf(chainsOf(step)).length;
  return assemble(board, step, { roles, arrows: arrowsOf(drawn), chains: drawn.length, total, houses: housesIn(board, step) });
}

/**
 * Return the picture of a proof up to a line: what is known by then from the same assumption, with the arrows to this
 * line marked `isNow`, and the houses that make it so.
 * @param {Board} board @param {Step} step @param {Line[]} lines @param {number} at @returns {Scene}
 */
export function sceneAt(board, step, lines, at) {
  const chains = chainsOf(step);
  const line = lines[at];
  const chain = chains[line?.chain ?? 0] ?? [];
  const node = chain[line?.node ?? 0];
  if (!line || !node) return sceneOf(board, step);
  const start = literal(chain[0]);
  const shown = lines.slice(0, at + 1).filter((each) => literal(chains[each.chain]?.[0]) === start);
  /** @type {Roles} */
  const roles = new Map();
  /** @type {Arrow[]} */
  const arrows = [];
  for (const each of shown) {
    const nodes = chains[each.chain] ?? [];
    addNode(roles, nodes[each.node], each.node === 0);
    if (each.node === 0 || nodes[each.node] === undefined) continue;
    arrows.push(...arrowsTo(nodes, each.node, 0).map((arrow) => ({ ...arrow, isNow: each === line })));
  }
  if (line.node === chain.length - 1) addAll(roles, node, "end");
  const marked = node.step ? addNested(node.step, roles, arrows) : [];
  tidy(roles);
  const house = houseAt(cellIndex(node.cell), node.cause);
  const latest = latestArrows(arrows);
  const shades = node.step ? marked : house < 0 ? [] : [house];
  const drawn = { roles, arrows: latest, chains: 1, total: latest.length, houses: shades };
  return assemble(board, { ...step, places: null, removes: {} }, drawn);
}

/** Return the arrows that a picture can hold, the last ones first to stay. @param {Arrow[]} arrows */
function latestArrows(arrows) {
  /** @type {Map<string, Arrow>} */
  const found = new Map();
  for (const arrow of arrows) found.set(`${arrow.start}>${arrow.end}>${arrow.link}`, arrow);
  return [...found.values()].slice(-MOST_ARROWS);
}

/** Add the pattern of a step inside a chain where there is nothing else; return its houses. @param {Step} step @param {Roles} roles @param {Arrow[]} arrows */
function addNested(step, roles, arrows) {
  for (const [at, here] of rolesOf({ ...step, removes: {}, places: null }, chainsOf(step))) {
    here.delete("target");
    if (here.size && !roles.has(at)) roles.set(at, here);
  }
  arrows.push(...arrowsOf(chainsOf(step)).map((arrow) => ({ ...arrow, chain: arrow.chain + 1, isNow: true })));
  return housesIn({}, step);
}

/** @param {Pick<Board, "geometry">} board @param {Step} step */
const housesIn = ({ geometry = CLASSIC }, step) => step.houses.map((name) => geometry.houses.findIndex((house) => house.name === name));

/**
 * @param {Board} board @param {Step} step
 * @param {{roles: Roles, arrows: Arrow[], chains: number, total: number, houses: number[]}} drawn @returns {Scene}
 */
function assemble(board, step, { roles, arrows, chains, total, houses }) {
  const { geometry = CLASSIC } = board;
  const ends = new Set(arrows.flatMap((arrow) => [arrow.start[0], arrow.end[0]]));
  const shades = board.digits.map(() => 0);
  for (const house of new Set(houses)) for (const cell of geometry.houses[house]?.cells ?? []) shades[cell] = (shades[cell] ?? 0) + 1;
  /** @type {Candidate | null} */
  const places = step.places && [cellIndex(step.places.cell, geometry.size), step.places.digit];
  const spots = board.digits.flatMap((_, cell) => {
    const filled = places && places[0] === cell && !ends.has(cell) ? places : null;
    return spotsOf(board, cell, filled, roles, places);
  });
  return { spots, houses, shades, arrows, chains, total };
}

/** Return the digits of a cell; `filled` stands alone in it. @param {Board} board @param {number} cell @param {Candidate | null} filled @param {Roles} roles @param {Candidate | null} places @returns {Spot[]} */
function spotsOf(board, cell, filled, roles, places) {
  const size = Math.round(Math.sqrt(board.digits.length));
  const name = cellName(cell, size);
  /** @param {number} digit @param {boolean} isLarge @param {boolean} isGiven @returns {Spot} */
  const spot = (digit, isLarge, isGiven) => {
    const here = roles.get(key(name, digit));
    const isPlaced = places !== null && places[0] === cell && places[1] === digit;
    return { cell, digit, roles: ROLES.filter((role) => here?.has(role)), isLarge, isPlaced, isGiven };
  };
  const digit = board.digits[cell];
  if (digit) return [spot(digit, true, Boolean(board.givens[cell]))];
  if (filled) return [spot(filled[1], true, false)];
  const mask = board.candidates?.[cell] ?? 0;
  // A step may mark what is no longer there; it is still to be seen.
  const digits = Array.from({ length: size }, (_, i) => i + 1);
  return digits.filter((d) => (mask >> (d - 1)) & 1 || roles.has(key(name, d))).map((d) => spot(d, false, false));
}

/** @param {Roles} roles @param {{cell: string, digit: number}} where @param {Role} role */
function add(roles, { cell, digit }, role) {
  const at = key(cell, digit);
  const found = roles.get(at);
  if (found) found.add(role);
  else roles.set(at, new Set([role]));
}

/** Add a role to all cells of a node. @param {Roles} roles @param {Inference} node @param {Role} role */
function addAll(roles, node, role) {
  for (const cell of [node.cell, ...(node.others ?? [])]) add(roles, { cell, digit: node.digit }, role);
}

/** @param {Roles} roles @param {Inference | undefined} node @param {boolean} isStart */
function addNode(roles, node, isStart) {
  if (!node) return;
  addAll(roles, node, node.on ? "colour-a" : "colour-b");
  if (isStart) addAll(roles, node, "start");
}

/** Return what each candidate is: as it is marked, as the chains have it, and whether it is eliminated. @param {Step} step @param {Chain[]} chains */
function rolesOf(step, chains) {
  /** @type {Roles} */
  const roles = new Map();
  for (const mark of step.marks) for (const digit of mark.digits) add(roles, { ...mark, digit }, mark.role);
  for (const chain of chains) {
    chain.forEach((node, at) => addNode(roles, node, at === 0));
    const end = chain.at(-1);
    if (end) addAll(roles, end, "end");
  }
  for (const [cell, digits] of Object.entries(step.removes)) {
    for (const digit of digits) roles.set(key(cell, digit), (roles.get(key(cell, digit)) ?? new Set()).add("target"));
  }
  tidy(roles);
  if (step.places) roles.get(key(step.places.cell, step.places.digit))?.delete("target");
  return roles;
}

/** @param {Roles} roles */
function tidy(roles) {
  for (const here of roles.values()) {
    // A loop ends where it starts, and an assumption needs no other reason for its mark.
    if (here.has("start")) for (const role of /** @type {Role[]} */ (["end", "cause"])) here.delete(role);
    if (here.has("target")) here.delete("colour-b"); // an eliminated candidate is off anyway
  }
}

// -- arrows -----------------------------------------------------------------------------------------

/** @param {Inference | undefined} node */
const literal = (node) => (node ? `${[node.cell, ...(node.others ?? [])]}=${node.digit}=${node.on}` : "");

/** @param {Chain} chain @param {number} at @param {number} number @returns {Arrow[]} */
function arrowsTo(chain, at, number) {
  const node = /** @type {Inference} */ (chain[at]);
  const link = node.cause === "step" ? "step" : node.on ? "strong" : "weak";
  return node.parents.map((index) => {
    const parent = /** @type {Inference} */ (chain[index]);
    return { start: [cellIndex(parent.cell), parent.digit], end: [cellIndex(node.cell), node.digit], link, chain: number };
  });
}

/** Return an arrow for each parent of each node; one that several chains share belongs to the first. @param {Chain[]} chains */
function arrowsOf(chains) {
  /** @type {Map<string, Arrow>} */
  const found = new Map();
  chains.forEach((chain, number) => chain.forEach((_, at) => {
    for (const arrow of arrowsTo(chain, at, number)) {
      const id = `${arrow.start}>${arrow.end}>${arrow.link}`;
      if (!found.has(id)) found.set(id, arrow);
    }
  }));
  return [...found.values()];
}

/** Return the chains to draw, the shortest first; of a chain that is too long, only its most direct way. @param {Step} step */
function drawnChains(step) {
  const chains = chainsOf(step);
  if (arrowsOf(chains).length <= MOST_ARROWS) return chains;
  let count = 1;
  while (arrowsOf(chains.slice(0, count + 1)).length <= MOST_ARROWS) count += 1;
  const [first] = chains;
  if (first && count === 1 && arrowsOf([first]).length > MOST_ARROWS) return [direct(first)];
  return chains.slice(0, count);
}

/** Return the shortest line of implications from the start of a chain to its end. @param {Chain} chain @returns {Chain} */
function direct(chain) {
  const last = chain.length - 1;
  /** @type {Map<number, number | null>} */
  const after = new Map([[last, null]]);
  const waiting = [last];
  for (let node = waiting.shift(); node !== undefined && !after.has(0); node = waiting.shift()) {
    for (const parent of chain[node]?.parents ?? []) {
      if (after.has(parent)) continue;
      after.set(parent, node);
      waiting.push(parent);
    }
  }
  const path = [];
  for (let at = after.has(0) ? 0 : last; ; at = /** @type {number} */ (after.get(at))) {
    path.push(/** @type {Inference} */ (chain[at]));
    if (after.get(at) === null) break;
  }
  return path.map((node, i) => ({ ...node, parents: i ? [i - 1] : [] }));
}
