"""Games as the players of nonet save them: a puzzle and its moves. The position is that of the last move done."""

from __future__ import annotations

from nonet.base.errors import NonetError, ParseError, TimeLimitReached
from nonet.base.strict_json import json_or_none
from nonet.formats.base import Clues, Format, Holds, IntoRules, each, each_line
from nonet.formats.puzzles import EXAMPLE, refused, with_added
from nonet.game.game import LARGEST, Game
from nonet.game.saves import read_save, write_save
from nonet.puzzle import Board, Position

__all__ = ["FORMATS"]


def parse_game(line: str, rules: IntoRules = None) -> Board:
    """Read a saved game; its title is a note."""
    try:
        game = read_save(line)
    except (ParseError, TimeLimitReached):
        raise
    except NonetError as error:
        raise ParseError(str(error), text=line) from None
    position = game.position
    position = position.on(with_added(position.puzzle, rules))
    if game.title:
        position = position.with_info(title=game.title)
    return position.puzzle if position.is_start else position


def write_game(board: Board) -> str:
    """Write a game whose first move leads to the position."""
    position = Position.of(board)
    if any(not position.masks[cell] for cell in position.removed):
        raise refused("game", "holds no cell without candidates; use 'jsonl'", board)
    return write_save(Game(board, title=board.info.get("title", "")))


def _is_game(text: str) -> bool:
    if not text.lstrip().startswith("{") or '"nonet"' not in text:
        return False
    value = json_or_none(text)
    return isinstance(value, dict) and "nonet" in value


FORMATS = (
    Format(
        "game",
        "a game that nonet has saved: the puzzle and its moves, as JSON",
        (".nonet",),
        "info other than title",
        f'{{"nonet": 1, "puzzle": {{"rules": "3x3", "givens": "{EXAMPLE}"}}, "moves": [], "at": 0, "seconds": 0}}',
        each_line(parse_game),
        each(write_game),
        Clues(line=_is_game),
        holds=Holds(range(1, LARGEST + 1), marks=True, constraints=True, position="all"),
        whole=True,
    ),
)
