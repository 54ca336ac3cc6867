"""Lines: constraints on the digits along a path of cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonet.constraints.base import Board, Cells, Constraint, IntoNames, Space, Violation
from nonet.constraints.marks import Bulb, Line, Mark
from nonet.constraints.primitives import Pair, Primitive, relation

__all__ = ["Thermo"]


class Thermo(Constraint):
    """Digits increase along the line, from the bulb on. On a slow thermometer they may stay equal.

    >>> Thermo("r1c1 r2c1 r3c1", slow=True)
    Thermo('r1c1 r2c1 r3c1', slow=True)
    """

    word = "thermo"
    form = "slow=line"
    line: Cells
    slow: bool

    def __init__(self, line: IntoNames, *, slow: bool = False) -> None:
        self._set(line=self._names(line, least=2), slow=slow)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        # Digits between two filled cells need room: each step is one more, on a slow thermometer none more.
        rise = 0 if self.slow else 1
        filled = [(place, cell) for place, cell in enumerate(self.line) if cell in board]
        for (low, one), (high, other) in pairwise(filled):
            if board[other] - board[one] < rise * (high - low):
                yield Violation(
                    (one, other),
                    f"{one} is {board[one]} and {other} is {board[other]};"
                    " digits must increase along the thermometer",
                )

    def primitives(self, space: Space) -> Iterator[Primitive]:
        rows = relation(space, lambda a, b: a <= b if self.slow else a < b)
        for one, other in pairwise(space.indices(self.line)):
            yield Pair(one, other, rows)

    def marks(self, space: Space) -> Iterator[Mark]:
        role = "slow_thermo" if self.slow else "thermo"
        yield Line(self.line, role)
        yield Bulb(self.line[:1], role)

    def sentence(self) -> tuple[str, dict[str, object]]:
        return "thermo.slow" if self.slow else "thermo", {"line": self._said("line")}
