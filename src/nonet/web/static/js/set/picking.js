/**
 * Which constraint is picked on the board or in the list, and what is said about it.
 */

import { sentenceOf } from "../board/clue_view.js";
import { cellsOf, movedText } from "./notation.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {ReturnType<typeof createPicking>} Picking */

/** Return the constraints that are about a cell, the newest first; those of a kind if one is named. @param {SetSession} session @param {number} cell @param {Kind | null} [kind] */
export function constraintsAt({ rules: { constraints = [], size } }, cell, kind) {
  return constraints.filter((each) => (!kind || each.word === kind.word) && cellsOf(each, size).includes(cell)).reverse();
}

/** Return the clue that stands beside the board at a place, of the kind if one is named. @param {SetSession} session @param {import("./kinds.js").Choice["side"]} side @param {number} at counted from 0 @param {Kind | null} kind */
export function clueBeside({ rules: { constraints = [] } }, side, at, kind) {
  const isHere = (/** @type {ClueMark} */ mark) => mark.mark === "outside" && mark.side === side && mark.line?.[1] === at + 1;
  return constraints.findLast((each) => (!kind || each.word === kind.word) && each.marks.some(isHere));
}

/**
 * @param {App} app @param {import("./placement.js").Placing} placing @param {() => SetSession | null} sessionNow
 * @param {(constraint: Constraint) => void} remove
 */
export function createPicking(app, placing, sessionNow, remove) {
  /** @param {Constraint | undefined} constraint */
  function pick(constraint) {
    const session = sessionNow();
    if (!session) return;
    placing.pick(session, constraint);
    const { kind } = placing.parts ?? {};
    const keys = [app.t("set.picked"), kind?.value ? app.t("set.picked.number") : ""];
    if (constraint) app.announce([sentenceOf(app, constraint), ...keys].filter(Boolean).join(" "));
  }

  return {
    pick,
    remove,
    /** Pick one at a cell: the newest, or after the one that is picked the next; return whether there is one. @param {number} cell */
    pickAt(cell) {
      const session = sessionNow();
      if (!session) return false;
      const picked = placing.picked(session);
      const here = constraintsAt(session, cell);
      const next = picked ? here[here.indexOf(picked) + 1] : here[0];
      if (next || picked) pick(next);
      return Boolean(next ?? picked);
    },
    /** Move the one that is picked. @param {number} down @param {number} right */
    move(down, right) {
      const session = sessionNow();
      if (!session) return;
      void placing.alter(session, (text) => {
        const moved = movedText(text, down, right, session.geometry.size);
        if (!moved) app.announce(app.t("set.edge"));
        return moved;
      });
    },
  };
}
