/**
 * What each run took, side by side, with the core of nonet as the yardstick, and the difference in one sentence.
 */

import { element } from "../dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

const COUNTERS = [
  "calls", "tries", "assignments", "guesses", "backtracks", "conflicts", "eliminations", "rules", "filled_by_rules",
  "checks", "restarts", "depth", "variables", "constraints",
];

/** Return a time with two digits: 52 µs, 1.3 ms, 0.21 s. @param {number} seconds @param {App} app @param {(n: number) => string} write */
export function timeOf(seconds, app, write) {
  const [unit, value] = seconds >= 1 ? ["s", seconds] : seconds >= 1e-3 ? ["ms", seconds * 1e3] : ["us", seconds * 1e6];
  return app.t(`lab.time.${unit}`, { n: write(Number(value.toPrecision(2))) });
}

/**
 * @param {Stage[]} stages
 * @param {App} app
 * @param {(n: number) => string} write
 */
export function createCounters(stages, app, write) {
  const root = element("section", "counters");
  root.setAttribute("aria-label", app.t("lab.counters"));
  const table = element("table");
  const head = element("tr");
  head.append(element("td"), ...stages.map(({ title }) => element("th", "", title)), element("th", "", app.t("lab.core")));
  for (const th of head.querySelectorAll("th")) th.setAttribute("scope", "col");
  const thead = element("thead");
  thead.append(head);
  const body = element("tbody");
  const answers = stages.map(({ run }) => run.answer);
  const core = fastestCore(stages);

  const result = (/** @type {any} */ answer) => app.t(`lab.result.${answer.result}`);
  add("lab.counter.result", answers.map(result), result(core));
  for (const name of COUNTERS) {
    const values = answers.map(({ counters }) => counters[name]);
    if (!values.some(Boolean)) continue;
    const most = Math.max(...values);
    const shares = values.map((value) => value / most);
    const hasCore = name === "guesses";
    const texts = values.map((value, i) => (answers[i].finished ? write(value) : atLeast(write(value))));
    add(`lab.counter.${name}`, texts, hasCore ? write(core.counters.guesses) : "", shares);
  }
  if (core.counters.seconds !== undefined) addTimes();
  table.append(thead, body);
  const scroller = element("div", "counters-scroll");
  scroller.tabIndex = 0; // so that keys can scroll it
  scroller.setAttribute("role", "group");
  scroller.setAttribute("aria-label", app.t("lab.counters"));
  scroller.append(table);
  root.append(element("h2", "", app.t("lab.counters")), verdict(stages, app, write), scroller);

  /** What was measured; recorded runs have no times, since they would be those of another machine. */
  function addTimes() {
    const times = answers.map(({ counters, finished }) => {
      const time = timeOf(counters.seconds, app, write);
      return finished ? time : atLeast(time);
    });
    add("lab.counter.seconds", times, timeOf(core.counters.seconds, app, write));
    const factors = answers.map(({ counters, finished }) => {
      const number = Number((counters.seconds / core.counters.seconds).toPrecision(2));
      return finished ? write(number) : atLeast(write(number));
    });
    add("lab.counter.factor", factors, write(1));
  }

  /** @param {string} text */
  function atLeast(text) {
    return app.t("lab.at_least", { n: text });
  }

  /** @param {string} key @param {string[]} texts @param {string} ofCore @param {number[]} [shares] */
  function add(key, texts, ofCore, shares) {
    const row = element("tr");
    const name = element("th", "", app.t(key));
    name.setAttribute("scope", "row");
    const help = app.t(`${key}.help`);
    if (help !== `${key}.help`) name.title = help;
    row.append(name);
    texts.forEach((text, i) => {
      const made = element("td", "", text);
      if (shares) {
        made.className = "measured";
        made.style.setProperty("--share", String(shares[i] ?? 0));
      }
      row.append(made);
    });
    row.append(element("td", "core", ofCore || "–"));
    body.append(row);
  }
  return root;
}

/** Return the least disturbed of the measurements of the core; each answer has one. @param {Stage[]} stages */
function fastestCore(stages) {
  const cores = stages.map(({ run }) => run.answer.core);
  return cores.reduce((a, b) => (b.counters.seconds < a.counters.seconds ? b : a));
}

/** Say how much the second run saves, and how far both are from the core. @param {Stage[]} stages @param {App} app @param {(n: number) => string} write */
function verdict(stages, app, write) {
  const root = element("p", "verdict");
  const [one, other] = stages;
  const parts = [];
  if (one && other) parts.push(difference(one, other, app, write));
  const core = fastestCore(stages);
  const slowest = stages.reduce((a, b) => (b.run.answer.counters.seconds > a.run.answer.counters.seconds ? b : a));
  const { counters, finished } = slowest.run.answer;
  const factor = counters.seconds / core.counters.seconds;
  if (Number.isFinite(factor)) {
    parts.push(app.t(finished ? "lab.verdict.core" : "lab.verdict.core_unfinished", {
      time: timeOf(core.counters.seconds, app, write), title: slowest.title, factor: write(Number(factor.toPrecision(2))),
    }));
  }
  root.textContent = parts.filter(Boolean).join(" ");
  return root;
}

/** @param {Stage} one @param {Stage} other @param {App} app @param {(n: number) => string} write */
function difference(one, other, app, write) {
  const [a, b] = [one, other].map(({ run }) => run.answer.counters.assignments);
  if (!a || !b) return "";
  const [more, fewer] = a >= b ? [one, other] : [other, one];
  const [high, low] = [Math.max(a, b), Math.min(a, b)];
  const values = { more: more.title, fewer: fewer.title, high: write(high), low: write(low) };
  if (!fewer.run.answer.finished) return app.t("lab.verdict.neither", values);
  if (!more.run.answer.finished) return app.t("lab.verdict.unfinished", values);
  if (high === low) return app.t("lab.verdict.same", values);
  return app.t("lab.verdict.fewer", { ...values, factor: write(Number((high / low).toPrecision(2))) });
}
