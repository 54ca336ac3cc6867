"""`nonet generate`: new puzzles, each printed as soon as it is found."""

from __future__ import annotations

import datetime
import os
import secrets
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, cast

from nonet import generating
from nonet.base.errors import LimitReached, NonetError, RulesError
from nonet.base.exits import CLOSED, stopped
from nonet.base.filenames import shown
from nonet.base.numbers import read_decimal
from nonet.base.options import Text, Whole, changed
from nonet.cli.groups import Output
from nonet.cli.options import (
    BOARDS,
    TABLES,
    data_writer,
    output_format,
    profile_of,
    usage,
)
from nonet.cli.parameters import Target, check_value
from nonet.cli.single import first_puzzle
from nonet.cli.stream.output import Interrupts
from nonet.cli.stream.output import Output as Stream
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.report import Report
from nonet.cli.stream.rows import Row, line_of
from nonet.cli.stream.status import StatusLine
from nonet.generating.options import GenerateOptions, SearchOptions
from nonet.generating.request import check_has_no_variant
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import MultipleSolutions
from nonet.verbs.common import RULES

__all__ = ["generate"]


def generate(
    *,
    n: Annotated[int, Whole("How many puzzles (default: {default}).", 1, flags=("-n",))] = 1,
    search: SearchOptions,
    recipe: Annotated[str | None, Text("Make the puzzle of a recipe again.")] = None,
    daily: Annotated[
        str | None, Text("The puzzle of a day: today or 2026-11-22.", metavar="DATE")
    ] = None,
    output: Output,
) -> int:
    """Generate puzzles with one solution.

    Without --seed a random one is used. Puzzles are generated until one matches; when the budget is
    spent, the nearest is printed. --json has solutions and recipes. Puzzles with constraints are printed
    as ISS strings. --add completes the puzzle of --rules and --start.
    """
    target = output_format(output, formats=BOARDS)
    chosen = changed(GenerateOptions, search) or search["seed"] is not None or n != 1
    if daily is not None and (chosen or recipe is not None):
        usage("--daily cannot be combined with options that choose a puzzle")
    try:
        check_has_no_variant(search["rules"])
    except RulesError as error:
        usage(f"--rules: {error}")
    check_value("rules", RULES, search["rules"])
    if isinstance(search["start"], str):
        search["start"] = first_puzzle(
            {"puzzle": search["start"], "from_": None, "rules": cast("str | None", search["rules"])}
        )
        search["rules"] = None
    if isinstance(search["pattern"], str):
        search["pattern"] = _pattern(search["pattern"])
    try:
        one = generating.by_hardest(search) if n == 1 else None
        search["profile"] = profile_of(search["profile"])
        if daily is not None:
            one = generating.daily(_date(daily))
        if recipe is not None:
            one = generating.remake(recipe)
        session = _Session(n, search, one, output["output"], target)
    except (NonetError, ValueError) as error:
        usage(str(error))
    return session.run()


def _date(text: str) -> datetime.date:
    """Return the date of a text; "today" is today."""
    if text.strip().lower() == "today":
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        usage(f"--daily must be today or a date such as 2026-11-22, got {text!r}")


def _pattern(pattern: str) -> str:
    """Return the characters of a pattern, read from a file if there is one of that name."""
    if not os.path.exists(pattern):
        return pattern
    try:
        with open(pattern, encoding="utf-8") as handle:
            return handle.read()
    except (OSError, UnicodeDecodeError) as error:
        usage(
            f"--pattern: {shown(pattern)}: {getattr(error, 'strerror', None) or 'this is not text'}"
        )


class _Session:
    """One run; raises `ValueError` or `NonetError` where the request contradicts itself."""

    def __init__(
        self, n: int, search: SearchOptions, one: Puzzle | None, path: Target | None, target: str
    ) -> None:
        self._path = path
        self._writer = data_writer(target)
        self._is_table = target in TABLES[1:]
        self._status = StatusLine()
        self._reached: generating.SearchProgress | None = None
        self._shows_seed = search["seed"] is None and one is None
        self._seed = secrets.randbits(32) if search["seed"] is None else search["seed"]
        self._total = n if one is None else 1
        if one is not None:
            self._puzzles = iter([one])
            return
        search |= {"seed": self._seed, "progress": self._count}
        self._puzzles = islice(generating.series(**search), n)

    def run(self) -> int:
        """Print the puzzles; return the exit code."""
        output = Stream(self._path)
        report = Report(bar=False, total=self._total)
        interrupts = Interrupts()
        try:
            with self._status, interrupts.handled():
                for text in self._texts(report):
                    with interrupts.held():
                        self._status.clear()
                        output.write(text)
            output.write(self._writer.end() if self._writer else b"")
            output.close(complete=not report.failed)
        except KeyboardInterrupt as stop:
            self._stopped(stop, output, report)
            return stopped()
        except BrokenPipeError:
            return CLOSED
        finally:
            output.close(complete=False)
        watched = sys.stderr.isatty()
        code = report.finish(terminal=watched)
        if watched and self._shows_seed:
            print(f"generated with --seed {self._seed}", file=sys.stderr)
        return code

    def _stopped(self, stop: KeyboardInterrupt, output: Stream, report: Report) -> None:
        """Print the nearest puzzle of a search that was interrupted, and how far it came."""
        message = f"stopped after {report.rows:,} of {self._total:,} puzzles"
        reached = stop.progress if isinstance(stop, generating.Interrupted) else self._reached
        if reached is not None and reached.nearest is not None and self._takes_nearest:
            note = f"the nearest of {reached.tried:,} puzzles tried"
            output.write(self._text(reached.nearest, note, Answers()))
            message += f"; the nearest of {reached.tried:,} tried is printed"
        output.write(self._writer.end() if self._writer else b"")
        print(message + output.stop(), file=sys.stderr)

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
        if self._writer is None:
            return f"{line_of(puzzle)}{f'  # {message}' if message else ''}\n".encode()
        results: dict[str, object] = {}
        if self._is_table:
            rating = puzzle.info.get("rating")
            results = {
                "solution": _solution_of(puzzle),
                "givens": len(puzzle.givens.filled),
                "rating": None if rating is None else read_decimal(rating),
                "recipe": puzzle.info.get("recipe"),
                "message": message,
            }
        answers.output = [Row.made(puzzle, "unique", results=results, message=message)]
        return self._writer.text(answers)


def _solution_of(puzzle: Puzzle) -> str | None:
    """Return the solution; None for the nearest puzzle of a search if it has several."""
    try:
        return puzzle.solution().text()
    except MultipleSolutions:
        return None


def _described(puzzle: Puzzle) -> str:
    """Return the givens and the rating of a puzzle, as far as they are known."""
    rating = puzzle.info.get("rating")
    return f"{len(puzzle.givens.filled)} givens" + (f", ER {rating}" if rating else "")
