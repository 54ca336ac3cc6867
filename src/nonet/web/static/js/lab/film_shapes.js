/**
 * The shape of each event of a run, as the films of nonet.render draw it: lines in a square of side 1.
 *
 * scripts/theme_css.py writes this file from nonet.render.film. The first line is filled where `filled` is true.
 */

/** @type {Record<string, {paths: string[], filled: boolean, symbol: string}>} */
export const FILM_SHAPES = {
  try: {"paths": ["M0.2 0.1L0.9 0.5L0.2 0.9"], "filled": true, "symbol": "▶"},
  place: {"paths": ["M0.5 0.1L0.5 0.9", "M0.1 0.5L0.9 0.5"], "filled": false, "symbol": "+"},
  conflict: {"paths": ["M0.15 0.15L0.85 0.85", "M0.85 0.15L0.15 0.85"], "filled": false, "symbol": "×"},
  remove: {"paths": ["M0.1 0.5L0.9 0.5"], "filled": false, "symbol": "-"},
  rule: {"paths": ["M0.5 0.05L0.95 0.5L0.5 0.95L0.05 0.5"], "filled": true, "symbol": "◆"},
  backtrack: {"paths": ["M0.9 0.9L0.9 0.42L0.15 0.42", "M0.42 0.12L0.12 0.42L0.42 0.72"], "filled": false, "symbol": "↩"},
  restart: {"paths": ["M0.9 0.15L0.55 0.5L0.9 0.85", "M0.45 0.15L0.1 0.5L0.45 0.85"], "filled": false, "symbol": "«"},
  solved: {"paths": ["M0.1 0.55L0.4 0.85L0.9 0.15"], "filled": false, "symbol": "✓"},
};
