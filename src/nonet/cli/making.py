"""The verbs that make puzzles and mend them: `generate`, `minimise`, `repair`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

import typer

from nonet.cli.options import (
    Budget,
    From,
    Jobs,
    Json,
    OutputFile,
    Puzzles,
    Rules,
    To,
    known_rules,
    usage,
)
from nonet.cli.verbs import app, run_of, target_format
from nonet.errors import NonetError

__all__ = ["generate", "minimise", "repair"]

_Seed = Annotated[int, typer.Option(metavar="N", help="The seed of the order of givens.")]


class _Symmetry(StrEnum):
    none = "none"
    rotational = "rotational"
    rotational_90 = "rotational-90"
    horizontal = "horizontal"
    vertical = "vertical"
    diagonal = "diagonal"
    antidiagonal = "antidiagonal"
    full = "full"


@app.command(short_help="Make new puzzles.")
def generate(
    n: Annotated[int, typer.Option("-n", min=1, metavar="N", help="How many puzzles.")] = 1,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same seed makes the same puzzles.")
    ] = None,
    symmetry: Annotated[
        _Symmetry, typer.Option(metavar="NAME", help="Of the givens: rotational, diagonal …")
    ] = _Symmetry.none,
    givens: Annotated[
        str | None, typer.Option(metavar="N-M", help="How many givens, such as 24 or 24-28.")
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(metavar="FILE|SIGNS", help="Where givens are: a dot for a cell without."),
    ] = None,
    minimal: Annotated[
        bool | None, typer.Option("--minimal/--no-minimal", help="Whether no given can go.")
    ] = None,
    rating: Annotated[
        str | None, typer.Option(metavar="LOW-HIGH", help="ER, such as 7.1 or 7.0-7.5.")
    ] = None,
    hardest: Annotated[
        str | None, typer.Option(metavar="NAME", help="The hardest technique, such as xy_wing.")
    ] = None,
    require: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A technique that is needed.")
    ] = None,
    forbid: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A technique that is not needed.")
    ] = None,
    first: Annotated[
        int, typer.Option(min=0, metavar="N", help="Begin with this number of the seed.")
    ] = 0,
    recipe: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Make the puzzle of a recipe again.")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Puzzles that may be made for one that will do."),
    ] = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Make puzzles with one solution, of any size and rules.

    Without a seed there is one by chance. What is wished for is looked for: when the budget is spent
    the nearest puzzle is printed, with a word on it. The recipe of a puzzle, which makes it again, is
    shown by --json.
    """
    from nonet.cli import generating

    target = target_format(to, output)
    known_rules(rules)
    if json and to:
        usage("--json and --to are two answers to one question; choose one")
    wish = {
        "symmetry": symmetry.value,
        "givens": None if givens is None else _ends("--givens", givens, int, "24-28"),
        "pattern": None if pattern is None else _pattern(pattern),
        "minimal": minimal,
        "rating": None if rating is None else _ends("--rating", rating, float, "7.0-7.5"),
        "hardest": hardest,
        "require": _names(require),
        "forbid": _names(forbid),
        "rules": rules,
    }
    wanted = generating.Wanted(n, seed, first, budget, jobs, wish, recipe)
    try:
        run = generating.Run(wanted, output, None if json else target or "plain")
    except (NonetError, ValueError) as error:
        usage(str(error))
    raise typer.Exit(run())


@app.command(short_help="Take away the givens that a puzzle does not need.")
def minimise(
    puzzles: Puzzles = None,
    seed: _Seed = 0,
    limit: Annotated[
        int, typer.Option(min=1, metavar="N", help="Print up to N minimal puzzles of each.")
    ] = 1,
    budget: Budget = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Take away givens of every puzzle until none can go without a second solution.

    Which ones go depends on --seed. With --limit there is a line for each of several ways.
    """
    from nonet.cli.mending import ROWS, Minimise
    from nonet.cli.running import run

    options = replace(run_of(puzzles, output, from_, rules, jobs, 2), rows=ROWS)
    raise typer.Exit(run(options, Minimise(json, budget, seed, limit)))


@app.command(short_help="Correct or add givens until there is one solution.")
def repair(
    puzzles: Puzzles = None,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Sets of givens that are looked at.")
    ] = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Change, remove or add the fewest givens so that every puzzle has one solution.

    The changes follow each puzzle after a #, with a note whether it is proved that fewer do not suffice.
    """
    from nonet.cli.mending import ROWS, Mend
    from nonet.cli.running import run

    options = replace(run_of(puzzles, output, from_, rules, jobs, 2), rows=ROWS)
    raise typer.Exit(run(options, Mend(json, budget)))


# -- options --------------------------------------------------------------------------------------


def _ends(option: str, text: str, kind: Callable[[str], Any], example: str) -> Any:
    """Return the number or the two ends of a range that an option names."""
    try:
        ends = tuple(kind(end) for end in text.split("-"))
    except ValueError:
        ends = ()
    if len(ends) not in (1, 2):
        usage(f"{option} is {text!r}; it must be a number, or two such as {example}")
    return ends[0] if len(ends) == 1 else ends


def _names(names: list[str] | None) -> list[str]:
    """Return names that may be put together with commas."""
    return [name.strip() for text in names or () for name in text.split(",")]


def _pattern(pattern: str) -> str:
    """Return the signs of a pattern, out of a file if there is one of that name."""
    if not os.path.exists(pattern):
        return pattern
    try:
        with open(pattern, encoding="utf-8") as handle:
            return handle.read()
    except (OSError, UnicodeDecodeError) as error:
        usage(f"--pattern: {pattern}: {getattr(error, 'strerror', None) or 'it is no text'}")
