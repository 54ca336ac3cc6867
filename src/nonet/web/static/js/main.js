/**
 * The start of the app: the words, the bar at the top, and the place that the address names.
 *
 * A place is a module that exports `mount(root, app)` and returns `{show(params, path), hide()}`. It is loaded when it
 * is first shown. After a change of language the places are mounted again. Where a place fails, what happened stands in
 * its stead, and it is mounted again when somebody returns to it.
 */

import { arrive, go, isElsewhere } from "./address.js";
import { addressOf, isOnDisk } from "./app_files.js";
import { createBoard } from "./board/board.js";
import { digitSymbol } from "./board/geometry.js";
import { element } from "./dom.js";
import { keepFocus } from "./focus.js";
import { NO_WORDS, loadWords } from "./i18n.js";
import { sentenceOf } from "./errors.js";
import { LOST, PLACES, writeLink } from "./link.js";
import { OutsideError } from "./outside.js";
import { Owner, partOf } from "./owner.js";
import { mountBar } from "./bar.js";
import { Settings } from "./settings.js";
import { Store } from "./store.js";

/** The places that were shown, by name. @type {Record<string, {root: HTMLElement, app: App, place: Promise<Place>, isLost?: boolean}>} */
const mounted = {};
let shown = "";
let titled = ""; // the title of what is shown
let said = ""; // what was announced since the address changed
let words = NO_WORDS;

const store = new Store();
const settings = new Settings(store);

/** @type {App} */
const app = {
  ask: async (verb, request, options) => {
    const { ask } = await import(addressOf("js/ask.js")); // loaded with the first question
    return ask(verb, request, { loading, ...options }).catch((/** @type {Error & {code?: string}} */ error) => {
      // Of these no server says a sentence.
      if (["needs_server", "no_python", "ran_away"].includes(error.code ?? "")) error.message = app.t(`ask.${error.code}`, { verb });
      throw error;
    });
  },
  t: (key, values) => (words.hasApp(key) ? words.app(key, values) : key),
  digit: (number) => String(number).replace(/[0-9]+([.][0-9]+)*/g, (each) => words.number(each)),
  symbol: (digit, size) => app.digit(size > 9 && settings.get("symbols") === "letters" ? digitSymbol(digit, size) : digit),
  get words() {
    return words;
  },
  get language() {
    return words.language;
  },
  owner: new Owner(),
  settings,
  store,
  go,
  announce,
  entitle,
  board: (host, options) => createBoard(host, { ...options, app }),
};

/** Show how much of nonet's Python is loaded. @param {number} share */
async function loading(share) {
  lineOfLoading ??= import(addressOf("js/loading.js")).then(({ loadingLine }) => loadingLine(app));
  (await lineOfLoading)(share);
}
/** @type {Promise<(share: number) => void> | null} */
let lineOfLoading = null;

/** @param {string} text */
function announce(text) {
  said = text;
  const live = find("live");
  // The same words twice are read twice only if the text changes in between.
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

/** @param {string} title */
function entitle(title) {
  const place = app.t(`bar.${shown}`);
  document.title = [...new Set([title, place, "nonet"])].filter(Boolean).join(" · ");
}

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Show the place that the address names. */
async function route() {
  const { place, path, params } = arrive();
  const left = shown === place ? null : mounted[shown];
  if (left) {
    left.root.hidden = true;
    await left.place.then(({ hide }) => hide(), () => {});
  }
  shown = place;
  bar.mark(place);
  if (mounted[place]?.isLost) unmount(place);
  const here = (mounted[place] ??= start(place));
  const { root } = here;
  root.hidden = false;
  entitle("");
  const before = titled;
  said = "";
  try {
    const { show } = await here.place;
    if (mounted[place] === here) await show(params, path); // it is not there any more after a change of language
    if (shown === place) entitle(root.querySelector("h1")?.textContent ?? "");
    titled = document.title;
    // Who does not see the page hears where a link has led, unless the place has said so.
    if (before && !said) announce(titled);
  } catch (error) {
    console.error(place, error);
    here.app.owner.end();
    here.isLost = true;
    here.place = Promise.resolve({ show() {}, hide() {} });
    showLost(root, error instanceof OutsideError ? error.message : app.t("lost.failed", { reason: sentenceOf(error) }));
  }
}

/** @param {string} name */
function start(name) {
  const root = element("section", { class: `place ${name}`, "aria-label": app.t(`bar.${name}`) });
  find("places").append(root);
  const own = partOf(app);
  return { root, app: own, place: load(name, root, own) };
}

/** @param {string} name */
function unmount(name) {
  mounted[name].app.owner.end();
  mounted[name].root.remove();
  delete mounted[name];
}

/** @param {string} name @param {HTMLElement} root @param {App} app @returns {Promise<Place>} */
async function load(name, root, app) {
  if (name === LOST) return { show: (_, path) => showLost(root, app.t("lost.place", { name: path.slice(0, 80) })), hide() {} };
  const path = name === "set" ? "js/set/setter.js" : `js/${name}/${name}.js`;
  const { mount } = await import(addressOf(path)).catch((error) => {
    console.error(path, error);
    throw new OutsideError(app.t("bar.missing"));
  });
  return mount(root, app);
}

/** Say in a place what was not found or what happened, and show ways on. @param {HTMLElement} root @param {string} sentence */
function showLost(root, sentence) {
  const ways = PLACES.map((place) => element("a", { class: "button", href: writeLink(place) }, app.t(`bar.${place}`)));
  const list = element("ul", "lost-ways", ...ways.map((way) => element("li", "", way)));
  const title = element("h1", "", app.t("lost.title"));
  root.replaceChildren(element("div", "empty lost", title, element("p", { role: "alert" }, sentence), list));
}

/** Load the words, for the page and its bar. */
async function speak() {
  words = (await loadWords(settings)) ?? words;
  Object.assign(document.documentElement, { lang: words.language, dir: words.direction });
  bar.draw();
}

/** Load a language and mount everything again. */
async function relabel() {
  await speak();
  await Promise.allSettled(Object.values(mounted).map(async ({ place }) => (await place).hide()));
  shown = "";
  forget();
  await route();
}

/** Mount the places that are not shown again when somebody goes there. */
const forget = () => Object.keys(mounted).filter((name) => name !== shown).forEach(unmount);

/** Apply the look that was chosen. */
function applyTheme() {
  const { dataset } = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "contrast"])) {
    const value = settings.get(name);
    if (value === "auto") delete dataset[name];
    else dataset[name] = value;
  }
}

keepFocus(find("places"));
const bar = mountBar(find("bar"), app, PLACES);
applyTheme();
settings.watch(app.owner, (name) => {
  if (name === "language") void relabel();
  if (name === "symbols") forget();
  if (name === "theme" || name === "contrast") applyTheme();
});
await speak();
addEventListener("hashchange", () => isElsewhere() && void route());
await route();

// From now on the app opens without its server too. Browsers allow that on this machine and over HTTPS.
if (!isOnDisk && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => {});
