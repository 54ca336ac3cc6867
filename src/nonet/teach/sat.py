"""Sudoku as a question of logic, answered by a SAT solver.

There is one variable for each digit of each cell, true if the cell holds the digit. The rules become clauses, lists of
which at least one item holds, with a minus for "not". The solver knows nothing of Sudoku: it guesses, follows the
clauses, and learns a new clause from every conflict. The clauses are:

* a cell has at least one digit: ``(1 or 2 or … or 9)``;
* it does not have two: ``(not 1 or not 2)`` and so on for each pair;
* no two cells of a house have the same digit: ``(not r1c1=1 or not r1c2=1)`` and so on;
* each digit is somewhere in each house with as many cells as digits: implied by the others, but very useful;
* a given, or a candidate that is missing: a clause with one literal.

A clause that forbids the last solution asks for another one.

Source: I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006.
Worst case: exponential; slow when it counts many solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "SOLVERS", "clauses", "solve"]

SOLVERS = ("glucose4", "cadical195", "cadical153", "minisat22", "maplechrono", "lingeling")
"""The solvers of python-sat that can be chosen."""

_SLICE = 1000  # conflicts between two checks of the budget


def clauses(board: Board) -> Iterator[list[int]]:
    """Yield the clauses; the variable of a digit in a cell is ``cell * size + digit``.

    >>> from nonet.boards.grid import Grid
    >>> from nonet.rules import Rules
    >>> from nonet.teach.board import make_board
    >>> found = list(clauses(make_board(Rules(size=4), Grid("1" + "." * 15))))
    >>> len(found), found[0], found[1], found[-1]
    (387, [1, 2, 3, 4], [-1, -2], [-4])
    """

    def variable(cell: int, digit: int) -> int:
        return cell * board.size + digit

    cells, digits = range(len(board.givens)), range(1, board.size + 1)
    for cell in cells:
        yield [variable(cell, digit) for digit in digits]
        for one, other in combinations(digits, 2):
            yield [-variable(cell, one), -variable(cell, other)]
    for cell in cells:
        for peer in board.peers[cell]:
            if peer > cell:  # each pair once
                for digit in digits:
                    yield [-variable(cell, digit), -variable(peer, digit)]
    for house in board.houses:
        if len(house) == board.size:
            for digit in digits:
                yield [variable(cell, digit) for cell in house]
    for cell in cells:
        for digit in digits:
            if digit not in board.options[cell]:
                yield [-variable(cell, digit)]


def solve(board: Board, watch: Recorder, *, solver: str = "glucose4") -> Iterator[bytes]:
    """Yield every solution. Raises ImportError without python-sat.

    The solver cannot be stopped from outside: it returns after some conflicts, and the budget is checked then.
    """
    if solver not in SOLVERS:
        raise ValueError(f"unknown solver {solver!r}; choose one of {', '.join(SOLVERS)}")
    from pysat.solvers import Solver

    with Solver(name=solver) as engine:
        watch.model(variables=len(board.givens) * board.size)
        for clause in clauses(board):
            engine.add_clause(clause)
            watch.model(constraints=1)
        seen: dict[str, int] = {}
        while _is_satisfiable(engine, watch, seen):
            true = [literal for literal in engine.get_model() if literal > 0]
            cells = bytes((literal - 1) % board.size + 1 for literal in true)
            for cell in board.empty:
                watch.place(cell, cells[cell])
            watch.solved()
            yield cells
            watch.restart()
            engine.add_clause([-literal for literal in true])


def _is_satisfiable(engine: Any, watch: Recorder, seen: dict[str, int]) -> bool:
    """Run the solver in slices of conflicts, and add its new counts; ``seen`` has the earlier ones."""
    while True:
        left = watch.steps_left
        answer = _slice(engine, _SLICE if left is None else max(1, min(_SLICE, left)))
        try:
            now = engine.accum_stats() or {}
        except NotImplementedError:
            now = {}
        new = {name: number - seen.get(name, 0) for name, number in now.items()}
        seen.update(now)
        watch.add(
            guesses=new.get("decisions", 0),
            conflicts=new.get("conflicts", 0),
            checks=new.get("propagations", 0),
        )
        if answer is not None:
            return answer


def _slice(engine: Any, conflicts: int) -> bool | None:
    """Return the answer, or None after a number of conflicts; some solvers ignore this limit."""
    try:
        engine.conf_budget(conflicts)
        answer: bool | None = engine.solve_limited()
    except NotImplementedError:
        answer = engine.solve()
    return answer


ALGORITHM = Algorithm(
    name="sat",
    title="Satisfiability",
    source=(
        'I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006; the solvers are those of python-sat'
        " (A. Ignatiev, A. Morgado and J. Marques-Silva, SAT 2018)"
    ),
    idea=(
        "Write the rules of Sudoku as clauses, and pass them to a program that knows only clauses. It guesses, follows"
        " the clauses to their consequences, and learns a new clause from every conflict. To find another solution,"
        " forbid the last one."
    ),
    worst_case=(
        "Exponential in theory. In practice writing down a 9x9 board (about 10,500 clauses) takes longer than solving"
        " it. Counting many solutions is slow, because each one costs a clause and a new start."
    ),
    shines="On the largest boards, 25x25 and more, where learning from conflicts beats every search that forgets.",
    solve=solve,
    extra="sat",
    options={
        "solver": f"a solver of python-sat: {', '.join(SOLVERS)}; a budget cannot interrupt lingeling"
    },
)
