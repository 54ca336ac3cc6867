/**
 * Files and texts that come in, and files that go out.
 *
 * A save file opens as the game that it is. Any other text is read by the server, which knows all formats; of several
 * puzzles the first is opened, a position with the move that leads there. A function that opens a text returns the message about it.
 */

import { addressOf } from "../app_files.js";
import { createGeometry } from "../board/geometry.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { Game } from "../game/game.js";
import { boardCode, readCode, writeLink, writeMoves } from "../link.js";

const LARGEST = 1_000_000; // bytes, as the server reads them
const LARGEST_BUNDLE = 20_000_000; // bytes of a file with everything that a browser keeps

/** Let the browser save a file. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What opens the text of a file. @typedef {(text: string, name: string) => Promise<string | void>} Opener */

/** Ask the person to choose a file. @returns {Promise<File>} */
export function chooseFile() {
  return new Promise((resolve) => {
    const input = element("input", { type: "file", onchange: () => void (input.files?.[0] && resolve(input.files[0])) });
    input.click();
  });
}

/** Ask for a file, and open it: as a game, unless another opener is named. @param {App} app @param {Opener} [opener] */
export const openFile = async (app, opener) => readFile(app, await chooseFile(), opener);

/** Open a file that was chosen or dropped. @param {App} app @param {File} file @param {Opener} [opener] */
async function readFile(app, file, opener = (text, name) => openText(app, text, name)) {
  const text = file.size > LARGEST_BUNDLE ? "" : await file.text();
  if (!text.length && file.size || (file.size > LARGEST && !isBundle(text))) throw new Error(app.t("share.large", { name: file.name }));
  return (await opener(text, file.name.replace(/\.\w+$/, ""))) ?? "";
}

/** Whether a text is that of a file with everything that a browser keeps. @param {string} text */
const isBundle = (text) => /^\s*\{\s*"nonet_history"/.test(text);

/** Open a text: a save file, or a puzzle in any format. @param {App} app @param {string} text @param {string} [name] */
async function openText(app, text, name = "") {
  if (isBundle(text) || /^\s*\{\s*"nonet"/.test(text)) {
    /** @type {typeof import("./bundle.js")} */
    const { openSave, takeBundle } = await import(addressOf("js/play/bundle.js"));
    return isBundle(text) ? takeBundle(app, text) : openSave(app, text, name);
  }
  const line = text.trim();
  if (readCode(line)) return app.go(writeLink("play", { p: line }));
  const { puzzles } = await app.ask("read", { text, limit: 1 });
  const { board, name: title } = puzzles[0];
  const { moves } = new Game(createGeometry(board.rules), board);
  app.go(writeLink("play", { p: boardCode(board), t: title ?? "", m: writeMoves(moves) }));
  return remarkOf(app, puzzles[0]);
}

/** Return what of a puzzle was not read, "" if all was. @param {App} app @param {ReadPuzzle | undefined} puzzle */
export function remarkOf(app, puzzle) {
  const parts = puzzle?.info["not read"];
  return parts ? app.t("set.text.unread", { parts }) : "";
}

/**
 * Open what is dropped on a part of the page or pasted into it, unless it is pasted into a field, as long as the view of
 * the app is there. `fail` shows why something could not be opened; `say` gets the message about what was opened.
 * @param {HTMLElement} root @param {App} app
 * @param {{fail: (message: string) => void, say?: (remark: string) => void}} hear @param {Opener} [opener]
 */
export function acceptFiles(root, app, { fail, say = () => {} }, opener = (text, name) => openText(app, text, name)) {
  const attempt = (/** @type {Promise<string | void>} */ work) =>
    void work.then((remark) => say(remark ?? ""), (error) => fail(sentenceOf(error)));
  app.owner.listen(root, "dragover", (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  app.owner.listen(root, "drop", (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    attempt(readFile(app, file, opener));
  });
  app.owner.listen(document, "paste", (/** @type {ClipboardEvent} */ event) => {
    const isField = event.target instanceof Element && event.target.closest("input, textarea, select");
    const text = event.clipboardData?.getData("text") ?? "";
    if (!isField && text.trim()) attempt(opener(text, ""));
  });
}
