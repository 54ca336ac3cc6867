// The page of one technique: what it is, examples on real boards that can be climbed and walked like a hint, the position
// of the hint that led here, its drill, a puzzle to practise on, and where to read on.

import { element } from "../dom.js";
import { createLadder } from "./ladder.js";
import { createOverlay } from "../board/overlay.js";
import { anchor, button, candidatesOf, newSeed, recall, walkCells } from "./parts.js";
import { CLASSIC } from "../board/geometry.js";
import { boardCode, writeLink } from "../link.js";
import { hasServer } from "../recorded.js";

/** @typedef {import("./learn.js").Entry} Entry */
/** @typedef {import("./learn.js").Example} Example */
/** @typedef {import("./parts.js").Situation} Situation */
/** @typedef {NonNullable<ReturnType<typeof import("./parts.js").readPosition>>} Position */

/** @param {HTMLElement} root @param {App} app @param {{entry: Entry, all: Entry[], lessons: import("./learn.js").Lessons, examples: import("./learn.js").Example[], first: number, position: Position | null}} what `first` is the number of an example, from 1 */
export function mountLesson(root, app, { entry, all, lessons, examples, first, position }) {
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

  const shown = examples.map(situationOf);
  const [example] = shown;
  const board = example && app.board(boardHost, { geometry: CLASSIC, label: app.t("learn.board", { name: words.name }) });
  const ladder = board && createLadder(steps, app, createOverlay(board));
  if (!example) text.insertBefore(element("p", "missing", app.t("learn.no_example")), choice);
  page.classList.toggle("without-board", !board);
  if (board) walkCells(board);
  if (example) offerExamples();

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
    const { profile, rating, points } = entry;
    facts.append(element("span", "", app.words.family(entry.family)));
    if (profile === "se" && rating !== null) {
      const er = element("span", "", app.t("hint.rating", { rating: rating.toFixed(1) }));
      er.title = app.t("hint.rating_title");
      facts.append(er);
    } else if (rating !== null) facts.append(element("span", "", `${profile} ${app.digit(rating.toFixed(1))}`));
    if (points) facts.append(element("span", "", `HoDoKu ${app.digit(points)}`));
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

  /** Let the reader choose among the examples, and the position of a link once its step is found. */
  function offerExamples() {
    const names = examples.length > 1 ? ["learn.easy", "learn.more", "learn.nasty"] : ["learn.example"];
    const buttons = names.map((key, at) => button(app.t(key), () => turn(at), "choice-button"));
    const own = button(app.t("learn.position"), () => turn(names.length), "choice-button");
    choice.append(...(position ? [own] : []), ...(position || buttons.length > 1 ? buttons : []));
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", app.t("learn.examples"));
    own.disabled = true;
    turn(Math.min(Math.max(first, 1), examples.length) - 1);
    if (!position) return;
    const { givens, placed: digits, marks } = position;
    const remembered = recall(entry.id, digits, marks);
    if (remembered) return found(remembered);
    app.ask("all_steps", { puzzle: position }, { signal: leaving.signal }).then(
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

    /** @param {number} to */
    function turn(to) {
      const situation = shown[to];
      [...buttons, own].forEach((each, at) => each.setAttribute("aria-pressed", String(at === to)));
      if (situation) present(situation);
    }
    /** @param {Situation} situation */
    function found(situation) {
      shown[buttons.length] = situation;
      own.disabled = false;
      turn(buttons.length);
    }
  }

  /** @returns {HTMLElement[]} */
  function practice() {
    const bar = element("div", "lesson-practice");
    const status = element("p", "missing");
    status.setAttribute("role", "status");
    const make = button(app.t("learn.practise"), () => void practise(), entry.hasDrill ? "button" : "button main");
    make.title = app.t("learn.practise_title");
    if (entry.hasDrill) {
      const drill = anchor(app.t("drill.open"), writeLink("learn", { drill: String(newSeed()) }, entry.id), "button main");
      drill.title = app.t("drill.open.title");
      bar.append(drill);
    }
    bar.append(make);
    const here = examples.length && situationOf(/** @type {Example} */ (examples[0]));
    if (here) bar.append(anchor(app.t("learn.play_example"), playLink(here), "learn-link"));

    async function practise() {
      make.disabled = true;
      status.textContent = app.t("learn.practising");
      try {
        const wanted = entry.profile === "se" ? { hardest: entry.id } : { needs: [entry.id] };
        const answer = await app.ask("generate", { techniques: wanted, profile: entry.profile }, { signal: leaving.signal });
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
      found.push(element("h2", "", app.t("learn.find")), procedure(lesson.spot));
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

  /** Return how to spot the technique: a paragraph, or a list of several steps. @param {string | string[]} steps */
  function procedure(steps) {
    if (typeof steps === "string") return prose(steps);
    const list = prose("", "ol");
    list.className = "lesson-look";
    list.append(...steps.map((step) => element("li", "", step)));
    return list;
  }

  /** Return a part of the lesson, marked where it is not in the language of the page. @param {string} text @param {"p" | "ol"} [tag] */
  function prose(text, tag = "p") {
    const paragraph = element(tag, "", text);
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

/** @param {Example} example @returns {Situation} */
function situationOf({ p, d, k, step }) {
  const digits = [...d].map((char) => Number(char) || 0);
  const givens = [...p].map((char) => Number(char) || 0);
  const marks = digits.map((_, cell) => parseInt(k.slice(2 * cell, 2 * cell + 2), 32));
  return { step, board: { digits, givens, candidates: marks }, marks };
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
