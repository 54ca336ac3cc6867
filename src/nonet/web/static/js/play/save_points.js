/**
 * The list of save points: make one, go back to one, rename, delete.
 *
 * Going back is a move like any other, so it can be undone; so can a deletion, as long as the list is open.
 */

import { element } from "../dom.js";
import { padButton } from "../buttons.js";

/** @param {HTMLElement} body @param {App} app @param {Play} play */
export function mountSaves(body, app, play) {
  const { session } = play;
  const { game } = session;

  const form = document.createElement("form");
  form.className = "save-form";
  const name = document.createElement("input");
  name.type = "text";
  name.maxLength = 60;
  name.setAttribute("aria-label", app.t("play.saves.name"));
  const save = element("button", "button main", app.t("play.saves.save"));
  form.append(name, save);
  const list = element("ul", "saves");
  const removed = element("p", "quiet");
  body.append(form, list, removed);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim() || name.placeholder;
    game.savePoint(wanted);
    play.keep();
    app.announce(app.t("play.saves.saved", { name: wanted }));
    name.value = "";
    draw();
  });

  /** Return "Point 1", "Point 2" …: the first name that is free. */
  function freeName() {
    for (let n = 1; ; n++) {
      const free = app.t("play.saves.free", { n: app.digit(n) });
      if (!Object.hasOwn(game.saves, free)) return free;
    }
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
    const item = element("li", "save");
    const title = document.createElement("input");
    title.type = "text";
    title.value = saved;
    title.maxLength = 60;
    title.setAttribute("aria-label", app.t("play.saves.rename", { name: saved }));
    title.addEventListener("change", () => rename(saved, title.value.trim()));
    const restore = padButton("button", app.t("play.saves.restore"), () => {
      if (!session.restore(saved)) play.note(app.t("play.saves.here"));
    });
    restore.setAttribute("aria-label", app.t("play.saves.restore.name", { name: saved }));
    const remove = padButton("button", app.t("play.saves.delete"), () => drop(saved));
    remove.setAttribute("aria-label", app.t("play.saves.delete.name", { name: saved }));
    item.append(title, restore, remove);
    return item;
  }

  /** Rename a save point, and keep its place in the list. @param {string} from @param {string} to */
  function rename(from, to) {
    if (to && to !== from && !Object.hasOwn(game.saves, to)) {
      const entries = Object.entries(game.saves);
      for (const [each] of entries) delete game.saves[each];
      for (const [each, tokens] of entries) game.setSave(each === from ? to : each, tokens);
      play.keep();
    }
    draw();
  }

  /** @param {string} saved */
  function drop(saved) {
    const tokens = game.saves[saved];
    delete game.saves[saved];
    play.keep();
    draw();
    const again = padButton("button", app.t("play.undo"), () => {
      game.setSave(saved, tokens);
      play.keep();
      draw();
    });
    removed.append(element("span", "", app.t("play.saves.deleted", { name: saved })), " ", again);
  }

  draw();
}
