"""Which format is this? The answer comes from the first lines, and from the readers themselves.

A format is recognised when its reader makes a puzzle of the beginning; only the order in which
they are asked is written down here, from the spellings that cannot be mistaken to those that can.
When none makes a puzzle, the nearest one is asked to say what is wrong: a line of 80 cells is a bad
line and no unknown format.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping

from nonet.digits import BLANKS, side_of
from nonet.errors import ParseError, UnknownFormat
from nonet.formats.base import Format, Line, Record, has_word, plain
from nonet.formats.block import FEWEST, is_border, is_letter_row, row_cells
from nonet.formats.boards import ANY_RULES
from nonet.formats.hodoku import LIBRARY, SUSSER, parse_susser
from nonet.formats.jigsaw import SUMOCUE, is_jigsaw_line, is_jigsaw_rows
from nonet.formats.large import is_integers
from nonet.formats.line import BANK, GSF, is_comment, plain_size, run_of
from nonet.formats.lists import LIST_START
from nonet.formats.pencilmarks import pm_cells
from nonet.formats.saved import SDK_HEADER, SDK_SECTION, SS_FRAME
from nonet.formats.sukaku import is_marks, is_table_row
from nonet.formats.tables import delimiter_of, header_of, is_board, is_full, split_row

__all__ = ["HEAD", "guess", "peek"]

HEAD = 1 << 16
"""Characters that are looked at, if they are lines enough: one board of 36x36 with its candidates is longer."""

_ENOUGH = 80  # lines: two grids of 36 rows, or one with lines between them
_MOST = 1 << 20

_LOOKED_FOR = (
    "lines of 81 cells, a grid of nine rows, a grid of candidates, 729 signs, a list of nine lists,"
    " rows of a spreadsheet (or the like for other sizes), a jigsaw, CSV, JSON lines, a HoDoKu line"
)

_SHORTEST = 32
"""Signs of the shortest line that shows what it is: the givens and regions of a jigsaw of 4x4."""

# Rows of a grid can be boards of a line each: 16 signs are a row of 16x16 or a board of 4x4.
_ROWS = range(FEWEST, 37)


def peek(lines: Iterator[Line]) -> tuple[list[Line], Iterator[Line]]:
    """Take lines until they tell the format; return them, and all lines from the first on."""
    head, size = [], 0
    for number, text in lines:
        head.append((number, text))
        size += len(text) + 1
        enough = size >= (HEAD if len(head) >= _ENOUGH else _MOST)
        if enough or (is_content(text) and line_kind(text)):
            break
    return head, itertools.chain(head, lines)


def is_content(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return (bool(text.strip()) or text.count("\t") >= FEWEST - 1) and not is_comment(text)


def line_kind(text: str) -> str | None:
    """Return the format of a line that shows by itself what it is.

    >>> line_kind("." * 81), line_kind(" 53. | .7. | ..."), line_kind("1..2....3....4..")
    ('line', None, None)
    """
    line = text.strip()
    if line[:1] in ("{", '"'):
        return "jsonl" if _is_json_puzzle(line) else _table_kind(line)
    if line.startswith(SUMOCUE):
        return "sumocue"
    if len(line) < _SHORTEST:
        return None
    if is_border(plain(text)) or is_table_row(text):
        return None
    run = run_of(line)
    if is_jigsaw_line(line):
        return None if len(run) in _ROWS and len(run) == len(line) != 32 else "jigsaw"
    if LIBRARY.fullmatch(line):
        return "hodoku"
    if (is_marks(line[:729]) and line[729:730].strip() in ("", "#", ",", ";")) or is_marks(run):
        return "sukaku"
    if BANK.fullmatch(line):
        return "bank"
    gsf = GSF.fullmatch(line)
    if gsf and is_board(gsf[2]):
        return "gsf"
    if _is_candidate_row(plain(line)):
        return None  # perhaps it happens to be 81 signs long
    if table := _table_kind(line):
        return table
    size = plain_size(text)
    if size is not None and size**2 not in _ROWS:
        return "line" if size >= FEWEST else None
    return "susser" if size is None and _is_susser(line) else None


def _is_candidate_row(line: str) -> bool:
    """Whether every word has digits in their order, with commas between them above 9x9."""
    cells = line.replace("|", " ").split()
    if len(cells) not in _ROWS:
        return False
    if len(cells) < 10:
        return all(sorted(set(cell)) == list(cell) for cell in cells)
    return all(re.fullmatch(r"\d+(,\d+)*|-", cell) for cell in cells)


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
    if kind := line_kind(first) or _table_kind(first.strip()):
        return kind, True
    if len(content) > 1 and header_of(first):
        sure = _first(formats["csv"], head, 1)
        sign = delimiter_of(first)
        if sure or (sign in first and sign in content[1][1]):
            return "csv", sure
    if all(is_jigsaw_line(text) for _, text in content) and len(content) < len(first):
        return "jigsaw", True
    if _are_short_lines([text for _, text in content]):
        return "line", True
    for name in _shapes(head, content):
        if _first(formats[name], head, 1):
            return _which(name, head), True
    for _, text in content[1:]:
        if kind := line_kind(text):
            return kind, True
    for name in _shapes(head, content):
        if _first(formats[name], head, 100):
            return _which(name, head), True
    small = ((plain_size(text) or 0) >= FEWEST for _, text in content)
    if any(small) or _are_empty_lines(content):
        return "line", True
    near = _nearest(content)
    if near is None:
        raise UnknownFormat(
            f"no known format; looked for {_LOOKED_FOR}; it begins with {first.strip()[:40]!r}",
            text=first,
            line=content[0][0],
        )
    return near, False


def _are_short_lines(texts: list[str]) -> bool:
    """Whether the first line is a small board of its own and no row of a grid.

    Sixteen rows of sixteen signs are a grid of 16x16, unless each of them is plainly a board of 4x4.
    """
    size = plain_size(texts[0])
    if size is None or size**2 not in _ROWS:
        return False
    if len(texts) >= size and all(is_table_row(text) for text in texts[:size]):
        return False  # groups of candidates, one for each cell
    rows = texts[: size**2]
    if len(rows) == size**2 and size < FEWEST:
        return False
    if all(plain_size(text) == size for text in rows):
        return True
    return not all(len(row_cells(plain(text))) == size**2 for text in rows)


def _are_empty_lines(content: list[Line]) -> bool:
    """Whether there is nothing but boards without a single digit."""
    texts = {"".join(text.split()) for _, text in content}
    return all(
        len(text) >= FEWEST**2 and side_of(len(text)) and set(text) in ({"."}, {"0"})
        for text in texts
    )


def _first(fmt: Format, head: Iterable[Line], limit: int) -> bool:
    """Whether there is a puzzle among the first records."""
    assert fmt.reader is not None
    records: Iterator[Record] = itertools.islice(fmt.reader(iter(head), ANY_RULES), limit)
    return any(record.puzzle is not None for record in records)


def _shapes(head: list[Line], content: list[Line]) -> Iterator[str]:
    """Yield the formats of several lines that are worth a try, the unmistakable ones first."""
    texts = [text for _, text in content]
    if is_integers(texts):
        yield "integers"
    if any(is_table_row(text) for text in texts[:2]):
        if any(is_border(plain(text)) for text in texts[:2]):
            yield "pm"  # all candidates of every cell look the same, and the lines count
        yield "sukaku-table"
    stripped = [text.strip() for _, text in head]
    if any(SDK_HEADER.fullmatch(text) or SDK_SECTION.fullmatch(text) for text in stripped):
        yield "sdk"
    if any(SS_FRAME.fullmatch(text.strip()) for text in texts[:3]):
        yield "ss"
    if any(LIST_START.search(plain(text)) for text in texts):
        yield "list"
    yield "sheet"
    if any(_may_be_candidates(text) for text in texts):
        yield "pm"
    if is_jigsaw_rows([text for text in texts if not is_border(plain(text))][:72]):
        yield "jigsaw"
    yield "grid"
    if len(content) > 1:
        yield "csv"


def _may_be_candidates(text: str) -> bool:
    """Whether a line may be a row of a candidate grid; above 9x9 there are commas in it."""
    cells = _cells(text)
    if len(cells) not in _ROWS or max(map(len, cells)) < 2 or "-1" in cells:
        return False
    return len(cells) < 10 or "," in text


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
    rows = [
        text
        for text in texts
        if not is_border(text) and (not has_word(text) or is_letter_row(text))
    ]
    wide = [row for row in rows if 7 <= len(_cells(row)) <= 11 and max(map(len, _cells(row))) > 1]
    if len(wide) >= 4:
        return "pm"
    lengths = [len(row_cells(row)) for row in rows]
    if len(rows) < len(texts) and sum(length in _ROWS for length in lengths) >= FEWEST:
        return "grid"
    for line in (text.strip() for text in texts if not is_border(text)):
        for run in ((line.split() or [""])[0], line[:81] if len(line) < 100 else ""):
            if len(run) >= 41 and _is_near_a_line(run):
                return "line"
    if is_integers(texts[:3]):
        return "integers"
    if sum(row.count("\t") + row.count(",") >= 7 for row in rows) >= 4:
        return "sheet"
    if sum(7 <= length <= 11 for length in lengths) >= 3:
        return "grid"
    if len(lengths) >= 3 and lengths[0] in _ROWS and len(set(lengths)) <= 2:
        return "grid"
    return "csv" if header_of(texts[0]) else None


def _is_near_a_line(run: str) -> bool:
    """Whether signs look like cells: digits and one more sign, or on large boards letters and many blanks."""
    most = max(set(run), key=run.count)
    if _digits(run) + run.count(most) >= len(run) * 0.8:
        return True
    others = sum(char.isalnum() for char in run) + run.count(most)
    return (
        len(run) >= 90
        and most in BLANKS
        and run.count(most) >= len(run) / 5
        and others >= len(run) - 2
    )


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)
