// How moves and save files are written, as nonet.game declares it. scripts/engine_data.py writes this file.

/** How a token is written. */
export const TOKENS = {
  digit: /^r([1-9][0-9]?)c([1-9][0-9]?)=(0|[1-9][0-9]?)$/,
  mark: /^r([1-9][0-9]?)c([1-9][0-9]?)([+-])([#^]?)(0|[1-9][0-9]?)$/,
  candidate: /^r([1-9][0-9]?)c([1-9][0-9]?)\.(0|[1-9][0-9]?)#(0|[1-9][0-9]?)$/,
  line: /^(!?)r([1-9][0-9]?)c([1-9][0-9]?)\.(0|[1-9][0-9]?)~r([1-9][0-9]?)c([1-9][0-9]?)\.(0|[1-9][0-9]?)(?:#(0|[1-9][0-9]?))?$/,
};

/** The number of colours for cells and candidates. */
export const COLOURS = 9;

/** The largest board that can be played. */
export const LARGEST = 25;

/** The sign before the number of a mark. */
export const SIGNS = {"centre": "", "corner": "^", "colour": "#"};

/** The fields of a save file. */
export const KEYS = ["nonet", "puzzle", "title", "moves", "at", "saves", "seconds"];

/** The fields of the puzzle in it. */
export const PUZZLE_KEYS = ["rules", "givens", "marks", "givens_known"];
