// Chains as numbered lines, each after the lines that it follows from: the same lines as nonet/steps/proof.py makes,
// which describes them. Here each line also knows the node of the chain that it is about, so that a page can walk
// through a proof line by line with the picture following.

import { argumentOf, chainsOf, factsOf } from "./facts.js";
import { cellIndex } from "../board/geometry.js";
import { digitList, digitValue, houseAt, houseValue, namedCell, placeOf, statement } from "./values.js";
import { Value, revived } from "./messages.js";

/** @typedef {import("./messages.js").Catalogue} Catalogue */
/**
 * One line of a proof: its number, its text, which has lines of its own below it if a step with chains is inside, and
 * the node that it is about, as the numbers of the chain and of the node in it.
 * @typedef {{label: string, text: string, chain: number, node: number}} Line
 */
/**
 * What a step's explanation consists of: the lines of its chains, if it has any, and the sentence after them.
 * @typedef {{lines: Line[], argument: string}} Proof
 */

const INDENT = "   ";
const SHOWN = 12; // lines of a proof that is cut
const FEW = 3; // lines that are not worth a cut

/**
 * Return why a step holds, without what follows from it; `prefix` is put before all numbers.
 * @param {Step} step @param {Catalogue} words
 * @param {{prefix?: string, all?: boolean, placed?: readonly number[] | null}} [options]
 */
export function explanation(step, words, { prefix = "", all = true, placed = null } = {}) {
  const facts = factsOf(step, placed);
  if (step.chains?.length) {
    const proof = new Collector(words, prefix, step);
    facts.proof = (all ? proof.texts() : proof.cut()).join("\n");
    Object.assign(facts, proof.facts());
  }
  return words.fill(words.technique(step.technique).why, facts);
}

/** Return the lines of a step's chains, and what they prove together. @param {Step} step @param {Catalogue} words @returns {Proof} */
export function proofOf(step, words) {
  if (!step.chains?.length) return { lines: [], argument: "" };
  const proof = new Collector(words, "", step);
  return { lines: proof.lines, argument: words.phrase("argument", { ...factsOf(step), ...proof.facts() }) };
}

/** Collects the lines of some chains. */
class Collector {
  /** @type {Line[]} */
  lines = [];
  /** @type {string[]} */
  #starts = [];
  /** @type {string[]} */
  #ends = [];
  /** @type {Map<string, string>} */
  #known = new Map();
  /** @type {Map<string, string>} */
  #nested = new Map();
  #assumption = "";

  /** @param {Catalogue} words @param {string} prefix @param {Step} step */
  constructor(words, prefix, step) {
    this.words = words;
    this.prefix = prefix;
    this.step = step;
    chainsOf(step).forEach((chain, number) => this.#addChain(chain, number));
  }

  /** Return the values of the sentence after the lines. @returns {Facts} */
  facts() {
    const [starts, ends] = [this.#starts, this.#ends];
    return { starts, ends, start_line: starts[0], end_line: ends[0], ...this.#clash() };
  }

  /** Return the two statements that contradict each other, the one of the earlier line first. @returns {Facts} */
  #clash() {
    const proves = argumentOf(this.step);
    const chains = chainsOf(this.step);
    if (proves !== "opposite" && proves !== "contradiction") return {};
    const said = chains.map((chain, at) => ({ line: this.#ends[at] ?? "", node: /** @type {Inference} */ (chain.at(-1)) }));
    if (proves === "opposite") said.push({ line: this.#starts[0] ?? "", node: /** @type {Inference} */ (chains[0]?.[0]) });
    const order = this.lines.map(({ label }) => label);
    const [first, second] = said.sort((a, b) => order.indexOf(a.line) - order.indexOf(b.line));
    if (!first || !second) return {};
    return {
      is_supposed: first.line === this.#starts[0],
      first_line: first.line,
      first_said: statement(first.node),
      second_line: second.line,
      second_said: statement(second.node),
    };
  }

  texts() {
    return this.lines.flatMap((line) => line.text.split("\n"));
  }

  /** Return the first lines, how many are missing, and the last lines of one or two chains. */
  cut() {
    const texts = this.texts();
    /** @type {Map<string, [number, number]>} */
    const spans = new Map();
    let at = 0;
    for (const line of this.lines) {
      const begin = at;
      at += line.text.split("\n").length;
      spans.set(line.label, [begin, at]);
    }
    const whole = Math.max(...[...spans.values()].map(([, stop]) => stop).filter((stop) => stop <= SHOWN));
    const first = whole > SHOWN / 2 ? whole : SHOWN;
    const shown = texts.slice(0, first);
    const last = [];
    for (const label of this.#ends.length <= 2 ? new Set(this.#ends) : []) {
      const [begin, stop] = spans.get(label) ?? [0, 0];
      if (begin >= first && stop - begin === 1) last.push(texts[begin] ?? "");
    }
    const missing = texts.length - shown.length - last.length;
    if (missing < FEW) return texts;
    return [...shown, this.words.phrase("cut", { n: missing }), ...last];
  }

  /** Add the lines of a chain that are not there yet. @param {Chain} chain @param {number} number */
  #addChain(chain, number) {
    const start = literal(chain[0]);
    if (start !== this.#assumption) {
      this.#assumption = start;
      this.#known.clear();
      this.#nested.clear();
    }
    /** @type {string[]} */
    const labels = [];
    chain.forEach((node, index) => {
      const known = this.#known.get(literal(node));
      // The end of a loop is its assumption once more, and has a line of its own.
      if (known !== undefined && !(index && node.parents.length && literal(node) === start)) {
        labels.push(known);
        return;
      }
      const label = this.#label(this.lines.length + 1);
      this.lines.push({ label, text: this.#textOf(chain, node, label, labels), chain: number, node: index });
      labels.push(label);
      if (known === undefined) this.#known.set(literal(node), label);
    });
    this.#starts.push(labels[0] ?? "");
    this.#ends.push(labels.at(-1) ?? "");
  }

  /** @param {Chain} chain @param {Inference} node @param {string} label @param {string[]} labels */
  #textOf(chain, node, label, labels) {
    const facts = nodeFacts(chain, node);
    const found = new Set(node.parents.map((parent) => labels[parent] ?? ""));
    const parents = this.lines.map((line) => line.label).filter((each) => found.has(each));
    const before = this.#label(this.lines.length);
    facts.parents = parents.length === 1 && parents[0] === before ? [] : parents;
    facts.has_parent = "parent" in facts;
    let name = "house" in facts ? "house" : node.cause;
    if (node.step) {
      Object.assign(facts, this.#nestedFacts(node.step, label));
      if ("line" in facts) name = "again";
    }
    if (node.others?.length) name = `group.${name}`;
    const sentence = this.words.phrase(`because.${name}`, facts);
    return this.words.phrase("line", { ...facts, label, sentence });
  }

  /** Return the number of a line; it is written here, because 7.1 is not a decimal number. @param {number} number */
  #label(number) {
    return this.prefix + this.words.number(number);
  }

  /** Return the values for a step inside the chain: its words, or the line that explains it already. @param {Step} step @param {string} label */
  #nestedFacts(step, label) {
    const key = JSON.stringify(step);
    const line = this.#nested.get(key);
    if (line !== undefined) return { line };
    this.#nested.set(key, label);
    const hasChains = Boolean(step.chains?.length);
    let why = explanation(step, this.words, { prefix: `${label}.` });
    if (hasChains) why = `\n${why.split("\n").map((text) => INDENT + text).join("\n")}`;
    const technique = { name: this.words.technique(step.technique).name, ...factsOf(step) }.name;
    return { technique, why, has_chains: hasChains };
  }
}

/** @param {Inference | undefined} node */
const literal = (node) => (node ? `${[node.cell, ...(node.others ?? [])]}=${node.digit}=${node.on}` : "");

/** @param {Chain} chain @param {Inference} node @returns {Facts} */
function nodeFacts(chain, node) {
  /** @type {Facts} */
  const facts = { ...statement(node).parts, digits: digitList([node.digit, ...(node.more ?? [])]), by: [] };
  const house = node.sight ? -1 : houseAt(cellIndex(node.cell), node.cause);
  if (house >= 0) facts.house = houseValue(house);
  Object.assign(facts, revived(node.sight ?? {}));
  if (node.set) facts.set = node.set.map(namedCell);
  const parent = chain[node.parents[0] ?? -1];
  if (node.parents.length === 1 && parent) {
    facts.parent = new Value("parent", { cell: placeOf(parent), digit: digitValue(parent.digit) });
  }
  return facts;
}
