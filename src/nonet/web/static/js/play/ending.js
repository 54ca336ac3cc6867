/**
 * What a finished puzzle was: its time, hints and hardest technique, the solve as a line, and what comes next.
 *
 * A flyout of Play, which opens when the last digit is placed. It covers nothing that a finished puzzle still needs.
 */

import { copyText } from "./clipboard.js";
import { timeText } from "./head.js";
import { dailyTitle } from "./named.js";
import { element, loadStyle, svgElement } from "../dom.js";
import { Game } from "../game/game.js";
import { boardCode, writeLink } from "../link.js";
import { padButton } from "../buttons.js";
import { noteSolve, recordsOf, streakOf } from "./played.js";
import { mountReplay } from "./replay.js";
import { progressOf } from "./story.js";

const [WIDTH, HEIGHT, EDGE] = [320, 72, 6]; // of the line

/** @param {HTMLElement} body @param {App} app @param {Play} play @param {boolean} isNew whether it has just been solved */
export function mountEnding(body, app, play, isNew) {
  void loadStyle("css/ending.css");
  const { game, story, session } = play;
  const { hints, day } = story;
  const fresh = () => new Game(session.geometry, { ...play.puzzle, placed: undefined, marks: undefined });
  const whole = { cells: game.givens.filter((digit) => !digit).length, seconds: game.seconds };
  const points = progressOf(story, game, fresh());
  const line = solveLine(app, points, hints, whole);

  const facts = element("dl", "ending-facts");
  /** @param {string} key @param {string | Node} value */
  const fact = (key, value) => facts.append(element("div", "", element("dt", "", app.t(key)), element("dd", "", value)));
  fact("ending.time", app.digit(timeText(game.seconds)));
  fact("ending.hints", hints.length ? app.digit(hints.length) : app.t("ending.none"));

  const next = element("a", { class: "button main", hidden: true }, app.t("ending.next"));
  const status = element("p", { class: "quiet ending-said", role: "status" });
  const stage = element("div");
  const watch = padButton({ class: "button", hidden: game.at === 0 }, app.t("ending.watch"), replay);
  const buttons = element("div", "buttons", next, watch, padButton("button", app.t("ending.share"), () => void share()));
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
      fact("ending.hardest", element("a", { href: writeLink("learn", {}, rating.hardest) }, hardest));
    }
    const isFaster = isNew && noteSolve(app, { level, day, seconds: game.seconds, hints: hints.length });
    const { best, days } = recordsOf(app);
    const record = best[level];
    if (record !== undefined) fact(isFaster ? "ending.best.new" : "ending.best", app.digit(timeText(record)));
    const streak = day ? streakOf(days) : 0;
    if (streak > 1) fact("ending.streak", app.t("ending.streak.days", { n: streak }));
    if (!level) return;
    const title = app.t("ending.next.title", { difficulty: app.words.difficulty(level) });
    Object.assign(next, { href: `#play/${level}`, title, hidden: false });
  }

  function replay() {
    const shown = fresh();
    for (const move of game.moves.slice(0, game.at)) shown.play(move);
    shown.goTo(0);
    buttons.hidden = true;
    mountReplay(stage, app, session, {
      game: shown,
      times: story.times,
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
    const link = day ? `#play/${day}` : writeLink("play", { p: boardCode(play.puzzle), t: game.title });
    const title = day && level ? dailyTitle(app, level, day) : game.title || (level && app.words.difficulty(level));
    const how = app.t("ending.share.text", { time: app.digit(timeText(game.seconds)), n: hints.length });
    const text = `${["nonet", title, hardest].filter(Boolean).join(" · ")}\n${how}`;
    const url = `${location.href.split(/[?#]/)[0]}${link}`;
    try {
      if (navigator.share) return await navigator.share({ text, url });
    } catch (error) {
      // A person who closes the sheet of the system wants no other one.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
    await copyText(app, status, `${text}\n${url}`);
  }
}

/**
 * Return a solve as a line: the cells filled over time, with a dot for each hint. Time runs from left to right everywhere.
 * @param {App} app @param {ReturnType<typeof progressOf>} points @param {readonly number[]} hints the seconds of the hints
 * @param {{cells: number, seconds: number}} whole what was to be filled, and the time of it all
 * @returns {{element: HTMLElement, mark: (seconds: number | null) => void}} `mark` shows a moment of it
 */
function solveLine(app, points, hints, { cells, seconds }) {
  const x = (/** @type {number} */ time) => EDGE + (Math.min(time, seconds) / (seconds || 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ filled) => HEIGHT - EDGE - (filled / (cells || 1)) * (HEIGHT - 2 * EDGE);
  const filledAt = (/** @type {number} */ time) => points.findLast((point) => point.seconds <= time)?.filled ?? 0;
  const path = points.map(({ seconds: time, filled }, i) => (i ? `H${x(time).toFixed(1)}V${y(filled).toFixed(1)}` : `M${x(time)} ${y(filled)}`)).join("");
  const [start, end] = [0, seconds].map((time) => app.digit(timeText(time)));
  const label = app.t("ending.line", { cells, time: end, n: hints.length });
  const moment = svgElement("path", { class: "moment", d: "" });
  const svg = svgElement(
    "svg",
    { class: "solve-line", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svgElement("path", { class: "floor", d: `M${EDGE} ${HEIGHT - EDGE}H${WIDTH - EDGE}` }),
    svgElement("path", { class: "filled", d: `${path}H${x(seconds).toFixed(1)}` }),
    ...hints.map((time) => svgElement("circle", { class: "hinted", r: 3.5, cx: x(time).toFixed(1), cy: y(filledAt(time)).toFixed(1) })),
    moment,
  );
  const scale = element("figcaption", { class: "quiet", "aria-hidden": "true" }, element("span", "", start), element("span", "", end));
  return {
    element: element("figure", { class: "solve", dir: "ltr" }, svg, scale),
    mark: (time) => moment.setAttribute("d", time === null ? "" : `M${x(time).toFixed(1)} ${EDGE}V${HEIGHT - EDGE}`),
  };
}

/** One quiet ripple of the accent, from the last cell outward. @param {BoardView} board @param {Session} session */
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
