// The verbs as nonet.web.verbs and the options that their requests have declare them, for the page. It needs no more of
// its engine than this. scripts/engine_data.py writes this file.

/**
 * The seconds in which the page answers. Of what its engine answers also the fields of requests, and the least and the
 * most of numbers in them, and the default or 0.
 * @type {Record<string, {seconds: number, fields?: string[], limits?: Record<string, [number, number, number]>}>}
 */
export const VERBS = {
  read: { seconds: 2, fields: ["text", "limit", "rules"], limits: { limit: [1, 1000, 100] } },
  solve: { seconds: 2, fields: ["puzzle", "rules", "limit", "budget"], limits: { limit: [1, 1000, 2], budget: [1, 1000000000000000, 0] } },
  count: { seconds: 2, fields: ["puzzle", "rules", "limit"], limits: { limit: [1, 1000000000000000, 0] } },
  check: { seconds: 2 },
  violations: { seconds: 2, fields: ["puzzle", "rules", "language", "impossible"] },
  hint: { seconds: 10, fields: ["puzzle", "rules", "levels", "language"] },
  all_steps: { seconds: 10, fields: ["puzzle", "rules", "levels", "language"] },
  steps: { seconds: 10, fields: ["puzzle", "rules", "levels", "language"] },
  why: { seconds: 10 },
  rate: { seconds: 10, fields: ["puzzle", "rules"] },
  drill: { seconds: 10 },
  generate: { seconds: 10, limits: { budget: [1, 9007199254740992, 0] } },
  inspect: { seconds: 2, fields: ["puzzle", "rules", "limit"], limits: { limit: [2, 100000, 2] } },
  odds: { seconds: 10 },
  minimise: { seconds: 10 },
  repair: { seconds: 10 },
  canonical: { seconds: 10 },
  convert: { seconds: 10 },
  trace: { seconds: 10 },
};

/** The seconds of every verb in nonet's Python in the page. */
export const PYTHON_SECONDS = 20;
