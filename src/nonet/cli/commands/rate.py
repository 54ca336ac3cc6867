"""`nonet rate`: how difficult each puzzle is for a person, as Sudoku Explainer rates it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from nonet.base.errors import NonetError, TimeLimitReached
from nonet.base.options import InFile
from nonet.cli.groups import AllowOwn, AnswerColumns, Files, Implications, Language, Seconds
from nonet.cli.options import (
    FEW_ROWS,
    TABLES,
    adding,
    is_seen,
    job_for,
    language_of,
    limited,
    output_format,
    profile_of,
    run_rows,
    usage,
)
from nonet.cli.stream.rows import Row, RowWork, line_in, status_of
from nonet.cli.stream.solving import sentence_of
from nonet.engine import Status
from nonet.engine.logic import rating_of, solver_budget_sentence
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.puzzle.explaining import rated_rows
from nonet.steps import SE, Profile, Rating
from nonet.steps.difficulty import difficulty_of
from nonet.tables.batches import Batch, Buffers
from nonet.verbs.logic import PROFILE

__all__ = ["Rate", "RatePoints", "rate"]


def rate(
    *,
    compare: Annotated[
        str | None, InFile("Compare with a CSV or TSV file that has er, ep and ed.")
    ] = None,
    profile: Annotated[str | None, PROFILE] = None,
    allow_own: AllowOwn = False,
    language: Language = None,
    budget: Implications = None,
    seconds: Seconds = None,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(RatePoints.results, Rate.usual_columns)] = (),
    files: Files,
) -> int:
    """Rate the difficulty of each puzzle (ER, EP, ED).

    The ratings are those of Sudoku Explainer 1.2.1. ER is the hardest step that the puzzle needs, EP
    the hardest up to the first digit placed, ED the first step. A line ends in ED=ER/EP/ED; on a
    terminal there is a table. Boards with other rules are rated with the profile sukaku or nonet, on
    the same scale. With a profile that counts points, such as hodoku, the figures are the score, the
    sum of the points, and the level.
    """
    if compare is not None:
        if files["puzzles"] or profile or any(output.values()) or seconds:
            usage(
                "--compare prints a table for its own file; give no puzzles, profile, seconds or output"
            )
        from nonet.cli.commands._agreement import compare_with

        return compare_with(compare, budget=budget, jobs=files["jobs"])
    seen = is_seen(output["output"])
    formats, default = (*TABLES, "table"), "table" if seen else "txt"
    target = output_format(output, formats=formats, default=default)
    rated = profile_of(profile, "se", allow_own=allow_own)
    work = RatePoints if rated.counts_points else Rate
    named = target == "jsonl" and not columns
    head = b"" if target != "table" else _POINTS_HEAD if rated.counts_points else _HEAD
    job = job_for(files, output, rows=FEW_ROWS, head=head)
    width = shutil.get_terminal_size().columns if seen else None
    spoken = language_of(language)
    lines = work(None, target == "table", width, budget, spoken, rated, named, seconds)
    return run_rows(job, lines, target, columns, lines=("txt", "table"))


_HEAD = b" ER    EP    ED    steps  hardest step                      puzzle\n"
_POINTS_HEAD = b" score  level    steps  hardest step                      puzzle\n"


class _Rated(NamedTuple):
    """The outcome for one puzzle."""

    status: str
    rating: Rating | None = None
    message: str | None = None


@dataclass(frozen=True)
class Rate(RowWork):
    """Each puzzle with its ratings: a line, or a line of a table, which is cut at the width of a terminal.

    With ``named``, a row has the profile that rated it if it differs from the requested one.
    """

    aligned: bool = False
    width: int | None = None
    budget: int | None = None
    language: str = "en"
    profile: Profile = SE
    named: bool = False
    seconds: float | None = None

    results: ClassVar[Sequence[str]] = (
        "er",
        "ep",
        "ed",
        "exact",
        "difficulty",
        "hardest",
        "steps",
        "counts",
        "nodes",
        "profile",
    )
    usual_columns: ClassVar[Sequence[str]] = ("er", "ep", "ed", "difficulty", "hardest")
    done: ClassVar[str] = "rated"

    def prepare(self, batch: Batch, buffers: Buffers) -> list[_Rated]:
        is_plain = batch.masks is None and batch.rules.is_classic and not self.profile.own
        if not is_plain or self.seconds is not None:
            return [self._one(batch, row) for row in range(batch.rows)]
        options = {"offsets": batch.offsets, "budget": self.budget, "profile": self.profile}
        rated = []
        for row, each in enumerate(rated_rows(batch.cells, batch.rows, **options)):
            state, (er, ep, ed) = each.status, each.figures
            more = each.hardest, each.steps, each.counts, each.nodes
            rating = rating_of(state, er, ep, ed, *more, profile=self.profile)
            rated.append(self._rated(batch, row, state, rating))
        return rated

    def _rated(self, batch: Batch, row: int, state: Status, rating: Rating | None) -> _Rated:
        """Return the outcome for a row, with the reason if it has no exact rating."""
        if state is Status.UNIQUE:
            return _Rated(state.word, rating)
        if state is Status.OUT_OF_BUDGET:
            return _Rated(state.word, rating, solver_budget_sentence(self.budget))
        return _Rated(state.word, None, sentence_of(batch, row, state))

    def _one(self, batch: Batch, row: int) -> _Rated:
        """Rate a puzzle that the core does not rate in a row of many."""
        try:
            with limited(self.seconds):
                rating = batch.board(row).rate(budget=self.budget, profile=self.profile)
        except (Conflict, NoSolution, MultipleSolutions) as error:
            status, message = status_of(error, batch.line(row))
            return _Rated(status, message=message)
        except TimeLimitReached as error:
            return _Rated(Status.OUT_OF_BUDGET.word, message=str(error))
        except NonetError as error:
            return _Rated("unsupported", message=str(error))
        state = Status.UNIQUE if rating.exact else Status.OUT_OF_BUDGET
        return self._rated(batch, row, state, rating)

    def shown(self, row: Row) -> Row:
        """Return a row with the requested columns, and the profile where it is to be named."""
        used = row.results.get("profile")
        row = super().shown(row)
        if self.named and used not in (None, self.profile.name):
            row.results = {**row.results, "profile": used}
        return row

    # -- rows -------------------------------------------------------------------------------------

    def rows(self, batch: Batch, row: int, prepared: Any) -> Iterable[Row]:
        status, rating, message = prepared[row]
        if rating is None:
            yield self.failed(batch, row, status, message)
            return
        yield Row.of(
            batch,
            row,
            status,
            results=_results(rating),
            message=message,
            text=self._line(line_in(batch, row), rating, message),
        )

    def _line(self, puzzle: str, rating: Rating, message: str | None) -> str:
        more = "" if rating.exact else "+"
        points = rating.profile.counts_points
        figures = [f"{value:.1f}{more}" for value in (rating.er, rating.ep, rating.ed)]
        figures = ["-"] * 3 if rating.left else figures
        if self.aligned:
            columns = "  ".join(f"{figure:>4}" for figure in figures)
            if points:
                columns = f"{f'{rating.score}{more}':>6}  {rating.level or '':7}"
            hardest = rating.hardest.name_in(self.language) if rating.hardest else ""
            line = f"{columns}  {rating.steps:5}  {hardest:32}  {puzzle}"
            return (
                line
                if self.width is None or len(line) <= self.width
                else f"{line[: self.width - 1]}…"
            )
        note = f"  # {message}" if message else ""
        if rating.left:
            return f"{puzzle}{note}  # {rating}"
        if points:
            return f"{puzzle} {rating}{note}"
        return f"{puzzle} ED={'/'.join(figures)}{note}"


@dataclass(frozen=True)
class RatePoints(Rate):
    """Rate puzzles by a profile that counts points: the score and the level come first."""

    results: ClassVar[Sequence[str]] = ("score", "level", "points", *Rate.results)
    usual_columns: ClassVar[Sequence[str]] = ("score", "level", "hardest")


def _results(rating: Rating) -> dict[str, object]:
    figures: dict[str, object] = {"er": rating.er, "ep": rating.ep, "ed": rating.ed}
    has_er = not rating.profile.counts_points and not rating.left
    if rating.left:
        figures = {**dict.fromkeys(figures), "open": rating.left}
    elif not has_er:
        points = None if rating.hardest is None else round(rating.er)
        scored = {"score": rating.score, "level": rating.level, "points": points}
        figures = {**scored, **dict.fromkeys(figures)}
    return {
        **figures,
        "exact": rating.exact,
        "difficulty": difficulty_of(rating.er) if has_er and rating.exact else None,
        "hardest": rating.hardest.id if rating.hardest else None,
        "steps": rating.steps,
        "counts": {known.id: count for known, count in rating.counts.items()},
        "nodes": rating.nodes,
        "profile": rating.profile.name,
    }
