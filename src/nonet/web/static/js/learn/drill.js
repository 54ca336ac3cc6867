// The drill of a technique: ten positions, one after another, each one step before it. The learner names on the board what
// the step does; hints come level by level, and an answer is judged against every step of the technique there.

import { CLASSIC, cellName } from "../board/geometry.js";
import { createOverlay } from "../board/overlay.js";
import { element } from "../dom.js";
import { writeLink } from "../link.js";
import { outcomeOf } from "../words/sentences.js";
import { judge, ROUND } from "./answers.js";
import { createLadder } from "./ladder.js";
import { mountDrillPad } from "./drill_pad.js";
import { anchor, button } from "./parts.js";
import { countFound, foundSoFar } from "./ticks.js";

/** @typedef {import("./answers.js").Part} Part */
/** @typedef {import("./parts.js").Situation} Situation */
/** @typedef {{board: Board & {placed: number[], marks: number[]}, steps: Step[], outcomes: Part[][], solution: number[]}} Answer */

/** @param {HTMLElement} root @param {App} app @param {{entry: import("./learn.js").Entry, seed: number, number: number}} what */
export function mountDrill(root, app, { entry, seed, number }) {
  const { name } = app.words.technique(entry.id);
  const leaving = new AbortController();
  /** @type {Answer | null} */
  let position = null;
  /** What was named: "cell,digit" to whether it is placed. @type {Map<string, Part>} */
  const named = new Map();
  let found = foundSoFar(app.store, entry.id);
  let isOver = false; // this position is answered
  let hasSeen = false; // its answer was shown before it was found

  const page = element("article", "lesson drill");
  const boardHost = element("div", "lesson-board");
  const text = element("div", "lesson-text");
  page.append(boardHost, text);
  root.replaceChildren(page);

  const progress = element("p", "drill-progress");
  const dots = element("span", "drill-dots");
  dots.setAttribute("aria-hidden", "true");
  const count = element("span", "");
  progress.append(count, dots);
  const task = element("p", "drill-task");
  const list = element("p", "drill-named");
  const verdict = element("p", "drill-verdict");
  verdict.setAttribute("role", "status");
  const padHost = element("div", "drill-pad");
  const bar = element("div", "drill-bar");
  const check = button(app.t("drill.check"), () => answer(), "button main");
  const hint = button(app.t("hint.ask"), () => help(), "button");
  const next = button(app.t("drill.skip"), () => void load(number + 1), "button");
  bar.append(check, hint, next);
  const ladderHost = element("div", "drill-hint");
  const title = element("h1", "", app.t("drill.title", { name }));
  text.append(anchor(name, writeLink("learn", {}, entry.id), "lesson-back"), title, progress, task, padHost, list, bar, verdict, ladderHost);

  const board = app.board(boardHost, { geometry: CLASSIC, label: app.t("drill.title", { name }) });
  const ladder = createLadder(ladderHost, app, createOverlay(board));
  ladder.onClimb(() => {
    if (ladder.level !== "full" || isOver) return;
    hasSeen = true;
    end(app.t("drill.shown"), "");
  });
  const pad = mountDrillPad(padHost, app, board, { toggle, answer, help, skip: () => void load(number + 1), clear });
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
    say(app.t("drill.loading"), "");
    busy(true);
    draw();
    try {
      position = await app.ask("drill", { technique: entry.id, seed, number }, { signal: leaving.signal });
    } catch (error) {
      if (leaving.signal.aborted) return;
      console.info(String(error));
      say(app.t("drill.failed"), "");
      next.disabled = false;
      return;
    }
    if (leaving.signal.aborted || !position) return;
    const kinds = new Set(position.outcomes.flatMap((outcome) => outcome.map(([, , isPlaced]) => isPlaced)));
    pad.offer(kinds, position.board.placed);
    task.textContent = app.t(kinds.has(false) ? (kinds.has(true) ? "drill.task.both" : "drill.task.removes") : "drill.task.places", { name });
    say("", "");
    busy(false);
    draw();
  }

  /** @param {boolean} isBusy */
  function busy(isBusy) {
    for (const each of [check, hint, next]) each.disabled = isBusy;
    next.textContent = app.t("drill.skip");
    next.className = "button";
    check.hidden = hint.hidden = false;
  }

  /** Name a candidate, or take it back. @param {number} cell @param {number} digit @param {boolean} isPlaced */
  function toggle(cell, digit, isPlaced) {
    const marks = position?.board.marks[cell] ?? 0;
    if (isOver || !position || !((marks >> (digit - 1)) & 1)) return;
    const at = `${cell},${digit}`;
    const was = named.get(at);
    if (isPlaced) for (const [key, part] of named) if (part[2]) named.delete(key); // a step places one digit
    if (was?.[2] === isPlaced) named.delete(at);
    else named.set(at, [cell, digit, isPlaced]);
    say("", "");
    draw();
    app.announce(list.textContent ?? "");
  }

  function clear() {
    if (isOver) return;
    named.clear();
    draw();
    app.announce(list.textContent ?? "");
  }

  function answer() {
    if (!position) return;
    if (isOver) return void load(number + 1);
    if (!named.size) return say(app.t("drill.nothing"), "");
    const [word, at] = judge([...named.values()], position.outcomes, position.solution);
    if (word !== "right") return say(app.t(`drill.${word}`), word);
    const step = position.steps[at] ?? null;
    if (!hasSeen) found = countFound(app.store, entry.id);
    end(app.t(found >= ROUND ? "drill.done" : "drill.right", { name }), "right");
    if (step) ladder.present(situation(step), "full");
  }

  /** @param {string} said @param {string} kind */
  function end(said, kind) {
    isOver = true;
    say(said, kind);
    check.hidden = hint.hidden = true;
    next.textContent = app.t(found >= ROUND ? "drill.again" : "drill.next");
    next.className = "button main";
    draw();
    if (document.activeElement === document.body || bar.contains(document.activeElement)) next.focus({ preventScroll: true });
  }

  /** Say what to look for, then where, then all of it. */
  function help() {
    const [step] = position?.steps ?? [];
    if (!step || isOver) return;
    if (ladder.situation) ladder.more();
    else ladder.present(situation(step), "nudge");
  }

  /** @param {Step} step @returns {Situation} */
  function situation(step) {
    const { givens, placed: digits, marks } = /** @type {Answer} */ (position).board;
    return { step, board: { digits, givens, candidates: marks }, marks };
  }

  /** @param {string} said @param {string} kind */
  function say(said, kind) {
    verdict.textContent = said;
    verdict.dataset["kind"] = kind;
  }

  function draw() {
    count.textContent = app.t("drill.progress", { n: app.digit(found), all: app.digit(ROUND) });
    dots.replaceChildren(...Array.from({ length: ROUND }, (_, at) => element("i", at < found ? "on" : "")));
    list.textContent = named.size ? app.t("drill.named", { outcome: outcomeOf(stepOf(), app.words) }) : app.t("drill.none");
    if (!position) return;
    const { placed: digits, givens, marks } = position.board;
    const shown = [...named.values()].map(([cell, digit, isPlaced]) => /** @type {[number, number, number]} */ ([cell, digit, isPlaced ? 2 : 1]));
    pad.show({ digits, givens, centre: marks, byPosition: true, candidateColours: isOver ? [] : shown });
  }

  /** What was named, as a step. @returns {Step} */
  function stepOf() {
    /** @type {Record<string, number[]>} */
    const removes = {};
    let places = null;
    for (const [cell, digit, isPlaced] of [...named.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (isPlaced) places = { cell: cellName(cell, 9), digit };
      else (removes[cellName(cell, 9)] ??= []).push(digit);
    }
    return { technique: "full_house", name: "", rating: 1, places, removes, outcome: "", houses: [], marks: [] };
  }

  return {
    leave() {
      leaving.abort();
      pad.leave();
      board.destroy();
      root.replaceChildren();
    },
  };
}

