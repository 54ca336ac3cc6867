/** Check the position against the solution: first how much is wrong, then, if asked, which cells. */

import { sentenceOf } from "../errors.js";
import { cellName } from "../board/geometry.js";
import { element } from "../dom.js";
import { padButton } from "../buttons.js";

/** @param {HTMLElement} body @param {App} app @param {Play} play */
export function mountCheck(body, app, { session, solution, onChange }) {
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
    // A move says itself what it changed; the check is said when somebody asks for it.
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
