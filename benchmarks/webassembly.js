// What benchmarks/webassembly.py measures, in a browser or in Node: `measure` is called with the lists as lines of digits.

const digitsOf = (line) => Uint8Array.from(line, (c) => +c);

const PEERS = Array.from({ length: 81 }, (_, a) => Array.from({ length: 81 }, (_, b) => b).filter((b) => {
  const [r, c] = [Math.trunc(a / 9), a % 9];
  const [s, d] = [Math.trunc(b / 9), b % 9];
  const isSameBox = Math.trunc(r / 3) === Math.trunc(s / 3) && Math.trunc(c / 3) === Math.trunc(d / 3);
  return a !== b && (r === s || c === d || isSameBox);
}));

function place(digits, marks, cell, digit) {
  digits[cell] = digit;
  marks[cell] = 0;
  for (const peer of PEERS[cell]) marks[peer] &= ~(1 << (digit - 1));
}

// Follow the easiest steps to the end; return the milliseconds of each hint.
function hints(core, line) {
  const digits = new Uint8Array(81);
  const marks = new Uint16Array(81).fill(511);
  digitsOf(line).forEach((digit, cell) => digit && place(digits, marks, cell, digit));
  const givens = digits.slice();
  const times = [];
  for (;;) {
    const begun = performance.now();
    const { words } = core.path(digits, marks, 1, { givens });
    times.push(performance.now() - begun);
    if (!words.length) return times;
    if (words[3] !== 0xffffffff) place(digits, marks, words[3] & 255, words[3] >> 8);
    for (let i = 0; i < (words[4] & 255); i++) marks[words[6 + i] & 0xffff] &= ~(words[6 + i] >> 16);
    if (digits.every(Boolean)) return times;
  }
}

export async function measure({ loadCore }, source, { bulk, hinted, passes }) {
  const begun = performance.now();
  const core = await loadCore(await source());
  const ready = performance.now() - begun;
  const boards = digitsOf(bulk.join(""));
  const cpu = typeof process === "undefined" ? () => performance.now() : () => process.cpuUsage().user / 1000;
  const seconds = [];
  for (let pass = 0; pass <= passes; pass++) {
    const start = cpu();
    const { status } = core.solve(boards);
    if (pass) seconds.push((cpu() - start) / 1000); // the first pass warms up
    if (status.some(Boolean)) throw new Error("a puzzle has not one solution");
  }
  const times = hinted.map((line) => hints(core, line));
  const hardest = times.map((each) => Math.max(...each));
  return { ready, seconds, times: times.flat(), hardest, memory: core.arena.memory.buffer.byteLength };
}
