"""One way to run any algorithm: make its board, count what it does, and stop it in time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from nonet.base.cells import cell_name
from nonet.base.errors import MissingExtra, RulesError
from nonet.boards.grid import Candidates, Grid, HasBoard, IntoGrid
from nonet.puzzle.errors import Conflict
from nonet.rules import Rules
from nonet.teach.board import Board, DigitOrder, make_board
from nonet.teach.recorder import Counters, Recorder, Spent
from nonet.teach.registry import algorithm
from nonet.teach.trace import Event, Trace

__all__ = ["SolverRun", "solve"]

IntoBoard: TypeAlias = "HasBoard | Candidates | IntoGrid"


@dataclass(frozen=True)
class SolverRun:
    """What an algorithm found, and how much work it took.

    ``exact`` is whether ``solutions`` are all there are, or the limit was reached; it is false if the budget was
    spent.
    ``trace`` is None unless it was requested.
    """

    name: str
    solutions: tuple[Grid, ...]
    exact: bool
    counters: Counters
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def solution(self) -> Grid | None:
        """The first solution, None if none was found."""
        return self.solutions[0] if self.solutions else None


def solve(
    puzzle: IntoBoard,
    name: str,
    *,
    limit: int | None = 1,
    digits: DigitOrder = "ascending",
    seed: int = 0,
    trace: bool | Callable[[Event], object] = False,
    budget: int | None = None,
    seconds: float | None = None,
    **options: object,
) -> SolverRun:
    """Solve a puzzle with an algorithm, and count what it does.

    ``puzzle`` is a `Puzzle`, or whatever a `Grid` is made from: text, rows of digits, a NumPy array. ``limit`` is the
    number of solutions after which it stops, None for all. ``digits`` is the order in which digits are tried:
    "ascending", "descending", or "shuffled" by ``seed``, which also seeds algorithms that choose at random.
    ``trace=True`` keeps every event in the result; a function is called with each event instead. ``budget`` bounds the
    steps and ``seconds`` the processor time; when either is spent, the run ends and is not ``exact``. Other ``options``
    belong to the algorithm.

    A board with a cell without candidates needs no search: its run is empty and exact. Raises `Conflict` for equal
    givens in one house and for givens that violate a constraint, `RulesError` for constraints where the algorithm
    supports none, `MissingExtra` if an optional dependency of the algorithm is not installed.

    >>> run = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "backtracking")
    >>> run.solution.text()[:9], run.counters.calls, run.exact
    ('534678912', 4209, True)
    """
    about = algorithm(name)
    name = about.name
    if limit is not None and limit < 1:
        raise ValueError(f"limit must be at least 1, or None for all solutions, got {limit}")
    board = _board(puzzle, digits, seed)
    if board.rules and not about.constraints:
        board.rules.require_houses(f"the algorithm {name!r}")
    for option in options:
        if option not in about.options:
            known = ", ".join(about.options) or "none"
            raise TypeError(f"{name} has no option {option!r}; its options: {known}")
    if "seed" in about.options:
        options.setdefault("seed", seed)
    kept = Trace(size=board.size) if trace is True else None
    listen = kept.append if kept is not None else trace if callable(trace) else None
    watch = Recorder(budget=budget, seconds=seconds, listen=listen)
    found: list[Grid] = []
    exact = True
    if () in board.options:  # in a sukaku, or where a given is not among the candidates
        watch.conflict(board.options.index(()), note="no candidate")
        return SolverRun(name, (), exact, watch.stop(), kept)
    with _recursion_for(len(board.givens)):
        try:
            for cells in about.solve(board, watch, **options):
                found.append(Grid(bytes(cells)))
                if limit is not None and len(found) >= limit:
                    break
            else:
                exact = about.is_complete
        except Spent:
            exact = False
        except ImportError as error:
            if about.extra is None:
                raise
            raise MissingExtra(about.extra, f"the algorithm {name!r}") from error
    return SolverRun(name, tuple(found), exact, watch.stop(), kept)


def _board(puzzle: IntoBoard, digits: DigitOrder, seed: int) -> Board:
    """Return the board of a puzzle whose givens do not clash."""
    marks: Candidates | None
    if isinstance(puzzle, Candidates):
        givens, marks = Grid(bytes(puzzle.size**2)), puzzle
        rules = Rules(size=puzzle.size)
    elif isinstance(puzzle, HasBoard):
        rules, givens, marks = puzzle.rules, puzzle.givens, puzzle.marks
    else:
        givens, marks = Grid(puzzle), None
        rules = Rules(size=givens.size)
    if givens.size != rules.size:
        raise RulesError(
            f"the board is {givens.size}x{givens.size}, the rules are for {rules.size}x{rules.size}"
        )
    rules.require_usual_digits("the algorithms")
    board = make_board(rules, givens, marks, digits=digits, seed=seed)
    for cell, digit in enumerate(board.givens):
        for peer in board.peers[cell] if digit else ():
            if peer > cell and board.givens[peer] == digit:
                raise Conflict(
                    f"{cell_name(cell, board.size)} and {cell_name(peer, board.size)} are both {digit}",
                    puzzle=puzzle if isinstance(puzzle, HasBoard) else None,  # type: ignore[arg-type]
                    cells=(cell, peer),
                )
    for violation in rules.violations(board.givens):
        raise Conflict(
            violation.sentence,
            puzzle=puzzle if isinstance(puzzle, HasBoard) else None,  # type: ignore[arg-type]
            cells=rules.space.indices(violation.cells),
        )
    return board


_needs: list[int] = []  # the recursion limits that the runs of all threads need now
_lock = threading.Lock()


@contextmanager
def _recursion_for(cells: int) -> Iterator[None]:
    """Allow one recursive call for each cell, on boards of every size, in every thread at once."""
    need = 4 * cells + 500
    with _lock:
        if not _needs:
            _needs.append(sys.getrecursionlimit())  # what to return to
        _needs.append(need)
        sys.setrecursionlimit(max(_needs))
    try:
        yield
    finally:
        with _lock:
            _needs.remove(need)
            sys.setrecursionlimit(max(_needs))
            if len(_needs) == 1:
                _needs.clear()
