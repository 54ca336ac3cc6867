/**
 * The one place that knows where answers come from: the engine in the page for classic boards, and for all else the
 * server, at /api/{verb}; without a server nonet's Python in the page, which loads once. Every other module calls
 * ask(verb, request) and gets an answer or an AskError; no other module fetches one. The types of the wire are here, too.
 */

import { addressOf } from "./app_files.js";

/** An answer that is an error: `message` is the sentence to show, `code` its kind. */
export class AskError extends Error {
  /** @param {string} code @param {string} message @param {{cells?: number[], line?: number, column?: number}} [where] */
  constructor(code, message, where = {}) {
    super(message);
    this.name = "AskError";
    this.code = code;
    this.cells = where.cells ?? [];
    this.line = where.line ?? null;
    this.column = where.column ?? null;
  }
}

/** Milliseconds until a request is given up; the server answers within 10 seconds. */
const PATIENCE = 15_000;

/** Milliseconds before a request is sent again to a server that was busy, which says "try again". */
const PAUSES = [300, 1200];

const CLIENT = "js/engine/client.js"; // loaded with the first question that the engine gets

/** @typedef {import("./engine/client.js").Engine} Answering */
/** @type {{engine?: Answering, python?: Answering}} */
const answering = {};

/**
 * Ask. Throws an AskError. Codes that no server sends: "ran_away" for a search that had to be ended, "needs_server" where
 * only a server knows the answer and there is none, "no_python" where Python would know it and does not load, "offline"
 * without a connection, "timeout" without an answer. When `signal` is aborted, the promise is rejected with the signal's
 * reason. `loading` hears how much of Python is loaded, if it must be loaded first.
 *
 * @param {string} verb such as "hint"; "about" and "algorithms" need no request
 * @param {object | null} [request]
 * @param {{signal?: AbortSignal, loading?: import("./engine/client.js").Loading}} [options]
 * @returns {Promise<any>}
 */
export async function ask(verb, request = null, { signal, loading = () => {} } = {}) {
  if (request !== null && hasServer() && isEarly()) {
    try {
      return await askServer(verb, request, signal);
    } catch (error) {
      if (!(error instanceof AskError) || error.code !== "offline") throw error;
    }
  }
  /** @type {import("./engine/worker.js").Reply} */
  const reply = request === null ? { needsServer: true } : await askWorker("engine", verb, request, signal);
  if (!("needsServer" in reply)) return answerIn(reply);
  if (hasServer()) return askServer(verb, request, signal);
  if (reply.otherwise && !hasPython()) return answerIn(reply.otherwise);
  if (reply.reason) throw new AskError("memory", reply.reason);
  /** @type {typeof import("./recorded.js")} */
  const { isRecorded, recorded } = await import(addressOf("js/recorded.js"));
  if (request === null || !hasPython() || (await isRecorded(verb, request))) return recorded(verb, request, signal);
  const found = await askWorker("python", verb, request, signal, loading);
  if ("needsServer" in found) throw new AskError("no_python", "nonet's Python did not load");
  return answerIn(found);
}

/** @param {{answer: any} | {error: any}} reply */
function answerIn(reply) {
  if ("error" in reply) throw new AskError(reply.error.code, reply.error.message, reply.error);
  return reply.answer;
}

/** Whether the page has a server: `<html data-server="none">` says that none does. */
export const hasServer = () => document.documentElement.dataset["server"] !== "none";

/** Whether the page can load nonet's Python: `<html data-python="here">` says that its files are there. */
const hasPython = () => document.documentElement.dataset["python"] === "here";

/** Whether every question has an answer: from the server, or from nonet's Python. */
export const answersAll = () => hasServer() || hasPython();

/** Whether the page has not been touched yet: its requests until then are not worth loading the engine for. */
const isEarly = () => navigator.userActivation?.hasBeenActive === false;

/**
 * @param {"engine" | "python"} who @param {string} verb @param {object} request @param {AbortSignal} [signal]
 * @param {import("./engine/client.js").Loading} [loading]
 * @returns {Promise<import("./engine/worker.js").Reply>}
 */
async function askWorker(who, verb, request, signal, loading = () => {}) {
  /** @type {typeof import("./engine/client.js")} */
  const { Engine, Python, RanAway } = await import(addressOf(CLIENT));
  const asked = (answering[who] ??= who === "engine" ? new Engine() : new Python());
  asked.loading = loading;
  try {
    return await asked.answer(verb, request, signal);
  } catch (error) {
    if (error instanceof RanAway) throw new AskError("ran_away", "the search did not end in time and was stopped");
    throw error;
  }
}

/** @param {string} verb @param {object | null} request @param {AbortSignal} [signal] */
async function askServer(verb, request, signal) {
  for (const pause of PAUSES) {
    try {
      return await askOnce(verb, request, signal);
    } catch (error) {
      if (!(error instanceof AskError) || error.code !== "busy") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  }
  return askOnce(verb, request, signal);
}

/** @param {string} verb @param {object | null} request @param {AbortSignal} [signal] */
async function askOnce(verb, request, signal) {
  const timeout = AbortSignal.timeout(PATIENCE);
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const posted = request && { method: "POST", body: JSON.stringify(request), headers: { "Content-Type": "application/json" } };
  let answer;
  let status = 0;
  try {
    const response = await fetch(`api/${verb}`, { signal: stop, ...posted });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw new AskError("timeout", "the server did not answer in time");
    if (status) throw new AskError("offline", `the answer of the server is not JSON (status ${status})`);
    throw new AskError("offline", "the server does not answer");
  }
  return answerIn(answer?.error ? answer : { answer });
}
