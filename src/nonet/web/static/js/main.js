/**
 * The start of the app: the words, the bar at the top, and the place that the address names.
 *
 * A place is a module that exports `mount(root, app)` and returns `{show(params, path, signal), hide()}`. It is loaded when it
 * is first shown; `signal` ends when the person goes elsewhere. After a change of language the places are mounted again. Where a place fails, a message
 * replaces it, and it is mounted again when the person returns to it.
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

/** A place; `leave` hides it, while it is shown. @typedef {{root: HTMLElement, app: App, place: Promise<Place>, leave?: Place["hide"] | null, isLost?: boolean}} Mounted */

/** The places that were shown, by name. @type {Record<string, Mounted>} */
const mounted = {};
let shown = "";
let visit = new AbortController(); // ends when another place, or another page of it, is wanted
let titled = ""; // the title of what is shown
let announced = ""; // what was announced since the address changed
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
  announced = text;
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

/** Leave the place that is shown. */
function leave() {
  const left = mounted[shown];
  const done = left?.leave?.();
  if (left) left.leave = null;
  shown = "";
  return done;
}

/**
 * Show the place that the address names, and no other. There is one visit at a time: what an earlier one still loads or
 * asks for comes too late to be seen.
 */
async function route() {
  visit.abort();
  const { signal } = (visit = new AbortController());
  const { place, path, params } = arrive();
  if (shown !== place) void leave();
  shown = place;
  bar.mark(place);
  if (mounted[place]?.isLost) unmount(place);
  const here = (mounted[place] ??= start(place));
  for (const [name, { root }] of Object.entries(mounted)) root.hidden = name !== place;
  entitle("");
  const before = titled;
  announced = "";
  try {
    const { show, hide } = await here.place;
    if (signal.aborted) return;
    here.leave = hide;
    await show(params, path, signal);
  } catch (error) {
    if (!signal.aborted) showFailed(place, here, error);
  }
  if (signal.aborted) return;
  entitle(here.root.querySelector("h1")?.textContent ?? "");
  titled = document.title;
  // A screen reader announces where a link has led, unless the place has done so.
  if (before && !announced) announce(titled);
}

/** Show in a place why it failed. @param {string} name @param {Mounted} here @param {unknown} error */
function showFailed(name, here, error) {
  console.error(name, error);
  here.app.owner.end();
  here.isLost = true;
  here.leave = null;
  showLost(here.root, error instanceof OutsideError ? error.message : app.t("lost.failed", { reason: sentenceOf(error) }));
}

/** @param {string} name @returns {Mounted} */
function start(name) {
  const root = element("section", { class: `place ${name}`, "aria-label": app.t(`bar.${name}`) });
  find("places").append(root);
  const own = partOf(app);
  // A place that was left leads nowhere and says nothing.
  for (const act of /** @type {const} */ (["go", "announce", "entitle"])) {
    const work = /** @type {(...values: any[]) => void} */ (app[act]);
    Object.defineProperty(own, act, { value: (/** @type {any[]} */ ...values) => void (shown === name && work(...values)) });
  }
  /** @type {Mounted} */
  const here = { root, app: own, place: load(name, root, own) };
  here.place.catch(() => (here.isLost = true));
  return here;
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

/** Load the words, for the page and its bar; return whether they are those that are wanted by now. */
async function speak() {
  const wanted = settings.get("language");
  const found = await loadWords(settings);
  if (wanted !== settings.get("language")) return false;
  words = found ?? words;
  Object.assign(document.documentElement, { lang: words.language, dir: words.direction });
  bar.draw();
  return true;
}

/** Load a language and mount everything again. */
async function relabel() {
  if (!(await speak())) return;
  await leave();
  void leave(); // what a link has led to meanwhile
  forget();
  await route();
}

/** Mount the places that are not shown again when the person goes there. */
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
store.watch(app.owner, "settings", "", () => settings.follow());
store.onLoss = (loss) => void import(addressOf("js/notice.js")).then(({ showLoss }) => showLoss(app, loss));
await speak();
addEventListener("hashchange", () => isElsewhere() && void route());
await route();

// From now on the app opens without its server too. Browsers allow that on this machine and over HTTPS.
if (!isOnDisk && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => {});
