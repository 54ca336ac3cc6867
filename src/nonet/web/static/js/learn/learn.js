// Learn: all techniques by family, with a tick at those that were drilled; a page for each with examples to walk through,
// and its drill. The data are files of the app, so the place works without the server.

import { addressOf, fetchFile } from "../app_files.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { mountLesson } from "./lesson.js";
import { anchor, button, readPosition } from "./parts.js";
import { wholeIn, writeLink } from "../link.js";
import { drilled, forgetDrills } from "./ticks.js";

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

/** @type {Promise<Entry[]> | null} */
let loading = null;
/** @type {Promise<Record<string, {examples: Example[]}>> | null} */
let loadingExamples = null;
/** @type {Map<string, Promise<Lessons>>} */
const loadingLessons = new Map();

/** Return the techniques in the order in which they are taught. @returns {Promise<Entry[]>} */
function entries() {
  loading ??= fetchFile("learn.json").then((answer) => answer.json());
  loading.catch(() => (loading = null));
  return loading;
}

/** Return the examples of a technique, from easy to nasty. @param {string} id */
async function examplesOf(id) {
  loadingExamples ??= fetchFile("examples.json").then((answer) => answer.json());
  loadingExamples.catch(() => (loadingExamples = null));
  return (await loadingExamples)[id]?.examples ?? [];
}

/** Return the lessons in a language, in English where it has none. @param {string} language @returns {Promise<Lessons>} */
function lessonsIn(language) {
  const found = loadingLessons.get(language) ?? readLessons(language);
  loadingLessons.set(language, found);
  found.catch(() => loadingLessons.delete(language));
  return found;
}

/** @param {string} language @returns {Promise<Lessons>} */
async function readLessons(language) {
  const answer = await fetchFile(`words/lessons/${language}.json`);
  if (!answer.ok && language !== "en") return lessonsIn("en");
  return { language, texts: await answer.json() };
}

/** @param {HTMLElement} root @param {App} app */
export function mount(root, app) {
  /** @type {{leave: () => void} | null} */
  let lesson = null;
  let scroll = 0;

  /** @param {URLSearchParams} params @param {string} path */
  async function show(params, path) {
    leave();
    /** @type {Entry[]} */
    let all = [];
    /** @type {Lessons} */
    let lessons;
    /** @type {Example[]} */
    let examples = [];
    try {
      [all, lessons, examples] = await Promise.all([entries(), lessonsIn(app.language), path ? examplesOf(path) : []]);
      if (path && !lessons.texts[path]) lessons = await lessonsIn("en"); // not translated yet
    } catch {
      root.replaceChildren(element("p", "empty", app.t("hint.error.offline")));
      return;
    }
    const entry = all.find((each) => each.id === path);
    if (entry) {
      scroll = 0;
      if (params.has("drill") && entry.hasDrill) {
        const { mountDrill } = await import(addressOf("js/learn/drill.js"));
        lesson = mountDrill(root, app, { entry, seed: wholeIn(params, "drill"), number: wholeIn(params, "n") });
      } else lesson = mountLesson(root, app, { entry, all, lessons, examples, first: wholeIn(params, "example"), position: readPosition(params) });
      document.title = `${app.words.technique(entry.id).name} · nonet`;
      scrollTo(0, 0);
      return;
    }
    root.replaceChildren(list(app, all, path));
    scrollTo(0, scroll);
  }

  function leave() {
    if (!lesson) scroll = scrollY;
    lesson?.leave();
    lesson = null;
  }

  return { show, hide: leave };
}

/** @param {App} app @param {Entry[]} all @param {string} unknown the name of a technique that there is not, or "" */
function list(app, all, unknown) {
  const page = element("div", "learn-list");
  const head = element("header", "learn-head");
  head.append(element("h1", "", app.t("learn.title")), element("p", "", app.t("learn.intro")));
  if (unknown) head.append(element("p", "missing", app.t("learn.unknown", { id: unknown })));
  const search = /** @type {HTMLInputElement} */ (element("input", "learn-search"));
  search.type = "search";
  search.placeholder = app.t("learn.search");
  search.setAttribute("aria-label", app.t("learn.search"));
  const status = element("p", "missing");
  status.setAttribute("role", "status");
  head.append(search);
  const families = [...new Set(all.map((entry) => entry.family))].map((family) => {
    const section = element("section", "family");
    const items = all.filter((entry) => entry.family === family).map((entry) => item(app, entry));
    const entries = element("ul", "");
    entries.append(...items.map(({ node }) => node));
    section.append(element("h2", "", app.words.family(family)), entries);
    return { section, items };
  });
  const groups = element("div", "families");
  groups.append(...families.map(({ section }) => section));
  page.append(head, status, groups);
  if (Object.keys(drilled(app.store)).length) head.append(forget(app, groups));

  search.addEventListener("input", () => {
    const text = plain(search.value);
    let found = 0;
    for (const { section, items } of families) {
      let here = 0;
      for (const { node, words } of items) here += Number(!(node.hidden = !words.some((word) => word.includes(text))));
      section.hidden = here === 0;
      found += here;
    }
    status.textContent = found ? "" : app.t("learn.none", { text: search.value });
  });
  return page;
}

/** Return a button that removes all ticks. @param {App} app @param {HTMLElement} groups */
function forget(app, groups) {
  const press = button(app.t("drill.forget"), () => {
    forgetDrills(app.store);
    for (const tick of groups.querySelectorAll(".tick")) tick.remove();
    press.replaceWith(element("p", "missing", app.t("drill.forgotten")));
    app.announce(app.t("drill.forgotten"));
  }, "learn-forget");
  return press;
}

/** Return a text for comparison: small letters, no accents, hyphens, apostrophes or spaces. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\p{M}\s\p{Pd}'’\u200c]/gu, "").toLowerCase();

/** @param {App} app @param {Entry} entry */
function item(app, entry) {
  const { name, aliases } = app.words.technique(entry.id);
  const node = element("li", "");
  const link = anchor("", writeLink("learn", {}, entry.id), "technique");
  const title = element("span", "technique-name", name);
  const drill = drilled(app.store)[entry.id];
  if (drill?.done) {
    const tick = element("span", "tick");
    tick.setAttribute("role", "img");
    tick.setAttribute("aria-label", app.t("drill.ticked"));
    tick.append(icon("check"));
    title.append(tick);
  }
  link.append(title, element("span", "rating", entry.rating === null ? "–" : app.digit(entry.rating.toFixed(1))));
  if (aliases.length) {
    const others = element("span", "technique-aliases");
    others.append(...aliases.flatMap((alias, at) => (at ? [" · ", element("bdi", "", alias)] : [element("bdi", "", alias)])));
    link.append(others);
  }
  node.append(link);
  return { node, words: [name, ...aliases].map(plain) };
}
