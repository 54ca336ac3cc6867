/**
 * One run on the page: its board with the event marked, the event in words, what it took so far, the search over time,
 * and the program with the running line.
 */

import { element } from "../dom.js";
import { createChart } from "./chart.js";
import { Film, KINDS } from "./film.js";
import { createDigits } from "../board/digits.js";
import { createGeometry } from "../board/geometry.js";
import { choiceGlyph, createMarker, glyph } from "./marker.js";
import { createSource } from "./source.js";
import { placeValue } from "../words/messages.js";

/** @typedef {import("./film.js").FilmEvent} FilmEvent */

/**
 * @typedef {{order: string, name: string}} Choice an algorithm and its order of digits
 *
 * @typedef {object} Run a choice with the answer of the server
 * @property {Choice} choice
 * @property {any} answer
 * @property {any} about
 *
 * @typedef {object} Stage
 * @property {HTMLElement} element
 * @property {Film} film
 * @property {Run} run
 * @property {string} title
 * @property {() => void} show draw the moment of the film now
 * @property {(share: number) => void} setWidth
 * @property {() => void} settle the moment stays: name the cells, describe the chart
 * @property {() => string} caption
 * @property {() => void} destroy
 */

/** Return the title of a choice: the algorithm, and the order of digits unless it is ascending. @param {Choice} choice @param {App} app */
export function titleOf(choice, app) {
  const title = app.t(`lab.algorithms.${choice.name}.title`);
  return choice.order === "ascending" ? title : app.t("lab.title_order", { title, order: app.t(`lab.order.${choice.order}`) });
}

/** Return an event as words. @param {FilmEvent | null} event @param {number} size @param {App} app */
export function captionOf(event, size, app) {
  if (!event) return app.t("lab.event.start");
  const digit = event.digit ? app.symbol(event.digit, size) : "";
  const cell = event.cell >= 0 ? placeValue(event.cell, size) : "";
  const note = event.note ? noteOf(event.note, app) : "";
  const parts = [cell && "cell", digit && "digit", note && "note"].filter(Boolean).join("_");
  return app.t(`lab.event.${event.kind}${parts && "_" + parts}`, { digit, cell, note });
}

/** Return a note of an algorithm in the language of the page; notes without a translation stay English. @param {string} note @param {App} app */
function noteOf(note, app) {
  const [n = "", m = ""] = note.match(/\d+/g) ?? [];
  const key = `lab.note.${note.replace(/\d+/g, "n").replace(/\W+/g, "_")}`;
  const words = app.t(key, { n: app.digit(n), m: app.digit(m) });
  return words === key ? note : words;
}

/**
 * @param {Run} run
 * @param {App} app
 * @param {{rules: Rules, write: (n: number) => string, onScrub: (share: number) => void, onSettle: () => void}} options
 * @returns {Stage}
 */
export function createStage(run, app, { rules, write, onScrub, onSettle }) {
  const film = new Film(run.answer);
  const geometry = createGeometry(rules);
  const title = titleOf(run.choice, app);
  const root = element("article", "film");
  root.setAttribute("aria-label", title);
  const board = element("div", "film-board");
  const view = app.board(board, { geometry, label: app.t("lab.board", { title }), labels: false });
  const digits = createDigits(view, film, app.symbol);
  digits.settle();
  const showsChoices = !run.about.extra; // a solver in another language returns its answer alone
  const mark = createMarker(view.overlay, geometry, app, showsChoices);
  const words = element("p", "film-words");
  const icons = Object.fromEntries(KINDS.map((kind) => [kind, glyph(kind)]));
  const wordsGlyph = element("span", "film-words-glyph");
  const wordsText = element("span");
  words.append(wordsGlyph, wordsText);
  const tallies = createTallies(film, app, write, showsChoices);
  const chart = createChart(film, {
    most: film.givens.reduce((sum, digit) => sum + Number(!digit), 0), label: app.t("lab.chart"), write, onScrub, onSettle,
  });
  const source = createSource(run.about.files, {
    label: app.t("lab.source", { title }), countLabel: app.t("lab.line_count"), counts: film.lineCounts(), write,
  });
  const head = element("h2", "film-title", title);
  const idea = element("p", "film-idea", app.t(`lab.algorithms.${run.choice.name}.idea`));
  const left = element("div", "film-left");
  left.append(board, words, tallies.element);
  const chartTitle = element("p", "film-chart-title", app.t("lab.chart"));
  const body = element("div", "film-body");
  body.append(left, source.element);
  root.append(head, body, chartTitle, chart.element, endingOf(run, app, write), idea);
  let kind = "";

  function show() {
    digits.draw();
    mark(film);
    const event = film.event();
    wordsText.textContent = captionOf(event, film.size, app);
    const next = event?.kind ?? "";
    if (next !== kind) {
      words.dataset["kind"] = next;
      wordsGlyph.replaceChildren(...(next ? [/** @type {Node} */ (icons[next])] : []));
      kind = next;
    }
    tallies.show();
    chart.show();
    source.show(film.line(), next);
    if (!film.now) source.open(film.line(1));
  }

  /** The chart in one sentence, for those who do not see it. */
  function describeChart() {
    const [back, most] = [film.counts[KINDS.indexOf("backtrack")] ?? 0, film.depth.reduce((a, b) => Math.max(a, b), 0)];
    chart.describe(app.t("lab.chart_sentence", {
      most: write(most), cells: write(film.depth[film.now] ?? 0), at: write(film.now), length: write(film.length), back: write(back),
    }));
  }

  return {
    element: root, film, run, title, show,
    setWidth: chart.setWidth,
    settle() {
      digits.settle();
      describeChart();
    },
    caption() {
      return `${title}: ${captionOf(film.event(), film.size, app)}`;
    },
    destroy: view.destroy,
  };
}

/**
 * The numbers of events so far, each with its shape: they are the legend, too.
 *
 * @param {Film} film @param {App} app @param {(n: number) => string} write @param {boolean} showsChoices
 */
function createTallies(film, app, write, showsChoices) {
  const list = element("dl", "tallies");
  film.goTo(film.length);
  const used = KINDS.filter((kind, number) => kind !== "solved" && (film.counts[number] ?? 0) > 0);
  film.goTo(0);
  const values = used.map((kind) => {
    const item = element("div");
    item.dataset["kind"] = kind;
    const name = element("dt", "", app.t(`lab.tally.${kind}`));
    name.prepend(glyph(kind));
    const value = element("dd");
    item.append(name, value);
    list.append(item);
    return value;
  });
  if (showsChoices && used.includes("place")) {
    const item = element("div", "choice-key");
    const name = element("dt", "", app.t("lab.guessed"));
    name.prepend(choiceGlyph());
    item.append(name);
    list.append(item);
  }
  return {
    element: list,
    show() {
      used.forEach((kind, i) => {
        const value = /** @type {HTMLElement} */ (values[i]);
        const text = write(film.counts[KINDS.indexOf(kind)] ?? 0);
        if (value.textContent !== text) value.textContent = text;
      });
    },
  };
}

/** Say what the film leaves out, and how an unfinished run stands. @param {Run} run @param {App} app @param {(n: number) => string} write */
function endingOf({ answer, choice }, app, write) {
  const root = element("div", "film-ending");
  const add = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) => root.append(element("p", "", app.t(key, values)));
  const isRecorded = answer.seconds === null; // then the limit was a number of steps
  const values = { count: write(answer.count), seconds: write(answer.seconds), steps: write(answer.budget ?? 0) };
  const ending = answer.finished ? "" : isRecorded ? "unfinished_steps" : "unfinished";
  if (!answer.complete) add(ending ? `lab.cut_${ending}` : "lab.cut", values);
  else if (ending) add(`lab.${ending}`, values);
  if (answer.first_rows) {
    add("lab.first_rows", { done: write(answer.first_rows.done), total: write(answer.first_rows.total) });
  }
  if (answer.result === "no_solution") add("lab.no_solution");
  root.hidden = !root.childElementCount;
  root.dataset["algorithm"] = choice.name;
  return root;
}
