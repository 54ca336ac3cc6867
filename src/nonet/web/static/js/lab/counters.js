/** What each run took, side by side, with the core of nonet as the yardstick, and the difference in one sentence. */

import { element } from "../dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

const COUNTERS = [
  "calls", "tries", "assignments", "guesses", "backtracks", "conflicts", "eliminations", "rules", "filled_by_rules",
  "checks", "restarts", "depth", "variables", "constraints",
];

/** Return a number with two digits. @param {number} number */
const rounded = (number) => Number(number.toPrecision(2));

/** Return a time with two digits: 52 µs, 1.3 ms, 0.21 s. @param {number} seconds @param {Lab} app */
function timeOf(seconds, app) {
  const [unit, value] = seconds >= 1 ? ["s", seconds] : seconds >= 1e-3 ? ["ms", seconds * 1e3] : ["us", seconds * 1e6];
  return app.t(`lab.time.${unit}`, { n: app.write(rounded(value)) });
}

/** @param {Stage[]} stages @param {Lab} app */
export function createCounters(stages, app) {
  const title = app.t("lab.counters");
  const answers = stages.map(({ run }) => run.answer);
  const core = fastestCore(stages);
  const { guesses, seconds } = core.counters;
  const result = (/** @type {Figures} */ answer) => app.t(`lab.result.${answer.result}`);
  const body = element("tbody");
  add("lab.counter.result", answers.map(result), result(core));
  for (const name of COUNTERS) {
    const values = answers.map(({ counters }) => counters[name]);
    const most = Math.max(...values);
    const ofCore = name === "guesses" ? app.write(guesses) : "–";
    if (values.some(Boolean)) add(`lab.counter.${name}`, measured(name, app.write), ofCore, values.map((value) => value / most));
  }
  if (seconds !== undefined) {
    // Recorded runs have no times, since they would be those of another machine.
    add("lab.counter.seconds", measured("seconds", (time) => timeOf(time, app)), timeOf(seconds, app));
    add("lab.counter.factor", measured("seconds", (time) => app.write(rounded(time / seconds))), app.write(1));
  }

  /** Return what a counter of each run says; a run that is not finished takes at least this. @param {string} name @param {(value: number) => string} write */
  function measured(name, write) {
    return answers.map(({ counters, finished }) => {
      const n = write(counters[name]);
      return finished ? n : app.t("lab.at_least", { n });
    });
  }

  /** @param {string} key @param {string[]} texts @param {string} ofCore @param {number[]} [shares] */
  function add(key, texts, ofCore, shares) {
    const help = app.t(`${key}.help`);
    body.append(element(
      "tr", "",
      element("th", { scope: "row", title: help === `${key}.help` ? null : help }, app.t(key)),
      ...texts.map((text, i) => element("td", shares ? { class: "measured", style: `--share: ${shares[i]}` } : "", text)),
      element("td", "core", ofCore),
    ));
  }

  const titles = [...stages.map((stage) => stage.title), app.t("lab.core")];
  const head = element("tr", "", element("td"), ...titles.map((text) => element("th", { scope: "col" }, text)));
  return element(
    "section", { class: "counters", "aria-label": title },
    element("h2", "", title),
    element("p", "verdict", verdict(stages, app)),
    element(
      "div", { class: "counters-scroll", tabIndex: 0, role: "group", "aria-label": title }, // keys can scroll it
      element("table", "", element("thead", "", head), body),
    ),
  );
}

/** Return the least disturbed of the measurements of the core; each answer has one. @param {Stage[]} stages */
function fastestCore(stages) {
  const cores = stages.map(({ run }) => run.answer.core);
  return cores.reduce((a, b) => (b.counters.seconds < a.counters.seconds ? b : a));
}

/** Say how much the second run saves, and how far both are from the core. @param {Stage[]} stages @param {Lab} app */
function verdict(stages, app) {
  const { seconds } = fastestCore(stages).counters;
  const slowest = stages.reduce((a, b) => (b.run.answer.counters.seconds > a.run.answer.counters.seconds ? b : a));
  const { counters, finished } = slowest.run.answer;
  const factor = counters.seconds / seconds;
  const values = () => ({ time: timeOf(seconds, app), title: slowest.title, factor: app.write(rounded(factor)) });
  const parts = [
    stages.length > 1 && difference(stages[0], stages[1], app),
    Number.isFinite(factor) && app.t(finished ? "lab.verdict.core" : "lab.verdict.core_unfinished", values()),
  ];
  return parts.filter(Boolean).join(" ");
}

/** @param {Stage} one @param {Stage} other @param {Lab} app */
function difference(one, other, app) {
  const [a, b] = [one, other].map(({ run }) => run.answer.counters.assignments);
  if (!a || !b) return "";
  const [more, fewer] = a >= b ? [one, other] : [other, one];
  const [high, low] = [Math.max(a, b), Math.min(a, b)];
  const values = { more: more.title, fewer: fewer.title, high: app.write(high), low: app.write(low) };
  if (!fewer.run.answer.finished) return app.t("lab.verdict.neither", values);
  if (!more.run.answer.finished) return app.t("lab.verdict.unfinished", values);
  if (high === low) return app.t("lab.verdict.same", values);
  return app.t("lab.verdict.fewer", { ...values, factor: app.write(rounded(high / low)) });
}
