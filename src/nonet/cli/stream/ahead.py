"""The columns of several files, before the first row is written: a table has one header for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from nonet.tables.inputs import Source

__all__ = ["Ahead", "columns_ahead"]

_ROWS = 100  # of each file that are looked at


@dataclass
class Ahead:
    """The columns of the first rows of all files, ``puzzle`` that of the puzzles, and what `convert` has beside it."""

    columns: list[str] = field(default_factory=list)
    puzzle: str | None = None
    beside: list[str] = field(default_factory=list)


def columns_ahead(
    sources: Sequence[Source], format: str | None, rules: str | None, column: str | None
) -> Ahead:
    """Look at the beginnings of files; a pipe cannot be read twice, and is not looked at."""
    from nonet.base.errors import ParseError
    from nonet.formats import records
    from nonet.formats.source import lines_of_text
    from nonet.formats.tables import columns_for
    from nonet.puzzle import Puzzle
    from nonet.tables.batches import CHUNK, puzzle_column, renamed
    from nonet.tables.inputs import open_input

    found = Ahead()
    for source in sources:
        if source.path is None or source.size is None:
            continue
        try:
            with open_input(source) as opened:
                (head, _), form = opened.beginning(CHUNK // 4), opened.format or format
        except ParseError:  # it is reported in its turn
            continue
        lines = (text for _, text in lines_of_text(head.decode("utf-8-sig", "replace")))
        for record in islice(records(lines, format=form, rules=rules, column=column), _ROWS):
            if not isinstance(record.board, Puzzle):
                continue
            beside = columns_for(record.board)
            own, puzzle = record.fields or ["puzzle", *beside], puzzle_column(record.fields)
            found.puzzle = found.puzzle or puzzle
            names = renamed(dict.fromkeys(own), puzzle, found.puzzle)
            found.columns += [name for name in names if name not in found.columns]
            found.beside += [name for name in beside if name not in found.beside]
    return found
