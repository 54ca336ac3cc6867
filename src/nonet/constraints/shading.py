"""Constraints on the shape that the cells of some digits make: one region, joined edge to edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from nonet.constraints.base import (
    Board,
    Cells,
    Constraint,
    Digits,
    Groups,
    IntoNames,
    Space,
    Violation,
)
from nonet.constraints.marks import Legend, Mark
from nonet.constraints.primitives import Connected, Primitive

__all__ = ["ConnectedDigits"]


class ConnectedDigits(Constraint):
    """The cells that hold one of the digits are one region, joined edge to edge, with ``size`` cells if it is given.

    ``layer`` are rows of cells, by default those of the board: unknown cells have no other place.

    >>> ConnectedDigits([1, 3, 5])
    ConnectedDigits((1, 3, 5))
    """

    word = "connected"
    form = "layer=size=digits"
    digits: Digits
    layer: Groups
    size: int | None

    def __init__(
        self, digits: Iterable[int], *, layer: Iterable[IntoNames] = (), size: int | None = None
    ) -> None:
        self._set(
            digits=tuple(sorted(digits)),
            layer=tuple(self._names(row) for row in layer),
            size=size,
        )
        if not self.digits:
            raise self.error("expected at least one digit, got none")
        if size is not None and size < 1:
            raise self.error(f"expected a size of at least 1, got {size}")

    def _rows(self, space: Space) -> Groups:
        return self.layer or tuple(space.row(row) for row in range(1, space.rows + 1))

    def _cells(self, space: Space) -> Cells:
        return tuple(cell for row in self._rows(space) for cell in row)

    def _edges(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the pairs of cells that touch."""
        rows = self._rows(space)
        for row in rows:
            yield from pairwise(row)
        for upper, lower in pairwise(rows):
            yield from zip(upper, lower, strict=False)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._cells(space)
        held = [cell for cell in cells if board.get(cell) in self.digits]
        possible = {cell for cell in cells if cell not in board} | set(held)
        shown = ", ".join(map(str, self.digits))
        near: dict[str, set[str]] = {cell: set() for cell in cells}
        for one, other in self._edges(space):
            near[one].add(other)
            near[other].add(one)
        if not possible:
            yield Violation(cells, f"no cell holds one of {shown}")
        elif held:
            reached, edge = set[str](), [held[0]]
            while edge:
                cell = edge.pop()
                if cell not in reached:
                    reached.add(cell)
                    edge += near[cell] & possible
            if away := tuple(cell for cell in held if cell not in reached):
                yield Violation(away, f"the cells with {shown} are not connected")
        if self.size is not None and not len(held) <= self.size <= len(possible):
            yield Violation(
                tuple(held), f"{len(held)} cells hold one of {shown}, expected {self.size}"
            )

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = self._cells(space)
        edges = tuple((space.index(one), space.index(other)) for one, other in self._edges(space))
        low, high = (1, len(cells)) if self.size is None else (self.size, self.size)
        yield Connected(space.indices(cells), edges, space.mask(self.digits), low, high)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Legend(self.word)

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "connected" if self.size is None else "connected.size"
        return key, {"digits": self._said("digits"), "size": self.size}
