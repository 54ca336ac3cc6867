/**
 * The shelf of the Lab: boards that show something about the algorithms, each with the runs that show it.
 *
 * The numbers in their sentences stand here, and a test runs the algorithms to confirm them.
 */

import { gridPaths } from "../board/board_lines.js";
import { element, svgElement } from "../dom.js";
import { createGeometry, digitSymbol, rowOf } from "../board/geometry.js";
import { readCode, writeLink } from "../link.js";

/** @typedef {import("../main.js").App} App */

/**
 * @typedef {object} Exhibit
 * @property {string} name
 * @property {string} code
 * @property {string} runs as in a link: "backtracking,norvig", with ":descending" after a name
 * @property {Record<string, number>} facts the numbers in the sentence
 */

/** @type {readonly Exhibit[]} */
export const SHELF = [
  {
    name: "small",
    code: "2x2:1.....3..4.....2",
    runs: "backtracking,rules_then_search",
    facts: { events: 88 },
  },
  {
    name: "easy",
    code: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    runs: "backtracking,rules_then_search",
    facts: { guesses: 4208, filled: 51 },
  },
  {
    name: "few_found",
    code: "4...1.6..98..5.47..2.8...........81..6.7..9....4..3.....2....6.....6.7..39.2..5..",
    runs: "backtracking,rules_then_search",
    facts: { filled: 5, before: 10460, after: 657 },
  },
  {
    name: "scan",
    code: ".....2.3...58..9..9....5....134.6.8..6.....7..8.5.164....3....6..2..74...7.6.....",
    runs: "backtracking,norvig",
    facts: { calls: 17368, guesses: 1 },
  },
  {
    name: "worst",
    code: "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    runs: "backtracking,backtracking:descending",
    facts: { up: 69175317, down: 31975 },
  },
  {
    name: "tightest",
    code: "......2...8...7.9.6.2...5...7..6.......9.1.......2..4...5...6.3.9.4...7...6......",
    runs: "rules_then_search,smallest_domain",
    facts: { search: 1070592, rules: 133974, smallest: 1539 },
  },
  {
    name: "person",
    code: "98.....6......81.24.2.........43...8........3.71.6..5..5....9....82....5..6....2.",
    runs: "backtracking,norvig",
    facts: { rating: 9.1, placements: 1016 },
  },
  {
    name: "repair",
    code: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    runs: "annealing,exact_cover",
    facts: {},
  },
];

/** Return the link of an exhibit. @param {Exhibit} exhibit */
export const linkOf = ({ code, runs }) => writeLink("lab", { p: code, a: runs });

/** Return a small picture of a board. @param {string} code @param {(digit: string) => string} write */
export function thumbnail(code, write) {
  const board = readCode(code);
  if (!board) return element("span", "thumbnail none");
  const { size } = board.rules;
  const svg = svgElement("svg", { viewBox: `-4 -4 ${size * 100 + 8} ${size * 100 + 8}`, class: "thumbnail", "aria-hidden": "true" });
  svg.append(...gridPaths(createGeometry(board.rules)));
  board.givens.forEach((digit, cell) => {
    if (!digit) return;
    const text = svgElement("text", { x: String((cell % size) * 100 + 50), y: String(rowOf(cell, size) * 100 + 52) });
    text.textContent = write(digitSymbol(digit, size));
    svg.append(text);
  });
  return svg;
}

/**
 * Make the shelf. `show(code, runs)` marks the exhibit that is shown and says what it shows.
 *
 * @param {App} app
 * @param {{write: (n: number) => string, onPaste: (text: string) => Promise<string>}} options
 *   `onPaste` opens the puzzle in a text; it returns what is wrong with it, "" if nothing is
 */
export function createShelf(app, { write, onPaste }) {
  const digit = (/** @type {string} */ symbol) => app.digit(symbol);
  const root = element("section", "shelf");
  root.setAttribute("aria-label", app.t("lab.shelf"));
  const list = element("ul", "shelf-list");
  list.setAttribute("role", "list");
  const links = SHELF.map((exhibit) => {
    const item = element("li");
    const link = /** @type {HTMLAnchorElement} */ (element("a", "exhibit"));
    link.href = linkOf(exhibit);
    link.append(thumbnail(exhibit.code, digit), element("span", "exhibit-name", app.t(`lab.shelf.${exhibit.name}.name`)));
    item.append(link);
    list.append(item);
    return link;
  });
  const own = element("li");
  list.append(own);
  const words = element("p", "shelf-words");
  const side = element("div", "shelf-side");
  const paste = pasteForm();
  side.append(words, paste);
  root.append(list, side);

  function pasteForm() {
    const form = /** @type {HTMLFormElement} */ (element("form", "paste"));
    const field = /** @type {HTMLInputElement} */ (element("input"));
    Object.assign(field, { type: "text", name: "puzzle", autocomplete: "off", spellcheck: false, dir: "ltr" });
    field.placeholder = app.t("lab.paste_hint");
    field.setAttribute("aria-label", app.t("lab.paste"));
    const open = element("button", "button", app.t("lab.open"));
    open.setAttribute("type", "submit");
    const problem = element("p", "problem");
    problem.setAttribute("role", "alert");
    form.append(field, open, problem);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void onPaste(field.value).then((text) => {
        problem.textContent = text;
        if (!text) field.value = "";
      });
    });
    return form;
  }

  /** Offer the puzzle of the place Play. @param {string} code @param {string} runs */
  function offerOwn(code, runs) {
    const last = app.store.read("last");
    own.hidden = typeof last !== "string" || SHELF.some((exhibit) => exhibit.code === last);
    if (typeof last !== "string" || own.hidden) return;
    const link = /** @type {HTMLAnchorElement} */ (element("a", "exhibit"));
    link.href = writeLink("lab", { p: last, a: runs });
    link.append(thumbnail(last, digit), element("span", "exhibit-name", app.t("lab.own")));
    if (last === code) link.setAttribute("aria-current", "true");
    own.replaceChildren(link);
  }

  /** @param {string} code @param {string} runs */
  function show(code, runs) {
    offerOwn(code, runs);
    const number = SHELF.findIndex((exhibit) => exhibit.code === code && exhibit.runs === runs);
    links.forEach((link, i) => {
      if (i === number) {
        link.setAttribute("aria-current", "true");
        list.scrollTo({ left: link.offsetLeft - list.offsetLeft - list.clientWidth / 2 + link.offsetWidth / 2 });
      } else link.removeAttribute("aria-current");
    });
    const exhibit = SHELF[number];
    const facts = Object.entries(exhibit?.facts ?? {}).map(([name, value]) => [name, write(value)]);
    words.textContent = exhibit ? app.t(`lab.shelf.${exhibit.name}.words`, Object.fromEntries(facts)) : app.t("lab.shelf_other");
  }

  return { element: root, side, paste, show };
}
