/**
 * What went wrong, as a sentence to show.
 */

const LONGEST = 600; // characters: it may quote input from outside

/** Return the sentence of whatever was thrown. @param {unknown} error */
export function sentenceOf(error) {
  const sentence = error instanceof Error ? error.message : String(error);
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
}
