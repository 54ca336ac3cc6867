// The small language of the catalogues: how a message with placeholders is read. nonet/words/messages.py explains the
// notation; messages.js fills what is read here.

/** @typedef {{name: string, forms: string[], choice: string, choices: Map<string, Parts>}} Placeholder */
/** @typedef {(string | Placeholder)[]} Parts */

/** A catalogue of words lacks something or is malformed; the message names the place. */
export class CatalogueError extends Error {}

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

/** Return the parts of a message. @param {string} message @returns {Parts} */
export function parse(message) {
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

const RELATION = /^n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/** Return the test of a rule in CLDR's notation. @param {string} rule @returns {(n: number) => boolean} */
export function condition(rule) {
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
