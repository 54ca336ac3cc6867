/* Sets the theme and the direction before the first paint; a module would run after it and the page would flash. */
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
