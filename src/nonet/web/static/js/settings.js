/**
 * What a person has chosen: language, theme, how marks look, what the app does by itself. kept.js has the choices.
 *
 * Each change is kept in the browser and reported to those who watch; so is one that another tab has made.
 */

import { SETTINGS } from "./kept.js";
import { objectOf } from "./outside.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./kept.js").Kept["settings"]} Values */
/** @typedef {keyof Values} Name */

export class Settings {
  /** @type {Values} */
  #values;
  /** @type {Set<(name: Name) => void>} */
  #watchers = new Set();
  #store;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#values = this.#kept;
  }

  get #kept() {
    return this.#store.read("settings") ?? objectOf(SETTINGS)({});
  }

  /** @template {Name} N @param {N} name @returns {Values[N]} */
  get(name) {
    return this.#values[name];
  }

  /** @template {Name} N @param {N} name @param {Values[N]} value */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#store.merge("settings", { [name]: value });
    this.follow();
  }

  /** Take over what is stored now, even if another tab has changed it. */
  follow() {
    const before = this.#values;
    this.#values = this.#kept;
    const changed = /** @type {Name[]} */ (Object.keys(before)).filter((name) => this.#values[name] !== before[name]);
    for (const name of changed) for (const watcher of this.#watchers) watcher(name);
  }

  /** Whether the page is dark now. */
  get isDark() {
    return getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
  }

  toggleTheme() {
    this.set("theme", this.isDark ? "light" : "dark");
  }

  /** Call a function after each change. @param {import("./owner.js").Owner} owner @param {(name: Name) => void} watcher */
  watch(owner, watcher) {
    this.#watchers.add(watcher);
    owner.ends(() => this.#watchers.delete(watcher));
  }
}
