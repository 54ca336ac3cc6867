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


const PAUSE = 60; // milliseconds without a change before the server is asked
const LATER = 240; // and before the difficulty is asked for
const LONG = 60; // characters of a verdict that is no headline
const MOST = 1000; // solutions that are counted

/** @param {App} app @param {Placing} placing on the board of its session @param {(findings: InspectAnswer | null) => void} onFindings called when something is found; null while nothing is known */
export function createReport(app, placing, onFindings) {
  const sign = element("span", "set-sign");
  const words = element("span", { role: "status" });
  const verdict = element("p", "set-verdict", sign, words);
  const [cells, hardest, symmetry] = ["redundant", "hardest", "symmetry"].map((name) => {
    return { label: element("dt", "", app.t(`set.${name}`)), value: element("dd", "", "–") };
  });
  const facts = element("dl", "set-facts", ...[cells, hardest, symmetry].flatMap(({ label, value }) => [label, value]));
  const [givensCount, constraintsCount, rating] = ["", "", ""].map(() => element("span"));
  const stats = element("p", "set-stats", givensCount, constraintsCount, rating);
  let search = new AbortController();

  /** @param {"good" | "bad" | "many" | "none"} kind @param {string} text */
  function say(kind, text) {
    verdict.dataset["kind"] = kind;
    verdict.classList.toggle("long", text.length > LONG);
    sign.replaceChildren(...(kind === "good" ? [icon("check")] : kind === "bad" ? [icon("close")] : []));
    if (words.textContent !== text) words.textContent = text;
  }

  /** Say something about a puzzle of which nothing is known. @param {"bad" | "none"} kind @param {string} text */
  function sayAlone(kind, text) {
    onFindings(null);
    showCells(null);
    showDifficulty("");
    say(kind, text);
  }

  /** Say that there is no puzzle to report on. @param {string} text */
  function refuse(text) {
    search.abort();
    sayAlone("bad", text);
  }

  /** Ask about the puzzle as it is now. */
  async function update() {
    search.abort();
    const { signal } = (search = new AbortController());
    const { session } = placing;
    const { puzzle, digits, constraints, geometry } = session;
    const [givens, placed] = [digits.filter(Boolean).length, constraints.length];
    givensCount.textContent = app.t("set.stats.givens", { n: givens, count: app.digit(givens) });
    constraintsCount.textContent = placed ? app.t("set.stats.constraints", { n: placed, count: app.digit(placed) }) : "";
    symmetry.value.textContent = givens ? symmetryText(digits, geometry.size) : "–";
    if (!givens && !placed) return sayAlone("none", app.t("set.empty"));
    const conflict = conflictText(session);
    if (conflict) return sayAlone("bad", conflict);
    if (verdict.dataset["kind"] === "none") say("none", app.t("new.searching"));
    try {
      await pause(PAUSE, signal);
      const found = await app.ask("inspect", { puzzle, limit: MOST }, { signal });
      if (signal.aborted) return;
      sayCount(found);
      onFindings(found);
      showCells(found, puzzle.rules);
      if (!found.count && found.exact) await sayWhy(puzzle, signal);
      const isOne = found.count === 1 && found.exact;
      if (!isOne || puzzle.rules.text !== "classic") return showDifficulty(isOne ? app.t("set.rating.classic") : "");
      showDifficulty("…");
      await pause(LATER, signal);
      const rated = await app.ask("rate", { puzzle }, { signal });
      if (!signal.aborted) showRating(rated);
    } catch (error) {
      if (!signal.aborted) sayAlone("none", sentenceOf(error));
    }
  }

  /** Say why there is no solution, if that is known. @param {object} puzzle @param {AbortSignal} signal */
  async function sayWhy(puzzle, signal) {
    const { violations } = await app.ask("violations", { puzzle, language: app.language, impossible: true }, { signal });
    const why = /** @type {{sentence: string}[]} */ (violations)[0]?.sentence;
    if (why && !signal.aborted) say("bad", app.t("set.count.why", { why }));
  }

  /** @param {InspectAnswer} found */
  function sayCount({ count, exact }) {
    const values = { n: count, count: app.digit(count) };
    if (!exact) return say("many", count ? app.t("set.count.least", values) : app.t("set.count.unknown"));
    if (!count) return say("bad", app.t("set.count.none"));
    say(count === 1 ? "good" : "many", app.t(count === 1 ? "set.count.one" : "set.count.many", values));
  }

  /** Show how many cells differ, or how many givens are redundant. @param {InspectAnswer | null} found @param {Rules} [rules] */
  function showCells(found, rules) {
    const { label, value } = cells;
    const kind = (found?.count ?? 0) > 1 ? "differ" : "redundant";
    const shown = found?.[kind];
    label.textContent = app.t(`set.${kind}`);
    if (!shown) return void (value.textContent = found?.count ? app.t("set.unknown") : "–");
    // Where no given is redundant, constraints may be.
    if (!shown.length) return void (value.textContent = app.t(rules?.constraints?.length ? "set.needed" : "set.minimal"));
    const isMarked = kind === "redundant" || isTelling(shown, rules?.size ?? 9);
    value.replaceChildren(...(isMarked ? [sample(kind)] : []), element("span", "", app.digit(shown.length)));
  }

  /** @param {Rating} rated */
  function showRating({ er, difficulty, hardest: technique, exact, open }) {
    if (!er || !difficulty) return void showDifficulty(app.t("set.rating.open", { n: open }));
    showDifficulty(app.t(exact ? "set.rated" : "set.rated.least", { difficulty: app.words.difficulty(difficulty), er: app.digit(er.toFixed(1)) }));
    rating.title = app.t("play.rating.title");
    if (technique) hardest.value.replaceChildren(element("a", { href: `#learn/${technique}` }, app.words.technique(technique).name));
  }

  /** @param {string} text */
  function showDifficulty(text) {
    rating.textContent = text;
    rating.title = "";
    hardest.value.textContent = "–";
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
      const firstOf = (/** @type {number} */ digit) => cells.findIndex((cell) => digits[cell] === digit);
      const again = cells.find((cell, i) => digits[cell] && firstOf(digits[cell]) < i);
      if (again === undefined) continue;
      const [a, b] = [cells[firstOf(digits[again])], again].map((cell) => placeValue(cell, size));
      return app.t("set.conflict", { a, b, house: namedHouse(name, cells, size), digit: app.symbol(digits[again], size) });
    }
    return "";
  }

  return { verdict, stats, facts, update, refuse, stop: () => search.abort() };
}

/** Wait, unless the question is given up. @param {number} time @param {AbortSignal} signal @returns {Promise<void>} */
export function pause(time, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, time);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
