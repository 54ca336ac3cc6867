"""Names of columns of a table: those of a puzzle, and others for those of one name, the same in CSV and Arrow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

__all__ = ["PUZZLE_NAMES", "SOLUTION_NAMES", "distinct_names"]

PUZZLE_NAMES = (
    "puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "givens", "initial_board",
    "starting_cells", "grid", "board", "clues",
)  # fmt: skip
"""Names of the column with the puzzle, the surest first."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return names of columns of which no two are the same.

    >>> distinct_names(["id", "note", "note", "note"])
    ['id', 'note', 'note 2', 'note 3']
    """
    found, often = dict[str, None](), Counter[str]()
    for name in names:
        often[name] += 1
        other = name if often[name] == 1 else f"{name} {often[name]}"
        while other in found:
            often[name] += 1
            other = f"{name} {often[name]}"
        found[other] = None
    return list(found)
