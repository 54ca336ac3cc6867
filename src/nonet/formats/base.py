"""What all formats share: the shapes of a reader and a writer, a record, a row of the table.

A reader turns numbered lines into records and never raises for a bad puzzle: the error takes the
puzzle's place, so that the caller decides whether to stop. A writer is started once per file, since
some formats open with a header, and then turns puzzles into text one by one.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from nonet.errors import ParseError, PuzzleError
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC

__all__ = ["Format", "Line", "Reader", "Record", "Start", "bare", "each", "each_line", "plain"]

Line: TypeAlias = tuple[int, str]
Reader: TypeAlias = "Callable[[Iterable[Line]], Iterator[Record]]"
Start: TypeAlias = Callable[..., Callable[[Puzzle], str]]


@dataclass(frozen=True, slots=True)
class Record:
    """One place in a file: the puzzle there, or the error in its stead.

    ``line`` is the line on which the record begins (from 1), ``text`` what stands there.

    >>> from nonet.formats import records
    >>> for record in records(["5" * 81, "5" * 80]):
    ...     print(record.line, record.error or "fine")
    1 fine
    2 line 2, column 81: 81 cells are needed, here are 80
    """

    puzzle: Puzzle | None
    error: ParseError | None
    line: int
    text: str

    @classmethod
    def bad(cls, error: ParseError, line: int, text: str) -> Record:
        """Return the record of an error; the place is filled in where the error knows none."""
        if error.line is None:
            error = error.at(line=line)
        error.text = error.text or text
        return cls(None, error, line, text)


@dataclass(frozen=True)
class Format:
    """One row of the table of formats.

    ``loses`` says in words what a puzzle leaves behind when it is written this way; ``example`` is
    a complete text that the reader reads. ``separator`` stands between two puzzles of one file;
    None means that a file holds one puzzle.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdm"].suffixes, FORMATS["sdm"].can_write
    (('.sdm',), True)
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    loses: str
    example: str = field(repr=False)
    reader: Reader | None = field(repr=False, compare=False)
    start: Start | None = field(default=None, repr=False, compare=False)
    separator: str | None = field(default="", repr=False)

    @property
    def can_read(self) -> bool:
        """Whether nonet reads the format."""
        return self.reader is not None

    @property
    def can_write(self) -> bool:
        """Whether nonet writes the format."""
        return self.start is not None


def each(convert: Callable[..., str]) -> Start:
    """Make a `Start` of a function that needs nothing but the puzzle and the options."""

    def start(**options: object) -> Callable[[Puzzle], str]:
        return functools.partial(convert, **options)

    return start


def each_line(parse_one: Callable[[str], Puzzle]) -> Reader:
    """Make a reader of a function that reads one line; blank lines and ``#`` lines are skipped."""

    def read(lines: Iterable[Line]) -> Iterator[Record]:
        for number, text in lines:
            head = text.lstrip()
            if not head or head[0] == "#":
                continue
            try:
                yield Record(parse_one(text), None, number, text)
            except ParseError as error:
                yield Record.bad(error, number, text)

    return read


def bare(puzzle: Puzzle, name: str, *, marks: bool = False) -> Puzzle:
    """Return the puzzle if the format can hold it: classic rules, and marks only where allowed."""
    if puzzle.rules != CLASSIC:
        raise PuzzleError(
            f"the format {name!r} holds classic 9x9 puzzles only, this one has other rules",
            puzzle=puzzle,
        )
    if puzzle.marks is not None and not marks:
        raise PuzzleError(
            f"the format {name!r} cannot hold the candidates of a sukaku; use 'sukaku', 'pm' or"
            " 'jsonl'",
            puzzle=puzzle,
        )
    return puzzle


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space: it must stay on its line."""
    return " ".join(text.replace("\0", " ").split())


_WORD = re.compile(r"[^\W\d_]{2,}")


def has_word(text: str) -> bool:
    """Whether there is a word in it: two letters in a row that are not a repeated blank sign.

    >>> has_word("Grid 01"), has_word("xx3x2x6xx")
    (True, False)
    """
    return any(len(set(match[0].lower())) > 1 for match in _WORD.finditer(text))


def plain(text: str) -> str:
    r"""Return the text with digits of every script as 0-9 and box drawing as ``| - +``.

    The length stays, so that a column counted in the answer is a column of the original.

    >>> plain("│ \N{EXTENDED ARABIC-INDIC DIGIT FIVE} 3 . ║"), plain("╔═╤")
    ('| 5 3 . |', '+-+')
    """
    return text if text.isascii() else "".join(map(_plain_char, text))


@functools.lru_cache(maxsize=4096)
def _plain_char(char: str) -> str:
    if ord(char) < 128:
        return char
    value = unicodedata.decimal(char, None)
    if value is not None:
        return str(value)
    if char.isspace():
        return " "
    if char in "│┃║╎╏┆┇┊┋":
        return "|"
    if char in "─━═╌╍┄┅┈┉‐‑‒–—―−":  # noqa: RUF001 - rules and dashes as people paste them
        return "-"
    return "+" if "\u2500" <= char <= "\u257f" else char
