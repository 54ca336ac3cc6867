/**
 * The place Lab: run the classic algorithms on a board, and watch two or more of them side by side.
 *
 * Everything that is shown follows from the link: the board, the runs, the moment. A change writes the link; the link
 * starts the runs.
 */

import { sentenceOf } from "../errors.js";
import { element, loadStyle } from "../dom.js";
import { createChoice, LIMITS, readRuns, writeRuns } from "./choice.js";
import { createCounters } from "./counters.js";
import { createHelp } from "./keys.js";
import { boardCode, boardIn, wholeIn, writeLink } from "../link.js";
import { answersAll, recordedRuns } from "../recorded.js";
import { createShelf, loadShelf } from "./shelf.js";
import { createStage, titleOf } from "./stage.js";
import { createTabs } from "./tabs.js";
import { createTimeline } from "./timeline.js";

/** @typedef {import("./choice.js").Plan} Plan */
/** @typedef {import("./stage.js").Stage} Stage */

const STYLES = ["css/lab.css", "css/lab_films.css", "css/lab_source.css", "css/lab_narrow.css"];
const EVENTS = 650_000; // all of a run of 32,000 calls of plain backtracking
const LONGEST = 80; // characters of a link that a sentence repeats

/** @param {HTMLElement} root @param {App} page */
export async function mount(root, page) {
  await Promise.all(STYLES.map(loadStyle));
  const numbers = new Intl.NumberFormat(page.language, { maximumFractionDigits: 6 });
  /** @type {Lab} */
  const app = Object.create(page, { write: { value: (/** @type {number} */ number) => numbers.format(number) } });
  /** @type {[Algorithm[], import("./shelf.js").Exhibit[], import("../recorded.js").Runs | null]} */
  const [algorithms, exhibits, recorded] = await Promise.all([
    app.ask("algorithms"), loadShelf(), answersAll() ? null : recordedRuns(),
  ]);
  const known = algorithms.map(({ name }) => name);

  let code = "";
  /** @type {Plan} */
  let plan = { choices: [], limit: "1", seed: 0 };
  let shown = "";
  /** @type {Stage[]} */
  let stages = [];
  /** @type {AbortController | null} */
  let running = null;

  const shelf = createShelf(app, { exhibits, onPaste: recorded ? null : onPaste });
  const offered = () => (recorded ? Object.keys(recorded[code] ?? {}) : null);
  const choice = createChoice(app, { algorithms, offered, onRun, onStop: () => running?.abort() });
  const timeline = createTimeline(app, { onSettle, onBy: () => app.go(linkNow(), true) });
  const tabs = createTabs(app, { onOpen: () => timeline.goTo(timeline.state().at) });
  const help = createHelp(app);
  const setup = element("details", "lab-setup", element("summary", "", app.t("lab.choice")), choice.element);
  const status = element("p", "lab-status");
  const films = element("div", "films");
  const figures = element("div", "lab-figures");
  const heading = element("h1", "unseen", app.t("lab.heading"));
  root.append(heading, shelf.element, setup, status, timeline.element, tabs.element, films, figures, help.element);
  timeline.element.append(help.button);
  timeline.element.hidden = true;
  const wide = matchMedia("(min-width: 1100px)");
  app.owner.listen(wide, "change", layOut);
  /** While the place is shown. */
  let here = app.owner.part();
  layOut();

  /** On a narrow screen, what changes the runs folds away. */
  function layOut() {
    setup.open = wide.matches;
    (wide.matches ? shelf.side : setup).append(shelf.paste);
  }

  /** Return the link of a plan at a moment. @param {Plan} of @param {number} [at] */
  function linkOf({ choices, limit, seed }, at = 0) {
    const { by } = timeline.state();
    return writeLink("lab", {
      p: code, a: writeRuns(choices), n: limit === "1" ? "" : limit, s: seed ? String(seed) : "",
      by: by === "event" ? by : "", at: at ? String(at) : "",
    });
  }

  /** Return the link of what is shown. */
  const linkNow = () => linkOf(plan, timeline.state().at);

  /** @param {boolean} isStep */
  function onSettle(isStep) {
    app.go(linkNow(), true);
    const seen = stages.filter((stage) => !stage.element.hidden);
    for (const stage of seen) stage.settle();
    if (isStep) app.announce(seen.map((stage) => stage.caption()).join(" "));
  }

  /** @param {Plan} next */
  function onRun(next) {
    const to = linkOf(next);
    if (to === location.hash) void start(next, 0, timeline.state().by);
    else app.go(to);
  }

  /** @param {string} text */
  async function onPaste(text) {
    if (!text.trim()) return app.t("lab.paste_hint");
    try {
      const { puzzles } = await app.ask("read", { text, limit: 1 });
      app.go(writeLink("lab", { p: boardCode(puzzles[0].board), a: writeRuns(plan.choices) }));
      return "";
    } catch (error) {
      return sentenceOf(error);
    }
  }

  /** Run a plan and show it at a moment. @param {Plan} next @param {number} at @param {string} by @param {string} [note] what is wrong with its link */
  async function start(next, at, by, note = "") {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    plan = next;
    timeline.pause();
    choice.show(plan);
    choice.setRunning(true);
    root.setAttribute("aria-busy", "true");
    shelf.show(code, writeRuns(plan.choices));
    say(app.t("lab.running"), "");
    try {
      const board = await boardIn(app, code);
      const limit = plan.limit === "all" ? 100 : Number(plan.limit);
      const answers = [];
      for (const one of plan.choices) {
        // One after the other: two runs at once would spoil each other's times.
        status.textContent = app.t("lab.running_one", { title: titleOf(one, app) });
        const request = { puzzle: board, algorithm: one.name, digits: one.order, seed: plan.seed, events: EVENTS, limit };
        answers.push(await app.ask("trace", request, { signal: mine.signal }));
      }
      if (running !== mine) return;
      open(board, answers, at, by);
      say(note, "problem");
    } catch (error) {
      if (running !== mine) return;
      clear();
      const end = mine.signal.aborted ? app.t("lab.stopped") : sentenceOf(error);
      say(note ? `${note} ${end}` : end, note || !mine.signal.aborted ? "problem" : "");
    }
    running = null;
    choice.setRunning(false);
    root.removeAttribute("aria-busy");
  }

  /** Show nothing: the runs of another board would be taken for those of this one. */
  function clear() {
    for (const stage of stages) stage.destroy();
    stages = [];
    films.replaceChildren();
    figures.replaceChildren();
    tabs.open([]);
    timeline.element.hidden = true;
  }

  /** @param {Board} board @param {TraceAnswer[]} answers @param {number} at @param {string} by */
  function open(board, answers, at, by) {
    clear();
    stages = answers.map((answer, i) => {
      const about = algorithms[known.indexOf(answer.algorithm)];
      const { goToShare: onScrub, settle: onSettle } = timeline;
      return createStage({ choice: plan.choices[i], answer, about }, app, { rules: board.rules, onScrub, onSettle });
    });
    films.dataset["count"] = String(stages.length);
    films.replaceChildren(...stages.map((stage) => stage.element));
    tabs.open(stages);
    timeline.element.hidden = false;
    timeline.open(stages, at, by);
    for (const stage of stages) stage.settle();
    figures.replaceChildren(createCounters(stages, app));
  }

  /** @param {string} text @param {string} kind */
  function say(text, kind) {
    status.textContent = text;
    status.className = `lab-status ${kind}`;
    if (text) app.announce(text);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || target?.closest("input, select, textarea, [role=grid], .source-lines, .counters-scroll, [role=tablist]")) return;
    if (target?.closest("button, a") && event.key === " ") return;
    if (help.press(event)) event.preventDefault();
    else if (stages.length) timeline.key(event);
  }

  /** @param {URLSearchParams} params */
  function show(params) {
    here.end();
    here = app.owner.part();
    here.listen(document, "keydown", onKey);
    const first = exhibits[1];
    code = params.get("p") || first.code;
    const { runs, ...left } = readRuns(params.get("a") ?? "", known);
    const notes = Object.entries(left).filter(([, names]) => names.length);
    const note = notes.map(([key, names]) => app.t(`lab.${key}`, { names: names.join(", ").slice(0, LONGEST) })).join(" ");
    const limit = params.get("n") ?? "1";
    const next = {
      choices: runs.length ? runs : readRuns(first.runs, known).runs,
      limit: LIMITS.includes(limit) ? limit : "1",
      seed: wholeIn(params, "s"),
    };
    const at = wholeIn(params, "at");
    const by = params.get("by") ?? "share";
    const key = JSON.stringify([code, next]);
    if (key !== shown || !stages.length) {
      shown = key;
      return void start(next, at, by, note);
    }
    timeline.open(stages, at, by);
    say(note, "problem");
  }

  function hide() {
    here.end();
    help.close();
    timeline.pause();
    running?.abort();
    if (running) shown = "";
  }

  return { show, hide };
}
