"""The only package that calls the native core; everything else in nonet calls this one.

It turns rules, givens and marks into the flat arrays of ``core/core.h``, splits long work over threads, and gives names
to the numbers that come back. Classic boards are solved by the lock-step engine, all others by the general engine;
callers need not know which. Only here is `nonet._core` imported.

A new function of the core
==========================

1. Declared and documented in `core/core.h`, and listed in the contents at its top: buffers of the caller, a limit
   or a budget, a status. The definition is in the folder of its section: `bulk`, `tables`, `search`, `logic`,
   `making` or `counting`. A bad call writes nothing.
2. A row in `core/door.hpp`: its arguments by name, and how many elements each buffer needs. From it follow the
   function for Python with its checks, the stub (`make stub`) and the call from a page. What has the form of Python
   is bound in `core/bind/` by hand: one board as `bytes`, an object that is kept. Wrapped and typed in
   `src/nonet/engine/`, and listed in its `__init__.py`.
3. A kind of case in the file of its section in `core/fuzz/`, with everything that can be checked about its answer,
   and its bad calls. `.venv/bin/python scripts/fuzz.py 3000 1 1 counting` runs the cases of one section; its
   docstring lists them.
4. The same answer under every instruction set, and for any number of threads.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.base.lazy import lazy as _lazy
from nonet.engine.budgets import budget_sentence
from nonet.engine.counting import ENUMERATED, MEMORY, Contraction, Progress
from nonet.engine.equivalence import (
    TRANSFORM,
    apply_transforms,
    canonical,
    canonical_rows,
    random_transforms,
    transform_of,
)
from nonet.engine.instruction_sets import (
    compiler,
    instruction_set,
    instruction_sets,
    using_instruction_set,
)
from nonet.engine.many import scan_lines, solve_rows
from nonet.engine.new_puzzles import generate_rows
from nonet.engine.results import Found, Scan, Stats, Status
from nonet.engine.single import (
    count,
    only_solution,
    read_board,
    search,
    solutions,
    solve_text,
)
from nonet.engine.tables import Tables, masks_of, primitives_of, tables_of, using_general_engine
from nonet.engine.threads import check_seed, threads_available
from nonet.engine.time_limits import check_time_limit, time_limit

if _TYPE_CHECKING:
    from nonet.engine.geometry import geometry_of, has_reference
    from nonet.engine.logic import (
        NO_TECHNIQUE,
        NODES,
        TECHNIQUES,
        all_steps,
        general_techniques,
        next_step,
        path,
        path_words,
        rate,
        rate_rows,
    )
    from nonet.engine.models import model_solutions, model_tables, search_model
    from nonet.engine.true_candidates import true_masks

__all__ = [
    "ENUMERATED",
    "MEMORY",
    "NODES",
    "NO_TECHNIQUE",
    "TECHNIQUES",
    "TRANSFORM",
    "Contraction",
    "Found",
    "Progress",
    "Scan",
    "Stats",
    "Status",
    "Tables",
    "all_steps",
    "apply_transforms",
    "budget_sentence",
    "canonical",
    "canonical_rows",
    "check_seed",
    "check_time_limit",
    "compiler",
    "count",
    "general_techniques",
    "generate_rows",
    "geometry_of",
    "has_reference",
    "instruction_set",
    "instruction_sets",
    "masks_of",
    "model_solutions",
    "model_tables",
    "next_step",
    "only_solution",
    "path",
    "path_words",
    "primitives_of",
    "random_transforms",
    "rate",
    "rate_rows",
    "read_board",
    "scan_lines",
    "search",
    "search_model",
    "solutions",
    "solve_rows",
    "solve_text",
    "tables_of",
    "threads_available",
    "time_limit",
    "transform_of",
    "true_masks",
    "using_general_engine",
    "using_instruction_set",
]

# Solving a board of houses needs neither the human solver with its sentences nor constraints.
__getattr__, __dir__ = _lazy(
    __name__,
    {
        "geometry": ("geometry_of", "has_reference"),
        "logic": (
            "NO_TECHNIQUE",
            "NODES",
            "TECHNIQUES",
            "all_steps",
            "general_techniques",
            "next_step",
            "path",
            "path_words",
            "rate",
            "rate_rows",
        ),
        "models": ("model_solutions", "model_tables", "search_model"),
        "true_candidates": ("true_masks",),
    },
)
