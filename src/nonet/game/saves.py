"""Save files: a game as JSON, the same in the browser and in the terminal.

::

    {"nonet": 1,
     "puzzle": {"rules": "3x3", "givens": "53..7…"},
     "title": "Monday",
     "moves": ["r1c3+4,r1c3+6", "r1c3=4"],
     "at": 2,
     "saves": {"before the guess": "r1c3+4,r1c3+6"},
     "seconds": 251}

``rules`` are words of `nonet.variants`. ``givens`` are a line of cells, as nonet writes them, or a list of numbers. A
sukaku has ``marks`` too: a mask for each cell; and ``"givens_known": false`` if its filled cells are those of a grid of
candidates. ``nonet`` and ``puzzle`` are required. Everything is checked when a file is read: a wrong file gives one
sentence and no game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeGuard

from nonet.base.digits import symbols_of, write_cells
from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, JsonObject, read_json_text
from nonet.boards.grid import Candidates, Grid
from nonet.game.game import LARGEST, Game
from nonet.puzzle import Puzzle
from nonet.rules.variants import format_rules, parse_rules

__all__ = ["VERSION", "read_save", "write_save"]

VERSION = 1
"""The version of the save file."""

KEYS = ("nonet", "puzzle", "title", "moves", "at", "saves", "seconds")
PUZZLE_KEYS = ("rules", "givens", "marks", "givens_known")


def write_save(game: Game) -> str:
    """Return a game as the text of a save file.

    >>> game = Game(Puzzle("1.....3..4.....2"), seconds=5)
    >>> game.play("r1c2=3")
    True
    >>> print(write_save(game))
    {"nonet": 1, "puzzle": {"rules": "2x2", "givens": "1.....3..4.....2"}, "moves": ["r1c2=3"], "at": 1, "seconds": 5}
    """
    puzzle: dict[str, object] = {
        "rules": format_rules(game.puzzle.rules),
        "givens": write_cells(bytes(game.givens), game.size),
    }
    if game.puzzle.marks is not None:
        puzzle["marks"] = list(game.puzzle.marks.masks)
    if not game.givens_known:
        puzzle["givens_known"] = False
    save: dict[str, object] = {"nonet": VERSION, "puzzle": puzzle}
    if game.title:
        save["title"] = game.title
    save |= {"moves": game.moves, "at": game.at}
    if game.saves:
        save["saves"] = game.saves
    return json.dumps(save | {"seconds": game.seconds}, ensure_ascii=False)


def read_save(text: str) -> Game:
    """Return the game of a save file.

    Raises `ParseError` or `RulesError` with one sentence that says what is wrong.

    >>> read_save('{"nonet": 2}')
    Traceback (most recent call last):
        ...
    nonet.ParseError: save file: expected "nonet": 1, found another
    """
    try:
        data = read_json_text(text, most=len(text))
    except ParseError:
        raise ParseError("save file: expected JSON") from None
    if not isinstance(data, dict):
        raise ParseError("save file: expected a JSON object")
    if data.get("nonet") != VERSION or isinstance(data["nonet"], bool):
        version = "another" if "nonet" in data else "none"
        raise ParseError(f'save file: expected "nonet": {VERSION}, found {version}')
    _known(data, KEYS, "")
    puzzle = _object(data, "puzzle", "")
    game = Game(_puzzle(puzzle), title=_text(data, "title", ""), seconds=_number(data, "seconds"))
    known = puzzle.get("givens_known", True)
    if not isinstance(known, bool):
        raise ParseError("save file: puzzle.givens_known: expected true or false")
    game.givens_known = known
    moves = data.get("moves", [])
    if not isinstance(moves, list):
        raise ParseError("save file: moves: expected a list")
    for number, move in enumerate(moves, 1):
        if not isinstance(move, str) or not move:
            raise ParseError(f"save file: move {number}: expected a text")
        _in_place(f"move {number}", game.play, move)
    at = _number(data, "at", len(moves))
    if at > len(moves):
        raise ParseError(f"save file: at: expected 0-{len(moves)}, found {at}")
    game.go_to(at)
    for name, tokens in _object(data, "saves", {}).items():
        if not isinstance(tokens, str):
            raise ParseError(f"save file: save point '{name}': expected a text")
        _in_place(f"save point '{name}'", game.restored, tokens)
        game.saves[name] = tokens
    return game


def _in_place(where: str, work: Callable[[str], object], text: str) -> None:
    try:
        work(text)
    except ParseError as error:
        raise ParseError(f"save file: {where}: {error.reason}") from None


def _puzzle(data: JsonObject) -> Puzzle:
    _known(data, PUZZLE_KEYS, "puzzle.")
    givens = _cells(data.get("givens"))
    size = round(len(givens) ** 0.5)
    words = _text(data, "rules", "puzzle.")
    rules = parse_rules(words, size=size)
    marks = data.get("marks")
    if marks is None:
        return Puzzle(Grid(bytes(givens)), rules=rules)
    if not (
        isinstance(marks, list)
        and len(marks) == len(givens)
        and all(_is_whole(mask) and mask < 1 << size for mask in marks)
    ):
        raise ParseError(f"save file: puzzle.marks: expected {len(givens)} masks")
    try:
        kept = Candidates.from_masks(marks)
    except ValueError as error:
        raise ParseError(f"save file: puzzle.marks: {error}") from None
    return Puzzle(Grid(bytes(givens)), rules=rules, marks=kept)


def _cells(givens: object) -> list[int]:
    """Return the digits of a line or a list; only nonet's own spelling is read."""
    if not isinstance(givens, (str, list)):
        raise ParseError("save file: puzzle.givens: expected a line of cells or a list of numbers")
    size = round(len(givens) ** 0.5)
    if size * size != len(givens) or not 1 <= size <= LARGEST:
        raise ParseError(
            f"save file: puzzle.givens: expected the square of 1-{LARGEST} cells, found {len(givens)}"
        )
    symbols = "." + "".join(symbols_of(size))
    digits: list[int] = []
    for cell, given in enumerate(givens, 1):
        if isinstance(givens, str):
            value = 0 if given == "0" else symbols.find(given)
        else:
            value = round(given) if _is_whole(given) and given <= size else -1
        if value < 0:
            raise ParseError(f"save file: puzzle.givens: cell {cell} is not a digit 1-{size}")
        digits.append(value)
    return digits


def _known(data: JsonObject, keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            raise ParseError(f"save file: unknown key '{where}{key}'")


def _object(data: JsonObject, key: str, missing: Json) -> JsonObject:
    value = data.get(key, missing)
    if not isinstance(value, dict):
        raise ParseError(f"save file: {key}: expected an object")
    return value


def _text(data: JsonObject, key: str, where: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise ParseError(f"save file: {where}{key}: expected a text")
    return value


def _number(data: JsonObject, key: str, missing: int = 0) -> int:
    number = data.get(key, missing)
    if not _is_whole(number):
        raise ParseError(f"save file: {key}: expected a whole number of at least 0")
    return round(number)


def _is_whole(value: Json) -> TypeGuard[int | float]:
    """Whether a value of JSON is a whole number that every program reads exactly."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value <= 2**53 and value == round(value)
