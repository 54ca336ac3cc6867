// Answers requests to the core in Node, one line of JSON each: {"call": [method, arguments...], "deadline": ms}. An array of
// numbers travels as {"u8": base64} (u16, u32, f64, u64); a whole number beyond 2^53 as {"big": text}.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , folder, module] = process.argv;
const { loadCore } = await import(`${folder}/js/engine/core.js`);
const core = await loadCore(readFileSync(module));
const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array, u64: BigUint64Array };

function read(value) {
  if (Array.isArray(value)) return value.map(read);
  if (!value || typeof value !== "object") return value;
  if ("big" in value) return BigInt(value.big);
  for (const [key, Kind] of Object.entries(KINDS)) {
    if (key in value) return new Kind(Uint8Array.from(Buffer.from(value[key], "base64")).buffer);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item)]));
}

function write(value) {
  for (const [key, Kind] of Object.entries(KINDS)) {
    if (value instanceof Kind) {
      return { [key]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
    }
  }
  if (Array.isArray(value)) return value.map(write);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, write(item)]));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { call: [name, ...values], deadline } = JSON.parse(line);
  core.deadline = deadline === undefined ? Infinity : performance.now() + deadline;
  let answer;
  try {
    const method = core[name];
    answer = { answer: write(typeof method === "function" ? method.apply(core, read(values)) : method) };
  } catch (error) {
    answer = { error: error.name, code: error.code ?? null, message: error.message };
  }
  console.log(JSON.stringify(answer));
}
