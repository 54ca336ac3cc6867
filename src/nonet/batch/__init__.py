"""Many puzzles at once, on all processors: columns of text, files and arrays in, arrays, text and Arrow out.

`solve` and `rate` answer for each row, `steps` with the whole path. `canonical` finds equivalent puzzles;
`random_transforms`, `apply` and `inverse` make them; `augment`, `add_givens`, `split` and `write_dataset` make data
sets for machine learning. `with_columns` and `stream` add answers to Arrow tables, and `run` to files of any size.

A bad row never raises an error. It gets its own `Status`, and the other rows keep their numbers. Input is read where it
lies if its layout allows it: a C-contiguous ``(n, 81)`` uint8 array, the bytes of a file, an Arrow column.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.base.lazy import lazy as _lazy
from nonet.engine import Stats, Status

if _TYPE_CHECKING:
    from nonet.batch.answers import COLUMNS
    from nonet.batch.arrow import stream, with_columns
    from nonet.batch.datasets import add_givens, split
    from nonet.batch.equivalence import (
        AugmentResult,
        CanonicalResult,
        apply,
        augment,
        canonical,
        inverse,
        random_transforms,
    )
    from nonet.batch.files import Changed, Progress, Summary, run
    from nonet.batch.paths import StepsResult, steps
    from nonet.batch.rating import RateResult, rate
    from nonet.batch.rows import Rows
    from nonet.batch.solving import Result, solve
    from nonet.batch.writing import write_dataset

__all__ = [
    "COLUMNS",
    "AugmentResult",
    "CanonicalResult",
    "Changed",
    "Progress",
    "RateResult",
    "Result",
    "Rows",
    "Stats",
    "Status",
    "StepsResult",
    "Summary",
    "add_givens",
    "apply",
    "augment",
    "canonical",
    "inverse",
    "random_transforms",
    "rate",
    "run",
    "solve",
    "split",
    "steps",
    "stream",
    "with_columns",
    "write_dataset",
]

# The names of the imports, which load on first use; scripts/lazy_names.py writes them.
__getattr__, __dir__ = _lazy(
    __name__,
    {
        "answers": ("COLUMNS",),
        "arrow": ("stream", "with_columns"),
        "datasets": ("add_givens", "split"),
        "equivalence": (
            "AugmentResult",
            "CanonicalResult",
            "apply",
            "augment",
            "canonical",
            "inverse",
            "random_transforms",
        ),
        "files": ("Changed", "Progress", "Summary", "run"),
        "paths": ("StepsResult", "steps"),
        "rating": ("RateResult", "rate"),
        "rows": ("Rows",),
        "solving": ("Result", "solve"),
        "writing": ("write_dataset",),
    },
)
