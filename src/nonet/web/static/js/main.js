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
import { createGeometry, digitSymbol } from "./board/geometry.js";
import { keepFocus } from "./focus.js";
import { I18n, chosenLanguage } from "./i18n.js";
import { sentenceOf } from "./errors.js";
import { LOST, PLACES } from "./link.js";
import { showLost } from "./lost.js";
import { OutsideError } from "./outside.js";
import { Owner, partOf } from "./owner.js";
import { mountBar } from "./bar.js";
import { Settings } from "./settings.js";
import { Store } from "./store.js";

/** @typedef {{root: HTMLElement, app: App, place: Promise<Place>, isLost?: boolean}} Mounted */
/** @type {Record<string, Mounted>} */
let mounted = {};
let shown = "";
let titled = ""; // the title of what is shown
let said = ""; // what was announced since the address changed

const ASK = "js/ask.js"; // loaded with the first question

const store = new Store();
const settings = new Settings(store);
const i18n = new I18n();

/** @type {App} */
const app = {
  ask: async (verb, request, options) => {
    const { ask } = await import(addressOf(ASK));
    return ask(verb, request, { loading, ...options }).catch((/** @type {unknown} */ error) => {
      throw inWords(error, verb);
    });
  },
  t: (key, values) => i18n.t(key, values),
  digit: (number) => i18n.digit(number),
  symbol: (digit, size) => i18n.digit(size > 9 && settings.get("symbols") === "letters" ? digitSymbol(digit, size) : digit),
  get words() {
    return i18n.words;
  },
  get language() {
    return i18n.language;
  },
  owner: new Owner(),
  settings,
  store,
  go,
  announce,
  entitle,
  board: (host, options) => createBoard(host, { ...options, app }),
  geometry: createGeometry,
};

/** Show how much of nonet's Python is loaded. @param {number} share */
async function loading(share) {
  lineOfLoading ??= import(addressOf("js/loading.js")).then(({ loadingLine }) => loadingLine(app));
  (await lineOfLoading)(share);
}
/** @type {Promise<(share: number) => void> | null} */
let lineOfLoading = null;

/** Return an error with the sentence of the page for what no server says. @param {unknown} error @param {string} verb */
function inWords(error, verb) {
  const { code } = /** @type {{code?: string}} */ (error ?? {});
  if (error instanceof Error && code === "needs_server") error.message = app.t("ask.needs_server", { verb });
  if (error instanceof Error && code === "no_python") error.message = app.t("ask.no_python");
  if (error instanceof Error && code === "ran_away") error.message = app.t("ask.ran_away");
  return error;
}

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

/** @param {string} id @returns {HTMLElement} */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Show the place that the address names. */
async function route() {
  const { place, path, params } = arrive();
  if (shown && shown !== place) {
    const left = mounted[shown];
    if (left) {
      left.root.hidden = true;
      await left.place.then(({ hide }) => hide(), () => {});
    }
  }
  shown = place;
  bar.mark(place);
  if (mounted[place]?.isLost) {
    mounted[place].root.remove();
    delete mounted[place];
  }
  const here = (mounted[place] ??= start(place));
  const { root, place: promise } = here;
  root.hidden = false;
  entitle("");
  const before = titled;
  said = "";
  try {
    const { show } = await promise;
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
    showLost(root, app, PLACES, error instanceof OutsideError ? error.message : app.t("lost.failed", { reason: sentenceOf(error) }));
  }
}

/** @param {string} name @returns {Mounted} */
function start(name) {
  const root = document.createElement("section");
  root.className = `place ${name}`;
  root.setAttribute("aria-label", app.t(`bar.${name}`));
  find("places").append(root);
  const own = partOf(app);
  return { root, app: own, place: load(name, root, own) };
}

/** @param {string} name @param {HTMLElement} root @param {App} app @returns {Promise<Place>} */
async function load(name, root, app) {
  if (name === LOST) return { show: (_, path) => showLost(root, app, PLACES, app.t("lost.place", { name: path.slice(0, 80) })), hide() {} };
  const path = name === "set" ? "js/set/setter.js" : `js/${name}/${name}.js`;
  const { mount } = await import(addressOf(path)).catch((error) => {
    console.error(path, error);
    throw new OutsideError(app.t("bar.missing"));
  });
  return mount(root, app);
}

/** Load a language and mount everything again. */
async function relabel() {
  await i18n.load(chosenLanguage(settings));
  await Promise.allSettled(Object.values(mounted).map(async ({ place }) => (await place).hide()));
  for (const { app: left } of Object.values(mounted)) left.owner.end();
  mounted = {};
  shown = "";
  find("places").replaceChildren();
  bar.draw();
  await route();
}

/** Mount the places that are not shown again when somebody goes there. */
function forget() {
  for (const [name, { app: left, root }] of Object.entries(mounted)) {
    if (name === shown) continue;
    left.owner.end();
    root.remove();
    delete mounted[name];
  }
}

/** Apply the look that was chosen. */
function applyTheme() {
  const root = document.documentElement;
  const theme = settings.get("theme");
  if (theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (settings.get("contrast") === "high") root.dataset["contrast"] = "high";
  else delete root.dataset["contrast"];
}

keepFocus(find("places"));
const bar = mountBar(find("bar"), app, PLACES);
applyTheme();
settings.watch(app.owner, (name) => {
  if (name === "language") void relabel();
  if (name === "symbols") forget();
  if (name === "theme" || name === "contrast") applyTheme();
});
await i18n.load(chosenLanguage(settings));
bar.draw();
addEventListener("hashchange", () => isElsewhere() && void route());
await route();

// From now on the app opens without its server too. Browsers allow that on this machine and over HTTPS.
if (!isOnDisk && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => {});
