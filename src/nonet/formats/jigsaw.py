"""Jigsaws: boards whose text shows which cells form a region.

The plain way has one character per cell for the givens, then one character per cell for the regions; any characters do.
Both are on one line, or below each other in rows. SumoCue writes both cell by cell.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from nonet.base.cells import board_name, cell_name
from nonet.base.digits import side_of, symbols_of
from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import read_number
from nonet.formats.base import (
    SMALLEST,
    Clues,
    Format,
    Head,
    Holds,
    IntoRules,
    Record,
    each,
    each_line,
)
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import LineKind, Row, RowReader
from nonet.formats.shape import Shape
from nonet.formats.text import comment_of, plain, remark_of, run_of
from nonet.formats.values import spelling_of, values_of
from nonet.puzzle import Puzzle
from nonet.rules import Rules

__all__ = [
    "FORMATS",
    "SUMOCUE",
    "areas_of",
    "is_jigsaw_line",
    "is_layout",
    "neighbours",
]

SUMOCUE = "SumoCueV1="

_ITEM = re.compile(r"(\d+)J(\d+)")


# -- layouts --------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def regions_of(layout: str) -> Rules:
    """Return the rules of a layout; raise `ParseError` if its regions are wrong."""
    try:
        return Rules(regions=layout)
    except RulesError as error:
        raise ParseError(str(error)) from None


@functools.lru_cache(maxsize=64)
def is_layout(text: str) -> bool:
    """Whether characters are plainly regions: as many as rows, all of one size, each in one piece.

    A solution is not a layout, because equal digits are never side by side in it.

    >>> is_layout("1122112233443344"), is_layout("1234341221434321")
    (True, False)
    """
    side = side_of(len(text))
    if side is None or side < SMALLEST or not _is_even(text, side):
        return False
    return len(areas_of(text, side)) == side


def _is_even(text: str, side: int) -> bool:
    return set(Counter(text).values()) == {side}


def neighbours(cell: int, size: int) -> list[int]:
    """Return the cells above, to the left, to the right and below."""
    row, column = divmod(cell, size)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]


def areas_of(values: Sequence[object], size: int) -> list[list[int]]:
    """Return the groups of neighbouring cells with equal values, in the order of their first cells.

    >>> areas_of("1121", 2)
    [[0, 1, 3], [2]]
    """
    areas, left = list[list[int]](), set(range(size**2))
    while left:
        area = [min(left)]
        left.remove(area[0])
        for cell in area:
            near = [each for each in neighbours(cell, size) if each in left]
            same = [each for each in near if values[each] == values[cell]]
            area += same
            left.difference_update(same)
        areas.append(sorted(area))
    return areas


# -- givens and regions ---------------------------------------------------------------------------


def _halves(text: str) -> tuple[str, str, str] | None:
    """Return givens, regions and comment of a line, None if no jigsaw has this many characters.

    >>> _halves("1..2....3....4..1122112233443344 # two by two")
    ('1..2....3....4..', '1122112233443344', ' # two by two')
    """
    text = text.strip()
    first = run_of(text)
    if len(first) % 2 == 0 and side_of(len(first) // 2):
        half = len(first) // 2
        return first[:half], first[half:], text[len(first) :]
    if not side_of(len(first)):
        return None
    rest = text[len(first) :]
    second = run_of(rest.lstrip(" \t,;"))
    if len(second) == len(first):
        return first, second, rest[rest.index(second) + len(second) :]
    return "", first, rest


def is_jigsaw_line(text: str) -> bool:
    """Whether a line is plainly a jigsaw."""
    halves = _halves(plain(text))
    return halves is not None and is_layout(halves[1])


def _are_rows(head: Head) -> bool:
    """Whether rows are plainly a jigsaw: givens and regions, or regions alone."""
    rows = [line.cells for line in head.shapes[:200] if not line.is_border][:72]
    size = len(rows[0]) if rows else 0
    first, second = (
        "".join([symbol for row in some for symbol, _ in row])
        for some in (rows[:size], rows[size : 2 * size])
    )
    return (len(second) == size**2 and is_layout(second)) or is_layout(first)


def _jigsaw(givens: bytes, layout: str, info: dict[str, str], rules: IntoRules) -> Puzzle:
    return make_puzzle(givens, info, rules, shown=regions_of(layout))


def parse_jigsaw(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of givens and regions, or of regions alone, with its comment."""
    halves = _halves(line)
    if halves is None:
        raise ParseError(
            "expected one character for each cell and one for its region, 162 on a 9x9 board,"
            f" found {len(run_of(line.strip()))}",
            text=line,
        )
    symbols, layout, rest = halves
    try:
        values = values_of(list(symbols or "." * len(layout)))
    except ParseError as error:
        column = line.index(line.strip()) + (error.column or 1)
        raise ParseError(error.reason, text=line, column=column) from None
    comment = comment_of(rest)
    info = {"comment": comment} if comment else {}
    if values.spelling:
        info["spelling"] = values.spelling
    return _jigsaw(values.values, layout, info, rules)


class _Jigsaws(RowReader):
    """Reads jigsaws, one per line or in rows: givens, then regions, perhaps with a blank line between them.

    Regions alone end at a blank line or at the end of the text.
    """

    def kind(self, line: Shape) -> LineKind:
        if not line.line:
            return "gap"
        if line.line.startswith("#") or line.is_border:
            return "skip"
        return "board" if not self.rows and _is_a_line(line.text) else "row"

    def is_complete(self) -> bool:
        return len(self.rows) == 2 * len(self.rows[0].cells)

    def gap(self) -> Iterator[Record]:
        symbols = "".join(symbol for row in self.rows for symbol, _ in row.cells)
        are_givens = not is_layout(symbols)
        if not self.rows or len(self.rows) != len(self.rows[0].cells) or not are_givens:
            yield from self.flush()

    def board(self, rows: list[Row]) -> Puzzle:
        if len(rows) == 1:
            return parse_jigsaw(rows[0].text, self.rules)
        size = len(rows[0].cells)
        if len(rows) not in (size, 2 * size):
            raise ParseError(
                f"expected {size} rows of givens and {size} rows of regions, found {len(rows)} rows"
            )
        givens, regions = rows[:-size], rows[-size:]
        wrong = next((row for row in regions if len(row.cells) != size), None)
        if wrong is not None:
            reason = f"expected {size} cells in a row, found {len(wrong.cells)}"
            raise ParseError(reason, text=wrong.text, line=wrong.line)
        values = grid_cells(givens, size) if givens else values_of(["."] * size**2)
        layout = "".join(symbol for row in regions for symbol, _ in row.cells)
        info = {"spelling": values.spelling} if values.spelling else {}
        try:
            return _jigsaw(values.values, layout, info, self.rules)
        except ParseError as error:
            raise error.at(line=regions[0].line) from None


def _is_a_line(text: str) -> bool:
    """Whether a line is a whole jigsaw; a line as short as a row needs regions of one size."""
    if len(run_of(text.strip())) > 36:
        return True
    halves = _halves(text)
    side = side_of(len(halves[1])) if halves else None
    return (
        halves is not None and side is not None and side >= SMALLEST and _is_even(halves[1], side)
    )


def write_jigsaw(puzzle: Puzzle, *, comment: bool = True) -> str:
    """Write givens and regions on one line, and the comment after ``#``."""
    spelling = "mixed" if spelling_of(puzzle) == "mixed" else ""
    return puzzle.givens.text(spelling=spelling) + puzzle.rules.layout + remark_of(puzzle, comment)


# -- SumoCue --------------------------------------------------------------------------------------


def parse_sumocue(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of SumoCue: value and region of each cell, with its comment."""
    text = line.strip()
    indent = line.index(text)
    body = run_of(text)
    if not body.startswith(SUMOCUE):
        raise ParseError(
            f"expected {SUMOCUE!r} at the beginning of the line", text=line, column=indent + 1
        )
    column = indent + len(SUMOCUE) + 1
    values, regions = [], []
    for item in body[len(SUMOCUE) :].split("="):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise ParseError(
                f"expected a cell such as 8J0 (an 8 in the first region), found {item[:20]!r}",
                text=line,
                column=column,
            )
        values.append(read_number(match[1], 36))
        regions.append(read_number(match[2], 36))
        column += len(item) + 1
    side = side_of(len(values))
    if side is None:
        raise ParseError(f"expected 81 cells, found {len(values)}", text=line)
    for cell, value in enumerate(values):
        if value > side:
            reason = (
                f"expected 0-{side} in {cell_name(cell, side)} of {board_name(side)}, found {value}"
            )
            raise ParseError(reason, text=line)
    names = sorted(set(regions))
    if len(names) > 36:
        raise ParseError(f"expected {side} regions on {board_name(side)}, found {len(names)}")
    layout = "".join(symbols_of(36)[names.index(region)] for region in regions)
    comment = comment_of(text[len(body) :])
    return _jigsaw(bytes(values), layout, {"comment": comment} if comment else {}, rules)


def write_sumocue(puzzle: Puzzle, *, comment: bool = True) -> str:
    """Write value and region of each cell, and the comment after ``#``."""
    symbols = sorted(set(puzzle.rules.layout), key=puzzle.rules.layout.index)
    pairs = zip(puzzle.givens, puzzle.rules.layout, strict=True)
    cells = "=".join(f"{value}J{symbols.index(symbol)}" for value, symbol in pairs)
    return f"{SUMOCUE}{cells}{remark_of(puzzle, comment)}"


# -- the formats ----------------------------------------------------------------------------------


def _shows_jigsaw(text: str) -> bool:
    """Whether a line is a jigsaw, and not a row of regions of a larger one."""
    line = text.strip()
    if len(line) < 2 * SMALLEST**2 or not is_jigsaw_line(line):
        return False
    return not (len(line) <= 36 and len(run_of(line)) == len(line) != 2 * SMALLEST**2)


def _are_jigsaws(head: Head) -> bool:
    return len(head.texts) < len(head.first) and all(map(is_jigsaw_line, head.texts))


_GIVENS = "....1.3.2....................4...25."
_LAYOUT = "111222113322143352443355446655466665"

FORMATS = (
    Format(
        "jigsaw",
        "one line per puzzle: a character for each cell, then one for the region of each cell; or the"
        " same in rows; or regions alone",
        (".jigsaw",),
        "extra houses; info other than the comment, which becomes one line",
        _GIVENS + _LAYOUT,
        _Jigsaws.read,
        each(write_jigsaw),
        Clues(line=_shows_jigsaw, sure=_are_jigsaws, likely=_are_rows),
        holds=Holds(range(SMALLEST, 37), "regions"),
    ),
    Format(
        "sumocue",
        "one line of SumoCue per puzzle: SumoCueV1=0J0=8J0=…, value and region of each cell",
        (),
        "extra houses; info other than the comment, which becomes one line",
        SUMOCUE + "0J0=0J0=0J0=0J0=0J1=4J1=0J2=3J2=0J1=0J1=0J2=0J2=0J3=2J3=3J3=4J3",
        each_line(parse_sumocue),
        each(write_sumocue),
        Clues(line=lambda text: text.lstrip().startswith(SUMOCUE)),
        holds=Holds(range(SMALLEST, 37), "regions"),
    ),
)
