/**
 * What a finished puzzle was: its time, hints and hardest technique, the solve as a line, and what comes next.
 *
 * A flyout of Play, which opens when the last digit is placed. It covers nothing that a finished puzzle still needs.
 */

import { copyText } from "./clipboard.js";
import { timeText } from "./clock.js";
import { dailyTitle } from "./daily.js";
import { element, loadStyle } from "../dom.js";
import { Game } from "../game/game.js";
import { boardCode, writeLink } from "../link.js";
import { padButton } from "../buttons.js";
import { noteSolve, recordsOf, streakOf } from "./records.js";
import { mountReplay } from "./replay.js";
import { solveLine } from "./solve_line.js";
import { progressOf } from "./story.js";

/** @param {HTMLElement} body @param {App} app @param {Play} play @param {boolean} isNew whether it has just been solved */
export function mountEnding(body, app, play, isNew) {
  void loadStyle("css/ending.css");
  const { game, story, session } = play;
  const { givens } = game;
  const fresh = () => new Game(session.geometry, { ...play.puzzle, placed: undefined, marks: undefined });
  const whole = { cells: givens.filter((digit) => !digit).length, seconds: game.seconds };
  const points = progressOf(story, game, fresh());
  const line = solveLine(app, points, story.hints, whole);

  const facts = element("dl", "ending-facts");
  fact("ending.time", app.digit(timeText(game.seconds)));
  fact("ending.hints", story.hints.length ? app.digit(story.hints.length) : app.t("ending.none"));
  /** @param {string} key @param {string | Node} value */
  function fact(key, value) {
    const pair = element("div", "");
    const said = element("dd", "");
    said.append(value);
    pair.append(element("dt", "", app.t(key)), said);
    facts.append(pair);
  }

  const next = /** @type {HTMLAnchorElement} */ (element("a", "button main", app.t("ending.next")));
  next.hidden = true;
  const status = element("p", "quiet ending-said");
  status.setAttribute("role", "status");
  const stage = element("div", "");
  const watch = padButton("button", app.t("ending.watch"), replay);
  watch.hidden = game.at === 0;
  const buttons = element("div", "buttons");
  buttons.append(next, watch, padButton("button", app.t("ending.share"), () => void share()));
  body.append(buttons, stage, status, facts, line.element);
  let level = "";
  let hardest = "";
  void complete();

  /** Add what the rating says; other boards have none. */
  async function complete() {
    const rating = await play.rating().catch(() => null);
    if (app.owner.signal.aborted) return;
    level = rating?.difficulty ?? "";
    if (rating?.hardest) {
      hardest = app.words.technique(rating.hardest).name;
      const link = /** @type {HTMLAnchorElement} */ (element("a", "", hardest));
      link.href = writeLink("learn", {}, rating.hardest);
      fact("ending.hardest", link);
    }
    const isFaster = isNew && noteSolve(app, { level, day: story.day, seconds: game.seconds, hints: story.hints.length });
    const { best, days } = recordsOf(app);
    const record = best[level];
    if (record !== undefined) fact(isFaster ? "ending.best.new" : "ending.best", app.digit(timeText(record)));
    const streak = story.day ? streakOf(days) : 0;
    if (streak > 1) fact("ending.streak", app.t("ending.streak.days", { n: streak }));
    if (!level) return;
    next.href = `#play/${level}`;
    next.title = app.t("ending.next.title", { difficulty: app.words.difficulty(level) });
    next.hidden = false;
  }

  function replay() {
    const shown = fresh();
    for (const move of game.moves.slice(0, game.at)) shown.play(move);
    shown.goTo(0);
    buttons.hidden = true;
    const { times } = story;
    mountReplay(stage, app, session, {
      game: shown,
      times,
      moved: (at) => line.mark(points[at]?.seconds ?? 0),
      ended() {
        stage.replaceChildren();
        line.mark(null);
        buttons.hidden = false;
        watch.focus({ preventScroll: true });
      },
    });
  }

  /** Share how it went, without a digit of it. */
  async function share() {
    const day = story.day;
    const address = location.href.split(/[?#]/)[0];
    const link = day ? `#play/${day}` : writeLink("play", { p: boardCode(play.puzzle), t: game.title });
    const title = day && level ? dailyTitle(app, { difficulty: level, title: day }) : [game.title, level && app.words.difficulty(level)].find(Boolean);
    const how = app.t("ending.share.text", { time: app.digit(timeText(game.seconds)), n: story.hints.length });
    const text = `${["nonet", title, hardest].filter(Boolean).join(" · ")}\n${how}`;
    const url = `${address}${link}`;
    try {
      if (navigator.share) await navigator.share({ text, url });
      else await copyText(app, status, `${text}\n${url}`);
    } catch (error) {
      // Somebody who closes the sheet of the system wants no other one.
      if (!(error instanceof DOMException && error.name === "AbortError")) await copyText(app, status, `${text}\n${url}`);
    }
  }
}

/** One quiet ripple of the accent, from the last cell outward. @param {Play["board"]} board @param {Play["session"]} session */
export function ripple(board, session) {
  const { size, count } = session.geometry;
  const centre = session.selection.cursor;
  session.select((selection) => selection.clear());
  for (let cell = 0; cell < count; cell++) {
    const distance = Math.hypot((cell % size) - (centre % size), Math.floor(cell / size) - Math.floor(centre / size));
    board.cell(cell).style.setProperty("--wait", `${Math.round(distance * 45)}ms`);
  }
  board.element.classList.add("solved");
}
