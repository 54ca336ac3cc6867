/**
 * What the engine says when it has no answer: errors with the code and the sentence of the server, and the one that
 * sends a question on.
 */

/** An answer that is an error, the same as the server's. */
export class AnswerError extends Error {
  /** @param {string} code @param {string} message @param {{cells?: number[]}} [where] */
  constructor(code, message, where = {}) {
    super(message);
    this.code = code;
    this.where = where;
  }
}

/** The time of a question, or of a part of it, is over. */
export class TimeOver extends AnswerError {
  constructor() {
    super("limit_reached", "the time limit is reached");
  }
}

/** Python answers this, in the server or in the page. `otherwise` is the reply where there is none. */
export class NeedsPython extends Error {
  /** @param {import("./verbs.js").Reply | null} [otherwise] */
  constructor(otherwise = null) {
    super();
    this.otherwise = otherwise;
  }
}
