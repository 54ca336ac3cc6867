// What joins the colours of a step: the links of 3D Medusa, and which places of two clusters see each other. The same as
// nonet/steps/colours.py, which says what each one is, for the classic board.

import { cellIndex } from "../board/geometry.js";
import { Value } from "./messages.js";
import { cellValue, digitList, houseValue } from "./values.js";

/** @typedef {import("./values.js").Ground} Ground */
/** @typedef {{cell: number, digit: number}} Candidate */
/** @typedef {{one: Candidate, other: Candidate, house: number}} Link a strong link in a house; in a cell it is -1 */

/** Return what joins the colours of a step. @param {Step} step @param {Ground} ground @returns {Facts} */
export function coloured(step, ground) {
  const colour_links = step.technique === "medusa_3d_trap" ? links(step, ground).map((link) => linkValue(link, ground)) : [];
  return { colour_links, clashes: step.technique === "multi_colours_1" ? clashes(step, ground) : [] };
}

/** @param {Step} step @param {Ground} ground */
function clashes(step, ground) {
  /** @param {Role} role */
  const side = (role) => [...new Set(candidates(step, role, ground).map(({ cell }) => cell))];
  const named = (/** @type {number} */ cell) => cellValue(cell, ground.size);
  const found = [];
  for (const first of [side("base"), side("colour-a")]) {
    for (const second of [side("cover"), side("colour-b")]) {
      const pairs = first.flatMap((one) => second.filter((other) => ground.peers[one]?.includes(other)).map((other) => ({ one, other })));
      if (!pairs[0]) continue;
      const { one, other } = pairs[0];
      found.push(new Value("clash", { cell: named(one), other: named(other), by: [], cells: first.map(named), others: second.map(named) }));
    }
  }
  return found;
}

/** @param {Candidate} candidate */
const keyOf = ({ cell, digit }) => 100 * cell + digit;

/** Return the candidates of a role by cell and digit. @param {Step} step @param {Role} role @param {Ground} ground @returns {Candidate[]} */
function candidates(step, role, ground) {
  const found = step.marks.filter((mark) => mark.role === role).flatMap((mark) => mark.digits.map((digit) => ({ cell: cellIndex(mark.cell, ground.size), digit })));
  return found.sort((a, b) => keyOf(a) - keyOf(b));
}

/** Return the links from a candidate that rules out a target to one of the other colour that does. @param {Step} step @param {Ground} ground @returns {Link[]} */
function links(step, ground) {
  const colours = /** @type {[Candidate[], Candidate[]]} */ ([candidates(step, "colour-a", ground), candidates(step, "colour-b", ground)]);
  const removed = Object.entries(step.removes).flatMap(([cell, digits]) => digits.map((digit) => ({ cell: cellIndex(cell, ground.size), digit })));
  const [target] = removed.sort((a, b) => keyOf(a) - keyOf(b));
  const [start, end] = target ? colours.map((colour) => colour.find((each) => excludes(each, target, ground))) : [];
  if (!start || !end) return [];
  /** @type {Map<number, Link[]>} */
  const near = new Map();
  for (const link of strong(colours, removed, ground)) {
    const back = { ...link, one: link.other, other: link.one };
    for (const each of [link, back]) near.set(keyOf(each.one), [...(near.get(keyOf(each.one)) ?? []), each]);
  }
  /** @type {Map<number, Link[]>} */
  const ways = new Map([[keyOf(start), []]]);
  for (const reached of ways.keys()) {
    for (const link of near.get(reached) ?? []) {
      if (!ways.has(keyOf(link.other))) ways.set(keyOf(link.other), [...(ways.get(reached) ?? []), link]);
    }
  }
  return ways.get(keyOf(end)) ?? [];
}

/** @param {Candidate} candidate @param {Candidate} target @param {Ground} ground */
function excludes({ cell, digit }, target, { peers }) {
  if (cell === target.cell) return digit !== target.digit;
  return digit === target.digit && (peers[target.cell]?.includes(cell) ?? false);
}

/** Return the links between the colours. @param {[Candidate[], Candidate[]]} colours @param {Candidate[]} removed @param {Ground} ground @returns {Link[]} */
function strong([ones, others], removed, { houses }) {
  const everything = [...ones, ...others, ...removed];
  /** @type {Link[]} */
  const found = [];
  for (const one of ones) {
    for (const other of others) {
      if (one.cell === other.cell) {
        if (everything.filter(({ cell }) => cell === one.cell).length === 2) found.push({ one, other, house: -1 });
      } else if (one.digit === other.digit) {
        const house = houses.findIndex(({ cells }) => {
          if (!cells.includes(one.cell) || !cells.includes(other.cell)) return false;
          return everything.filter(({ cell, digit }) => digit === one.digit && cells.includes(cell)).length === 2;
        });
        if (house >= 0) found.push({ one, other, house });
      }
    }
  }
  return found;
}

/** @param {Link} link @param {Ground} ground */
function linkValue({ one, other, house }, ground) {
  const cells = one.cell === other.cell ? [one.cell] : [one.cell, other.cell];
  return new Value("colour_link", {
    in_cell: house < 0,
    digits: digitList([one.digit, other.digit]),
    cells: cells.map((cell) => cellValue(cell, ground.size)),
    house: house < 0 ? [] : houseValue(house, ground),
  });
}
