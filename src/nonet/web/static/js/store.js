/**
 * What stays in the browser between two visits. Nothing of it leaves the machine.
 *
 * Values are JSON under names with one prefix. Where the browser keeps nothing (private windows, full storage), the
 * values live as long as the page.
 */

const PREFIX = "nonet.";

export class Store {
  /** @type {Map<string, string>} */
  #memory = new Map();

  /** Return a value, null if there is none or it is damaged. @param {string} name @returns {unknown} */
  read(name) {
    const text = this.#memory.get(name) ?? this.#kept(name);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether it outlives the page */
  write(name, value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(PREFIX + name, text);
      this.#memory.delete(name);
      return true;
    } catch {
      this.#memory.set(name, text);
      return false;
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#memory.delete(name);
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      // Nothing was kept.
    }
  }

  /** Tell this tab what `watch` tells the others: that a value has changed. @param {string} name */
  tell(name) {
    dispatchEvent(new StorageEvent("storage", { key: PREFIX + name, newValue: "" }));
  }

  /** Call a function when another tab changes a value; return a function that ends it. @param {string} name @param {() => void} changed */
  watch(name, changed) {
    const listener = (/** @type {StorageEvent} */ event) => {
      if (event.key === PREFIX + name && event.newValue !== null) changed();
    };
    addEventListener("storage", listener);
    return () => removeEventListener("storage", listener);
  }

  /** Return the names that begin with a text. @param {string} start @returns {string[]} */
  names(start) {
    const names = new Set([...this.#memory.keys()].filter((name) => name.startsWith(start)));
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i) ?? "";
        if (key.startsWith(PREFIX + start)) names.add(key.slice(PREFIX.length));
      }
    } catch {
      // The browser keeps nothing.
    }
    return [...names].sort();
  }

  /** @param {string} name @returns {string | null} */
  #kept(name) {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  }
}
