"""What `solve`, `count` and `check` say about a batch of rows: the words, in one place.

Most rows of most files are well, and their line is known beforehand or comes from the core as it
stands. So every verb has a *usual line* of one width, which is laid out for all rows at once; only
rows whose status is not the usual one are looked at one by one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nonet import engine
from nonet.cli.chunks import Batch, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import Status
from nonet.errors import MultipleSolutions, NonetError
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["Check", "Count", "Solve", "Verb", "Verdict", "solve_batch"]

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
        status = self._solve(batch, slot)
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
                verdict = self.verdict(batch, slot, row, state)
                line = self._json(batch, slot, row, state, verdict) if self.json else verdict.line
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
        lines, width = (b"", 0) if self.json else self.usual(batch, slot)
        answers.output = _spliced(memoryview(lines), width, batch.rows, others, gaps)
        return answers

    def usual(self, batch: Batch, slot: Slot) -> tuple[Any, int]:
        """Return the usual lines of all rows, and the width of one."""
        raise NotImplementedError

    def verdict(self, batch: Batch, slot: Slot, row: int, state: Status) -> Verdict:
        """Return the line of a row that is perhaps not the usual one."""
        raise NotImplementedError

    def _solve(self, batch: Batch, slot: Slot) -> bytes:
        return solve_batch(
            batch,
            slot,
            limit=self.limit,
            budget=self.budget,
            solutions=self.needs_solutions or self.json,
            counts=self.needs_counts or self.json,
            guesses=self.json,
        )

    def _special(self, batch: Batch) -> list[int]:
        """Return all rows if some must be looked at whatever their status."""
        return []

    def _json(self, batch: Batch, slot: Slot, row: int, state: Status, verdict: Verdict) -> str:
        count = slot.counts[row]
        return json.dumps(
            {
                "source": batch.source,
                "line": batch.line(row),
                "puzzle": batch.text(row),
                "status": verdict.word or state.word,
                "count": count,
                "exact": count < self.limit and state < Status.BAD_CELL,
                "solution": solution_of(slot, row) if count else None,
                "guesses": slot.guesses[row],
                "message": verdict.problem,
            },
            ensure_ascii=False,
        )

    def sentence(self, batch: Batch, row: int, state: Status) -> str:
        """Say what is the matter with a row that has not exactly one solution."""
        if state is Status.MULTIPLE:
            return "several solutions"
        if state is Status.CONFLICT:
            return f"conflict: {batch.puzzle(row).check().problems[0]}"
        if state is Status.OUT_OF_BUDGET:
            return f"budget of {self.budget} guesses spent"
        return "no solution"


@dataclass(frozen=True)
class Solve(Verb):
    """One line per puzzle: its solution, or itself and why there is none."""

    needs_solutions = True
    words = {**_WORDS, Status.UNIQUE: "solved", Status.FOUND: "solved"}  # noqa: RUF012

    def usual(self, batch: Batch, slot: Slot) -> tuple[Any, int]:
        """Return what the core has written."""
        return slot.solutions, 82

    def verdict(self, batch: Batch, slot: Slot, row: int, state: Status) -> Verdict:
        """Return the first solution, or the puzzle with the reason behind it."""
        if state in (Status.UNIQUE, Status.FOUND):
            return Verdict(solution_of(slot, row))
        sentence = self.sentence(batch, row, state)
        if state is Status.MULTIPLE:
            line = f"{solution_of(slot, row)}  # several solutions, this is one"
            return Verdict(line, sentence)
        return Verdict(f"{batch.text(row)}  # {sentence}", sentence)


@dataclass(frozen=True)
class Count(Verb):
    """One line per puzzle: the number of solutions, with + where there may be more."""

    needs_counts = True

    def usual(self, batch: Batch, slot: Slot) -> tuple[Any, int]:
        """Return ones."""
        return (b"1+\n" * batch.rows, 3) if self.limit == 1 else (b"1\n" * batch.rows, 2)

    def verdict(self, batch: Batch, slot: Slot, row: int, state: Status) -> Verdict:
        """Return the number."""
        count = slot.counts[row]
        if state is Status.OUT_OF_BUDGET:
            sentence = self.sentence(batch, row, state)
            return Verdict(f"{count}+  # {sentence}", sentence)
        return Verdict(f"{count}{'+' if count >= self.limit else ''}")


@dataclass(frozen=True)
class Check(Verb):
    """One line per puzzle: unique, or what is wrong; a second board is looked at as well."""

    def usual(self, batch: Batch, slot: Slot) -> tuple[Any, int]:
        """Return praise."""
        return b"unique\n" * batch.rows, 7

    def verdict(self, batch: Batch, slot: Slot, row: int, state: Status) -> Verdict:
        """Say whether the puzzle has one solution, and whether the second board is it."""
        second = batch.puzzle(row).info.get("solution", "").strip() if batch.puzzles else ""
        if second and (wrong := _wrong(batch.puzzle(row), second)):
            return Verdict(f"wrong: {wrong}", wrong, "wrong")
        if state is Status.UNIQUE:
            return Verdict("unique, solution right" if second else "unique")
        sentence = self.sentence(batch, row, state)
        if state is Status.MULTIPLE:
            try:
                batch.puzzle(row).solution()
            except MultipleSolutions as error:
                sentence = str(error).removeprefix("the puzzle has ").replace(";", ":", 1)
        return Verdict(sentence, sentence)

    def _special(self, batch: Batch) -> list[int]:
        if any(puzzle.info.get("solution", "").strip() for puzzle in batch.puzzles or ()):
            return list(range(batch.rows))
        return []


def _wrong(puzzle: Puzzle, second: str) -> str:
    """Say what is wrong with a board that somebody calls the solution."""
    try:
        return "; ".join(puzzle.check(Grid(second)).problems)
    except NonetError as error:
        return f"the solution cannot be read: {error}"


# -- rows -----------------------------------------------------------------------------------------


def solve_batch(
    batch: Batch,
    slot: Slot,
    *,
    limit: int,
    budget: int | None,
    solutions: bool = True,
    counts: bool = True,
    guesses: bool = False,
) -> bytes:
    """Solve a batch into the buffers of the slot, and return the statuses."""
    engine.solve_rows(
        batch.cells if batch.masks is None else batch.masks,
        batch.rows,
        offsets=batch.offsets,
        marks=batch.masks is not None,
        limit=limit,
        budget=budget,
        solutions=slot.solutions if solutions else None,
        solution_stride=82,
        ascii=True,
        counts=slot.counts if counts else None,
        status=slot.status,
        guesses=slot.guesses if guesses else None,
    )
    return bytes(memoryview(slot.status)[: batch.rows])


def solution_of(slot: Slot, row: int) -> str:
    """Return the solution of a row as 81 digits."""
    return str(memoryview(slot.solutions)[82 * row : 82 * row + 81], "ascii")


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
