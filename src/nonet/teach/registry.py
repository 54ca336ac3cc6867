"""The list of algorithms, and one way to run any of them.

An algorithm is a module with a generator ``solve(board, watch)`` that yields one solution after the other, and with an
``ALGORITHM`` that says what it is. Whoever wants one solution stops the generator; whoever wants all lets it run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from nonet.cells import cell_name
from nonet.errors import Conflict, MissingExtra, RulesError
from nonet.grid import Candidates, Grid, IntoGrid
from nonet.rules import Rules
from nonet.teach.board import Board, DigitOrder, make_board
from nonet.teach.trace import Counters, Event, Recorder, Spent, Trace

__all__ = ["Algorithm", "Run", "algorithm", "names", "solve"]

_MODULES = (
    "backtracking",
    "backtracking_walking",
    "backtracking_iterative",
    "rules_then_search",
    "smallest_domain",
    "norvig",
    "preemptive_sets",
    "exact_cover",
    "sat",
    "constraint_programming",
    "annealing",
    "iterated_local_search",
    "row_permutation",
)


@dataclass(frozen=True)
class Algorithm:
    """What an algorithm is, where it comes from, and when to use it.

    ``idea`` has three sentences. ``is_complete`` is whether it proves that there is no (further) solution; the others
    may look for ever. ``extra`` is the optional dependency that it needs, and ``options`` are the names of its own
    options, each with a sentence.
    """

    name: str
    title: str
    source: str
    idea: str
    worst_case: str
    shines: str
    solve: Callable[..., Iterator[Sequence[int]]] = field(repr=False)
    is_complete: bool = True
    extra: str | None = None
    options: dict[str, str] = field(default_factory=dict, hash=False)


@runtime_checkable
class HasBoard(Protocol):
    """What `solve` wants of a puzzle."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def givens(self) -> Grid:
        """The givens."""

    @property
    def marks(self) -> Candidates | None:
        """The candidates of a sukaku."""


@dataclass(frozen=True)
class Run:
    """What a solver found, and what it took.

    ``exact`` is whether ``solutions`` are all there are (or the limit was reached); False when the budget was spent.
    ``trace`` is None unless it was asked for.
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


def names() -> tuple[str, ...]:
    """Return the names of all algorithms, from the plainest on.

    >>> names()[:2]
    ('backtracking', 'backtracking_walking')
    """
    return _MODULES


def algorithm(name: str) -> Algorithm:
    """Return an algorithm by its name.

    >>> algorithm("backtracking").title
    'Recursive backtracking, scanning form'
    """
    if name not in _MODULES:
        raise ValueError(f"there is no algorithm {name!r}; there are {', '.join(_MODULES)}")
    found = import_module(f"nonet.teach.{name}").ALGORITHM
    assert isinstance(found, Algorithm)
    return found


def solve(
    puzzle: HasBoard | IntoGrid,
    name: str,
    *,
    limit: int | None = 1,
    digits: DigitOrder = "ascending",
    seed: int = 0,
    trace: bool | Callable[[Event], object] = False,
    budget: int | None = None,
    seconds: float | None = None,
    **options: Any,
) -> Run:
    """Solve a puzzle with an algorithm, and count what it does.

    ``limit`` is the number of solutions after which it stops, None for all; ``digits`` the order in which digits are
    tried ("ascending", "descending", or "shuffled" by ``seed``, also the seed of algorithms that choose at random).
    ``trace=True`` keeps every event in the answer; a function is called with each event instead. ``budget`` bounds the
    steps and ``seconds`` the processor time; when one is spent, the run ends and is not ``exact``. Other ``options``
    are those of the algorithm.

    A board on which some cell has no candidate from the start needs no algorithm: its run is empty and exact.
    Raises `Conflict` for givens that clash, `MissingExtra` for an algorithm whose optional dependency is not installed.

    >>> run = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "backtracking")
    >>> run.solution.text()[:9], run.counters.calls, run.exact
    ('534678912', 4209, True)
    """
    about = algorithm(name)
    if limit is not None and limit < 1:
        raise ValueError(f"limit is {limit}; it must be at least 1, or None for all solutions")
    board = _board(puzzle, digits, seed)
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
    if (
        () in board.options
    ):  # a sukaku may have such cells, or a given that is not among its candidates
        watch.conflict(board.options.index(()), note="no candidate")
        return Run(name, (), exact, watch.stop(), kept)
    with _deep_enough(len(board.givens)):
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
    return Run(name, tuple(found), exact, watch.stop(), kept)


def _board(puzzle: HasBoard | IntoGrid, digits: DigitOrder, seed: int) -> Board:
    """Return the board of a puzzle, after a look at its givens."""
    if isinstance(puzzle, HasBoard):
        rules, givens, marks = puzzle.rules, puzzle.givens, puzzle.marks
    else:
        givens = Grid(puzzle)
        rules, marks = Rules(size=givens.size), None
    if givens.size != rules.size:
        raise RulesError(f"the board is {givens.size}x{givens.size}, its rules are not")
    board = make_board(rules, givens, marks, digits=digits, seed=seed)
    for cell, digit in enumerate(board.givens):
        for peer in board.peers[cell] if digit else ():
            if peer > cell and board.givens[peer] == digit:
                raise Conflict(
                    f"{cell_name(cell, board.size)} and {cell_name(peer, board.size)} are both {digit};"
                    " no algorithm can solve that",
                    puzzle=puzzle,  # type: ignore[arg-type]
                    cells=(cell, peer),
                )
    return board


@contextmanager
def _deep_enough(cells: int) -> Iterator[None]:
    """Let functions call themselves once per cell, on boards of every size."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 4 * cells + 500))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
