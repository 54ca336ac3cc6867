/**
 * Play: which puzzle is on the table, and that nothing of it is lost.
 *
 * The address has the puzzle, or its name (named.js); without one, the last puzzle of this browser is shown, or the first one. Each puzzle
 * is kept with all its moves. Two tabs with the same puzzle follow each other.
 */

import { sentenceOf } from "../errors.js";
import { fillCandidates } from "../game/actions.js";
import { Game } from "../game/game.js";
import { firstPuzzle } from "./daily.js";
import { createGeometry } from "../board/geometry.js";
import { boardCode, boardIn, readMoves, withCells, writeLink } from "../link.js";
import { gameOf, parseSave, writeSave } from "../game/saves.js";
import { element } from "../dom.js";
import { partOf } from "../owner.js";
import { Keeper } from "./keeper.js";
import { titleOf } from "./head.js";
import { namedPuzzle } from "./named.js";
import { damageOf, notePlayed } from "./played.js";
import { Story } from "./story.js";
import { layTable } from "./table.js";

/** @typedef {import("./keys.js").Commands} Commands */
/** A board for the server, whose rules the text says in full. @typedef {Omit<Board, "rules"> & {rules: {size: number, text: string}}} Position */
/**
 * What the parts of the place share; other modules get it as `play`.
 *
 * @typedef {object} Play
 * @property {Session} session
 * @property {Game} game
 * @property {Board} puzzle where the game begins
 * @property {import("../board/board.js").BoardView} board
 * @property {() => Position} position the puzzle with the placed digits and the marks, for the server
 * @property {(move: string) => boolean} play do a move
 * @property {(changed: () => void) => () => void} onChange call a function when the position changes
 * @property {() => Promise<number[]>} solution
 * @property {() => Promise<Rating>} rating of a classic puzzle with one solution
 * @property {import("./story.js").Story} story
 * @property {() => void} hinted note that a hint was shown
 * @property {Commands} commands what keys and buttons call, by the names of the key table
 * @property {import("./head.js").Head} head where a part can add a button for a command
 * @property {import("./flyout.js").Flyouts} flyouts
 * @property {(text: string) => void} note show and say a short message
 * @property {() => void} keep save the game
 * @property {(remark: string) => void} opened what is to be said about the puzzle that is laid next
 * @property {(isOpen: boolean) => void} sheet on a phone, show or hide the hints
 */

const FIRST = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1...";

const TITLE = 300; // characters of a title in a link

/** @param {HTMLElement} root @param {App} app */
export function mount(root, app) {
  /** @type {{code: string, save: () => void, note: (text: string) => void, app: App} | null} */
  let table = null;
  let search = new AbortController();
  let isShown = false;
  /** @type {URLSearchParams | null} */
  let asked = null; // the link shown last: what an earlier one still reads is not opened over it
  let remark = ""; // about the puzzle that is being opened

  /** @param {URLSearchParams} params @param {string} path the name of a puzzle */
  async function show(params, path) {
    isShown = true;
    asked = params;
    search.abort();
    if (path && !params.has("p")) return showNamed(params, path);
    const last = params.has("p") ? null : app.store.read("last");
    const moves = params.get("m");
    let wanted = params.get("p") ?? last ?? "";
    let title = (params.get("t") ?? "").slice(0, TITLE);
    if (!wanted) {
      // The first visit: an easy puzzle.
      const first = await firstPuzzle().catch(() => null);
      wanted = first?.text ?? FIRST;
      title = first ? app.words.difficulty(first.difficulty) : "";
    }
    if (table?.code === wanted && moves === null) return;
    try {
      const board = await boardIn(app, wanted);
      if (isShown && asked === params) open(board, moves, title);
    } catch (error) {
      if (asked !== params) return;
      if (last !== null && last === app.store.read("last")) app.store.remove("last"); // without a link, the next visit begins anew
      fail(sentenceOf(error));
    }
  }

  /** @param {URLSearchParams} params @param {string} path */
  async function showNamed(params, path) {
    const { signal } = (search = new AbortController());
    if (table) table.note(app.t("new.searching"));
    else root.replaceChildren(element("p", "empty", app.t("new.searching")));
    try {
      const found = await namedPuzzle(app, path, signal);
      if (asked !== params || !isShown) return;
      if (!found) return fail(app.t("play.unknown", { name: path.slice(0, 80) }));
      const board = await boardIn(app, found.code);
      if (asked === params && isShown) open(board, null, found.title, found.day);
    } catch (error) {
      if (asked === params && !signal.aborted) fail(sentenceOf(error));
    }
  }

  /** @param {Board} board @param {string | null} moves @param {string} title @param {string} [day] whose puzzle it is */
  function open(board, moves, title, day = "") {
    const hadFocus = root.contains(document.activeElement);
    close();
    const own = partOf(app);
    const code = boardCode(board);
    const puzzle = withCells(board.rules, code) ?? board; // without what its player has done
    const geometry = createGeometry(puzzle.rules);
    const keeper = new Keeper(app.store, code);
    const kept = app.store.read("game", code);
    let game = (kept && gameIn(kept)) ?? begun();
    let shown = partsOf(game); // what is kept of the game, but for its time
    if (moves !== null) game = withMoves(game, moves);
    if (title) game.title = title;
    else if (!game.title && app.store.read("last") === code) game.title = app.store.read("title") ?? "";
    remark = [remark, damageOf(app)].filter(Boolean).join(" ");

    /** Begin a game; a puzzle made of candidates shows them. */
    function begun() {
      const made = new Game(geometry, board);
      if (made.allowed && !made.moves.length) made.play(fillCandidates(made));
      return made;
    }

    /** @param {import("./keeper.js").Kept} found */
    function gameIn(found) {
      keeper.take(found);
      try {
        return gameOf(parseSave(found.save), geometry);
      } catch (error) {
        console.info(`${code}: ${error}`);
        remark = app.t("kept.damaged", { names: [app.t("kept.game")] });
        return null;
      }
    }

    /** Start again with the moves of a link; what was there becomes a save point. @param {Game} old @param {string} list */
    function withMoves(old, list) {
      const { placed, ...start } = puzzle;
      const made = new Game(geometry, start);
      made.title = old.title;
      for (const move of readMoves(list)) made.play(move);
      for (const [each, tokens] of Object.entries(old.saves)) made.setSave(each, tokens);
      if (old.at && old.moves.join() !== made.moves.join()) {
        old.savePoint(app.t("play.saves.before"));
        made.setSave(app.t("play.saves.before"), old.saves[app.t("play.saves.before")]);
      }
      return made;
    }

    let text = "";
    const save = () => {
      const next = writeSave(game, puzzle.rules.text);
      if (next === text || !(game.moves.length || text)) return;
      text = next;
      const parts = partsOf(game);
      if (parts === shown) keeper.tick(next);
      else keeper.change(next);
      shown = parts;
      notePlayed(app, code, titleOf(app, game.title, puzzle), game);
    };
    const story = new Story(app.store, code, game);
    if (day && day !== story.day) story.isOf(day);
    const { note } = layTable(root, own, { puzzle, game, geometry, story, save, remark, opened: (text) => (remark = text) });
    remark = "";
    if (moves !== null) save();
    if (hadFocus) /** @type {HTMLElement | null} */ (root.querySelector(".cell[tabindex='0']"))?.focus();
    app.store.watch(own.owner, "game", code, () => {
      const { newer } = keeper;
      if (!newer) return keeper.insist();
      const other = gameIn(newer);
      if (other && partsOf(other) !== partsOf(game)) open(puzzle, null, "");
    });
    table = { code, save, note, app: own };
    app.store.write("last", code);
    app.store.write("title", game.title);
    app.go(writeLink("play", { p: code }), true);
  }

  function close() {
    table?.app.owner.end();
    table = null;
    root.replaceChildren();
  }

  /** @param {string} message */
  function fail(message) {
    close();
    const back = element("a", "", app.t("play.first"));
    back.setAttribute("href", writeLink("play", { p: FIRST }));
    const text = element("p", "empty", message);
    text.setAttribute("role", "alert");
    text.append(element("br"), back);
    root.append(text);
  }

  return {
    show,
    hide() {
      isShown = false;
      search.abort();
      table?.save();
      close();
    },
  };
}

/** Return all of a game but its time and title, as text. @param {Game} game */
function partsOf({ at, moves, saves }) {
  return JSON.stringify([at, moves, saves]);
}
