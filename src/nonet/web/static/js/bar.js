/** The bar at the top: the four places, the language, the theme and help. */

import { button, named } from "./buttons.js";
import { element, furnish, mark } from "./dom.js";
import { icon } from "./icons.js";
import { LANGUAGES } from "./i18n.js";

/** @param {HTMLElement} host @param {App} app @param {string[]} places */
export function mountBar(host, app, places) {
  /** @type {HTMLAnchorElement[]} */
  let links = [];
  let current = "";
  const theme = button("tool", null, () => app.settings.toggleTheme());
  app.settings.watch(app.owner, (name) => {
    if (name === "theme") drawTheme(theme, app);
  });

  function draw() {
    drawTheme(theme, app);
    links = places.map((place) => element("a", { href: `#${place}`, "data-place": place }, app.t(`bar.${place}`)));
    const tools = element("div", "bar-tools", languageMenu(app), theme);
    const hadFocus = host.contains(document.activeElement);
    host.replaceChildren(
      element("a", { class: "bar-name", href: "#play" }, "nonet"),
      element("nav", { "aria-label": app.t("bar.places") }, ...links),
      tools,
    );
    if (hadFocus) tools.querySelector("select")?.focus();
    markPlace(current);
  }

  /** Mark the place that is shown. @param {string} place */
  function markPlace(place) {
    current = place;
    for (const link of links) mark(link, "aria-current", link.dataset["place"] === place && "page");
  }

  return { draw, mark: markPlace };
}

/** @param {App} app */
function languageMenu(app) {
  const select = element("select", {
    "aria-label": app.t("bar.language"),
    onchange: () => void app.settings.set("language", select.value),
  });
  for (const [code, name] of Object.entries(LANGUAGES)) {
    select.append(furnish(new Option(name, code, false, code === app.language), { lang: code }));
  }
  const shown = element("span", { "aria-hidden": "true" }, LANGUAGES[app.language]);
  return element("label", { class: "bar-language", title: app.t("bar.language") }, icon("globe"), shown, select);
}

/** Show what a press of the button leads to. @param {HTMLElement} made @param {App} app */
function drawTheme(made, app) {
  const { isDark } = app.settings;
  made.replaceChildren(icon(isDark ? "sun" : "moon"));
  furnish(made, named(app.t(isDark ? "bar.light" : "bar.dark")));
}
