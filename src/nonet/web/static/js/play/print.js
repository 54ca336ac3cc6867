/**
 * Puzzles on paper: one to six on a page, black on white, the solutions on a page of their own.
 *
 * The sheets are at the end of the page and visible to the printer only (css/print.css).
 */

import { checkBox, fieldRow, folded, formOf, menuOf } from "../fields.js";
import { sentenceOf } from "../errors.js";
import { element, furnish } from "../dom.js";
import { createGeometry } from "../board/geometry.js";
import { boardPicture, PRINT } from "../board/picture.js";
import { printedSentences, ruleNames, sentenceList } from "../board/rule_list.js";
import { DIFFICULTIES } from "./offered.js";

/** @typedef {{board: Board, title: string, view?: import("../board/board.js").View}} Item */

const COUNTS = ["1", "2", "4", "6"];

/** Return the form that prints. @param {App} app @param {Play} play */
export function mountPrint(app, play) {
  const text = (/** @type {string} */ name) => app.t(`share.print.${name}`);
  const what = menuOf(["this", ...DIFFICULTIES], (name) => (name === "this" ? text("this") : app.words.difficulty(name)));
  const count = menuOf(COUNTS, app.digit);
  const marks = checkBox(text("marks"));
  const solutions = checkBox(text("solutions"));
  const status = element("p", { class: "quiet", role: "status" });
  const print = element("button", "button", text("do"));
  const rows = [fieldRow(text("what"), what), fieldRow(text("count"), count), marks.row, solutions.row];
  const form = formOf("new-form", work, ...rows, print, status);

  /** @returns {Promise<Item[]>} */
  async function items() {
    if (what.value === "this") {
      const title = play.game.title || app.t("play.board");
      return [{ board: play.puzzle, title, ...(marks.box.checked ? { view: play.session.view() } : {}) }];
    }
    const wanted = Array.from({ length: Number(count.value) }, () => app.ask("generate", { difficulty: what.value, symmetry: "rotational" }));
    const found = await Promise.all(wanted);
    return found.map(({ board }, i) => ({ board, title: `${app.words.difficulty(what.value)} ${app.digit(i + 1)}` }));
  }

  async function work() {
    status.textContent = text("busy");
    try {
      await printSheets(app, await items(), solutions.box.checked);
      status.textContent = "";
    } catch (error) {
      status.textContent = sentenceOf(error);
    }
  }

  function follow() {
    count.disabled = what.value === "this";
    marks.box.disabled = !count.disabled;
  }
  follow();
  furnish(form, { onchange: follow });
  return folded(app.t("share.print"), form);
}

/** @param {App} app @param {Item[]} items @param {boolean} withSolutions */
export async function printSheets(app, items, withSolutions) {
  const sheets = element("div", "sheets", sheet(app, items));
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
  const figures = items.map(({ board, title, view }) => {
    const { givens, candidates, placed = givens } = board;
    const centre = candidates?.map((mask, cell) => (placed[cell] ? 0 : mask));
    const shown = view ?? { digits: placed, givens: givens.map(Boolean), ...(centre && { centre, byPosition: true }) };
    const sentences = printedSentences(app, board.rules);
    const labels = sentences.some((each) => /\p{Nd}/u.test(each)); // a sentence with a number may name a cell, a row or a column
    const picture = boardPicture(createGeometry(board.rules), { ...shown, colours: [] }, PRINT, { digit: app.digit, symbol: app.symbol, title, labels });
    const rules = app.words.fill("{names, comma}", { names: ruleNames(app, board.rules) });
    const caption = element("figcaption", "", [title, rules].filter(Boolean).join(" · "));
    return element("figure", "", caption, picture, sentences.length > 0 && sentenceList(sentences));
  });
  return element("section", { class: "sheet", "data-count": items.length }, ...figures);
}

/** @param {App} app @param {Item} item @returns {Promise<Item>} */
async function solved(app, { board, title }) {
  const { solutions } = await app.ask("solve", { puzzle: board });
  if (!solutions.length) throw new Error(app.t("play.check.none"));
  const view = { digits: solutions[0], givens: board.givens.map(Boolean) };
  return { board, title: app.t("share.print.solution", { title }), view };
}
