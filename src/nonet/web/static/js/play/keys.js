/**
 * The keyboard: the key table of the app, which the terminal player shares, and what a key press means.
 *
 * Digits and arrows act on the board; every other key is the name of a command. On boards larger than 9x9 the letters
 * are digits, and a command's letter is pressed together with Alt; or numbers are, and their digits are typed one by one.
 */

import { fetchFile } from "../app_files.js";
import { digitOf, digitValue } from "../board/geometry.js";

/** @typedef {{action: string, keys: string[], group: string, label: string}} Key */
/** @typedef {Record<string, (() => void) | undefined>} Commands */

/** @type {Record<string, string>} */
const SHORT = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Backspace: "⌫", Delete: "Del" };

/** @type {Promise<Key[]> | null} */
let table = null;

/** Return the key table. @returns {Promise<Key[]>} */
export function keyTable() {
  table ??= fetchFile("keys.json").then((answer) => (answer.ok ? answer.json() : []), () => []);
  return table;
}

/** Return the first key of a command as text, "" if it has none. @param {Key[]} keys @param {string} action */
export const keyOf = (keys, action) => keys.find((key) => key.action === action)?.keys[0] ?? "";

/** Return a key as it is written on a keyboard. @param {string} name */
export function keyText(name) {
  const parts = name === "+" ? [name] : name.split("+");
  return parts.map((part) => SHORT[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join("+");
}

/** Write the key of each command into the tooltips of its buttons. @param {HTMLElement} root */
export async function nameKeys(root) {
  const keys = await keyTable();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-key]"))) {
    const key = keyText(keyOf(keys, button.dataset["key"] ?? ""));
    if (key) button.title += ` (${key})`;
  }
}

/** Return how the key table writes a key press: "Ctrl+Shift+Z", "u", "?", "ArrowUp". @param {KeyboardEvent} event */
export function keyName(event) {
  const isNamed = event.key.length > 1 || event.key === " ";
  // On a keyboard of another script a letter key has its Latin letter by its place.
  const byPlace = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const isLetter = byPlace !== undefined && !/^[!-@[-`{-~]$/.test(event.key);
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : byPlace;
  const name = event.key === " " ? "Space" : isLetter ? (letter ?? event.key) : event.key;
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = event.shiftKey && (isNamed || isLetter) ? "Shift+" : "";
  return `${ctrl}${shift}${(ctrl || event.altKey) && isLetter ? name.toUpperCase() : name}`;
}

/** Whether the digits of a board are letters. @param {Pick<Session, "settings">} session @param {number} size */
export const hasLetters = ({ settings }, size) => size > 9 && settings.get("symbols") === "letters";

/** Return the digit of a key, also with Shift, Ctrl or Alt; 0 for none. @param {KeyboardEvent} event @param {number} size */
export function pressedDigit(event, size) {
  const byPlace = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  return digitOf(event.key, size) || (byPlace && !isCharacter(event) ? digitOf(byPlace, size) : 0);
}

/** Whether a key with no modifier wrote something that is not a digit, as in the French layout. @param {KeyboardEvent} event */
const isCharacter = (event) => !heldMode(event) && digitValue(event.key) < 0 && event.location !== 3;

/** Return the mode that the held keys choose, null for none. @param {KeyboardEvent} event @returns {Session["held"]} */
function heldMode(event) {
  if (event.ctrlKey || event.metaKey) return "centre";
  if (event.altKey) return "colour";
  return event.shiftKey ? "corner" : null;
}

/** @type {Record<string, [down: number, right: number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Owner} owner @param {HTMLElement} root @param {Session} session @param {Commands} commands @param {() => void} focusBoard */
export function listenToKeys(owner, root, session, commands, focusBoard) {
  const { size } = session.geometry;
  /** @type {Map<string, string> | null} */
  let actions = null;
  const typed = { number: 0, cursor: -1, at: -1, isMove: false }; // the number whose next digit may follow
  /** What was pressed before the key table came, from the first key that needs it. @type {KeyboardEvent[]} */
  let early = [];
  void keyTable().then((keys) => {
    actions = new Map(keys.flatMap(({ action, keys: names }) => names.map((name) => /** @type {const} */ ([name, action]))));
    for (const event of early) act(event);
    early = [];
  });

  /** Return the digit of a key; a number that the key continues is taken back. @param {KeyboardEvent} event */
  function spelled(event) {
    if (size <= 9 || hasLetters(session, size)) return pressedDigit(event, size);
    const digit = pressedDigit(event, 9);
    const goesOn = typed.cursor === session.selection.cursor && typed.at === session.game.at && (digit || event.key === "0");
    const longer = goesOn ? 10 * typed.number + digit : 0;
    if (!longer || longer > size) return digit;
    if (typed.isMove) session.undo();
    return longer;
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isPage = target === document.body;
    if (event.defaultPrevented || isTyping(target) || !(isPage || root.contains(target))) return;
    const isBoard = isPage || target.closest(".grid") !== null;
    if (event.key === "Tab" || (!isBoard && /^( |Enter|Arrow|Home|End)/.test(event.key))) return;
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) {
      // Ctrl and Shift alone show their mode on the pad; Alt alone belongs to the browser.
      return session.hold(event.key === "Alt" ? session.held : heldMode(event));
    }
    if (act(event)) {
      event.preventDefault();
      if (isBoard && (document.activeElement ?? target) === target) focusBoard();
    }
  }

  /** Do what a key means; return whether it means anything. @param {KeyboardEvent} event */
  function act(event) {
    if (!actions && early.length) {
      early.push(event);
      return Boolean(ARROWS[event.key] ?? pressedDigit(event, size));
    }
    const isCommand = event.altKey || event.ctrlKey || event.metaKey;
    const arrow = ARROWS[event.key];
    if (arrow && !isCommand) return move(session.selection.beside(...arrow), event.shiftKey);
    const digit = session.paused ? 0 : spelled(event);
    const isLetter = hasLetters(session, size);
    if (digit && !(isLetter && isCommand)) {
      const before = session.game.at;
      enter(digit, event);
      const { at } = session.game;
      Object.assign(typed, { number: digit, cursor: session.selection.cursor, at, isMove: at !== before });
      return true;
    }
    typed.number = 0;
    const { cursor } = session.selection;
    const start = cursor - (cursor % size);
    const name = keyName(event);
    const cell = { Home: start, End: start + size - 1, "Ctrl+Home": 0, "Ctrl+End": size * size - 1 }[name];
    if (cell !== undefined) return move(cell, false);
    if (event.altKey && !isLetter) return false;
    if (!actions) early.push(event);
    const command = commands[actions?.get(name) ?? (event.altKey ? actions?.get(name.toLowerCase()) : "") ?? ""];
    command?.();
    return command !== undefined;
  }

  /** @param {number} digit @param {KeyboardEvent} event */
  function enter(digit, event) {
    const isDrawing = session.activeMode === "draw" || session.mode === "draw";
    const mode = heldMode(event) ?? session.mode;
    const isColour = mode === "colour" && session.settings.get("digitFirst");
    if (!isDrawing) return session.selection.cells.size || isColour ? session.enter(digit, mode) : session.chooseDigit(digit);
    if (event.shiftKey) session.drawTo([session.selection.cursor, digit]);
    else if (event.altKey) session.pen = Math.min(digit, 9);
    else session.enter(digit, "draw");
    session.changed();
  }

  /** @param {number} cell @param {boolean} extends_ */
  function move(cell, extends_) {
    session.select((selection) => (extends_ ? selection.add(cell) : selection.only(cell)));
    return true;
  }

  owner.listen(root, "pointerdown", () => (typed.number = 0));
  owner.listen(window, "keydown", press);
  owner.listen(window, "keyup", (/** @type {KeyboardEvent} */ event) => session.hold(session.held && heldMode(event)));
  owner.listen(window, "blur", () => session.hold(null));
  owner.ends(() => (early = []));
}

/** @param {HTMLElement} element */
const isTyping = (element) =>
  element.isContentEditable || element.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range])");
