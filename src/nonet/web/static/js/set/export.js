/**
 * The puzzle that is being set for other programs, as a picture and on paper: one menu, in which each way says what it would lose.
 */

import { copyText } from "../play/clipboard.js";
import { download } from "../play/files.js";
import { padButton } from "../buttons.js";
import { printSheets } from "../play/print.js";
import { boardPicture, pageColours, pngOf, svgText } from "../board/picture.js";
import { ruleSentences } from "../board/rule_list.js";
import { createGeometry } from "../board/geometry.js";
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
  const status = element("div", "set-status");
  status.setAttribute("role", "status");
  body.append(list, status);
  const { signal } = app.owner;

  /** Add a way out; its buttons follow what it is called. @param {string} name @param {string} note @param {...HTMLElement} buttons */
  function row(name, note, ...buttons) {
    const said = element("p", "set-note", note);
    said.dir = "auto"; // what the server says is English
    const line = element("div", "buttons");
    line.append(...buttons);
    const item = element("li", "");
    item.append(element("h3", "", name), line, said);
    list.append(item);
    return { said, line };
  }

  /** @param {string} text @param {string} name of what the button is for @param {() => unknown} work */
  function action(text, name, work) {
    const button = padButton("button", text, async () => {
      try {
        await work();
      } catch (error) {
        status.textContent = sentenceOf(error);
      }
    });
    button.setAttribute("aria-label", `${text}: ${name}`);
    return button;
  }

  /** Ask for the text of a format, and offer it; say what it loses, or why there is none. @param {Format} format */
  async function offer({ to, name, end, isNamed }) {
    const { said, line } = row(name, app.t("set.export.searching"));
    try {
      const { text, warning } = await app.ask("convert", { puzzle, to }, { signal });
      const names = !isNamed && /(^| )house:/.test(puzzle.rules.text) ? app.t("set.export.names") : "";
      said.textContent = [warning && `${warning[0].toUpperCase()}${warning.slice(1)}.`, names].filter(Boolean).join(" ") || app.t("set.export.all");
      line.append(action(app.t("set.export.copy"), name, () => copyText(app, status, text)));
      if (end) line.append(action(app.t("set.export.save"), name, () => download(`nonet.${end}`, new Blob([text]))));
      if (/^https:\S+$/.test(text)) line.append(opener(text, name));
    } catch (error) {
      if (!signal.aborted) said.textContent = sentenceOf(error);
    }
  }

  /** @param {string} address @param {string} name */
  function opener(address, name) {
    const link = element("a", "button", app.t("set.export.open"));
    link.setAttribute("href", address);
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
    link.setAttribute("aria-label", `${link.textContent}: ${name}`);
    return link;
  }

  const unseen = ruleSentences(app, puzzle.rules, true);
  const view = { digits: puzzle.givens, givens: puzzle.givens.map(Boolean) };
  const picture = () => boardPicture(createGeometry(puzzle.rules), view, pageColours(), { digit: app.digit, symbol: app.symbol, title: app.t("set.board") });
  const code = boardCode(puzzle).replaceAll("+", " ");
  const { formats } = /** @type {{formats: {name: string, writes: boolean}[]}} */ (await app.ask("about", undefined, { signal }).catch(() => ({ formats: [] })));
  if (signal.aborted) return;
  const isRead = (/** @type {string} */ name) => formats.some((each) => each.name === name && !each.writes);
  const offers = TEXTS.filter(({ to }) => !isRead(to)).map(offer);
  const [line, drawn, paper] = ["line", "picture", "pdf"].map((name) => app.t(`set.export.${name}`));
  row(line, app.t("set.export.all"), action(app.t("set.export.copy"), line, () => copyText(app, status, code)));
  row(
    drawn,
    unseen.length ? app.t("set.export.undrawn", { rules: unseen.join(" ") }) : app.t("set.export.all"),
    action("SVG", drawn, () => download("nonet.svg", new Blob([svgText(picture())], { type: "image/svg+xml" }))),
    action("PNG", drawn, async () => download("nonet.png", await pngOf(picture()))),
  );
  row(paper, app.t("set.export.pdf.about"), action(app.t("set.export.print"), paper, () => printSheets(app, [{ board: puzzle, title: "" }], false)));
  await Promise.all(offers);
}
