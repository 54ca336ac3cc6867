// The lines of a proof, to be read one by one: the current one stands out, and the picture follows it. Line 0 is the
// whole proof at once. Arrow keys and buttons walk; each line can be pressed.

import { button, named } from "../buttons.js";
import { element, mark } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../words/proof.js").Proof} Proof */
/** @typedef {ReturnType<typeof createWalk>} Walk */

/**
 * Return the lines of a proof. `show` draws the line that is read now.
 * @param {Pick<App, "t" | "announce">} app @param {Proof} proof @param {string} conclusion @param {() => void} show
 */
export function createWalk(app, { lines }, conclusion, show) {
  const count = lines.length;
  let at = 0;

  const items = lines.map((line, index) => {
    const [first, ...inner] = line.text.split("\n");
    const rest = inner.map((text) => text.replace(/^ {3}/, "")).join("\n");
    const press = button({ class: "line", tabIndex: -1 }, first, () => go(index + 1));
    return element("li", "", press, inner.length > 0 && element("div", "inner", rest));
  });
  const list = element("ol", { class: "proof-lines", tabIndex: 0, "aria-label": app.t("hint.lines", { n: count }) }, ...items);
  const whole = button("button small", app.t("hint.whole"), () => go(0));
  const where = element("span", "place-of");
  const end = element("p", "conclusion", conclusion);
  const bar = element("div", "walk-bar", tool("previous", "back", -1), where, tool("next", "forth", 1), whole);
  const root = element("div", { class: "walk", role: "group", "aria-label": app.t("hint.proof") }, bar, list, end);

  /** @param {"previous" | "next"} name @param {string} way @param {number} by */
  function tool(name, way, by) {
    const drawn = icon("back");
    drawn.classList.add(way);
    return button({ class: "tool", ...named(app.t(`hint.${name}`)) }, drawn, () => step(by));
  }

  /** @param {number} by */
  function step(by) {
    go((at + by + count + 1) % (count + 1));
  }

  /** @param {number} to from 0 to the number of lines */
  function go(to) {
    at = to;
    draw();
    show();
    app.announce(at ? lines[at - 1].text : conclusion);
  }

  function draw() {
    items.forEach((item, index) => {
      item.toggleAttribute("data-past", index + 1 < at);
      item.toggleAttribute("data-now", index + 1 === at);
      mark(item, "aria-current", index + 1 === at && "step");
    });
    const now = items[at - 1];
    // Only the list scrolls, not the page.
    if (now) list.scrollTop = Math.max(0, now.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2);
    where.textContent = at ? app.t("hint.line", { n: at, count }) : app.t("hint.lines", { n: count });
    whole.disabled = at === 0;
    end.classList.toggle("reached", at === 0 || at === count);
  }

  root.addEventListener("keydown", (event) => {
    const forward = getComputedStyle(root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Home") go(Math.min(1, count));
    else if (event.key === "End") go(count);
    else if (event.key.startsWith("Arrow")) step(event.key === "ArrowDown" || event.key === forward ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  draw();
  return { element: root, lines, next: () => step(1), get at() { return at; } };
}
