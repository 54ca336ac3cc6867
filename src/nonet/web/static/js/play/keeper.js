/**
 * How the browser keeps a game, and how two tabs with one puzzle agree.
 *
 * Each change of a game has a number, higher than all that the tab has seen. The change with the highest number counts;
 * of two with the same number, that of the tab with the higher name. So all tabs end with one game, however late they
 * hear of each other, and a clock that only ticks never brings an old game back.
 */

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../kept.js").Kept["game"]} Kept */

const TAB = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");

/** Keep a game that is not on the table, in place of what was kept. @param {Store} store @param {string} code @param {string} save */
export function keepGame(store, code, save) {
  const change = (store.read("game", code)?.change ?? 0) + 1;
  store.write("game", { save, change, tab: TAB }, code);
}

/** @param {Pick<Kept, "change" | "tab">} one @param {Pick<Kept, "change" | "tab">} other */
function isNewer(one, other) {
  return one.change === other.change ? one.tab > other.tab : one.change > other.change;
}

/** Keeps the game on the table. */
export class Keeper {
  /** The last change on the table. @type {Pick<Kept, "change" | "tab">} */
  #last = { change: 0, tab: "" };
  #save = "";

  /** @param {Store} store @param {string} code */
  constructor(store, code) {
    this.store = store;
    this.code = code;
  }

  /** What is kept, if the table does not have it. */
  get newer() {
    const kept = this.store.read("game", this.code);
    return kept && isNewer(kept, this.#last) ? kept : null;
  }

  /** Note that a kept game is on the table now. @param {Kept} kept */
  take(kept) {
    this.#last = kept;
    this.#save = kept.save;
  }

  /** Keep the game after a change. @param {string} save */
  change(save) {
    const other = this.store.read("game", this.code)?.change ?? 0;
    this.#last = { change: Math.max(this.#last.change, other) + 1, tab: TAB };
    this.#write(save);
  }

  /** Keep the time of the game, unless another tab has changed the game and this one is about to hear of it. @param {string} save */
  tick(save) {
    if (!this.newer) this.#write(save);
  }

  /** Keep the game again, if another tab has written an older one over it. */
  insist() {
    const kept = this.store.read("game", this.code);
    if (kept && this.#save && isNewer(this.#last, kept)) this.#write(this.#save);
  }

  /** @param {string} save */
  #write(save) {
    this.#save = save;
    const { change, tab } = this.#last;
    this.store.write("game", { save, change, tab }, this.code);
  }
}
