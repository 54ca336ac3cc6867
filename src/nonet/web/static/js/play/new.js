/**
 * A new puzzle, as a flyout of Play: that of a day, one of a difficulty, or one that meets requirements.
 */

import { addressOf } from "../app_files.js";
import { fieldRow, menuOf } from "../fields.js";
import { sentenceOf } from "../errors.js";
import { element } from "../dom.js";
import { playLink } from "./daily.js";
import { historyOf } from "./history.js";
import { boardCode } from "../link.js";
import { codeOf, difficultyLinks } from "./named.js";
import { DIFFICULTIES, LEVELS, SYMMETRIES, VARIANTS } from "./offered.js";
import { answersAll } from "../recorded.js";
import { padButton } from "../buttons.js";
import { isoDate } from "../game/stock.js";

/** @param {HTMLElement} body @param {App} app */
export function mountNew(body, app) {
  const status = element("p", "quiet");
  status.setAttribute("role", "status");
  /** @type {AbortController | null} */
  let search = null;

  /** Open a new puzzle. @param {object} request @param {string} title */
  async function generate(request, title) {
    search?.abort();
    const mine = (search = new AbortController());
    const stop = padButton("button", app.t("new.stop"), () => mine.abort());
    status.replaceChildren(element("span", "", app.t("new.searching")), " ", stop);
    try {
      const { board } = await app.ask("generate", request, { signal: mine.signal });
      app.go(playLink(boardCode(board), title));
    } catch (error) {
      if (mine !== search) return;
      if (mine.signal.aborted) status.textContent = app.t("new.stopped");
      else status.textContent = messageOf(app, error);
    }
  }

  body.append(dailyForm(app), element("h3", "", app.t("new.difficulty")));
  const bands = element("div", "buttons");
  bands.append(...difficultyLinks(app, "button"));
  const many = /** @type {HTMLAnchorElement} */ (element("a", "new-many", app.t("new.many")));
  many.href = "#many";
  body.append(bands, status, requirements(app, generate), historyOf(app), many);
  app.owner.ends(() => search?.abort());
}

/** Return the row that opens the puzzle of a day. @param {App} app */
function dailyForm(app) {
  const form = document.createElement("form");
  form.className = "save-form";
  const date = document.createElement("input");
  date.type = "date";
  date.value = isoDate(new Date());
  date.required = true;
  date.setAttribute("aria-label", app.t("new.daily.date"));
  form.append(date, element("button", "button main", app.t("new.daily.play")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    app.go(`#play/${date.value}`);
  });
  const part = element("section", "new-daily");
  part.append(element("h3", "", app.t("new.daily.head")), form);
  return part;
}

/**
 * Return the form of everything that can be required; it is folded until somebody wants it.
 *
 * @param {App} app
 * @param {(request: object, title: string) => Promise<void>} generate
 */
function requirements(app, generate) {
  const form = document.createElement("form");
  form.className = "new-form";
  /** What can be the hardest technique; loaded when the form is opened. @type {Record<string, import("./hardest.js").Stocked>} */
  let offered = {};
  let isChosen = false; // the symmetry
  const board = menu("board", answersAll() ? Object.keys(LEVELS) : ["classic"], (name) => app.t(`new.board.${name}`));
  const band = menu("band", ["", ...DIFFICULTIES], (name) => (name ? app.words.difficulty(name) : app.t("new.any")));
  const hardest = menu("hardest", [""], () => app.t("new.any"));
  const symmetry = menu("symmetry", SYMMETRIES, (name) => app.t(`new.symmetry.${name}`));
  symmetry.value = "rotational";
  form.append(element("p", "quiet", app.t("new.symmetry.about")));
  const seed = document.createElement("input");
  seed.type = "text";
  seed.inputMode = "numeric";
  seed.pattern = "[0-9]{1,19}";
  seed.placeholder = app.t("new.seed.random");
  row("seed", seed);
  form.append(element("button", "button main", app.t("new.generate")));

  /** @param {string} name @param {string[]} values @param {(value: string) => string} label */
  function menu(name, values, label) {
    const select = menuOf(values, label);
    row(name, select);
    return select;
  }

  /** @param {string} name @param {HTMLElement} field */
  function row(name, field) {
    form.append(fieldRow(app.t(`new.${name}`), field));
  }

  function follow() {
    hardest.disabled = board.value !== "classic";
    if (hardest.disabled) hardest.value = "";
    for (const option of band.options) option.disabled = option.hidden = !["", ...(LEVELS[board.value] ?? [])].includes(option.value);
    if (hardest.value || band.selectedOptions[0]?.disabled) band.value = "";
    // Nearly all puzzles of a rare technique have none.
    if (!isChosen) symmetry.value = hardest.value ? "none" : "rotational";
  }
  symmetry.addEventListener("change", () => (isChosen = true));
  form.addEventListener("change", follow);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isClassic = board.value === "classic";
    const isVariant = VARIANTS.includes(board.value);
    const named = hardest.value ? [hardest] : [board, band].filter(({ value }) => value && value !== "classic");
    const title = named.map((menu) => menu.selectedOptions[0].text).join(" · ");
    const stocked = offered[hardest.value];
    if (stocked && !seed.value && symmetry.value === "none") {
      const { stockedPuzzle } = await loadHardest();
      const code = stockedPuzzle(app, stocked);
      if (code) return app.go(playLink(code, title));
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
  });
  const details = document.createElement("details");
  details.className = "new-more";
  details.append(element("summary", "", app.t("new.more")), form);
  details.addEventListener("toggle", () => void offer(), { once: true });
  return details;

  async function offer() {
    const { groupsOf, hardestOffered } = await loadHardest();
    const families = await hardestOffered();
    offered = Object.assign({}, ...Object.values(families));
    hardest.append(...groupsOf(app, families));
  }
}

/** @returns {Promise<typeof import("./hardest.js")>} */
const loadHardest = () => import(addressOf("js/play/hardest.js"));

/** @param {App} app @param {unknown} error */
function messageOf(app, error) {
  if (codeOf(error) === "offline") return app.t("new.offline");
  return sentenceOf(error);
}
