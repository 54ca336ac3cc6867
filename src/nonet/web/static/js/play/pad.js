/**
 * The pad: the modes, the digits with how many of each are left, the colours.
 *
 * It never takes the focus from the board, and its buttons keep their places in every mode.
 */

import { element } from "../dom.js";
import { padButton } from "../buttons.js";
import { icon } from "../icons.js";
import { MODES } from "./session.js";

/** @typedef {import("./session.js").Mode} Mode */

/** How many digits stand in a row of the pad: in the panel, and on a phone. @type {Record<number, [number, number]>} */
const COLUMNS = { 4: [4, 5], 6: [3, 7], 8: [4, 5], 9: [3, 5], 10: [5, 6], 12: [4, 7], 15: [5, 6], 16: [4, 6], 20: [5, 7], 25: [5, 7] };
const NARROWEST = 7; // so that a finger has its 44 pixels on a phone

/** @param {HTMLElement} host @param {App} app @param {Session} session @param {() => void} [erase] */
export function mountPad(host, app, session, erase) {
  const { size } = session.geometry;
  const [wide, narrow] = COLUMNS[size] ?? [Math.ceil(Math.sqrt(size)), Math.min(NARROWEST, size + 1)];
  const modes = element("div", "modes");
  modes.setAttribute("role", "group");
  modes.setAttribute("aria-label", app.t("play.modes"));
  const modeButtons = MODES.map((mode) => {
    const button = padButton("mode", app.t(`play.mode.${mode}`), () => session.setMode(mode));
    button.title = app.t(`play.mode.${mode}.title`);
    button.dataset["key"] = `mode_${mode}`;
    modes.append(button);
    return button;
  });

  const digits = element("div", "pad");
  digits.setAttribute("role", "group");
  digits.setAttribute("aria-label", app.t("play.digits"));
  digits.style.setProperty("--wide", String(wide));
  digits.style.setProperty("--narrow", String(narrow));
  const digitButtons = Array.from({ length: size }, (_, i) => {
    const button = padButton("key", "", () => press(i + 1));
    button.append(element("span", "key-digit"), element("span", "key-left"));
    return button;
  });
  // On a phone it takes the last place of the pad, and leaves more room to the tools.
  const eraser = erase && padButton("eraser", "", erase);
  eraser?.append(icon("erase"));
  eraser?.setAttribute("aria-label", app.t("play.erase"));
  digits.append(...digitButtons, ...(eraser ? [eraser] : []));
  host.parentElement?.style.setProperty("--pad-rows", String(Math.ceil((size + 1) / narrow)));

  const colours = element("div", "pad colours");
  colours.setAttribute("role", "group");
  colours.setAttribute("aria-label", app.t("play.palette"));
  const colourButtons = Array.from({ length: 9 }, (_, i) => {
    const button = padButton("key", "", () => pressColour(i + 1));
    button.style.setProperty("--disc", `var(--palette-${i + 1})`);
    button.append(element("span", "swatch", app.digit(i + 1)));
    button.setAttribute("aria-label", `${app.digit(i + 1)}, ${app.t(`colour.${i + 1}`)}`);
    button.title = app.t(`colour.${i + 1}`);
    return button;
  });
  colours.append(...colourButtons);
  host.append(modes, digits, colours);

  /** @param {number} digit */
  function press(digit) {
    if (session.settings.get("digitFirst")) {
      session.armed = session.armed === digit ? 0 : digit;
      session.changed();
    } else if (session.selection.cells.size) session.enter(digit);
    else {
      session.highlight = session.highlight === digit ? 0 : digit;
      session.changed();
    }
  }

  /** @param {number} colour */
  function pressColour(colour) {
    if (session.activeMode === "draw") {
      session.pen = colour;
      session.changed();
    } else if (session.settings.get("digitFirst")) {
      session.armed = session.armed === colour ? 0 : colour;
      session.changed();
    } else session.enter(colour, "colour");
  }

  function draw() {
    const mode = session.activeMode;
    const isColour = mode === "colour" || mode === "draw";
    digits.hidden = isColour;
    colours.hidden = !isColour;
    host.dataset["mode"] = mode;
    MODES.forEach((each, i) => modeButtons[i].setAttribute("aria-pressed", String(each === mode)));
    const { digitsLeft } = session.game;
    const chosen = session.armed || session.highlight;
    digitButtons.forEach((button, i) => {
      const left = session.paused ? 0 : digitsLeft[i];
      const symbol = app.symbol(i + 1, size);
      button.classList.toggle("done", left === 0);
      if (button.firstElementChild?.textContent !== symbol) button.firstElementChild?.replaceChildren(symbol);
      /** @type {HTMLElement} */ (button.lastElementChild).dataset["text"] = left ? app.digit(left) : "";
      button.setAttribute("aria-label", app.t("play.left", { digit: symbol, n: left, left: app.digit(left) }));
      setPressed(button, chosen === i + 1);
    });
    const colour = mode === "draw" ? session.pen : session.armed;
    colourButtons.forEach((button, i) => setPressed(button, colour === i + 1));
  }

  session.watch(draw);
  draw();
}

/** @param {HTMLElement} button @param {boolean} pressed */
function setPressed(button, pressed) {
  if (pressed) button.setAttribute("aria-pressed", "true");
  else button.removeAttribute("aria-pressed");
}
