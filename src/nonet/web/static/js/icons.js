/** The icons: one small set on a grid of 24, all with the same stroke and in the colour of the text. */

import { svgElement } from "./dom.js";

const PATHS = Object.freeze({
  moon: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  undo: "M8.5 5 4.5 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4",
  redo: "m15.5 5 4 4-4 4M19.5 9H10a5.5 5.5 0 0 0 0 11h4",
  erase: "M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5",
  flag: "M6 21V4M6 4.5c5-2.5 7 2.5 12 0V14c-5 2.5-7-2.5-12 0",
  hint: "M9.5 18.5h5M10.5 21.5h3M12 2.5a6.2 6.2 0 0 0-3.7 11.2c.8.6 1.2 1.3 1.2 2.3h5c0-1 .4-1.7 1.2-2.3A6.2 6.2 0 0 0 12 2.5z",
  check: "m5 12.5 4.5 4.5L19 7",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10.5-6.5z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  marks: "M5 6h2M11 6h2M17 6h2M5 12h2M11 12h2M17 12h2M5 18h2M11 18h2M17 18h2",
  sweep: "M5 6h2M17 6h2M5 18h2M17 18h2M9 9l6 6M15 9l-6 6",
  back: "M20 12H5M11 6l-6 6 6 6",
  plus: "M12 5v14M5 12h14",
  share: "M12 15V4M8 7.5 12 4l4 3.5M6 11.5v8h12v-8",
  help: "M9 9.2a3 3 0 1 1 4.4 2.7c-1 .5-1.4 1.1-1.4 2.3M12 17.6v.4",
  close: "m6 6 12 12M18 6 6 18",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.7 2.6 4 5.6 4 9s-1.3 6.4-4 9c-2.7-2.6-4-5.6-4-9s1.3-6.4 4-9z",
  pen: "M5 19l1-4L16 5l3 3L9 18z",
  line: "M6.5 17.5l11-11M5 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM19 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  first: "M6 6v12M18 6l-8 6 8 6z",
  last: "M18 6v12M6 6l8 6-8 6z",
  before: "M15 6l-6 6 6 6",
  next: "m9 6 6 6-6 6",
  skip: "M5 18V11a4 4 0 0 1 4-4h9M14.5 3.5 18 7l-3.5 3.5M12 15h8M12 19h5",
});

/** What points along the script; the scrubber of the Lab and its icons run from left to right in every language. */
const FLIPPED = new Set(["undo", "redo", "erase", "help"]);

/** Return an icon; it means nothing by itself, so its button has a name. @param {keyof typeof PATHS} name */
export function icon(name) {
  const path = svgElement("path", { d: PATHS[name] });
  return svgElement("svg", { class: FLIPPED.has(name) ? "icon flips" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}
