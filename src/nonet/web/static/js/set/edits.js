/**
 * One constraint more or less in the puzzle that is being set, and what is said about it.
 */

import { sentenceOf } from "../board/clue_view.js";
import { haveSameHouses, withConstraint, withConstraints } from "./constraints.js";

/**
 * @param {App} app
 * @param {() => SetSession | null} sessionNow
 * @param {(error: unknown) => void} fail say why a constraint cannot be; null if it can
 */
export function createEdits(app, sessionNow, fail) {
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
      if (!session || !change) return null;
      try {
        const before = session.rules;
        const { rules, constraint } = await withConstraint(app, before, change.word, change.old);
        if (!haveSameHouses(rules, before)) throw new Error(app.t("set.notation.houses"));
        fail(null);
        if (session !== sessionNow() || session.rules !== before || !constraint) return null;
        if (!change.old || drawn.has(change.old)) drawn.add(constraint.text);
        if (session.change("", rules, step)) app.announce(sentenceOf(app, constraint));
        return constraint;
      } catch (error) {
        fail(error);
        return null;
      }
    });
    queue = done.then(() => {});
    return done;
  }

  /** @param {string} word */
  const add = async (word) => void (await put(() => ({ word })));

  /** @param {Constraint} constraint */
  function remove(constraint) {
    const session = sessionNow();
    const kept = (session?.rules.constraints ?? []).filter((each) => each !== constraint);
    if (session?.change("", withConstraints(session.rules, kept))) app.announce(app.t("set.removed", { constraint: sentenceOf(app, constraint) }));
  }

  return {
    add,
    put,
    remove,
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
function without(some, others) {
  const texts = new Set(others.map(({ text }) => text));
  return some.filter(({ text }) => !texts.has(text));
}
