/**
 * Answers that are files: what the app shows where it has no server, and no worker can find it either.
 *
 * `nonet site` writes them: `about.json`, `algorithms.json`, and the runs of the Lab, one file for each board and
 * algorithm, found through `traces/index.json`. The page knows from its own `data-server` that there is no server.
 */

import { fetchFile } from "./app_files.js";
import { answersAll, AskError, hasServer } from "./ask.js";
import { boardCode } from "./link.js";

export { answersAll, hasServer };

/** The runs that are recorded of each board: the file of each. @typedef {Record<string, Record<string, string>>} Runs */

/** @type {Promise<Runs> | null} */
let runs = null;

/** Return the recorded runs of each board, by the code of the board and the run as in a link. @returns {Promise<Runs>} */
export function recordedRuns() {
  runs ??= file("traces/index.json").then((answer) => answer.json());
  runs.catch(() => (runs = null));
  return runs;
}

/** Return the file of a recorded run, if a request asks for one. @param {any} request */
async function fileOf({ puzzle, algorithm, digits = "ascending", seed = 0, limit = 1 }) {
  const run = digits === "ascending" ? algorithm : `${algorithm}:${digits}`;
  return seed === 0 && limit === 1 ? (await recordedRuns())[boardCode(puzzle)]?.[run] : undefined;
}

/** Whether an answer is recorded. @param {string} verb @param {any} request */
export const isRecorded = async (verb, request) => verb === "trace" && Boolean(await fileOf(request));

/**
 * Return a recorded answer; throws an AskError with the code "needs_server" if there is none.
 * @param {string} verb @param {any} request @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function recorded(verb, request, signal) {
  if (verb === "about" || verb === "algorithms") return (await file(`${verb}.json`, signal)).json();
  if (verb !== "trace") throw new AskError("needs_server", "this needs a server: run nonet serve");
  const found = await fileOf(request);
  if (!found) throw new AskError("needs_server", "this run is not recorded; nonet serve runs it");
  return unpacked(await file(`traces/${found}`, signal));
}

/** @param {string} name @param {AbortSignal} [signal] */
async function file(name, signal) {
  const answer = await fetchFile(name, signal ? { signal } : {}).catch(() => {
    throw signal?.aborted ? signal.reason : new AskError("offline", `${name} did not load`);
  });
  if (!answer.ok) throw new AskError("offline", `${name} did not load (status ${answer.status})`);
  return answer;
}

/** Return the JSON of a compressed file; some hosts have it decompressed on the way. @param {Response} answer */
async function unpacked(answer) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return JSON.parse(new TextDecoder().decode(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
