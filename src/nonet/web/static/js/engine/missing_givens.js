/**
 * Which givens a puzzle with several solutions lacks: the work of nonet/puzzle/missing_givens.py.
 *
 * A set of solutions is a list of 32-bit words, one bit for each.
 */

import { candidatesIn, masksWith } from "./given_sets.js";
import { UNIQUE } from "./search.js";

/** @typedef {import("./given_sets.js").GivenSets} GivenSets */
/** @typedef {import("./given_sets.js").PlacedDigit} PlacedDigit */
/** @typedef {{placed: PlacedDigit, set: Uint32Array, count: number}} Group */

/** The number of sets of givens that are tried. */
export const COMBINATIONS = 1_000_000;
const SOLUTIONS = 20_000; // looked through for the fewest givens

/** Return the fewest further givens that leave one solution, and whether that is proved. @param {GivenSets} givens @param {number} budget @returns {{chosen: PlacedDigit[], exact: boolean}} */
export function missingGivens(givens, budget) {
  const masks = givens.masks();
  let grids = solutionsOf(givens, masks);
  if (grids.length <= SOLUTIONS) return fewest(givens, grids, budget);
  const { few, proved } = oneOrTwo(givens, masks, grids, budget);
  if (few.length) return { chosen: few, exact: true };
  /** @type {PlacedDigit[]} */
  let chosen = [];
  while (grids.length > SOLUTIONS) {
    chosen.push(/** @type {Group} */ (groupsOf(grids)[0]).placed);
    grids = solutionsOf(givens, masksWith(masks, chosen));
  }
  chosen.push(...fewest(givens, grids, budget).chosen);
  for (const placed of [...chosen]) {
    const rest = chosen.filter((other) => other !== placed);
    const [answer] = givens.ask([masksWith(masks, rest)], 2);
    if (answer?.status === UNIQUE) chosen = rest;
  }
  return { chosen, exact: chosen.length === proved + 1 };
}

/** @param {GivenSets} givens @param {number[]} masks */
function solutionsOf(givens, masks) {
  const { grids } = givens.search.enumerate(givens.rules, masks, SOLUTIONS + 1);
  givens.search.checkTime();
  return grids;
}

/** Return one given that suffices, or two; or none, with the number of givens that do not suffice. @param {GivenSets} givens @param {number[]} masks @param {number[][]} grids @param {number} budget @returns {{few: PlacedDigit[], proved: number}} */
function oneOrTwo(givens, masks, grids, budget) {
  const known = new Map(knownIn(grids).map(({ placed, set }) => [placed.join(), set]));
  const none = new Uint32Array((grids.length + 31) >>> 5);
  const candidates = candidatesIn(masks);
  for (const number of [1, 2]) {
    /** @type {PlacedDigit[][]} */
    const left = [];
    for (const chosen of number === 1 ? candidates.map((placed) => [placed]) : pairsOf(candidates)) {
      if (--budget < 0) return { few: [], proved: number - 1 };
      const [first = none, second = first] = chosen.map((placed) => known.get(placed.join()) ?? none);
      if (common(first, second) <= 1) left.push(chosen);
    }
    let at = 0;
    for (const { status } of givens.ask(boardsOf(masks, left), 2)) {
      if (status === UNIQUE) return { few: left[at] ?? [], proved: number };
      at++;
    }
  }
  return { few: [], proved: 2 };
}

/** @param {PlacedDigit[]} items @returns {Generator<PlacedDigit[]>} */
function* pairsOf(items) {
  for (let i = 0; i < items.length; i++) {
    for (let j = i + 1; j < items.length; j++) yield [/** @type {PlacedDigit} */ (items[i]), /** @type {PlacedDigit} */ (items[j])];
  }
}

/** @param {number[]} masks @param {PlacedDigit[][]} sets */
function* boardsOf(masks, sets) {
  for (const chosen of sets) yield masksWith(masks, chosen);
}

/** Return the fewest digits that only one of the grids has all of. @param {GivenSets} givens @param {number[][]} grids @param {number} budget @returns {{chosen: PlacedDigit[], exact: boolean}} */
function fewest(givens, grids, budget) {
  if (grids.length === 1) return { chosen: [], exact: true };
  const groups = groupsOf(grids);
  let left = budget;
  /** @param {Uint32Array} rest @param {number} start @param {number} more @returns {PlacedDigit[] | null} */
  const searchFrom = (rest, start, more) => {
    for (let place = start; place < groups.length; place++) {
      if (--left < 0) return null;
      if (!(left & 0xfff)) givens.search.checkTime();
      const { set, placed } = /** @type {Group} */ (groups[place]);
      const count = common(rest, set);
      if (more === 1 && count === 1) return [placed];
      if (more === 1 || !count) continue;
      const found = searchFrom(both(rest, set), place + 1, more - 1);
      if (found) return [placed, ...found];
    }
    return null;
  };
  const every = fullSet(grids.length);
  const chosen = oneByOne(groups, every);
  for (let number = 1; number < chosen.length; number++) {
    const found = searchFrom(every, 0, number);
    if (found) return { chosen: found, exact: true };
    if (left < 0) return { chosen, exact: false };
  }
  return { chosen, exact: true };
}

/** Return for each digit in a cell the grids that have it. @param {number[][]} grids @returns {Group[]} */
function knownIn(grids) {
  const words = (grids.length + 31) >>> 5;
  /** @type {Group[]} */
  const found = [];
  for (let cell = 0; cell < (grids[0]?.length ?? 0); cell++) {
    /** @type {Map<number, Uint32Array>} */
    const sets = new Map();
    grids.forEach((grid, at) => {
      const digit = grid[cell] ?? 0;
      let set = sets.get(digit);
      if (!set) sets.set(digit, (set = new Uint32Array(words)));
      set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31));
    });
    for (const digit of [...sets.keys()].sort((a, b) => a - b)) {
      const set = /** @type {Uint32Array} */ (sets.get(digit));
      found.push({ placed: [cell, digit], set, count: common(set, set) });
    }
  }
  return found;
}

/** Return what is known, the rarest first, and of several with the same grids only one. @param {number[][]} grids */
function groupsOf(grids) {
  /** @type {Map<string, Group>} */
  const first = new Map();
  for (const group of knownIn(grids)) {
    const key = String.fromCharCode(...new Uint16Array(group.set.buffer));
    if (!first.has(key)) first.set(key, group);
  }
  return [...first.values()].sort((a, b) => a.count - b.count || a.placed[0] - b.placed[0] || a.placed[1] - b.placed[1]);
}

/** Return digits that one grid alone has, always the one next that the fewest grids have. @param {Group[]} groups @param {Uint32Array} every */
function oneByOne(groups, every) {
  /** @type {PlacedDigit[]} */
  const chosen = [];
  let left = every;
  while (common(left, left) > 1) {
    let best = { count: Infinity, placed: /** @type {PlacedDigit} */ ([0, 0]), set: left };
    for (const { placed, set } of groups) {
      const count = common(left, set);
      const isEarlier = placed[0] < best.placed[0] || (placed[0] === best.placed[0] && placed[1] < best.placed[1]);
      if (count && (count < best.count || (count === best.count && isEarlier))) best = { count, placed, set };
    }
    left = both(left, best.set);
    chosen.push(best.placed);
  }
  return chosen;
}

// -- sets of grids ------------------------------------------------------------------------------------------------

/** @param {number} count */
function fullSet(count) {
  const set = new Uint32Array((count + 31) >>> 5).fill(0xffffffff);
  if (count & 31) set[set.length - 1] = 2 ** (count & 31) - 1;
  return set;
}

/** @param {Uint32Array} one @param {Uint32Array} other */
const both = (one, other) => one.map((word, at) => word & (other[at] ?? 0));

/** Return the number of grids in both sets. @param {Uint32Array} one @param {Uint32Array} other */
function common(one, other) {
  let count = 0;
  for (let at = 0; at < one.length; at++) {
    let word = /** @type {number} */ (one[at]) & /** @type {number} */ (other[at]);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}
