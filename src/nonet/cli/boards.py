"""The verbs that hand on boards instead of lines about them: `convert`, `show`, `solve --to`.

Here every row is a puzzle with all that its file says about it. The output of a batch is a list of
items in the order of the file: a puzzle to be written, a drawing, or a failure in its place.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from nonet import render
from nonet.cli.answers import Solve, solution_of, solve_batch, spelled
from nonet.cli.chunks import Batch, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import Status
from nonet.errors import LimitReached, NonetError, PuzzleError
from nonet.formats import spelling_of, writer
from nonet.formats.position import current_grid, current_marks
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle

__all__ = ["BESIDE", "Boards", "Convert", "Show", "SolveInto"]

Item: TypeAlias = "tuple[int | None, Puzzle | str | Failure]"

BESIDE = frozenset({"csv", "jsonl"})
"""Formats that keep the solution beside the puzzle."""

_COMMENTED = frozenset({"line", "sdm", "bank", "gsf", "sukaku", "hodoku", "susser"})
# Formats in which a line that opens with # is no puzzle: a failure can be told in its place.


def _in_order(batch: Batch) -> Iterator[tuple[int, Puzzle] | Failure]:
    """Yield rows with their numbers, and the unreadable ones where they stood."""
    done = 0
    for row, error in [*batch.gaps, (batch.rows, None)]:
        yield from ((r, batch.puzzle(r)) for r in range(done, row))
        done = row
        if error is not None:
            yield Failure.of(error, batch.source)


class Convert:
    """Every puzzle as it is."""

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Hand a batch on."""
        items: list[Item] = []
        answers = Answers(items, batch.rows + len(batch.gaps))
        for item in _in_order(batch):
            if isinstance(item, Failure):
                answers.fail(item)
                items.append((item.line, item))
            else:
                items.append((batch.line(item[0]), item[1]))
        answers.tally = Counter(written=batch.rows, unreadable=len(batch.gaps))
        return answers


@dataclass(frozen=True)
class SolveInto:
    """Every puzzle solved: beside itself where the format keeps notes, else in its stead."""

    limit: int
    budget: int | None
    beside: bool

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Solve a batch."""
        found = slot.results(batch)
        status = solve_batch(batch, found, limit=self.limit, budget=self.budget)
        words = Solve(self.limit, self.budget)
        items: list[Item] = []
        answers = Answers(items, batch.rows + len(batch.gaps))
        tally: Counter[str] = Counter(unreadable=len(batch.gaps))
        for item in _in_order(batch):
            if isinstance(item, Failure):
                answers.fail(item)
                items.append((item.line, item))
                continue
            row, puzzle = item
            state, line = Status(status[row]), batch.line(row)
            tally[words.words[state]] += 1
            failure = None
            if problem := words.verdict(batch, found, row, state).problem:
                failure = Failure(batch.source, line, None, problem)
                answers.fail(failure)
            solution = solution_of(found, row) if state.is_solved else ""
            if self.beside:
                beside = spelled(solution, spelling_of(puzzle))
                items.append((line, puzzle.with_info(solution=beside, status=state.word)))
            elif solution:
                solved = Puzzle(Grid(solution), rules=puzzle.rules, info=puzzle.info)
                items.append((line, solved))
            elif failure:
                items.append((line, failure))
        answers.tally = +tally
        return answers


@dataclass(frozen=True)
class Show:
    """Every puzzle as a drawing."""

    blank: str
    charset: render.Charset
    color: bool
    solve: bool
    candidates: bool
    budget: int | None

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Draw a batch."""
        items: list[Item] = []
        answers = Answers(items, batch.rows + len(batch.gaps))
        for item in _in_order(batch):
            if isinstance(item, Failure):
                answers.fail(item)
                items.append((item.line, f"# {item}"))
                continue
            line = batch.line(item[0])
            drawing, problem = self._draw(item[1])
            if problem:
                answers.fail(Failure(batch.source, line, None, problem))
                drawing += f"\n# {problem}"
            items.append((line, drawing))
        answers.tally = Counter(shown=batch.rows, unreadable=len(batch.gaps))
        return answers

    def _draw(self, puzzle: Puzzle) -> tuple[str, str | None]:
        """Return the drawing, and why it is not what was asked for."""
        filled, problem = None, None
        board: Puzzle | Candidates = puzzle
        try:
            if puzzle.info.get("placed"):
                filled = Grid(current_grid(puzzle))
            if self.candidates:
                board = current_marks(puzzle)
                board = Candidates(board.masks, placed=_fitting(puzzle.givens, board))
            if self.solve:
                filled = puzzle.solution(budget=self.budget)
        except (PuzzleError, LimitReached) as error:
            problem = str(error)
        drawing = render.text(
            board,
            blank=self.blank,
            charset=self.charset,
            color=self.color,
            solution=filled,
            rules=puzzle.rules,
        )
        return drawing, problem


def _fitting(givens: Grid, marks: Candidates) -> Grid:
    """Return the givens that are the only candidate of their cell: pencil marks may be wrong."""
    pairs = zip(givens, marks.masks, strict=True)
    return Grid([digit if mask == 1 << digit >> 1 else 0 for digit, mask in pairs])


class Boards:
    """Writes items: puzzles in a format, drawings with a blank line between two."""

    def __init__(self, name: str | None, options: dict[str, object]) -> None:
        self._buffer = io.BytesIO()
        self._name = name
        self._writer = writer(self._buffer, name, **options) if name else None
        self._drawn = False

    def text(self, answers: Answers) -> bytes:
        """Return what is to be written; what the format cannot hold becomes a failure."""
        for line, item in answers.output:
            if isinstance(item, str):
                self._buffer.write(f"{chr(10) * self._drawn}{item}\n".encode())
                self._drawn = True
                continue
            try:
                if isinstance(item, Puzzle) and self._writer:
                    self._writer.write(item)
                    continue
                failure = item
            except NonetError as error:
                failure = Failure(answers.source, line, None, str(error))
                answers.fail(failure)
                answers.tally["written"] -= 1
                answers.tally["not written"] += 1
            if self._name in _COMMENTED:
                self._buffer.write(f"# {failure}\n".encode())
        text = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return text

    def rest(self) -> Iterator[Answers]:
        """Yield nothing: no board had to wait."""
        return iter(())
