"""Givens removed from a full board of any rules as long as its solution stays the only one.

``core/making/generate.hpp`` does the same for classic boards. The parts (cells, or the cells that a symmetry ties
together) come in a random order; the shortest beginning that suffices makes the puzzle, then each of its parts is
removed if the others suffice. The result equals that of removing parts one by one, with fewer questions to the engine.
Some answers are known from unavoidable sets: cells whose digits can be exchanged, one of which must be given.

Where a range of ratings is wanted, a board is dug again until a puzzle is in it: after one that is too hard, cells that
see many others come earlier in the order, after one that is too easy, later. With diagonals, puzzles are the easier the
more of their givens lie on these. On large boards nearly every minimal puzzle is extreme: there, parts come back in the
same order until the techniques of the range suffice.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import NamedTuple

from nonet import engine
from nonet.base.masks import indices_of
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.generating.full_boards import full_board, full_board_of_engine, parts_of_two_digits
from nonet.generating.requirements import LARGE, Plan
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.explaining import rate
from nonet.rules.sight import sight_of
from nonet.steps.rating import UNSOLVED, Rating

__all__ = ["DugPuzzle", "dig"]

# Guesses for each question. On large boards they decide how near to minimal a puzzle comes, and how long it takes.
_GUESSES, _GUESSES_LARGE = 200_000, 100

_DIGS = 16
"""Puzzles made from one board until one is in the range of ratings."""
_TILT, _MOST_TILT = 0.05, 0.1
"""How far a part moves in the order for each cell that it sees more than others, as a share of the order: after a
puzzle outside of the range, and at most. With more, most givens of a board with diagonals would lie on them."""


class DugPuzzle(NamedTuple):
    """A puzzle with its solution; ``proved`` is false if a given stayed because a question was not decided.

    It has a ``rating`` by the techniques of the plan if that is for a range of ratings.
    """

    puzzle: bytes
    solution: bytes
    proved: bool
    rating: Rating | None = None


def dig(plan: Plan, seed: int, number: int) -> DugPuzzle:
    """Make the puzzle of this number; it is blank if givens in all cells of the plan do not suffice.

    For a range of ratings it is the first one of the board in the range, or the nearest to it.
    """
    rng = SplitMix64(seed, number)
    is_again = plan.rating is not None and not plan.is_large
    solution = (full_board_of_engine if is_again else full_board)(plan.rules, rng)
    digger = _Digger(plan, solution)
    found: list[tuple[int, DugPuzzle]] = []
    tilt = 0.0
    while len(found) < _DIGS:
        cells = digger.run(rng, tilt)
        if cells is None:
            return DugPuzzle(bytes(len(solution)), bytes(len(solution)), True)
        dug = DugPuzzle(digger.givens(cells), solution, digger.proved)
        if plan.rating is None:
            return dug
        rating = digger.rating(cells)
        off = plan.rating_off(rating)
        dug = dug._replace(rating=rating)
        if off == 0 or not is_again:
            return dug
        found.append((abs(off), dug))
        tilt = min(max(tilt + (_TILT if off > 0 else -_TILT), -_MOST_TILT), _MOST_TILT)
    return min(found, key=lambda each: each[0])[1]


class _Digger:
    """The removal of givens from one solution; ``proved`` becomes false when a question is not decided."""

    def __init__(self, plan: Plan, solution: bytes) -> None:
        self.proved = True
        self._plan = plan
        self._solution = solution
        self._tables = engine.tables_of(plan.rules)
        self._unavoidable = parts_of_two_digits(plan.rules, solution)
        self._every = (1 << plan.rules.size) - 1
        self._guesses = _GUESSES_LARGE if plan.rules.size > LARGE else _GUESSES

    def givens(self, cells: int) -> bytes:
        """Return the board with the digits of these cells."""
        return bytes(d if cells >> cell & 1 else 0 for cell, d in enumerate(self._solution))

    def run(self, rng: SplitMix64, tilt: float) -> int | None:
        """Return the cells that are given, or None if all parts together do not suffice.

        With a ``tilt``, cells that see many others come earlier in the order, by this share of it for each one seen.
        """
        plan, self.proved = self._plan, True
        order = list(plan.parts)
        rng.shuffle(order)
        if tilt:
            place = {
                part: i / len(order) - tilt * self._sight[part] for i, part in enumerate(order)
            }
            order.sort(key=place.__getitem__)
        low, high = plan.givens or (0, len(self._solution))
        target = 0 if plan.givens is None else low + rng.below(high - low + 1)
        everything = sum(order)
        is_full = everything.bit_count() == len(self._solution)
        if not is_full and not self._is_unique(everything, self._masks(everything)):
            return None
        if plan.is_whole:
            return everything
        first = self._fewest(order)
        cells = sum(order[:first])
        for part in order[first:]:
            if cells.bit_count() < target and (cells | part).bit_count() <= high:
                cells |= part
        masks = self._masks(cells)
        # The last of the first parts is needed: without it they did not suffice.
        for part in reversed(order[:first][:-1]):
            left = cells & ~part
            if cells.bit_count() <= target or left.bit_count() < (low if plan.givens else 0):
                continue
            asked = masks.copy()
            for cell in indices_of(part):
                asked[cell] = self._every
            if self._is_unique(left, asked, part):
                cells, masks = left, asked
        return self._with_easier(cells, order) if plan.rating and plan.is_large else cells

    @cached_property
    def _sight(self) -> dict[int, float]:
        """How many cells those of each part see, in the mean."""
        sees = sight_of(self._plan.rules).masks
        return {
            part: sum(sees[cell].bit_count() for cell in indices_of(part)) / part.bit_count()
            for part in self._plan.parts
        }

    def _with_easier(self, cells: int, order: list[int]) -> int:
        """Return cells with others of the order, so that the techniques of the plan solve the puzzle."""
        more = [part for part in order if not part & cells]

        def is_solved(count: int) -> bool:
            return self.rating(cells | sum(more[:count])).er < UNSOLVED

        return cells | sum(more[: bisect_left(range(len(more)), True, key=is_solved)])

    def rating(self, cells: int) -> Rating:
        """Return the rating of a unique puzzle by the techniques of the plan."""
        plan = self._plan
        assert plan.techniques is not None
        size = plan.rules.size
        puzzle = Puzzle(Grid._trusted(self.givens(cells), size), rules=plan.rules)
        solution = Grid._trusted(self._solution, size)
        return rate(Position(puzzle), plan.techniques, None, solution)

    def _fewest(self, order: list[int]) -> int:
        """Return how many of the parts, from the first on, suffice."""

        def is_enough(count: int) -> bool:
            cells = sum(order[:count])
            return self._is_unique(cells, self._masks(cells))

        return bisect_left(range(len(order)), True, key=is_enough)

    def _masks(self, cells: int) -> list[int]:
        """Return the digits that each cell can have where these cells are given."""
        return [
            1 << digit - 1 if bit == "1" else self._every
            for bit, digit in zip(
                reversed(f"{cells:0{len(self._solution)}b}"), self._solution, strict=True
            )
        ]

    @cached_property
    def _unavoidable_at(self) -> list[list[int]]:
        """The unavoidable sets that each cell is in."""
        found: list[list[int]] = [[] for _ in self._solution]
        for unavoidable in self._unavoidable:
            for cell in indices_of(unavoidable):
                found[cell].append(unavoidable)
        return found

    def _is_unique(self, cells: int, masks: list[int], removed: int = 0) -> bool:
        """Return whether the givens, which are in ``masks``, have one solution; with the cells ``removed`` they have.

        Then another solution differs there, and in a single cell that is said to the engine: half the time.
        """
        new = [each for cell in indices_of(removed) for each in self._unavoidable_at[cell]]
        if any(not cells & unavoidable for unavoidable in (new if removed else self._unavoidable)):
            return False
        is_one = removed.bit_count() == 1
        if is_one:
            cell, masks = removed.bit_length() - 1, masks.copy()
            masks[cell] ^= 1 << self._solution[cell] - 1
        status, count, _ = engine.search_model(
            self._tables, masks, limit=2 - is_one, budget=self._guesses
        )
        exact = status is not engine.Status.OUT_OF_BUDGET
        self.proved &= exact or count > 1 - is_one
        return exact and count == 1 - is_one
