/**
 * Steps as the core writes them, 32-bit words, as steps on the wire: the work of nonet/engine/logic.py and
 * nonet/steps/json.py, without what a person reads. core.h describes the words.
 */

import { cellName, CLASSIC, digitsOf } from "../board/geometry.js";
import { ROLES } from "../words/facts.js";

const KINDS = ["", "contradiction", "double", "cell", "house", "half_turn", "quarter_turn", "diagonal_down", "diagonal_up"];
const CAUSES = ["assumption", "cell", "row", "column", "box", "step", "set"];
const NOTHING = 0xffffffff;

/** Return the steps in words of the core. @param {ArrayLike<number>} words @param {readonly {name: string}[]} techniques */
export function decodeSteps(words, techniques) {
  let at = 0;
  const take = (/** @type {number} */ count) => Array.prototype.slice.call(words, at, (at += count));
  const takeNames = (/** @type {number} */ count) => take(count).map((cell) => cellName(cell));
  /** Return a list of what has its length before it. @template T @param {() => T} each @param {number} length @returns {T[]} */
  const listOf = (each, length = take(1)[0]) => Array.from({ length }, each);

  /** @returns {StepMark} */
  function takeMark() {
    const [word = 0, mask = 0] = take(2);
    return { role: /** @type {Role} */ (ROLES[(word >>> 11) & 0x1f]), cell: cellName(word & 0x7ff), digits: digitsOf(mask) };
  }

  /** @returns {Inference & {inner: number}} with the number of the step that is its cause, 0 for none */
  function takeNode() {
    const [word = 0, inside = 0] = take(2);
    return {
      cell: cellName(word & 0x7ff),
      digit: (word >>> 11) & 0x3f,
      on: Boolean((word >>> 17) & 1),
      cause: CAUSES[(word >>> 18) & 7] ?? "",
      parents: take(word >>> 21),
      others: takeNames((inside >>> 16) & 0xff),
      set: takeNames(inside >>> 24),
      inner: inside & 0xffff,
    };
  }

  /** @returns {Step} */
  function takeStep() {
    const [head = 0, complexity = 0, , placed = 0, sizes = 0, nestedSize = 0] = take(6);
    const removes = listOf(takeMark, sizes & 0x7ff).map(({ cell, digits }) => [cell, digits]);
    const houses = take((sizes >>> 11) & 0x1f).map((house) => CLASSIC.houses[house]?.name ?? "");
    const marks = listOf(takeMark, (sizes >>> 16) & 0xff);
    const nodes = listOf(() => listOf(takeNode), sizes >>> 24);
    const nested = listOf(takeStep, nestedSize);
    const chains = nodes.map((chain) => chain.map(({ others = [], set = [], inner, ...node }) => ({
      ...node,
      ...(others.length && { others }),
      ...(set.length && { set }),
      ...(inner && { step: nested[inner - 1] }),
    })));
    const kind = KINDS[(head >>> 8) & 0xff] || null;
    return {
      technique: techniques[head & 0xff]?.name ?? "",
      rating: (head >>> 16) / 100,
      places: placed === NOTHING ? null : { cell: cellName(placed & 0xffff), digit: placed >>> 16 },
      removes: Object.fromEntries(removes),
      houses,
      marks,
      ...((kind || chains.length) && { kind }),
      ...(chains.length && { complexity, chains }),
    };
  }

  const steps = [];
  while (at < words.length) steps.push(takeStep());
  return steps;
}
