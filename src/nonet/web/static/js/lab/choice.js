/**
 * What to run: algorithms with their order of digits, how many solutions to look for, the random seed, and Run.
 */

import { element } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("./stage.js").Choice} Choice */

/**
 * @typedef {object} Plan
 * @property {Choice[]} choices
 * @property {string} limit "1", "2" or "all"
 * @property {number} seed
 */

export const ORDERS = ["ascending", "descending", "shuffled"];
export const LIMITS = ["1", "2", "all"];
const MOST = 4;
const SEEDED = ["annealing", "iterated_local_search", "constraint_programming"];

/**
 * Read runs as they stand in a link, and what of it the Lab does not take: names of algorithms, orders of digits, and runs after the fourth.
 * @param {string} text
 * @param {string[]} known
 * @returns {{runs: Choice[], unknown: string[], orders: string[], more: string[]}}
 */
export function readRuns(text, known) {
  const parts = text.split(",").filter(Boolean).map((part) => {
    const [name = "", order = "ascending"] = part.split(":");
    return { name, order };
  });
  const found = parts.filter(({ name }) => known.includes(name));
  const runs = found.map(({ name, order }) => ({ name, order: ORDERS.includes(order) ? order : "ascending" }));
  return {
    runs: runs.slice(0, MOST),
    unknown: parts.filter(({ name }) => !known.includes(name)).map(({ name }) => name),
    orders: found.slice(0, MOST).map(({ order }) => order).filter((order) => !ORDERS.includes(order)),
    more: found.slice(MOST).map(({ name }) => name),
  };
}

/** @param {Choice[]} choices */
export const writeRuns = (choices) =>
  choices.map(({ name, order }) => (order === "ascending" ? name : `${name}:${order}`)).join(",");

/**
 * @param {App} app
 * @param {{algorithms: any[], offered: () => string[] | null, onRun: (plan: Plan) => void, onStop: () => void}} options
 *   `offered` returns the runs that the board can have, null for all
 */
export function createChoice(app, { algorithms, offered, onRun, onStop }) {
  /** @type {Plan} */
  let plan = { choices: [], limit: "1", seed: 0 };
  let isRunning = false;
  const form = /** @type {HTMLFormElement} */ (element("form", "choice"));
  form.setAttribute("aria-label", app.t("lab.choice"));
  const rows = element("div", "choice-runs");
  const limit = menu(LIMITS.map((name) => [name, app.t(`lab.limit.${name}`)]), "1");
  const seed = /** @type {HTMLInputElement} */ (element("input"));
  Object.assign(seed, { type: "number", min: "0", max: "4294967295", step: "1", value: "0" });
  const seedLabel = labelled("lab.seed", seed);
  const run = element("button", "button main");
  run.setAttribute("type", "submit");
  const rest = element("div", "choice-rest");
  rest.append(labelled("lab.limit", limit), seedLabel, run);
  rest.hidden = offered() !== null; // recorded runs look for one solution, and have been run
  form.append(rows, rest, ...missing());

  /** How to install what some algorithms lack. */
  function missing() {
    if (offered()) return [];
    const commands = new Set(algorithms.filter(({ installed }) => !installed).map(({ install }) => install));
    if (!commands.size) return [];
    const note = element("p", "choice-missing", `${app.t("lab.missing")} `);
    for (const command of commands) {
      const code = element("code", "", command);
      code.dir = "ltr";
      note.append(code, " ");
    }
    return [note];
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isRunning) onStop();
    else onRun(read());
  });
  limit.addEventListener("change", () => onRun(read()));
  seed.addEventListener("change", () => onRun(read()));

  /** @param {[string, string][]} items @param {string} value */
  function menu(items, value) {
    const select = /** @type {HTMLSelectElement} */ (element("select"));
    for (const [name, label] of items) select.append(new Option(label, name));
    select.value = value;
    return select;
  }

  /** @param {string} key @param {HTMLElement} control */
  function labelled(key, control) {
    const label = element("label", "choice-label");
    label.append(element("span", "", app.t(key === "lab.limit" ? "lab.limit_label" : key)), control);
    return label;
  }

  function read() {
    const value = Math.trunc(Number(seed.value));
    return { ...plan, limit: limit.value, seed: value >= 0 && value <= 4294967295 ? value : 0 };
  }

  /** @param {Choice[]} choices */
  function change(choices) {
    plan = { ...plan, choices };
    onRun(read());
  }

  function draw() {
    const { choices } = plan;
    rows.replaceChildren(...choices.map((choice, i) => row(choice, i)));
    if (choices.length < MOST) {
      const add = element("button", "button");
      add.setAttribute("type", "button");
      add.append(icon("plus"), element("span", "", app.t("lab.add")));
      add.addEventListener("click", () => {
        const unused = algorithms.find(({ name }) => canRun(name) && !choices.some((c) => c.name === name));
        change([...choices, { name: unused?.name ?? "backtracking", order: "ascending" }]);
      });
      rows.append(add);
    }
    const usesSeed = choices.some(({ name, order }) => order === "shuffled" || SEEDED.includes(name));
    seedLabel.hidden = !usesSeed;
    limit.value = plan.limit;
    seed.value = String(plan.seed);
  }

  /** Whether a run can be chosen. @param {string} name @param {string} [order] */
  function canRun(name, order = "ascending") {
    const runs = offered();
    return runs ? runs.includes(writeRuns([{ name, order }])) : algorithms.find((about) => about.name === name)?.installed;
  }

  /** @param {Choice} choice @param {number} i */
  function row(choice, i) {
    const root = element("div", "choice-run");
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", app.t("lab.run_number", { n: app.digit(i + 1) }));
    const name = menu(algorithms.map((about) => [about.name, app.t(`lab.algorithms.${about.name}.title`)]), choice.name);
    for (const option of name.options) {
      if (canRun(option.value)) continue;
      option.disabled = true;
      option.text = app.t(offered() ? "lab.not_recorded_option" : "lab.missing_option", { title: option.text });
    }
    name.setAttribute("aria-label", app.t("lab.algorithm"));
    const order = menu(ORDERS.map((key) => [key, app.t(`lab.order.${key}`)]), choice.order);
    order.setAttribute("aria-label", app.t("lab.order_label"));
    order.title = app.t("lab.order_label");
    for (const option of order.options) option.disabled = !canRun(choice.name, option.value);
    const changed = () => {
      const next = { name: name.value, order: canRun(name.value, order.value) ? order.value : "ascending" };
      change(plan.choices.map((old, n) => (n === i ? next : old)));
    };
    name.addEventListener("change", changed);
    order.addEventListener("change", changed);
    root.append(name, order);
    if (plan.choices.length > 1) {
      const remove = element("button", "tool");
      remove.setAttribute("type", "button");
      const label = app.t("lab.remove", { title: app.t(`lab.algorithms.${choice.name}.title`) });
      remove.setAttribute("aria-label", label);
      remove.title = label;
      remove.append(icon("close"));
      remove.addEventListener("click", () => change(plan.choices.filter((_, n) => n !== i)));
      root.append(remove);
    }
    return root;
  }

  /** @param {boolean} now */
  function setRunning(now) {
    isRunning = now;
    run.textContent = app.t(now ? "lab.stop" : "lab.run");
  }

  setRunning(false);
  return {
    element: form,
    setRunning,
    /** @param {Plan} next */
    show(next) {
      plan = next;
      draw();
    },
  };
}
