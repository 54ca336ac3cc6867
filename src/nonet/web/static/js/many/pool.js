/**
 * A file of many puzzles, answered on all processors of the device: a worker for each, chunks of the file in a queue, and
 * the answers in the order of the file. Only a few chunks are in memory at a time; the result grows as a Blob, which the
 * browser may keep on disk.
 */

import { newWorker } from "../app_files.js";
import { compiled } from "../engine/client.js";
import { hearWorker } from "../outside.js";
import { NO_ROWS, headerOf } from "./answers.js";
import { chunksOf, layoutOf } from "./rows.js";

/** @typedef {import("./answers.js").Task} Task */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./answers.js").Tally} Tally */
/** @typedef {{share: number, rows: number, tally: Tally}} Progress */
/** @typedef {{table: Blob, rows: number, tally: Tally, seconds: number}} Outcome */

/** Characters of a chunk: about a second of work at most. */
const CHUNK = Object.freeze({ solve: 2 ** 18, count: 2 ** 16, rate: 2 ** 14 });
/** Chunks that a worker has in hand: one at work and the next one. */
const IN_HAND = 2;
/** Bytes of the result that are kept apart before they join its Blob. */
const JOINED = 2 ** 23;

/**
 * Answer a file. It throws the signal's reason when it is aborted, and an Error with one sentence otherwise.
 * @param {Blob & {name?: string}} file @param {Task} task
 * @param {{signal: AbortSignal, progress: (progress: Progress) => void, workers?: number}} options @returns {Promise<Outcome>}
 */
export async function answerFile(file, task, { signal, progress, workers = navigator.hardwareConcurrency || 2 }) {
  const begun = performance.now();
  const module = await compiled().catch(() => null);
  if (!module) throw new MissingCore();
  const pool = new Pool(module, workers);
  const table = new Table();
  /** In the order of the file. @type {Promise<Answer & {share: number}>[]} */
  const underway = [];
  const stop = () => pool.end(signal.reason);
  signal.addEventListener("abort", stop);

  /** Write the answer that comes first. */
  async function write() {
    const answer = await underway.shift();
    if (!answer) return;
    table.add(answer);
    progress({ share: answer.share, rows: table.rows, tally: table.tally });
  }

  try {
    signal.throwIfAborted();
    const { stream, share } = opened(file);
    /** @type {import("./rows.js").Layout | undefined} */
    let layout;
    for await (const { text, line } of chunksOf(stream, CHUNK[task])) {
      signal.throwIfAborted();
      if (!layout) table.parts.push(headerOf((layout = layoutOf(text)), task));
      const reached = share();
      const work = pool.ask({ text, line, layout, task }).then((answer) => ({ ...answer, share: reached }));
      work.catch(() => {}); // it is awaited later
      underway.push(work);
      if (underway.length >= workers * IN_HAND) await write();
    }
    while (underway.length) await write();
    return { table: table.blob(), rows: table.rows, tally: table.tally, seconds: (performance.now() - begun) / 1000 };
  } finally {
    signal.removeEventListener("abort", stop);
    pool.end(new Error("the work is over"));
    await Promise.allSettled(underway);
  }
}

/** Open a file, unpacked if its name ends in .gz; `share` says how much of it was read. @param {Blob & {name?: string}} file */
function opened(file) {
  let read = 0;
  const count = new TransformStream({
    transform(bytes, controller) {
      read += bytes.length;
      controller.enqueue(bytes);
    },
  });
  const counted = file.stream().pipeThrough(count);
  const stream = file.name?.endsWith(".gz") ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
  return { stream, share: () => (file.size ? read / file.size : 1) };
}

/** The page has no core.wasm. */
export class MissingCore extends Error {}

/** A worker and what it was asked. @typedef {{worker: Worker, asked: Map<number, {resolve: (answer: Answer) => void, reject: (error: unknown) => void}>}} Seat */

/** Workers that answer chunks, each chunk by the worker that has the fewest. */
class Pool {
  next = 0;
  /** Why it has ended. @type {unknown} */
  ended = null;

  /** @param {WebAssembly.Module} module @param {number} size */
  constructor(module, size) {
    this.seats = Array.from({ length: size }, () => {
      /** @type {Seat} */
      const seat = { worker: newWorker("js/many/worker.js", "nonet many"), asked: new Map() };
      hearWorker(seat.worker, { hear: (data) => this.hear(seat, data), fail: (reason) => this.end(new Error(reason)) });
      seat.worker.postMessage({ module });
      return seat;
    });
  }

  /** Answer a chunk. @param {Omit<import("./worker.js").Question, "id">} question @returns {Promise<Answer>} */
  async ask(question) {
    if (this.ended) throw this.ended;
    const id = this.next++;
    const { asked, worker } = this.seats.reduce((best, other) => (other.asked.size < best.asked.size ? other : best));
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      worker.postMessage({ id, ...question });
    });
  }

  /** @param {Seat} seat @param {Record<string, any>} reply */
  hear({ asked }, { id, answer, error }) {
    const waiting = asked.get(id);
    if (!waiting || !(answer?.csv instanceof Uint8Array || typeof error === "string")) return this.end(new Error("a worker sent what is no answer"));
    asked.delete(id);
    if (answer) waiting.resolve(answer);
    else waiting.reject(new Error(error));
  }

  /** End all workers; waiting callers get a reason. @param {unknown} reason */
  end(reason) {
    this.ended ??= reason;
    for (const { worker, asked } of this.seats) {
      worker.terminate();
      for (const { reject } of asked.values()) reject(reason);
      asked.clear();
    }
  }
}

/** The result. */
class Table {
  rows = 0;
  tally = { ...NO_ROWS };
  /** What has not joined the Blob yet. @type {BlobPart[]} */
  parts = [];
  size = 0;
  joined = new Blob();

  /** @param {Answer} answer */
  add({ csv, rows, tally }) {
    this.rows += rows;
    for (const key of /** @type {(keyof Tally)[]} */ (Object.keys(tally))) this.tally[key] += tally[key];
    this.parts.push(csv);
    this.size += csv.length;
    if (this.size < JOINED) return;
    this.joined = this.blob();
    this.parts = [];
    this.size = 0;
  }

  blob() {
    return new Blob([this.joined, ...this.parts], { type: "text/csv" });
  }
}
