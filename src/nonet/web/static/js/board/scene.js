// What a picture shows: where candidates are, what each is in the pattern of a step, which arrows connect them. The same
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
  if (!step) return assemble(board, null, { roles: new Map(), arrows: [], chains: 0, total: 0, houses: [] });
  const drawn = drawnChains(step);
  const [roles, arrows, total] = [rolesOf(step, drawn), arrowsOf(drawn), arrowsOf(chainsOf(step)).length];
  return assemble(board, step.places, { roles, arrows, chains: drawn.length, total, houses: housesIn(board, step) });
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
  if (line.node === chain.length - 1) add(roles, cellsOf(node), node.digit, "end");
  const marked = node.step ? addNested(node.step, roles, arrows) : [];
  tidy(roles);
  const house = houseAt(cellIndex(node.cell), node.cause);
  // The arrows that a picture can hold, the last ones first to stay.
  const latest = [...new Map(arrows.map((arrow) => [idOf(arrow), arrow])).values()].slice(-MOST_ARROWS);
  const houses = node.step ? marked : house < 0 ? [] : [house];
  return assemble(board, null, { roles, arrows: latest, chains: 1, total: latest.length, houses });
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
 * @param {Board} board @param {Placement | null} placed
 * @param {{roles: Roles, arrows: Arrow[], chains: number, total: number, houses: number[]}} drawn @returns {Scene}
 */
function assemble(board, placed, { roles, arrows, chains, total, houses }) {
  const { geometry = CLASSIC } = board;
  const ends = new Set(arrows.flatMap((arrow) => [arrow.start[0], arrow.end[0]]));
  const shades = board.digits.map(() => 0);
  for (const house of new Set(houses)) for (const cell of geometry.houses[house]?.cells ?? []) shades[cell] += 1;
  const size = Math.round(Math.sqrt(board.digits.length));
  const digits = Array.from({ length: size }, (_, i) => i + 1);

  /** Return the digits of a cell. @param {number} cell @returns {Spot[]} */
  function spotsOf(cell) {
    const name = cellName(cell, size);
    const own = placed?.cell === name ? placed.digit : 0;
    const digit = board.digits[cell];
    const alone = digit || (ends.has(cell) ? 0 : own);
    const mask = board.candidates?.[cell] ?? 0;
    // A step may mark what is no longer there; it is still to be seen.
    const shown = alone ? [alone] : digits.filter((d) => (mask >> (d - 1)) & 1 || roles.has(key(name, d)));
    return shown.map((d) => ({
      cell,
      digit: d,
      roles: ROLES.filter((role) => roles.get(key(name, d))?.has(role)),
      isLarge: alone > 0,
      isPlaced: d === own,
      isGiven: Boolean(digit && board.givens[cell]),
    }));
  }

  return { spots: board.digits.flatMap((_, cell) => spotsOf(cell)), houses, shades, arrows, chains, total };
}

/** Add a role to a digit of some cells. @param {Roles} roles @param {string[]} cells @param {number} digit @param {Role} role */
function add(roles, cells, digit, role) {
  for (const cell of cells) roles.set(key(cell, digit), (roles.get(key(cell, digit)) ?? new Set()).add(role));
}

/** @param {Inference} node */
const cellsOf = ({ cell, others = [] }) => [cell, ...others];

/** @param {Roles} roles @param {Inference | undefined} node @param {boolean} isStart */
function addNode(roles, node, isStart) {
  if (!node) return;
  add(roles, cellsOf(node), node.digit, node.on ? "colour-a" : "colour-b");
  if (isStart) add(roles, cellsOf(node), node.digit, "start");
}

/** Return what each candidate is: as it is marked, as the chains have it, and whether it is eliminated. @param {Step} step @param {Chain[]} chains */
function rolesOf(step, chains) {
  /** @type {Roles} */
  const roles = new Map();
  for (const { cell, digits, role } of step.marks) for (const digit of digits) add(roles, [cell], digit, role);
  for (const chain of chains) {
    chain.forEach((node, at) => addNode(roles, node, at === 0));
    const end = chain.at(-1);
    if (end) add(roles, cellsOf(end), end.digit, "end");
  }
  for (const [cell, digits] of Object.entries(step.removes)) for (const digit of digits) add(roles, [cell], digit, "target");
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
const literal = (node) => (node ? `${cellsOf(node)}=${node.digit}=${node.on}` : "");

/** @param {Arrow} arrow */
const idOf = ({ start, end, link }) => `${start}>${end}>${link}`;

/** @param {Chain} chain @param {number} at @param {number} number @returns {Arrow[]} */
function arrowsTo(chain, at, number) {
  const node = chain[at];
  const link = node.cause === "step" ? "step" : node.on ? "strong" : "weak";
  /** @param {Inference} node @returns {Candidate} */
  const candidate = (node) => [cellIndex(node.cell), node.digit];
  return node.parents.map((parent) => ({ start: candidate(chain[parent]), end: candidate(node), link, chain: number }));
}

/** Return an arrow for each parent of each node; one that several chains share belongs to the first. @param {Chain[]} chains */
function arrowsOf(chains) {
  const found = new Set();
  const all = chains.flatMap((chain, number) => chain.flatMap((_, at) => arrowsTo(chain, at, number)));
  return all.filter((arrow) => !found.has(idOf(arrow)) && found.add(idOf(arrow)));
}

/** Return the chains to draw, the shortest first; of a chain that is too long, only its most direct way. @param {Step} step */
function drawnChains(step) {
  const chains = chainsOf(step);
  if (arrowsOf(chains).length <= MOST_ARROWS) return chains;
  let count = 1;
  while (arrowsOf(chains.slice(0, count + 1)).length <= MOST_ARROWS) count += 1;
  return count === 1 && arrowsOf([chains[0]]).length > MOST_ARROWS ? [direct(chains[0])] : chains.slice(0, count);
}

/** Return the shortest line of implications from the start of a chain to its end. @param {Chain} chain @returns {Chain} */
function direct(chain) {
  const last = chain.length - 1;
  const after = new Map([[last, -1]]);
  const waiting = [last];
  for (let node = waiting.shift(); node !== undefined && !after.has(0); node = waiting.shift()) {
    for (const parent of chain[node].parents) {
      if (after.has(parent)) continue;
      after.set(parent, node);
      waiting.push(parent);
    }
  }
  const path = [];
  for (let at = after.has(0) ? 0 : last; at >= 0; at = after.get(at) ?? -1) path.push(chain[at]);
  return path.map((node, i) => ({ ...node, parents: i ? [i - 1] : [] }));
}
