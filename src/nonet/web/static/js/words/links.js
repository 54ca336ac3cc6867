// Strong links that form a chain, each with its two sides, and where one meets the next. The same as in
// nonet.steps.facts.

import { cellIndex } from "../board/geometry.js";
import { Value } from "./messages.js";
import { cellValue, houseValue } from "./values.js";

/** @typedef {import("./values.js").Ground} Ground */
/** @typedef {[number[], number[]]} Sides */

/** @type {Readonly<Record<string, number>>} */
const LINKS = { skyscraper: 2, two_string_kite: 2, turbot_fish: 2, strong_links_2: 2, strong_links_3: 3, strong_links_4: 4 };

/** Return the links of a step; its houses are those of the links, and then those in which they meet. @param {Step} step @param {number[]} indices of its houses @param {Ground} ground @returns {Facts} */
export function joined(step, indices, ground) {
  const { size } = ground;
  const count = LINKS[step.technique] ?? 0;
  const houses = indices.map((index) => ground.houses[index]?.cells ?? []);
  const meetings = houses.slice(count);
  const sides = houses.slice(0, count).map((house, at) => {
    /** @param {string} role */
    const cellsOf = (role) => step.marks.filter((mark) => mark.role === role).map((mark) => cellIndex(mark.cell, size)).filter((cell) => house.includes(cell));
    const [outer, inner] = [cellsOf("pincer"), cellsOf("base")];
    if (!outer.length) return halves(inner, meetings.at(at - 1) ?? [], meetings[at] ?? []);
    return /** @type {Sides} */ (at ? [inner, outer] : [outer, inner]);
  });
  /** @param {Iterable<number>} cells */
  const named = (cells) => [...cells].map((cell) => cellValue(cell, size));
  /** @param {number[]} cells */
  const side = (cells) => new Value("side", { cells: named(cells) });
  const strong_links = sides.map(([one, two], at) => {
    const house = houseValue(indices[at] ?? 0, ground);
    return new Value("strong_link", { house, side: side(one), other: side(two), is_grouped: one.length + two.length > 2 });
  });
  const weak_links = count ? indices.slice(count, 2 * count).map((index, at) => {
    const cells = new Set([...(sides[at]?.[1] ?? []), ...(sides[(at + 1) % count]?.[0] ?? [])]);
    return new Value("weak_link", { house: houseValue(index, ground), cells: named([...cells].sort((a, b) => a - b)) });
  }) : [];
  return { strong_links, weak_links };
}

/** Return the sides of a link, of which the marks have first one and then the other. @param {number[]} cells @param {readonly number[]} before @param {readonly number[]} after @returns {Sides} */
function halves(cells, before, after) {
  for (let at = 1; at < cells.length; at += 1) {
    const [first, last] = [cells.slice(0, at), cells.slice(at)];
    for (const [one, two] of /** @type {Sides[]} */ ([[first, last], [last, first]])) {
      if (one.every((cell) => before.includes(cell)) && two.every((cell) => after.includes(cell))) return [one, two];
    }
  }
  return [cells, cells];
}
