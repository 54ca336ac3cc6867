// The verbs as nonet.web.verbs and the options that their requests have declare them, for the page. It needs no more of
// its engine than this. scripts/engine_data.py writes this file.

/** The seconds in which the page answers. @type {Record<string, number>} */
export const SECONDS = {
  read: 2,
  solve: 2,
  count: 2,
  check: 2,
  violations: 2,
  hint: 10,
  all_steps: 10,
  steps: 10,
  rate: 10,
  drill: 10,
  generate: 10,
  inspect: 2,
  odds: 10,
  minimise: 10,
  repair: 10,
  canonical: 10,
  convert: 10,
  trace: 10,
};

/** The fields of requests that the engine answers. */
export const FIELDS = {
  read: ["text", "limit", "rules"],
  solve: ["puzzle", "rules", "limit", "budget"],
  count: ["puzzle", "rules", "limit"],
  violations: ["puzzle", "rules", "language", "impossible"],
  hint: ["puzzle", "rules", "levels", "language"],
  all_steps: ["puzzle", "rules", "levels", "language"],
  steps: ["puzzle", "rules", "levels", "language"],
  rate: ["puzzle", "rules"],
  inspect: ["puzzle", "rules", "limit"],
};

/** The least and the most of numbers in requests, and the default or 0. */
export const LIMITS = /** @type {const} */ ({
  read: { limit: [1, 1000, 100] },
  solve: { limit: [1, 1000, 2], budget: [1, 1000000000000000, 0] },
  count: { limit: [1, 1000000000000000, 0] },
  inspect: { limit: [2, 100000, 2] },
});
