/**
 * Who breaks a constraint: the server knows what every kind means, and is asked after each move.
 *
 * Without constraints nothing is asked, and a board is judged by its houses alone.
 */

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./session.js").Session} Session */

const PAUSE = 40; // milliseconds without a change before the server is asked

/**
 * @param {App} app
 * @param {Session} session
 * @param {() => object} position the board with the placed digits, for the server
 * @param {() => void} judged called when it is known what is broken
 */
export function createReferee(app, session, position, judged) {
  /** @type {AbortController | null} */
  let asking = null;
  let timer = 0;

  function judge() {
    clearTimeout(timer);
    asking?.abort();
    if (!session.rules.constraints?.length) {
      session.broken = new Set();
      session.fault = "";
      session.game.isUnjudged = false;
      return;
    }
    session.game.isUnjudged = true;
    timer = window.setTimeout(() => void ask(), PAUSE);
  }

  async function ask() {
    const { signal } = (asking = new AbortController());
    try {
      const answer = await app.ask("violations", { puzzle: position(), language: app.language }, { signal });
      if (signal.aborted) return;
      const found = /** @type {{cells: number[], sentence: string}[]} */ (answer.violations);
      session.game.isUnjudged = found.length > 0;
      session.broken = new Set(found.flatMap(({ cells }) => cells));
      const fault = found[0]?.sentence ?? "";
      if (fault && fault !== session.fault && app.settings.get("conflicts")) app.announce(fault);
      session.fault = fault;
      judged();
    } catch (error) {
      if (!signal.aborted) console.info(`violations: ${error}`);
    }
  }

  return {
    judge,
    stop() {
      clearTimeout(timer);
      asking?.abort();
    },
  };
}
