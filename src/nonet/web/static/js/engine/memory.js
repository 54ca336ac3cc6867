/**
 * The memory of core.wasm, and what can go wrong with it. A call of the core takes what it needs from the free memory,
 * one piece after another, and the next call starts again from the beginning: nothing is kept there between calls.
 */

/** The most memory that the module may use, in bytes; the linker writes it into the module. */
const MOST_BYTES = 512 * 2 ** 20;
const PAGE_BYTES = 2 ** 16;

/** A call that the core refuses. `code` is "bad_call" or "memory"; the message is a sentence. */
export class CoreError extends Error {
  /** @param {"bad_call" | "memory"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "CoreError";
    this.code = code;
  }
}

/** Throw a CoreError unless a call is as expected. @param {unknown} holds @param {string} expected */
export function expect(holds, expected) {
  if (!holds) throw new CoreError("bad_call", expected);
}

/** @typedef {Uint8Array | Uint16Array | Uint32Array | Float64Array | BigUint64Array} Numbers */

export class Arena {
  /** @param {WebAssembly.Memory} memory @param {number} heap the first free byte */
  constructor(memory, heap) {
    this.memory = memory;
    this.start = aligned(heap);
    this.free = this.start;
  }

  /** Begin a call: all memory is free again. */
  begin() {
    this.free = this.start;
  }

  /** Take memory, aligned to 64 bytes, and return its address. What it contains is not defined. @param {number} bytes */
  take(bytes) {
    const address = this.free;
    const end = aligned(address + bytes);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      } catch {
        throw new CoreError("memory", end > MOST_BYTES
          ? `the request needs more than the ${MOST_BYTES / 2 ** 20} MB that the core may use`
          : `the browser has no memory left for the core: it needs ${Math.ceil(end / 2 ** 20)} MB`);
      }
    }
    this.free = end;
    return address;
  }

  /** Take memory for numbers, write them into it and return its address. @param {Numbers} numbers */
  put(numbers) {
    const address = this.take(numbers.byteLength);
    new Uint8Array(this.memory.buffer, address, numbers.byteLength)
      .set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    return address;
  }

  /** Return a copy of numbers of so many bytes each; those of 64 bits as numbers of JavaScript. @param {number} bytes @param {number} address @param {number} count @returns {Numbers} */
  numbers(bytes, address, count) {
    const copy = this.memory.buffer.slice(address, address + count * bytes);
    if (bytes === 1) return new Uint8Array(copy);
    if (bytes === 2) return new Uint16Array(copy);
    return bytes === 4 ? new Uint32Array(copy) : Float64Array.from(new BigUint64Array(copy), Number);
  }

  /** Return the text at an address, which ends with a zero byte; null for the address 0. @param {number} address */
  text(address) {
    if (!address) return null;
    const bytes = new Uint8Array(this.memory.buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / 64) * 64;
