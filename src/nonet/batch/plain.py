"""Plain rows of CSV, answered from the bytes of a piece to those of the output.

Neither Arrow nor NumPy is loaded for them: loading the two takes as long as solving half a million rows. A row is plain
if the core finds its fields and its board; a piece with any other row goes the way of all tables, with the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonet.batch.answers import ANSWERS
from nonet.engine import Status, solve_rows
from nonet.engine.delimited import choice_column, text_column, write_table
from nonet.tables.batches import Results

if TYPE_CHECKING:
    from nonet.batch.arrow import Work
    from nonet.tables.csv_scan import Scan

__all__ = ["answered_rows"]

_WORDS = [state.word.encode() for state in Status]
_AT_ONCE = 1 << 12  # rows whose answers stay in the cache until they are written


def answered_rows(data: bytes, names: Sequence[str], rows: Scan, work: Work) -> Iterator[bytes]:
    """Yield plain rows as CSV, many at a time: their columns with those of the search."""
    width, count = len(names) + 1, len(rows.offsets)
    results = Results(min(count, _AT_ONCE), 81)
    assert work.column is not None
    added = work.names(names, work.column)
    for lo in range(0, count, _AT_ONCE):
        hi = min(count, lo + _AT_ONCE)
        solve_rows(
            data,
            hi - lo,
            offsets=rows.offsets[lo:hi],
            limit=work.limit,
            budget=work.budget,
            solutions=results.solutions if "solution" in added else None,
            solution_stride=results.width,
            as_text=True,
            counts=results.counts,
            status=results.status,
            guesses=results.guesses if "guesses" in added else None,
        )
        fields = rows.fields[lo * width : hi * width]
        own = {
            name: text_column(data, fields, place, width, gap=1, quote=True)
            for place, name in enumerate(names)
        }
        answers = {"status": choice_column(_WORDS, results.status)}
        for name in work.columns:
            if (cells := ANSWERS[name].cells) is not None:
                answers[name] = cells(results, bytes(results.status), work.limit)
        columns = own | {name: answers[answer] for answer, name in added.items()}
        yield write_table(list(columns.values()), hi - lo)
