/**
 * The rules of the puzzle as a form: the shape of the board, houses beside its boxes, or a jigsaw by its layout.
 */

import { checkBox, fieldRow, menuOf } from "../fields.js";
import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";

const SHAPES = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "3x4", "4x3", "4x4", "5x5"];
const EXTRA = ["diagonals", "windoku", "disjoint"];
const JIGSAW = "jigsaw";

/**
 * @param {App} app
 * @param {(words: string) => Promise<void>} onRules called with rules as the server reads them; it fails with a sentence
 */
export function createRules(app, onRules) {
  const root = document.createElement("details");
  root.className = "set-rules";
  const summary = element("summary");
  const shape = menuOf([...SHAPES, JIGSAW], (name) => (name === JIGSAW ? app.t("set.rules.jigsaw") : shapeText(name)));
  const boxes = EXTRA.map((name) => ({ name, ...checkBox(app.t(`set.rules.${name}`)) }));
  const layout = document.createElement("textarea");
  Object.assign(layout, { rows: 9, spellcheck: false, dir: "ltr", placeholder: app.t("set.rules.layout.hint") });
  layout.setAttribute("aria-label", app.t("set.rules.layout"));
  const note = element("p", "set-note");
  note.setAttribute("role", "status");
  note.id = "set-rules-note";
  layout.setAttribute("aria-describedby", note.id);
  root.append(summary, fieldRow(app.t("new.board"), shape), ...boxes.map(({ row }) => row), layout, note);
  let others = ""; // words of the rules that the form does not have
  let timer = 0;

  /** @param {string} name */
  function shapeText(name) {
    const match = /^(\d+)x(\d+)$/.exec(name);
    if (!match) return name;
    const [rows, columns] = [Number(match[1]), Number(match[2])];
    return app.t("set.rules.shape", { size: app.digit(rows * columns), rows: app.digit(rows), columns: app.digit(columns) });
  }

  function words() {
    const first = shape.value === JIGSAW ? `jigsaw:${layout.value.replace(/\s+/g, "")}` : shape.value;
    return [first, ...boxes.filter(({ box }) => box.checked).map(({ name }) => name), others].filter(Boolean).join(" ");
  }

  async function change() {
    clearTimeout(timer);
    const isJigsaw = shape.value === JIGSAW;
    layout.hidden = !isJigsaw;
    if (isJigsaw && !layout.value.trim()) return fail(app.t("set.rules.layout.about"), false);
    fail("", false);
    try {
      await onRules(words());
    } catch (error) {
      fail(sentenceOf(error), true);
    }
  }

  /** @param {string} text @param {boolean} isBad */
  function fail(text, isBad) {
    note.textContent = text;
    if (isBad) note.dataset["bad"] = "";
    else delete note.dataset["bad"];
    layout.setAttribute("aria-invalid", String(isBad));
  }

  shape.addEventListener("change", () => {
    others = "";
    void change();
  });
  for (const { box } of boxes) box.addEventListener("change", () => void change());
  layout.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void change(), 200);
  });

  /** Show rules in the form. @param {Rules} rules */
  function show({ text, size, constraints = [] }) {
    const placed = new Set(constraints.map((each) => each.text));
    const parts = text === "classic" ? ["3x3"] : text.split(" ");
    const [first, ...rest] = /^(\d+x\d+|latin\d*|jigsaw:.*)$/.test(parts[0]) ? parts : ["3x3", ...parts];
    const isJigsaw = first.startsWith("jigsaw:");
    if (!isJigsaw && ![...shape.options].some(({ value }) => value === first)) shape.append(new Option(shapeText(first), first));
    shape.value = isJigsaw ? JIGSAW : first;
    layout.hidden = !isJigsaw;
    const regions = first.slice("jigsaw:".length);
    if (isJigsaw && layout.value.replace(/\s+/g, "") !== regions) {
      layout.value = regions.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1\n");
    }
    for (const { name, box } of boxes) box.checked = rest.includes(name);
    others = rest.filter((word) => !EXTRA.includes(word)).join(" ");
    const names = [isJigsaw ? app.t("set.rules.jigsaw") : shapeText(first), ...rest.filter((word) => !placed.has(word)).map((word) => (EXTRA.includes(word) ? app.t(`set.rules.${word}`) : word.split(":")[0]))];
    summary.textContent = app.t("set.rules", { rules: names.join(", ") });
    fail("", false);
  }

  return { element: root, show, text: () => summary.textContent ?? "" };
}
