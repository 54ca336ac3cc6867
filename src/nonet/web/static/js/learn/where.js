// Which cells the sentence "where" is about: the picture of that level shows these and nothing else. What a sentence is
// about is read from the values that its message names, so a catalogue that says less also shows less. And, for singles,
// which digit rules out which cell.

import { basesOf } from "../words/facts.js";
import { cellIndex, houseCells, houseIndex } from "../words/values.js";
import { CLASSIC } from "./parts.js";
import { sceneOf } from "../board/scene.js";

/** @typedef {import("../words/facts.js").Step} Step */
/** @typedef {import("../words/facts.js").Role} Role */
/** @typedef {import("../board/scene.js").Board} Board */

/** @type {Role[]} */
const ROLES = ["pivot", "base", "extra", "cause"];

/** Return a picture of the houses and cells that a message names: 1 for cells of its houses, 2 for its cells. @param {Board} board @param {Step} step @param {string} message */
export function sceneOfPlace(board, step, message) {
  const shades = board.digits.map(() => 0);
  const houses = step.houses.map(houseIndex);
  const named = message.includes("{bases}") ? houses.slice(0, basesOf(step)) : message.includes("{house}") ? houses.slice(0, 1) : [];
  for (const house of named) for (const cell of houseCells(house)) shades[cell] = 1;
  for (const cell of cellsOf(step, message)) shades[cellIndex(cell)] = 2;
  return { ...sceneOf(board), shades };
}

/** @param {Step} step @param {string} message */
function cellsOf(step, message) {
  const roles = ROLES.filter((role) => message.includes(`{${role}.cells`));
  const cells = step.marks.filter((mark) => roles.includes(mark.role)).map((mark) => mark.cell);
  if (message.includes("{cell}") && step.places) cells.push(step.places.cell);
  if (/\{(start|chain\.where)/.test(message)) cells.push(...(step.chains ?? []).flatMap((chain) => chain[0]?.cell ?? []));
  return cells;
}

/**
 * Return for a single what its causes see: from each cause to a cell that it rules out, or to the cell that is filled.
 * @param {Board} board @param {Step} step @returns {{from: number, to: number, isOut: boolean}[]}
 */
export function sightsOf({ digits }, step) {
  if (!step.places || !/^(hidden|naked)_single/.test(step.technique)) return [];
  const target = cellIndex(step.places.cell);
  const causes = step.marks.filter((mark) => mark.role === "cause").map((mark) => cellIndex(mark.cell));
  if (step.technique === "naked_single") return causes.map((from) => ({ from, to: target, isOut: false }));
  const ruled = step.houses.slice(0, 1).flatMap((house) => houseCells(houseIndex(house)));
  const empty = ruled.filter((cell) => cell !== target && !digits[cell]);
  return causes.flatMap((from) => empty.filter((to) => CLASSIC.peers[from].includes(to)).map((to) => ({ from, to, isOut: true })));
}
