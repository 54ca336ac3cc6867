// Sentences with placeholders: the catalogues of words speak a small language, and this reads it in the browser exactly
// as nonet/words/messages.py does in Python, so that both say the same. The notation is explained there. The texts of
// the interface are written in it too.

/** @typedef {Readonly<Record<string, unknown>>} Values */
/** @typedef {{name: string, forms: string[], choice: string, choices: Map<string, Parts>}} Placeholder */
/** @typedef {(string | Placeholder)[]} Parts */
/** @typedef {{name: string, aliases: string[], title: string, about: string, nudge: string, where: string, why: string}} TechniqueWords */
/**
 * The data of a catalogue's file.
 * @typedef {object} CatalogueData
 * @property {string} language
 * @property {Record<string, string>} plurals
 * @property {Record<string, Record<string, string>>} lists
 * @property {Record<string, string>} values
 * @property {Record<string, string>} phrases
 * @property {Record<string, TechniqueWords>} techniques
 */

/** A catalogue of words lacks something or is malformed; the message names the place. */
export class CatalogueError extends Error {}

/** A thing that the catalogue has a message for: its kind, and the values that fill the message. */
export class Value {
  /** @param {string} kind @param {Values} parts */
  constructor(kind, parts) {
    this.kind = kind;
    this.parts = parts;
  }
}

const NAME = /\s*([\p{L}\p{N}_.]+)\s*/uy;
const KEY = /\s*([\p{L}\p{N}_]+)\s*\{/uy;
const CLOSE = /\s*\}/y;

/** @type {Map<string, Parts>} */
const parsed = new Map();

/** @param {RegExp} pattern @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {string} message @returns {Parts} */
function parse(message) {
  const known = parsed.get(message);
  if (known) return known;
  const [parts, end] = read(message, 0);
  if (end < message.length) {
    throw new CatalogueError(`unexpected } at '${message.slice(end)}' in '${message}'`);
  }
  parsed.set(message, parts);
  return parts;
}

/**
 * Read up to the closing brace or the end; return the parts and where that is.
 * @param {string} text @param {number} at @returns {[Parts, number]}
 */
function read(text, at) {
  /** @type {Parts} */
  const parts = [];
  while (at < text.length && text[at] !== "}") {
    if (text[at] === "{") {
      const [gap, after] = readPlaceholder(text, at + 1);
      parts.push(gap);
      at = after;
      continue;
    }
    const end = nearest(text, "{", at, at);
    parts.push(text.slice(at, end));
    at = end;
  }
  return [parts, at];
}

/**
 * Return where a character or a closing brace comes next, or the end of the text.
 * @param {string} text @param {string} character @param {number} from @param {number} fromBrace
 */
function nearest(text, character, from, fromBrace) {
  const places = [text.indexOf(character, from), text.indexOf("}", fromBrace)].filter((p) => p >= 0);
  return places.length ? Math.min(...places) : text.length;
}

/** @param {string} text @param {number} start @returns {[Placeholder, number]} */
function readPlaceholder(text, start) {
  const found = matchAt(NAME, text, start);
  if (!found) {
    throw new CatalogueError(`expected a name of a placeholder at '${text.slice(start)}' in '${text}'`);
  }
  const name = /** @type {string} */ (found[1]);
  let at = start + found[0].length;
  if (text[at] === "}") return [{ name, forms: [], choice: "", choices: new Map() }, at + 1];
  const end = nearest(text, ",", at + 1, at);
  if (text[at] !== "," || end === text.length) {
    throw new CatalogueError(`expected } after the placeholder '${name}' in '${text}'`);
  }
  const forms = text.slice(at + 1, end).split(/\s+/).filter(Boolean);
  if (text[end] === "}") return [{ name, forms, choice: "", choices: new Map() }, end + 1];
  const choice = forms.join(" ");
  if (choice !== "plural" && choice !== "select") {
    throw new CatalogueError(`expected plural or select after '${name}', got '${choice}' in '${text}'`);
  }
  /** @type {Map<string, Parts>} */
  const choices = new Map();
  at = end + 1;
  for (let key = matchAt(KEY, text, at); key; key = matchAt(KEY, text, at)) {
    const [parts, after] = read(text, at + key[0].length);
    choices.set(/** @type {string} */ (key[1]), parts);
    at = after + 1;
  }
  const close = matchAt(CLOSE, text, at);
  if (!close || !choices.has("other")) {
    throw new CatalogueError(`the choices of '${name}' need an 'other' and a closing } in '${text}'`);
  }
  return [{ name, forms: [], choice, choices }, at + close[0].length];
}

/** The words of one language, from the data of its file; en.json is the model. */
export class Catalogue {
  /** @param {CatalogueData} data */
  constructor(data) {
    for (const key of ["language", "plurals", "lists", "values", "phrases", "techniques"]) {
      if (!(key in data)) throw new CatalogueError(`the catalogue has no '${key}'`);
    }
    this.data = data;
    this.language = data.language;
    this.techniques = data.techniques;
    /** @type {[string, (n: number) => boolean][]} */
    this.plurals = Object.entries(data.plurals).map(([name, rule]) => [name, condition(rule)]);
  }

  /** Return the words for a technique. @param {string} id @returns {TechniqueWords} */
  technique(id) {
    const words = this.techniques[id];
    if (!words) throw new CatalogueError(`the catalogue '${this.language}' has no words for '${id}'`);
    return words;
  }

  /**
   * Return a phrase of the catalogue, filled: `name.variant` where there is one, else `name`.
   * @param {string} name @param {Values} values @param {string} [variant]
   */
  phrase(name, values, variant = "") {
    const phrases = this.data.phrases;
    const message = phrases[`${name}.${variant}`] ?? phrases[name];
    if (message === undefined) {
      throw new CatalogueError(`the catalogue '${this.language}' has no phrase '${name}'`);
    }
    return this.fill(message, values);
  }

  /** Return a message with values in its placeholders. @param {string} message @param {Values} values */
  fill(message, values) {
    return this.#filled(parse(message), values);
  }

  /** Return the category of a number: one, few, …, other. @param {number} number */
  plural(number) {
    return this.plurals.find(([, holds]) => holds(number))?.[0] ?? "other";
  }

  /** @param {Parts} parts @param {Values} values @returns {string} */
  #filled(parts, values) {
    return parts.map((p) => (typeof p === "string" ? p : this.#placeholder(p, values))).join("");
  }

  /** @param {Placeholder} gap @param {Values} values */
  #placeholder(gap, values) {
    const value = this.#value(gap.name, values);
    if (!gap.choice) return this.#written(value, gap.forms);
    let key = isTrue(value) ? "yes" : "no";
    if (gap.choice === "plural") key = this.plural(count(value));
    else if (typeof value === "string" && value) key = value;
    const parts = gap.choices.get(key) ?? gap.choices.get("other");
    return this.#filled(/** @type {Parts} */ (parts), values);
  }

  /** @param {string} name @param {Values} values @returns {unknown} */
  #value(name, values) {
    if (Object.hasOwn(values, name)) return values[name];
    const dot = name.indexOf(".");
    const first = dot < 0 ? name : name.slice(0, dot);
    const value = dot < 0 ? undefined : values[first];
    if (value instanceof Value) return this.#value(name.slice(dot + 1), value.parts);
    if (value !== undefined) {
      throw new CatalogueError(`'${first}' is ${value} here and has no part '${name.slice(dot + 1)}'`);
    }
    return this.phrase(name, values);
  }

  /** @param {unknown} value @param {string[]} forms @returns {string} */
  #written(value, forms) {
    if (Array.isArray(value)) {
      const { lists } = this.data;
      const how = forms.find((form) => form in lists) ?? "and";
      const rest = forms.filter((form) => !(form in lists));
      return this.#joined(value.map((item) => this.#written(item, rest)), how);
    }
    if (!(value instanceof Value)) return String(value);
    const { values } = this.data;
    const name = forms.map((form) => `${value.kind}.${form}`).find((n) => n in values) ?? value.kind;
    const message = values[name];
    if (message === undefined) {
      throw new CatalogueError(`the catalogue '${this.language}' has no value '${name}'`);
    }
    return this.fill(message, value.parts);
  }

  /** Join as CLDR does: two items, else `middle` between the first ones, `end` before the last. @param {string[]} items @param {string} how */
  #joined(items, how) {
    if (items.length < 2) return items.join("");
    const patterns = this.data.lists[how] ?? {};
    return items.reduce((joined, item, at) => {
      const last = at === items.length - 1;
      const name = items.length === 2 ? "two" : last ? "end" : "middle";
      return this.fill(patterns[name] ?? "{0}, {1}", { 0: joined, 1: item });
    });
  }
}

/** Whether a value is neither false, nothing nor empty. @param {unknown} value */
const isTrue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Return a number, or the length of a list. @param {unknown} value */
const count = (value) => (Array.isArray(value) || typeof value === "string" ? value.length : Number(value));

const RELATION = /^n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/** Return the test of a rule in CLDR's notation. @param {string} rule @returns {(n: number) => boolean} */
function condition(rule) {
  const alternatives = rule.split(" or ").map((alternative) =>
    alternative.split(" and ").map((part) => {
      const match = RELATION.exec(part.trim());
      if (!match) throw new CatalogueError(`expected a plural rule such as 'n % 10 = 2..4', got '${rule}'`);
      const [, modulus, operator, ranges = ""] = match;
      const ends = ranges.split(",").map((range) => range.split("..").map(Number));
      return (/** @type {number} */ n) => {
        const rest = modulus ? n % Number(modulus) : n;
        return ends.some((e) => Number(e[0]) <= rest && rest <= Number(e.at(-1))) === (operator === "=");
      };
    }),
  );
  return (n) => alternatives.some((parts) => parts.every((holds) => holds(n)));
}
