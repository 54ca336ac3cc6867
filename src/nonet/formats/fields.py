"""A whole board in one text: a column of a table, a value of a JSON object, a string in a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.base.column_names import PUZZLE_NAMES, SOLUTION_NAMES
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, IntoRules, has_usual_rules
from nonet.formats.line_cells import is_board, is_full, puzzle_of_cells
from nonet.formats.lists import read_lists
from nonet.formats.own_digits import values_puzzle
from nonet.formats.puzzles import make_puzzle
from nonet.puzzle import Board, Puzzle
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


class Fields(dict[str, object]):
    """The columns of a row of a table, by name and in order; ``puzzle`` names that of the puzzle.

    ``object`` is the object of JSON that the row is, if it is one.
    """

    def __init__(
        self,
        columns: Iterable[tuple[str, object]],
        *,
        puzzle: str,
        origin: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(columns)
        self.puzzle = puzzle
        self.origin = origin


def puzzle_of(text: str, info: dict[str, str] | None, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle of a text that has its cells, as they are, in rows or as a list, or its candidates."""
    if (own := own_digits_in(rules)) is not None:
        return values_puzzle(text, own, info, rules)
    if (
        text.lstrip().startswith("[")
        and len(text) != 81
        and (values := _values_of_list(text, rules))
    ):
        return make_puzzle(values, info, rules)
    return puzzle_of_cells(text, info, rules)


def _values_of_list(text: str, rules: IntoRules) -> bytes | None:
    """Return the values of a text that is a list, perhaps of lists, None for any other text."""
    lists = list(read_lists(enumerate(text.splitlines(), 1), rules))
    if len(lists) != 1:
        return None
    if lists[0].error is not None:
        raise ParseError(lists[0].error.reason, text=text)
    assert lists[0].board is not None
    return bytes(lists[0].board.givens)


def rules_in_words(puzzle: Board) -> str:
    """Return the rules in words if they are not the usual ones of the size, else nothing.

    >>> rules_in_words(Puzzle("." * 36, rules="2x3")), rules_in_words(Puzzle("." * 16))
    ('2x3', '')
    """
    size = puzzle.rules.size
    known = size >= SMALLEST and has_usual_rules(puzzle.rules)
    return "" if known else format_rules(puzzle.rules)
