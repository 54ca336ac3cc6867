"""`nonet solve`: the solution of each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, ClassVar

from nonet.base.errors import LimitReached, NonetError
from nonet.base.options import Flag
from nonet.boards.grid import Grid
from nonet.cli.groups import MOST, AnswerColumns, Files
from nonet.cli.options import BOARDS, FEW_ROWS, TABLES, adding, job_for, output_format, run_rows
from nonet.cli.stream.rows import PHRASES, Row, RowWork, line_in, status_of
from nonet.cli.stream.solving import Solved, SolvingWork, Verdict, solution_of
from nonet.engine import Status
from nonet.puzzle import Puzzle
from nonet.tables.batches import Batch, Results
from nonet.verbs import boards as verbs

__all__ = ["Solutions", "Solve", "solve"]


def solve(
    *,
    options: verbs.Solve,
    all_: Annotated[bool, Flag(f"Print all solutions, up to {MOST:,}.")] = False,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Solve.results, Solve.usual_columns)] = (),
    files: Files,
) -> int:
    """Print the solution of each puzzle.

    One line per puzzle, in order; with --all or --limit 3 and more, one line per solution.
    A puzzle without exactly one solution says why on its line, after a #, and on standard error.
    """
    target = output_format(output, formats=BOARDS)
    limit, budget = options["limit"], options["budget"]
    if all_ or limit > 2:
        job = job_for(files, output, rows=FEW_ROWS)
        work = Solutions(limit=MOST if all_ else limit, budget=budget)
        return run_rows(job, work, target, columns, lines=_LINES)
    job = job_for(files, output, limit=limit, lines=target in _PLAIN)
    solve = Solve(limit, budget, with_board=target not in _PLAIN)
    return run_rows(job, solve, target, columns, lines=_LINES)


_LINES = ("txt", "sdm")
_PLAIN = (*TABLES, "sdm")  # formats that need no more than the line


@dataclass(frozen=True)
class Solve(SolvingWork):
    """One line per puzzle: its solution, or itself and why there is none."""

    with_board: bool = False

    usual_columns: ClassVar[Sequence[str]] = ("solution",)
    needs_solutions: ClassVar[bool] = True
    phrases: ClassVar[Mapping[str, str]] = {**PHRASES, "unique": "solved", "found": "solved"}

    def usual(self, batch: Batch, results: Results) -> tuple[object, int]:
        return results.solutions, results.width

    def verdict(self, batch: Batch, results: Results, row: int, state: Status) -> Verdict:
        if state in (Status.UNIQUE, Status.FOUND):
            return Verdict(self.solution(batch, results, row))
        sentence = self.sentence(batch, row, state)
        if state is Status.MULTIPLE:
            line = f"{self.solution(batch, results, row)}  # several solutions, this is one"
            return Verdict(line, sentence)
        return Verdict(f"{line_in(batch, row)}  # {sentence}", sentence)

    def model_verdict(self, text: str, solved: Solved) -> Verdict:
        """Return the first solution with the regions that were found, or the model and the reason."""
        regions = f"regions {solved.regions}" if solved.regions else ""
        if solved.status in (Status.UNIQUE, Status.FOUND):
            return Verdict(f"{solved.solution}  # {regions}" if regions else solved.solution)
        if solved.status is Status.MULTIPLE:
            remark = "several solutions, this is one" + (f": {regions}" if regions else "")
            return Verdict(f"{solved.solution}  # {remark}", solved.sentence)
        return Verdict(f"{text}  # {solved.sentence}", solved.sentence)

    def special(self, batch: Batch, results: Results, status: bytes) -> Sequence[int] | None:
        """Return all rows of large boards that have their own spelling."""
        large = batch.rules.size > 9 and any(map(batch.spelling, range(batch.rows)))
        return range(batch.rows) if large else None

    def board(self, batch: Batch, results: Results, row: int, state: Status) -> Puzzle | None:
        if not (self.with_board and state.is_solved):
            return None
        puzzle = batch.puzzle(row)
        solution = Grid(solution_of(results, row), digit_set=puzzle.rules.own_digits)
        return Puzzle(solution, rules=puzzle.rules, info=puzzle.info)


@dataclass(frozen=True)
class Solutions(RowWork):
    """The solutions of each puzzle, one after the other."""

    limit: int = 2
    budget: int | None = None

    results: ClassVar[Sequence[str]] = ("solution", "number")
    usual_columns: ClassVar[Sequence[str]] = results
    done: ClassVar[str] = "solutions"

    def rows(self, batch: Batch, row: int, prepared: object) -> Iterable[Row]:
        puzzle, spelling, number = batch.puzzle(row), batch.spelling(row), 0
        try:
            for solution in islice(puzzle.solutions(budget=self.budget), self.limit):
                number += 1
                text = solution.text(spelling=spelling)
                board = Puzzle(solution, rules=puzzle.rules, info=puzzle.info)
                results = {"solution": text, "number": number}
                yield Row.of(batch, row, "found", results=results, text=text, board=board)
            if not number:
                puzzle.solution(budget=self.budget)  # says why there is none
        except LimitReached as error:
            yield self.failed(batch, row, "out of budget", str(error))
        except NonetError as error:
            yield self.failed(batch, row, *status_of(error, batch.line(row)))
        else:
            if number == MOST == self.limit:
                message = f"{MOST:,} solutions are printed; --limit N prints more"
                yield self.failed(batch, row, "multiple", message)
