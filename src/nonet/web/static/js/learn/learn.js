// Learn: all techniques by family, with a tick at those that were drilled; a page for each with examples to walk through,
// and its drill. The data are files of the app, so the place works without the server.

import { addressOf, fetchFile } from "../app_files.js";
import { button } from "../buttons.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { wholeIn, writeLink } from "../link.js";
import { partOf } from "../owner.js";
import { mountLesson } from "./lesson.js";
import { readPosition } from "./parts.js";

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} family
 * @property {string} profile  finds it
 * @property {number | null} rating  in this profile, if that rates
 * @property {number | null} points  of HoDoKu
 * @property {boolean} needsUnique
 * @property {string[]} related
 * @property {boolean} hasDrill
 *
 * @typedef {{p: string, d: string, k: string, step: Step}} Example givens, digits and marks as in a link, and the step there
 */

/** How to find each technique, step by step, and why it works, and the language that this is written in. @typedef {{language: string, texts: Record<string, {spot: string | string[], why: string}>}} Lessons */

/** What was loaded, by the name of the file. @type {Map<string, Promise<any>>} */
const files = new Map();

/** Return what is in a file of the app; a failed attempt is repeated at the next call. @param {string} name @param {(answer: Response) => unknown} [read] @returns {Promise<any>} */
function loaded(name, read = (answer) => answer.json()) {
  const found = files.get(name) ?? fetchFile(name).then(read);
  files.set(name, found);
  found.catch(() => files.delete(name));
  return found;
}

/** Return the lessons in a language, in English where it has none. @param {string} language @returns {Promise<Lessons>} */
const lessonsIn = (language) =>
  loaded(`words/lessons/${language}.json`, async (answer) => {
    if (!answer.ok && language !== "en") return lessonsIn("en");
    return { language, texts: await answer.json() };
  });

/** Return the techniques in the order in which they are taught, and of one the examples, from easy to nasty. @param {App} app @param {string} id */
async function load(app, id) {
  /** @type {[Entry[], Lessons, Record<string, {examples: Example[]}>]} */
  const [all, lessons, examples] = await Promise.all([loaded("learn.json"), lessonsIn(app.language), id ? loaded("examples.json") : {}]);
  const isTranslated = !id || lessons.texts[id];
  return { all, lessons: isTranslated ? lessons : await lessonsIn("en"), examples: examples[id]?.examples ?? [] };
}

/** @param {HTMLElement} root @param {App} app */
export function mount(root, app) {
  /** The app of the lesson or drill that is shown. @type {App | null} */
  let inner = null;
  let scroll = 0;

  /** @param {URLSearchParams} params @param {string} path @param {AbortSignal} signal */
  async function show(params, path, signal) {
    leave();
    const data = await load(app, path).catch(() => null);
    if (signal.aborted) return;
    if (!data) return root.replaceChildren(element("p", "empty", app.t("hint.error.offline")));
    const entry = data.all.find((each) => each.id === path);
    if (!entry) {
      root.replaceChildren(list(app, data.all, path));
      return scrollTo(0, scroll);
    }
    scroll = 0;
    if (params.has("drill") && entry.hasDrill) {
      const { mountDrill } = await import(addressOf("js/learn/drill.js"));
      if (signal.aborted) return;
      mountDrill(root, (inner = partOf(app)), { entry, seed: wholeIn(params, "drill"), number: wholeIn(params, "n") });
    } else {
      const what = { ...data, entry, first: wholeIn(params, "example"), position: readPosition(params) };
      mountLesson(root, (inner = partOf(app)), what);
    }
    document.title = `${app.words.technique(entry.id).name} · nonet`;
    scrollTo(0, 0);
  }

  function leave() {
    if (!inner) return void (scroll = scrollY);
    inner.owner.end();
    inner = null;
    root.replaceChildren();
  }

  return { show, hide: leave };
}

/** @param {App} app @param {Entry[]} all @param {string} unknown the name of a technique that there is not, or "" */
function list(app, all, unknown) {
  const status = element("p", { class: "missing", role: "status" });
  const families = [...new Set(all.map((entry) => entry.family))].map((family) => {
    const items = all.filter((entry) => entry.family === family).map((entry) => item(app, entry));
    const entries = element("ul", "", ...items.map(({ node }) => node));
    return { items, section: element("section", "family", element("h2", "", app.words.family(family)), entries) };
  });
  const groups = element("div", "families", ...families.map(({ section }) => section));
  const label = app.t("learn.search");
  const search = element("input", { class: "learn-search", type: "search", placeholder: label, "aria-label": label });
  search.addEventListener("input", () => {
    const text = plain(search.value);
    for (const { section, items } of families) {
      for (const { node, words } of items) node.hidden = !words.some((word) => word.includes(text));
      section.hidden = items.every(({ node }) => node.hidden);
    }
    const isFound = families.some(({ section }) => !section.hidden);
    status.textContent = isFound ? "" : app.t("learn.none", { text: search.value });
  });
  const head = element(
    "header", "learn-head",
    element("h1", "", app.t("learn.title")),
    element("p", "", app.t("learn.intro")),
    unknown && element("p", "missing", app.t("learn.unknown", { id: unknown })),
    search,
    Object.keys(app.store.read("drills") ?? {}).length > 0 && forget(app, groups),
  );
  return element("div", "learn-list", head, status, groups);
}

/** Return a button that removes all ticks. @param {App} app @param {HTMLElement} groups */
function forget(app, groups) {
  const press = button("learn-forget", app.t("drill.forget"), () => {
    app.store.remove("drills");
    for (const tick of groups.querySelectorAll(".tick")) tick.remove();
    press.replaceWith(element("p", "missing", app.t("drill.forgotten")));
    app.announce(app.t("drill.forgotten"));
  });
  return press;
}

/** Return a text for comparison: small letters, no accents, hyphens, apostrophes or spaces. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\p{M}\s\p{Pd}'’\u200c]/gu, "").toLowerCase();

/** @param {App} app @param {Entry} entry */
function item(app, { id, rating }) {
  const { name, aliases } = app.words.technique(id);
  const isDrilled = app.store.read("drills")?.[id]?.done;
  const tick = isDrilled && element("span", { class: "tick", role: "img", "aria-label": app.t("drill.ticked") }, icon("check"));
  const others = aliases.flatMap((alias, at) => [at > 0 && " · ", element("bdi", "", alias)]);
  const link = element(
    "a", { class: "technique", href: writeLink("learn", {}, id) },
    element("span", "technique-name", name, tick),
    element("span", "rating", rating === null ? "–" : app.digit(rating.toFixed(1))),
    others.length > 0 && element("span", "technique-aliases", ...others),
  );
  return { node: element("li", "", link), words: [name, ...aliases].map(plain) };
}
