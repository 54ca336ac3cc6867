// What a player does, as a move: the twin of nonet/game/actions.py. Each function returns the move, or "" where nothing
// would change; `game.play` does it. Marks are set in empty cells only; they stay under a digit that is placed over them.

import { compare, formatMove, markChanges, masksOf, token } from "./moves.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./moves.js").Token} Token */
/** What is used of a step on the wire.
 * @typedef {{places: {cell: string, digit: number} | null, removes: Record<string, number[]>}} Step */

/** @param {Iterable<number>} cells */
const ordered = (cells) => [...new Set(cells)].sort((a, b) => a - b);

/** @param {Game} game @param {Iterable<number>} cells */
const empty = (game, cells) => ordered(cells).filter((cell) => !game.entries.digits[cell]);

/** @param {Game} game @param {Token[]} tokens */
const move = (game, tokens) => formatMove(tokens, game.size);

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
  const tokens = cells.map((cell) => token("digit", cell, number));
  const bit = 1 << (number - 1);
  for (const peer of clean ? ordered(cells.flatMap((cell) => [...game.peers[cell]])) : []) {
    if (game.entries.centre[peer] & bit) tokens.push(token("centre", peer, number, 0));
    if (game.entries.corner[peer] & bit) tokens.push(token("corner", peer, number, 0));
  }
  return tokens;
}

/** Add a centre mark where it is missing, or remove it if all empty cells have it.
 * @param {Game} game @param {Iterable<number>} cells @param {number} number */
export function centre(game, cells, number) {
  return toggled(game, "centre", empty(game, cells), number);
}

/** Add a corner mark where it is missing, or remove it if all empty cells have it.
 * @param {Game} game @param {Iterable<number>} cells @param {number} number */
export function corner(game, cells, number) {
  return toggled(game, "corner", empty(game, cells), number);
}

/** Add a colour where it is missing, or remove it if all cells have it.
 * @param {Game} game @param {Iterable<number>} cells @param {number} number */
export function colour(game, cells, number) {
  return toggled(game, "colour", ordered(cells), number);
}

/** @param {Game} game @param {string} kind @param {number[]} cells @param {number} number */
function toggled(game, kind, cells, number) {
  const masks = masksOf(game.entries, kind);
  const missing = cells.filter((cell) => !(masks[cell] & (1 << (number - 1))));
  const changed = missing.length ? missing : cells;
  return move(game, changed.map((cell) => token(kind, cell, number, missing.length ? 1 : 0)));
}

/** Erase the digits of the cells; if there are none the marks, and if there are none the colours and lines.
 * @param {Game} game @param {Iterable<number>} cells */
export function erase(game, cells) {
  const chosen = ordered(cells);
  const { entries } = game;
  const own = chosen.filter((cell) => !game.givens[cell]);
  const tokens = own.filter((cell) => entries.digits[cell]).map((cell) => token("digit", cell, 0));
  if (!tokens.length) {
    for (const cell of own) {
      tokens.push(...markChanges("centre", cell, entries.centre[cell], 0));
      tokens.push(...markChanges("corner", cell, entries.corner[cell], 0));
    }
  }
  if (!tokens.length) {
    for (const cell of chosen) tokens.push(...markChanges("colour", cell, entries.colours[cell], 0));
    for (const [cell, number] of entries.colouredCandidates) {
      if (chosen.includes(cell)) tokens.push(token("candidate", cell, number, 0));
    }
    for (const [cell, number, other, last] of entries.drawnLines) {
      if (chosen.includes(cell) || chosen.includes(other)) {
        tokens.push({ kind: "line", cell, number, value: 0, other: [other, last] });
      }
    }
  }
  return move(game, tokens);
}

/** Set the centre marks of empty cells, or of all of them, to the digits that no filled cell excludes.
 * @param {Game} game @param {Iterable<number>} [cells] */
export function fillCandidates(game, cells = game.givens.keys()) {
  return move(game, empty(game, cells).flatMap((cell) =>
    markChanges("centre", cell, game.entries.centre[cell], game.candidates(cell)),
  ));
}

/** Remove the marks that a filled cell excludes. @param {Game} game */
export function cleanCandidates(game) {
  return move(game, empty(game, game.givens.keys()).flatMap((cell) => {
    const { centre: large, corner: small } = game.entries;
    const possible = game.candidates(cell);
    return [
      ...markChanges("centre", cell, large[cell], large[cell] & possible),
      ...markChanges("corner", cell, small[cell], small[cell] & possible),
    ];
  }));
}

/**
 * Place and eliminate what a step proves; a placed digit is removed from the marks of its peers. A cell without centre
 * marks gets its candidates without the eliminated ones.
 * @param {Game} game @param {Step} step
 */
export function applyStep(game, step) {
  const { digits, centre: large, corner: small } = game.entries;
  const at = step.places ? indexOf(step.places.cell, game.size) : -1;
  const number = step.places?.digit ?? 0;
  const isNew = at >= 0 && !game.givens[at] && digits[at] !== number;
  const tokens = isNew ? placed(game, [at], number, true) : [];
  const done = new Set(tokens.map((one) => formatMove([one], game.size)));
  const removes = Object.entries(step.removes).map(([name, list]) => ({ cell: indexOf(name, game.size), list }));
  for (const { cell, list } of removes.sort((a, b) => a.cell - b.cell)) {
    if (digits[cell] || cell === at) continue;
    const removed = list.reduce((mask, one) => mask | (1 << (one - 1)), 0);
    const excluded = isNew && game.peers[cell].includes(at) ? 1 << (number - 1) : 0;
    const after = (large[cell] || game.candidates(cell)) & ~removed & ~excluded;
    const changes = [
      ...markChanges("centre", cell, large[cell], after),
      ...markChanges("corner", cell, small[cell], small[cell] & ~removed),
    ];
    tokens.push(...changes.filter((one) => !done.has(formatMove([one], game.size))));
  }
  return move(game, tokens);
}

/** @param {string} name @param {number} size */
function indexOf(name, size) {
  const [row, column] = name.slice(1).split("c").map(Number);
  return (row - 1) * size + column - 1;
}

/** Colour a candidate, or remove the colour if it has it.
 * @param {Game} game @param {number} cell @param {number} number @param {number} n */
export function colourCandidate(game, cell, number, n) {
  const same = (game.entries.candidates.get(`${cell}.${number}`) ?? 0) === n;
  return move(game, [token("candidate", cell, number, same ? 0 : n)]);
}

/** Draw a line between two candidates [cell, digit], or remove it if it has the colour.
 * @param {Game} game @param {[number, number]} one @param {[number, number]} other @param {number} [colour] */
export function line(game, one, other, colour = 1) {
  const order = compare(one, other);
  if (!order) return "";
  const [first, last] = order < 0 ? [one, other] : [other, one];
  const drawn = game.entries.lines.get(`${first.join(".")}~${last.join(".")}`)?.[4];
  return move(game, [{ kind: "line", cell: first[0], number: first[1], value: drawn === colour ? 0 : colour, other: last }]);
}

/** Return to a save point. @param {Game} game @param {string} name */
export function restore(game, name) {
  return game.restored(game.saves[name]);
}
