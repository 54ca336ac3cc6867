"""The columns of several files, looked at before the first is written: a table has one header for all."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from nonet.base.errors import ParseError
from nonet.cli.stream.result_columns import FileColumns
from nonet.formats import records
from nonet.formats.source import lines_of_text
from nonet.formats.tables import columns_for
from nonet.puzzle import Puzzle
from nonet.tables.batches import CHUNK, puzzle_column, renamed
from nonet.tables.inputs import open_input

if TYPE_CHECKING:
    from nonet.cli.stream.job import Job

__all__ = ["columns_ahead"]

_ROWS = 100  # of each file that are looked at


def columns_ahead(job: Job) -> FileColumns:
    """Look at the beginnings of files; a pipe cannot be read twice, and is not looked at."""
    ahead = FileColumns()
    for source in job.sources:
        if source.path is None or source.size is None:
            continue
        try:
            with open_input(source) as opened:
                (head, _), form = opened.beginning(CHUNK // 4), opened.format or job.format
        except ParseError:  # it is reported in its turn
            continue
        lines = (text for _, text in lines_of_text(head.decode("utf-8-sig", "replace")))
        for record in islice(
            records(lines, format=form, rules=job.rules, column=job.column), _ROWS
        ):
            if not isinstance(record.board, Puzzle):
                continue
            beside = columns_for(record.board)
            own, puzzle = record.fields or ["puzzle", *beside], puzzle_column(record.fields)
            ahead.puzzle = ahead.puzzle or puzzle
            names = renamed(dict.fromkeys(own), puzzle, ahead.puzzle)
            ahead.columns += [name for name in names if name not in ahead.columns]
            ahead.beside += [name for name in beside if name not in ahead.beside]
    return ahead
