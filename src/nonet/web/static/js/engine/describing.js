/**
 * Describes the steps of an answer: the name of the technique in a language, and the texts of the levels asked for.
 */

import { Catalogue } from "../words/messages.js";
import { textOf } from "../words/sentences.js";

/** @typedef {import("../words/messages.js").CatalogueData} CatalogueData */

/**
 * Return the function that adds words to a step, from the catalogues of the languages that are asked for.
 * @param {Record<string, CatalogueData>} data @returns {import("./verbs.js").Describe}
 */
export function describeWith(data) {
  const catalogues = new Map(Object.entries(data).map(([language, one]) => [language, new Catalogue(one)]));
  return (step, levels, language, board) => {
    const words = catalogues.get(language);
    if (!words) return step;
    const named = language === "en" ? step : renamed(step, words);
    const described = /** @type {import("../words/facts.js").Step} */ (/** @type {unknown} */ (named));
    const texts = levels.map((level) => {
      const text = textOf(described, /** @type {import("../words/sentences.js").Level} */ (level), words, { all: true, placed: board });
      return [level === "full" ? "text" : level, text];
    });
    return { ...named, ...Object.fromEntries(texts) };
  };
}

/** Return a step, and those inside its chains, with names in a language. @param {Record<string, any>} step @param {Catalogue} words @returns {Record<string, any>} */
function renamed(step, words) {
  const { name } = words.technique(step["technique"]);
  if (!step["chains"]) return { ...step, name };
  const chains = step["chains"].map((/** @type {any[]} */ chain) =>
    chain.map((node) => (node.step ? { ...node, step: renamed(node.step, words) } : node)));
  return { ...step, name, chains };
}
