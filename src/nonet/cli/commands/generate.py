"""`nonet generate`: new puzzles, each printed as soon as it is found."""

from __future__ import annotations

import datetime
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

import typer

from nonet import generating
from nonet.base.errors import LimitReached, NonetError
from nonet.cli.options import (
    BOARDS,
    TABLES,
    Jobs,
    Json,
    OutputFile,
    ProfileName,
    To,
    check_rules,
    choice,
    listed,
    numbers_in,
    output_format,
    profile_of,
    split_names,
    usage,
    whole,
)
from nonet.cli.stream.output import Interrupts, Output
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.report import Report
from nonet.cli.stream.rows import Row, line_of
from nonet.cli.stream.status import StatusLine
from nonet.generating.layouts import VARIANTS
from nonet.puzzle import Puzzle
from nonet.rules.variants import format_rules
from nonet.steps import SE
from nonet.steps.difficulty import BANDS

__all__ = ["generate"]


_SYMMETRIES = (
    "none",
    "rotational",
    "rotational-90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "full",
)


def generate(
    n: Annotated[
        int,
        typer.Option("-n", parser=whole(1), metavar="N", help="How many puzzles (default: 1)."),
    ] = 1,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0), metavar="N", help="Random seed (default: a random one)."),
    ] = None,
    symmetry: Annotated[
        str,
        typer.Option(
            **choice(*_SYMMETRIES),
            metavar="NAME",
            help="Of givens, cages and lines: rotational, diagonal …",
        ),
    ] = "none",
    givens: Annotated[
        str | None, typer.Option(metavar="N-M", help="Number of givens, such as 24 or 24-28.")
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(metavar="TEXT|FILE", help="Where givens are; a dot is an empty cell."),
    ] = None,
    minimal: Annotated[
        bool | None,
        typer.Option(
            "--minimal/--no-minimal",
            help="Whether every given is needed; with a symmetry, every group of givens that belong"
            " together.",
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            **choice(*(band.name for band in BANDS)),
            metavar="NAME",
            help="easy, medium, hard, expert or extreme.",
        ),
    ] = None,
    rating: Annotated[
        str | None, typer.Option(metavar="LOW-HIGH", help="ER, such as 7.1 or 7.0-7.5.")
    ] = None,
    hardest: Annotated[
        str | None, typer.Option(metavar="NAME", help="Hardest technique, such as xy_wing.")
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(**choice(*VARIANTS), metavar="NAME", help=f"{listed(list(VARIANTS))}."),
    ] = None,
    solvable: Annotated[
        bool, typer.Option("--solvable", help="Of a variant: hints solve it to the end.")
    ] = False,
    needs: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A technique that must be needed.")
    ] = None,
    forbid: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A technique that must not.")
    ] = None,
    profile: ProfileName = None,
    first: Annotated[
        int,
        typer.Option(
            parser=whole(0), metavar="N", help="Start at puzzle N of the seed (default: 0)."
        ),
    ] = 0,
    recipe: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Make the puzzle of a recipe again.")
    ] = None,
    daily: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="The puzzle of a day: today or 2026-11-22."),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(parser=whole(1), metavar="N", help="Give up after N puzzles tried for one."),
    ] = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help="Boxes and houses, such as 2x3 or diagonals; no constraints.",
        ),
    ] = None,
    jobs: Jobs = None,
) -> None:
    """Generate puzzles with one solution.

    Without --seed a random one is used. Puzzles are generated until one matches the options; when the
    budget is spent, the nearest is printed. --json has the solution and the recipe of each puzzle.
    Puzzles of a --variant are printed as ISS strings, which all commands read.
    """
    target = output_format(to, output, json, formats=BOARDS)
    check_rules(rules)
    ranges = {
        "symmetry": symmetry,
        "givens": None if givens is None else numbers_in("--givens", givens, int, "24-28"),
        "pattern": None if pattern is None else _pattern(pattern),
        "minimal": minimal,
        "difficulty": difficulty,
        "rating": None if rating is None else numbers_in("--rating", rating, float, "7.0-7.5"),
        "hardest": hardest,
        "needs": split_names(needs),
        "forbid": split_names(forbid),
        "profile": profile_of(profile, "se"),
        "rules": rules,
        "variant": variant,
        "solvable": solvable,
    }
    one = None
    if daily is not None:
        chosen = [value for value in ranges.values() if value not in (None, False, "none", [], SE)]
        if chosen or recipe is not None or seed is not None or n != 1:
            usage("--daily cannot be combined with options that choose a puzzle")
        one = generating.daily(_date(daily))
    elif recipe is not None:
        one = _remade(recipe)
    request = _Request(n, seed, first, budget, jobs, ranges, one)
    try:
        session = _Session(request, output, target)
    except (NonetError, ValueError) as error:
        usage(str(error))
    raise typer.Exit(session.run())


def _date(text: str) -> datetime.date:
    """Return the date of a text; "today" is today."""
    if text.strip().lower() == "today":
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        usage(f"--daily must be today or a date such as 2026-11-22, got {text!r}")


def _remade(recipe: str) -> Puzzle:
    """Return the puzzle of a recipe."""
    try:
        return generating.remake(recipe)
    except (NonetError, ValueError) as error:
        usage(str(error))


def _pattern(pattern: str) -> str:
    """Return the characters of a pattern, read from a file if there is one of that name."""
    if not os.path.exists(pattern):
        return pattern
    try:
        with open(pattern, encoding="utf-8") as handle:
            return handle.read()
    except (OSError, UnicodeDecodeError) as error:
        usage(f"--pattern: {pattern}: {getattr(error, 'strerror', None) or 'this is not text'}")


@dataclass(frozen=True)
class _Request:
    """What the options ask for: ``n`` puzzles of a seed, or ``one`` that is known."""

    n: int
    seed: int | None
    first: int
    budget: int | None
    jobs: int | None
    ranges: dict[str, Any]
    one: Puzzle | None = None


class _Session:
    """One run; raises `ValueError` or `NonetError` where the request contradicts itself."""

    def __init__(self, request: _Request, path: str | None, target: str) -> None:
        from nonet.cli.stream.writers import writer_for

        self._path = path
        self._writer = None if target == "txt" else writer_for(target, data=True)
        self._is_table = target in TABLES[1:]
        self._status = StatusLine()
        self._reached: generating.SearchProgress | None = None
        self._seed = secrets.randbits(32) if request.seed is None else request.seed
        self._shows_seed = request.seed is None and request.one is None
        self._total = request.n if request.one is None else 1
        if request.one is not None:
            self._puzzles = iter([request.one])
            return
        found = generating.series(
            seed=self._seed,
            first=request.first,
            budget=request.budget,
            threads=request.jobs,
            progress=self._count,
            **request.ranges,
        )
        self._puzzles = islice(found, request.n)

    def run(self) -> int:
        """Print the puzzles; return the exit code."""
        try:
            output = Output(self._path)
        except OSError as error:
            print(f"{self._path}: {error.strerror}", file=sys.stderr)
            return 1
        report = Report(bar=False, total=self._total)
        interrupts = Interrupts()
        try:
            with self._status, interrupts.handled():
                for text in self._texts(report):
                    with interrupts.held():
                        self._status.clear()
                        output.write(text)
            output.write(self._writer.end() if self._writer else b"")
        except KeyboardInterrupt as stop:
            self._stopped(stop, output, report)
            return 130
        except BrokenPipeError:
            return 141
        except OSError as error:
            print(f"{self._path or '<stdout>'}: {error.strerror}", file=sys.stderr)
            return 1
        output.close(complete=not report.failed)
        watched = sys.stderr.isatty()
        code = report.finish(terminal=watched)
        if watched and self._shows_seed:
            print(f"generated with --seed {self._seed}", file=sys.stderr)
        return code

    def _stopped(self, stop: KeyboardInterrupt, output: Output, report: Report) -> None:
        """Print the nearest puzzle of a search that was interrupted, and how far it came."""
        message = f"stopped after {report.rows:,} of {self._total:,} puzzles"
        reached = stop.progress if isinstance(stop, generating.Interrupted) else self._reached
        if reached is not None and reached.nearest is not None and self._takes_nearest:
            note = f"the nearest of {reached.tried:,} puzzles tried"
            output.write(self._text(reached.nearest, note, Answers()))
            message += f"; the nearest of {reached.tried:,} tried is printed"
        output.write(self._writer.end() if self._writer else b"")
        output.close()
        print(message, file=sys.stderr)

    def _count(self, at: generating.SearchProgress) -> None:
        """Show how far the search has come."""
        self._reached = at
        nearest = "" if at.nearest is None else f", the nearest has {_described(at.nearest)}"
        self._status.show(f"{at.found:,} of {self._total:,} puzzles, {at.tried:,} tried{nearest}")

    def _texts(self, report: Report) -> Iterator[bytes]:
        """Yield what is printed, puzzle by puzzle; the last may be the nearest that was found."""
        try:
            for number, puzzle in enumerate(self._puzzles, 1):
                answers = Answers(rows=1)
                answers.tally["generated"] = 1
                yield self._text(puzzle, None, answers)
                report.add(answers, number)
        except LimitReached as error:
            report.fail(str(error))
            if error.progress is not None and self._takes_nearest:
                yield self._text(error.progress, str(error), Answers())
        except NonetError as error:
            report.fail(str(error))

    @property
    def _takes_nearest(self) -> bool:
        """Whether the output has room for the remark that a puzzle is only the nearest."""
        return self._writer is None or self._is_table

    def _text(self, puzzle: Puzzle, message: str | None, answers: Answers) -> bytes:
        text = line_of(puzzle) if self._writer is None else puzzle.givens.text()
        if self._writer is None:
            return f"{text}{f'  # {message}' if message else ''}\n".encode()
        results: dict[str, Any] = {}
        if self._is_table:
            rating = puzzle.info.get("rating")
            results = {
                "solution": puzzle.solution().text(),
                "givens": len(puzzle.givens.filled),
                "rating": None if rating is None else float(rating),
                "recipe": puzzle.info.get("recipe"),
                "message": message,
            }
        rules = {} if puzzle.rules.is_classic else {"rules": format_rules(puzzle.rules)}
        columns = {"puzzle": text, **rules}
        answers.output = [Row("", None, columns, "unique", results, message, board=puzzle)]
        return self._writer.text(answers)


def _described(puzzle: Puzzle) -> str:
    """Return the givens and the rating of a puzzle, as far as they are known."""
    rating = puzzle.info.get("rating")
    return f"{len(puzzle.givens.filled)} givens" + (f", ER {rating}" if rating else "")
