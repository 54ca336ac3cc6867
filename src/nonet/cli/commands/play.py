"""`nonet play`: play a puzzle in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from nonet.base.options import Choice, Flag, Whole
from nonet.cli.groups import From, Language, OneBoard, Rules
from nonet.cli.options import language_of, usage
from nonet.cli.parameters import FileArgument
from nonet.cli.single import first_board, in_sentences
from nonet.game import Game
from nonet.play import files
from nonet.puzzle import Board, Puzzle
from nonet.steps.difficulty import BANDS

__all__ = ["play"]


def play(
    *,
    puzzle: Annotated[
        str | None, FileArgument("A board, a file or a saved game.", metavar="PUZZLE")
    ] = None,
    difficulty: Annotated[
        str | None,
        Choice("Generate a puzzle: easy, medium, hard …", [band.name for band in BANDS]),
    ] = None,
    seed: Annotated[int | None, Whole("Random seed of the generated puzzle.", 0)] = None,
    clean: Annotated[bool, Flag("Remove each placed digit from the marks of its peers.")] = False,
    theme: Annotated[
        str | None, Choice("{names} (default: like the terminal).", ("light", "dark"))
    ] = None,
    language: Language = None,
    from_: From = None,
    rules: Rules = None,
) -> int:
    """Play a puzzle in the terminal, with hints.

    ? shows the keys. Without PUZZLE the last game is continued, or a medium puzzle is generated.
    A saved game (a .nonet file) is continued and saved in place. Other games are saved by
    themselves.
    """
    if puzzle is not None and (difficulty is not None or seed is not None):
        usage("PUZZLE and --difficulty or --seed cannot be combined")
    if puzzle == "-":
        usage("PUZZLE must be a board or a file: the keyboard is needed for playing")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        usage("playing needs a terminal; nonet serve plays in the browser")
    return _play(puzzle, difficulty, seed, clean, theme, language, from_, rules)


@in_sentences
def _play(
    argument: str | None,
    difficulty: str | None,
    seed: int | None,
    clean: bool,
    theme: str | None,
    language: str | None,
    format: str | None,
    rules: str | None,
) -> int:
    """Play; return the exit code."""
    from nonet.play.app import Player

    spoken = language_of(language)
    if argument is None:
        game, path, message = _game_without_argument(difficulty, seed, rules, spoken)
    else:
        game, path, message = _game_of(argument, format, rules)
    player = Player(game, path, language=spoken, theme=theme, clean=clean, message=message)
    player.run()
    return player.return_code or 0


def _game_of(argument: str, format: str | None, rules: str | None) -> tuple[Game, Path, str]:
    """Return the game of a board, a file or a saved game, its file, and what to say first."""
    if argument.endswith(".nonet"):
        path = Path(argument)
        return files.load(path), path, "terminal.continued"
    board = first_board(OneBoard(puzzle=argument, from_=format, rules=rules))
    return _game_for(board, board.info.get("title") or board.info.get("name") or "")


def _game_for(board: Board, title: str) -> tuple[Game, Path, str]:
    """Return the game of a board: a saved one, unless it is solved or nothing was entered."""
    path = files.path_for(Puzzle(board))
    if path.exists():
        game = files.load(path)
        if game.moves and not game.is_solved:
            return game, path, "terminal.continued"
    return Game(board, title=title), path, ""


def _game_without_argument(
    difficulty: str | None, seed: int | None, rules: str | None, language: str
) -> tuple[Game, Path, str]:
    """Return the last game, or a new one if a choice is made or there is none."""
    from nonet import generating, words

    if difficulty is None and seed is None and rules is None and (game := files.latest_game()):
        return (*game, "terminal.continued")
    if rules is None:
        difficulty = difficulty or "medium"
    puzzle = generating.generate(seed=seed, difficulty=difficulty, rules=rules)
    title = words.catalogue(language).difficulty(difficulty) if difficulty else ""
    return _game_for(puzzle, title)
