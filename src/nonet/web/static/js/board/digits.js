/**
 * Digits that change in every frame: the text of a cell is replaced in place, and its name for a screen reader follows
 * when the film stands still.
 *
 * `BoardView.show` makes a new element for every digit that changes. That is right for a game, and costs most of a frame
 * when a scrubber changes a hundred digits at once.
 */

import { element } from "../dom.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("../lab/film.js").Film} Film */

/**
 * @param {BoardView} view
 * @param {Film} film
 * @param {App["symbol"]} write a digit
 */
export function createDigits(view, film, write) {
  const symbols = Array.from({ length: film.size + 1 }, (_, digit) => (digit ? write(digit, film.size) : ""));
  const givens = Array.from(film.givens);
  const shown = new Int8Array(givens.length).fill(-1);
  /** @type {(Text | null)[]} */
  const texts = Array(givens.length).fill(null);

  /** Return the text in a cell, made anew if the cell has other contents. @param {number} cell */
  function textOf(cell) {
    const known = texts[cell];
    if (known?.isConnected) return known;
    const text = (texts[cell] = document.createTextNode(""));
    view.cell(cell).replaceChildren(element("span", "digit", text));
    return text;
  }

  return {
    /** Show the digits of the moment. */
    draw() {
      for (let cell = 0; cell < givens.length; cell++) {
        const digit = film.digits[cell];
        if (digit === shown[cell]) continue;
        if (!givens[cell]) textOf(cell).data = symbols[digit];
        shown[cell] = digit;
      }
    },
    /** Give the cells their names. The film stands still. */
    settle() {
      view.show({ digits: film.digits, givens });
      view.flush();
    },
  };
}
