/**
 * What to do with the kind that is chosen, or with the constraint that is picked: how it is placed, its number, its side, its
 * kind, its notation, and other cells for it.
 */

import { kindName, sentenceOf } from "../board/clue_view.js";
import { element } from "../dom.js";
import { sentenceOf as errorText } from "../errors.js";
import { fieldRow, menuOf } from "../fields.js";
import { padButton } from "../buttons.js";
import { isComplete, isOutside, KINDS, kindsLike } from "./kinds.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Choice} Choice */
/** @typedef {import("./placement.js").Placing} Placing */

const SIDES = ["left", "top", "right", "bottom"];
const DIRECTIONS = ["down right", "down left", "up right", "up left"];

/** Return what a kind is called. @param {Pick<App, "t">} app @param {Kind} kind */
export const labelOf = (app, { id, word }) => (id === word ? kindName(app, word) : app.t(`set.${id}`));

/** Say how a kind is placed. @param {App} app @param {Kind} kind */
export function hintOf(app, kind) {
  const { gesture, value } = kind;
  return `${labelOf(app, kind)}: ${app.t(`set.how.${gesture}`)} ${value ? app.t(`set.how.${value}`) : ""}`.trim();
}

/**
 * @param {App} app @param {Placing} placing @param {() => SetSession | null} sessionNow
 * @param {{remove: (constraint: Constraint) => void, focus: () => void}} desk
 */
export function createForm(app, placing, sessionNow, { remove, focus }) {
  const root = element("div", "set-placing");
  const about = element("p", "set-note");
  const value = document.createElement("input");
  Object.assign(value, { type: "text", inputMode: "numeric", autocomplete: "off", size: 5, maxLength: 4, dir: "ltr" });
  const side = menuOf(SIDES, (name) => app.t(`set.side.${name}`));
  const direction = menuOf(DIRECTIONS, (name) => app.t(`set.direction.${name.replace(" ", "_")}`));
  const kind = document.createElement("select");
  const notation = document.createElement("input");
  Object.assign(notation, { type: "text", autocomplete: "off", spellcheck: false, dir: "ltr", className: "set-notation" });
  const rows = {
    value: fieldRow(app.t("set.value"), value),
    kind: fieldRow(app.t("set.kind"), kind),
    side: fieldRow(app.t("set.side"), side),
    direction: fieldRow(app.t("set.direction"), direction),
    notation: fieldRow(app.t("set.notation"), notation),
  };
  const reshape = padButton("button", app.t("set.reshape"), () => {
    const session = sessionNow();
    if (session) placing.reshape(session, true);
    const { kind: chosen } = placing;
    if (chosen) app.announce(hintOf(app, chosen));
    focus();
  });
  reshape.title = app.t("set.reshape.about");
  const erase = padButton("button", app.t("set.remove.do"), () => {
    const picked = pickedNow();
    if (picked) remove(picked);
    focus();
  });
  const buttons = element("div", "buttons");
  buttons.append(reshape, erase);
  root.append(about, rows.value, rows.kind, rows.side, rows.direction, rows.notation, buttons);
  let problem = "";
  let shown = ""; // the notation that the field had first

  const pickedNow = () => {
    const session = sessionNow();
    return session ? placing.picked(session) : undefined;
  };

  /** Change the one that is picked, or what comes next. @param {(choice: Choice) => Choice} change @param {Kind} [other] */
  function change(change, other) {
    const session = sessionNow();
    const { parts } = placing;
    if (session && pickedNow() && parts) void placing.alter(session, () => (other ?? parts.kind).text(change(parts.choice)));
    else placing.changed();
  }

  value.addEventListener("input", () => {
    const session = sessionNow();
    if (session) placing.enter(session, value.value.replace(/\D/g, ""));
  });
  value.addEventListener("keydown", (event) => {
    const session = sessionNow();
    if (event.key === "Enter" && session) placing.finish(session);
  });
  side.addEventListener("change", () => {
    placing.side = /** @type {Choice["side"]} */ (side.value);
    change((choice) => ({ ...choice, side: placing.side }));
  });
  direction.addEventListener("change", () => {
    placing.direction = direction.value;
    change((choice) => ({ ...choice, direction: placing.direction }));
  });
  kind.addEventListener("change", () => change((choice) => choice, KINDS.find(({ id }) => id === kind.value)));
  notation.addEventListener("change", () => {
    const session = sessionNow();
    const text = notation.value.trim();
    if (session && text) void placing.alter(session, () => text);
  });

  /** Offer the kinds that the one that is picked can become. */
  function drawKinds() {
    const { parts } = placing;
    const others = parts ? kindsLike(parts.kind).filter((each) => isComplete(each, parts.choice)) : [];
    rows.kind.hidden = others.length < 2;
    if ([...kind.options].map((each) => each.value).join() !== others.map(({ id }) => id).join()) {
      kind.replaceChildren(...others.map((each) => new Option(labelOf(app, each), each.id)));
    }
    kind.value = parts?.kind.id ?? "";
  }

  return {
    element: root,
    /** Show what is being placed, or what is picked. */
    draw() {
      const picked = pickedNow();
      const now = picked ? (placing.parts?.kind ?? null) : placing.kind;
      const how = picked ? `${sentenceOf(app, picked)} ${app.t("set.picked")}` : now ? hintOf(app, now) : app.t("set.how");
      const text = problem || how;
      if (about.textContent !== text) about.textContent = text;
      if (problem) about.dataset["bad"] = "";
      else delete about.dataset["bad"];
      root.classList.toggle("active", Boolean(now || picked || problem));
      rows.value.hidden = !now?.value;
      if (value.value !== placing.value) value.value = placing.value;
      rows.side.hidden = !now || !isOutside(now) || now.gesture === "diagonal" || (picked !== undefined && now.gesture === "line");
      side.value = placing.side;
      rows.direction.hidden = now?.gesture !== "diagonal";
      direction.value = placing.direction;
      rows.notation.hidden = buttons.hidden = !picked;
      reshape.hidden = !now;
      rows.kind.hidden = true;
      if (picked) drawKinds();
      if (picked && shown !== picked.text) notation.value = picked.text;
      shown = picked?.text ?? "";
    },
    /** Say why a constraint cannot be, null if nothing is wrong. @param {unknown} error */
    fail(error) {
      problem = error ? errorText(error) : "";
      if (problem) app.announce(problem);
      this.draw();
    },
  };
}
