// Sentences with placeholders: the catalogues of words speak a small language, and this reads it in the browser exactly
// as nonet/words/messages.py does in Python, so that both say the same. The notation is explained there. The texts of
// the interface are written in it too.

import { CatalogueError, condition, parse } from "./syntax.js";

export { CatalogueError };

/** @typedef {Readonly<Record<string, unknown>>} Values */
/** @typedef {import("./syntax.js").Parts} Parts */
/** @typedef {import("./syntax.js").Placeholder} Placeholder */
/** @typedef {{[key: string]: string | Texts}} Texts */
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
 * @property {string} [name]
 * @property {"ltr" | "rtl"} [direction]
 * @property {string} [digits] ten characters
 * @property {string} [decimal] the decimal separator
 * @property {Record<string, string>} [roles]
 * @property {Record<string, string>} [families]
 * @property {Record<string, string>} [difficulties]
 * @property {Record<string, string>} [constraints]
 * @property {Record<string, string>} [violations]
 * @property {Texts} [app]
 */

/** A thing that the catalogue has a message for: its kind, and the values that fill the message. */
export class Value {
  /** @param {string} kind @param {Values} parts */
  constructor(kind, parts) {
    this.kind = kind;
    this.parts = parts;
  }
}

/** Return a cell of a board as a value: each language names it in its own way. @param {number} cell @param {number} size */
export const placeValue = (cell, size) => new Value("cell", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 });

const DIGITS = "0123456789";
const NUMBER = /^[0-9][0-9.]*$/;
const DECIMAL = /^[0-9]+\.[0-9]+$/;
const GROUPED = /^[1-9][0-9]{0,2}\.[0-9]{3}$/; // 4.208 is written already where tenths follow a comma

/** The words of one language, from the texts of its files; those of English are the model. */
export class Catalogue {
  /** @type {Map<string, string>} */
  #app = new Map();

  /** @param {CatalogueData} data */
  constructor(data) {
    for (const key of ["language", "plurals", "lists", "values", "phrases", "techniques"]) {
      if (!(key in data)) throw new CatalogueError(`the catalogue has no '${key}'`);
    }
    this.data = data;
    this.language = data.language;
    this.name = data.name ?? data.language;
    this.direction = data.direction ?? "ltr";
    this.digits = [...(data.digits ?? DIGITS)];
    if (this.digits.length !== 10) throw new CatalogueError(`expected ten digits, 0 to 9, got '${data.digits}'`);
    this.decimal = data.decimal ?? ".";
    this.techniques = data.techniques;
    this.#flatten(data.app ?? {}, "");
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

  /** Return a word of the legend of pictures, `name.variant` where there is one: the role of a candidate, the kind of an arrow. @param {string} name @param {Values} [values] @param {string} [variant] a technique */
  role(name, values = {}, variant = "") {
    return this.#word("roles", `${name}.${variant}` in (this.data.roles ?? {}) ? `${name}.${variant}` : name, values);
  }

  /** Return what a family of techniques is called. @param {string} name */
  family(name) {
    return this.#word("families", name);
  }

  /** Return what a difficulty is called. @param {string} name */
  difficulty(name) {
    return this.#word("difficulties", name);
  }

  /** Return the sentence of a constraint, as the server sends its key and values. @param {string} key @param {Values} values */
  constraint(key, values) {
    return this.#word("constraints", key, /** @type {Values} */ (revived(values)));
  }

  /** Return the sentence of a violation. @param {string} key @param {Values} values */
  violation(key, values) {
    return this.#word("violations", key, values);
  }

  /** Return what all constraints of a kind say, where a drawing shows the rest; null for most kinds. @param {string} key @param {Values} values */
  each(key, values) {
    return `${key}.each` in (this.data.constraints ?? {}) ? this.constraint(`${key}.each`, values) : null;
  }

  /** Return a text of the interface, filled: play.undo is "undo" in the group "play". @param {string} key @param {Values} [values] @returns {string} */
  app(key, values = {}) {
    const message = this.#app.get(key);
    if (message === undefined) throw new CatalogueError(`the catalogue '${this.language}' has no text '${key}' in 'app'`);
    return this.fill(message, values);
  }

  /** Whether the interface has a text of this key. @param {string} key */
  hasApp(key) {
    return this.#app.has(key);
  }

  /** Return a message with values in its placeholders. @param {string} message @param {Values} values */
  fill(message, values) {
    return this.#filled(parse(message), values);
  }

  /** Return the category of a number: one, few, …, other. @param {number} number */
  plural(number) {
    return this.plurals.find(([, holds]) => holds(number))?.[0] ?? "other";
  }

  /** Return a number as the language writes it; text of digits and dots such as 3.2 is a number too. @param {unknown} value */
  number(value) {
    const text = String(value);
    if (!NUMBER.test(text) || (this.decimal === "," && GROUPED.test(text))) return text;
    const written = text.replace(/[0-9]/g, (digit) => this.digits[Number(digit)] ?? digit);
    return DECIMAL.test(text) ? written.replace(".", this.decimal) : written;
  }

  /** @param {"roles" | "families" | "difficulties" | "constraints" | "violations"} section @param {string} name @param {Values} [values] */
  #word(section, name, values = {}) {
    const message = this.data[section]?.[name];
    if (message === undefined) {
      throw new CatalogueError(`the catalogue '${this.language}' has no '${name}' in '${section}'`);
    }
    return this.fill(message, values);
  }

  /** @param {Texts} group @param {string} prefix */
  #flatten(group, prefix) {
    for (const [name, entry] of Object.entries(group)) {
      if (typeof entry === "string") this.#app.set(prefix + name, entry);
      else this.#flatten(entry, `${prefix}${name}.`);
    }
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
    if (!(value instanceof Value)) return forms.includes("plain") ? String(value) : this.number(value);
    if (value.kind === "clause") return this.#written(new Value("constraint", value.parts), forms).replace(/\.$/, "");
    if (value.kind === "kind") return this.app(`set.kind.${value.parts.word}`);
    const [key, given] = [String(value.parts.key), /** @type {Values} */ (value.parts.values)];
    if (value.kind === "constraint") return this.constraint(key, given);
    if (value.kind === "brief") return this.each(key, given) ?? this.constraint(key, given);
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
      // Items are written already: what is plain stays plain.
      return (patterns[name] ?? "{0}, {1}").replace(/\{([01])\}/g, (_, place) => (place === "0" ? joined : item));
    });
  }
}

/** Return a value of the wire with its Values: {kind, parts} is one. @param {unknown} value @returns {unknown} */
export function revived(value) {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== "object" || value === null || value instanceof Value) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part)]));
  const { kind, parts: inner } = parts;
  return typeof kind === "string" && inner && typeof inner === "object" ? new Value(kind, /** @type {Values} */ (inner)) : parts;
}

/** Whether a value is neither false, nothing nor empty. @param {unknown} value */
const isTrue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Return a number, or the length of a list. @param {unknown} value */
const count = (value) => (Array.isArray(value) || typeof value === "string" ? value.length : Number(value));
