/**
 * Tabs for the runs on a narrow screen, where one film is shown at a time; on a wide one all films are shown.
 */

import { element } from "../dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** @param {App} app @param {{onOpen: () => void}} options */
export function createTabs(app, { onOpen }) {
  const narrow = matchMedia("(max-width: 719px)");
  const root = element("div", "film-tabs");
  root.setAttribute("role", "tablist");
  root.setAttribute("aria-label", app.t("lab.films"));
  root.hidden = true;
  /** @type {Stage[]} */
  let stages = [];
  let current = 0;

  function draw() {
    const useTabs = narrow.matches && stages.length > 1;
    root.hidden = !useTabs;
    stages.forEach(({ element: film }, i) => {
      film.hidden = useTabs && i !== current;
      if (useTabs) film.setAttribute("role", "tabpanel");
      else film.removeAttribute("role");
    });
    [...root.children].forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === current));
      tab.setAttribute("tabindex", i === current ? "0" : "-1");
    });
  }

  /** @param {number} next */
  function select(next) {
    current = (next + stages.length) % stages.length;
    draw();
    onOpen();
  }

  root.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    select(current + (document.documentElement.dir === "rtl" ? -by : by));
    /** @type {HTMLElement | undefined} */ (root.children[current])?.focus();
  });
  app.owner.listen(narrow, "change", () => {
    draw();
    if (stages.length) onOpen();
  });

  return {
    element: root,
    /** @param {Stage[]} next */
    open(next) {
      stages = next;
      current = 0;
      root.replaceChildren(
        ...stages.map(({ title }, i) => {
          const tab = element("button", "film-tab", title);
          tab.setAttribute("type", "button");
          tab.setAttribute("role", "tab");
          tab.addEventListener("click", () => select(i));
          return tab;
        }),
      );
      draw();
    },
  };
}
