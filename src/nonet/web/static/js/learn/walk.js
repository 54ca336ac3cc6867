// The lines of a proof, to be read one by one: the current one stands out, and the picture follows it. Line 0 is the
// whole proof at once. Arrow keys and buttons walk; each line can be pressed.

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { button } from "./parts.js";

/** @typedef {import("../words/proof.js").Proof} Proof */
/** @typedef {{element: HTMLElement, go: (at: number) => void, next: () => void, previous: () => void, readonly at: number}} Walk */

/**
 * Return the lines of a proof. `show` draws a line: 0 for all of them, else the number of the line.
 * @param {Pick<App, "t" | "announce">} app @param {Proof} proof @param {string} conclusion @param {(at: number) => void} show @returns {Walk}
 */
export function createWalk(app, proof, conclusion, show) {
  const { lines } = proof;
  let at = 0;
  const root = element("div", "walk");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", app.t("hint.proof"));

  const list = element("ol", "proof-lines");
  const items = lines.map((line, index) => {
    const [first = "", ...inner] = line.text.split("\n");
    const item = element("li", "");
    const press = button(first, () => go(index + 1), "line");
    press.tabIndex = -1;
    item.append(press);
    if (inner.length) item.append(element("div", "inner", inner.map((text) => text.replace(/^ {3}/, "")).join("\n")));
    return item;
  });
  list.append(...items);
  list.tabIndex = 0;
  list.setAttribute("aria-label", app.t("hint.lines", { n: lines.length }));

  const back = tool("previous", () => step(-1));
  const forth = tool("next", () => step(1));
  const whole = button(app.t("hint.whole"), () => go(0), "button small");
  const where = element("span", "place-of");
  const bar = element("div", "walk-bar");
  bar.append(back, where, forth, whole);
  const end = element("p", "conclusion", conclusion);
  root.append(bar, list, end);

  /** @param {"previous" | "next"} name @param {() => void} press */
  function tool(name, press) {
    const made = button("", press, "tool");
    const drawn = icon("back");
    drawn.classList.add(name === "next" ? "forth" : "back");
    made.append(drawn);
    made.title = app.t(`hint.${name}`);
    made.setAttribute("aria-label", made.title);
    return made;
  }

  /** @param {number} by */
  function step(by) {
    go((at + by + lines.length + 1) % (lines.length + 1));
  }

  /** @param {number} to */
  function go(to) {
    at = Math.min(Math.max(to, 0), lines.length);
    draw();
    show(at);
    app.announce(at ? (lines[at - 1]?.text ?? "") : conclusion);
  }

  function draw() {
    items.forEach((item, index) => {
      item.toggleAttribute("data-past", at > 0 && index + 1 < at);
      item.toggleAttribute("data-now", index + 1 === at);
      if (index + 1 === at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const now = items[at - 1];
    // Only the list scrolls, not the page.
    if (now) list.scrollTop = Math.max(0, now.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2);
    const count = lines.length;
    where.textContent = at ? app.t("hint.line", { n: at, count }) : app.t("hint.lines", { n: count });
    whole.disabled = at === 0;
    end.classList.toggle("reached", at === 0 || at === lines.length);
  }

  root.addEventListener("keydown", (event) => {
    const forward = getComputedStyle(root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Home") go(1);
    else if (event.key === "End") go(lines.length);
    else if (event.key.startsWith("Arrow")) step(event.key === "ArrowDown" || event.key === forward ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  draw();
  return { element: root, go, next: () => step(1), previous: () => step(-1), get at() { return at; } };
}
