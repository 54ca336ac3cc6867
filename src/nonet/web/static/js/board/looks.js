/**
 * What a constraint looks like: the strokes and shapes of every role of a mark, distinct without colours.
 *
 * scripts/kinds_js.py writes this file from the looks of the kinds, which nonet.rules.constraints.looks explains.
 */

/** @typedef {{tone: string, width: number, dash: string, cap: string}} Stroke */

/** @type {Record<string, {family: string, strokes: Stroke[], head: boolean}>} */
export const LINES = {
  thermo: {"family": "grey", "strokes": [{"tone": "edge", "width": 31, "dash": "", "cap": "round"}, {"tone": "body", "width": 24, "dash": "", "cap": "round"}], "head": false},
  slow_thermo: {"family": "grey", "strokes": [{"tone": "edge", "width": 31, "dash": "12 9", "cap": "butt"}, {"tone": "body", "width": 24, "dash": "", "cap": "round"}], "head": false},
  whisper: {"family": "green", "strokes": [{"tone": "edge", "width": 24, "dash": "", "cap": "round"}, {"tone": "body", "width": 17, "dash": "", "cap": "round"}, {"tone": "edge", "width": 6, "dash": "0 15", "cap": "round"}], "head": false},
  renban: {"family": "purple", "strokes": [{"tone": "edge", "width": 24, "dash": "", "cap": "round"}, {"tone": "body", "width": 17, "dash": "", "cap": "round"}, {"tone": "edge", "width": 17, "dash": "4 14", "cap": "butt"}], "head": false},
  palindrome: {"family": "gold", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 5, "dash": "", "cap": "round"}], "head": false},
  region_sum: {"family": "blue", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 7, "dash": "24 17", "cap": "butt"}], "head": false},
  equal_sums: {"family": "blue", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 7, "dash": "10 10", "cap": "butt"}], "head": false},
  modular: {"family": "teal", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 7, "dash": "22 14 0 14", "cap": "round"}], "head": false},
  entropic: {"family": "orange", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 7, "dash": "22 14 0 14 0 14", "cap": "round"}], "head": false},
  zipper: {"family": "purple", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 24, "dash": "4 16", "cap": "butt"}], "head": false},
  nabner: {"family": "gold", "strokes": [{"tone": "body", "width": 12, "dash": "", "cap": "round"}, {"tone": "edge", "width": 17, "dash": "0 26", "cap": "round"}], "head": false},
  sum_line: {"family": "red", "strokes": [{"tone": "edge", "width": 26, "dash": "24 10", "cap": "butt"}, {"tone": "body", "width": 19, "dash": "", "cap": "round"}], "head": false},
  index_line: {"family": "blue", "strokes": [{"tone": "edge", "width": 24, "dash": "", "cap": "round"}, {"tone": "body", "width": 17, "dash": "", "cap": "round"}, {"tone": "edge", "width": 9, "dash": "9 9", "cap": "butt"}], "head": false},
  sequence: {"family": "grey", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 13, "dash": "4 10", "cap": "butt"}], "head": false},
  same_difference: {"family": "teal", "strokes": [{"tone": "body", "width": 24, "dash": "", "cap": "round"}, {"tone": "edge", "width": 8, "dash": "0 12 0 26", "cap": "round"}], "head": false},
  fibonacci: {"family": "gold", "strokes": [{"tone": "edge", "width": 24, "dash": "", "cap": "round"}, {"tone": "body", "width": 17, "dash": "", "cap": "round"}, {"tone": "edge", "width": 6, "dash": "0 11 15 11", "cap": "round"}], "head": false},
  rule: {"family": "grey", "strokes": [{"tone": "edge", "width": 7, "dash": "15 12", "cap": "butt"}], "head": false},
  lunchbox: {"family": "grey", "strokes": [{"tone": "edge", "width": 5, "dash": "0 13", "cap": "round"}], "head": false},
  between: {"family": "grey", "strokes": [{"tone": "edge", "width": 8, "dash": "", "cap": "round"}], "head": false},
  lockout: {"family": "blue", "strokes": [{"tone": "edge", "width": 8, "dash": "", "cap": "round"}], "head": false},
  double_arrow: {"family": "grey", "strokes": [{"tone": "edge", "width": 5, "dash": "", "cap": "round"}], "head": false},
  indexing: {"family": "teal", "strokes": [{"tone": "edge", "width": 6, "dash": "1 12", "cap": "round"}], "head": true},
  arrow: {"family": "grey", "strokes": [{"tone": "edge", "width": 5, "dash": "", "cap": "round"}], "head": true},
  difference_arrow: {"family": "red", "strokes": [{"tone": "edge", "width": 9, "dash": "", "cap": "round"}, {"tone": "paper", "width": 3, "dash": "", "cap": "round"}], "head": true},
};

/** @type {Record<string, {family: string, strokes: Stroke[], level: number, shape: "round" | "diamond"}>} */
export const BULBS = {
  arrow: {"family": "grey", "strokes": [{"tone": "edge", "width": 78, "dash": "", "cap": "round"}, {"tone": "paper", "width": 70, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  difference_arrow: {"family": "red", "strokes": [{"tone": "edge", "width": 78, "dash": "", "cap": "round"}, {"tone": "paper", "width": 70, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  double_arrow: {"family": "grey", "strokes": [{"tone": "edge", "width": 78, "dash": "", "cap": "round"}, {"tone": "paper", "width": 70, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  pill: {"family": "grey", "strokes": [{"tone": "edge", "width": 78, "dash": "", "cap": "round"}, {"tone": "paper", "width": 70, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  between: {"family": "grey", "strokes": [{"tone": "edge", "width": 76, "dash": "", "cap": "round"}, {"tone": "body", "width": 68, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  lockout: {"family": "blue", "strokes": [{"tone": "edge", "width": 7, "dash": "", "cap": "round"}], "level": 1, "shape": "diamond"},
  thermo: {"family": "grey", "strokes": [{"tone": "edge", "width": 73, "dash": "", "cap": "round"}, {"tone": "body", "width": 66, "dash": "", "cap": "round"}], "level": 0, "shape": "round"},
  slow_thermo: {"family": "grey", "strokes": [{"tone": "edge", "width": 73, "dash": "", "cap": "round"}, {"tone": "body", "width": 66, "dash": "", "cap": "round"}], "level": 0, "shape": "round"},
  fibonacci: {"family": "gold", "strokes": [{"tone": "edge", "width": 56, "dash": "", "cap": "round"}, {"tone": "body", "width": 49, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  index_line: {"family": "blue", "strokes": [{"tone": "edge", "width": 56, "dash": "", "cap": "round"}, {"tone": "body", "width": 49, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  counting: {"family": "teal", "strokes": [{"tone": "edge", "width": 78, "dash": "", "cap": "round"}, {"tone": "paper", "width": 70, "dash": "", "cap": "round"}, {"tone": "edge", "width": 62, "dash": "", "cap": "round"}, {"tone": "paper", "width": 56, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
  indexing: {"family": "teal", "strokes": [{"tone": "edge", "width": 46, "dash": "", "cap": "round"}, {"tone": "body", "width": 38, "dash": "", "cap": "round"}], "level": 1, "shape": "round"},
};

/** @type {Record<string, {family: string, inset: number, stroke: Stroke, area: string}>} */
export const OUTLINES = {
  region: {"family": "teal", "inset": 7, "stroke": {"tone": "edge", "width": 4, "dash": "", "cap": "round"}, "area": "body"},
  clone: {"family": "gold", "inset": 9, "stroke": {"tone": "edge", "width": 6, "dash": "0 12", "cap": "round"}, "area": "body"},
  cage: {"family": "grey", "inset": 9, "stroke": {"tone": "ink", "width": 3.5, "dash": "9 7", "cap": "butt"}, "area": "none"},
};

/** @type {Record<string, {path: string, filled: boolean}>} */
export const BADGES = {
  even: {"path": "M-36 -36H36V36H-36z", "filled": true},
  maximum: {"path": "M-11 -37L0 -46L11 -37M37 -11L46 0L37 11M-11 37L0 46L11 37M-37 -11L-46 0L-37 11", "filled": false},
  minimum: {"path": "M-11 -46L0 -37L11 -46M46 -11L37 0L46 11M-11 46L0 37L11 46M-46 -11L-37 0L-46 11", "filled": false},
  odd: {"path": "M-38 0a38 38 0 1 0 76 0a38 38 0 1 0 -76 0z", "filled": true},
  boxindexing: {"path": "M26 26H46V46H26z", "filled": false},
  columnindexing: {"path": "M-40 41H40M-32 35L-40 41L-32 47M32 35L40 41L32 47", "filled": false},
  rowindexing: {"path": "M41 -40V40M35 -32L41 -40L47 -32M35 32L41 40L47 32", "filled": false},
  other: {"path": "M0 -44L44 0L0 44L-44 0z", "filled": true},
};

/** @type {Record<string, string>} */
export const FRAMES = {
  hiddenskyscraper: "M-26 -20L0 -32L26 -20M-24 26H24",
  lunchbox: "M-24 -26H24M-24 26H24M-30 -14V14M30 -14V14",
  numberedroom: "M-29 -26H29V26H-29z",
  sandwich: "M-24 -26H24M-24 26H24",
  skyscraper: "M-26 -20L0 -32L26 -20",
  xsum: "M-24 26H24",
  fullrank: "M-29 -26V26M29 -26V26",
};

export const CHOICE = 0.45; // the opacity of what need not hold
