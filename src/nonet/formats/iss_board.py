"""The board of an ISS string: its size, digits and houses, its extra cells, and what lies beside what.

The default board is 9x9 with the digits 1 to 9 and boxes. ``Shape`` changes size and digits, ``NoBoxes``,
``RegionSize`` and ``Jigsaw`` the regions, ``Var`` adds cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from nonet.base.errors import ParseError
from nonet.base.numbers import number_of, read_number
from nonet.base.suggestions import shown
from nonet.formats.iss_text import Item, iss_cell, plain_cell
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Unknowns, lines_of
from nonet.rules.constraints.base import Group
from nonet.rules.constraints.iss_codes import decode_bits, decode_label

__all__ = [
    "MISSING",
    "REGIONS",
    "Board",
    "board_of",
    "box_shape",
    "boxes_of",
    "expanded",
    "jigsaw_regions",
]

_SHAPE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.ASCII)
_RANGE = re.compile(r"(?:(\d+)-)?(\d+)", re.ASCII)
_VAR_SIZE = re.compile(r"(?:([1-9]\d*)x)?([1-9]\d*)", re.ASCII)
_LARGEST = 16
_MOST = 2_048  # cells that the engine holds

REGIONS = "cc"
"""The group of unknown cells that hold the number of the region of each cell."""

MISSING = ("dgc", "dgr", "dgb")
"""The groups of unknown cells that hold the digit that is missing in each row, column and box.

ISS draws those of the rows as a column."""

Place = tuple[str, int, int]
"""The group of extra cells ("" for the board), the row and the column, from 0."""


@dataclass(frozen=True)
class Board:
    """What a string says about its board; ``raw`` boards have no houses of their own."""

    rows: int = 9
    columns: int = 9
    digits: range = range(1, 10)
    raw: bool = False
    unknowns: tuple[Unknowns, ...] = ()
    boxes: tuple[tuple[str, ...], ...] = ()
    regions: tuple[tuple[str, ...], ...] = ()
    extra: tuple[Group, ...] = field(default=())
    region_size: int = 9
    ties: str = ""

    @cached_property
    def _words(self) -> dict[str, str]:
        """The names of the extra cells by what ISS calls them."""
        return {
            self._word(group, number): name
            for group in self.unknowns
            for number, name in enumerate(group.names, 1)
        }

    @cached_property
    def _names(self) -> dict[str, str]:
        return {name: word for word, name in self._words.items()}

    @staticmethod
    def _word(group: Unknowns, number: int) -> str:
        return _prefix(group) if group.size == 1 else f"{_prefix(group)}{number}"

    def cell(self, word: str) -> str:
        """Return the name of a cell."""
        if word in self._words:
            return self._words[word]
        name = plain_cell(word)
        if name not in self.places:
            raise ParseError(f"the board has no cell {word}")
        return name

    def word(self, name: str) -> str:
        """Return what ISS calls a cell."""
        return self._names.get(name) or iss_cell(name)

    def cells(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return the names of cells."""
        return tuple(self.cell(word) for word in words)

    def words(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return what ISS calls cells."""
        return tuple(self.word(name) for name in names)

    # -- places ----------------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where each cell is."""
        found: dict[str, Place] = {}
        for row in range(self.rows):
            for column in range(self.columns):
                found[f"r{row + 1}c{column + 1}"] = "", row, column
        for group in self.unknowns:
            columns = group.columns or self.columns
            for number, name in enumerate(group.names):
                found[name] = group.name, number // columns, number % columns
        return found

    @cached_property
    def _at(self) -> dict[Place, str]:
        return {place: name for name, place in self.places.items()}

    def moved(self, name: str, down: int, right: int) -> str | None:
        """Return the cell below and to the right of another one, None beyond the edge."""
        group, row, column = self.places[name]
        return self._at.get((group, row + down, column + right))

    def adjacent_pairs(self, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the cells that touch, the one named first first."""
        left = list(cells)
        for cell in cells:
            left.remove(cell)
            for step in ((0, -1), (0, 1), (-1, 0), (1, 0)):
                other = self.moved(cell, *step)
                if other is not None and other in left:
                    yield cell, other

    def layer(self, prefix: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of a group of extra cells."""
        group = next((group for group in self.unknowns if _prefix(group) == prefix), None)
        if group is None:
            raise ParseError(f"there are no extra cells {prefix}")
        columns = group.columns or self.columns
        names = group.names
        return tuple(names[i : i + columns] for i in range(0, len(names), columns))

    def prefix_of(self, layer: Sequence[Sequence[str]]) -> str:
        """Return the prefix of the group of extra cells that has these rows."""
        for group in self.unknowns:
            if group.name != REGIONS and self.layer(_prefix(group)) == layer:
                return _prefix(group)
        raise PuzzleError(
            "the format 'iss' holds connected digits of the board or of all extra cells of a group"
        )

    # -- houses ----------------------------------------------------------------------------------

    @property
    def houses(self) -> tuple[Group, ...]:
        """All houses."""
        found = [] if self.raw else list(lines_of(self.rows, self.columns))
        found += [Group("box", f"box {n}", box) for n, box in enumerate(self.boxes, 1)]
        kind = "extra" if self.boxes else "region"
        found += [Group(kind, f"region {n}", cells) for n, cells in enumerate(self.regions, 1)]
        return (*found, *self.extra)


def _prefix(group: Unknowns) -> str:
    return group.name.upper() if group.name == REGIONS else f"V{group.name.upper()}"


# -- reading --------------------------------------------------------------------------------------


def board_of(items: Sequence[Item]) -> Board:
    """Return the board of the items of a string."""
    shape = next((item for item in items if item.type == "Shape"), None)
    board = _shape(shape) if shape else Board()
    groups = tuple(_unknowns(item) for item in items if item.type == "Var")
    # ISS numbers the groups in the order of their names.
    types = {item.type for item in items}
    ties = next((item.args[:1] for item in items if item.type == "FullRankTies"), ())
    board = replace(board, ties="".join(ties))
    if "ChaosConstruction" in types:
        cells = board.rows * board.columns
        groups = (*groups, Unknowns(REGIONS, cells, board.columns))
    if "Doppelganger" in types:
        groups = (*groups, *(Unknowns(name, board.rows) for name in MISSING))
    if len({group.name for group in groups}) < len(groups):
        raise ParseError("two groups of extra cells have one name")
    board = replace(board, unknowns=tuple(sorted(groups)))
    if board.raw:
        return board
    size = region_size(items)
    board = replace(board, region_size=size or max(board.rows, board.columns))
    boxes = () if any(item.type == "NoBoxes" for item in items) else boxes_of(board, size)
    board = replace(board, boxes=boxes)
    layouts = [item for item in items if item.type == "Jigsaw"]
    regions = [cells for item in layouts for cells in jigsaw_regions(board, item, size)]
    return replace(board, regions=tuple(regions))


def _shape(item: Item) -> Board:
    dims, limits, kind = (*item.args, "", "", "")[:3]
    match = _SHAPE.fullmatch(dims)
    if match is None or len(item.args) > 3:
        raise ParseError(f"expected a shape such as 6x6 or 9x9~0-8, found {'~'.join(item.args)!r}")
    rows, columns = read_number(match[1]), read_number(match[2])
    if max(rows, columns) > _LARGEST:
        raise ParseError(f"expected at most {_LARGEST} rows and columns, found {dims}")
    if kind not in ("", "Sudoku", "Raw"):
        raise ParseError(f"expected Sudoku or Raw, found {kind!r}")
    digits = range(1, max(rows, columns) + 1)
    if limits:
        found = _RANGE.fullmatch(limits)
        low, high = (
            (number_of(word or "1", 64) for word in found.groups()) if found else (None, None)
        )
        if low is None or high is None:
            raise ParseError(f"expected digits such as 9 or 0-8, found {shown(limits)!r}")
        digits = range(low, high + 1)
    if not digits or (kind != "Raw" and len(digits) < max(rows, columns)):
        raise ParseError(
            f"a board of {dims} needs at least {max(rows, columns)} digits, found {len(digits)}"
        )
    return Board(rows, columns, digits, kind == "Raw")


def _unknowns(item: Item) -> Unknowns:
    prefix, label, size = (*item.args, "", "", "")[:3]
    if not (prefix.isascii() and prefix.isalpha() and prefix.isupper()):
        raise ParseError(f"expected capital letters as the name of extra cells, found {prefix!r}")
    match = _VAR_SIZE.fullmatch(size)
    rows, columns = 1, 1
    if match:
        rows, columns = (read_number(word or "1", _MOST) for word in match.groups())
    if rows * columns > _MOST:
        raise ParseError(f"expected at most {_MOST:,} extra cells, found {rows}x{columns}")
    return Unknowns(
        prefix.lower(), rows * columns, columns if match and match[1] else 0, decode_label(label)
    )


def region_size(items: Sequence[Item]) -> int | None:
    """Return the number of cells of a region, None if the string does not say it."""
    for item in items:
        if item.type == "RegionSize":
            size = number_of(item.args[0], _LARGEST**2) if len(item.args) == 1 else None
            if size is None:
                raise ParseError(f"expected a region size, found {shown('~'.join(item.args))!r}")
            return size
    return None


def box_shape(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """Return the rows and the columns of a box with so many cells, the squarest that fits the board.

    >>> box_shape(9, 9, 9), box_shape(6, 6, 6), box_shape(7, 7, 7)
    ((3, 3), (2, 3), None)
    """
    for small in range(int(size**0.5), 1, -1):
        large = size // small
        if size % small == 0:
            for height, width in ((small, large), (large, small)):
                if rows % height == 0 and columns % width == 0:
                    return height, width
    return None


def boxes_of(board: Board, size: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Return the boxes of a board; none if no rectangles of the size fit."""
    shape = box_shape(board.rows, board.columns, size or max(board.rows, board.columns))
    if shape is None:
        return ()
    height, width = shape
    return tuple(
        tuple(f"r{top + i + 1}c{left + j + 1}" for i in range(height) for j in range(width))
        for top in range(0, board.rows, height)
        for left in range(0, board.columns, width)
    )


def jigsaw_regions(board: Board, item: Item, size: int | None) -> Iterator[tuple[str, ...]]:
    """Yield the regions of a layout; one region may have another size, and is no house then."""
    layout = item.args[-1] if item.args else ""
    if len(layout) != board.rows * board.columns or len(item.args) > 2:
        raise ParseError(
            f"expected a layout of {board.rows * board.columns} cells, found {len(layout)}"
        )
    names = list(board.places)
    found: dict[str, list[str]] = {}
    for name, character in zip(names, layout, strict=False):
        found.setdefault(character, []).append(name)
    expected = size or max(board.rows, board.columns)
    if len(found) == 1:
        return
    odd = [cells for cells in found.values() if len(cells) != expected]
    if len(odd) > 1:
        sizes = ", ".join(str(len(cells)) for cells in odd)
        raise ParseError(f"expected regions of {expected} cells, found {sizes}")
    for cells in found.values():
        if len(cells) == expected:
            yield tuple(cells)


# -- replicas -------------------------------------------------------------------------------------


def expanded(items: Iterable[Item], board: Board) -> Iterator[Item]:
    """Yield the items with every ``Replicate`` written out."""
    for item in items:
        inside = tuple(expanded(item.items, board))
        if item.type != "Replicate":
            yield replace(item, items=inside)
            continue
        bits, origin = (*item.args, "", "")[:2]
        first = board.cell(origin or "R1C1")
        group, row, column = board.places[first]
        cells = [name for name, place in board.places.items() if place[0] == group]
        start = cells.index(first)
        for offset in decode_bits(bits):
            if start + offset >= len(cells):
                raise ParseError("a copy is beyond the cells", column=item.column)
            _, down, right = board.places[cells[start + offset]]
            for part in inside:
                yield _shifted(part, board, down - row, right - column, group)


# The first argument of these is data that could look like a cell.
_DATA = ("NFA", "Pair", "PairX", "Binary", "BinaryX", "Regex")


def _shifted(item: Item, board: Board, down: int, right: int, group: str) -> Item:
    """Return an item with all cells moved."""

    def shift(word: str) -> str:
        head, low, tail = word.partition("_") if not item.type else (word, "", "")
        try:
            name = board.cell(head)
        except ParseError:
            return word
        moved = board.moved(name, down, right)
        if board.places[name][0] != group or moved is None:
            raise ParseError(f"a copy of {head} is beyond the board", column=item.column)
        return f"{board.word(moved)}{low}{tail}"

    skipped = item.args[:1] if item.type in _DATA else ()
    args = (*skipped, *map(shift, item.args[len(skipped) :]))
    inside = tuple(_shifted(part, board, down, right, group) for part in item.items)
    return replace(item, args=args, items=inside)
