"""Which givens a puzzle needs, and which it lacks: the work behind `Puzzle.minimise`, `Puzzle.differences` and partly
`Puzzle.repair`.

To take a given away can only add solutions. So whatever is not unique stays so with fewer givens; and the cells in
which two solutions differ, an *unavoidable set*, hold a given in every puzzle that has one of the two as its only
solution. Sets of cells are masks here, bit ``i`` for cell ``i``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from nonet import engine
from nonet.engine import Status
from nonet.errors import LimitReached
from nonet.grid import Candidates, Grid
from nonet.rng import SplitMix64
from nonet.rules import Rules

__all__ = ["COMBINATIONS", "Position"]

COMBINATIONS = 1_000_000
"""Sets of givens that `Position.missing` looks at if the caller gives no budget."""

_ROWS = 256  # boards that are asked about at once
_SOLUTIONS = 20_000  # that are looked through for the fewest givens

Placed = tuple[int, int]  # a cell and its digit


class Position:
    """A puzzle as it is seen here; ``budget`` bounds the guesses of each question to the engine.

    Every method raises `LimitReached` where that does not suffice.
    """

    def __init__(
        self, rules: Rules, givens: Grid, marks: Candidates | None, *, budget: int | None = None
    ) -> None:
        self.rules = rules
        self.givens = givens
        self.marks = marks
        self.budget = budget
        self.all = givens.filled.mask
        self._kind = "H" if rules.is_classic else "Q"

    def only(self, kept: int) -> Grid:
        """Return the givens that are in a mask."""
        cells = bytes(d if kept >> cell & 1 else 0 for cell, d in enumerate(self.givens))
        return Grid._trusted(cells, self.rules.size)

    def plus(self, more: Mapping[int, int]) -> Grid:
        """Return the givens and more of them, by cell."""
        cells = bytes(more.get(cell, d) for cell, d in enumerate(self.givens))
        return Grid._trusted(cells, self.rules.size)

    # -- givens that can go ----------------------------------------------------------------------

    def redundant(self) -> int:
        """Return the givens of a unique puzzle each of which can go alone."""
        cells = list(self.givens.filled)
        boards = (self._masks(self.only(self.all ^ 1 << cell)) for cell in cells)
        asked = zip(cells, self._ask(boards, limit=2), strict=True)
        return sum(1 << cell for cell, status in asked if status is Status.UNIQUE)

    def minimal(self, solution: Grid, seed: int) -> Iterator[int]:
        """Yield every set of givens that has this one solution and loses that with any given, each set once.

        An order of the givens comes from the seed. The first set is what is left when they are taken away one by one in
        this order, as long as the solution stays the only one. The next sets keep the last given that went there, and
        so on back: the order is that of words in a dictionary, "gone" before "kept".
        """
        cells = list(self.givens.filled)
        order = [cells[i] for i in SplitMix64(seed, 0).shuffled(len(cells))]
        unique = _Uniqueness(self, solution)
        waiting = [
            (0, self.all, 0)
        ]  # what is kept for good, that and what is open, how many are decided
        while waiting:
            kept, left, decided = waiting.pop()
            if unique.spares_one(kept):
                continue  # and so does every set with these
            for place in range(decided, len(order)):
                bit = 1 << order[place]
                if unique.holds(left ^ bit):
                    waiting.append((kept | bit, left, place + 1))
                    left ^= bit
                else:
                    kept |= bit
            if not unique.spares_one(kept):
                yield kept

    # -- givens that are missing -----------------------------------------------------------------

    def differences(self, first: Iterable[Grid]) -> dict[int, frozenset[int]]:
        """Return the cells that have several digits in the solutions, of which the first ones are known."""
        cells = self.rules.size**2
        seen = [0] * cells

        def see(grid: bytes | bytearray) -> None:
            for cell, digit in enumerate(grid):
                seen[cell] |= 1 << digit

        def found() -> dict[int, frozenset[int]]:
            return {
                cell: frozenset(d for d in range(1, self.rules.size + 1) if mask >> d & 1)
                for cell, mask in enumerate(seen)
                if mask.bit_count() > 1
            }

        for grid in first:
            see(bytes(grid))
        masks = self._masks(self.givens)
        unseen = list(_candidates(masks))
        while unseen := [(cell, digit) for cell, digit in unseen if not seen[cell] >> digit & 1]:
            asked, unseen = unseen[:_ROWS], unseen[_ROWS:]
            grids = bytearray(len(asked) * cells)
            try:
                answers = list(self._ask((_with(masks, [p]) for p in asked), limit=1, grids=grids))
            except LimitReached as error:
                error.progress = found()
                raise
            for row, status in enumerate(answers):
                if status is Status.FOUND:
                    see(grids[row * cells : row * cells + cells])
        return found()

    def missing(self, budget: int) -> tuple[dict[int, int], bool]:
        """Return the fewest further givens that leave one solution, by cell, and whether that is proved.

        ``budget`` bounds the sets of givens that are looked at.
        """
        masks = self._masks(self.givens)
        grids = self._solutions(masks)
        if len(grids) <= _SOLUTIONS:
            chosen, exact = _fewest(grids, budget)
            return dict(chosen), exact
        few, proved = self._one_or_two(masks, grids, budget)
        if few:
            return dict(few), True
        chosen = []
        while len(grids) > _SOLUTIONS:
            chosen.append(_groups(grids)[0][1])  # what the fewest of them have
            grids = self._solutions(_with(masks, chosen))
        chosen += _fewest(grids, budget)[0]
        for placed in list(chosen):
            rest = [other for other in chosen if other != placed]
            if next(self._ask([_with(masks, rest)], limit=2)) is Status.UNIQUE:
                chosen = rest
        return dict(chosen), len(chosen) == proved + 1

    def _one_or_two(
        self, masks: array[int], grids: Sequence[bytes], budget: int
    ) -> tuple[list[Placed], int]:
        """Return one given that suffices, or two; or none, with the number of givens that do not suffice.

        Whatever two of the known solutions have in common does not suffice, and is not asked about.
        """
        known = dict(_known(grids))
        sets: Iterable[tuple[Placed, ...]] = ((placed,) for placed in _candidates(masks))
        for number in (1, 2):
            left: list[tuple[Placed, ...]] = []
            for chosen in sets:
                budget -= 1
                if budget < 0:
                    return [], number - 1
                both = (1 << len(grids)) - 1
                for placed in chosen:
                    both &= known.get(placed, 0)
                if not both & (both - 1):
                    left.append(chosen)
            boards = (_with(masks, chosen) for chosen in left)
            for chosen, status in zip(left, self._ask(boards, limit=2), strict=True):
                if status is Status.UNIQUE:
                    return list(chosen), number
            sets = combinations(_candidates(masks), 2)
        return [], 2

    # -- questions -------------------------------------------------------------------------------

    def _masks(self, givens: Grid) -> array[int]:
        return engine.masks_of(givens, self.marks, self._kind)

    def _solutions(self, masks: array[int]) -> list[bytes]:
        """Return the solutions, or more than are looked through."""
        marks, empty = Candidates(masks), Grid(bytes(len(masks)))
        found = engine.solutions(self.rules, empty, marks, budget=self.budget)
        return [bytes(grid) for grid in islice(found, _SOLUTIONS + 1)]

    def _ask(
        self, boards: Iterable[array[int]], *, limit: int, grids: bytearray | None = None
    ) -> Iterator[Status]:
        """Yield what becomes of boards; ``grids`` (for `_ROWS` boards at most) gets their solutions."""
        boards = iter(boards)
        while rows := list(islice(boards, _ROWS)):
            cells, status = array(self._kind), bytearray(len(rows))
            for row in rows:
                cells += row
            engine.solve_rows(
                cells,
                len(rows),
                rules=self.rules,
                marks=True,
                limit=limit,
                budget=self.budget,
                threads=None,
                solutions=grids,
                status=status,
            )
            if Status.OUT_OF_BUDGET in status:
                raise LimitReached(engine.budget_sentence(self.rules, self.budget))
            yield from map(Status, status)


class _Uniqueness:
    """Answers whether some of the givens leave one solution, and remembers unavoidable sets."""

    def __init__(self, position: Position, solution: Grid) -> None:
        self._position = position
        self._solution = bytes(solution)
        self._sets: list[int] = []

    def holds(self, kept: int) -> bool:
        """Whether the givens in a mask leave one solution."""
        # The set that answered the last question is likely to answer this one.
        for place, cells in enumerate(self._sets):
            if not cells & kept:
                self._sets.insert(0, self._sets.pop(place))
                return False
        at = self._position
        found = engine.search(at.rules, at.only(kept), at.marks, limit=2, budget=at.budget)
        for grid in found.grids:
            pairs = enumerate(zip(grid, self._solution, strict=True))
            if cells := sum(1 << cell for cell, (one, other) in pairs if one != other):
                self._sets.insert(0, cells)
                return False
        if not found.exact:
            raise LimitReached(engine.budget_sentence(at.rules, at.budget))
        return True

    def spares_one(self, kept: int) -> bool:
        """Whether some given in a mask can go, the others leaving one solution."""
        return any(
            self.holds(kept ^ 1 << cell) for cell in range(kept.bit_length()) if kept >> cell & 1
        )


def _candidates(masks: Sequence[int]) -> Iterator[Placed]:
    """Yield the candidates of the cells that have several."""
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            yield from ((cell, d) for d in range(1, mask.bit_length() + 1) if mask >> (d - 1) & 1)


def _with(masks: array[int], placed: Iterable[Placed]) -> array[int]:
    """Return the masks with some digits put in."""
    changed = masks[:]
    for cell, digit in placed:
        changed[cell] &= 1 << (digit - 1)
    return changed


# -- the fewest givens among known solutions -------------------------------------------------------


def _fewest(grids: Sequence[bytes], budget: int) -> tuple[list[Placed], bool]:
    """Return the fewest digits that only one of the grids has all of, and whether that is proved."""
    groups = _groups(grids)
    every, left = (1 << len(grids)) - 1, budget
    if len(grids) == 1:
        return [], True

    def search(grids: int, start: int, more: int) -> list[Placed] | None:
        nonlocal left
        for place in range(start, len(groups)):
            left -= 1
            if left < 0:
                return None
            mask, placed = groups[place]
            both = grids & mask
            if more == 1 and both.bit_count() == 1:
                return [placed]
            if more > 1 and both and (rest := search(both, place + 1, more - 1)) is not None:
                return [placed, *rest]
        return None

    chosen = _one_by_one(groups, every)
    for number in range(1, len(chosen)):
        if (found := search(every, 0, number)) is not None:
            return found, True
        if left < 0:
            return chosen, False
    return chosen, True


def _known(grids: Sequence[bytes]) -> Iterator[tuple[Placed, int]]:
    """Yield for each digit in a cell the grids that have it, as a mask."""
    cells, whole = len(grids[0]), b"".join(grids)
    for cell in range(cells):
        column = whole[cell::cells]
        for digit in sorted(set(column)):
            # As a number in base two, one figure for each grid.
            figures = bytearray(b"0" * 256)
            figures[digit] = ord("1")
            yield (cell, digit), int(column.translate(figures), 2)


def _groups(grids: Sequence[bytes]) -> list[tuple[int, Placed]]:
    """Return what `_known` yields, the rarest first, and of several with the same grids only one."""
    first: dict[int, Placed] = {}
    for placed, mask in _known(grids):
        first.setdefault(mask, placed)
    return sorted(first.items(), key=lambda item: (item[0].bit_count(), item[1]))


def _one_by_one(groups: Sequence[tuple[int, Placed]], grids: int) -> list[Placed]:
    """Return digits that one grid alone has, always the one next that the fewest grids have."""
    chosen = []
    while grids & (grids - 1):
        _, placed, mask = min(
            ((grids & mask).bit_count(), placed, mask) for mask, placed in groups if grids & mask
        )
        grids &= mask
        chosen.append(placed)
    return chosen
