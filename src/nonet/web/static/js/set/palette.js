/**
 * The palette: which constraint is placed next, its number and side, what to do; and all constraints of the puzzle.
 */

import { CLUE } from "../board/outside.js";
import { drawParts, kindName, pagePaint, sentenceOf } from "../board/clue_view.js";
import { cluesOf } from "../board/clues.js";
import { sentenceOf as errorText } from "../errors.js";
import { checkBox, fieldRow, menuOf } from "../fields.js";
import { element, svgElement } from "../dom.js";
import { icon } from "../icons.js";
import { padButton } from "../play/pad.js";
import { GROUPS, SWITCHES, isOutside } from "./kinds.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/geometry.js").Constraint} Constraint */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./placement.js").Placing} Placing */

const SIDES = ["left", "top", "right", "bottom"];
const DIRECTIONS = ["down right", "down left", "up right", "up left"];

/** Where a side's clues stand, in cells with a side of 100. */
export const ROOM = { left: CLUE, top: CLUE, right: CLUE, bottom: CLUE };

/** The cells of the picture of a kind on a small board. @type {Record<import("./kinds.js").Gesture, string[]>} */
const SAMPLES = {
  cells: ["r1c1", "r1c2", "r2c1"],
  path: ["r2c1", "r1c1", "r1c2"],
  cell: ["r1c1"],
  pair: ["r1c1", "r1c2"],
  square: ["r1c1", "r1c2", "r2c1", "r2c2"],
  line: ["r1c1"],
  sides: ["r1c1"],
  diagonal: ["r1c1"],
  groups: [],
  pill: [],
};

const SAMPLE_GROUPS = [["r1c1", "r1c2"], ["r2c2", "r2c1"]];

/** The part of the small board that the picture shows. @type {Partial<Record<string, string>>} */
const VIEWS = {
  odd: "-12 -12 124 124",
  even: "-12 -12 124 124",
  cell: "-12 -12 124 124",
  pair: "32 -18 136 136",
  square: "32 32 136 136",
  line: "-92 -30 160 160",
  sides: "-92 -30 160 160",
  diagonal: "-92 -92 160 160",
};

/**
 * @param {App} app
 * @param {Placing} placing
 * @param {object} desk
 * @param {() => void} desk.finish place what is chosen
 * @param {(value: string) => void} desk.enter take a number
 * @param {() => void} desk.reveal bring the board into view
 * @param {() => void} desk.focus put the focus on the board
 * @param {(word: string) => Promise<void>} desk.add
 * @param {(constraint: Constraint) => void} desk.remove
 * @param {(constraint: Constraint) => void} desk.show select its cells
 */
export function createPalette(app, placing, { finish, enter, reveal, focus, add, remove, show }) {
  const root = document.createElement("details");
  root.className = "set-palette";
  root.open = true;
  const summary = element("summary");
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const rows = Object.entries(GROUPS).map(([group, kinds]) => {
    const row = element("div", "set-kinds");
    row.setAttribute("role", "toolbar");
    row.setAttribute("aria-label", app.t(`set.kinds.${group}`));
    row.append(...kinds.map(kindButton));
    roveOver(row);
    return row;
  });
  const about = element("p", "set-note");
  const value = document.createElement("input");
  Object.assign(value, { type: "text", inputMode: "numeric", autocomplete: "off", size: 5, maxLength: 4 });
  value.dir = "ltr";
  const valueRow = fieldRow(app.t("set.value"), value);
  const side = menuOf(SIDES, (name) => app.t(`set.side.${name}`));
  const sideRow = fieldRow(app.t("set.side"), side);
  const direction = menuOf(DIRECTIONS, (name) => app.t(`set.direction.${name.replace(" ", "_")}`));
  const directionRow = fieldRow(app.t("set.direction"), direction);
  const form = element("div", "set-placing");
  form.append(about, valueRow, sideRow, directionRow);
  const whole = element("div", "set-switches");
  whole.setAttribute("role", "group");
  whole.setAttribute("aria-label", app.t("set.kinds.whole"));
  const switches = SWITCHES.map((word) => ({ word, ...checkBox(kindName(app, word)) }));
  whole.append(...switches.map(({ row }) => row));
  const list = element("ul", "set-constraints");
  list.setAttribute("aria-label", app.t("set.constraints"));
  root.append(summary, ...rows, form, list, whole);
  /** @type {readonly Constraint[]} */
  let constraints = [];
  let problem = "";

  value.addEventListener("input", () => {
    enter(value.value.replace(/\D/g, ""));
  });
  value.addEventListener("keydown", (event) => event.key === "Enter" && finish());
  side.addEventListener("change", () => {
    placing.side = /** @type {Placing["side"]} */ (side.value);
    placing.changed();
  });
  direction.addEventListener("change", () => {
    placing.direction = direction.value;
    placing.changed();
  });
  for (const { word, box } of switches) {
    box.addEventListener("change", () => {
      const old = constraints.find((each) => each.word === word);
      if (old) remove(old);
      else void add(word);
    });
  }

  /** @param {Kind} kind */
  function nameOf({ id, word }) {
    return id === word ? kindName(app, word) : app.t(`set.${id}`);
  }

  /** Say how a kind is placed. @param {Kind} kind */
  function hintOf(kind) {
    const { gesture, value } = kind;
    return `${nameOf(kind)}: ${app.t(`set.how.${gesture}`)} ${value ? app.t(`set.how.${value}`) : ""}`.trim();
  }

  /** @param {Kind} kind */
  function kindButton(kind) {
    const button = padButton("set-kind", "", () => {
      problem = "";
      placing.choose(placing.kind === kind ? null : kind);
      reveal();
      if (!placing.kind) return;
      focus(); // what follows is done on the board
      app.announce(hintOf(kind));
    });
    button.title = nameOf(kind);
    button.append(sampleOf(kind), element("span", "set-kind-name", button.title));
    buttons.set(kind.id, button);
    return button;
  }

  /** @param {Kind} kind */
  function sampleOf(kind) {
    const value = { killer: "9", quadruple: "12" }[kind.word] ?? (kind.value === "required" ? "9" : "");
    const cells = kind.word === "lunchbox" ? ["r1c1", "r1c2"] : SAMPLES[kind.gesture]; // another shape than the cage
    const choice = { cells, groups: SAMPLE_GROUPS, value, side: /** @type {const} */ ("left"), direction: "down right", size: 2 };
    const { parts } = cluesOf(kind.marks(choice), 2, 2);
    const viewBox = VIEWS[kind.word] ?? VIEWS[kind.gesture] ?? "-8 -8 216 216";
    const svg = svgElement("svg", { viewBox, "aria-hidden": "true" });
    const grid = svgElement("path", { class: "set-cell", d: "M0 0H200V200H0zM100 0V200M0 100H200" });
    svg.append(...drawParts(parts, false, pagePaint, app.digit), grid, ...drawParts(parts, true, pagePaint, app.digit));
    return svg;
  }

  /** Show what is being placed. */
  function draw() {
    const { kind } = placing;
    for (const [id, button] of buttons) button.setAttribute("aria-pressed", String(id === kind?.id));
    const text = problem || (kind ? hintOf(kind) : app.t("set.how"));
    if (about.textContent !== text) about.textContent = text;
    if (problem) about.dataset["bad"] = "";
    else delete about.dataset["bad"];
    form.classList.toggle("active", Boolean(kind || problem));
    valueRow.hidden = !kind?.value;
    if (value.value !== placing.value) value.value = placing.value;
    sideRow.hidden = !kind || !isOutside(kind) || kind.gesture === "diagonal";
    side.value = placing.side;
    directionRow.hidden = kind?.gesture !== "diagonal";
    direction.value = placing.direction;
  }

  /** Show the constraints of the puzzle. @param {readonly Constraint[]} now */
  function follow(now) {
    if (now === constraints && list.childElementCount === now.length && summary.textContent) return;
    constraints = now;
    summary.textContent = app.t("set.constraints.count", { n: now.length, count: app.digit(now.length) });
    for (const { word, box } of switches) box.checked = now.some((each) => each.word === word);
    list.replaceChildren(...now.map(item));
    list.hidden = !now.length;
  }

  /** @param {Constraint} constraint */
  function item(constraint) {
    const text = sentenceOf(app, constraint);
    const row = element("li", "");
    const select = padButton("set-constraint", text, () => show(constraint));
    const erase = padButton("tool", "", () => {
      const at = [...list.children].indexOf(row);
      remove(constraint);
      const next = /** @type {HTMLElement | undefined} */ (list.children[Math.min(at, list.childElementCount - 1)]?.querySelector(".tool"));
      (next ?? summary).focus({ preventScroll: true });
    });
    erase.append(icon("close"));
    erase.setAttribute("aria-label", app.t("set.remove", { constraint: text }));
    erase.title = app.t("set.remove.title");
    row.append(select, erase);
    return row;
  }

  return {
    element: root,
    draw,
    follow,
    /** Say why a constraint cannot be. @param {unknown} error */
    fail(error) {
      problem = error ? errorText(error) : "";
      if (problem) app.announce(problem);
      draw();
    },
  };
}

/** Make the buttons of a row one stop of Tab, and let arrows, Home and End move among them. @param {HTMLElement} row */
function roveOver(row) {
  const buttons = /** @type {HTMLElement[]} */ ([...row.children]);
  const stopAt = (/** @type {HTMLElement | undefined} */ stop) => buttons.forEach((button) => (button.tabIndex = button === stop ? 0 : -1));
  stopAt(buttons[0]);
  row.addEventListener("focusin", ({ target }) => stopAt(buttons.find((button) => button === target) ?? buttons[0]));
  row.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const forward = getComputedStyle(row).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const by = event.key === forward ? 1 : /^Arrow(Left|Right)$/.test(event.key) ? -1 : 0;
    const next = event.key === "Home" ? 0 : event.key === "End" ? -1 : at + by;
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || (!by && next === at)) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.at(next % buttons.length)?.focus();
  });
}
