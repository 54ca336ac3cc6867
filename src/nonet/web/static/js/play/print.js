/**
 * Puzzles on paper: one to six on a page, black on white, the solutions on a page of their own.
 *
 * The sheets stand at the end of the page and are seen by the printer only (css/print.css).
 */

import { checkBox, fieldRow, menuOf } from "../fields.js";
import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { createGeometry } from "../board/geometry.js";
import { boardPicture, PRINT } from "../board/picture.js";
import { printedSentences, ruleNames, sentenceList } from "../board/rule_list.js";

/** @typedef {{board: Board, title: string, view?: import("../board/board.js").View}} Item */

const COUNTS = [1, 2, 4, 6];
const SOURCES = ["this", "easy", "medium", "hard", "expert", "extreme"];

/** Return the form that prints. @param {App} app @param {Play} play */
export function mountPrint(app, play) {
  const form = document.createElement("form");
  form.className = "new-form";
  const what = menu("what", SOURCES, (name) => (name === "this" ? app.t("share.print.this") : app.words.difficulty(name)));
  const count = menu("count", COUNTS.map(String), (n) => app.digit(n));
  const marks = box("marks");
  const solutions = box("solutions");
  const status = element("p", "quiet");
  status.setAttribute("role", "status");
  form.append(element("button", "button", app.t("share.print.do")), status);

  /** @param {string} name @param {string[]} values @param {(value: string) => string} label */
  function menu(name, values, label) {
    const select = menuOf(values, label);
    form.append(fieldRow(app.t(`share.print.${name}`), select));
    return select;
  }

  /** @param {string} name */
  function box(name) {
    const made = checkBox(app.t(`share.print.${name}`));
    form.append(made.row);
    return made.box;
  }

  /** @returns {Promise<Item[]>} */
  async function items() {
    if (what.value === "this") {
      const title = play.game.title || app.t("play.board");
      return [{ board: play.puzzle, title, ...(marks.checked ? { view: play.session.view() } : {}) }];
    }
    const wanted = Array.from({ length: Number(count.value) }, () =>
      app.ask("generate", { difficulty: what.value, symmetry: "rotational" }),
    );
    const found = await Promise.all(wanted);
    return found.map(({ board }, i) => ({ board, title: `${app.words.difficulty(what.value)} ${app.digit(i + 1)}` }));
  }

  form.addEventListener("change", () => {
    count.disabled = what.value === "this";
    marks.disabled = what.value !== "this";
  });
  count.disabled = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = app.t("share.print.busy");
    try {
      await printSheets(app, await items(), solutions.checked);
      status.textContent = "";
    } catch (error) {
      status.textContent = sentenceOf(error);
    }
  });
  const details = document.createElement("details");
  details.className = "new-more";
  details.append(element("summary", "", app.t("share.print")), form);
  return details;
}

/** @param {App} app @param {Item[]} items @param {boolean} withSolutions */
export async function printSheets(app, items, withSolutions) {
  const sheets = element("div", "sheets");
  sheets.append(sheet(app, items));
  if (withSolutions) sheets.append(sheet(app, await Promise.all(items.map((item) => solved(app, item)))));
  document.body.append(sheets);
  document.documentElement.classList.add("printing");
  const clean = () => {
    sheets.remove();
    document.documentElement.classList.remove("printing");
  };
  addEventListener("afterprint", clean, { once: true });
  print();
}

/** @param {App} app @param {Item[]} items */
function sheet(app, items) {
  const page = element("section", "sheet");
  page.dataset["count"] = String(items.length);
  for (const { board, title, view } of items) {
    const figure = element("figure", "");
    const { givens, candidates, placed = givens } = board;
    const centre = candidates?.map((mask, cell) => (placed[cell] ? 0 : mask));
    const shown = view ?? { digits: placed, givens: givens.map(Boolean), ...(centre && { centre, byPosition: true }) };
    const said = printedSentences(app, board.rules);
    const labels = said.some((each) => /\p{Nd}/u.test(each)); // a sentence with a number may name a cell, a row or a column
    const picture = boardPicture(createGeometry(board.rules), { ...shown, colours: [] }, PRINT, { digit: app.digit, symbol: app.symbol, title, labels });
    figure.append(element("figcaption", "", [title, app.words.fill("{names, comma}", { names: ruleNames(app, board.rules) })].filter(Boolean).join(" · ")), picture);
    if (said.length) figure.append(sentenceList(said));
    page.append(figure);
  }
  return page;
}

/** @param {App} app @param {Item} item @returns {Promise<Item>} */
async function solved(app, { board, title }) {
  const { solutions } = await app.ask("solve", { puzzle: board });
  if (!solutions.length) throw new Error(app.t("play.check.none"));
  const view = { digits: solutions[0], givens: board.givens.map(Boolean) };
  return { board, title: app.t("share.print.solution", { title }), view };
}
