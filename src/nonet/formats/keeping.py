"""Which formats keep a puzzle: the advice where another format cannot hold its constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.puzzle import Board
from nonet.puzzle.errors import PuzzleError

__all__ = ["keeping"]


def keeping(puzzle: Board, names: Iterable[str]) -> Iterator[str]:
    """Yield which of the formats of these names can write the puzzle, as they find out by trying.

    >>> from nonet import Puzzle
    >>> greater = Puzzle("." * 81, rules="3x3 greater:r1c1r1c2")
    >>> list(keeping(greater, ["f-puzzles", "iss", "jsonl"]))
    ['iss', 'jsonl']
    """
    from nonet.formats.table import FORMATS  # the table imports the formats, which ask here

    for name in names:
        fmt = FORMATS[name]
        try:
            if fmt.start is not None and fmt.holds.problem(puzzle) is None:
                fmt.start()(fmt.part_of(puzzle))
                yield name
        except PuzzleError:
            continue
