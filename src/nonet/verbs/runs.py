"""The options of runs of the teaching algorithms: trace, compare."""

# The types are evaluated here, because the options are in them.

from typing import Annotated, Literal, TypedDict

from nonet.base.options import Choice, Whole

__all__ = ["RUN_SEED", "Run"]

RUN_SEED = Whole("Random seed of the run (default: {default}).", 0, default=0)


class Run(TypedDict):
    """One run of an algorithm."""

    digits: Annotated[
        Literal["ascending", "descending", "shuffled"],
        Choice(
            "Of digits: ascending (default), descending or shuffled.",
            ("ascending", "descending", "shuffled"),
            default="ascending",
            metavar="ORDER",
        ),
    ]
    seed: Annotated[int, RUN_SEED]
    limit: Annotated[
        int, Whole("Stop after {metavar} solutions (default: {default}).", 1, asked=100, default=1)
    ]
