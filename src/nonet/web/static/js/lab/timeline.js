/**
 * One scrubber for several runs: event by event, or by the share of each run; with play, step, the next backtrack.
 *
 * The position is a number of events of the longest run. In step with the events, a shorter run is over earlier; by
 * share, all begin and end together.
 */

import { button } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { menuOf } from "../fields.js";
import { icon } from "../icons.js";
import { KEYS } from "./keys.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {keyof typeof KEYS} Act */

const SPEEDS = [1, 4, 20, 100, 500, 2500, 12500, 60000];
const SECONDS = 25; // a run plays in about this time at the first speed chosen for it

/**
 * @param {Lab} app
 * @param {{onSettle: (isStep: boolean) => void, onBy: () => void}} options
 *   `onSettle` is called when the position stays; `isStep` if it moved by a button or a key
 */
export function createTimeline(app, { onSettle, onBy }) {
  /** @type {Stage[]} */
  let stages = [];
  let [at, total, by, playing, frame, last, rest] = [0, 1, "share", false, 0, 0, 0];
  let [before, late, turn] = [0, 0, 0]; // the last frame, how often frames were late, whose turn it is

  /** @type {Record<Act, () => void>} */
  const acts = {
    play: toggle, back: () => step(-1), forward: () => step(1), backtrack: nextBacktrack,
    start: () => step(-total), end: () => step(total),
  };
  const slider = element("input", {
    class: "timeline-slider", type: "range", min: "0", step: "1", value: "0", dir: "ltr",
    "aria-label": app.t("lab.event_number"), onchange: settle,
  });
  slider.addEventListener("input", () => {
    pause();
    goTo(Number(slider.value));
  });
  const counter = element("span", "timeline-count");
  const playButton = tool("play", "play");
  const buttons = element(
    "div", { class: "timeline-buttons", dir: "ltr" },
    tool("start", "first"), tool("back", "before"), playButton, tool("forward", "next"), tool("backtrack", "skip"),
  );
  const speed = menuOf(SPEEDS.map(String), (n) => app.t("lab.speed_value", { n: app.write(Number(n)) }));
  const byMenu = menuOf(["share", "event"], (name) => app.t(`lab.by.${name}`));
  byMenu.addEventListener("change", () => {
    by = byMenu.value;
    draw();
    layOut();
    onBy();
  });
  const menus = element(
    "div", "timeline-menus",
    element("label", "timeline-menu", element("span", "", app.t("lab.speed")), speed),
    element("label", "timeline-menu", element("span", "", app.t("lab.by_label")), byMenu),
  );

  /** @param {Act} act @param {Parameters<typeof icon>[0]} drawn */
  function tool(act, drawn) {
    return button({ class: "tool", ...namesOf(act) }, icon(drawn), acts[act]);
  }

  /** Return the name of a button, and its title with the key. @param {Act} act @param {string} [key] */
  function namesOf(act, key = `lab.${act}`) {
    const name = app.t(key);
    return { "aria-label": name, title: `${name} (${app.t(KEYS[act][1])})` };
  }

  /** Return the moment of a film at a position, and the first position of a moment. @param {Stage} stage @param {number} position */
  const momentAt = ({ film }, position) => (by === "share" ? Math.round((position * film.length) / total) : Math.min(position, film.length));
  const positionOf = (/** @type {Stage} */ { film }, /** @type {number} */ moment) =>
    by === "share" ? Math.ceil(((moment - 0.5) * total) / Math.max(1, film.length)) : moment;

  const layOut = () => stages.forEach((stage) => stage.setWidth(by === "share" ? 1 : stage.film.length / total));

  /** Draw all films at the position. */
  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    visible().forEach(drawOne);
    drawPosition();
  }

  /** Draw a frame of a movement. Where frames are late, the films take turns. @param {number} now */
  function drawFrame(now) {
    frame = 0;
    const gap = now - before;
    before = now;
    late = Math.max(0, Math.min(30, late + (gap > 20 && gap < 200 ? 1 : -0.05)));
    const behind = visible().filter((stage) => stage.film.now !== momentAt(stage, at));
    const inTurn = late > 3 && behind.length > 1 ? [behind[turn++ % behind.length]] : behind;
    inTurn.forEach(drawOne);
    drawPosition();
    if (inTurn.length < behind.length) schedule();
  }

  /** @param {Stage} stage */
  function drawOne(stage) {
    stage.film.goTo(momentAt(stage, at));
    stage.show();
  }

  function drawPosition() {
    slider.value = String(at);
    counter.textContent = app.t("lab.count", { at: app.write(at), total: app.write(total) });
    slider.setAttribute("aria-valuetext", counter.textContent);
  }

  /** On a phone one run is shown at a time. */
  const visible = () => stages.filter((stage) => !stage.element.hidden);

  const schedule = () => void (frame ||= requestAnimationFrame(drawFrame));

  /** @param {number} position */
  function goTo(position) {
    at = Math.max(0, Math.min(total, Math.round(position)));
    schedule();
  }

  /** @param {number} events */
  function step(events) {
    pause();
    goTo(at + events);
    draw();
    onSettle(true);
  }

  /** The position stays after scrubbing. */
  function settle() {
    draw();
    onSettle(false);
  }

  function nextBacktrack() {
    const found = visible().map((stage) => {
      const moment = stage.film.next("backtrack", momentAt(stage, at));
      return moment < 0 ? Infinity : Math.max(at + 1, positionOf(stage, moment));
    });
    const nearest = Math.min(...found);
    if (nearest <= total) step(nearest - at);
    else app.announce(app.t("lab.no_backtrack"));
  }

  function toggle() {
    if (playing) return stop();
    if (at >= total) at = 0;
    playing = true;
    last = performance.now();
    rest = 0;
    drawPlay();
    requestAnimationFrame(tick);
  }

  /** @param {number} now */
  function tick(now) {
    if (!playing) return;
    rest += (Math.max(0, now - last) / 1000) * Number(speed.value);
    last = now;
    const events = Math.floor(rest);
    rest -= events;
    if (events) {
      at = Math.min(total, at + events);
      drawFrame(now);
    }
    if (at >= total) stop();
    else requestAnimationFrame(tick);
  }

  function pause() {
    playing = false;
    drawPlay();
  }

  function stop() {
    pause();
    settle();
  }

  function drawPlay() {
    const names = namesOf("play", playing ? "lab.pause" : "lab.play");
    if (playButton.title === names.title) return;
    playButton.replaceChildren(icon(playing ? "pause" : "play"));
    furnish(playButton, names);
  }

  return {
    element: element("div", { class: "timeline", role: "group", "aria-label": app.t("lab.timeline") }, buttons, slider, counter, menus),
    /** @param {Stage[]} next @param {number} position @param {string} mode */
    open(next, position, mode) {
      pause();
      stages = next;
      total = Math.max(1, ...stages.map(({ film }) => film.length));
      by = mode === "event" ? "event" : "share";
      byMenu.value = by;
      slider.max = String(total);
      slider.style.setProperty("--total", String(total));
      speed.value = String(SPEEDS.find((n) => total / n <= SECONDS) ?? SPEEDS.at(-1));
      at = Math.max(0, Math.min(total, position));
      layOut();
      draw();
    },
    goTo,
    /** @param {number} share */
    goToShare(share) {
      pause();
      goTo(share * total);
    },
    settle,
    pause,
    /** @param {KeyboardEvent} event */
    key(event) {
      const [act] = Object.entries(KEYS).find(([, [key]]) => key === event.key) ?? [];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      acts[/** @type {Act} */ (act)]();
    },
    state: () => ({ at, by }),
  };
}
