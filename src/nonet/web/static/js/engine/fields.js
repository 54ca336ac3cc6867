/**
 * The fields of a request, read one by one and checked as nonet/web/wire.py does, with the same sentences.
 */

import { badRequest } from "./errors.js";

/** Return a value as JSON, shortened. @param {unknown} value */
export function shown(value) {
  const text = spaced(value === undefined ? null : value);
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}

/** Return JSON with a space after commas and colons, and with ASCII only. @param {any} value @returns {string} */
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value && typeof value === "object") {
    const pairs = Object.entries(value).map(([name, part]) => `${spaced(name)}: ${spaced(part)}`);
    return `{${pairs.join(", ")}}`;
  }
  const text = JSON.stringify(value) ?? "null";
  return text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** @param {number} number */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Whether a value is a whole number. @param {unknown} value @returns {value is number} */
export const isWhole = (value) => Number.isSafeInteger(value);

/**
 * Return a list of `count` numbers from 0 to `most`.
 * @param {string} name @param {unknown} value @param {number} count @param {number} most @returns {number[]}
 */
export function numbersOf(name, value, count, most) {
  if (!Array.isArray(value)) throw badRequest(`${name} must be a list of ${count} numbers, got ${shown(value)}`);
  if (value.length !== count) throw badRequest(`${name} has ${value.length} numbers, expected ${count}`);
  value.forEach((number, at) => {
    if (!isWhole(number) || number < 0 || number > most) {
      throw badRequest(`${name}[${at}] must be 0 to ${most}, got ${shown(number)}`);
    }
  });
  return value;
}

/** The fields of a request. */
export class Fields {
  /** @param {Record<string, any>} request @param {string[]} known */
  constructor(request, known) {
    for (const name of Object.keys(request)) {
      if (!known.includes(name)) throw badRequest(`unknown field ${shown(name)}; known fields: ${known.join(", ")}`);
    }
    this.request = request;
  }

  /** @param {string} name */
  has(name) {
    return this.request[name] !== undefined && this.request[name] !== null;
  }

  /** @param {string} name @returns {any} */
  value(name) {
    return this.request[name] ?? null;
  }

  /** @param {string} name @returns {any} */
  required(name) {
    if (!this.has(name)) throw badRequest(`${name} is missing`);
    return this.request[name];
  }

  /** @param {string} name @param {number} least @param {number} most @param {number} [otherwise] */
  whole(name, least, most, otherwise = 0) {
    const value = this.value(name);
    if (value === null) return otherwise;
    if (!isWhole(value) || value < least || value > most) {
      throw badRequest(`${name} must be ${grouped(least)} to ${grouped(most)}, got ${shown(value)}`);
    }
    return value;
  }

  /** @param {string} name @returns {boolean | null} */
  flag(name) {
    const value = this.value(name);
    if (value !== null && typeof value !== "boolean") {
      throw badRequest(`${name} must be true or false, got ${shown(value)}`);
    }
    return value;
  }

  /** Return a text, which may have to be one of some. @param {string} name @param {readonly string[]} [choices] @returns {string | null} */
  text(name, choices = []) {
    const value = this.value(name);
    return value === null ? null : checkedText(name, value, choices);
  }

  /** @param {string} name @param {readonly string[]} [choices] @returns {string[]} */
  texts(name, choices = []) {
    const value = this.value(name);
    if (value === null) return [];
    if (!Array.isArray(value) || value.length > 100) {
      throw badRequest(`${name} must be a list of up to 100 texts, got ${shown(value)}`);
    }
    return value.map((item, at) => checkedText(`${name}[${at}]`, item, choices));
  }
}

/** @param {string} name @param {unknown} value @param {readonly string[]} choices */
function checkedText(name, value, choices) {
  if (typeof value !== "string") throw badRequest(`${name} must be text, got ${shown(value)}`);
  if (choices.length && !choices.includes(value)) {
    throw badRequest(`${name} must be one of ${choices.join(", ")}; got ${shown(value)}`);
  }
  return value;
}
