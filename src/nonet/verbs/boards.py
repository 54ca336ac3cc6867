"""The options of verbs about the solutions and the givens of a board."""

# The types are evaluated here, because the options are in them.

from typing import Annotated, TypedDict

from nonet.base.options import Whole
from nonet.verbs.common import BUDGET, LIMIT, SEED

__all__ = ["Count", "Minimise", "Solve"]


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

    limit: Annotated[int | None, LIMIT]


class Minimise(TypedDict):
    """A puzzle without the givens that it does not need."""

    seed: Annotated[int, SEED]
