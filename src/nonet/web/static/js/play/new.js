/** A new puzzle, as a flyout of Play: that of a day, one of a difficulty, or one that meets requirements. */

import { addressOf } from "../app_files.js";
import { fieldRow, folded, formOf, menuOf } from "../fields.js";
import { sentenceOf } from "../errors.js";
import { element, furnish } from "../dom.js";
import { historyOf } from "./history.js";
import { boardCode, writeLink } from "../link.js";
import { codeOf, difficultyLinks } from "./named.js";
import { DIFFICULTIES, LEVELS, SYMMETRIES, VARIANTS } from "./offered.js";
import { answersAll } from "../recorded.js";
import { padButton } from "../buttons.js";
import { isoDate } from "../game/stock.js";

/** @param {HTMLElement} body @param {App} app */
export function mountNew(body, app) {
  const status = element("p", { class: "quiet", role: "status" });
  let search = app.owner.part();

  /** Open a new puzzle. @param {object} request @param {string} title */
  async function generate(request, title) {
    search.end();
    const mine = (search = app.owner.part());
    const stop = padButton("button", app.t("new.stop"), () => mine.end());
    status.replaceChildren(element("span", "", app.t("new.searching")), " ", stop);
    try {
      const { board } = await app.ask("generate", request, { signal: mine.signal });
      app.go(writeLink("play", { p: boardCode(board), t: title }));
    } catch (error) {
      if (mine !== search) return;
      const why = mine.signal.aborted ? "new.stopped" : codeOf(error) === "offline" ? "new.offline" : "";
      status.textContent = why ? app.t(why) : sentenceOf(error);
    }
  }

  body.append(
    dailyForm(app),
    element("h3", "", app.t("new.difficulty")),
    element("div", "buttons", ...difficultyLinks(app, "button")),
    status,
    requirements(app, generate),
    historyOf(app),
    element("a", { class: "new-many", href: "#many" }, app.t("new.many")),
  );
}

/** Return the row that opens the puzzle of a day. @param {App} app */
function dailyForm(app) {
  const date = element("input", { type: "date", value: isoDate(new Date()), required: true, "aria-label": app.t("new.daily.date") });
  const play = element("button", "button main", app.t("new.daily.play"));
  const form = formOf("save-form", () => app.go(`#play/${date.value}`), date, play);
  return element("section", "new-daily", element("h3", "", app.t("new.daily.head")), form);
}

/**
 * Return the form of everything that can be required; it is folded at first.
 * @param {App} app @param {(request: object, title: string) => Promise<void>} generate
 */
function requirements(app, generate) {
  /** What can be the hardest technique; loaded when the form is opened. @type {Record<string, import("./hardest.js").Stocked>} */
  let offered = {};
  let isChosen = false; // the symmetry
  const board = menuOf(answersAll() ? Object.keys(LEVELS) : ["classic"], (name) => app.t(`new.board.${name}`));
  const band = menuOf(["", ...DIFFICULTIES], (name) => (name ? app.words.difficulty(name) : app.t("new.any")));
  const hardest = menuOf([""], () => app.t("new.any"));
  const symmetry = menuOf(SYMMETRIES, (name) => app.t(`new.symmetry.${name}`), "rotational");
  const seed = element("input", { type: "text", inputMode: "numeric", pattern: "[0-9]{1,19}", placeholder: app.t("new.seed.random") });
  const rows = Object.entries({ board, band, hardest, symmetry }).map(([name, field]) => fieldRow(app.t(`new.${name}`), field));
  const about = element("p", "quiet", app.t("new.symmetry.about"));
  const make = element("button", "button main", app.t("new.generate"));
  const form = formOf("new-form", ask, ...rows, about, fieldRow(app.t("new.seed"), seed), make);
  symmetry.addEventListener("change", () => (isChosen = true));
  furnish(form, { onchange: follow });
  const details = folded(app.t("new.more"), form);
  details.addEventListener("toggle", () => void offer(), { once: true });
  return details;

  function follow() {
    hardest.disabled = board.value !== "classic";
    if (hardest.disabled) hardest.value = "";
    for (const option of band.options) option.disabled = option.hidden = !["", ...(LEVELS[board.value] ?? [])].includes(option.value);
    if (hardest.value || band.selectedOptions[0]?.disabled) band.value = "";
    // Nearly all puzzles of a rare technique have none.
    if (!isChosen) symmetry.value = hardest.value ? "none" : "rotational";
  }

  async function ask() {
    const isClassic = board.value === "classic";
    const isVariant = VARIANTS.includes(board.value);
    const named = hardest.value ? [hardest] : [board, band].filter(({ value }) => value && value !== "classic");
    const title = named.map((menu) => menu.selectedOptions[0].text).join(" · ");
    const stocked = offered[hardest.value];
    if (stocked && !seed.value && symmetry.value === "none") {
      const code = (await loadHardest()).stockedPuzzle(app, stocked);
      if (code) return app.go(writeLink("play", { p: code, t: title }));
    }
    void generate(
      {
        symmetry: symmetry.value,
        ...(isVariant ? { variant: board.value, solvable: true } : isClassic ? {} : { rules: board.value }),
        ...(band.value ? { difficulty: band.value } : {}),
        ...(stocked ? { techniques: { hardest: hardest.value }, profile: stocked.profile } : {}),
        ...(seed.value ? { seed: seed.value } : {}),
      },
      title,
    );
  }

  async function offer() {
    const { groupsOf, hardestOffered } = await loadHardest();
    const families = await hardestOffered();
    offered = Object.assign({}, ...Object.values(families));
    hardest.append(...groupsOf(app, families));
  }
}

/** @returns {Promise<typeof import("./hardest.js")>} */
const loadHardest = () => import(addressOf("js/play/hardest.js"));
