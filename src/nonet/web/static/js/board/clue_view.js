/**
 * The constraints of a board as elements of the page, and what they are called.
 */

import { svgElement } from "../dom.js";
import { CHOICE } from "./looks.js";

/** @typedef {import("./clues.js").Part} Part */
/** @typedef {(family: string, tone: string) => string} Paint */

/** The colours of the page as it is now, as custom properties. @type {Paint} */
export function pagePaint(family, tone) {
  if (tone === "none") return "none";
  return tone === "edge" || tone === "body" ? `var(--clue-${family}-${tone})` : `var(--${tone})`;
}

/** Return the parts above the lines of the board, or those below the digits; choices together are faint. @param {readonly Part[]} parts @param {boolean} above @param {Paint} paint @param {(text: string) => string} write */
export function drawParts(parts, above, paint, write) {
  /** @type {SVGElement[]} */
  const drawn = [];
  let wasFaint = false;
  for (const part of parts.filter((each) => each.above === above)) {
    const one = drawPart(part, paint, write);
    if (!part.faint) drawn.push(one);
    else if (wasFaint) drawn.at(-1)?.append(one);
    else drawn.push(svgElement("g", { opacity: CHOICE }, one));
    wasFaint = part.faint;
  }
  return drawn;
}

/** @param {Part} part @param {Paint} paint @param {(text: string) => string} write */
function drawPart(part, paint, write) {
  if ("text" in part) {
    const { x, y, height, tone, atStart } = part;
    const anchor = atStart ? "start" : "middle";
    const look = { x, y, "font-size": height, "font-weight": 600, fill: paint("", tone), "text-anchor": anchor };
    return svgElement("text", look, write(part.text));
  }
  const { family, d, fill, stroke, width, cap, dash } = part;
  const line = { "stroke-width": width, "stroke-linecap": cap, "stroke-linejoin": "round", "stroke-dasharray": dash || null };
  const look = { class: "clue", d, fill: paint(family, fill), stroke: paint(family, stroke) };
  return svgElement("path", { ...look, ...(stroke !== "none" && line) });
}

/** Return the sentence of a constraint; its notation where the catalogue has none. @param {Pick<App, "words">} app @param {Constraint} constraint */
export function sentenceOf(app, { sentence, text }) {
  try {
    return app.words.constraint(sentence.key, sentence.values);
  } catch {
    return text;
  }
}

/** Return the name of a kind; its word where the catalogues have no name. @param {Pick<App, "t">} app @param {string} word */
export function kindName(app, word) {
  const key = `set.kind.${word}`;
  const name = app.t(key);
  return name === key ? word : name;
}

/** Return the names of the kinds of some constraints. @param {Pick<App, "t">} app @param {readonly Constraint[]} constraints */
export function kindNames(app, constraints) {
  return [...new Set(constraints.map(({ word }) => word))].map((word) => kindName(app, word));
}
