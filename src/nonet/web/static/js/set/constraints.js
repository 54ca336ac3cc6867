/**
 * One constraint more or less in the puzzle that is being set, and the message about it. What the server knows of a
 * constraint (its marks, its sentence) stays with it.
 */

import { sentenceOf } from "../board/clue_view.js";
import { baseWords } from "../board/rule_list.js";
import { ORDERLESS, REVERSIBLE } from "./kind_rows.js";

/** @typedef {ReturnType<typeof createEdits>} Edits */

/** @param {App} app @param {() => SetSession} sessionNow @param {(error: unknown) => void} fail say why a constraint cannot be; null if it can */
export function createEdits(app, sessionNow, fail) {
  /** The changes that are on their way. @type {Promise<unknown>} */
  let queue = Promise.resolve();
  /** The constraints that were drawn; the others were read from a text. @type {Set<string>} */
  const drawn = new Set(app.store.read("drawn"));

  /**
   * Add a constraint to the puzzle, or put it in the place of another; one change after the other. Return what stands there
   * then, null if it cannot be. Changes of one `step` are undone together.
   *
   * @param {() => {word: string, old?: string} | null} wanted asked when the changes before are done
   * @param {object} [step] @returns {Promise<Constraint | null>}
   */
  function put(wanted, step) {
    const done = queue.then(async () => {
      const session = sessionNow();
      const change = wanted();
      if (!change) return null;
      const before = session.rules;
      const { rules, constraint } = await withConstraint(app, before, change.word, change.old);
      if (!haveSameHouses(rules, before)) throw new Error(app.t("set.notation.houses"));
      fail(null);
      if (session !== sessionNow() || session.rules !== before || !constraint) return null;
      if (!change.old || drawn.has(change.old)) drawn.add(constraint.text);
      if (session.change("", rules, step)) app.announce(sentenceOf(app, constraint));
      return constraint;
    }).catch((error) => {
      fail(error);
      return null;
    });
    return (queue = done);
  }

  return {
    put,
    /** Wait for the changes that are on their way. */
    settled: () => queue,
    /** @param {Constraint} constraint */
    remove(constraint) {
      const session = sessionNow();
      const rules = withConstraints(session.rules, session.constraints.filter((each) => each !== constraint));
      if (session.change("", rules)) app.announce(app.t("set.removed", { constraint: sentenceOf(app, constraint) }));
    },
    isDrawn: (/** @type {Constraint} */ { text }) => drawn.has(text),
    /** Keep which of the puzzle's constraints were drawn. @param {readonly Constraint[]} constraints */
    keep: (constraints) => void app.store.write("drawn", constraints.map(({ text }) => text).filter((text) => drawn.has(text))),
  };
}

/** Say which constraint is there now that was not, or which is no longer; of several, how many there are. @param {App} app @param {readonly Constraint[]} before @param {readonly Constraint[]} after */
export function changeText(app, before, after) {
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length > 1 || come.length > 1) return app.t("set.constraints.count", { n: after.length, count: app.digit(after.length) });
  if (come[0]) return app.t("set.placed", { constraint: sentenceOf(app, come[0]) });
  return gone[0] ? app.t("set.removed", { constraint: sentenceOf(app, gone[0]) }) : "";
}

/** @param {readonly Constraint[]} some @param {readonly Constraint[]} others */
const without = (some, others) => some.filter(({ text }) => others.every((other) => other.text !== text));

/** Return rules with other constraints, all of which the server has described. @param {Rules} rules @param {Constraint[]} constraints @returns {Rules} */
export function withConstraints(rules, constraints) {
  const words = [baseWords(rules), ...constraints.map(({ text }) => text)].join(" ");
  return { ...rules, text: words === "3x3" ? "classic" : words, constraints, sees: undefined };
}

/** Whether two rules have the same size and houses. @param {Rules} a @param {Rules} b */
export const haveSameHouses = (a, b) => a.size === b.size && baseWords(a) === baseWords(b);

/**
 * Return rules with one more constraint, and this constraint. It takes the place of `old`, if this is named; one of its kind
 * in the same place gives way too, as when its number changes. The same place drawn again without a number changes nothing.
 * The server says what a constraint means, or why it cannot be.
 *
 * @param {App} app @param {Rules} rules @param {string} word @param {string} [old]
 * @returns {Promise<{rules: Rules, constraint: Constraint | undefined}>}
 */
async function withConstraint(app, rules, word, old) {
  const { constraints = [] } = rules;
  const texts = constraints.map(({ text }) => text);
  const same = texts.findLastIndex((text) => text !== old && placeOf(text) === placeOf(word));
  if (same >= 0 && !old && !/^\w+:[\d,]+=/.test(word)) return { rules, constraint: constraints[same] };
  const at = [texts.findIndex((text) => text === old), same, texts.length].find((place) => place >= 0) ?? 0;
  texts[at] = word;
  const kept = texts.filter((_, i) => i === at || i !== same);
  const { puzzles } = await app.ask("read", { text: ".".repeat(rules.size ** 2), rules: [baseWords(rules), ...kept].join(" ") });
  const now = /** @type {Rules} */ (puzzles[0].board.rules);
  const others = kept.filter((text) => text !== word);
  // The server has an order and a spelling of its own.
  const found = now.constraints?.find(({ text }) => text === word) ?? now.constraints?.find(({ text }) => !others.includes(text));
  return { rules: now, constraint: found };
}

/** Return what two constraints of a kind in the same place have in common: all but the number and, if it says nothing, the order of cells. @param {string} text */
export function placeOf(text) {
  const [, word = "", rest = ""] = /^(\w+):(?:[\d,]+=)?(.*)$/.exec(text) ?? [];
  if (!word) return text;
  const cells = rest.match(/r\d+c\d+/g) ?? [];
  if (ORDERLESS.includes(word)) return `${word}:${cells.sort().join("")}`;
  if (REVERSIBLE.includes(word)) return `${word}:${[cells.join(""), cells.reverse().join("")].sort()[0]}`;
  return `${word}:${rest}`;
}
