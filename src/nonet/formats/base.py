"""What all formats share: the shapes of a reader and a writer, a record, a row of the table.

A reader turns numbered lines into records and never raises for a bad puzzle: the error takes the
puzzle's place, so that the caller decides whether to stop. A writer is started once per file, since
some formats open with a header, and then turns puzzles into text one by one.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from nonet.errors import ParseError, PuzzleError
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules

__all__ = [
    "Format",
    "Holds",
    "IntoRules",
    "Line",
    "Reader",
    "Record",
    "Start",
    "each",
    "each_line",
    "has_word",
    "one_line",
    "plain",
]

Line: TypeAlias = tuple[int, str]
IntoRules: TypeAlias = "Rules | str | None"
Start: TypeAlias = Callable[..., Callable[[Puzzle], str]]


class Reader(Protocol):
    """Turns numbered lines into records; ``rules`` are those that the caller asks for."""

    def __call__(self, lines: Iterable[Line], rules: IntoRules = None, /) -> Iterator[Record]:
        """Yield the records of the lines."""


@dataclass(frozen=True, slots=True)
class Record:
    """One place in a file: the puzzle there, or the error in its stead.

    ``line`` is the line on which the record begins (from 1), ``text`` what stands there. ``fields`` are
    the columns of a table's row, by name and in order.

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
    fields: Mapping[str, Any] | None = field(default=None, compare=False)

    @classmethod
    def bad(
        cls, error: ParseError, line: int, text: str, fields: Mapping[str, Any] | None = None
    ) -> Record:
        """Return the record of an error; the place is filled in where the error knows none."""
        if error.line is None:
            error = error.at(line=line)
        error.text = error.text or text
        return cls(None, error, line, text, fields)


@dataclass(frozen=True)
class Holds:
    """Which puzzles a format can write at all; what it takes and does not keep is in `Format.loses`.

    ``rules`` is "any", "classic", "boxes" (equal rectangles or none), "squares" (boxes as high as wide) or "regions"
    (of any shape, but not none).
    """

    sizes: Collection[int] = range(1, 37)
    rules: Literal["any", "boxes", "classic", "regions", "squares"] = "any"
    marks: bool = False

    def problem(self, puzzle: Puzzle) -> str | None:
        """Return why a puzzle cannot be written, as the end of a sentence about the format."""
        rules = puzzle.rules
        if self.rules == "classic" and not rules.is_classic:
            kind = "has other rules" if rules.size == 9 else f"is {rules.size}x{rules.size}"
            return f"holds classic 9x9 puzzles only, this one {kind}; use 'jsonl' or 'csv'"
        if rules.size not in self.sizes:
            sizes = _ranges(self.sizes)
            return (
                f"holds boards of {sizes}, this one is {rules.size}x{rules.size}; use 'line',"
                " 'jsonl' or 'csv'"
            )
        if self.rules == "boxes" and rules.is_jigsaw:
            return "cannot draw regions that are no rectangles; use 'jigsaw', 'jsonl' or 'csv'"
        if self.rules == "squares" and not 0 < rules.box_rows == rules.box_columns:
            return "names the side of square boxes, this puzzle has others; use 'jsonl' or 'csv'"
        if self.rules == "regions" and not rules.regions:
            return "needs boxes or regions, this puzzle has none; use 'jsonl' or 'csv'"
        if puzzle.marks is not None and not self.marks:
            return "cannot hold the candidates of a sukaku; use 'sukaku', 'pm' or 'jsonl'"
        return None


def _ranges(sizes: Collection[int]) -> str:
    """Return sizes in words.

    >>> _ranges(range(4, 37)), _ranges((4, 9, 16)), _ranges([16])
    ('4x4 to 36x36', '4x4, 9x9, 16x16', '16x16')
    """
    names = [f"{size}x{size}" for size in sizes]
    together = isinstance(sizes, range) and len(names) > 2
    return f"{names[0]} to {names[-1]}" if together else ", ".join(names)


@dataclass(frozen=True)
class Format:
    """One row of the table of formats.

    ``holds`` says which puzzles can be written, ``loses`` in words what such a puzzle leaves behind;
    ``example`` is a complete text that the reader reads. ``separator`` stands between two puzzles of
    one file; None means that a file holds one puzzle.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdm"].suffixes, FORMATS["sdm"].can_write, FORMATS["sdm"].holds.sizes
    (('.sdm',), True, range(1, 10))
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    loses: str
    example: str = field(repr=False)
    reader: Reader | None = field(repr=False, compare=False)
    start: Start | None = field(default=None, repr=False, compare=False)
    separator: str | None = field(default="", repr=False)
    holds: Holds = field(default=Holds(), repr=False)

    @property
    def can_read(self) -> bool:
        """Whether nonet reads the format."""
        return self.reader is not None

    @property
    def can_write(self) -> bool:
        """Whether nonet writes the format."""
        return self.start is not None

    def check(self, puzzle: Puzzle) -> None:
        """Raise `PuzzleError` if the format cannot hold the puzzle."""
        if puzzle.rules is CLASSIC and puzzle.marks is None and 9 in self.holds.sizes:
            return
        if problem := self.holds.problem(puzzle):
            raise PuzzleError(f"the format {self.name!r} {problem}", puzzle=puzzle)


def each(convert: Callable[..., str]) -> Start:
    """Make a `Start` of a function that needs nothing but the puzzle and the options."""

    def start(**options: object) -> Callable[[Puzzle], str]:
        return functools.partial(convert, **options)

    return start


def each_line(parse_one: Callable[[str, IntoRules], Puzzle]) -> Reader:
    """Make a reader of a function that reads one line; blank lines and ``#`` lines are skipped."""

    def read(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        for number, text in lines:
            head = text.lstrip()
            if not head or head[0] == "#":
                continue
            try:
                yield Record(parse_one(text, rules), None, number, text)
            except ParseError as error:
                yield Record.bad(error, number, text)

    return read


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
