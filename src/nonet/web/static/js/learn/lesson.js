// The page of one technique: what it is, examples on real boards that can be climbed and walked like a hint, the position
// of the hint that led here, its drill, a puzzle to practise on, and where to read on.

import { CLASSIC, cellName, digitsOf } from "../board/geometry.js";
import { createOverlay } from "../board/overlay.js";
import { button } from "../buttons.js";
import { element } from "../dom.js";
import { boardCode, lineOf, writeLink } from "../link.js";
import { hasServer } from "../recorded.js";
import { createLadder } from "./ladder.js";
import { linkToTechnique, pressOne, readPosition, recall, situationOf, walkCells } from "./parts.js";

/** @typedef {import("./learn.js").Entry} Entry */
/** @typedef {import("./learn.js").Example} Example */
/** @typedef {import("./parts.js").Situation} Situation */
/** @typedef {ReturnType<typeof readPosition>} Position */

/** A technique among all; `first` is the number of an example, from 1. @typedef {{entry: Entry, all: Entry[], lessons: import("./learn.js").Lessons, examples: Example[], first: number, position: Position}} What */

/** @param {HTMLElement} root @param {App} app @param {What} what */
export function mountLesson(root, app, { entry, all, lessons, examples, first, position }) {
  const { signal } = app.owner;
  const words = app.words.technique(entry.id);
  const shown = examples.map(exampleAt);
  const boardHost = element("div", "lesson-board");
  const steps = element("div", "lesson-steps");
  const choice = element("div", { class: "lesson-choice", role: "group", "aria-label": app.t("learn.examples") });
  const note = element("p", { class: "missing", role: "status" });
  const missing = !shown.length && element("p", "missing", app.t("learn.no_example"));
  const text = element("div", "lesson-text", ...head(), missing, choice, note, steps, ...practice(), ...reading(), turns());
  root.replaceChildren(element("article", shown.length ? "lesson" : "lesson without-board", boardHost, text));
  if (shown.length) offerExamples();

  function head() {
    const { profile, rating, points } = entry;
    /** @type {(fact: string, title?: string) => HTMLElement} */
    const about = (fact, title) => element("span", { title }, fact);
    const er = rating?.toFixed(1) ?? "";
    return [
      element("a", { class: "lesson-back", href: writeLink("learn") }, app.t("learn.back")),
      element("h1", "", words.name),
      element(
        "p", "lesson-facts",
        about(app.words.family(entry.family)),
        er && profile === "se" && about(app.t("hint.rating", { rating: er }), app.t("hint.rating_title")),
        er && profile !== "se" && about(`${profile} ${app.digit(er)}`),
        points ? about(`HoDoKu ${app.digit(points)}`) : null,
        entry.needsUnique && about(app.t("learn.needs_unique")),
      ),
      element("p", "lesson-about", words.about),
      words.aliases.length > 0 &&
        element("p", "lesson-aliases", app.t("learn.aliases", { names: app.words.fill("{names, comma}", { names: words.aliases }) })),
    ];
  }

  /** Let the reader choose among the examples, and the position of a link once its step is found. */
  function offerExamples() {
    const board = app.board(boardHost, { geometry: CLASSIC, label: app.t("learn.board", { name: words.name }) });
    app.owner.ends(board.destroy);
    walkCells(board);
    const ladder = createLadder(steps, app, createOverlay(board));
    const names = examples.length > 1 ? ["learn.easy", "learn.more", "learn.nasty"] : ["learn.example"];
    const buttons = [...names, "learn.position"].map((key, at) => button("choice-button", app.t(key), () => turn(at)));
    const own = buttons[names.length];
    own.disabled = true;
    if (position) choice.append(own, ...buttons.slice(0, -1));
    else if (names.length > 1) choice.append(...buttons.slice(0, -1));
    turn(Math.min(Math.max(first, 1), examples.length) - 1);
    if (!position) return;
    const remembered = recall(entry.id, position);
    if (remembered) return found(remembered);
    app.ask("all_steps", { puzzle: position }, { signal }).then(
      ({ steps: all }) => {
        const step = all.find((/** @type {Step} */ each) => each.technique === entry.id);
        if (step) found(situationOf(step, position));
        else note.textContent = app.t("learn.not_here");
      },
      (error) => {
        if (!signal.aborted) note.textContent = app.t("hint.error.offline");
        console.info(String(error));
      },
    );

    /** @param {number} to */
    function turn(to) {
      pressOne(buttons, to);
      const situation = shown[to];
      if (!situation) return;
      const { digits, givens } = situation.board;
      board.show({ digits, givens, centre: situation.marks, byPosition: true });
      ladder.present(situation, "full");
    }
    /** @param {Situation} situation */
    function found(situation) {
      shown[names.length] = situation;
      own.disabled = false;
      turn(names.length);
    }
  }

  function practice() {
    const status = element("p", { class: "missing", role: "status" });
    const given = { class: entry.hasDrill ? "button" : "button main", title: app.t("learn.practise_title") };
    const make = button(given, app.t("learn.practise"), practise);
    const seed = 1 + Math.floor(Math.random() * 999_999); // short enough for a link
    const drill = writeLink("learn", { drill: String(seed) }, entry.id);
    const bar = element(
      "div", "lesson-practice",
      entry.hasDrill && element("a", { class: "button main", href: drill, title: app.t("drill.open.title") }, app.t("drill.open")),
      make,
      shown.length > 0 && element("a", { class: "learn-link", href: playLink(shown[0]) }, app.t("learn.play_example")),
    );

    async function practise() {
      make.disabled = true;
      status.textContent = app.t("learn.practising");
      try {
        const wanted = entry.profile === "se" ? { hardest: entry.id } : { needs: [entry.id] };
        const answer = await app.ask("generate", { techniques: wanted, profile: entry.profile }, { signal });
        app.go(writeLink("play", { p: boardCode(answer.board), t: words.name }));
      } catch (error) {
        if (signal.aborted) return;
        const { code } = /** @type {{code?: string}} */ (error);
        status.textContent = app.t(code === "offline" ? "hint.error.offline" : "learn.practise_none");
        make.disabled = false;
      }
    }
    return [bar, status];
  }

  function reading() {
    const lesson = lessons.texts[entry.id];
    const heading = (/** @type {string} */ key) => element("h2", "", app.t(key));
    const related = entry.related.map((id) => element("li", "", linkToTechnique(app, id)));
    const folder = app.language === "en" ? "techniques" : `techniques/${app.language}`;
    const page = { class: "learn-link", href: `${folder}/${entry.id}.html` };
    return [
      ...(lesson ? [heading("learn.find"), procedure(lesson.spot), heading("learn.proof"), prose("p", {}, lesson.why)] : []),
      ...(related.length ? [heading("learn.related"), element("ul", "lesson-related", ...related)] : []),
      !hasServer() && element("a", page, app.t("learn.plain")),
    ];
  }

  /** Return how to spot the technique: a paragraph, or a list of several steps. @param {string | string[]} steps */
  function procedure(steps) {
    if (typeof steps === "string") return prose("p", {}, steps);
    return prose("ol", { class: "lesson-look" }, ...steps.map((step) => element("li", "", step)));
  }

  /** Return a part of the lesson, marked where it is not in the language of the page. @param {"p" | "ol"} tag @param {object} given @param {...(string | Node)} children */
  function prose(tag, given, ...children) {
    const { language } = lessons;
    return element(tag, language === app.language ? { ...given } : { ...given, lang: language, dir: "ltr" }, ...children);
  }

  /** The techniques before and after this one. */
  function turns() {
    const at = all.indexOf(entry);
    const ways = Object.entries({ easier: all[at - 1], harder: all[at + 1] }).map(([key, next]) =>
      element("span", key, ...(next ? [element("span", "", app.t(`learn.${key}`)), linkToTechnique(app, next.id)] : [])));
    return element("nav", { class: "lesson-turns", "aria-label": app.t("learn.title") }, ...ways);
  }
}

/** @param {Example} example @returns {Situation} */
function exampleAt({ p, d, k, step }) {
  return situationOf(step, /** @type {NonNullable<Position>} */ (readPosition(new URLSearchParams({ p, d, k }))));
}

/** Return a link that plays on from a situation: its puzzle, and one move that leads there. @param {Situation} situation */
function playLink({ board: { digits, givens }, marks }) {
  const tokens = digits.flatMap((digit, cell) => {
    const name = cellName(cell);
    if (digit) return givens[cell] ? [] : [`${name}=${digit}`];
    return digitsOf(marks[cell]).map((mark) => `${name}+${mark}`);
  });
  const p = lineOf(digits.map((digit, cell) => (givens[cell] ? digit : 0)), 9);
  return writeLink("play", { p, m: tokens.join(",") });
}
