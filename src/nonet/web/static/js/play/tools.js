/**
 * The row of tools below the pad, and the flyouts of marks, save points and checks that they open.
 */

import { checkBox } from "../fields.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { keyOf, keyTable, keyText } from "./keys.js";
import { padButton } from "../buttons.js";
import { mountCheck } from "./check.js";
import { mountSaves } from "./save_points.js";

/** @typedef {Parameters<typeof icon>[0]} IconName */

/** @param {HTMLElement} host @param {App} app @param {Play} play */
export function mountTools(host, app, play) {
  const { session, commands, flyouts } = play;
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", app.t("play.tools"));

  /** @param {IconName} picture @param {string} name @param {string} action @param {() => void} press */
  function tool(picture, name, action, press) {
    const button = padButton("tool tool-tall", "", press);
    button.append(icon(picture), element("span", "", app.t(`play.${name}`)));
    button.title = app.t(`play.${name}.title`);
    button.dataset["key"] = action;
    host.append(button);
    return button;
  }

  /** @type {import("./flyout.js").Build} */
  const buildCheck = (body, own) => mountCheck(body, own, play);
  /** @param {string} name @param {import("./flyout.js").Build} build */
  const opener = (name, build) => () => flyouts.toggle(name, app.t(`play.${name}.head`), build);

  commands["undo"] = () => void (session.undo() || play.note(app.t("play.undo.none")));
  commands["redo"] = () => void (session.redo() || play.note(app.t("play.redo.none")));
  commands["erase"] = () => void session.erase();
  commands["fill_candidates"] = () => void (session.fill() || play.note(app.t("play.marks.full")));
  commands["clean_candidates"] = () => void (session.clean() || play.note(app.t("play.marks.clean")));
  commands["save_point"] = opener("saves", (body) => mountSaves(body, app, play));
  commands["restore"] = commands["save_point"];
  commands["check"] = () => flyouts.open("check", app.t("play.check.head"), buildCheck);

  const run = (/** @type {string} */ action) => () => commands[action]?.();
  const undo = tool("undo", "undo", "undo", run("undo"));
  const redo = tool("redo", "redo", "redo", run("redo"));
  tool("erase", "erase", "erase", run("erase")).classList.add("wide");
  const marks = tool("marks", "marks", "", opener("marks", (body) => mountMarks(body, app, play)));
  const saves = tool("flag", "saves", "save_point", run("save_point"));
  // Where the hints are a sheet that is closed, this opens it.
  tool("hint", "hint", "hint", run("hint")).classList.add("narrow");
  const check = tool("check", "check", "check", opener("check", buildCheck));
  for (const [button, name] of /** @type {const} */ ([[marks, "marks"], [saves, "saves"], [check, "check"]])) {
    button.dataset["flyout"] = name;
    button.setAttribute("aria-expanded", "false");
  }

  function draw() {
    undo.disabled = session.isHeld || session.game.at === 0;
    redo.disabled = session.isHeld || session.game.at === session.game.moves.length;
  }
  session.watch(draw);
  draw();
}

/** What the app offers to do with marks. @param {HTMLElement} body @param {App} app @param {Play} play */
function mountMarks(body, app, play) {
  for (const [name, action] of [["fill", "fill_candidates"], ["sweep", "clean_candidates"]]) {
    const button = padButton("button row-button", "", () => play.commands[action]?.());
    button.append(icon(name === "fill" ? "marks" : "sweep"), element("span", "", app.t(`play.marks.${name}`)));
    void keyTable().then((keys) => {
      const key = keyText(keyOf(keys, action));
      if (key) button.append(element("kbd", "", key));
    });
    body.append(button);
  }
  body.append(
    settingBox(app, "clean", app.t("play.marks.auto")),
    element("p", "quiet", app.t("play.marks.about")),
  );
}

/** Return a check box for a setting that is on or off. @param {App} app @param {"clean" | "peers" | "same" | "conflicts" | "timer" | "labels" | "digitFirst"} name @param {string} text */
export function settingBox(app, name, text) {
  const { box, row } = checkBox(text, app.settings.get(name));
  box.addEventListener("change", () => app.settings.set(name, box.checked));
  return row;
}
