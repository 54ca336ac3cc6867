"""Kinds that are a relation between two cells, for many pairs: lines, dots, and rules for the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, combinations, pairwise
from typing import ClassVar

from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import Board, Constraint, Space, Violation
from nonet.rules.constraints.fields import Number, Path
from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Different,
    Either,
    Pair,
    Primitive,
    relation,
)

__all__ = ["MOST_IN_SETS", "NextOnLine", "Pairwise", "all_pairs", "one_of_sets"]

MOST_IN_SETS = 10
"""Digits of a board on which the engine knows sets of sets of them."""
_MOST_SETS = 60
"""Sets of digits that the engine tries for each board of its lanes."""
_MOST_LISTED = 40
"""Sets of digits that steps look at."""


class Pairwise(Constraint):
    """A relation that must hold between the two cells of every pair."""

    equality: ClassVar[bool] = False
    """Whether the relation only says that the digits differ."""

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        """Return the pairs of cells."""
        raise NotImplementedError

    def allows(self, one: int, other: int) -> bool:
        """Return whether the digits may form a pair, in this order."""
        return one != other

    @property
    def relation(self) -> tuple[object, ...]:
        """What `allows` depends on: the kind and its numbers, not its cells."""
        return (type(self), *[getattr(self, name) for name in _numbers(type(self))])  # type: ignore[arg-type]

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for one, other in self.pairs(space):
            if one in board and other in board and not self.allows(board[one], board[other]):
                yield self.broken(board, (one, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        rows = relation(space, self.relation, self.allows)
        cells = space.indices(chain.from_iterable(self.pairs(space)))
        for a, b in zip(cells[::2], cells[1::2], strict=True):
            yield Different((a, b)) if self.equality else Pair(a, b, rows)


@cache
def _numbers(kind: type[Constraint]) -> tuple[str, ...]:
    """Return the names of a kind's fields that are numbers."""
    return tuple(name for name, field in kind.parameters.items() if isinstance(field, Number))


def all_pairs(
    space: Space, cells: tuple[int, ...], rows: tuple[int, ...], *, explained: bool = False
) -> Iterator[Primitive]:
    """Yield a relation for each two of different cells, in the order of the cells.

    Where the digits must differ and their order does not matter, an automaton says which sets of digits may be in the
    cells, and the engine solves them exactly; a state is the digits that may still follow. Relations with many such
    sets stay pairs. ``explained`` ones do, too, and the sets are listed.
    """
    sets = _sets(rows, len(cells))
    if explained:
        for one, other in combinations(cells, 2):
            yield Pair(one, other, rows)
        if 0 < len(sets) <= _MOST_LISTED:
            yield one_of_sets(cells, [[space.digits[at] for at in each] for each in sets], space)
    elif 0 < len(sets) <= _MOST_SETS:
        first = space.digits[0]

        def step(state: int, digit: int) -> Iterator[int]:
            if state >> digit - first & 1:
                yield state & rows[digit - first]

        reader = Reader([(1 << len(rows)) - 1], step, lambda _: True)
        yield Different(cells)
        yield automaton(space, cells, ("all pairs", rows), lambda: reader)
    else:
        for one, other in combinations(cells, 2):
            yield Pair(one, other, rows)


def one_of_sets(cells: tuple[int, ...], sets: Iterable[Iterable[int]], space: Space) -> Either:
    """Return that different cells hold the digits of one of some sets."""
    return Either(
        tuple(
            (
                *(Allowed(cell, space.mask(digits)) for cell in cells),
                *(Count(cells, space.mask([digit]), 1, 1) for digit in digits),
            )
            for digits in map(tuple, sets)
        )
    )


@lru_cache(256)
def _sets(rows: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of so many digits that have only such pairs, each by its place among all.

    None if equal digits or another order may matter.
    """
    digits = range(len(rows))
    symmetric = all(rows[a] >> b & 1 == rows[b] >> a & 1 for a, b in combinations(digits, 2))
    if size < 3 or len(rows) > MOST_IN_SETS or not symmetric:
        return ()
    if any(rows[digit] >> digit & 1 for digit in digits):
        return ()
    return tuple(
        digits_of_set
        for digits_of_set in combinations(digits, size)
        if all(rows[a] >> b & 1 for a, b in combinations(digits_of_set, 2))
    )


class NextOnLine(Pairwise):
    """A relation between neighbours on a line."""

    line: Path = Path()

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return pairwise(self.line)
