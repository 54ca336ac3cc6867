/**
 * The verbs that the engine answers, and the seconds in which it does: those of nonet/web/verbs.py. The page needs no
 * more of the engine than this.
 */

/** @type {Record<string, number>} */
export const SECONDS = {
  read: 2,
  solve: 2,
  count: 2,
  check: 2,
  violations: 2,
  inspect: 2,
  hint: 10,
  all_steps: 10,
  steps: 10,
  rate: 10,
  generate: 10,
  odds: 10,
  minimise: 10,
  repair: 10,
  canonical: 10,
  convert: 10,
};
