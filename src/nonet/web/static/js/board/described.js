/**
 * The clues of a board, drawn and described for a screen reader: each cell by the constraints that name it, the clues
 * outside that look at it, and the extra houses it is in; the grid by the rules for the whole board.
 */

import { svgElement } from "../dom.js";
import { drawParts, kindName, pagePaint, sentenceOf } from "./clue_view.js";
import { cluesOf } from "./clues.js";
import { houseNames, sentencesOfWhole } from "./rule_list.js";

/** @typedef {import("./board.js").Options["app"]} App */
/** @typedef {import("./clues.js").Margins} Margins */

/**
 * @param {HTMLElement} root the board
 * @param {{below: Element, above: Element, grid: HTMLElement, cells: HTMLElement[], rules: Rules, size: number, app: App}} parts
 *   where clues are drawn; the rules are those of the houses
 */
export function createClues(root, { below, above, grid, cells, rules, size, app }) {
  const under = svgElement("g", { class: "clues" });
  const over = svgElement("g", { class: "clues" });
  below.append(under);
  above.append(over);
  const houses = houseNames(app, rules);

  /** Show constraints, with at least some margins, and marks that are a draft. @param {readonly Constraint[]} constraints @param {readonly ClueMark[]} [draft] @param {Partial<Margins>} [least] */
  function show(constraints, draft = [], least = {}) {
    const marks = [...constraints.flatMap((each) => each.marks), ...draft];
    const { parts, margins, labelled, crossed } = cluesOf(marks, size);
    under.replaceChildren(...drawParts(parts, false, pagePaint, app.digit));
    over.replaceChildren(...drawParts(parts, true, pagePaint, app.digit));
    makeRoom(root, margins, least, size);
    const clues = [...houses, ...constraints.flatMap((each) => outsideClues(app, each, size))];
    cells.forEach((node, cell) => {
      node.classList.toggle("labelled", labelled.has(cell));
      node.classList.toggle("crossed", crossed.has(cell));
      const named = constraints.filter((each) => each.cells.includes(cell)).map((each) => sentenceOf(app, each));
      say(node, [...named, ...clues.filter((each) => each.cells.has(cell)).map(({ said }) => said)]);
    });
    say(grid, sentencesOfWhole(app, { ...rules, constraints: [...constraints] }));
  }

  return { show };
}

/** Leave room around the cells; the whole stays a square. @param {HTMLElement} root @param {Margins} margins @param {Partial<Margins>} least @param {number} size */
function makeRoom(root, margins, least, size) {
  const wider = (/** @type {keyof Margins} */ side) => Math.max(margins[side], least[side] ?? 0);
  const [left, right, top, bottom] = /** @type {const} */ (["left", "right", "top", "bottom"]).map(wider);
  const room = Math.max(left + right, top + bottom);
  const shares = { left, right: room - left, top, bottom: room - top };
  root.classList.toggle("with-clues", room > 0);
  root.style.setProperty("--share", String(size / (size + room / 100)));
  for (const [side, share] of Object.entries(shares)) root.style.setProperty(`--clue-${side}`, String(share / 100));
}

/** @param {HTMLElement} node @param {readonly string[]} sentences */
function say(node, sentences) {
  if (sentences.length) node.setAttribute("aria-description", [...new Set(sentences)].join(" "));
  else node.removeAttribute("aria-description");
}

/** Return what the clues of a constraint outside the board are called, with their numbers, and the cells that they look at. @param {App} app @param {Constraint} constraint @param {number} size */
function outsideClues(app, constraint, size) {
  return constraint.marks.filter(({ mark }) => mark === "outside").map((mark) => {
    const cells = new Set(seenFrom(mark, size).filter((cell) => !constraint.cells.includes(cell)));
    // One of several constraints that may hold instead of each other has no name of its own.
    const said = mark.choice ? sentenceOf(app, constraint) : `${kindName(app, constraint.word)} ${app.digit(mark.label ?? "")}`.trim() + ".";
    return { said, cells };
  });
}

/** Return the cells that a clue outside the board looks at: a row, a column, or a diagonal. @param {ClueMark} mark @param {number} size */
export function seenFrom({ line, side, direction }, size) {
  if (!line) return [];
  const [name, number] = line;
  const lines = Array.from({ length: size }, (_, i) => i);
  if (!direction) return lines.map((i) => (name === "row" ? (number - 1) * size + i : i * size + number - 1));
  const [down, right] = [direction.startsWith("down") ? 1 : -1, direction.endsWith("right") ? 1 : -1];
  const before = side === "left" || side === "top" ? -1 : size; // the place of the clue, just outside
  const [row, column] = name === "row" ? [number - 1, before] : [before, number - 1];
  return lines.map((i) => [row + down * (i + 1), column + right * (i + 1)])
    .filter(([r = -1, c = -1]) => r >= 0 && c >= 0 && r < size && c < size)
    .map(([r = 0, c = 0]) => r * size + c);
}
