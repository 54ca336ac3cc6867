"""A new variant puzzle: random constraints of a full board, then as few givens as they need.

The engine is asked for a solution that differs from the board. Where one is found, it is excluded: a cage in which it
has other digits is divided, in other variants a cell is given. When no other solution is left, givens that are not
needed are removed. A puzzle that is to be solvable, or to have a rating, gets more givens wherever the techniques that
it may need are stuck.
"""

from __future__ import annotations

import zlib
from itertools import chain
from typing import TypeAlias

from nonet import engine
from nonet.base.rng import SplitMix64
from nonet.generating.attempts import Attempt, blank_attempt, other_solution
from nonet.generating.cage_moves import divided, easy_cages
from nonet.generating.full_boards import full_board
from nonet.generating.layouts import (
    FullBoard,
    Split,
    cage_constraints,
    cages,
    in_order,
    random_constraints,
)
from nonet.generating.request import Request
from nonet.generating.steering import Solver, puzzle_with, solver_of
from nonet.puzzle import Position, Puzzle
from nonet.rules import Rules
from nonet.rules.constraints.sums import cage_primitives
from nonet.steps.rating import UNSOLVED, Rating

__all__ = ["make_variant"]

_LAYOUTS = 50
"""Divisions into cages that are tried on one board; about two of five lead to a puzzle."""


def make_variant(request: Request, number: int) -> Attempt:
    """Make the variant puzzle of this number, a blank one if there is none.

    A board may have no line with the symmetry, or need more givens than the request allows.
    """
    # Each variant has a stream of its own: with the same solution, one puzzle of a seed would give away the others.
    name = zlib.crc32((request.variant or "").encode())
    rng = SplitMix64(request.seed ^ name, number)
    board = FullBoard(request.rules.size, full_board(request.rules, rng), request.symmetry)
    others = [kind for kind in request.kinds if kind != "killer"]
    constraints = random_constraints(others, board, rng)
    if others and not constraints:
        return blank_attempt(request, number)
    rules = request.rules.with_constraints(*constraints) if constraints else request.rules
    make = _with_cages if "killer" in request.kinds else _with_givens
    made = make(request, rules, board, rng)
    if made is None:
        return blank_attempt(request, number)
    rules, givens, rating = made
    return Attempt(number, givens, board.digits, rules=rules, rating=rating)


_Made: TypeAlias = tuple[Rules, bytes, Rating | None]
"""The rules of a puzzle, its givens, and its rating if that was asked for."""


def _with_givens(request: Request, rules: Rules, board: FullBoard, rng: SplitMix64) -> _Made | None:
    givens = _Givens(request, rules, board.digits).run(rng)
    if givens is None:
        return None
    return rules, givens, _rating(solver_of(request, board.digits), rules, givens)


def _rating(solver: Solver | None, rules: Rules, givens: bytes) -> Rating | None:
    return None if solver is None else solver.rating(puzzle_with(rules, givens))


def _with_cages(request: Request, base: Rules, board: FullBoard, rng: SplitMix64) -> _Made | None:
    """Make a killer puzzle without givens: divide cages until they and the other rules leave one solution."""
    blank = bytes(len(board.digits))
    if request.has_easy_cages and (easy := easy_cages(request, base, board, rng)):
        return easy[0], blank, easy[1]
    known = tuple(engine.primitives_of(base))
    solver = solver_of(request, board.digits) if request.solvable else None
    for _ in range(_LAYOUTS):
        split: Split | None = cages(board, rng)
        while split is not None:
            # The constraints are made when the cages are known to be enough.
            summed = (cage_primitives(cage, sum(board.values(cage))) for cage in in_order(split))
            tables = engine.model_tables(
                len(blank), range(1, board.size + 1), chain(known, *summed)
            )
            other = other_solution(tables, blank, board.digits)
            if other is None:
                rules = base.with_constraints(*cage_constraints(board, split))
                rating = _rating(solver, rules, blank)
                if rating is not None and rating.er == UNSOLVED:
                    break
                return rules, blank, rating
            split = divided(board, split, other, rng)
    return None


class _Givens:
    """The givens of a puzzle that has its constraints."""

    def __init__(self, request: Request, rules: Rules, solution: bytes) -> None:
        self._request = request
        self._rules = rules
        self._solution = solution
        self._tables = engine.tables_of(rules)
        self._solver = solver_of(request, solution)

    def run(self, rng: SplitMix64) -> bytes | None:
        """Return the givens, None if more are needed than the request allows."""
        order = list(self._request.parts)
        rng.shuffle(order)
        low, high = self._request.made_givens or (0, len(self._solution))
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
        return other_solution(self._tables, self._board(cells), self._solution)

    def _board(self, cells: int) -> bytes:
        return bytes(d if cells >> cell & 1 else 0 for cell, d in enumerate(self._solution))
