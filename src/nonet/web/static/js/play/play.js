/**
 * Play: which puzzle is on the table, and that nothing of it is lost.
 *
 * The address has the puzzle, or its name (named.js); without one, the last puzzle of this browser is shown, or the first one. Each puzzle
 * is kept with all its moves. Two tabs with the same puzzle follow each other.
 */

import { isElsewhere } from "../address.js";
import { sentenceOf } from "../errors.js";
import { fillCandidates } from "../game/actions.js";
import { Game } from "../game/game.js";
import { createGeometry } from "../board/geometry.js";
import { boardCode, boardIn, readMoves, withCells, writeLink } from "../link.js";
import { gameOf, parseSave, writeSave } from "../game/saves.js";
import { element } from "../dom.js";
import { partOf } from "../owner.js";
import { Keeper } from "./keeper.js";
import { titleOf } from "./head.js";
import { firstPuzzle, namedPuzzle } from "./named.js";
import { damageOf, notePlayed, played } from "./played.js";
import { Story } from "./story.js";
import { Table } from "./table.js";

/** A board for the server, whose rules the text says in full. @typedef {Omit<Board, "rules"> & {rules: {size: number, text: string}}} Position */

const FIRST = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1...";

const TITLE = 300; // characters of a title in a link

/** @param {HTMLElement} root @param {App} app */
export function mount(root, app) {
  /** @type {{code: string, table: Table} | null} */
  let shown = null;
  let remark = ""; // about the puzzle that is being opened

  /** @param {URLSearchParams} params @param {string} path the name of a puzzle @param {AbortSignal} signal */
  async function show(params, path, signal) {
    const isNamed = path !== "" && !params.has("p");
    const last = path || params.has("p") ? null : app.store.read("last");
    const moves = isNamed ? null : params.get("m");
    try {
      const found = isNamed ? await findNamed(path, signal) : await findLinked(params, last);
      if (signal.aborted) return;
      if (!found) return fail(app.t("play.unknown", { name: path.slice(0, 80) }));
      if (!isNamed && shown?.code === found.code && moves === null) return;
      const board = await boardIn(app, found.code);
      if (!signal.aborted) open(board, moves, found.title, found.day);
    } catch (error) {
      if (signal.aborted) return;
      if (last !== null && last === app.store.read("last")) app.store.remove("last"); // without a link, the next visit begins anew
      fail(sentenceOf(error));
    }
  }

  /** @param {string} name @param {AbortSignal} signal */
  function findNamed(name, signal) {
    const busy = app.t("new.searching");
    if (shown) shown.table.note(busy);
    else root.replaceChildren(element("p", "empty", busy));
    return namedPuzzle(app, name, signal);
  }

  /** @param {URLSearchParams} params @param {string | null} last */
  async function findLinked(params, last) {
    const code = params.get("p") ?? last;
    if (code) return { code, title: (params.get("t") ?? "").slice(0, TITLE), day: "" };
    // The first visit: an easy puzzle.
    const first = await firstPuzzle().catch(() => null);
    return { code: first?.text ?? FIRST, title: first ? app.words.difficulty(first.difficulty) : "", day: "" };
  }

  /** @param {Board} board @param {string | null} moves @param {string} title @param {string} day whose puzzle it is */
  function open(board, moves, title, day) {
    const hadFocus = root.contains(document.activeElement);
    close();
    const own = partOf(app);
    const code = boardCode(board);
    const puzzle = withCells(board.rules, code) ?? board; // without what its player has done
    const geometry = createGeometry(puzzle.rules);
    const keeper = new Keeper(app.store, code);
    const kept = app.store.read("game", code);
    let game = (kept && gameIn(kept)) ?? begun();
    let before = partsOf(game); // what is kept of the game, but for its time
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
      const name = app.t("play.saves.before");
      if (old.at && old.moves.join() !== made.moves.join()) old.savePoint(name);
      for (const [each, tokens] of Object.entries(old.saves)) made.setSave(each, tokens);
      return made;
    }

    let text = "";
    const keep = () => {
      const next = writeSave(game, puzzle.rules.text);
      if (next === text || !(game.moves.length || text)) return;
      text = next;
      const parts = partsOf(game);
      if (parts === before) keeper.tick(next);
      else keeper.change(next);
      before = parts;
      notePlayed(app, code, titleOf(app, game.title, puzzle), game);
    };
    const story = new Story(app.store, code, game, day);
    const table = new Table(root, own, { game, geometry, puzzle, story }, keep, hear);
    if (remark) table.note(remark);
    remark = "";
    if (moves !== null) keep();
    else if (kept && !played(app)[code]) notePlayed(app, code, titleOf(app, game.title, puzzle), game); // it came as a file
    if (hadFocus) /** @type {HTMLElement | null} */ (root.querySelector(".cell[tabindex='0']"))?.focus();
    app.store.watch(own.owner, "game", code, () => {
      const { newer } = keeper;
      if (!newer) return keeper.insist();
      const other = gameIn(newer);
      if (other && partsOf(other) !== partsOf(game)) open(puzzle, null, "", "");
    });
    shown = { code, table };
    app.store.write("last", code);
    app.store.write("title", game.title);
    app.go(writeLink("play", { p: code }), true);
  }

  /** Take the message about a text that was opened: for the puzzle that it leads to, or at once. @param {string} text */
  function hear(text) {
    if (isElsewhere()) remark = text;
    else if (text) shown?.table.note(text);
  }

  function close() {
    shown?.table.app.owner.end();
    shown = null;
    root.replaceChildren();
  }

  /** @param {string} message */
  function fail(message) {
    close();
    const back = element("a", { href: writeLink("play", { p: FIRST }) }, app.t("play.first"));
    root.append(element("p", { class: "empty", role: "alert" }, message, element("br"), back));
  }

  return {
    show,
    hide() {
      shown?.table.keep();
      close();
    },
  };
}

/** Return all of a game but its time and title, as text. @param {Game} game */
const partsOf = ({ at, moves, saves }) => JSON.stringify([at, moves, saves]);
