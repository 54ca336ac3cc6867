"""Why a puzzle has no solution, in one sentence if there is one.

Constraints and givens that contradict each other, although each of them can be met, are found by leaving out: what
still has no solution without a part does not need that part. Each search has a small budget. A part without which the
budget runs out is kept, so nothing is named that has a solution; what needs long searches, or many parts, gets no
explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import LimitReached, TimeLimitReached
from nonet.puzzle.cores import MOST_GIVENS, fewest, wrong_givens
from nonet.puzzle.dead_ends import dead_end
from nonet.puzzle.impossible import impossible_constraint

if TYPE_CHECKING:
    from nonet.boards.grid import Candidates, Grid
    from nonet.rules import Rules
    from nonet.rules.constraints import Constraint, Space, Violation
    from nonet.rules.constraints.primitives import Primitive

__all__ = ["contradiction", "why_unsolvable"]

_GUESSES = 1000
"""For each search. A contradiction that a person can follow is found with far fewer."""

_SEARCHES = 120
"""For each puzzle."""

_CELLS = 256
"""On larger boards a guess takes too long."""

_MOST_RULES = 4
"""A longer list does not explain anything."""


def why_unsolvable(rules: Rules, givens: Grid, marks: Candidates | None) -> Violation | None:
    """Return why a puzzle has no solution, if a sentence can explain it; None otherwise.

    The reason is an impossible constraint, a dead end that is seen at once, constraints or givens that exclude each
    other, or else which givens are to blame.

    >>> from nonet import Puzzle
    >>> puzzle = Puzzle("." * 81, rules="antiknight thermo:r1c1r1c2r1c3 killer:6=r1c1r1c2r1c3 odd:r1c2")
    >>> print(why_unsolvable(puzzle.rules, puzzle.givens, None).sentence.split("; ", 1)[1])
    r1c2 is odd; Digits increase along the thermometer r1c1, r1c2, r1c3.
    """
    try:
        return _why(rules, rules.extra_names, givens, marks)
    except (LimitReached, TimeLimitReached):  # the caller knows that there is none
        return None


@lru_cache(maxsize=16)
def _why(
    rules: Rules, names: tuple[str, ...], givens: Grid, marks: Candidates | None
) -> Violation | None:
    """Return the reason, which may name houses: so their ``names`` are a part of the key."""
    if rules.constraints and (alone := _of_rules(rules)) is not None:
        return alone
    if any(d and any(givens[peer] == d for peer in rules.peers[c]) for c, d in enumerate(givens)):
        return None  # a clash, which is another sentence
    allowed = engine.masks_of(givens, marks, "Q")
    return (
        dead_end(rules, allowed)
        or (_of_constraints(rules, givens, marks) if rules.constraints else None)
        or (wrong_givens(rules, allowed) if len(allowed) <= _CELLS else None)
    )


def _of_constraints(rules: Rules, givens: Grid, marks: Candidates | None) -> Violation | None:
    space = rules.space
    digits = rules.values_of(givens)
    masks = [space.all_digits] * len(space)
    if marks is not None:
        masks = [space.mask(rules.digits[digit - 1] for digit in held) for held in marks]
    return contradiction(rules.constraints, space, masks, digits)


@lru_cache(maxsize=64)
def _of_rules(rules: Rules) -> Violation | None:
    """Return what is wrong with rules that no givens can mend."""
    violation = impossible_constraint(rules.constraints, rules.space)
    empty = [rules.space.all_digits] * len(rules.space)
    return violation or contradiction(rules.constraints, rules.space, empty, {})


def contradiction(
    constraints: Iterable[Constraint],
    space: Space,
    masks: Iterable[int],
    givens: Mapping[str, int],
) -> Violation | None:
    """Return constraints, with as few givens as needed, that have no solution together; None if none are found.

    ``masks`` are the digits that each cell can have without the givens.
    """
    from nonet.rules.constraints.base import Violation

    search = _Search(tuple(constraints), space, tuple(masks), givens)
    if len(space) > _CELLS or not search.has_none(search.all, givens):
        return None
    names = tuple(givens) if not search.has_none(search.all, ()) else ()
    if names and search.has_none((), names):
        return None  # the givens alone
    rules = fewest(search.all, lambda kept: search.has_none(kept, names))
    names = fewest(names, lambda kept: search.has_none(rules, kept))
    if search.left < 0 or len(rules) > _MOST_RULES or len(names) > MOST_GIVENS:
        return None
    cells = dict.fromkeys((*names, *(cell for rule in rules for cell in rule.cells)))
    values = {"rules": rules, "givens": {name: givens[name] for name in names}}
    return Violation(tuple(cells), "contradiction.givens" if names else "contradiction", values)


class _Search:
    """The searches of parts of a puzzle; ``left`` is how many more there may be."""

    def __init__(
        self,
        constraints: tuple[Constraint, ...],
        space: Space,
        masks: tuple[int, ...],
        givens: Mapping[str, int],
    ) -> None:
        from nonet.rules.constraints.primitives import Different

        self.left = _SEARCHES
        self.all = constraints
        self._space = space
        self._masks = masks
        self._givens = givens
        self._houses = [Different(space.indices(house.cells)) for house in space.houses]
        # What a constraint means may depend on the others, so it is computed once, with all of them on the board.
        self._primitives: dict[Constraint, tuple[Primitive, ...]] = {}

    def has_none(self, constraints: Iterable[Constraint], givens: Iterable[str]) -> bool:
        """Return whether these have no solution, as far as a short search shows."""
        self.left -= 1
        if self.left < 0:
            return False
        space = self._space
        shapes: list[Primitive] = [*self._houses]
        for each in constraints:
            if each not in self._primitives:
                self._primitives[each] = tuple(each.primitives(space))
            shapes += self._primitives[each]
        masks = list(self._masks)
        for name in givens:
            masks[space.index(name)] &= space.mask([self._givens[name]])
        tables = engine.model_tables(len(space), space.digits, shapes)
        status, _, _ = engine.search_model(tables, masks, limit=1, budget=_GUESSES)
        return status in (engine.Status.NO_SOLUTION, engine.Status.CONFLICT)
