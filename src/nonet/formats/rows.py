"""One row of a grid as people write it: its cells with their columns, whatever is drawn around them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from nonet.formats.shape import SIDES, shape

__all__ = ["Row", "closed_up", "row_of", "size_of_rows"]


@dataclass
class Row:
    """A line of a grid with its cells.

    A ruler has no cells. If it may be a row of empty cells, ``width`` is their number and ``blank`` their character.
    """

    line: int
    text: str
    cells: list[tuple[str, int]] = field(default_factory=list)
    width: int = 0
    blank: str = ""


def row_of(number: int, text: str) -> Row:
    """Return the row on a line."""
    symbols = shape(text).cells
    if all(symbol == " " for symbol, _ in symbols):
        return Row(number, text, [], len(symbols), " ")
    return Row(number, text, symbols)


def closed_up(row: Row) -> list[tuple[str, int]]:
    """Return the cells of a row without the spaces."""
    return [(symbol, column) for symbol, column in row.cells if symbol != " "]


def size_of_rows(lengths: list[int]) -> int:
    """Return the size of a grid with rows of these lengths: the commonest possible length, or else 9.

    >>> size_of_rows([8, 9, 9]), size_of_rows([3])
    (9, 9)
    """
    if lengths and lengths[0] in SIDES and lengths.count(lengths[0]) == len(lengths):
        return lengths[0]
    counted = Counter(length for length in lengths if length in SIDES)
    return counted.most_common(1)[0][0] if counted else 9
