"""`nonet techniques`: the techniques that nonet knows, or one of them described."""

from __future__ import annotations

from typing import IO, Annotated, Any

import typer

from nonet.cli.options import TABLES, Json, OutputFile, To, output_format
from nonet.cli.single import code_of
from nonet.cli.stream.output import opened, written
from nonet.cli.stream.pipeline import Answers
from nonet.steps import TECHNIQUES, Technique, technique

__all__ = ["techniques"]


def techniques(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The name, an alias or the id of one, such as Y-wing."),
    ] = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
) -> None:
    """List the techniques, or describe one.

    They are grouped by family. A line has the rating of Sudoku Explainer (ER), the id and the name;
    options such as --hardest take either, in any spelling.
    """
    formats = (*TABLES, "table")
    target = output_format(to, output, json, formats=formats, default="table")
    if name is None:
        raise typer.Exit(_list(TECHNIQUES, target, output))

    def work() -> int:
        known = technique(name)
        if target in ("txt", "table"):
            with opened(output) as out:
                _describe(known, out)
            return 0
        return _list((known,), target, output)

    raise typer.Exit(code_of(work))


def _list(known: tuple[Technique, ...], target: str, output: str | None) -> int:
    """Print a line for each technique."""
    if target in ("txt", "table"):
        lines = [_HEAD]
        for family in dict.fromkeys(one.family for one in known):
            lines += ["", family, *(_line(one) for one in known if one.family == family)]
        written(output, "".join(f"{line}\n" for line in lines))
        return 0
    from nonet.cli.stream.rows import Row
    from nonet.cli.stream.writers import writer_for

    writer = writer_for(target, data=True)
    rows = [Row("", None, _columns(one), "") for one in known]
    content = writer.text(Answers(rows))
    written(output, content + writer.end())
    return 0


_HEAD = "  ER id                          name"


def _line(known: Technique) -> str:
    return f"{known.ratings['se']:4.1f} {known.id:<27} {known.name}"


def _columns(known: Technique) -> dict[str, Any]:
    return {
        "id": known.id,
        "name": known.name,
        "family": known.family,
        "er": known.ratings["se"],
        "hodoku": known.ratings.get("hodoku"),
        "assumes_unique": known.assumes_unique,
        "aliases": list(known.aliases()),
        "about": known.about(),
        "page": known.page,
    }


def _describe(known: Technique, out: IO[str]) -> None:
    """Print what is known about a technique."""
    import textwrap

    print(f"{known.name} ({known.id})\n", file=out)
    print(textwrap.fill(known.about(), 79, break_long_words=False), file=out)
    points = known.ratings.get("hodoku")
    facts = {
        "Family": known.family,
        "ER": f"{known.ratings['se']:.1f}",
        "HoDoKu": None if points is None else f"{points:.0f} points",
        "Also called": ", ".join(known.aliases()) or None,
        "Needs": "a puzzle with one solution" if known.assumes_unique else None,
        "Page": known.page,
    }
    print(file=out)
    for word, fact in facts.items():
        if fact is not None:
            text = textwrap.fill(fact, 64, subsequent_indent=" " * 13, break_long_words=False)
            print(f"{word + ':':<13}{text}", file=out)
