"""The one package that talks to the native core; everything else in nonet asks here.

It turns rules, givens and marks into the flat arrays of `core/core.h`, splits long work over
threads, and gives the numbers that come back their names. Classic boards go to the lock-step engine, all others to the
general one; nobody else needs to know. `nonet._core` is imported from nowhere else.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.engine.general import (
    budget_sentence,
    masks_of,
    threads_available,
    using_general_engine,
)
from nonet.engine.instruction_sets import instruction_set, instruction_sets, using_instruction_set
from nonet.engine.making import (
    TRANSFORM,
    apply_transforms,
    canonical,
    canonical_rows,
    generate_rows,
    random_transforms,
    transform_of,
)
from nonet.engine.many import scan_lines, solve_rows
from nonet.engine.results import Found, Scan, Stats, Status
from nonet.engine.single import count, search, solutions

if _TYPE_CHECKING:
    from nonet.engine.logic import (
        NOBODY,
        NODES,
        TECHNIQUES,
        all_steps,
        next_step,
        rate,
        rate_rows,
    )

__all__ = [
    "NOBODY",
    "NODES",
    "TECHNIQUES",
    "TRANSFORM",
    "Found",
    "Scan",
    "Stats",
    "Status",
    "all_steps",
    "apply_transforms",
    "budget_sentence",
    "canonical",
    "canonical_rows",
    "count",
    "generate_rows",
    "instruction_set",
    "instruction_sets",
    "masks_of",
    "next_step",
    "random_transforms",
    "rate",
    "rate_rows",
    "scan_lines",
    "search",
    "solutions",
    "solve_rows",
    "threads_available",
    "transform_of",
    "using_general_engine",
    "using_instruction_set",
]

# The human solver brings the steps and their words with it; whoever only solves needs neither.
_LATER = ("NOBODY", "NODES", "TECHNIQUES", "all_steps", "next_step", "rate", "rate_rows")


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(_import_module("nonet.engine.logic"), name)
    raise AttributeError(f"module 'nonet.engine' has no attribute {name!r}")
