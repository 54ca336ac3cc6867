/**
 * What can be the hardest technique of a new puzzle: by which profile, and puzzles of the rare ones, which no search finds
 * in seconds. nonet/generating/technique_stock.py describes the file; it is loaded on first use.
 */

import { fetchFile } from "../app_files.js";
import { element } from "../dom.js";
import { objectOf, recordOf, text } from "../outside.js";
import { played } from "./played.js";

/** @typedef {{profile: string, puzzles: Record<string, string>}} Stocked */

const FILE = "technique_stock.json";
const STOCK = recordOf(recordOf(objectOf({ profile: text(20), puzzles: recordOf(text(81)) })));

/** Return the techniques that can be the hardest, by family, in the order of Learn. @returns {Promise<Record<string, Record<string, Stocked>>>} */
export async function hardestOffered() {
  const answer = await fetchFile(FILE);
  if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`);
  return STOCK(await answer.json(), FILE);
}

/** Return the groups of a menu. @param {App} app @param {Record<string, Record<string, Stocked>>} families */
export const groupsOf = (app, families) =>
  Object.entries(families).map(([family, techniques]) => {
    const options = Object.keys(techniques).map((id) => new Option(app.words.technique(id).name, id));
    return element("optgroup", { label: app.words.family(family) }, ...options);
  });

/** Return a puzzle of a technique that was not played yet, null if there is none: then a search may find one. @param {App} app @param {Stocked} stocked @returns {string | null} */
export function stockedPuzzle(app, { puzzles }) {
  const before = played(app);
  const fresh = Object.values(puzzles).filter((code) => !Object.hasOwn(before, code));
  return fresh[Math.floor(Math.random() * fresh.length)] ?? null;
}
