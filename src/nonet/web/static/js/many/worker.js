/** A worker for files of many puzzles: it gets the compiled core once, then chunks of the file, and answers each. */

import { loadCore } from "../engine/core.js";
import { answerRows } from "./answers.js";

/** @typedef {{id: number, text: string, line: number, layout: import("./rows.js").Layout, task: import("./answers.js").Task}} Question */

// The types of a page are those of a window, whose messages go elsewhere.
const worker = /** @type {EventTarget & {postMessage: (message: any, moved?: Transferable[]) => void}} */ (
  /** @type {unknown} */ (self));
/** @type {Promise<import("../engine/core.js").Core>} */
let core;

worker.addEventListener("message", async (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  if (data.module) return void (core = loadCore(data.module));
  const { id, text, line, layout, task } = /** @type {Question} */ (data);
  try {
    const answer = answerRows(await core, text, line, layout, task);
    worker.postMessage({ id, answer }, [answer.csv.buffer]);
  } catch (error) {
    worker.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
