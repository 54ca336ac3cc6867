/**
 * The worker that hosts the core: it gets the compiled module once, then questions one after another, and answers each.
 * A question that runs too long is ended from outside, together with the worker.
 */

import { CoreError, loadCore } from "./core.js";
import { NeedsPython } from "./errors.js";
import { Search } from "./search.js";
import { answerTo } from "./verbs.js";

/** @typedef {{module: WebAssembly.Module}} Start */
/** @typedef {{verb: keyof Answers, request: Record<string, any>}} Question */
/** @typedef {{answer: any} | {error: any}} Answer */
/** @typedef {Answer | {needsServer: true, reason?: string, otherwise?: Answer | null}} Reply */

// The types of a page are those of a window, whose messages go elsewhere.
const worker = /** @type {Pick<Worker, "postMessage"> & EventTarget} */ (/** @type {unknown} */ (self));

/** @type {Promise<Search>} */
let search;

worker.addEventListener("message", async (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  if (data.module) {
    search = loadCore(data.module).then((core) => new Search(core));
    await search.catch((error) => worker.postMessage({ fault: String(error) }));
  } else {
    worker.postMessage({ reply: await replyTo(data) });
  }
});

/** @param {Question} question @returns {Promise<Reply>} */
async function replyTo({ verb, request }) {
  try {
    const ready = await search;
    worker.postMessage({ begun: true });
    return answerTo(ready, verb, request);
  } catch (error) {
    if (error instanceof NeedsPython) return { needsServer: true, otherwise: error.otherwise };
    const reason = error instanceof CoreError && error.code === "memory" ? error.message : undefined;
    if (!reason) console.warn("engine:", error);
    return { needsServer: true, ...(reason && { reason }) };
  }
}
