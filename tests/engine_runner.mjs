// Answer questions with the engine of the page, in Node: questions as JSON from one file, answers to another one.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [, , home, words, from, to] = process.argv;
const load = (name) => import(pathToFileURL(`${home}/js/engine/${name}.js`));
const { loadCore } = await load("core");
const { Search } = await load("search");
const { answerTo, languagesOf } = await load("verbs");
const { describeWith } = await load("describing");
const { MissingWords, sayWith } = await load("unsolvable");
const { setStock } = await load("drilling");
setStock(JSON.parse(fs.readFileSync(`${home}/examples.json`, "utf8")));

const search = new Search(await loadCore(fs.readFileSync(`${home}/core.wasm`)));
const catalogues = {};
const fetchWords = (language) => {
  catalogues[language] ??= JSON.parse(fs.readFileSync(`${words}/${language}.json`, "utf8"));
};
const answers = JSON.parse(fs.readFileSync(from, "utf8")).map(([verb, request]) => {
  languagesOf(verb, request).forEach(fetchWords);
  const answer = () => answerTo(search, verb, request, describeWith(catalogues), sayWith(catalogues));
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof MissingWords)) throw error;
    fetchWords(error.language);
    return answer();
  }
});
fs.writeFileSync(to, JSON.stringify(answers));
