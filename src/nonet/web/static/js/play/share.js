/** Share and keep a puzzle, as a flyout of Play: link, text, picture, file, paper, and the way to another program. */

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
  const status = element("p", { class: "quiet", role: "status" });
  const code = boardCode(puzzle);
  const title = game.title || app.t("play.board");
  const link = (/** @type {string} */ moves) => copyLink(app, status, writeLink("play", { p: code, t: game.title, m: moves }));
  const picture = () => boardPicture(session.geometry, session.view(), pageColours(), { digit: app.digit, symbol: app.symbol, title });
  const save = (/** @type {string} */ suffix, /** @type {BlobPart} */ content, /** @type {string} */ type) =>
    download(`nonet-${code.replace(/[^\w.]/g, "").slice(0, 24)}.${suffix}`, new Blob([content], { type }));

  /** Return the puzzle that is left: with all digits as givens, or as candidates. */
  function filled() {
    const { rules, givens, candidates } = puzzle;
    const { digits } = game.entries;
    if (!candidates) return { rules, givens: [...digits] };
    const left = game.marks().map((mask, cell) => (digits[cell] ? 1 << (digits[cell] - 1) : mask));
    return { rules, givens: givens.map(() => 0), candidates: left };
  }

  /** @param {string} to */
  async function copyAs(to) {
    if (to === "line") return copyText(app, status, boardCode(filled()).replaceAll("+", " "));
    const board = WITHOUT_POSITIONS.includes(to) ? filled() : play.position();
    return copyText(app, status, (await app.ask("convert", { puzzle: board, to })).text);
  }

  /** What can be done, in groups. @type {Record<string, Record<string, () => unknown>>} */
  const groups = {
    link: { puzzle: () => link(""), moves: () => link(writeMoves(game.moves.slice(0, game.at))) },
    text: Object.fromEntries(textsOf(puzzle).map((to) => [to, () => copyAs(to)])),
    picture: {
      png: async () => save("png", await pngOf(picture()), "image/png"),
      svg: () => save("svg", svgText(picture()), "image/svg+xml"),
    },
    file: {
      save: () => save("nonet", writeSave(game, puzzle.rules.text), "application/json"),
      open: () => openFile(app).then(play.opened),
    },
  };
  for (const [group, actions] of Object.entries(groups)) {
    const buttons = Object.entries(actions).map(([name, work]) =>
      padButton("button", app.t(`share.${group}.${name}`), async () => {
        try {
          await work();
        } catch (error) {
          status.textContent = sentenceOf(error);
        }
      }),
    );
    body.append(element("h3", "", app.t(`share.${group}`)), element("div", "buttons", ...buttons));
  }
  body.append(status, mountPrint(app, play));
  if (puzzle.rules.text === "classic" && !puzzle.candidates) body.append(elsewhere(app, code));
}

/** Return the formats that hold a puzzle and can be written here. @param {Board} puzzle */
function textsOf({ rules, candidates }) {
  if (rules.text === "classic" || /^\d+x\d+$/.test(rules.text)) return candidates ? ["line", "pm"] : TEXTS;
  return ["line", ...(answersAll() ? RULED_TEXTS : []).filter((name) => hasServer() || name !== "yaml")]; // a page has no PyYAML
}

/** Return links to other programs; nothing is sent before one is followed. @param {App} app @param {string} code */
function elsewhere(app, code) {
  const href = `https://www.sudokuwiki.org/sudoku.htm?bd=${code.replaceAll(".", "0")}`;
  const a = element("a", { href, target: "_blank", rel: "noopener noreferrer" }, "SudokuWiki");
  return element("p", "quiet", `${app.t("share.elsewhere")} `, a);
}
