/**
 * Where something was not found or could not be shown: what happened, and ways on.
 */

import { element } from "./dom.js";
import { writeLink } from "./link.js";

/** Fill a part of the page with a sentence and links to all places. @param {HTMLElement} root @param {App} app @param {readonly string[]} places @param {string} sentence */
export function showLost(root, app, places, sentence) {
  const text = element("p", "", sentence);
  text.setAttribute("role", "alert");
  const ways = element("ul", "lost-ways");
  for (const place of places) {
    const link = element("a", "button", app.t(`bar.${place}`));
    link.setAttribute("href", writeLink(place));
    const item = element("li");
    item.append(link);
    ways.append(item);
  }
  const page = element("div", "empty lost");
  page.append(element("h1", "", app.t("lost.title")), text, ways);
  root.replaceChildren(page);
}
