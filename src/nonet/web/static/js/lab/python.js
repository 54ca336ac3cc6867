/** Python text cut into words with a kind, line by line: what the Lab needs to colour a program, and no more. */

/** @typedef {"" | "keyword" | "name" | "string" | "number" | "comment"} TokenKind */
/** @typedef {[kind: TokenKind, text: string]} Token */

const KEYWORDS = new Set(
  ("and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield True False None self").split(" "),
);

const WORD = new RegExp(
  [
    String.raw`(?<string>(?:\b[rbfRBF]{1,2})?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))`,
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<number>\b\d[\w.]*)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_]*)`,
  ].join("|"),
  "gu",
);

/** Return the lines of a program, each as words with their kinds. @param {string} text */
export function tokens(text) {
  /** @type {Token[][]} */
  const lines = [[]];
  const add = (/** @type {TokenKind} */ kind, /** @type {string} */ part) => {
    part.split("\n").forEach((piece, number) => {
      if (number) lines.push([]);
      if (piece) lines[lines.length - 1].push([kind, piece]);
    });
  };
  let end = 0;
  let previous = "";
  for (const match of text.matchAll(WORD)) {
    add("", text.slice(end, match.index));
    const { string, comment, number, word } = match.groups ?? {};
    if (word) add(KEYWORDS.has(word) ? "keyword" : /^(def|class)$/.test(previous) ? "name" : "", word);
    else add(string ? "string" : comment ? "comment" : number ? "number" : "", match[0]);
    previous = word ?? "";
    end = match.index + match[0].length;
  }
  add("", text.slice(end));
  if (!lines[lines.length - 1].length) lines.pop(); // the end of the last line
  return lines;
}
