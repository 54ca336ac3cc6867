"""What a step consists of: the cell that it fills, marks in roles, chains of implications."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.cells import cell_name

if TYPE_CHECKING:
    from nonet.rules.constraints import Constraint
    from nonet.steps.step import Step

__all__ = [
    "BY_CLONES",
    "BY_CONSTRAINT",
    "BY_SUMS",
    "COUNTED",
    "Basis",
    "Cause",
    "Chain",
    "Inference",
    "Link",
    "Mark",
    "Placement",
    "Role",
    "rating_text",
]


def rating_text(rating: float) -> str:
    """Return a rating as it is shown: points, which are whole numbers, as they are, others with one decimal.

    >>> rating_text(3.0), rating_text(140)
    ('3.0', '140')
    """
    return str(rating) if isinstance(rating, int) else f"{rating:.1f}"


class Placement(NamedTuple):
    """A digit that becomes known in a cell.

    >>> print(Placement(5, 8))
    r1c6=8
    """

    cell: int
    digit: int

    def __str__(self) -> str:
        return f"{cell_name(self.cell)}={self.digit}"


class Role(Enum):
    """What a marked candidate is in its pattern; a theme gives each role a colour and a shape."""

    CAUSE = "cause"
    TARGET = "target"
    PIVOT = "pivot"
    PINCER = "pincer"
    BASE = "base"
    COVER = "cover"
    FIN = "fin"
    COLOUR_A = "colour-a"
    COLOUR_B = "colour-b"
    START = "start"
    END = "end"
    EXTRA = "extra"


class Cause(IntEnum):
    """Why a node of a chain follows from its parents.

    A node is off because its cell holds another digit (CELL), or because a house has the digit elsewhere (ROW, COLUMN,
    BOX). It is on because it is the only candidate left in its cell or house. STEP: by a step of its own, found on the
    board as the chain has left it. SET: an almost locked set lacks the digit of the parent, so it has all its others.
    FAR: on a board with more houses or constraints, a further house (`Inference.house`), or none: then the two cells
    see each other by a constraint.
    """

    ASSUMPTION = 0
    CELL = 1
    ROW = 2
    COLUMN = 3
    BOX = 4
    STEP = 5
    SET = 6
    FAR = 7


@dataclass(frozen=True, slots=True)
class Mark:
    """Candidates of one cell that play a role in the pattern."""

    role: Role
    cell: int
    digits: frozenset[int]


BY_CONSTRAINT, BY_SUMS, BY_CLONES = -1, -2, -3
"""What else than a house makes cells equal: a constraint, or the rule of 45; clones only differ as others do."""

COUNTED = ("none", "full", "least", "needed", "most")
"""What a count says of some digits.

``none``: there is less room than the clue needs; ``full``: cells have as many as it allows, ``least``: houses do, which
have no other place for them; ``needed``: as many as it needs have no other cell, ``most``: no other room in houses.
"""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a step takes from constraints.

    ``cells`` are those that it is about; less those of ``outside`` they add up to ``total``, if there is one.
    ``combinations`` are the sets of digits that are left for this, if there are few. ``sums`` are, for the rule of 45,
    the sum of the houses, and that of the cages and digits; for a sandwich they are the numbers of cells that it can
    have; for counts, which case of `COUNTED` it is, the least number above 0 that the clue allows, and whether the
    numbers of the other digits matter: ``total`` is then the number, and the first of ``combinations`` what is counted.
    Of equal cells ``sums`` says for each cell why it is equal to that of ``outside`` at the same place: the number of a
    house, or `BY_CONSTRAINT` and so on, with the next of ``constraints``. Of a hidden single, ``cells`` are those of
    its house that have lost the digit in another way than by seeing a cause.
    """

    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...] = ()
    total: int | None = None
    combinations: tuple[tuple[int, ...], ...] = ()
    outside: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Inference:
    """One node of a chain: a candidate that is on (the cell is the digit) or off, because of its parents.

    ``parents`` are indices of earlier nodes of the same chain; ``nested`` is the step that `Cause.STEP` stands for.
    ``others`` are the cells of a group besides the first one: it is on if one of them is the digit, off if none is.
    ``almost_locked`` are the cells of the set that `Cause.SET` stands for, ``house`` is the one that `Cause.FAR` does.
    ``more`` are further digits that its cell loses for the same reason.
    """

    cell: int
    digit: int
    on: bool
    cause: Cause
    parents: tuple[int, ...] = ()
    nested: Step | None = None
    others: tuple[int, ...] = ()
    almost_locked: tuple[int, ...] = ()
    house: int | None = None
    more: tuple[int, ...] = ()

    @property
    def digits(self) -> tuple[int, ...]:
        """All digits of the node in ascending order."""
        return tuple(sorted((self.digit, *self.more)))

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells of the node: one, or those of a group."""
        return (self.cell, *self.others)


@dataclass(frozen=True, slots=True)
class Chain:
    """Implications from an assumption (the first node) to its consequence (the last); each comes after its parents."""

    nodes: tuple[Inference, ...]

    @property
    def start(self) -> Inference:
        """The assumption."""
        return self.nodes[0]

    @property
    def end(self) -> Inference:
        """The final consequence."""
        return self.nodes[-1]

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True, slots=True)
class Link:
    """One arrow of a picture: from a candidate to another, each as (cell, digit).

    A strong link says that not both are off, a weak one that not both are on.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool
