"""One puzzle per line: 81 signs, or as many as the board has cells, perhaps with a remark behind them.

Nearly every collection is kept like this, so this reader is the fast one: a good line of 81 signs costs a few
calls that run in C, and only a line that fails them is looked at sign by sign: to find a board of another size in
it, or to say what is wrong.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from nonet.digits import BLANKS, side_of
from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import (
    Format,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
    each_line,
    one_line,
    plain,
)
from nonet.formats.boards import (
    ANY_RULES,
    board,
    cells,
    make,
    size_of,
    spelling_of,
    values_of,
    wrong_length,
)
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = [
    "BANK",
    "CLASSIC_ONLY",
    "FORMATS",
    "GSF",
    "SEPARATORS",
    "comment_of",
    "is_comment",
    "parse_line",
    "plain_size",
    "read_lines",
    "remark_of",
    "run_of",
]

SEPARATORS = "#,; \t"
"""What may follow the cells of a line before a remark."""

_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_DIGITS = set("123456789")
_RUN = re.compile(r"[^\s#,;]*")
_FIELDS = re.compile(r"[,;]\s*|\s+")


def comment_of(rest: str) -> str:
    """Return the remark behind the cells without its separator.

    >>> comment_of("  # easy, no. 1"), comment_of(",27"), comment_of("\\t")
    ('easy, no. 1', '27', '')
    """
    rest = rest.strip()
    return rest[1:].strip() if rest[:1] in ("#", ",", ";") else rest


def run_of(text: str) -> str:
    """Return the signs in front of the first separator.

    >>> run_of("1..2....3....4.. # easy")
    '1..2....3....4..'
    """
    match = _RUN.match(text)
    return match[0] if match else ""


def parse_line(line: str, rules: IntoRules = None) -> Puzzle:
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
            return make(cells(signs), {"comment": comment} if comment else None, rules)
        except ParseError as error:
            if error.column is None:
                raise
            problem = problem or _moved(error, line, start)
    fields = _FIELDS.split(line.strip())
    if len(fields) == 81 and all(len(field) == 1 for field in fields):
        return make(cells("".join(fields)), None, rules)
    try:
        puzzle = _other_size(line, indent, rules)
    except ParseError as error:
        raise problem or error from None
    if puzzle is not None:
        return puzzle
    raise problem or wrong_length(_count(line.strip()), column=indent + 1, text=line, rules=rules)


def _separates(char: str) -> bool:
    return char in SEPARATORS or char.isspace()


def _moved(error: ParseError, line: str, start: int) -> ParseError:
    """Return the error with its column counted in the line."""
    column = None if error.column is None else error.column + start
    return ParseError(error.reason, text=line, column=column)


def _other_size(line: str, indent: int, rules: IntoRules) -> Puzzle | None:
    """Read a board of any size, None if there are not so many signs on the line."""
    text = line.strip()
    signs = run_of(text)
    if not _may_be_a_run(signs, text, rules):
        signs = text.partition(" #")[0].rstrip()
        fields = _FIELDS.split(signs)
        parted = len(re.findall("[,;]", signs)) in (0, len(fields) - 1)  # "1,2 3" is neither
        if parted and all(fields) and len(fields) >= 16 and side_of(len(fields)):
            return _found(signs, re.sub("[,;]", " ", signs), line, indent, rules)
        if _are_parts(signs.split()):
            return _found_parts(signs, line, indent, rules)
        if 16 <= len(line) < 100 and side_of(len(line)) and len(set(line) - _DIGITS) == 1:
            found = values_of(list(line))  # the blank is a space or a separator
            return make(found.values, None, rules)
        return None
    return _found(signs, signs, line, indent, rules)


def _are_parts(words: list[str]) -> bool:
    """Whether words are the rows of a board, or the rows of its boxes, and not a row of candidates."""
    side = side_of(sum(map(len, words)))
    return (
        side is not None
        and side >= 4
        and len(words) > 1
        and len(set(map(len, words))) == 1
        and side % len(words[0]) == 0
        and not all(list(word) == sorted(set(word) & _DIGITS) for word in words)
    )


def _found_parts(text: str, line: str, indent: int, rules: IntoRules) -> Puzzle:
    """Return the puzzle of a line with spaces between its rows or boxes."""
    columns = [indent + i for i, char in enumerate(text, 1) if not char.isspace()]
    try:
        found = values_of(list("".join(text.split())))
    except ParseError as error:
        column = columns[(error.column or 1) - 1]
        raise ParseError(error.reason, text=line, column=column) from None
    comment = comment_of(line[indent + len(text) :])
    info = {"comment": comment} if comment else None
    return make(found.values, info, rules, spelling=found.spelling)


def _found(signs: str, evened: str, line: str, indent: int, rules: IntoRules) -> Puzzle | None:
    """Return the puzzle of the signs, and what follows them as its comment."""
    try:
        found = board(evened)
    except ParseError as error:
        raise _moved(error, line, indent) from None
    if found is None:
        return None
    comment = comment_of(line[indent + len(signs) :])
    info = {"comment": comment} if comment else None
    return make(found.values, info, rules, spelling=found.spelling)


def _may_be_a_run(signs: str, text: str, rules: IntoRules) -> bool:
    """Whether a run of signs has the length of a board; one below 4x4 must be asked for by its rules."""
    side = side_of(len(signs))
    if side is None:
        return len(signs) >= 200 and len(signs) % 2 == 0 and side_of(len(signs) // 2) is not None
    if side >= 4 or rules is None:
        return side >= 4
    fits = all(not sign.isdecimal() or int(sign) <= side for sign in signs)
    return side == size_of(rules) or (size_of(rules) is None and signs == text and fits)


def _count(text: str) -> int:
    """Count what was meant to be cells: up to the first separator, or all if spaces are blanks."""
    return len(text) if set(text) <= _DIGITS | {" "} else len(run_of(text))


def plain_size(text: str) -> int | None:
    """Return the size of the board that a line plainly holds, None if it might be something else.

    A short text is one if it has nothing but the digits of a board, some at least, and one usual sign for a blank.

    >>> plain_size("1..2....3....4.."), plain_size("neighbourhoodwatch"), plain_size("." * 16)
    (4, None, None)
    """
    try:
        givens = parse_line(text, ANY_RULES).givens
    except ParseError:
        return None
    size = givens.size
    if size == 9:
        return 9
    if not any(givens) or (size < 8 and not _is_plain(text.strip(), givens)):
        return None
    if len(run_of(text.strip())) == 729 and sum(char.isalpha() for char in text) < 27:
        return None  # 729 signs: candidates, good or bad, of a classic board
    return size


def _is_plain(text: str, givens: Grid) -> bool:
    """Whether a short text is written like a board: no odd blank, and where there is none all digits."""
    signs = "".join(_FIELDS.split(plain(text)))[: len(givens)]
    blanks = set(signs) - _DIGITS
    if len(signs) < len(givens) or len(blanks) > 1 or not blanks <= set(BLANKS + "xX?"):
        return False
    if givens.size < 4 and (not blanks or len(text) > len(givens)):
        return False
    return bool(blanks) or len(set(givens)) == givens.size


def read_lines(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read lines of cells; blank lines and lines that open with ``#`` are skipped."""
    new = Puzzle._trusted if rules is None else functools.partial(make, rules=rules)
    for number, line in lines:
        try:
            if len(line) == 81 and line[0] not in "# \t":
                try:
                    puzzle = new(cells(line), None)
                except ParseError:  # a small board, perhaps, with a remark behind it
                    puzzle = parse_line(line, rules)
                yield Record(puzzle, None, number, line)
            elif line and not line.isspace() and not is_comment(line):
                yield Record(parse_line(line, rules), None, number, line)
        except ParseError as error:
            yield Record.bad(error, number, line)


def is_comment(line: str) -> bool:
    """Whether the line opens with ``#`` and is not a puzzle with ``#`` for its blanks."""
    line = line.lstrip()
    return line[:1] == "#" and not (
        len(line) >= 81 and set("#") < set(line[:81]) <= set("#123456789")
    )


def remark_of(puzzle: Puzzle, comment: bool = True) -> str:
    """Return the comment as it is put behind the cells of a line, with the separator."""
    remark = one_line(puzzle.info.get("comment", "")) if comment else ""
    return f" # {remark}" if remark else ""


def write_line(puzzle: Puzzle, *, blank: str = ".", comment: bool = True) -> str:
    """Write the cells, in the spelling that was read, and the comment, if there is one, behind ``#``."""
    text = puzzle.givens.text(blank=blank, spelling=spelling_of(puzzle))
    return text + remark_of(puzzle, comment)


def write_sdm(puzzle: Puzzle) -> str:
    """Write digits, 0 for a blank."""
    return puzzle.givens.text(blank="0")


# -- two relatives: a number of fields around the 81 cells ----------------------------------------

BANK = re.compile(r"([0-9a-f]{12}) ([0-9.]{81}) +([0-9.]+)")
GSF = re.compile(r"((?:[^,]*,){3}[^,]*),([^,]{81}),([^,]*,.*)")


def parse_bank(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a record of the Sudoku Exchange puzzle bank: hash, digits, rating."""
    match = BANK.fullmatch(line.strip())
    if not match:
        raise ParseError("a puzzle bank record is 12 hexadecimal digits, 81 cells and a rating")
    return make(cells(match[2]), {"id": match[1], "rating": match[3]}, rules)


def write_bank(puzzle: Puzzle) -> str:
    """Write a record of 99 characters; it needs a rating, the hash is computed if it is missing."""
    import hashlib

    digits = puzzle.givens.text(blank="0")
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


def parse_gsf(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of gsf's rated lists: four numbers, the cells, a name and more, by commas."""
    match = GSF.fullmatch(line.strip())
    if not match:
        raise ParseError("a gsf line has 6 commas or more, and 81 cells behind the 4th")
    try:
        values = cells(match[2])
    except ParseError as error:
        column = match.start(2) + (error.column or 0)
        raise ParseError(error.reason, text=line, column=column) from None
    return make(values, {"ratings": match[1], "comment": match[3].strip()}, rules)


def write_gsf(puzzle: Puzzle) -> str:
    """Write the numbers and the name as they were read; 0 where there are none."""
    text = puzzle.givens.text()
    ratings = puzzle.info.get("ratings", "")
    comment = one_line(puzzle.info.get("comment", ""))
    if ratings.count(",") != 3 or "\n" in ratings:
        ratings = "0,0,0,0"
    return f"{ratings},{text},{comment if ',' in comment else comment + ','}"


CLASSIC_ONLY = Holds(rules="classic")
"""What the formats hold that know 9x9 with 3x3 boxes and nothing else."""

FORMATS = (
    Format(
        "line",
        "one line of cells per puzzle, 81 signs on a classic board, a remark behind it",
        (".txt", ".sudoku"),
        "the rules, where they are not the usual ones of the size, and all info but the comment,"
        " which is put on one line",
        _EXAMPLE + " # well known",
        read_lines,
        each(write_line),
    ),
    Format(
        "sdm",
        "one line of digits per puzzle, 81 on a classic board, 0 for a blank",
        (".sdm",),
        "the rules, where they are not the usual ones of the size, and all info",
        _EXAMPLE.replace(".", "0"),
        read_lines,
        each(write_sdm),
        holds=Holds(range(1, 10)),
    ),
    Format(
        "bank",
        "Sudoku Exchange puzzle bank: hash, 81 digits, rating; 100 bytes per record",
        (),
        "all info but id and rating",
        "bbab350d8ae7 " + _EXAMPLE.replace(".", "0") + "  1.2",
        each_line(parse_bank),
        each(write_bank),
        holds=CLASSIC_ONLY,
    ),
    Format(
        "gsf",
        "gsf's rated lists: four ratings, 81 cells, a name and more, between commas",
        (),
        "all info but ratings and comment, which is put on one line",
        "99480,99408,114,1895," + _EXAMPLE + ",Well known,2006",
        each_line(parse_gsf),
        each(write_gsf),
        holds=CLASSIC_ONLY,
    ),
)
