"""What `nonet rate` prints: a line, a row of a table, of a CSV file, or a JSON object for each puzzle."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from nonet import engine
from nonet.cli.answers import Verb
from nonet.cli.chunks import Batch, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import Status
from nonet.engine.logic import rating_of, solver_budget_sentence
from nonet.errors import Conflict, MultipleSolutions, NonetError, NoSolution, ParseError
from nonet.puzzle import Puzzle
from nonet.steps import TECHNIQUES, Rating
from nonet.variants import format_rules

__all__ = ["HEADS", "ROWS", "Rate"]

ROWS = 16
"""Puzzles of a piece of work: one may take seconds, and the answers come in the order of the file."""

HEADS = {
    "table": b" ER    EP    ED    steps  puzzle, hardest step\n",
    "csv": b"puzzle,er,ep,ed,hardest,steps,status\n",
}
"""What comes before the answers, by their style."""


class _Row(NamedTuple):
    """What became of one puzzle."""

    status: Status
    rating: Rating | None = None
    problem: str | None = None


@dataclass(frozen=True)
class Rate:
    """Rates batches; ``style`` is "line", "table", "csv" or "json"."""

    style: str
    budget: int | None = None

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        answers = Answers(rows=batch.rows + len(batch.gaps))
        lines, tally = [], Counter(unreadable=len(batch.gaps))
        rated = self._rated(batch)
        for item in _in_order(batch):
            if isinstance(item, ParseError):
                failure = Failure.of(item, batch.source)
                lines.append(self._gap(failure))
                answers.fail(failure)
                continue
            row = rated[item]
            lines.append(self._line(batch, item, row))
            tally["rated" if row.problem is None else Verb.words[row.status]] += 1
            if row.problem is not None:
                answers.fail(Failure(batch.source, batch.line(item), None, row.problem))
        answers.tally = +tally
        answers.output = "".join(f"{line}\n" for line in lines).encode()
        return answers

    # -- rating -----------------------------------------------------------------------------------

    def _rated(self, batch: Batch) -> list[_Row]:
        if batch.masks is not None or not batch.rules.is_classic:
            return [self._one(batch.puzzle(row)) for row in range(batch.rows)]
        n, kinds = batch.rows, len(TECHNIQUES)
        ratings, counts = array("H", bytes(6 * n)), array("H", bytes(2 * n * kinds))
        steps, nodes = array("I", bytes(4 * n)), array("Q", bytes(8 * n))
        status, hardest = bytearray(n), bytearray(n)
        engine.rate_rows(
            batch.cells,
            n,
            offsets=batch.offsets,
            budget=self.budget,
            ratings=ratings,
            status=status,
            hardest=hardest,
            steps=steps,
            counts=counts,
            nodes=nodes,
        )
        found = []
        for row in range(n):
            state, numbers = Status(status[row]), counts[kinds * row : kinds * row + kinds]
            er, ep, ed = ratings[3 * row : 3 * row + 3]
            rating = rating_of(state, er, ep, ed, hardest[row], steps[row], numbers, nodes[row])
            found.append(self._row(batch.puzzle, row, state, rating))
        return found

    def _row(self, puzzle: Any, number: int, state: Status, rating: Rating) -> _Row:
        """Say what is the matter with a row that has no exact rating."""
        if state is Status.UNIQUE:
            return _Row(state, rating)
        if state is Status.OUT_OF_BUDGET:
            return _Row(state, rating, solver_budget_sentence(self.budget))
        if state is Status.CONFLICT:
            return _Row(state, problem=f"conflict: {puzzle(number).check().problems[0]}")
        words = {Status.MULTIPLE: "several solutions", Status.NO_SOLUTION: "no solution"}
        return _Row(state, problem=words.get(state, state.word))

    def _one(self, puzzle: Puzzle) -> _Row:
        """Rate a puzzle that is no row of digits, or has other rules."""
        try:
            rating = puzzle.rate(budget=self.budget)
        except Conflict as error:
            return _Row(Status.CONFLICT, problem=f"conflict: {error}")
        except NoSolution:
            return _Row(Status.NO_SOLUTION, problem="no solution")
        except MultipleSolutions:
            return _Row(Status.MULTIPLE, problem="several solutions")
        except NonetError as error:
            return _Row(Status.CANCELLED, problem=str(error))
        state = Status.UNIQUE if rating.exact else Status.OUT_OF_BUDGET
        return self._row(None, 0, state, rating)

    # -- printing ---------------------------------------------------------------------------------

    def _line(self, batch: Batch, number: int, row: _Row) -> str:
        puzzle, rating = batch.text(number), row.rating
        if self.style == "json":
            return self._json(batch, number, row)
        hardest = rating.hardest if rating else None
        if self.style == "csv":
            if rating is None:
                return f"{puzzle},,,,,,{row.status.word}"
            figures = [f"{value:.1f}" for value in (rating.er, rating.ep, rating.ed)]
            name = hardest.id if hardest else ""
            return f"{puzzle},{','.join(figures)},{name},{rating.steps},{row.status.word}"
        if rating is None:
            return f"{puzzle}  # {row.problem}"
        more = "" if rating.exact else "+"
        figures = [f"{value:.1f}{more}" for value in (rating.er, rating.ep, rating.ed)]
        if self.style == "table":
            columns = "  ".join(f"{figure:>4}" for figure in figures)
            return f"{columns}  {rating.steps:5}  {puzzle}  {hardest.name if hardest else ''}"
        note = f"  # {row.problem}" if row.problem else ""
        return f"{puzzle} ED={'/'.join(figures)}{note}"

    def _json(self, batch: Batch, number: int, row: _Row) -> str:
        rating = row.rating
        rules = {} if batch.rules.is_classic else {"rules": format_rules(batch.rules)}
        figures: dict[str, Any] = {"er": None, "ep": None, "ed": None, "exact": False}
        if rating is not None:
            figures = {
                "er": rating.er,
                "ep": rating.ep,
                "ed": rating.ed,
                "exact": rating.exact,
                "hardest": rating.hardest.id if rating.hardest else None,
                "steps": rating.steps,
                "counts": {known.id: count for known, count in rating.counts.items()},
                "nodes": rating.nodes,
            }
        return json.dumps(
            {
                "source": batch.source,
                "line": batch.line(number),
                "puzzle": batch.text(number),
                **rules,
                "status": row.status.word,
                **figures,
                "message": row.problem,
            },
            ensure_ascii=False,
        )

    def _gap(self, failure: Failure) -> str:
        if self.style == "csv":
            return ",,,,,,unreadable"
        if self.style != "json":
            return f"# {failure}"
        place = {"source": failure.source, "line": failure.line, "column": failure.column}
        told = {"puzzle": None, "status": "unreadable", "message": failure.message}
        return json.dumps({**place, **told}, ensure_ascii=False)


def _in_order(batch: Batch) -> Iterator[int | ParseError]:
    """Yield the numbers of rows, and what could not be read where it stood."""
    done = 0
    for row, error in [*batch.gaps, (batch.rows, None)]:
        yield from range(done, row)
        done = row
        if error is not None:
            yield error
