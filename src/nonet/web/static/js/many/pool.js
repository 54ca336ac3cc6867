/**
 * A file of many puzzles, answered on all processors of the device: a worker for each, pieces of the file in a queue, and
 * the answers in the order of the file. Only a few pieces are in memory at a time; the result grows as a Blob, which the
 * browser may keep on disk.
 */

import { newWorker } from "../app_files.js";
import { compiled } from "../engine/client.js";
import { hearWorker } from "../outside.js";
import { headerOf } from "./answers.js";
import { layoutOf, piecesOf } from "./rows.js";

/** @typedef {import("./answers.js").Task} Task */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./answers.js").Tally} Tally */
/** @typedef {{share: number, rows: number, tally: Tally}} Progress */
/** @typedef {{table: Blob, rows: number, tally: Tally, seconds: number}} Outcome */

/** Characters of a piece: about a second of work at most. */
const PIECE = Object.freeze({ solve: 2 ** 18, count: 2 ** 16, rate: 2 ** 14 });
/** Pieces that a worker has in hand: one at work and one to go on with. */
const IN_HAND = 2;
/** Bytes of the result that are kept apart before they join its Blob. */
const JOINED = 2 ** 23;

/**
 * Answer a file. It throws the signal's reason when it is aborted, and an Error with one sentence otherwise.
 *
 * @param {Blob & {name?: string}} file
 * @param {Task} task
 * @param {{signal: AbortSignal, progress: (progress: Progress) => void, workers?: number}} options
 * @returns {Promise<Outcome>}
 */
export async function answerFile(file, task, { signal, progress, workers = navigator.hardwareConcurrency || 2 }) {
  const begun = performance.now();
  const module = await compiled().catch(() => null);
  if (!module) throw new MissingCore();
  const pool = new Pool(module, workers);
  const table = new Table();
  /** @type {Promise<void>[]} */
  const underway = [];
  const stop = () => pool.end(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    const { stream, share } = opened(file);
    /** @type {import("./rows.js").Layout | null} */
    let layout = null;
    for await (const { text, line } of piecesOf(stream, PIECE[task])) {
      signal.throwIfAborted();
      layout ??= table.begin(layoutOf(text), task);
      const reached = share();
      const question = { text, line, layout, task };
      table.expect(question);
      const work = pool.ask(question).then((answer) => {
        table.add(question, answer);
        progress({ share: reached, rows: table.rows, tally: table.tally });
      });
      work.catch(() => {}); // it is awaited later
      underway.push(work);
      if (underway.length >= workers * IN_HAND) await underway.shift();
    }
    await Promise.all(underway);
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

/** Workers that answer pieces, each piece by the worker that has the fewest. */
class Pool {
  /** @param {WebAssembly.Module} module @param {number} size */
  constructor(module, size) {
    this.next = 0;
    /** @type {unknown} why it has ended */
    this.ended = null;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: unknown) => void}>} */
    this.asked = new Map();
    this.seats = Array.from({ length: size }, () => {
      const worker = newWorker("js/many/worker.js", "nonet many");
      const seat = { worker, load: 0 };
      hearWorker(worker, { hear: (data) => this.hear(seat, data), fail: (reason) => this.end(new Error(reason)) });
      worker.postMessage({ module });
      return seat;
    });
  }

  /** Answer a piece. @param {Omit<import("./worker.js").Question, "id">} question @returns {Promise<Answer>} */
  async ask(question) {
    if (this.ended) throw this.ended;
    const id = this.next++;
    const seat = this.seats.reduce((best, other) => (other.load < best.load ? other : best));
    seat.load += 1;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      seat.worker.postMessage({ id, ...question });
    });
  }

  /** @param {{load: number}} seat @param {Record<string, any>} reply */
  hear(seat, { id, answer, error }) {
    const waiting = this.asked.get(id);
    if (!waiting || !(answer?.csv instanceof Uint8Array || typeof error === "string")) return this.end(new Error("a worker sent what is no answer"));
    seat.load -= 1;
    this.asked.delete(id);
    if (answer) waiting.resolve(answer);
    else waiting.reject(new Error(error));
  }

  /** End all workers; whoever waits gets a reason. @param {unknown} reason */
  end(reason) {
    this.ended ??= reason;
    for (const { worker } of this.seats) worker.terminate();
    for (const { reject } of this.asked.values()) reject(reason);
    this.asked.clear();
  }
}

/** The result, in the order of the file. */
class Table {
  rows = 0;
  /** @type {Tally} */
  tally = { unique: 0, multiple: 0, none: 0, unreadable: 0, cut: 0 };
  /** @type {BlobPart[]} */
  parts = [];
  joined = new Blob();
  size = 0;
  /** @type {{question: object, csv: Uint8Array<ArrayBuffer> | null}[]} questions that are not written yet */
  waiting = [];

  /** @param {import("./rows.js").Layout} layout @param {Task} task */
  begin(layout, task) {
    this.parts.push(headerOf(layout, task));
    return layout;
  }

  /** Note that a question was asked. @param {object} question */
  expect(question) {
    this.waiting.push({ question, csv: null });
  }

  /** Add the answer to a question; it is written when all before it are. @param {object} question @param {Answer} answer */
  add(question, answer) {
    const place = this.waiting.find((each) => each.question === question);
    if (place) place.csv = answer.csv;
    this.rows += answer.rows;
    for (const key of /** @type {(keyof Tally)[]} */ (Object.keys(this.tally))) this.tally[key] += answer.tally[key];
    while (this.waiting[0]?.csv) this.write(/** @type {Uint8Array<ArrayBuffer>} */ (this.waiting.shift()?.csv));
  }

  /** @param {Uint8Array<ArrayBuffer>} csv */
  write(csv) {
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
