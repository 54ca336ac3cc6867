/** What is noted of the puzzles that were played in this browser: how far each is, and when it was played last. */

const MOST = 500; // puzzles; older ones are forgotten

/** Return what is known of the puzzles played, by their codes. @param {App} app @returns {import("../kept.js").Kept["played"]} */
export const played = (app) => app.store.read("played") ?? {};

/** Say what was found damaged in the storage since the last time, "" if nothing was. @param {App} app */
export function damageOf(app) {
  const names = app.store.takeDamaged().map((name) => app.t(`kept.${name}`));
  return names.length ? app.t("kept.damaged", { names }) : "";
}

/** Note how far a game is. @param {App} app @param {string} code @param {string} title @param {Game} game */
export function notePlayed(app, code, title, game) {
  const list = played(app);
  const cells = game.givens.filter((digit) => !digit).length;
  const filled = cells - game.entries.digits.filter((digit) => !digit).length;
  list[code] = { title, filled, cells, seconds: game.seconds, solved: game.isSolved, at: Date.now() };
  const codes = Object.keys(list).sort((a, b) => list[b].at - list[a].at);
  for (const old of codes.slice(MOST)) {
    delete list[old];
    app.store.remove("game", old);
    app.store.remove("story", old);
  }
  app.store.write("played", list);
}
