"""Names of cells and lines: read from texts, shown to people, and moved by a transform of the classic board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.base.errors import RulesError
from nonet.base.numbers import read_number
from nonet.base.suggestions import shortened

if TYPE_CHECKING:
    from nonet.words.messages import Value

__all__ = [
    *("Cell", "Cells", "IntoNames", "Move", "apart", "cell_value", "in_reading_order", "is_closed"),
    *("names_of", "no_cell", "opened", "sortable"),
]

Cell: TypeAlias = str
Cells: TypeAlias = tuple[str, ...]
IntoNames: TypeAlias = "str | tuple[int, int] | Iterable[str | tuple[int, int]]"
"""Cells: one text, a row and a column (both from 0) as in ``puzzle[0, 0]``, or several of these."""

_NAME = re.compile(r"r[1-9]\d?c[1-9]\d?|[a-z]+\d+", re.ASCII)
_CELL = re.compile(r"r([1-9]\d?)c([1-9]\d?)", re.ASCII)
_CELL_NAME = re.compile(r"r[1-9]\d?c[1-9]\d?", re.ASCII)
_CELLS = re.compile(r"[\s,]*(?:r[1-9]\d?+c[1-9]\d?+[\s,]*+)+", re.ASCII)
"""Names of cells alone, which most texts are."""

_LIKE_CELL = re.compile(r"r(\d+)c(\d+)", re.ASCII)
_DIGITS = re.compile(r"([0-9]+)")
_GAP = re.compile(r"[\s,]*")


def names_of(cells: IntoNames) -> Cells:
    """Return the names of cells from one text or a sequence of names, in lower case.

    Names in a text are separated by spaces or commas, or not at all.

    A pair of numbers is a row and a column, both from 0.

    >>> names_of("R1C1 r1c2,r1c3r1c4"), names_of(["r1c1", "x1"]), names_of([(0, 0), (0, 1)])
    (('r1c1', 'r1c2', 'r1c3', 'r1c4'), ('r1c1', 'x1'), ('r1c1', 'r1c2'))
    """
    if not isinstance(cells, str):
        return _listed_names(cells)
    if _CELLS.fullmatch(cells):
        return tuple(_CELL_NAME.findall(cells))
    if wrong := no_cell(cells):
        raise RulesError(wrong)
    found, text, at = [], cells.lower(), 0
    at = _GAP.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise RulesError(f"expected cells such as r1c1r1c2, got {shortened(cells[at:])!r}")
        found.append(match[0])
        at = _GAP.match(text, match.end()).end()  # type: ignore[union-attr]
    return tuple(found)


def _listed_names(cells: tuple[int, int] | Iterable[str | tuple[int, int]]) -> Cells:
    if not isinstance(cells, Iterable):
        raise RulesError(f"expected cells such as r1c1r1c2, got {cells!r}")
    names: tuple[Any, ...] = tuple(cells)
    try:
        if _CELLS.fullmatch(text := " ".join(names)):
            return tuple(_CELL_NAME.findall(text))
    except TypeError:  # not all are text
        if isinstance(cells, tuple) and len(names) == 2 and all(map(_is_number, names)):
            row, column = map(index, names)
            if not (0 <= row < 99 and 0 <= column < 99):
                raise RulesError(f"expected a row and a column from 0, got {cells!r}") from None
            return (f"r{row + 1}c{column + 1}",)
    return tuple(found for name in names for found in names_of(name))


def sortable(text: str) -> str:
    """Return a text that sorts by the numbers in it.

    >>> sorted(["r10c1", "r2c1"], key=sortable)
    ['r2c1', 'r10c1']
    """
    parts = _DIGITS.split(text)
    parts[1::2] = [number.zfill(9) for number in parts[1::2]]
    return "".join(parts)


@lru_cache(maxsize=4096)
def _place(name: str) -> tuple[bool, str]:
    return not _CELL.fullmatch(name), sortable(name)


def in_reading_order(cells: Iterable[str]) -> Cells:
    """Return cells row by row, then the unknowns.

    >>> in_reading_order(["x1", "r10c1", "r2c1"])
    ('r2c1', 'r10c1', 'x1')
    """
    return tuple(sorted(cells, key=_place))


def no_cell(text: str) -> str | None:
    """Return what is wrong with the first name in a text that looks like a cell and is not, None if all are.

    >>> no_cell("r1c1 r0c1"), no_cell("r1c1 x1")
    ("expected a cell such as r1c1, got 'r0c1'; rows and columns start at 1", None)
    """
    for match in _LIKE_CELL.finditer(text.lower()):
        if not _CELL.fullmatch(match[0]):
            is_zero = not all(part.strip("0") for part in match.groups())
            first = "; rows and columns start at 1" if is_zero else ""
            return f"expected a cell such as r1c1, got {shortened(match[0])!r}{first}"
    return None


def _is_number(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def cell_value(name: str) -> Value | str:
    """Return a cell for the catalogues; an unknown is its name."""
    from nonet.words.messages import Value

    match = _CELL.fullmatch(name)
    return (
        Value("cell", {"row": read_number(match[1]), "column": read_number(match[2])})
        if match
        else name
    )


def apart(one: str, other: str) -> tuple[int, int]:
    """Return how many rows and how many columns lie between two cells; an unknown is beside every cell."""
    places = [
        tuple(map(read_number, match.groups()))
        for name in (one, other)
        if (match := _CELL.fullmatch(name))
    ]
    if len(places) < 2:
        return 0, 0
    (row, column), (other_row, other_column) = places
    return abs(row - other_row), abs(column - other_column)


# -- on a transformed board ------------------------------------------------------------------------

_LINES = tuple(range(9))
_STEPS = {
    **{"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)},
    **{"up": (-1, 0), "down": (1, 0)},
}


class Move:
    """A transform: ``rows`` and ``columns`` are the old ones in the new order, ``to`` is the new index of a cell."""

    def __init__(
        self,
        transposed: bool,
        rows: Sequence[int],
        columns: Sequence[int],
        to: Callable[[int], int],
    ) -> None:
        self.transposed, self.rows, self.columns, self.to = transposed, rows, columns, to
        self.keeps_rows, self.keeps_columns = rows == _LINES, columns == _LINES

    def cell(self, name: str) -> str:
        """Return the new name of a cell."""
        row, column = map(read_number, name[1:].split("c"))
        row, column = divmod(self.to(9 * row + column - 10), 9)
        return f"r{row + 1}c{column + 1}"

    def line(self, name: str) -> str:
        """Return the new name of a row such as ``r3`` or a column such as ``c5``."""
        is_row, old = name[0] == "r", read_number(name[1:]) - 1
        becomes_row = is_row != self.transposed
        new = (self.rows if becomes_row else self.columns).index(old)
        return f"{'r' if becomes_row else 'c'}{new + 1}"

    def side(self, name: str) -> str:
        """Return the new side of the board."""
        return self._turned(name, ("left", "right", "top", "bottom"))

    def direction(self, name: str) -> str:
        """Return where a way such as "down right" leads on the new board."""
        parts = (self._turned(part, ("up", "down", "left", "right")) for part in name.split())
        return " ".join(sorted(parts, key=lambda part: part in ("left", "right")))

    def _turned(self, name: str, names: Sequence[str]) -> str:
        """Return which of the names leads on the new board where this one led on the old one."""
        down, right = _STEPS[name][::-1] if self.transposed else _STEPS[name]
        steps = down * (1 if self.keeps_rows else -1), right * (1 if self.keeps_columns else -1)
        return next(each for each in names if _STEPS[each] == steps)


def is_closed(line: Sequence[str]) -> bool:
    """Return whether a line ends with its first cell.

    >>> is_closed(("r1c1", "r1c2", "r2c2", "r1c1")), is_closed(("r1c1",))
    (True, False)
    """
    return len(line) > 2 and line[0] == line[-1]


def opened(line: Cells) -> Cells:
    """Return a line without the cell that closes it.

    >>> opened(("r1c1", "r1c2", "r2c2", "r1c1")), opened(("r1c1",))
    (('r1c1', 'r1c2', 'r2c2'), ('r1c1',))
    """
    return line[:-1] if is_closed(line) else line
