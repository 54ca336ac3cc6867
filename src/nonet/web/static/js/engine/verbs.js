/**
 * What the engine in the page answers: questions about classic boards, at once, with the answers and errors of
 * nonet/web/api.py and nonet/web/setter.py. All other questions throw NeedsPython: a verb, a format and a kind of board
 * are written once, in Python. What stands here too is what play asks for, and the report on a classic puzzle in Set.
 */

import { digitsIn, expectClassic, expectFields, isClassic, positionIn, puzzleOf, refuseConflict } from "./classic.js";
import { AnswerError, NeedsPython, TimeOver } from "./errors.js";
import { checkPosition, pathOf, ratingOf, ratingOfPath, stepsFrom, stepsOn, wrongIn } from "./explaining.js";
import { generate } from "./generating.js";
import { inspect } from "./inspecting.js";
import { VERBS } from "./verbs_table.js";

/** @typedef {Record<string, any>} Request */
/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./classic.js").Position} Position */
/** @typedef {{answer: any} | {error: any}} Reply */

/** @param {Search} _ @param {Request} request */
function read(_, { text, rules }) {
  expectClassic(typeof text === "string" && isClassic(rules));
  return { puzzles: [{ ...puzzleOf(digitsIn(text)), info: {} }], count: 1, format: "line", problems: [] };
}

/** @param {Search} search @param {Position} position @param {Request} request */
function solve(search, position, { limit, budget }) {
  refuseConflict(position.givens);
  const { grids, exact } = search.enumerate(position, limit + 1, budget);
  const solutions = grids.slice(0, limit);
  return { count: solutions.length, exact: exact && grids.length <= limit, solutions };
}

/** @param {Search} search @param {Position} position @param {Request} request */
function count(search, position, { limit }) {
  const [found, exact] = search.counted(position, limit || 2);
  return { count: found, exact };
}

/** What breaks constraints, of which a classic board has none; why there is no solution, Python says. @param {Search} _ @param {Position} __ @param {Request} request */
function violations(_, __, { impossible = false }) {
  const answer = { violations: [] };
  if (impossible) throw new NeedsPython({ answer });
  return answer;
}

/** @param {Search} search @param {Position} position @param {Request} request */
function hint(search, position, request) {
  expectBare(request, ["full"]);
  const wrong = wrongIn(position, onlySolution(search, position));
  const full = !position.digits.includes(0);
  if (wrong.cells.length || wrong.marks.length || full) return { wrong, step: null, stuck: false, full, several: false };
  const [step = null] = stepsFrom(search, position, 1).done;
  return { wrong, step, stuck: !step, full, several: false };
}

/** @param {Search} search @param {Position} position @param {Request} request */
function allSteps(search, position, request) {
  expectBare(request);
  checkPosition(position, onlySolution(search, position));
  return { steps: stepsOn(search, position), several: false };
}

/** @param {Search} search @param {Position} position @param {Request} request */
function steps(search, position, request) {
  expectBare(request);
  const solution = onlySolution(search, position);
  checkPosition(position, solution);
  const { done, stuck, complete } = pathOf(search, position);
  return { steps: done, rating: ratingOfPath(done, stuck, complete), stuck, complete, solution };
}

/** Return the only solution; what the solutions of a puzzle with several have in common, Python says. @param {Search} search @param {Position} position */
function onlySolution(search, position) {
  try {
    return search.solution(position);
  } catch (error) {
    if (error instanceof AnswerError && error.code === "multiple_solutions") throw new NeedsPython();
    throw error;
  }
}

/** The page makes the sentences of steps, so a step without them suffices. @param {Request} request @param {string[]} [usual] */
function expectBare({ levels, language = "en" }, usual = []) {
  expectClassic(Array.isArray(levels ?? usual) && !(levels ?? usual).length && language === "en");
}

/** What is asked about a position. @type {{[V in keyof Answers]?: (search: Search, position: Position, request: Request) => Answers[V]}} */
const OF_POSITIONS = {
  ...{ solve, count, violations, hint, all_steps: allSteps, steps, rate: ratingOf },
  inspect: (search, position, { limit }) => inspect(search, position, limit),
};
/** @type {{[V in keyof Answers]?: (search: Search, request: Request) => Answers[V]}} */
const OTHERS = { read, generate };

/** @param {Search} search @param {keyof Answers} verb @param {Request} request */
function work(search, verb, request) {
  const { fields, limits = {} } = VERBS[verb];
  if (fields) expectFields(request, fields);
  const numbers = Object.entries(limits).map(([name, [least, most, usual]]) => {
    const value = request[name] ?? null;
    expectClassic(value === null || (Number.isSafeInteger(value) && value >= least && value <= most));
    return [name, value ?? usual];
  });
  const asked = { ...request, ...Object.fromEntries(numbers) };
  const [other, ofPosition] = [OTHERS[verb], OF_POSITIONS[verb]];
  if (other) return other(search, asked);
  if (!ofPosition) throw new NeedsPython();
  return ofPosition(search, positionIn(request), asked);
}

/**
 * Answer a question: with `{answer}`, or with `{error}` as the server sends it. Throws NeedsPython.
 * @param {Search} search @param {keyof Answers} verb @param {Request} request @returns {Reply}
 */
export function answerTo(search, verb, request) {
  const { seconds } = VERBS[verb];
  try {
    return { answer: search.within(seconds - Math.min(0.5, seconds / 4), () => work(search, verb, request)) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    const { code, where } = error;
    const message = error.message.replace(new TimeOver().message, `the time limit of ${seconds} seconds is reached`);
    return { error: { code, message, ...where } };
  }
}
