// Plays games with the browser's model. tests/test_game.py runs this as the body of a function of `data` and `load`.
const [actions, { Game }, { parseToken, formatToken }, { parseSave, gameOf, writeSave }] = await Promise.all(
  ["actions", "game", "moves", "saves"].map((name) => load(`game/${name}`)),
);

function entriesOf(game) {
  const { digits, centre, corner, colours, colouredCandidates, drawnLines } = game.entries;
  return { digits, centre, corner, colours, candidates: colouredCandidates, lines: drawnLines };
}

function perform(game, [name, ...args], solution) {
  if (name === "undo" || name === "redo") return game[name]();
  if (name === "goTo") return game.goTo(...args) ?? null;
  if (name === "savePoint") return game.savePoint(...args) ?? null;
  if (name === "lastRight") return game.lastRight(solution);
  const move = actions[name](game, ...args);
  game.play(move);
  return move;
}

function play({ geometry, board, rules, script, solution }) {
  const game = new Game(geometry, board);
  const results = script.map((action) => perform(game, action, solution));
  const end = entriesOf(game);
  const save = writeSave(game, rules);
  const again = gameOf(parseSave(save), geometry);
  const questions = [game.conflicts, game.digitsLeft, game.isFull, game.isSolved, game.wrong(solution), game.marks()];
  const seen = JSON.stringify([end, questions]);
  const position = { givens: game.givens, ...game.position() };
  const same = JSON.stringify(entriesOf(again)) === JSON.stringify(end) && writeSave(again, rules) === save;
  game.goTo(0);
  return { results, seen, position, save, same, start: entriesOf(game) };
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
}

const { games, tokens, files } = data;
return {
  games: games.map(play),
  tokens: tokens.map(([text, size]) => attempt(() => formatToken(parseToken(text, size), size))),
  files: files.map(({ text, geometry }) => attempt(() => writeSave(gameOf(parseSave(text), geometry), "") && "fine")),
};
