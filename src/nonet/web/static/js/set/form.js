/**
 * What to do with the kind that is chosen, or with the constraint that is picked: how it is placed, its number, its side, its
 * kind, its notation, and other cells for it.
 */

import { kindName, sentenceOf } from "../board/clue_view.js";
import { padButton } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { sentenceOf as errorText } from "../errors.js";
import { fieldRow, menuOf } from "../fields.js";
import { digitValue } from "../board/geometry.js";
import { isComplete, isOutside, KINDS, kindsLike } from "./kinds.js";

const SIDES = ["left", "top", "right", "bottom"];
const LONGEST = 4; // digits of a number
const RANGE = "(?:\\d+(?:-\\d+|\\.\\.\\d*)?|(?:\\.\\.|<=|>=|≤|≥)\\d+)";
const TOTAL = new RegExp(`^${RANGE}(?:,${RANGE})*$`);
const BEGUN = /^(?=.*\D)[\d.,<>=≤≥-]{1,16}$/; // what a total can be while it is typed, if it is not a number
const DIRECTIONS = ["down right", "down left", "up right", "up left"];

/** Return what a kind is called. @param {Pick<App, "t">} app @param {Kind} kind */
export const labelOf = (app, { id, word }) => (id === word ? kindName(app, word) : app.t(`set.${id}`));

/** Say how a kind is placed. @param {App} app @param {Kind} kind */
export function hintOf(app, kind) {
  const { gesture, value } = kind;
  return `${labelOf(app, kind)}: ${app.t(`set.how.${gesture}`)} ${value ? app.t(`set.how.${value}`) : ""}`.trim();
}

/** @param {App} app @param {Placing} placing @param {{remove: (constraint: Constraint) => void, focus: () => void}} desk */
export function createForm(app, placing, { remove, focus }) {
  const about = element("p", "set-note");
  let isBegun = false; // the field has the beginning of a total, which is not taken yet
  const value = element("input", {
    type: "text", inputMode: "numeric", autocomplete: "off", size: 5, dir: "ltr",
    oninput() {
      const characters = [...value.value.trim()];
      const digits = characters.map(digitValue);
      const text = characters.map((char, i) => (digits[i] < 0 ? char : digits[i])).join("");
      const kind = placing.picked ? placing.parts?.kind : placing.kind;
      const isTotal = kind?.total === true && BEGUN.test(text);
      isBegun = isTotal && !TOTAL.test(text);
      if (isTotal) {
        fail(null);
        if (!isBegun) placing.enter(text);
        return;
      }
      const isNumber = digits.length <= LONGEST && !digits.includes(-1);
      fail(isNumber ? null : new Error(app.t("set.number", { most: app.digit(LONGEST) })));
      if (isNumber) placing.enter(digits.join(""));
    },
    onkeydown: ({ key }) => void (key === "Enter" && placing.finish()),
    onblur() {
      isBegun = false;
      draw();
    },
  });
  const side = furnish(menuOf(SIDES, (name) => app.t(`set.side.${name}`)), {
    onchange: () => void change({ side: /** @type {Choice["side"]} */ (side.value) }),
  });
  const direction = furnish(menuOf(DIRECTIONS, (name) => app.t(`set.direction.${name.replace(" ", "_")}`)), {
    onchange: () => void change({ direction: direction.value }),
  });
  const kind = element("select", { onchange: () => void become(KINDS.find(({ id }) => id === kind.value)) });
  const notation = element("input", {
    type: "text", autocomplete: "off", spellcheck: false, dir: "ltr", class: "set-notation",
    onchange() {
      const text = notation.value.trim();
      if (text) void placing.alter(() => text);
    },
  });
  const rows = Object.fromEntries(
    Object.entries({ value, kind, side, direction, notation }).map(([name, field]) => [name, fieldRow(app.t(`set.${name}`), field)]),
  );
  const reshape = padButton({ class: "button", title: app.t("set.reshape.about") }, app.t("set.reshape"), () => {
    placing.reshape(true);
    if (placing.kind) app.announce(hintOf(app, placing.kind));
    focus();
  });
  const erase = padButton("button", app.t("set.remove.do"), () => {
    if (placing.picked) remove(placing.picked);
    focus();
  });
  const buttons = element("div", "buttons", reshape, erase);
  const root = element("div", "set-placing", about, ...Object.values(rows), buttons);
  let problem = "";
  let shown = ""; // the notation that the field had first

  /** Change the picked constraint, or what comes next. @param {Partial<Choice>} changes @param {Kind} [other] */
  function change(changes, other) {
    Object.assign(placing, changes);
    const { picked, parts } = placing;
    if (picked && parts) void placing.alter(() => (other ?? parts.kind).text({ ...parts.choice, ...changes }));
    else placing.changed();
  }

  /** Make what is picked, or a number beside the board, a constraint of a kind. @param {Kind | undefined} wanted */
  function become(wanted) {
    if (!placing.isAsking) return change({}, wanted);
    if (wanted) placing.choose(wanted);
    focus();
  }

  /** Show what is being placed, or what is picked. */
  function draw() {
    const { picked, parts, isAsking } = placing;
    const now = picked ? parts?.kind : placing.kind;
    const text = problem || (isAsking ? app.t("set.beside") : picked ? `${sentenceOf(app, picked)} ${app.t("set.picked")}` : now ? hintOf(app, now) : app.t("set.how"));
    if (about.textContent !== text) about.textContent = text;
    about.toggleAttribute("data-bad", problem !== "");
    root.classList.toggle("active", Boolean(now || picked || problem || isAsking));
    rows.value.hidden = !now?.value && !isAsking;
    if (!isBegun && value.value !== placing.value) value.value = placing.value;
    rows.side.hidden = !now || !isOutside(now) || now.gesture === "diagonal" || (picked !== undefined && now.gesture === "line");
    side.value = placing.side;
    rows.direction.hidden = now?.gesture !== "diagonal";
    direction.value = placing.direction;
    rows.notation.hidden = buttons.hidden = !picked;
    reshape.hidden = !now;
    // The kinds that the picked constraint can become, or that a number beside the board can be.
    const alike = picked && parts ? kindsLike(parts.kind).filter((each) => isComplete(each, parts.choice)) : [];
    const kinds = isAsking ? KINDS.filter(isOutside) : alike;
    const options = [...(isAsking ? [new Option(app.t("set.beside.choose"), "")] : []), ...kinds.map((each) => new Option(labelOf(app, each), each.id))];
    rows.kind.hidden = kinds.length < 2;
    if ([...kind.options].map((each) => each.value).join() !== options.map((each) => each.value).join()) kind.replaceChildren(...options);
    kind.value = parts?.kind.id ?? "";
    if (picked && shown !== picked.text) notation.value = picked.text;
    shown = picked?.text ?? "";
  }

  /** Say why a constraint cannot be, null if nothing is wrong. @param {unknown} error */
  function fail(error) {
    problem = error ? errorText(error) : "";
    if (problem) app.announce(problem);
    draw();
  }

  return { element: root, draw, fail };
}
