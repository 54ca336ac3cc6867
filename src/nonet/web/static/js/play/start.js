/**
 * The words above the board: the puzzle of today, a new one of each difficulty, and all other ways to a new puzzle.
 */

import { element } from "../dom.js";
import { difficultyLinks, namedLink } from "./named.js";
import { padButton } from "../buttons.js";

/** @param {App} app @param {() => void} open what the button for all other ways does */
export function startOf(app, open) {
  const row = element("nav", "start");
  row.setAttribute("aria-label", app.t("new.head"));
  const today = namedLink("today", app.t("new.today"), "start-link");
  today.title = app.t("new.daily.head");
  const more = padButton("start-link", app.t("new.short"), open);
  more.title = app.t("new.head");
  more.dataset["flyout"] = more.dataset["key"] = "new";
  more.setAttribute("aria-expanded", "false");
  row.append(today, ...difficultyLinks(app, "start-link"), more);
  return row;
}
