"""A whole board in one text: a column of a table, a value of a JSON object, a string in a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nonet.base.digits import PLAIN_BOARD, read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, IntoRules
from nonet.formats.line import parts_of, plain_size
from nonet.formats.own_digits import values_puzzle
from nonet.formats.puzzles import make_puzzle, make_sukaku, rules_for
from nonet.formats.sukaku import is_marks, marks_from_line
from nonet.formats.text import is_drawn_line, run_of
from nonet.formats.values import board_of, size_of, wrong_length
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules
from nonet.rules.variants import format_rules, own_digits_in

__all__ = [
    "PUZZLE_NAMES",
    "SOLUTION_NAMES",
    "Fields",
    "is_board",
    "is_full",
    "likely_columns",
    "puzzle_of",
    "rules_in_words",
]

PUZZLE_NAMES = (
    "puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "givens", "initial_board",
    "starting_cells", "grid", "board", "clues",
)  # fmt: skip
"""Names of the column with the puzzle, the surest first."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")


def likely_columns(names: Sequence[str]) -> tuple[list[int], bool]:
    """Return the places of the columns that may have the puzzles, the likeliest first, and whether their names say so.

    The puzzles are in the first of them with a board in the first rows. A column that is named as a solution is never
    one of them, since a damaged puzzle must not be replaced.

    >>> likely_columns(["id", "board", "Puzzle"]), likely_columns(["id", "text", "answer"])
    (([2, 1], True), ([0, 1], False))
    """
    lower = [name.strip().lower() for name in names]
    named = [lower.index(name) for name in PUZZLE_NAMES if name in lower]
    others = [place for place, name in enumerate(lower) if name not in SOLUTION_NAMES]
    return named or others, bool(named)


class Fields(dict[str, Any]):
    """The columns of a row of a table, by name and in order; ``puzzle`` names that of the puzzle.

    ``object`` is the object of JSON that the row is, if it is one.
    """

    def __init__(
        self,
        columns: Iterable[tuple[str, Any]],
        *,
        puzzle: str,
        object: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(columns)
        self.puzzle = puzzle
        self.object = object


def is_board(text: str) -> bool:
    """Whether a text is plainly the cells of a board or the candidates of a sukaku.

    >>> is_board("." * 81), is_board("1..2....3....4.."), is_board("2024"), is_board("a" * 16)
    (True, True, False, False)
    """
    if PLAIN_BOARD.fullmatch(text):
        return True  # as most are, at no cost
    text = board_text(text)
    if len(text) < SMALLEST**2 or is_drawn_line(text):
        return False
    if is_marks(text):
        return True
    if (
        len(text) != 81
        and run_of(text) != text
        and len(text.split()) < 100
        and not _has_parts(text)
    ):
        return False
    size = plain_size(text)
    return size is not None and size >= SMALLEST


def _has_parts(text: str) -> bool:
    try:
        return parts_of(text) is not None
    except ParseError:
        return False


def board_text(text: str) -> str:
    """Return the text without white space around it, unless the white space is part of 81 or 729 characters."""
    return text if len(text) in (81, 729) else text.strip()


def is_full(text: str) -> bool:
    """Whether a text that `is_board` is a full board."""
    found = None if is_marks(board_text(text)) else board_of(board_text(text))
    return found is not None and 0 not in found.values


def puzzle_of(text: str, info: dict[str, str] | None, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle of a text that has its cells, as they are, in rows or as a list, or its candidates."""
    if (own := own_digits_in(rules)) is not None:
        return values_puzzle(text, own, info, rules)
    if len(text) == 81:
        return make_puzzle(read_digits(text), info, rules)
    if text.lstrip().startswith("[") and (values := _values_of_list(text, rules)):
        return make_puzzle(values, info, rules)
    text = board_text(text)
    known = size_of(rules) or 0
    marks = (
        len(text) == known**3
        or (len(text) == 729 and sum(map(str.isalpha, text)) < 27)
        or is_marks(text)
    )
    if marks and len(text) != known**2:
        return make_sukaku(marks_from_line(text), info, rules)
    too_small = len(text) < SMALLEST**2 and rules is None
    found = None if too_small else parts_of(text) or board_of(text)
    if found is None:
        raise wrong_length(len(text), column=1, text=text, rules=rules)
    return make_puzzle(found.values, info, rules, spelling=found.spelling)


def _values_of_list(text: str, rules: IntoRules) -> bytes | None:
    """Return the values of a text that is a list, perhaps of lists, None for any other text."""
    from nonet.formats.lists import read_lists  # it reads the texts in a list with `puzzle_of`

    found = list(read_lists(enumerate(text.splitlines(), 1), rules))
    if len(found) != 1:
        return None
    if found[0].error is not None:
        raise ParseError(found[0].error.reason, text=text)
    assert found[0].board is not None
    return bytes(found[0].board.givens)


def rules_in_words(puzzle: Board) -> str:
    """Return the rules in words if they are not the usual ones of the size, else nothing.

    >>> rules_in_words(Puzzle("." * 36, rules="2x3")), rules_in_words(Puzzle("." * 16))
    ('2x3', '')
    """
    size = puzzle.rules.size
    known = size >= SMALLEST and puzzle.rules == _usual(size)
    return "" if known else format_rules(puzzle.rules)


def _usual(size: int) -> Rules | None:
    try:
        return rules_for(size)
    except ParseError:
        return None
