"""One puzzle per line: 81 signs, perhaps with a remark behind them.

Nearly every collection is kept like this, so this reader is the fast one: a good line costs a few
calls that run in C, and only a line that fails them is looked at sign by sign to say what is wrong.
`cells` is also what the other readers use once they have found their 81 signs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import Format, Line, Record, bare, each, each_line, one_line, plain
from nonet.puzzle import Puzzle

__all__ = [
    "BANK",
    "FORMATS",
    "GSF",
    "SEPARATORS",
    "cells",
    "comment_of",
    "parse_line",
    "wrong_length",
]

SEPARATORS = "#,; \t"
"""What may follow the 81 cells of a line before a remark."""

_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_DIGITS = b"123456789"
_VALUES = bytes(i - 48 if 48 <= i <= 57 else 0 for i in range(256))
# Signs that are a blank without further thought; letters other than x are looked at one by one.
_SIGNS = bytes(i for i in range(32, 127) if not chr(i).isalnum()) + b"0xX"
_RUN = re.compile(r"[^\s#,;]*")
_FIELDS = re.compile(r"[,;]\s*|\s+")


def cells(text: str) -> bytes:
    """Return the values of 81 signs (any number of signs, in fact), 0 for a blank.

    The blank is any one sign that is not a digit, or 0. Two kinds of blank are an error: one of
    them is a mistake, and nothing says which.

    >>> cells("12..")
    b'\\x01\\x02\\x00\\x00'
    >>> cells("12.0.")
    Traceback (most recent call last):
        ...
    nonet.errors.ParseError: column 4: two signs for an empty cell, '.' and '0'; only one is allowed
    """
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        return _cells_slowly(text)
    blanks = raw.translate(None, _DIGITS)
    sign = blanks[:1]
    if blanks.strip(sign) or sign not in _SIGNS:
        return _cells_slowly(text)
    return raw.translate(_VALUES)


def _cells_slowly(text: str) -> bytes:
    """Read signs of any script, or say what is wrong with them."""
    signs = plain(text)
    kinds = Counter(char for char in signs if char not in "123456789")
    if kinds:
        # The commonest sign is the blank; on a tie the one that comes first.
        blank = max(kinds, key=lambda char: kinds[char])
        stray = next((i for i, c in enumerate(signs) if c in kinds and c != blank), None)
        if stray is None and kinds[blank] == 1 and blank.isalpha() and blank not in "xX":
            stray = signs.index(blank)
        if stray is not None:
            char = text[stray]
            reason = (
                f"{char!r} is not a digit; an empty cell is written as . or 0"
                if signs[stray].isalpha()
                else f"two signs for an empty cell, {blank!r} and {char!r}; only one is allowed"
            )
            raise ParseError(reason, text=text, column=stray + 1)
    return bytes(int(char) if char in "123456789" else 0 for char in signs)


def wrong_length(count: int, *, column: int, text: str, needed: int = 81) -> ParseError:
    """Return the error for a line with too few or too many cells."""
    return ParseError(
        f"{needed} cells are needed, here are {count}",
        text=text,
        column=column + min(count, needed),
    )


def comment_of(rest: str) -> str:
    """Return the remark behind the cells without its separator.

    >>> comment_of("  # easy, no. 1"), comment_of(",27"), comment_of("\\t")
    ('easy, no. 1', '27', '')
    """
    rest = rest.strip()
    return rest[1:].strip() if rest[:1] in ("#", ",", ";") else rest


def parse_line(line: str) -> Puzzle:
    """Read one line, remark and all."""
    indent = len(line) - len(line.lstrip())
    problem: ParseError | None = None
    # Spaces in front are an indent, or else they are blank cells of a line of exactly 81 signs.
    for start in dict.fromkeys((indent, 0)):
        signs, rest = line[start : start + 81], line[start + 81 :]
        spaced = any(char.isspace() for char in signs)
        if len(signs) < 81 or (rest and (spaced or not _separates(rest[0]))):
            continue
        try:
            comment = comment_of(rest)
            return Puzzle._trusted(cells(signs), {"comment": comment} if comment else None)
        except ParseError as error:
            column = (error.column or 0) + start
            problem = problem or ParseError(error.reason, text=line, column=column)
    fields = _FIELDS.split(line.strip())
    if len(fields) == 81 and all(len(field) == 1 for field in fields):
        return Puzzle._trusted(cells("".join(fields)), None)
    raise problem or wrong_length(_count(line.strip()), column=indent + 1, text=line)


def _separates(char: str) -> bool:
    return char in SEPARATORS or char.isspace()


def _count(text: str) -> int:
    """Count what was meant to be cells: up to the first separator, or all if spaces are blanks."""
    if set(text) <= set("123456789 "):
        return len(text)
    run = _RUN.match(text)
    return len(run[0]) if run else 0


def read_lines(lines: Iterable[Line]) -> Iterator[Record]:
    """Read lines of 81 cells; blank lines and lines that open with ``#`` are skipped."""
    trusted = Puzzle._trusted
    for number, line in lines:
        try:
            if len(line) == 81 and line[0] not in "# \t":
                yield Record(trusted(cells(line), None), None, number, line)
            elif line and not line.isspace() and not is_comment(line):
                yield Record(parse_line(line), None, number, line)
        except ParseError as error:
            yield Record.bad(error, number, line)


def is_comment(line: str) -> bool:
    """Whether the line opens with ``#`` and is not a puzzle with ``#`` for its blanks."""
    line = line.lstrip()
    return line[:1] == "#" and not (
        len(line) >= 81 and set("#") < set(line[:81]) <= set("#123456789")
    )


def write_line(puzzle: Puzzle, *, blank: str = ".", comment: bool = True) -> str:
    """Write 81 signs and the comment, if there is one, behind ``#``."""
    text = bare(puzzle, "line").givens.text(blank=blank)
    remark = one_line(puzzle.info.get("comment", "")) if comment else ""
    return f"{text} # {remark}" if remark else text


def write_sdm(puzzle: Puzzle) -> str:
    """Write 81 digits, 0 for a blank."""
    return bare(puzzle, "sdm").givens.text(blank="0")


# -- two relatives: a number of fields around the 81 cells ----------------------------------------

BANK = re.compile(r"([0-9a-f]{12}) ([0-9.]{81}) +([0-9.]+)")
GSF = re.compile(r"((?:[^,]*,){3}[^,]*),([^,]{81}),([^,]*,.*)")


def parse_bank(line: str) -> Puzzle:
    """Read a record of the Sudoku Exchange puzzle bank: hash, digits, rating."""
    match = BANK.fullmatch(line.strip())
    if not match:
        raise ParseError("a puzzle bank record is 12 hexadecimal digits, 81 cells and a rating")
    return Puzzle._trusted(cells(match[2]), {"id": match[1], "rating": match[3]})


def write_bank(puzzle: Puzzle) -> str:
    """Write a record of 99 characters; it needs a rating, the hash is computed if it is missing."""
    import hashlib

    digits = bare(puzzle, "bank").givens.text(blank="0")
    rating = puzzle.info.get("rating", "")
    if not re.fullmatch(r"[0-9.]{1,4}", rating):
        raise PuzzleError(
            f"the format 'bank' needs info['rating'] of up to 4 digits, this is {rating!r}",
            puzzle=puzzle,
        )
    name = puzzle.info.get("id", "")
    if not re.fullmatch("[0-9a-f]{12}", name):
        name = hashlib.sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]
    return f"{name} {digits} {rating:>4}"


def parse_gsf(line: str) -> Puzzle:
    """Read a line of gsf's rated lists: four numbers, the cells, a name and more, by commas."""
    match = GSF.fullmatch(line.strip())
    if not match:
        raise ParseError("a gsf line has 6 commas or more, and 81 cells behind the 4th")
    try:
        values = cells(match[2])
    except ParseError as error:
        column = match.start(2) + (error.column or 0)
        raise ParseError(error.reason, text=line, column=column) from None
    return Puzzle._trusted(values, {"ratings": match[1], "comment": match[3].strip()})


def write_gsf(puzzle: Puzzle) -> str:
    """Write the numbers and the name as they were read; 0 where there are none."""
    text = bare(puzzle, "gsf").givens.text()
    ratings = puzzle.info.get("ratings", "")
    comment = one_line(puzzle.info.get("comment", ""))
    if ratings.count(",") != 3 or "\n" in ratings:
        ratings = "0,0,0,0"
    return f"{ratings},{text},{comment if ',' in comment else comment + ','}"


FORMATS = (
    Format(
        "line",
        "one line of 81 signs per puzzle, a remark behind it",
        (".txt", ".sudoku"),
        "all info but the comment, which is put on one line",
        _EXAMPLE + " # well known",
        read_lines,
        each(write_line),
    ),
    Format(
        "sdm",
        "one line of 81 digits per puzzle, 0 for a blank",
        (".sdm",),
        "all info",
        _EXAMPLE.replace(".", "0"),
        read_lines,
        each(write_sdm),
    ),
    Format(
        "bank",
        "Sudoku Exchange puzzle bank: hash, 81 digits, rating; 100 bytes per record",
        (),
        "all info but id and rating",
        "bbab350d8ae7 " + _EXAMPLE.replace(".", "0") + "  1.2",
        each_line(parse_bank),
        each(write_bank),
    ),
    Format(
        "gsf",
        "gsf's rated lists: four ratings, 81 cells, a name and more, between commas",
        (),
        "all info but ratings and comment, which is put on one line",
        "99480,99408,114,1895," + _EXAMPLE + ",Well known,2006",
        each_line(parse_gsf),
        each(write_gsf),
    ),
)
