"""Which format is this? Each format brings its own clues; this module only asks for them in order.

A line that shows its format by itself decides at once. Otherwise a format is recognised when its clues allow it and its
reader finds a puzzle in the beginning of the text. When no reader finds one, the nearest format says what is wrong: a
line of 80 cells is a bad line, not an unknown format.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping

from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import UnknownFormat
from nonet.formats.base import Clues, Format, Head, Line
from nonet.formats.labelled import board_on, cells_like
from nonet.formats.shape import PLAIN_ROW
from nonet.formats.table import ASKED, FORMATS
from nonet.formats.text import is_comment
from nonet.formats.xml_text import root_of
from nonet.rules import ANY_RULES

__all__ = ["EMPTY", "HEAD", "format_of_line", "guess", "peek"]

EMPTY = "the text is empty"
"""What is wrong with a text without a line."""

HEAD = 1 << 16
"""Characters to look at if they have enough lines; one board of 36x36 with its candidates is longer."""

_ENOUGH = 101  # lines: two grids of 36 rows, one with rulers, or the first rows of a table with its header
_MOST = 1 << 20
_PATIENCE = 100  # records of a reader in which a puzzle is looked for

_LOOKED_FOR = "a line of 81 cells, rows of a grid, candidates, a list, CSV, JSON"


def peek(
    lines: Iterator[Line], formats: Mapping[str, Format] = FORMATS
) -> tuple[list[Line], Iterator[Line]]:
    """Take lines until they show the format; return them, and all lines from the first on."""
    head, size = [], 0
    for number, text in lines:
        head.append((number, text))
        size += len(text) + 1
        if size >= (HEAD if len(head) >= _ENOUGH else _MOST):
            break
        if text and not PLAIN_ROW.fullmatch(text) and format_of_line(text, formats):
            break
    return head, itertools.chain(head, lines)


def guess(head: list[Line], formats: Mapping[str, Format] = FORMATS) -> tuple[str, bool]:
    """Return the name of the format, and whether it is certain; False names the nearest format.

    Raises `UnknownFormat` if no format comes near.
    """
    heads = _Heads(head)
    texts = heads["#"].texts  # a comment in nearly every format
    if not texts:
        raise UnknownFormat("found only blank lines and comments" if head else EMPTY)
    if name := format_of_line(texts[0], formats):
        return name, True
    for name, clues in _asked(formats):
        view = heads[formats[name].comments]
        if clues.sure and view.lines and clues.sure(view):
            return name, True
    likely = []
    for name, clues in _asked(formats):
        view = heads[formats[name].comments]
        if clues.likely and view.lines and clues.likely(view):
            if _finds_a_puzzle(formats[name], head, 1):
                return name, True
            likely.append(name)
    for text in texts[1:]:
        if name := format_of_line(text, formats):
            # Above a board of one line stands something else, and below it may be boards in rows.
            return (name, True) if name != "line" or cells_like(texts[0]) else ("grid", False)
    for name in likely:
        if _finds_a_puzzle(formats[name], head, _PATIENCE):
            return name, True
    return _nearest(heads, texts[0], formats), False


class _Heads(dict[str, Head]):
    """The beginning of a text by comment characters: a comment of one format may be a line of another."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines

    def __missing__(self, comments: str) -> Head:
        self[comments] = Head(self.lines, comments)
        return self[comments]


def _asked(formats: Mapping[str, Format]) -> list[tuple[str, Clues]]:
    """Return the formats that can be recognised, in the order in which they are asked; those of others come first."""
    if formats is FORMATS:
        return _all_asked()
    names = [*(name for name in formats if name not in ASKED), *ASKED]
    found = [(name, formats[name].recognise) for name in names if name in formats]
    return [(name, clues) for name, clues in found if clues is not None]


@functools.cache
def _all_asked() -> list[tuple[str, Clues]]:
    return _asked(dict(FORMATS))


def format_of_line(text: str, formats: Mapping[str, Format] = FORMATS) -> str | None:
    """Return the name of the format that a line shows by itself, None if it could be of several."""
    line = text.strip()
    if formats is FORMATS and PLAIN_BOARD.fullmatch(line):
        return "line"  # as most are
    if line:
        for name, clues in _asked(formats):
            if clues.line and clues.line(text) and not is_comment(line, formats[name].comments):
                return name
    return None


def _finds_a_puzzle(fmt: Format, head: list[Line], limit: int) -> bool:
    """Whether there is a puzzle among the first records."""
    assert fmt.reader is not None
    records = itertools.islice(fmt.reader(iter(head), ANY_RULES), limit)
    return any(record.puzzle is not None for record in records)


def _unlike_all(first: str, text: str) -> str:
    """Return what is wrong with a text that is like no format, by its first line."""
    if first.lstrip("\ufeff \t").startswith("<") and (root := root_of(text)) is not None:
        return (
            f"found XML of a kind that is not read, <{root}>; the kinds are those of OpenSudoku and"
            " KSudoku, and tables of web pages"
        )
    link = board_on(1, first) if "://" in first else None
    if link and link.error:
        return link.error.reason
    return f"expected a puzzle ({_LOOKED_FOR} …), found {first.strip()[:40]!r}"


def _nearest(heads: _Heads, first: str, formats: Mapping[str, Format]) -> str:
    """Return the name of the format that a text was probably meant to have."""
    best, nearest = 0, ""
    for name, clues in _asked(formats):
        view = heads[formats[name].comments]
        if clues.near and view.lines and (score := clues.near(view)) > best:
            best, nearest = score, name
    if not nearest:
        lines = heads["#"].lines or heads.lines
        raise UnknownFormat(
            _unlike_all(first, heads["#"].joined),
            text=first,
            line=next((number for number, text in lines if text == first), None),
        )
    return nearest
