/**
 * The focus is never lost: when the element that has it is removed, hidden or disabled, a neighbour gets it.
 *
 * Browsers give the focus to the page then, so that the next Tab begins at the top. Here it goes to the first control of
 * the nearest part of the page that is still there: in a place to its heading, in Play to the board.
 */

const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex='0']";

/** @param {HTMLElement} host */
export function keepFocus(host) {
  /** The element that has the focus, and its ancestors, inside out. @type {HTMLElement[]} */
  let path = [];

  host.addEventListener("focusin", ({ target: part }) => {
    path = [host];
    for (; part instanceof HTMLElement && part !== host; part = part.parentElement) path.splice(-1, 0, part);
  });
  host.addEventListener("focusout", ({ target }) => {
    // To leave an element that is still there afterwards does no harm. One that is being removed is left before it goes.
    queueMicrotask(() => {
      if (path[0] === target && path[0] && isUsable(path[0])) path = [];
    });
  });

  /** Styles are asked for only after an action of the player: they cost a layout. @param {boolean} withStyles */
  function look(withStyles) {
    const [node] = path;
    if (!node || (node.isConnected && !node.matches(":disabled") && !node.closest("[hidden]") && !withStyles)) return;
    const { activeElement: active } = document;
    if (isUsable(node) || (active instanceof HTMLElement && active !== document.body && isUsable(active))) return;
    for (const part of path.slice(1)) {
      const next = isShown(part) ? controlOf(part, host) : null;
      if (next) return next.focus({ preventScroll: true });
    }
  }

  const later = () => void requestAnimationFrame(() => look(true));
  host.addEventListener("click", later);
  host.addEventListener("keyup", later);
  new MutationObserver(() => look(false)).observe(host, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"],
  });
}

/** @param {HTMLElement} node */
const isShown = (node) => node.isConnected && node.checkVisibility({ visibilityProperty: true });

/** Whether an element is there, seen, and not disabled. @param {HTMLElement} node */
export const isUsable = (node) => isShown(node) && !node.matches(":disabled");

/** Return what gets the focus in a part of the page. @param {HTMLElement} part @param {HTMLElement} host */
function controlOf(part, host) {
  const place = part === host ? part.querySelector(".place:not([hidden])") : part.matches(".place") ? part : null;
  const heading = place?.querySelector("h1");
  const cell = /** @type {HTMLElement | null} */ (place?.matches(".play") ? place.querySelector(".cell[tabindex='0']") : null);
  if (cell || !heading) return cell ?? firstControl(/** @type {HTMLElement} */ (place ?? part));
  heading.tabIndex = -1;
  return heading;
}

/** Return the first control in a part of the page that can be used. @param {HTMLElement} part */
export function firstControl(part) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(CONTROLS));
  return [...all].find(isUsable) ?? null;
}
