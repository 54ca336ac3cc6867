/**
 * The palette: which kind of constraint is placed next, and the rules for the whole board. It can be searched, and the kinds
 * that were used last come first, in places of their own, so that nothing else moves.
 */

import { drawParts, kindName, pagePaint } from "../board/clue_view.js";
import { cluesOf } from "../board/clues.js";
import { CLUE } from "../board/outside.js";
import { named, padButton } from "../buttons.js";
import { element, svgElement } from "../dom.js";
import { checkBox } from "../fields.js";
import { icon } from "../icons.js";
import { hintOf, labelOf } from "./form.js";
import { GROUPS, KINDS, SWITCHES } from "./kinds.js";

/** @typedef {import("./constraints.js").Edits} Edits */

/** Where a side's clues are, in cells with a side of 100. */
export const ROOM = { left: CLUE, top: CLUE, right: CLUE, bottom: CLUE };

const CELL = "-12 -12 124 124";
const BESIDE = "-92 -30 160 160";
/** The picture of a gesture, or of one kind: its cells on a small board, the part of it that is shown, and a number. @type {Partial<Record<string, {cells?: string[], view?: string, value?: string}>>} */
const SAMPLES = {
  cells: { cells: ["r1c1", "r1c2", "r2c1"] },
  path: { cells: ["r2c1", "r1c1", "r1c2"] },
  pair: { cells: ["r1c1", "r1c2"], view: "32 -18 136 136" },
  square: { cells: ["r1c1", "r1c2", "r2c1", "r2c2"], view: "32 32 136 136" },
  cell: { view: CELL }, odd: { view: CELL }, even: { view: CELL },
  line: { view: BESIDE }, sides: { view: BESIDE }, diagonal: { view: "-92 -92 160 160" },
  killer: { value: "9" }, quadruple: { value: "12" },
  lunchbox: { cells: ["r1c1", "r1c2"] }, // another shape than the cage
};
const SAMPLE_GROUPS = [["r1c1", "r1c2"], ["r2c2", "r2c1"]];

const MOST = 8; // kinds that were used last

/** @param {App} app @param {Placing} placing @param {Edits & {reveal: () => void, focus: () => void}} desk what brings the board into view, and gives it the focus */
export function createPalette(app, placing, { reveal, focus, put, remove }) {
  const search = element("input", {
    type: "search", placeholder: app.t("set.search"), "aria-label": app.t("set.search"), autocomplete: "off", spellcheck: false, dir: "auto",
    oninput: find,
    onkeydown({ key }) {
      const first = KINDS.find((kind) => !buttons.get(kind)?.hidden);
      if (key === "Enter" && search.value && first) use(first);
      if (key !== "Escape" || !search.value) return;
      search.value = "";
      find();
    },
  });
  const none = element("p", { class: "set-note", role: "status" });
  /** The buttons of the kinds, and those of the kinds that were used last. @type {Map<Kind, HTMLButtonElement>} */
  const buttons = new Map(KINDS.map((kind) => [kind, kindButton(kind, false)]));
  /** @type {Map<Kind, HTMLButtonElement>} */
  const used = new Map();
  const last = toolbar("set-last", app.t("set.kinds.last"));
  const forget = padButton({ class: "tool", ...named(app.t("set.kinds.forget")) }, icon("close"), () => keep([]));
  const lastRow = element("div", "set-last-row", last, forget);
  const groups = Object.entries(GROUPS).map(([group, kinds]) => {
    const name = app.t(`set.kinds.${group}`);
    const row = toolbar("set-kinds", name, ...kinds.map((kind) => buttons.get(kind)));
    return { head: element("h3", { class: "set-kinds-head", "aria-hidden": "true" }, name), row }; // the toolbar has the name
  });
  /** @type {readonly Constraint[]} */
  let constraints = [];
  const switches = SWITCHES.map((word) => {
    const { box, row } = checkBox(kindName(app, word));
    box.addEventListener("change", () => {
      const old = constraints.find((each) => each.word === word);
      if (old) remove(old);
      else void put(() => ({ word }));
    });
    return { word, box, row };
  });
  const whole = element("div", { class: "set-switches", role: "group", "aria-label": app.t("set.kinds.whole") }, ...switches.map(({ row }) => row));

  last.addEventListener("keydown", (event) => {
    const at = [...used.values()].findIndex((button) => button === event.target);
    if (event.key !== "Delete" || at < 0) return;
    event.stopPropagation();
    const gone = [...used.keys()][at];
    keep(lastIds().filter((id) => id !== gone.id));
    ([...used.values()][Math.min(at, used.size - 1)] ?? search).focus();
  });

  /** Choose a kind, or none if it is chosen. @param {Kind} kind */
  function use(kind) {
    placing.choose(placing.kind === kind ? null : kind);
    reveal();
    if (!placing.kind) return;
    keep([kind.id, ...lastIds().filter((id) => id !== kind.id)]);
    focus(); // what follows is done on the board
    app.announce(hintOf(app, kind));
  }

  /** @param {Kind} kind @param {boolean} isUsed whether it is one of those that were used last */
  function kindButton(kind, isUsed) {
    const title = labelOf(app, kind);
    if (isUsed) return padButton({ class: "set-used", title, "aria-label": app.t("set.kinds.used", { kind: title }) }, sampleOf(kind, app), () => use(kind));
    return padButton({ class: "set-kind", title }, [sampleOf(kind, app), element("span", "set-kind-name", title)], () => use(kind));
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
    for (const [kind, button] of used) {
      if (kinds.includes(kind)) continue;
      button.remove();
      used.delete(kind);
    }
    for (const kind of kinds.filter((each) => !used.has(each))) {
      const button = kindButton(kind, true);
      used.set(kind, button);
      last.append(button);
    }
    stopAt(last);
    lastRow.classList.toggle("unused", !kinds.length);
    forget.disabled = !kinds.length;
    draw();
  }

  /** Show the kinds whose names have what is searched for. */
  function find() {
    const wanted = plain(search.value);
    const has = (/** @type {string[]} */ ...names) => names.some((name) => plain(name).includes(wanted));
    for (const [kind, button] of buttons) button.hidden = !has(button.title, kind.word, kind.id);
    for (const { word, row } of switches) row.hidden = !has(row.textContent ?? "", word);
    lastRow.hidden = wanted !== "";
    for (const { head, row } of groups) {
      head.hidden = row.hidden = !shownIn(row).length;
      stopAt(row);
    }
    const isNone = [...groups, ...switches].every(({ row }) => row.hidden);
    none.textContent = isNone ? app.t("set.search.none") : "";
  }

  /** Show which kind is being placed. */
  function draw() {
    for (const [kind, button] of [...buttons, ...used]) button.setAttribute("aria-pressed", String(kind === placing.kind));
  }
  showLast();

  return {
    element: element("section", { class: "set-palette", "aria-label": app.t("set.palette") },
      search, none, lastRow, ...groups.flatMap(({ head, row }) => [head, row]), whole),
    draw,
    /** Show which rules the whole board has. @param {readonly Constraint[]} now */
    follow(now) {
      constraints = now;
      for (const { word, box } of switches) box.checked = now.some((each) => each.word === word);
    },
  };
}

/** Return the picture of a kind. @param {Kind} kind @param {App} app */
function sampleOf(kind, app) {
  const required = kind.value === "required" ? "9" : "";
  const { cells = ["r1c1"], view = "-8 -8 216 216", value = required } = { ...SAMPLES[kind.gesture], ...SAMPLES[kind.word] };
  const { parts } = cluesOf(kind.marks({ cells, groups: SAMPLE_GROUPS, value, side: "left", direction: "down right", size: 2 }), 2);
  const grid = svgElement("path", { class: "set-cell", d: "M0 0H200V200H0zM100 0V200M0 100H200" });
  const [below, above] = [false, true].map((isAbove) => drawParts(parts, isAbove, pagePaint, app.digit));
  return svgElement("svg", { viewBox: view, "aria-hidden": "true" }, ...below, grid, ...above);
}

/** Return a text as it is compared: without case, accents and the joiners of Persian. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\p{M}\u200c]/gu, "").replaceAll("ي", "ی").replaceAll("ك", "ک").toLowerCase().trim();

/** Make one button of a row its stop of Tab: the given one, or the present one. @param {HTMLElement} row @param {EventTarget | null} [stop] */
function stopAt(row, stop) {
  const buttons = shownIn(row);
  const chosen = buttons.find((button) => button === stop) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
  for (const button of row.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
}

/** @param {HTMLElement} row */
const shownIn = (row) => /** @type {HTMLElement[]} */ ([...row.children]).filter((button) => !button.hidden);

/** Return a row of buttons where arrows, Home and End move. @param {string} className @param {string} name @param {...(HTMLButtonElement | undefined)} content */
function toolbar(className, name, ...content) {
  const row = element("div", { class: className, role: "toolbar", "aria-label": name, onfocusin: ({ target }) => void stopAt(row, target), onkeydown: rove }, ...content);
  stopAt(row);

  /** @param {KeyboardEvent} event */
  function rove(event) {
    const buttons = shownIn(row);
    const at = buttons.findIndex((button) => button === event.target);
    const forward = getComputedStyle(row).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const by = event.key === forward || event.key === "ArrowDown" ? 1 : /^Arrow(Left|Right|Up)$/.test(event.key) ? -1 : 0;
    const next = event.key === "Home" ? 0 : event.key === "End" ? -1 : at + by;
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || (!by && next === at)) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.at(next % buttons.length)?.focus();
  }
  return row;
}
