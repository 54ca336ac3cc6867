"""`nonet rate --compare`: how far nonet's ratings agree with those of another program, band by band."""

from __future__ import annotations

import csv
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from nonet.base.errors import ParseError
from nonet.base.exits import FINE, PROBLEM
from nonet.base.numbers import decimal_of
from nonet.boards.grid import Grid
from nonet.cli.single import in_sentences
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.report import Report
from nonet.engine import Status
from nonet.formats.table_start import delimiter_of
from nonet.puzzle.explaining import rated_rows

__all__ = ["compare_with"]

_FIGURES = ("er", "ep", "ed")
# The ends of the bands, in tenths; where the techniques do not suffice a rating is 20.0.
_BANDS = (10, 20, 30, 45, 65, 76, 86, 91, 97, 106, 200)


@dataclass(frozen=True)
class _Pair:
    """A puzzle with the reference's ratings and nonet's, in tenths: ER, EP, ED."""

    puzzle: str
    line: int
    theirs: tuple[int, ...]
    ours: tuple[int, ...]
    status: Status

    @property
    def agrees(self) -> bool:
        """Whether all three figures are equal."""
        return self.theirs == self.ours

    @property
    def size(self) -> tuple[int, ...]:
        """The absolute differences of ER, EP and ED, to sort by."""
        return tuple(abs(a - b) for a, b in zip(self.theirs, self.ours, strict=True))


@in_sentences
def compare_with(path: str, *, budget: int | None, jobs: int | None) -> int:
    """Rate the puzzles of a file and print how the ratings agree; return 0 if all do."""
    with open(path, encoding="utf-8-sig", newline="") as handle:
        rows = list(_rows(path, handle))
    if not rows:
        raise ParseError("contains no puzzle", source=path)
    pairs = _rated(rows, budget, jobs)
    print("\n".join(_table(pairs)))
    differing = [pair for pair in pairs if not pair.agrees]
    apart = sorted(differing, key=lambda pair: pair.size, reverse=True)
    if apart:
        print(f"\nThe {len(apart):,} that differ, largest difference first:\n")
    for pair in apart:
        state = "" if pair.status is Status.UNIQUE else f"  # {pair.status.word}"
        print(f"{pair.puzzle} ED={_text(pair.ours)} not {_text(pair.theirs)}{state}")
    return PROBLEM if apart else FINE


def _rows(path: str, handle: Iterator[str]) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """Yield puzzles, their lines, and their ratings in tenths."""
    first = next(handle, "")
    reader = csv.DictReader(chain([first], handle), delimiter=delimiter_of(first))
    missing = [name for name in ("puzzle", *_FIGURES) if name not in (reader.fieldnames or ())]
    if missing:
        reason = f"no column {missing[0]!r}; the first line must name puzzle, er, ep and ed"
        raise ParseError(reason, line=1, source=path)
    for row in reader:
        line = reader.line_num
        try:
            puzzle = Grid((row["puzzle"] or "").strip())
        except ParseError as error:
            raise ParseError(error.reason, line=line, source=path) from None
        ratings = [decimal_of(row[name] or "", 20) for name in _FIGURES]
        if None in ratings:
            reason = "er, ep and ed must be numbers such as 7.2"
            raise ParseError(reason, line=line, source=path)
        tenths = tuple(round(10 * rating) for rating in ratings if rating is not None)
        if puzzle.size != 9:
            raise ParseError(f"expected 81 cells, found {len(puzzle)}", line=line, source=path)
        yield puzzle.text(), line, tenths


def _rated(
    rows: Sequence[tuple[str, int, tuple[int, ...]]], budget: int | None, jobs: int | None
) -> list[_Pair]:
    report = Report(bar=sys.stderr.isatty(), total=len(rows))
    lock = threading.Lock()

    def count(done: int) -> None:
        with lock:
            report.add(Answers(rows=done), report.rows + done)

    boards = "".join(puzzle for puzzle, _, _ in rows).encode()
    try:
        ratings = rated_rows(boards, len(rows), budget=budget, threads=jobs, progress=count)
    finally:
        report.close()
    return [
        _Pair(*row, tuple(each.figures), each.status)
        for row, each in zip(rows, ratings, strict=True)
    ]


def _text(tenths: Sequence[int]) -> str:
    return "/".join(f"{value / 10:.1f}" for value in tenths)


def _table(pairs: Sequence[_Pair]) -> Iterator[str]:
    """Yield the lines of the table: one for each band of the reference's ER, and one for all."""
    yield "ER of the reference  puzzles   ER equal   EP equal   ED equal   all three"
    for low, high in zip(_BANDS, (*_BANDS[1:], 1 << 16), strict=True):
        band = [pair for pair in pairs if low <= pair.theirs[0] < high]
        name = "20.0 (unsolved)" if low == 200 else f"{low / 10:.1f} - {(high - 1) / 10:.1f}"
        if high == 200:
            name = f"{low / 10:.1f} and above"
        if band:
            yield _shares(name, band)
    rest = [pair for pair in pairs if pair.theirs[0] < _BANDS[0]]
    if rest:
        yield _shares("none", rest)
    yield _shares("all", pairs)


def _shares(name: str, pairs: Sequence[_Pair]) -> str:
    equal = [sum(pair.size[i] == 0 for pair in pairs) for i in range(3)]
    equal.append(sum(pair.agrees for pair in pairs))
    shares = "  ".join(f"{100 * number / len(pairs):8.2f}%" for number in equal)
    return f"{name:<19}  {len(pairs):7,}  {shares}"
