// What a player does, as a move (nonet/game/actions.py). Each function returns the move, or "" where nothing
// would change; `game.play` does it. Marks are set in empty cells only; they stay under a digit that is placed over them.

import { cellIndex } from "../board/geometry.js";
import { compare, formatMove, markChanges, token } from "./moves.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./moves.js").Token} Token */

/** @param {Iterable<number>} cells */
const ordered = (cells) => [...new Set(cells)].sort((a, b) => a - b);

/** @param {Game} game @param {Iterable<number>} cells */
const empty = (game, cells) => ordered(cells).filter((cell) => !game.entries.digits[cell]);

/** @param {Game} game @param {Token[]} tokens */
const move = (game, tokens) => formatMove(tokens, game.size);

/** Return what sets the centre and the corner marks of a cell. @param {Game} game @param {number} cell @param {number} centre @param {number} corner */
const marked = ({ entries }, cell, centre, corner) => [
  ...markChanges("centre", cell, entries.centre[cell], centre),
  ...markChanges("corner", cell, entries.corner[cell], corner),
];

/**
 * Place a digit, or erase it if all cells have it; with `clean` remove it from the marks of the peers.
 * @param {Game} game @param {Iterable<number>} cells @param {number} number @param {{clean?: boolean}} [options]
 */
export function digit(game, cells, number, { clean = false } = {}) {
  const own = ordered(cells).filter((cell) => !game.givens[cell]);
  const changed = own.filter((cell) => game.entries.digits[cell] !== number);
  if (!changed.length) return move(game, own.map((cell) => token("digit", cell, 0)));
  return move(game, placed(game, changed, number, clean));
}

/** @param {Game} game @param {number[]} cells @param {number} number @param {boolean} clean */
function placed(game, cells, number, clean) {
  const { centre, corner } = game.entries;
  const others = ~(1 << (number - 1));
  const peers = clean ? ordered(cells.flatMap((cell) => game.peers[cell])) : [];
  const cleaned = peers.flatMap((peer) => marked(game, peer, centre[peer] & others, corner[peer] & others));
  return [...cells.map((cell) => token("digit", cell, number)), ...cleaned];
}

/** Add a centre mark where it is missing, or remove it if all empty cells have it. @param {Game} game @param {Iterable<number>} cells @param {number} number */
export const centre = (game, cells, number) => toggled(game, "centre", empty(game, cells), number);

/** Add a corner mark where it is missing, or remove it if all empty cells have it. @param {Game} game @param {Iterable<number>} cells @param {number} number */
export const corner = (game, cells, number) => toggled(game, "corner", empty(game, cells), number);

/** Add a colour where it is missing, or remove it if all cells have it. @param {Game} game @param {Iterable<number>} cells @param {number} number */
export const colour = (game, cells, number) => toggled(game, "colour", ordered(cells), number);

/** @param {Game} game @param {Token["kind"]} kind @param {number[]} cells @param {number} number */
function toggled(game, kind, cells, number) {
  const tokens = cells.map((cell) => token(kind, cell, number));
  const missing = tokens.filter((one) => !game.entries.at(one));
  return move(game, missing.length ? missing : tokens.map((one) => ({ ...one, value: 0 })));
}

/** Erase the digits of the cells; if there are none the marks, and if there are none the colours and lines. @param {Game} game @param {Iterable<number>} cells */
export function erase(game, cells) {
  const chosen = ordered(cells);
  const { entries } = game;
  const own = chosen.filter((cell) => !game.givens[cell]);
  const digits = own.filter((cell) => entries.digits[cell]).map((cell) => token("digit", cell, 0));
  if (digits.length) return move(game, digits);
  const marks = own.flatMap((cell) => marked(game, cell, 0, 0));
  if (marks.length) return move(game, marks);
  const colours = chosen.flatMap((cell) => markChanges("colour", cell, entries.colours[cell], 0));
  const candidates = entries.colouredCandidates.filter(([cell]) => chosen.includes(cell));
  const lines = entries.drawnLines.filter(([cell, , other]) => chosen.includes(cell) || chosen.includes(other));
  return move(game, [
    ...colours,
    ...candidates.map(([cell, number]) => token("candidate", cell, number, 0)),
    ...lines.map(([cell, number, other, last]) => token("line", cell, number, 0, [other, last])),
  ]);
}

/** Set the centre marks of empty cells, or of all of them, to the digits that no filled cell excludes. @param {Game} game @param {Iterable<number>} [cells] */
export function fillCandidates(game, cells = game.givens.keys()) {
  return move(game, empty(game, cells).flatMap((cell) =>
    markChanges("centre", cell, game.entries.centre[cell], game.candidates(cell)),
  ));
}

/** Remove the marks that a filled cell excludes. @param {Game} game */
export function cleanCandidates(game) {
  return move(game, empty(game, game.givens.keys()).flatMap((cell) => {
    const possible = game.candidates(cell);
    return marked(game, cell, game.entries.centre[cell] & possible, game.entries.corner[cell] & possible);
  }));
}

/**
 * Place and eliminate what a step proves; a placed digit is removed from the marks of its peers. A cell without centre
 * marks gets its candidates without the eliminated ones.
 * @param {Game} game @param {Pick<Step, "places" | "removes">} step
 */
export function applyStep(game, step) {
  const { digits, centre: large, corner: small } = game.entries;
  const at = step.places ? cellIndex(step.places.cell, game.size) : -1;
  const number = step.places?.digit ?? 0;
  const isNew = at >= 0 && !game.givens[at] && digits[at] !== number;
  const tokens = isNew ? placed(game, [at], number, true) : [];
  const done = new Set(tokens.map((one) => move(game, [one])));
  const removes = Object.entries(step.removes).map(([name, list]) => ({ cell: cellIndex(name, game.size), list }));
  for (const { cell, list } of removes.sort((a, b) => a.cell - b.cell)) {
    if (digits[cell] || cell === at) continue;
    const removed = list.reduce((mask, one) => mask | (1 << (one - 1)), 0);
    const excluded = isNew && game.peers[cell].includes(at) ? 1 << (number - 1) : 0;
    const after = (large[cell] || game.candidates(cell)) & ~removed & ~excluded;
    tokens.push(...marked(game, cell, after, small[cell] & ~removed).filter((one) => !done.has(move(game, [one]))));
  }
  return move(game, tokens);
}

/** Colour a candidate, or remove the colour if it has it. @param {Game} game @param {number} cell @param {number} number @param {number} n */
export function colourCandidate(game, cell, number, n) {
  const wanted = token("candidate", cell, number, n);
  return move(game, [game.entries.at(wanted) === n ? { ...wanted, value: 0 } : wanted]);
}

/** Draw a line between two candidates [cell, digit], or remove it if it has the colour.
 * @param {Game} game @param {[number, number]} one @param {[number, number]} other @param {number} [colour] */
export function line(game, one, other, colour = 1) {
  const order = compare(one, other);
  if (!order) return "";
  const [first, last] = order < 0 ? [one, other] : [other, one];
  const wanted = token("line", ...first, colour, last);
  return move(game, [game.entries.at(wanted) === colour ? { ...wanted, value: 0 } : wanted]);
}

/** Return to a save point. @param {Game} game @param {string} name */
export const restore = (game, name) => game.restored(game.saves[name]);
