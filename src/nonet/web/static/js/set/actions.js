/**
 * What can be done with a puzzle that is being set: play it, copy its link, repair it, make it minimal, and so on.
 */

import { padButton } from "../buttons.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { writeLink } from "../link.js";
import { copyLink } from "../play/clipboard.js";
import { answersAll } from "../recorded.js";
import { placeValue } from "../words/messages.js";
import { createComplete } from "./complete.js";


/** @param {App} app @param {Placing} placing @param {{code: () => string, change: (digits: number[]) => void, clear: () => void, showExport: () => void, showWhy: () => void, settled: () => Promise<unknown>, put: (board: Board) => void}} desk */
export function createActions(app, placing, { code, change, clear: clearAll, showExport, showWhy, settled, put }) {
  const complete = createComplete(app, placing, { put, settled });
  const status = element("div", { class: "set-status", role: "status", tabIndex: -1 });
  // It is a link also while it is off and has no address.
  const play = element("a", { class: "button main", role: "link", onclick: async (event) => {
    if (!placing.isOpen) return;
    event.preventDefault();
    await settled();
    if (play.hasAttribute("href")) app.go(writeLink("play", { p: code() }));
  } }, app.t("set.play"));
  const [link, exports, why, minimise, repair, canonical, clear] = [
    make("link", () => copyLink(app, status, writeLink("set", { p: code() }))),
    make("export", showExport),
    make("why", showWhy),
    make("minimise", another("minimise", ({ board, changes: { length: n } }) => {
      change(board.givens);
      status.textContent = app.t(n ? "set.minimise.done" : "set.minimise.none", { n, count: app.digit(n) });
    })),
    make("repair", another("repair", showRepair)),
    make("canonical", another("canonical", ({ board, automorphisms }) => {
      change(board.givens);
      status.textContent = app.t("set.canonical.done", { n: Number(automorphisms), count: app.digit(automorphisms) });
    })),
    make("clear", clearAll),
  ];
  exports.dataset["flyout"] = "export";
  why.dataset["flyout"] = "why";
  let search = new AbortController();

  /** Return a button; what fails says why. @param {string} name @param {(signal: AbortSignal) => unknown} work */
  function make(name, work) {
    return padButton({ class: "button", title: app.t(`set.${name}.about`) }, app.t(`set.${name}`), async () => {
      stop();
      const { signal } = (search = new AbortController());
      try {
        if (placing.isOpen) await settled(); // what is typed belongs to the puzzle
        await work(signal);
      } catch (error) {
        if (!signal.aborted) status.textContent = sentenceOf(error);
      }
    });
  }

  function stop() {
    search.abort();
    status.replaceChildren();
  }

  /**
   * Return what asks for another puzzle, and shows it unless the answer comes too late.
   * @template {"minimise" | "repair" | "canonical"} V @param {V} verb @param {(answer: Answers[V]) => void} show
   */
  function another(verb, show) {
    return async (/** @type {AbortSignal} */ signal) => {
      status.replaceChildren(element("span", "", app.t("new.searching")), padButton("button", app.t("new.stop"), stop));
      const answer = await app.ask(verb, { puzzle: placing.session.puzzle }, { signal });
      if (!signal.aborted) show(answer);
    };
  }

  /** @param {RepairAnswer} answer */
  function showRepair({ board, changes }) {
    const { size } = placing.session.rules;
    const symbol = (/** @type {number} */ digit) => digit && app.symbol(digit, size);
    const lines = changes.map(({ cell, from, to }) => {
      const kind = !from ? "add" : !to ? "remove" : "change";
      return element("li", "", app.t(`set.repair.${kind}`, { cell: placeValue(cell, size), from: symbol(from), to: symbol(to) }));
    });
    const apply = padButton("button main", app.t("set.apply"), () => {
      change(board.givens);
      status.textContent = app.t("set.undo");
      status.focus({ preventScroll: true }); // the button is gone
    });
    const head = app.t("set.repair.found", { n: changes.length, count: app.digit(changes.length) });
    status.replaceChildren(element("p", "", head), element("ul", "set-changes", ...lines), apply);
    status.scrollIntoView({ block: "nearest" });
  }

  return {
    element: element(
      "div", "set-actions", element("div", "buttons", play, link, exports, why, minimise, repair, canonical, clear), status,
      ...(answersAll() ? [complete.element] : []),
    ),
    stop() {
      stop();
      complete.stop();
    },
    /** Offer what fits the puzzle; nothing while the board is not that of the text. @param {InspectAnswer | null} found @param {boolean} isStale */
    offer(found, isStale) {
      const isOne = found?.count === 1 && found.exact;
      const { digits, rules, constraints } = placing.session;
      const isEmpty = isStale || !(digits.some(Boolean) || constraints.length);
      minimise.disabled = isStale || !isOne || found.redundant?.length === 0;
      repair.disabled = isEmpty || isOne === true;
      canonical.disabled = isEmpty || rules.text !== "classic";
      link.disabled = exports.disabled = why.disabled = isEmpty;
      clear.disabled = isEmpty && !isStale;
      complete.offer(isStale);
      if (isEmpty) play.removeAttribute("href");
      else play.href = writeLink("play", { p: code() });
      play.setAttribute("aria-disabled", String(isEmpty));
    },
  };
}
