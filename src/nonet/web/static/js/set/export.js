/**
 * The puzzle that is being set for other programs, as a picture and on paper: one menu, in which each way says what it would lose.
 */

import { createGeometry } from "../board/geometry.js";
import { boardPicture, pageColours, pngOf, svgText } from "../board/picture.js";
import { ruleSentences } from "../board/rule_list.js";
import { padButton } from "../buttons.js";
import { copyText } from "../play/clipboard.js";
import { download } from "../play/files.js";
import { printSheets } from "../play/print.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { boardCode } from "../link.js";

/** @typedef {{to: string, name: string, end?: string, isNamed?: boolean}} Format */
/** What the verb `convert` writes: links that another program opens, and texts, perhaps with the end of a file's name. @type {Format[]} */
const TEXTS = [
  { to: "sudokupad", name: "SudokuPad" },
  { to: "f-puzzles", name: "f-puzzles" },
  { to: "penpa", name: "Penpa" },
  { to: "iss", name: "Interactive Sudoku Solver" },
  { to: "yaml", name: "YAML", end: "yaml", isNamed: true },
];

/** @param {HTMLElement} body @param {App} app @param {Board} puzzle */
export async function mountExport(body, app, puzzle) {
  const list = element("ul", "set-export");
  const status = element("div", { class: "set-status", role: "status" });
  body.append(list, status);
  const { signal } = app.owner;
  const all = app.t("set.export.all");

  /** Add a way out; its buttons follow what it is called. @param {string} name @param {string} note @param {...HTMLElement} buttons */
  function row(name, note, ...buttons) {
    const remark = element("p", { class: "set-note", dir: "auto" }, note); // what the server says is English
    const line = element("div", "buttons", ...buttons);
    list.append(element("li", "", element("h3", "", name), line, remark));
    return { remark, line };
  }

  /** @param {string} text @param {string} name of what the button is for @param {() => unknown} work */
  function action(text, name, work) {
    return padButton({ class: "button", "aria-label": `${text}: ${name}` }, text, async () => {
      try {
        await work();
      } catch (error) {
        status.textContent = sentenceOf(error);
      }
    });
  }

  /** @param {string} name @param {string} text */
  const copy = (name, text) => action(app.t("set.export.copy"), name, () => copyText(app, status, text));

  /** Ask for the text of a format, and offer it; say what it loses, or why there is none. @param {Format} format */
  async function offer({ to, name, end, isNamed }) {
    const { remark, line } = row(name, app.t("set.export.searching"));
    try {
      const { text, warning } = await app.ask("convert", { puzzle, to }, { signal });
      const names = !isNamed && /(^| )house:/.test(puzzle.rules.text) ? app.t("set.export.names") : "";
      remark.textContent = [warning && `${warning[0].toUpperCase()}${warning.slice(1)}.`, names].filter(Boolean).join(" ") || all;
      line.append(copy(name, text));
      if (end) line.append(action(app.t("set.export.save"), name, () => download(`nonet.${end}`, new Blob([text]))));
      if (!/^https:\S+$/.test(text)) return;
      const open = app.t("set.export.open");
      const given = { class: "button", href: text, target: "_blank", rel: "noopener noreferrer", "aria-label": `${open}: ${name}` };
      line.append(element("a", given, open));
    } catch (error) {
      if (!signal.aborted) remark.textContent = sentenceOf(error);
    }
  }

  const unseen = ruleSentences(app, puzzle.rules, true);
  const view = { digits: puzzle.givens, givens: puzzle.givens.map(Boolean) };
  const picture = () => boardPicture(createGeometry(puzzle.rules), view, pageColours(), { digit: app.digit, symbol: app.symbol, title: app.t("set.board") });
  const { formats } = /** @type {{formats: {name: string, writes: boolean}[]}} */ (await app.ask("about", undefined, { signal }).catch(() => ({ formats: [] })));
  if (signal.aborted) return;
  const isRead = (/** @type {string} */ name) => formats.some((each) => each.name === name && !each.writes);
  const offers = TEXTS.filter(({ to }) => !isRead(to)).map(offer);
  const [line, drawn, paper] = ["line", "picture", "pdf"].map((name) => app.t(`set.export.${name}`));
  row(line, all, copy(line, boardCode(puzzle).replaceAll("+", " ")));
  row(
    drawn,
    unseen.length ? app.t("set.export.undrawn", { rules: unseen.join(" ") }) : all,
    action("SVG", drawn, () => download("nonet.svg", new Blob([svgText(picture())], { type: "image/svg+xml" }))),
    action("PNG", drawn, async () => download("nonet.png", await pngOf(picture()))),
  );
  row(paper, app.t("set.export.pdf.about"), action(app.t("set.export.print"), paper, () => printSheets(app, [{ board: puzzle, title: "" }], false)));
  await Promise.all(offers);
}
