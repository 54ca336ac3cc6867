"""The options that several commands share, and the checks of what they say.

Each option means the same in all commands. A wrong one ends in `usage`, a sentence that names the
option, what was found and what was expected.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from nonet.cli.parameters import reader, split_names
from nonet.errors import RulesError
from nonet.options import Choice, Real, Whole, listed
from nonet.suggestions import chosen
from nonet.variants import jumps, parse_rules

if TYPE_CHECKING:
    from nonet.cli.stream.job import Job
    from nonet.cli.stream.rows import RowWork
    from nonet.cli.stream.solving import SolvingWork
    from nonet.steps import Profile

__all__ = [
    "BOARDS",
    "TABLES",
    "Budget",
    "Column",
    "From",
    "Implications",
    "Jobs",
    "Json",
    "Language",
    "Limit",
    "Long",
    "OnePuzzle",
    "OutputFile",
    "ProfileName",
    "Puzzles",
    "Rules",
    "Seed",
    "Steps",
    "To",
    "adding",
    "arguments_or_stdin",
    "check_format",
    "check_rules",
    "choice",
    "job_for",
    "language_of",
    "listed",
    "output_format",
    "profile_of",
    "real",
    "run_rows",
    "split_names",
    "usage",
    "whole",
]


class _UsageError(typer.BadParameter):
    """A sentence that needs nothing before it."""

    def format_message(self) -> str:
        return self.message


def usage(message: str) -> NoReturn:
    """Refuse the command line with a sentence."""
    raise _UsageError(message)


# -- kinds of values ------------------------------------------------------------------------------


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number within a range."""
    found: Callable[[str], int] = reader(Whole("", least, most))["parser"]
    return found


def real(least: float, most: float | None = None) -> Callable[[str], float]:
    """Return what reads a number within a range."""
    found: Callable[[str], float] = reader(Real("", least, most))["parser"]
    return found


def profile_of(name: Any, default: str = "nonet") -> Profile:
    """Return the profile that is named, or that of a file; wrong usage ends the command."""
    from nonet.steps.profiles import PROFILES, Profile, profile

    name = default if name is None else name
    try:
        if name.lower() in PROFILES:
            return profile(name.lower())
        if not os.path.exists(name) and not name.lower().endswith(".toml"):
            return profile(name)
        return Profile.read(name)
    except OSError as error:
        usage(f"--profile: {name}: {error.strerror}")
    except ValueError as error:
        usage(f"--profile: {error}")


def choice(*names: str) -> dict[str, Any]:
    """Return the arguments of an option whose value is one of some names."""
    return reader(Choice("", names))


def _language(text: str) -> str:
    """Read the code of a language that has a catalogue."""
    from nonet import words

    if text.lower() not in words.languages():
        raise typer.BadParameter(f"must be {listed(words.languages())}, got {text!r}")
    return text.lower()


def language_of(option: str | None) -> str:
    """Return the language of the output: the option, or else the locale."""
    from nonet import words

    return option or words.preferred()


MOST_THREADS = 1024
"""Far more than any machine has processors for; a system does not start a million."""

# -- options --------------------------------------------------------------------------------------


Puzzles = Annotated[
    list[str] | None,
    typer.Argument(help="Boards, files, or - for standard input.", metavar="PUZZLES"),
]
OnePuzzle = Annotated[
    str | None,
    typer.Argument(help="A board, a file (its first puzzle) or -.", metavar="PUZZLE"),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Input format (default: detected)."),
]
GivensOption = Annotated[
    str | None,
    typer.Option(
        "--givens",
        **choice("filled", "unknown"),
        metavar="WHICH",
        help="filled: all filled cells are givens. unknown: it is not known which are.",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="RULES", help="Such as 2x3, diagonals or antiknight (see docs)."
    ),
]
Column = Annotated[
    str | None,
    typer.Option(
        "--column", metavar="NAME", help="Column of the puzzles in a table (default: detected)."
    ),
]
To = Annotated[
    str | None,
    typer.Option("--to", metavar="FORMAT", help="Output format (default: by --output, or txt)."),
]
OutputFile = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE; .gz is compressed."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        parser=whole(1, MOST_THREADS),
        metavar="N",
        help="Threads (default: one per processor).",
    ),
]
Limit = Annotated[
    int,
    typer.Option(
        "--limit", parser=whole(1), metavar="N", help="Stop counting at N solutions (default: 2)."
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget", parser=whole(1), metavar="N", help="Give a puzzle up after N guesses."
    ),
]
Steps = Annotated[
    int | None,
    typer.Option("--budget", parser=whole(1), metavar="N", help="End each run after N steps."),
]
Implications = Annotated[
    int | None,
    typer.Option(
        "--budget", parser=whole(1), metavar="N", help="Give a puzzle up after N implications."
    ),
]
ProfileName = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME|FILE",
        help="Order of the techniques: nonet, se, hodoku, or a TOML file.",
    ),
]
Long = Annotated[bool, typer.Option("--long", help="Show every line of a long proof.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        parser=_language,
        metavar="LANG",
        help="Such as en, fa, fr or vi (default: your locale).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Short for --to jsonl.")]
Seed = Annotated[
    int, typer.Option("--seed", parser=whole(0), metavar="N", help="Random seed (default: 0).")
]

TABLES = ("txt", "csv", "jsonl", "parquet", "feather")
"""Formats of commands that print a row per puzzle."""

BOARDS = (*TABLES, "boards")
"""Formats of commands whose rows have a board; "boards" stands for all formats of `nonet.formats`."""

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
    to: str | None,
    output: str | None,
    json: bool = False,
    *,
    formats: Sequence[str] = TABLES,
    default: str = "txt",
) -> str:
    """Return the format of the output: by ``--to``, ``--json``, or the suffix of ``--output``.

    ``formats`` are those that the command can write.
    """
    if json and to is not None:
        usage("--json and --to cannot be combined")
    if json:
        to = "jsonl"
    if to is not None:
        return _format_by_name(to, formats)
    if output is None or output == "-":
        return default
    suffix = _suffix_of(output)
    if not suffix:
        return default
    found = _SUFFIXES.get(suffix) or _board_format(suffix, formats)
    if found is None or not (found in formats or ("boards" in formats and _is_board_format(found))):
        instead = f"use {_suffixes(formats)}, or --to"
        if found == "svg":
            usage(f'cannot write "{output}": nonet show draws pictures; here {instead}')
        if suffix == ".pdf":
            picture = "-o p.svg writes" if "svg" in formats else "nonet show -o p.svg draws"
            usage(
                f'cannot write "{output}": {picture} a picture that a browser prints as PDF; {instead}'
            )
        usage(f'cannot write "{output}": unknown format; {instead}')
    return found


def _format_by_name(name: str, formats: Sequence[str]) -> str:
    known = _NAMES.get(name, name)
    if known in formats or ("boards" in formats and _is_board_format(known)):
        return known
    names = [one for one in formats if one != "boards"]
    if "boards" in formats:
        from nonet.formats import FORMATS

        names += [one.name for one in FORMATS.values() if one.can_write and one.name not in names]
        names.remove("line")
    if known == "svg":
        usage(f"nonet show draws pictures; here --to is {listed(names)}")
    usage(f"unknown format {name!r} for --to; use {listed(names)}")


def _is_board_format(name: str) -> bool:
    from nonet.formats import FORMATS

    return name in FORMATS and FORMATS[name].can_write


def _suffix_of(path: str) -> str:
    from pathlib import PurePath

    name = PurePath(path)
    if name.suffix.lower() == ".gz":
        name = name.with_suffix("")
    return name.suffix.lower()


def _board_format(suffix: str, formats: Collection[str]) -> str | None:
    if "boards" not in formats:
        return None
    from nonet.formats import FORMATS

    found = (one.name for one in FORMATS.values() if suffix in one.suffixes and one.can_write)
    return next(found, None)


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


def check_format(name: str | None) -> None:
    """Refuse a value of ``--from`` that is not a format nonet can read."""
    if name is None:
        return
    from nonet.formats import FORMATS

    names = [one.name for one in FORMATS.values() if one.can_read]
    if name not in names:
        usage(f"unknown format {name!r} for --from; use {listed(names)}")


def check_rules(words: object) -> None:
    """Refuse rules that fit no board; rules that do not fit one board are an error of its row."""
    if not isinstance(words, str):
        return
    if not words.strip():
        usage("--rules is empty; leave it out for the usual rules")
    problem = None
    for size in (None, 36, *range(1, 36)):
        try:
            rules = parse_rules(words, size=size)
            # Cells that only a larger board has may be a mistake, which each board reports.
            for note in jumps(rules) if size is None else ():
                typer.echo(f"--rules: {note}", err=True)
            return
        except RulesError as error:
            problem = problem or error
    usage(f"--rules: {problem}")


def job_for(
    puzzles: list[str] | None,
    output: str | None = None,
    from_: str | None = None,
    rules: str | None = None,
    jobs: int | None = None,
    column: str | None = None,
    givens: str | None = None,
    **settings: Any,
) -> Job:
    """Check the options that all commands for files have in common, and return the job."""
    from nonet import engine
    from nonet.cli.stream.job import Job
    from nonet.tables.inputs import sources_of

    arguments = arguments_or_stdin(puzzles)
    check_format(from_)
    check_rules(rules)
    if output is not None and os.path.exists(output):
        for path in arguments:
            if os.path.exists(path) and os.path.samefile(path, output):
                usage(f"{path} is both input and output; choose another --output")
    threads = jobs or engine.threads_available()
    sources = sources_of(arguments)
    settings |= {"output": output, "format": from_, "rules": rules, "column": column}
    if givens is not None:
        settings |= {"lines": False, "adapt": partial(_known, givens=givens)}
    return Job(sources, threads, **settings)


def adding(results: Sequence[str], usual: Sequence[str]) -> Any:
    """Return the option that names the columns to add to a table; its value is for `run_rows`."""
    from nonet.cli.stream.rows import PLACE

    known, default = ", ".join([*results, *PLACE]), ", ".join(usual) or "none"
    text = f"Columns to add to a table: {known} (default: {default})."
    return typer.Option("--columns", metavar="NAME,NAME", help=text)


def run_rows(
    job: Job,
    work: RowWork | SolvingWork,
    target: str,
    columns: list[str] | None,
    *,
    lines: Sequence[str] = ("txt",),
) -> NoReturn:
    """Do the work and exit: on lines, or as a table with the columns that are asked for."""
    from nonet.cli.stream.job import run_job
    from nonet.cli.stream.rows import PLACE

    if columns is not None and target not in TABLES[1:]:
        usage("--columns is for tables; use --to with csv, jsonl, parquet or feather")
    if target in lines:
        raise typer.Exit(run_job(job, work))
    from nonet.cli.stream.writers import writer_for

    try:
        asked = chosen(split_names(columns) or work.usual_columns, [*work.results, *PLACE])
    except ValueError as error:
        usage(f"--columns: {error}")
    raise typer.Exit(run_job(job, replace(work, columns=asked), writer_for(target)))


def _known(records: Iterable[Any], givens: Any) -> Iterator[Any]:
    """Yield records whose boards have what --givens says of their givens."""
    from nonet.puzzle import Position

    for record in records:
        if record.board is not None:
            record = replace(record, board=Position.of(record.board).with_givens(givens))
        yield record
