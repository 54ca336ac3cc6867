/**
 * The worker that hosts nonet's own Python, for everything that the engine does not answer: Pyodide, the package, and a
 * core.wasm with all functions of the core, which the package asks through this worker. `nonet site` puts them below
 * python/, and python/index.json says how large they are. Questions and replies are those of worker.js.
 */

import { addressOf, fetchFile } from "../app_files.js";

/** @typedef {import("./worker.js").Question} Question */
/** @typedef {import("./worker.js").Reply} Reply */
/** @typedef {(verb: string, request: string) => string} Answer */
/**
 * What Pyodide's loader and the interpreter have that is used here.
 * @typedef {{registerJsModule: (name: string, module: object) => void, runPython: (code: string) => any, pyimport: (name: string) => any,
 *   unpackArchive: (bytes: ArrayBuffer, format: string, options: {extractDir: string}) => void}} Interpreter
 */

const HOME = "/nonet"; // where the package is unpacked
const PAGE_BYTES = 2 ** 16;
const STEP = 0.01; // of the reported progress

const worker = /** @type {Pick<Worker, "postMessage"> & EventTarget} */ (/** @type {unknown} */ (self));

/** @type {Promise<Answer> | null} */
let python = null;

worker.addEventListener("message", async (event) => {
  /** @type {Question} */
  const { verb, request } = /** @type {MessageEvent} */ (event).data;
  python ??= load();
  try {
    const answer = await python;
    worker.postMessage({ begun: true });
    worker.postMessage({ reply: JSON.parse(answer(verb, JSON.stringify(request))) });
  } catch (error) {
    console.warn("python:", error);
    worker.postMessage({ fault: String(error) });
  }
});

/** Load all parts at once, and start Python. @returns {Promise<Answer>} */
async function load() {
  const { abi, sizes } = await (await fetched("index.json")).json();
  const parts = counted(sizes);
  const [pyodide, module] = await Promise.all([import(addressOf("python/pyodide.js")), import(addressOf("python/pyodide.asm.js"))]);
  lend({ "pyodide.asm.wasm": parts["pyodide.asm.wasm"], "python_stdlib.zip": parts["python_stdlib.zip"] });
  /** @type {Interpreter} */
  const interpreter = await pyodide.loadPyodide({
    indexURL: new URL(".", addressOf("python/pyodide.js")).href,
    createPyodideModule: module.default,
    lockFileContents: { info: { abi_version: abi, arch: "", platform: "", python: "", version: "" }, packages: {} },
  });
  const core = await WebAssembly.instantiateStreaming(parts["core.wasm"], { page: { poll: () => Number(isOver()) } });
  interpreter.registerJsModule("nonet_page", pageOf(core.instance));
  interpreter.unpackArchive(await (await parts["nonet.zip"]).arrayBuffer(), "zip", { extractDir: HOME });
  interpreter.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  const answer = interpreter.pyimport("nonet.web.answering").answer_text;
  worker.postMessage({ loaded: 1 });
  return answer;
}

/** Fetch a part. @param {string} name */
async function fetched(name) {
  const response = await fetchFile(`python/${name}`);
  if (!response.ok) throw new Error(`python/${name} did not load (status ${response.status})`);
  return response;
}

/** Fetch parts, and tell how much of all of them has arrived. @param {Record<string, number>} sizes @returns {Record<string, Promise<Response>>} */
function counted(sizes) {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let [arrived, told] = [0, 0];
  const count = () => new TransformStream({
    transform(bytes, controller) {
      arrived += bytes.length;
      if (arrived / total >= told + STEP) worker.postMessage({ loaded: (told = Math.min(arrived / total, 1 - STEP)) });
      controller.enqueue(bytes);
    },
  });
  return Object.fromEntries(Object.keys(sizes).map((name) => {
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    const part = fetched(name).then(({ body }) => new Response(/** @type {ReadableStream} */ (body).pipeThrough(count()), { headers: { "Content-Type": type } }));
    part.catch(() => {}); // its users get the error
    return [name, part];
  }));
}

/** Give Pyodide, which fetches by itself, the responses that are here already. @param {Record<string, Promise<Response>>} parts */
function lend(parts) {
  const own = globalThis.fetch;
  globalThis.fetch = (input, options) => {
    const name = String(input instanceof Request ? input.url : input).split("/").pop() ?? "";
    const part = parts[name];
    delete parts[name];
    return part ?? own(input, options);
  };
  Object.assign(globalThis, { importScripts: undefined }); // it tries whether this is a worker of the old kind
}

// -- the core -----------------------------------------------------------------------------------------------------

/** The time, as of performance.now(), at which a call is stopped. */
let deadline = Infinity;

const isOver = () => performance.now() >= deadline;

/** Return what web/python/_core.py asks of the page. @param {WebAssembly.Instance} instance */
function pageOf({ exports }) {
  const memory = /** @type {WebAssembly.Memory} */ (exports["memory"]);
  return {
    exports,
    isOver,
    bytes: () => new Uint8Array(memory.buffer),
    /** @param {number} end @returns {boolean} whether the memory has so many bytes now */
    grow(end) {
      try {
        memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE_BYTES));
        return true;
      } catch {
        return false;
      }
    },
    /** @param {number} seconds from now; negative for no limit */
    setTimeLimit(seconds) {
      deadline = seconds < 0 ? Infinity : performance.now() + seconds * 1000;
    },
  };
}
