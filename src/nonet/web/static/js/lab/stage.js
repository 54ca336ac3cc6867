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
/** An algorithm and its order of digits. @typedef {{order: string, name: string}} Choice */
/** A choice with the answer of the server, and what is known about the algorithm. @typedef {{choice: Choice, answer: TraceAnswer, about: Algorithm}} Run */
/** @typedef {ReturnType<typeof createStage>} Stage */

/** Return the title of a choice: the algorithm, and the order of digits unless it is ascending. @param {Choice} choice @param {App} app */
export function titleOf({ name, order }, app) {
  const title = app.t(`lab.algorithms.${name}.title`);
  return order === "ascending" ? title : app.t("lab.title_order", { title, order: app.t(`lab.order.${order}`) });
}

/** Return an event as words. @param {FilmEvent | null} event @param {number} size @param {App} app */
export function captionOf(event, size, app) {
  if (!event) return app.t("lab.event.start");
  const digit = event.digit ? app.symbol(event.digit, size) : "";
  const cell = event.cell >= 0 ? placeValue(event.cell, size) : "";
  const note = event.note ? noteOf(event.note, app) : "";
  const key = [`lab.event.${event.kind}`, cell && "cell", digit && "digit", note && "note"].filter(Boolean).join("_");
  return app.t(key, { digit, cell, note });
}

/** Return a note of an algorithm in the language of the page; notes without a translation stay English. @param {string} note @param {App} app */
function noteOf(note, app) {
  const [n = "", m = ""] = note.match(/\d+/g) ?? [];
  const key = `lab.note.${note.replace(/\d+/g, "n").replace(/\W+/g, "_")}`;
  const words = app.t(key, { n: app.digit(n), m: app.digit(m) });
  return words === key ? note : words;
}

/** @param {Run} run @param {Lab} app @param {{rules: Rules, onScrub: (share: number) => void, onSettle: () => void}} options */
export function createStage(run, app, { rules, onScrub, onSettle }) {
  const { choice, answer, about } = run;
  const film = new Film(answer);
  const geometry = createGeometry(rules);
  const title = titleOf(choice, app);
  const board = element("div", "film-board");
  const view = app.board(board, { geometry, label: app.t("lab.board", { title }), labels: false });
  const digits = createDigits(view, film, app.symbol);
  digits.settle();
  const showsChoices = !about.extra; // a solver in another language returns its answer alone
  const mark = createMarker(view.overlay, geometry, app, showsChoices);
  const icons = Object.fromEntries(KINDS.map((kind) => [kind, glyph(kind)]));
  const wordsGlyph = element("span", "film-words-glyph");
  const wordsText = element("span");
  const words = element("p", "film-words", wordsGlyph, wordsText);
  const tallies = createTallies(film, app, showsChoices);
  const chart = createChart(film, app, { onScrub, onSettle });
  const source = createSource(about.files, app, { label: app.t("lab.source", { title }), counts: film.lineCounts() });
  const caption = () => captionOf(film.event(), film.size, app);

  return {
    element: element(
      "article", { class: "film", "aria-label": title },
      element("h2", "film-title", title),
      element("div", "film-body", element("div", "film-left", board, words, tallies.element), source.element),
      element("p", "film-chart-title", app.t("lab.chart")),
      chart.element,
      endingOf(run, app),
      element("p", "film-idea", app.t(`lab.algorithms.${choice.name}.idea`)),
    ),
    film,
    run,
    title,
    /** Draw the moment of the film now. */
    show() {
      digits.draw();
      mark(film);
      wordsText.textContent = caption();
      const kind = film.event()?.kind ?? "";
      if (kind !== (words.dataset["kind"] ?? "")) {
        words.dataset["kind"] = kind;
        wordsGlyph.replaceChildren(...(kind ? [icons[kind]] : []));
      }
      tallies.show();
      chart.show();
      source.show(film.line(), kind);
      if (!film.now) source.open(film.line(1));
    },
    setWidth: chart.setWidth,
    /** The moment stays: name the cells, describe the chart. */
    settle() {
      digits.settle();
      chart.settle();
    },
    caption: () => `${title}: ${caption()}`,
    destroy: view.destroy,
  };
}

/** The numbers of events so far, each with its shape: they are the legend, too. @param {Film} film @param {Lab} app @param {boolean} showsChoices */
function createTallies(film, app, showsChoices) {
  film.goTo(film.length);
  const used = KINDS.filter((kind) => kind !== "solved" && film.countOf(kind) > 0);
  film.goTo(0);
  const values = used.map((kind) => ({ kind, value: element("dd") }));
  const items = values.map(({ kind, value }) =>
    element("div", { "data-kind": kind }, element("dt", "", glyph(kind), app.t(`lab.tally.${kind}`)), value));
  const key = showsChoices && used.includes("place") &&
    element("div", "choice-key", element("dt", "", choiceGlyph(), app.t("lab.guessed")));
  return {
    element: element("dl", "tallies", ...items, key),
    show() {
      for (const { kind, value } of values) {
        const text = app.write(film.countOf(kind));
        if (value.textContent !== text) value.textContent = text;
      }
    },
  };
}

/** Say what the film leaves out, and how an unfinished run stands. @param {Run} run @param {Lab} app */
function endingOf({ answer, choice }, app) {
  const { complete, finished, seconds, first_rows: rows } = answer;
  const values = { count: app.write(answer.count), seconds: app.write(seconds ?? 0), steps: app.write(answer.budget ?? 0) };
  // Of recorded runs the limit was a number of steps.
  const ending = finished ? "" : seconds === null ? "unfinished_steps" : "unfinished";
  const key = complete ? ending && `lab.${ending}` : ending ? `lab.cut_${ending}` : "lab.cut";
  const sentences = [
    key && app.t(key, values),
    rows && app.t("lab.first_rows", { done: app.write(rows.done), total: app.write(rows.total) }),
    answer.result === "no_solution" && app.t("lab.no_solution"),
  ].filter(Boolean);
  const given = { class: "film-ending", hidden: !sentences.length, "data-algorithm": choice.name };
  return element("div", given, ...sentences.map((sentence) => element("p", "", sentence)));
}
