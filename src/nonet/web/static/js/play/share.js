/**
 * Share and keep a puzzle, as a flyout of Play: link, text, picture, file, paper, and the way to another program.
 */

import { copyLink, copyText } from "./clipboard.js";
import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { boardCode, writeLink, writeMoves } from "../link.js";
import { download, openFile } from "./files.js";
import { boardPicture, pageColours, pngOf, svgText } from "../board/picture.js";
import { padButton } from "../buttons.js";
import { mountPrint } from "./print.js";
import { writeSave } from "../game/saves.js";
import { answersAll, hasServer } from "../recorded.js";

/** The formats in which a position is copied, as `nonet convert` names them. */
const TEXTS = ["line", "boxed", "pm"];
/** Those that hold all rules of a puzzle. Only the server writes them; the page writes the line with its rules by itself. */
const RULED_TEXTS = ["iss", "yaml", "f-puzzles", "sudokupad"];

/** Those that hold no position: there all digits are givens. */
const WITHOUT_POSITIONS = ["line", "boxed", "iss"];

/** @param {HTMLElement} body @param {App} app @param {Play} play */
export function mountShare(body, app, play) {
  const { game, puzzle, session } = play;
  const status = element("p", "quiet");
  status.setAttribute("role", "status");

  /** @param {string} head @param {...HTMLElement} buttons */
  function group(head, ...buttons) {
    const row = element("div", "buttons");
    row.append(...buttons);
    body.append(element("h3", "", app.t(head)), row);
  }

  /** @param {string} key @param {() => unknown} work */
  function action(key, work) {
    return padButton("button", app.t(key), async () => {
      try {
        await work();
      } catch (error) {
        status.textContent = sentenceOf(error);
      }
    });
  }

  const copy = (/** @type {string} */ text) => copyText(app, status, text);
  const link = (/** @type {string} */ moves) =>
    copyLink(app, status, writeLink("play", { p: boardCode(puzzle), t: game.title, m: moves }));
  const picture = () => boardPicture(session.geometry, session.view(), pageColours(), { digit: app.digit, symbol: app.symbol, title: name() });
  const name = () => game.title || app.t("play.board");
  const fileName = () => `nonet-${boardCode(puzzle).replace(/[^\w.]/g, "").slice(0, 24)}`;

  /** Return the puzzle that is left: with all digits as givens, or as candidates. */
  function filled() {
    const { rules, givens, candidates } = puzzle;
    const { digits } = game.entries;
    if (!candidates) return { rules, givens: [...digits] };
    const left = game.marks().map((mask, cell) => (digits[cell] ? 1 << (digits[cell] - 1) : mask));
    return { rules, givens: givens.map(() => 0), candidates: left };
  }

  group(
    "share.link",
    action("share.link.puzzle", () => link("")),
    action("share.link.moves", () => link(writeMoves(game.moves.slice(0, game.at)))),
  );
  group(
    "share.text",
    ...textsOf(puzzle).map((to) =>
      action(`share.text.${to}`, async () => {
        if (to === "line") return copy(boardCode(filled()).replaceAll("+", " "));
        const board = WITHOUT_POSITIONS.includes(to) ? filled() : play.position();
        return copy((await app.ask("convert", { puzzle: board, to })).text);
      }),
    ),
  );
  group(
    "share.picture",
    action("share.picture.png", async () => download(`${fileName()}.png`, await pngOf(picture()))),
    action("share.picture.svg", () => download(`${fileName()}.svg`, new Blob([svgText(picture())], { type: "image/svg+xml" }))),
  );
  group(
    "share.file",
    action("share.file.save", () => {
      download(`${fileName()}.nonet`, new Blob([writeSave(game, puzzle.rules.text)], { type: "application/json" }));
    }),
    action("share.file.open", () => openFile(app).then(play.opened)),
  );
  body.append(status, mountPrint(app, play));
  if (puzzle.rules.text === "classic" && !puzzle.candidates) body.append(elsewhere(app, boardCode(puzzle)));
}

/** Return the formats that hold a puzzle and can be written here. @param {Play["puzzle"]} puzzle */
function textsOf({ rules, candidates }) {
  if (rules.text === "classic" || /^\d+x\d+$/.test(rules.text)) return candidates ? ["line", "pm"] : TEXTS;
  return ["line", ...(answersAll() ? RULED_TEXTS : []).filter((name) => hasServer() || name !== "yaml")]; // a page has no PyYAML
}

/** Return links to other programs; nothing is sent before somebody follows one. @param {App} app @param {string} code */
function elsewhere(app, code) {
  const line = element("p", "quiet", `${app.t("share.elsewhere")} `);
  const a = element("a", "", "SudokuWiki");
  a.setAttribute("href", `https://www.sudokuwiki.org/sudoku.htm?bd=${code.replaceAll(".", "0")}`);
  a.setAttribute("target", "_blank");
  a.setAttribute("rel", "noopener noreferrer");
  line.append(a);
  return line;
}
