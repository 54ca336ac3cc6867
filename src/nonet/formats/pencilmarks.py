"""Boards of candidates: grids as solvers print them, and the sukaku's 729 signs.

A candidate grid does not say which of its lone digits are givens, so it is read as a sukaku: a
lone digit is a set of one candidate, and the solver finds out that it is settled. Only the marked
spelling, with ``<4>`` for a given and ``*8*`` for a digit placed later, is a position of a plain
puzzle.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from nonet.cells import cell_name
from nonet.errors import ParseError
from nonet.formats.base import (
    Format,
    Line,
    Record,
    bare,
    each,
    each_line,
    has_word,
    one_line,
    plain,
)
from nonet.formats.block import is_border
from nonet.formats.line import SEPARATORS, comment_of
from nonet.formats.position import current_marks, notes, placed_cells
from nonet.grid import Candidates
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "is_table_row",
    "marks_from_line",
    "pm_cells",
    "pm_puzzle",
    "pm_text",
    "read_pm",
]

_GIVEN = re.compile("<([1-9])>")
_PLACED = re.compile(r"\*([1-9])\*")
_MARKUP = re.compile(r"[^\W\d_]|[-*#@+!()\[\]{}=~^%&<>]")


# -- candidate grids ------------------------------------------------------------------------------


def pm_cells(text: str) -> list[tuple[str, int]]:
    """Return the cells of a line of a candidate grid with their columns.

    >>> pm_cells("| 6 19 2 | 3")
    [('6', 3), ('19', 5), ('2', 8), ('3', 12)]
    """
    return [(m[0], m.start() + 1) for m in re.finditer(r"\S+", plain(text).replace("|", " "))]


def _mask_of(cell: str, *, name: str) -> int:
    """Return the candidates of one cell; colours and arrows around digits do not count."""
    digits = _MARKUP.sub("", cell)
    if not digits and cell == "-":
        return 0
    mask = 0
    for char in digits:
        if char not in "123456789":
            raise ParseError(
                f"{name} is {cell!r}; a cell of a candidate grid lists its candidates, such as 259"
            )
        bit = 1 << (int(char) - 1)
        if mask & bit:
            raise ParseError(f"{name} is {cell!r}, which lists {char} twice")
        mask |= bit
    if not mask:
        raise ParseError(f"{name} is {cell!r}, which has no candidate in it")
    return mask


def pm_puzzle(rows: list[Line], title: str = "") -> Puzzle:
    """Return the puzzle of nine lines of candidates."""
    found = [pm_cells(text) for _, text in rows]
    for (number, text), row in zip(rows, found, strict=True):
        if len(row) != 9:
            column = row[9][1] if len(row) > 9 else len(text.rstrip()) + 1
            reason = f"9 cells are needed in a row, here are {len(row)}"
            raise ParseError(reason, text=text, line=number, column=column)
    if len(rows) != 9:
        raise ParseError(f"9 rows are needed, here are {len(rows)}")
    marked = any(_GIVEN.fullmatch(cell) for row in found for cell, _ in row)
    givens, state, masks = bytearray(81), bytearray(81), [0] * 81
    for index in range(81):
        cell, column = found[index // 9][index % 9]
        given, placed = _GIVEN.fullmatch(cell), _PLACED.fullmatch(cell)
        digit = given or (placed if marked else None)
        try:
            masks[index] = _mask_of(cell, name=cell_name(index))
        except ParseError as error:
            number, text = rows[index // 9]
            raise ParseError(error.reason, text=text, line=number, column=column) from None
        if digit:
            state[index] = int(digit[1])
            givens[index] = int(digit[1]) if given else 0
    info = {"title": title} if title else {}
    if not marked:
        return Puzzle(Candidates(masks), info=info)
    return Puzzle._trusted(bytes(givens), info | notes(bytes(givens), bytes(state), masks))


def read_pm(lines: Iterable[Line]) -> Iterator[Record]:
    """Read candidate grids one after the other; a line of words above a grid is its title."""
    rows: list[Line] = []
    title = ""
    for number, text in lines:
        line = plain(text)
        if is_border(line) or (line.lstrip().startswith("#") and not rows):
            continue
        if not line.strip() or (has_word(line) and len(pm_cells(text)) != 9):
            if rows:
                yield _pm_record(rows, title)
                rows, title = [], ""
            title = one_line(text) or title
            continue
        rows.append((number, text))
        if len(rows) == 9:
            yield _pm_record(rows, title)
            rows, title = [], ""
    if rows:
        yield _pm_record(rows, title)


def _pm_record(rows: list[Line], title: str) -> Record:
    number, text = rows[0][0], "\n".join(text for _, text in rows)
    try:
        return Record(pm_puzzle(rows, title), None, number, text)
    except ParseError as error:
        return Record.bad(error, number, text)


def pm_text(board: list[str]) -> str:
    """Return 81 cells as a framed grid with columns of even width."""
    width = [max(len(board[row * 9 + col]) for row in range(9)) for col in range(9)]
    rule = ["-" * (sum(width[i : i + 3]) + 4) for i in (0, 3, 6)]
    out = ["*" + "-".join(rule) + "*"]
    for row in range(9):
        if row in (3, 6):
            out.append("|" + "+".join(rule) + "|")
        cells = [board[row * 9 + col].ljust(width[col]) for col in range(9)]
        out.append("| " + " | ".join(" ".join(cells[i : i + 3]) for i in (0, 3, 6)) + " |")
    return "\n".join([*out, out[0]])


def digits_of(mask: int) -> str:
    """Return the digits of a mask, ``-`` if there are none."""
    return "".join(str(d) for d in range(1, 10) if mask >> (d - 1) & 1) or "-"


def write_pm(puzzle: Puzzle) -> str:
    """Write the candidates of the puzzle as it stands."""
    return pm_text(
        [digits_of(mask) for mask in current_marks(bare(puzzle, "pm", marks=True)).masks]
    )


def write_marked(puzzle: Puzzle) -> str:
    """Write givens as ``<4>``, placed digits as ``*8*``, and the candidates of the other cells."""
    placed = placed_cells(bare(puzzle, "pm-marked"))
    board = [digits_of(mask) for mask in current_marks(puzzle).masks]
    for cell, (given, later) in enumerate(zip(puzzle.givens, placed, strict=True)):
        if given or later:
            board[cell] = f"<{given}>" if given else f"*{later}*"
    return pm_text(board)


# -- sukaku: each digit at its own place ----------------------------------------------------------

_BLANKS = ".0*_-"


@functools.cache
def _groups(blank: str) -> dict[str, int]:
    """Return the mask of each of the 512 groups of nine signs."""
    return {
        "".join(str(d + 1) if mask >> d & 1 else blank for d in range(9)): mask
        for mask in range(512)
    }


def marks_from_line(text: str) -> Candidates:
    """Read 729 signs with one kind of blank.

    >>> len(marks_from_line("123456789" * 80 + "5........".replace("5", ".")[:8] + "9"))
    721
    """
    blank = next((char for char in text if not "1" <= char <= "9"), ".")
    try:
        groups = _groups(blank)
        return Candidates([groups[text[i : i + 9]] for i in range(0, 729, 9)])
    except KeyError:
        pass
    signs = plain(text)
    blank = next((char for char in signs if char not in "123456789"), ".")
    for index, char in enumerate(signs):
        digit = str(index % 9 + 1)
        if char == digit or (char == blank and (blank in _BLANKS or not blank.isalpha())):
            continue
        if char in _BLANKS:
            reason = (
                f"two signs for a missing candidate, {blank!r} and {char!r}; only one is allowed"
            )
        else:
            name = cell_name(index // 9)
            reason = f"{text[index]!r} stands where {name} has a {digit} or a blank"
        raise ParseError(reason, text=text, column=index + 1)
    groups = _groups(blank)
    return Candidates([groups[signs[i : i + 9]] for i in range(0, 729, 9)])


def parse_sukaku(line: str) -> Puzzle:
    """Read a line of 729 signs, a remark behind it."""
    text = line.strip()
    indent = line.index(text)
    rest = text[729:]
    if len(text) < 729 or (rest and rest[0] not in SEPARATORS):
        count = len(text.split()[0]) if text else 0
        reason = f"729 signs are needed, 9 for each cell, here are {count}"
        raise ParseError(reason, text=line, column=indent + min(count, 729) + 1)
    try:
        marks = marks_from_line(text[:729])
    except ParseError as error:
        raise ParseError(error.reason, text=line, column=(error.column or 0) + indent) from None
    comment = comment_of(rest)
    return Puzzle(marks, info={"comment": comment} if comment else None)


def write_sukaku(puzzle: Puzzle, *, blank: str = ".", comment: bool = True) -> str:
    """Write the candidates of the puzzle as it stands, 9 signs per cell."""
    text = current_marks(bare(puzzle, "sukaku", marks=True)).text(blank=blank)
    remark = one_line(puzzle.info.get("comment", "")) if comment else ""
    return f"{text} # {remark}" if remark else text


def table_row(text: str) -> str | None:
    """Return the 81 signs of a row of a sukaku table with ``.`` for blanks, or None.

    >>> table_row("1........ " * 9) == "1........" * 9
    True
    """
    line = plain(text).replace("|", " ")
    fields = line.split()
    candidates = [fields] if [len(f) for f in fields] == [9] * 9 else []
    for step in (9, 10):
        if len(line.rstrip()) <= step * 9:
            wide = line.ljust(step * 9)
            candidates.append([wide[i * step : i * step + 9] for i in range(9)])
            if step == 10 and any(wide[i * 10 + 9] != " " for i in range(9)):
                candidates.pop()
    for fields in candidates:
        signs = "".join(fields)
        if all(char == str(i % 9 + 1) or char in _BLANKS + " " for i, char in enumerate(signs)):
            return "".join(char if char in "123456789" else "." for char in signs)
    return None


def is_table_row(text: str) -> bool:
    """Whether a line is a row of a sukaku table and nothing else: it has a digit for each cell."""
    if len(text) < 80:
        return False
    row = table_row(text)
    return row is not None and sum(char != "." for char in row) >= 9


def read_tables(lines: Iterable[Line]) -> Iterator[Record]:
    """Read sukaku tables: nine lines each, blank lines between them do not matter."""
    rows: list[Line] = []
    for number, text in lines:
        if not text.strip() and rows:
            yield _table_record(rows)
            rows = []
        elif text.strip() and not text.lstrip().startswith("#") and not is_border(plain(text)):
            rows.append((number, text))
            if len(rows) == 9:
                yield _table_record(rows)
                rows = []
    if rows:
        yield _table_record(rows)


def _table_record(rows: list[Line]) -> Record:
    raw = "\n".join(text for _, text in rows)
    found = []
    for number, text in rows:
        row = table_row(text)
        if row is None:
            reason = "a row of a sukaku table is 9 groups of 9 signs, each digit at its own place"
            return Record.bad(ParseError(reason, text=text, line=number), rows[0][0], raw)
        found.append(row)
    if len(rows) != 9:
        return Record.bad(ParseError(f"9 rows are needed, here are {len(rows)}"), rows[0][0], raw)
    return Record(Puzzle(marks_from_line("".join(found))), None, rows[0][0], raw)


def write_table(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write nine lines of nine groups of nine signs."""
    text = current_marks(bare(puzzle, "sukaku-table", marks=True)).text(blank=blank)
    groups = [text[i : i + 9] for i in range(0, 729, 9)]
    return "\n".join(" ".join(groups[i : i + 9]) for i in range(0, 81, 9))


# The candidates of the puzzle that is the example of every format, written out: to compute them is
# a third of the time that it takes to import this package.
_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_ROWS = """5 3 124 26 7 2468 1489 1249 248
6 247 247 1 9 5 3478 234 2478
12 9 8 23 34 24 13457 6 247
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 134579 357 35 7 2 8 4
23 278 237 4 1 9 36 3 5
123 1245 12345 2356 8 26 1346 7 9"""
_CELLS = _ROWS.split()
_GROUPS = ["".join(d if d in cell else "." for d in "123456789") for cell in _CELLS]

_WITHOUT_GIVENS = (
    "which cells are filled, and all info but placed and deleted, which are carried out"
)

FORMATS = (
    Format(
        "pm",
        "nine lines of candidates (pencil marks), with or without a frame",
        (".pm",),
        _WITHOUT_GIVENS,
        pm_text(_CELLS),
        read_pm,
        each(write_pm),
        "\n",
    ),
    Format(
        "pm-marked",
        "the same with <4> for a given and *8* for a digit placed later",
        (),
        "all info but placed and deleted; a puzzle without givens reads back as a sukaku",
        pm_text([f"<{c}>" if given != "." else c for c, given in zip(_CELLS, _KNOWN, strict=True)]),
        read_pm,
        each(write_marked),
        "\n",
    ),
    Format(
        "sukaku",
        "one line of 729 signs, nine for each cell, a remark behind it",
        (".sukaku",),
        _WITHOUT_GIVENS + ", and the comment, which is put on one line",
        "".join(_GROUPS),
        each_line(parse_sukaku),
        each(write_sukaku),
    ),
    Format(
        "sukaku-table",
        "nine lines of nine groups of nine signs, each digit at its own place",
        (),
        _WITHOUT_GIVENS,
        "\n".join(" ".join(_GROUPS[i : i + 9]) for i in range(0, 81, 9)),
        read_tables,
        each(write_table),
        "\n",
    ),
)
