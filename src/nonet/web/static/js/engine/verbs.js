/**
 * What the engine in the page answers: one function per verb, from a request to the answer that nonet/web/api.py and
 * nonet/web/setter.py give. A question that only the server can answer throws NeedsServer.
 */

import { cellName } from "./cells.js";
import { stepObject } from "./decoding.js";
import { drill as drillOf, drillObject } from "./drilling.js";
import { AnswerError, errorObject, LimitReached, NeedsServer, NoSolution, TimeOver } from "./errors.js";
import { checkPosition, pathOf, ratingOf, ratingOfPath, stepsOn, wrongIn } from "./explaining.js";
import { Fields } from "./fields.js";
import { generate } from "./generating.js";
import { boardObject, positionOf, readPosition } from "./positions.js";
import { conflictSentence, conflictsOf } from "./puzzles.js";
import { readBoards, readObject } from "./reading.js";
import { readRules } from "./rules_object.js";
import { masksOf, Search } from "./search.js";
import { canonical, inspect, minimise, odds, repair, seedOf } from "./setting.js";
import { whyUnsolvable } from "./unsolvable.js";
import { FIELDS, LIMITS, SECONDS } from "./verbs_table.js";
import { isWritten, writePosition } from "./writing.js";

/** @typedef {Record<string, any>} Request */
/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./unsolvable.js").Say} Say */
/** @typedef {(step: Record<string, any>, levels: string[], language: string, board: readonly number[]) => Record<string, any>} Describe */

const LEVELS = ["nudge", "name", "where", "full"];
const SHOWN = 8; // steps of a drill
const MOST_DIGITS = 100_000;

/** @param {Search} _ @param {Request} request */
function read(_, request) {
  const fields = new Fields(request, FIELDS.read);
  const text = fields.text("text") ?? "";
  const limit = fields.whole("limit", ...LIMITS.read.limit);
  const { boards, format } = readBoards(text, readRules("rules", fields.value("rules")));
  const puzzles = boards.slice(0, limit).map((board) => readObject(board, boardObject(board)));
  return { puzzles, count: boards.length, format, problems: [] };
}

/** @param {Search} search @param {Request} request */
function solve(search, request) {
  const fields = new Fields(request, FIELDS.solve);
  const budget = fields.whole("budget", ...LIMITS.solve.budget);
  const { puzzle } = positionOf(fields);
  const [least, most, usual] = LIMITS.solve.limit;
  const limit = fields.whole("limit", least, Math.min(most, Math.floor(MOST_DIGITS / puzzle.givens.length)), usual);
  if (conflictsOf(puzzle.rules, puzzle.givens).length) search.solution(puzzle);
  const { grids, exact } = search.enumerate(puzzle.rules, masksOf(puzzle), limit + 1, budget);
  const solutions = grids.slice(0, limit);
  return { count: solutions.length, exact: exact && grids.length <= limit, solutions };
}

/** @param {Search} search @param {Request} request */
function count(search, request) {
  const fields = new Fields(request, FIELDS.count);
  const limit = fields.whole("limit", ...LIMITS.count.limit) || 2;
  const [found, exact] = search.counted(positionOf(fields).puzzle, limit);
  return { count: found, exact };
}

/** @param {Search} search @param {Request} request @param {Describe} _ @param {Say} say */
function check(search, request, _, say) {
  const fields = new Fields(request, FIELDS.check);
  const position = positionOf(fields);
  const { rules, givens, marks } = position.puzzle;
  const problems = conflictsOf(rules, givens).map((cells) => conflictSentence(rules, givens, cells));
  givens.forEach((digit, cell) => {
    if (digit && marks && !((marks[cell] ?? 0) & (1 << (digit - 1)))) {
      problems.push(`${cellName(cell, rules.size)} is ${digit}, which is not among its candidates`);
    }
  });
  /** @type {number[] | null} */
  let solution = null;
  /** @type {boolean | null} */
  let unique = false;
  if (!problems.length) {
    try {
      solution = search.solution(position.puzzle);
      unique = true;
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const why = error instanceof NoSolution && whyUnsolvable(search, error.puzzle);
      problems.push(why ? say(why, fields.text("language") ?? "en") : error.message);
      if (error instanceof LimitReached) unique = null;
    }
  }
  const conflicts = conflictsOf(rules, position.digits);
  return { unique, problems, conflicts, wrong: wrongIn(position, solution), solution };
}

/** Boards with constraints are left to the server, so only a reason why there is no solution can be broken. @param {Search} search @param {Request} request @param {Describe} _ @param {Say} say */
function violations(search, request, _, say) {
  const fields = new Fields(request, FIELDS.violations);
  const language = fields.text("language") ?? "en";
  const { puzzle, digits } = positionOf(fields);
  const why = fields.flag("impossible") ? whyUnsolvable(search, { ...puzzle, givens: digits }) : null;
  return { violations: why ? [{ cells: why.cells, sentence: say(why, language) }] : [] };
}

/** @param {Search} search @param {Request} request @param {Describe} describe */
function hint(search, request, describe) {
  const { position, object } = stepRequest(request, describe, ["full"]);
  const wrong = wrongIn(position, search.solution(position.puzzle));
  const full = !position.digits.includes(0);
  if (wrong.cells.length || wrong.marks.length || full) return { wrong, step: null, stuck: false, full };
  const [step] = stepsOn(search, position, false);
  return { wrong, step: step ? object(step) : null, stuck: !step, full };
}

/** @param {Search} search @param {Request} request @param {Describe} describe */
function allSteps(search, request, describe) {
  const { position, object } = stepRequest(request, describe);
  checkPosition(position, search.solution(position.puzzle));
  return { steps: stepsOn(search, position, true).map(object) };
}

/** @param {Search} search @param {Request} request @param {Describe} describe */
function drill(search, request, describe) {
  const fields = new Fields(request, FIELDS.drill);
  const [id, language] = [String(fields.required("technique")), fields.text("language") ?? "en"];
  const levels = fields.texts("levels", LEVELS);
  const found = drillOf(search, id, seedOf(fields) ?? 0n, fields.whole("number", ...LIMITS.drill.number));
  const object = (/** @type {Step} */ step) => describe(stepObject(step, found.position.puzzle.rules), levels, language, step.board ?? []);
  return { ...drillObject(search, found), steps: found.steps.slice(0, SHOWN).map(object) };
}

/** @param {Search} search @param {Request} request @param {Describe} describe */
function steps(search, request, describe) {
  const { position, object } = stepRequest(request, describe);
  const solution = search.solution(position.puzzle);
  checkPosition(position, solution);
  const { done, stuck, complete } = pathOf(search, position);
  const rating = ratingOfPath(done, stuck, complete);
  return { steps: done.map(object), rating, stuck, complete, solution };
}

/** Read the request of a verb about steps. @param {Request} request @param {Describe} describe @param {string[]} [usual] */
function stepRequest(request, describe, usual = []) {
  const fields = new Fields(request, FIELDS.steps);
  const position = positionOf(fields);
  const language = fields.text("language") ?? "en";
  const levels = fields.has("levels") ? fields.texts("levels", LEVELS) : usual;
  const { rules } = position.puzzle;
  const object = (/** @type {Step} */ step) => describe(stepObject(step, rules), levels, language, step.board ?? []);
  return { position, object };
}

/** @param {Search} search @param {Request} request */
function rate(search, request) {
  return ratingOf(search, positionOf(new Fields(request, FIELDS.rate)));
}

/** @param {Search} _ @param {Request} request */
function convert(_, request) {
  const fields = new Fields(request, FIELDS.convert);
  if (!isWritten(fields.value("to")) || fields.has("theme")) throw new NeedsServer();
  const to = String(fields.text("to"));
  if (!fields.has("puzzles")) return { text: writePosition(positionOf(fields), to) };
  const values = fields.value("puzzles");
  if (fields.has("puzzle") || !Array.isArray(values) || values.length !== 1) throw new NeedsServer();
  const rules = readRules("rules", fields.value("rules"));
  return { text: writePosition(readPosition("puzzles[0]", values[0], rules), to) };
}

/** @type {Record<string, (search: Search, request: Request, describe: Describe, say: Say) => Record<string, any>>} */
const VERBS = {
  ...{ read, solve, count, check, violations, hint, all_steps: allSteps, steps, rate, convert },
  ...{ drill, generate, inspect, odds, minimise, repair, canonical },
};

/** Return the languages of the words that a request asks for; none where English names suffice. @param {string} verb @param {Request} request */
export function languagesOf(verb, request) {
  if (!["hint", "all_steps", "steps", "drill"].includes(verb)) return [];
  const { language, levels } = request;
  const texts = levels ?? (verb === "hint" ? ["full"] : []);
  const wanted = typeof language === "string" ? language : "en";
  return wanted !== "en" || (Array.isArray(texts) && texts.length) ? [wanted] : [];
}

/**
 * Answer a question: with `{answer}`, with `{error}` as the server sends it, or with null where it needs the server.
 * Throws MissingWords if the answer needs the words of a language that `say` does not have.
 * @param {Search} search @param {string} verb @param {Request} request @param {Describe} [describe] @param {Say} [say]
 * @returns {{answer: any} | {error: any} | null}
 */
export function answerTo(search, verb, request, describe = (step) => step, say = ({ key }) => key) {
  const work = VERBS[verb];
  const seconds = SECONDS[verb];
  if (!work || !seconds) return null;
  try {
    return { answer: search.within(seconds - Math.min(0.5, seconds / 4), () => work(search, request, describe, say)) };
  } catch (error) {
    if (error instanceof NeedsServer) return null;
    const why = error instanceof NoSolution && whyUnsolvable(search, error.puzzle);
    if (why) error.message += `: ${say(why, "en")}`;
    const found = errorObject(error);
    const over = new TimeOver().message;
    return { error: { ...found, message: found.message.replace(over, `the time limit of ${seconds} seconds is reached`) } };
  }
}
