/**
 * The moves of a player once more, on the board: in the rhythm in which they were made, but in half a minute at most.
 *
 * The game itself stays as it is. While a replay is there, the session shows another game that holds the same puzzle,
 * and takes no moves.
 */

import { icon } from "../icons.js";
import { element, furnish, mark } from "../dom.js";
import { named, padButton } from "../buttons.js";

const ALL = 25_000; // milliseconds for all moves
const [SHORTEST, LONGEST] = [60, 1200]; // milliseconds between two moves

/**
 * Begin a replay; it ends with its owner.
 * @param {HTMLElement} host where its controls are @param {App} app @param {Session} session
 * @param {{game: Game, times: readonly number[], moved: (at: number) => void, ended: () => void}} parts a game with all moves
 */
export function mountReplay(host, app, session, { game, times, moved, ended }) {
  const last = game.moves.length;
  const total = (times.at(-1) ?? 0) || 1;
  const part = app.owner.part();
  let beat = part; // until the next move
  let isRunning = true;

  const toggle = padButton("tool", null, () => (isRunning ? pause() : run()));
  const stop = padButton({ class: "tool", ...named(app.t("ending.replay.end")) }, icon("close"), () => {
    part.end();
    ended();
  });
  const place = element("input", { type: "range", max: last, "aria-label": app.t("ending.replay.move") });
  place.addEventListener("input", () => {
    pause();
    show(Number(place.value));
  });
  host.replaceChildren(element("div", { class: "replay", dir: "ltr" }, toggle, place, stop));

  /** @param {number} at */
  function show(at) {
    game.goTo(at);
    place.value = String(at);
    mark(place, "aria-valuetext", app.t("ending.replay.at", { at, all: last }));
    moved(at);
    session.changed();
  }

  function run() {
    if (game.at === last) show(0);
    setRunning(true);
    next();
  }

  function next() {
    const gap = ((times[game.at] ?? 0) - (times[game.at - 1] ?? 0)) / total;
    const wait = Math.max(SHORTEST, Math.min(LONGEST, gap * ALL, ALL / last));
    beat = part.part();
    beat.later(() => {
      show(game.at + 1);
      if (game.at < last) next();
      else pause();
    }, wait);
  }

  function pause() {
    beat.end();
    setRunning(false);
  }

  /** @param {boolean} now */
  function setRunning(now) {
    isRunning = now;
    toggle.replaceChildren(icon(now ? "pause" : "play"));
    furnish(toggle, named(app.t(now ? "play.pause" : "play.continue")));
  }

  part.ends(() => {
    session.replay = null;
    session.changed();
  });
  session.replay = game;
  show(0);
  run();
  app.announce(app.t("ending.replay.begins", { n: last }));
}
