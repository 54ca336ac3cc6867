"""Which format is this? The answer comes from the first lines, and from the readers themselves.

A format is recognised when its reader makes a puzzle of the beginning; only the order in which
they are asked is written down here, from the spellings that cannot be mistaken to those that can.
When none makes a puzzle, the nearest one is asked to say what is wrong: a line of 80 cells is a bad
line and no unknown format.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping

from nonet.errors import ParseError, UnknownFormat
from nonet.formats.base import Format, Line, Record, has_word, plain
from nonet.formats.block import is_border, row_cells
from nonet.formats.hodoku import LIBRARY, SUSSER, parse_susser
from nonet.formats.line import BANK, GSF, is_comment, parse_line
from nonet.formats.lists import LIST_START
from nonet.formats.pencilmarks import is_table_row, pm_cells
from nonet.formats.saved import SDK_HEADER, SDK_SECTION, SS_FRAME
from nonet.formats.tables import delimiter_of, header_of, is_board, is_full, split_row

__all__ = ["HEAD", "guess", "peek"]

HEAD = 1 << 16
"""Characters that are looked at, at most."""

_LOOKED_FOR = (
    "lines of 81 cells, a grid of nine rows, a grid of candidates, 729 signs, a list of nine lists,"
    " rows of a spreadsheet, CSV, JSON lines, a HoDoKu line"
)


def peek(lines: Iterator[Line]) -> tuple[list[Line], Iterator[Line]]:
    """Take lines until they tell the format; return them, and all lines from the first on."""
    head, size = [], 0
    for number, text in lines:
        head.append((number, text))
        size += len(text) + 1
        if size >= HEAD or (is_content(text) and line_kind(text)):
            break
    return head, itertools.chain(head, lines)


def is_content(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return (bool(text.strip()) or text.count("\t") >= 8) and not is_comment(text)


def line_kind(text: str) -> str | None:
    """Return the format of a line that shows by itself what it is.

    >>> line_kind("." * 81), line_kind(" 53. | .7. | ...")
    ('line', None)
    """
    line = text.strip()
    if line[:1] in ("{", '"'):
        return "jsonl" if _is_json_puzzle(line) else _table_kind(line)
    if len(line) < 81 or is_table_row(text) or is_border(plain(text)):
        return None
    if LIBRARY.fullmatch(line):
        return "hodoku"
    if len(line) >= 729 and is_board(line[:729]) and line[729:730].strip() in ("", "#", ",", ";"):
        return "sukaku"
    if BANK.fullmatch(line):
        return "bank"
    gsf = GSF.fullmatch(line)
    if gsf and is_board(gsf[2]):
        return "gsf"
    table = _table_kind(line)
    if table:
        return table
    cells = line.split()
    if len(cells) == 9 and all(sorted(set(cell)) == list(cell) for cell in cells):
        return None  # a row of candidates that happens to be 81 signs long
    try:
        parse_line(text)
        return "line"
    except ParseError:
        return "susser" if _is_susser(line) else None


def _is_json_puzzle(line: str) -> bool:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) or (isinstance(value, str) and is_board(value))


def _table_kind(line: str) -> str | None:
    """Return "csv" for a row that a remark behind 81 cells would not look like."""
    delimiter = delimiter_of(line)
    row = split_row(line, delimiter) if delimiter in line else []
    boards = [i for i, value in enumerate(row) if is_board(value)]
    if not boards:
        return None
    solved = any(is_full(row[i]) for i in boards[1:])
    return "csv" if boards[0] > 0 or solved or line[:1] == '"' else None


def _is_susser(line: str) -> bool:
    if not SUSSER.fullmatch(line) or not ("+" in line or ":" in line):
        return False
    try:
        parse_susser(line)
        return True
    except ParseError:
        return False


def guess(head: list[Line], formats: Mapping[str, Format]) -> tuple[str, bool]:
    """Return the name of the format, and whether its reader made a puzzle of the head."""
    content = [(number, text) for number, text in head if is_content(text)]
    if not content:
        raise UnknownFormat(
            "there is nothing in it but blank lines and comments" if head else "it is empty"
        )
    first = content[0][1]
    kind = line_kind(first)
    if kind:
        return kind, True
    if len(content) > 1 and header_of(first):
        sure = _first(formats["csv"], head, 1)
        sign = delimiter_of(first)
        if sure or (sign in first and sign in content[1][1]):
            return "csv", sure
    for name in _shapes(head, content):
        if _first(formats[name], head, 1):
            return _which(name, head), True
    for _, text in content[1:]:
        if kind := line_kind(text):
            return kind, True
    for name in _shapes(head, content):
        if _first(formats[name], head, 100):
            return _which(name, head), True
    near = _nearest(content)
    if near is None:
        raise UnknownFormat(
            f"no known format; looked for {_LOOKED_FOR}; it begins with {first.strip()[:40]!r}",
            text=first,
            line=content[0][0],
        )
    return near, False


def _first(fmt: Format, head: Iterable[Line], limit: int) -> bool:
    """Whether there is a puzzle among the first records."""
    assert fmt.reader is not None
    records: Iterator[Record] = itertools.islice(fmt.reader(iter(head)), limit)
    return any(record.puzzle is not None for record in records)


def _shapes(head: list[Line], content: list[Line]) -> Iterator[str]:
    """Yield the formats of several lines that are worth a try, the unmistakable ones first."""
    if any(is_table_row(text) for _, text in content[:2]):
        yield "sukaku-table"
    texts = [text.strip() for _, text in head]
    if any(SDK_HEADER.fullmatch(text) or SDK_SECTION.fullmatch(text) for text in texts):
        yield "sdk"
    if any(SS_FRAME.fullmatch(text.strip()) for _, text in content[:3]):
        yield "ss"
    if any(LIST_START.search(plain(text)) for _, text in content):
        yield "list"
    yield "sheet"
    if any(len(_cells(text)) == 9 and max(map(len, _cells(text))) > 1 for _, text in content):
        yield "pm"
    yield "grid"
    if len(content) > 1:
        yield "csv"


def _cells(text: str) -> list[str]:
    return [cell for cell, _ in pm_cells(text)]


def _which(name: str, head: list[Line]) -> str:
    """Return the closer name where two formats have one reader."""
    if name == "grid" and any(is_border(plain(text)) for _, text in head):
        return "boxed"
    if name == "pm" and any("<" in text for _, text in head):
        return "pm-marked"
    return name


def _nearest(content: list[Line]) -> str | None:
    """Return the format that a text was probably meant to have."""
    texts = [plain(text) for _, text in content[:200]]
    first = texts[0].strip()
    if first.count(":") >= 3 and first[:1] == ":":
        return "hodoku"
    if first[:1] == "{":
        return "jsonl"
    if any(LIST_START.search(text) for text in texts) and sum(_digits(t) for t in texts) >= 9:
        return "list"
    if any(is_table_row(text) for text in texts):
        return "sukaku-table"
    if len(first) >= 700 and _digits(first) >= 81:
        return "sukaku"
    rows = [text for text in texts if not is_border(text) and not has_word(text)]
    wide = [row for row in rows if 7 <= len(_cells(row)) <= 11 and max(map(len, _cells(row))) > 1]
    if len(wide) >= 4:
        return "pm"
    for line in (text.strip() for text in texts if not is_border(text)):
        for run in ((line.split() or [""])[0], line[:81] if len(line) < 100 else ""):
            if len(run) >= 41 and _digits(run) + max(map(run.count, set(run))) >= len(run) * 0.8:
                return "line"
    if sum(row.count("\t") + row.count(",") >= 7 for row in rows) >= 4:
        return "sheet"
    if sum(7 <= len(row_cells(row)) <= 11 for row in rows) >= 3:
        return "grid"
    return "csv" if header_of(texts[0]) else None


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)
