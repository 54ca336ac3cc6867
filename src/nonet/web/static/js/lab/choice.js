/** What to run: algorithms with their order of digits, how many solutions to look for, the random seed, and Run. */

import { button, named } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { menuOf } from "../fields.js";
import { icon } from "../icons.js";

/** @typedef {import("./stage.js").Choice} Choice */
/** What the form says; `limit` is "1", "2" or "all". @typedef {{choices: Choice[], limit: string, seed: number}} Plan */

const ORDERS = ["ascending", "descending", "shuffled"];
export const LIMITS = ["1", "2", "all"];
const MOST = 4;
const LARGEST = 4294967295;
const SEEDED = ["annealing", "iterated_local_search", "constraint_programming"];

/**
 * Read runs as they stand in a link, and what of it the Lab does not take: names of algorithms, orders of digits, and runs after the fourth.
 * @param {string} text @param {string[]} known
 */
export function readRuns(text, known) {
  const parts = text.split(",").filter(Boolean).map((part) => {
    const [name, order = "ascending"] = part.split(":");
    return { name, order };
  });
  const found = parts.filter(({ name }) => known.includes(name));
  const runs = found.slice(0, MOST);
  return {
    runs: runs.map(({ name, order }) => ({ name, order: ORDERS.includes(order) ? order : "ascending" })),
    unknown: parts.filter(({ name }) => !known.includes(name)).map(({ name }) => name),
    unknown_orders: runs.map(({ order }) => order).filter((order) => !ORDERS.includes(order)),
    more_runs: found.slice(MOST).map(({ name }) => name),
  };
}

/** @param {Choice[]} choices */
export const writeRuns = (choices) =>
  choices.map(({ name, order }) => (order === "ascending" ? name : `${name}:${order}`)).join(",");

/**
 * @param {App} app
 * @param {{algorithms: readonly Algorithm[], offered: () => string[] | null, onRun: (plan: Plan) => void, onStop: () => void}} options
 *   `offered` returns the runs that the board can have, null for all
 */
export function createChoice(app, { algorithms, offered, onRun, onStop }) {
  /** @type {Choice[]} */
  let choices = [];
  let isRunning = false;
  const rows = element("div", "choice-runs");
  const onchange = () => onRun(read());
  const limit = furnish(menuOf(LIMITS, (name) => app.t(`lab.limit.${name}`)), { onchange });
  const seed = element("input", { type: "number", min: "0", max: String(LARGEST), step: "1", value: "0", onchange });
  const seedLabel = element("label", "choice-label", element("span", "", app.t("lab.seed")), seed);
  const limitLabel = element("label", "choice-label", element("span", "", app.t("lab.limit_label")), limit);
  const run = element("button", { class: "button main", type: "submit" }, app.t("lab.run"));
  // Recorded runs look for one solution, and have been run.
  const rest = { class: "choice-rest", hidden: offered() !== null };
  const form = element("form", {
    class: "choice", "aria-label": app.t("lab.choice"),
    onsubmit(event) {
      event.preventDefault();
      if (isRunning) onStop();
      else onRun(read());
    },
  }, rows, element("div", rest, limitLabel, seedLabel, run), missing());

  /** How to install what some algorithms lack. */
  function missing() {
    const lacking = offered() ? [] : algorithms.filter(({ installed }) => !installed);
    const commands = [...new Set(lacking.map(({ install }) => install))];
    const codes = commands.flatMap((command) => [element("code", { dir: "ltr" }, command), " "]);
    return codes.length > 0 && element("p", "choice-missing", `${app.t("lab.missing")} `, ...codes);
  }

  /** @returns {Plan} */
  function read() {
    const value = Math.trunc(Number(seed.value));
    return { choices, limit: limit.value, seed: value >= 0 && value <= LARGEST ? value : 0 };
  }

  /** @param {Choice[]} next */
  function change(next) {
    choices = next;
    onRun(read());
  }

  function add() {
    const unused = algorithms.find(({ name }) => canRun(name) && !choices.some((choice) => choice.name === name));
    change([...choices, { name: unused?.name ?? "backtracking", order: "ascending" }]);
  }

  /** Whether a run can be chosen. @param {string} name @param {string} [order] */
  function canRun(name, order = "ascending") {
    const runs = offered();
    return runs ? runs.includes(writeRuns([{ name, order }])) : algorithms.find((about) => about.name === name)?.installed;
  }

  /** @param {Choice} choice @param {number} i */
  function row(choice, i) {
    const titleOf = (/** @type {string} */ name) => app.t(`lab.algorithms.${name}.title`);
    const lacks = offered() ? "lab.not_recorded_option" : "lab.missing_option";
    const names = algorithms.map((about) => about.name);
    const name = menuOf(names, (key) => (canRun(key) ? titleOf(key) : app.t(lacks, { title: titleOf(key) })), choice.name);
    const order = menuOf(ORDERS, (key) => app.t(`lab.order.${key}`), choice.order);
    for (const option of name.options) option.disabled = !canRun(option.value);
    for (const option of order.options) option.disabled = !canRun(choice.name, option.value);
    const onchange = () => {
      const next = { name: name.value, order: canRun(name.value, order.value) ? order.value : "ascending" };
      change(choices.map((old, n) => (n === i ? next : old)));
    };
    furnish(name, { "aria-label": app.t("lab.algorithm"), onchange });
    furnish(order, { ...named(app.t("lab.order_label")), onchange });
    const about = named(app.t("lab.remove", { title: titleOf(choice.name) }));
    const remove = button({ class: "tool", ...about }, icon("close"), () => change(choices.filter((_, n) => n !== i)));
    const given = { class: "choice-run", role: "group", "aria-label": app.t("lab.run_number", { n: app.digit(i + 1) }) };
    return element("div", given, name, order, choices.length > 1 && remove);
  }

  return {
    element: form,
    /** @param {boolean} now */
    setRunning(now) {
      isRunning = now;
      run.textContent = app.t(now ? "lab.stop" : "lab.run");
    },
    /** @param {Plan} plan */
    show(plan) {
      choices = plan.choices;
      rows.replaceChildren(...choices.map(row));
      if (choices.length < MOST) rows.append(button("button", [icon("plus"), element("span", "", app.t("lab.add"))], add));
      seedLabel.hidden = !choices.some(({ name, order }) => order === "shuffled" || SEEDED.includes(name));
      limit.value = plan.limit;
      seed.value = String(plan.seed);
    },
  };
}
