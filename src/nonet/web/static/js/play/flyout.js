/**
 * A flyout: a small panel that opens below its button, over what is there, and moves nothing.
 *
 * One is open at a time. Escape, its button and its cross close it; nothing behind it is blocked.
 */

import { cover } from "../address.js";
import { button, named } from "../buttons.js";
import { element } from "../dom.js";
import { firstControl, isUsable } from "../focus.js";
import { icon } from "../icons.js";
import { partOf } from "../owner.js";

/** Fills a flyout; the app is that of the flyout. @typedef {(body: HTMLElement, app: App) => unknown} Build */

/** What is read while playing on: the focus stays where it is. */
const BESIDE = ["check", "ending"];

const NARROW = matchMedia("(max-width: 599px)");
const FINGER = matchMedia("(pointer: coarse)");

export class Flyouts {
  /** @type {{name: string, node: HTMLElement, from: Element | null, owner: Owner} | null} */
  #open = null;

  /** @param {HTMLElement} host @param {App} app @param {{isOpen: () => boolean, close: () => void}} [sheet] what else lies over the page on a phone */
  constructor(host, app, sheet) {
    this.host = host;
    this.app = app;
    this.sheet = sheet;
    app.owner.ends(() => cover(this, null));
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#open) return;
      event.stopPropagation();
      this.close();
    });
  }

  /** The name of the open flyout, "" if none is open. */
  get name() {
    return this.#open?.name ?? "";
  }

  /** Open a flyout; close it if it is open. @param {string} name @param {string} title @param {Build} build */
  toggle(name, title, build) {
    const isOpen = this.name === name;
    this.close();
    if (!isOpen) this.open(name, title, build);
  }

  /** @param {string} name @param {string} title @param {Build} build */
  open(name, title, build) {
    const from = document.activeElement;
    this.close();
    const cross = button({ class: "tool", ...named(this.app.t("play.close")) }, icon("close"), () => this.close());
    const head = element("header", "flyout-head", element("h2", "", title), cross);
    const body = element("div", "flyout-body");
    const node = element("section", { class: `flyout flyout-${name}`, role: "group", "aria-label": title }, head, body);
    this.host.append(node);
    const app = partOf(this.app);
    this.#open = { name, node, from, owner: app.owner };
    build(body, app);
    this.#mark();
    if (!body.querySelector("button, input, select")) body.tabIndex = 0; // so that keys can scroll it
    if (from?.matches(":focus-visible") && !BESIDE.includes(name)) (firstControl(body) ?? body).focus();
  }

  close() {
    if (!this.#open) return;
    const { name, node, from, owner } = this.#open;
    const hadFocus = node.contains(document.activeElement);
    this.#open = null;
    node.remove();
    owner.end();
    // From a press of the mouse there is no focus to return to: then the button of the flyout gets it.
    const isHere = from instanceof HTMLElement && from !== document.body && isUsable(from);
    const back = isHere ? from : document.querySelector(`[data-flyout="${name}"]`);
    if (hadFocus && back instanceof HTMLElement) back.focus();
    this.#mark();
  }

  /** Tell the buttons of flyouts which one is open. */
  #mark() {
    for (const button of document.querySelectorAll("[data-flyout]")) {
      button.setAttribute("aria-expanded", String(button.getAttribute("data-flyout") === this.name));
    }
    this.covered();
  }

  /** Let Back close what is open now, when that is settled. */
  covered() {
    queueMicrotask(() => {
      if (this.app.owner.signal.aborted) return;
      const isOver = this.#open ? NARROW.matches || FINGER.matches : NARROW.matches && this.sheet?.isOpen();
      cover(this, isOver ? () => (this.#open ? this.close() : this.sheet?.close()) : null);
    });
  }
}
