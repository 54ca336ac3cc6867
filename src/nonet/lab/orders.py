"""How the order of the digits changes backtracking, on a board made to show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonet import engine
from nonet.puzzle import IntoPuzzle, Puzzle, as_puzzle
from nonet.teach import Event, SolverRun
from nonet.teach import solve as run_algorithm
from nonet.teach.board import Board, DigitOrder, make_board

__all__ = [
    "WORST_CASE",
    "WORST_CASE_CALLS",
    "FirstRowsDone",
    "OrderRun",
    "digit_orders",
    "first_rows_done",
]

WORST_CASE = "000000000000003085001020000000507000004000100090000000500000073002010000000040009"
"""A board that is hard for backtracking in ascending order: its first row is empty, and 987654321 in the solution."""

WORST_CASE_CALLS = 69_175_317
"""The calls of the scanning form of backtracking on it, counted once by the same program in C++."""


@dataclass(frozen=True)
class FirstRowsDone:
    """How far an unfinished search came, measured by the first rows that it has tried.

    ``reached`` is the first row when the search ended, 0 for empty cells. ``done`` of the ``total`` first rows that
    come before that of the solution are finished; both count only rows that fit the givens.
    """

    reached: tuple[int, ...]
    done: int
    total: int

    @property
    def share(self) -> float:
        """The share of these rows that is done, 0 to 1."""
        return self.done / self.total if self.total else 1.0


@dataclass(frozen=True)
class OrderRun:
    """A run of backtracking with one order of the digits; ``progress`` is None if it finished."""

    order: DigitOrder
    run: SolverRun
    progress: FirstRowsDone | None = None

    @property
    def expected_calls(self) -> int | None:
        """The calls that it will take if all first rows take as many as those done; None if unknown."""
        if self.progress is None or not self.progress.done:
            return None
        return round(self.run.counters.calls / self.progress.share)


def digit_orders(
    puzzle: IntoPuzzle = WORST_CASE,
    *,
    name: str = "backtracking",
    orders: Sequence[DigitOrder] = ("ascending", "descending", "shuffled"),
    seed: int = 0,
    budget: int | None = 2_000_000,
    seconds: float | None = None,
) -> list[OrderRun]:
    """Solve a puzzle by backtracking once for each order of the digits, until the first solution.

    Each run has ``budget`` steps and ``seconds`` of processor time. A run that was ended has ``progress``, if the
    puzzle has one solution and few enough first rows to be counted.

    >>> [ascending, descending] = digit_orders(budget=700_000, orders=("ascending", "descending"))
    >>> descending.run.counters.calls, ascending.run.solution is None
    (31975, True)
    """
    board = as_puzzle(puzzle)
    size = board.rules.size
    runs = []
    for order in orders:
        row = list(board.givens)[:size]

        def follow(event: Event, row: list[int] = row) -> None:
            if 0 <= event.cell < size:
                if event.kind == "place":
                    row[event.cell] = event.digit
                elif event.kind == "backtrack":
                    row[event.cell] = 0

        run = run_algorithm(
            board, name, digits=order, seed=seed, budget=budget, seconds=seconds, trace=follow
        )
        cut = not run.exact and not run.solutions
        runs.append(OrderRun(order, run, first_rows_done(board, order, seed, row) if cut else None))
    return runs


_MOST_ROWS = 1_000_000  # first rows that are counted: more than any 9x9 board has


def first_rows_done(
    puzzle: Puzzle, order: DigitOrder, seed: int, reached: Sequence[int]
) -> FirstRowsDone | None:
    """Count the first rows before the one that backtracking reached, and before that of the solution.

    Return None if the puzzle does not have exactly one solution, or too many first rows to count.
    """
    solutions = engine.search(puzzle.rules, puzzle.givens, puzzle.marks, limit=2, budget=100_000)
    if len(solutions.grids) != 1:
        return None
    board = make_board(puzzle.rules, puzzle.givens, puzzle.marks, digits=order, seed=seed)
    rank = {digit: number for number, digit in enumerate(board.digits)}
    here = [rank.get(digit, -1) for digit in reached]
    there = [rank[digit] for digit in bytes(solutions.grids[0])[: board.size]]
    done = total = 0
    for number, row in enumerate(_first_rows(board)):
        if number > _MOST_ROWS:
            return None
        ranks = [rank[digit] for digit in row]
        if ranks >= there:
            break
        total += 1
        done += ranks < here
    return FirstRowsDone(tuple(reached), done, total)


def _first_rows(board: Board) -> Iterator[list[int]]:
    """Yield the first rows that fit the givens, in the order in which backtracking tries them."""
    cells = list(board.givens)

    def fill(cell: int) -> Iterator[list[int]]:
        if cell == board.size:
            yield cells[: board.size]
            return
        if board.givens[cell]:
            yield from fill(cell + 1)
            return
        for digit in board.options[cell]:
            if board.fits(cells, cell, digit):
                cells[cell] = digit
                yield from fill(cell + 1)
                cells[cell] = 0

    yield from fill(0)
