/**
 * Which of several mistakes is the newest: the one to say first, since the player has just made it.
 *
 * A constraint is as new as the last change of one of its cells, or as the moment when it was first broken.
 */

/** @typedef {{cells: number[], sentence: string}} Violation */

/** @param {readonly number[]} digits the board at the beginning @returns {{moved: (digits: readonly number[]) => void, sorted: (found: readonly Violation[]) => Violation[]}} */
export function createNewest(digits) {
  let before = [...digits];
  let moment = 0;
  const touched = before.map(() => 0);
  /** When each was broken. @type {Map<string, number>} */
  let since = new Map();

  /** Take note of a board after a move. @param {readonly number[]} now */
  function moved(now) {
    moment++;
    now.forEach((digit, cell) => {
      if (digit !== before[cell]) touched[cell] = moment;
    });
    before = [...now];
  }

  /** Return what is broken now, the newest first. @param {readonly Violation[]} found */
  function sorted(found) {
    since = new Map(found.map((each) => [keyOf(each), since.get(keyOf(each)) ?? moment]));
    const ranked = found.map((each) => {
      const broken = since.get(keyOf(each)) ?? moment;
      return { each, broken, last: Math.max(broken, ...each.cells.map((cell) => touched[cell] ?? 0)) };
    });
    return ranked.sort((one, other) => other.last - one.last || other.broken - one.broken).map(({ each }) => each);
  }

  return { moved, sorted };
}

/** @param {Violation} violation */
const keyOf = ({ cells }) => cells.join();
