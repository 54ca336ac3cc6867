/**
 * The bar at the top: the four places, the language, the theme and help.
 */

import { icon } from "./icons.js";
import { LANGUAGES } from "./i18n.js";

/** @param {HTMLElement} host @param {App} app @param {string[]} places */
export function mountBar(host, app, places) {
  let current = "";

  function draw() {
    const name = document.createElement("a");
    name.className = "bar-name";
    name.href = "#play";
    name.textContent = "nonet";
    const nav = document.createElement("nav");
    nav.setAttribute("aria-label", app.t("bar.places"));
    for (const place of places) {
      const link = document.createElement("a");
      link.href = `#${place}`;
      link.dataset["place"] = place;
      link.textContent = app.t(`bar.${place}`);
      nav.append(link);
    }
    const tools = document.createElement("div");
    tools.className = "bar-tools";
    tools.append(languageMenu(app), themeButton(app));
    const hadFocus = host.contains(document.activeElement);
    host.replaceChildren(name, nav, tools);
    if (hadFocus) tools.querySelector("select")?.focus();
    mark(current);
  }

  /** Mark the place that is shown. @param {string} place */
  function mark(place) {
    current = place;
    for (const link of host.querySelectorAll("nav a")) {
      const isCurrent = link instanceof HTMLElement && link.dataset["place"] === place;
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  return { draw, mark };
}

/** @param {App} app */
function languageMenu(app) {
  const label = document.createElement("label");
  label.className = "bar-language";
  label.title = app.t("bar.language");
  const shown = document.createElement("span");
  shown.textContent = LANGUAGES[app.language];
  shown.setAttribute("aria-hidden", "true");
  const select = document.createElement("select");
  select.setAttribute("aria-label", app.t("bar.language"));
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code, false, code === app.language);
    option.lang = code;
    select.append(option);
  }
  select.addEventListener("change", () => app.settings.set("language", select.value));
  label.append(icon("globe"), shown, select);
  return label;
}

/** @param {App} app */
function themeButton(app) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tool";
  const wide = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => {
    const theme = app.settings.get("theme");
    return theme === "dark" || (theme === "auto" && wide.matches);
  };
  const draw = () => {
    button.replaceChildren(icon(isDark() ? "sun" : "moon"));
    const label = app.t(isDark() ? "bar.light" : "bar.dark");
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    app.settings.set("theme", isDark() ? "light" : "dark");
    draw();
  });
  draw();
  return button;
}
