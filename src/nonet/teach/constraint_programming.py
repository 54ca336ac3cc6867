"""Sudoku for a constraint solver: state what must hold, and let the solver find out how.

The model is as short as the rules: a variable for each cell, and "all different" for each house. CP-SAT, the solver of
Google's OR-tools, propagates, guesses and learns in C++. It returns only its counts of branches and conflicts, so there
is little to watch here, and much to compare with.

Source: H. Simonis, "Sudoku as a Constraint Problem", CP 2005 workshop on modelling.
Worst case: exponential; a few milliseconds for any 9x9 board.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder, Spent
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]

_MOST = 1024  # solutions of one run


def solve(board: Board, watch: Recorder, *, seed: int = 0) -> Iterator[bytes]:
    """Yield every solution. Raises ImportError without OR-tools.

    The first run asks for one solution, each later run for twice as many, with the known ones forbidden: a caller who
    wants one solution does not wait for all. A budget of steps bounds the conflicts; a limit in seconds is passed on
    and is wall-clock time.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(options), f"cell {cell}")
        for cell, options in enumerate(board.options)
    ]
    for house in board.houses:
        model.add_all_different([cells[cell] for cell in house])
    watch.model(variables=len(cells), constraints=len(board.houses))

    class Listener(cp_model.CpSolverSolutionCallback):
        """Collects solutions, and stops the solver when there are enough."""

        def __init__(self, enough: int) -> None:
            super().__init__()
            self.found: list[list[int]] = []
            self.enough = enough

        def on_solution_callback(self) -> None:
            self.found.append([self.value(cell) for cell in cells])
            if len(self.found) >= self.enough:
                self.stop_search()

    enough = 1
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # with several, runs differ
        solver.parameters.random_seed = seed
        solver.parameters.enumerate_all_solutions = True
        if watch.seconds_left is not None:
            solver.parameters.max_time_in_seconds = watch.seconds_left
        if watch.steps_left is not None:
            solver.parameters.max_number_of_conflicts = watch.steps_left
        listener = Listener(enough)
        status = solver.solve(model, listener)
        assert status != cp_model.MODEL_INVALID
        watch.add(
            guesses=solver.num_branches,
            conflicts=solver.num_conflicts,
            checks=solver.response_proto.num_integer_propagations,
        )
        for solution in listener.found:
            for cell in board.empty:
                watch.place(cell, solution[cell])
            watch.solved()
            yield bytes(solution)
            watch.restart()
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return
        if len(listener.found) < enough:
            raise Spent
        model.add_forbidden_assignments(cells, listener.found)
        enough = min(2 * enough, _MOST)


ALGORITHM = Algorithm(
    name="constraint_programming",
    title="Constraint programming",
    source=(
        'H. Simonis, "Sudoku as a Constraint Problem", CP 2005 workshop on modelling; the solver is CP-SAT of OR-tools'
        " (L. Perron and F. Didier)"
    ),
    idea=(
        "Declare a variable for each cell with the digits that it may have, and for each house that its variables are"
        " all different. A constraint solver does the rest: it shrinks the sets of values, guesses where nothing"
        " shrinks, and learns from conflicts. To find all solutions, ask for more until there are none."
    ),
    worst_case=(
        "Exponential in theory. A 9x9 board takes a few milliseconds whatever its difficulty, because the solver first"
        " rewrites the model for its own use."
    ),
    shines="When the rules grow: sums, orders and products take one line each, and the solver stays the same.",
    solve=solve,
    extra="cp",
    options={"seed": "the random seed of the solver"},
)
