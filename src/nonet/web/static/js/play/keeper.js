/**
 * How the browser keeps a game, and how two tabs with one puzzle agree.
 *
 * Each change of a game has a number, higher than all that the tab has seen. The change with the highest number counts;
 * of two with the same number, that of the tab with the higher name. So all tabs end with one game, however late they
 * hear of each other, and a clock that only ticks never brings an old game back.
 */

/** @typedef {import("../kept.js").Kept["game"]} Kept */
/** @typedef {Pick<Kept, "change" | "tab">} Change */

const TAB = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");

/** @param {Change} one @param {Change} other */
const isNewer = (one, other) => (one.change === other.change ? one.tab > other.tab : one.change > other.change);

/** Return what is kept when a save file takes the place of a game. @param {Kept | null} kept @param {string} save @returns {Kept} */
export const after = (kept, save) => ({ save, change: (kept?.change ?? 0) + 1, tab: TAB });

/** Keeps the game of the puzzle on the table. */
export class Keeper {
  /** The last change on the table. @type {Change} */
  #last = { change: 0, tab: "" };
  #save = "";

  /** @param {App["store"]} store @param {string} code */
  constructor(store, code) {
    this.store = store;
    this.code = code;
  }

  get #kept() {
    return this.store.read("game", this.code);
  }

  /** What is kept, if the table does not have it. */
  get newer() {
    const kept = this.#kept;
    return kept && isNewer(kept, this.#last) ? kept : null;
  }

  /** Note that a kept game is on the table now. @param {Kept} kept */
  take(kept) {
    this.#last = kept;
    this.#save = kept.save;
  }

  /** Keep the game after a change. @param {string} save */
  change(save) {
    this.#last = { change: Math.max(this.#last.change, this.#kept?.change ?? 0) + 1, tab: TAB };
    this.#write(save);
  }

  /** Keep the time of the game, unless another tab has changed the game and this one is about to hear of it. @param {string} save */
  tick(save) {
    if (!this.newer) this.#write(save);
  }

  /** Keep the game again, if another tab has written an older one over it. */
  insist() {
    const kept = this.#kept;
    if (kept && this.#save && isNewer(this.#last, kept)) this.#write(this.#save);
  }

  /** @param {string} save */
  #write(save) {
    this.#save = save;
    const { change, tab } = this.#last;
    this.store.write("game", { save, change, tab }, this.code);
  }
}
