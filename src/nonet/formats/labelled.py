"""A board somewhere on a line: behind a name or a number, in rows between slashes, or in another form of one line.

The reader of lines asks here before it calls a line bad, so a file of lines may have such lines among its plain ones.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace

from nonet.base.digits import BLANKS, side_of
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, Head, IntoRules, Record
from nonet.formats.line_cells import plain_size
from nonet.formats.lists import read_lists
from nonet.formats.puzzles import make_puzzle
from nonet.formats.sukaku import is_table_row
from nonet.formats.table import format_of_line, marked, nearest, read_by
from nonet.formats.text import comment_of, has_word, plain
from nonet.formats.values import board_of, wrong_length

__all__ = [
    "LONG_RUN",
    "board_on",
    "boards_in_cells",
    "boards_on",
    "cells_like",
    "looks_like_cells",
    "named_cells",
    "named_rows",
    "nearest_form",
    "whole_line_format",
]

_BETWEEN = re.compile(r"[/|,;]")
_LABEL = re.compile(r"#?\w+[.:)\]]?|.*[\d:#)=>\"'(\[]|.*https?://\S+", re.DOTALL)
_OF_CELLS = {"csv", "line"}
_OF_A_LINE = 40  # how near a line of cells is, if it looks like cells
_SHORTEST = SMALLEST**2 - 1
_SMALLEST_IN_ROWS = 6  # four numbers of four digits may be years
_MOST_IN_ROWS = 4000  # characters of a line with a board in rows and words around it
LONG_RUN = re.compile(rf"[^\s\"'`()\[\]<>]{{{_SHORTEST},}}")
"""As many signs as a board may have, between spaces, quotes and brackets."""

_PART = re.compile(r"[^\s/|,;]+")
_TWO_PARTS = re.compile(r"[^\s/|,;]{6}[\s/|,;]+[^\s/|,;]{6}")

_LINK = re.compile(r"https?://[^\s\"'<>`]+")
_LONG_PART = re.compile(r"[^/?#&]{41}")
_BREAK = re.compile(r"<br\s*/?>|&nbsp;|/(?=\s)", re.IGNORECASE)
_MARKS = "`*\"' "
"""What may surround a cell of a table."""

_MOST_LINKS = 8  # of a line
_LONG = 41  # characters that look like cells and are not a word


def whole_line_format(text: str) -> str | None:
    """Return the name of the format that a line shows by itself, None for a table and for a line of cells."""
    name = format_of_line(text)
    return None if name in _OF_CELLS else name


def nearest_form(line: str) -> str | None:
    """Return the name of the form of one line that a line was meant to have, None for lines of cells and all others."""
    start = line.lstrip()[:2]
    if not (start in ('{"', "{'") or start[:1] == ":" or len(line) >= 700):
        return None
    names = [name for name, has_mark in marked("line") if has_mark(line)]
    score, name = nearest(set(names) - _OF_CELLS, Head([(1, line)], ""))
    return name if score > _OF_A_LINE else None


def boards_on(number: int, line: str, rules: IntoRules = None) -> list[Record]:
    """Return the records of a line that is not a plain line of cells: a document has several."""
    if line.lstrip()[:1] in ("{", "[") and (name := whole_line_format(line)) is not None:
        return list(read_by(name, [(number, line)], rules))
    if "|" in line and (cells := boards_in_cells(line)):
        return _of_cells(number, line, cells, rules)
    record = board_on(number, line, rules)
    return [] if record is None else [record]


def boards_in_cells(line: str) -> list[str]:
    """Return the boards in the cells of a row of a Markdown table, none for any other line.

    >>> boards_in_cells("| one | yes | `1..2 .... 3... .4..` |"), boards_in_cells("| 5 | 3 | . | . |")
    (['1..2....3....4..'], [])
    """
    cells = plain(line).split("|")
    if len(cells) < 3 or max(map(len, cells)) <= _SHORTEST:
        return []
    texts, boards = [_BREAK.sub(" ", cell).strip(_MARKS) for cell in cells], []
    for text in texts:
        rows = text.split()
        board = None
        if len(rows) == 1 and len(text) > _SHORTEST:
            board = _joined(text) or (text if _has_cells(text) else None)
        elif (
            len(rows) >= SMALLEST
            and set(map(len, rows)) == {len(rows)}
            and _has_cells("".join(rows))
        ):
            board = "".join(rows)
        if board is not None:
            boards.append(board)
    if not boards or "`" in line or any(map(has_word, texts)):
        return boards
    # Without words, they may be candidates of a large board.
    return boards if any(len(board) >= 81 for board in boards) else []


def _of_cells(number: int, line: str, cells: list[str], rules: IntoRules) -> list[Record]:
    """Return the records of the boards in the cells of a table; a full one behind another is its solution."""
    records = list[Record]()
    for text in cells:
        before = records[-1].board if records else None
        is_full = before is not None and _is_solution(text, before.givens.text())
        if before is not None and is_full:
            records[-1] = replace(records[-1], board=before.with_info({"solution": text}))
        elif (record := _record(number, line, text, {}, rules)) is not None:
            records.append(record)
    return records


def _is_solution(full: str, board: str) -> bool:
    """Whether a text is a full board that has the digits of another one."""
    pairs = zip(full, board, strict=False)
    return len(full) == len(board) and full.isalnum() and all(b in (".", a) for a, b in pairs)


def board_on(
    number: int, line: str, rules: IntoRules = None, *, sure: bool = False
) -> Record | None:
    """Return the record of a line that is not a plain line of cells, None if there is no board on it.

    ``sure`` says that a link may be a part of the text, and that the line is an error only if a board was meant.
    """
    if "://" in line and line.lstrip()[:1] not in ("{", ":") and named_cells(line) is None:
        linked = _link_on(number, line, rules, sure)
        if linked is not None:
            return linked
    # Rows of letters with slashes between them may look like the address of a page.
    joined = None if "://" in line or "{" in line else _joined(line)
    name = whole_line_format(line) or nearest_form(line) if joined is None else None
    if name is not None:
        return next(read_by(name, [(number, line)], rules), None)
    if joined is not None:
        return _record(number, line, joined, {}, rules)
    if (listed := _list_on(number, line, rules)) is not None:
        return listed
    if (named := named_cells(line)) is not None:
        start, cells = named
        return _record(number, line, cells, _info_around(line, start, start + len(cells)), rules)
    if (in_rows := named_rows(line)) is not None:
        cells, places = in_rows
        info = _info_around(line, places[0], places[-1] + 1)
        return _record(number, line, cells, info, rules, places)
    like = cells_like(line)
    if like is not None and (_is_name(line[: like[0]]) or _rows_on(plain(like[1]))[0]):
        return _bad_cells(number, line, *like, rules)
    return None


def _info_around(line: str, start: int, end: int) -> dict[str, str]:
    """Return the title before the cells of a line and the comment after them."""
    title = line[:start].strip().rstrip(":.)]#=>-\"'([<| ").strip()
    comment = comment_of(line[end:].strip().lstrip("\"')]>`| "))
    return ({"title": title} if title else {}) | ({"comment": comment} if comment else {})


def _list_on(number: int, line: str, rules: IntoRules) -> Record | None:
    """Return the record of a line that is a list with all cells of a board, None for any other line."""
    if not line.lstrip().startswith("["):
        return None
    records = list(read_lists([(number, line)], rules))
    return records[0] if len(records) == 1 and records[0].board is not None else None


def _link_on(number: int, line: str, rules: IntoRules, sure: bool) -> Record | None:
    """Return the record of a link among other signs on a line, the first that is read, None if there is no link.

    ``sure`` leaves out links between words that are not read, unless they are as long as a board.
    """
    problem: Record | None = None
    for match in itertools.islice(_LINK.finditer(line), _MOST_LINKS):
        around = line[: match.start()] + line[match.end() :]
        if not around.strip():
            break
        alone = len(around) < _SHORTEST and not has_word(around)
        for address in dict.fromkeys((match[0], match[0].rstrip(".,;:!?)]}*_"))):
            if not (name := whole_line_format(address)):
                continue
            record = board_on(number, address, rules)
            if record is None:
                continue
            if record.error is None:
                return replace(record, text=line)
            meant = cells_like(address) if name == "link" else _LONG_PART.search(address)
            if alone or meant or not sure:
                problem = problem or replace(record.placed(text=line, column=None), text=line)
    return problem


def _is_name(before: str) -> bool:
    """Whether the text before cells is a name or a number, and not the first cells before a gap."""
    return has_word(before) or before.strip()[-1:] in tuple(".:)]#>")


def _bad_cells(number: int, line: str, start: int, cells: str, rules: IntoRules) -> Record:
    """Return the error of a board with a name before it."""
    joined, rows, sign = _rows_on(plain(cells))
    wrong = next((i for i, row in enumerate(rows) if len(row) != len(rows)), None)
    if wrong is not None:
        size = len(rows)
        reason = f"row {wrong + 1} has {len(rows[wrong])} cells, expected {size}"
        column = start + len(sign.join(rows[: wrong + 1])) + 1
        return Record.bad(ParseError(reason, text=line, column=column), number, line)
    error = wrong_length(len(joined or cells), column=1, text=cells, rules=rules)
    try:
        board_of(joined or cells)
    except ParseError as problem:
        error = problem
        if joined and error.column:
            error = error.moved(columns=(error.column - 1) // len(rows))
    place = None if error.column is None else error.column + start
    return Record.bad(ParseError(error.reason, text=line, column=place), number, line)


def _record(
    number: int,
    line: str,
    cells: str,
    info: dict[str, str],
    rules: IntoRules,
    places: list[int] | None = None,
) -> Record | None:
    """Return the record of cells on a line, None if they are not a board; ``places`` if they are not side by side."""
    try:
        board = board_of(cells)
        if board is None:
            return None
        puzzle = make_puzzle(board.values, info or None, rules, spelling=board.spelling)
        return Record(puzzle, None, number, line)
    except ParseError as error:
        start, column = line.find(cells), None
        if error.column and places is not None:
            column = places[error.column - 1] + 1
        elif error.column and start >= 0:
            column = start + error.column
        return Record.bad(ParseError(error.reason, text=line, column=column), number, line)


def _joined(line: str) -> str | None:
    """Return the cells of a line whose rows, or cells, have a sign between them.

    >>> _joined("1..2/..../3.../.4.."), _joined("1/2")
    ('1..2....3....4..', None)
    """
    text = plain(line).strip().strip("\"'")
    for sign in sorted(set(_BETWEEN.findall(text))):
        parts = [part.strip() for part in text.strip(sign).split(sign)]
        size = len(parts)
        rows = SMALLEST <= size <= 36 and {len(part) for part in parts} == {size}
        if rows and _has_cells("".join(parts)):
            return "".join(parts)
        cells = [part or "." for part in map(str.strip, text.split(sign))]
        if side_of(len(cells)) in range(SMALLEST, 10) and {len(cell) for cell in cells} == {1}:
            return "".join(cells)
    return None


def _is_nearly_small(run: str) -> bool:
    """Whether a run is digits and one sign for the blanks, with one other sign at most."""
    others = Counter(char for char in run if not char.isdigit())
    return len(others) > 0 and sum(others.values()) - others.most_common(1)[0][1] <= 1


def _rows_on(text: str) -> tuple[str, list[str], str]:
    """Return the cells, the rows and the sign between them of a line of rows, some perhaps too long or too short."""
    for sign in _BETWEEN.findall(text)[:1]:
        rows = text.split(sign)
        if SMALLEST <= len(rows) <= 36 and Counter(map(len, rows)).most_common(1)[0][0] == len(
            rows
        ):
            return "".join(rows), rows, sign
    return "", [], ""


def _has_cells(text: str) -> bool:
    """Whether characters are the digits of a board and one sign for the blanks, and not all the same."""
    try:
        board = board_of(text)
    except ParseError:
        return False
    return board is not None and len(set(text)) > 1


def named_cells(line: str) -> tuple[int, str] | None:
    """Return the place and the text of the board on a line that has a name or a number before it.

    >>> named_cells("Puzzle 3: 1..2....3....4.. # easy"), named_cells("1..2....3....4.. # easy")
    ((10, '1..2....3....4..'), None)
    """
    for match in LONG_RUN.finditer(line):
        before = line[: match.start()].strip()
        if before and _is_board(match[0]) and (len(match[0]) >= _LONG or _LABEL.fullmatch(before)):
            return match.start(), match[0]
    return None


def named_rows(line: str) -> tuple[str, list[int]] | None:
    """Return the cells of a board in rows that has a name before it or a comment after it, and their places.

    >>> named_rows("2) 1.4.6. 6..... ..3..2 ....1. ..142. 4..... easy")[0]
    '1.4.6.6.......3..2....1...142.4.....'
    """
    if len(line) > _MOST_IN_ROWS or _TWO_PARTS.search(line) is None:
        return None
    parts = _PART.finditer(line)
    for size, group in itertools.groupby(parts, lambda part: len(part[0])):
        rows = list(group)
        if len(rows) != size or size < _SMALLEST_IN_ROWS:
            continue
        cells = "".join(row[0] for row in rows)
        signs = {line[row.end() : after.start()].strip() for row, after in itertools.pairwise(rows)}
        before = line[: rows[0].start()].strip()
        is_named = not before or len(cells) >= _LONG or _LABEL.fullmatch(before)
        is_marks = signs == {""} and is_table_row(" ".join(row[0] for row in rows))
        is_meant = len(set(cells)) > 1 and (looks_like_cells(cells) or _has_cells(cells))
        if is_named and len(signs) == 1 and not is_marks and is_meant:
            return cells, [place for row in rows for place in range(*row.span())]
    return None


def cells_like(line: str) -> tuple[int, str] | None:
    """Return the place and the text of a long run on a line that was meant to be a board."""
    for match in LONG_RUN.finditer(line):
        run, before = match[0], line[: match.start()].strip()
        long_enough = len(run) >= _LONG or (before[-1:] == ":" and _is_nearly_small(run))
        if long_enough and looks_like_cells(_rows_on(run)[0] or run):
            return match.start(), run
    return None


def _is_board(text: str) -> bool:
    size = plain_size(text)
    return size is not None and size >= SMALLEST and len(text) >= size**2


def looks_like_cells(run: str) -> bool:
    """Whether characters are digits and one blank, or on large boards letters and many blanks."""
    most = max(set(run), key=run.count)
    blanks = run.count(most)
    if sum(map(str.isdigit, run)) + blanks >= len(run) * 0.8:
        return True
    others = sum(map(str.isalnum, run)) + blanks
    many = blanks >= len(run) / 5 and others >= len(run) - 2
    return len(run) >= 90 and most in BLANKS and many
