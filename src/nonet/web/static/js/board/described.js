/**
 * The clues of a board, drawn and described for a screen reader: each cell by the constraints that name it, the clues
 * outside that look at it, and the extra houses it is in; the grid by the rules for the whole board.
 */

import { createClueView, kindName, sentenceOf } from "./clue_view.js";
import { houseNames, sentencesOfWhole } from "./rule_list.js";

/** @typedef {import("./board.js").Options["app"]} App */

/**
 * @param {HTMLElement} root the board
 * @param {{grid: HTMLElement, rules: Rules} & Parameters<typeof createClueView>[1] & {app: App}} parts the rules are those of the houses
 * @returns {ReturnType<typeof createClueView>}
 */
export function createClues(root, { grid, rules, ...parts }) {
  const { cells, size, app } = parts;
  const view = createClueView(root, parts);
  const houses = houseNames(app, rules);

  /** @param {readonly Constraint[]} constraints */
  function describe(constraints) {
    const clues = constraints.flatMap((each) => outsideClues(app, each, size));
    cells.forEach((node, cell) => {
      const named = constraints.filter((each) => each.cells.includes(cell)).map((each) => sentenceOf(app, each));
      const seen = [...houses, ...clues].filter((each) => each.cells.has(cell)).map(({ said }) => said);
      say(node, [...named, ...seen]);
    });
    say(grid, sentencesOfWhole(app, { ...rules, constraints: [...constraints] }));
  }

  return {
    show(constraints, ...others) {
      view.show(constraints, ...others);
      describe(constraints);
    },
  };
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
