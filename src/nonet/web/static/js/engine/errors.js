/**
 * What the engine says when it has no answer: errors with the code and the sentence of the server, and the one that
 * sends a question on to the server.
 */

/** An answer that is an error, the same as the server's. */
export class AnswerError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{cells?: number[], line?: number, column?: number}} [where]
   */
  constructor(code, message, where = {}) {
    super(message);
    this.code = code;
    this.where = where;
  }
}

/** There is no solution, although no two givens clash. */
export class NoSolution extends AnswerError {
  /** @param {import("./puzzles.js").Puzzle} puzzle */
  constructor(puzzle) {
    super("no_solution", "the puzzle has no solution");
    this.puzzle = puzzle;
  }
}

/** A search that a budget or the time ended. */
export class LimitReached extends AnswerError {
  /** @param {string} message */
  constructor(message) {
    super("limit_reached", message);
  }
}

/** The time of a question, or of a part of it, is over. */
export class TimeOver extends LimitReached {
  constructor() {
    super("the time limit is reached");
  }
}

/** The engine does not know this: only the server does. */
export class NeedsServer extends Error {}

/** @param {string} message */
export const badRequest = (message) => new AnswerError("bad_request", message);

/** Return an error as the server sends it; throw it again if it is a fault. @param {unknown} error */
export function errorObject(error) {
  if (!(error instanceof AnswerError)) throw error;
  const message = error.message.length > 1000 ? `${error.message.slice(0, 1000)}…` : error.message;
  return { code: error.code, message, ...error.where };
}
