/* Sets the theme and the direction before the first paint; a module would run after it and the page would flash. */
/* Browsers load no modules from a disk: open.html of a site does it. */
if (location.protocol === "file:" && document.documentElement.dataset["disk"] === undefined) location.replace(`open.html${location.hash}`);
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("nonet.settings") ?? "{}");
    const root = document.documentElement;
    if (["light", "dark", "colour-blind"].includes(kept.theme)) root.dataset["theme"] = kept.theme;
    if (kept.contrast === "high") root.dataset["contrast"] = "high";
    if (kept.language === "fa") root.dir = "rtl";
  } catch {
    // The settings are read again, with care, by settings.js.
  }
})();
