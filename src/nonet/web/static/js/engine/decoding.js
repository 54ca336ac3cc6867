/**
 * Steps as the core writes them, 32-bit words, and as everybody else reads them: the work of nonet/engine/logic.py and
 * nonet/steps/json.py. core.h describes the words.
 */

import { CLASSIC } from "../board/geometry.js";
import { cellName, digitsOf } from "./cells.js";
import { TECHNIQUES } from "./data.js";
import { ROLES } from "../words/facts.js";

/**
 * A node of a chain; `nested` is the step that is its cause, `set` an almost locked set.
 * @typedef {{cell: number, digit: number, on: boolean, cause: string, parents: number[], nested: Step | null, others: number[], set: number[]}} Node
 *
 * A step: cells and houses are indices, digits are masks.
 * @typedef {object} Step
 * @property {string} technique
 * @property {number} rating
 * @property {{cell: number, digit: number} | null} places
 * @property {Map<number, number>} removes
 * @property {number[]} houses
 * @property {{role: Role, cell: number, mask: number}[]} marks
 * @property {Node[][]} chains
 * @property {string} kind
 * @property {number} complexity
 */

const KINDS = ["", "contradiction", "double", "cell", "house", "half_turn", "quarter_turn", "diagonal_down", "diagonal_up"];
const CAUSES = ["assumption", "cell", "row", "column", "box", "step", "set"];
const NOTHING = 0xffffffff;

/** Return the steps in words of the core. @param {ArrayLike<number>} words */
export function decodeSteps(words) {
  const found = [];
  for (let at = 0; at < words.length; at += words[at + 2] ?? NOTHING) found.push(stepAt(words, at));
  return found;
}

/** @param {ArrayLike<number>} words @param {number} start @returns {Step} */
function stepAt(words, start) {
  const [head = 0, complexity = 0, , placed = 0, sizes = 0, nestedSize = 0] = Array.prototype.slice.call(words, start, start + 6);
  let at = start + 6;
  const take = (/** @type {number} */ count) => Array.prototype.slice.call(words, at, (at += count));
  const takeCells = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => take(2)).map(([word = 0, mask = 0]) => ({ cell: word & 0x7ff, role: (word >>> 11) & 0x1f, mask }));
  const removes = new Map(takeCells(sizes & 0x7ff).map(({ cell, mask }) => [cell, mask]));
  const houses = take((sizes >>> 11) & 0x1f);
  const marks = takeCells((sizes >>> 16) & 0xff).map(({ cell, role, mask }) => {
    return { role: /** @type {Role} */ (ROLES[role]), cell, mask };
  });
  const chainsAt = at;
  at = afterChains(words, at, sizes >>> 24);
  const nested = [];
  for (let i = 0; i < nestedSize; i++) {
    nested.push(stepAt(words, at));
    at += words[at + 2] ?? 0;
  }
  return {
    technique: TECHNIQUES[head & 0xff]?.[0] ?? "",
    rating: (head >>> 16) / 100,
    places: placed === NOTHING ? null : { cell: placed & 0xffff, digit: placed >>> 16 },
    removes,
    houses,
    marks,
    chains: chainsIn(words, chainsAt, sizes >>> 24, nested),
    kind: KINDS[(head >>> 8) & 0xff] ?? "",
    complexity,
  };
}

/** Return where the words of the chains end. @param {ArrayLike<number>} words @param {number} at @param {number} chains */
function afterChains(words, at, chains) {
  for (let chain = 0; chain < chains; chain++) {
    const nodes = words[at++] ?? 0;
    for (let node = 0; node < nodes; node++) {
      const [word = 0, inside = 0] = [words[at], words[at + 1]];
      at += 2 + (word >>> 21) + ((inside >>> 16) & 0xff) + (inside >>> 24);
    }
  }
  return at;
}

/** @param {ArrayLike<number>} words @param {number} at @param {number} chains @param {Step[]} nested */
function chainsIn(words, at, chains, nested) {
  const take = (/** @type {number} */ count) => Array.prototype.slice.call(words, at, (at += count));
  const found = [];
  for (let chain = 0; chain < chains; chain++) {
    /** @type {Node[]} */
    const nodes = [];
    const [size = 0] = take(1);
    for (let node = 0; node < size; node++) {
      const [word = 0, inside = 0] = take(2);
      nodes.push({
        cell: word & 0x7ff,
        digit: (word >>> 11) & 0x3f,
        on: Boolean((word >>> 17) & 1),
        cause: CAUSES[(word >>> 18) & 7] ?? "",
        parents: take(word >>> 21),
        nested: nested[(inside & 0xffff) - 1] ?? null,
        others: take((inside >>> 16) & 0xff),
        set: take(inside >>> 24),
      });
    }
    found.push(nodes);
  }
  return found;
}

// -- as JSON ------------------------------------------------------------------------------------------------------

const NAMES = new Map(TECHNIQUES.map(([id, name]) => [id, name]));

/** Return a step as JSON, with the name of its technique in English. @param {Step} step */
export function stepObject(step) {
  /** @type {Record<string, any>} */
  const found = {
    technique: step.technique,
    name: NAMES.get(step.technique),
    rating: step.rating,
    places: step.places && { cell: cellName(step.places.cell), digit: step.places.digit },
    removes: Object.fromEntries([...step.removes].map(([cell, mask]) => [cellName(cell), digitsOf(mask)])),
    outcome: outcomeOf(step),
    houses: step.houses.map((house) => CLASSIC.houses[house]?.name),
    marks: step.marks.map(({ role, cell, mask }) => ({ role, cell: cellName(cell), digits: digitsOf(mask) })),
  };
  if (step.kind || step.chains.length) found["kind"] = step.kind || null;
  if (step.chains.length) {
    found["complexity"] = step.complexity;
    found["chains"] = step.chains.map((chain) => chain.map(nodeObject));
  }
  return found;
}

/** @param {Node} node */
function nodeObject({ cell, digit, on, cause, parents, nested, others, set }) {
  return {
    ...{ cell: cellName(cell), digit, on, cause, parents },
    ...(others.length ? { others: others.map((other) => cellName(other)) } : {}),
    ...(set.length ? { set: set.map((other) => cellName(other)) } : {}),
    ...(nested ? { step: stepObject(nested) } : {}),
  };
}

/** Return what follows, in short. @param {Step} step */
function outcomeOf({ places, removes }) {
  const placed = places ? [`${cellName(places.cell)}=${places.digit}`] : [];
  const lost = [...removes].filter(([cell]) => cell !== places?.cell).sort(([a], [b]) => a - b);
  return [...placed, ...lost.map(([cell, mask]) => `${cellName(cell)}<>${digitsOf(mask).join("")}`)].join(", ");
}
