"""Which format is this? Each format brings its own clues; this module only asks for them in order.

A line that shows its format by itself decides at once. Otherwise a format is recognised when its clues allow it and its
reader finds a puzzle in the beginning of the text. When no reader finds one, the nearest format says what is wrong: a
line of 80 cells is a bad line, not an unknown format.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter

from nonet.base.errors import UnknownFormat
from nonet.formats.base import Clues, Head, Line
from nonet.formats.labelled import board_on, cells_like
from nonet.formats.shape import PLAIN_ROW
from nonet.formats.table import FORMATS, ROWS, clues_of, format_of_line, marked, nearest, read_by
from nonet.formats.xml_text import root_of
from nonet.rules import ANY_RULES

__all__ = ["EMPTY", "HEAD", "guess", "guess_of_file", "only_format", "peek"]

EMPTY = "the text is empty"
"""What is wrong with a text without a line."""

HEAD = 1 << 16
"""Characters to look at if they have enough lines; one board of 36x36 with its candidates is longer."""

_ENOUGH = 101  # lines: two grids of 36 rows, one with rulers, or the first rows of a table with its header
_MOST = 1 << 20
_PATIENCE = 100  # records of a reader in which a puzzle is looked for

_LOOKED_FOR = "a line of 81 cells, rows of a grid, candidates, a list, CSV, JSON"


def peek(lines: Iterator[Line]) -> tuple[list[Line], Iterator[Line]]:
    """Take lines until they show the format; return them, and all lines from the first on."""
    head, size = [], 0
    for number, text in lines:
        head.append((number, text))
        size += len(text) + 1
        if size >= (HEAD if len(head) >= _ENOUGH else _MOST):
            break
        if text and not PLAIN_ROW.fullmatch(text) and format_of_line(text):
            break
    return head, itertools.chain(head, lines)


def guess(head: list[Line]) -> tuple[str, bool]:
    """Return the name of the format, and whether it is certain; False names the nearest format.

    Raises `UnknownFormat` if no format comes near.
    """
    heads = _Heads(head)
    texts = heads.texts
    if name := format_of_line(texts[0]):
        return name, True
    asked = heads.asked()
    for name, clues, view in asked:
        if clues.sure and clues.sure(view):
            return name, True
    likely = [name for name, clues, view in asked if clues.likely and clues.likely(view)]
    for name in likely:
        if _finds_a_puzzle(name, head, 1):
            return name, True
    for text in texts[1:]:
        if name := format_of_line(text):
            # Above a board of one line stands something else, and below it may be boards in rows.
            return (name, True) if name != "line" or cells_like(texts[0]) else ("grid", False)
    for name in likely:
        if _finds_a_puzzle(name, head, _PATIENCE):
            return name, True
    scores = [nearest([name], view) for name, _, view in asked]
    best, name = max(scores, key=itemgetter(0))
    if best:
        return name, False
    raise UnknownFormat(
        _unlike_all(texts[0], heads["#"].joined), text=texts[0], line=heads["#"].lines[0][0]
    )


def guess_of_file(head: list[Line], source: str | None) -> str:
    """Return the format that a text shows; the name of a YAML file decides what the text leaves open."""
    is_yaml = _has_suffix(source, ".yaml", ".yml")
    try:
        name, sure = guess(head)
    except UnknownFormat as error:
        if is_yaml and error.text:
            return "yaml"
        raise
    return "yaml" if is_yaml and not sure else name


def only_format(head: list[Line], source: str | None) -> str | None:
    """Return the format of a text that has nothing else, None where boards in many forms may be below each other.

    Only the formats are asked that may have a text for themselves; a file whose name says so is asked for all.
    """
    heads, of_rows = _Heads(head), FORMATS["jsonl"].suffixes
    rows = [text for _, text in head[:9]]
    if (
        len(rows) == 9
        and all(map(PLAIN_ROW.fullmatch, rows))
        and not any(text.startswith(("#", "[")) for _, text in head)  # headers of a saved game
    ):
        return None
    name = format_of_line(heads.texts[0])
    if name is None and (_has_suffix(source, ".yaml", ".yml", *of_rows) or heads.shows_text()):
        with suppress(UnknownFormat):
            name = guess_of_file(head, source)
    first = next((text.strip() for _, text in head if text.strip()), "")
    if name in ("f-puzzles", "sudokumaker") and first in ("{", "["):
        return name
    if name == "jsonl" and _has_suffix(source, *of_rows):
        return name  # each line is an object, and a bad one does not begin a list of several lines
    return name if name is not None and FORMATS[name].whole else None


def _has_suffix(source: str | None, *suffixes: str) -> bool:
    return source is not None and source.lower().endswith(suffixes)


class _Heads(dict[str, Head]):
    """The beginning of a text by comment characters: a comment of one format may be a line of another."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.texts = self["#"].texts  # a comment in nearly every format
        if not self.texts:
            raise UnknownFormat("found only blank lines and comments" if lines else EMPTY)

    def __missing__(self, comments: str) -> Head:
        self[comments] = Head(self.lines, comments)
        return self[comments]

    def asked(self, *, by_mark: bool = False) -> list[tuple[str, Clues, Head]]:
        """Return the formats whose mark the text has, in their order, with their clues and what these look at.

        ``by_mark`` leaves out those of texts of any look.
        """
        text = "\n".join([line.strip() for line in self["#"].joined.split("\n")])
        found = [name for name, search in marked("text") if search(text)]
        if by_mark:
            found = [name for name in found if ROWS[name].text]
        views = [(name, clues_of(name), self[FORMATS[name].comments]) for name in found]
        return [(name, clues, view) for name, clues, view in views if view.lines]

    def shows_text(self) -> bool:
        """Whether a format with a mark of its own may be shown by the lines together, or by a line below the first."""
        for name, clues, view in self.asked(by_mark=True):
            ways = clues.sure, clues.likely, clues.near
            if any(clue(view) for clue in ways if clue):
                return True
            if clues.line and any(format_of_line(text) == name for text in self.texts):
                return True
        return False


def _finds_a_puzzle(name: str, head: list[Line], limit: int) -> bool:
    """Whether the reader of a format finds a puzzle among the first records."""
    found = itertools.islice(read_by(name, head, ANY_RULES), limit)
    return any(record.puzzle is not None for record in found)


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
