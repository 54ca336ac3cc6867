/** Tabs for the runs on a narrow screen, where one film is shown at a time; on a wide one all films are shown. */

import { button } from "../buttons.js";
import { element, furnish, mark } from "../dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** @param {App} app @param {{onOpen: () => void}} options */
export function createTabs(app, { onOpen }) {
  const narrow = matchMedia("(max-width: 719px)");
  const root = element("div", { class: "film-tabs", role: "tablist", "aria-label": app.t("lab.films"), hidden: true });
  /** @type {Stage[]} */
  let stages = [];
  /** @type {HTMLElement[]} */
  let tabs = [];
  let current = 0;

  function draw() {
    const useTabs = narrow.matches && stages.length > 1;
    root.hidden = !useTabs;
    stages.forEach(({ element: film }, i) => {
      film.hidden = useTabs && i !== current;
      mark(film, "role", useTabs && "tabpanel");
    });
    tabs.forEach((tab, i) => furnish(tab, { "aria-selected": i === current, tabIndex: i === current ? 0 : -1 }));
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
    tabs[current].focus();
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
      tabs = stages.map(({ title }, i) => button({ class: "film-tab", role: "tab" }, title, () => select(i)));
      root.replaceChildren(...tabs);
      draw();
    },
  };
}
