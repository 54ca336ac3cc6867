/** The row of tools below the pad, and the flyouts of marks, save points and checks that they open. */

import { cellName } from "../board/geometry.js";
import { sentenceOf } from "../errors.js";
import { checkBox } from "../fields.js";
import { element, furnish } from "../dom.js";
import { icon } from "../icons.js";
import { keyOf, keyTable, keyText } from "./keys.js";
import { padButton } from "../buttons.js";
import { mountSaves } from "./save_points.js";

/** @param {HTMLElement} host @param {App} app @param {Play} play */
export function mountTools(host, app, play) {
  const { session, commands, flyouts } = play;

  /** @param {IconName} picture @param {string} name @param {string} action @param {() => unknown} press @param {Record<string, unknown>} [more] */
  function tool(picture, name, action, press, more) {
    const given = { class: "tool tool-tall", title: app.t(`play.${name}.title`), "data-key": action, ...more };
    return padButton(given, [icon(picture), element("span", "", app.t(`play.${name}`))], press);
  }

  /** @type {import("./flyout.js").Build} */
  const buildCheck = (body, own) => mountCheck(body, own, play);
  /** @param {string} name @param {import("./flyout.js").Build} build */
  const opener = (name, build) => () => flyouts.toggle(name, app.t(`play.${name}.head`), build);
  const openSaves = opener("saves", (body) => mountSaves(body, app, play));
  Object.assign(commands, {
    save_point: openSaves,
    restore: openSaves,
    check: () => flyouts.open("check", app.t("play.check.head"), buildCheck),
  });

  const run = (/** @type {string} */ action) => () => commands[action]?.();
  const flyout = (/** @type {string} */ name) => ({ "data-flyout": name, "aria-expanded": "false" });
  const undo = tool("undo", "undo", "undo", run("undo"));
  const redo = tool("redo", "redo", "redo", run("redo"));
  furnish(host, { role: "group", "aria-label": app.t("play.tools") }, [
    undo,
    redo,
    tool("erase", "erase", "erase", run("erase"), { class: "tool tool-tall wide" }),
    tool("marks", "marks", "", opener("marks", (body) => mountMarks(body, app, play)), flyout("marks")),
    tool("flag", "saves", "save_point", openSaves, flyout("saves")),
    // Where the hints are a sheet that is closed, this opens it.
    tool("hint", "hint", "hint", run("hint"), { class: "tool tool-tall narrow" }),
    tool("check", "check", "check", opener("check", buildCheck), flyout("check")),
  ]);

  function draw() {
    const { at, moves } = session.game;
    undo.disabled = session.isHeld || at === 0;
    redo.disabled = session.isHeld || at === moves.length;
  }
  session.watch(draw);
  draw();
}

/** What the app offers to do with marks. @param {HTMLElement} body @param {App} app @param {Play} play */
function mountMarks(body, app, play) {
  /** @param {IconName} picture @param {string} name @param {string} action */
  function row(picture, name, action) {
    const content = [icon(picture), element("span", "", app.t(`play.marks.${name}`))];
    const made = padButton("button row-button", content, () => play.commands[action]?.());
    void keyTable().then((keys) => {
      const key = keyText(keyOf(keys, action));
      if (key) made.append(element("kbd", "", key));
    });
    return made;
  }
  body.append(
    row("marks", "fill", "fill_candidates"),
    row("sweep", "sweep", "clean_candidates"),
    settingBox(app, "clean", app.t("play.marks.auto")),
    element("p", "quiet", app.t("play.marks.about")),
  );
}

/** Check the position: first how much is wrong, then, if asked, which cells. @param {HTMLElement} body @param {App} app @param {Play} play */
function mountCheck(body, app, { session, solution, onChange }) {
  const text = element("p");
  const buttons = element("div", "buttons");
  body.append(text, buttons);
  let wanted = 0;
  let isGoingBack = false;

  async function check() {
    const number = ++wanted;
    buttons.replaceChildren();
    text.textContent = app.t("play.check.busy");
    const went = isGoingBack ? `${app.t("play.check.went")}. ` : "";
    // A move says itself what it changed; a check is announced on request.
    const isAsked = number === 1 || isGoingBack;
    const found = await solution().catch(sentenceOf);
    if (number !== wanted) return;
    if (typeof found === "string") text.textContent = found;
    else show(found);
    if (isAsked) app.announce(went + text.textContent);
  }

  /** @param {number[]} right */
  function show(right) {
    const { cells, marks } = session.game.wrong(right);
    const wrong = [...cells, ...marks];
    if (!wrong.length) {
      text.textContent = app.t(session.game.isSolved ? "play.check.solved" : "play.check.right");
      return;
    }
    const values = { digits: cells.length, marks: marks.length, n: app.digit(cells.length), m: app.digit(marks.length) };
    text.textContent = app.t(!marks.length ? "play.check.digits" : !cells.length ? "play.check.cells" : "play.check.both", values);
    const reveal = padButton("button", app.t("play.check.show"), () => {
      session.wrong = new Set(wrong);
      session.changed();
      app.announce(app.t("hint.wrong_cells", { cells: wrong.map((cell) => app.digit(cellName(cell, session.geometry.size))) }));
    });
    const back = padButton("button", app.t("play.check.back"), () => {
      isGoingBack = true;
      session.goTo(session.game.lastRight(right));
      isGoingBack = false;
    });
    buttons.append(reveal, back);
  }

  app.owner.ends(onChange(() => void check()));
  void check();
}

/** @typedef {"clean" | "peers" | "same" | "conflicts" | "timer" | "labels" | "digitFirst"} Switch */

/** Return a check box for a setting that is on or off. @param {App} app @param {Switch} name @param {string} text */
export function settingBox(app, name, text) {
  const { box, row } = checkBox(text, app.settings.get(name));
  box.addEventListener("change", () => app.settings.set(name, box.checked));
  return row;
}
