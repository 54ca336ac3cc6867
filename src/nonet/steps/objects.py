"""The form of steps and ratings as JSON objects, which `json.py` makes and reads.

The web app describes its answers by it, and the types of the page are written from it: see `nonet.web.answers`.
"""

# The types are evaluated for both.

from typing import Annotated, NotRequired, TypeAlias, TypedDict

from nonet.steps.parts import Role

Facts: TypeAlias = dict[str, object]
"""The values that the messages of a step use."""


class Placement(TypedDict):
    """A digit in a cell."""

    cell: str
    digit: int


class StepMark(TypedDict):
    """Candidates of a cell that play a role in a step."""

    role: Annotated[str, Role]
    cell: str
    digits: list[int]


class Inference(Placement):
    """One node of a chain.

    ``parents`` are earlier nodes, ``others`` the other cells of a group, ``set`` those of an almost locked set,
    ``more`` the other digits that the cell loses for the same reason; ``house`` is the further house of the cause
    "far"; ``sight`` says by what its cells see each other, where that is not seen at once.
    """

    on: bool
    cause: str
    parents: list[int]
    others: NotRequired[list[str]]
    set: NotRequired[list[str]]
    more: NotRequired[list[int]]
    house: NotRequired[str]
    step: NotRequired["Step"]
    sight: NotRequired[Facts | None]


class Basis(TypedDict):
    """The constraints that a step rests on, and their cells."""

    constraints: list[str]
    cells: list[str]
    total: int | None
    combinations: list[list[int]]
    outside: list[str]
    sums: list[int]


class Step(TypedDict):
    """One deduction, as ``nonet hint --json`` prints it; ``facts`` are for its messages if the board is not classic."""

    technique: str
    name: str
    rating: float
    places: Placement | None
    removes: dict[str, list[int]]
    outcome: str
    houses: list[str]
    marks: list[StepMark]
    basis: NotRequired[Basis]
    facts: NotRequired[Facts]
    kind: NotRequired[str | None]
    complexity: NotRequired[int]
    chains: NotRequired[list[list[Inference]]]
    nudge: NotRequired[str]
    where: NotRequired[str]
    text: NotRequired[str]


class Open(TypedDict):
    """The cells that the steps leave open."""

    open: NotRequired[int]


class Rating(Open):
    """The difficulty of a puzzle; there is none where the steps leave some cells ``open``."""

    er: float | None
    ep: float | None
    ed: float | None
    difficulty: str | None
    hardest: str | None
    counts: dict[str, int]
    steps: int
    exact: bool
