/** Where something was not found or could not be shown: what happened, and ways on. */

import { element } from "./dom.js";
import { writeLink } from "./link.js";

/** Fill a part of the page with a sentence and links to all places. @param {HTMLElement} root @param {App} app @param {readonly string[]} places @param {string} sentence */
export function showLost(root, app, places, sentence) {
  const ways = places.map((place) => element("a", { class: "button", href: writeLink(place) }, app.t(`bar.${place}`)));
  root.replaceChildren(
    element(
      "div",
      "empty lost",
      element("h1", "", app.t("lost.title")),
      element("p", { role: "alert" }, sentence),
      element("ul", "lost-ways", ...ways.map((way) => element("li", "", way))),
    ),
  );
}
