/**
 * Who breaks a constraint: the server knows what every kind means, and is asked after each move.
 *
 * Without constraints there is no request, and a board is judged by its houses alone. Of several mistakes the newest is shown
 * first, since the player has just made it: a constraint is as new as the last change of one of its cells, or as the
 * moment when it was first broken.
 */


const PAUSE = 40; // milliseconds without a change before the server is asked
const SAID = 3; // mistakes that are explained at once; the board marks the cells of all

/**
 * @param {App} app @param {Session} session
 * @param {() => {givens: number[], placed?: number[]}} position the board with the placed digits, for the server
 * @param {() => void} judged called when it is known what is broken
 */
export function createReferee(app, session, position, judged) {
  let asking = app.owner.part(); // ends with the next move
  let newest = "";
  const digits = () => position().placed ?? position().givens;
  const order = createNewest(digits());

  function judge() {
    asking.end();
    session.game.isUnjudged = Boolean(session.rules.constraints?.length);
    if (!session.game.isUnjudged) {
      session.broken = new Set();
      session.fault = newest = "";
      return;
    }
    order.moved(digits());
    asking = app.owner.part();
    asking.later(ask, PAUSE);
  }

  async function ask() {
    const { signal } = asking;
    try {
      const answer = await app.ask("violations", { puzzle: position(), language: app.language }, { signal });
      if (signal.aborted) return;
      const found = order.sorted(answer.violations);
      session.game.isUnjudged = found.length > 0;
      session.broken = new Set(found.flatMap(({ cells }) => cells));
      const sentences = found.slice(0, SAID).map(({ sentence }) => sentence);
      const [first = ""] = sentences;
      if (first && first !== newest && app.settings.get("conflicts")) app.announce(first);
      newest = first;
      session.fault = sentences.join("\n");
      judged();
    } catch (error) {
      if (!signal.aborted) console.info(`violations: ${error}`);
    }
  }

  return { judge };
}

/** Return what knows which mistakes are new. @param {readonly number[]} before the board at the beginning */
export function createNewest(before) {
  let moment = 0;
  const touched = before.map(() => 0);
  /** When each was broken, by its cells. @type {Map<string, number>} */
  let since = new Map();

  return {
    /** Take note of a board after a move. @param {readonly number[]} now */
    moved(now) {
      moment++;
      now.forEach((digit, cell) => {
        if (digit !== before[cell]) touched[cell] = moment;
      });
      before = [...now];
    },

    /** Return what is broken now, the newest first. @param {readonly Violation[]} found */
    sorted(found) {
      const ranked = found.map((each) => {
        const key = each.cells.join();
        const broken = since.get(key) ?? moment;
        return { each, key, broken, last: Math.max(broken, ...each.cells.map((cell) => touched[cell] ?? 0)) };
      });
      since = new Map(ranked.map(({ key, broken }) => [key, broken]));
      return ranked.sort((one, other) => other.last - one.last || other.broken - one.broken).map(({ each }) => each);
    },
  };
}
