/**
 * Who breaks a constraint: the server knows what every kind means, and is asked after each move.
 *
 * Without constraints nothing is asked, and a board is judged by its houses alone.
 */

import { createNewest } from "./newest.js";

const PAUSE = 40; // milliseconds without a change before the server is asked
const SAID = 3; // mistakes that are said at once; the board marks the cells of all

/**
 * @param {App} app
 * @param {Session} session
 * @param {() => {givens: number[], placed?: number[]}} position the board with the placed digits, for the server
 * @param {() => void} judged called when it is known what is broken
 */
export function createReferee(app, session, position, judged) {
  /** @type {AbortController | null} */
  let asking = null;
  let timer = 0;
  let newest = "";
  const digits = () => position().placed ?? position().givens;
  const order = createNewest(digits());

  function judge() {
    clearTimeout(timer);
    asking?.abort();
    if (!session.rules.constraints?.length) {
      session.broken = new Set();
      session.fault = newest = "";
      session.game.isUnjudged = false;
      return;
    }
    session.game.isUnjudged = true;
    order.moved(digits());
    timer = window.setTimeout(() => void ask(), PAUSE);
  }

  async function ask() {
    const { signal } = (asking = new AbortController());
    try {
      const answer = await app.ask("violations", { puzzle: position(), language: app.language }, { signal });
      if (signal.aborted) return;
      const found = order.sorted(answer.violations);
      session.game.isUnjudged = found.length > 0;
      session.broken = new Set(found.flatMap(({ cells }) => cells));
      const said = found.slice(0, SAID).map(({ sentence }) => sentence);
      const [first = ""] = said;
      if (first && first !== newest && app.settings.get("conflicts")) app.announce(first);
      newest = first;
      session.fault = said.join("\n");
      judged();
    } catch (error) {
      if (!signal.aborted) console.info(`violations: ${error}`);
    }
  }

  app.owner.ends(() => {
    clearTimeout(timer);
    asking?.abort();
  });
  return { judge };
}
