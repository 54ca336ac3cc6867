"""The fewest changes that give a puzzle one solution, for `Puzzle.repair`.

A puzzle without a solution has a wrong given, usually a typing mistake. The givens alone do not say which one it is, so
every smallest set of givens whose removal leaves a solution is found first, and then the digits with which these
cells leave exactly one. A puzzle with several solutions lacks givens; `missing_givens` finds the fewest.

The search follows *cores*: givens without a common solution, of which any fewer have one. Every repair changes a given
of every core; so a set of removed givens that leaves no solution is extended by each given of one core that remains.
Sets of cells are masks here, bit ``i`` for cell ``i``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product, zip_longest
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.cells import CellSet, cell_name
from nonet.base.errors import LimitReached
from nonet.base.masks import digits_of
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle.constraint_sets import repaired
from nonet.puzzle.errors import NoSolution
from nonet.puzzle.given_sets import GivenSets
from nonet.puzzle.missing_givens import COMBINATIONS, missing_givens

if TYPE_CHECKING:
    from nonet.puzzle.position import Board, Position
    from nonet.puzzle.value import Puzzle
    from nonet.rules.constraints import Constraint

__all__ = ["ALTERNATIVES", "Repair", "repair", "repair_position"]

ALTERNATIVES = 100
"""A `Repair` lists at most this number of alternatives."""

_SETS = 20_000  # of wrong givens, looked at if the caller gives no budget
_GUESSES = 200_000  # of each question about a board that is not classic


@dataclass(frozen=True)
class Repair:
    """A ``puzzle`` with one solution, and the ``original`` from which the fewest changes lead to it.

    Of a `Position`, both are positions: its wrong digits are ``removed``, and candidates of the solution ``restored``.

    ``added``, ``changed`` and ``removed`` are the cells of these changes. With ``exact`` it is proved that fewer
    changes do not suffice; without, ``at_least`` changes are needed. ``alternatives`` are other repairs that change as
    many digits, at most `ALTERNATIVES` of them: any of them can be the typing mistake.

    ``str(repair)`` is one line, "change r1c4 from 5 to 6 (fewest changes possible; 2 alternatives)".
    """

    original: Board
    puzzle: Board
    exact: bool = True
    at_least: int = 0
    alternatives: tuple[Repair, ...] = field(default=(), repr=False)

    @property
    def added(self) -> CellSet:
        """The cells that are given in the repaired puzzle only."""
        return self._cells(lambda before, after: not before and after > 0)

    @property
    def changed(self) -> CellSet:
        """The cells that are given in both puzzles, with different digits."""
        return self._cells(lambda before, after: before > 0 and after not in (0, before))

    @property
    def removed(self) -> CellSet:
        """The cells that are given in the original puzzle only."""
        return self._cells(lambda before, after: before > 0 and not after)

    @property
    def changed_constraints(self) -> tuple[tuple[Constraint, Constraint | None], ...]:
        """The constraints that the repaired puzzle does not have, each with the one that replaces it, or None."""
        before, after = self.original.rules.constraints, self.puzzle.rules.constraints
        gone = [each for each in before if each not in after]
        new = [each for each in after if each not in before]
        return tuple(zip_longest(gone, new))

    @property
    def restored(self) -> dict[int, frozenset[int]]:
        """The candidates by cell that come back though no wrong digit excluded them; of positions only."""
        from nonet.puzzle.position import Position, masks_beside

        if not isinstance(self.original, Position):
            return {}
        before, after = self.original, self.puzzle.candidates()
        allowed = masks_beside(before.grid, before.rules)
        gained = zip(allowed, after.masks, before.masks, strict=True)
        found = {cell: here & now & ~was for cell, (here, now, was) in enumerate(gained)}
        return {
            cell: frozenset(digits_of(mask))
            for cell, mask in found.items()
            if mask and not before.grid[cell] and not after.placed[cell]
        }

    def __len__(self) -> int:
        cells = len(self.added) + len(self.changed) + len(self.removed) + len(self.restored)
        return cells + len(self.changed_constraints)

    def _cells(self, differs: Callable[[int, int], bool]) -> CellSet:
        pairs = enumerate(zip(self.original, self.puzzle, strict=True))
        cells = (cell for cell, (before, after) in pairs if differs(before, after))
        return CellSet(cells, size=self.puzzle.rules.size)

    @property
    def changes(self) -> str:
        """The changes as text, such as "change r1c4 from 5 to 6"; empty if there are none."""
        size, value = self.puzzle.rules.size, self.puzzle.givens.value
        before, after = (
            [value(digit) if digit else 0 for digit in board]
            for board in (self.original, self.puzzle)
        )
        parts = []
        for verb, cells, form in (
            ("change", self.changed, "{0} from {1} to {2}"),
            ("remove", self.removed, "{0}={1}"),
            ("add", self.added, "{0}={2}"),
        ):
            if cells:
                items = (form.format(cell_name(c, size), before[c], after[c]) for c in cells)
                parts.append(f"{verb} {', '.join(items)}")
        if restored := self.restored:
            items = (
                f"{cell_name(c, size)}={', '.join(str(value(digit)) for digit in sorted(digits))}"
                for c, digits in restored.items()
            )
            parts.append(f"restore {', '.join(items)}")
        for gone, new in self.changed_constraints:
            verb = "remove" if new is None else "change"
            parts.append(f"{verb} {gone.notation}" + (f" to {new.notation}" if new else ""))
        return "; ".join(parts)

    def __str__(self) -> str:
        if not self:
            return "nothing to repair"
        proof = "fewest changes possible" if self.exact else "fewer changes may suffice"
        if self.changed_constraints and not self.exact:
            proof = "several solutions are left"
        elif not self.exact and self.at_least > 1:
            proof += f", at least {self.at_least} are needed"
        number = len(self.alternatives)
        others = f"; {number} alternative{'s' * (number > 1)}" if number else ""
        return f"{self.changes} ({proof}{others})"


def repair(puzzle: Puzzle, budget: int | None) -> Repair:
    """Return what `Puzzle.repair` returns."""
    if puzzle.rules.constraints:
        bare = _with(puzzle, Grid(bytes(len(puzzle.givens))))
        if not engine.count(bare.rules, bare.givens, bare.marks, limit=1, budget=_GUESSES)[0]:
            return _of_constraints(puzzle)
    givens = GivenSets(puzzle.rules, puzzle.givens, puzzle.marks)
    additions = COMBINATIONS if budget is None else budget
    sets = _Sets(givens, _SETS if budget is None else budget)
    nearest: Repair | None = None
    fewest = 0
    for fewest, wrong in sets.by_size():
        if wrong == [0]:  # there is a solution
            missing, exact = missing_givens(givens, additions)
            board = givens.plus(missing)
            return Repair(puzzle, _with(puzzle, board), exact, len(missing) if exact else 1)
        boards = [board for removed in wrong for board in sets.changed(removed)]
        if boards:
            # Changes of fewer digits, and of fewer with a given added, were all examined.
            first, *others = [_with(puzzle, board) for board in boards[: ALTERNATIVES + 1]]
            alternatives = tuple(Repair(puzzle, other, True, fewest) for other in others)
            return Repair(puzzle, first, True, fewest, alternatives)
        if nearest is not None or not sets.proved:
            break
        if wrong:  # no change of so few digits suffices: remove them, and add others
            nearest = _removed(puzzle, givens, wrong[0], additions, fewest + 1)
            if nearest.exact:
                return nearest
    return nearest or _removed(puzzle, givens, sets.enough(), additions, fewest)


def repair_position(position: Position, budget: int | None) -> Repair:
    """Return what `Position.repair` returns: the puzzle repaired if it must be, and the position on it mended."""
    puzzle = position.puzzle
    mend: Callable[[Position, Board], Position]
    if position.givens_known:
        mended = Repair(puzzle, puzzle) if puzzle.is_unique else repair(puzzle, budget)
        mend = _without_mistakes
    else:
        filled = type(puzzle)(position.grid, rules=position.rules)
        if puzzle.count():
            return Repair(position, position) if puzzle.is_unique else repair(puzzle, budget)
        if filled.count() > 1:
            raise NoSolution(
                "the candidates allow no solution, and the filled cells alone have several",
                puzzle=puzzle,
            )
        mended = repair(filled, budget)
        mend = _with_candidates
    if not mended.puzzle.is_unique:
        return mended
    others = tuple(
        Repair(position, mend(position, other.puzzle), other.exact, other.at_least)
        for other in mended.alternatives
    )
    found = Repair(position, mend(position, mended.puzzle), mended.exact, 0, others)
    return replace(found, at_least=mended.at_least if not mended.exact else len(found))


def _without_mistakes(position: Position, puzzle: Board) -> Position:
    """Return the position on a puzzle with one solution: wrong digits removed, candidates of the solution restored."""
    solution = puzzle.solution()
    pairs = zip(position.placed, solution, strict=True)
    kept = solution._with_cells(bytes(digit if digit == right else 0 for digit, right in pairs))
    removed = {cell: digits - {solution[cell]} for cell, digits in position.removed.items()}
    return type(position)(puzzle, placed=kept, removed=removed)


def _with_candidates(position: Position, filled: Board) -> Position:
    """Return the grid of candidates with other filled cells, and with the candidates that their solution needs."""
    grid, solution = filled.givens, filled.solution()
    masks = [
        1 << digit - 1 if digit else mask | 1 << right - 1
        for digit, mask, right in zip(grid, position.masks, solution, strict=True)
    ]
    marks = Candidates.from_masks(masks, placed=grid)
    return type(position).of_candidates(marks, rules=position.rules, info=position.info)


def _of_constraints(puzzle: Puzzle) -> Repair:
    """Return the repair of constraints that exclude each other."""
    found = [Repair(puzzle, each, True, 1) for each in repaired(puzzle, _GUESSES)]
    if not found:
        raise NoSolution("the rules allow no solution, whatever the givens are")
    first, *others = found[: ALTERNATIVES + 1]
    return Repair(puzzle, first.puzzle, first.puzzle.is_unique, len(first), tuple(others))


def _removed(puzzle: Puzzle, givens: GivenSets, removed: int, budget: int, at_least: int) -> Repair:
    """Return the repair that changes these givens, or that removes them and adds others where that leaves a choice."""
    rest = GivenSets(puzzle.rules, givens.only(givens.all & ~removed), puzzle.marks)
    missing, _ = missing_givens(rest, budget)
    if not missing:
        (solution,) = engine.search(
            puzzle.rules, rest.givens, puzzle.marks, limit=2, budget=None
        ).grids
        missing = {cell: solution[cell] for cell in _cells(removed)}
    found = Repair(puzzle, _with(puzzle, rest.plus(missing)), False, at_least)
    return Repair(puzzle, found.puzzle, len(found) == at_least, at_least)


def _with(puzzle: Puzzle, board: Grid) -> Puzzle:
    return type(puzzle)(board, rules=puzzle.rules, marks=puzzle.marks, info=puzzle.info)


class _Sets:
    """The search among sets of givens, each of which ``budget`` counts; ``proved`` is false once it is spent."""

    def __init__(self, givens: GivenSets, budget: int) -> None:
        self.proved = True
        self._givens = givens
        self._left = budget
        self._cores: list[int] = []

    def by_size(self) -> Iterator[tuple[int, list[int]]]:
        """Yield each number of givens from 0 with all sets of that size whose removal leaves a solution.

        When the budget is spent, the current number comes last, without sets.
        """
        sets = [0]
        for number in range(self._givens.all.bit_count() + 1):
            found: list[int] = []
            larger: dict[int, None] = {}
            for removed in sets:
                if not self._is_allowed():
                    yield number, []
                    return
                core = self._core(removed)
                if core is None:
                    found.append(removed)
                    core = self._givens.all & ~removed
                larger.update(dict.fromkeys(removed | 1 << cell for cell in _cells(core)))
            yield number, found
            sets = list(larger)

    def changed(self, removed: int) -> Iterator[Grid]:
        """Yield the boards with one solution that other digits in these cells lead to."""
        at = self._givens
        cells = list(_cells(removed))
        choices = [
            [d for d in range(1, at.rules.size + 1) if d != at.givens[cell]] for cell in cells
        ]
        for digits in product(*choices):
            if not self._is_allowed():
                return
            board = at.plus(dict(zip(cells, digits, strict=True)))
            if self._solutions(board, 2) == 1:
                yield board

    def enough(self) -> int:
        """Return a set of givens whose removal leaves a solution: few, but perhaps not the fewest."""
        removed = 0
        while (core := self._core(removed)) is not None:
            times = Counter(cell for known in self._cores for cell in _cells(known))
            removed |= 1 << max(_cells(core), key=times.__getitem__)
        for cell in _cells(removed):
            if self._is_solvable(self._givens.all & ~removed | 1 << cell):
                removed ^= 1 << cell
        return removed

    def _core(self, removed: int) -> int | None:
        """Return givens that have no solution though any fewer of them have one, or None where all have one."""
        for core in self._cores:
            if not core & removed:
                return core
        core = self._givens.all & ~removed
        if self._is_solvable(core):
            return None
        if not core:
            what = "rules" if self._givens.marks is None else "candidates"
            raise NoSolution(f"the {what} allow no solution, whatever the givens are")
        for cell in _cells(core):
            if not self._is_solvable(core ^ 1 << cell):
                core ^= 1 << cell
        self._cores.append(core)
        return core

    def _is_allowed(self) -> bool:
        self._left -= 1
        self.proved &= self._left >= 0
        return self.proved

    def _is_solvable(self, kept: int) -> bool:
        return self._solutions(self._givens.only(kept), 1) > 0

    def _solutions(self, board: Grid, limit: int) -> int:
        at = self._givens
        guesses = None if at.rules.is_classic else _GUESSES
        count, exact = engine.count(at.rules, board, at.marks, limit=limit, budget=guesses)
        if not exact and count < limit:
            raise LimitReached(engine.budget_sentence(at.rules, guesses))
        return count


def _cells(mask: int) -> Iterator[int]:
    return (cell for cell in range(mask.bit_length()) if mask >> cell & 1)
