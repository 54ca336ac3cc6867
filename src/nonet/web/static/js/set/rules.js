/**
 * The rules of the puzzle as a form: the shape of the board, houses beside its boxes, or a jigsaw by its layout.
 */

import { baseWords } from "../board/rule_list.js";
import { element } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { checkBox, fieldRow, menuOf } from "../fields.js";

const SHAPES = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "3x4", "4x3", "4x4", "5x5"];
const EXTRA = ["diagonals", "windoku", "disjoint"];
const JIGSAW = "jigsaw";

/** @param {App} app @param {(words: string) => Promise<void>} onRules called with rules as the server reads them; it fails with a sentence */
export function createRules(app, onRules) {
  const summary = element("summary");
  const shape = menuOf([...SHAPES, JIGSAW], nameOf);
  const boxes = EXTRA.map((name) => ({ name, ...checkBox(app.t(`set.rules.${name}`)) }));
  const note = element("p", { class: "set-note", role: "status", id: "set-rules-note" });
  const names = { placeholder: app.t("set.rules.layout.hint"), "aria-label": app.t("set.rules.layout"), "aria-describedby": note.id };
  const layout = element("textarea", { rows: 9, spellcheck: false, dir: "ltr", ...names });
  let others = ""; // words of the rules that the form does not have
  let timer = 0;

  /** Return what a shape is called. @param {string} name */
  function nameOf(name) {
    const [, rows, columns] = /^(\d+)x(\d+)$/.exec(name) ?? [];
    if (!rows) return name.startsWith(JIGSAW) ? app.t("set.rules.jigsaw") : name;
    return app.t("set.rules.shape", { size: app.digit(Number(rows) * Number(columns)), rows: app.digit(rows), columns: app.digit(columns) });
  }

  /** The regions in the field, without the ends of its lines. */
  const regions = () => layout.value.replace(/\s+/g, "");

  async function change() {
    clearTimeout(timer);
    const isJigsaw = shape.value === JIGSAW;
    layout.hidden = !isJigsaw;
    if (isJigsaw && !regions()) return fail(app.t("set.rules.layout.about"), false);
    fail("", false);
    try {
      const extra = boxes.filter(({ box }) => box.checked).map(({ name }) => name);
      await onRules([isJigsaw ? `jigsaw:${regions()}` : shape.value, ...extra, others].filter(Boolean).join(" "));
    } catch (error) {
      fail(sentenceOf(error), true);
    }
  }

  /** @param {string} text @param {boolean} isBad */
  function fail(text, isBad) {
    note.textContent = text;
    note.toggleAttribute("data-bad", isBad);
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

  return {
    element: element("details", "set-rules", summary, fieldRow(app.t("new.board"), shape), ...boxes.map(({ row }) => row), layout, note),
    text: () => summary.textContent ?? "",
    /** Show rules in the form. @param {Rules} rules */
    show(rules) {
      const parts = rules.text === "classic" ? ["3x3"] : rules.text.split(" ");
      const [first, ...rest] = /^(\d+x\d+|latin\d*|jigsaw:.*)$/.test(parts[0]) ? parts : ["3x3", ...parts];
      const isJigsaw = first.startsWith("jigsaw:");
      if (!isJigsaw && ![...shape.options].some(({ value }) => value === first)) shape.append(new Option(nameOf(first), first));
      shape.value = isJigsaw ? JIGSAW : first;
      layout.hidden = !isJigsaw;
      const wanted = first.slice("jigsaw:".length);
      if (isJigsaw && regions() !== wanted) layout.value = wanted.replace(new RegExp(`(.{${rules.size}})(?=.)`, "g"), "$1\n");
      for (const { name, box } of boxes) box.checked = rest.includes(name);
      others = rest.filter((word) => !EXTRA.includes(word)).join(" ");
      const houses = baseWords(rules).split(" ").filter((word) => word !== first);
      const named = houses.map((word) => (EXTRA.includes(word) ? app.t(`set.rules.${word}`) : word.split(":")[0]));
      summary.textContent = app.t("set.rules", { rules: [nameOf(first), ...named].join(", ") });
      fail("", false);
    },
  };
}
