/**
 * Games that come in as files, and all that this browser keeps of its player as one file.
 *
 * A file is checked to its end before anything of it is written. It adds to what is here: of two games of one puzzle the one
 * that was played later is on the board, and what the other one had there is a save point of it. The last file that was
 * taken can be given back until the page is closed; what has changed since stays as it is then.
 */

import { GameError } from "../game/moves.js";
import { parseSave, plainGame, writeSave } from "../game/saves.js";
import { KEPT } from "../kept.js";
import { boardCode, writeLink } from "../link.js";
import { maybe, objectOf, oneOf, OutsideError, readJson, soundOf, text, usual } from "../outside.js";
import { after } from "./keeper.js";

/** @typedef {import("../kept.js").Kept} Kept */
/** A value that a file has changed; null where there is none. @typedef {{name: keyof Kept, of: string, old: any, value: any}} Change */

const FILE = objectOf({
  nonet_history: oneOf([1]),
  played: KEPT.played,
  games: soundOf(text()),
  stories: usual(soundOf(KEPT.story), {}),
  records: maybe(KEPT.records),
  drills: usual(KEPT.drills, {}),
  settings: maybe(KEPT.settings),
  set: maybe(text()),
  drafts: usual(KEPT.drafts, {}),
});
const SHOWN = 40; // characters of the code of a puzzle in a sentence
/** Values whose fields count one by one. */
const FIELDS = ["played", "records", "drills", "settings", "drafts"];

/** What the last file has changed, and the message about it. @type {{changes: Change[], message: string} | null} */
let taken = null;

/** The message about the last file, null if there is none to give back. */
export const takenNow = () => taken?.message ?? null;

/** Return all that is kept, as a file. @param {App} app */
export function bundleOf({ store }) {
  const list = store.read("played") ?? {};
  /** @param {(code: string) => unknown} of */
  const each = (of) => Object.fromEntries(Object.keys(list).map((code) => [code, of(code) ?? undefined]));
  const content = {
    nonet_history: 1,
    played: list,
    games: each((code) => store.read("game", code)?.save),
    stories: each((code) => store.read("story", code)),
    ...Object.fromEntries(/** @type {const} */ (["records", "drills", "settings", "set", "drafts"]).map((name) => [name, store.read(name) ?? undefined])),
  };
  return new Blob([JSON.stringify(content)], { type: "application/json" });
}

/** Open the game of a save file, which then is that of its puzzle; what was on the board is a save point. @param {App} app @param {string} content @param {string} name */
export function openSave({ store, go, t }, content, name) {
  const save = parseSave(content);
  plainGame(save);
  const code = codeOf(save);
  const kept = store.read("game", code);
  const story = kept && store.read("story", code);
  store.write("game", after(kept, kept ? joined(content, kept.save, t("play.saves.before")) : content), code);
  if (story) store.write("story", { ...story, times: [] }, code); // they were those of other moves
  store.tell("game", code); // if the same puzzle is on the table
  go(writeLink("play", { p: code, t: save.title || name }));
}

/** Add what is in a file to what is here; return the message about it. Throws an OutsideError; then nothing has changed. @param {App} app @param {string} content */
export function takeBundle(app, content) {
  /** @type {string[]} */
  const lost = [];
  const file = readJson(content, FILE, "file", lost);
  if (lost[0]) throw new OutsideError(lost[0]);
  for (const [code, save] of Object.entries(file.games)) check(code, save, file.played[code] !== undefined);
  const { changes, fresh, older } = gamesOf(app, file);
  /** @param {Exclude<keyof Kept, "game">} name @param {(old: any) => any} add */
  const also = (name, add) => {
    const old = app.store.read(name);
    const value = add(old);
    if (value !== null && !same(old ?? {}, value)) changes.push({ name, of: "", old, value });
  };
  also("records", (old) => bestOf(old, file.records));
  also("drills", (old) => drillsOf(old ?? {}, file.drills));
  also("settings", (old) => settingsOf(old, file.settings));
  also("set", (old) => old || file.set);
  also("drafts", (old) => ({ ...file.drafts, ...old }));
  if (!changes.length) return app.t("history.same");
  if (!app.store.writeAll(changes)) throw new OutsideError(app.t("history.no_room"));
  const message = [app.t("history.imported", { n: fresh }), older && app.t("history.older", { n: older })].filter(Boolean).join(" ");
  taken = { changes, message };
  tell(app, changes);
  return message;
}

/** Give back the last file: all is as before it, but for what has changed since. @param {App} app */
export function giveBack(app) {
  const { changes } = taken ?? { changes: [] };
  taken = null;
  for (const { name, of, old, value } of changes) {
    const now = /** @type {any} */ (app.store.read(name, of));
    if (FIELDS.includes(name)) {
      const fields = Object.keys({ ...old, ...value }).filter((key) => same(now?.[key], value[key]) && !same(old?.[key], value[key]));
      if (fields.length) app.store.merge(name, Object.fromEntries(fields.map((key) => [key, old?.[key]])));
    } else if (name === "game" ? now && boardOf(now.save) === boardOf(value.save) : same(now, value)) {
      if (old === null) app.store.remove(name, of);
      else app.store.write(name, name === "game" ? after(now, old.save) : old, of);
    }
  }
  tell(app, changes);
}

/** Tell the page what has changed. @param {App} app @param {Change[]} changes */
function tell({ store }, changes) {
  for (const { name, of } of changes) if (name === "game" || name === "settings") store.tell(name, of);
}

/** Throw an OutsideError unless a text is a game of a puzzle. @param {string} code @param {string} content @param {boolean} isListed */
function check(code, content, isListed) {
  const where = `file.games.${code.slice(0, SHOWN)}`;
  try {
    const save = parseSave(content);
    plainGame(save);
    if (codeOf(save) !== code) throw new OutsideError(`${where}: expected a game of this puzzle, found one of ${codeOf(save).slice(0, SHOWN)}`);
    if (!isListed) throw new OutsideError(`${where}: expected its line under "played", found none`);
  } catch (error) {
    throw error instanceof GameError ? new OutsideError(`${where}: ${error.message}`) : error;
  }
}

/** Return the changes that the games of a file make, and how many of them are new here, and how many older than those here. @param {App} app @param {ReturnType<typeof FILE>} file */
function gamesOf({ store, t }, file) {
  const old = store.read("played");
  const entries = { ...old };
  /** @type {Change[]} */
  const changes = [];
  let [fresh, older] = [0, 0];
  const now = Date.now(); // a clock that was ahead does not count
  for (const [code, one] of Object.entries(file.played)) {
    const [own, kept, story, save] = [entries[code], store.read("game", code), store.read("story", code), file.games[code]];
    const isLater = !own || !kept || Math.min(one.at, now) > Math.min(own.at, now);
    if (isLater) entries[code] = { ...one, at: Math.min(one.at, now) };
    if (save === undefined) continue;
    const value = !kept ? save : isLater ? joined(save, kept.save, t("play.saves.before")) : joined(kept.save, save, t("history.point"));
    if (kept && boardOf(kept.save) === boardOf(value)) continue;
    changes.push({ name: "game", of: code, old: kept, value: after(kept, value) });
    if (isLater) fresh++;
    else older++;
    if (isLater && !same(story, file.stories[code])) changes.push({ name: "story", of: code, old: story, value: file.stories[code] ?? null });
  }
  if (!same(old ?? {}, entries)) changes.push({ name: "played", of: "", old, value: entries });
  return { changes, fresh, older };
}

/** Return a save file with what the board of another one has, and its save points, unless its own moves lead there. @param {string} content @param {string} other @param {string} name */
function joined(content, other, name) {
  const save = parseSave(content);
  /** @type {Game} */
  let lost;
  try {
    lost = plainGame(parseSave(other));
  } catch {
    return content; // what was kept is damaged
  }
  const game = plainGame(save);
  const done = lost.moves.slice(0, lost.at);
  if (done.some((move, i) => move !== game.moves[i])) lost.savePoint(name);
  const points = Object.entries(lost.saves).filter(([, tokens]) => !Object.values(game.saves).includes(tokens));
  if (!points.length) return content;
  for (const [point, tokens] of points) {
    let free = point;
    for (let n = 2; Object.hasOwn(game.saves, free); n++) free = `${point} ${n}`;
    game.setSave(free, tokens);
  }
  return writeSave(game, save.rules);
}

/** Return what a save file has but its time and title, as text. @param {string} content */
function boardOf(content) {
  try {
    const { moves, at, saves } = parseSave(content);
    return JSON.stringify([moves, at, saves]);
  } catch {
    return "";
  }
}

/** Return the code of the puzzle of a save file. @param {import("../game/saves.js").Save} save */
function codeOf({ rules, puzzle }) {
  const size = Math.round(Math.sqrt(puzzle.givens.length));
  const words = !rules || rules === "3x3" ? "classic" : rules;
  return boardCode({ rules: { size, text: words, boxes: null, regions: [], extra: [] }, ...puzzle });
}

/** @param {Kept["records"] | null} old @param {Kept["records"] | null} file */
function bestOf(old, file) {
  if (!old || !file) return old ?? file;
  const best = { ...file.best, ...old.best };
  for (const level of Object.keys(best)) best[level] = Math.min(old.best[level] ?? Infinity, file.best[level] ?? Infinity);
  return { best, days: [...new Set([...old.days, ...file.days])].sort() };
}

/** @param {Kept["drills"]} old @param {Kept["drills"]} file @returns {Kept["drills"]} */
function drillsOf(old, file) {
  const later = Object.entries(file).filter(([id, { at }]) => !old[id] || at > old[id].at);
  return { ...old, ...Object.fromEntries(later.map(([id, one]) => [id, { ...one, done: one.done || Boolean(old[id]?.done) }])) };
}

/** Return the settings; those of the file where nothing else was chosen here. @param {Kept["settings"] | null} old @param {Kept["settings"] | null} file */
function settingsOf(old, file) {
  const usual = /** @type {Record<string, unknown>} */ (KEPT.settings({}));
  const chosen = Object.entries(old ?? {}).filter(([name, value]) => value !== usual[name]);
  return file && { ...file, ...Object.fromEntries(chosen) };
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
