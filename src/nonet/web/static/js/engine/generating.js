/**
 * New classic puzzles from a random seed, as the page asks for them: by difficulty, or by their techniques. The search of
 * nonet/generating/search.py, in batches of the same numbers, so that the same seed gives the same puzzle as Python.
 */

import { STATUS } from "./calls.js";
import { boardOf, CELLS, expectClassic, expectFields, isClassic, lineOf, positionOn } from "./classic.js";
import { BANDS, PROFILES, TECHNIQUES } from "./data.js";
import { AnswerError, NeedsPython, TimeOver } from "./errors.js";
import { difficultyOf, NODES, profileOf, ratingOf } from "./explaining.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {{seed: bigint, symmetry: string, profile: keyof typeof PROFILES, difficulty: string | null, rating: number[] | null, isMinimal: boolean, hardest: number | null, needs: number[]}} Wanted */
/** @typedef {{number: number, givens: number[], er: number}} Found */

const FIELDS = ["seed", "symmetry", "difficulty", "techniques", "profile", "rules"];
const ROTATIONAL = "rotational";
const MORE_GIVENS = [28, 34]; // of a puzzle that is not minimal
const BUDGET = 500_000; // puzzles that are tried
const RATED = 100_000;
const BATCH = 8192;
const RATED_BATCH = 1024;
const PART = 0.4; // seconds for a rating that nobody asked for
const SEEDS = 1n << 64n;

/** Return a new puzzle with one solution. @param {Search} search @param {Record<string, any>} request */
export function generate(search, request) {
  const wanted = wantedIn(request);
  const { number, givens, er: tenths } = found(search, wanted);
  const er = tenths ? tenths / 10 : erOf(search, givens);
  return {
    board: boardOf(givens),
    line: lineOf(givens),
    seed: String(wanted.seed),
    recipe: recipeOf(wanted, number),
    rating: er,
    difficulty: er === null ? null : difficultyOf(er),
  };
}

/** Return what a request asks for. @param {Record<string, any>} request @returns {Wanted} */
function wantedIn(request) {
  expectFields(Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null)), FIELDS);
  const { seed = null, symmetry = null, difficulty = null, techniques, profile = null, rules } = request;
  expectClassic(isClassic(rules) && ["none", ROTATIONAL, null].includes(symmetry));
  expectClassic(profile === null || Object.hasOwn(PROFILES, profile));
  const band = BANDS.find(([name]) => name === difficulty) ?? null;
  const { hardest = null, needs = [], ...others } = techniques ?? {};
  expectClassic((difficulty === null || band) && !(band && techniques) && !Object.keys(others).length && Array.isArray(needs));
  return {
    seed: seed === null ? BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : seedOf(seed),
    symmetry: symmetry ?? "none",
    profile: profile ?? "se",
    difficulty,
    rating: band && [Math.round(10 * band[1]), Math.round(10 * band[2])],
    isMinimal: band?.[3] ?? true,
    hardest: hardest === null ? null : rowOf(hardest, profile ?? "se"),
    needs: needs.map((/** @type {unknown} */ id) => rowOf(id, profile ?? "se")),
  };
}

/** @param {unknown} seed a whole number, or text of its digits */
function seedOf(seed) {
  expectClassic((typeof seed === "string" && /^\d{1,20}$/.test(seed)) || (Number.isSafeInteger(seed) && Number(seed) >= 0));
  const found = BigInt(/** @type {string | number} */ (seed));
  expectClassic(found < SEEDS);
  return found;
}

/** Return the number of a technique of a profile. @param {unknown} id @param {keyof typeof PROFILES} profile */
function rowOf(id, profile) {
  const row = TECHNIQUES.findIndex(([known]) => known === id);
  expectClassic(PROFILES[profile].rows.some(([known]) => known === row));
  return row;
}

/** @param {Wanted} wanted */
const isRated = ({ rating, hardest, needs }) => Boolean(rating || hardest !== null || needs.length);

/** Return the recipe of a puzzle. @param {Wanted} wanted @param {number} number */
function recipeOf({ seed, symmetry, difficulty, isMinimal }, number) {
  const words = [`seed=${seed}`, `number=${number}`];
  if (symmetry !== "none") words.push(`symmetry=${symmetry}`);
  if (difficulty !== null) words.push(`difficulty=${difficulty}`);
  if (!isMinimal) words.push(`givens=${MORE_GIVENS.join("-")}`);
  return words.join(" ");
}

/** Return the rating of a puzzle. @param {Search} search @param {number[]} givens */
function erOf(search, givens) {
  try {
    return search.within(PART, () => ratingOf(search, positionOn(givens)).er);
  } catch (error) {
    if (error instanceof TimeOver) return null;
    throw error;
  }
}

/** Return the first puzzle that is as wanted. @param {Search} search @param {Wanted} wanted @returns {Found} */
function found(search, wanted) {
  const [most, allowed] = isRated(wanted) ? [RATED_BATCH, RATED] : [BATCH, BUDGET];
  let tried = 0;
  try {
    for (let batch = isRated(wanted) ? 16 : 1; tried < allowed; batch = isRated(wanted) ? Math.min(most, 2 * batch) : 1) {
      const n = Math.min(batch, allowed - tried);
      const puzzle = judged(search, wanted, made(search, wanted, tried, n));
      if (puzzle) return puzzle;
      tried += n;
    }
  } catch (error) {
    if (!(error instanceof TimeOver) || !tried) throw error;
    const puzzles = String(tried).replace(/\B(?=(\d{3})+$)/g, ",");
    throw new AnswerError("limit_reached", `${error.message} after ${puzzles} puzzles, and none meets the requirements`);
  }
  throw new NeedsPython({ error: { code: "limit_reached", message: "no puzzle meets the requirements" } }); // it says which is the nearest
}

/** Return the puzzles that can be made of some numbers, with the right number of givens. @param {Search} search @param {Wanted} wanted @param {number} first @param {number} n @returns {Found[]} */
function made(search, { seed, symmetry, isMinimal }, first, n) {
  search.checkTime();
  const orbits = Uint8Array.from({ length: CELLS }, (_, cell) => (symmetry === ROTATIONAL ? Math.min(cell, CELLS - 1 - cell) : cell));
  const [minGivens = 0, maxGivens = 0] = isMinimal ? [0, CELLS] : MORE_GIVENS;
  const { puzzles, solutions, status } = search.core.generate(seed, first, n, { orbits, minGivens, maxGivens, minimal: isMinimal });
  if (status.includes(STATUS.cancelled)) throw new TimeOver();
  return Array.from({ length: n }, (_, at) => ({ number: first + at, givens: [...puzzles.subarray(at * CELLS, (at + 1) * CELLS)], er: 0 }))
    .filter(({ givens }, at) => {
      const count = givens.filter(Boolean).length;
      return solutions[at * CELLS] && count >= minGivens && count <= maxGivens;
    });
}

/** Return the first puzzle whose rating is as wanted. @param {Search} search @param {Wanted} wanted @param {Found[]} puzzles */
function judged(search, wanted, puzzles) {
  const [first] = puzzles;
  if (!first || !isRated(wanted)) return first ?? null;
  const boards = Uint8Array.from(puzzles.flatMap(({ givens }) => givens));
  const { er, hardest, counts, status } = search.core.rate(boards, { budget: NODES, profile: profileOf(wanted.profile) });
  if (status.includes(STATUS.cancelled)) throw new TimeOver();
  const [low = 0, high = Infinity] = wanted.rating ?? [];
  const at = puzzles.findIndex((_, i) => {
    const rating = er[i] ?? 0;
    const hasNeeded = wanted.needs.every((row) => counts[i * TECHNIQUES.length + row]);
    return status[i] === STATUS.unique && rating >= low && rating <= high && hasNeeded && (wanted.hardest ?? hardest[i]) === hardest[i];
  });
  const puzzle = puzzles[at];
  return puzzle ? { ...puzzle, er: er[at] ?? 0 } : null;
}
