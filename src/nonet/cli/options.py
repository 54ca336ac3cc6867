"""Options that several verbs have, and the sentence for those that cannot be."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from nonet.errors import RulesError
from nonet.variants import parse_rules

__all__ = [
    "Budget",
    "From",
    "Jobs",
    "Json",
    "Limit",
    "OutputFile",
    "Puzzles",
    "Rules",
    "To",
    "known_format",
    "known_rules",
    "usage",
]

Puzzles = Annotated[
    list[str] | None,
    typer.Argument(help="Files, - for standard input, or puzzles.", metavar="PUZZLES..."),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="The format, if it is not to be guessed."),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="WORDS", help="Rules, such as 2x3 or diagonals, see nonet --help."
    ),
]
To = Annotated[
    str | None,
    typer.Option("--to", metavar="FORMAT", help="Write in this format, see docs/formats."),
]
OutputFile = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", min=1, metavar="N", help="Threads, one per processor if not given."
    ),
]
Limit = Annotated[
    int, typer.Option("--limit", min=1, metavar="N", help="Look for at most so many solutions.")
]
Budget = Annotated[
    int | None, typer.Option("--budget", min=1, metavar="N", help="Guesses allowed per puzzle.")
]
Json = Annotated[bool, typer.Option("--json", help="A JSON object per puzzle and line.")]


class _UsageError(typer.BadParameter):
    """A sentence that needs no words put before it."""

    def format_message(self) -> str:
        return self.message


def usage(message: str) -> NoReturn:
    """Refuse the command line with a sentence."""
    raise _UsageError(message)


def known_format(name: str | None, option: str) -> None:
    """Refuse a format that there is not, or that cannot be read (``--from``) or written."""
    if name is None:
        return
    from nonet.formats import FORMATS

    able = [f.name for f in FORMATS.values() if (f.can_read if option == "--from" else f.can_write)]
    if name not in able:
        usage(f"{option} is {name!r}; the formats are {', '.join(able)}")


def known_rules(words: str | None) -> None:
    """Refuse words that are wrong on every board; those that do not fit one are an error of its row."""
    if words is None:
        return
    if not words.strip():
        usage("--rules is empty; leave it out for the usual rules")
    problem = None
    for size in (None, 36, *range(1, 36)):
        try:
            parse_rules(words, size=size)
            return
        except RulesError as error:
            problem = problem or error
    usage(f"--rules: {problem}")
