/**
 * New classic puzzles from a random seed, as the page asks for them: by difficulty, or by their techniques. The search of
 * nonet/generating/search.py, in batches of the same numbers, so that the same seed gives the same puzzle as Python.
 */

import { CELLS, expectClassic, expectFields, isClassic, positionOn, puzzleOf } from "./classic.js";
import { STATUS } from "./core.js";
import { BANDS, PROFILES } from "./data.js";
import { AnswerError, NeedsPython, TimeOver } from "./errors.js";
import { difficultyOf, NODES, ratingOf } from "./explaining.js";
import { gridsIn } from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {{seed: bigint, symmetry: string, profile: keyof typeof PROFILES, difficulty: string | null, rating: number[] | null, isMinimal: boolean, hardest: number | null, needs: number[], isRated: boolean}} Wanted */
/** @typedef {{number: number, givens: number[], er: number}} Found */

const FIELDS = ["seed", "symmetry", "difficulty", "techniques", "profile", "rules"];
const ROTATIONAL = "rotational";
const MORE_GIVENS = [28, 34]; // of a puzzle that is not minimal
const BUDGET = 500_000; // puzzles that are tried
const RATED = 100_000;
const RATED_BATCH = 1024;
const SEEDS = 1n << 64n;

/** Return a new puzzle with one solution. @param {Search} search @param {Record<string, any>} request */
export function generate(search, request) {
  const wanted = wantedIn(search, request);
  const { number, givens, er: tenths } = found(search, wanted);
  const er = tenths ? tenths / 10 : search.part(() => ratingOf(search, positionOn(givens)).er);
  return {
    ...puzzleOf(givens),
    seed: String(wanted.seed),
    recipe: recipeOf(wanted, number),
    rating: er,
    difficulty: er === null ? null : difficultyOf(er),
  };
}

/** Return what a request asks for. @param {Search} search @param {Record<string, any>} request @returns {Wanted} */
function wantedIn({ core }, request) {
  const asked = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  expectFields(asked, FIELDS);
  const { seed, symmetry = "none", difficulty = null, techniques, profile = "se", rules } = asked;
  expectClassic(isClassic(rules) && ["none", ROTATIONAL].includes(symmetry) && Object.hasOwn(PROFILES, profile));
  const band = BANDS.find(([name]) => name === difficulty) ?? null;
  const { hardest = null, needs = [], ...others } = techniques ?? {};
  expectClassic((difficulty === null || band) && !(band && techniques) && !Object.keys(others).length && Array.isArray(needs));
  expectClassic(hardest !== "full_house"); // such puzzles have more givens
  const rows = PROFILES[/** @type {keyof typeof PROFILES} */ (profile)]?.rows;
  /** Return the number of a technique of the profile. @param {unknown} id */
  const rowOf = (id) => {
    const row = core.techniques.findIndex(({ name }) => name === id);
    expectClassic(rows ? rows.some(([known]) => known === row) : core.techniques[row]?.rating);
    return row;
  };
  return {
    seed: seed === undefined ? BigInt(crypto.getRandomValues(new Uint32Array(1))[0]) : seedOf(seed),
    symmetry,
    profile,
    difficulty,
    rating: band && [Math.round(10 * band[1]), Math.round(10 * band[2])],
    isMinimal: band?.[3] ?? true,
    hardest: hardest === null ? null : rowOf(hardest),
    needs: needs.map(rowOf),
    isRated: band !== null || hardest !== null || needs.length > 0,
  };
}

/** @param {unknown} seed a whole number, or text of its digits */
function seedOf(seed) {
  expectClassic((typeof seed === "string" && /^\d{1,20}$/.test(seed)) || (Number.isSafeInteger(seed) && Number(seed) >= 0));
  const found = BigInt(/** @type {string | number} */ (seed));
  expectClassic(found < SEEDS);
  return found;
}

/** Return the recipe of a puzzle. @param {Wanted} wanted @param {number} number */
function recipeOf({ seed, symmetry, difficulty, isMinimal }, number) {
  const words = [`seed=${seed}`, `number=${number}`];
  if (symmetry !== "none") words.push(`symmetry=${symmetry}`);
  if (difficulty !== null) words.push(`difficulty=${difficulty}`);
  if (!isMinimal) words.push(`givens=${MORE_GIVENS.join("-")}`);
  return words.join(" ");
}

/** Return the first puzzle that is as wanted. @param {Search} search @param {Wanted} wanted @returns {Found} */
function found(search, wanted) {
  const [first, most, allowed] = wanted.isRated ? [16, RATED_BATCH, RATED] : [1, 1, BUDGET];
  let tried = 0;
  try {
    for (let batch = first; tried < allowed; batch = Math.min(most, 2 * batch)) {
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
  const orbits = Uint8Array.from({ length: CELLS }, (_, cell) => (symmetry === ROTATIONAL ? Math.min(cell, CELLS - 1 - cell) : cell));
  const [minGivens, maxGivens] = isMinimal ? [0, CELLS] : MORE_GIVENS;
  const spec = { orbits, minGivens, maxGivens, minimal: isMinimal };
  const { puzzles, solutions } = search.ask((core) => core.generate(seed, first, n, spec));
  return gridsIn(puzzles).map((givens, at) => ({ number: first + at, givens, er: 0 })).filter(({ givens }, at) => {
    const count = givens.filter(Boolean).length;
    return solutions[at * CELLS] && count >= minGivens && count <= maxGivens;
  });
}

/** Return the first puzzle whose rating is as wanted. @param {Search} search @param {Wanted} wanted @param {Found[]} puzzles */
function judged(search, wanted, puzzles) {
  const [first] = puzzles;
  if (!first || !wanted.isRated) return first ?? null;
  const boards = Uint8Array.from(puzzles.flatMap(({ givens }) => givens));
  const options = { budget: NODES, profile: PROFILES[wanted.profile] };
  const { er, hardest, counts, status } = search.ask((core) => core.rate(boards, options));
  const [low = 0, high = Infinity] = wanted.rating ?? [];
  const at = puzzles.findIndex((_, i) => {
    const hasNeeded = wanted.needs.every((row) => counts[i * search.core.techniques.length + row]);
    const isHardest = (wanted.hardest ?? hardest[i]) === hardest[i];
    return status[i] === STATUS.unique && er[i] >= low && er[i] <= high && hasNeeded && isHardest;
  });
  return at < 0 ? null : { ...puzzles[at], er: er[at] };
}
