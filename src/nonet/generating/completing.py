"""A puzzle of a setter, completed: clues of chosen kinds are added until it has one solution, then as many removed.

A full board that obeys the rules is the solution. The engine is asked for another solution of the puzzle so far; a clue
that it breaks is added, until there is no other. A puzzle that the techniques shall solve gets clues where they are
stuck. At last each clue is removed without which the puzzle is still what it should be, as far as the numbers that were
asked for allow it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from nonet import engine
from nonet.base.errors import LimitReached, RulesError
from nonet.base.rng import SplitMix64
from nonet.generating.additions import GIVEN, JIGSAW
from nonet.generating.attempts import Attempt, Misses, blank_attempt, other_solution
from nonet.generating.clues import Clue, Drawer, given
from nonet.generating.full_boards import full_board_of_engine
from nonet.generating.partitions import with_random_regions
from nonet.generating.request import Request
from nonet.generating.shapes import places_of
from nonet.generating.steering import puzzle_with, solver_of
from nonet.puzzle import Position, Puzzle
from nonet.rules import Rules
from nonet.rules.constraints.primitives import Primitive

__all__ = ["complete"]

_GUESSES = 2_000
"""Guesses for each question; an undecided one counts as another solution."""
_MORE_GUESSES = 200_000
"""Guesses for a puzzle that the techniques solve: there it is worth while to know."""
_TIMES = 4
"""Times that a board is begun anew, where the clues that were added do not suffice."""
_COMPARED = 4
"""Clues of which the one that says most is added."""
_BATCHES = 4
"""Times that more lines are drawn where none is left that helps."""
_PARTITIONS = 50


def complete(request: Request, number: int) -> Attempt:
    """Make the puzzle of this number; a blank one if its full board has no clue of a kind that is asked for.

    Raises `RulesError` if no board obeys the rules with the givens of the request, `LimitReached` if that is not
    decided.
    """
    named = ",".join(addition.word for addition in request.add)
    rng = SplitMix64(request.seed ^ zlib.crc32(named.encode()), number)
    rules, solution = _board(request, rng)
    tried: list[Attempt] = []
    while len(tried) < _TIMES:
        made = _Completion(request, number, rules, solution, rng).run()
        if made is None:
            return blank_attempt(request, number)
        tried.append(made)
        if not any(_off(request, made)):
            break
    return min(tried, key=lambda made: _off(request, made))


def _off(request: Request, made: Attempt) -> tuple[int, int]:
    """Return how far a puzzle is from one that is complete, and from the rating that is asked for."""
    off = 0 if made.rating is None else abs(request.above_aim(made.rating))
    return made.misses.unproved, off


def _board(request: Request, rng: SplitMix64) -> tuple[Rules, bytes]:
    """Return the rules of the request, with regions if these are asked for, and a board that obeys them."""
    if not any(addition.word == JIGSAW for addition in request.add):
        return request.rules, full_board_of_engine(request.rules, rng, request.start)
    for _ in range(_PARTITIONS):
        rules = with_random_regions(request.rules, rng)
        try:
            return rules, full_board_of_engine(rules, rng, request.start)
        except (RulesError, LimitReached):
            continue
    raise LimitReached(
        f"none of {_PARTITIONS} random partitions into regions has a board that obeys the rules; leave out {JIGSAW}"
    )


class _Completion:
    """The clues of one puzzle, from the first that is added to the last that is removed."""

    def __init__(
        self, request: Request, number: int, rules: Rules, solution: bytes, rng: SplitMix64
    ) -> None:
        self._number, self._rules, self._solution, self._rng = number, rules, solution, rng
        self._size = rules.size
        self._start = request.start or bytes(len(solution))
        self._own = frozenset(
            place for each in rules.constraints for place in places_of(each, rules)
        )
        self._known = tuple(engine.primitives_of(rules))
        self._additions = {a.word: a for a in request.add if a.word != JIGSAW}
        self._drawer = Drawer(rules, solution, rng)
        self._pool: list[Clue] = []
        self._chosen: list[Clue] = []
        self._primitives: dict[Clue, tuple[Primitive, ...]] = {}
        self._solver = solver_of(request, solution)

    def run(self) -> Attempt | None:
        """Return the puzzle, as far as it came; None if a kind that is needed has no clue here."""
        self._pool = [clue for word in self._additions for clue in self._drawn(word)]
        self._rng.shuffle(self._pool)
        kinds = {clue.kind for clue in self._pool}
        if any(a.least and a.word not in kinds for a in self._additions.values()):
            return None
        other = self._until_unique()
        self._with_least()
        if other is not None:
            cells = sum(one != known for one, known in zip(other, self._solution, strict=True))
            return self._made(undetermined=cells)
        if self._solver is not None and not self._until_solved():
            return self._made()
        self._without_needless()
        return self._made()

    # -- the puzzle so far -----------------------------------------------------------------------

    def _taken(self, clues: Sequence[Clue]) -> frozenset[tuple[str, object]]:
        return self._own.union(*(clue.places for clue in clues))

    def _drawn(self, word: str) -> list[Clue]:
        """Return clues of a kind that can be added to those chosen so far."""
        if word != GIVEN:
            return self._drawer.clues(word, self._taken(self._chosen))
        return [given(cell) for cell, digit in enumerate(self._start) if not digit]

    def _givens(self, clues: Sequence[Clue]) -> bytes:
        board = bytearray(self._start)
        for clue in clues:
            if clue.constraint is None:
                board[clue.cells[0]] = self._solution[clue.cells[0]]
        return bytes(board)

    def _puzzle(self, clues: Sequence[Clue]) -> Puzzle:
        made = [clue.constraint for clue in clues if clue.constraint is not None]
        rules = self._rules.with_constraints(*made) if made else self._rules
        return puzzle_with(rules, self._givens(clues))

    def _alone(self, clue: Clue) -> Puzzle:
        """Return the puzzle with one clue and no other constraint."""
        made = () if clue.constraint is None else (clue.constraint,)
        rules = self._rules.without_constraints().with_constraints(*made)
        return puzzle_with(rules, self._givens([clue]))

    def _other_solution(self, clues: Sequence[Clue], budget: int = _GUESSES) -> bytes | None:
        """Return another solution as `other_solution` does."""
        primitives = chain(self._known, *(self._primitives_of(clue) for clue in clues))
        tables = engine.model_tables(len(self._solution), self._rules.space.digits, primitives)
        return other_solution(tables, self._givens(clues), self._solution, budget)

    def _primitives_of(self, clue: Clue) -> tuple[Primitive, ...]:
        if clue.constraint is None:
            return ()
        if clue not in self._primitives:
            self._primitives[clue] = tuple(clue.constraint.primitives(self._rules.space))
        return self._primitives[clue]

    # -- adding ----------------------------------------------------------------------------------

    def _free(self) -> list[Clue]:
        """Return the clues that can be added: there is room for them, and the numbers allow one more."""
        counts = Counter(clue.kind for clue in self._chosen)
        taken = self._taken(self._chosen)
        return [
            clue
            for clue in self._pool
            if self._additions[clue.kind].allows(counts[clue.kind] + 1)
            and clue.places.isdisjoint(taken)
        ]

    def _wanted_first(self, clues: Sequence[Clue]) -> list[Clue]:
        """Return clues with those first of whose kind there are fewer than asked for; givens come last."""
        counts = Counter(clue.kind for clue in self._chosen)

        def place(clue: Clue) -> tuple[bool, bool]:
            return counts[clue.kind] >= self._additions[clue.kind].least, clue.kind == GIVEN

        return sorted(clues, key=place)

    def _until_unique(self) -> bytes | None:
        """Add clues until there is no other solution; return the last one that was found if they do not suffice."""
        while (other := self._other_solution(self._chosen)) is not None:
            clue = self._that_excludes(other)
            if clue is None:
                return other
            self._chosen.append(clue)
        return None

    def _that_excludes(self, other: bytes) -> Clue | None:
        """Return a clue that another solution breaks, None if there is none."""
        board = {n: d for n, d in zip(self._rules.space.names, other, strict=False) if d}
        for batch in range(_BATCHES):
            clues = self._wanted_first(self._free())
            breaking = (c for c in clues if not board or self._breaks(c, other, board))
            if found := list(islice(breaking, _COMPARED)):
                alike = (clue for clue in found if clue.kind == found[0].kind)
                return min(alike, key=self._drawer.breadth)
            if batch + 1 < _BATCHES and not self._draw_more():
                break
        return None

    def _breaks(self, clue: Clue, other: bytes, board: dict[str, int]) -> bool:
        if clue.constraint is None:
            return other[clue.cells[0]] != self._solution[clue.cells[0]]
        return next(clue.constraint.violations(board, self._rules.space), None) is not None

    def _draw_more(self) -> bool:
        """Draw clues beside those chosen, and return whether there are new ones."""
        known, before = dict.fromkeys(self._pool), len(self._pool)
        counts = Counter(clue.kind for clue in self._chosen)
        for word, addition in self._additions.items():
            if word != GIVEN and addition.allows(counts[word] + 1):
                known |= dict.fromkeys(self._drawn(word))
        self._pool = list(known)
        return len(self._pool) > before

    def _with_least(self) -> None:
        """Add clues of the kinds of which there are fewer than asked for."""
        for word, addition in self._additions.items():
            while sum(clue.kind == word for clue in self._chosen) < addition.least:
                free = [clue for clue in self._free() if clue.kind == word]
                if not free:
                    break
                self._chosen.append(free[0])

    def _until_solved(self) -> bool:
        """Add clues where the techniques are stuck; return whether they solve the puzzle."""
        assert self._solver is not None
        _, position = self._solver.followed(Position(self._puzzle(self._chosen)))
        while not position.grid.is_full:
            unsolved = {cell for cell, digit in enumerate(position.grid) if not digit}
            free = self._free()
            self._rng.shuffle(free)
            near = [clue for clue in free if not unsolved.isdisjoint(clue.cells)]
            helped = self._solver.helped(
                position,
                self._wanted_first(near),
                added=lambda clue: self._puzzle([*self._chosen, clue]),
                alone=self._alone,
            )
            if helped is None:
                return False
            clue, position = helped
            self._chosen.append(clue)
        return True

    # -- removing --------------------------------------------------------------------------------

    def _without_needless(self) -> None:
        """Remove each clue that the puzzle does not need, where the numbers allow it: givens first, then weak ones.

        A clue without which there is another solution stays needed when others are removed. One that the techniques
        need may not be: their path is another then, so it is tried again.
        """
        counts = Counter(clue.kind for clue in self._chosen)
        order = self._order_of_removal()
        removed = True
        while removed:
            removed, again = False, []
            for clue in order:
                if counts[clue.kind] <= self._additions[clue.kind].least:
                    continue
                less = [each for each in self._chosen if each != clue]
                other = self._other_solution(less)
                if self._is_enough(less, other):
                    self._chosen, removed = less, True
                    counts[clue.kind] -= 1
                elif self._solver is not None and (other is None or not any(other)):
                    again.append(clue)
            order = again

    def _order_of_removal(self) -> list[Clue]:
        """Return the clues that were added: givens first, kinds in random order, of each kind weak ones first."""
        kinds = [clue.kind for clue in self._chosen]
        self._rng.shuffle(kinds)
        kinds.sort(key=lambda kind: kind != GIVEN)
        weak = sorted(self._chosen, key=self._drawer.breadth)
        of_kind = {kind: [clue for clue in weak if clue.kind == kind] for kind in kinds}
        return [of_kind[kind].pop() for kind in kinds]

    def _is_enough(self, clues: Sequence[Clue], other: bytes | None) -> bool:
        """Return whether clues leave one solution, which the techniques find if they shall; ``other`` is another."""
        if self._solver is None or (other is not None and any(other)):
            return other is None
        if not self._solver.solves(self._puzzle(clues)):
            return False
        # The techniques take it for granted that there is one solution.
        return other is None or self._other_solution(clues, budget=_MORE_GUESSES) is None

    def _lacking(self) -> int:
        counts = Counter(clue.kind for clue in self._chosen)
        return sum(max(0, a.least - counts[word]) for word, a in self._additions.items())

    def _made(self, *, undetermined: int = 0) -> Attempt:
        """Return the puzzle; ``undetermined`` are the cells in which another solution differs."""
        puzzle, rating, lacking = self._puzzle(self._chosen), None, self._lacking()
        if self._solver is not None and not undetermined:
            rating = self._solver.rating(puzzle)
        left = 0 if rating is None else rating.left
        return Attempt(
            self._number,
            bytes(puzzle.givens),
            self._solution,
            Misses(unproved=undetermined + lacking + left),
            puzzle.rules,
            rating,
            lacking,
            er=0 if rating is None or left else round(10 * rating.er),
        )
