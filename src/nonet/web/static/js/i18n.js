/**
 * The words of the page in the language of the person: `t("play.undo")`, digits, the direction of the script.
 *
 * The words are in the section "app" of the catalogues that the command line uses; what a language lacks is English in
 * the file that the server sends.
 */

import { fetchFile } from "./app_files.js";
import { Catalogue } from "./words/messages.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {Record<string, unknown>} Values */

/** The languages, each by its own name. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = Object.freeze({ en: "English", fr: "Français", vi: "Tiếng Việt", fa: "فارسی" });

/** @param {string} language */
const isOffered = (language) => Object.hasOwn(LANGUAGES, language);

export class I18n {
  language = "en";
  /** The Catalogue of the language. @type {Catalogue} */
  words;

  constructor() {
    const empty = { language: "en", plurals: {}, lists: {}, values: {}, phrases: {}, techniques: {} };
    this.words = new Catalogue(empty);
  }

  /** Load a language; unknown ones are English. @param {string} language */
  async load(language) {
    const wanted = isOffered(language) ? language : "en";
    const catalogue = (await loadCatalogue(wanted)) ?? (wanted === "en" ? null : await loadCatalogue("en"));
    this.language = catalogue?.language ?? "en";
    if (catalogue) this.words = new Catalogue(catalogue);
    const root = document.documentElement;
    root.lang = this.language;
    root.dir = this.words.direction;
  }

  /** Return the words of a key, filled with values; the key itself where no language has it. @param {string} key @param {Values} [values] */
  t(key, values = {}) {
    return this.words.hasApp(key) ? this.words.app(key, values) : key;
  }

  /** Write the numbers of a text as the language does. @param {number | string} number */
  digit(number) {
    return String(number).replace(/[0-9]+([.][0-9]+)*/g, (each) => this.words.number(each));
  }
}

/** Return the language of the settings, or the first of the browser's languages that there is. @param {Settings} settings */
export function chosenLanguage(settings) {
  const wanted = [settings.get("language"), ...navigator.languages].map((tag) => tag.split("-")[0] ?? "");
  return wanted.find(isOffered) ?? "en";
}

/** @param {string} language @returns {Promise<any>} null if the server has no such catalogue */
async function loadCatalogue(language) {
  try {
    const answer = await fetchFile(`words/${language}.json`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
