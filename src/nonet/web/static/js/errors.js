/**
 * What went wrong, as a sentence to show.
 */

const LONGEST = 600; // characters: what came from outside may stand in it

/** Return the sentence of whatever was thrown. @param {unknown} error */
export function sentenceOf(error) {
  const sentence = error instanceof Error ? error.message : String(error);
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
}
