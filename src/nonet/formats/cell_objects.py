"""Cells of a board that are objects of JSON: their digit, whether it is given, their notes and where they are.

Programs spell these parts in many ways; the tables below have the usual ones, without the signs between their words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nonet.base.digits import side_of
from nonet.base.strict_json import Json
from nonet.formats.base import SMALLEST
from nonet.formats.cell_values import SIDES, cell_text, is_blank, note_of, places_of, plain_name

__all__ = ["Page", "page_of_cells"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VALUE = _names(
    "value v val digit number num n d currentvalue uservalue playervalue filled text symbol char entered "
    "input guess current user player display entry"
)
_GIVEN = _names(
    "given isgiven fixed isfixed locked islocked prefilled isprefilled readonly isreadonly clue isclue "
    "initial isinitial original isoriginal static isstatic const permanent starting start preset default "
    "generated initialvalue originalvalue givenvalue startvalue"
)
_EDITABLE = _names("editable iseditable mutable canedit changeable modifiable isuser byuser")
_KINDS = _names("type kind state status")
_NOTES = _names(
    "notes note candidates marks pencilmarks pencil earmarks possibilities possible possiblevalues "
    "centermarks centremarks center centre centerpencilmarks memo memos draft drafts annotations "
    "hypotheses smallnumbers"
)
_SOLUTION = _names(
    "solution answer correct correctvalue solvedvalue solutionvalue target actual expected realvalue "
    "truth"
)
_ROW = _names("row r y rowindex i")
_COLUMN = _names("col column c x colindex columnindex j")
_PAIR = _names("position pos coords coordinates coord cell place")
_INDEX = _names("index idx cellindex id cell position pos")
_IN_CELLS = _names("region regionid cage cageid cornermarks corner cornerpencilmarks")
"""What a cell may say that belongs to the puzzle or to the player, and is not read."""


class Page(NamedTuple):
    """What a value shows of a board, each part cell by cell, ``.`` for nothing.

    ``givens`` are the digits of the cells that say they are given, None where no cell says so; ``notes`` are masks of
    digits; ``unread`` are names of what else the cells have.
    """

    cells: list[str]
    givens: list[str] | None = None
    notes: list[int] | None = None
    solution: list[str] | None = None
    unread: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The side of the board."""
        return math.isqrt(len(self.cells))

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return "." not in self.cells

    @property
    def is_blank(self) -> bool:
        """Whether all cells are empty."""
        return self.cells.count(".") == len(self.cells)


# -- cells that are objects ----------------------------------------------------------------------------


class _Cell:
    """One cell that is an object: its parts by their meaning."""

    def __init__(self, item: Mapping[str, Json], size: int) -> None:
        self.digit = self.given_digit = self.solution = "."
        self.given: bool | None = None
        self.notes = 0
        self.place: tuple[Json, Json] | None = None
        self.index: Json = None
        self.known = not item
        self.wrong = False
        self.unread = list[str]()
        parts: dict[frozenset[str], Json] = {}
        for name, part in item.items():
            self._take(plain_name(name), part, size, parts)
        if _ROW in parts and _COLUMN in parts:
            self.place = parts[_ROW], parts[_COLUMN]
        if self.digit == ".":
            self.digit = self.given_digit

    @property
    def shown_given(self) -> str:
        """The digit that is given, ``.`` for none."""
        return self.digit if self.given and self.given_digit == "." else self.given_digit

    def _take(self, name: str, part: Json, size: int, parts: dict[frozenset[str], Json]) -> None:
        if name in _VALUE and not isinstance(part, (list, dict)):
            self.known = True
            text = cell_text(part, size)
            self.wrong |= text is None
            self.digit = self.digit if text in (None, ".") else str(text)
        elif name in _GIVEN and isinstance(part, bool):
            self.given = bool(self.given) or part
        elif name in _GIVEN and (digit := cell_text(part, size)) is not None:
            self.known = True
            self.given_digit, self.given = digit, digit != "."
        elif name in _EDITABLE and isinstance(part, bool):
            self.given = not part
        elif name in _KINDS and isinstance(part, str):
            kind = plain_name(part)
            self.given = kind in _GIVEN if self.given is None else self.given
        elif name in _NOTES:
            mask = note_of(part, size)
            self.notes = mask or 0
            self.wrong |= mask is None
            self.known = True
        elif name in _SOLUTION and (digit := cell_text(part, size)) is not None:
            self.solution = digit
        elif name in _PAIR and isinstance(part, list) and len(part) == 2:
            self.place = part[0], part[1]
        elif name in _PAIR and isinstance(part, dict):
            inside = {plain_name(key): value for key, value in part.items()}
            rows, columns = inside.keys() & _ROW, inside.keys() & _COLUMN
            if rows and columns:
                self.place = inside[min(rows)], inside[min(columns)]
        elif name in _ROW:
            parts[_ROW] = part
        elif name in _COLUMN:
            parts[_COLUMN] = part
        elif name in _INDEX:
            self.index = part
        elif name in _IN_CELLS and not is_blank(part):
            self.unread.append(name)


def page_of_cells(items: Sequence[Mapping[str, Json]], size: int | None) -> Page | None:
    """Return the page of objects that are cells, in order or each with its place."""
    side = side_of(len(items)) if side_of(len(items)) in SIDES else None
    cells = [_Cell(item, size or side or 9) for item in items]
    if any(cell.wrong or not cell.known for cell in cells) or not any(items):
        return None
    placed = _placed_cells(cells, size)
    if placed is not None:
        side, cells = placed
    elif side is None or (size is not None and side != size):
        return None
    says_given = any(cell.given is not None for cell in cells)
    digits = [cell.digit for cell in cells]
    givens = [cell.shown_given for cell in cells]
    notes = [cell.notes if cell.digit == "." else 0 for cell in cells]
    solution = [cell.solution for cell in cells]
    unread = tuple(dict.fromkeys(name for cell in cells for name in cell.unread))
    return Page(
        digits,
        givens if says_given else None,
        notes if any(notes) else None,
        solution if "." not in solution else None,
        unread,
    )


def _placed_cells(cells: Sequence[_Cell], size: int | None) -> tuple[int, list[_Cell]] | None:
    """Return the size of a board and its cells in order, None if the cells do not say where they are."""
    names = []
    for cell in cells:
        row, column = cell.place or (None, None)
        if _is_whole(row) and _is_whole(column):
            names.append(f"{row},{column}")
        elif isinstance(cell.index, str) or _is_whole(cell.index):
            names.append(str(cell.index))
        else:
            return None
    if len(names) < SMALLEST or (order := places_of(names, size)) is None:
        return None
    side, places = order
    listed = [_Cell({}, side) for _ in range(side**2)]
    for place, cell in zip(places, cells, strict=True):
        listed[place] = cell
    return side, listed


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
