/**
 * The odds of the puzzle that is being set: in how many of its solutions each candidate is true, exactly.
 *
 * The board shows them as a heat map, and a line has the number of solutions and the shares of one cell. The answer's
 * numbers are text, since a page rounds large ones. Each change of the puzzle gives up the question before it.
 */

import { element } from "../dom.js";
import { CERTAIN } from "../board/cell.js";
import { AskError } from "../ask.js";
import { sentenceOf } from "../errors.js";
import { placeValue } from "../words/messages.js";
import { pause } from "./report.js";

/** @typedef {import("../board/cell.js").Likely} Likely */
/** @typedef {{total: bigint, most: number, cells: Likely[][]}} HeatMap `most` is the largest share below 1, as on the command line */

const LATER = 300; // milliseconds without a change before they are asked for: one question can take seconds
const LEVELS = 5;
const FINE = 10n ** 12n;

/** Return what the board shows of an answer. @param {{count: string, odds: string[][]}} answer @param {(share: number) => string} write @returns {HeatMap} */
export function heatMap({ count, odds }, write) {
  const total = BigInt(count);
  const numbers = odds.map((cell) => cell.map(BigInt));
  const share = (/** @type {bigint} */ number) => Number((number * FINE) / total) / Number(FINE);
  const most = Math.max(0, ...numbers.flat().filter((number) => number < total).map(share)) || 1;
  const level = (/** @type {bigint} */ number) =>
    number === total ? CERTAIN : Math.min(LEVELS, 1 + Math.floor((share(number) / most) * LEVELS));
  const cells = numbers.map((cell) =>
    cell.flatMap((number, i) => (number ? [{ digit: i + 1, number, share: write(share(number)), level: level(number) }] : [])),
  );
  return { total, most, cells };
}

/** @param {App} app @param {Placing} placing on the board of its session @param {() => void} changed called when odds are found or forgotten */
export function createOdds(app, placing, changed) {
  const status = element("p", { class: "set-odds-status", role: "status" });
  const shares = element("p", "set-odds-cell");
  const root = element("div", { class: "set-odds", hidden: true }, status, shares);
  let search = new AbortController();
  /** @type {HeatMap | null} */
  let found = null;
  let shown = "";
  let pointed = -1;

  /** Write a share: with one decimal, and never rounded to none or all. @param {number} share */
  function write(share) {
    const text = share === 1 ? "100" : (100 * share).toFixed(1);
    return app.t("board.share", { share: app.digit(text === "0.0" ? "<0.1" : text === "100.0" ? ">99.9" : text) });
  }

  /** Write a whole number of any length with its digits in groups. @param {bigint} number */
  const grouped = (number) => number.toLocaleString(app.language);

  function forget() {
    search.abort();
    found = null;
    shown = "";
  }

  /** Ask for the odds of the puzzle as it is now, unless they are shown. @param {boolean} isOn */
  async function update(isOn) {
    root.hidden = !isOn;
    const { puzzle } = placing.session;
    const code = isOn ? `${puzzle.rules.text}:${puzzle.givens}` : "";
    if (code === shown) return;
    forget();
    shown = code;
    status.textContent = isOn ? app.t("set.odds.searching") : "";
    changed();
    if (!isOn) return;
    const { signal } = (search = new AbortController());
    try {
      await pause(LATER, signal);
      const answer = await app.ask("odds", { puzzle }, { signal });
      if (signal.aborted) return;
      found = heatMap(answer, write);
      const values = { share: write(found.most), count: grouped(found.total) };
      status.textContent = app.t(found.total === 1n ? "set.count.one" : "set.odds.found", values);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = whyNot(error, puzzle.rules.text === "classic");
    }
    changed();
  }

  /** @param {unknown} error @param {boolean} isClassic */
  function whyNot(error, isClassic) {
    const code = error instanceof AskError ? error.code : "";
    if (code === "conflict" || code === "no_solution") return app.t("set.odds.none");
    if (code === "limit_reached" || code === "timeout") return app.t(isClassic ? "set.odds.long" : "set.odds.rules");
    if (code === "busy") return app.t("hint.error.busy");
    return sentenceOf(error);
  }

  /** Show the shares of the cell under the pointer, or else of the one with the cursor. */
  function draw() {
    const { selection, digits, geometry: { size } } = placing.session;
    const cell = [pointed, selection.cursor].find((each) => each >= 0 && !digits[each]) ?? -1;
    const likely = found?.cells[cell] ?? [];
    shares.replaceChildren(
      ...(likely.length ? [element("b", "", app.words.fill("{cell}", { cell: placeValue(cell, size) }))] : []),
      ...likely.map(({ digit, share, number }) => element("span", { title: grouped(number) }, `${app.symbol(digit, size)} ${share}`)),
    );
  }

  return {
    element: root,
    update,
    forget,
    draw,
    get cells() {
      return found?.cells;
    },
    /** Point at a cell, -1 for none. @param {number} cell */
    point(cell) {
      pointed = cell;
      draw();
    },
  };
}
