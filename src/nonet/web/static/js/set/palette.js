/**
 * The palette: which kind of constraint is placed next, and the rules for the whole board.
 */

import { CLUE } from "../board/outside.js";
import { drawParts, kindName, pagePaint } from "../board/clue_view.js";
import { cluesOf } from "../board/clues.js";
import { checkBox } from "../fields.js";
import { element, svgElement } from "../dom.js";
import { padButton } from "../play/pad.js";
import { hintOf, labelOf } from "./form.js";
import { GROUPS, SWITCHES } from "./kinds.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/geometry.js").Constraint} Constraint */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./placement.js").Placing} Placing */

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
 * @param {() => void} desk.reveal bring the board into view
 * @param {() => void} desk.focus put the focus on the board
 * @param {(word: string) => Promise<void>} desk.add
 * @param {(constraint: Constraint) => void} desk.remove
 */
export function createPalette(app, placing, { reveal, focus, add, remove }) {
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
  const whole = element("div", "set-switches");
  whole.setAttribute("role", "group");
  whole.setAttribute("aria-label", app.t("set.kinds.whole"));
  const switches = SWITCHES.map((word) => ({ word, ...checkBox(kindName(app, word)) }));
  whole.append(...switches.map(({ row }) => row));
  summary.textContent = app.t("set.palette");
  root.append(summary, ...rows, whole);
  /** @type {readonly Constraint[]} */
  let constraints = [];

  for (const { word, box } of switches) {
    box.addEventListener("change", () => {
      const old = constraints.find((each) => each.word === word);
      if (old) remove(old);
      else void add(word);
    });
  }

  /** @param {Kind} kind */
  function kindButton(kind) {
    const button = padButton("set-kind", "", () => {
      placing.choose(placing.kind === kind ? null : kind);
      reveal();
      if (!placing.kind) return;
      focus(); // what follows is done on the board
      app.announce(hintOf(app, kind));
    });
    button.title = labelOf(app, kind);
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

  return {
    element: root,
    /** Show which kind is being placed. */
    draw() {
      for (const [id, button] of buttons) button.setAttribute("aria-pressed", String(id === placing.kind?.id));
    },
    /** Show which rules the whole board has. @param {readonly Constraint[]} now */
    follow(now) {
      constraints = now;
      for (const { word, box } of switches) box.checked = now.some((each) => each.word === word);
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
