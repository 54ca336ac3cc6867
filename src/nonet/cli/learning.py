"""The verbs for those who want to see how it is done: `trace`, `compare`, `worst-case`.

They run the algorithms of `nonet.teach`, which are made to be watched; `solve` is for those who want the answer.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from nonet.cli.options import From, Json, Puzzles, Rules, known_format, known_rules, usage
from nonet.cli.verbs import app, arguments_of
from nonet.errors import NonetError, ParseError
from nonet.puzzle import Puzzle

__all__ = ["compare", "good", "puzzles_of", "told", "trace", "worst_case"]


class _Order(StrEnum):
    ascending = "ascending"
    descending = "descending"
    shuffled = "shuffled"


_Digits = Annotated[
    _Order, typer.Option(metavar="ORDER", help="ascending, descending or shuffled (by --seed).")
]
_Seed = Annotated[
    int, typer.Option(metavar="N", help="The seed of shuffled digits, and of algorithms with dice.")
]
_Steps = Annotated[
    int | None, typer.Option("--budget", min=1, metavar="N", help="Steps allowed for each run.")
]
_Solutions = Annotated[
    int, typer.Option("--limit", min=1, metavar="N", help="Stop after so many solutions.")
]


@app.command(short_help="Watch an algorithm at work, or make a film of it.")
def trace(
    puzzle: Annotated[
        str | None,
        typer.Argument(help="A puzzle, a file (its first one), or -.", metavar="PUZZLE"),
    ] = None,
    with_: Annotated[
        str, typer.Option("--with", metavar="NAME", help="The algorithm, see docs/algorithms.")
    ] = "backtracking",
    digits: _Digits = _Order.ascending,
    seed: _Seed = 0,
    limit: _Solutions = 1,
    budget: _Steps = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the algorithm."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", "-o", metavar="FILE", help="Write a film: .svg, .html or .gif."),
    ] = None,
    from_step: Annotated[
        int, typer.Option(min=1, metavar="N", help="Begin at this step of the run.")
    ] = 1,
    frames: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Show so many steps; a film 300.")
    ] = None,
    pace: Annotated[float, typer.Option(metavar="S", help="Seconds for each step.")] = 0.4,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Watch an algorithm of nonet.teach at work.

    On a terminal the run plays on the board; keys pause it and step forwards and back. In a pipe
    there is one line for each step, with --json an object. With --to it becomes a film that every
    browser plays: .svg moves by itself, .html has buttons, .gif needs the extra 'pictures'.
    """
    from nonet.cli import tracing

    name = _known_name(with_)
    if to is not None and json:
        usage("--json and --to are two answers to one question; choose one")
    if not 0.001 <= pace <= 60:
        usage(f"--pace is {pace:g}; it must be 0.001 to 60 seconds")
    options: dict[str, Any] = {**_set(name, set_ or []), "digits": digits.value, "seed": seed}
    wanted = tracing.Wanted(
        name,
        {**options, "limit": limit, "budget": budget},
        first=from_step,
        frames=frames,
        pace=pace,
    )
    if to is not None:
        tracing.check_target(to)
    board = next(good(arguments_of([puzzle] if puzzle is not None else None), from_, rules))
    raise typer.Exit(told(tracing.run, board, wanted, to=to, json=json))


@app.command(short_help="Run algorithms side by side.")
def compare(
    puzzles: Puzzles = None,
    with_: Annotated[
        str | None,
        typer.Option("--with", metavar="A,B,...", help="The algorithms; all that prove if not."),
    ] = None,
    digits: _Digits = _Order.ascending,
    seed: _Seed = 0,
    limit: _Solutions = 1,
    seconds: Annotated[
        float, typer.Option(min=0.01, metavar="S", help="CPU time allowed for each run.")
    ] = 5.0,
    budget: _Steps = None,
    json: Json = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw all runs as dots, as SVG.")
    ] = None,
    plot_of: Annotated[
        str, typer.Option(metavar="WHAT", help="seconds, or a counter such as calls or guesses.")
    ] = "seconds",
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Run algorithms of nonet.teach and the native core on the same puzzles.

    Each looks for one solution (--limit) of every puzzle, within --seconds and --budget. The table
    has the counters of each; of many puzzles the median and the worst case. "≥" says that a run was
    ended before it was done.
    """
    from nonet.cli import comparing
    from nonet.teach import Counters

    chosen = None if with_ is None else [_known_name(part.strip()) for part in with_.split(",")]
    if plot_of not in Counters().as_dict():
        usage(f"--plot-of is {plot_of!r}; it can be {', '.join(Counters().as_dict())}")
    boards: list[Puzzle] = []
    failed = 0
    for item in puzzles_of(arguments_of(puzzles), from_, rules):
        if isinstance(item, Puzzle):
            boards.append(item)
        else:
            failed += 1
            typer.echo(str(item), err=True)
    if not boards:
        raise typer.Exit(1)
    options = {"limit": limit, "digits": digits.value, "seed": seed}
    bounds = {"seconds": seconds, "budget": budget}
    code = told(comparing.compare, boards, chosen, {**options, **bounds}, json, plot, plot_of)
    raise typer.Exit(max(code, min(failed, 1)))


@app.command("worst-case", short_help="Show what the order of digits does to backtracking.")
def worst_case(
    puzzle: Annotated[
        str | None, typer.Argument(help="A puzzle instead of the famous one.", metavar="PUZZLE")
    ] = None,
    with_: Annotated[
        str, typer.Option("--with", metavar="NAME", help="The algorithm, a kind of backtracking.")
    ] = "backtracking",
    seed: _Seed = 0,
    budget: Annotated[
        int, typer.Option(min=1000, metavar="N", help="Steps allowed for each run.")
    ] = 2_000_000,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Show a board that is bad for ascending digits and harmless for descending ones, and why.

    Of another PUZZLE it shows the calls in ascending, descending and shuffled order.
    """
    from nonet import lab
    from nonet.cli import comparing

    name = _known_name(with_)
    if puzzle is None:
        if rules is not None:
            usage("--rules are for a puzzle, and there is none; the famous board is classic")
        board = Puzzle(lab.WORST_CASE)
    else:
        board = next(good([puzzle], from_, rules))
    raise typer.Exit(told(comparing.worst_case, board, name, seed, budget, json))


# -- puzzles and names ----------------------------------------------------------------------------


def puzzles_of(
    arguments: Sequence[str], format: str | None, rules: str | None
) -> Iterator[Puzzle | ParseError]:
    """Yield the puzzles that arguments name, and in its place what cannot be read."""
    from nonet import formats
    from nonet.cli.inputs import sources_of

    known_format(format, "--from")
    known_rules(rules)
    for source in sources_of(arguments):
        path = "-" if source.path is None else source.path
        text = None if source.text is None else io.StringIO(source.text)
        found = False
        try:
            for record in formats.records(text or path, format=format, rules=rules):
                found = True
                if record.puzzle is not None:
                    yield record.puzzle
                elif record.error is not None:
                    yield record.error.at(source=source.name)
        except (ParseError, OSError) as error:
            if isinstance(error, ParseError):
                yield error.at(source=source.name)
            elif isinstance(error, FileNotFoundError):
                reason = "there is no such file, and it does not look like a puzzle"
                yield ParseError(reason, source=source.name)
            else:
                yield ParseError(error.strerror or str(error), source=source.name)
        else:
            if not found:
                yield ParseError("holds no puzzle", source=source.name)


def good(arguments: Sequence[str], format: str | None, rules: str | None) -> Iterator[Puzzle]:
    """Yield puzzles; end with a sentence where one cannot be read."""
    for item in puzzles_of(arguments, format, rules):
        if not isinstance(item, Puzzle):
            typer.echo(str(item), err=True)
            raise typer.Exit(1)
        yield item


def _known_name(name: str) -> str:
    from nonet.teach import names

    if name not in names():
        usage(f"--with is {name!r}; the algorithms are {', '.join(names())}")
    return name


def _set(name: str, settings: Sequence[str]) -> dict[str, Any]:
    """Return the options of an algorithm: numbers as numbers, yes and no as such."""
    from nonet.teach import algorithm

    known = algorithm(name).options
    found: dict[str, Any] = {}
    for setting in settings:
        key, _, text = setting.partition("=")
        if key not in known or not text:
            names = ", ".join(f"{option}=…" for option in known)
            takes = f"takes {names}" if names else "has no options"
            usage(f"--set is {setting!r}; {name} {takes}")
        found[key] = _value(text)
    return found


def _value(text: str) -> str | int | float | bool:
    words = {"yes": True, "true": True, "no": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def told(work: Any, *arguments: Any, **options: Any) -> int:
    """Do the work; what goes wrong on purpose is a sentence and the exit code 1."""
    try:
        return int(work(*arguments, **options))
    except (NonetError, ValueError, TypeError) as error:
        typer.echo(str(error), err=True)
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing more can be flushed at the exit.
        import os
        import sys

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        typer.echo(f"{where}{error.strerror}", err=True)
    return 1
