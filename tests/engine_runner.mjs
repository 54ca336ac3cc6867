// Answer questions with the engine of the page, in Node: questions as JSON from one file, answers to another one; null for
// what it leaves to Python.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [, , home, from, to] = process.argv;
const load = (name) => import(pathToFileURL(`${home}/js/engine/${name}.js`));
const { loadCore } = await load("core");
const { NeedsPython } = await load("errors");
const { Search } = await load("search");
const { answerTo } = await load("verbs");

const search = new Search(await loadCore(fs.readFileSync(`${home}/core.wasm`)));
const answers = JSON.parse(fs.readFileSync(from, "utf8")).map(([verb, request]) => {
  try {
    return answerTo(search, verb, request);
  } catch (error) {
    if (error instanceof NeedsPython) return null;
    throw error;
  }
});
fs.writeFileSync(to, JSON.stringify(answers));
