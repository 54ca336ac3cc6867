/**
 * The words of the page in the language of the person: the section "app" of the catalogues that the command line uses.
 * What a language lacks is English in the file that the server sends.
 */

import { fetchFile } from "./app_files.js";
import { Catalogue } from "./words/messages.js";

/** The languages, each by its own name. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = Object.freeze({ en: "English", fr: "Français", vi: "Tiếng Việt", fa: "فارسی" });

/** What there is before the words have come. */
export const NO_WORDS = new Catalogue({ language: "en", plurals: {}, lists: {}, values: {}, phrases: {}, techniques: {} });

/** Return the words in the language of the settings, or in the first of the browser's that there is; null if none come. @param {App["settings"]} settings */
export async function loadWords(settings) {
  const wanted = [settings.get("language"), ...navigator.languages].map((tag) => tag.split("-")[0] ?? "");
  const language = wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
  return (await wordsIn(language)) ?? (language === "en" ? null : wordsIn("en"));
}

/** @param {string} language @returns {Promise<Catalogue | null>} null if the server has no such catalogue */
async function wordsIn(language) {
  try {
    const answer = await fetchFile(`words/${language}.json`);
    return answer.ok ? new Catalogue(await answer.json()) : null;
  } catch {
    return null;
  }
}
