// Which techniques were drilled: kept in this browser alone, until somebody removes it.

import { ROUND } from "./answers.js";

/** @typedef {import("../store.js").Store} Store */

/** Return how far each drill is, by technique. @param {Store} store */
export const drilled = (store) => store.read("drills") ?? {};

/** Keep that one more position was found; return how many of the round there are. @param {Store} store @param {string} id */
export function countFound(store, id) {
  const all = drilled(store);
  const before = all[id];
  const found = (before && before.found < ROUND ? before.found : 0) + 1;
  const done = Boolean(before?.done) || found === ROUND;
  store.write("drills", { ...all, [id]: { found, done, at: Date.now() } });
  return found;
}

/** Return how many positions of the round that is going on were found. @param {Store} store @param {string} id */
export function foundSoFar(store, id) {
  const found = drilled(store)[id]?.found ?? 0;
  return found < ROUND ? found : 0;
}

/** @param {Store} store */
export const forgetDrills = (store) => store.remove("drills");
