/**
 * The shelf of the Lab: boards that show something about the algorithms, each with the runs that show it.
 *
 * The boards and the numbers in their sentences are in shelf.json, and a test runs the algorithms to confirm them.
 */

import { fetchFile } from "../app_files.js";
import { gridPaths } from "../board/board_lines.js";
import { element, mark, svgElement } from "../dom.js";
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

/** Return a small picture of a board. @param {string} code @param {App["symbol"]} write */
function thumbnail(code, write) {
  const board = readCode(code);
  if (!board) return element("span", "thumbnail none");
  const { size } = board.rules;
  const side = size * 100 + 8;
  const digits = board.givens.map((digit, cell) =>
    digit > 0 && svgElement("text", { x: (cell % size) * 100 + 50, y: rowOf(cell, size) * 100 + 52 }, write(digit, size)));
  const given = { viewBox: `-4 -4 ${side} ${side}`, class: "thumbnail", "aria-hidden": "true" };
  return svgElement("svg", given, ...gridPaths(createGeometry(board.rules)), ...digits);
}

/**
 * Make the shelf. `show(code, runs)` marks the exhibit that is shown and says what it shows.
 * @param {Lab} app
 * @param {{exhibits: readonly Exhibit[], onPaste: ((text: string) => Promise<string>) | null}} options
 *   `onPaste` opens the puzzle in a text; it returns what is wrong with it, "" if nothing is; null if only the shelf has runs
 */
export function createShelf(app, { exhibits, onPaste }) {
  const links = exhibits.map(({ code, runs, name }) => linkTo(code, runs, `lab.shelf.${name}.name`));
  const own = element("li");
  const list = element("ul", { class: "shelf-list", role: "list" }, ...links.map((link) => element("li", "", link)), own);
  const words = element("p", "shelf-words");
  const paste = onPaste ? pasteForm(onPaste) : element("p", "paste", app.t("lab.recorded"));
  const side = element("div", "shelf-side", words, paste);

  /** @param {string} code @param {string} runs @param {string} name */
  function linkTo(code, runs, name) {
    const href = writeLink("lab", { p: code, a: runs });
    return element("a", { class: "exhibit", href }, thumbnail(code, app.symbol), element("span", "exhibit-name", app.t(name)));
  }

  /** @param {(text: string) => Promise<string>} opened */
  function pasteForm(opened) {
    const field = element("input", {
      type: "text", name: "puzzle", autocomplete: "off", spellcheck: false, dir: "ltr",
      placeholder: app.t("lab.paste_hint"), "aria-label": app.t("lab.paste"),
    });
    const problem = element("p", { class: "problem", role: "alert" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = await opened(field.value);
      if (!problem.textContent) field.value = "";
    };
    const open = element("button", { class: "button", type: "submit" }, app.t("lab.open"));
    return element("form", { class: "paste", onsubmit }, field, open, problem);
  }

  /** Offer the puzzle of the place Play. @param {string} code @param {string} runs */
  function offerOwn(code, runs) {
    const last = app.store.read("last");
    own.hidden = !onPaste || last === null || exhibits.some((exhibit) => exhibit.code === last);
    if (last === null || own.hidden) return;
    const link = linkTo(last, runs, "lab.own");
    mark(link, "aria-current", last === code && "true");
    own.replaceChildren(link);
  }

  /** @param {string} code @param {string} runs */
  function show(code, runs) {
    offerOwn(code, runs);
    const number = exhibits.findIndex((exhibit) => exhibit.code === code && exhibit.runs === runs);
    links.forEach((link, i) => mark(link, "aria-current", i === number && "true"));
    const isShelved = exhibits.some((each) => each.code === code);
    if (number < 0) return void (words.textContent = app.t(isShelved ? "lab.shelf_runs" : "lab.shelf_other"));
    const { name, facts } = exhibits[number];
    const { offsetLeft, offsetWidth } = links[number];
    list.scrollTo({ left: offsetLeft - list.offsetLeft - list.clientWidth / 2 + offsetWidth / 2 });
    const values = Object.entries(facts ?? {}).map(([key, value]) => [key, app.write(value)]);
    words.textContent = app.t(`lab.shelf.${name}.words`, Object.fromEntries(values));
  }

  const root = element("section", { class: "shelf", "aria-label": app.t("lab.shelf") }, list, side);
  return { element: root, side, paste, show };
}
