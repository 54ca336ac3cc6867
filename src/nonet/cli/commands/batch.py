"""`nonet batch`: answers as columns for files of any size, in a run that can be resumed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.base.exits import FINE, PROBLEM, stopped
from nonet.base.filenames import shown
from nonet.base.options import Flag, Names, OutPlace, Text, Whole
from nonet.batch.answers import COLUMNS, check_columns
from nonet.cli.groups import COLUMN, REPLACE, Budget
from nonet.cli.options import usage
from nonet.cli.parameters import FileArgument
from nonet.cli.stream.pipeline import SHOWN
from nonet.cli.stream.status import StatusLine
from nonet.verbs.common import LIMIT, THREADS

if TYPE_CHECKING:
    from nonet.batch import Progress, Summary
    from nonet.batch.files import Executor

__all__ = ["batch"]


def batch(
    *,
    inputs: Annotated[
        list[str],
        FileArgument(
            "Tables, folders or patterns such as 'p*.csv'.",
            metavar="IN",
            several=True,
            required=True,
        ),
    ],
    output: Annotated[
        str,
        OutPlace(
            "A .csv, .jsonl, .parquet or .feather file, or a folder.",
            flags=("--output", "-o"),
            metavar="OUT",
            required=True,
        ),
    ],
    columns: Annotated[
        Sequence[str],
        Names("Answers to add, see above (default: solution).", metavar="NAME,NAME"),
    ] = (),
    distinct: Annotated[bool, Flag("Keep the first of equivalent puzzles instead.")] = False,
    column: Annotated[str | None, COLUMN] = None,
    replace: Annotated[bool, REPLACE] = False,
    limit: Annotated[int, LIMIT] = 2,
    budget: Budget = None,
    rejects: Annotated[
        str | None,
        OutPlace(
            "Rows that are not puzzles; row 1 follows the header (default: OUT.rejected.csv).",
            metavar="FILE",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        Text("A Dask cluster, or local:N for N processes here.", metavar="ADDRESS"),
    ] = None,
    retries: Annotated[int, Whole("Of a piece on a cluster (default: {default}).", 0)] = 3,
    jobs: Annotated[int | None, THREADS] = None,
) -> int:
    """Add answers to tables of any size.

    Columns: {columns}.
    All columns are kept, and all rows that can be read, in order. A run that was killed is resumed by the same command.
    """
    if distinct and (columns or replace or limit != 2 or budget is not None):
        usage(
            "--distinct adds no answers; it cannot be combined with --columns, --replace, --limit, --budget"
        )
    work: Callable[..., Summary]
    if distinct:
        from nonet.batch.distinct import dedupe

        work = dedupe
    else:
        from nonet.batch.files import run

        names = _names_in(columns)
        work = partial(run, columns=names, limit=limit, budget=budget, replace=replace)
    shared: dict[str, Any] = {"column": column, "rejects": rejects, "threads": jobs}
    try:
        summary = _run(partial(work, inputs, output, **shared), cluster, retries)
    except KeyboardInterrupt:
        part = f"{output}.part"
        kept = f"the same command resumes (pieces are kept in {shown(part)})"
        print(
            f"stopped; {kept if os.path.exists(part) else 'no piece was finished'}", file=sys.stderr
        )
        return stopped()
    for note in summary.notes[:SHOWN]:
        print(note, file=sys.stderr)
    if len(summary.notes) > SHOWN:
        print(f"… and {len(summary.notes) - SHOWN:,} more", file=sys.stderr)
    numbered = "rows are numbered from 1, without the header"
    see = f" (see {shown(summary.rejects)}; {numbered})" if summary.rejects else ""
    print(f"{summary}{see}", file=sys.stderr)
    return PROBLEM if summary.rejects else FINE


batch.__doc__ = (batch.__doc__ or "").replace("{columns}", ", ".join(COLUMNS))


def _names_in(columns: Sequence[str]) -> Sequence[str]:
    names = columns or ["solution"]
    try:
        check_columns(names)
    except ValueError as error:
        usage(f"--columns: {error}")
    return names


def _run(work: Callable[..., Summary], cluster: str | None, retries: int) -> Summary:
    """Do the work and show how far it is."""
    from nonet.base.errors import MissingExtra, NonetError

    # The default pool asks for huge pages, which the kernel clears each time: 5% of solving Parquet.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    with StatusLine() as line:
        watch = _Shown(line)
        try:
            executor: Executor | None = None
            if cluster is not None:
                from nonet.batch.cluster import Cluster

                executor = Cluster(cluster, retries=retries, tell=line.note)
            return work(progress=watch, executor=executor)
        except MissingExtra:
            raise
        except OSError as error:
            line.clear()
            place = f"{shown(error.filename)}: " if error.filename else ""
            raise _failed(f"{place}{error.strerror or error}") from None
        except (NonetError, ValueError) as error:
            line.clear()
            raise _failed(str(error)) from None


def _failed(message: str) -> typer.Exit:
    """Print what went wrong, and return the end of the command."""
    print(message, file=sys.stderr)
    return typer.Exit(PROBLEM)


class _Shown:
    """Shows the rows, the rate and the time that is left."""

    def __init__(self, line: StatusLine) -> None:
        self._line = line
        self._begun = time.monotonic()
        self._first: float | None = None

    def __call__(self, progress: Progress) -> None:
        spent = max(time.monotonic() - self._begun, 1e-9)
        if self._first is None:
            self._first = progress.share  # what was there before costs no time
        done = progress.share - self._first
        left = ""
        if done > 0:
            seconds = round(spent * (1 - progress.share) / done)
            left = f", {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"
        rate = progress.rows / spent
        self._line.show(f"{progress.share:4.0%} {progress.rows:,} rows, {rate:,.0f}/s{left}")
