/**
 * What went wrong, as a sentence to show.
 */

/** Return the sentence of whatever was thrown. @param {unknown} error */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}
