/**
 * What stays in the browser between two visits. Nothing of it leaves the machine.
 *
 * Values are JSON under names with one prefix; kept.js says which there are. What is damaged counts as missing, and is
 * noted. What the browser does not take (its storage is full, or forbidden) lives as long as the page, is tried again with
 * the next write, and listeners are notified. Other tabs write too: `merge` changes some fields of what is stored now.
 */

import { KEPT } from "./kept.js";
import { attempt, readJson } from "./outside.js";

/** @typedef {import("./kept.js").Kept} Kept */

const PREFIX = "nonet.";

/** Values that are found again: they make room for others, and it is not reported that they are not kept. */
const PASSING = ["plan", "last", "title", "kinds"];

/** Why something is not kept. @typedef {"" | "full" | "forbidden"} Loss */
/** A value to write, null to remove it. @typedef {{name: keyof Kept, of: string, value: unknown}} Entry */

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

/** Write a text, or remove it; return why this is not kept. @param {string} key @param {string | null} text @returns {Loss} */
function put(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return "";
  } catch (error) {
    // Some browsers have storage in private windows, with no room at all.
    const isFull = error instanceof DOMException && /quota/i.test(error.name) && tried(() => localStorage.length > 0);
    if (!isFull) return "forbidden";
    const passing = keyOf("plan", "");
    if (key === passing || localStorage.getItem(passing) === null) return "full";
    localStorage.removeItem(passing);
    return put(key, text);
  }
}

export class Store {
  /** What the storage did not take. @type {Map<string, string>} */
  #memory = new Map();
  /** The names of the values that were found damaged. @type {Set<keyof Kept>} */
  #damaged = new Set();
  /** @type {Loss} */
  #loss = "";
  /** Hears, once each time, that what is written is not kept any more, or is kept again. @type {(loss: Loss) => void} */
  onLoss = () => {};

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

  /** Return the names of what was found damaged since the last call. */
  takeDamaged() {
    const names = [...this.#damaged];
    this.#damaged.clear();
    return names;
  }

  /** @template {keyof Kept} N @param {N} name @param {Kept[N]} value @param {string} [of] */
  write(name, value, of = "") {
    this.writeAll([{ name, of, value }], true);
  }

  /** @param {keyof Kept} name @param {string} [of] */
  remove(name, of = "") {
    this.writeAll([{ name, of, value: null }]);
  }

  /** Change some fields of what is stored now; undefined removes one. @template {keyof Kept} N @param {N} name @param {Partial<Kept[N]>} fields */
  merge(name, fields) {
    const changed = { .../** @type {object} */ (this.read(name)), ...fields };
    this.write(name, /** @type {Kept[N]} */ (changed));
  }

  /**
   * Write values, or none of them if there is no room for all; return whether they are written. With `isLast` what finds
   * no room lives on in the page. @param {Entry[]} all @param {boolean} [isLast]
   */
  writeAll(all, isLast = false) {
    const texts = new Map(all.map(({ name, of, value }) => [keyOf(name, of), value === null ? null : JSON.stringify(value)]));
    const before = [...texts.keys()].map((key) => /** @type {const} */ ([key, tried(() => localStorage.getItem(key))]));
    /** @type {Map<string, Loss>} */
    const losses = new Map();
    for (const [key, text] of texts) {
      const loss = put(key, text);
      if (loss === "full" && !isLast) {
        for (const each of texts.keys()) put(each, null);
        for (const [each, old] of before) put(each, old);
        return false;
      }
      if (loss) losses.set(key, loss);
    }
    for (const [key, text] of texts) {
      if (losses.has(key) && text !== null) this.#memory.set(key, text);
      else this.#memory.delete(key);
    }
    this.#tryAgain([...losses.values()][0] ?? "");
    return true;
  }

  /** Write what the storage did not take before, and tell if that has changed. @param {Loss} loss of what was written just now */
  #tryAgain(loss) {
    if (!loss) for (const [key, text] of this.#memory) if (!put(key, text)) this.#memory.delete(key);
    const lost = [...this.#memory.keys()].filter((key) => !PASSING.includes(key.slice(PREFIX.length)));
    const now = lost.length ? loss || this.#loss : "";
    if (Boolean(now) !== Boolean(this.#loss)) this.onLoss(now);
    this.#loss = now;
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
