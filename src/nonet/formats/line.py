"""One puzzle per line: 81 characters, or as many as the board has cells, and perhaps a comment after them.

Nearly every collection looks like this, so this reader is fast: a plain line of 81 characters costs a few calls that
run in C. Only other lines are examined character by character, to find a board of another size or to say what is wrong.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from nonet.base.digits import BLANKS, read_digits, side_of
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, Clues, Format, Head, Holds, IntoRules, Line, Record, each
from nonet.formats.labelled import (
    boards_on,
    looks_like_cells,
    named_cells,
    named_rows,
    whole_line_format,
)
from nonet.formats.line_cells import (
    are_marks,
    has_short_boards,
    is_line_board,
    parse_line,
    plain_size,
)
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.text import DRAWN_LINE, inside_tags, is_comment, remark_of
from nonet.formats.values import spelling_of
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError

__all__ = ["FORMATS", "read_lines"]


_BOARD = re.compile(rf"(?<![\w.*-])[1-9{re.escape(BLANKS)}]{{81}}(?![\w.*-])")
_BLANKS = set(BLANKS)


def _several(line: str) -> list[tuple[str, str]]:
    """Return the classic boards on a line with more than one to be solved, each with the full one after it."""
    if len(line) < 163 or is_comment(line):
        return []
    boards: list[tuple[str, str]] = []
    for text in _BOARD.findall(line):
        if set(text) & _BLANKS:
            boards.append((text, ""))
        elif boards:
            boards[-1] = boards[-1][0], text
    return boards if len(boards) > 1 and whole_line_format(line) is None else []


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
            elif len(line) >= 729 and (are_marks(line) or whole_line_format(line)):
                yield from boards_on(number, line, rules) or [
                    Record(parse_line(line, rules), None, number, line)
                ]
            elif (
                line
                and not line.isspace()
                and not (is_comment(line) or DRAWN_LINE.fullmatch(line.strip()))
            ):
                yield Record(parse_line(line, rules), None, number, line)
        except ParseError as error:
            _, inside = inside_tags(line)
            records = (
                list(read_lines([(number, inside)], rules)) if inside not in ("", line) else []
            )
            if any(record.board is None for record in records) or not records:
                records = boards_on(number, line, rules) or [Record.bad(error, number, line)]
            yield from records


# -- recognising ----------------------------------------------------------------------------------


def _is_near(head: Head) -> int:
    """Score small or empty boards with 100, a run of characters that look like cells or have a name with 40."""
    if any((plain_size(text) or 0) >= SMALLEST for text in head.texts):
        return 100
    lines = {"".join(text.split()) for text in head.texts}
    if all(
        len(line) >= SMALLEST**2 and side_of(len(line)) and set(line) in ({"."}, {"0"})
        for line in lines
    ):
        return 100
    if 100 <= len(head.first) < 1000 and (named_cells(head.first) or named_rows(head.first)):
        return 40
    for line in [row.line for row in head.shapes[:200] if not row.is_border]:
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
