// The verdict on an answer in a drill: nonet/generating/drills.py judges in the same way.

/** A candidate that is eliminated, or a digit that is placed. @typedef {[cell: number, digit: number, isPlaced: boolean]} Part */
/** `right`: all that a step does. `part`: the step does more. `other`: true, but not by this technique. `wrong`: against the solution. @typedef {"right" | "part" | "other" | "wrong"} Verdict */

/** The positions of a drill. */
export const ROUND = 10;

const key = (/** @type {Part} */ part) => part.join();

/**
 * Return the verdict about what was named, and the number of the step that it is about, -1 for none.
 * @param {readonly Part[]} named @param {readonly (readonly Part[])[]} outcomes what each step of the technique does @param {readonly number[]} solution
 * @returns {[Verdict, number]}
 */
export function judge(named, outcomes, solution) {
  const mine = new Set(named.map(key));
  const has = (/** @type {readonly Part[]} */ outcome) => outcome.every((part) => mine.has(key(part)));
  const same = outcomes.findIndex((outcome) => outcome.length === mine.size && has(outcome));
  if (same >= 0) return ["right", same];
  const together = new Set(outcomes.flatMap((outcome) => outcome.map(key)));
  if (mine.size && [...mine].every((each) => together.has(each))) {
    const whole = outcomes.findIndex(has);
    return whole >= 0 ? ["right", whole] : ["part", outcomes.findIndex((outcome) => outcome.some((part) => mine.has(key(part))))];
  }
  const isTrue = named.every(([cell, digit, isPlaced]) => (solution[cell] === digit) === isPlaced);
  return [isTrue ? "other" : "wrong", -1];
}
