/**
 * Who ends what: a view owns what would outlive its elements (listeners of the window, timers, watchers, questions, views
 * inside it), and ends everything at once.
 *
 * Listeners on elements of the view need no owner: they go with the elements.
 */

export class Owner {
  #life = new AbortController();
  signal = this.#life.signal;

  /**
   * Listen as long as the view is there.
   * @template {Event} E @param {EventTarget} target @param {string} type @param {(event: E) => void} listener @param {{capture?: boolean}} [options]
   */
  listen(target, type, listener, options = {}) {
    target.addEventListener(type, /** @type {(event: Event) => void} */ (listener), { ...options, signal: this.signal });
  }

  /** Call a function when the view ends; at once if it has ended. @param {() => void} work */
  ends(work) {
    if (this.signal.aborted) work();
    else this.signal.addEventListener("abort", work, { once: true });
  }

  /** Call a function later, if the view is still there. @param {() => void} work @param {number} time milliseconds */
  later(work, time) {
    const timer = setTimeout(() => {
      over.end();
      work();
    }, time);
    const over = this.part();
    over.ends(() => clearTimeout(timer));
  }

  /** Return the owner of a view inside this one. */
  part() {
    const part = new Owner();
    if (this.signal.aborted) part.end();
    else this.signal.addEventListener("abort", () => part.end(), { once: true, signal: part.signal });
    return part;
  }

  end() {
    this.#life.abort();
  }
}

/** Return the app for a view inside another: the same, with an owner of its own. @param {App} app @returns {App} */
export const partOf = (app) => Object.create(app, { owner: { value: app.owner.part() } });
