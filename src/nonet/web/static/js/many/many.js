/**
 * The place for many puzzles: a file is dropped or chosen, and comes back with solutions, counts or ratings. All work is
 * done by the core in the page; nothing is sent anywhere.
 */

import { padButton } from "../buttons.js";
import { element, furnish, loadStyle } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { fieldRow, menuOf } from "../fields.js";
import { download } from "../play/files.js";
import { MissingCore, answerFile } from "./pool.js";

/** @typedef {import("./answers.js").Task} Task */
/** @typedef {import("./answers.js").Tally} Tally */

/** Milliseconds between two figures of the progress. */
const PAUSE = 100;

/** @param {HTMLElement} root @param {App} app */
export async function mount(root, app) {
  await loadStyle("css/many.css");
  const task = furnish(menuOf(["solve", "count", "rate"], (name) => app.t(`many.${name}`)), { "aria-label": app.t("many.task") });
  const input = element("input", { type: "file", class: "unseen", tabIndex: -1, "aria-hidden": "true" });
  const choose = padButton("button main", app.t("many.choose"), () => input.click());
  const drop = element("div", "many-drop", element("p", "", app.t("many.drop")), choose, input);
  const result = element("section", { class: "many-result", "aria-live": "polite" });
  root.replaceChildren(element(
    "div", "many-column",
    element("h1", "", app.t("many.head")), element("p", "quiet", app.t("many.about")),
    fieldRow(app.t("many.task"), task), drop, result,
  ));

  /** @type {AbortController | null} */
  let work = null;

  /** @param {File | undefined} file */
  async function start(file) {
    if (!file) return;
    work?.abort(new DOMException("", "AbortError"));
    const mine = (work = new AbortController());
    const view = showProgress(result, app, file.name, () => mine.abort());
    try {
      const chosen = /** @type {Task} */ (task.value);
      const outcome = await answerFile(file, chosen, { signal: mine.signal, progress: view.progress });
      if (mine !== work) return;
      view.finish(outcome);
      const name = `${file.name.replace(/(\.\w{1,5}){1,2}$/, "")}-${chosen}.csv`;
      const save = padButton("button main", app.t("many.save", { name }), () => download(name, outcome.table));
      result.append(save);
      save.focus();
    } catch (error) {
      if (mine !== work) return;
      const why = error instanceof MissingCore ? app.t("many.missing") : sentenceOf(error);
      result.textContent = mine.signal.aborted ? app.t("many.stopped") : why;
    } finally {
      if (mine === work) work = null;
    }
  }

  input.addEventListener("change", () => {
    void start(input.files?.[0]);
    input.value = "";
  });
  root.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    drop.classList.add("is-over");
  });
  root.addEventListener("dragleave", () => drop.classList.remove("is-over"));
  root.addEventListener("drop", (event) => {
    drop.classList.remove("is-over");
    const file = event.dataTransfer?.files[0];
    if (file) event.preventDefault();
    void start(file);
  });
  return { show() {}, hide() {} };
}

/** Show how far a file is; return what updates it. @param {HTMLElement} host @param {App} app @param {string} name @param {() => void} cancel */
function showProgress(host, app, name, cancel) {
  const begun = performance.now();
  const bar = element("progress", { max: 1, value: 0, "aria-label": app.t("many.progress") });
  const text = element("p");
  const list = element("ul", "many-kinds");
  const title = element("h2", "", name);
  host.replaceChildren(title, bar, text, list, padButton("button", app.t("many.cancel"), cancel));
  let shown = 0;

  /** @param {number} rows @param {Tally} tally @param {number} seconds */
  function draw(rows, tally, seconds) {
    const kinds = Object.entries(tally).filter(([, count]) => count);
    text.textContent = app.t("many.figures", { rows: app.digit(rows), seconds: app.digit(Math.round(seconds * 10) / 10) });
    list.replaceChildren(...kinds.map(([kind, n]) => element("li", "", app.t(`many.kind.${kind}`, { count: app.digit(n) }))));
  }

  return {
    /** @param {import("./pool.js").Progress} progress */
    progress({ share, rows, tally }) {
      bar.value = Math.max(bar.value, share);
      const now = performance.now();
      if (now - shown < PAUSE) return;
      shown = now;
      draw(rows, tally, (now - begun) / 1000);
    },
    /** @param {import("./pool.js").Outcome} outcome */
    finish({ rows, tally, seconds }) {
      host.replaceChildren(title, text, list);
      draw(rows, tally, seconds);
    },
  };
}
