"""The one package that talks to the native core; everything else in nonet asks here.

It turns rules, givens and marks into the flat arrays of `core/core.h`, splits long work over
threads, and gives the numbers that come back their names. Classic boards go to the lock-step engine, all others to the
general one; nobody else needs to know. `nonet._core` is imported from nowhere else.
"""

from nonet.engine.general import (
    budget_sentence,
    masks_of,
    threads_available,
    using_general_engine,
)
from nonet.engine.instruction_sets import instruction_set, instruction_sets, using_instruction_set
from nonet.engine.many import scan_lines, solve_rows
from nonet.engine.results import Found, Scan, Stats, Status
from nonet.engine.single import count, search, solutions

__all__ = [
    "Found",
    "Scan",
    "Stats",
    "Status",
    "budget_sentence",
    "count",
    "instruction_set",
    "instruction_sets",
    "masks_of",
    "scan_lines",
    "search",
    "solutions",
    "solve_rows",
    "threads_available",
    "using_general_engine",
    "using_instruction_set",
]
