// Which cells the sentence "where" is about: the picture of that level shows these and nothing else. What a sentence is
// about is read from the values that its message names, so a catalogue that says less also shows less.

import { cellIndex, houseCells, houseIndex } from "./facts.js";
import { sceneOf } from "./scene.js";

/** @typedef {import("./facts.js").Step} Step */
/** @typedef {import("./facts.js").Role} Role */
/** @typedef {import("./scene.js").Board} Board */

/** @type {Role[]} */
const ROLES = ["pivot", "base", "extra", "cause"];

/** Return a picture of the houses and cells that a message names: 1 for cells of its houses, 2 for its cells. @param {Board} board @param {Step} step @param {string} message */
export function sceneOfPlace(board, step, message) {
  const shades = board.digits.map(() => 0);
  const houses = step.houses.map(houseIndex);
  const half = Math.floor((houses.length + 1) / 2);
  const named = message.includes("{bases}") ? houses.slice(0, half) : message.includes("{house}") ? houses.slice(0, 1) : [];
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
