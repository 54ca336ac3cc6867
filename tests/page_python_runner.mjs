// Answer questions with nonet's Python as a page runs it, in Node: the worker of the page with the files of a site, questions
// as JSON from one file, replies to another one.
import fs from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const [, , home, from, to] = process.argv;

// What a worker has and Node has not: messages to its page, and fetch of the files beside it.
const worker = new EventTarget();
let hear = () => {};
worker.postMessage = (message) => hear(message);
globalThis.self = worker;
Object.assign(globalThis, { WorkerGlobalScope: EventTarget, location: pathToFileURL(`${home}/`) }); // Pyodide asks where it runs
Object.assign(process, { browser: true, type: "renderer" });
globalThis.fetch = async (address) => new Response(fs.readFileSync(fileURLToPath(address)));

await import(pathToFileURL(`${home}/js/engine/python.js`));
const replies = [];
for (const [verb, request] of JSON.parse(fs.readFileSync(from, "utf8"))) {
  replies.push(await new Promise((resolve, reject) => {
    hear = ({ reply, fault }) => (reply ? resolve(reply) : fault && reject(new Error(fault)));
    worker.dispatchEvent(new MessageEvent("message", { data: { verb, request } }));
  }));
}
fs.writeFileSync(to, JSON.stringify(replies));
process.exit();
