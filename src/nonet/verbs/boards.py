"""The options of verbs about the solutions and the givens of a board."""

# The types are evaluated here, because the options are in them.

from typing import Annotated, TypedDict

from nonet.options import Seed, Whole
from nonet.verbs.common import BUDGET

__all__ = ["MOST_COUNT", "Count", "Minimise", "Solve"]

MOST_COUNT = 10**15
"""The most solutions that a request can ask to be counted."""


class Solve(TypedDict):
    """The solutions of a puzzle."""

    limit: Annotated[
        int,
        Whole(
            "1: any solution; 2: the only one (default: {default}); more: up to {metavar} solutions.",
            1,
            asked=1000,
            default=2,
        ),
    ]
    budget: Annotated[int | None, BUDGET]


class Count(TypedDict):
    """The number of solutions of a puzzle."""

    limit: Annotated[
        int | None,
        Whole("Stop counting at {metavar} solutions (default: 2).", 1, asked=MOST_COUNT),
    ]


class Minimise(TypedDict):
    """A puzzle without the givens that it does not need."""

    seed: Annotated[int, Seed("Random seed (default: {default}).", default=0)]
