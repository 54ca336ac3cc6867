// Save files: a game as JSON, which nonet/game/saves.py describes. The rules in it are words that
// only the server reads, so a file is read in two steps: `parseSave` checks its form and returns its parts, and
// `gameOf` replays them on the geometry that the rules have.

import { symbolsOf } from "../board/geometry.js";
import { isObject, isWhole } from "../outside.js";
import { KEYS, LARGEST, PUZZLE_KEYS } from "./form.js";
import { Game } from "./game.js";
import { GameError } from "./moves.js";

/** @typedef {{puzzle: Omit<Board, "rules">, rules: string, title: string, moves: string[], at: number, saves: [string, string][], seconds: number}} Save */

/** @param {string} reason */
const refuse = (reason) => new GameError(`save file: ${reason}`);

/** Return a game as the text of a save file. @param {Game} game @param {string} rules the rules in words */
export function writeSave(game, rules) {
  const symbols = "." + symbolsOf(game.size);
  return JSON.stringify({
    nonet: 1,
    puzzle: {
      rules,
      givens: game.givens.map((digit) => symbols[digit]).join(""),
      ...(game.allowed ? { marks: game.allowed } : {}),
      ...(game.givensKnown ? {} : { givens_known: false }),
    },
    ...(game.title ? { title: game.title } : {}),
    moves: game.moves,
    at: game.at,
    ...(Object.keys(game.saves).length ? { saves: game.saves } : {}),
    seconds: game.seconds,
  });
}

/** Return the parts of a save file; throws GameError with one sentence. @param {string} text @returns {Save} */
export function parseSave(text) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw refuse("expected JSON");
  }
  if (!isObject(data)) throw refuse("expected a JSON object");
  if (data.nonet !== 1) throw refuse(`expected "nonet": 1, found ${"nonet" in data ? "another" : "none"}`);
  known(data, KEYS, "");
  if (!isObject(data.puzzle)) throw refuse("puzzle: expected an object");
  const puzzle = puzzleOf(data.puzzle);
  const rules = textOf(data.puzzle.rules, "puzzle.rules");
  const title = textOf(data.title, "title");
  const seconds = whole(data.seconds, "seconds");
  const moves = data.moves ?? [];
  if (!Array.isArray(moves) || data.moves === null) throw refuse("moves: expected a list");
  moves.forEach((move, i) => {
    if (typeof move !== "string" || !move) throw refuse(`move ${i + 1}: expected a text`);
  });
  const at = whole(data.at, "at", moves.length);
  if (at > moves.length) throw refuse(`at: expected 0-${moves.length}, found ${at}`);
  if (!isObject(data.saves ?? {}) || data.saves === null) throw refuse("saves: expected an object");
  const saves = Object.entries(data.saves ?? {}).map(([name, tokens]) => {
    if (typeof tokens !== "string") throw refuse(`save point '${name}': expected a text`);
    return /** @type {[string, string]} */ ([name, tokens]);
  });
  return { puzzle, rules, title, moves, at, saves, seconds };
}

/** Return the game of a save file; throws GameError with one sentence. @param {Save} save @param {import("./game.js").Geometry} geometry */
export function gameOf(save, geometry) {
  const game = new Game(geometry, save.puzzle);
  game.title = save.title;
  game.seconds = save.seconds;
  save.moves.forEach((move, i) => inPlace(`move ${i + 1}`, () => game.play(move)));
  game.goTo(save.at);
  for (const [name, tokens] of save.saves) {
    inPlace(`save point '${name}'`, () => game.restored(tokens));
    game.setSave(name, tokens);
  }
  return game;
}

/** Return the game of a save file for those who do not ask which cells see each other. @param {Save} save */
export const plainGame = (save) => gameOf(save, { size: Math.round(Math.sqrt(save.puzzle.givens.length)), peers: save.puzzle.givens.map(() => []) });

/** @param {string} where @param {() => unknown} work */
function inPlace(where, work) {
  try {
    work();
  } catch (error) {
    throw error instanceof GameError ? refuse(`${where}: ${error.message}`) : error;
  }
}

/** @param {any} data */
function puzzleOf(data) {
  known(data, PUZZLE_KEYS, "puzzle.");
  const givens = cellsOf(data.givens);
  const marks = data.marks ?? null;
  const isMask = (/** @type {unknown} */ mask) => isWhole(mask) && mask < 2 ** Math.sqrt(givens.length);
  if (marks && !(Array.isArray(marks) && marks.length === givens.length && marks.every(isMask))) {
    throw refuse(`puzzle.marks: expected ${givens.length} masks`);
  }
  const { givens_known: isKnown = true } = data;
  if (typeof isKnown !== "boolean") throw refuse("puzzle.givens_known: expected true or false");
  return { givens, ...(marks && { candidates: marks }), ...(isKnown ? {} : { givens_known: false }) };
}

/** @param {unknown} givens @returns {number[]} */
function cellsOf(givens) {
  if (typeof givens !== "string" && !Array.isArray(givens)) {
    throw refuse("puzzle.givens: expected a line of cells or a list of numbers");
  }
  const cells = [...givens];
  const size = Math.round(Math.sqrt(cells.length));
  if (size * size !== cells.length || size < 1 || size > LARGEST) {
    throw refuse(`puzzle.givens: expected the square of 1-${LARGEST} cells, found ${cells.length}`);
  }
  const symbols = "." + symbolsOf(size);
  return cells.map((given, i) => {
    const isText = typeof givens === "string";
    const value = isText ? (given === "0" ? 0 : symbols.indexOf(given)) : isWhole(given) && given <= size ? given : -1;
    if (value < 0) throw refuse(`puzzle.givens: cell ${i + 1} is not a digit 1-${size}`);
    return value;
  });
}

/** @param {object} data @param {string[]} keys @param {string} where */
function known(data, keys, where) {
  for (const key of Object.keys(data)) if (!keys.includes(key)) throw refuse(`unknown key '${where}${key}'`);
}

/** @param {unknown} value @param {string} where */
function textOf(value, where) {
  if (value === undefined) return "";
  if (typeof value !== "string") throw refuse(`${where}: expected a text`);
  return value;
}

/** @param {unknown} value @param {string} where @param {number} [missing] */
function whole(value, where, missing = 0) {
  if (value === undefined) return missing;
  if (!isWhole(value)) throw refuse(`${where}: expected a whole number of at least 0`);
  return value;
}
