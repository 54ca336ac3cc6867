/**
 * The page's side of what answers in it: workers that are started when they are needed. Those of the engine start from
 * one compiled module; the worker of nonet's Python loads what it needs by itself, and tells how far it is.
 *
 * A question that does not end in its time ends together with its worker, and the next question gets a new one. One that
 * is given up does so too, but for Python, which takes seconds to start: there it goes on, and nobody hears the answer.
 */

import { fetchFile, newWorker } from "../app_files.js";
import { hearWorker, isObject } from "../outside.js";
import { PYTHON_SECONDS, VERBS } from "./verbs_table.js";

/** @typedef {import("./worker.js").Reply} Reply */
/** @typedef {{worker: Worker, isBusy: boolean}} Seat */
/** @typedef {(share: number) => void} Loading how much of Python is loaded, 0 to 1 */

const MOST = 3; // workers
const START = 20_000; // milliseconds until a worker must have begun, which loads its modules first
const START_PYTHON = 60_000; // milliseconds between two signs of life while Python loads
const GRACE = 2500; // milliseconds for a worker that is late
const LAST_WORD = 60; // milliseconds that a question which nobody waits for may go on

/** The question ran away, and its worker was ended. */
export class RanAway extends Error {}

export class Engine {
  /** @type {Promise<WebAssembly.Module | null> | null} */
  module = null;
  /** @type {Seat[]} */
  seats = [];
  /** @type {(() => void)[]} */
  waiting = [];
  /** @type {Loading} */
  loading = () => {};
  most = MOST;
  start = START;
  isKept = false;
  /** The time of each question; null for that of its verb. @type {number | null} */
  seconds = null;

  /** @param {{module?: () => Promise<WebAssembly.Module>, worker?: () => Worker, grace?: number}} [parts] others than usual, for tests */
  constructor({ module = compiled, worker = () => newWorker("js/engine/worker.js", "nonet"), grace = GRACE } = {}) {
    this.load = module;
    this.make = worker;
    this.grace = grace;
  }

  /** Compile the module, once; false if it is missing, or if there are no workers here. */
  async ready() {
    if (!hasWorkers()) return false;
    this.module ??= this.load().catch(() => null);
    return (await this.module) !== null;
  }

  /**
   * Answer a question, if the engine can.
   * @param {string} verb @param {object} request @param {AbortSignal} [signal] @returns {Promise<Reply>}
   */
  async answer(verb, request, signal) {
    if (!(verb in VERBS) || !(await this.ready())) return { needsServer: true };
    const seat = await this.seat();
    if (signal?.aborted) {
      this.free(seat);
      throw signal.reason;
    }
    return this.put(seat, { verb, request }, (this.seconds ?? VERBS[verb].seconds) * 1000 + this.grace, signal);
  }

  /** Return a worker that is free; wait for one if there are enough. @returns {Promise<Seat>} */
  async seat() {
    for (;;) {
      const free = this.seats.find(({ isBusy }) => !isBusy);
      if (free) return Object.assign(free, { isBusy: true });
      if (this.seats.length < this.most) break;
      await new Promise((resolve) => this.waiting.push(() => resolve(null)));
    }
    const seat = { worker: this.make(), isBusy: true };
    this.seats.push(seat);
    const module = await this.module;
    if (module) seat.worker.postMessage({ module });
    return seat;
  }

  /** Let the next question have a worker. @param {Seat} seat */
  free(seat) {
    seat.isBusy = false;
    this.waiting.shift()?.();
  }

  /**
   * Put a question to a worker, which has `time` for it after it has begun.
   * @param {Seat} seat @param {object} question @param {number} time @param {AbortSignal} [signal] @returns {Promise<Reply>}
   */
  put(seat, question, time, signal) {
    const { worker } = seat;
    const heard = new AbortController();
    return new Promise((resolve, reject) => {
      /** Hear no more of the question. @param {boolean} isOver whether the worker ends with it */
      const leave = (isOver) => {
        clearTimeout(late);
        heard.abort();
        if (isOver) {
          worker.terminate();
          this.seats = this.seats.filter((other) => other !== seat);
        }
        this.free(seat);
      };
      const ending = (/** @type {() => void} */ settle) => () => {
        leave(true);
        settle();
      };
      const ranAway = ending(() => reject(new RanAway()));
      const broken = ending(() => resolve({ needsServer: true }));
      const stop = () => {
        reject(signal?.reason);
        if (!this.isKept) setTimeout(() => heard.signal.aborted || leave(true), LAST_WORD);
      };
      let late = setTimeout(broken, this.start);
      const expect = (/** @type {() => void} */ otherwise, /** @type {number} */ within) => {
        clearTimeout(late);
        late = setTimeout(otherwise, within);
      };
      hearWorker(worker, {
        fail: broken,
        hear: ({ fault, loaded, begun, reply }) => {
          if (fault || (reply !== undefined && !isReply(reply))) return broken();
          if (typeof loaded === "number") {
            expect(broken, this.start);
            this.loading(loaded);
          }
          if (begun) expect(ranAway, time);
          if (reply === undefined) return;
          leave(false);
          resolve(reply);
        },
      }, heard.signal);
      signal?.addEventListener("abort", stop, { signal: heard.signal });
      worker.postMessage(question);
    });
  }
}

/** nonet's Python: one worker, which stays. */
export class Python extends Engine {
  most = 1;
  start = START_PYTHON;
  isKept = true;
  seconds = PYTHON_SECONDS;

  constructor() {
    super({ worker: () => newWorker("js/engine/python.js", "nonet Python") });
  }

  async ready() {
    return hasWorkers();
  }
}

const hasWorkers = () => typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";

/** @param {unknown} reply @returns {reply is Reply} */
const isReply = (reply) => isObject(reply) && ["answer", "error", "needsServer"].some((name) => name in reply);

/** Fetch and compile the module, while it arrives if its host sends it as application/wasm. `<html data-core="none">` says that there is none. */
export async function compiled() {
  if (document.documentElement.dataset["core"] === "none") throw new Error("core.wasm was not built");
  const response = await fetchFile("core.wasm");
  if (!response.ok) throw new Error(`core.wasm: status ${response.status}`);
  const isStream = response.headers.get("Content-Type") === "application/wasm";
  return isStream ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
