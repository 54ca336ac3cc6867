"""One part of a text: lines that belong together, which go to the forms in their order.

The first form that finds a board in a part has read it. If none does, the nearest form says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, Head, IntoRules, Line, Record, text_of
from nonet.formats.large import is_integers
from nonet.formats.line_cells import has_short_boards
from nonet.formats.puzzles import make_puzzle
from nonet.formats.runs import Run
from nonet.formats.shape import PLAIN_ROW, shape
from nonet.formats.sukaku import is_table_row
from nonet.formats.table import FORMATS, FORMS_OF_ROWS, clues_of, marked, nearest, read_by
from nonet.formats.text import has_word, plain
from nonet.rules import ANY_RULES

__all__ = ["Found", "begins_again", "by_form", "named", "read_part"]

Found = tuple[str, Record]
"""The name of a form, and what it read."""

_LABEL = re.compile(r"\s*(?:[Rr](?:ow)?\s?)?(\d{1,2}|[A-Za-z])(?:[:.)\]]\s|\s*\|\s?|\s+)")
_STAR = re.compile(r"\s*\*(?:\s|$)")

_TRIMMED = (
    "expected 9 cells in each row, found rows of different lengths:"
    " blanks at the ends of the rows are missing; write . or 0 for each empty cell"
)


def read_part(run: Run, lines: list[Line], title: Line | None, rules: IntoRules) -> Iterator[Found]:
    """Read a part with rows with the first form that finds a board in it."""
    if (plain_boards := _plain_boards(lines, title, rules)) is not None:
        yield from plain_boards
        return
    if run.short and is_integers([text for _, text in (*run.short[-2:], *lines)]):
        yield from by_form("integers", [*run.short[-2:], *lines], rules)
        return
    for changed in _without_labels(lines):
        records = _first_form(changed, title, rules)
        if _has_board(records):
            yield from records
            return
    if has_short_boards(Head(lines, "#")):
        yield from by_form("line", lines, rules)
        return
    if _is_out_of_step(run, lines):
        yield "grid", Record.bad(run.wrong_number(), lines[0][0], text_of(lines))
        return
    records = _first_form(lines, title, rules)
    if not _has_board(records) and _is_trimmed(lines):
        yield "grid", Record.bad(ParseError(_TRIMMED), lines[0][0], text_of(lines))
        return
    yield from records


def _is_out_of_step(run: Run, lines: list[Line]) -> bool:
    """Whether a run has more rows than a board, and not those of several boards."""
    if len(run.lines) != len(lines) or run.look.is_framed or run.boards() is not None:
        return False
    width = next(iter(run.look.widths), 9)
    markdown = any(shape(text).is_markdown_ruler for _, text in lines)
    return len(run.look.rows) + run.look.dashes.count(width) > width and not markdown


def by_form(name: str, lines: list[Line], rules: IntoRules) -> list[Found]:
    """Return what the reader of a form finds in some lines."""
    return [named(record, name) for record in read_by(name, lines, rules)]


def _first_form(lines: list[Line], title: Line | None, rules: IntoRules) -> list[Found]:
    """Return what the first form reads that finds a board, else the errors of the nearest form."""
    head = Head(lines, "#")
    if not head.texts:
        return []
    tried: dict[str, list[Found]] = {}
    for name, has_mark in marked("rows"):
        if not has_mark(head.joined):
            continue
        clues = clues_of(name)
        if not any(clue(head) for clue in (clues.sure, clues.likely) if clue):
            continue
        above = [title] if title is not None and FORMATS[name].titled else []
        records = by_form(name, [*above, *lines], rules)
        if _has_board(records):
            return records
        if rules != ANY_RULES and _has_board(by_form(name, lines, ANY_RULES)):
            return records
        tried[name] = records
    are_tables = any(map(is_table_row, head.texts))
    score, name = nearest((*FORMS_OF_ROWS, *["line"] * (not are_tables)), head)
    name = name if score else "grid"
    return tried.get(name) or by_form(name, lines, rules)


def _has_board(records: list[Found]) -> bool:
    return any(record.board is not None for _, record in records)


def _plain_boards(lines: list[Line], title: Line | None, rules: IntoRules) -> list[Found] | None:
    """Return the classic boards of rows of nine signs, None for all other rows."""
    if len(lines) % 9 or rules is not None:
        return None
    if not all(map(PLAIN_ROW.fullmatch, [text for _, text in lines])):
        return None
    boards = []
    for at in range(0, len(lines), 9):
        rows = lines[at : at + 9]
        cells = "".join(text for _, text in rows)
        if not set(cells) - set("123456789"):
            return None  # perhaps regions
        try:
            values = read_digits(cells)
        except ParseError:
            return None
        above = plain(title[1]) if title is not None and at == 0 else ""
        info = {"title": " ".join(above.split())} if has_word(above) else None
        boards.append(("grid", Record(make_puzzle(values, info), None, rows[0][0], text_of(rows))))
    return boards


def _without_labels(lines: list[Line]) -> Iterator[list[Line]]:
    """Yield a part without the numbers of its rows and columns, without stars before its lines, or with even rows."""
    if (changed := _without_numbers(lines)) is not None:
        yield changed
    if all(map(_STAR.match, [text for _, text in lines])):
        yield [
            (number, _STAR.sub(lambda match: " " * len(match[0]), text)) for number, text in lines
        ]
    if (changed := _padded(lines)) is not None:
        yield changed


def _is_trimmed(lines: list[Line]) -> bool:
    """Whether rows of digits and spaces end where their last digit is."""
    texts = [text for _, text in lines if text.strip()]
    widths = {len(text) for text in texts}
    digits = all(set(text) <= set("123456789 ") and text == text.rstrip() for text in texts)
    spaced = any(text.startswith(" ") or "   " in text for text in texts)
    return digits and spaced and len(widths) > 1 and max(widths) <= 17


def _padded(lines: list[Line]) -> list[Line] | None:
    """Return rows of digits between spaces whose blanks an editor removed at the ends, None for other rows."""
    width = max([len(text.rstrip()) for _, text in lines], default=0)
    if len(lines) != 9 or width not in (9, 17) or len({len(text) for _, text in lines}) < 2:
        return None
    step = 1 if width == 9 else 2
    for _, text in lines:
        cells, between = text[::step], text[1::2] if step == 2 else ""
        if between.strip() or not set(cells) <= set("123456789 "):
            return None
    return [(number, text.ljust(width)[::step].ljust(9)) for number, text in lines]


def named(record: Record, name: str) -> Found:
    """Return a record with the name of its form; an error may know another."""
    if record.error is not None and record.error.format is not None:
        return record.error.format, record
    return name, record


# -- rows and columns with their numbers or letters beside them ----------------------------------------


def _without_numbers(lines: list[Line]) -> list[Line] | None:
    """Return a block without the numbers beside its rows and above its columns, or None.

    >>> rows = list(enumerate(["  1 2 3 4", "1 . . 3 .", "2 3 . . .", "3 . 1 . .", "4 . . . 2"], 1))
    >>> [text.split() for _, text in _without_numbers(rows)][:2]
    [['.', '.', '3', '.'], ['3', '.', '.', '.']]
    """
    rows = [line for line in lines if (row := shape(line[1])).line and not row.is_ruler]
    if len(rows) < SMALLEST:
        return None
    columns = rows[0] if _counts(shape(rows[0][1]).words) else None
    rest = rows[1:] if columns else rows
    labels = [_LABEL.match(shape(text).plain) for _, text in rest]
    numbers = [match[1] for match in labels if match]
    size = len(rest)
    beside = len(numbers) == size and _counts(numbers)
    if beside and any(
        len(shape(text[match.end() :]).cells) != size
        for (_, text), match in zip(rest, labels, strict=True)
        if match
    ):
        return None
    if not beside and (columns is None or size % len(shape(columns[1]).words)):
        return None
    ends = {line[0]: match.end() for line, match in zip(rest, labels, strict=True) if match}
    out = []
    for number, text in lines:
        if columns is not None and number == columns[0]:
            continue
        end = ends.get(number, 0) if beside else 0
        out.append((number, " " * end + text[end:]))
    if beside:  # without the indent that the numbers leave
        indent = min(ends.values())
        out = [(number, text[indent:] if number in ends else text) for number, text in out]
    return out


def begins_again(lines: list[Line], text: str) -> bool:
    """Whether a line repeats the numbers of the columns above these lines, with numbers beside them."""
    columns = shape(text).words
    if len(lines) < 2 or shape(lines[0][1]).words != columns or not _counts(columns):
        return False
    beside = next((line[1] for line in lines[1:] if not shape(line[1]).is_ruler), "")
    return len(shape(beside).words) == len(columns) + 1


def _counts(words: list[str]) -> bool:
    """Whether words count from 1 or from A, or from 0."""
    size = len(words)
    if size < SMALLEST or words[0] not in ("0", "1", "A", "a"):
        return False
    joined = [word.upper() for word in words]
    return joined in (
        [str(number) for number in range(1, size + 1)],
        [str(number) for number in range(size)],
        [chr(ord("A") + number) for number in range(min(size, 26))],
    )
