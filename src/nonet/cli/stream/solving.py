"""What `solve`, `count` and `check` share: batches solved by the core, and a line for each row.

Most rows of most files are fine, and their line is known beforehand or comes ready from the
core. So each of these commands has a *usual line* of fixed width, laid out for all rows at once.
Only rows with another status are looked at one by one, and large boards with their own spelling.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import Any, ClassVar, NamedTuple

from nonet import engine
from nonet.base.digit_sets import value_symbols
from nonet.base.digits import symbols_of
from nonet.base.errors import LimitReached, NonetError
from nonet.batch.answers import ANSWERS, COLUMNS, Bounds, answers_or_none
from nonet.boards.grid import Grid
from nonet.cli.stream.pipeline import Answers, Failure
from nonet.cli.stream.result_columns import ResultColumns, values_column
from nonet.cli.stream.rows import PHRASES, Row, is_explained
from nonet.engine import Status
from nonet.engine.delimited import Column, choice_column
from nonet.puzzle import Puzzle
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.impossible import with_impossible
from nonet.puzzle.model import Model, Solution
from nonet.tables.batches import Batch, Buffers, RejectedRow, Results

__all__ = [
    "Solved",
    "SolvingWork",
    "Verdict",
    "joined",
    "sentence_of",
    "solution_of",
    "solve_batch",
    "spelled",
    "wrong_solution",
]

_SHOWN = 5  # problems of a board

_WORDS = (*(state.word for state in Status), "wrong")


class Verdict(NamedTuple):
    """The line of one row; ``message`` says what is wrong with it, ``status`` replaces its status."""

    line: str
    message: str | None = None
    status: str | None = None


class Solved(NamedTuple):
    """What the search has found of a model: ``sentence`` says why there is not exactly one solution.

    ``regions`` are the numbers of the regions that were to be found, cell by cell.
    """

    status: Status
    number: int
    solution: str
    sentence: str = ""
    regions: str = ""


@dataclass(frozen=True)
class SolvingWork:
    """The frame: solve all rows, lay out the usual lines, replace those of the other rows.

    ``columns`` are the requested ones, of ``results`` and of `PLACE`; with None the answers are lines.
    """

    limit: int = 2
    budget: int | None = None
    columns: tuple[str, ...] | None = None
    language: str = "en"

    needs_solutions: ClassVar[bool] = False
    needs_counts: ClassVar[bool] = False
    results: ClassVar[Sequence[str]] = COLUMNS
    usual_columns: ClassVar[Sequence[str]] = ()
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch."""
        results = buffers.results(batch)
        self.note(batch)
        status = solve_batch(
            batch,
            results,
            limit=self.limit,
            budget=self.budget,
            solutions=self.needs_solutions or "solution" in self.requested or self.compares(batch),
            counts=self.needs_counts or self.columns is not None,
            guesses="guesses" in self.requested,
        )
        return self._judged(batch, results, status)

    @property
    def requested(self) -> tuple[str, ...]:
        """The requested columns, none where the answers are lines."""
        return self.columns or ()

    def note(self, batch: Batch) -> None:
        """Note what positions add to the puzzles that are answered for: mistakes of their players."""
        for row, position in batch.positions.items():
            puzzle = position.puzzle.check(budget=self.budget).problems
            problems = position.check(budget=self.budget, language=self.language).problems
            line = batch.line_numbers[row]
            batch.remarks += [(line, str(each)) for each in problems if each not in puzzle]

    # -- one outcome, as lines, columns or rows ---------------------------------------------------

    def _judged(self, batch: Batch, results: Results, status: bytes) -> Answers:
        """Return the answers: verdicts of the rows that are not as usual, and of the rejected rows, are made once."""
        answers = Answers(rows=batch.rows + len(batch.rejected_rows))
        tally: Counter[str] = Counter()
        usual = Status.FOUND if self.limit == 1 else Status.UNIQUE
        if all_usual := status == bytes([usual]) * batch.rows:
            tally[self.phrases[usual.word]] = batch.rows
        else:
            for state in Status:
                tally[self.phrases[state.word]] += status.count(state)
        rows = self.special(batch, results, status)
        if rows is None:
            others = re.finditer(b"[^\\x%02x]" % usual, status)
            rows = () if all_usual else [match.start() for match in others]
        verdicts: dict[int, Verdict] = {}
        for row in rows:
            state = Status(status[row])
            verdicts[row] = verdict = self.verdict(batch, results, row, state)
            if verdict.status:
                tally[self.phrases[state.word]] -= 1
                tally[self.phrases[verdict.status]] += 1
            if verdict.message:
                answers.fail(Failure(batch.source, batch.line(row), None, verdict.message))
        rejected_rows = [self._rejected_row(batch, rejected) for rejected in batch.rejected_rows]
        for made in rejected_rows:
            tally[self.phrases.get(made.status, made.status)] += 1
            if made.failure is not None:
                answers.fail(made.failure)
        answers.tally = +tally
        if self.columns is None:
            answers.output = self._lines(batch, results, verdicts, rejected_rows)
            return answers
        of_rejected = {
            id(rejected): made
            for rejected, made in zip(batch.rejected_rows, rejected_rows, strict=True)
        }

        def row_of(item: int | RejectedRow) -> Row:
            if isinstance(item, RejectedRow):
                return of_rejected[id(item)]
            return self._row(batch, results, item, Status(status[item]), verdicts.get(item))

        if batch.own_columns() is None or not self.fits_columns:
            answers.output = list(map(row_of, batch))
        else:
            answers.output = [self._as_columns(batch, results, status, verdicts, row_of)]
        return answers

    def _lines(
        self,
        batch: Batch,
        results: Results,
        verdicts: Mapping[int, Verdict],
        rejected_rows: Sequence[Row],
    ) -> bytes | memoryview:
        others = {row: f"{verdict.line}\n".encode() for row, verdict in verdicts.items()}
        between = [
            (rejected.row, f"{made.text}\n".encode())
            for rejected, made in zip(batch.rejected_rows, rejected_rows, strict=True)
        ]
        lines, width = self.usual(batch, results)
        return _spliced(memoryview(lines), width, batch.rows, others, between)

    def _as_columns(
        self,
        batch: Batch,
        results: Results,
        status: bytes,
        verdicts: Mapping[int, Verdict],
        row_of: Callable[[int | RejectedRow], Row],
    ) -> ResultColumns:
        words = bytearray(status)
        for row, verdict in verdicts.items():
            if verdict.status:
                words[row] = _WORDS.index(verdict.status)
        others = self._others_in(batch)
        return ResultColumns.of(
            batch,
            {name: partial(self._column, name, results, status, others) for name in self.results},
            choice_column([word.encode() for word in _WORDS], words),
            {row: verdict.message for row, verdict in verdicts.items() if verdict.message},
            row_of,
            self.requested,
        )

    @property
    def fits_columns(self) -> bool:
        """Whether the columns of the core hold all results."""
        return True

    def usual(self, batch: Batch, results: Results) -> tuple[Any, int]:
        """Return the usual lines of all rows, and the width of one."""
        raise NotImplementedError

    def verdict(self, batch: Batch, results: Results, row: int, state: Status) -> Verdict:
        """Return the line of a row that may not be the usual one."""
        raise NotImplementedError

    def special(self, batch: Batch, results: Results, status: bytes) -> Sequence[int] | None:
        """Return the rows that have a line of their own; None for those with another status than the usual one."""
        return None

    def compares(self, batch: Batch) -> bool:
        """Whether the solutions are compared with those of the file."""
        return False

    # -- rows -------------------------------------------------------------------------------------

    def _row(
        self, batch: Batch, buffers: Results, row: int, state: Status, verdict: Verdict | None
    ) -> Row:
        verdict = verdict or self.verdict(batch, buffers, row, state)
        results = self.results_of(batch, buffers, row, state)
        made = Row.of(
            batch,
            row,
            verdict.status or state.word,
            results=results,
            message=verdict.message,
            text=verdict.line,
            board=self.board(batch, buffers, row, state),
        )
        return made.show(self.requested, self.results)

    def _column(
        self, name: str, results: Results, status: bytes, others: Sequence[Mapping[str, Any]]
    ) -> Column:
        """Return a column: from the buffers of the search, or from the answers of each row."""
        cells = ANSWERS[name].cells
        if cells is None:
            return values_column([each[name] for each in others])
        return cells(results, status, self.limit)

    def _others_in(self, batch: Batch) -> Sequence[Mapping[str, Any]]:
        """Return the answers of each row that are not in the buffers of the search; empty if none is asked for."""
        names = [name for name in self.requested if name in ANSWERS and not ANSWERS[name].cells]
        bounds = Bounds(self.limit, self.budget)
        rows = map(batch.puzzle, range(batch.rows if names else 0))
        return [answers_or_none(puzzle, names, bounds) for puzzle in rows]

    def _rejected_row(self, batch: Batch, rejected: RejectedRow) -> Row:
        """Return the row of a model, or of a place that cannot be read."""
        if rejected.model is None:
            return Row.unreadable(batch, rejected).show(self.requested, self.results)
        solved = self.solve_model(rejected.model)
        verdict = self.model_verdict(rejected.error.text, solved)
        results = {
            **dict.fromkeys(self.requested),
            "solution": solved.solution or None,
            "count": solved.number,
            "exact": solved.number < self.limit and solved.status is not Status.OUT_OF_BUDGET,
        }
        return Row.of_rejected(
            batch,
            rejected,
            verdict.status or solved.status.word,
            results=results | ({"regions": solved.regions} if solved.regions else {}),
            message=verdict.message,
            text=verdict.line,
        ).show(self.requested, self.results)

    # -- models -----------------------------------------------------------------------------------

    def solve_model(self, model: Model) -> Solved:
        """Return what the search finds."""
        try:
            count = index(model.count(self.limit, budget=self.budget))
        except LimitReached as error:
            return Solved(Status.OUT_OF_BUDGET, index(error.progress or 0), "", str(error))
        if not count:
            wrong = model.impossible or model.contradiction
            why = f": {wrong.text(self.language)}" if wrong else ""
            return Solved(Status.NO_SOLUTION, 0, "", f"no solution{why}")
        solution = regions = ""
        if self.needs_solutions or "solution" in self.requested:
            first = next(model.solutions())
            solution, regions = first.text(), _regions(model, first)
        if count >= 2:
            return Solved(Status.MULTIPLE, count, solution, "several solutions", regions)
        status = Status.FOUND if self.limit == 1 else Status.UNIQUE
        return Solved(status, 1, solution, regions=regions)

    def model_verdict(self, text: str, solved: Solved) -> Verdict:
        """Return the line of a model."""
        raise NotImplementedError

    def results_of(self, batch: Batch, results: Results, row: int, state: Status) -> dict[str, Any]:
        """Return the results of a row by the names of their columns."""
        count = results.counts[row]
        others = [name for name in self.requested if name in ANSWERS and not ANSWERS[name].cells]
        bounds = Bounds(self.limit, self.budget)
        return {
            **(answers_or_none(batch.puzzle(row), others, bounds) if others else {}),
            "solution": self.solution(batch, results, row) if count else None,
            "count": count,
            "exact": count < self.limit and state < Status.BAD_CELL,
            "guesses": results.guesses[row],
        }

    def board(self, batch: Batch, results: Results, row: int, state: Status) -> Puzzle | None:
        """Return what a format for boards writes for a row."""
        return None

    def solution(self, batch: Batch, results: Results, row: int) -> str:
        """Return the solution of a row, written as the row is."""
        return spelled(solution_of(results, row), batch.spelling(row))

    def sentence(self, batch: Batch, row: int, state: Status) -> str:
        """Return why a row does not have exactly one solution."""
        return sentence_of(batch, row, state, self.budget, self.language)


def sentence_of(
    batch: Batch, row: int, state: Status, budget: int | None = None, language: str = "en"
) -> str:
    """Return why a row does not have exactly one solution."""
    if state is Status.MULTIPLE:
        return "several solutions"
    if state is Status.CONFLICT:
        return f"conflict: {batch.puzzle(row).check(language=language).problems[0]}"
    if state is Status.NO_SOLUTION and (batch.rules.constraints or is_explained(batch.line(row))):
        puzzle = batch.puzzle(row)
        violations = tuple(puzzle.rules.violations(puzzle.givens))
        for wrong in with_impossible(violations, puzzle.rules):
            kind = "conflict" if wrong in violations else "no solution"
            return f"{kind}: {wrong.text(language)}"
        if is_explained(batch.line(row)) and (
            why := why_unsolvable(puzzle.rules, puzzle.givens, puzzle.marks)
        ):
            return f"no solution: {why.text(language)}"
    if state is Status.OUT_OF_BUDGET:
        return engine.budget_sentence(batch.rules, budget)
    return "no solution"


# -- rows -----------------------------------------------------------------------------------------


def solve_batch(
    batch: Batch,
    results: Results,
    *,
    limit: int,
    budget: int | None,
    solutions: bool = True,
    counts: bool = True,
    guesses: bool = False,
) -> bytes:
    """Solve a batch into the buffers and return the statuses."""
    engine.solve_rows(
        batch.cells if batch.masks is None else batch.masks,
        batch.rows,
        rules=batch.rules,
        offsets=batch.offsets,
        marks=batch.masks is not None,
        limit=limit,
        budget=budget,
        solutions=results.solutions if solutions else None,
        solution_stride=results.width,
        as_text=True,
        counts=results.counts if counts else None,
        status=results.status,
        guesses=results.guesses if guesses else None,
    )
    if solutions and batch.rules.own_digits is not None:
        usual = "".join(symbols_of(batch.rules.size)).encode()
        symbols = bytes.maketrans(usual, value_symbols(batch.rules.digits).encode())
        results.solutions[:] = results.solutions.translate(symbols)
    return bytes(memoryview(results.status)[: batch.rows])


def solution_of(results: Results, row: int) -> str:
    """Return the solution of a row as one line in the usual spelling."""
    return str(
        memoryview(results.solutions)[results.width * row : results.width * (row + 1) - 1], "ascii"
    )


def spelled(board: str, spelling: str) -> str:
    """Return a board in another spelling than the usual one, if one is given."""
    return Grid(board).text(spelling=spelling) if spelling and board else board


def _spliced(
    lines: memoryview,
    width: int,
    rows: int,
    others: dict[int, bytes],
    rejected_rows: list[tuple[int, bytes]],
) -> bytes | memoryview:
    """Replace the lines of some rows and insert those of the rejected ones."""
    if not others and not rejected_rows:
        return lines[: width * rows]
    # A rejected row comes before the row that has its number: (row, 0) sorts before (row, 1).
    changes = [(row, 0, line) for row, line in rejected_rows]
    changes += [(row, 1, line) for row, line in others.items()]
    changes.sort(key=lambda change: change[:2])
    pieces, done = list[bytes | memoryview](), 0
    for row, replaced, line in changes:
        pieces += lines[width * done : width * row], line
        done = row + replaced
    return b"".join([*pieces, lines[width * done : width * rows]])


def _regions(model: Model, solution: Solution) -> str:
    """Return the numbers of the regions that were to be found, empty if the model has none."""
    from nonet.rules.constraints import UnknownRegions

    layers = (rule.layer for rule in model.constraints if isinstance(rule, UnknownRegions))
    cells = [cell for row in next(layers, ()) for cell in row]
    return Solution({cell: solution[cell] for cell in cells}, len(cells)).text()


def wrong_solution(puzzle: Puzzle, given: str, language: str = "en") -> str:
    """Return what is wrong with the text of a given solution, an empty text if nothing is."""
    try:
        board = Grid(given, digit_set=puzzle.rules.own_digits)
        return joined(puzzle.check(board, language=language).problems)
    except NonetError as error:
        return f"the solution cannot be read: {error}"


def joined(problems: Sequence[str]) -> str:
    """Return the first problems, and how many more there are."""
    more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
    return "; ".join([*problems[:_SHOWN], *more])
