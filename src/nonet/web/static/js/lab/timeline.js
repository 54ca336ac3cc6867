/**
 * One scrubber for several runs: event by event, or by the share of each run; with play, step, the next backtrack.
 *
 * The position is a number of events of the longest run. In step with the events, a shorter run is over earlier; by
 * share, all begin and end together.
 */

import { element } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("./stage.js").Stage} Stage */

const SPEEDS = [1, 4, 20, 100, 500, 2500, 12500, 60000];
const SECONDS = 25; // a run plays in about this time at the first speed chosen for it

/**
 * @typedef {object} Timeline
 * @property {HTMLElement} element
 * @property {(stages: Stage[], at: number, by: string) => void} open
 * @property {(at: number) => void} goTo
 * @property {(share: number) => void} goToShare
 * @property {() => void} settle the position stays after scrubbing
 * @property {() => void} pause
 * @property {(event: KeyboardEvent) => void} key
 * @property {() => {at: number, by: string}} state
 */

/**
 * @param {App} app
 * @param {{write: (n: number) => string, onSettle: (isStep: boolean) => void, onBy: () => void}} options
 *   `onSettle` is called when the position stays; `isStep` if it moved by a button or a key
 * @returns {Timeline}
 */
export function createTimeline(app, { write, onSettle, onBy }) {
  /** @type {Stage[]} */
  let stages = [];
  let [at, total, by, playing, frame, last, rest] = [0, 1, "share", false, 0, 0, 0];
  let [before, late, turn] = [0, 0, 0]; // the last frame, how often frames were late, whose turn it is

  const root = element("div", "timeline");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", app.t("lab.timeline"));
  const slider = /** @type {HTMLInputElement} */ (element("input", "timeline-slider"));
  Object.assign(slider, { type: "range", min: "0", step: "1", value: "0", dir: "ltr" });
  slider.setAttribute("aria-label", app.t("lab.event_number"));
  const counter = element("span", "timeline-count");
  const playButton = button("play", "play", toggle, "lab.key_space");
  const buttons = element("div", "timeline-buttons");
  buttons.dir = "ltr";
  buttons.append(
    button("start", "first", () => step(-total), "lab.key_home"),
    button("back", "before", () => step(-1), "lab.key_left"),
    playButton,
    button("forward", "next", () => step(1), "lab.key_right"),
    button("backtrack", "skip", nextBacktrack, "lab.key_b"),
  );
  const speed = /** @type {HTMLSelectElement} */ (element("select"));
  for (const n of SPEEDS) speed.append(new Option(app.t("lab.speed_value", { n: write(n) }), String(n)));
  const byMenu = /** @type {HTMLSelectElement} */ (element("select"));
  for (const name of ["share", "event"]) byMenu.append(new Option(app.t(`lab.by.${name}`), name));
  const menus = element("div", "timeline-menus");
  menus.append(labelled("lab.speed", speed), labelled("lab.by", byMenu));
  root.append(buttons, slider, counter, menus);

  slider.addEventListener("input", () => {
    pause();
    goTo(Number(slider.value));
  });
  slider.addEventListener("change", settle);
  byMenu.addEventListener("change", () => {
    by = byMenu.value;
    draw();
    layOut();
    onBy();
  });

  /** @param {string} key @param {Parameters<typeof icon>[0]} name @param {() => void} act @param {string} hint */
  function button(key, name, act, hint) {
    const made = element("button", "tool");
    const label = app.t(`lab.${key}`);
    made.setAttribute("type", "button");
    made.setAttribute("aria-label", label);
    made.title = `${label} (${app.t(hint)})`;
    made.append(icon(name));
    made.addEventListener("click", act);
    return made;
  }

  /** @param {string} key @param {HTMLElement} control */
  function labelled(key, control) {
    const label = element("label", "timeline-menu");
    label.append(element("span", "", app.t(key === "lab.by" ? "lab.by_label" : key)), control);
    return label;
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
    for (const stage of visible()) drawOne(stage);
    drawPosition();
  }

  /** Draw a frame of a movement. Where frames are late, the films take turns. @param {number} now */
  function drawFrame(now) {
    frame = 0;
    const gap = now - before;
    before = now;
    late = Math.max(0, Math.min(30, late + (gap > 20 && gap < 200 ? 1 : -0.05)));
    const behind = visible().filter((stage) => stage.film.now !== momentAt(stage, at));
    const inTurn = late > 3 && behind.length > 1 ? [/** @type {Stage} */ (behind[turn++ % behind.length])] : behind;
    for (const stage of inTurn) drawOne(stage);
    drawPosition();
    if (inTurn.length < behind.length) schedule();
  }

  const drawOne = (/** @type {Stage} */ stage) => (stage.film.goTo(momentAt(stage, at)), stage.show());

  function drawPosition() {
    slider.value = String(at);
    counter.textContent = app.t("lab.count", { at: write(at), total: write(total) });
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
    if (playing) {
      pause();
      settle();
      return;
    }
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
    if (at >= total) {
      pause();
      settle();
    } else requestAnimationFrame(tick);
  }

  function pause() {
    playing = false;
    drawPlay();
  }

  function drawPlay() {
    const label = app.t(playing ? "lab.pause" : "lab.play");
    if (playButton.getAttribute("aria-label") === label) return;
    playButton.replaceChildren(icon(playing ? "pause" : "play"));
    playButton.setAttribute("aria-label", label);
    playButton.title = `${label} (${app.t("lab.key_space")})`;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    /** @type {Record<string, () => void>} */
    const acts = {
      " ": toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), b: nextBacktrack,
      Home: () => step(-total), End: () => step(total),
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  return {
    element: root,
    open(next, position, mode) {
      pause();
      stages = next;
      total = Math.max(1, ...stages.map(({ film }) => film.length));
      by = mode === "event" ? "event" : "share";
      byMenu.value = by;
      slider.max = String(total);
      slider.style.setProperty("--total", String(total));
      speed.value = String(SPEEDS.find((n) => total / n <= SECONDS) ?? SPEEDS[SPEEDS.length - 1]);
      at = Math.max(0, Math.min(total, position));
      layOut();
      draw();
    },
    goTo,
    goToShare(share) {
      pause();
      goTo(share * total);
    },
    settle,
    pause,
    key,
    state: () => ({ at, by }),
  };
}
