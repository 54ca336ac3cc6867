/**
 * What to do with the kind that is chosen, or with the constraint that is picked: how it is placed, its number, its side, its
 * kind, its notation, and other cells for it.
 */

import { kindName, sentenceOf } from "../board/clue_view.js";
import { padButton } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { sentenceOf as errorText } from "../errors.js";
import { fieldRow, menuOf } from "../fields.js";
import { isComplete, isOutside, KINDS, kindsLike } from "./kinds.js";

const SIDES = ["left", "top", "right", "bottom"];
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
  const value = element("input", {
    type: "text", inputMode: "numeric", autocomplete: "off", size: 5, maxLength: 4, dir: "ltr",
    oninput: () => void placing.enter(value.value.replace(/\D/g, "")),
    onkeydown: ({ key }) => void (key === "Enter" && placing.finish()),
  });
  const side = furnish(menuOf(SIDES, (name) => app.t(`set.side.${name}`)), {
    onchange: () => void change({ side: /** @type {Choice["side"]} */ (side.value) }),
  });
  const direction = furnish(menuOf(DIRECTIONS, (name) => app.t(`set.direction.${name.replace(" ", "_")}`)), {
    onchange: () => void change({ direction: direction.value }),
  });
  const kind = element("select", { onchange: () => void change({}, KINDS.find(({ id }) => id === kind.value)) });
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

  /** Change the one that is picked, or what comes next. @param {Partial<Choice>} changes @param {Kind} [other] */
  function change(changes, other) {
    Object.assign(placing, changes);
    const { picked, parts } = placing;
    if (picked && parts) void placing.alter(() => (other ?? parts.kind).text({ ...parts.choice, ...changes }));
    else placing.changed();
  }

  /** Show what is being placed, or what is picked. */
  function draw() {
    const { picked, parts } = placing;
    const now = picked ? parts?.kind : placing.kind;
    const text = problem || (picked ? `${sentenceOf(app, picked)} ${app.t("set.picked")}` : now ? hintOf(app, now) : app.t("set.how"));
    if (about.textContent !== text) about.textContent = text;
    about.toggleAttribute("data-bad", problem !== "");
    root.classList.toggle("active", Boolean(now || picked || problem));
    rows.value.hidden = !now?.value;
    if (value.value !== placing.value) value.value = placing.value;
    rows.side.hidden = !now || !isOutside(now) || now.gesture === "diagonal" || (picked !== undefined && now.gesture === "line");
    side.value = placing.side;
    rows.direction.hidden = now?.gesture !== "diagonal";
    direction.value = placing.direction;
    rows.notation.hidden = buttons.hidden = !picked;
    reshape.hidden = !now;
    // The kinds that the one that is picked can become.
    const kinds = picked && parts ? kindsLike(parts.kind).filter((each) => isComplete(each, parts.choice)) : [];
    rows.kind.hidden = kinds.length < 2;
    if ([...kind.options].map((each) => each.value).join() !== kinds.map(({ id }) => id).join()) {
      kind.replaceChildren(...kinds.map((each) => new Option(labelOf(app, each), each.id)));
    }
    kind.value = parts?.kind.id ?? "";
    if (picked && shown !== picked.text) notation.value = picked.text;
    shown = picked?.text ?? "";
  }

  return {
    element: root,
    draw,
    /** Say why a constraint cannot be, null if nothing is wrong. @param {unknown} error */
    fail(error) {
      problem = error ? errorText(error) : "";
      if (problem) app.announce(problem);
      draw();
    },
  };
}
