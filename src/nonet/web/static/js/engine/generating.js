/**
 * New puzzles from a random seed: the search of nonet/generating/search.py, in batches of the same numbers, so that the
 * same seed and options give the same puzzle as the server.
 */

import { filledCells } from "./cells.js";
import { PROFILES, TECHNIQUES } from "./data.js";
import { dig } from "./digging.js";
import { AnswerError, LimitReached, NeedsServer, TimeOver } from "./errors.js";
import { difficultyOf, NODES, profileOf, ratingOf } from "./explaining.js";
import { Fields, grouped } from "./fields.js";
import { boardObject } from "./positions.js";
import { positionOn, puzzleOf } from "./puzzles.js";
import { Requirements } from "./requirements.js";
import { CANCELLED, UNIQUE } from "./search.js";
import { seedOf } from "./setting.js";
import { FIELDS } from "./verbs_table.js";
import { writeLine } from "./writing.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {{number: number, givens: number[], isBlank: boolean, er: number, hardest: number, misses: number[]}} Draft */

const BUDGET = 500_000; // puzzles that are tried
const RATED = 100_000;
const BATCH = 8192;
const RATED_BATCH = 1024;
const OTHER_BATCH = 16;
const NOBODY = 255;
const PART = 0.4; // seconds for a rating that nobody asked for

/** Return a new puzzle with one solution. @param {Search} search @param {Record<string, any>} request */
export function generate(search, request) {
  if (request["variant"] || request["solvable"]) throw new NeedsServer();
  const fields = new Fields(request, FIELDS.generate);
  const seed = seedOf(fields) ?? BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const wanted = new Requirements(fields);
  const draft = found(search, wanted, seed);
  const puzzle = puzzleOf(wanted.rules, draft.givens);
  const er = draft.er ? draft.er / 10 : erOf(search, puzzle);
  return {
    board: boardObject(positionOn(puzzle)),
    line: writeLine(puzzle),
    seed: String(seed),
    recipe: wanted.recipe(seed, draft.number),
    rating: er,
    difficulty: er === null ? null : difficultyOf(er),
  };
}

/** Return the rating of a puzzle that has one. @param {Search} search @param {import("./puzzles.js").Puzzle} puzzle */
function erOf(search, puzzle) {
  if (!puzzle.rules.isClassic) return null;
  try {
    return search.within(PART, () => ratingOf(search, positionOn(puzzle)).er);
  } catch (error) {
    if (error instanceof LimitReached) return null;
    throw error;
  }
}

/** Return the first draft that meets the requirements. @param {Search} search @param {Requirements} wanted @param {bigint} seed */
function found(search, wanted, seed) {
  const { isClassic } = wanted.rules;
  const most = !isClassic ? OTHER_BATCH : wanted.isRated ? RATED_BATCH : BATCH;
  const allowed = !isClassic ? budgetOf(wanted.rules.size) : wanted.isRated ? RATED : BUDGET;
  let batch = wanted.isOpen ? 1 : Math.min(most, 16);
  /** @type {Draft | null} */
  let nearest = null;
  let tried = 0;
  let number = 0;
  try {
    while (number < allowed) {
      const n = Math.min(batch, allowed - number);
      const drafts = isClassic ? classicDrafts(search, wanted, seed, number, n) : otherDrafts(search, wanted, seed, number, n);
      judge(search, wanted, drafts);
      for (const draft of drafts) {
        if (!draft.misses.some(Boolean)) return draft;
        if (!draft.isBlank && (!nearest || isLess(draft.misses, nearest.misses))) nearest = draft;
      }
      number += n;
      tried = number;
      batch = wanted.isOpen ? 1 : Math.min(most, 2 * batch);
    }
  } catch (error) {
    if (!(error instanceof TimeOver) || !tried) throw error;
    throw new LimitReached(`${error.message} after ${grouped(tried)} puzzles, and none meets the requirements`);
  }
  throw limitReached(wanted, number, nearest);
}

/** Return how many puzzles of other rules are tried. @param {number} size */
const budgetOf = (size) => (size <= 9 ? 1000 : size <= 16 ? 100 : 10);

/** @param {readonly number[]} some @param {readonly number[]} others */
function isLess(some, others) {
  const at = some.findIndex((miss, i) => miss !== others[i]);
  return at >= 0 && (at >= others.length || /** @type {number} */ (some[at]) < /** @type {number} */ (others[at]));
}

/** @param {Search} search @param {Requirements} wanted @param {bigint} seed @param {number} first @param {number} n @returns {Draft[]} */
function classicDrafts(search, wanted, seed, first, n) {
  search.checkTime();
  const orbits = new Uint8Array(81).fill(255);
  wanted.parts.forEach((part, at) => part.forEach((cell) => (orbits[cell] = at)));
  const [minGivens, maxGivens] = wanted.plannedGivens ?? [0, 81];
  const spec = { orbits, minGivens, maxGivens, attempts: 1, minimal: wanted.minimal, fixed: wanted.isWhole };
  const { puzzles, solutions, status } = search.core.generate(seed, first, n, spec);
  if (status.includes(CANCELLED)) throw new TimeOver();
  return Array.from({ length: n }, (_, at) => {
    const isBlank = !solutions[at * 81];
    return { number: first + at, givens: [...puzzles.subarray(at * 81, at * 81 + 81)], isBlank, er: 0, hardest: NOBODY, misses: [] };
  });
}

/** @param {Search} search @param {Requirements} wanted @param {bigint} seed @param {number} first @param {number} n @returns {Draft[]} */
function otherDrafts(search, wanted, seed, first, n) {
  return Array.from({ length: n }, (_, at) => {
    const { givens, isBlank, proved } = dig(search, wanted, seed, first + at);
    const misses = [Number(wanted.minimal && !proved)];
    return { number: first + at, givens, isBlank, er: 0, hardest: NOBODY, misses };
  });
}

/** Say how far drafts are from the requirements: blank ones are the worst, then givens count, then the rating. @param {Search} search @param {Requirements} wanted @param {Draft[]} drafts */
function judge(search, wanted, drafts) {
  for (const draft of drafts) {
    const number = filledCells(draft.givens).length;
    const [low, high] = wanted.givens ?? [number, number];
    draft.misses = [Number(draft.isBlank), ...draft.misses, Math.max(low - number, number - high, 0)];
  }
  const rated = wanted.isRated ? drafts.filter(({ misses }) => !misses.some(Boolean)) : [];
  if (!rated.length) return;
  const boards = Uint8Array.from(rated.flatMap(({ givens }) => givens));
  const figures = search.core.rate(boards, { budget: NODES, profile: profileOf(wanted.profile) });
  if (figures.status.includes(CANCELLED)) throw new TimeOver();
  rated.forEach((draft, at) => {
    draft.er = figures.er[at] ?? 0;
    draft.hardest = figures.hardest[at] ?? NOBODY;
    const counts = figures.counts.subarray(at * TECHNIQUES.length, (at + 1) * TECHNIQUES.length);
    draft.misses.push(Number(figures.status[at] !== UNIQUE), ...ratingOff(wanted, draft, counts));
  });
}

/** Return how far a rating is from the requirements, in techniques, tenths and rows. @param {Requirements} wanted @param {Draft} draft @param {Uint16Array} counts */
function ratingOff(wanted, { er, hardest }, counts) {
  const lacking = wanted.needs.filter((row) => !counts[row]).length;
  const forbidden = wanted.forbid.filter((row) => counts[row]).length;
  const [low, high] = wanted.rating ?? [er, er];
  const apart = wanted.hardest === null ? 0 : placesApart(wanted, wanted.hardest, hardest);
  return [lacking + forbidden + Number(apart > 0), Math.max(low - er, er - high, 0), apart];
}

/** Return how far two techniques are from each other in the order of the profile. @param {Requirements} wanted @param {number} one @param {number} other */
function placesApart(wanted, one, other) {
  const rows = PROFILES[wanted.profile].rows.map(([row]) => row);
  return other === NOBODY ? rows.length : Math.abs(rows.indexOf(one) - rows.indexOf(other));
}

/** Return the error of a search that found nothing. @param {Requirements} wanted @param {number} failed @param {Draft | null} nearest */
function limitReached(wanted, failed, nearest) {
  if (!nearest) {
    return new LimitReached(`none of ${grouped(failed)} full boards has one solution with its givens there (${wanted}); try another pattern or a larger budget`);
  }
  const givens = filledCells(nearest.givens).length;
  const facts = [`${givens} given${givens === 1 ? "" : "s"}`];
  if (nearest.er) facts.push(`ER ${(nearest.er / 10).toFixed(1)} by ${TECHNIQUES[nearest.hardest]?.[0]}`);
  if (nearest.misses[1] && !wanted.rules.isClassic) facts.push("not proved minimal");
  return new AnswerError("limit_reached",
    `none of ${grouped(failed)} puzzles meets the requirements (${wanted}); the nearest has ${facts.join(", ")}; try a larger budget`);
}
