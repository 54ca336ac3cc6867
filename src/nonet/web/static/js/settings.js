/**
 * What a person has chosen: language, theme, how marks look, what the app does by itself.
 *
 * One table of defaults; each change is kept in the browser and reported to those who watch.
 */

/** @typedef {import("./store.js").Store} Store */

export const DEFAULTS = Object.freeze({
  language: "", // that of the browser
  theme: "auto", // auto, light, dark, colour-blind
  contrast: "auto", // auto, high
  marks: "position", // centre marks by position, or in order
  peers: true, // tint the cells that the selected cell sees
  same: true, // mark the cells with the selected digit
  conflicts: true, // mark equal digits in a house
  clean: true, // placing a digit removes it from the marks of its peers
  timer: true, // show the time
  labels: true, // show the numbers of rows and columns
  digitFirst: false, // choose a digit, then the cells
});

/** @typedef {{-readonly [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends boolean ? boolean : string}} Values */
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
    this.#values = { ...DEFAULTS };
    const kept = store.read("settings");
    if (kept && typeof kept === "object") this.#take(kept);
  }

  /** Take over the values that are known and of the right type. @param {object} kept */
  #take(kept) {
    for (const [name, value] of Object.entries(kept)) {
      if (name in DEFAULTS && typeof value === typeof DEFAULTS[/** @type {Name} */ (name)]) {
        Object.assign(this.#values, { [name]: value });
      }
    }
  }

  /** @template {Name} N @param {N} name @returns {Values[N]} */
  get(name) {
    return this.#values[name];
  }

  /** @template {Name} N @param {N} name @param {Values[N]} value */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    this.#store.write("settings", this.#values);
    for (const watcher of this.#watchers) watcher(name);
  }

  /** Change between light and dark, from what is seen now. */
  toggleTheme() {
    const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    this.set("theme", isDark ? "light" : "dark");
  }

  /** Call a function after each change; return a function that ends it. @param {(name: Name) => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
