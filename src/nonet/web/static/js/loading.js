/** The line that says that nonet's Python loads: once, for the first question that needs it. */

import { element } from "./dom.js";

const STEPS = 4; // how often a screen reader hears how far it is

/** Return the function that shows how much is loaded. @param {Pick<App, "t" | "digit" | "announce">} app @returns {import("./engine/client.js").Loading} */
export function loadingLine(app) {
  const bar = element("progress", { "aria-label": app.t("ask.loading") });
  const line = element("div", "loading", app.t("ask.loading"), bar);
  let told = -1;
  return (share) => {
    bar.value = share;
    if (share >= 1) line.remove();
    else if (!line.isConnected) document.body.append(line);
    const step = Math.floor(share * STEPS);
    if (step === told) return;
    told = step;
    // A requested place is announced when it is there.
    if (share < 1) app.announce(app.t("ask.loading_share", { percent: app.digit(Math.floor(share * 100)) }));
  };
}
