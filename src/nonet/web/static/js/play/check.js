/**
 * Check the position against the solution: first how much is wrong, then, if asked, which cells.
 */

import { sentenceOf } from "../errors.js";
import { cellName } from "../board/geometry.js";
import { element } from "../dom.js";
import { padButton } from "../buttons.js";

/** @param {HTMLElement} body @param {App} app @param {Play} play */
export function mountCheck(body, app, play) {
  const { session } = play;
  const text = element("p", "");
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
    try {
      const solution = await play.solution();
      if (number === wanted) show(solution);
    } catch (error) {
      if (number === wanted) text.textContent = sentenceOf(error);
    }
    if (number === wanted && isAsked) app.announce(went + text.textContent);
  }

  /** @param {number[]} solution */
  function show(solution) {
    const { cells, marks } = session.game.wrong(solution);
    if (!cells.length && !marks.length) {
      text.textContent = app.t(session.game.isSolved ? "play.check.solved" : "play.check.right");
      return;
    }
    const values = { digits: cells.length, marks: marks.length, n: app.digit(cells.length), m: app.digit(marks.length) };
    text.textContent = app.t(!marks.length ? "play.check.digits" : !cells.length ? "play.check.cells" : "play.check.both", values);
    const reveal = padButton("button", app.t("play.check.show"), () => {
      session.wrong = new Set([...cells, ...marks]);
      session.changed();
      app.announce(app.t("hint.wrong_cells", { cells: [...session.wrong].map((cell) => app.digit(cellName(cell, session.geometry.size))) }));
    });
    const back = padButton("button", app.t("play.check.back"), () => goBack(solution));
    buttons.append(reveal, back);
  }

  /** @param {number[]} solution */
  function goBack(solution) {
    isGoingBack = true;
    session.goTo(session.game.lastRight(solution));
    isGoingBack = false;
  }

  const stop = session.watch((change) => {
    if (change === "position") void check();
  });
  void check();
  app.owner.ends(stop);
}
