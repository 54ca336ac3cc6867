/**
 * What stays in the browser between two visits. Nothing of it leaves the machine.
 *
 * Values are JSON under names with one prefix; kept.js says which there are. What is damaged counts as missing, and is
 * noted. Where the browser keeps nothing (private windows, full storage), the values live as long as the page.
 */

import { KEPT } from "./kept.js";
import { attempt, readJson } from "./outside.js";

/** @typedef {import("./kept.js").Kept} Kept */

const PREFIX = "nonet.";

/** Return the name of a value in the storage. @param {string} name @param {string} of */
const keyOf = (name, of) => PREFIX + (of ? `${name}.${of}` : name);

/** Return what the storage answers, null where there is none. @template T @param {() => T} work */
function tried(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

export class Store {
  /** @type {Map<string, string>} */
  #memory = new Map();
  /** The names of the values that were found damaged. @type {Set<keyof Kept>} */
  #damaged = new Set();

  /** Return a value, null if there is none or it is damaged. @template {keyof Kept} N @param {N} name @param {string} [of] the puzzle of a game @returns {Kept[N] | null} */
  read(name, of = "") {
    const key = keyOf(name, of);
    const text = this.#memory.get(key) ?? tried(() => localStorage.getItem(key));
    if (text === null) return null;
    /** @type {string[]} */
    const lost = [];
    const reader = /** @type {import("./outside.js").Reader<any>} */ (KEPT[name]);
    const found = attempt(() => readJson(text, reader, name, lost), lost) ?? null;
    if (lost.length) this.#damaged.add(name);
    for (const why of lost) console.info(`storage: ${why}`);
    return found;
  }

  /** Return the names of what was found damaged since the last time that somebody asked. */
  takeDamaged() {
    const names = [...this.#damaged];
    this.#damaged.clear();
    return names;
  }

  /** @template {keyof Kept} N @param {N} name @param {Kept[N]} value @param {string} [of] @returns {boolean} whether it outlives the page */
  write(name, value, of = "") {
    const [key, text] = [keyOf(name, of), JSON.stringify(value)];
    const isKept = tried(() => localStorage.setItem(key, text)) !== null;
    if (isKept) this.#memory.delete(key);
    else this.#memory.set(key, text);
    return isKept;
  }

  /** @param {keyof Kept} name @param {string} [of] */
  remove(name, of = "") {
    this.#memory.delete(keyOf(name, of));
    tried(() => localStorage.removeItem(keyOf(name, of)));
  }

  /** Tell this tab what `watch` tells the others: that a value has changed. @param {keyof Kept} name @param {string} of */
  tell(name, of) {
    dispatchEvent(new StorageEvent("storage", { key: keyOf(name, of), newValue: "" }));
  }

  /** Call a function when another tab changes a value. @param {import("./owner.js").Owner} owner @param {keyof Kept} name @param {string} of @param {() => void} changed */
  watch(owner, name, of, changed) {
    owner.listen(window, "storage", (/** @type {StorageEvent} */ event) => {
      if (event.key === keyOf(name, of) && event.newValue !== null) changed();
    });
  }
}
