"""Links of SudokuWiki: ``bd=`` and 81 digits, or a coding with a header and one field per cell.

The header is the type, the size (base 36) and the version: ``S9B``. A field holds all parts of a cell as the bits of
one number, the first part highest, in base 36 with leading zeros:

============== ===========================================
type           parts of a cell
============== ===========================================
S X W          content
J (jigsaw)     region - 1, content
L (killer)     cage - 1, sum, content
M (both)       region - 1, cage - 1, sum, content
============== ===========================================

The content is 0, a given, ``size`` + a placed digit, or ``2 size`` + the bits of the candidates. Cages have the numbers
1 to 5 like the colours of a map: neighbouring cells with one number are one cage. Its sum is in its first cell.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.numbers import read_number
from nonet.formats.base import (
    Clues,
    Format,
    Holds,
    IntoRules,
    each,
    each_line,
    unusual_houses,
)
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.fields import is_board, puzzle_of
from nonet.formats.jigsaw import areas_of, is_jigsaw_line, neighbours, parse_jigsaw
from nonet.formats.links import link_in
from nonet.formats.puzzles import EXAMPLE, refused
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules
from nonet.rules.constraints import Cage
from nonet.rules.variants import diagonals, windoku

__all__ = ["FORMATS"]

_HOST = "sudokuwiki.org"
_ADDRESS = f"https://www.{_HOST}/"
_HEADER = re.compile("([A-Z])([0-9A-Z])([A-Z])([0-9A-Z]*)", re.IGNORECASE)

_SHAPES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
_OTHERS = {**dict.fromkeys("TBUV", "Str8ts"), "K": "KenKen", "D": "KenDoku"}
_CAGES = 5


class _Parts(NamedTuple):
    """Which parts a cell has in a type, and the page that shows it."""

    region: bool
    cage: bool
    page: str


_TYPES = {
    "S": _Parts(False, False, "sudoku.htm"),
    "X": _Parts(False, False, "sudokux.htm"),
    "W": _Parts(False, False, "windoku.htm"),
    "J": _Parts(True, False, "jigsaw.htm"),
    "L": _Parts(False, True, "killersudoku.htm"),
    "M": _Parts(True, True, "killerjigsaw.htm"),
}


class _Layout:
    """The bits of a cell, and the characters of its field."""

    def __init__(self, type: str, size: int) -> None:
        parts = _TYPES[type]
        self.size = size
        self.most = {
            "region": size - 1 if parts.region else 0,
            "cage": _CAGES - 1 if parts.cage else 0,
            "sum": size * (size + 1) // 2 if parts.cage else 0,
            "content": (1 << size) - 1 + 2 * size,
        }
        largest = self.pack(self.most)
        self.width = len(_base36(largest))

    def pack(self, values: dict[str, int]) -> int:
        """Return the number of a cell."""
        number = 0
        for name, most in self.most.items():
            number = number << most.bit_length() | values.get(name, 0)
        return number

    def unpack(self, number: int) -> dict[str, int] | None:
        """Return the parts of a cell, None if one is too large."""
        values = {}
        for name, most in reversed(self.most.items()):
            values[name] = number & (1 << most.bit_length()) - 1
            number >>= most.bit_length()
        fits = all(value <= self.most[name] for name, value in values.items())
        return values if fits and not number else None


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _base36(number: int) -> str:
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text


# -- reading --------------------------------------------------------------------------------------


def parse_sudokuwiki(line: str, rules: IntoRules = None) -> Board:
    """Read a link, or the coding alone."""
    text = line.strip()
    if link := link_in(text):
        found = (value for name, value in link.query.items() if name.lower() == "bd")
        text = link.place(next(found, None))
    if is_board(text) and not _is_coded(text):
        return puzzle_of(text, None, rules)
    if is_jigsaw_line(text) and not _is_coded(text):
        return parse_jigsaw(text, rules)
    return _coded(text, rules)


def _is_coded(text: str) -> bool:
    match = _HEADER.fullmatch(text)
    if match is None or match[1].upper() not in {**_TYPES, **_OTHERS}:
        return False
    return match[1].upper() in _OTHERS or (
        read_number(match[2], base=36) in _SHAPES and match[3].upper() == "B"
    )


def _coded(text: str, rules: IntoRules) -> Board:
    match = _HEADER.fullmatch(text)
    if match is None:
        raise ParseError(f"expected 81 cells, or data such as S9B…, found {text[:20]!r}")
    kind, size, version = match[1].upper(), read_number(match[2], base=36), match[3].upper()
    if kind in _OTHERS:
        raise ParseError(f"expected a Sudoku, found a {_OTHERS[kind]} puzzle (type {kind})")
    if kind not in _TYPES or size not in _SHAPES or version != "B":
        raise ParseError(f"expected data such as S9B…, found the header {text[:3]!r}")
    board = BoardBuilder(size)
    cells = _cells(match[4], _Layout(kind, size))
    _take_rules(kind, board, cells)
    for cell, values in enumerate(cells):
        mask = max(values["content"] - 2 * size, 0)
        digit = 0 if mask else values["content"]
        board.fill(cell, digit if digit <= size else digit - size, given=digit <= size)
        board.note(cell, mask)
    return board.build(rules)


def _cells(data: str, layout: _Layout) -> list[dict[str, int]]:
    count, width = layout.size**2, layout.width
    if len(data) != count * width:
        raise ParseError(
            f"expected {count} cells of {width} characters after the header, {count * width} in all,"
            f" found {len(data)}"
        )
    cells = []
    for cell in range(count):
        values = layout.unpack(read_number(data[cell * width : (cell + 1) * width], base=36))
        if values is None:
            name = cell_name(cell, layout.size)
            found = data[cell * width : (cell + 1) * width]
            raise ParseError(f"{name}: {found!r} is beyond the numbers of the coding")
        cells.append(values)
    return cells


def _take_rules(kind: str, board: BoardBuilder, cells: list[dict[str, int]]) -> None:
    size, parts = board.size, _TYPES[kind]
    board.houses += diagonals(size) if kind == "X" else windoku(size) if kind == "W" else ()
    for group in areas_of([values["cage"] for values in cells], size) if parts.cage else ():
        sums = [cells[cell]["sum"] for cell in group if cells[cell]["sum"]]
        if len(sums) != 1:
            count = "no sum" if not sums else f"{len(sums)} sums"
            name = cell_name(group[0], size)
            raise ParseError(f"the cage at {name} has {count}, expected one")
        board.cage(group, sums[0])
    if not parts.region:
        rows, columns = _SHAPES[size]
        board.shape = Rules(box_rows=rows, box_columns=columns)
        return
    groups: list[list[int]] = [[] for _ in range(size)]
    for cell, values in enumerate(cells):
        groups[values["region"]].append(cell)
    board.shape = Rules(regions=groups)


# -- writing --------------------------------------------------------------------------------------


def write_sudokuwiki(puzzle: Board) -> str:
    """Write a link with givens, placed digits, candidates, regions and cages."""
    rules, size = puzzle.rules, puzzle.rules.size
    kind = _type_of(puzzle)
    if kind == "S" and size == 9 and isinstance(puzzle, Puzzle):
        return f"{_ADDRESS}{_TYPES[kind].page}?bd={puzzle.givens.text(blank='0')}"
    layout = _Layout(kind, size)
    cages, sums = _numbered_cages(puzzle) if _TYPES[kind].cage else ([0] * size**2,) * 2
    region = rules.region_of if _TYPES[kind].region else [0] * size**2
    fields = [
        _base36(layout.pack({"region": r, "cage": c, "sum": s, "content": v})).rjust(
            layout.width, "0"
        )
        for r, c, s, v in zip(region, cages, sums, _content_of(puzzle), strict=True)
    ]
    header = f"{kind}{_base36(size)}B".upper()
    return f"{_ADDRESS}{_TYPES[kind].page}?bd={header}{''.join(fields)}"


def _content_of(board: Board) -> list[int]:
    if isinstance(board, Puzzle):
        return list(board.givens)
    size = board.rules.size
    cells = zip(board.givens, board.grid, board.masks, strict=True)
    return [
        given or (digit + size if digit else mask + 2 * size if mask else 0)
        for given, digit, mask in cells
    ]


def _type_of(puzzle: Board) -> str:
    """Return the type that holds a puzzle."""
    rules = puzzle.rules
    size = rules.size
    usual = (rules.box_rows, rules.box_columns) == _SHAPES[size]
    if not rules.constraints and not rules.extra:
        return "S" if usual else "J"
    if not rules.constraints and usual and rules.extra == diagonals(size):
        return "X"
    has_square_boxes = usual and rules.box_rows == rules.box_columns
    if not rules.constraints and has_square_boxes and rules.extra == windoku(size):
        return "W"
    others = [each for each in rules.constraints if not isinstance(each, Cage)]
    if rules.extra or others:
        name = others[0].word if others else unusual_houses(rules)
        reason = f"holds regions, diagonals, windows or cages, and this puzzle has {name}"
        raise refused("sudokuwiki", f"{reason}; use 'jsonl' or 'csv'", puzzle)
    return "L" if usual else "M"


def _numbered_cages(puzzle: Board) -> tuple[list[int], list[int]]:
    """Return for each cell the number of its cage, from 0, and the sum if the cell is the first of the cage."""
    size = puzzle.rules.size
    space = puzzle.rules.space
    groups, sums = [], [0] * size**2
    for cage in puzzle.rules.constraints:
        group = sorted(space.indices(cage.cells))
        groups.append(group)
        sums[group[0]] = getattr(cage, "sum", None) or 0
    owner = {cell: number for number, group in enumerate(groups) for cell in group}
    complete = len(owner) == size**2 == sum(map(len, groups))
    pieces = areas_of([owner.get(cell) for cell in range(size**2)], size)
    if not complete or len(pieces) > len(groups) or not all(sums[group[0]] for group in groups):
        reason = "needs each cell in exactly one cage, cages in one piece, and a sum for each"
        raise refused("sudokuwiki", f"{reason}; use 'jsonl' or 'csv'", puzzle)
    near = [
        {owner[other] for cell in group for other in neighbours(cell, size)} - {number}
        for number, group in enumerate(groups)
    ]
    colours = _coloured(near)
    return [colours[owner[cell]] for cell in range(size**2)], sums


def _coloured(near: list[set[int]]) -> list[int]:
    """Return a number below 5 for each area of a map, other than those of its neighbours.

    The areas with the fewest neighbours are painted last; in a map one always has fewer than six.
    """
    left, order = set(range(len(near))), []
    while left:
        area = min(left, key=lambda each: (len(near[each] & left), each))
        order.append(area)
        left.remove(area)
    colours = [-1] * len(near)

    def paint(at: int) -> bool:
        if at < 0:
            return True
        area = order[at]
        used = {colours[other] for other in near[area]}
        for colour in range(_CAGES):
            if colour not in used:
                colours[area] = colour
                if paint(at - 1):
                    return True
        colours[area] = -1
        return False

    assert paint(len(order) - 1)
    return colours


def _shows_sudokuwiki(text: str) -> bool:
    text = text.strip()
    if len(text) > 80 and _is_coded(text):
        return True
    link = link_in(text) if _HOST in text.lower() else None
    return link is not None and link.host == _HOST


FORMATS = (
    Format(
        "sudokuwiki",
        "a link of SudokuWiki per line: bd= and 81 digits, or the coding S9B… with candidates, regions"
        " and cages",
        (),
        "info other than placed and deleted",
        f"{_ADDRESS}sudoku.htm?bd={EXAMPLE.replace('.', '0')}",
        each_line(parse_sudokuwiki),
        each(write_sudokuwiki),
        Clues(line=_shows_sudokuwiki),
        holds=Holds(tuple(_SHAPES), "regions", constraints=True, position="page"),
    ),
)
