/**
 * A puzzle that is being set, completed: clues of chosen kinds are added until it has one solution. The verb is `generate`
 * with its options `start` and `add`; what is on the board stays.
 */

import { padButton } from "../buttons.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { fieldRow, folded, formOf, menuOf } from "../fields.js";
import { lineOf } from "../link.js";
import { DIFFICULTIES } from "../play/offered.js";
import { DRAWN } from "./kind_rows.js";

const GIVEN = "given";
const JIGSAW = "jigsaw";
const EXAMPLE = "quadruple:4 arrow:2-3 given";

/** @param {App} app @param {Placing} placing @param {{put: (board: Board) => void, settled: () => Promise<unknown>}} desk */
export function createComplete(app, placing, { put, settled }) {
  const status = element("div", { class: "set-status", role: "status" });
  const kind = menuOf(["", GIVEN, JIGSAW, ...DRAWN], nameOf);
  const kinds = element("input", { type: "text", placeholder: EXAMPLE, required: true, spellcheck: false, autocapitalize: "off" });
  const band = menuOf(["", ...DIFFICULTIES], (name) => (name ? app.words.difficulty(name) : app.t("new.any")));
  const add = element("button", "button", app.t("set.complete.add"));
  const rows = [fieldRow(app.t("set.complete.kind"), kind), fieldRow(app.t("set.complete.kinds"), kinds), fieldRow(app.t("new.band"), band)];
  const form = formOf("new-form", () => void ask(), element("p", "quiet", app.t("set.complete.about")), ...rows, add, status);
  let search = new AbortController();

  kind.addEventListener("change", () => {
    if (kind.value) kinds.value = `${kinds.value} ${kind.value}`.trim();
    kind.value = "";
    kinds.focus();
  });

  /** @param {string} word */
  function nameOf(word) {
    return app.t(word === "" ? "set.complete.choose" : [GIVEN, JIGSAW].includes(word) ? `set.complete.${word}` : `set.kind.${word}`);
  }

  function stop() {
    search.abort();
    status.replaceChildren();
  }

  async function ask() {
    stop();
    const { signal } = (search = new AbortController());
    status.replaceChildren(element("span", "", app.t("new.searching")), padButton("button", app.t("new.stop"), stop));
    try {
      if (placing.isOpen) await settled(); // what is typed belongs to the puzzle
      const { rules, givens } = placing.session.puzzle;
      const start = lineOf(givens, rules.size);
      const difficulty = band.value ? { difficulty: band.value } : {};
      const { board } = await app.ask("generate", { start, rules: rules.text, add: kinds.value, ...difficulty }, { signal });
      if (signal.aborted) return;
      put(board); // which stops what is asked
      status.textContent = app.t("set.complete.done");
    } catch (error) {
      if (!signal.aborted) status.textContent = sentenceOf(error);
    }
  }

  return {
    element: folded(app.t("set.complete"), form),
    stop,
    /** Take no question while the board is not that of the text. @param {boolean} isStale */
    offer: (isStale) => void (add.disabled = isStale),
  };
}
