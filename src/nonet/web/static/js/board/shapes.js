/**
 * The shape of each role: what is drawn around a candidate, so that a picture is understood without colours.
 *
 * scripts/theme_css.py writes this file from nonet.render.themes. A path stands around 0, 0; there, the digit has a
 * radius of about 4.
 */

/** @type {Record<string, {path: string, filled: boolean}>} */
export const SHAPES = {
  "cause": {"path": "M-5.2 -5.2H5.2V5.2H-5.2z", "filled": true},
  "target": {"path": "M-5.2 -5.2L5.2 5.2M-5.2 5.2L5.2 -5.2", "filled": false},
  "pivot": {"path": "M0 -6.6L6.6 0L0 6.6L-6.6 0z", "filled": true},
  "pincer": {"path": "M-3.2 -5.4H3.2L6.1 0L3.2 5.4H-3.2L-6.1 0z", "filled": true},
  "base": {"path": "M-5 -5H5V5H-5z", "filled": false},
  "cover": {"path": "M-4.8 5.6H4.8", "filled": false},
  "fin": {"path": "M-6.6 4.8L0 -7L6.6 4.8z", "filled": true},
  "colour-a": {"path": "M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0z", "filled": true},
  "colour-b": {"path": "M-5.4 0a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0 -10.8 0z", "filled": false},
  "start": {"path": "M-5.7 0a5.7 5.7 0 1 0 11.4 0a5.7 5.7 0 1 0 -11.4 0zM-7.4 0a7.4 7.4 0 1 0 14.8 0a7.4 7.4 0 1 0 -14.8 0z", "filled": false},
  "end": {"path": "M-5.6 -5.4H3L7.2 0L3 5.4H-5.6z", "filled": true},
  "extra": {"path": "M0 -6.5L6.5 0L0 6.5L-6.5 0z", "filled": false},
};
