"""One puzzle per line: 81 characters, or as many as the board has cells, and perhaps a comment after them.

Nearly every collection looks like this, so this reader is fast: a plain line of 81 characters costs a few calls that
run in C. Only other lines are examined character by character, to find a board of another size or to say what is wrong.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from nonet.base.digits import BLANKS, Cells, digit_value, read_digits, side_of
from nonet.base.errors import ParseError
from nonet.boards.grid import Grid
from nonet.formats.base import SMALLEST, Clues, Format, Head, Holds, IntoRules, Line, Record, each
from nonet.formats.labelled import boards_on, looks_like_cells, whole_line_format
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.shape import shape
from nonet.formats.sukaku import is_table_row
from nonet.formats.text import (
    SEPARATORS,
    comment_of,
    inside_tags,
    is_comment,
    is_drawn_line,
    plain,
    remark_of,
    run_of,
)
from nonet.formats.values import board_of, size_of, spelling_of, values_of, wrong_length
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import ANY_RULES

__all__ = [
    "FORMATS",
    "has_short_boards",
    "is_line_board",
    "parse_line",
    "parts_of",
    "plain_size",
    "read_lines",
]


_DIGITS = set("123456789")

_FIELDS = re.compile(r"[,;]\s*|\s+")
_BOARD = re.compile(r"(?<![\w.*-])[0-9.*_-]{81}(?![\w.*-])")
_BLANKS = set("0.*_-")


def parse_line(line: str, rules: IntoRules = None) -> Puzzle:
    """Read one line with its comment."""
    indent = len(line) - len(line.lstrip())
    problem: ParseError | None = None
    # Spaces at the beginning are an indent, or else empty cells of a line of exactly 81 characters.
    for start in dict.fromkeys((indent, 0)):
        symbols, rest = line[start : start + 81], line[start + 81 :]
        parted = any(char.isspace() or char in ",;" for char in symbols)
        if len(symbols) < 81 or (
            rest and (parted or not (rest[0] in SEPARATORS or rest[0].isspace()))
        ):
            continue
        try:
            comment = comment_of(rest)
            return make_puzzle(
                read_digits(symbols), {"comment": comment} if comment else None, rules
            )
        except ParseError as error:
            if error.column is None:
                raise
            problem = problem or _moved(error, line, start)
    fields = _FIELDS.split(line.strip())
    if len(fields) == 81 and all(len(field) == 1 for field in fields):
        return make_puzzle(read_digits("".join(fields)), None, rules)
    try:
        puzzle = _other_size(line, indent, rules)
    except ParseError as error:
        raise problem or error from None
    if puzzle is not None:
        return puzzle
    text = line.strip()  # its cells end at the first separator, unless spaces are blanks
    count = len(text) if set(text) <= _DIGITS | {" "} else len(run_of(text))
    raise problem or wrong_length(count, column=indent + 1, text=line, rules=rules)


def _moved(error: ParseError, line: str, start: int) -> ParseError:
    """Return the error with its column counted in the line."""
    column = None if error.column is None else error.column + start
    return ParseError(error.reason, text=line, column=column)


def _other_size(line: str, indent: int, rules: IntoRules) -> Puzzle | None:
    """Read a board of any size; return None if no board has this many cells."""
    text = line.strip()
    symbols = run_of(text)
    if not _may_be_a_run(symbols, text, rules):
        symbols = text.partition(" #")[0].rstrip()
        fields = _FIELDS.split(symbols)
        parted = len(re.findall("[,;]", symbols)) in (0, len(fields) - 1)  # not "1,2 3"
        if parted and all(fields) and len(fields) >= 16 and side_of(len(fields)):
            return _found(symbols, re.sub("[,;]", " ", symbols), line, indent, rules)
        try:
            parts = parts_of(symbols)
        except ParseError as error:
            raise _moved(error, line, indent) from None
        if parts is not None:
            comment = comment_of(line[indent + len(symbols) :])
            info = {"comment": comment} if comment else None
            return make_puzzle(parts.values, info, rules, spelling=parts.spelling)
        if 16 <= len(line) < 100 and side_of(len(line)) and len(set(line) - _DIGITS) == 1:
            found = values_of(list(line))  # the blank is a space or a separator
            return make_puzzle(found.values, None, rules)
        return None
    return _found(symbols, symbols, line, indent, rules)


def parts_of(text: str) -> Cells | None:
    """Return the values of a board with white space between its rows or boxes, None for any other text.

    Raises `ParseError` with the column of a character that is not a digit of the board.

    >>> parts_of("1..2 .... 3... .4..").values[:4], parts_of("1..2....3....4..")
    (b'\\x01\\x00\\x00\\x02', None)
    """
    words = text.split()
    cells = "".join(words)
    side = side_of(len(cells))
    if (
        side is None
        or side < 4
        or len(words) == 1
        or len(set(map(len, words))) > 1
        or len(words[0]) == 1
        or side % len(words[0])
        or all(list(word) == sorted(set(word) & _DIGITS) for word in words)  # candidates
    ):
        return None
    try:
        return values_of(list(cells))
    except ParseError as error:
        columns = [column for column, char in enumerate(text, 1) if not char.isspace()]
        column = columns[(error.column or 1) - 1]
        raise ParseError(error.reason, text=text, column=column) from None


def _found(symbols: str, evened: str, line: str, indent: int, rules: IntoRules) -> Puzzle | None:
    """Return the puzzle of the cells, with the text after them as its comment."""
    try:
        found = board_of(evened)
    except ParseError as error:
        raise _moved(error, line, indent) from None
    if found is None:
        return None
    comment = comment_of(line[indent + len(symbols) :])
    info = {"comment": comment} if comment else None
    return make_puzzle(found.values, info, rules, spelling=found.spelling)


def _may_be_a_run(symbols: str, text: str, rules: IntoRules) -> bool:
    """Whether a run of characters has the length of a board; one below 4x4 needs rules from the caller."""
    side = side_of(len(symbols))
    if side is None:
        return (
            len(symbols) >= 200 and len(symbols) % 2 == 0 and side_of(len(symbols) // 2) is not None
        )
    if side >= 4 or rules is None:
        return side >= 4
    fits = all((digit_value(symbol) or 0) <= side for symbol in symbols)
    return side == size_of(rules) or (size_of(rules) is None and symbols == text and fits)


def plain_size(text: str) -> int | None:
    """Return the size of the board on a line, None if the line may be something else.

    A short text is a board only if it has digits of that board, one usual blank character, and nothing else.

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
    return None if _are_marks(text) else size


def _are_marks(text: str) -> bool:
    """Whether a line has the candidates of a classic board, perhaps with a mistake, and not a board of 27x27."""
    return len(run_of(text.strip())) == 729 and sum(char.isalpha() for char in text) < 27


def _is_plain(text: str, givens: Grid) -> bool:
    """Whether a short text looks like a board: one usual blank, or no blank and every digit."""
    symbols = "".join(_FIELDS.split(plain(text)))[: len(givens)]
    blanks = set(symbols) - _DIGITS
    if len(symbols) < len(givens) or len(blanks) > 1 or not blanks <= set(BLANKS + "xX?"):
        return False
    if givens.size < 4 and (not blanks or len(text) > len(givens)):
        return False
    return bool(blanks) or len(set(givens)) == givens.size


def _several(line: str) -> list[tuple[str, str]]:
    """Return the classic boards on a line with more than one to be solved, each with the full one after it."""
    if len(line) < 163 or is_comment(line):
        return []
    found: list[tuple[str, str]] = []
    for text in _BOARD.findall(line):
        if set(text) & _BLANKS:
            found.append((text, ""))
        elif found:
            found[-1] = found[-1][0], text
    return found if len(found) > 1 and whole_line_format(line) is None else []


def read_lines(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read lines of cells; skip blank lines and comments."""
    new = Puzzle._trusted if rules is None else functools.partial(make_puzzle, rules=rules)
    for number, line in lines:
        try:
            if len(line) == 81 and line[0] not in "# \t-_*":
                try:
                    puzzle = new(read_digits(line), None)
                except ParseError:  # perhaps a small board with a comment
                    puzzle = parse_line(line, rules)
                yield Record(puzzle, None, number, line)
            elif several := _several(line):
                for text, solution in several:
                    info = {"solution": solution} if solution else None
                    yield Record(make_puzzle(read_digits(text), info, rules), None, number, text)
            elif len(line) >= 729 and (_are_marks(line) or whole_line_format(line)):
                yield from boards_on(number, line, rules) or [
                    Record(parse_line(line, rules), None, number, line)
                ]
            elif (
                line
                and not line.isspace()
                and not (is_comment(line) or is_drawn_line(line.strip()))
            ):
                yield Record(parse_line(line, rules), None, number, line)
        except ParseError as error:
            _, inside = inside_tags(line)
            found = list(read_lines([(number, inside)], rules)) if inside not in ("", line) else []
            if any(record.board is None for record in found) or not found:
                found = boards_on(number, line, rules) or [Record.bad(error, number, line)]
            yield from found


# -- recognising ----------------------------------------------------------------------------------

_SHORT = range(SMALLEST, 37)  # cells of a board that may also be a row of a larger one


def is_line_board(text: str) -> bool:
    """Whether a line is a board, and not a row of a grid, of candidates or of a frame."""
    if len(text) <= _SHORT[-1]:
        return False
    size = plain_size(text)
    if size is None or size < SMALLEST or size**2 in _SHORT:
        return False
    return not (shape(text).is_candidate_row or shape(text).is_border or is_table_row(text))


def has_short_boards(head: Head) -> bool:
    """Whether the first line is a small board of its own, and not a row of a grid.

    Sixteen rows of 16 characters are a 16x16 grid, unless each of them is a 4x4 board.
    """
    size = plain_size(head.first)
    if size is None or size**2 not in _SHORT:
        return False
    if len(head.texts) >= size and all(map(is_table_row, head.texts[:size])):
        return False  # groups of candidates, one for each cell
    rows = head.texts[: size**2]
    if len(rows) == size**2 and size < SMALLEST:
        return False
    if all(plain_size(text) == size for text in rows):
        return True
    return not all(len(shape(text).cells) == size**2 for text in rows)


def _is_near(head: Head) -> int:
    """Score small or empty boards with 100, a run of characters that look like cells with 40."""
    if any((plain_size(text) or 0) >= SMALLEST for text in head.texts):
        return 100
    lines = {"".join(text.split()) for text in head.texts}
    if all(
        len(line) >= SMALLEST**2 and side_of(len(line)) and set(line) in ({"."}, {"0"})
        for line in lines
    ):
        return 100
    for line in (text.strip() for text in head.plain[:200] if not shape(text).is_border):
        for run in ((line.split() or [""])[0], line[:81] if len(line) < 100 else ""):
            if len(run) >= 41 and looks_like_cells(run):
                return 40
    return 0


# -- writing --------------------------------------------------------------------------------------


def write_line(puzzle: Puzzle, *, blank: str = ".", comment: bool = True) -> str:
    """Write the cells in the spelling that was read, and the comment after ``#``."""
    text = puzzle.givens.text(blank=blank, spelling=spelling_of(puzzle))
    remark = remark_of(puzzle, comment)
    if len(remark) > SMALLEST**2 and len(list(read_lines([(1, text + remark)]))) > 1:
        raise PuzzleError(
            "the comment has a board in it, which would be another puzzle; use 'csv'", puzzle=puzzle
        )
    return text + remark


FORMATS = (
    Format(
        "line",
        "one line of cells per puzzle, 81 characters on a classic board, then perhaps a comment",
        (".txt", ".sudoku"),
        "info other than the comment, which becomes one line",
        EXAMPLE + " # well known",
        read_lines,
        each(write_line),
        Clues(line=is_line_board, sure=has_short_boards, near=_is_near),
        holds=Holds(rules="usual"),
        remark="#",
    ),
    Format(
        "sdm",
        "one line of digits per puzzle, 81 on a classic board, 0 for an empty cell",
        (".sdm",),
        "all info",
        EXAMPLE.replace(".", "0"),
        read_lines,
        each(lambda puzzle: puzzle.givens.text(blank="0")),
        holds=Holds(range(1, 10), "usual"),
        remark="#",
    ),
)
