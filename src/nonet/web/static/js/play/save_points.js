/**
 * The list of save points: make one, go back to one, rename, delete.
 *
 * Going back is a move like any other, so it can be undone; so can a deletion, as long as the list is open.
 */

import { element } from "../dom.js";
import { padButton, sayDeleted } from "../buttons.js";
import { formOf } from "../fields.js";
import { restore } from "../game/actions.js";

/** @param {HTMLElement} body @param {App} app @param {Play} play */
export function mountSaves(body, app, play) {
  const { session } = play;
  const { game } = session;
  const text = { type: "text", maxLength: 60 };

  const name = element("input", { ...text, "aria-label": app.t("play.saves.name") });
  const list = element("ul", "saves");
  const removed = element("p", "quiet");
  const save = () => {
    const wanted = name.value.trim() || name.placeholder;
    game.savePoint(wanted);
    app.announce(app.t("play.saves.saved", { name: wanted }));
    name.value = "";
    changed();
  };
  body.append(formOf("save-form", save, name, element("button", "button main", app.t("play.saves.save"))), list, removed);

  /** Return "Point 1", "Point 2" …: the first name that is free. */
  function freeName() {
    for (let n = 1; ; n++) {
      const free = app.t("play.saves.free", { n: app.digit(n) });
      if (!Object.hasOwn(game.saves, free)) return free;
    }
  }

  function changed() {
    play.keep();
    draw();
  }

  function draw() {
    name.placeholder = freeName();
    removed.replaceChildren();
    const names = Object.keys(game.saves);
    list.replaceChildren(...names.map(row));
    if (!names.length) list.append(element("li", "quiet", app.t("play.saves.none")));
  }

  /** @param {string} saved */
  function row(saved) {
    const title = element("input", { ...text, value: saved, "aria-label": app.t("play.saves.rename", { name: saved }) });
    title.addEventListener("change", () => rename(saved, title.value.trim()));
    const button = (/** @type {string} */ key, /** @type {() => void} */ press) =>
      padButton({ class: "button", "aria-label": app.t(`${key}.name`, { name: saved }) }, app.t(key), press);
    const back = button("play.saves.restore", () => {
      if (!session.play(restore(game, saved))) play.note(app.t("play.saves.here"));
    });
    return element("li", "save", title, back, button("play.saves.delete", () => drop(saved)));
  }

  /** Rename a save point, and keep its place in the list. @param {string} from @param {string} to */
  function rename(from, to) {
    if (!to || to === from || Object.hasOwn(game.saves, to)) return draw();
    const entries = Object.entries(game.saves);
    for (const [each] of entries) delete game.saves[each];
    for (const [each, tokens] of entries) game.setSave(each === from ? to : each, tokens);
    changed();
  }

  /** @param {string} saved */
  function drop(saved) {
    const tokens = game.saves[saved];
    delete game.saves[saved];
    changed();
    sayDeleted(app, removed, app.t("play.saves.deleted", { name: saved }), () => {
      game.setSave(saved, tokens);
      changed();
    });
  }

  draw();
}
