/**
 * What can be done with a puzzle that is being set: play it, copy its link, repair it, make it minimal, and so on.
 */

import { copyLink } from "../play/clipboard.js";
import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { writeLink } from "../link.js";
import { padButton } from "../buttons.js";
import { placeValue } from "../words/messages.js";

/** @typedef {import("./report.js").Findings} Findings */
/** @typedef {{cell: number, name: string, from: number, to: number}} Change */

/**
 * @param {App} app
 * @param {{puzzle: () => Board, code: () => string, change: (digits: number[]) => void, clear: () => void, showExport: () => void}} desk
 */
export function createActions(app, { puzzle, code, change, clear: clearAll, showExport }) {
  const root = element("div", "set-actions");
  const buttons = element("div", "buttons");
  const status = element("div", "set-status");
  status.setAttribute("role", "status");
  status.tabIndex = -1;
  const play = element("a", "button main", app.t("set.play"));
  play.setAttribute("role", "link"); // also while it is off and has no address
  const make = (/** @type {string} */ name, /** @type {() => unknown} */ work) => {
    const button = padButton("button", app.t(`set.${name}`), () => void attempt(work));
    button.title = app.t(`set.${name}.about`);
    return button;
  };
  const repair = make("repair", askRepair);
  const minimise = make("minimise", askMinimal);
  const canonical = make("canonical", askCanonical);
  const link = make("link", () => copyLink(app, status, writeLink("set", { p: code() })));
  const clear = make("clear", clearAll);
  const exports = make("export", showExport);
  exports.dataset["flyout"] = "export";
  buttons.append(play, link, exports, minimise, repair, canonical, clear);
  root.append(buttons, status);
  /** @type {AbortController | null} */
  let search = null;

  /** Do what a button says; what fails says why. @param {() => unknown} work */
  async function attempt(work) {
    stop();
    try {
      await work();
    } catch (error) {
      status.textContent = sentenceOf(error);
    }
  }

  function stop() {
    search?.abort();
    search = null;
    status.replaceChildren();
  }

  /** Ask for another puzzle; an answer that comes too late is null. @param {string} verb */
  async function another(verb) {
    const { signal } = (search = new AbortController());
    const cancel = padButton("button", app.t("new.stop"), stop);
    status.replaceChildren(element("span", "", app.t("new.searching")), cancel);
    try {
      const answer = await app.ask(verb, { puzzle: puzzle() }, { signal });
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  async function askRepair() {
    const answer = await another("repair");
    if (!answer) return;
    /** @type {Change[]} */
    const changes = answer.changes;
    const { size } = puzzle().rules;
    const symbol = (/** @type {number} */ digit) => app.symbol(digit, size);
    const list = element("ul", "set-changes");
    for (const { cell, from, to } of changes) {
      const kind = !from ? "add" : !to ? "remove" : "change";
      list.append(element("li", "", app.t(`set.repair.${kind}`, { cell: placeValue(cell, size), from: from && symbol(from), to: to && symbol(to) })));
    }
    const apply = padButton("button main", app.t("set.apply"), () => {
      change(answer.board.givens);
      status.textContent = app.t("set.undo");
      status.focus({ preventScroll: true }); // the button is gone
    });
    const head = app.t("set.repair.found", { n: changes.length, count: app.digit(changes.length) });
    status.replaceChildren(element("p", "", head), list, apply);
    status.scrollIntoView({ block: "nearest" });
  }

  async function askMinimal() {
    const answer = await another("minimise");
    if (!answer) return;
    change(answer.board.givens);
    const n = answer.changes.length;
    status.textContent = app.t(n ? "set.minimise.done" : "set.minimise.none", { n, count: app.digit(n) });
  }

  async function askCanonical() {
    const answer = await another("canonical");
    if (!answer) return;
    change(answer.board.givens);
    status.textContent = app.t("set.canonical.done", { n: Number(answer.automorphisms), count: app.digit(answer.automorphisms) });
  }

  return {
    element: root,
    stop,
    /** Offer what fits the puzzle; nothing while the board is not that of the text. @param {Findings | null} found @param {boolean} isStale */
    offer(found, isStale) {
      const isOne = found?.count === 1 && found.exact;
      const { givens, rules } = puzzle();
      const isEmpty = isStale || !(givens.some(Boolean) || rules.constraints?.length);
      minimise.disabled = isStale || !isOne || found.redundant?.length === 0;
      repair.disabled = isEmpty || isOne === true;
      canonical.disabled = isEmpty || rules.text !== "classic";
      link.disabled = exports.disabled = isEmpty;
      clear.disabled = isEmpty && !isStale;
      if (isEmpty) play.removeAttribute("href");
      else play.setAttribute("href", writeLink("play", { p: code() }));
      play.setAttribute("aria-disabled", String(isEmpty));
    },
  };
}
