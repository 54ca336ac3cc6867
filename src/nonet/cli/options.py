"""What follows from options that several commands share (`nonet.cli.groups`), and the checks that a command adds.

A wrong one ends in `usage`, a sentence that names the option, what was found and what was expected.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict, Unpack, cast

from nonet.base.filenames import shown
from nonet.base.options import Names, listed
from nonet.base.suggestions import chosen
from nonet.cli.parameters import Wrong
from nonet.engine import time_limit

if TYPE_CHECKING:
    from nonet.cli.groups import Boards, OutputFile, Tables
    from nonet.cli.stream.job import Job
    from nonet.cli.stream.rows import RowWork
    from nonet.cli.stream.solving import SolvingWork
    from nonet.cli.stream.writers import RowWriter
    from nonet.formats import Record
    from nonet.puzzle import Givens
    from nonet.render.borders import Charset
    from nonet.steps import Profile

__all__ = [
    "BOARDS",
    "FEW_ROWS",
    "TABLES",
    "adding",
    "arguments_or_stdin",
    "charset_of",
    "check_text",
    "data_writer",
    "is_seen",
    "job_for",
    "language_of",
    "limited",
    "output_format",
    "profile_of",
    "run_rows",
    "usage",
    "wants_color",
]


def usage(message: str) -> NoReturn:
    """Refuse the command line with a sentence."""
    raise Wrong(message)


def limited(seconds: float | None) -> AbstractContextManager[None]:
    """Return the time limit of a ``with`` block; none without ``seconds``."""
    return nullcontext() if seconds is None else time_limit(seconds)


def profile_of(
    name: str | Profile | None, default: str = "nonet", *, allow_own: bool = False
) -> Profile:
    """Return the profile that is named, or that of a file; wrong usage ends the command.

    Techniques of its own, which are Python code, are loaded only if ``allow_own``.
    """
    from nonet.steps.profiles import PROFILES, Profile, profile

    name = default if name is None else name
    if isinstance(name, Profile):
        return name
    try:
        if name.lower() in PROFILES:
            return profile(name.lower())
        if not os.path.exists(name) and not name.lower().endswith(".toml"):
            return profile(name)
        return Profile.read(name, allow_own=allow_own)
    except OSError as error:
        usage(f"--profile: {shown(name)}: {error.strerror}")
    except ValueError as error:
        usage(f"--profile: {error}")


def language_of(option: str | None) -> str:
    """Return the language of the output: the option, or else the locale."""
    from nonet import words

    return option or words.preferred()


TABLES = ("txt", "csv", "jsonl", "parquet", "feather")
"""Formats of commands that print a row per puzzle."""

BOARDS = (*TABLES, "boards")
"""Formats of commands whose rows have a board; "boards" means all formats of `nonet.formats`."""

FEW_ROWS = 16
"""Puzzles in a piece of work where one may take long: the answers stay in order."""

_SLOW = 8
"""The cost of an answer above which a chunk has few rows."""

_SUFFIXES = {
    ".txt": "txt",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".feather": "feather",
    ".arrow": "feather",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".gif": "gif",
}
_NAMES = {"line": "txt", "json": "jsonl"}


# -- output ---------------------------------------------------------------------------------------


def output_format(
    options: OutputFile, *, formats: Sequence[str] = TABLES, default: str = "txt"
) -> str:
    """Return the format of the output: by ``--to``, ``--json``, or the suffix of ``--output``.

    ``formats`` are those that the command can write.
    """
    from pathlib import PurePath

    to, output = options.get("to"), options["output"]
    json = options.get("json", False)
    if json and to is not None:
        usage("--json and --to cannot be combined")
    if json or to is not None:
        return _format_by_name(to or "jsonl", formats)
    if output is None or output == "-":
        return default
    path = PurePath(output)
    suffix = (path.with_suffix("") if path.suffix.lower() == ".gz" else path).suffix.lower()
    if not suffix:
        return default
    format = _SUFFIXES.get(suffix) or _board_format(suffix, formats)
    if format is None or not _can_write(format, formats):
        instead = f"use {_suffixes(formats)}{', or --to' * ('to' in options)}"
        if format == "svg":
            usage(f'cannot write "{shown(output)}": nonet show draws pictures; here {instead}')
        if suffix == ".pdf":
            picture = "-o p.svg writes" if "svg" in formats else "nonet show -o p.svg draws"
            usage(
                f'cannot write "{shown(output)}": {picture} a picture that a browser prints as PDF; {instead}'
            )
        usage(f'cannot write "{shown(output)}": unknown format; {instead}')
    return format


def check_text(output: str | None) -> None:
    """Refuse a file whose suffix is that of another format, where a command writes text alone."""
    output_format(cast("OutputFile", {"output": output}), formats=("txt",))


def _format_by_name(name: str, formats: Sequence[str]) -> str:
    known = _NAMES.get(name, name)
    if _can_write(known, formats):
        return known
    names = [one for one in formats if one != "boards"]
    if "boards" in formats:
        from nonet.formats import FORMATS

        names += [one.name for one in FORMATS.values() if one.can_write and one.name not in names]
        names.remove("line")
    if known == "svg":
        usage(f"nonet show draws pictures; here --to is {listed(names)}")
    usage(f"unknown format {name!r} for --to; use {listed(names)}")


def _can_write(name: str, formats: Collection[str]) -> bool:
    if name in formats or "boards" not in formats:
        return name in formats
    from nonet.formats import FORMATS

    return name in FORMATS and FORMATS[name].can_write


def _board_format(suffix: str, formats: Collection[str]) -> str | None:
    if "boards" not in formats:
        return None
    from nonet.formats import FORMATS

    candidates = (one.name for one in FORMATS.values() if suffix in one.suffixes and one.can_write)
    return next(candidates, None)


def _suffixes(formats: Sequence[str]) -> str:
    names = [f".{name}" for name in formats if f".{name}" in _SUFFIXES]
    return listed([*names, ".yaml", ".iss"] if "boards" in formats else names)


# -- input ----------------------------------------------------------------------------------------


def arguments_or_stdin(puzzles: Sequence[str] | None) -> list[str]:
    """Return the arguments, or standard input if there are none and it is not a terminal."""
    if puzzles:
        return list(puzzles)
    if sys.stdin is None or sys.stdin.isatty():
        usage("no puzzle given; give a board, a file, or - for standard input")
    return ["-"]


class JobSettings(TypedDict, total=False):
    """What a command chooses for its `Job`, which describes them."""

    lines: bool
    limit: int
    rows: int | None
    head: bytes


def job_for(
    files: Boards | Tables,
    out: OutputFile,
    *,
    givens: str | None = None,
    **settings: Unpack[JobSettings],
) -> Job:
    """Check the options that all commands for files have in common, and return the job."""
    from nonet import engine
    from nonet.cli.stream.job import Job
    from nonet.tables.inputs import sources_of

    chosen: Mapping[str, Any] = {**files, **out}  # groups with more options too
    arguments = arguments_or_stdin(files["puzzles"])
    if givens is not None:
        settings["lines"] = False
    return Job(
        sources_of(arguments, files["from_"], files["rules"]),
        chosen.get("jobs", 1) or engine.threads_available(),
        output=out["output"],
        format=files["from_"],
        rules=files["rules"],
        column=chosen.get("column"),
        replace=bool(chosen.get("replace")),
        adapt=None if givens is None else partial(_with_givens, givens=cast("Givens", givens)),
        **settings,
    )


def adding(results: Sequence[str], usual: Sequence[str]) -> Names:
    """Return the option that names the columns to add to a table; its value is for `run_rows`."""
    from nonet.cli.stream.rows import PLACE

    known, default = ", ".join([*results, *PLACE]), ", ".join(usual) or "none"
    text = f"Columns to add to a table: {known} (default: {default})."
    return Names(text, metavar="NAME,NAME")


def run_rows(
    job: Job,
    work: RowWork | SolvingWork,
    target: str,
    columns: Sequence[str],
    *,
    lines: Sequence[str] = ("txt",),
) -> int:
    """Do the work: on lines, or as a table with the requested columns. Return the exit code."""
    from nonet.batch.answers import ANSWERS
    from nonet.cli.stream.job import run_job
    from nonet.cli.stream.rows import PLACE

    if columns and target not in TABLES[1:]:
        usage("--columns is for tables; use --to with csv, jsonl, parquet or feather")
    if job.replace and target not in TABLES[1:]:
        usage("--replace is for tables; use --to with csv, jsonl, parquet or feather")
    if target in lines:
        return run_job(job, work)
    from nonet.cli.stream.writers import writer_for

    try:
        asked = chosen(columns or work.usual_columns, [*work.results, *PLACE])
    except ValueError as error:
        usage(f"--columns: {error}")
    if any(name in ANSWERS and ANSWERS[name].family.cost > _SLOW for name in asked):
        job = replace(job, rows=FEW_ROWS)
    return run_job(job, replace(work, columns=asked), writer_for(target, replace=job.replace))


def data_writer(target: str) -> RowWriter | None:
    """Return what writes rows as their files have them, None for lines."""
    if target == "txt":
        return None
    from nonet.cli.stream.writers import writer_for

    return writer_for(target, data=True)


def charset_of(is_ascii: bool) -> Charset:
    """Return the characters of drawings."""
    return "ascii" if is_ascii else "unicode"


def wants_color(output: str | None = None) -> bool:
    """Whether to use colour: the output is a terminal, and NO_COLOR is not set."""
    return is_seen(output) and not os.environ.get("NO_COLOR")


def is_seen(output: str | None = None) -> bool:
    """Whether the output goes to a terminal."""
    return output in (None, "-") and sys.stdout.isatty()


def _with_givens(records: Iterable[Record], givens: Givens) -> Iterator[Record]:
    """Yield records whose boards have what --givens says of their givens."""
    from nonet.puzzle import Position

    for record in records:
        if record.board is not None:
            record = replace(record, board=Position.of(record.board).with_givens(givens))
        yield record
