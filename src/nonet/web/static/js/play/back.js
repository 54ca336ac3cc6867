/**
 * On a phone, Back closes what lies over the game: an entry of the history stands for it as long as it is open.
 */

/** @typedef {{sheet?: boolean} | null} State */

/** @param {import("../owner.js").Owner} owner @param {() => void} close @returns {(isOpen: boolean) => void} what is called when something opens or closes */
export function backCloses(owner, close) {
  const narrow = matchMedia("(max-width: 599px)");
  let isOpen = false;
  let isLeaving = false; // the entry of what was closed otherwise

  owner.listen(window, "popstate", (/** @type {PopStateEvent} */ { state }) => {
    const isSheet = Boolean(/** @type {State} */ (state)?.sheet);
    if (isLeaving) isLeaving = false;
    else if (isOpen && !isSheet) {
      isOpen = false;
      close();
    } else if (!isOpen && isSheet) history.back(); // left by a link: nothing is open there any more
  });

  return (next) => {
    if (next === isOpen || (next && !narrow.matches)) return;
    isOpen = next;
    if (next) history.pushState({ sheet: true }, "");
    else if (/** @type {State} */ (history.state)?.sheet) {
      isLeaving = true;
      history.back();
    }
  };
}
