/**
 * The pad: the modes, the digits with how many of each are left, the colours.
 *
 * It never takes the focus from the board, and its buttons keep their places in every mode.
 */

import { element, mark } from "../dom.js";
import { padButton } from "../buttons.js";
import { icon } from "../icons.js";
import { MODES } from "./session.js";

/** How many digits are in a row of the pad: in the panel, and on a phone. @type {Record<number, [number, number]>} */
const COLUMNS = { 4: [4, 5], 6: [3, 7], 8: [4, 5], 9: [3, 5], 10: [5, 6], 12: [4, 7], 15: [5, 6], 16: [4, 6], 20: [5, 7], 25: [5, 7] };
const NARROWEST = 7; // so that a finger has its 44 pixels on a phone

/** @param {HTMLElement} host @param {App} app @param {Session} session @param {() => void} [erase] */
export function mountPad(host, app, session, erase) {
  const { size } = session.geometry;
  const [wide, narrow] = COLUMNS[size] ?? [Math.ceil(Math.sqrt(size)), Math.min(NARROWEST, size + 1)];
  const modeButtons = MODES.map((mode) => {
    const given = { class: "mode", title: app.t(`play.mode.${mode}.title`), "data-key": `mode_${mode}` };
    return padButton(given, app.t(`play.mode.${mode}`), () => session.setMode(mode));
  });
  const digitButtons = Array.from({ length: size }, (_, i) =>
    padButton("key", [element("span", "key-digit"), element("span", "key-left")], () => press(i + 1)),
  );
  // On a phone it takes the last place of the pad, and leaves more room to the tools.
  const eraser = erase && padButton({ class: "eraser", "aria-label": app.t("play.erase") }, icon("erase"), erase);
  const colourButtons = Array.from({ length: 9 }, (_, i) => {
    const [number, name] = [app.digit(i + 1), app.t(`colour.${i + 1}`)];
    const given = { class: "key", style: `--disc: var(--palette-${i + 1})`, "aria-label": `${number}, ${name}`, title: name };
    return padButton(given, element("span", "swatch", number), () => pressColour(i + 1));
  });

  /** @param {string} name @param {string} label @param {(Node | undefined)[]} buttons */
  const group = (name, label, buttons) => element("div", { class: name, role: "group", "aria-label": app.t(label) }, ...buttons);
  const modes = group("modes", "play.modes", modeButtons);
  const digits = group("pad", "play.digits", [...digitButtons, eraser]);
  digits.style.cssText = `--wide: ${wide}; --narrow: ${narrow}`;
  const colours = group("pad colours", "play.palette", colourButtons);
  host.append(modes, digits, colours);
  host.parentElement?.style.setProperty("--pad-rows", String(Math.ceil((size + 1) / narrow)));

  /** @param {number} digit */
  function press(digit) {
    if (session.selection.cells.size && !session.settings.get("digitFirst")) session.enter(digit);
    else session.chooseDigit(digit);
  }

  /** @param {number} colour */
  function pressColour(colour) {
    if (session.activeMode === "draw") {
      session.pen = colour;
      session.changed();
    } else if (session.settings.get("digitFirst")) session.chooseDigit(colour);
    else session.enter(colour, "colour");
  }

  function draw() {
    const mode = session.activeMode;
    const isColour = mode === "colour" || mode === "draw";
    digits.hidden = isColour;
    colours.hidden = !isColour;
    host.dataset["mode"] = mode;
    MODES.forEach((each, i) => mark(modeButtons[i], "aria-pressed", String(each === mode)));
    const { digitsLeft } = session.game;
    const chosen = session.armed || session.highlight;
    digitButtons.forEach((button, i) => {
      const left = session.paused ? undefined : digitsLeft[i];
      const symbol = app.symbol(i + 1, size);
      const [digit, count] = /** @type {NodeListOf<HTMLElement>} */ (button.querySelectorAll("span"));
      button.classList.toggle("done", left === 0);
      if (digit.textContent !== symbol) digit.replaceChildren(symbol);
      count.dataset["text"] = left ? app.digit(left) : "";
      mark(button, "aria-label", left === undefined ? symbol : app.t("play.left", { digit: symbol, n: left, left: app.digit(left) }));
      mark(button, "aria-pressed", chosen === i + 1 && "true");
    });
    const colour = mode === "draw" ? session.pen : session.armed;
    colourButtons.forEach((button, i) => mark(button, "aria-pressed", colour === i + 1 && "true"));
  }

  session.watch(draw);
  draw();
}
