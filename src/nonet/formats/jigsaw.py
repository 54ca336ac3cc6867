"""Jigsaws: boards that say themselves which cells make a region.

The plain way has one sign per cell for the givens and, behind them, one sign per cell for the regions; which signs
does not matter. Both may stand on one line or one below the other in rows. SumoCue writes both cell by cell.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from nonet.cells import cell_name
from nonet.digits import side_of, signs_of
from nonet.errors import ParseError, RulesError
from nonet.formats.base import Format, Holds, IntoRules, Line, Record, each, each_line, plain
from nonet.formats.block import FEWEST, Row, grid_cells, is_border, row_of
from nonet.formats.boards import make, spelling_of, values_of
from nonet.formats.line import comment_of, remark_of, run_of
from nonet.puzzle import Puzzle
from nonet.rules import Rules

__all__ = ["FORMATS", "SUMOCUE", "is_jigsaw_line", "is_jigsaw_rows", "is_layout", "read_jigsaws"]

SUMOCUE = "SumoCueV1="

_ITEM = re.compile(r"(\d+)J(\d+)")


# -- layouts --------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def regions_of(layout: str) -> Rules:
    """Return the rules of a layout; raise `ParseError` where its regions are wrong."""
    try:
        return Rules(regions=layout)
    except RulesError as error:
        raise ParseError(str(error)) from None


@functools.lru_cache(maxsize=64)
def is_layout(text: str) -> bool:
    """Whether signs are plainly regions: as many as rows, of one size, each in one piece.

    A solution is none: nowhere in it are two equal digits side by side.

    >>> is_layout("1122112233443344"), is_layout("1234341221434321")
    (True, False)
    """
    side = side_of(len(text))
    if side is None or side < FEWEST or not _is_even(text, side):
        return False
    return all(_in_one_piece(text, side, sign) for sign in set(text))


def _is_even(text: str, side: int) -> bool:
    return set(Counter(text).values()) == {side}


def _in_one_piece(text: str, side: int, sign: str) -> bool:
    cells = {cell for cell, char in enumerate(text) if char == sign}
    reached, edge = set[int](), [min(cells)]
    while edge:
        cell = edge.pop()
        if cell in reached:
            continue
        reached.add(cell)
        near = [cell - side, cell + side]
        near += [cell - 1] if cell % side else []
        near += [cell + 1] if cell % side < side - 1 else []
        edge += [other for other in near if other in cells]
    return reached == cells


# -- givens and regions ---------------------------------------------------------------------------


def _halves(text: str) -> tuple[str, str, str] | None:
    """Return givens, regions and remark of a line, None if there is no such number of signs.

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
    """Whether a line is plainly a jigsaw: its regions are a layout."""
    halves = _halves(plain(text))
    return halves is not None and is_layout(halves[1])


def is_jigsaw_rows(rows: Iterable[str]) -> bool:
    """Whether rows are plainly those of a jigsaw: givens and regions, or regions alone."""
    signs = ["".join(sign for sign, _ in row_of(0, row).signs) for row in rows]
    size = len(signs[0]) if signs else 0
    both = "".join(signs[size : 2 * size])
    return (len(both) == size**2 and is_layout(both)) or is_layout("".join(signs[:size]))


def _jigsaw(givens: bytes, layout: str, info: dict[str, str], rules: IntoRules) -> Puzzle:
    return make(givens, info, rules, told=regions_of(layout))


def parse_jigsaw(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of givens and regions, or of regions alone, with a remark behind it."""
    halves = _halves(line)
    if halves is None:
        raise ParseError(
            f"a jigsaw is a sign for each cell and one for the region of each, 162 on a 9x9 board;"
            f" here are {len(run_of(line.strip()))}",
            text=line,
        )
    signs, layout, rest = halves
    try:
        found = values_of(list(signs or "." * len(layout)))
    except ParseError as error:
        column = line.index(line.strip()) + (error.column or 1)
        raise ParseError(error.reason, text=line, column=column) from None
    comment = comment_of(rest)
    info = {"comment": comment} if comment else {}
    if found.spelling:
        info["spelling"] = found.spelling
    return _jigsaw(found.values, layout, info, rules)


class _Rows:
    """Rows of signs while they are being put together: givens, then regions."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.rows: list[Row] = []

    def add(self, row: Row) -> Iterator[Record]:
        """Take a row; yield the jigsaw if it is complete."""
        self.rows.append(row)
        if len(self.rows) == 2 * len(self.rows[0].signs):
            yield from self.flush()

    def gap(self) -> Iterator[Record]:
        """Take a blank line: it stands behind the givens, or else it ends the jigsaw."""
        signs = "".join(sign for row in self.rows for sign, _ in row.signs)
        are_givens = not is_layout(signs)
        if not self.rows or len(self.rows) != len(self.rows[0].signs) or not are_givens:
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        """End the jigsaw, complete or not."""
        rows, self.rows = self.rows, []
        if not rows:
            return
        number, raw = rows[0].line, "\n".join(row.text for row in rows)
        try:
            yield Record(self._puzzle(rows), None, number, raw)
        except ParseError as error:
            yield Record.bad(error, number, raw)

    def _puzzle(self, rows: list[Row]) -> Puzzle:
        if len(rows) == 1:
            return parse_jigsaw(rows[0].text, self.rules)
        size = len(rows[0].signs)
        if len(rows) not in (size, 2 * size):
            raise ParseError(
                f"a jigsaw with {size} cells in a row has {size} rows of givens and {size} of regions,"
                f" here are {len(rows)}"
            )
        givens, regions = rows[:-size], rows[-size:]
        wrong = next((row for row in regions if len(row.signs) != size), None)
        if wrong is not None:
            reason = f"{size} cells are needed in a row, here are {len(wrong.signs)}"
            raise ParseError(reason, text=wrong.text, line=wrong.line)
        found = grid_cells(givens, size) if givens else values_of(["."] * size**2)
        layout = "".join(sign for row in regions for sign, _ in row.signs)
        info = {"spelling": found.spelling} if found.spelling else {}
        try:
            return _jigsaw(found.values, layout, info, self.rules)
        except ParseError as error:
            raise error.at(line=regions[0].line) from None


def _is_a_line(text: str) -> bool:
    """Whether a line is a whole jigsaw: what is no longer than a row may be one must have even regions."""
    if len(run_of(text.strip())) > 36:
        return True
    halves = _halves(text)
    side = side_of(len(halves[1])) if halves else None
    return halves is not None and side is not None and side >= FEWEST and _is_even(halves[1], side)


def read_jigsaws(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read jigsaws, one per line or in rows; a blank line may stand between givens and regions.

    Rows of regions alone end with a blank line or with the text.
    """
    rows = _Rows(rules)
    for number, text in lines:
        line = plain(text)
        if not line.strip():
            yield from rows.gap()
        elif line.lstrip().startswith("#") or is_border(line):
            continue
        elif not rows.rows and _is_a_line(text):
            try:
                yield Record(parse_jigsaw(text, rules), None, number, text)
            except ParseError as error:
                yield Record.bad(error, number, text)
        else:
            yield from rows.add(row_of(number, text))
    yield from rows.flush()


def write_jigsaw(puzzle: Puzzle, *, comment: bool = True) -> str:
    """Write givens and regions on one line, the comment behind ``#``."""
    spelling = "mixed" if spelling_of(puzzle) == "mixed" else ""
    return puzzle.givens.text(spelling=spelling) + puzzle.rules.layout + remark_of(puzzle, comment)


# -- SumoCue --------------------------------------------------------------------------------------


def parse_sumocue(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of SumoCue: value and region of each cell, with a remark behind it."""
    text = line.strip()
    indent = line.index(text)
    body = run_of(text)
    if not body.startswith(SUMOCUE):
        raise ParseError(f"a SumoCue line opens with {SUMOCUE!r}", text=line, column=indent + 1)
    column = indent + len(SUMOCUE) + 1
    values, regions = [], []
    for item in body[len(SUMOCUE) :].split("="):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise ParseError(
                f"{item[:20]!r} is not a cell such as 8J0, an 8 in the first region",
                text=line,
                column=column,
            )
        values.append(int(match[1]))
        regions.append(int(match[2]))
        column += len(item) + 1
    side = side_of(len(values))
    if side is None:
        raise ParseError(f"81 cells are needed, here are {len(values)}", text=line)
    for cell, value in enumerate(values):
        if value > side:
            reason = (
                f"{cell_name(cell, side)} is {value}, which is not a digit of a {side}x{side} board"
            )
            raise ParseError(reason, text=line)
    names = sorted(set(regions))
    if len(names) > 36:
        raise ParseError(f"{len(names)} regions are too many; a {side}x{side} board has {side}")
    layout = "".join(signs_of(36)[names.index(region)] for region in regions)
    comment = comment_of(text[len(body) :])
    return _jigsaw(bytes(values), layout, {"comment": comment} if comment else {}, rules)


def write_sumocue(puzzle: Puzzle, *, comment: bool = True) -> str:
    """Write value and region of each cell, the comment behind ``#``."""
    signs = sorted(set(puzzle.rules.layout), key=puzzle.rules.layout.index)
    pairs = zip(puzzle.givens, puzzle.rules.layout, strict=True)
    cells = "=".join(f"{value}J{signs.index(sign)}" for value, sign in pairs)
    return f"{SUMOCUE}{cells}{remark_of(puzzle, comment)}"


_GIVENS = "....1.3.2....................4...25."
_LAYOUT = "111222113322143352443355446655466665"

FORMATS = (
    Format(
        "jigsaw",
        "one line per puzzle: a sign for each cell, then a sign for the region of each; or the"
        " same in rows; or regions alone",
        (".jigsaw",),
        "extra houses, and all info but the comment, which is put on one line",
        _GIVENS + _LAYOUT,
        read_jigsaws,
        each(write_jigsaw),
        holds=Holds(range(FEWEST, 37), "regions"),
    ),
    Format(
        "sumocue",
        "one line of SumoCue per puzzle: SumoCueV1=0J0=8J0=…, value and region of each cell",
        (),
        "extra houses, and all info but the comment, which is put on one line",
        SUMOCUE + "0J0=0J0=0J0=0J0=0J1=4J1=0J2=3J2=0J1=0J1=0J2=0J2=0J3=2J3=3J3=4J3",
        each_line(parse_sumocue),
        each(write_sumocue),
        holds=Holds(range(FEWEST, 37), "regions"),
    ),
)
