/**
 * The one reader of what comes from outside: the address, the storage of the browser, files, the messages of a worker.
 *
 * A Reader takes a value and the name of its place. It returns the value, or throws an OutsideError with one
 * sentence. Tolerant readers (`usual`, `soundOf`) leave out what is damaged, and note it in `lost`.
 */

/** @template T @typedef {(value: unknown, where?: string, lost?: string[]) => T} Reader */

const LONGEST = 5_000_000; // characters: as much as a browser stores
const SHOWN = 40; // characters of a value in a sentence

/** What came from outside cannot be used; the message is the sentence to show. */
export class OutsideError extends Error {}

/** @param {string} where @param {string} expected @param {unknown} found */
function unfit(where, expected, found) {
  const text = found === undefined ? "nothing" : (JSON.stringify(found) ?? typeof found);
  return new OutsideError(`${where && `${where}: `}expected ${expected}, found ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`);
}

/** Whether a value is an object, and no list. @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a whole number of at least 0. @param {unknown} value @returns {value is number} */
export const isWhole = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;

/** Return a reader of what passes a test. @template T @param {(value: any) => boolean} passes @param {string} expected @returns {Reader<T>} */
const fits = (passes, expected) => (value, where = "") => {
  if (!passes(value)) throw unfit(where, expected, value);
  return /** @type {T} */ (value);
};

/** A text. @param {number} [most] characters @returns {Reader<string>} */
export const text = (most = LONGEST) =>
  fits((value) => typeof value === "string" && value.length <= most, `a text of at most ${most} characters`);

/** True or false. @type {Reader<boolean>} */
export const flag = fits((value) => typeof value === "boolean", "true or false");

/** A number that is finite. @type {Reader<number>} */
export const number = fits(Number.isFinite, "a number");

/** A whole number. @param {number} [most] @returns {Reader<number>} */
export const whole = (most = Number.MAX_SAFE_INTEGER) =>
  fits((value) => isWhole(value) && value <= most, `a whole number of at most ${most}`);

/** @template {string | number} T @param {readonly T[]} values @returns {Reader<T>} */
export const oneOf = (values) => fits((value) => values.includes(value), `one of ${values.join(", ")}`);

/** @type {Reader<unknown[]>} */
const list = fits(Array.isArray, "a list");
/** @type {Reader<Record<string, unknown>>} */
const object = fits(isObject, "an object");

/** Nothing, or what another reader reads. @template T @param {Reader<T>} reader @returns {Reader<T | null>} */
export const maybe = (reader) => (value, where, lost) => (value === undefined || value === null ? null : reader(value, where, lost));

/** @template T @param {Reader<T>} each @returns {Reader<T[]>} */
export const listOf = (each) => (value, where = "", lost) => list(value, where).map((one, at) => each(one, `${where}[${at}]`, lost));

/** An object with any names. @template T @param {Reader<T>} each @returns {Reader<Record<string, T>>} */
export const recordOf = (each) => (value, where = "", lost) =>
  Object.fromEntries(Object.entries(object(value, where)).map(([name, one]) => [name, each(one, `${where}.${name}`, lost)]));

/**
 * An object with these fields; others are left out.
 * @template {Record<string, Reader<any>>} F @param {F} fields @returns {Reader<{[K in keyof F]: ReturnType<F[K]>}>}
 */
export const objectOf = (fields) => (value, where = "", lost) => {
  const given = object(value, where);
  const own = (/** @type {string} */ name) => (Object.hasOwn(given, name) ? given[name] : undefined);
  const found = Object.entries(fields).map(([name, read]) => [name, read(own(name), `${where}.${name}`, lost)]);
  return Object.fromEntries(found);
};

/** What another reader accepts, with all its fields. @template T @param {Reader<T>} reader @returns {Reader<any>} */
export const asIs = (reader) => (value, where, lost) => {
  reader(value, where, lost);
  return value;
};

/** What another reader reads, or the usual value. @template T @template {T} U @param {Reader<T>} reader @param {U} otherwise @returns {Reader<T>} */
export const usual = (reader, otherwise) => (value, where, lost) => {
  if (value === undefined) return otherwise;
  return attempt(() => reader(value, where, lost), lost) ?? otherwise;
};

/** A record without its damaged entries. @template T @param {Reader<T>} each @returns {Reader<Record<string, T>>} */
export const soundOf = (each) => (value, where = "", lost) =>
  Object.fromEntries(Object.entries(object(value, where)).flatMap(([name, one]) => {
    const found = attempt(() => each(one, `${where}.${name.slice(0, SHOWN)}`, lost), lost);
    return found === undefined ? [] : [[name, found]];
  }));

/** Return what is read, undefined if it is damaged. @template T @param {() => T} read @param {string[]} [lost] @returns {T | undefined} */
export function attempt(read, lost) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    lost?.push(error.message);
  }
  return undefined;
}

/** Read JSON. @template T @param {string} content @param {Reader<T>} reader @param {string} where @param {string[]} [lost] */
export function readJson(content, reader, where, lost) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new OutsideError(`${where}: expected JSON: ${/** @type {Error} */ (error).message}`);
  }
  return reader(value, where, lost);
}

/** Return a text of an address with its percent signs decoded; unchanged if they are damaged. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Hear the messages of a worker. Each is an object; `fail` hears of one that is not, of one that cannot be read, and of
 * the end of a worker that broke.
 *
 * @param {Worker} worker
 * @param {{hear: (data: Record<string, any>) => void, fail: (reason: string) => void}} by
 * @param {AbortSignal} [signal] ends it
 */
export function hearWorker(worker, { hear, fail }, signal) {
  const options = signal ? { signal } : {};
  worker.addEventListener("message", ({ data }) => (isObject(data) ? hear(data) : fail("a worker sent what is no message")), options);
  worker.addEventListener("messageerror", () => fail("a worker sent what cannot be read"), options);
  worker.addEventListener("error", ({ message }) => fail(message || "a worker did not start"), options);
}
