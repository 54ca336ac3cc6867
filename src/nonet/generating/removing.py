"""Givens removed from a full board of any rules as long as its solution stays the only one.

``core/making/generate.hpp`` does the same for classic boards. The parts (cells, or the cells that a symmetry ties
together) come in a random order; the shortest beginning that suffices makes the puzzle, then each of its parts is
removed if the others suffice. The result equals that of removing parts one by one, with fewer questions to the engine.
Some answers are known from unavoidable sets: cells whose digits can be exchanged, one of which must be given.

Where a range of ratings is wanted, givens are removed from a board again until a puzzle is in it: after one that is too
hard, cells that see many others come earlier in the order, after one that is too easy, later. With diagonals, puzzles
are the easier the more of their givens lie on these. On large boards nearly every minimal puzzle is extreme: there,
parts come back in the same order until the techniques of the range suffice.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from operator import index

from nonet import engine
from nonet.base.masks import indices_of
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.generating.attempts import Attempt, Misses, blank_attempt
from nonet.generating.full_boards import full_board, full_board_of_engine, parts_of_two_digits
from nonet.generating.request import LARGE, Request
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.explaining import rate
from nonet.rules.sight import sight_of
from nonet.steps.rating import UNSOLVED, Rating

__all__ = ["remove_givens"]

# Guesses for each question. On large boards they decide how near to minimal a puzzle comes, and how long it takes.
_GUESSES, _GUESSES_LARGE = 200_000, 100

_TIMES = 16
"""Puzzles made from one board until one is in the range of ratings."""
_TILT, _MOST_TILT = 0.05, 0.1
"""How far a part moves in the order for each cell that it sees more than others, as a share of the order: after a
puzzle outside of the range, and at most. With more, most givens of a board with diagonals would lie on them."""


def remove_givens(request: Request, number: int) -> Attempt:
    """Make the puzzle of this number; it is blank if givens in all cells of the pattern do not suffice.

    For a range of ratings it is the first one of the board in the range, or the nearest to it.
    """
    rng = SplitMix64(request.seed, number)
    is_again = request.aim is not None and not request.is_large
    solution = (full_board_of_engine if is_again else full_board)(request.rules, rng)
    removal = _Removal(request, solution)
    attempts: list[tuple[int, Attempt]] = []
    tilt = 0.0
    while len(attempts) < _TIMES:
        cells = removal.run(rng, tilt)
        if cells is None:
            return blank_attempt(request, number)
        misses = Misses(unproved=index(request.minimal and not removal.proved))
        made = Attempt(number, removal.givens(cells), solution, misses)
        if request.aim is None:
            return made
        rating = removal.rating(cells)
        off = request.above_aim(rating)
        made = made._replace(rating=rating)
        if off == 0 or not is_again:
            return made
        attempts.append((abs(off), made))
        tilt = min(max(tilt + (_TILT if off > 0 else -_TILT), -_MOST_TILT), _MOST_TILT)
    return min(attempts, key=lambda each: each[0])[1]


class _Removal:
    """The removal of givens from one solution; ``proved`` becomes false when a question is not decided."""

    def __init__(self, request: Request, solution: bytes) -> None:
        self.proved = True
        self._request = request
        self._solution = solution
        self._tables = engine.tables_of(request.rules)
        self._unavoidable = parts_of_two_digits(request.rules, solution)
        self._every = (1 << request.rules.size) - 1
        self._guesses = _GUESSES_LARGE if request.rules.size > LARGE else _GUESSES

    def givens(self, cells: int) -> bytes:
        """Return the board with the digits of these cells."""
        return bytes(d if cells >> cell & 1 else 0 for cell, d in enumerate(self._solution))

    def run(self, rng: SplitMix64, tilt: float) -> int | None:
        """Return the cells that are given, or None if all parts together do not suffice.

        With a ``tilt``, cells that see many others come earlier in the order, by this share of it for each one seen.
        """
        request, self.proved = self._request, True
        order = list(request.parts)
        rng.shuffle(order)
        if tilt:
            place = {
                part: i / len(order) - tilt * self._sight[part] for i, part in enumerate(order)
            }
            order.sort(key=place.__getitem__)
        low, high = request.made_givens or (0, len(self._solution))
        target = 0 if request.made_givens is None else low + rng.below(high - low + 1)
        everything = sum(order)
        is_full = everything.bit_count() == len(self._solution)
        if not is_full and not self._is_unique(everything, self._masks(everything)):
            return None
        if request.is_whole:
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
            if cells.bit_count() <= target or left.bit_count() < (
                low if request.made_givens else 0
            ):
                continue
            tried = masks.copy()
            for cell in indices_of(part):
                tried[cell] = self._every
            if self._is_unique(left, tried, part):
                cells, masks = left, tried
        return self._with_easier(cells, order) if request.aim and request.is_large else cells

    @cached_property
    def _sight(self) -> dict[int, float]:
        """How many cells those of each part see, in the mean."""
        sees = sight_of(self._request.rules).masks
        return {
            part: sum(sees[cell].bit_count() for cell in indices_of(part)) / part.bit_count()
            for part in self._request.parts
        }

    def _with_easier(self, cells: int, order: list[int]) -> int:
        """Return cells with others of the order, so that the techniques of the request solve the puzzle."""
        more = [part for part in order if not part & cells]

        def is_solved(count: int) -> bool:
            return self.rating(cells | sum(more[:count])).er < UNSOLVED

        return cells | sum(more[: bisect_left(range(len(more)), True, key=is_solved)])

    def rating(self, cells: int) -> Rating:
        """Return the rating of a unique puzzle by the techniques of the request."""
        request = self._request
        assert request.techniques is not None
        size = request.rules.size
        puzzle = Puzzle(Grid._trusted(self.givens(cells), size), rules=request.rules)
        solution = Grid._trusted(self._solution, size)
        return rate(Position(puzzle), request.techniques, None, solution)

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
        sets: list[list[int]] = [[] for _ in self._solution]
        for unavoidable in self._unavoidable:
            for cell in indices_of(unavoidable):
                sets[cell].append(unavoidable)
        return sets

    def _is_unique(self, cells: int, masks: list[int], removed: int = 0) -> bool:
        """Return whether the givens, which are in ``masks``, have one solution; with the cells ``removed`` they have.

        Then another solution differs there, and in a single cell the engine knows this: half the time.
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
