// The drill of a technique: ten positions, one after another, each one step before it. The learner names on the board what
// the step does; hints come level by level, and an answer is judged against every step of the technique there.

import { CLASSIC, cellName } from "../board/geometry.js";
import { createOverlay } from "../board/overlay.js";
import { button } from "../buttons.js";
import { element } from "../dom.js";
import { writeLink } from "../link.js";
import { outcomeOf } from "../words/sentences.js";
import { judge, ROUND } from "./answers.js";
import { createLadder } from "./ladder.js";
import { mountDrillPad } from "./drill_pad.js";
import { linkToTechnique, situationOf } from "./parts.js";

/** @typedef {import("./answers.js").Part} Part */

/** Keep that one more position was found; return how many of the round there are. @param {App["store"]} store @param {string} id */
function countFound(store, id) {
  const found = foundSoFar(store, id) + 1;
  const done = Boolean(store.read("drills")?.[id]?.done) || found === ROUND;
  store.merge("drills", { [id]: { found, done, at: Date.now() } });
  return found;
}

/** Return how many positions of the round that is going on were found. @param {App["store"]} store @param {string} id */
function foundSoFar(store, id) {
  const found = store.read("drills")?.[id]?.found ?? 0;
  return found < ROUND ? found : 0;
}

/** @param {HTMLElement} root @param {App} app @param {{entry: import("./learn.js").Entry, seed: number, number: number}} what */
export function mountDrill(root, app, { entry, seed, number }) {
  const { signal } = app.owner;
  const { name } = app.words.technique(entry.id);
  /** @type {DrillAnswer | null} */
  let position = null;
  /** What was named: "cell,digit" to whether it is placed. @type {Map<string, Part>} */
  const named = new Map();
  let found = foundSoFar(app.store, entry.id);
  let isOver = false; // this position is answered
  let hasSeen = false; // its answer was shown before it was found

  const skip = () => void load(number + 1);
  const title = app.t("drill.title", { name });
  const boardHost = element("div", "lesson-board");
  const count = element("span");
  const dots = element("span", { class: "drill-dots", "aria-hidden": "true" });
  const task = element("p", "drill-task");
  const padHost = element("div", "drill-pad");
  const list = element("p", "drill-named");
  const check = button("button main", app.t("drill.check"), answer);
  const hint = button("button", app.t("hint.ask"), help);
  const next = button("button", app.t("drill.skip"), skip);
  const bar = element("div", "drill-bar", check, hint, next);
  const verdict = element("p", { class: "drill-verdict", role: "status" });
  const ladderHost = element("div", "drill-hint");
  const text = element(
    "div", "lesson-text", linkToTechnique(app, entry.id, "lesson-back"), element("h1", "", title),
    element("p", "drill-progress", count, dots), task, padHost, list, bar, verdict, ladderHost,
  );
  root.replaceChildren(element("article", "lesson drill", boardHost, text));

  const board = app.board(boardHost, { geometry: CLASSIC, label: title });
  app.owner.ends(board.destroy);
  const ladder = createLadder(ladderHost, app, createOverlay(board), {
    climbed() {
      if (ladder.level !== "full" || isOver) return;
      hasSeen = true;
      end(app.t("drill.shown"));
    },
  });
  const pad = mountDrillPad(padHost, app, board, { toggle, answer, help, skip, clear });
  void load(number);

  /** Show a position. @param {number} to */
  async function load(to) {
    number = to;
    app.go(writeLink("learn", { drill: String(seed), n: String(number) }, entry.id), true);
    if (found >= ROUND) found = 0;
    isOver = hasSeen = false;
    position = null;
    named.clear();
    ladder.clear();
    say(app.t("drill.loading"));
    draw();
    try {
      position = await app.ask("drill", { technique: entry.id, seed, number }, { signal });
    } catch (error) {
      if (signal.aborted) return;
      console.info(String(error));
      say(app.t("drill.failed"));
      next.disabled = false;
      return;
    }
    if (signal.aborted || !position) return;
    const kinds = new Set(position.outcomes.flatMap((outcome) => outcome.map(([, , isPlaced]) => isPlaced)));
    pad.offer(kinds, position.board.placed ?? []);
    task.textContent = app.t(kinds.has(false) ? (kinds.has(true) ? "drill.task.both" : "drill.task.removes") : "drill.task.places", { name });
    say("");
    draw();
  }

  /** Name a candidate, or take it back. @param {number} cell @param {number} digit @param {boolean} isPlaced */
  function toggle(cell, digit, isPlaced) {
    const marks = position?.board.marks?.[cell] ?? 0;
    if (isOver || !((marks >> (digit - 1)) & 1)) return;
    const at = `${cell},${digit}`;
    const was = named.get(at);
    if (isPlaced) for (const [key, part] of named) if (part[2]) named.delete(key); // a step places one digit
    if (was?.[2] === isPlaced) named.delete(at);
    else named.set(at, [cell, digit, isPlaced]);
    say("");
    draw();
    app.announce(list.textContent);
  }

  function clear() {
    if (isOver) return;
    named.clear();
    draw();
    app.announce(list.textContent);
  }

  function answer() {
    if (!position) return;
    if (isOver) return skip();
    if (!named.size) return say(app.t("drill.nothing"));
    const [word, at] = judge([...named.values()], position.outcomes, position.solution);
    if (word !== "right") return say(app.t(`drill.${word}`), word);
    if (!hasSeen) found = countFound(app.store, entry.id);
    end(app.t(found >= ROUND ? "drill.done" : "drill.right", { name }), "right");
    ladder.present(situationOf(position.steps[at], position.board), "full");
  }

  /** @param {string} sentence @param {string} [kind] */
  function end(sentence, kind) {
    isOver = true;
    say(sentence, kind);
    draw();
    if (document.activeElement === document.body || bar.contains(document.activeElement)) next.focus({ preventScroll: true });
  }

  /** Say what to look for, then where, then everything. */
  function help() {
    if (!position || isOver) return;
    if (ladder.situation) ladder.more();
    else ladder.present(situationOf(position.steps[0], position.board));
  }

  /** @param {string} sentence @param {string} [kind] */
  function say(sentence, kind = "") {
    verdict.textContent = sentence;
    verdict.dataset["kind"] = kind;
  }

  function draw() {
    count.textContent = app.t("drill.progress", { n: app.digit(found), all: app.digit(ROUND) });
    dots.replaceChildren(...Array.from({ length: ROUND }, (_, at) => element("i", at < found ? "on" : "")));
    list.textContent = named.size ? app.t("drill.named", { outcome: outcomeOf(stepOf(), app.words) }) : app.t("drill.none");
    for (const each of [check, hint, next]) each.disabled = !position;
    check.hidden = hint.hidden = isOver;
    next.textContent = app.t(!isOver ? "drill.skip" : found >= ROUND ? "drill.again" : "drill.next");
    next.className = isOver ? "button main" : "button";
    if (!position) return;
    const { placed: digits = [], givens, marks: centre = [] } = position.board;
    const shown = [...named.values()].map(([cell, digit, isPlaced]) => /** @type {const} */ ([cell, digit, isPlaced ? 2 : 1]));
    pad.show({ digits, givens, centre, byPosition: true, candidateColours: isOver ? [] : shown });
  }

  /** What was named, as a step. @returns {Step} */
  function stepOf() {
    /** @type {Record<string, number[]>} */
    const removes = {};
    let places = null;
    for (const [cell, digit, isPlaced] of [...named.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (isPlaced) places = { cell: cellName(cell), digit };
      else (removes[cellName(cell)] ??= []).push(digit);
    }
    return { technique: "full_house", rating: 1, places, removes, houses: [], marks: [] };
  }
}
