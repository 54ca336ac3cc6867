/**
 * What of a board can be set: rules and givens. Of a position that is its puzzle; where nobody knows which of its filled
 * cells are givens, all of them are.
 */

/**
 * Return the puzzle that is set, null if there is none, and the key of what is said about what is left out.
 *
 * @param {Board} board @returns {{puzzle: Board | null, about: string}}
 */
export function settable({ rules, givens, placed, candidates, givens_known: isKnown = true }) {
  const puzzle = { rules, givens: isKnown ? givens : (placed ?? givens) };
  if (candidates && !puzzle.givens.some(Boolean)) return { puzzle: null, about: "set.text.candidates" };
  if (!isKnown) return { puzzle, about: "set.text.filled" };
  return { puzzle, about: placed || candidates ? "set.text.position" : "" };
}

/** Return what makes one puzzle another one. @param {Board} board */
export function keyOf({ rules, givens }) {
  return `${givens} ${rules.text}`;
}
