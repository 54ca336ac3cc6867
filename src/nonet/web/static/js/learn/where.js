// Which cells the sentence "where" is about: the picture of that level shows these and nothing else. What a sentence is
// about is read from the values that its message names, so a catalogue that says less also shows less. And, for singles,
// which digit rules out which cell.

import { basesOf } from "../words/facts.js";
import { CLASSIC, cellIndex } from "../board/geometry.js";
import { sceneOf } from "../board/scene.js";

/** @typedef {import("../board/scene.js").Board} Board */

/** @type {Role[]} */
const ROLES = ["pivot", "base", "extra", "cause"];

/** Return a picture of the houses and cells that a message names: 1 for cells of its houses, 2 for its cells. @param {Board} board @param {Step} step @param {string} message */
export function sceneOfPlace(board, step, message) {
  const shades = board.digits.map(() => 0);
  const { geometry = CLASSIC } = board;
  for (const cell of housesOf(step, message).flatMap((name) => cellsIn(name, geometry))) shades[cell] = 1;
  for (const cell of cellsOf(step, message)) shades[cellIndex(cell, geometry.size)] = 2;
  return { ...sceneOf(board), shades };
}

/** @param {Step} step @param {string} message */
function housesOf(step, message) {
  if (message.includes("{all_houses}")) return step.houses;
  return step.houses.slice(0, message.includes("{bases}") ? basesOf(step) : Number(message.includes("{house}")));
}

/** Return the cells of a house. @param {string} name @param {Geometry} geometry */
const cellsIn = (name, { houses }) => houses.find((house) => house.name === name)?.cells ?? [];

/** @param {Step} step @param {string} message */
function cellsOf(step, message) {
  const roles = ROLES.filter((role) => message.includes(`{${role}.cells`));
  const cells = step.marks.filter((mark) => roles.includes(mark.role)).map((mark) => mark.cell);
  if (message.includes("{basis")) cells.push(...(step.basis?.cells ?? []));
  if (message.includes("{cell}") && step.places) cells.push(step.places.cell);
  if (/\{(start|chain\.where)/.test(message)) cells.push(...(step.chains ?? []).flatMap((chain) => chain[0]?.cell ?? []));
  return cells;
}

/**
 * Return for a single what its causes see: from each cause to a cell that it rules out, or to the cell that is filled.
 * @param {Board} board @param {Step} step @returns {{from: number, to: number, isOut: boolean}[]}
 */
export function sightsOf({ digits, geometry = CLASSIC }, step) {
  if (!step.places || !/^(hidden|naked)_single/.test(step.technique)) return [];
  const { size, peers } = geometry;
  const target = cellIndex(step.places.cell, size);
  const causes = step.marks.filter((mark) => mark.role === "cause").map((mark) => cellIndex(mark.cell, size));
  if (step.technique === "naked_single") return causes.map((from) => ({ from, to: target, isOut: false }));
  const ruled = step.houses.slice(0, 1).flatMap((house) => cellsIn(house, geometry));
  const empty = ruled.filter((cell) => cell !== target && !digits[cell]);
  return causes.flatMap((from) => empty.filter((to) => peers[from].includes(to)).map((to) => ({ from, to, isOut: true })));
}
