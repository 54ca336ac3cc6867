/**
 * The constraints of a board as elements of the page: their drawing below and above the digits, and the margin for
 * clues outside.
 */

import { svgElement } from "../dom.js";
import { cluesOf, crossedCells, labelledCells } from "./clues.js";
import { CHOICE } from "./looks.js";

/** @typedef {import("./clues.js").Part} Part */
/** @typedef {import("./clues.js").Margins} Margins */
/** @typedef {Pick<App, "digit"> & Partial<Pick<App, "words">>} Words */
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
    else {
      const group = svgElement("g", { opacity: CHOICE });
      group.append(one);
      drawn.push(group);
    }
    wasFaint = part.faint;
  }
  return drawn;
}

/** @param {Part} part @param {Paint} paint @param {(text: string) => string} write */
function drawPart(part, paint, write) {
  if ("text" in part) {
    const { x, y, height, tone, atStart } = part;
    const text = svgElement("text", { x, y, "font-size": height, "font-weight": 600, fill: paint("", tone), "text-anchor": atStart ? "start" : "middle" });
    text.textContent = write(part.text);
    return text;
  }
  const path = svgElement("path", { class: "clue", d: part.d, fill: paint(part.family, part.fill), stroke: paint(part.family, part.stroke) });
  if (part.stroke === "none") return path;
  path.setAttribute("stroke-width", String(part.width));
  path.setAttribute("stroke-linecap", part.cap);
  path.setAttribute("stroke-linejoin", "round");
  if (part.dash) path.setAttribute("stroke-dasharray", part.dash);
  return path;
}

/** Return the sentence of a constraint; its notation where the catalogue has none. @param {Words} app @param {Constraint} constraint */
export function sentenceOf(app, { sentence, text }) {
  try {
    return app.words?.constraint(sentence.key, sentence.values) ?? text;
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

/**
 * @param {HTMLElement} root the board
 * @param {{below: Element, above: Element, cells: HTMLElement[], size: number, app: Words}} parts where it is drawn
 */
export function createClueView(root, { below, above, cells, size, app }) {
  const under = svgElement("g", { class: "clues" });
  const over = svgElement("g", { class: "clues" });
  below.append(under);
  above.append(over);

  /** Draw constraints, with at least some margins, and marks that are a draft. @param {readonly Constraint[]} constraints @param {readonly ClueMark[]} [draft] @param {Partial<Margins>} [least] */
  function show(constraints, draft = [], least = {}) {
    const marks = [...constraints.flatMap((each) => each.marks), ...draft];
    const { parts, margins } = cluesOf(marks, size, size);
    under.replaceChildren(...drawParts(parts, false, pagePaint, app.digit));
    over.replaceChildren(...drawParts(parts, true, pagePaint, app.digit));
    makeRoom(root, { ...margins, ...wider(margins, least) }, size);
    const [labelled, crossed] = [labelledCells(marks, size), crossedCells(marks, size)];
    cells.forEach((node, cell) => {
      node.classList.toggle("labelled", labelled.has(cell));
      node.classList.toggle("crossed", crossed.has(cell));
    });
  }

  return { show };
}

/** @param {Margins} margins @param {Partial<Margins>} least */
function wider(margins, least) {
  return Object.fromEntries(Object.entries(least).map(([side, room]) => [side, Math.max(room ?? 0, margins[/** @type {keyof Margins} */ (side)])]));
}

/** Leave room around the cells; the whole stays a square. @param {HTMLElement} root @param {Margins} margins @param {number} size */
function makeRoom(root, { left, right, top, bottom }, size) {
  const room = Math.max(left + right, top + bottom);
  const shares = { left, right: room - left, top, bottom: room - top };
  root.classList.toggle("with-clues", room > 0);
  root.style.setProperty("--share", String(size / (size + room / 100)));
  for (const [side, share] of Object.entries(shares)) root.style.setProperty(`--clue-${side}`, String(share / 100));
}
