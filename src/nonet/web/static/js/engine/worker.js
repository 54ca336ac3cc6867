/**
 * The worker that hosts the core: it gets the compiled module once, then questions one after another, and answers each.
 * A question that runs too long is ended from outside, together with the worker.
 */

import { fetchFile } from "../app_files.js";
import { CoreError, loadCore } from "./core.js";
import { setStock } from "./drilling.js";
import { Search } from "./search.js";
import { describeWith } from "./describing.js";
import { MissingWords, sayWith } from "./unsolvable.js";
import { answerTo, languagesOf } from "./verbs.js";

/** @typedef {{module: WebAssembly.Module}} Start */
/** @typedef {{verb: string, request: Record<string, any>}} Question */
/** @typedef {{answer: any} | {error: any} | {needsServer: true, reason?: string}} Reply */

// The types of a page are those of a window, whose messages go elsewhere.
const worker = /** @type {Pick<Worker, "postMessage"> & EventTarget} */ (/** @type {unknown} */ (self));

/** @type {Record<string, any>} */
const catalogues = {};
/** @type {Promise<Search>} */
let search;
let hasStock = false;

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
    if (verb === "drill") await fetchStock();
    for (const language of languagesOf(verb, request)) await fetchWords(language);
    const ready = await search;
    worker.postMessage({ begun: true });
    const answer = () => answerTo(ready, verb, request, describeWith(catalogues), sayWith(catalogues));
    try {
      return answer() ?? { needsServer: true };
    } catch (error) {
      if (!(error instanceof MissingWords)) throw error;
      await fetchWords(error.language);
      return answer() ?? { needsServer: true };
    }
  } catch (error) {
    const reason = error instanceof CoreError && error.code === "memory" ? error.message : undefined;
    if (!reason) console.warn("engine:", error);
    return { needsServer: true, ...(reason && { reason }) };
  }
}

/** Load the examples of the techniques, once. */
async function fetchStock() {
  if (hasStock) return;
  const response = await fetchFile("examples.json");
  if (!response.ok) return;
  setStock(await response.json());
  hasStock = true;
}

/** Load the catalogue of a language, once. @param {string} language */
async function fetchWords(language) {
  if (catalogues[language] || !/^[a-z]{2,3}(-[a-z]+)?$/.test(language)) return;
  const response = await fetchFile(`words/${language}.json`);
  if (response.ok) catalogues[language] = await response.json();
}
