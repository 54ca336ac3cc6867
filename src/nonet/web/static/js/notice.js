/** The line that says that this browser does not keep what is done here, and offers a file instead. */

import { addressOf } from "./app_files.js";
import { button, named } from "./buttons.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";

/** @type {HTMLElement | null} */
let line = null;

/** Say that values are not kept, until they are again. @param {App} app @param {import("./store.js").Loss} loss */
export function showLoss(app, loss) {
  line?.remove();
  line = null;
  if (!loss) return;
  const sentence = element("p", "");
  const save = button("button main", app.t("kept.save"), async () => {
    /** @type {[typeof import("./play/bundle.js"), typeof import("./play/files.js")]} */
    const [{ bundleOf }, { download }] = await Promise.all([import(addressOf("js/play/bundle.js")), import(addressOf("js/play/files.js"))]);
    download("nonet-history.json", bundleOf(app));
  });
  const close = button({ class: "tool", ...named(app.t("play.close")) }, icon("close"), () => line?.remove());
  line = element("div", { class: "notice", role: "alert" }, sentence, save, close);
  document.body.append(line);
  sentence.textContent = app.t(`kept.${loss}`); // a screen reader says what comes into an alert
}
