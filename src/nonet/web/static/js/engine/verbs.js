/**
 * What the engine in the page answers: questions about classic boards, at once, with the answers and errors of
 * nonet/web/api.py and nonet/web/setter.py. All other questions throw NeedsPython: a verb, a format and a kind of board
 * are written once, in Python. What stands here too is what play asks for, and the report on a classic puzzle in Set.
 */

import { boardOf, digitsIn, expectClassic, expectFields, isClassic, lineOf, positionIn, refuseConflict } from "./classic.js";
import { stepObject } from "./decoding.js";
import { AnswerError, errorObject, NeedsPython, TimeOver } from "./errors.js";
import { checkPosition, pathOf, ratingOf, ratingOfPath, stepsOn, wrongIn } from "./explaining.js";
import { generate } from "./generating.js";
import { inspect } from "./inspecting.js";
import { FIELDS, LIMITS, SECONDS } from "./verbs_table.js";

/** @typedef {Record<string, any>} Request */
/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./classic.js").Position} Position */
/** @typedef {{answer: any} | {error: any}} Reply */

/** @param {Search} _ @param {Request} request */
function read(_, { text, rules = null }) {
  expectClassic(typeof text === "string" && isClassic(rules));
  const givens = digitsIn(text);
  return { puzzles: [{ board: boardOf(givens), line: lineOf(givens), info: {} }], count: 1, format: "line", problems: [] };
}

/** Return a whole number of a request. @param {unknown} value @param {readonly [number, number, number]} limits */
function wholeIn(value, [least, most, usual]) {
  if (value === undefined || value === null) return usual;
  expectClassic(Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
  return Number(value);
}

/** @param {Search} search @param {Position} position @param {Request} request */
function solve(search, position, request) {
  const limit = wholeIn(request["limit"], LIMITS.solve.limit);
  const budget = wholeIn(request["budget"], LIMITS.solve.budget);
  refuseConflict(position.givens);
  const { grids, exact } = search.enumerate(position, limit + 1, budget);
  const solutions = grids.slice(0, limit);
  return { count: solutions.length, exact: exact && grids.length <= limit, solutions };
}

/** @param {Search} search @param {Position} position @param {Request} request */
function count(search, position, request) {
  const [found, exact] = search.counted(position, wholeIn(request["limit"], LIMITS.count.limit) || 2);
  return { count: found, exact };
}

/** What breaks constraints, of which a classic board has none; why there is no solution, Python says. @param {Search} _ @param {Request} request */
function violations(_, { impossible = false, ...request }) {
  positionIn(request);
  const answer = { violations: [] };
  if (impossible) throw new NeedsPython({ answer });
  return answer;
}

/** @param {Search} search @param {Position} position */
function hint(search, position) {
  const wrong = wrongIn(position, search.solution(position));
  const full = !position.digits.includes(0);
  if (wrong.cells.length || wrong.marks.length || full) return { wrong, step: null, stuck: false, full };
  const [step] = stepsOn(search, position, false);
  return { wrong, step: step ? stepObject(step) : null, stuck: !step, full };
}

/** @param {Search} search @param {Position} position */
function allSteps(search, position) {
  checkPosition(position, search.solution(position));
  return { steps: stepsOn(search, position, true).map(stepObject) };
}

/** @param {Search} search @param {Position} position */
function steps(search, position) {
  const solution = search.solution(position);
  checkPosition(position, solution);
  const { done, stuck, complete } = pathOf(search, position);
  return { steps: done.map(stepObject), rating: ratingOfPath(done, stuck, complete), stuck, complete, solution };
}

/** What is asked about a position. @type {Record<string, (search: Search, position: Position, request: Request) => object>} */
const OF_POSITIONS = {
  ...{ solve, count, hint, all_steps: allSteps, steps, rate: ratingOf },
  inspect: (search, position, { limit }) => inspect(search, position, wholeIn(limit, LIMITS.inspect.limit)),
};
/** @type {Record<string, (search: Search, request: Request) => object>} */
const OTHERS = { read, generate, violations };

/** The page makes the sentences of steps, so a step without them suffices. @param {string} verb @param {Request} request */
function isBare(verb, { levels = verb === "hint" ? ["full"] : [], language = "en" }) {
  return Array.isArray(levels) && !levels.length && language === "en";
}

/** @param {Search} search @param {string} verb @param {Request} request */
function work(search, verb, request) {
  if (verb in FIELDS) expectFields(request, /** @type {Record<string, string[]>} */ (FIELDS)[verb] ?? []);
  const other = OTHERS[verb];
  if (other) return other(search, request);
  expectClassic(verb in OF_POSITIONS && (!["hint", "all_steps", "steps"].includes(verb) || isBare(verb, request)));
  return OF_POSITIONS[verb](search, positionIn(request), request);
}

/**
 * Answer a question: with `{answer}`, or with `{error}` as the server sends it. Throws NeedsPython.
 * @param {Search} search @param {string} verb @param {Request} request @returns {Reply}
 */
export function answerTo(search, verb, request) {
  const seconds = SECONDS[verb] ?? 0;
  try {
    return { answer: search.within(seconds - Math.min(0.5, seconds / 4), () => work(search, verb, request)) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    const found = errorObject(error);
    const over = new TimeOver().message;
    return { error: { ...found, message: found.message.replace(over, `the time limit of ${seconds} seconds is reached`) } };
  }
}
