/**
 * The board after any event of a run: a Film is made once from the trace that the server sends, and then any of its
 * hundred thousands of moments costs a few hundred steps at most.
 *
 * It does what nonet.render.film.Stage does, event by event, and a test holds both equal. A pass at the beginning
 * remembers the board every 256 events. What a step back undoes is a stack; each placement knows the one below it, so
 * to remember the stack is to remember its top.
 */

export const KINDS = /** @type {const} */ (["try", "place", "conflict", "remove", "rule", "backtrack", "restart", "solved"]);

/**
 * @typedef {(typeof KINDS)[number]} Kind
 * @typedef {{kind: Kind, cell: number, digit: number, note: string}} FilmEvent
 *
 * @typedef {object} Trace the answer of the server
 * @property {string} algorithm
 * @property {number} size
 * @property {number[]} givens
 * @property {string[]} notes
 * @property {number} count
 * @property {string} events base64 of 32-bit numbers: note, kind 3 bits, cell + 1 11 bits, digit 6 bits
 * @property {string} lines base64 of 16-bit numbers: file 4 bits, line 12 bits
 * @property {boolean} complete
 */

const STEP = 256; // events between two remembered boards
const [PLACE, RULE, BACKTRACK, RESTART] = ["place", "rule", "backtrack", "restart"].map((k) => KINDS.indexOf(/** @type {Kind} */ (k)));

/** Who filled a cell: nobody or the givens, a choice that may be wrong, a technique. */
export const NOBODY = 0;
export const CHOICE = 1;
export const TECHNIQUE = 2;

/** Return the bytes of base64. @param {string} text */
function bytesOf(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export class Film {
  /** The number of events; moments are 0 (before the first) to this number. */
  length;
  size;
  /** The board at the moment. */
  digits;
  /** Who filled each cell. */
  filledBy;
  /** How many events of each kind came before the moment. */
  counts = new Uint32Array(KINDS.length);
  /** The number of filled cells that are not given, at every moment. */
  depth;
  /** The moment that is shown. */
  now = 0;

  #events;
  #lines;
  #notes;
  #givens;
  // The placements, one item each: the cell, what it held before, who filled it before, and the placement below.
  #cell;
  #before;
  #by;
  #below;
  #placed = 0; // placements so far
  #top = -1; // the placement on top of the stack
  // The board at every 256th moment.
  #boards;
  #fillers;
  #tops;
  #placements;
  #counts;

  /** @param {Trace} trace */
  constructor(trace) {
    const cells = trace.givens.length;
    this.size = trace.size;
    this.#events = new Int32Array(bytesOf(trace.events).buffer);
    this.#lines = new Uint16Array(bytesOf(trace.lines).buffer);
    this.#notes = trace.notes;
    this.length = this.#events.length;
    this.#givens = Uint8Array.from(trace.givens);
    this.digits = this.#givens.slice();
    this.filledBy = new Uint8Array(cells);
    this.depth = new Uint16Array(this.length + 1);
    const places = this.#events.reduce((sum, code) => sum + Number(((code >> 17) & 7) === PLACE), 0);
    this.#cell = new Uint16Array(places);
    this.#before = new Uint8Array(places);
    this.#by = new Uint8Array(places);
    this.#below = new Int32Array(places);
    const kept = Math.floor(this.length / STEP) + 1;
    this.#boards = new Uint8Array(kept * cells);
    this.#fillers = new Uint8Array(kept * cells);
    this.#tops = new Int32Array(kept);
    this.#placements = new Uint32Array(kept);
    this.#counts = new Uint32Array(kept * KINDS.length);
    this.#remember();
    this.goTo(0);
  }

  /** Play the run once: remember boards and depths. */
  #remember() {
    let depth = 0;
    for (let at = 0; ; at++) {
      this.depth[at] = depth;
      if (at % STEP === 0) {
        const key = at / STEP;
        this.#boards.set(this.digits, key * this.digits.length);
        this.#fillers.set(this.filledBy, key * this.digits.length);
        this.#counts.set(this.counts, key * KINDS.length);
        this.#tops[key] = this.#top;
        this.#placements[key] = this.#placed;
      }
      if (at === this.length) return;
      depth += this.#forward(at);
      this.now = at + 1;
    }
  }

  /** Apply an event; return by how much the number of filled cells changes. @param {number} at */
  #forward(at) {
    const code = /** @type {number} */ (this.#events[at]);
    const kind = (code >> 17) & 7;
    this.counts[kind] = /** @type {number} */ (this.counts[kind]) + 1;
    if (kind === PLACE) return this.#place(at, ((code >> 6) & 0x7ff) - 1, code & 63);
    if (kind === BACKTRACK) return this.#pop(((code >> 6) & 0x7ff) - 1);
    if (kind === RESTART) return this.#pop(-1);
    return 0;
  }

  /** @param {number} at @param {number} cell @param {number} digit */
  #place(at, cell, digit) {
    const item = this.#placed++;
    const before = /** @type {number} */ (this.digits[cell]);
    this.#cell[item] = cell;
    this.#before[item] = before;
    this.#by[item] = /** @type {number} */ (this.filledBy[cell]);
    this.#below[item] = this.#top;
    this.#top = item;
    this.digits[cell] = digit;
    const last = at ? /** @type {number} */ (this.#events[at - 1]) : 0;
    const isForced = ((last >> 17) & 7) === RULE && ((last >> 6) & 0x7ff) - 1 === cell;
    this.filledBy[cell] = isForced ? TECHNIQUE : CHOICE;
    return before ? 0 : 1;
  }

  /** Undo placements down to the last one in a cell; all of them for -1. @param {number} until */
  #pop(until) {
    let change = 0;
    while (this.#top >= 0) {
      const item = this.#top;
      const cell = /** @type {number} */ (this.#cell[item]);
      const before = /** @type {number} */ (this.#before[item]);
      this.digits[cell] = before;
      this.filledBy[cell] = /** @type {number} */ (this.#by[item]);
      this.#top = /** @type {number} */ (this.#below[item]);
      if (!before) change--;
      if (cell === until) break;
    }
    return change;
  }

  /** Show the moment after a number of events. @param {number} moment */
  goTo(moment) {
    const wanted = Math.max(0, Math.min(this.length, Math.round(moment)));
    if (wanted < this.now || wanted - this.now > STEP) this.#recall(Math.floor(wanted / STEP));
    for (let at = this.now; at < wanted; at++) this.#forward(at);
    this.now = wanted;
  }

  /** @param {number} key the number of a remembered board */
  #recall(key) {
    const cells = this.digits.length;
    this.digits.set(this.#boards.subarray(key * cells, (key + 1) * cells));
    this.filledBy.set(this.#fillers.subarray(key * cells, (key + 1) * cells));
    this.counts.set(this.#counts.subarray(key * KINDS.length, (key + 1) * KINDS.length));
    this.#top = /** @type {number} */ (this.#tops[key]);
    this.#placed = /** @type {number} */ (this.#placements[key]);
    this.now = key * STEP;
  }

  /** Return the event that led to a moment, null at the beginning. @param {number} [moment] @returns {FilmEvent | null} */
  event(moment = this.now) {
    const code = this.#events[moment - 1];
    if (code === undefined) return null;
    const kind = /** @type {Kind} */ (KINDS[(code >> 17) & 7]);
    return { kind, cell: ((code >> 6) & 0x7ff) - 1, digit: code & 63, note: this.#notes[code >>> 20] ?? "" };
  }

  /** Return the place in the program that reported the event of a moment; line 0 if there is none. @param {number} [moment] */
  line(moment = this.now) {
    const place = this.#lines[moment - 1] ?? 0;
    return { file: place >> 12, line: place & 0xfff };
  }

  /** Return how often each line reported an event in the whole run: "file:line" to a number. */
  lineCounts() {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const place of this.#lines) found.set(place, (found.get(place) ?? 0) + 1);
    return new Map([...found].map(([place, count]) => [`${place >> 12}:${place & 0xfff}`, count]));
  }

  /** Return the next moment after an event of a kind, -1 if there is none. @param {Kind} kind @param {number} [after] */
  next(kind, after = this.now) {
    const wanted = KINDS.indexOf(kind);
    for (let at = after; at < this.length; at++) {
      if (((/** @type {number} */ (this.#events[at]) >> 17) & 7) === wanted) return at + 1;
    }
    return -1;
  }

  /** Return whether a cell has a given. @param {number} cell */
  isGiven(cell) {
    return this.#givens[cell] !== 0;
  }

  get givens() {
    return this.#givens;
  }
}
