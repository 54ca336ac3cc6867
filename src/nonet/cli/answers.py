"""What `solve`, `count` and `check` say about a batch of rows: the words, in one place.

Most rows of most files are well, and their line is known beforehand or comes from the core as it
stands. So every verb has a *usual line* of one width, which is laid out for all rows at once; only
rows whose status is not the usual one are looked at one by one, and those of large boards that write
their digits in another way than nonet.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nonet import engine
from nonet.cli.chunks import Batch, Results, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import Status
from nonet.errors import LimitReached, MultipleSolutions, NonetError
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.variants import format_rules

__all__ = ["Check", "Count", "Solve", "Verb", "Verdict", "solution_of", "solve_batch", "spelled"]

_WORDS = {
    Status.UNIQUE: "unique",
    Status.MULTIPLE: "with several solutions",
    Status.FOUND: "with a solution",
    Status.NO_SOLUTION: "without solution",
    Status.CONFLICT: "without solution",
    Status.BAD_CELL: "unreadable",
    Status.OUT_OF_BUDGET: "out of budget",
    Status.CANCELLED: "cancelled",
}


class Verdict(NamedTuple):
    """The line of one row; ``problem`` says what is wrong with it, ``word`` how it is counted."""

    line: str
    problem: str | None = None
    word: str | None = None


@dataclass(frozen=True)
class Verb:
    """The frame: solve all rows, lay out the usual lines, put in the others."""

    limit: int = 2
    budget: int | None = None
    json: bool = False

    needs_solutions = False
    needs_counts = False
    words = _WORDS

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        found = slot.results(batch)
        status = self._solve(batch, found)
        usual = Status.FOUND if self.limit == 1 else Status.UNIQUE
        answers = Answers(rows=batch.rows + len(batch.gaps))
        tally = Counter({self.words[usual]: batch.rows})
        others: dict[int, bytes] = {}
        rows: Sequence[int] = self._special(batch)
        if self.json or rows or status != bytes([usual]) * batch.rows:
            tally.clear()
            for state in Status:
                tally[self.words[state]] += status.count(state)
            if self.json:
                rows = range(batch.rows)
            elif not rows:
                rows = _rows_but(status, usual)
            for row in rows:
                state = Status(status[row])
                verdict = self.verdict(batch, found, row, state)
                line = self._json(batch, found, row, state, verdict) if self.json else verdict.line
                others[row] = f"{line}\n".encode()
                if verdict.word:
                    tally[self.words[state]] -= 1
                    tally[verdict.word] += 1
                if verdict.problem:
                    line_number = batch.line(row)
                    answers.fail(Failure(batch.source, line_number, None, verdict.problem))
        gaps = []
        unread = [Failure.of(error, batch.source) for _, error in batch.gaps]
        for (row, _), failure in zip(batch.gaps, unread, strict=True):
            line = _json_gap(failure) if self.json else f"# {failure}"
            gaps.append((row, f"{line}\n".encode()))
        answers.fail(*unread)
        tally["unreadable"] += len(gaps)
        answers.tally = +tally
        lines, width = (b"", 0) if self.json else self.usual(batch, found)
        answers.output = _spliced(memoryview(lines), width, batch.rows, others, gaps)
        return answers

    def usual(self, batch: Batch, found: Results) -> tuple[Any, int]:
        """Return the usual lines of all rows, and the width of one."""
        raise NotImplementedError

    def verdict(self, batch: Batch, found: Results, row: int, state: Status) -> Verdict:
        """Return the line of a row that is perhaps not the usual one."""
        raise NotImplementedError

    def _solve(self, batch: Batch, found: Results) -> bytes:
        return solve_batch(
            batch,
            found,
            limit=self.limit,
            budget=self.budget,
            solutions=self.needs_solutions or self.json,
            counts=self.needs_counts or self.json,
            guesses=self.json,
        )

    def _special(self, batch: Batch) -> Sequence[int]:
        """Return all rows if some must be looked at whatever their status."""
        return ()

    def _json(self, batch: Batch, found: Results, row: int, state: Status, verdict: Verdict) -> str:
        count = found.counts[row]
        rules = {} if batch.rules.is_classic else {"rules": format_rules(batch.rules)}
        return json.dumps(
            {
                "source": batch.source,
                "line": batch.line(row),
                "puzzle": batch.text(row),
                **rules,
                "status": verdict.word or state.word,
                "count": count,
                "exact": count < self.limit and state < Status.BAD_CELL,
                "solution": self._solution(batch, found, row) if count else None,
                "guesses": found.guesses[row],
                "message": verdict.problem,
            },
            ensure_ascii=False,
        )

    def _solution(self, batch: Batch, found: Results, row: int) -> str:
        return spelled(solution_of(found, row), batch.spelling(row))

    def sentence(self, batch: Batch, row: int, state: Status) -> str:
        """Say what is the matter with a row that has not exactly one solution."""
        if state is Status.MULTIPLE:
            return "several solutions"
        if state is Status.CONFLICT:
            return f"conflict: {batch.puzzle(row).check().problems[0]}"
        if state is Status.OUT_OF_BUDGET:
            return engine.budget_sentence(batch.rules, self.budget)
        return "no solution"


@dataclass(frozen=True)
class Solve(Verb):
    """One line per puzzle: its solution, or itself and why there is none."""

    needs_solutions = True
    words = {**_WORDS, Status.UNIQUE: "solved", Status.FOUND: "solved"}  # noqa: RUF012

    def usual(self, batch: Batch, found: Results) -> tuple[Any, int]:
        """Return what the core has written."""
        return found.solutions, found.width

    def verdict(self, batch: Batch, found: Results, row: int, state: Status) -> Verdict:
        """Return the first solution, or the puzzle with the reason behind it."""
        if state in (Status.UNIQUE, Status.FOUND):
            return Verdict(self._solution(batch, found, row))
        sentence = self.sentence(batch, row, state)
        if state is Status.MULTIPLE:
            line = f"{self._solution(batch, found, row)}  # several solutions, this is one"
            return Verdict(line, sentence)
        return Verdict(f"{batch.text(row)}  # {sentence}", sentence)

    def _special(self, batch: Batch) -> Sequence[int]:
        large = batch.rules.size > 9 and any(map(batch.spelling, range(batch.rows)))
        return range(batch.rows) if large else ()


@dataclass(frozen=True)
class Count(Verb):
    """One line per puzzle: the number of solutions, with + where there may be more."""

    needs_counts = True

    def usual(self, batch: Batch, found: Results) -> tuple[Any, int]:
        """Return ones."""
        return (b"1+\n" * batch.rows, 3) if self.limit == 1 else (b"1\n" * batch.rows, 2)

    def verdict(self, batch: Batch, found: Results, row: int, state: Status) -> Verdict:
        """Return the number."""
        count = found.counts[row]
        if state is Status.OUT_OF_BUDGET:
            sentence = self.sentence(batch, row, state)
            return Verdict(f"{count}+  # {sentence}", sentence)
        return Verdict(f"{count}{'+' if count >= self.limit else ''}")


@dataclass(frozen=True)
class Check(Verb):
    """One line per puzzle: unique, or what is wrong; a second board is looked at as well."""

    def usual(self, batch: Batch, found: Results) -> tuple[Any, int]:
        """Return praise."""
        return b"unique\n" * batch.rows, 7

    def verdict(self, batch: Batch, found: Results, row: int, state: Status) -> Verdict:
        """Say whether the puzzle has one solution, and whether the second board is it."""
        second = batch.puzzle(row).info.get("solution", "").strip() if batch.puzzles else ""
        if second and (wrong := _wrong(batch.puzzle(row), second)):
            return Verdict(f"wrong: {wrong}", wrong, "wrong")
        if state is Status.UNIQUE:
            return Verdict("unique, solution right" if second else "unique")
        sentence = self.sentence(batch, row, state)
        if state is Status.MULTIPLE:
            try:
                batch.puzzle(row).solution(budget=self.budget)
            except MultipleSolutions as error:
                sentence = str(error).removeprefix("the puzzle has ").replace(";", ":", 1)
            except LimitReached:
                pass  # the search for an example went another way; the sentence has none
        return Verdict(sentence, sentence)

    def _special(self, batch: Batch) -> Sequence[int]:
        if any(puzzle.info.get("solution", "").strip() for puzzle in batch.puzzles or ()):
            return range(batch.rows)
        return ()


def _wrong(puzzle: Puzzle, second: str) -> str:
    """Say what is wrong with a board that somebody calls the solution."""
    try:
        return "; ".join(puzzle.check(Grid(second)).problems)
    except NonetError as error:
        return f"the solution cannot be read: {error}"


# -- rows -----------------------------------------------------------------------------------------


def solve_batch(
    batch: Batch,
    found: Results,
    *,
    limit: int,
    budget: int | None,
    solutions: bool = True,
    counts: bool = True,
    guesses: bool = False,
) -> bytes:
    """Solve a batch into the buffers, and return the statuses."""
    engine.solve_rows(
        batch.cells if batch.masks is None else batch.masks,
        batch.rows,
        rules=batch.rules,
        offsets=batch.offsets,
        marks=batch.masks is not None,
        limit=limit,
        budget=budget,
        solutions=found.solutions if solutions else None,
        solution_stride=found.width,
        ascii=True,
        counts=found.counts if counts else None,
        status=found.status,
        guesses=found.guesses if guesses else None,
    )
    return bytes(memoryview(found.status)[: batch.rows])


def solution_of(found: Results, row: int) -> str:
    """Return the solution of a row as one line in nonet's own spelling."""
    return str(
        memoryview(found.solutions)[found.width * row : found.width * (row + 1) - 1], "ascii"
    )


def spelled(board: str, spelling: str) -> str:
    """Write a board in another spelling than nonet's, if there is one."""
    return Grid(board).text(spelling=spelling) if spelling and board else board


def _rows_but(status: bytes, usual: int) -> list[int]:
    return [match.start() for match in re.finditer(b"[^\\x%02x]" % usual, status)]


def _json_gap(failure: Failure) -> str:
    return json.dumps(
        {
            "source": failure.source,
            "line": failure.line,
            "column": failure.column,
            "puzzle": None,
            "status": "unreadable",
            "count": None,
            "exact": False,
            "solution": None,
            "guesses": 0,
            "message": failure.message,
        },
        ensure_ascii=False,
    )


def _spliced(
    lines: memoryview,
    width: int,
    rows: int,
    others: dict[int, bytes],
    gaps: list[tuple[int, bytes]],
) -> bytes | memoryview:
    """Put other lines in the places of some rows, and gaps in front of some."""
    if not others and not gaps:
        return lines[: width * rows]
    return b"".join(_pieces(lines, width, rows, others, gaps))


def _pieces(
    lines: memoryview,
    width: int,
    rows: int,
    others: dict[int, bytes],
    gaps: list[tuple[int, bytes]],
) -> Iterator[bytes | memoryview]:
    # A gap comes before the row that has its number: (row, 0) sorts before (row, 1).
    changes = [(row, 0, line) for row, line in gaps]
    changes += [(row, 1, line) for row, line in others.items()]
    changes.sort(key=lambda change: change[:2])
    done = 0
    for row, replaced, line in changes:
        yield lines[width * done : width * row]
        yield line
        done = row + replaced
    yield lines[width * done : width * rows]
