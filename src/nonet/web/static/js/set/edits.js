/**
 * One constraint more or less in the puzzle that is being set, and what is said about it.
 */

import { sentenceOf } from "../board/clue_view.js";
import { withConstraint, withConstraints } from "./constraints.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/geometry.js").Constraint} Constraint */
/** @typedef {import("./session.js").SetSession} SetSession */

/**
 * @param {App} app
 * @param {() => SetSession | null} sessionNow
 * @param {(error: unknown) => void} fail say why a constraint cannot be; null if it can
 */
export function createEdits(app, sessionNow, fail) {
  let adding = Promise.resolve();

  /** Add a constraint to the puzzle, one after the other. @param {string} word */
  function add(word) {
    return (adding = adding.then(async () => {
      const session = sessionNow();
      if (!session) return;
      try {
        const { rules, constraint } = await withConstraint(app, session.rules, word);
        fail(null);
        if (session === sessionNow() && session.change("", rules)) app.announce(sentenceOf(app, /** @type {Constraint} */ (constraint)));
      } catch (error) {
        fail(error);
      }
    }));
  }

  /** @param {Constraint} constraint */
  function remove(constraint) {
    const session = sessionNow();
    const kept = (session?.rules.constraints ?? []).filter((each) => each !== constraint);
    if (session?.change("", withConstraints(session.rules, kept))) app.announce(app.t("set.removed", { constraint: sentenceOf(app, constraint) }));
  }

  return { add, remove };
}
