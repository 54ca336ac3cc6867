/**
 * The shelf of the Lab: boards that show something about the algorithms, each with the runs that show it.
 *
 * The boards and the numbers in their sentences are in shelf.json, and a test runs the algorithms to confirm them.
 */

import { fetchFile } from "../app_files.js";
import { gridPaths } from "../board/board_lines.js";
import { element, svgElement } from "../dom.js";
import { createGeometry, rowOf } from "../board/geometry.js";
import { readCode, writeLink } from "../link.js";

/**
 * @typedef {object} Exhibit
 * @property {string} name
 * @property {string} code
 * @property {string} runs as in a link: "backtracking,norvig", with ":descending" after a name
 * @property {Record<string, number>} facts the numbers in the sentence
 */

/** Return what is on the shelf, in its order. @returns {Promise<Exhibit[]>} */
export async function loadShelf() {
  const answer = await fetchFile("shelf.json");
  if (!answer.ok) throw new Error(`shelf.json: ${answer.status}`);
  return answer.json();
}

/** Return the link of an exhibit. @param {Exhibit} exhibit */
export const linkOf = ({ code, runs }) => writeLink("lab", { p: code, a: runs });

/** Return a small picture of a board. @param {string} code @param {App["symbol"]} write */
export function thumbnail(code, write) {
  const board = readCode(code);
  if (!board) return element("span", "thumbnail none");
  const { size } = board.rules;
  const svg = svgElement("svg", { viewBox: `-4 -4 ${size * 100 + 8} ${size * 100 + 8}`, class: "thumbnail", "aria-hidden": "true" });
  svg.append(...gridPaths(createGeometry(board.rules)));
  board.givens.forEach((digit, cell) => {
    if (!digit) return;
    const text = svgElement("text", { x: String((cell % size) * 100 + 50), y: String(rowOf(cell, size) * 100 + 52) });
    text.textContent = write(digit, size);
    svg.append(text);
  });
  return svg;
}

/**
 * Make the shelf. `show(code, runs)` marks the exhibit that is shown and says what it shows.
 *
 * @param {App} app
 * @param {{exhibits: readonly Exhibit[], write: (n: number) => string, onPaste: ((text: string) => Promise<string>) | null}} options
 *   `onPaste` opens the puzzle in a text; it returns what is wrong with it, "" if nothing is; null if only the shelf has runs
 */
export function createShelf(app, { exhibits, write, onPaste }) {
  const root = element("section", "shelf");
  root.setAttribute("aria-label", app.t("lab.shelf"));
  const list = element("ul", "shelf-list");
  list.setAttribute("role", "list");
  const links = exhibits.map((exhibit) => {
    const item = element("li");
    const link = /** @type {HTMLAnchorElement} */ (element("a", "exhibit"));
    link.href = linkOf(exhibit);
    link.append(thumbnail(exhibit.code, app.symbol), element("span", "exhibit-name", app.t(`lab.shelf.${exhibit.name}.name`)));
    item.append(link);
    list.append(item);
    return link;
  });
  const own = element("li");
  list.append(own);
  const words = element("p", "shelf-words");
  const side = element("div", "shelf-side");
  const paste = onPaste ? pasteForm() : element("p", "paste", app.t("lab.recorded"));
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
      void onPaste?.(field.value).then((text) => {
        problem.textContent = text;
        if (!text) field.value = "";
      });
    });
    return form;
  }

  /** Offer the puzzle of the place Play. @param {string} code @param {string} runs */
  function offerOwn(code, runs) {
    const last = app.store.read("last");
    own.hidden = !onPaste || last === null || exhibits.some((exhibit) => exhibit.code === last);
    if (last === null || own.hidden) return;
    const link = /** @type {HTMLAnchorElement} */ (element("a", "exhibit"));
    link.href = writeLink("lab", { p: last, a: runs });
    link.append(thumbnail(last, app.symbol), element("span", "exhibit-name", app.t("lab.own")));
    if (last === code) link.setAttribute("aria-current", "true");
    own.replaceChildren(link);
  }

  /** @param {string} code @param {string} runs */
  function show(code, runs) {
    offerOwn(code, runs);
    const number = exhibits.findIndex((exhibit) => exhibit.code === code && exhibit.runs === runs);
    links.forEach((link, i) => {
      if (i === number) {
        link.setAttribute("aria-current", "true");
        list.scrollTo({ left: link.offsetLeft - list.offsetLeft - list.clientWidth / 2 + link.offsetWidth / 2 });
      } else link.removeAttribute("aria-current");
    });
    const exhibit = exhibits[number];
    const facts = Object.entries(exhibit?.facts ?? {}).map(([name, value]) => [name, write(value)]);
    const isShelved = exhibits.some((each) => each.code === code);
    if (exhibit) words.textContent = app.t(`lab.shelf.${exhibit.name}.words`, Object.fromEntries(facts));
    else words.textContent = app.t(isShelved ? "lab.shelf_runs" : "lab.shelf_other");
  }

  return { element: root, side, paste, show };
}
