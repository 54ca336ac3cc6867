"""Where a value is in a file: texts that know their line and column, and which rule of a list an error is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypedDict

from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, JsonObject

__all__ = ["Place", "Placed", "place_of", "place_of_mistake", "place_of_row"]


class Placed(str):
    """Text that knows where it begins."""

    __slots__ = ("column", "line")
    line: int
    column: int

    @classmethod
    def at(cls, text: str, line: int, column: int) -> Placed:
        """Return the text with its place, from 1."""
        made = cls(text)
        made.line, made.column = line, column
        return made


class Place(TypedDict, total=False):
    """A line and a column, from 1."""

    line: int
    column: int


def place_of(value: Json) -> Place:
    """Return the line and the column of a value, or of the first text in it; nothing if it has no place.

    >>> place_of([{Placed.at("thermo", 3, 5): "r1c1"}]), place_of("r1c1")
    ({'line': 3, 'column': 5}, {})
    """
    if isinstance(value, Placed):
        return {"line": value.line, "column": value.column}
    if isinstance(value, (list, dict)) and value:
        return place_of(next(iter(value)))
    return {}


def place_of_row(board: Json, row: str) -> Place:
    """Return where a row of a board is: an item of a list, or a line of the block that begins at the place.

    >>> place_of_row(Placed.at("12\\n3", 4, 9), "3")
    {'line': 6}
    """
    if isinstance(board, list):
        return place_of([item for item in board if item == row])
    if not isinstance(board, Placed) or not row:
        return {}
    lines = board.split("\n")
    return {"line": board.line + 1 + lines.index(row)} if row in lines and len(lines) > 1 else {}


def place_of_mistake(
    value: JsonObject, error: ParseError, read: Callable[[JsonObject], object]
) -> Place:
    """Return the place of the rule that an error is about: the first one that ``read`` refuses with the same reason.

    An error that is not about one rule has the place of the board, or of the rules together.
    """
    name = next((name for name in value if name.lower() == "rules"), None)
    if name is None:
        return place_of([text for key, text in value.items() if key.lower() == "givens"])
    items, mistake = list(_items(value[name])), None
    for number in range(len(items) + 1):
        before = mistake
        mistake = None
        try:
            read(value | {name: [item for item, _ in items[:number]]})
        except ParseError as other:
            mistake = other.reason
        if mistake == error.reason or (number == len(items) and before is None):
            if number == 0:
                return place_of([text for key, text in value.items() if key.lower() == "givens"])
            return items[number - 1][1]
    return place_of(name)


def _items(rules: Json) -> Iterator[tuple[Json, Place]]:
    """Yield each rule alone, with its place."""
    for item in rules if isinstance(rules, list) else [rules]:
        if not isinstance(item, dict):
            yield item, place_of(item)
            continue
        for name, value in item.items():
            if isinstance(value, list) and not all(isinstance(each, list) for each in value):
                for each in value:
                    yield {name: [each]}, place_of(each)
            else:
                yield {name: value}, place_of(name)
