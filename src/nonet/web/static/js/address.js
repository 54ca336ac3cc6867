/**
 * The address of the page, and Back: where a finger is the pointer it closes what lies over the page before it leads
 * anywhere. As long as something is open, an entry of the history stands for it.
 */

import { readLink } from "./link.js";

/** Of the entry of what is open, and of the one below it: whether it is open. @typedef {{isOpen: boolean} | null} State */

let routed = ""; // the address of what is shown
/** What lies over the page. @type {{by: object, close: () => void} | null} */
let over = null;
let isLeaving = false; // the entry of what was closed otherwise

/** Whether the address is not that of what is shown. */
export const isElsewhere = () => location.hash !== routed;

/** Read the address, which is shown from now on. */
export function arrive() {
  routed = location.hash;
  return readLink(routed);
}

/**
 * Go to a link. With `replace` the address only follows what its place shows: Back does not return to where we are, and
 * nothing is changed if the person has gone elsewhere meanwhile.
 *
 * @param {string} link
 * @param {boolean} [replace]
 */
export function go(link, replace = false) {
  if (!replace) location.hash = link;
  else if (!isElsewhere() && isHere(link)) {
    history.replaceState(history.state, "", link);
    routed = location.hash;
  }
}

/** Say what closes the thing that lies over the page now, null if nothing does. @param {object} by who says it @param {(() => void) | null} close */
export function cover(by, close) {
  if (!close && over?.by !== by) return;
  const isOpening = close && !over;
  over = close && { by, close };
  if (isLeaving) return;
  if (isOpening) enter();
  else if (!over && stateNow()?.isOpen) {
    isLeaving = true;
    history.back();
  }
}

/** Add the entry of what is open. */
function enter() {
  history.replaceState({ isOpen: false }, "");
  history.pushState({ isOpen: true }, "");
}

const stateNow = () => /** @type {State} */ (history.state);

/** Whether a link leads to the place that is shown. @param {string} link */
const isHere = (link) => readLink(link).place === readLink(routed).place;

addEventListener("popstate", () => {
  const state = stateNow();
  if (!state) return; // a link
  if (state.isOpen) {
    if (!over) history.back(); // left by a link: nothing is open there any more
    return;
  }
  const closing = isLeaving ? null : over;
  const hadEntry = isLeaving || closing;
  isLeaving = false;
  // This entry has the address of before: what was changed since stays.
  history.replaceState(null, "", hadEntry && isHere(location.hash) ? routed : location.href);
  if (closing) {
    over = null;
    closing.close();
  } else if (over) enter();
});
