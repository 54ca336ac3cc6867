/**
 * The puzzle as text: everything that nonet reads can be typed or pasted here, and the text follows the board.
 */

import { digitOf } from "../board/geometry.js";
import { padButton } from "../buttons.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { boardCode, lineOf, readCode } from "../link.js";
import { decoded } from "../outside.js";
import { openFile, remarkOf } from "../play/files.js";
import { answersAll } from "../recorded.js";
import { askPuzzles, settable, SHORT } from "./asking.js";

const PAUSE = 60; // milliseconds without a change before the server is asked
const MOST = 1_000_000; // characters that the server reads

/** Return what makes one puzzle another one. @param {Board} board */
const keyOf = ({ rules, givens }) => `${givens} ${rules.text}`;

/**
 * @param {App} app @param {Placing} placing on the board of its session
 * @param {{onBoard: (board: Board, isTyped: boolean) => void, onDigits: (digits: number[]) => void, onText: (now: "reading" | "refused", why?: string) => void}} desk
 *   `onText` is called while the board is not that of the text; `why` is the key of the message about a refused one
 */
export function createEntry(app, placing, { onBoard, onDigits, onText }) {
  const note = element("p", { class: "set-note", id: "set-note", role: "status" });
  const placeholder = app.t(answersAll() ? "set.text.hint" : "set.text.hint.alone");
  const names = { placeholder, "aria-label": app.t("set.text"), "aria-describedby": note.id };
  // A long text stays out of the field: there the browser works for seconds on each selection of it.
  const field = element("textarea", {
    rows: 3, spellcheck: false, autocomplete: "off", autocapitalize: "off", dir: "ltr", ...names,
    onpaste: (event) => takeLong(event, event.clipboardData),
    ondrop: (event) => takeLong(event, event.dataTransfer),
  });
  const list = element("select", { "aria-label": app.t("set.choose"), hidden: true, onchange: () => void say(take(boards[list.selectedIndex])) });
  const file = padButton("button", app.t("share.file.open"), () => void openFile(app, open).catch((error) => fail(error.message)));
  /** @type {Board[]} */
  let boards = [];
  let choices = ""; // the message about the list of them
  let source = ""; // what the text has put on the board
  let isTyped = false; // what is typed is about the board as it is; what is pasted, dropped or opened is a puzzle of its own
  let reading = app.owner.part(); // owns the question for the puzzles, and the pause before it

  field.addEventListener("input", (event) => {
    isTyped = event instanceof InputEvent && !/Paste|Drop|Replacement/.test(event.inputType);
    reading.end();
    const partial = isTyped ? partOf(field.value) : null;
    if (partial) return showPart(partial);
    onText("reading");
    reading = app.owner.part();
    reading.later(() => void read(field.value), PAUSE);
  });

  /** @param {Event} event @param {DataTransfer | null} data */
  function takeLong(event, data) {
    const text = data?.getData("text/plain") ?? "";
    if (text.length <= SHORT) return;
    event.preventDefault();
    void open(text);
  }

  /** Return the digits of a line that is being typed, null for any other text. @param {string} text */
  function partOf(text) {
    const { size } = placing.session.rules;
    const cells = [...text.trim()];
    if (cells.length >= size * size) return null;
    const digits = cells.map((char) => (/[.0]/.test(char) ? 0 : digitOf(char, size) || -1));
    return digits.includes(-1) ? null : digits;
  }

  /** @param {number[]} part */
  function showPart(part) {
    const { rules } = placing.session;
    const count = rules.size ** 2;
    clear();
    if (part.length) note.textContent = app.t("set.text.part", { n: app.digit(part.length), count: app.digit(count) });
    const givens = [...part, ...Array(count - part.length).fill(0)];
    source = keyOf({ rules, givens });
    onDigits(givens);
  }

  function clear() {
    note.textContent = "";
    delete note.dataset["bad"];
    field.removeAttribute("aria-invalid");
    list.hidden = true;
    boards = [];
    choices = "";
  }

  /** Show the message about the puzzle of the text; null leaves the present one. @param {string | null} about */
  function say(about) {
    if (about !== null) note.textContent = `${choices} ${about}`.trim();
  }

  /** @param {string} message */
  function fail(message) {
    note.textContent = message;
    note.dataset["bad"] = "";
    field.setAttribute("aria-invalid", "true");
  }

  /** Say why the text has no board. @param {unknown} error */
  function refuse(error) {
    fail(sentenceOf(error));
    source = ""; // whatever the board shows next becomes the text
    onText("refused", error instanceof Error && "code" in error && error.code === "needs_server" ? "set.refused.alone" : "set.refused");
  }

  /** Put the puzzle of a board on the desk; return what is left out, null if it is refused. @param {Board | undefined} found */
  function take(found) {
    if (!found) return "";
    const { puzzle: board, about } = settable(found);
    try {
      if (!board) throw new Error(app.t(about));
      source = keyOf(board);
      onBoard(board, isTyped);
      return about && app.t(about);
    } catch (error) {
      refuse(error);
      return null;
    }
  }

  /** Read the text, and show its first puzzle. @param {string} text */
  async function read(text) {
    clear();
    const { signal } = (reading = app.owner.part());
    if (!text.trim()) return showPart([]);
    const size = { count: text.length.toLocaleString(app.language), most: MOST.toLocaleString(app.language) };
    if (text.length > MOST) return refuse(new Error(app.t("set.text.long", size)));
    // A link to a puzzle holds its code.
    const code = decoded(/^\S+[#?&]p=([^&\s]+)\S*$/.exec(text.trim())?.[1] ?? "") || text.trim();
    const before = placing.session.puzzle;
    const known = before.rules.text.includes(" ") || code.length > SHORT ? null : readCode(code);
    if (known) return say(take(known));
    try {
      const { puzzles, count, problems } = await askPuzzles(app, code, before, isTyped, signal);
      if (signal.aborted) return;
      boards = puzzles.map(({ board }) => board);
      const isOne = puzzles.length < 2;
      const about = take(boards[0]);
      const isLost = before.rules.constraints?.length && !placing.session.constraints.length;
      if (!isOne) showList(puzzles, count);
      const remarks = [field.value ? "" : app.t("set.text.unshown", size), isOne && remarkOf(app, puzzles[0]), isOne && isLost && app.t("set.text.alone"), about];
      say(about === null ? null : remarks.filter(Boolean).join(" "));
      if (problems.length) fail(problems[0].message);
    } catch (error) {
      if (!signal.aborted) refuse(error);
    }
  }

  /** @param {ReadPuzzle[]} puzzles @param {number} count */
  function showList(puzzles, count) {
    list.replaceChildren(
      ...puzzles.map(({ name, board: { givens, rules } }, i) =>
        new Option(`${app.digit(i + 1)}  ${name ?? lineOf(givens, rules.size).slice(0, 18) + "…"}`)),
    );
    list.hidden = false;
    const shown = { n: app.digit(puzzles.length), count: app.digit(count) };
    choices = app.t(count > puzzles.length ? "set.text.first" : "set.text.several", shown);
  }

  /** Read a text that was dropped, pasted or opened. @param {string} text */
  async function open(text) {
    reading.end();
    isTyped = false;
    field.value = text.length > SHORT ? "" : text.trim();
    onText("reading");
    await read(text);
  }

  return {
    element: element("div", "set-entry", field, element("div", "set-line", note, list, file)),
    fail,
    open,
    /** Show a board as text, unless the text made it. @param {Board} board */
    follow(board) {
      const { rules, givens } = board;
      if (keyOf(board) === source) return;
      source = keyOf(board);
      reading.end();
      clear();
      // Rules that a line of digits does not say are written before it.
      if (rules.text !== "classic" && !/^\d+x\d+$/.test(rules.text)) field.value = boardCode(board).replaceAll("+", " ");
      else field.value = givens.some(Boolean) ? lineOf(givens, rules.size) : "";
    },
  };
}
