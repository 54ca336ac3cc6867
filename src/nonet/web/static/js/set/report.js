/**
 * What is known about the puzzle while somebody sets it: the number of solutions, where they differ, what is redundant,
 * how difficult it is. Each change asks anew; an earlier question is given up.
 */

import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { isTelling, sample } from "./marks.js";
import { symmetriesOf } from "./symmetry.js";
import { placeValue } from "../words/messages.js";
import { namedHouse } from "../words/values.js";

/**
 * What the server has found; parts that took too long are null.
 *
 * @typedef {object} Findings
 * @property {number} count
 * @property {boolean} exact
 * @property {number[] | null} candidates
 * @property {number[] | null} differ
 * @property {number[] | null} redundant
 */

const PAUSE = 60; // milliseconds without a change before the server is asked
const LATER = 240; // and before the difficulty is asked for
const LONG = 60; // characters of a verdict that is no headline
const MOST = 1000; // solutions that are counted

/**
 * @param {App} app
 * @param {(findings: Findings | null) => void} onFindings called when something is found; null while nothing is known
 */
export function createReport(app, onFindings) {
  const verdict = element("p", "set-verdict");
  const sign = element("span", "set-sign");
  const words = element("span");
  words.setAttribute("role", "status");
  verdict.append(sign, words);
  const facts = element("dl", "set-facts");
  const rows = { cells: row("redundant"), hardest: row("hardest"), symmetry: row("symmetry") };
  const stats = element("p", "set-stats");
  const [givensCount, constraintsCount, rating] = ["", "", ""].map(() => element("span"));
  stats.append(givensCount, constraintsCount, rating);
  /** @type {AbortController | null} */
  let search = null;

  /** @param {string} name */
  function row(name) {
    const [label, value] = [element("dt", "", app.t(`set.${name}`)), element("dd", "", "–")];
    facts.append(label, value);
    return { label, value };
  }

  /** @param {"good" | "bad" | "many" | "none"} kind @param {string} text */
  function say(kind, text) {
    verdict.dataset["kind"] = kind;
    verdict.classList.toggle("long", text.length > LONG);
    sign.replaceChildren(...(kind === "good" ? [icon("check")] : kind === "bad" ? [icon("close")] : []));
    if (words.textContent !== text) words.textContent = text;
  }

  /** Ask about the puzzle as it is now. @param {SetSession} session */
  async function update(session) {
    search?.abort();
    const { signal } = (search = new AbortController());
    const { digits, geometry } = session;
    const givens = digits.filter(Boolean).length;
    const placed = session.rules.constraints?.length ?? 0;
    givensCount.textContent = app.t("set.stats.givens", { n: givens, count: app.digit(givens) });
    constraintsCount.textContent = placed ? app.t("set.stats.constraints", { n: placed, count: app.digit(placed) }) : "";
    rows.symmetry.value.textContent = givens ? symmetryText(digits, geometry.size) : "–";
    const { rules } = session;
    if (!givens && !rules.constraints?.length) {
      forget();
      return say("none", app.t("set.empty"));
    }
    const conflict = conflictText(session);
    if (conflict) {
      forget();
      return say("bad", conflict);
    }
    if (verdict.dataset["kind"] === "none") say("none", app.t("new.searching"));
    const puzzle = { rules, givens: [...digits] };
    try {
      await pause(PAUSE, signal);
      const found = await app.ask("inspect", { puzzle, limit: MOST }, { signal });
      if (signal.aborted) return;
      sayCount(found);
      onFindings(found);
      showCells(found, rules);
      if (!found.count && found.exact) await sayWhy(puzzle, signal);
      const isRated = found.count === 1 && found.exact && rules.text === "classic";
      if (!isRated) return showDifficulty(found.count === 1 && found.exact ? app.t("set.rating.classic") : "");
      showDifficulty("…");
      await pause(LATER, signal);
      const rated = await app.ask("rate", { puzzle }, { signal });
      if (!signal.aborted) showRating(rated);
    } catch (error) {
      if (signal.aborted) return;
      forget();
      say("none", sentenceOf(error));
    }
  }

  /** Say why there is no solution, if that is known. @param {object} puzzle @param {AbortSignal} signal */
  async function sayWhy(puzzle, signal) {
    const { violations } = await app.ask("violations", { puzzle, language: app.language, impossible: true }, { signal });
    const why = /** @type {{sentence: string}[]} */ (violations)[0]?.sentence;
    if (why && !signal.aborted) say("bad", app.t("set.count.why", { why }));
  }

  /** Say that there is no puzzle to report on. @param {string} text */
  function refuse(text) {
    search?.abort();
    forget();
    say("bad", text);
  }

  /** Show that nothing is known. */
  function forget() {
    onFindings(null);
    showCells(null);
    showDifficulty("");
  }

  /** @param {Findings} found */
  function sayCount({ count, exact }) {
    const values = { n: count, count: app.digit(count) };
    if (!exact) return say("many", count ? app.t("set.count.least", values) : app.t("set.count.unknown"));
    if (!count) return say("bad", app.t("set.count.none"));
    say(count === 1 ? "good" : "many", app.t(count === 1 ? "set.count.one" : "set.count.many", values));
  }

  /** Show how many cells differ, or how many givens are redundant. @param {Findings | null} found @param {Rules} [rules] */
  function showCells(found, rules) {
    const { label, value } = rows.cells;
    const isMany = (found?.count ?? 0) > 1;
    const cells = isMany ? found?.differ : found?.redundant;
    label.textContent = app.t(isMany ? "set.differ" : "set.redundant");
    if (!cells) return void (value.textContent = found?.count ? app.t("set.unknown") : "–");
    // Where no given is redundant, constraints may be.
    if (!cells.length) return void (value.textContent = app.t(rules?.constraints?.length ? "set.needed" : "set.minimal"));
    const number = element("span", "", app.digit(cells.length));
    if (isMany && !isTelling(cells, rules?.size ?? 9)) return value.replaceChildren(number);
    value.replaceChildren(sample(isMany ? "differ" : "redundant"), number);
  }

  /** @param {Rating} rating */
  function showRating({ er, difficulty, hardest, exact }) {
    const text = app.t(exact ? "set.rated" : "set.rated.least", { difficulty: app.words.difficulty(difficulty), er: app.digit(er.toFixed(1)) });
    showDifficulty(text);
    rating.title = app.t("play.rating.title");
    if (!hardest) return;
    const link = element("a", "", app.words.technique(hardest).name);
    link.setAttribute("href", `#learn/${hardest}`);
    rows.hardest.value.replaceChildren(link);
  }

  /** @param {string} text */
  function showDifficulty(text) {
    rating.textContent = text;
    rating.title = "";
    rows.hardest.value.textContent = "–";
  }

  /** @param {readonly number[]} digits @param {number} size */
  function symmetryText(digits, size) {
    const found = symmetriesOf(digits, size);
    if (found[0] === "full") return app.t("set.symmetry.full");
    return found.map((name) => app.t(`new.symmetry.${name}`)).join(", ") || app.t("new.symmetry.none");
  }

  /** Say which givens contradict each other, "" if none do. @param {SetSession} session */
  function conflictText({ digits, geometry: { houses, size } }) {
    for (const { name, cells } of houses) {
      /** @type {Map<number, number>} */
      const seen = new Map();
      for (const cell of cells) {
        const other = seen.get(digits[cell]);
        if (digits[cell] && other !== undefined) {
          const named = { a: placeValue(other, size), b: placeValue(cell, size), house: namedHouse(name, cells, size) };
          return app.t("set.conflict", { ...named, digit: app.symbol(digits[cell], size) });
        }
        seen.set(digits[cell], cell);
      }
    }
    return "";
  }

  return { verdict, stats, facts, update, refuse, stop: () => search?.abort() };
}

/** Wait, unless the question is given up. @param {number} time @param {AbortSignal} signal @returns {Promise<void>} */
export function pause(time, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
