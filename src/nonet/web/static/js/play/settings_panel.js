/**
 * The settings and the keys, as flyouts of the panel.
 */

import { fieldRow, menuOf } from "../fields.js";
import { digitSymbol } from "../board/geometry.js";
import { element } from "../dom.js";
import { keyTable, keyText } from "./keys.js";
import { settingBox } from "./tools.js";

/** @typedef {import("../main.js").App} App */

/** @param {HTMLElement} body @param {App} app */
export function mountSettings(body, app) {
  body.append(
    menu(app, "theme", ["auto", "light", "dark", "colour-blind"]),
    menu(app, "contrast", ["auto", "high"]),
    menu(app, "marks", ["position", "order"]),
    element("h3", "", app.t("settings.board")),
    settingBox(app, "peers", app.t("settings.peers")),
    settingBox(app, "same", app.t("settings.same")),
    settingBox(app, "conflicts", app.t("settings.conflicts")),
    settingBox(app, "labels", app.t("settings.labels")),
    element("h3", "", app.t("settings.play")),
    settingBox(app, "digitFirst", app.t("settings.digitFirst")),
    settingBox(app, "clean", app.t("play.marks.auto")),
    settingBox(app, "timer", app.t("settings.timer")),
  );
}

/** @param {App} app @param {"theme" | "contrast" | "marks"} name @param {string[]} values */
function menu(app, name, values) {
  const select = menuOf(values, (value) => app.t(`settings.${name}.${value}`), app.settings.get(name));
  select.addEventListener("change", () => app.settings.set(name, select.value));
  return fieldRow(app.t(`settings.${name}`), select);
}

/**
 * The keys of a board, from the table that the terminal player shares: its digits, and on boards whose digits are letters the
 * commands with Alt.
 *
 * @param {HTMLElement} body @param {App} app @param {number} [size]
 */
export async function mountKeys(body, app, size = 9) {
  const nameOf = (/** @type {string} */ name) => {
    if (size > 9 && /^[a-z]$/.test(name)) return keyText(`Alt+${name}`);
    return keyText(name).replace("1…9", `${digitSymbol(1, size)}…${digitSymbol(size, size)}`);
  };
  const keys = (await keyTable()).filter((key) => key.keys.length);
  for (const group of new Set(keys.map((key) => key.group))) {
    const list = element("dl", "keys");
    for (const { label, keys: names } of keys.filter((key) => key.group === group)) {
      const term = element("dt", "");
      term.dir = "ltr";
      names.forEach((name, i) => term.append(i ? " " : "", element("kbd", "", nameOf(name))));
      list.append(term, element("dd", "", app.t(label)));
    }
    body.append(element("h3", "", app.t(`keys.group.${group}`)), list);
  }
}
