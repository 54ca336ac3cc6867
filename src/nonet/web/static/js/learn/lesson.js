// The page of one technique: what it is, an example on a real board that can be climbed and walked like a hint, the
// position of the hint that led here, a puzzle to practise on, and where to read on.

import { element } from "../dom.js";
import { createLadder } from "./ladder.js";
import { createOverlay } from "../board/overlay.js";
import { anchor, button, candidatesOf, recall } from "./parts.js";
import { CLASSIC } from "../board/geometry.js";
import { boardCode, writeLink } from "../link.js";
import { hasServer } from "../recorded.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./learn.js").Entry} Entry */
/** @typedef {import("./parts.js").Situation} Situation */
/** @typedef {import("../ask.js").Step} Step */
/** @typedef {NonNullable<ReturnType<typeof import("./parts.js").readPosition>>} Position */

/** @param {HTMLElement} root @param {App} app @param {{entry: Entry, all: Entry[], lessons: import("./learn.js").Lessons, position: Position | null}} what */
export function mountLesson(root, app, { entry, all, lessons, position }) {
  const words = app.words.technique(entry.id);
  const leaving = new AbortController();
  const boardHost = element("div", "lesson-board");
  const text = element("div", "lesson-text");
  const page = element("article", "lesson");
  page.append(boardHost, text);
  root.replaceChildren(page);

  const steps = element("div", "lesson-steps");
  const choice = element("div", "lesson-choice");
  const note = element("p", "missing");
  note.setAttribute("role", "status");
  text.append(...head(), choice, note, steps, ...practice(), ...reading(), turns());

  const example = exampleOf(entry);
  const board = example && app.board(boardHost, { geometry: CLASSIC, label: app.t("learn.board", { name: words.name }) });
  const ladder = board && createLadder(steps, app, createOverlay(board));
  if (!example) text.insertBefore(element("p", "missing", app.t("learn.no_example")), choice);
  page.classList.toggle("without-board", !board);
  if (board) walkCells(board);
  if (example && position) offerPosition(example);
  else if (example) present(example);

  /** @param {Situation} situation */
  function present(situation) {
    const { digits, givens } = situation.board;
    board?.show({ digits, givens, centre: situation.marks, byPosition: true });
    ladder?.present(situation, "full");
  }

  function* head() {
    const back = anchor(app.t("learn.back"), writeLink("learn"), "lesson-back");
    const title = element("h1", "", words.name);
    const facts = element("p", "lesson-facts");
    const { se, hodoku, nonet } = entry.ratings;
    facts.append(element("span", "", app.words.family(entry.family)));
    if (se) {
      const rating = element("span", "", app.t("hint.rating", { rating: se.toFixed(1) }));
      rating.title = app.t("hint.rating_title");
      facts.append(rating);
    } else if (nonet) facts.append(element("span", "", `nonet ${app.digit(nonet.toFixed(1))}`));
    if (hodoku) facts.append(element("span", "", `HoDoKu ${app.digit(hodoku)}`));
    if (entry.needsUnique) facts.append(element("span", "", app.t("learn.needs_unique")));
    yield back;
    yield title;
    yield facts;
    yield element("p", "lesson-about", words.about);
    if (words.aliases.length) {
      const names = app.words.fill("{names, comma}", { names: words.aliases });
      yield element("p", "lesson-aliases", app.t("learn.aliases", { names }));
    }
  }

  /** Ask for the step of this technique in the position of a link, and let the reader change between the two. @param {Situation} fallback */
  function offerPosition(fallback) {
    const puzzle = /** @type {Position} */ (position);
    const { givens, placed: digits, marks } = puzzle;
    const shown = [fallback];
    const buttons = ["learn.position", "learn.example"].map((key, at) => button(app.t(key), () => turn(1 - at), "choice-button"));
    choice.append(...buttons);
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", app.t("learn.example"));
    /** @param {number} to */
    function turn(to) {
      const situation = shown[to];
      buttons.forEach((each, at) => each.setAttribute("aria-pressed", String(1 - at === to)));
      if (situation) present(situation);
    }
    /** @param {Situation} situation */
    function found(situation) {
      shown[1] = situation;
      buttons[0]?.removeAttribute("disabled");
      turn(1);
    }
    buttons[0]?.setAttribute("disabled", "");
    turn(0);
    const remembered = recall(entry.id, digits, marks);
    if (remembered) return found(remembered);
    app.ask("all_steps", { puzzle }, { signal: leaving.signal }).then(
      ({ steps: all }) => {
        const step = all.find((/** @type {Step} */ each) => each.technique === entry.id);
        if (!step) return void (note.textContent = app.t("learn.not_here"));
        found({ step, board: { digits, givens, candidates: candidatesOf(digits, marks) }, marks });
      },
      (error) => {
        if (!leaving.signal.aborted) note.textContent = app.t("hint.error.offline");
        console.info(String(error));
      },
    );
  }

  /** @returns {HTMLElement[]} */
  function practice() {
    const bar = element("div", "lesson-practice");
    const status = element("p", "missing");
    status.setAttribute("role", "status");
    const make = button(app.t("learn.practise"), () => void practise(), "button main");
    make.title = app.t("learn.practise_title");
    bar.append(make);
    const here = exampleOf(entry);
    if (here) bar.append(anchor(app.t("learn.play_example"), playLink(here), "learn-link"));

    async function practise() {
      make.disabled = true;
      status.textContent = app.t("learn.practising");
      try {
        const wanted = entry.ratings.se === undefined ? { needs: [entry.id] } : { hardest: entry.id };
        const profile = entry.ratings.se === undefined ? "nonet" : "se";
        const answer = await app.ask("generate", { techniques: wanted, profile }, { signal: leaving.signal });
        app.go(writeLink("play", { p: boardCode(answer.board), t: words.name }));
      } catch (error) {
        if (leaving.signal.aborted) return;
        const code = /** @type {{code?: string}} */ (error).code;
        status.textContent = app.t(code === "offline" ? "hint.error.offline" : "learn.practise_none");
        make.disabled = false;
      }
    }
    return [bar, status];
  }

  /** @returns {HTMLElement[]} */
  function reading() {
    const found = [];
    const lesson = lessons.texts[entry.id];
    if (lesson) {
      found.push(element("h2", "", app.t("learn.find")), prose(lesson.spot));
      found.push(element("h2", "", app.t("learn.proof")), prose(lesson.why));
    }
    const related = element("ul", "lesson-related");
    related.append(...entry.related.map((id) => {
      const item = element("li", "");
      item.append(anchor(app.words.technique(id).name, writeLink("learn", {}, id)));
      return item;
    }));
    if (entry.related.length) found.push(element("h2", "", app.t("learn.related")), related);
    if (!hasServer()) {
      const folder = app.language === "en" ? "techniques" : `techniques/${app.language}`;
      found.push(anchor(app.t("learn.plain"), `${folder}/${entry.id}.html`, "learn-link"));
    }
    return found;
  }

  /** Return a paragraph of the lesson, marked where it is not in the language of the page. @param {string} text */
  function prose(text) {
    const paragraph = element("p", "", text);
    if (lessons.language !== app.language) {
      paragraph.lang = lessons.language;
      paragraph.dir = "ltr";
    }
    return paragraph;
  }

  /** The techniques before and after this one. */
  function turns() {
    const at = all.indexOf(entry);
    const nav = element("nav", "lesson-turns");
    nav.setAttribute("aria-label", app.t("learn.title"));
    for (const [key, next] of /** @type {const} */ ([["easier", all[at - 1]], ["harder", all[at + 1]]])) {
      const link = element("span", key);
      if (next) {
        link.append(element("span", "", app.t(`learn.${key}`)));
        link.append(anchor(app.words.technique(next.id).name, writeLink("learn", {}, next.id)));
      }
      nav.append(link);
    }
    return nav;
  }

  return {
    leave() {
      leaving.abort();
      board?.destroy();
      root.replaceChildren();
    },
  };
}

/** @param {Entry} entry @returns {Situation | null} */
function exampleOf({ example }) {
  if (!example) return null;
  const digits = [...example.d].map((char) => Number(char) || 0);
  const givens = [...example.p].map((char) => Number(char) || 0);
  return { step: example.step, board: { digits, givens, candidates: example.marks }, marks: example.marks };
}

/** Return a link that plays on from a situation: its puzzle, and one move that leads there. @param {Situation} situation */
function playLink({ board, marks }) {
  const tokens = board.digits.flatMap((digit, cell) => {
    const name = `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
    if (digit) return board.givens[cell] ? [] : [`${name}=${digit}`];
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => ((marks[cell] ?? 0) >> (d - 1)) & 1).map((d) => `${name}+${d}`);
  });
  const p = board.digits.map((digit, cell) => (board.givens[cell] ? digit : 0) || ".").join("");
  return writeLink("play", { p, m: tokens.join(",") });
}

/** Let the arrow keys move over the cells of a board that is only looked at. @param {import("../board/board.js").BoardView} board */
function walkCells(board) {
  /** @type {Record<string, number>} */
  const by = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 };
  board.on("keydown", (cell, event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const next = cell + (by[key] ?? 0);
    const isBeside = Math.abs(by[key] ?? 0) === 9 || Math.floor(next / 9) === Math.floor(cell / 9);
    if (cell < 0 || !by[key] || !isBeside || next < 0 || next > 80) return;
    event.preventDefault();
    board.focus(next);
  });
}
