"""A new variant puzzle: constraints laid on a full board, then as few givens as they need.

The engine is asked for a solution that differs from the board. Where one is found, it is excluded: a cage in which it
has other digits is divided, in other variants a cell is given. When no other solution is left, givens that are not
needed are removed. A puzzle that is to be solvable, or to have a rating, gets more givens wherever the techniques that
it may need are stuck.
"""

from __future__ import annotations

import zlib
from itertools import chain
from typing import NamedTuple

from nonet import engine
from nonet.base.rng import SplitMix64
from nonet.engine import Status
from nonet.generating.cage_moves import divided, easy_cages
from nonet.generating.full_boards import full_board
from nonet.generating.layouts import Canvas, Split, cage_constraints, cages, in_order, lay
from nonet.generating.request import Plan
from nonet.generating.steering import Solver, puzzle_with, solver_of
from nonet.puzzle import Position, Puzzle
from nonet.rules import Rules
from nonet.rules.constraints.sums import cage_primitives
from nonet.steps.rating import UNSOLVED, Rating

__all__ = ["LaidPuzzle", "lay_puzzle"]

_GUESSES = 2_000
"""Guesses for each question; an undecided one counts as another solution."""
_LAYOUTS = 50
"""Divisions into cages that are tried on one board; about two of five lead to a puzzle."""


class LaidPuzzle(NamedTuple):
    """A puzzle with its rules and solution, and its rating by the techniques of the plan if that was asked for."""

    rules: Rules
    puzzle: bytes
    solution: bytes
    rating: Rating | None = None


def lay_puzzle(plan: Plan, seed: int, number: int) -> LaidPuzzle | None:
    """Make the variant puzzle of this number, or None.

    A board may have no line with the symmetry, or need more givens than the plan allows.
    """
    # Each variant has a stream of its own: with the same solution, one puzzle of a seed would give away the others.
    rng = SplitMix64(seed ^ zlib.crc32((plan.variant or "").encode()), number)
    solution = full_board(plan.rules, rng)
    canvas = Canvas(plan.rules.size, solution, plan.symmetry)
    others = [kind for kind in plan.kinds if kind != "killer"]
    laid = lay(others, canvas, rng)
    if others and not laid:
        return None
    rules = plan.rules.with_constraints(*laid) if laid else plan.rules
    if "killer" in plan.kinds:
        return _killer(plan, rules, canvas, rng)
    givens = _Givens(plan, rules, solution).run(rng)
    if givens is None:
        return None
    solver, rating = solver_of(plan, solution), None
    if solver is not None:
        rating = solver.rating(puzzle_with(rules, givens))
    return LaidPuzzle(rules, givens, solution, rating)


def _killer(plan: Plan, base: Rules, canvas: Canvas, rng: SplitMix64) -> LaidPuzzle | None:
    """Make a killer puzzle without givens: divide cages until they and the other rules leave one solution."""
    blank, size = bytes(len(canvas.digits)), canvas.size
    if plan.has_easy_cages and (easy := easy_cages(plan, base, canvas, rng)):
        return LaidPuzzle(easy[0], blank, canvas.digits, easy[1])
    known = tuple(engine.primitives_of(base))
    solver = solver_of(plan, canvas.digits) if plan.solvable else None
    for _ in range(_LAYOUTS):
        split: Split | None = cages(canvas, rng)
        while split is not None:
            # The constraints are made when the cages are known to be enough.
            summed = (cage_primitives(cage, sum(canvas.values(cage))) for cage in in_order(split))
            tables = engine.model_tables(len(blank), range(1, size + 1), chain(known, *summed))
            other = _other_solution(tables, size, blank, canvas.digits)
            if other is None:
                rules = base.with_constraints(*cage_constraints(canvas, split))
                rating = None
                if solver is not None:
                    rating = solver.rating(puzzle_with(rules, blank))
                    if rating.er == UNSOLVED:
                        break
                return LaidPuzzle(rules, blank, canvas.digits, rating)
            split = divided(canvas, split, other, rng)
    return None


def _other_solution(
    tables: engine.Tables, size: int, givens: bytes, solution: bytes
) -> bytes | None:
    """Return a solution that is not the known one, None if it is proved that there is none.

    If that could not be decided, the answer is a board without digits, which differs everywhere.
    """
    masks = [1 << digit - 1 if digit else (1 << size) - 1 for digit in givens]
    status, _, found = engine.search_model(tables, masks, limit=2, budget=_GUESSES)
    if found != solution and found:
        return found
    if status is Status.MULTIPLE:
        return next(each for each in engine.model_solutions(tables, masks) if each != solution)
    return bytes(len(solution)) if status is Status.OUT_OF_BUDGET else None


class _Givens:
    """The givens of a puzzle whose constraints are laid."""

    def __init__(self, plan: Plan, rules: Rules, solution: bytes) -> None:
        self._plan = plan
        self._rules = rules
        self._solution = solution
        self._tables = engine.tables_of(rules)
        self._solver = solver_of(plan, solution)

    def run(self, rng: SplitMix64) -> bytes | None:
        """Return the givens, None if more are needed than the plan allows."""
        order = list(self._plan.parts)
        rng.shuffle(order)
        low, high = self._plan.givens or (0, len(self._solution))
        cells = 0
        while (other := self._other_solution(cells)) is not None:
            differ = sum(1 << c for c, d in enumerate(self._solution) if other[c] != d)
            part = next((part for part in order if part & differ and not part & cells), None)
            if part is None or (cells | part).bit_count() > high + 8:
                return None
            cells |= part
        if self._solver is not None:
            cells = self._with_solvable(self._solver, cells, order)
        for part in order:
            left = cells & ~part
            if left != cells and left.bit_count() >= low and self._is_enough(left):
                cells = left
        for part in order:
            if cells.bit_count() < low and (cells | part).bit_count() <= high:
                cells |= part
        return self._board(cells) if low <= cells.bit_count() <= high else None

    def _with_solvable(self, solver: Solver, cells: int, order: list[int]) -> int:
        """Return the givens with more of them where the techniques are stuck: those that help most."""
        _, position = solver.followed(Position(self._puzzle(cells)))

        def with_part(part: int) -> Puzzle:
            return self._puzzle(cells | part)

        while not position.grid.is_full:
            left = sum(1 << cell for cell, digit in enumerate(position.grid) if not digit)
            helped = solver.helped(
                position,
                [part for part in order if part & left],
                added=with_part,
                alone=with_part,
            )
            assert helped is not None, "a cell that is open can be given"
            part, position = helped
            cells |= part
        return cells

    def _is_enough(self, cells: int) -> bool:
        """Return whether the puzzle with these givens is unique, and solved by the techniques if it must be."""
        if self._other_solution(cells) is not None:
            return False
        return self._solver is None or self._solver.solves(self._puzzle(cells))

    def _puzzle(self, cells: int) -> Puzzle:
        return puzzle_with(self._rules, self._board(cells))

    def _other_solution(self, cells: int) -> bytes | None:
        size = self._rules.size
        return _other_solution(self._tables, size, self._board(cells), self._solution)

    def _board(self, cells: int) -> bytes:
        return bytes(d if cells >> cell & 1 else 0 for cell, d in enumerate(self._solution))
