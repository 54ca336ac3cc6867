/**
 * How a puzzle was solved: the second of each move, when hints were asked for, and the day whose puzzle it is.
 *
 * It belongs to the game, whose moves say what was done: `times[i]` is the second of `moves[i]`. Moves that came
 * with a link or a file have the time of the move before them.
 */

export class Story {
  #last;

  /** @param {App["store"]} store @param {string} code @param {Game} game @param {string} day whose puzzle it is, if that is known */
  constructor(store, code, game, day) {
    this.store = store;
    this.code = code;
    const kept = store.read("story", code) ?? { times: [], hints: [], day: "" };
    this.times = kept.times;
    this.hints = kept.hints;
    this.day = day || kept.day;
    this.#last = lastOf(game);
    if (this.day !== kept.day) this.#keep();
  }

  /** Note the time of a move that was just made; taking moves back and doing them again has none. @param {Game} game */
  moved(game) {
    const last = lastOf(game);
    if (game.at !== game.moves.length || last === this.#last) return;
    this.#last = last;
    const before = game.at - 1;
    const filled = Array.from({ length: before }, (_, i) => this.times[i] ?? this.times.at(-1) ?? 0);
    this.times = [...filled, game.seconds];
    this.#keep();
  }

  /** Note a hint. @param {Game} game */
  hinted(game) {
    this.hints.push(game.seconds);
    this.#keep();
  }

  #keep() {
    const { times, hints, day } = this;
    this.store.write("story", { times, hints, day }, this.code);
  }
}

/** What differs after each new move. @param {Game} game */
const lastOf = ({ moves }) => `${moves.length} ${moves.at(-1) ?? ""}`;

/**
 * Return how many cells were filled when: at the start, and after each move that led to the board as it is.
 * @param {Story} story @param {Game} game @param {Game} start the same game before its first move
 */
export function progressOf({ times }, { moves, at }, start) {
  const filled = () => start.entries.digits.filter(Boolean).length - start.givens.filter(Boolean).length;
  const points = [{ seconds: 0, filled: filled() }];
  moves.slice(0, at).forEach((move, i) => {
    start.play(move);
    points.push({ seconds: times[i] ?? times.at(-1) ?? 0, filled: filled() });
  });
  return points;
}
