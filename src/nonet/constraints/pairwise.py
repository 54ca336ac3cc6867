"""Kinds that are a relation between two cells, asked of many pairs: lines, dots, and rules for the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, pairwise
from typing import ClassVar

from nonet.constraints.base import Board, Constraint, Space, Violation, fields_of
from nonet.constraints.primitives import Different, Pair, Primitive, relation

__all__ = ["NextOnLine", "Pairwise"]


class Pairwise(Constraint):
    """A relation that must hold between the two cells of every pair."""

    equality: ClassVar[bool] = False
    """Whether the relation only says that the digits differ."""

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        """Return the pairs of cells."""
        raise NotImplementedError

    def allows(self, one: int, other: int) -> bool:
        """Return whether the digits may stand in a pair, in this order."""
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
    return tuple(name for name, annotation in fields_of(kind).items() if annotation == "int")


class NextOnLine(Pairwise):
    """A relation between neighbours on a line."""

    line: tuple[str, ...]

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return pairwise(self.line)
