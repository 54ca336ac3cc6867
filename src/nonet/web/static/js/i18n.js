/**
 * The words of the page in the language of the person: `t("play.undo")`, digits, the direction of the script.
 *
 * The words are in the section "app" of the catalogues that the command line uses. A key that a language lacks falls
 * back to English.
 */

import { fetchFile } from "./app_files.js";
import { Catalogue } from "./words/messages.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {Record<string, unknown>} Values */
/** @typedef {Record<string, unknown>} Section */

/** The languages, each by its own name. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = Object.freeze({ en: "English", fr: "Français", vi: "Tiếng Việt", fa: "فارسی" });

/** @param {string} language */
const isOffered = (language) => Object.hasOwn(LANGUAGES, language);

const RIGHT_TO_LEFT = ["fa"];

export class I18n {
  language = "en";
  /** The Catalogue of the language. @type {Catalogue} */
  words;
  /** The section "app" of the language, then the English one. @type {Section[]} */
  #sections = [];

  constructor() {
    const empty = { language: "en", plurals: {}, lists: {}, values: {}, phrases: {}, techniques: {} };
    this.words = new Catalogue(empty);
  }

  /** Load a language; unknown ones are English. @param {string} language */
  async load(language) {
    const wanted = isOffered(language) ? language : "en";
    const [english, catalogue] = await Promise.all([loadCatalogue("en"), wanted === "en" ? null : loadCatalogue(wanted)]);
    this.language = catalogue ? wanted : "en";
    this.#sections = [catalogue?.app, english?.app].filter(Boolean);
    if (catalogue ?? english) this.words = new Catalogue(catalogue ?? english);
    const root = document.documentElement;
    root.lang = this.language;
    root.dir = RIGHT_TO_LEFT.includes(this.language) ? "rtl" : "ltr";
  }

  /** Return the words of a key, filled with values; the key itself where no language has it. @param {string} key @param {Values} [values] */
  t(key, values = {}) {
    const message = this.#sections.map((section) => find(section, key)).find((found) => found !== undefined);
    return message === undefined ? key : this.words.fill(message, values);
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

/**
 * Return the message of a key: each part of it is a group, or the rest of it is the name of a message.
 *
 * @param {unknown} section
 * @param {string} key
 * @returns {string | undefined}
 */
function find(section, key) {
  if (typeof section !== "object" || section === null) return undefined;
  const message = /** @type {Section} */ (section)[key];
  if (typeof message === "string") return message;
  const dot = key.indexOf(".");
  return dot < 0 ? undefined : find(/** @type {Section} */ (section)[key.slice(0, dot)], key.slice(dot + 1));
}
