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
 * @typedef {Pick<TraceAnswer, "size" | "givens" | "notes" | "events" | "lines">} Trace what a film needs: `events` is base64 of 32-bit numbers (note, kind 3 bits, cell + 1 11 bits, digit 6 bits), `lines` of 16-bit
 *   numbers (file 4 bits, line 12 bits)
 *
 * @typedef {{cell: number, digit: number, by: number, below: Placement} | null} Placement a cell, what it held before and who had
 *   filled it, and the placement below
 */

const STEP = 256; // events between two remembered boards

/** Who filled a cell: nobody or the givens, a choice that may be wrong, a technique. */
export const [NOBODY, CHOICE, TECHNIQUE] = [0, 1, 2];

const kindOf = (/** @type {number} */ code) => KINDS[(code >> 17) & 7];
const cellOf = (/** @type {number} */ code) => ((code >> 6) & 0x7ff) - 1;

/** Return the bytes of base64; Uint8Array.from takes ten times as long. @param {string} text */
function bytesOf(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export class Film {
  /** The moment that is shown: the number of events before it. */
  now = 0;
  /** How many events of each kind came before the moment. */
  counts = new Uint32Array(KINDS.length);
  /** The placements that a step back undoes. @type {Placement} */
  #top = null;
  /** The board at every 256th moment. @type {{digits: Uint8Array, filledBy: Uint8Array, counts: Uint32Array, top: Placement}[]} */
  #kept = [];
  #events;
  #lines;
  #notes;

  /** @param {Trace} trace */
  constructor({ size, givens, events, lines, notes }) {
    this.#events = new Int32Array(bytesOf(events).buffer);
    this.#lines = new Uint16Array(bytesOf(lines).buffer);
    this.#notes = notes;
    /** The number of events. */
    this.length = this.#events.length;
    this.size = size;
    this.givens = givens;
    /** The board at the moment. */
    this.digits = Uint8Array.from(givens);
    /** Who filled each cell. */
    this.filledBy = new Uint8Array(givens.length);
    /** The number of filled cells that are not given, at every moment. */
    this.depth = new Uint16Array(this.length + 1);
    this.#play();
    this.goTo(0);
  }

  /** Play the run once: remember boards and depths. */
  #play() {
    for (let depth = 0; ; this.now++) {
      this.depth[this.now] = depth;
      if (this.now % STEP === 0) {
        const [digits, filledBy, counts] = [this.digits.slice(), this.filledBy.slice(), this.counts.slice()];
        this.#kept.push({ digits, filledBy, counts, top: this.#top });
      }
      if (this.now === this.length) return;
      depth += this.#forward(this.now);
    }
  }

  /** Apply an event; return by how much the number of filled cells changes. @param {number} at */
  #forward(at) {
    const code = this.#events[at];
    this.counts[(code >> 17) & 7]++;
    const kind = kindOf(code);
    if (kind === "place") return this.#place(at, cellOf(code), code & 63);
    if (kind === "backtrack") return this.#pop(cellOf(code));
    return kind === "restart" ? this.#pop(-1) : 0;
  }

  /** @param {number} at @param {number} cell @param {number} digit */
  #place(at, cell, digit) {
    const before = this.digits[cell];
    this.#top = { cell, digit: before, by: this.filledBy[cell], below: this.#top };
    this.digits[cell] = digit;
    const isForced = at > 0 && kindOf(this.#events[at - 1]) === "rule" && cellOf(this.#events[at - 1]) === cell;
    this.filledBy[cell] = isForced ? TECHNIQUE : CHOICE;
    return before ? 0 : 1;
  }

  /** Undo placements down to the last one in a cell; all of them for -1. @param {number} until */
  #pop(until) {
    let change = 0;
    while (this.#top) {
      const { cell, digit, by, below } = this.#top;
      this.digits[cell] = digit;
      this.filledBy[cell] = by;
      this.#top = below;
      if (!digit) change--;
      if (cell === until) break;
    }
    return change;
  }

  /** Show the moment after a number of events. @param {number} moment */
  goTo(moment) {
    const wanted = Math.max(0, Math.min(this.length, Math.round(moment)));
    if (wanted < this.now || wanted - this.now > STEP) this.#recall(Math.floor(wanted / STEP));
    for (; this.now < wanted; this.now++) this.#forward(this.now);
  }

  /** @param {number} key the number of a remembered board */
  #recall(key) {
    const { digits, filledBy, counts, top } = this.#kept[key];
    this.digits.set(digits);
    this.filledBy.set(filledBy);
    this.counts.set(counts);
    this.#top = top;
    this.now = key * STEP;
  }

  /** Return the event that led to the moment, null at the beginning. @returns {FilmEvent | null} */
  event() {
    const code = this.#events[this.now - 1];
    if (code === undefined) return null;
    return { kind: kindOf(code), cell: cellOf(code), digit: code & 63, note: this.#notes[code >>> 20] ?? "" };
  }

  /** Return how many events of a kind came before the moment. @param {Kind} kind */
  countOf(kind) {
    return this.counts[KINDS.indexOf(kind)];
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

  /** Return the next moment after an event of a kind, -1 if there is none. @param {Kind} kind @param {number} after */
  next(kind, after) {
    const at = this.#events.findIndex((code, at) => at >= after && kindOf(code) === kind);
    return at < 0 ? -1 : at + 1;
  }
}
