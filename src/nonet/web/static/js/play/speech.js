/** What a screen reader says after a move: the cell that changed, or how many did. */

import { labelOf } from "../board/cell.js";
import { placeValue } from "../words/messages.js";

/** @param {Session} session @param {App} app */
export function createSpeech(session, app) {
  const { size } = session.geometry;
  let before = shot();
  /** @type {Session["lineStart"]} */
  let lineStart = null;

  /** Copy what a cell can hold. */
  function shot() {
    const { digits, centre, corner, colours } = session.game.entries;
    return [digits, centre, corner, colours].map((values) => [...values]);
  }

  /** Say what a move has changed: digits first, because placing one may remove many marks. */
  function moved() {
    const now = shot();
    const changed = now.map((values, kind) => values.map((_, cell) => cell).filter((cell) => values[cell] !== before[kind][cell]));
    before = now;
    const cells = changed.find((list) => list.length) ?? [];
    if (cells.length > 1) app.announce(app.t("play.changed", { n: cells.length, number: app.digit(cells.length) }));
    else if (cells[0] !== undefined) app.announce(labelOf(session.view(), cells[0], size, app));
  }

  /** Say where a line begins. */
  function viewed() {
    if (lineStart === session.lineStart) return;
    lineStart = session.lineStart;
    if (!lineStart) return;
    const [cell, digit] = lineStart;
    app.announce(app.t("play.line", { cell: placeValue(cell, size), digit: app.symbol(digit, size) }));
  }

  return { moved, viewed };
}
