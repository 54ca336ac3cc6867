/* Sets the theme and the direction before the first paint; a module would run after it and the page would flash. */
/* Asks for the words, which the modules need as soon as they are there. */
/* Browsers load no modules from a disk: open.html of a site does it. */
if (location.protocol === "file:" && document.documentElement.dataset["disk"] === undefined) location.replace(`open.html${location.hash}`);
(() => {
  let chosen = "";
  try {
    const kept = JSON.parse(localStorage.getItem("nonet.settings") ?? "{}");
    const root = document.documentElement;
    if (["light", "dark", "colour-blind"].includes(kept.theme)) root.dataset["theme"] = kept.theme;
    if (kept.contrast === "high") root.dataset["contrast"] = "high";
    if (kept.language === "fa") root.dir = "rtl";
    chosen = String(kept.language);
  } catch {
    // The settings are read again, with care, by settings.js.
  }
  if (location.protocol === "file:") return;
  const tags = [chosen, ...navigator.languages].map((tag) => tag.split("-")[0] ?? "");
  const language = tags.find((tag) => ["en", "fr", "vi", "fa"].includes(tag)) ?? "en";
  const words = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `words/${language}.json` });
  document.head.append(words);
})();
