/** The settings and the keys, as flyouts of the panel. */

import { fieldRow, menuOf } from "../fields.js";
import { element, furnish, loadStyle } from "../dom.js";
import { timeText } from "./head.js";
import { hasLetters, keyTable, keyText } from "./keys.js";
import { DIFFICULTIES } from "./offered.js";
import { padButton, sayDeleted } from "../buttons.js";
import { recordsOf, streakOf } from "./played.js";
import { settingBox } from "./tools.js";

/** @param {HTMLElement} body @param {App} app */
export function mountSettings(body, app) {
  const boxes = (/** @type {import("./tools.js").Switch[]} */ ...names) => names.map((name) => settingBox(app, name, app.t(`settings.${name}`)));
  body.append(
    menu(app, "theme", ["auto", "light", "dark", "colour-blind"]),
    menu(app, "contrast", ["auto", "high"]),
    menu(app, "marks", ["position", "order"]),
    menu(app, "symbols", ["letters", "numbers"]),
    element("h3", "", app.t("settings.board")),
    ...boxes("peers", "same", "conflicts", "labels"),
    element("h3", "", app.t("settings.play")),
    ...boxes("digitFirst"),
    settingBox(app, "clean", app.t("play.marks.auto")),
    ...boxes("timer"),
    records(app),
  );
}

/** Return the best times, and the button that deletes them. @param {App} app */
function records(app) {
  void loadStyle("css/ending.css");
  const status = element("p", { class: "quiet", role: "status" });
  const list = element("dl", "ending-facts");
  const remove = padButton("button", app.t("settings.records.delete"), () => {
    const kept = recordsOf(app);
    app.store.remove("records");
    draw();
    sayDeleted(app, status, app.t("settings.records.deleted"), () => {
      app.store.write("records", kept);
      draw();
    });
  });

  function draw() {
    const { best, days } = recordsOf(app);
    const reached = DIFFICULTIES.filter((level) => best[level] !== undefined);
    list.replaceChildren(...reached.map((level) =>
      element("div", "", element("dt", "", app.words.difficulty(level)), element("dd", "", app.digit(timeText(best[level])))),
    ));
    remove.hidden = !Object.keys(best).length && !days.length;
    const n = streakOf(days);
    const streak = n ? `${app.t("settings.records.streak", { n })}. ` : "";
    status.textContent = remove.hidden ? app.t("settings.records.none") : streak + app.t("settings.records.about");
  }

  draw();
  return element("section", "records", element("h3", "", app.t("settings.records")), list, remove, status);
}

/** @param {App} app @param {"theme" | "contrast" | "marks" | "symbols"} name @param {string[]} values */
function menu(app, name, values) {
  const select = menuOf(values, (value) => app.t(`settings.${name}.${value}`), app.settings.get(name));
  return fieldRow(app.t(`settings.${name}`), furnish(select, { onchange: () => app.settings.set(name, select.value) }));
}

/**
 * The keys of a board, from the table that the terminal player shares: its digits, and on boards whose digits are letters the
 * commands with Alt.
 * @param {HTMLElement} body @param {App} app @param {number} [size]
 */
export async function mountKeys(body, app, size = 9) {
  const nameOf = (/** @type {string} */ name) => {
    if (hasLetters(app, size) && /^[a-z]$/.test(name)) return keyText(`Alt+${name}`);
    return keyText(name).replace("1…9", `${app.symbol(1, size)}…${app.symbol(size, size)}`);
  };
  const keys = (await keyTable()).filter((key) => key.keys.length);
  for (const group of new Set(keys.map((key) => key.group))) {
    const list = element("dl", "keys");
    for (const { label, keys: names } of keys.filter((key) => key.group === group)) {
      const shown = names.flatMap((name, i) => [i > 0 && " ", element("kbd", "", nameOf(name))]);
      list.append(element("dt", { dir: "ltr" }, ...shown), element("dd", "", app.t(label)));
    }
    body.append(element("h3", "", app.t(`keys.group.${group}`)), list);
  }
}
