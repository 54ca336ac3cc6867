/**
 * The board on the page: a grid of real, focusable cells with names, and drawings above and below it.
 *
 * `createBoard` only shows a View; it knows no rules of the game and changes nothing by itself. However often `show` is
 * called, it renders once per frame and touches only the cells that changed.
 */

import { drawCell, labelOf, litMask, makeCells, makeLabels, oddsKey } from "./cell.js";
import { createClues } from "./described.js";
import { markShape, spotAt } from "./geometry.js";
import { gridPaths, houseShades, inked, outline, penPaths } from "./board_lines.js";
import { element, svgElement } from "../dom.js";

/**
 * @typedef {object} View what a board shows; masks have bit digit-1
 * @property {ArrayLike<number>} digits 0 for an empty cell
 * @property {ArrayLike<number | boolean>} [givens] which digits are given; without it, none
 * @property {ArrayLike<number>} [centre] masks
 * @property {readonly (readonly import("./cell.js").Likely[])[]} [odds] for each cell, what is shown instead of centre marks
 * @property {ArrayLike<number>} [corner] masks
 * @property {ArrayLike<number>} [colours] masks of the palette's numbers
 * @property {readonly (readonly [cell: number, digit: number, colour: number])[]} [candidateColours]
 * @property {readonly (readonly [number, number, number, number, number])[]} [lines] cell, digit, cell, digit, colour
 * @property {ReadonlySet<number>} [selected]
 * @property {number} [cursor] the cell that Tab reaches
 * @property {readonly number[]} [peersOf] tint the cells that these see
 * @property {number} [highlight] the digit to mark everywhere; 0 for none
 * @property {ReadonlySet<number>} [conflicts] cells with a mistake that can be seen
 * @property {ReadonlySet<number>} [wrong] cells that differ from the solution
 * @property {string} [symbols] how digits are written
 * @property {boolean} [byPosition] whether centre marks have fixed places
 *
 * @typedef {object} Options
 * @property {Geometry} geometry
 * @property {string} label the name of the grid
 * @property {boolean} [labels] show the numbers of rows and columns
 * @property {Pick<App, "t" | "digit" | "symbol" | "words">} app
 *
 * @typedef {object} BoardView
 * @property {HTMLElement} element
 * @property {HTMLElement} grid
 * @property {SVGElement} draft the line that is being drawn
 * @property {SVGSVGElement} overlay one SVG over the cells, whose cells have a side of 100
 * @property {(view: View) => void} show
 * @property {ReturnType<typeof createClues>["show"]} showClues draw other constraints than those of the geometry
 * @property {() => void} flush render now what was shown last
 * @property {(cell?: number) => void} focus
 * @property {(x: number, y: number) => number} cellAt the cell at a point of the window, -1 outside
 * @property {(x: number, y: number) => {cell: number, digit: number}} candidateAt the nearest place of a candidate
 * @property {(cell: number) => HTMLElement} cell
 * @property {(type: keyof HTMLElementEventMap, handler: (cell: number, event: Event) => void) => void} on
 * @property {() => void} destroy
 */

/** What a cell is, by the letters of its state, as classes. */
const STATES = Object.entries({ s: "selected", p: "peer", c: "conflict", w: "wrong", h: "same" });

let boards = 0;

/** @param {HTMLElement} host @param {Options} options @returns {BoardView} */
export function createBoard(host, { geometry, label, labels = true, app }) {
  const { size, count } = geometry;
  const id = `board-${++boards}`;
  const viewBox = `0 0 ${size * 100} ${size * 100}`;
  const drawing = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...parts) =>
    svgElement("svg", { class: name, viewBox, "aria-hidden": "true" }, ...parts);

  const { cells, rows } = makeCells(size);
  const sizes = { "aria-rowcount": size, "aria-colcount": size };
  const grid = element("div", { class: "grid", role: "grid", "aria-label": label, "aria-multiselectable": "true", ...sizes }, ...rows);
  const clip = svgElement("path", {});
  const pens = svgElement("g", {});
  const draft = svgElement("path", { class: "pen draft" });
  const frame = svgElement("path", { class: "frame", "clip-path": `url(#${id})` });
  const under = drawing("under", ...houseShades(geometry));
  const lines = drawing("lines", svgElement("clipPath", { id }, clip), ...gridPaths(geometry));
  const overlay = drawing("overlay");
  const root = element("div", { class: labels ? "board with-labels" : "board", dir: "ltr" },
    ...(labels ? [makeLabels("columns", size, app), makeLabels("rows", size, app)] : []),
    element("div", "stage", under, grid, lines, overlay));
  root.style.setProperty("--size", String(size));
  root.style.setProperty("--mark-columns", String(Math.max(3, markShape(size)[0])));
  const clues = createClues(root, { below: under, above: lines, grid, cells, rules: geometry.rules, size, app });
  clues.show(geometry.rules.constraints ?? []);
  lines.append(pens, draft, frame);
  host.append(root);

  /** @type {string[]} */
  const contents = Array(count).fill("");
  /** @type {string[]} */
  const states = Array(count).fill("");
  /** @type {View | null} */
  let view = null;
  let tabStop = 0;
  let frameRequest = 0;
  let [shownFrame, shownPens] = ["", ""];

  /** @param {View} next */
  function show(next) {
    view = next;
    if (!frameRequest) frameRequest = requestAnimationFrame(flush);
  }

  function flush() {
    cancelAnimationFrame(frameRequest);
    frameRequest = 0;
    if (!view) return;
    const { digits, selected = new Set(), conflicts, wrong, highlight = 0, peersOf = [], cursor = tabStop } = view;
    const seen = new Set(peersOf.flatMap((cell) => geometry.peers[cell] ?? []));
    const coloured = byCell(view.candidateColours ?? []);
    for (const [cell, node] of cells.entries()) {
      const content = contentKey(view, cell, coloured.get(cell));
      const state =
        (selected.has(cell) ? "s" : "") + (seen.has(cell) ? "p" : "") + (conflicts?.has(cell) ? "c" : "") +
        (wrong?.has(cell) ? "w" : "") + (highlight && digits[cell] === highlight ? "h" : "");
      const isNew = content !== contents[cell];
      if (isNew) drawCell(node, view, cell, coloured.get(cell), size, app);
      if (isNew || mistakes(state) !== mistakes(states[cell])) node.setAttribute("aria-label", labelOf(view, cell, size, app));
      if (state !== states[cell]) {
        node.setAttribute("aria-selected", String(state.includes("s")));
        for (const [letter, name] of STATES) node.classList.toggle(name, state.includes(letter));
      }
      [contents[cell], states[cell]] = [content, state];
    }
    moveTabStop(cursor);
    grid.classList.toggle("many", selected.size > 1);
    const path = outline(selected, size);
    if (path.edges !== shownFrame) {
      frame.setAttribute("d", path.edges);
      clip.setAttribute("d", path.area);
      shownFrame = path.edges;
    }
    if (String(view.lines) !== shownPens) {
      pens.replaceChildren(...penPaths(view.lines ?? [], size).map(({ path, colour }) => inked(path, colour)));
      shownPens = String(view.lines);
    }
  }

  /** @param {number} cell */
  function moveTabStop(cell) {
    if (cells[cell]?.tabIndex === 0) return;
    cells[tabStop]?.setAttribute("tabindex", "-1");
    cells[cell]?.setAttribute("tabindex", "0");
    tabStop = cell;
  }

  /** Return where a point of the window is on the grid, in cells. @param {number} x @param {number} y */
  function placeOf(x, y) {
    const box = grid.getBoundingClientRect();
    return [((x - box.left) / box.width) * size, ((y - box.top) / box.height) * size];
  }

  /** @param {number} x @param {number} y */
  function cellAt(x, y) {
    const [column, row] = placeOf(x, y).map(Math.floor);
    return column >= 0 && row >= 0 && column < size && row < size ? row * size + column : -1;
  }

  /** @param {number} x @param {number} y */
  function candidateAt(x, y) {
    const cell = cellAt(x, y);
    const [column, row] = placeOf(x, y);
    let [digit, best] = [0, Infinity];
    for (let d = 1; cell >= 0 && d <= size; d++) {
      const spot = spotAt(cell, d, size);
      const distance = Math.hypot(spot.x - 100 * column, spot.y - 100 * row);
      if (distance < best) [digit, best] = [d, distance];
    }
    return { cell, digit };
  }

  moveTabStop(0);
  return {
    element: root,
    grid,
    draft,
    overlay,
    show,
    showClues(...wanted) {
      clues.show(...wanted);
      contents.fill("?"); // labels leave less room for marks
    },
    flush,
    cellAt,
    candidateAt,
    cell: (cell) => cells[cell],
    focus(cell = tabStop) {
      moveTabStop(cell);
      cells[cell]?.focus({ preventScroll: true });
    },
    on(type, handler) {
      grid.addEventListener(type, (event) => {
        const target = event.target instanceof Element ? event.target.closest(".cell") : null;
        handler(cells.findIndex((cell) => cell === target), event);
      });
    },
    destroy() {
      cancelAnimationFrame(frameRequest);
      root.remove();
    },
  };
}

/** The letters of a state that the name of the cell says. @param {string} state */
const mistakes = (state) => state.replace(/[^cw]/g, "");

/** What the inside of a cell depends on. @param {View} view @param {number} cell @param {string | undefined} coloured */
function contentKey(view, cell, coloured) {
  const [digit, colours] = [view.digits[cell], view.colours?.[cell] ?? 0];
  if (digit) return `${digit}|${view.givens?.[cell] ? 1 : 0}|${colours}|${view.symbols}`;
  const [centre, corner] = [view.centre?.[cell] ?? 0, view.corner?.[cell] ?? 0];
  const lit = (centre | corner) & litMask(view) ? view.highlight : 0;
  return `|${centre}|${corner}|${colours}|${coloured ?? ""}|${view.byPosition}|${view.symbols}|${lit}|${oddsKey(view.odds?.[cell])}`;
}

/** Return for each cell its coloured candidates: "5#3 7#1". @param {NonNullable<View["candidateColours"]>} list */
function byCell(list) {
  /** @type {Map<number, string>} */
  const map = new Map();
  for (const [cell, digit, colour] of list) map.set(cell, `${map.get(cell) ?? ""} ${digit}#${colour}`.trim());
  return map;
}
