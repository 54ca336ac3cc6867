/**
 * Everything that the page keeps in the browser: the name of each value, and how it is read again.
 */

import { asIs, flag, listOf, maybe, number, objectOf, oneOf, recordOf, soundOf, text, usual, whole } from "./outside.js";

/** One of some words; the first one is usual. @param {string[]} words @returns {import("./outside.js").Reader<string>} */
const choice = (words) => usual(oneOf(words), words[0] ?? "");

/** What a person chooses. */
export const SETTINGS = Object.freeze({
  language: usual(text(40), ""), // "" for that of the browser
  theme: choice(["auto", "light", "dark", "colour-blind"]),
  contrast: choice(["auto", "high"]),
  symbols: choice(["letters", "numbers"]), // of digits on boards larger than 9x9
  marks: choice(["position", "order"]), // centre marks by position, or in order
  peers: usual(flag, true), // tint the cells that the selected cell sees
  same: usual(flag, true), // mark the cells with the selected digit
  conflicts: usual(flag, true), // mark equal digits in a house
  clean: usual(flag, true), // placing a digit removes it from the marks of its peers
  timer: usual(flag, true), // show the time
  labels: usual(flag, true), // show the numbers of rows and columns
  digitFirst: usual(flag, false), // choose a digit, then the cells
});

const LONG = 100_000; // characters of a constraint
const cell = text(8);
const step = objectOf({
  technique: text(60),
  rating: number,
  places: maybe(objectOf({ cell, digit: whole(36) })),
  removes: recordOf(listOf(whole(36))),
  houses: listOf(text(200)),
  marks: listOf(objectOf({ role: text(20), cell, digits: listOf(whole(36)) })),
  chains: maybe(listOf(listOf(objectOf({ cell, digit: whole(36), on: flag, cause: text(200), parents: listOf(whole()) })))),
});

/** By the names in the storage, after "nonet."; of games there is one for each puzzle: "nonet.game.CODE". */
export const KEPT = Object.freeze({
  settings: objectOf(SETTINGS),
  last: text(), // the puzzle on the table
  title: text(), // its title
  set: text(), // the puzzle that was set
  /** Of each puzzle that was set, by its code, when it was changed last. */
  drafts: soundOf(objectOf({ at: whole() })),
  drawn: listOf(text(LONG)), // the constraints of the puzzle in Set that were drawn, not read from a text
  kinds: listOf(text(40)), // the kinds of constraints that were placed last, the newest first
  /** A save file, the number of its last change, and the tab that made it. */
  game: objectOf({ save: text(), change: whole(), tab: text(100) }),
  /** How a game went: the second of each move, and of each hint; and the day whose puzzle it is, "" for none. */
  story: objectOf({ times: listOf(whole()), hints: listOf(whole()), day: usual(text(10), "") }),
  /** The fastest solve of each difficulty, in seconds, and the days whose puzzle was solved. */
  records: objectOf({ best: recordOf(whole()), days: listOf(text(10)) }),
  /** Of each puzzle that was played, by its code, how far it is. */
  played: soundOf(objectOf({ title: usual(text(), ""), filled: whole(), cells: whole(), seconds: whole(), solved: flag, at: whole() })),
  /** Of each technique that was drilled, how many positions of the last round were found, and whether a round is done. */
  drills: soundOf(objectOf({ found: whole(10), done: flag, at: whole() })),
  /** The steps of the puzzle on the table. */
  plan: asIs(objectOf({ code: text(), answer: objectOf({ solution: listOf(whole(36)), steps: listOf(step) }) })),
});

/** @typedef {{[N in keyof typeof KEPT]: ReturnType<(typeof KEPT)[N]>}} Kept */
