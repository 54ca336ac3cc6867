/**
 * The palette: which kind of constraint is placed next, and the rules for the whole board. It can be searched, and the kinds
 * that were used last come first, in places of their own, so that nothing else moves.
 */

import { CLUE } from "../board/outside.js";
import { drawParts, kindName, pagePaint } from "../board/clue_view.js";
import { cluesOf } from "../board/clues.js";
import { checkBox } from "../fields.js";
import { element, svgElement } from "../dom.js";
import { icon } from "../icons.js";
import { padButton } from "../buttons.js";
import { hintOf, labelOf } from "./form.js";
import { GROUPS, KINDS, SWITCHES } from "./kinds.js";

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

const MOST = 8; // kinds that were used last

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
  const root = element("section", "set-palette");
  root.setAttribute("aria-label", app.t("set.palette"));
  const search = document.createElement("input");
  Object.assign(search, { type: "search", placeholder: app.t("set.search"), autocomplete: "off", spellcheck: false, dir: "auto" });
  search.setAttribute("aria-label", app.t("set.search"));
  const none = element("p", "set-note");
  none.setAttribute("role", "status");
  const last = toolbar("set-last", app.t("set.kinds.last"));
  const forget = padButton("tool", "", () => keep([]));
  forget.append(icon("close"));
  forget.title = app.t("set.kinds.forget");
  forget.setAttribute("aria-label", forget.title);
  const lastRow = element("div", "set-last-row");
  lastRow.append(last, forget);
  /** The buttons of each kind. @type {{kind: Kind, button: HTMLButtonElement}[]} */
  const buttons = [];
  const groups = Object.entries(GROUPS).map(([group, kinds]) => {
    const name = app.t(`set.kinds.${group}`);
    const row = toolbar("set-kinds", name);
    row.append(...kinds.map((kind) => kindButton(kind, "set-kind")));
    stopAt(row);
    const head = element("h3", "set-kinds-head", name);
    head.setAttribute("aria-hidden", "true"); // the toolbar has the name
    return { head, row };
  });
  const whole = element("div", "set-switches");
  whole.setAttribute("role", "group");
  whole.setAttribute("aria-label", app.t("set.kinds.whole"));
  const switches = SWITCHES.map((word) => ({ word, ...checkBox(kindName(app, word)) }));
  whole.append(...switches.map(({ row }) => row));
  root.append(search, none, lastRow, ...groups.flatMap(({ head, row }) => [head, row]), whole);
  /** @type {readonly Constraint[]} */
  let constraints = [];

  for (const { word, box } of switches) {
    box.addEventListener("change", () => {
      const old = constraints.find((each) => each.word === word);
      if (old) remove(old);
      else void add(word);
    });
  }
  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => {
    const first = buttons.find(({ button }) => button.matches(".set-kind:not([hidden])"));
    if (event.key === "Enter" && search.value && first) use(first.kind);
    if (event.key !== "Escape" || !search.value) return;
    search.value = "";
    find();
  });
  last.addEventListener("keydown", (event) => {
    const at = [...last.children].findIndex((button) => button === event.target);
    if (event.key !== "Delete" || at < 0) return;
    event.stopPropagation();
    keep(lastIds().filter((_, i) => i !== at));
    /** @type {HTMLElement} */ (last.children[Math.min(at, last.childElementCount - 1)] ?? search).focus();
  });

  /** @param {string} className @param {string} name */
  function toolbar(className, name) {
    const row = element("div", className);
    row.setAttribute("role", "toolbar");
    row.setAttribute("aria-label", name);
    roveOver(row);
    return row;
  }

  /** Choose a kind, or none if it is chosen. @param {Kind} kind */
  function use(kind) {
    placing.choose(placing.kind === kind ? null : kind);
    reveal();
    if (!placing.kind) return;
    keep([kind.id, ...lastIds().filter((id) => id !== kind.id)]);
    focus(); // what follows is done on the board
    app.announce(hintOf(app, kind));
  }

  /** @param {Kind} kind @param {"set-kind" | "set-used"} className */
  function kindButton(kind, className) {
    const button = padButton(className, "", () => use(kind));
    button.title = labelOf(app, kind);
    button.append(sampleOf(kind));
    if (className === "set-kind") button.append(element("span", "set-kind-name", button.title));
    else button.setAttribute("aria-label", app.t("set.kinds.used", { kind: button.title }));
    buttons.push({ kind, button });
    return button;
  }

  const lastIds = () => app.store.read("kinds") ?? [];

  /** Keep which kinds were used last, and show them. @param {readonly string[]} ids */
  function keep(ids) {
    if (String(ids) !== String(lastIds())) app.store.write("kinds", ids.slice(0, MOST));
    showLast();
  }

  /** Show the kinds that were used last; those that stay keep their buttons. */
  function showLast() {
    const kinds = lastIds().flatMap((id) => KINDS.filter((kind) => kind.id === id));
    const shown = buttons.filter(({ button }) => last.contains(button));
    for (const gone of shown.filter(({ kind }) => !kinds.includes(kind))) {
      gone.button.remove();
      buttons.splice(buttons.indexOf(gone), 1);
    }
    const added = kinds.filter((kind) => !shown.some((each) => each.kind === kind));
    last.append(...added.map((kind) => kindButton(kind, "set-used")));
    stopAt(last);
    lastRow.classList.toggle("unused", !kinds.length);
    forget.disabled = !kinds.length;
    draw();
  }

  /** Show the kinds whose names have what is searched for. */
  function find() {
    const wanted = plain(search.value);
    const has = (/** @type {string[]} */ ...names) => names.some((name) => plain(name).includes(wanted));
    for (const { kind, button } of buttons) button.hidden = !has(button.title, kind.word, kind.id) && button.classList.contains("set-kind");
    for (const { word, row } of switches) row.hidden = !has(row.textContent ?? "", word);
    lastRow.hidden = wanted !== "";
    for (const { head, row } of groups) {
      head.hidden = row.hidden = [...row.children].every((button) => /** @type {HTMLElement} */ (button).hidden);
      stopAt(row);
    }
    const isNone = groups.every(({ row }) => row.hidden) && switches.every(({ row }) => row.hidden);
    none.textContent = isNone ? app.t("set.search.none") : "";
  }

  /** @param {Kind} kind */
  function sampleOf(kind) {
    const value = { killer: "9", quadruple: "12" }[kind.word] ?? (kind.value === "required" ? "9" : "");
    const cells = kind.word === "lunchbox" ? ["r1c1", "r1c2"] : SAMPLES[kind.gesture]; // another shape than the cage
    const choice = { cells, groups: SAMPLE_GROUPS, value, side: /** @type {const} */ ("left"), direction: "down right", size: 2 };
    const { parts } = cluesOf(kind.marks(choice), 2);
    const viewBox = VIEWS[kind.word] ?? VIEWS[kind.gesture] ?? "-8 -8 216 216";
    const svg = svgElement("svg", { viewBox, "aria-hidden": "true" });
    const grid = svgElement("path", { class: "set-cell", d: "M0 0H200V200H0zM100 0V200M0 100H200" });
    svg.append(...drawParts(parts, false, pagePaint, app.digit), grid, ...drawParts(parts, true, pagePaint, app.digit));
    return svg;
  }

  /** Show which kind is being placed. */
  function draw() {
    for (const { kind, button } of buttons) button.setAttribute("aria-pressed", String(kind === placing.kind));
  }
  showLast();

  return {
    element: root,
    draw,
    /** Show which rules the whole board has. @param {readonly Constraint[]} now */
    follow(now) {
      constraints = now;
      for (const { word, box } of switches) box.checked = now.some((each) => each.word === word);
    },
  };
}

/** Return a text as it is compared: without case, accents and the joiners of Persian. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\p{M}\u200c]/gu, "").replaceAll("ي", "ی").replaceAll("ك", "ک").toLowerCase().trim();

/** Make one button of a row its stop of Tab: the one named, or the one that is it already. @param {HTMLElement} row @param {EventTarget | null} [stop] */
function stopAt(row, stop) {
  const buttons = shownIn(row);
  const chosen = buttons.find((button) => button === stop) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
  for (const button of row.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
}

/** @param {HTMLElement} row */
const shownIn = (row) => /** @type {HTMLElement[]} */ ([...row.children]).filter((button) => !button.hidden);

/** Let arrows, Home and End move among the buttons of a row. @param {HTMLElement} row */
function roveOver(row) {
  row.addEventListener("focusin", ({ target }) => stopAt(row, target));
  row.addEventListener("keydown", (event) => {
    const buttons = shownIn(row);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const forward = getComputedStyle(row).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const by = event.key === forward || event.key === "ArrowDown" ? 1 : /^Arrow(Left|Right|Up)$/.test(event.key) ? -1 : 0;
    const next = event.key === "Home" ? 0 : event.key === "End" ? -1 : at + by;
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || (!by && next === at)) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.at(next % buttons.length)?.focus();
  });
}
